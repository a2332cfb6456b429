"""The schema that the client's types are made from tells what really goes over the wire."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.server.house import Frame, asynchronous, house
from tests.server.toys import LUCKY
from tilewright.server.schema import plain, schema


def checked(name: str, value: Any) -> None:
    """Raises where a value is not what the schema says of a message."""
    jsonschema.validate(value, {**schema(), "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def test_the_document_is_whole_and_in_order() -> None:
    document = schema()
    names = list(document["$defs"])
    assert names == sorted(names)
    assert {"Event", "ServerFrame", "ClientFrame", "Shown", "LevelCard", "RuleBook", "Me"} <= set(names)
    text = json.dumps(document)
    assert "prefixItems" not in text
    for reference in text.split('"#/$defs/')[1:]:
        assert reference.partition('"')[0] in names
    jsonschema.Draft202012Validator.check_schema(document)


def test_it_is_printed_alike_by_every_process(root: Path) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "tilewright.server.schema"], capture_output=True, check=True, cwd=root
    ).stdout
    assert json.loads(printed) == schema()


def test_tuples_are_told_in_the_words_of_the_generator() -> None:
    pair = {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False}
    assert plain({"x": [pair]}) == {
        "x": [
            {
                "type": "array",
                "items": [{"type": "integer"}, {"type": "string"}],
                "minItems": 2,
                "maxItems": 2,
            }
        ]
    }


@asynchronous
async def test_real_messages_are_as_the_schema_says(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        player = await running.player()
        checked("Me", await player.json("/api/me"))
        tab, first = await player.open(LUCKY.id)
        frames: list[Frame] = [first, await tab.ask("move", 0, move=first["state"]["legal"][0])]
        frames += [await tab.receive(), await tab.ask("hint", 1), await tab.ask("undo", 1)]
        await tab.send("ping", t=1)
        await tab.send("nonsense")
        frames += [await tab.receive(), await tab.receive()]
        kinds = {"position", "accepted", "played", "hint", "refused", "pong", "error"}
        assert {frame["type"] for frame in frames} == kinds
        for frame in frames:
            checked("ServerFrame", frame)
        for game in await player.json("/api/games"):
            checked("GameCard", game)
        (match,) = await player.json("/api/matches")
        checked("OpenMatch", match)
        checked("ErrorAnswer", await (await player.get("/api/nothing")).json())
        with pytest.raises(jsonschema.ValidationError):
            checked("Me", {"name": "N"})
