"""The section of docs/strength.md about the review."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from games.computers.judging import MoveVerdict

from .playing import BINS, CoachResult
from .results import RESULTS, read

HEADING: Final = "## How honest the review is\n"

_AIM_CRITICISED: Final = 0.03
_AIM_FOUND: Final = 0.8

_ABOUT: Final = """
`make coach` has written this section. `strong` plays against itself, and the [review](review.md) judges its moves.

- *Criticised* is the share of decisions of `strong` that the review criticises: at most {criticised:.0%} is the aim.
  Some criticism is true: `strong` had *time* times the time of a table, and the review thinks longer.
- *Planted found* is the share of planted moves that the review calls a mistake or a blunder. A planted move costs 20
  points of winning chance (40 chips), confirmed by four times the playouts: at least {found:.0%} is the aim.
- *Brier* is the mean square of the winning chance minus the result; always saying one half gives 0.25 for two sides.
- The same estimator picks, confirms and finds planted moves: that column shows consistency, not truth.
  Winning chances are overconfident in most bins below, in a small sample: no part of the bot shows them to players yet.
- *CPU* is the time of the processor for one judgement.

"""

_HEAD: Final = (
    "Game, seats",
    "Time",
    "Matches",
    "Decisions",
    "Criticised",
    "Inaccuracies, mistakes, blunders",
    "Planted found",
    "Brier",
    "CPU",
)


def section(results: Sequence[CoachResult]) -> str:
    """Return the section; empty without results."""
    groups: dict[tuple[str, int, float], list[CoachResult]] = {}
    for result in sorted(results, key=lambda one: (one.game, one.seats, -one.scale)):
        groups.setdefault((result.game, result.seats, result.scale), []).append(result)
    if not groups:
        return ""
    rows = [_row(*key, group) for key, group in groups.items()]
    about = _ABOUT.format(criticised=_AIM_CRITICISED, found=_AIM_FOUND)
    return f"{HEADING}{about}{_table(_HEAD, rows)}\n{_calibration(results)}"


def _row(game: str, seats: int, scale: float, group: Sequence[CoachResult]) -> tuple[str, ...]:
    judged = sum(one.judged for one in group)
    verdicts = [
        sum(one.verdicts[verdict] for one in group) for verdict in MoveVerdict if verdict is not MoveVerdict.GOOD
    ]
    planted, found = sum(one.planted for one in group), sum(one.found for one in group)
    placed = sum(row[0] for one in group for row in one.bins)
    return (
        f"{game}, {seats}",
        f"{scale:g}",
        str(len(group)),
        str(judged),
        f"{sum(verdicts) / judged:.1%}" if judged else "–",
        ", ".join(map(str, verdicts)),
        f"{found} of {planted}",
        f"{sum(one.squares for one in group) / placed:.3f}" if placed else "–",
        f"{sum(one.cpu_s for one in group) / judged:.2f} s" if judged else "–",
    )


def _calibration(results: Sequence[CoachResult]) -> str:
    rows = []
    for number in range(BINS):
        count, chances, won = (sum(one.bins[number][place] for one in results) for place in range(3))
        if count:
            said = f"{number / BINS:.0%} to {(number + 1) / BINS:.0%}"
            rows.append((said, f"{count:.0f}", f"{chances / count:.1%}", f"{won / count:.1%}"))
    intro = "Winning chances and results of all games that are not played for chips:\n\n"
    return intro + _table(("Said", "Decisions", "Mean chance", "Won"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def with_section(page: str, file: Path = RESULTS) -> str:
    """Return a page with the section of the results at its end, in place of an older one."""
    before, _, _ = page.partition(HEADING)
    found = section(read(file))
    return f"{before.rstrip()}\n\n{found}" if found else page
