"""The one error a command raises on purpose."""

from __future__ import annotations


class CommandError(Exception):
    """Something a person can mend: what is wrong and, where there is one, the remedy; both sentences."""

    def __init__(self, message: str, remedy: str = "") -> None:
        """`message` says what is wrong and where, `remedy` what to do about it."""
        super().__init__(message)
        self.message = message
        self.remedy = remedy
