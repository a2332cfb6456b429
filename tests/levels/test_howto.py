"""The page `docs/howto/first-level.md` is true: files written, commands run, outputs compared.

`python -m tests.levels.test_howto` writes what the commands print now into the page.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "first-level.md"
BLOCK = re.compile(r"^```(toml|diff|console)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPEED = re.compile(r"^[\d,]+ games/s · .* s$", re.MULTILINE)
COMMAND = re.compile(r"^\$ (?:(\w+)=(\S+) )?tilewright (.*)$")

pytestmark = pytest.mark.slow


def follow(page: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Do what the page says in a folder; every console block as it stands and as it should."""
    for kind, name, body in BLOCK.findall(page):
        if kind == "toml":
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(body, encoding="utf-8")
        elif kind == "diff":
            change(folder / name, body)
        else:
            yield body, console(body, folder)


def change(file: Path, diff: str) -> None:
    """Replace the lines with - by those with +."""
    lines = diff.splitlines()
    old = "\n".join(line[1:] for line in lines if line.startswith("-")) + "\n"
    new = "\n".join(line[1:] for line in lines if line.startswith("+")) + "\n"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


def console(body: str, folder: Path) -> str:
    """The block with what its commands print; lines with > are typed into the command above them."""
    told: list[str] = []
    lines = body.splitlines()
    for at, line in enumerate(lines):
        command = COMMAND.match(line)
        if command is None:
            continue
        typed: list[str] = []
        for following in lines[at + 1 :]:
            if following.startswith("$ "):
                break
            if following.startswith("> "):
                typed.append(following[2:])
        variable, value, words = command.groups()
        environment = {**os.environ, "TILEWRIGHT_DATA": str(folder / "data"), "COLUMNS": "150"}
        environment.pop("TILEWRIGHT_LEVELS", None)
        if variable:
            environment[variable] = value
        out = (serve if words.startswith("serve") else run)(words.split(), folder, environment, typed)
        told.append(f"{line}\n{SPEED.sub('… games/s', out)}".rstrip() + "\n")
    return "\n".join(told)


def run(words: list[str], folder: Path, environment: dict[str, str], typed: list[str]) -> str:
    """What a command prints; in a pipe it repeats what is typed."""
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", *words],
        cwd=folder,
        env=environment,
        input="".join(line + "\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode in {0, 2}, done.stderr
    return done.stdout


def serve(words: list[str], folder: Path, environment: dict[str, str], typed: list[str]) -> str:
    """The first line of the server, once it has shown the level to a browser."""
    words = [*words, "--port", "0"] if "--port" not in words else words
    with subprocess.Popen(
        [sys.executable, "-m", "tilewright", *words],
        cwd=folder,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as server:
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            found = re.search(r"http://[\d.:]+", line)
            assert found, line
            games = json.loads(fetch(f"{found[0]}/api/games"))
            names = [level["name"] for game in games for pack in game["packs"] for level in pack["levels"]]
            assert names[-1] == "Frozen Pond"
            return re.sub(r":\d+/", ":8765/", line)
        finally:
            server.terminate()


def fetch(address: str) -> bytes:
    """What a local server answers, tried for a while."""
    for _ in range(50):
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return bytes(answer.read())
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"nothing answers at {address}")


def test_the_page_tells_the_truth(tmp_path: Path) -> None:
    blocks = list(follow(PAGE.read_text(encoding="utf-8"), tmp_path))
    assert len(blocks) >= 7
    for written, printed in blocks:
        assert written == printed, "run python -m tests.levels.test_howto to write the page anew"


def test_the_tables_of_the_page_hold_on_a_second_look() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shares = [float(share) for share in re.findall(r"^pond .*?1,000 +([\d.]+) %", page, re.MULTILINE)]
    goal, random, wider = shares
    assert random < goal < wider, "the page says so in words"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        for old, new in follow(text, Path(scratch)):
            text = text.replace(f"```console\n{old}```", f"```console\n{new}```", 1)
    PAGE.write_text(text, encoding="utf-8")
