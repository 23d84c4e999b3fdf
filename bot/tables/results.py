"""Results: what the end of a deal or a match brings each seat, as it is saved."""

from __future__ import annotations

from games import Match
from games.core.view import DealEnd
from storage.matches import DealResult, MatchResult

from .state import Table


def deal_results(table: Table, match: Match, ending: DealEnd) -> tuple[DealResult, ...]:
    """What a deal brought each seat."""
    return tuple(
        DealResult(
            deal=ending.number,
            seat=seat.seat,
            user_id=seat.user_id,
            points=ending.points[match.side_of(seat.seat)],
            score=ending.scores[match.side_of(seat.seat)],
        )
        for seat in table.seats
    )


def match_results(table: Table, match: Match) -> tuple[MatchResult, ...]:
    """The result of each seat in a match; empty as long as the match is not over."""
    outcome = match.outcome
    if outcome is None:
        return ()
    ranks: dict[int, int] = {}
    place = 1
    for group in outcome.ranking:
        ranks |= dict.fromkeys(group, place)
        place += len(group)
    return tuple(
        MatchResult(
            seat=seat.seat,
            user_id=seat.user_id,
            name=seat.name,
            rank=ranks[match.side_of(seat.seat)],
            won=match.side_of(seat.seat) in outcome.winners,
            score=outcome.scores[match.side_of(seat.seat)],
        )
        for seat in table.seats
    )
