"""`tilewright replay`: what it shows, what it refuses, and the first divergence by name."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tilewright.cli import main
from tilewright.core.notation import write_record
from tilewright.games import GAMES
from tilewright.table import Match

Replay = Callable[..., tuple[int, str, str]]

MOVES = 12


SETUP = {
    "rules": "designer-v1",
    "position": {
        "rows": ["? ? ? ? ? ? ?"] * 7,
        "source": {"weights": {"r": 1, "b": 1, "g": 1, "y": 1, "p": 1}},
        "moves_left": 20,
        "goals": {"r": 200},
    },
}


def played(moves: int = MOVES) -> Match[Any]:
    """A game in which the middle one of the legal moves was played, so many times."""
    game = GAMES["match3"]
    match: Match[Any] = Match(game, SETUP, 5, level="a level", started="2025-01-01T00:00:00Z")
    for number in range(moves):
        legal = game.legal(match.state, 0)
        match.play(0, legal[len(legal) // 2], 1000 * number)
    return match


@pytest.fixture(scope="module")
def text() -> str:
    return write_record(played().to_record())


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Replay:
    """Replays a text as a file; gives the exit code, stdout and stderr."""

    def run(text: str | bytes, *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "game.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        code = main(["replay", str(path), *arguments])
        out, err = capsys.readouterr()
        return code, out, err.replace(str(path), "game.txt")

    return run


def test_a_record_is_told_move_by_move(text: str, replay: Replay) -> None:
    match = played()
    code, out, err = replay(text)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith(
        "Match-3, a level, designer-v1, seed 5, started 2025-01-01T00:00:00Z: 12 moves"
    )
    for number, turn in enumerate(match.turns, start=1):
        (line,) = [line for line in lines if line.startswith(f"{number:>4}  {turn.move}")]
        assert f"{turn.points:+} points" in line
    assert lines[-1] == "12 of 12 moves replayed, 2 digests checked: as recorded."
    assert "\x1b" not in out


def test_up_to_a_move(text: str, replay: Replay) -> None:
    match = played(3)
    code, out, _ = replay(text, "--to", "3")
    assert code == 0
    assert "   3  " in out
    assert "   4  " not in out
    assert f"score {match.game.position(match.state)['score']}" in out
    assert out.endswith("3 of 12 moves replayed, 0 digests checked: as recorded.\n")
    assert replay(text, "--to", "0")[1].endswith("0 of 12 moves replayed, 0 digests checked: as recorded.\n")


@pytest.mark.parametrize("number", ["13", "-1", "x"])
def test_a_move_that_is_not_there(number: str, text: str, replay: Replay) -> None:
    code, out, err = replay(text, f"--to={number}")
    assert (code, out) == (2, "")
    assert "--to" in err


def test_json_has_an_object_for_the_opening_and_each_move(text: str, replay: Replay) -> None:
    match = played()
    code, out, _ = replay(text, "--json")
    assert code == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert [one["move"] for one in found] == list(range(MOVES + 1))
    assert found[0]["position"]["rows"] == match.game.rows(match.opening)
    for one, turn in zip(found[1:], match.turns, strict=True):
        assert (one["text"], one["points"], one["ms"]) == (turn.move, turn.points, turn.at_ms)
        assert one["position"] == match.game.position(turn.state)
        assert one["digest"] == match.game.digest(turn.state)
        assert one["events"]
    assert len(replay(text, "--json", "--to", "4")[1].splitlines()) == 5


def test_a_record_comes_from_standard_input_too(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + text.encode())))
    assert main(["replay", "-", "--to", "1"]) == 0
    assert "1 of 12 moves" in capsys.readouterr().out


def line_of(text: str, part: str) -> int:
    """The number of the line that begins so."""
    return next(number for number, line in enumerate(text.splitlines(), start=1) if line.startswith(part))


def test_a_wrong_digest_is_the_first_divergence(text: str, replay: Replay) -> None:
    digest = played(10).digest()
    code, out, err = replay(text.replace(digest, "0" * 12))
    assert code == 1
    assert "   9  " in out
    assert err.startswith("First divergence: game.txt, line ")
    assert f"line {line_of(text, '# digest 10') - 1}" in err
    assert "moves 1 to 10" in err
    assert replay(text.replace(digest, "0" * 12), "--to", "9")[0] == 0
    assert replay(text.replace(digest, "0" * 12), "--json")[0] == 1


def test_a_move_that_cannot_be_played_is_the_first_divergence(text: str, replay: Replay) -> None:
    lines = text.splitlines()
    at = line_of(text, "# digest 10") - 3
    for move in ("a1-c3", "nonsense"):
        changed = [*lines[: at - 1], f"0 {move} 1", *lines[at:]]
        code, _, err = replay("\n".join(changed))
        assert code == 1
        assert f"game.txt, line {at}: " in err
        assert "ove 8, " in err


def test_a_move_of_another_seat_is_a_divergence(text: str, replay: Replay) -> None:
    lines = text.splitlines()
    at = lines.index("") + 1
    lines[at] = "3" + lines[at][1:]
    code, _, err = replay("\n".join(lines))
    assert code == 1
    assert f"line {at + 1}" in err


def test_a_digest_behind_the_last_move_is_a_divergence(text: str, replay: Replay) -> None:
    code, _, err = replay(text + "# digest 40 abcdef\n")
    assert code == 1
    assert f"line {len(text.splitlines()) + 1}: a digest after move 40, but there are 12 moves" in err


def test_a_digest_of_the_opening_is_checked(text: str, replay: Replay) -> None:
    opening = played(0).digest()
    assert replay(text + f"# digest 0 {opening}\n")[0] == 0
    code, _, err = replay(text + "# digest 0 abcdef\n")
    assert code == 1
    assert f"line {len(text.splitlines()) + 1}" in err


def test_a_record_of_other_rules_is_refused(text: str, replay: Replay) -> None:
    code, out, err = replay(text.replace("Rules-Version: 1", "Rules-Version: 99"))
    assert (code, out) == (2, "")
    assert "version 99" in err
    assert "version 1" in err


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("Seed: 5", "Seed: five", 6, "Seed"),
        ("Seed: 5", "Seat: 5", None, "Seed"),
        ("Tilewright-Record: 1", "Tilewright-Record: 7", 1, "format"),
        ("Tilewright-Record: 1\n", "", None, "Tilewright-Record"),
        ("Setup: {", "Setup: [", 9, "Setup"),
        ("\n\n", "\n\n0 a1-a2\n", 11, "a1-a2"),
        ("\n\n", "\n\n\nx a1-a2 5\n", 12, "a1-a2"),
        ("Game: match3", "Game match3", 2, "Key: value"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(
    old: str, new: str, line: int | None, said: str, text: str, replay: Replay
) -> None:
    assert old in text
    code, out, err = replay(text.replace(old, new, 1))
    assert (code, out) == (2, "")
    assert said in err
    assert f"game.txt, line {line}: " in err if line else "game.txt, line " in err


def test_an_unknown_game_is_refused(text: str, replay: Replay) -> None:
    code, _, err = replay(text.replace("Game: match3", "Game: chess"))
    assert code == 2
    assert "chess" in err
    assert "match3" in err


def test_a_setup_that_cannot_be_is_refused(text: str, replay: Replay) -> None:
    code, _, err = replay(text.replace('"moves_left":20', '"moves_left":-20'))
    assert code == 2
    assert "setup" in err


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe\x00", b"nonsense", b"\n\n\n", b"{}"])
def test_any_other_file_is_refused_in_a_sentence(raw: bytes, replay: Replay) -> None:
    code, out, err = replay(raw)
    assert (code, out) == (2, "")
    assert err.startswith("game.txt")
    assert "Traceback" not in err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "no-such-record.txt"]) == 2
    assert capsys.readouterr().err == "no-such-record.txt cannot be read: No such file or directory.\n"


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_on_a_terminal_enter_steps_and_b_goes_back(text: str, tmp_path: Path) -> None:
    import pty

    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    parent, child = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tilewright", "replay", str(path)],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
    ) as process:
        os.close(child)
        seen = b""
        typed = ["q", "x", "99", "5", "e", "b", "", ""]
        while True:
            if typed and seen.endswith(b"/12] "):
                os.write(parent, f"{typed.pop()}\n".encode())
            try:
                piece = os.read(parent, 65536)
            except OSError:
                break
            if not piece:
                break
            seen += piece
        assert process.wait(60) == 0
    os.close(parent)
    shown = [
        int(part.split("/")[0]) for part in seen.decode().replace("\x1b", "").split("[") if "/12] " in part
    ]
    assert shown == [0, 1, 2, 1, 12, 5, 5, 5]
    assert "The end of the record." in seen.decode()
