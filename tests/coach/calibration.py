"""The calibration of winning chances: quick matches of `strong` against itself, one judged decision a deal.

All decisions of a match share its result, so they are one cluster in every standard error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from random import Random
from typing import Final, NamedTuple

import games
from games.computers import players
from games.computers.judging import judge
from games.computers.review import result_of
from games.core.events import DealBegan
from tests.strength.playing import Setting

_PLAYOUTS: Final = 60
"""The playouts of a move of either side."""

_EFFORT: Final = 0.05
"""The playouts of a judgement, relative to a review: more of them only take noise away from what is said."""


@dataclass
class CalibrationResult:
    """The chances that were said in one match.

    :ivar said: for each decision the worth of the move played and the result of the match, in units of the review.
    """

    game: str
    seats: int
    number: int
    said: list[tuple[int, int]]


def calibrate(setting: Setting, number: int) -> CalibrationResult:
    """Play a match and judge a random decision of each deal."""
    match = games.new_match(setting.game, seats=setting.seats, seed=f"calibration {number}")
    rng = Random(f"calibration {setting} {number}")
    worths: list[tuple[int, int]] = []
    sample, choices, ply = None, 0, 0
    while match.outcome is None:
        seat = match.to_move()
        assert seat is not None
        move = players.choose("strong", match, seat, rng, players.playouts(_PLAYOUTS))
        if len(match.moves(seat)) > 1:
            choices += 1
            if rng.random() * choices < 1:
                sample = match.copy(), seat, move, ply
        events = match.play(seat, move)
        ply += 1
        if sample and (any(isinstance(event, DealBegan) for event in events) or match.outcome):
            before, chosen, played, at = sample
            judgement = judge(before, chosen, played, f"calibration {number}", ply=at, effort=_EFFORT)
            if judgement is not None:
                worths.append((chosen, judgement.after))
            sample, choices = None, 0
    said = [(worth, result_of(match, seat)) for seat, worth in worths]
    return CalibrationResult(setting.game, setting.seats, number, said)


class Estimate(NamedTuple):
    """A number and its standard error."""

    value: float
    error: float


def mean_of(clusters: Iterable[Sequence[float]]) -> Estimate:
    """Return the mean of clustered values."""
    rows = [row for row in clusters if row]
    count = sum(map(len, rows))
    mean = fsum(map(fsum, rows)) / count
    return Estimate(mean, sqrt(fsum([fsum([value - mean for value in row]) ** 2 for row in rows])) / count)


def slope_of(clusters: Iterable[Sequence[tuple[float, float]]]) -> Estimate:
    """Return the slope of the regression of the second values on the first: 1 for chances that come true.

    Below 1 chances are overconfident, above 1 too timid. The error is that of the jackknife: how much the slope varies
    when each cluster in turn is left out.
    """
    sums = [_sums(row) for row in clusters if row]
    whole = tuple(map(fsum, zip(*sums, strict=True)))
    without = [_slope([total - part for total, part in zip(whole, one, strict=True)]) for one in sums]
    center = fsum(without) / len(without)
    spread = fsum([(slope - center) ** 2 for slope in without])
    return Estimate(_slope(whole), sqrt(spread * (len(without) - 1) / len(without)))


def _sums(row: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """Return the number of pairs and the sums of x, y, x² and xy."""
    return (
        len(row),
        fsum([x for x, _ in row]),
        fsum([y for _, y in row]),
        fsum([x * x for x, _ in row]),
        fsum([x * y for x, y in row]),
    )


def _slope(sums: Sequence[float]) -> float:
    count, x, y, squares, products = sums
    return (products - x * y / count) / (squares - x * x / count)
