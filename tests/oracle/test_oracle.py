"""The oracle of match-3 against examples that were worked out by hand from the sentences of the rules.

Holes (`#`) serve as a background that holds pieces where they are, and grass on empty cells shows what a
blast has crossed.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tests.oracle.blasts import Phase
from tests.oracle.board import Piece, format_rows, parse_rows
from tests.oracle.gravity import hopper
from tests.oracle.match3 import (
    NeedsChance,
    OracleBadMove,
    OracleBadPosition,
    OracleBadRequest,
    OracleIllegal,
    canonical,
    legal,
    step,
)
from tests.oracle.matching import find_groups, landing, reward
from tests.oracle.positions import random_position

D, M = "designer-v1", "master-v1"


def grid(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def play(rules: str | dict[str, Any], text: str, move: str, **keys: Any) -> dict[str, Any]:
    return step(rules, {"rows": grid(text), **keys}, move)


def after(rules: str | dict[str, Any], text: str, move: str, **keys: Any) -> list[str]:
    rows: list[str] = play(rules, text, move, **keys)["position"]["rows"]
    return rows


def refused(rules: str, text: str, move: str, **keys: Any) -> None:
    position = {"rows": grid(text), **keys}
    before = copy.deepcopy(position)
    with pytest.raises(OracleIllegal):
        step(rules, position, move)
    assert position == before  # M9
    assert move not in legal(rules, position)


# ── A. the board ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rules", "cell"),
    [
        (D, "?"),
        (D, "r-"),
        (D, "r%"),
        (M, "r%"),
        (M, "-"),
        (M, "*"),
        (M, "o"),
        (D, "[0]"),
        (D, "[10]"),
        (D, "x"),
        (D, "#,"),
        (D, ".'"),
        (D, "[1]'"),
        (D, "r,'"),
        (D, "r" + 10 * "'"),
        (D, "r" + 10 * ","),
    ],
)
def test_m2_to_m6_cells_that_cannot_be(rules: str, cell: str) -> None:
    with pytest.raises(OracleBadPosition, match="b2"):
        legal(rules, {"rows": ["# # #", f"# {cell} #", "# # #"]})


@pytest.mark.parametrize("rows", [["r g"] * 3, ["r g b"] * 2, ["r " * 17] * 3, ["r g b", "r g", "r g b"], []])
def test_m1_boards_that_cannot_be(rows: list[str]) -> None:
    with pytest.raises(OracleBadPosition):
        legal(D, {"rows": rows})


def test_m2_to_m6_every_cell_comes_back_as_it_was() -> None:
    rows = grid("""
        #   .   .,,  [9]  [2],
        r   b'  g''' y,   p'',,
        o   @   @'   @,   @',
        -'  |,  *',  %''' #
    """)
    assert format_rows(parse_rows(rows, master=False)) == rows
    rows = ["r- b|' g*,", "y-', p| %", "# # #"]
    assert format_rows(parse_rows(rows, master=True)) == rows


def test_m27_a_ready_made_line_is_refused_with_its_cells() -> None:
    with pytest.raises(OracleBadPosition, match="a2, b2, c2"):
        legal(D, {"rows": ["# # #", "r r' r", "# # #"]})
    with pytest.raises(OracleBadPosition, match="c1, c2, c3"):
        legal(M, {"rows": ["# # r", "# # r-", "# # r"]})


# ── B. moves ──────────────────────────────────────────────────────────────────

THREE = """
    # # r #
    r r g b
    # # # #
"""


def test_m7_a_swap_needs_a_line_and_both_directions_count() -> None:
    assert legal(D, {"rows": grid(THREE)}) == ["c1-c2", "c2-c1"]
    # g is left at c1 and falls
    assert after(D, THREE, "c1-c2") == ["# # . #", ". . g b", "# # # #"]
    assert after(D, THREE, "c2-c1") == ["# # . #", ". . g b", "# # # #"]


@pytest.mark.parametrize("move", ["c2-d2", "b2-c1", "b2-b1", "c1-c0", "z1-z2", "c2-c2", "a2-c2", "a2!"])
def test_m7_m8_illegal_moves(move: str) -> None:
    refused(D, THREE, move)


@pytest.mark.parametrize(
    "text", ["", "c1c2", "C1-c2", "c1-", "c1 - c2", "flame", "regrow c1", "freeze c1 2", "shuffle"]
)
def test_move_texts_that_are_none(text: str) -> None:
    with pytest.raises(OracleBadMove):
        play(D, THREE, text)


def test_m7_not_with_an_empty_cell_or_a_box() -> None:
    refused(D, "# # r # \n r r . # \n # # # #", "c1-c2")
    refused(D, "# # r # \n r r [1] # \n # # # #", "c1-c2")


def test_m4_a_frozen_piece_is_neither_swapped_nor_tapped() -> None:
    refused(D, "# # r' # \n r r g # \n # # # #", "c1-c2")
    refused(D, "# # r # \n r r g' # \n # # # #", "c1-c2")
    refused(D, "-' # # \n # # # \n # # #", "a1!")
    refused(D, "%' r # \n # # # \n # # #", "a1-b1")


def test_m7_a_special_swapped_with_a_normal_piece_needs_a_line_and_does_not_fire() -> None:
    refused(D, "r * # \n # # # \n # # #", "a1-b1")
    text = """
        # # r #
        r r * b
        # # # #
    """
    result = play(D, text, "c1-c2")
    assert result["position"]["rows"] == ["# # . #", ". . * b", "# # # #"]
    assert result["points"] == 30


def test_m7_the_line_must_contain_one_of_the_two_cells() -> None:
    # a stray line elsewhere cannot be: it would be ready-made. Two equal pieces change nothing.
    refused(D, "r r # \n # # # \n # # #", "a1-b1")


def test_m8_taps_belong_to_designer_v1_and_to_specials() -> None:
    text = "- r # \n # # # \n # # #"
    assert after(D, text, "a1!") == [". . #", "# # #", "# # #"]
    refused(D, text, "b1!")
    refused(D, "@ # # \n # # # \n r # #", "a1!")
    refused(M, "r- b # \n # # # \n # # #", "a1!")


def test_m10_a_swap_or_a_tap_costs_one_move() -> None:
    keep = "* # # # \n # # r # \n r r g # \n # # # #"
    assert play(D, keep, "c2-c3", moves_left=5)["position"]["moves_left"] == 4
    assert play(D, keep, "a1!", moves_left=5)["position"]["moves_left"] == 4
    assert "moves_left" not in play(D, keep, "a1!")["position"]


def test_m11_no_abilities_in_designer_v1() -> None:
    refused(D, THREE, "flame c1", mana=[15], affinity=["r"])


def test_seat_and_over() -> None:
    position: dict[str, Any] = {"rows": grid(THREE)}
    with pytest.raises(OracleIllegal):
        step(D, position, "c1-c2", seat=1)
    step(D, position, "c1-c2", seat=0)
    refused(D, THREE, "c1-c2", moves_left=0)
    refused(D, THREE, "c1-c2", goals={"r": 0})
    assert legal(D, {**position, "moves_left": 0}) == []
    assert legal(D, {**position, "goals": {}}) == ["c1-c2", "c2-c1"]


def test_legal_is_sorted_by_code_point() -> None:
    text = """
        # # r #
        r r g *
        # # # #
    """
    assert legal(D, {"rows": grid(text)}) == ["c1-c2", "c2-c1", "d2!"]
    assert legal(D, {"rows": ["% * @", "# # #", "# # #"]}) == ["a1!", "a1-b1", "b1!", "b1-a1"]


# ── C. matching ───────────────────────────────────────────────────────────────


def test_m12_what_breaks_a_run() -> None:
    for breaker in ("[1]", "#", ".", "*", "%", "@", "b"):
        board = parse_rows([f"r r {breaker} r r", "# # # # #", "# # # # #"], master=False)
        assert find_groups(board) == []
    board = parse_rows(["r r' r r b", "# # # # #", "# # # # #"], master=False)
    assert [run.squares for run in find_groups(board)[0].runs] == [[(1, 1), (1, 2), (1, 3), (1, 4)]]


def test_m12_m6_coloured_specials_are_in_runs_of_their_colour() -> None:
    board = parse_rows(["r r- r* # b", "# # # # #", "# # # # #"], master=True)
    assert [group.squares for group in find_groups(board)] == [[(1, 1), (1, 2), (1, 3)]]


def test_m13_runs_that_only_touch_are_separate_groups() -> None:
    board = parse_rows(["r r r #", "# r r r", "# # # #"], master=False)
    assert [group.squares[0] for group in find_groups(board)] == [(1, 1), (2, 2)]


def test_m13_runs_that_share_cells_are_one_group() -> None:
    board = parse_rows(["r r r", "# # r", "r r r"], master=False)
    (group,) = find_groups(board)
    assert len(group.runs) == 3
    assert len(group.squares) == 7


@pytest.mark.parametrize(
    ("text", "special", "square"),
    [
        ("r r r # # \n # # # # # \n # # # # #", None, None),
        ("r r r r # \n # # # # # \n # # # # #", "|", (1, 2)),
        ("r # # \n r # # \n r # # \n r # #", "-", (2, 1)),
        ("r r r r r \n # # # # # \n # # # # #", "%", (1, 3)),
        ("r r r r r r \n # # # # # # \n # # # # # #", "%", (1, 3)),
        ("r r r \n r # # \n r # #", "*", (1, 1)),
        ("r r r \n # r # \n # r #", "*", (1, 2)),
        ("# r # \n r r r \n # r #", "*", (2, 2)),
        # a run of 4 within a cross is a bomb, a run of 5 a rainbow
        ("r r r r \n # r # # \n # r # #", "*", (1, 2)),
        ("r r r r r \n r # # # # \n r # # # #", "%", (1, 3)),
        # several shared cells: the first in reading order
        ("r r r \n r # # \n r r r", "*", (1, 1)),
        ("# # r # \n # # r # \n r r r # \n r # # # \n r # # #", "*", (3, 1)),
        # two longest runs: the one that begins first; in one cell: the horizontal one
        ("r r r r r \n r # # # # \n r # # # # \n r # # # # \n r # # # #", "%", (1, 3)),
        ("# # r # # \n # # r # # \n # # r # # \n # # r # # \n r r r r r", "%", (3, 3)),
        ("r r r # # \n r # # # # \n r # # # # \n r # # # # \n r # # # #", "%", (3, 1)),
    ],
)
def test_m14_m15_reward_and_middle(text: str, special: str | None, square: tuple[int, int] | None) -> None:
    (group,) = find_groups(parse_rows(grid(text), master=False))
    assert reward(group) == special
    if square is not None:
        assert landing(group, None) == square
        assert landing(group, (9, 9)) == square
        assert landing(group, group.squares[-1]) == group.squares[-1]


FOUR = """
    # # r #
    r r g r
    # # # #
"""


def test_m14_m15_four_in_a_row_by_a_swap() -> None:
    assert after(D, FOUR, "c1-c2") == ["# # g #", ". . | .", "# # # #"]
    # the dropped cell is c1, not in the group: the earlier of the two middle cells; then g falls
    assert after(D, FOUR, "c2-c1") == ["# # . #", ". | g .", "# # # #"]


def test_m14_four_in_a_column_by_a_swap() -> None:
    # the rocket lands on b3 and falls to b4
    text = "# r # \n # r # \n r g # \n # r #"
    assert after(D, text, "a3-b3") == ["# . #", "# . #", "g . #", "# - #"]


def test_m14_five_and_corner_by_a_swap() -> None:
    result = play(D, "# # r # # \n r r g r r \n # # # # #", "c1-c2")
    assert result["position"]["rows"] == ["# # g # #", ". . % . .", "# # # # #"]
    assert result["points"] == 50
    text = "# # r # \n # # r # \n r r g r"
    for move in ("d3-c3", "c3-d3"):
        assert after(D, text, move) == ["# # . #", "# # . #", ". . * g"]


def test_m16_a_frozen_survivor_moves_the_reward_to_the_first_cleared_cell() -> None:
    text = """
        # # r   #
        r r'' g r
        # # #   #
    """
    result = play(D, text, "c2-c1")
    assert result["position"]["rows"] == ["# # . #", "| r' g .", "# # # #"]
    assert result["points"] == 30


def test_m16_nothing_cleared_no_reward() -> None:
    board = parse_rows(["r'' r'' r'' r''", "# # # #", "# # # #"], master=False)
    phase = Phase(board)
    phase.match(find_groups(board), None, coloured=False)
    assert format_rows(board)[0] == "r' r' r' r'"


def test_m17_a_new_special_is_not_set_off_in_its_phase() -> None:
    # r r r r in row 2 and g g g| in row 3; g| fires through c2, where the new rocket comes afterwards
    text = """
        # # b  #
        r r g| r
        g g r  #
    """
    result = play(M, text, "c3-c2")
    assert result["position"]["rows"] == ["# # . #", ". . . .", ". . r| #"]
    assert result["points"] == 250 + 100 + 30


# ── D. a phase ────────────────────────────────────────────────────────────────


def test_m18_groups_in_reading_order() -> None:
    board = parse_rows(["# # # b", "r r r b", "# # # b"], master=False)
    assert [group.colour for group in find_groups(board)] == ["b", "r"]


def test_m19_ice_first_and_the_grass_under_it_waits() -> None:
    text = """
        # # r #
        r'', r,, g, #
        # # # #
    """
    result = play(D, text, "c1-c2")
    assert result["position"]["rows"] == ["# # . #", "r', ., g #", "# # # #"]
    assert result["points"] == 20
    assert result["cleared"] == {"r": 2, "ice": 1, "grass": 2}


def test_m19_the_last_layer_of_ice_takes_no_piece() -> None:
    text = "# # r # \n r' r g # \n # # # #"
    assert after(D, text, "c1-c2") == ["# # . #", "r . g #", "# # # #"]


def test_m19_a_frozen_power_gem_that_is_matched_does_not_fire() -> None:
    text = """
        # # r #
        r-' r g b
        # # # #
    """
    result = play(M, text, "c1-c2")
    assert result["position"]["rows"] == ["# # . #", "r- . g b", "# # # #"]
    assert result["points"] == 100


def test_m19_a_box_loses_one_per_group() -> None:
    # b2 lies beside two cells of one group
    result = play(D, "# # r # \n # [3] r # \n r r g r", "d3-c3")
    assert result["position"]["rows"] == ["# # . #", "# [2] . #", ". . * g"]
    assert result["cleared"]["box"] == 1
    # d2 lies beside two groups
    text = "# # # # # \n r r g [3] # \n # g r g #"
    result = play(D, text, "c2-c3")
    assert result["position"]["rows"] == ["# # # # #", ". . . [1] #", "# . . . #"]
    assert result["cleared"]["box"] == 2
    assert result["points"] == 60


def test_m19_a_box_is_hit_beside_a_frozen_cell_too_but_not_diagonally() -> None:
    text = """
        [1] [1] [1] r [1]
        [1] r'' r g [1]
        [1] [1] [1] [1] [1]
    """
    # the group is b2-d2; g falls from d1 into the opened d3
    assert after(D, text, "d1-d2") == ["[1] . . . [1]", ". r' . . .", "[1] . . g [1]"]


def test_m20_a_blast_meets_everything_once() -> None:
    text = """
        #  # #    #   #   #  #  #
        r, # [2], -,, b', @' @, .,
        #  # #    #   #   g' y' #
    """
    result = play(D, text, "d2!")
    assert result["position"]["rows"] == [
        "# # # # # # # #",
        ". # [1], ., b @ @ .",
        "# # # # # g' y' #",
    ]
    assert result["points"] == 30
    assert result["cleared"] == {"r": 1, "special": 1, "ice": 2, "grass": 5, "box": 1}


def test_m20_reach_of_each_special() -> None:
    def mask(special: str, **rules: Any) -> list[str]:
        lines = [["., "] * 5 for _ in range(5)]
        lines[1][2] = special + ","
        moved: list[str] = after({"base": D, **rules}, "\n".join(" ".join(line) for line in lines), "c2!")
        return [row.replace(".,", "o") for row in moved]

    assert mask("-") == ["o o o o o", ". . . . .", "o o o o o", "o o o o o", "o o o o o"]
    assert mask("|") == ["o o . o o"] * 5
    assert mask("*") == ["o . . . o"] * 3 + ["o o o o o"] * 2
    assert mask("*", bomb_radius=2) == [". . . . ."] * 4 + ["o o o o o"]
    assert mask("%") == ["o o o o o", "o o . o o", "o o o o o", "o o o o o", "o o o o o"]


def test_m20_blasts_pass_over_holes_and_boxes() -> None:
    text = "- # [1] # r \n # # # # # \n # # # # #"
    assert after(D, text, "a1!") == [". # . # .", "# # # # #", "# # # # #"]


def test_m20_a_special_under_ice_does_not_fire() -> None:
    text = "- *' # \n # r # \n # # #"
    result = play(D, text, "a1!")
    assert result["position"]["rows"] == [". * #", "# r #", "# # #"]
    assert result["points"] == 20


def test_m20_a_hit_special_fires_and_two_blasts_take_two_layers() -> None:
    # the rocket crosses c2; the bomb there crosses b2-d2 as well
    text = """
        #  # #   r  #
        -  .,, *,,, b''' .,,
        #  # #   #  #
    """
    result = play(D, text, "a2!")
    assert result["position"]["rows"] == ["# # # . #", ". . ., b' .,", "# # # # #"]
    assert result["points"] == 20 + 20 + 10
    assert result["cleared"] == {"r": 1, "special": 2, "ice": 2, "grass": 5}


def test_m20_ice_off_by_one_blast_cleared_by_the_next() -> None:
    text = "# # # # \n - # * b' \n # # # #"
    result = play(D, text, "a2!")
    assert result["position"]["rows"] == ["# # # #", ". # . .", "# # # #"]
    assert result["points"] == 20 + 20 + 10


def test_m20_grass_under_a_matched_cell_that_a_blast_crosses_loses_two() -> None:
    text = """
        # # r #
        r,, r-,,, g,, b,,
        # # # #
    """
    result = play(M, text, "c1-c2")
    assert result["position"]["rows"] == ["# # . #", ". ., g .,", "# # # #"]
    assert result["points"] == 100 + 30
    assert result["cleared"] == {"r": 3, "b": 1, "special": 1, "grass": 7}


def test_m19_m20_matching_takes_the_ice_and_a_blast_the_piece() -> None:
    # a2 is frozen and matched; r- in the group then fires along the row
    text = "# # r # \n r' r- g # \n # # # #"
    result = play(M, text, "c1-c2")
    assert result["position"]["rows"] == ["# # . #", ". . g #", "# # # #"]
    assert result["points"] == 100 + 30


def test_m20_first_hit_first_fired() -> None:
    # the rainbow is hit before the bomb: it sees two g and one r. After the bomb it would be a tie, for r.
    text = "- % # * \n # # # g \n g # r #"
    result = play(D, text, "a1!")
    assert result["position"]["rows"] == [". . # .", "# # # .", ". # r #"]
    assert result["points"] == 3 * 20 + 2 * 10


def test_m21_swapped_with_a_normal_piece() -> None:
    text = """
        %, r, #
        #  #  r,
        r',, # b
    """
    result = play(D, text, "a1-b1")
    assert result["position"]["rows"] == [". . #", "# # .", "r, # b"]
    assert result["points"] == 20 + 2 * 10
    assert result["cleared"] == {"r": 2, "special": 1, "ice": 1, "grass": 4}
    assert after(D, text, "b1-a1") == [". . #", "# # .", "r, # b"]


def test_m21_tapped_the_most_common_colour_frozen_ones_count_and_red_wins_ties() -> None:
    result = play(D, "% # # \n g # r' \n r # g", "a1!")
    assert result["position"]["rows"] == [". # #", ". # r", "g # g"]
    assert result["points"] == 20 + 10
    assert after(D, "% # # \n g # b \n r' # g", "a1!") == [". # #", ". # .", "r' # b"]
    assert after(D, "% # o \n # # p \n # # y", "a1!") == [". # .", "# # o", "# # p"]


def test_m21_none_only_itself() -> None:
    result = play(D, "%, # @ \n # # *' \n # # .,", "a1!")
    assert result["position"]["rows"] == [". # @", "# # *'", "# # .,"]
    assert result["points"] == 20


def test_m21_the_colour_is_chosen_when_its_turn_comes() -> None:
    # the rocket takes both g before the rainbow looks
    result = play(D, "- g g % \n # # # r \n # # # #", "a1!")
    assert result["position"]["rows"] == [". . . .", "# # # .", "# # # #"]
    assert result["points"] == 2 * 20 + 3 * 10


def test_m21_power_gems_of_the_colour_are_hit_and_fire_but_do_not_count_for_the_most_common() -> None:
    result = play(M, "% r # # \n # # r- b \n # # # #", "a1-b1")
    assert result["position"]["rows"] == [". . # #", "# # . .", "# # # #"]
    assert result["points"] == 2 * 30 + 1000  # and the board is empty
    assert result["cleared"] == {"r": 2, "b": 1, "special": 2}
    # the blast of g- sets off the rainbow: two b gems against one r gem and two r power gems
    text = """
        # # g # #
        g- g y % #
        # # # # #
        r r|' b r|' b
    """
    assert after(M, text, "c1-c2") == ["# # . # #", ". . y . #", "# # # # #", "r r|' . r|' ."]


def test_m22_the_hit_that_opens_a_box_spares_its_grass_and_a_later_blast_does_not() -> None:
    assert after(D, "- [1], # \n # # # \n # # #", "a1!") == [". ., #", "# # #", "# # #"]
    assert after(D, "- [1], * \n # # # \n # # #", "a1!") == [". . .", "# # #", "# # #"]
    # opened by a match, crossed by a blast in the same phase
    text = "# [1], r # \n r- r g # \n # # # #"
    assert after(M, text, "c1-c2") == ["# ., . #", ". . g #", "# # # #"]
    text = "# [1], r # \n r r| g # \n # # # #"
    assert after(M, text, "c1-c2") == ["# . . #", ". . g #", "# # # #"]


def test_m22_an_opened_box_is_part_of_its_column() -> None:
    assert after(D, "g # # \n [1] - # \n . # #", "b2!") == [". # #", ". . #", "g # #"]


def test_m24_segments_are_cut_by_holes_boxes_and_frozen_pieces() -> None:
    text = """
        r y r' #
        b . .  #
        # [2] g' #
        .  .  y #
        y' g  . #
        #  .  . -
    """
    assert after(D, text, "d6!") == [
        "r . r' #",
        "b y . #",
        "# [2] g' #",
        ". . . #",
        "y' . . #",
        "# g y .",
    ]


def test_m24_pieces_keep_their_order() -> None:
    assert after(D, "r # # \n . # # \n b # # \n . # # \n - # #", "a5!") == [
        ". # #",
        ". # #",
        ". # #",
        "r # #",
        "b # #",
    ]


def test_m25_every_segment_refills_from_its_own_top_bottom_to_top() -> None:
    text = ". # # \n . # # \n [1] * . \n . # # \n - # #"
    # tap the rocket: only a5 is hit, in row 5
    result = play(D, text, "a5!", drops={"a": "rgbyp"})
    assert result["position"]["rows"] == ["g # #", "r # #", "[1] * .", "y # #", "b # #"]
    assert result["position"]["drops"] == {"a": "p"}


def test_m25_columns_left_to_right_and_drops_before_the_source() -> None:
    calls: list[dict[str, float]] = []
    colours = iter("bgyp")

    def draw(weights: dict[str, float]) -> str:
        calls.append(weights)
        return next(colours)

    position = {
        "rows": [". # .", "- # .", "# # #"],
        "drops": {"c": "o"},
        "source": {"weights": {"b": 1, "g": 2, "y": 1, "p": 1, "r": 0}},
    }
    with pytest.raises(NeedsChance):
        step(D, position, "a2!")
    result = step(D, position, "a2!", draw=draw)
    assert result["position"]["rows"] == ["g # y", "b # o", "# # #"]
    assert calls == [{"b": 1, "g": 2, "y": 1, "p": 1}] * 3


CASCADE = "b # # \n b # # \n r # # \n r # # \n g r # \n b # #"


def test_m26_m39_cascades() -> None:
    result = play(D, CASCADE, "b5-a5", moves_left=9)
    assert result["position"]["rows"] == [". # #"] * 4 + [". g #", ". # #"]
    assert result["points"] == 30 + 2 * 30
    assert result["position"]["moves_left"] == 8


def test_m26_ice_in_a_line_is_taken_phase_by_phase() -> None:
    # each drop of r makes the line again: 10, then 10 twice, then 30 three times
    result = play(D, "# # # # \n r'' r'' g r \n # # # #", "d2-c2", drops={"c": "rrb"})
    assert result["position"]["rows"] == ["# # # #", ". . b g", "# # # #"]
    assert result["points"] == 10 + 2 * 10 + 3 * 30
    assert result["cleared"] == {"r": 5, "ice": 4}


def test_m33_m39_multipliers() -> None:
    stack = list("bbppyybbrrgbypb")
    rows = [f"{piece} {'r' if row == 11 else '#'} #" for row, piece in enumerate(stack, start=1)]
    assert step(D, {"rows": rows}, "b11-a11")["points"] == 30 * (1 + 2 + 3 + 4 + 5)
    assert step(M, {"rows": rows}, "b11-a11")["points"] == 100 * (1 + 2 + 3 + 5 + 10)


def test_m15_in_cascades_there_is_no_dropped_cell() -> None:
    # r r r go from column d, b falls to d4: b b b b. Dropped was d4, the earlier middle is c4.
    text = """
        # # # b #
        # # # r #
        # # # r #
        # b b g b
        # # # r #
    """
    result = play(D, text, "d5-d4")
    assert result["position"]["rows"] == ["# # # . #"] * 3 + ["# . | . .", "# # # g #"]
    assert result["points"] == 30 + 2 * 40


# ── M27 ───────────────────────────────────────────────────────────────────────

KEEP = """
    # # r # *
    r r g # #
    # # # # #
"""


def test_m27_win_before_lose() -> None:
    result = play(D, KEEP, "c1-c2", moves_left=1, goals={"r": 3})
    assert result["outcome"] == {"result": "won", "reason": "goals", "winners": [0], "totals": [30]}
    assert result["position"]["goals"] == {"r": 0}
    result = play(D, KEEP, "c1-c2", moves_left=1, goals={"r": 4}, score=100)
    assert result["outcome"] == {"result": "lost", "reason": "moves", "winners": [], "totals": [130]}
    assert result["position"]["goals"] == {"r": 1}
    assert result["position"]["score"] == 130


def test_m27_all_goals_must_be_met_and_without_goals_nothing_is_won() -> None:
    assert play(D, KEEP, "c1-c2", goals={"r": 2, "b": 1})["outcome"] is None
    assert play(D, KEEP, "c1-c2")["outcome"] is None
    assert play(D, KEEP, "c1-c2", goals={})["outcome"] is None


def test_m27_deadlock_where_no_reshuffle_can_help() -> None:
    result = play(D, THREE, "c1-c2", moves_left=5)
    assert result["outcome"] == {"result": "lost", "reason": "deadlock", "winners": [], "totals": [30]}
    # a remaining tap counts as a legal move
    assert play(D, KEEP, "c1-c2", moves_left=5)["outcome"] is None
    # seven pieces, but no three of a colour
    text = "- # # # # # # \n # # # # # # # \n r r b b g g y"
    assert play(D, text, "a1!")["outcome"]["reason"] == "deadlock"
    # six equal pieces
    text = "- # # # # # # # # \n # # # # # # # # # \n r r # r r # r r #"
    assert play(D, text, "a1!")["outcome"]["reason"] == "deadlock"


ROW = "- # # # # \n # # # # # \n r r b b r"


def test_m27_a_reshuffle_needs_chance_and_takes_the_first_good_arrangement() -> None:
    with pytest.raises(NeedsChance):
        play(D, ROW, "a1!")
    offers = ["rbrbr", "rrrbb", "rrbrb", "brrbr"]
    calls = []

    def shuffle(pieces: list[Piece]) -> list[Piece]:
        assert "".join(piece.name for piece in pieces) == "rrbbr"
        calls.append(1)
        return [Piece(colour) for colour in offers[len(calls) - 1]]

    result = step(D, {"rows": grid(ROW)}, "a1!", shuffle=shuffle)
    # r b r b r has no move, r r r b b a line: the third it is
    assert result["position"]["rows"][2] == "r r b r b"
    assert result["outcome"] is None
    assert result["points"] == 20
    assert len(calls) == 3


def test_m27_failing_that_the_first_with_a_move_whose_lines_resolve() -> None:
    text = "- # # # # # # \n # # # # # # # \n r b r g b r b"
    calls = []

    def shuffle(pieces: list[Piece]) -> list[Piece]:
        calls.append(1)
        return [Piece(colour) for colour in "rrrbbgb"]

    result = step(D, {"rows": grid(text), "moves_left": 3, "goals": {"r": 5}}, "a1!", shuffle=shuffle)
    assert len(calls) == 100
    assert result["position"]["rows"][2] == ". . . b b g b"
    assert result["points"] == 20 + 30
    assert result["position"]["goals"] == {"r": 2}
    assert result["position"]["moves_left"] == 2
    assert result["outcome"] is None
    result = step(D, {"rows": grid(text), "moves_left": 3, "goals": {"r": 3}}, "a1!", shuffle=shuffle)
    assert result["outcome"]["reason"] == "goals"


def test_m27_failing_that_too_a_deadlock() -> None:
    result = step(D, {"rows": grid(ROW)}, "a1!", shuffle=lambda pieces: pieces)
    assert result["outcome"]["reason"] == "deadlock"
    assert result["position"]["rows"][2] == "r r b b r"


def test_m27_power_gems_are_shuffled_in_master_v1_and_frozen_pieces_never() -> None:
    text = """
        # # g # # #
        g g y # # #
        # # # # # #
        r- r b b r g'
    """

    def shuffle(pieces: list[Piece]) -> list[Piece]:
        assert [piece.name for piece in pieces] == ["y", "r-", "r", "b", "b", "r"]
        y, rocket, r1, b1, b2, r2 = pieces
        return [y, r1, rocket, b1, r2, b2]

    result = step(M, {"rows": grid(text)}, "c1-c2", shuffle=shuffle)
    # y fell to c2 before
    assert result["position"]["rows"] == ["# # . # # #", ". . y # # #", "# # # # # #", "r r- b r b g'"]


# ── E. combinations ───────────────────────────────────────────────────────────


def mask(rules: str, size: int, pieces: dict[str, str], move: str) -> list[str]:
    """What a move crosses on a board of grass: `o` where the grass is still there."""
    lines = [["."] * size for _ in range(size)]
    for square, piece in pieces.items():
        lines[int(square[1:]) - 1]["abcdefghi".index(square[0])] = piece
    rows = [" ".join(cell + "," for cell in line) for line in lines]
    moved: list[str] = step(rules, {"rows": rows}, move)["position"]["rows"]
    return [row.replace(".,", "o").replace(" ", "") for row in moved]


def test_m28_rocket_and_rocket() -> None:
    for pair in ("--", "-|", "|-", "||"):
        pieces = {"c2": pair[0], "d2": pair[1]}
        assert mask(D, 5, pieces, "c2-d2") == ["ooo.o", ".....", "ooo.o", "ooo.o", "ooo.o"]
        assert mask(D, 5, pieces, "d2-c2") == ["oo.oo", ".....", "oo.oo", "oo.oo", "oo.oo"]
    # downwards: the cell that was left lies in the column
    assert mask(D, 5, {"b2": "-", "b3": "|"}, "b2-b3") == ["o.ooo", "o.ooo", ".....", "o.ooo", "o.ooo"]


def test_m28_rocket_and_bomb() -> None:
    assert mask(D, 7, {"c4": "-", "d4": "*"}, "c4-d4") == [
        "oo...oo",
        "oo...oo",
        ".......",
        ".......",
        ".......",
        "oo...oo",
        "oo...oo",
    ]
    assert mask(D, 5, {"a1": "*", "b1": "|"}, "b1-a1") == [".....", ".....", "..ooo", "..ooo", "..ooo"]


def test_m28_bomb_and_bomb() -> None:
    assert mask(D, 7, {"c4": "*", "d4": "*"}, "c4-d4") == [
        "ooooooo",
        "o.....o",
        "o.....o",
        "o.....o",
        "o.....o",
        "o.....o",
        "ooooooo",
    ]
    # bomb_radius is for the bomb alone
    board = [".,"] * 49
    board[24], board[25] = "*", "*"
    rows = [" ".join(board[7 * row : 7 * row + 7]) for row in range(7)]
    moved = step({"base": D, "bomb_radius": 3}, {"rows": rows}, "d4-e4")["position"]["rows"]
    assert moved[0] == " ".join([".,"] * 7)
    assert moved[1] == "., ., . . . . ."


def test_m28_rainbow_and_rainbow() -> None:
    text = """
        %, %, r' @'
        [2], # b, .,
        -'  g @  y''
        #  #  p' #
    """
    result = play(D, text, "a1-b1")
    # r comes down to c2 as c2 was cleared; @ comes down to d2, upon the frozen y
    assert result["position"]["rows"] == [". . . .", "[1], # r @", "- . @ y'", "# # p #"]
    assert result["points"] == 2 * 20 + 2 * 10
    assert result["cleared"] == {"b": 1, "g": 1, "special": 2, "ice": 5, "grass": 4, "box": 1}


def test_m28_rainbow_and_rocket_turns_the_most_common_colour() -> None:
    text = """
        %,  |,  .,   ., .,
        .,  .,  .,,, r, .,
        .,  .,  .,   ., .,
        .,  .,  r,   ., .,
        r', .,  .,   ., b,
    """
    # d2 (2+4 even) fires along its row, c4 (4+3 odd) along its column; a5 is hit instead of turning
    result = play(D, text, "a1-b1")
    assert result["position"]["rows"] == [
        ". . . ., .,",
        ". . ., . .",
        "., ., . ., .,",
        "., ., . ., .,",
        "r ., . ., b,",
    ]
    assert result["points"] == 2 * 10 + 4 * 20
    assert result["cleared"] == {"r": 2, "special": 4, "ice": 1, "grass": 13}


def test_m28_rainbow_and_bomb() -> None:
    assert mask(D, 6, {"a1": "%", "a2": "*", "d4": "r"}, "a1-a2") == [
        ".ooooo",
        ".ooooo",
        "oo...o",
        "oo...o",
        "oo...o",
        "oooooo",
    ]


def test_m28_in_master_v1_the_colour_is_that_of_the_rocket_or_bomb() -> None:
    text = """
        % g* # # # #
        # #  # # # #
        b # b # g b
        # # # # # y
        # # # # # #
        g|' # # # # g-
        # # # # # p
    """
    # g at e3 turns into a bomb (d2-f4): takes f3 and f4. g|' at a6 loses its ice. g- at f6 is hit and fires
    # in row 6: a6 is crossed once more and fires along column a.
    result = play(M, text, "a1-b1", tray=5)
    assert result["position"]["rows"] == [
        ". . # # # #",
        "# # # # # #",
        ". # b # . .",
        "# # # # # .",
        "# # # # # #",
        ". # # # # .",
        "# # # # # p",
    ]
    # swept or turned: e3, f3, f4, a3
    assert result["points"] == 1500 + 4 * 30
    assert result["cleared"] == {"g": 4, "b": 2, "y": 1, "special": 5, "ice": 1}
    # the rainbow, g*, g| and g- go back to the tray; the turned one never came from it
    assert result["position"]["tray"] == 9


def test_m28_nothing_to_turn() -> None:
    assert mask(D, 3, {"a1": "%", "b1": "*"}, "a1-b1") == ["..o", "ooo", "ooo"]


def test_m29_turned_pieces_are_off_the_board_before_any_fires() -> None:
    # both r turn; the blast of one crosses the cell of the other, which is counted once and fires once
    result = play(D, "% * # # \n # # # # \n # # r r \n # # # #", "a1-b1")
    assert result["points"] == 2 * 10 + 4 * 20
    assert result["cleared"] == {"r": 2, "special": 4}
    # each turned cell is crossed by its own and the other's blast
    assert after(D, "% * # # \n # # # # \n # # r,,, r,,, \n # # # #", "a1-b1")[2] == "# # ., .,"


def test_m29_both_cells_of_the_swap_are_crossed_once() -> None:
    assert after(D, "%,,, r,,, # \n # # # \n # # #", "a1-b1")[0] == ".,, .,, #"
    assert after(D, "%,,, *,,, # \n # # # \n # # #", "a1-b1")[0] == ".,, .,, #"
    # rocket + rocket: two consumed, and not fired on their own
    result = play(D, "-,,, |,,, .,,, \n # # # \n # # #", "a1-b1")
    assert result["position"]["rows"][0] == ".,, .,, .,,"
    assert result["points"] == 40
    assert result["cleared"] == {"special": 2, "grass": 3}


def test_m30_a_combination_goes_before_the_lines_of_the_same_swap() -> None:
    text = """
        # # r- #
        r r b| y
        # # #  #
    """
    result = play(M, text, "c1-c2")
    assert result["position"]["rows"] == ["# # . #", ". . . .", "# # # #"]
    assert result["points"] == 1000 + 3 * 30 + 1000  # and the board is empty
    assert result["cleared"] == {"r": 3, "b": 1, "y": 1, "special": 2}


def test_m30_what_follows_a_combination_is_phase_1() -> None:
    text = """
        b # # #
        b # # #
        - - r #
        b # # #
    """
    # row 3 and column b are swept; b b fall on b: phase 1
    assert play(D, text, "a3-b3")["points"] == 2 * 20 + 10 + 2 * 30


# ── F. Match 3 Master ─────────────────────────────────────────────────────────


def test_m6_rewards_keep_the_colour_and_the_rainbow_has_none() -> None:
    assert after(M, FOUR, "c1-c2") == ["# # g #", ". . r| .", "# # # #"]
    assert after(M, "# # r # \n # # r # \n r r g r", "d3-c3")[2] == ". . r* g"
    assert after(M, "# # r # # \n r r g r r \n # # # # #", "c1-c2")[1] == ". . % . ."


def test_m31_hopper() -> None:
    rows = ["r b " * 5, "b r " * 5] * 5  # 50 of each
    with pytest.raises(OracleBadPosition):
        legal(M, {"rows": rows, "source": "hopper"})
    legal(M, {"rows": rows})
    board = parse_rows(["r r' r-", "b % #", "# # #"], master=True)
    assert hopper(board) == {"r": 22, "b": 23, "g": 24, "y": 24, "p": 24}


def test_m31_cleared_gems_are_back_before_the_refill() -> None:
    calls: list[dict[str, float]] = []

    def draw(weights: dict[str, float]) -> str:
        calls.append(weights)
        return "p" if len(calls) == 2 else "y"

    text = "# # r # \n r r g # \n # # # #"
    result = step(M, {"rows": grid(text), "source": "hopper"}, "c1-c2", draw=draw)
    # g at c1 falls to c2; new pieces at a2, b2, c1
    assert result["position"]["rows"] == ["# # y #", "y p g #", "# # # #"]
    assert [call["y"] for call in calls] == [24, 23, 23]
    assert [call["p"] for call in calls] == [24, 24, 23]
    assert all(call["r"] == 24 and call["g"] == 23 for call in calls)


def test_m31_tray() -> None:
    result = play(M, FOUR, "c1-c2", tray=1)
    assert result["position"]["rows"][1] == ". . r| ."
    assert result["position"]["tray"] == 0
    result = play(M, FOUR, "c1-c2", tray=0)
    assert result["position"]["rows"][1] == ". . g ."
    assert result["points"] == 250
    assert result["position"]["tray"] == 0
    result = play(M, "# # r # # \n r r g r r \n # # # # #", "c1-c2", tray=0)
    assert result["points"] == 600
    # a spent one is back before the reward is placed
    result = play(M, "# # r # \n r r- g r \n # # # #", "c1-c2", tray=0)
    assert result["position"]["rows"][1] == ". . r| ."
    assert result["position"]["tray"] == 0


def test_m32_points_of_groups() -> None:
    assert play(M, THREE, "c1-c2")["points"] == 100
    assert play(M, FOUR, "c1-c2")["points"] == 250
    assert play(M, "# # r # \n # # r # \n r r g r", "d3-c3")["points"] == 400
    assert play(M, "# # r # # \n r r g r r \n # # # # #", "c1-c2")["points"] == 600


def test_m32_a_group_scores_even_if_ice_kept_its_gems_and_goals_count_events() -> None:
    result = play(M, "# # r # \n r'' r'' g b \n # # # #", "c1-c2", goals={"ice": 3, "r": 2})
    assert result["points"] == 100
    assert result["position"]["goals"] == {"ice": 1, "r": 1}


def test_m32_points_of_combinations() -> None:
    tail = " # b' \n # # # # \n # # # #"
    assert play(M, "r- b|" + tail, "a1-b1")["points"] == 1000
    assert play(M, "r* b*" + tail, "a1-b1")["points"] == 1000
    assert play(M, "% b*" + tail, "a1-b1")["points"] == 1500
    assert play(M, "% %" + tail, "a1-b1")["points"] == 2000
    assert play(M, "% r" + tail, "a1-b1")["points"] == 30


def test_m32_a_cleared_power_gem_counts_as_one_of_its_colour() -> None:
    result = play(M, "r- b| # y' \n # # # # \n # # # #", "a1-b1", mana=[0], affinity=["b"], goals={"r": 2})
    assert result["position"]["mana"] == [1]
    assert result["position"]["goals"] == {"r": 1}


# ── mana and abilities ────────────────────────────────────────────────────────


def test_m34_mana_is_added_when_the_turn_ends_up_to_15() -> None:
    assert play(M, THREE, "c1-c2", mana=[3], affinity=["r"])["position"]["mana"] == [6]
    assert play(M, THREE, "c1-c2", mana=[13], affinity=["r"])["position"]["mana"] == [15]
    assert play(M, THREE, "c1-c2", mana=[3], affinity=["g"])["position"]["mana"] == [3]
    result = play(M, THREE, "c1-c2", mana=[3], affinity=["r"], charge=[4])
    assert result["position"]["mana"] == [10]
    assert "charge" not in result["position"]


SWAPPABLE = """
    # # y #
    y y g #
    # # # #
"""


def test_m34_when_abilities_are_legal() -> None:
    rows = grid("# # y # \n y y g [1] \n . # # #")
    keys: dict[str, Any] = {"rows": rows, "mana": [15]}
    swaps = ["c1-c2", "c2-c1"]
    cells = ["a2", "a3", "b2", "c1", "c2", "d2"]
    assert legal(M, {**keys, "affinity": ["r"]}) == [*swaps, *(f"flame {cell}" for cell in cells)]
    assert legal(M, {**keys, "affinity": ["y"]}) == [*swaps, *(f"cross {cell}" for cell in cells)]
    assert legal(M, {**keys, "affinity": ["b"]}) == [*swaps, *(f"freeze {cell}" for cell in cells)]
    assert legal(M, {**keys, "affinity": ["g"]}) == [*swaps, "regrow"]
    gifts = [f"gift {cell}" for cell in ("a2", "b2", "c1", "c2")]
    assert legal(M, {**keys, "affinity": ["p"]}) == [*swaps, *gifts]
    assert legal(M, {**keys, "affinity": ["p"], "tray": 0}) == swaps
    assert legal(M, {**keys, "affinity": ["r"], "mana": [14]}) == swaps
    assert legal(M, keys) == swaps


def test_m34_illegal_abilities() -> None:
    full: dict[str, Any] = {"mana": [15]}
    refused(M, SWAPPABLE, "flame a1", affinity=["r"], **full)  # a hole
    refused(M, SWAPPABLE, "flame a9", affinity=["r"], **full)
    refused(M, SWAPPABLE, "cross a2", affinity=["r"], **full)
    refused(M, SWAPPABLE, "flame a2", affinity=["r"], mana=[14])
    refused(M, "r' r- % \n # # # \n . [1] @", "gift a1", affinity=["p"], **full)
    refused(M, "r' r- % \n # # # \n . [1] @", "gift b1", affinity=["p"], **full)
    refused(M, "r' r- % \n # # # \n . [1] @", "gift c1", affinity=["p"], **full)
    refused(M, "r' r- % \n # # # \n . [1] @", "gift a3", affinity=["p"], **full)
    refused(M, "r' r- % \n # # # \n . [1] @", "gift c3", affinity=["p"], **full)
    refused(M, SWAPPABLE, "gift a2", affinity=["p"], tray=0, **full)


def test_m34_flame_burst() -> None:
    text = """
        r, b' # # #
        [2], g- # y #
        # # # # #
        # # p # #
        p p b # #
    """
    # 3×3 around a1: r swept, b' thawed, the box hit, g- cleared: it fires along row 2
    result = play(M, text, "flame a1", mana=[15], affinity=["r"], moves_left=7)
    # b falls into a column of its own, to b2; the box was opened by the two blasts, its grass spared
    assert result["position"]["rows"] == [". . # # #", "., b # . #", "# # # # #", "# # p # #", "p p b # #"]
    assert result["points"] == 2 * 30
    assert result["cleared"] == {"r": 1, "g": 1, "y": 1, "ice": 1, "grass": 1, "box": 2, "special": 1}
    assert result["position"]["mana"] == [0]
    assert result["position"]["charge"] == [1]  # the r, when the turn ends
    assert result["position"]["moves_left"] == 7
    then = step(M, result["position"], "c4-c5")
    assert then["position"]["mana"] == [1]
    assert then["position"]["moves_left"] == 6


def test_m34_the_cascade_after_a_blast_ability_has_index_1() -> None:
    # the 3×3 around a4 takes y g y; b b fall on b
    text = "b # # # \n b # # # \n y # # # \n g # # # \n y # # # \n b # # # \n # # p # \n p p b #"
    result = play(M, text, "flame a4", mana=[15], affinity=["r"])
    assert result["points"] == 3 * 30 + 2 * 100
    assert "charge" not in result["position"]


def test_m34_thunder_cross() -> None:
    text = """
        r # b  # #
        # # #  # #
        g # y, # p'
        # # #  # #
        # b b  # g
        b # g  # g
        # # #  # y
        # # #  # g
    """
    result = play(M, text, "cross c3", mana=[15], affinity=["y"])
    assert result["position"]["rows"] == [
        "r # . # #",
        "# # # # #",
        ". # . # p",
        "# # # # #",
        "# b . # g",
        "b # . # g",
        "# # # # y",
        "# # # # g",
    ]
    assert result["points"] == 5 * 30
    assert result["position"]["charge"] == [1]
    assert result["position"]["mana"] == [0]


def test_m34_regrowth_solo() -> None:
    text = "r' b'' @' # \n # # . # \n # # r'' # \n # # # # \n # # p # \n p p b #"
    result = play(M, text, "regrow", mana=[15], affinity=["g"], moves_left=4, goals={"ice": 9})
    assert result["position"]["rows"][:3] == ["r b' . #", "# # @ #", "# # r' #"]
    assert result["position"]["moves_left"] == 6
    assert result["position"]["goals"] == {"ice": 5}
    assert result["points"] == 0
    assert "moves_left" not in play(M, text, "regrow", mana=[15], affinity=["g"])["position"]


def test_m34_without_a_blast_the_first_phase_has_index_0() -> None:
    text = "b # # # \n r' # # # \n . r r # \n # # # # \n # # p # \n p p b #"
    result = play(M, text, "regrow", mana=[15], affinity=["g"])
    # r thaws and falls to a3: r r r, index 0; b follows
    assert result["points"] == 100
    assert result["position"]["rows"][:3] == [". # # #", ". # # #", "b . . #"]


def test_m34_arcane_gift() -> None:
    text = "r, b # # \n # # # # \n # # p # \n p p b #"
    result = play(M, text, "gift a1", mana=[15], affinity=["p"], tray=2)
    assert result["position"]["rows"][0] == "%, b # #"
    assert result["position"]["tray"] == 1
    assert result["points"] == 0
    assert result["cleared"] == {}


def test_m34_deep_freeze_solo() -> None:
    position: dict[str, Any] = {"rows": grid(SWAPPABLE), "mana": [15], "affinity": ["b"], "moves_left": 3}
    result = step(M, position, "freeze a2")
    assert result["position"]["rows"] == grid(SWAPPABLE)
    assert result["position"]["free_moves"] == 2
    then = step(M, result["position"], "c1-c2")
    assert then["position"]["free_moves"] == 1
    assert then["position"]["moves_left"] == 3
    with pytest.raises(OracleIllegal):
        step(M, position, "freeze a2 @1")


DUEL: dict[str, Any] = {"mana": [15, 0], "affinity": ["b", "y"], "moves_left": 8}


def test_m34_deep_freeze_duel() -> None:
    nine = "'" * 9
    text = f"r @' r-{nine} \n b [1] . \n # g y \n # # # \n y y b \n # # y"
    result = play(M, text, "freeze b1", **DUEL)
    assert result["position"]["rows"][:3] == [f"r' @'' r-{nine}", "b' [1] .", "# g y"]
    assert result["position"].get("seat", 0) == 0
    assert result["position"].get("free_moves", 0) == 0


def test_m34_regrowth_duel_gives_two_more_swaps_in_this_turn() -> None:
    text = """
        # # y # #
        y y g # #
        # # # # #
        # # p # #
        p p g # #
        # # # # #
        # # r # #
        r r g # #
        # # # # #
        # # b # #
        b b g # #
    """
    duel = {"mana": [15, 0], "affinity": ["g", "y"], "moves_left": 8}
    position = play(M, text, "regrow", **duel)["position"]
    assert position["free_moves"] == 2
    assert position["moves_left"] == 8
    seen = []
    for move in ("c1-c2", "c4-c5", "c7-c8"):
        position = step(M, position, move)["position"]
        seen.append((position.get("free_moves", 0), position.get("seat", 0), position["moves_left"]))
    assert seen == [(1, 0, 8), (0, 0, 8), (0, 1, 7)]


def test_m34_in_a_duel_a_free_swap_leaves_the_charge_pending() -> None:
    keep = "# # r # # \n r r g # # \n # # # # # \n # # b # # \n b b g # # \n # # # # #"
    result = play(M, keep, "c1-c2", mana=[0, 0], affinity=["r", "y"], free_moves=1)
    assert result["position"]["charge"] == [3, 0]
    assert result["position"]["mana"] == [0, 0]
    then = step(M, result["position"], "c4-c5")
    assert then["position"]["mana"] == [3, 0]
    assert "charge" not in then["position"]


def test_m35_a_duel_passes_play_on_and_shares_one_grid() -> None:
    keep = "# # r # # \n r r g # # \n # # # # # \n # # b # # \n b b g # # \n # # # # #"
    result = play(M, keep, "c1-c2", mana=[0, 0], affinity=["r", "y"], moves_left=2)
    assert result["position"]["seat"] == 1
    assert result["position"]["moves_left"] == 1
    assert result["position"]["scores"] == [100, 0]
    assert result["outcome"] is None
    then = step(M, result["position"], "c4-c5", seat=1)
    assert then["outcome"] == {"result": "over", "reason": "moves", "winners": [0], "totals": [250, 100]}
    assert then["position"]["mana"] == [3, 0]


def test_m36_a_tie_is_shared_and_a_deadlock_ends_a_duel() -> None:
    result = play(M, THREE, "c1-c2", mana=[0, 2], affinity=["g", "g"], moves_left=9)
    assert result["outcome"] == {
        "result": "over",
        "reason": "deadlock",
        "winners": [0, 1],
        "totals": [100, 100],
    }


def test_m36_ledger() -> None:
    result = play(M, THREE, "c1-c2", mana=[4], affinity=["r"], moves_left=6, goals={"r": 3}, score=500)
    assert result["points"] == 100
    assert result["position"]["score"] == 600
    assert result["outcome"] == {
        "result": "won",
        "reason": "goals",
        "winners": [0],
        "totals": [600 + 50 * 7 + 200 * 5],
    }
    result = play(M, THREE, "c1-c2", mana=[4], affinity=["r"], moves_left=1)
    assert result["outcome"]["totals"] == [100 + 50 * 7]


def test_m36_an_empty_playfield() -> None:
    text = "% r # \n # # . \n # # #"
    result = play(M, text, "a1-b1", goals={"score": 1030, "b": 1})
    assert result["points"] == 30 + 1000
    assert result["position"]["score"] == 1030
    assert result["position"]["goals"] == {"score": 0, "b": 1}
    assert play(D, text, "a1-b1")["points"] == 30  # a rule of Match 3 Master
    assert play(M, "% r # \n # # . \n # # [1]", "a1-b1")["points"] == 30
    assert play(M, text, "a1-b1", drops={"c": "r"})["points"] == 30  # judged after refill


# ── M38 ───────────────────────────────────────────────────────────────────────


def test_m38_artifacts_are_not_matched_but_may_be_swapped_into_a_line() -> None:
    legal(D, {"rows": ["@ @ @", "# # #", "# # #"]})
    text = "# # r # \n r r @ # \n # # b' #"
    result = play(D, text, "c1-c2")
    # the artifact is at c1; c2 is cleared: it falls on the frozen b'
    assert result["position"]["rows"] == ["# # . #", ". . @ #", "# # b' #"]
    refused(D, "@ % # \n # # # \n # # r", "a1-b1")
    refused(D, "@ % # \n # # # \n # # r", "b1-a1")
    refused(D, "@ - # \n # # # \n # # r", "a1-b1")


def test_m38_collected_on_the_lowest_floor_cell_and_the_segment_falls_again_before_the_refill() -> None:
    result = play(D, "@ # # \n @ # # \n - # *", "a3!", drops={"a": "rgb", "c": ""}, goals={"artifact": 3})
    # the rocket of row 3 sets off the bomb too
    assert result["position"]["rows"] == ["b # #", "g # #", "r # ."]
    assert result["cleared"] == {"artifact": 2, "special": 2}
    assert result["position"]["goals"] == {"artifact": 1}
    assert result["points"] == 40


def test_m38_boxes_and_holes_below_are_ignored_and_floor_below_is_not() -> None:
    text = """
        @   @   @  @  #
        [1] #   .  [1] -
        #   [2] b' .  #
    """
    result = play(D, text, "e2!")
    # the rocket opens a2 and d2: a falls to a2, the lowest floor of its column; b1 rests above hole and box;
    # c lies on a frozen piece; d falls to d3
    assert result["position"]["rows"] == [". . . . #", ". # @ . .", "# [2] b' . #"]
    assert result["cleared"]["artifact"] == 3


def test_m38_a_frozen_artifact_is_not_collected() -> None:
    result = play(D, "# # # \n # # # \n @'' # -", "c3!")
    assert result["position"]["rows"][2] == "@' # ."
    assert "artifact" not in result["cleared"]
    result = play(D, "# # # \n # # # \n @' # -", "c3!")
    assert result["position"]["rows"][2] == ". # ."
    assert result["cleared"]["artifact"] == 1


# ── G. goals ──────────────────────────────────────────────────────────────────


def test_m40_goals_of_every_kind_count_events() -> None:
    text = """
        # # r #
        r,, r- g,, [2]
        # # # #
    """
    goals = {"r": 4, "grass": 4, "box": 4, "special": 2, "ice": 1, "score": 150}
    result = play(M, text, "c1-c2", goals=goals)
    # the box: once by the group, once by the rocket; grass: a2 and c2 twice each
    assert result["position"]["goals"] == {"r": 1, "grass": 0, "box": 2, "special": 1, "ice": 1, "score": 50}
    assert result["position"]["rows"][1] == ". . g ."


def test_rules_objects() -> None:
    assert legal({"base": D, "bomb_radius": 2}, {"rows": grid(THREE)}) == ["c1-c2", "c2-c1"]
    for rules in ("designer-v2", {"base": D, "colour": 1}, {"base": D, "bomb_radius": 0}, {}):
        with pytest.raises(OracleBadRequest):
            legal(rules, {"rows": grid(THREE)})


# ── the generator ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", [D, M])
def test_random_positions_are_valid_playable_and_closed(rules: str) -> None:
    rng = random.Random(rules)
    played = 0
    for _ in range(60):
        position = random_position(rng, rules)
        before = copy.deepcopy(position)
        moves = legal(rules, position)
        assert moves == sorted(set(moves))
        for move in rng.sample(moves, min(2, len(moves))):
            try:
                result = step(rules, position, move)
            except NeedsChance:
                continue
            played += 1
            assert position == before
            assert canonical(result["position"])["score"] == position.get("score", 0) + result["points"]
            if result["outcome"] is None:
                assert legal(rules, result["position"])
    assert played > 60
