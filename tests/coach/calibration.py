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

    Below 1 chances are overconfident, above 1 too timid.
    """
    rows = [row for row in clusters if row]
    pairs = [pair for row in rows for pair in row]
    center = fsum([said for said, _ in pairs]) / len(pairs)
    middle = fsum([won for _, won in pairs]) / len(pairs)
    spread = fsum([(said - center) ** 2 for said, _ in pairs])
    slope = fsum([(said - center) * (won - middle) for said, won in pairs]) / spread
    scores = [fsum([(said - center) * (won - middle - slope * (said - center)) for said, won in row]) for row in rows]
    return Estimate(slope, sqrt(fsum([score**2 for score in scores])) / spread)
