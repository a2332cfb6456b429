"""What no tracked file may contain: a registry's address, a path of somebody's machine, talk about tools.

The words are kept encoded (rot13), so that this file does not trip over itself.
"""

from __future__ import annotations

import codecs
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ADDRESSES = (
    r"clcv\.(?:clguba\.)?bet",
    r"svyrf\.clgubaubfgrq",
    r"ertvfgel\.(?:aczwf|lneacxt)",
    r"aczwf\.(?:pbz|bet)",
    r"(?:qro|frphevgl)\.qrovna\.bet",
    r"nepuvir\.hohagh\.pbz",
    r"npbaqn\.bet",
)
PATHS = (
    r"(?<![\w.$}*-])/(?:jbex|ebbg)(?![\w-])",
    r"(?<![\w.$}*-])/(?:ubzr|Hfref)/\w",
    r"svyr:///\w",
    r"\bP:\\\\?Hfref",
)
TALK = (
    r"\bpynhqr\b",
    r"\bnaguebcvp\b",
    r"\bbcranv\b",
    r"\bpungtcg\b",
    r"\btcg-?\d",
    r"\bpbcvybg\b",
    r"\btrzvav\b",
    r"\byyzf?\b",
    r"\bynathntr zbqry",
    r"\bfhontragf?\b",
    r"\bpbqvat (?:ntrag|nffvfgnag|frffvba)",
    r"\bnv[ -](?:nffvfgnag|trarengrq|jevggra|frffvba|gbby)",
    r"\bpb-nhguberq-ol",
)


def decoded(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """The patterns as one, decoded; what follows a backslash is syntax and stays."""
    plain = [re.sub(r"(\\.)|([A-Za-z])", lambda m: m[1] or codecs.decode(m[2], "rot13"), p) for p in patterns]
    return re.compile("|".join(plain), re.IGNORECASE)


FORBIDDEN = {
    "a registry's address": decoded(ADDRESSES),
    "a path of a machine": decoded(PATHS),
    "talk": decoded(TALK),
}


def tracked() -> list[Path]:
    """The text files that git tracks or would track."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this copy is no git checkout")
    files = [ROOT / name for name in names.split("\0") if name]
    return [file for file in files if file.is_file() and b"\0" not in file.read_bytes()[:4096]]


def test_no_file_contains_what_none_may() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {kind}: {hit[0]}"
        for file in tracked()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        for kind, pattern in FORBIDDEN.items()
        if (hit := pattern.search(line))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("kind", "encoded"),
    [
        ("a registry's address", "uggcf://clcv.bet/fvzcyr"),
        ("a registry's address", "uggcf://ertvfgel.aczwf.bet/ivgr"),
        ("a path of a machine", "frr /jbex/znva"),
        ("a path of a machine", "'/ebbg'"),
        ("a path of a machine", "/ubzr/fbzrbar"),
        ("talk", "jevggra ol Pynhqr"),
        ("talk", "na NV nffvfgnag"),
    ],
)
def test_the_forbidden_is_seen(kind: str, encoded: str) -> None:
    assert FORBIDDEN[kind].search(codecs.decode(encoded, "rot13"))


@pytest.mark.parametrize(
    "text", ["node_modules/root", "the LLVM of Numba", "https://example.org/home/page", "an RL agent"]
)
def test_the_allowed_passes(text: str) -> None:
    assert not any(pattern.search(text) for pattern in FORBIDDEN.values())
