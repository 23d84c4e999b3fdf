"""The section of docs/strength.md about the review."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

import games
from games.computers.judging import CHIP, UNITS, MoveVerdict

from .calibration import CalibrationResult, Estimate, mean_of, slope_of
from .playing import CoachResult
from .results import CALIBRATION, RESULTS, read

HEADING: Final = "## How honest the review is\n"

_BINS: Final = 10

_FEW: Final = 20
"""The number of decisions or matches from which a standard error is shown."""

_AIM_CRITICISED: Final = 0.03
_AIM_FOUND: Final = 0.8

_ABOUT: Final = """
`make coach` has written this section. `strong` plays against itself, and the [review](review.md) judges its moves.

- *Criticised* is the share of decisions of `strong` that the review criticises: at most {criticised:.0%} is the aim.
  Some criticism is true: `strong` had *time* times the time of a table, and the review thinks longer. Domino Square
  for two, Nos and every fifth match were measured later, with `make compiled`, by which `strong` thinks further in
  the same time.
- *Planted found* is the share of planted moves that the review calls a mistake or a blunder. A planted move costs 20
  points of winning chance (40 chips), confirmed by four times the playouts: at least {found:.0%} is the aim.
  The same estimator picks, confirms and finds planted moves: this column shows consistency, not truth.

"""

_ABOUT_CHANCES: Final = """
### Whether chances come true

`strong` plays quick matches against itself, and the review judges one random decision of each deal: what it says of the
move played is compared with the result of the match. All decisions of a match share its result, so they count as one
in each standard error (±).

- *Slope* is the slope of the regression of the results on the chances that were said: 1 if they come true, less if they
  are overconfident, more if they are too timid. In Nos it compares chips.
- *Said* and *won* are the means of both. {within} of {count} slopes are within two standard errors of 1.
- *Brier* is the mean square of the chance minus the result; *even* is what the same chance for all sides would get.

"""

_HEAD: Final = (
    "Game, seats",
    "Time",
    "Matches",
    "Decisions",
    "Criticised",
    "Inaccuracies, mistakes, blunders",
    "Planted found",
)


_ABOUT_BINS: Final = """
Percentages won, by tenths of what was said, with the number of decisions:

"""

_Group = list[list[tuple[float, float]]]
"""For each match what was said and won."""

_CHANCES_HEAD: Final = ("Game, seats", "Matches", "Decisions", "Slope", "Said", "Won", "Brier", "Even")


def section(results: Sequence[CoachResult], calibration: Sequence[CalibrationResult]) -> str:
    """Return the section; empty without results."""
    groups: dict[tuple[str, int, float], list[CoachResult]] = {}
    for result in sorted(results, key=lambda one: (one.game, one.seats, -one.scale)):
        groups.setdefault((result.game, result.seats, result.scale), []).append(result)
    if not groups and not calibration:
        return ""
    rows = [_row(*key, group) for key, group in groups.items()]
    about = _ABOUT.format(criticised=_AIM_CRITICISED, found=_AIM_FOUND)
    return f"{HEADING}{about}{_table(_HEAD, rows)}{_calibration(calibration)}"


def _row(game: str, seats: int, scale: float, group: Sequence[CoachResult]) -> tuple[str, ...]:
    judged = sum(one.judged for one in group)
    verdicts = [
        sum(one.verdicts[verdict] for one in group) for verdict in MoveVerdict if verdict is not MoveVerdict.GOOD
    ]
    planted, found = sum(one.planted for one in group), sum(one.found for one in group)
    return (
        f"{game}, {seats}",
        f"{scale:g}",
        str(len(group)),
        str(judged),
        f"{sum(verdicts) / judged:.1%}" if judged else "–",
        ", ".join(map(str, verdicts)),
        f"{found} of {planted}",
    )


def _calibration(results: Sequence[CalibrationResult]) -> str:
    groups: dict[tuple[str, int], _Group] = {}
    for result in sorted(results, key=lambda one: (one.game, one.seats)):
        unit = CHIP if _is_for_chips(result.game) else UNITS
        groups.setdefault((result.game, result.seats), []).append(
            [(said / unit, won / unit) for said, won in result.said]
        )
    if not groups:
        return ""
    slopes = {key: slope_of(group) for key, group in groups.items() if len(group) >= _FEW}
    within = sum(abs(slope.value - 1) <= 2 * slope.error for slope in slopes.values())
    about = _ABOUT_CHANCES.format(within=within, count=len(slopes))
    rows = [_chances(*key, slopes.get(key), group) for key, group in groups.items()]
    chances = {f"{game}, {seats}": group for (game, seats), group in groups.items() if not _is_for_chips(game)}
    everything = [row for group in chances.values() for row in group]
    bins = [_bins(name, group) for name, group in {"all": everything, **chances}.items()]
    tenths = (f"{100 * number // _BINS}–{100 * (number + 1) // _BINS} %" for number in range(_BINS))
    return f"{about}{_table(_CHANCES_HEAD, rows)}{_ABOUT_BINS}{_table(('Game, seats', *tenths), bins)}"


def _is_for_chips(game: str) -> bool:
    return games.CATALOGUE[game].info.chips


def _chances(game: str, seats: int, slope: Estimate | None, group: _Group) -> tuple[str, ...]:
    pairs = [pair for row in group for pair in row]
    said, won = fmean(chance for chance, _ in pairs), fmean(result for _, result in pairs)
    found = f"{slope.value:.2f} ± {slope.error:.2f}" if slope else "–"
    cells = f"{game}, {seats}", str(len(group)), str(len(pairs)), found
    if _is_for_chips(game):
        return *cells, f"{said:.0f}", f"{won:.0f}", "–", "–"
    even = 1 / len(games.new_match(game, seats=seats, seed="sides").scores)
    brier = fmean((chance - result) ** 2 for chance, result in pairs)
    base = fmean((even - result) ** 2 for _, result in pairs)
    return *cells, f"{said:.1%}", f"{won:.1%}", f"{brier:.3f}", f"{base:.3f}"


def _bins(name: str, group: _Group) -> tuple[str, ...]:
    cells = []
    for number in range(_BINS):
        rows = [[won for said, won in row if min(_BINS - 1, int(_BINS * said)) == number] for row in group]
        count = sum(map(len, rows))
        won = mean_of(rows) if count else None
        error = f" ± {100 * won.error:.0f}" if won and count >= _FEW else ""
        cells.append(f"{100 * won.value:.0f}{error} ({count})" if won else "–")
    return (name, *cells)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def with_section(page: str, results: Path = RESULTS, calibration: Path = CALIBRATION) -> str:
    """Return a page with the section of the results at its end, in place of an older one."""
    before, _, _ = page.partition(HEADING)
    found = section(read(results, CoachResult), read(calibration, CalibrationResult))
    return f"{before.rstrip()}\n\n{found}" if found else page
