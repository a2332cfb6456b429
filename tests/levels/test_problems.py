"""Every kind of problem is found, at its line and cell, with a remedy."""

from __future__ import annotations

import pytest

from tests.levels.samples import GOOD, broken, changed
from tilewright.content.check import check_text

BOARD = GOOD[GOOD.index("# ?  ? ?  #") : GOOD.index('"""\n\n[goals]')]
MASTER = ('"designer-v1"', '"master-v1"')


def board(*rows: str) -> tuple[str, str]:
    """Puts another board in."""
    return BOARD, "\n".join(rows) + "\n"


# (what is changed, where the problem is said to be, how its line begins, a part of what is said)
ERRORS: list[tuple[list[tuple[str, str]], str, str, str]] = [
    ([("format = 1", "format = 2")], "format", "format = 2", "format 2"),
    ([("format = 1\n", "")], "format", "#:schema level.schema.", "missing"),
    ([('"match3"', '"chess"')], "game", 'game = "chess"', "no game 'chess'"),
    ([('"Pond"', '""')], "name", 'name = ""  # a name', "the name is no text"),
    ([('author = "A. Tiler"\n', "")], "author", "#:schema level.schema.", "the author is missing"),
    ([('"Ice over water."', "7")], "idea", "idea = 7", "the idea is no text"),
    ([('"designer-v1"', '"designer-v2"')], "rules", 'rules = "designer-v2"', "no rule set 'designer-v2'"),
    ([("moves = 20", "movse = 20")], "movse", "movse = 20", "no key 'movse'"),
    ([("moves = 20\n", "")], "moves", "#:schema level.schema.", "missing"),
    ([("moves = 20", "moves = 0")], "moves", "moves = 0", "lost before it begins"),
    ([("moves = 20", 'moves = "many"')], "moves", 'moves = "many"', "'many'"),
    ([("moves = 20", "moves = -3")], "moves", "moves = -3", "-3"),
    ([("moves = 20", "moves = 20\npractice = 1")], "practice", "practice = 1", "neither true nor false"),
    ([("moves = 20", "moves = 20\noverrides = 3")], "overrides", "overrides = 3", "no table"),
    (
        [("moves = 20", "moves = 20\noverrides.bomb_radios = 2")],
        "overrides.bomb_radios",
        "overrides.bomb_radios ",
        "no tunable",
    ),
    (
        [("moves = 20", "moves = 20\noverrides.bomb_radius = 16")],
        "overrides.bomb_radius",
        "overrides.bomb_radius ",
        "out of range",
    ),
    (
        [("moves = 20", "moves = 20\noverrides.taps = 2")],
        "overrides.taps",
        "overrides.taps = 2",
        "out of range",
    ),
    (
        [("moves = 20", "moves = 20\noverrides.taps = 0.5")],
        "overrides.taps",
        "overrides.taps = 0.5",
        "out of range",
    ),
    ([board("? ? ?", "? q ?", "? ? ?", "? ? ?")], "b2", "? q ?", "'q' is no cell"),
    ([board("? ? ?", "? [0] ?", "? ? ?")], "b2", "? [0] ?", "no box"),
    ([board("? ? ?", "? [2]' ?", "? ? ?")], "b2", "? [2]' ?", "ice on a box"),
    ([board("? ? ?", "? .' ?", "? ? ?")], "b2", "? .' ?", "ice on an empty cell"),
    ([board("? ? ?", "? r- ?", "? ? ?")], "b2", "? r- ?", "has a colour"),
    ([board("? ? ?", "? r% ?", "? ? ?")], "b2", "? r% ?", "has none"),
    ([board("? ? ?", "? - ?", "? ? ?"), MASTER], "b2", "? - ?", "lacks a colour"),
    ([board("? ? ?", "? r'''''''''' ?", "? ? ?")], "b2", "? r'''''''''' ?", "more than 9 layers"),
    ([board("? ? ? ?", "? ? ?", "? ? ? ?")], "c2", "? ? ?", "row 2 has 3 cells, the others have 4"),
    ([board("? ? ? ?", "? ? ? ? ?", "? ? ? ?")], "d2", "? ? ? ? ?", "row 2 has 5 cells"),
    ([board("? ?", "? ?", "? ?")], "board", 'board = """', "3 rows and 2 columns"),
    ([board("? ? ? ?", "? ? ? ?")], "board", 'board = """', "2 rows"),
    ([board(*["? " * 17] * 17)], "board", 'board = """', "17 rows"),
    ([board("# # #", "# # #", "# # #")], "board", 'board = """', "nothing but holes"),
    ([board("")], "board", 'board = """', "no cells"),
    ([(f'board = """\n{BOARD}"""', "board = 3")], "board", "board = 3", "no list of rows"),
    ([(f'board = """\n{BOARD}"""', "")], "board", "#:schema level.schema.", "missing"),
    (
        [board("? ? ? ?", "b r r r", "? ? ? ?")],
        "b2",
        "b r r r",
        "b2, c2 and d2 are a ready-made line of ruby",
    ),
    (
        [board("? g ? ?", "? g r ?", "? g' ? ?")],
        "b1",
        "? g ? ?",
        "b1, b2 and b3 are a ready-made line of emerald",
    ),
    ([board("r r r ?", "b q b ?", "? ? ? ?")], "a1", "r r r ?", "ready-made"),
    (
        [board("r b g", "b g r", "g r b"), ("ice = 1\n", ""), ("r = 10", "r = 1")],
        "board",
        'board = """',
        "no legal move to begin with",
    ),
    (
        [board("? # ?", "# ? #", "? # ?"), ("ice = 1\n", "")],
        "board",
        'board = """',
        "none of 200 drawn openings",
    ),
    ([("[source]", "[sauce]")], "sauce", "[sauce]", "no key 'sauce'"),
    (
        [("{ r = 1, b = 1, g = 1, y = 1 }", "{ r = 1 }")],
        "source.weights",
        "weights = { r = 1 }",
        "ruby alone",
    ),
    (
        [("{ r = 1, b = 1, g = 1, y = 1 }", "{ r = 0 }")],
        "source.weights",
        "weights = { r = 0 }",
        "no colour has a weight",
    ),
    ([("{ r = 1,", "{ z = 1, r = 1,")], "source.weights.z", "weights = { z = 1, r =", "'z' is no colour"),
    ([("{ r = 1,", "{ r = -1,")], "source.weights.r", "weights = { r = -1, b ", "-1 is no weight"),
    ([("weights = {", "weighs = {")], "source", "[source]", "no source of new pieces"),
    ([("r = 10", "red = 10")], "goals.red", "red = 10", "no goal 'red'"),
    ([("r = 10", "r = 1.5")], "goals.r", "r = 1.5", "1.5 is no count"),
    ([("r = 10", "o = 10")], "goals.o", "o = 10", "board and drops hold none"),
    ([("ice = 1", "ice = 2")], "goals.ice", "ice = 2", "2 layers of ice are asked for, but the board has 1"),
    ([("ice = 1", "grass = 2")], "goals.grass", "grass = 2", "the board has 1"),
    ([("ice = 1", "box = 1")], "goals.box", "box = 1", "the board has none"),
    ([("ice = 1", "artifact = 1")], "goals.artifact", "artifact = 1", "the board has none"),
    ([("r = 10\nice = 1", "r = 0\nice = 0")], "goals.r", "r = 0", "met before the first move"),
    (
        [board("? @ ?", "? ? ?", "# # #", "? ? ?", "? ? ?", "? ? ?"), ("ice", "artifact")],
        "goals.artifact",
        "artifact = 1",
        "of which 0 can come down",
    ),
    (
        [board("? ? ?", "? ? ?", "? ? ?"), ("ice", "special"), ("moves", "overrides.bomb_shapes = 0\nmoves")],
        "goals.special",
        "special = 1",
        "no match can leave one",
    ),
    (
        [
            (
                "moves",
                "overrides.points_matched = 0\noverrides.points_swept = 0\noverrides.points_fired = 0\nmoves",
            ),
            ("ice = 1", "score = 9"),
        ],
        "goals.score",
        "score = 9",
        "points for nothing",
    ),
    ([("[stars]", '[drops]\nf = "r"\n\n[stars]')], "drops.f", 'f = "r"', "no column 'f'"),
    ([("[stars]", '[drops]\na = "rx"\n\n[stars]')], "drops.a", 'a = "rx"', "not all colours"),
    (
        [("[stars]", f'[drops]\na = "{"r" * 257}"\n\n[stars]')],
        "drops.a",
        'a = "rrrrrrrrrrrrrrrrr',
        "257 drops",
    ),
    ([("moves", 'drops = "r"\nmoves')], "drops", 'drops = "r"', "no table"),
    ([("moves = 20", "moves = 20\nmana = 16"), MASTER], "mana", "mana = 16", "more than a meter holds"),
    ([("moves = 20", "moves = 20\nmana = -1"), MASTER], "mana", "mana = -1", "not -1"),
    ([("moves = 20", 'moves = 20\naffinity = "o"'), MASTER], "affinity", 'affinity = "o"', "not 'o'"),
    ([("two = 3", "two = 7")], "stars", "[stars]", "cannot be"),
    ([("three = 6\n", "")], "stars", "[stars]", "two and three"),
    ([("three = 6", "three = 20")], "stars.three", "three = 20", "only 20 moves"),
    (
        [("moves = 20", 'moves = 20\nsolution = ["a1-a9"]')],
        "solution.0",
        'solution = ["a1-a9"]',
        "cannot be played",
    ),
    (
        [("moves = 20", 'moves = 20\nsolution = ["hop"]')],
        "solution.0",
        'solution = ["hop"]',
        "cannot be played",
    ),
    ([("moves = 20", "moves = 20\nsolution = []")], "solution", "solution = []", "does not win"),
    ([("moves = 20", "moves = 20\nsolution = 4")], "solution", "solution = 4", "a list of moves"),
    ([("[stars]", "[measured]\nbot = 3\n\n[stars]")], "measured", "[measured]", "as the tooling writes it"),
    ([("moves = 20", 'moves = 20\naffinity = ["o"]')], "affinity", 'affinity = ["o"]', "affinity"),
    ([("moves = 20", "moves = 20\ntray = -1")], "tray", "tray = -1", "tray"),
    (
        [("[source]\nweights = { r = 1, b = 1, g = 1, y = 1 }\n", "")],
        "b1",
        "# ?  ? ?  #",
        "? is drawn from the source",
    ),
    (
        [("[source]\nweights = { r = 1, b = 1, g = 1, y = 1 }\n", ""), ("format", 'source = "none"\nformat')],
        "b1",
        "# ?  ? ?  #",
        "? is drawn from the source",
    ),
    (
        [
            ("[source]\nweights = { r = 1, b = 1, g = 1, y = 1 }\n", ""),
            ("format", 'source = "hopper"\noverrides.hopper_each = 2\nformat'),
        ],
        "b1",
        "# ?  ? ?  #",
        "the hopper has 11 gems left for 20 open cells",
    ),
    (
        [
            ("[source]\nweights = { r = 1, b = 1, g = 1, y = 1 }\n", ""),
            board("r b r", "b r b", "r b g"),
            ("format", 'source = "hopper"\noverrides.hopper_each = 2\nformat'),
            ("ice = 1\n", ""),
        ],
        "b2",
        "b r b",
        "ruby number 3; the hopper holds 2",
    ),
]

WARNINGS: list[tuple[list[tuple[str, str]], str, str, str]] = [
    ([("[goals]\nr = 10\nice = 1\n", "")], "goals", "#:schema level.schema.", "no goals"),
    ([("r = 10", "r = 0")], "goals.r", "r = 0", "met before the first move"),
    (
        [("{ r = 1, b = 1, g = 1, y = 1 }", "{ r = 1, b = 1 }")],
        "source.weights",
        "weights = { r = 1, b =",
        "two colours",
    ),
    (
        [("moves = 20", "moves = 20\noverrides.colours = 3")],
        "source.weights.y",
        "weights = { r = 1, b =",
        "not among the 3 colours",
    ),
    ([board("? ? ? # ?'", "? ? ? # ?", "? ? ? # #")], "e1", "? ? ? # ?'", "only blasts reach there"),
    (
        [board("? # ?'", "? # ?", "? # ?"), ("[stars]", '[drops]\nb = "r"\n\n[stars]')],
        "drops.b",
        'b = "r"',
        "but holes",
    ),
    ([("moves = 20", 'moves = 20\naffinity = "r"')], "affinity", 'affinity = "r"', "have no abilities"),
    ([("moves = 20", "moves = 20\nmana = 3"), MASTER], "mana", "mana = 3", "without an affinity"),
    ([board("?' ? ?", "? r ?", "? . ?")], "b2", "? r ?", "hangs over the empty b3"),
    ([board("?' ? ?", "? ? ?", "? ? @")], "c3", "? ? @", "the first move collects it"),
    ([board("?' ? @", "? ? ?", "? ? #", "? ? ?")], "c1", "?' ? @", "the hole c3 stops this artifact"),
    ([board("@ ? ?'", "? ? ?", "# # #", "? ? ?")], "a1", "@ ? ?'", "can never come down"),
]


def test_a_good_level_has_no_problem() -> None:
    assert check_text(GOOD) == []


@pytest.mark.parametrize(
    "lines", ['affinity = "r"', 'affinity = "r"\nmana = 15', 'affinity = ["r"]\nmana = [15]']
)
def test_a_player_may_have_an_affinity_and_mana(lines: str) -> None:
    assert broken(MASTER, ("moves = 20", f"moves = 20\n{lines}")) == []


@pytest.mark.parametrize(("changes", "where", "line", "what"), ERRORS, ids=[f"{e[1]}-{e[3]}" for e in ERRORS])
def test_errors(changes: list[tuple[str, str]], where: str, line: str, what: str) -> None:
    found = broken(*changes)
    match = [problem for problem in found if problem.where == where and what in problem.what]
    assert match, found
    assert match[0].level == "error"
    assert changed(*changes).splitlines()[(match[0].line or 0) - 1].startswith(line)
    assert match[0].remedy


@pytest.mark.parametrize(
    ("changes", "where", "line", "what"), WARNINGS, ids=[f"{e[1]}-{e[3]}" for e in WARNINGS]
)
def test_warnings(changes: list[tuple[str, str]], where: str, line: str, what: str) -> None:
    found = broken(*changes)
    match = [problem for problem in found if problem.where == where and what in problem.what]
    assert match, found
    assert match[0].level == "warning"
    assert changed(*changes).splitlines()[(match[0].line or 0) - 1].startswith(line)
    assert match[0].remedy


def test_all_problems_are_told_at_once_in_the_order_of_lines() -> None:
    found = broken(
        ("moves = 20", "moves = 0"), ("?' r", "q [0]"), ("ice = 1", "rice = 1"), ("two = 3", "two = 9")
    )
    assert [(problem.line, problem.where) for problem in found] == [
        (8, "moves"),
        (12, "b3"),
        (12, "c3"),
        (19, "goals.rice"),
        (24, "stars"),
    ]


def test_cells_carry_their_row_and_column_from_0() -> None:
    (problem,) = broken(("?' r", "?' q"))
    assert (problem.where, problem.row, problem.column) == ("c3", 2, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name = "x\n', 1),
        ("format = 1\nformat = 1\n", 2),
        ("a = 1\n\n[b\n", 3),
        ("x = [1,\n2", 2),
        ("\n = 1", 2),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(text: str, line: int) -> None:
    (problem,) = check_text(text)
    assert problem.line == line
    assert "no TOML" in problem.what
