"""What goes wrong: refusals that a player can understand, and faults of the program that the log explains."""

from __future__ import annotations

import logging
import secrets
from typing import Final

LOG: Final = logging.getLogger("tilewright.server")


class Refusal(Exception):
    """A request that is not carried out: an HTTP status, a code for programs, a sentence for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        """`message` says what is wrong and, where there is one, the remedy."""
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def confess(error: BaseException, doing: str) -> Refusal:
    """Log a fault of the program, and give what to say of it: a sentence with its number in the log."""
    number = secrets.token_hex(4)
    LOG.error("fault %s, %s", number, doing, exc_info=error)
    return Refusal(
        500,
        "fault",
        "Something went wrong inside the server. Please try again; if it happens again, report fault "
        f"{number}, which the server's log explains.",
    )
