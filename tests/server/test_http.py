"""The answers over HTTP: guests, levels, files, and errors that are sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import CookieJar

from tests.server.house import asynchronous, house
from tests.server.toys import LUCKY, PACK, PLAIN, ToyLevel, ToyPack, setup


@asynchronous
async def test_a_guest_is_made_on_first_sight_and_known_from_then_on(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        response = await player.get("/api/me")
        me = await response.json()
        assert me.keys() == {"name", "recovery"}
        (cookie,) = response.headers.getall("Set-Cookie")
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie  # plain HTTP; see below
        assert await player.json("/api/me") == me
        assert await (await running.player()).json("/api/me") != me


@asynchronous
async def test_a_forged_cookie_is_a_stranger(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        me = await player.json("/api/me")
        (cookie,) = list(player.jar)
        other = await running.player()
        for value in (
            "",
            "x",
            cookie.value[:-1] + "x",
            f"{cookie.value}.x",
            cookie.value.replace(".", ""),
            "é.x",
        ):
            other.jar.update_cookies({cookie.key: value}, other.client.make_url("/"))
            assert (await other.json("/api/me"))["name"]
            assert (await other.json("/api/me")) != me


@asynchronous
async def test_a_recovery_code_brings_the_guest_back(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        me = await player.json("/api/me")
        match = await player.start(PLAIN.id)
        other = await running.player()
        await other.json("/api/me")
        typed = me["recovery"].lower().replace("-", " ").replace("0", "o").replace("1", "l")
        response = await other.post("/api/me/recover", {"recovery": typed})
        assert (response.status, await response.json()) == (200, me)
        assert (await (await other.tab(match)).hello())["type"] == "position"


@pytest.mark.parametrize("code", ["", "1234", "0000-0000-0000-0000", "é" * 16])
@asynchronous
async def test_an_unknown_recovery_code_changes_nothing(tmp_path: Path, code: str) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        me = await player.json("/api/me")
        response = await player.post("/api/me/recover", {"recovery": code})
        assert (response.status, (await response.json())["error"]["code"]) == (404, "no-guest")
        assert await player.json("/api/me") == me


@asynchronous
async def test_recovery_codes_cannot_be_tried_one_after_the_other(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        statuses = [
            (await player.post("/api/me/recover", {"recovery": f"{n:016}"})).status for n in range(15)
        ]
        assert statuses[-1] == 429


@asynchronous
async def test_the_levels_are_told_as_they_were_written(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        games = await (await running.player()).json("/api/games")
        assert [(game["name"], game["title"]) for game in games] == [("take", "Take")]
        (pack,) = games[0]["packs"]
        assert [level["id"] for level in pack["levels"]] == [level.id for level in PACK.levels]
        assert pack["levels"][1] == {
            "id": "toys/02",
            "number": 2,
            "name": "Lucky",
            "idea": "Take them all.",
            "author": "A tester",
            "rows": ["? ? ? ? ? ?"],
            "moves": 20,
            "goals": [{"key": "tiles", "left": 20, "of": 20}],
            "rules": "take-v1",
            "stars": 0,
            "best": None,
            "open": None,
            "theme": "studio",
        }


@asynchronous
async def test_a_level_that_is_not_there_or_cannot_be_is_told(tmp_path: Path) -> None:
    broken = ToyLevel("bad/01", 1, "Broken", setup("a x"))
    packs = [PACK, ToyPack("bad", "Bad", "take", (broken,)), ToyPack("far", "Far", "elsewhere", (PLAIN,))]
    async with house(tmp_path, packs=packs) as running:
        player = await running.player()
        for level, status, words in (("toys/99", 404, "'toys/99'"), ("bad/01", 409, "b1: 'x' is no cell")):
            response = await player.post("/api/matches", {"level": level})
            assert response.status == status
            assert words in (await response.json())["error"]["message"]


BODIES: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "[" * 3000,
    b"\xff\xfe",
    {"level": 3},
    {"level": PLAIN.id, "seed": -1},
    {"level": PLAIN.id, "seed": 2**53},
    {"level": PLAIN.id, "seed": 1.5},
    {"level": PLAIN.id, "practice": "yes"},
    {"level": "x" * 201},
]


@pytest.mark.parametrize("body", BODIES, ids=[str(body)[:24] for body in BODIES])
@asynchronous
async def test_a_broken_request_is_told(tmp_path: Path, body: Any) -> None:
    async with house(tmp_path) as running:
        response = await (await running.player()).post("/api/matches", body)
        assert response.status == 400
        error = (await response.json())["error"]
        assert error["code"] == "bad-request"
        assert error["message"].endswith(".")


@asynchronous
async def test_other_errors_are_sentences_too(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        for method, path, status in (
            ("GET", "/api/nothing", 404),
            ("GET", "/api/matches/a/b", 404),
            ("DELETE", "/api/me", 405),
            ("POST", "/api/games", 405),
            ("GET", "/api/rules/chess", 404),
            ("POST", "/ws/match/x", 405),
        ):
            response = await player.client.request(method, path)
            assert response.status == status
            assert (await response.json())["error"]["message"].endswith(".")
        response = await player.post("/api/matches", "x" * 10_000)
        assert (response.status, (await response.json())["error"]["code"]) == (413, "too-big")
        response = await player.get("/nothing")
        assert (response.status, response.content_type) == (404, "text/html")


@asynchronous
async def test_every_answer_has_the_security_headers(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html>")
    async with house(tmp_path / "data", static_folder=static) as running:
        player = await running.player()
        for path in ("/", "/nothing", "/api/games", "/api/nothing"):
            headers = (await player.get(path)).headers
            assert "script-src 'self'" in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert "aiohttp" not in headers["Server"]
        assert (await player.get("/api/me")).headers["Cache-Control"] == "no-store"


@asynchronous
async def test_the_client_is_served_with_the_right_caching(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>T</title>")
    (static / ".client-hash").write_text("secret")
    (static / "assets" / "index-1a2b.js").write_text("export {}")
    (tmp_path / "outside.txt").write_text("secret")
    async with house(tmp_path / "data", static_folder=static) as running:
        player = await running.player()
        page = await player.get("/")
        assert (page.status, page.content_type, page.headers["Cache-Control"]) == (
            200,
            "text/html",
            "no-cache",
        )
        again = await player.get("/", headers={"If-None-Match": page.headers["ETag"]})
        assert again.status == 304
        script = await player.get("/assets/index-1a2b.js")
        assert script.content_type in ("text/javascript", "application/javascript")
        assert "immutable" in script.headers["Cache-Control"]
        for path in (
            "/.client-hash",
            "/assets",
            "/%2e%2e/outside.txt",
            "/assets/..%2f..%2foutside.txt",
            "//etc/passwd",
            "/%00",
            "/index.html/x",
        ):
            response = await player.client.session.get(f"{str(player.client.make_url('')).rstrip('/')}{path}")
            assert response.status == 404, path
            assert "secret" not in await response.text()


@asynchronous
async def test_without_a_built_client_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    async with house(tmp_path, static_folder=tmp_path / "none") as running:
        response = await (await running.player()).get("/")
        assert response.status == 503
        assert "python3 run.py setup" in await response.text()


@asynchronous
async def test_the_secret_outlives_the_server_and_two_servers_keep_apart(tmp_path: Path) -> None:
    jar = CookieJar(unsafe=True)
    async with house(tmp_path / "one") as running:
        me = await (await running.player(jar)).json("/api/me")
    async with house(tmp_path / "two") as running:
        assert await (await running.player(jar)).json("/api/me") != me
    async with house(tmp_path / "one") as running:
        assert await (await running.player(jar)).json("/api/me") == me


@asynchronous
async def test_a_guest_whose_data_has_gone_is_made_anew(tmp_path: Path) -> None:
    jar = CookieJar(unsafe=True)
    async with house(tmp_path) as running:
        await (await running.player(jar)).json("/api/me")
    for file in tmp_path.glob("tilewright.sqlite3*"):
        file.unlink()
    async with house(tmp_path) as running:
        player = await running.player(jar)
        tab, _ = await player.open(LUCKY.id)
        assert (await tab.hello())["v"] == 0
        assert json.dumps(await player.json("/api/matches")).count(LUCKY.id) == 1


@asynchronous
async def test_a_game_without_a_page_has_an_empty_rule_book(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        assert await (await running.player()).json("/api/rules/take") == {"title": "Take", "sections": []}
