"""The review of a match: every decision of one seat, judged by what the seat could know at the time.

Read `judgements` first. It yields one judgement at a time, and goes on after those that are already there, so a review
can be stored piece by piece and resumed. `Review.of` sums the judgements up.

>>> import games
>>> from games.computers import players, review
>>> match = games.new_match("block", seats=2, seed="an example", lots=[0])
>>> while not match.outcome:
...     _ = match.play(match.to_move(), match.moves(match.to_move())[0])
>>> found = list(review.judgements(match, 0, "the id of the match", effort=0.05))
>>> summary = review.Review.of(match, 0, found)
>>> summary.start + summary.luck + summary.play == summary.result
True
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import fmean
from typing import Final, Self

from games.core.match import RESIGN, TABLE_ENTRIES, Match
from games.core.moves import Move

from .judging import CHIP, UNITS, Judgement, MoveVerdict, judge

_MOMENTS: Final = 3
"""The number of moments that a review shows."""


def positions(match: Match) -> Iterator[tuple[int, Match, int, str]]:
    """Yield every entry of the log before it is applied: its index, the match so far, its seat and its text.

    The match so far is one object that changes; copy it to keep it.
    """
    record = match.record()
    running = type(match).from_record(replace(record, log=()))
    for ply, (seat, text) in enumerate(record.log):
        yield ply, running, seat, text
        running.apply(seat, text)


def decisions(match: Match, seat: int, since: int = 0) -> list[int]:
    """Return the indices in the log, from one on, at which a seat had a choice between legal moves."""
    return [
        ply
        for ply, running, mover, text in positions(match)
        if ply >= since and mover == seat and text not in TABLE_ENTRIES and len(running.moves(seat)) > 1
    ]


def judgements(
    match: Match, seat: int, name: str, *, done: Sequence[Judgement] = (), since: int = 0, effort: float = 1.0
) -> Iterator[Judgement]:
    """Yield the judgement of each decision of a seat that `done` does not hold yet, in the order of the log.

    The same match and name give the same judgements, wherever the review was resumed.

    :param name: a text from which the randomness comes, such as the id of the match; never its seed.
    :param done: the judgements of an earlier run.
    :param since: the index in the log of the first move to be judged.
    :param effort: the factor of the usual number of playouts.
    """
    first = max((since, *(judgement.ply + 1 for judgement in done)))
    for ply, running, mover, text in positions(match):
        if ply < first or mover != seat or text in TABLE_ENTRIES or len(running.moves(seat)) <= 1:
            continue
        judgement = judge(running.copy(), seat, Move.parse(text), name, ply=ply, effort=effort)
        if judgement is not None:
            yield judgement


# --- The whole match --------------------------------------------------------------------------------------------------


class Cause(StrEnum):
    """The cause of a change of the winning chance."""

    LUCK = "luck"
    """Deals, draws and the choices of others, and own moves without a choice."""
    PLAY = "play"
    """An own decision, compared with the favourite of the review."""


@dataclass(frozen=True)
class CurvePoint:
    """A change of the winning chance.

    :ivar ply: the number of entries of the log before it.
    :ivar cause: the cause of the change that led here.
    :ivar change: the change, in units.
    :ivar worth: the worth of the match after it, in units.
    """

    ply: int
    cause: Cause
    change: int
    worth: int


@dataclass(frozen=True)
class Review:
    """The judgements of a match, summed up. Luck and play add up to the difference between start and result.

    :ivar chips: whether the units are tenths of a chip, else ten-thousandths of the chance to win the match.
    :ivar start: the worth of the match before the first deal: all sides have the same chance.
    :ivar result: the share of the match that was won, or the chips.
    :ivar curve: every change of the worth, in order.
    :ivar luck: the sum of the changes by luck.
    :ivar play: the sum of the changes by play.
    :ivar accuracy: the mean accuracy of the decisions; 100 without any.
    :ivar moments: the criticised decisions that cost the most, in the order of the log.
    :ivar verdicts: the number of decisions with each verdict.
    """

    chips: bool
    start: int
    result: int
    curve: tuple[CurvePoint, ...]
    luck: int
    play: int
    accuracy: float
    moments: tuple[Judgement, ...]
    verdicts: dict[MoveVerdict, int]

    @classmethod
    def of(cls, match: Match, seat: int, found: Sequence[Judgement]) -> Self:
        """Return the review of a finished match.

        :raises ValueError: if the match is not over.
        """
        start, result = _start_of(match), result_of(match, seat)
        curve = _curve(match, seat, found, start, result)
        criticised = [one for one in found if one.verdict is not MoveVerdict.GOOD]
        worst = sorted(criticised, key=lambda one: -one.points)[:_MOMENTS]
        return cls(
            chips=match.info.chips,
            start=start,
            result=result,
            curve=curve,
            luck=sum(point.change for point in curve if point.cause is Cause.LUCK),
            play=sum(point.change for point in curve if point.cause is Cause.PLAY),
            accuracy=fmean(one.accuracy for one in found) if found else 100.0,
            moments=tuple(sorted(worst, key=lambda one: one.ply)),
            verdicts={verdict: sum(one.verdict is verdict for one in found) for verdict in MoveVerdict},
        )


def _start_of(match: Match) -> int:
    return 0 if match.info.chips else round(UNITS / len(match.scores))


def result_of(match: Match, seat: int) -> int:
    """Return the result of a finished match for a seat, in units: its share of the win, or its chips.

    :raises ValueError: if the match is not over.
    """
    if match.outcome is None:
        raise ValueError("a match is reviewed once it is over")
    side, outcome = match.side_of(seat), match.outcome
    if match.info.chips:
        return CHIP * outcome.scores[side]
    return round(UNITS / len(outcome.winners)) if side in outcome.winners else 0


def _curve(match: Match, seat: int, found: Sequence[Judgement], start: int, result: int) -> tuple[CurvePoint, ...]:
    points: list[CurvePoint] = []
    worth, judged = start, {judgement.ply: judgement for judgement in found}
    fines = _fines(match, seat, judged)
    for ply in sorted(judged.keys() | fines.keys()):
        if ply in judged:
            before, after = judged[ply].before, judged[ply].after
        else:
            before, after = worth, worth + fines[ply]
        points.append(CurvePoint(ply, Cause.LUCK, before - worth, before))
        points.append(CurvePoint(ply + 1, Cause.PLAY, after - before, after))
        worth = after
    log = match.record().log
    resigned = bool(log) and log[-1] == (seat, RESIGN)
    points.append(CurvePoint(len(log), Cause.PLAY if resigned else Cause.LUCK, result - worth, result))
    return tuple(points)


def _fines(match: Match, seat: int, judged: Collection[int]) -> dict[int, int]:
    """Return the chips, in units, that offences out of turn cost, by their index: to them there is no other move."""
    out_of_turn, scores = [], []
    for ply, running, mover, text in positions(match) if match.info.chips else ():
        scores.append(running.scores[match.side_of(seat)])
        if mover == seat != running.to_move() and ply not in judged and text not in TABLE_ENTRIES:
            out_of_turn.append(ply)
    scores.append(match.scores[match.side_of(seat)])
    return {ply: CHIP * (scores[ply + 1] - scores[ply]) for ply in out_of_turn}
