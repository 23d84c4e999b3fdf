"""Judging one decision: the worth of each move by what its seat could know, and a verdict on the move played.

The favourite is selected by sequential halving in one half of the playouts. It is then compared with the move played
in fresh determinizations. The best of many noisy means looks better than it is, so the means that selected it never
judge it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, exp, fsum, inf, log2, sqrt
from random import Random
from typing import Any, Final, NamedTuple, Self

from games.core.match import Match
from games.core.moves import Move

from .decisions import Decision, decision_of
from .reasons import Reason, compared

UNITS: Final = 10_000
"""Worths are kept as whole numbers: ten-thousandths of the chance to win the match; in Nos tenths of a chip."""

POINT: Final = UNITS // 100
"""A point of winning chance."""

CHIP: Final = 10
"""A chip, in the units of games that are played for chips."""

_POINTS_A_CHIP: Final = 0.5
"""The points of winning chance that a chip counts as: about its effect in a match of one deal."""

_CERTAINTY: Final = 2.0
"""The number of standard errors by which a loss must differ from 0 to be criticised."""

_SETTLED: Final = 3.0
"""The number of standard errors below a criticism with which no more playouts are spent."""

_FIRST_LOOK: Final = 64
"""The number of pairs of playouts after which the loss is first looked at; then whenever their number has doubled."""

_LEAST: Final = 8
"""The least number of playouts of a move in a round of the selection."""

_LEAST_CHANCE: Final = 0.05
_LEAST_CHIPS: Final = 0.01
"""The least loss that is criticised: 5 points of winning chance, or 10 chips, of which each is worth a thousandth."""

_SHARE_OF_VALUE: Final = 10
"""The divisor of the playouts for the worth of a decision in which the favourite was played."""

_COUNTED: Final = 400
"""The number of playouts in which the facts about a criticised move are counted; they are told of a hundred."""


class MoveVerdict(StrEnum):
    """The judgement of a move, mildest first."""

    GOOD = "good"
    """No better move was found."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_BANDS: Final = ((MoveVerdict.BLUNDER, 15), (MoveVerdict.MISTAKE, 10), (MoveVerdict.INACCURACY, 5))
"""The points of winning chance from which a loss has each name: the bands of Lichess."""


@dataclass(frozen=True)
class MoveWorth:
    """The worth of one move.

    :ivar worth: the mean of its playouts, in units.
    :ivar playouts: the number of them; 0 if the ending was solved.
    """

    move: str
    worth: int
    playouts: int


@dataclass(frozen=True)
class Judgement:
    """The judgement of one decision. `as_dict` is plain JSON.

    :ivar ply: the index of the decision in the log of the match.
    :ivar played: the text of the move played.
    :ivar best: the text of the best move; the move played if none was found to be better.
    :ivar before: the worth of the decision: that of the favourite.
    :ivar after: the worth of the move played. Both come from playouts that did not select the favourite.
    :ivar error: the standard error of the difference.
    :ivar chips: whether the units are tenths of a chip.
    :ivar solved: whether the ending was solved.
    :ivar moves: the worth of every move considered, best first.
    :ivar reasons: facts about the move played and the best one; only where the move is criticised.
    """

    ply: int
    played: str
    best: str
    before: int
    after: int
    error: int
    chips: bool
    solved: bool
    moves: tuple[MoveWorth, ...]
    reasons: tuple[Reason, ...] = ()

    @property
    def loss(self) -> int:
        """The loss against the best move, in units; 0 where it is within its standard error."""
        difference = self.before - self.after
        return difference if difference > self.error else 0

    @property
    def points(self) -> float:
        """The loss in points of winning chance."""
        return self.loss / CHIP * _POINTS_A_CHIP if self.chips else self.loss / POINT

    @property
    def verdict(self) -> MoveVerdict:
        """The verdict on the move played. Only a loss beyond doubt is criticised."""
        if self.loss - _CERTAINTY * self.error <= 0:
            return MoveVerdict.GOOD
        return next((verdict for verdict, least in _BANDS if self.points >= least), MoveVerdict.GOOD)

    @property
    def accuracy(self) -> float:
        """The accuracy of the move, from 0 to 100."""
        return accuracy(self.points)

    def as_dict(self) -> dict[str, Any]:
        """Return the judgement as plain JSON."""
        return {
            "ply": self.ply,
            "played": self.played,
            "best": self.best,
            "before": self.before,
            "after": self.after,
            "error": self.error,
            "chips": self.chips,
            "solved": self.solved,
            "moves": [[one.move, one.worth, one.playouts] for one in self.moves],
            "reasons": [reason.as_dict() for reason in self.reasons],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Return the judgement from the plain JSON of `as_dict`."""
        moves = tuple(MoveWorth(*row) for row in plain["moves"])
        reasons = tuple(map(Reason.from_dict, plain["reasons"]))
        return cls(**{**plain, "moves": moves, "reasons": reasons})


def accuracy(points: float) -> float:
    """Return the accuracy of a move that loses these points of winning chance, by Lichess's formula.

    >>> accuracy(0), round(accuracy(10), 1), accuracy(100)
    (100.0, 64.6, 0.0)
    """
    return min(100.0, max(0.0, 103.1668 * exp(-0.04354 * points) - 3.1669 + 1))


def judge(match: Match, seat: int, move: Move, name: str, *, ply: int = 0, effort: float = 1.0) -> Judgement | None:
    """Return the judgement of a legal move, by its seat's knowledge.

    The same match, move, name and effort give the same judgement, whatever is hidden.

    :param name: a text from which the randomness comes, such as the id of the match; never its seed.
    :param ply: the index of the decision in the log of the match.
    :param effort: the factor of the usual number of playouts.
    :returns: None if there was no choice, or if the move is one that the review does not judge, such as an offence.
    """
    decision = decision_of(match, seat, Random(f"{name} {ply} {seat}"), move)  # noqa: S311  # repeatable
    if decision is None:
        return None
    try:
        played = decision.number_of(move)
    except KeyError:
        return None
    settled = _LEAST_CHIPS if match.info.chips else _LEAST_CHANCE
    found = _solved(decision, played) or _tried(decision, played, round(decision.playouts * effort), settled)
    best = move if found.best == played else decision.moves[found.best]
    judgement = _judgement(decision, found, move, best, chips=match.info.chips, ply=ply)
    if judgement.verdict is MoveVerdict.GOOD:
        return judgement
    return replace(judgement, reasons=_reasons(match, decision, found.best, played, judgement))


def best_two(match: Match, seat: int, name: str, *, ply: int = 0, effort: float = 1.0) -> Judgement | None:
    """Return the judgement of the second-best move, with reasons.

    The same match, name and effort give the same judgement, whatever is hidden; see `judge`.

    :returns: None if the seat, which is to move, has no two moves to compare.
    """
    decision = decision_of(match, seat, Random(f"{name} {ply} {seat}"))  # noqa: S311  # repeatable
    if decision is None:
        return None
    worths, error = decision.solved(), 0.0
    if worths is not None:
        means = {number: (worth, 0) for number, worth in worths.items()}
        compared_moves = list(worths)
    else:
        playouts = round(decision.playouts * effort)
        selection = select(decision, playouts // 2)
        favourite, other, *_ = selection
        compared_moves = [favourite, other]
        rows = duel(decision, favourite, other, max(_FIRST_LOOK, playouts // 4))
        error = loss_and_error(*rows.values())[1]
        means = {number: (mean(results), len(results)) for number, results in (selection | rows).items()}
    best, second = sorted(compared_moves, key=lambda number: -means[number][0])[:2]
    found = _Found(best, means[best][0], means[second][0], error, means)
    moves = decision.moves
    judgement = _judgement(decision, found, moves[second], moves[best], chips=match.info.chips, ply=ply)
    return replace(judgement, reasons=_reasons(match, decision, best, second, judgement))


def _judgement(decision: Decision, found: _Found, played: Move, best: Move, *, chips: bool, ply: int) -> Judgement:
    """Return a judgement without reasons."""
    return Judgement(
        ply=ply,
        played=str(played),
        best=str(best),
        before=round(UNITS * found.before),
        after=round(UNITS * found.after),
        error=ceil(UNITS * found.error),
        chips=chips,
        solved=not found.means[decision.number_of(played)][1],
        moves=_ranked(decision, found),
    )


class _Found(NamedTuple):
    """The result of the playouts of one decision.

    :ivar best: the number of the best move.
    :ivar before: the worth of the favourite.
    :ivar after: the worth of the move played.
    :ivar error: the standard error of the difference.
    :ivar means: the worth of each move, and the number of its playouts; 0 where the ending was solved.
    """

    best: int
    before: float
    after: float
    error: float
    means: Mapping[int, tuple[float, int]]


def _solved(decision: Decision, played: int) -> _Found | None:
    worths = decision.solved()
    if worths is None:
        return None
    best = max(worths, key=lambda number: (worths[number], number == played))
    return _Found(best, worths[best], worths[played], 0.0, {number: (worth, 0) for number, worth in worths.items()})


def _tried(decision: Decision, played: int, playouts: int, settled: float) -> _Found:
    selection = select(decision, playouts // 2)
    means = {number: (mean(results), len(results)) for number, results in selection.items()}
    favourite = next(iter(selection))
    if favourite == played:
        results = _results(decision, (played,), max(_FIRST_LOOK, playouts // _SHARE_OF_VALUE))[played]
        means[played] = worth, _ = mean(results), len(results)
        return _Found(played, worth, worth, 0.0, means)
    rows = duel(decision, favourite, played, max(_FIRST_LOOK, playouts // 4), settled=settled)
    before, after = mean(rows[favourite]), mean(rows[played])
    means[favourite], means[played] = (before, len(rows[favourite])), (after, len(rows[played]))
    error = loss_and_error(rows[favourite], rows[played])[1]
    return _Found(favourite if before > after else played, before, after, error, means)


def select(decision: Decision, playouts: int) -> dict[int, list[float]]:
    """Return the results of each move, the favourite first: sequential halving.

    All moves still considered meet the same determinizations. After each round the better half remains.
    """
    results: dict[int, list[float]] = {number: [] for number in decision.moves}
    considered = list(results)
    rounds = ceil(log2(len(considered)))
    dropped: list[int] = []
    for _ in range(rounds):
        for number, more in _results(decision, considered, max(_LEAST, playouts // (rounds * len(considered)))).items():
            results[number] += more
        considered.sort(key=lambda number: -mean(results[number]))
        half = ceil(len(considered) / 2)
        dropped = considered[half:] + dropped
        considered = considered[:half]
    return {number: results[number] for number in considered + dropped}


def duel(
    decision: Decision, favourite: int, other: int, pairs: int, *, settled: float = -inf
) -> dict[int, list[float]]:
    """Return the results of two moves in the same fresh determinizations.

    :param pairs: the most playouts of each.
    :param settled: no more are spent once the favourite is clearly ahead by less than this.
    """
    rows: dict[int, list[float]] = {favourite: [], other: []}
    look = min(_FIRST_LOOK, pairs)
    while True:
        for number, more in _results(decision, (favourite, other), look - len(rows[other])).items():
            rows[number] += more
        loss, error = loss_and_error(rows[favourite], rows[other])
        if look == pairs or loss + _SETTLED * error < settled:
            return rows
        look = min(2 * look, pairs)


def _results(decision: Decision, numbers: Sequence[int], worlds: int) -> dict[int, list[float]]:
    """Return the results of moves in this many common determinizations."""
    rows: dict[int, list[float]] = {number: [] for number in numbers}
    for _ in range(worlds):
        world = decision.world()
        for number, row in rows.items():
            row.append(decision.worth(world, number))
    return rows


def mean(results: Sequence[float]) -> float:
    """Return the mean."""
    return fsum(results) / len(results)


def loss_and_error(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the differences between paired results, and its standard error."""
    differences = [one - other for one, other in zip(better, worse, strict=True)]
    loss = mean(differences)
    spread = fsum([(one - loss) ** 2 for one in differences])
    return loss, sqrt(spread / (len(differences) - 1) / len(differences))


def _ranked(decision: Decision, found: _Found) -> tuple[MoveWorth, ...]:
    """Return the worth of every move, best first. A move that was dropped is worth no more than the best."""
    top = max(found.before, found.after)
    rows = [
        MoveWorth(str(decision.moves[number]), round(UNITS * min(worth, top)), playouts)
        for number, (worth, playouts) in found.means.items()
    ]
    return tuple(sorted(rows, key=lambda row: -row.worth))


def _reasons(match: Match, decision: Decision, best: int, played: int, judgement: Judgement) -> tuple[Reason, ...]:
    """Return the certain effects in which two moves differ, and what was counted after both."""
    worlds = [decision.world() for _ in range(_COUNTED)]
    tallies = [decision.observed(number, worlds, solved=judgement.solved) for number in (played, best)]
    of_played, of_best = [list(decision.certain(number)) for number in (played, best)]
    scores_less = gain_at_once(match, decision, played) < gain_at_once(match, decision, best)
    certain = (*of_played, *of_best) if scores_less else ()  # else they say nothing, or the contrary
    return (*certain, *compared((judgement.played, judgement.best), (tallies[0], tallies[1]), _COUNTED))


def gain_at_once(match: Match, decision: Decision, number: int) -> int:
    """Return the points that a move itself gains its side on the others."""
    side, sign = match.side_of(decision.seat), -1 if match.fewer_is_better else 1
    return sum(sign * each.points * (1 if each.side == side else -1) for each in decision.certain(number))
