"""`tilewright play` and `tilewright levels`, driven through a pipe."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tilewright.cli import main, saves
from tilewright.cli.board import draw, face_of, write_plain
from tilewright.cli.session import Session
from tilewright.content import Level, load_level, packs
from tilewright.core.notation import read_record
from tilewright.games import GAMES
from tilewright.table import Match

LEVEL = """\
format = 1
game = "match3"
name = "Small"
author = "Tests"
idea = "Two moves, three reds."
rules = "designer-v1"
moves = 3
board = \"\"\"
r b g y
b r b g
r g r b
y b g y
\"\"\"
source = "none"
goals = { b = 3 }
stars = { two = 1, three = 2 }
"""

Play = Callable[..., tuple[int, str]]


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(LEVEL, encoding="utf-8")
    return path


@pytest.fixture
def play(
    tmp_path: Path, level: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    """Types lines into a game of the small level; gives the exit code and what was printed."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")

    def typed(*lines: str, arguments: tuple[str, ...] = (), name: Path | str = level) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["play", str(name), *arguments])
        out, err = capsys.readouterr()
        return code, out + err

    return typed


def saved(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "data" / "games"
    return sorted(folder.glob("*.txt")) if folder.is_dir() else []


def test_a_level_is_shown_and_won(play: Play, tmp_path: Path) -> None:
    code, out = play("b1-b2", "c1-c2")
    assert code == 0
    assert "Small  (small, designer-v1, seed " in out
    assert "Two moves, three reds." in out
    assert "   a b c d\n1  r b g y\n2  b r b g\n" in out
    assert "moves 3   goals b 3   score 0" in out
    assert "> b1-b2\nb1-b2: swap sapphire b1 with ruby b2.\nCleared 3 pieces: +30 points.\n" in out
    assert "Won: all goals are met. Total 30. *** 3 of 3 stars." in out
    assert "The game is over: restart, undo in practice, or quit." in out
    assert "\x1b" not in out
    assert saved(tmp_path) == []


def test_refusals_say_why_and_cost_nothing(play: Play) -> None:
    code, out = play("a1-c1", "a1-b1", "a1!", "z9-z8", "nonsense", "", "   ")
    assert code == 0
    assert len(re.findall(r"That is not allowed\. .* \(M\d+\)\.", out)) == 4
    assert "'nonsense' is no move" in out
    assert "Type help for what can be typed." in out
    assert out.count("moves 3") == 1


def test_moves_are_typed_as_people_type(play: Play) -> None:
    _, out = play("B1-B2")
    assert "b1-b2: swap" in out


def test_a_game_is_saved_after_each_move_and_goes_on(play: Play, level: Path, tmp_path: Path) -> None:
    level.write_text(LEVEL.replace("b = 3", "g = 4"), encoding="utf-8")
    _, out = play("b1-b2", arguments=("--seed", "5"))
    assert "Saved. The same command goes on here." in out
    (file,) = saved(tmp_path)
    record = read_record(file.read_text(encoding="utf-8"))
    assert [move.move for move in record.moves] == ["b1-b2"]
    assert record.digests
    code, out = play("quit")
    assert code == 0
    assert "seed 5" in out
    assert "Going on after 1 move; restart begins anew." in out
    assert "moves 2" in out
    _, out = play("quit", arguments=("--new", "--seed", "6"))
    assert "seed 6" in out
    assert "moves 3" in out
    _, out = play("quit", arguments=("--seed", "7"))
    assert "seed 7" in out


def test_an_edited_level_does_not_meet_its_old_game(play: Play, level: Path) -> None:
    play("b1-b2", arguments=("--seed", "1"))
    level.write_text(LEVEL.replace("moves = 3", "moves = 9"), encoding="utf-8")
    _, out = play("quit")
    assert "moves 9" in out
    assert "Going on" not in out


def test_a_spoilt_save_is_set_aside(play: Play, level: Path, tmp_path: Path) -> None:
    level.write_text(LEVEL.replace("b = 3", "g = 4"), encoding="utf-8")
    play("b1-b2")
    (file,) = saved(tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace("b1-b2", "a1-b1"), encoding="utf-8")
    code, out = play("quit")
    assert code == 0
    assert "The saved game cannot go on: " in out
    assert "It was set aside as" in out
    assert file.with_suffix(".old.txt").is_file()
    for nonsense in (b"\xff\xfe", b"", b"nonsense"):
        file.write_bytes(nonsense)
        assert "cannot go on" in play("quit")[1]


def test_undo_follows_the_table_s_policy(play: Play, level: Path) -> None:
    level.write_text(LEVEL.replace("b = 3", "g = 4"), encoding="utf-8")
    _, out = play("undo", "b1-b2", "undo", "undo")
    assert out.count("There is no move to take back.") == 2
    assert "Taken back." in out
    chance = LEVEL.replace('source = "none"', "source = { weights = { r = 1, b = 1, g = 1, y = 1, p = 1 } }")
    level.write_text(chance.replace("b = 3", "g = 30"), encoding="utf-8")
    _, out = play("b1-b2", "undo")
    assert "Chance had a hand in the last move" in out
    _, out = play("b1-b2", "undo", arguments=("--practice",))
    assert "Taken back." in out
    assert ", practice)" in out


def test_after_the_end_practice_takes_back_and_restart_begins_anew(play: Play) -> None:
    _, out = play("b1-b2", "undo", arguments=("--practice",))
    assert "Won" in out
    assert "Taken back." in out
    _, out = play("b1-b2", "restart", "restart 77", "restart x", "quit")
    assert "A new game with seed 77." in out
    assert "'x' is no seed" in out


def test_hint_moves_board_and_help(play: Play) -> None:
    _, out = play("hint", "moves", "board", "help", "?")
    assert re.search(r"Try (\w\d-\w\d): swap ", out)
    assert "b1-b2" in out
    assert out.count("1  r b g y") == 2
    assert out.count("hint       a good move") == 2


def test_the_hint_is_legal(play: Play) -> None:
    _, out = play("hint")
    match = re.search(r"Try (\S+):", out)
    assert match
    assert "That is not allowed" not in play(match[1])[1]


def test_records_are_written_and_nothing_else_is_overwritten(play: Play, tmp_path: Path) -> None:
    target = tmp_path / "game.txt"
    _, out = play("b1-b2", arguments=("--record", str(target)))
    assert f"The record is in {target}." in out
    assert [move.move for move in read_record(target.read_text(encoding="utf-8")).moves] == ["b1-b2"]
    assert play("quit", arguments=("--record", str(target)))[0] == 0
    other = tmp_path / "other.txt"
    other.write_text("a diary", encoding="utf-8")
    code, out = play("quit", arguments=("--record", str(other)))
    assert code == 2
    assert "is no record" in out
    code, out = play("quit", arguments=("--record", str(tmp_path / "no" / "folder.txt")))
    assert code == 2
    assert "There is no folder" in out
    _, out = play(f"save {other}", f"save {tmp_path / 'new.txt'}", "save")
    assert "is no record" in out
    assert f"The record is in {tmp_path / 'new.txt'}." in out
    assert "Saved as " in out
    assert other.read_text(encoding="utf-8") == "a diary"


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_leaving(word: str, play: Play) -> None:
    code, out = play(word, "b1-b2")
    assert code == 0
    assert "b1-b2:" not in out


def test_an_interruption_saves_first(
    play: Play, tmp_path: Path, level: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(session: Session) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "_ask", interrupted)
    code, out = play()
    assert code == 130
    assert "Saved." in out
    assert len(saved(tmp_path)) == 1


def test_a_folder_that_cannot_be_written_is_told_once(
    play: Play, monkeypatch: pytest.MonkeyPatch, level: Path
) -> None:
    def full(path: Path, match: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(saves, "write", full)
    level.write_text(LEVEL.replace("b = 3", "g = 4"), encoding="utf-8")
    code, out = play("b1-b2", "save", "quit")
    assert code == 0
    assert out.count("The game cannot be saved: No space left on device") == 1


@pytest.mark.parametrize("name", ["no-such-level", "designer-v1/99", "no/where.toml"])
def test_a_level_that_is_not_there_is_told(name: str, play: Play) -> None:
    code, out = play(name=name)
    assert code == 2
    assert "there is no such level" in out
    assert "Traceback" not in out


def test_a_broken_level_is_told_with_line_and_remedy(play: Play, level: Path) -> None:
    level.write_text(LEVEL.replace("r b g y", "r b x y"), encoding="utf-8")
    code, out = play()
    assert code == 2
    assert f"{level}:" in out
    assert "c1" in out


def test_a_shipped_level_plays(play: Play) -> None:
    code, out = play("hint", "quit", name="designer-v1/1")
    assert code == 0
    assert "designer-v1/01" in out


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_on_a_terminal_there_are_colours_and_shapes_and_ctrl_d_saves(level: Path, tmp_path: Path) -> None:
    import pty

    parent, child = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tilewright", "play", str(level)],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "xterm-256color", "TILEWRIGHT_DATA": str(tmp_path), "LANG": "C.UTF-8"},
    ) as process:
        os.close(child)
        seen = b""
        typed = [b"\x04", b"hint\n"]
        while True:
            if typed and seen.endswith(b"> "):
                os.write(parent, typed.pop())
            try:
                piece = os.read(parent, 65536)
            except OSError:
                break
            if not piece:
                break
            seen += piece
        assert process.wait(60) == 0
    os.close(parent)
    text = seen.decode()
    assert "▲r" in text
    assert "\x1b[" in text
    assert "Try " in text
    assert "Saved." in text


# ── boards ────────────────────────────────────────────────────────────────────


def test_a_plain_board_is_the_notation_in_columns() -> None:
    assert write_plain(["r'', # [2]", ". % r-"]) == "   a    b    c\n1  r'', #    [2]\n2  .    %    r-"


@pytest.mark.parametrize(
    "cell", ["r", "r-", "-", "%", "@", "[3]", "[3],", ".", ".,", "#", "g''',,", "1", "rgyb/20"]
)
def test_every_cell_has_a_face_of_its_own(cell: str) -> None:
    from rich.style import Style

    for shapes in (True, False):
        face, style = face_of(cell, shapes=shapes)
        Style.parse(style)
        assert shapes or face.isascii()
    assert len({face_of(piece)[0] for piece in "rbgypo-|*%@."}) == 12


def test_a_drawn_board_is_straight() -> None:
    picture = draw(["r g'''''', #", "[2], % r-", ". ., @'"]).plain.splitlines()
    assert len({len(line) for line in picture[1:-1]}) == 1
    assert picture[0].split() == ["a", "b", "c"]


# ── saves ─────────────────────────────────────────────────────────────────────


def test_saves_of_all_levels_have_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    levels = [level for pack in packs() for level in pack.levels]
    names = {saves.save_path(level, practice=practice) for level in levels for practice in (True, False)}
    assert len(names) == 2 * len(levels)


def test_a_save_is_written_whole_or_not_at_all(level: Path, tmp_path: Path) -> None:
    found: Level = load_level(level)
    match = Match(GAMES[found.game], found.setup, 1)
    target = tmp_path / "x.txt"
    saves.write(target, match)
    saves.write(target, match)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("x")] == ["x.txt"]
    with pytest.raises(OSError, match="No such file"):
        saves.write(tmp_path / "gone" / "x.txt", match)


# ── levels ────────────────────────────────────────────────────────────────────


def test_levels_lists_packs_and_levels(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["levels"]) == 0
    lines = capsys.readouterr().out.splitlines()
    every = packs()
    assert sum(line.startswith("  ") for line in lines) == sum(len(pack.levels) for pack in every)
    for pack in every:
        assert any(line.startswith(pack.title) and pack.id in line for line in lines)
        names = [line for line in lines if line.startswith(f"  {pack.id}/")]
        assert [line.split()[0] for line in names] == [level.id for level in pack.levels]
        assert len({line.index(level.name) for line, level in zip(names, pack.levels, strict=True)}) == 1


def test_levels_of_one_pack_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", "designer-v1", "--json"]) == 0
    (pack,) = json.loads(capsys.readouterr().out)
    assert pack["id"] == "designer-v1"
    first = pack["levels"][0]
    assert (first["id"], first["number"]) == ("designer-v1/01", 1)
    assert first["moves"] > 0
    assert first["goals"]


def test_a_pack_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", "nothing"]) == 2
    err = capsys.readouterr().err
    assert "There is no pack 'nothing'." in err
    assert "designer-v1" in err


def test_the_parser_of_play_is_complete() -> None:
    from tilewright.cli import play as command

    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    args = parser.parse_args(["x", "--seed", "-4", "--new", "--practice", "--record", "f"])
    assert (args.level, args.seed, args.new, args.practice, args.record) == ("x", -4, True, True, Path("f"))
