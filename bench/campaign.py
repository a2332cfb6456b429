"""How hard the campaign is: two bots play each stage on a range of seeds; the table is in docs/campaign.md.

`python -m bench.campaign` measures and prints; with `--write` it also stores the table, the measurement of
the weaker bot in each stage's file, and the thresholds of the stars. A stage without refill is a puzzle for
people: its stored solution is replayed instead, and no bot is expected to find it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console

from tilewright.content import Chapter, Level, Measured, Pack, packs, write_measured, write_stars
from tilewright.games import GAMES
from tilewright.lab.simulate import Job, simulate
from tilewright.lab.statistics import Summary, summaries

PACK: Final = "crystal-citadel"
WEAKER: Final = "goal"
BETTER: Final = "lookahead"
PAGE: Final = Path(__file__).parents[1] / "docs" / "campaign.md"
BEGIN: Final = "<!-- measured: written by python -m bench.campaign --write -->"
END: Final = "<!-- end of what was measured -->"

#: No stage is to be passed less often than this by the better bot.
LOWEST: Final = 0.15


class Stage(NamedTuple):
    """A stage and how both bots fared; `bare` is the weaker one without the stage's ability."""

    level: Level
    weaker: Summary
    better: Summary
    bare: Summary | None

    @property
    def puzzle(self) -> bool:
        """Whether the stage has no refill and is proven by its solution."""
        return is_puzzle(self.level)

    @property
    def stars(self) -> tuple[int, int]:
        """The moves left that a quarter of the weaker bot's wins fall short of, and that a quarter exceed."""
        left = self.weaker.moves_left
        if self.puzzle or left is None:
            return self.level.stars or (0, 0)
        most = int(self.level.setup["position"]["moves_left"]) - 1
        two = min(max(1, left.p25), most)
        return two, min(max(two + 1, left.p75), most)


def is_puzzle(level: Level) -> bool:
    """Whether nothing falls in."""
    return bool(level.setup["position"].get("source", "none") == "none")


def without_ability(setup: dict[str, Any]) -> dict[str, Any]:
    """The same stage for a player without an affinity."""
    left_out = ("affinity", "mana")
    return {**setup, "position": {k: v for k, v in setup["position"].items() if k not in left_out}}


def measure(levels: Sequence[Level], weaker: int, better: int, first: int) -> list[Stage]:
    """Let both bots play the stages, `weaker` and `better` games each, with the seeds from `first` on."""

    def play(
        bot: str, games: int, chosen: Sequence[Level], change: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> dict[str, Summary]:
        jobs = [Job(level.id, level.name, GAMES[level.game], change(level.setup)) for level in chosen]
        simulation = simulate(jobs, bot, games, first)
        if simulation.interrupted:
            raise KeyboardInterrupt
        return {summary.level: summary for summary in summaries(simulation)}

    gifted = [level for level in levels if any(level.setup["position"].get("affinity") or ())]
    low = play(WEAKER, weaker, levels, dict)
    high = play(BETTER, better, levels, dict)
    bare = play(WEAKER, weaker, gifted, without_ability)
    return [Stage(level, low[level.id], high[level.id], bare.get(level.id)) for level in levels]


def solution_length(level: Level) -> int:
    """How many moves the stored solution takes, replayed here.

    Raises:
        ValueError: it does not win, or it leaves something on the board.
    """
    game = GAMES[level.game]
    state = game.new(level.setup, 0)
    for move in level.solution:
        state = game.play(state, 0, move).state
    outcome = game.outcome(state)
    cells = {cell for row in game.rows(state) for cell in row.split()}
    if outcome is None or outcome.result != "won" or cells - {".", "#"}:
        raise ValueError(f"{level.id}: the solution does not empty the board")
    return len(level.solution)


def share(summary: Summary) -> str:
    """A pass rate with its interval."""
    return f"{summary.passed:.1%} ({summary.low:.1%} – {summary.high:.1%})"


def goals_of(level: Level) -> str:
    """The goals as the level file writes them."""
    goals: dict[str, int] = level.setup["position"]["goals"]
    return ", ".join(f"{key} {count:,}" for key, count in goals.items())


def row_of(stage: Stage) -> str:
    """A stage as a row of the table."""
    level, weaker, better, _ = stage
    moves = level.setup["position"]["moves_left"]
    two, three = stage.stars
    start = f"| {level.number} | {level.name} | {goals_of(level)} | {moves} "
    if stage.puzzle:
        return f"{start}| – | – | – | – | – | solved in {solution_length(level)} moves |"
    left = weaker.moves_left
    spread = f"{left.p25} · {left.median} · {left.p75}" if left else "–"
    gain = f"{100 * (better.passed - weaker.passed):+.1f}"
    failed = weaker.failed_most.goal if weaker.failed_most else "–"
    rates = f"| {share(weaker)} | {share(better)} | {gain} "
    return f"{start}{rates}| {spread} | {two} · {three} | {failed} |"


def chapter_table(chapter: Chapter, number: int, stages: Sequence[Stage]) -> list[str]:
    """A chapter with its stages."""
    head = ["stage", "name", "goals", "moves", f"`{WEAKER}`", f"`{BETTER}`", "difference", "moves left"]
    head += ["stars", "fails most at"]
    return [
        f"### {number}. {chapter.name}",
        "",
        chapter.idea,
        "",
        f"| {' | '.join(head)} |",
        f"|{'|'.join('---:' if at in (0, 3, 6) else '---' for at in range(len(head)))}|",
        *(row_of(stage) for stage in stages if chapter.first <= stage.level.number <= chapter.last),
        "",
    ]


def ability_table(stages: Sequence[Stage]) -> list[str]:
    """What the abilities are worth to the weaker bot."""
    rows = [
        f"| {stage.level.number} | {stage.level.name} | {share(stage.weaker)} | {share(stage.bare)} "
        f"| {100 * (stage.weaker.passed - stage.bare.passed):+.1f} |"
        for stage in stages
        if stage.bare is not None
    ]
    if not rows:
        return []
    return [
        "### What the abilities are worth",
        "",
        f"`{WEAKER}` on the ability stages, and on the same stages without an affinity.",
        "",
        "| stage | name | with | without | difference |",
        "|---:|---|---|---|---:|",
        *rows,
        "",
    ]


def report(pack: Pack, stages: Sequence[Stage]) -> str:
    """Everything that was measured, as Markdown."""
    one = stages[0]
    seeds = [f"seeds 0 to {games - 1:,}" for games in (one.weaker.games, one.better.games)]
    about = (
        f"`{WEAKER}` played each stage once with each of the {seeds[0]}, `{BETTER}` with the {seeds[1]}. In "
        f"brackets: the 95 % Wilson interval. Difference: percentage points. Moves left: quartiles of the "
        f"games that `{WEAKER}` won. Fails most at: the goal most often unmet when `{WEAKER}` lost."
    )
    lines = [about, ""]
    for number, chapter in enumerate(pack.chapters, 1):
        lines += chapter_table(chapter, number, stages)
    return "\n".join([*lines, *ability_table(stages)])


def store(pack: Pack, stages: Sequence[Stage]) -> None:
    """Write the table into the page; measurement and stars into the stages' files."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{report(pack, stages)}\n{END}{after}", encoding="utf-8")
    for stage in stages:
        if stage.puzzle:
            continue
        one = stage.weaker
        passed, low, high = (round(value, 4) for value in (one.passed, one.low, one.high))
        write_measured(
            Path(stage.level.path), Measured(WEAKER, one.games, 0, one.games - 1, passed, low, high)
        )
        write_stars(Path(stage.level.path), *stage.stars)


def main(arguments: list[str]) -> int:
    """Measure, print and, where wanted, store; 1 when a stage is too hard for the better bot."""
    parser = argparse.ArgumentParser(prog="bench.campaign", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help=f"games of {WEAKER} (default: 1000)")
    parser.add_argument("--better-games", type=int, default=400, help=f"games of {BETTER} (default: 400)")
    parser.add_argument("--write", action="store_true", help="store the table, the measurements, the stars")
    args = parser.parse_args(arguments)
    pack = next(pack for pack in packs() if pack.id == PACK)
    stages = measure(pack.levels, args.games, args.better_games, 0)
    print(report(pack, stages))
    if args.write:
        store(pack, stages)
    hard = [stage for stage in stages if not stage.puzzle and stage.better.passed < LOWEST]
    for stage in hard:
        line = f"{stage.level.id}: {BETTER} passes {stage.better.passed:.1%}, less than {LOWEST:.0%}"
        Console(stderr=True).print(line, style="red")
    return 1 if hard else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
