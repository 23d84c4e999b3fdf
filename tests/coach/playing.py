"""Matches of `strong` against itself whose moves the review judges."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Final

import games
from games import Match, Move
from games.computers import players
from games.computers.decisions import Searched, decision_of
from games.computers.judging import CHIP, POINT, UNITS, Judgement, MoveVerdict, duel, judge, loss_and_error
from tests.strength.playing import Effort, Setting

_PLANTED: Final = 20 * POINT
_PLANTED_CHIPS: Final = 40 * CHIP
"""The least loss of a planted blunder, in units: 20 points of winning chance, or 40 chips."""

_CONFIRMING: Final = 4
"""The playouts that confirm a planted blunder, relative to those of a judgement."""

_FINDS: Final = frozenset({MoveVerdict.MISTAKE, MoveVerdict.BLUNDER})
"""The verdicts that find a planted blunder."""


@dataclass
class CoachResult:
    """The result of one match.

    :ivar number: the number of the match, from which its deals come.
    :ivar scale: the time of a move, relative to a table.
    :ivar judged: the number of decisions judged.
    :ivar verdicts: the number of decisions with each verdict.
    :ivar planted: the number of moves planted that cost 20 points, confirmed by four times the playouts.
    :ivar found: the number of them that the review called a mistake or a blunder.
    :ivar cpu_s: the seconds of the processor that the judgements of played moves took.
    """

    game: str
    seats: int
    scale: float
    number: int
    judged: int
    verdicts: dict[str, int]
    planted: int
    found: int
    cpu_s: float


def coach(setting: Setting, number: int, scale: float, share: float) -> CoachResult:
    """Play a match of `strong` against itself and judge its moves.

    :param share: the share of the decisions that are judged.
    """
    match = games.new_match(setting.game, seats=setting.seats, options=dict(setting.options), seed=f"coach {number}")
    rng = Random(f"{setting} {number}")
    verdicts: Counter[str] = Counter()
    planted = found = ply = 0
    cpu_s = 0.0
    while match.outcome is None:
        seat = match.to_move()
        assert seat is not None
        move = _strong(match, seat, rng, scale)
        if len(match.moves(seat)) > 1 and rng.random() < share:
            begun = time.thread_time()
            judgement = judge(match, seat, move, f"coach {number}", ply=ply)
            if judgement is not None:
                cpu_s += time.thread_time() - begun
                verdicts[judgement.verdict] += 1
                blunder = _blunder(match, seat, judgement, ply)
                if blunder is not None:
                    planted += 1
                    told = judge(match, seat, blunder, f"planted {number}", ply=ply)
                    found += told is not None and told.verdict in _FINDS
        match.play(seat, move)
        ply += 1
    return CoachResult(
        game=setting.game,
        seats=setting.seats,
        scale=scale,
        number=number,
        judged=sum(verdicts.values()),
        verdicts={verdict.value: verdicts[verdict] for verdict in MoveVerdict},
        planted=planted,
        found=found,
        cpu_s=round(cpu_s, 3),
    )


def _strong(match: Match, seat: int, rng: Random, scale: float) -> Move:
    """Return the move of a strong player who wants what the review counts: at Nos chips, not the match."""
    enough = Effort(scale).enough("strong")
    decision = decision_of(match, seat, rng)
    if isinstance(decision, Searched):
        return decision.best(enough)
    return players.choose("strong", match, seat, rng, enough)


def _blunder(match: Match, seat: int, judgement: Judgement, ply: int) -> Move | None:
    """Return the worst move of a decision if it costs enough; None if it does not."""
    least = _PLANTED_CHIPS if match.info.chips else _PLANTED
    best, worst = judgement.moves[0], judgement.moves[-1]
    if best.worth - worst.worth < least:
        return None
    decision = decision_of(match, seat, Random(f"confirming {ply}"), Move.parse(worst.move))
    assert decision is not None
    numbers = {str(move): number for number, move in decision.moves.items()}
    worths = decision.solved()
    if worths is not None:
        loss = worths[numbers[best.move]] - worths[numbers[worst.move]]
    else:
        rows = duel(decision, numbers[best.move], numbers[worst.move], _CONFIRMING * decision.playouts // 4)
        loss, _ = loss_and_error(*rows.values())
    return Move.parse(worst.move) if UNITS * loss >= least else None
