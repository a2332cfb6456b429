"""`tilewright step`: the rules over a pipe, one JSON object a line (rules/notation.md).

Decided where the page is silent, and held by tests:

* Every line is answered by one line, a blank line too (`bad-json`); a last line needs no line break. Answers
  are ASCII, so that no reader splits one in two. A line of more than 8 MiB is `bad-json` and not kept.
* `id` comes back as it was written, whatever it is; null where the line is no JSON object.
* Of a key that is given twice the last counts. `null` means the same as an absent key. NaN and Infinity are
  no JSON. A byte order mark before the first line is skipped.
* No `rules`: the game's first rule set. No `position`, or one that is no object: `bad-request`; whatever is
  wrong inside it is `bad-position`. A `move` that is no text is a `bad-request`, a text that is no move a
  `bad-move`; moves are written exactly as the notation has them.
* An answer without a move has `legal`, and `events` and `points` of nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

import msgspec

from tilewright.core.events import Event
from tilewright.core.game import BadMove, BadPosition, BadRequest, Game, Illegal, Outcome
from tilewright.games import GAMES

NAME: Final = "step"
HELP: Final = """The rules over a pipe: reads one JSON object a line, answers one a line, until the end.

  {"id": 1, "game": GAME, "rules": NAME or {"base": NAME, ...}, "position": {"rows": [...]}, "move": "c3-c4"}

Without "move" it lists the legal ones. An answer has "ok": true, "position", "events", "points", "outcome";
or "ok": false and "error": a code (bad-json, bad-request, bad-position, bad-move, illegal) and a message."""

#: Bytes of the longest line that is read; a real request has a few thousand.
LONGEST_LINE: Final = 8 << 20

#: Characters of the longest message: a refusal may quote what was sent, which may be very long.
LONGEST_MESSAGE: Final = 2000

#: Digits of a number that is out of every range.
LONGEST_NUMBER: Final = 4000

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_NULL: Final = msgspec.Raw(b"null")
_NOT_BETWEEN: Final = re.compile(r"[^ \t\r,:]")
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")


class Request(msgspec.Struct):
    """A line as it came; what is wrong with the types is told by hand, so that each gets its code."""

    id: msgspec.Raw = _NULL
    game: Any = None
    rules: Any = None
    position: Any = None
    move: Any = None
    seat: Any = None


class Played(msgspec.Struct):
    """The answer to a move."""

    id: msgspec.Raw
    ok: bool
    position: dict[str, Any]
    events: list[Event]
    points: int
    outcome: Outcome | None


class Listed(msgspec.Struct):
    """The answer to a request without a move."""

    id: msgspec.Raw
    ok: bool
    legal: list[str]
    position: dict[str, Any]
    events: list[Event]
    points: int
    outcome: Outcome | None


class Fault(msgspec.Struct):
    """What is wrong, for a program and for a person."""

    code: str
    message: str


class Refused(msgspec.Struct):
    """The answer to a request that changed nothing."""

    id: msgspec.Raw
    ok: bool
    error: Fault


class Refusal(Exception):
    """A request that cannot be answered otherwise: a code and a message."""

    def __init__(self, code: str, message: str) -> None:
        """See the page for the codes."""
        super().__init__(message)
        self.code = code


_decode: Final = msgspec.json.Decoder(Request).decode
_encode: Final = msgspec.json.Encoder().encode


def answer(line: bytes) -> bytes:
    """The answer to one line, both without a line break; never raises."""
    identity = _NULL
    try:
        request = _read(line)
        identity = request.id
        return _ascii(_encode(_answer(request)))
    except Refusal as refusal:
        code, message = refusal.code, str(refusal)
    except BadRequest as error:
        code, message = "bad-request", str(error)
    except BadPosition as error:
        code, message = "bad-position", str(error)
    except BadMove as error:
        code, message = "bad-move", str(error)
    except Illegal as error:
        code, message = "illegal", str(error)
    except RecursionError:
        code, message = "bad-request", "the request is nested too deep"
    except Exception as error:  # a fault of ours must not stop a pipe that carries thousands of requests
        code, message = "bad-request", _confess(error, line)
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 3] + "..."
    return _ascii(_encode(Refused(identity, False, Fault(code, _printable(message)))))


def _read(line: bytes) -> Request:
    """A line as a request.

    Raises:
        Refusal: the line is no JSON, or no object.
    """
    try:
        request = _decode(line)
        # msgspec does not look into texts that it skips.
        text = line.decode()
    except UnicodeDecodeError:
        raise Refusal("bad-json", "the line is no UTF-8") from None
    except RecursionError:
        raise Refusal("bad-json", "the line is nested too deep") from None
    except msgspec.DecodeError:
        return _read_slowly(line)
    if "\r" in text:  # within the id it would break the answer's line for some readers
        request.id = msgspec.Raw(msgspec.json.format(request.id, indent=-1))
    return request


def _read_slowly(line: bytes) -> Request:
    """A line that the fast reader refuses: broken, no object, numbers or characters out of its range."""
    try:
        text = line.decode()
        found = json.loads(text, parse_constant=_refuse_constant, parse_int=_whole)
    except UnicodeDecodeError:
        raise Refusal("bad-json", "the line is no UTF-8") from None
    except RecursionError:
        raise Refusal("bad-json", "the line is nested too deep") from None
    except json.JSONDecodeError as error:
        reason = f"{error.msg} at character {error.pos + 1}" if text.strip() else "the line is blank"
        raise Refusal("bad-json", f"the line is no JSON: {reason}") from None
    except ValueError as error:
        raise Refusal("bad-json", f"the line is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise Refusal("bad-request", "a request is a JSON object")
    fields = {name: found[name] for name in Request.__struct_fields__ if name in found}
    return Request(**{**fields, "id": msgspec.Raw(_text_of_id(text).encode())})


def _refuse_constant(name: str) -> Any:
    """NaN and Infinity, which Python's reader would let through."""
    raise ValueError(f"{name} is no JSON")


def _whole(digits: str) -> int | float:
    """A whole number; one that is too long for Python to read is infinite, and so out of every range."""
    return int(digits) if len(digits) < LONGEST_NUMBER else float("inf")


def _text_of_id(text: str) -> str:
    """The id in the text of a JSON object as it was written, but for line breaks; `null` without one."""
    found = "null"
    decoder = json.JSONDecoder(parse_int=_whole)
    at = text.index("{") + 1
    while (at := _NOT_BETWEEN.search(text, at).start()) and text[at] != "}":  # type: ignore[union-attr]
        key, at = json.decoder.scanstring(text, at + 1)  # type: ignore[attr-defined]
        start = _NOT_BETWEEN.search(text, at).start()  # type: ignore[union-attr]
        _, at = decoder.raw_decode(text, start)
        if key == "id":
            found = text[start:at]
    return found.replace("\r", " ")


def _answer(request: Request) -> Played | Listed:
    """The answer to a request that can be answered.

    Raises:
        Refusal, BadRequest, BadPosition, BadMove, Illegal: it cannot.
    """
    game = _game(request.game)
    rules, position, move = request.rules, request.position, request.move
    if rules is None:
        rules = game.rule_sets[0]
    elif not isinstance(rules, str | dict):
        raise Refusal("bad-request", 'rules are a name or an object such as {"base": NAME, ...}')
    if not isinstance(position, dict):
        raise Refusal("bad-request", 'a request has a "position": an object with at least "rows"')
    if move is not None and not isinstance(move, str):
        raise Refusal("bad-request", "move is a text in the notation")
    state = game.load(rules, position)
    seat = position.get("seat") or 0
    if request.seat is not None:
        if isinstance(request.seat, bool) or not isinstance(request.seat, int):
            raise Refusal("bad-request", "seat is a whole number")
        if request.seat != seat:
            if move is not None:
                game.play(state, request.seat, move)  # which refuses it with the rule
            raise Illegal(f"the position's seat is {seat}, the request's {request.seat}")
    events: list[Event] = []
    points = 0
    legal = None
    if move is None:
        legal = game.legal(state, seat)
    else:
        played = game.play(state, seat, move)
        state, events, points = played.state, played.events, played.points
    position, outcome = game.position(state), game.outcome(state)
    if legal is None:
        return Played(request.id, True, position, events, points, outcome)
    return Listed(request.id, True, legal, position, events, points, outcome)


def _game(name: object) -> Game[Any, Any]:
    """The game of that name."""
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        asked = "a request names its game" if name is None else f"there is no game {name!r:.80}"
        raise Refusal("bad-request", f'{asked}: "game" is one of {", ".join(sorted(GAMES))}')
    return game


def _printable(message: str) -> str:
    """A message without lone surrogates, which no JSON may hold."""
    return message.encode("utf-8", "backslashreplace").decode()


def _ascii(encoded: bytes) -> bytes:
    """JSON with everything beyond ASCII escaped."""
    if encoded.isascii():
        return encoded
    return _NOT_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], encoded.decode()).encode()


def _confess(error: Exception, line: bytes) -> str:
    """What to say of a fault of the program; the log has the rest."""
    from tilewright.cli.log import write_log

    where = write_log(error, f"tilewright step, on {line[:300]!r}")
    return f"a fault of the program met this request ({type(error).__name__}); log: {where or 'none'}"


def lines_of(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream without their ends, as they come; None for one that is too long."""
    read: Callable[[int], bytes] = stream.readline
    line = read(LONGEST_LINE + 1).removeprefix(_BYTE_ORDER_MARK)
    while line:
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= LONGEST_LINE:
            yield line  # the last one
        else:
            while line and not line.endswith(b"\n"):
                line = read(LONGEST_LINE)
            yield None
        line = read(LONGEST_LINE + 1)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of `source` on `sink`, each as soon as it can be."""
    too_long = _encode(
        Refused(_NULL, False, Fault("bad-json", f"the line is longer than {LONGEST_LINE} bytes"))
    )
    for line in lines_of(source):
        sink.write((too_long if line is None else answer(line)) + b"\n")
        sink.flush()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is in the requests."""


def run(args: argparse.Namespace) -> int:
    """Answer standard input on standard output until it ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
