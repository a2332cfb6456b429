"""A level that is right in every way, and ways to break one thing of it."""

from __future__ import annotations

from tilewright.content.check import check_text
from tilewright.content.document import LevelProblem

GOOD = '''\
#:schema level.schema.json
format = 1
game = "match3"
name = "Pond"  # a name
author = "A. Tiler"
idea = "Ice over water."
rules = "designer-v1"
moves = 20
board = """
# ?  ? ?  #
? ?  ? ?  ?
? ?' r ?, ?
? ?  ? ?  ?
# ?  ? ?  #
"""

[goals]
r = 10
ice = 1

[source]
weights = { r = 1, b = 1, g = 1, y = 1 }

[stars]
two = 3
three = 6
'''


def changed(*changes: tuple[str, str]) -> str:
    """The good level after replacing texts in it, each of which must be there."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def broken(*changes: tuple[str, str]) -> list[LevelProblem]:
    """The problems of the good level after such changes."""
    return check_text(changed(*changes))
