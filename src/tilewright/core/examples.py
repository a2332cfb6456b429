"""Executed rule pages: the Markdown of a rules page, read into sections with examples to put to a game.

An example is a fenced block that a person can read: above `move` stands the position, below it what follows.

    ```example
    M14: four in a line leave a rocket across it
    goals: r 5
    r r b r
    b g r g
    y y g b
    move: c2-c1
    . . | .
    b g b g
    y y g b
    points: 40
    goals: r 1
    ```

The first line names the rules shown and says what happens. Keys of the position take a number, a word, a list
of pairs such as `r 5, ice 2`, or JSON; `rules: NAME with tunable 2, other 0` chooses another rule set,
`by: 1` the seat that moves. Below `move` stand rows and any of `points:`, `event:` (in this order, others may
lie between), `without:` (no event begins so), `illegal:` (part of the reason), `outcome:`, `winners:`,
`totals:`, `legal:` and keys of the new position. A block without `move` says what is `legal:` in the position
as it stands, or by which words it is `refused:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from tilewright.core.events import Change, Clear, Event, Note, Score, Slide, Spawn
from tilewright.core.game import BadMove, BadPosition, BadRequest, Game, Illegal
from tilewright.core.notation import read_rows, write_rows

FENCE: Final = "```"
KIND: Final = "example"

_CAPTION: Final = re.compile(r"([A-Z][0-9]+(?:, [A-Z][0-9]+)*): (.+)\Z")
_KEY: Final = re.compile(r"([a-z_]+):(?:\s+(.*))?\Z")
_RULES: Final = re.compile(r"(\S+)(?: with (.+))?\Z")
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}\Z")
_SAID: Final = ("points", "event", "without", "illegal", "refused", "outcome", "winners", "totals", "legal")


class PageError(ValueError):
    """A rules page that cannot be read; names the file and the line, which counts from 1."""

    def __init__(self, name: str, line: int, reason: str) -> None:
        """Say where and what is wrong, and what to write."""
        super().__init__(f"{name}:{line}: {reason}")
        self.line = line
        self.reason = reason


class Example(msgspec.Struct, frozen=True):
    """One executed example: a position, perhaps a move, and what must follow."""

    line: int
    rules_shown: tuple[str, ...]
    text: str
    rules: str | dict[str, Any] | None
    position: dict[str, Any]
    move: str | None = None
    seat: int | None = None
    after: tuple[str, ...] | None = None
    points: int | None = None
    events: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    illegal: str | None = None
    refused: str | None = None
    outcome: str | None = None
    winners: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    legal: tuple[str, ...] | None = None
    left: dict[str, Any] = {}

    @property
    def rows(self) -> list[str]:
        """The rows of the position."""
        rows: list[str] = self.position["rows"]
        return rows


class Section(msgspec.Struct, frozen=True):
    """A heading, its text as Markdown, and its examples in order."""

    title: str
    text: str
    examples: tuple[Example, ...]


class Page(msgspec.Struct, frozen=True):
    """A rules page."""

    title: str
    sections: tuple[Section, ...]

    def examples(self) -> Iterator[Example]:
        """All examples in the order of the page."""
        for section in self.sections:
            yield from section.examples


def read_page(text: str, name: str = "page") -> Page:
    """Read a rules page; `name` is the file that errors name.

    Raises:
        PageError: no title, an unclosed block, or an example that cannot be read.
    """
    title = ""
    sections: list[Section] = []
    heading, prose, examples = "", list[str](), list[Example]()
    lines = text.splitlines()
    at = 0

    def close() -> None:
        body = "\n".join(prose).strip()
        if heading or body or examples:
            sections.append(Section(heading or title, body, tuple(examples)))

    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith(FENCE):
            end = at
            while end < len(lines) and lines[end].strip() != FENCE:
                end += 1
            if end == len(lines):
                raise PageError(name, at, "this block is never closed: end it with a line of ```")
            if line[len(FENCE) :].strip() == KIND:
                examples.append(read_example(lines[at:end], at + 1, name))
            else:
                prose.extend(lines[at - 1 : end + 1])
            at = end + 1
        elif line.startswith("# ") and not title:
            title = line[2:].strip()
        elif line.startswith("## "):
            close()
            heading, prose, examples = line[3:].strip(), [], []
        else:
            prose.append(line)
    close()
    if not title:
        raise PageError(name, 1, "the page has no title: begin it with a line such as `# Match-3`")
    return Page(title, tuple(sections))


def read_example(lines: list[str], first: int, name: str) -> Example:
    """Read the lines of one block; `first` is the line number of the first of them.

    Raises:
        PageError: names the line that cannot be read.
    """
    caption = _CAPTION.match(lines[0].strip()) if lines else None
    if caption is None:
        raise PageError(name, first, "an example begins with its rules, such as `M14, M15: four in a line …`")
    above: dict[str, Any] = {}
    below: dict[str, Any] = {}
    said: dict[str, list[str]] = {}
    rows: list[str] = []
    after: list[str] = []
    rules: str | dict[str, Any] | None = None
    move: str | None = None
    for number, line in enumerate(lines[1:], start=first + 1):
        stripped = line.strip()
        if not stripped:
            continue
        match = _KEY.match(stripped)
        if match is None:
            (rows if move is None else after).append(stripped)
            continue
        key, value = match[1], (match[2] or "").strip()
        try:
            if key == "move":
                if move is not None:
                    raise ValueError("an example has one move; make another block for the next")
                move = value
            elif key == "rules" and move is None:
                rules = _read_rules(value)
            elif key in _SAID:
                said.setdefault(key, []).append(value)
            else:
                there = above if move is None else below
                if key in there or key == "rows":
                    raise ValueError(f"`{key}:` cannot stand here")
                there[key] = read_value(value)
        except ValueError as error:
            raise PageError(name, number, str(error)) from None
    try:
        if move is None and not ("legal" in said or "refused" in said):
            raise ValueError("an example has a `move:`, or says what is `legal:` or `refused:`")
        if move is not None and not (after or below or said):
            raise ValueError("an example says below its move what follows: rows, `points:`, `illegal:` …")
        if after:
            after = write_rows(read_rows(after))
        if not rows:
            raise ValueError("an example has the rows of a position")
        points = _numbers(said, "points")
        if points is not None and len(points) != 1:
            raise ValueError("`points:` is one number")
        legal = _only(said, "legal")
        seat = below.pop("by", above.pop("by", None))
        if seat is not None and not isinstance(seat, int):
            raise ValueError(f"`by:` is the number of a seat, not {seat!r}")
        return Example(
            line=first,
            rules_shown=tuple(caption[1].split(", ")),
            text=caption[2],
            rules=rules,
            position={"rows": rows, **above},
            move=move,
            seat=seat,
            after=tuple(after) if after else None,
            points=points[0] if points is not None else None,
            events=tuple(said.get("event", ())),
            without=tuple(said.get("without", ())),
            illegal=_only(said, "illegal"),
            refused=_only(said, "refused"),
            outcome=_only(said, "outcome"),
            winners=_numbers(said, "winners"),
            totals=_numbers(said, "totals"),
            legal=None if legal is None else tuple(_listed(legal)),
            left=below,
        )
    except ValueError as error:
        raise PageError(name, first, str(error)) from None


def _only(said: Mapping[str, list[str]], key: str) -> str | None:
    """What the block says under `key`, which it may say once."""
    values = said.get(key, [])
    if len(values) > 1:
        raise ValueError(f"`{key}:` stands here more than once")
    return values[0] if values else None


def _numbers(said: Mapping[str, list[str]], key: str) -> tuple[int, ...] | None:
    """The whole numbers that the block says under `key`."""
    value = _only(said, key)
    if value is None:
        return None
    words = _listed(value)
    if not all(_WHOLE.match(word) for word in words):
        raise ValueError(f"{key} are whole numbers with commas between them, not {value!r}")
    return tuple(int(word) for word in words)


def _listed(value: str) -> list[str]:
    """Texts between commas; `none` for an empty list."""
    return [] if value == "none" else [part.strip() for part in value.split(",")]


def _read_rules(value: str) -> str | dict[str, Any]:
    """`NAME` or `NAME with tunable 2, other 0`."""
    match = _RULES.match(value)
    if match is None:
        raise ValueError("rules read `NAME` or `NAME with tunable 2, other 0`")
    if match[2] is None:
        return match[1]
    tunables = read_value(match[2])
    if not isinstance(tunables, dict):
        raise ValueError(f"tunables read `tunable 2, other 0`, not {match[2]!r}")
    return {"base": match[1], **tunables}


def read_value(text: str) -> Any:
    """A key's value: JSON, a whole number, a word, or pairs `key value, key value`.

    Raises:
        ValueError: none of these.
    """
    if text[:1] in ("{", "[", '"'):
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise ValueError(f"{text!r} is no JSON: {error}") from None
    if _WHOLE.match(text):
        return int(text)
    parts = [part.split() for part in text.split(",")]
    if len(parts) == 1 and len(parts[0]) == 1:
        return {"null": None}.get(text, text)
    if any(len(part) not in (1, 2) for part in parts) or not all(part for part in parts):
        raise ValueError(f"{text!r} is no value: write a number, a word, pairs such as `r 5, ice 2`, or JSON")
    pairs = {part[0]: part[1] if len(part) == 2 else "" for part in parts}
    return {key: int(value) if _WHOLE.match(value) else value for key, value in pairs.items()}


def event_text(event: Event) -> str:
    """An event in one line of words, as `event:` names it; the wave is left out."""
    match event:
        case Slide(from_=start, to=to):
            return f"slide {start} {to}"
        case Spawn(at=at, token=token):
            return f"spawn {at} {token}"
        case Clear(at=at):
            return f"clear {at}"
        case Change(at=at, token=token):
            return f"change {at} {token}"
        case Score(points=points, seat=seat):
            return f"score {points} seat {seat}" if seat else f"score {points}"
        case Note(what=what, at=at, token=token, value=value):
            words = ["note", what, at or "", token or "", str(value) if value else ""]
            return " ".join(word for word in words if word)


class Performed(msgspec.Struct, frozen=True):
    """An example put to the game: what came of it, and where that differs from what the page says."""

    events: list[Event]
    after: list[str]
    points: int
    illegal: str | None
    faults: list[str]


def perform(game: Game[Any, Any], example: Example) -> Performed:
    """Put an example to a game. Nothing is raised for what the page gets wrong: that is in `faults`."""
    rules = example.rules if example.rules is not None else game.rule_sets[0]
    try:
        state = game.load(rules, example.position)
    except (BadPosition, BadRequest) as error:
        fault = _told("refused", example.refused, str(error))
        return Performed([], example.rows, 0, str(error), fault)
    faults = [] if example.refused is None else [f"the position is not refused ({example.refused})"]
    to_act = game.to_act(state)
    seat = example.seat if example.seat is not None else (to_act[0] if to_act else 0)
    events: list[Event] = []
    points = 0
    illegal = None
    before = game.rows(state)
    if example.move is not None:
        try:
            played = game.play(state, seat, game.parse(example.move))
        except BadMove as error:
            faults.append(f"move: {error}")
        except Illegal as error:
            illegal = str(error)
        else:
            state, events, points = played.state, played.events, played.points
    after = game.rows(state)
    faults += _told("illegal", example.illegal, illegal)
    if illegal is not None and after != before:
        faults.append("an illegal move changed the board")
    if example.after is not None and list(example.after) != after:
        faults.append("the board is then\n" + "\n".join(after))
    if example.points is not None and example.points != points:
        faults.append(f"points: {points}, not {example.points}")
    faults += _events_missing(example, [event_text(event) for event in events])
    faults += _position_differs(game, state, seat, example)
    return Performed(events, after, points, illegal, faults)


def _told(key: str, wanted: str | None, got: str | None) -> list[str]:
    """Whether a refusal is as the page says."""
    if got is None:
        return [] if wanted is None else [f"{key}: nothing is, though the page says {wanted!r}"]
    return [] if wanted is not None and wanted in got else [f"{key}: {got}"]


def _events_missing(example: Example, texts: list[str]) -> list[str]:
    """The wanted events that do not come in this order, and those that must not come but do."""
    faults: list[str] = []
    rest = iter(texts)
    for wanted in example.events:
        if not any(text == wanted for text in rest):
            faults.append(f"event: no {wanted!r} in its place among {texts}")
            break
    for unwanted in example.without:
        faults += [f"without: {text!r}" for text in texts if f"{text} ".startswith(f"{unwanted} ")]
    return faults


def _position_differs(game: Game[Any, Any], state: Any, seat: int, example: Example) -> list[str]:
    """Where the position, its legal moves or its outcome are not what the page says."""
    faults: list[str] = []
    position = game.position(state)
    for key, value in example.left.items():
        if position.get(key) != value:
            faults.append(f"{key}: {position.get(key)!r}, not {value!r}")
    if example.legal is not None:
        to_act = game.to_act(state)
        legal = game.legal(state, to_act[0] if to_act else seat)
        if legal != list(example.legal):
            faults.append(f"legal: {', '.join(legal) or 'none'}")
    outcome = game.outcome(state)
    if example.outcome is not None:
        text = "none" if outcome is None else f"{outcome.result} {outcome.reason}"
        if text != example.outcome:
            faults.append(f"outcome: {text}")
    for key, wanted in (("winners", example.winners), ("totals", example.totals)):
        got = getattr(outcome, key, ())
        if wanted is not None and got != wanted:
            faults.append(f"{key}: {', '.join(map(str, got)) or 'none'}")
    return faults
