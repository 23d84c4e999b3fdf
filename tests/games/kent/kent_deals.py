"""Deals of Kent in which just these seats hold melds, and tiles passed round by listing them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

import games
from games import Event, Match, Tile
from games.core.tiles import ALL_TILES
from games.kent import Kent, KentDealEnd
from tests.games.deals import deal, tiles

MELDS = ("6-5 6-4 6-3", "5-4 5-3 5-2", "4-3 4-2 4-1", "3-2 3-1 3-0", "2-1 2-0 6-2", "1-0 6-1 5-1")
"""For each seat a hand with a meld; no two share a tile."""


def kent(*hands: str, opener: int = 0, boneyard: str = "", more: Sequence[str] = (), **options: object) -> Kent:
    """Return a match whose first deals are these."""
    deals = [deal(*hands, boneyard=boneyard), *more]
    match = games.new_match("kent", seats=len(hands), options=options, seed="a seed", deals=deals, lots=[opener])
    assert isinstance(match, Kent)
    return match


def has_meld(hand: Sequence[Tile]) -> bool:
    return any(sum(number in (tile.high, tile.low) for tile in hand) >= 3 for number in range(7))


def hands_with_melds(seats: int, holders: Collection[int]) -> list[str]:
    """Hands of three, of the opener, seat 0, of four, in which just the holders hold melds."""
    hands = [tiles(MELDS[seat]) if seat in holders else () for seat in range(seats)]
    for seat in range(seats):
        size = 4 if seat == 0 else 3
        left = [tile for tile in ALL_TILES if all(tile not in hand for hand in hands)]
        hands[seat] = next(
            hand
            for more in combinations(left, size - len(hands[seat]))
            if has_meld(hand := (*hands[seat], *more)) == (seat in holders)
        )
    return [" ".join(map(str, hand)) for hand in hands]


def act(match: Kent, *moves: str) -> list[Event]:
    """Return the moves of the holder of four."""
    events: list[Event] = []
    for move in moves:
        holder = match.to_move()
        assert holder is not None
        events += match.play(holder, move)
    return events


def round_the_table(match: Kent, tile: str) -> None:
    """Let the holder pass the tile, and all others pass it on."""
    act(match, *[f"pass {tile}"] * match.seats)


FOUR = ("6-6 6-5 4-4 2-1", "5-5 4-3 1-0", "3-3 6-4 2-0", "2-2 5-3 6-1")
"""No melds; seat 0 opens."""


def ending(match: Match) -> KentDealEnd:
    assert isinstance(match.last_deal, KentDealEnd)
    return match.last_deal
