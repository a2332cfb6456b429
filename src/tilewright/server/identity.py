"""Guests without sign-up: a signed cookie says who calls, and a recovery code brings a guest back."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

_SECRET_FILE: Final = "secret.key"
_SECRET_BYTES: Final = 32

#: Letters of a recovery code: none that is easily taken for another (no I, L, O, U).
_CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 16  # 80 bits: nobody guesses one
_TAKEN_FOR: Final = str.maketrans("ILO", "110")

_FIRST: Final = """
Amber Azure Birch Bold Brave Brisk Calm Cedar Clear Clever Coral Copper Dapper Eager Early Fabled
Fair Gentle Golden Happy Hazel Jolly Keen Kind Lively Lucky Maple Merry Misty Noble Pearl Quick
Quiet Russet Silver Sunny
"""
_SECOND: Final = """
Badger Beaver Bee Crane Dove Falcon Fern Finch Fox Gull Hare Heron Ibis Jay Kite Lark Lynx Marten
Mole Moth Newt Otter Owl Plover Puffin Quail Raven Robin Seal Sparrow Stoat Swift Tern Thrush Vole
Wren
"""


class Signer:
    """Signs and checks guest cookies with the secret of this server."""

    def __init__(self, secret: bytes) -> None:
        """The secret never leaves the server; whoever has it can be any guest."""
        self._secret = secret
        # Two servers on one host share a browser's cookies; each has a name of its own.
        self.cookie: str = "tilewright_" + self._mac(b"cookie name")[:8]

    def sign(self, guest: str) -> str:
        """The value of the cookie of a guest."""
        return f"{guest}.{self._mac(b'guest ' + guest.encode())}"

    def read(self, value: str | None) -> str | None:
        """The guest of a cookie's value; None for a missing or forged one."""
        guest, dot, _ = (value or "").partition(".")
        if not dot or not guest.isascii() or not value:
            return None
        return guest if hmac.compare_digest(value.encode(), self.sign(guest).encode()) else None

    def _mac(self, text: bytes) -> str:
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()[:32]


def load_signer(folder: Path) -> Signer:
    """The signer of a data folder, its secret made on the first start and readable by its owner alone.

    Raises:
        OSError: the secret can be neither read nor made.
    """
    path = folder / _SECRET_FILE
    if not path.exists():
        draft = folder / f"{_SECRET_FILE}.{secrets.token_hex(4)}"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(_SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # fails where another server has been faster; then its secret counts
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            draft.replace(path)
        draft.unlink(missing_ok=True)
    secret = path.read_bytes()
    if len(secret) < _SECRET_BYTES:
        raise OSError(f"{path} is damaged: delete it, and a new one is made; guests then need their codes")
    return Signer(secret)


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_urlsafe(12)


def new_seed() -> int:
    """A seed for a match without one; every browser reads it exactly."""
    return secrets.randbits(48)


def new_name() -> str:
    """A friendly name for a guest."""
    return f"{secrets.choice(_FIRST.split())} {secrets.choice(_SECOND.split())}"


def new_recovery() -> str:
    """A recovery code in its stored form."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def write_recovery(code: str) -> str:
    """A code in groups of four, as people read it."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def read_recovery(text: str) -> str | None:
    """The stored form of a code as somebody typed it; None where it cannot be one."""
    code = "".join(text.split()).replace("-", "").upper().translate(_TAKEN_FOR)
    return code if len(code) == _CODE_LENGTH and all(letter in _CODE_LETTERS for letter in code) else None
