"""The command itself: help, errors, interruptions, and what a start must not import."""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tilewright
from tilewright import cli
from tilewright.cli import COMMANDS, CommandError, main


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A command `probe` whose `run` a test may set."""
    module = ModuleType("tilewright_probe")
    module.NAME = "probe"  # type: ignore[attr-defined]
    module.HELP = "Probe."  # type: ignore[attr-defined]
    module.add_arguments = lambda parser: parser.add_argument("--number", type=int)  # type: ignore[attr-defined]
    module.run = lambda args: 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tilewright_probe", module)
    monkeypatch.setattr(cli, "COMMANDS", (("probe", "tilewright_probe", "probe something"), *COMMANDS))
    return module


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, env=os.environ, check=False
    )


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_lists_every_command_with_a_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for name, _, line in COMMANDS:
        assert name in out
        assert line in " ".join(out.split())


@pytest.mark.parametrize(("name", "module"), [(name, module) for name, module, _ in COMMANDS])
def test_every_command_is_a_module_that_explains_itself(
    name: str, module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.import_module(module)
    assert name == found.NAME
    for arguments in ([name, "--help"], ["help", name]):
        assert main(arguments) == 0
        out = capsys.readouterr().out
        assert found.HELP.split("\n", maxsplit=1)[0][:40] in out
        assert f"tilewright {name}" in out


def test_help_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; from tilewright.cli import main; main(['--help']);"
        "sys.exit(bool({'numpy', 'numba', 'msgspec', 'rich', 'aiohttp'} & set(sys.modules)))"
    )
    assert python("-c", code).returncode == 0


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tilewright {tilewright.__version__}\n"


def test_the_package_runs_as_a_module() -> None:
    done = python("-m", "tilewright", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"tilewright {tilewright.__version__}\n", "")


@pytest.mark.parametrize(
    ("word", "near"), [("stp", "step"), ("PLAY", "play"), ("level", "levels"), ("xyz", "")]
)
def test_an_unknown_command_names_the_nearest(
    word: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"There is no command {word!r}." in err
    assert (f"Did you mean {near}?" in err) == bool(near)
    assert len(err.splitlines()) == 2


@pytest.mark.parametrize("arguments", [["--nonsense"], ["probe", "--nonsense"], ["probe", "--number", "x"]])
def test_bad_arguments_are_told_in_two_lines(
    arguments: list[str], command: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 2
    assert "--help" in err


def test_the_exit_code_is_the_command_s(command: ModuleType) -> None:
    seen = []

    def run(args: argparse.Namespace) -> int:
        seen.append(args.number)
        return 7

    command.run = run  # type: ignore[attr-defined]
    assert main(["probe", "--number", "5"]) == 7
    assert seen == [5]


def raising(error: BaseException) -> object:
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def test_an_expected_error_is_told_with_its_remedy(
    command: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    command.run = raising(CommandError("It is broken.", "Mend it."))  # type: ignore[attr-defined]
    assert main(["probe"]) == 2
    assert capsys.readouterr() == ("", "It is broken.\nMend it.\n")


def test_an_interruption_is_no_accident(command: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    command.run = raising(KeyboardInterrupt())  # type: ignore[attr-defined]
    assert main(["probe"]) == 130
    assert capsys.readouterr() == ("", "\nStopped.\n")


def test_a_fault_is_a_sentence_and_a_log(
    command: ModuleType,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    command.run = raising(ZeroDivisionError("by nothing\nat all"))  # type: ignore[attr-defined]
    assert main(["probe", "--number", "3"]) == 1
    out, err = capsys.readouterr()
    (log,) = (tmp_path / "logs").iterdir()
    assert out == ""
    assert err.splitlines() == [
        "Something went wrong inside Tilewright: ZeroDivisionError: by nothing",
        f"Please report it with the log {log}",
    ]
    text = log.read_text(encoding="utf-8")
    assert "tilewright probe --number 3" in text
    assert "Traceback" in text
    assert "by nothing" in text


def test_a_command_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "COMMANDS", (("gone", "tilewright.cli.no_such_module", "x"),))
    assert main(["gone"]) == 2
    assert "comes without the command gone" in capsys.readouterr().err


def test_a_missing_package_is_told(
    command: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> ModuleType:
        raise ModuleNotFoundError("No module named 'msgspec'", name="msgspec")

    monkeypatch.setattr(importlib, "import_module", missing)
    assert main(["probe"]) == 2
    err = capsys.readouterr().err
    assert "needs the package msgspec" in err
    assert "run.py setup" in err


@pytest.mark.skipif(os.name == "nt", reason="pipes break differently there")
def test_a_reader_that_leaves_is_no_accident() -> None:
    code = (
        "import sys, tilewright.cli as cli; from types import ModuleType; p = ModuleType('p');"
        "sys.modules['p'] = p; p.NAME = p.HELP = 'p'; p.add_arguments = lambda parser: None;"
        "p.run = lambda args: [print('x' * 1000) for _ in range(10000)] and 0;"
        "cli.COMMANDS = (('p', 'p', 'p'),); sys.exit(cli.main(['p']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 141


def test_characters_that_the_output_cannot_show_do_not_stop_a_command() -> None:
    code = "from tilewright.cli import main; main(['--version']); print('★')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"?\n")
