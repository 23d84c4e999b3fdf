"""Achievements in a match: the best deal of everybody, calls right and wrong, bids made and missed.

They are worked out when the match ends, from what happened in it, so that nobody has to play it again to count them.
What a seat did in a deal belongs to the person who sat there when that deal ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games import Match
from games.core.events import DealBegan
from storage import matches
from storage.database import Transaction
from storage.league import player_records
from storage.league.player_records import BEST_DEAL, MADE, MISSED, RIGHT, WRONG
from storage.matches import DealResult

_EVENT_KINDS: Final = frozenset({RIGHT, WRONG, MADE, MISSED})
"""The kinds of events that are achievements, which have the same names."""


async def save_achievements(tx: Transaction, guild_id: int, match_id: str, result_id: int, match: Match) -> None:
    """Book what people did in a match, whose deals and result are booked."""
    deals, _ = await matches.results(tx, match_id)
    await player_records.add_achievements(tx, guild_id, result_id, match.key, achievements_in(match, deals))


def achievements_in(match: Match, deals: Sequence[DealResult]) -> dict[tuple[int, str], int]:
    """What people did in a match: (user id, kind) -> number.

    :param deals: what its deals brought.
    """
    found: Counter[tuple[int, str]] = Counter()
    sitting = {(deal.deal, deal.seat): deal.user_id for deal in deals}
    number = 0
    for event in match.events:
        if isinstance(event, DealBegan):
            number = event.number
        kind = event.kind if event.kind in _EVENT_KINDS else ""
        person = sitting.get((number, event.seat)) if kind and event.seat is not None else None
        if kind and person is not None:
            found[person, kind] += 1
    for deal in deals:
        if deal.user_id is not None and deal.points > 0 and not match.fewer_is_better:
            key = deal.user_id, BEST_DEAL
            found[key] = max(found[key], deal.points)
    return dict(found)
