"""Matches of Full Speed dealt by hand."""

from __future__ import annotations

from games.full_speed import FullSpeed
from tests.games.deals import deal, play


def match_of(*hands: str, opener: int = 0, seats: int = 2, **options: bool) -> FullSpeed:
    return FullSpeed(seats=seats, options=options, seed="a seed", deals=[deal(*hands)], lots=[opener])


def thirteen(seats: int = 2, **options: bool) -> FullSpeed:
    """Seat 1 has just made 13: 5-5 at one end, 3 at the other."""
    hands = ["5-3 0-0 1-0 2-0 3-0 4-0 5-0", "5-5 6-6 4-4 3-3 2-2 1-1 6-5"]
    hands += ["6-4 6-3 6-2 6-1 5-4 5-2 5-1", "4-3 4-2 4-1 3-2 3-1 2-1 6-0"][: seats - 2]
    match = match_of(*hands, seats=seats, **options)
    play(match, "5-3")
    assert [(e.kind, e.seat) for e in play(match, "5-5@left")] == [("played", 1), ("thirteen", 1)]
    return match
