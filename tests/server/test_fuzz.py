"""Whatever comes over the wire: an answer in the protocol's words, and a position that only moves change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.house import Frame, Player, Tab, house
from tests.server.toys import ENDLESS, PLAIN
from tilewright.server.limits import Limits, Rate

FREE = Rate(10**9, 10**9)
NO_LIMITS = Limits(FREE, FREE, FREE, FREE, FREE, FREE, patience=FREE)

ANSWERS = {"position", "played", "accepted", "refused", "hint", "pong", "error"}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
kinds = (
    st.sampled_from(["hello", "move", "undo", "restart", "hint", "ping", "position", "dance", ""]) | values
)
numbers = st.integers(-2, 3) | values
near_frames = st.fixed_dictionaries(
    {},
    optional={
        "type": kinds,
        "id": st.sampled_from(["a", "b", "c"]) | values,
        "v": numbers,
        "since": numbers,
        "move": st.sampled_from(["a1", "a1+b1", "z1", "??"]) | values,
        "seed": numbers,
        "t": numbers,
    },
)
texts = st.text(max_size=60) | near_frames.map(json.dumps)
frames = st.lists(texts | st.binary(max_size=40), max_size=12)


class World:
    """A loop with a server in it that lives through all examples."""

    def __init__(self, data: Path) -> None:
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.player = self.runner.run(self._start(data))

    async def _start(self, data: Path) -> Player:
        running = await self.stack.enter_async_context(house(data, limits=NO_LIMITS))
        return await running.player()

    def close(self) -> None:
        self.runner.run(self.stack.aclose())
        self.runner.close()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("fuzz"))
    yield made
    made.close()


async def answers_to(tab: Tab, sent: list[str | bytes]) -> list[Frame]:
    """Everything the server says to these frames, up to the answer to a last ping."""
    for one in sent:
        await (tab.socket.send_str(one) if isinstance(one, str) else tab.socket.send_bytes(one))
    await tab.send("ping", t=424242)
    said: list[Frame] = []
    while True:
        message = await tab.socket.receive()
        assert message.type is WSMsgType.TEXT, f"the connection ended: {message}"
        frame = json.loads(message.data)
        if frame == {"type": "pong", "t": 424242}:
            return said
        said.append(frame)


def lasting(test: Any) -> Any:
    return settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])(test)


@lasting
@given(frames)
def test_any_frames_are_answered_in_the_words_of_the_protocol(world: World, sent: list[str | bytes]) -> None:
    async def scenario() -> None:
        tab, _ = await world.player.open(ENDLESS.id)
        for frame in await answers_to(tab, sent):
            assert frame["type"] in ANSWERS
            assert frame.get("code") != "fault", frame
        accepted = {frame["v"] for frame in await answers_to(tab, []) if frame["type"] == "accepted"}
        assert not accepted
        await tab.close()

    world.runner.run(scenario())


@lasting
@given(frames)
def test_the_position_changes_by_accepted_requests_alone(world: World, sent: list[str | bytes]) -> None:
    async def scenario() -> None:
        tab, first = await world.player.open(PLAIN.id)
        said = await answers_to(tab, sent)
        accepted = {frame["id"] for frame in said if frame["type"] == "accepted"}
        await tab.send("hello", since=-1)
        now = await tab.until("position")  # hints may come first
        assert now["v"] == len(accepted)
        if not accepted:
            assert now == first
        await tab.close()

    world.runner.run(scenario())


@lasting
@given(
    st.sampled_from(["/api/matches", "/api/me/recover"]),
    st.binary(max_size=60) | values.map(lambda value: json.dumps(value).encode()) | near_frames.map(str),
)
def test_any_body_is_answered_with_a_sentence(world: World, path: str, body: bytes | str) -> None:
    async def scenario() -> None:
        response = await world.player.post(path, body)
        assert response.status in (200, 400, 404)
        if response.status != 200:
            assert (await response.json())["error"]["message"]

    world.runner.run(scenario())


@lasting
@given(
    st.sampled_from(["", "api/", "api/matches/", "ws/match/", "api/rules/", "assets/"]), st.text(max_size=20)
)
def test_any_path_is_answered(world: World, start: str, rest: str) -> None:
    async def scenario() -> None:
        from yarl import URL

        base = world.player.client.make_url("/")
        url = URL.build(scheme="http", host=base.host or "", port=base.port, path=f"/{start}{rest}")
        response = await world.player.client.session.get(url, allow_redirects=False)
        assert response.status in (200, 401, 403, 404, 405, 426, 503)
        await response.read()

    world.runner.run(scenario())
