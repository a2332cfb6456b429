"""The commands of run.py: what they say to a person, and when they do a step again."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tools import client, commands, environment, fingerprint, paths, shell
from tools.progress import Progress, together

RUN = paths.ROOT / "run.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(RUN), *arguments], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("arguments", [(), ("help",), ("--help",)])
def test_help_names_every_command(arguments: Sequence[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(name in done.stdout for name in ("play", "test", "setup", "check", "bench", "help"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("frobnicate",), "frobnicate"),
        (("play", "--port", "70000"), "'70000' is not a port number"),
        (("play", "--port", "-1"), "--port"),
        (("test", "everything"), "everything"),
    ],
)
def test_bad_arguments_are_told_in_a_sentence(arguments: Sequence[str], told: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 2


def test_an_old_python_is_told_so() -> None:
    old = f"import runpy, sys; sys.version_info = (3, 9, 18); runpy.run_path({str(RUN)!r})"
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("Tilewright needs Python 3.11 or newer, and this is Python 3.9")
    ast.parse(RUN.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_an_interruption_is_no_accident(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "set_up", interrupted)
    monkeypatch.setattr(shell, "stop_all", lambda: None)
    assert commands.main(["setup"]) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


def test_a_failing_step_tells_its_command_its_output_and_a_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(progress: Progress, **_: object) -> None:
        with progress.step("Something"):
            shell.quietly(
                [sys.executable, "-c", "print('the reason'); raise SystemExit(3)"], remedy="Do this."
            )

    monkeypatch.setattr(commands, "set_up", failing)
    assert commands.main(["setup"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("  Something ")
    assert out.endswith("failed\n")
    first, *rest = err.strip().splitlines()
    assert first.startswith("Failed with exit code 3: ")
    assert rest == ["the reason", "Do this."]


def test_jobs_done_together_are_all_waited_for_and_a_failure_is_handed_on() -> None:
    done: list[int] = []

    def failing() -> None:
        raise shell.Failed("no")

    with pytest.raises(shell.Failed, match="no"):
        together(failing, lambda: done.append(1))
    assert done == [1]


def test_a_command_that_does_not_exist_is_told() -> None:
    with pytest.raises(shell.Failed, match="Could not start: no-such-command"):
        shell.quietly(["no-such-command"])


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a working virtual environment, in place of .venv."""
    folder = tmp_path / ".venv"
    bin_ = folder / paths.BIN.name
    bin_.mkdir(parents=True)
    (bin_ / paths.PYTHON.name).touch()
    (bin_ / "activate").write_text(f"VIRTUAL_ENV={folder}\n", encoding="utf-8")
    (folder / "pyvenv.cfg").write_text("home = somewhere\nversion = 3.12.1\n", encoding="utf-8")
    monkeypatch.setattr(environment, "VENV", folder)
    monkeypatch.setattr(environment, "PYTHON", bin_ / paths.PYTHON.name)
    return folder


def test_a_working_environment_is_kept(venv: Path) -> None:
    assert venv.is_dir()
    assert environment.unusable_because() == ""


def test_an_environment_that_cannot_work_is_noticed(venv: Path) -> None:
    (venv / "pyvenv.cfg").write_text("home = somewhere\nversion = 3.10.4\n", encoding="utf-8")
    assert environment.unusable_because() == "its Python is too old"
    (venv / paths.BIN.name / "activate").write_text("VIRTUAL_ENV=elsewhere\n", encoding="utf-8")
    assert environment.unusable_because() == "the checkout was moved"
    (venv / paths.BIN.name / paths.PYTHON.name).unlink()
    assert environment.unusable_because() == "its Python is gone"
    (venv / ".unfinished").touch()
    assert environment.unusable_because() == "making it was interrupted"


def test_a_fingerprint_is_of_names_and_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "ROOT", tmp_path)
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a", encoding="utf-8")
    two.write_text("b", encoding="utf-8")
    first = fingerprint.of_files([one, two])
    assert fingerprint.of_files([two, one]) == first
    assert fingerprint.of_files([one, two], "more") != first
    two.write_text("c", encoding="utf-8")
    assert fingerprint.of_files([one, two]) != first
    two.write_text("b", encoding="utf-8")
    assert fingerprint.of_files([one, two.rename(tmp_path / "three")]) != first


def test_the_client_is_built_anew_when_a_source_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprint, "ROOT", tmp_path)
    monkeypatch.setattr(client, "CLIENT", tmp_path / "client")
    monkeypatch.setattr(client, "STATIC", tmp_path / "static")
    monkeypatch.setattr(client, "STAMP", tmp_path / "static" / ".client-hash")
    with pytest.raises(client.ClientMissing, match=r"no client/package\.json"):
        client.is_built()
    (tmp_path / "client" / "node_modules").mkdir(parents=True)
    (tmp_path / "client" / "package.json").write_text("{}", encoding="utf-8")
    assert not client.is_built()
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").touch()
    client.STAMP.write_text(client.current_hash(), encoding="ascii")
    assert client.is_built()
    (tmp_path / "client" / "node_modules" / "package").touch()
    assert client.is_built()
    (tmp_path / "client" / "main.ts").touch()
    assert not client.is_built()


@pytest.mark.skipif(os.name == "nt", reason="a file is executable by its name there")
def test_ci_runs_the_same_command_as_people_do() -> None:
    ci = paths.ROOT / ".ci" / "run"
    assert os.access(ci, os.X_OK)
    assert ci.read_text(encoding="utf-8").splitlines()[-1] == "exec python3 run.py test"
