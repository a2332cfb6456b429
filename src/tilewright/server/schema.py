"""The JSON Schema of every message, for the client's types: `python -m tilewright.server.schema`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from tilewright.core.events import Event
from tilewright.server import protocol

#: What the server sends, one type for each frame and each answer over HTTP.
SENT: Final = (
    *get_args(protocol.ServerFrame),
    protocol.Me,
    protocol.GameCard,
    protocol.MatchMade,
    protocol.OpenMatch,
    protocol.RuleBook,
    protocol.ErrorAnswer,
)

#: What clients send.
TAKEN: Final = (*get_args(protocol.ClientFrame), protocol.Recovery, protocol.NewMatch)

_UNIONS: Final = {
    "Event": get_args(Event),
    "ServerFrame": get_args(protocol.ServerFrame),
    "ClientFrame": get_args(protocol.ClientFrame),
}


def schema() -> dict[str, Any]:
    """One document whose `$defs` has every message, in a stable order; a value of it is any frame."""
    _, sent = msgspec.json.schema_components(SENT, ref_template="#/$defs/{name}")
    _, taken = msgspec.json.schema_components(TAKEN, ref_template="#/$defs/{name}")
    for name in _always_whole(SENT):
        sent[name]["required"] = list(sent[name]["properties"])
    unions = {
        name: {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}
        for name, kinds in _UNIONS.items()
    }
    definitions = {**taken, **sent, **unions}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "anyOf": [{"$ref": "#/$defs/ServerFrame"}, {"$ref": "#/$defs/ClientFrame"}],
        "$defs": {name: plain(definitions[name]) for name in sorted(definitions)},
    }


def _always_whole(kinds: Iterable[Any]) -> set[str]:
    """The names of the structs in these types that are always sent with all their fields."""
    found: set[str] = set()

    def visit(kind: Any) -> None:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind.__name__ in found:
                return
            if not kind.__struct_config__.omit_defaults:
                found.add(kind.__name__)
            for field in msgspec.structs.fields(kind):
                visit(field.type)
        for inner in get_args(kind):
            visit(inner)

    for kind in kinds:
        visit(kind)
    return found


def plain(node: Any) -> Any:
    """A schema in the words that generators of TypeScript understand.

    Tuples are `items` with as many of them, and discriminators, which say nothing new, are left out.
    """
    if isinstance(node, list):
        return [plain(one) for one in node]
    if not isinstance(node, dict):
        return node
    made = {key: plain(value) for key, value in node.items() if key != "discriminator"}
    if isinstance(made.get("prefixItems"), list):
        inside = made.pop("prefixItems")
        made.update(items=inside, minItems=len(inside), maxItems=len(inside))
    return made


def main() -> None:
    """Print the document."""
    json.dump(schema(), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
