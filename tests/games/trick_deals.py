"""Deals of the trick games set up by listing hands."""

from __future__ import annotations

from collections import Counter

from games.core.tiles import ALL_TILES
from tests.games.deals import tiles


def bingo_deal(*hands: str, turned_up: str, boneyard: str = "") -> str:
    """Return a deal of Bingo: hands, boneyard in drawing order, other tiles, and last the turned-up tile."""
    named = tiles(" ".join((*hands, boneyard)))
    (last,) = tiles(turned_up)
    rest = [tile for tile in ALL_TILES if tile not in named and tile != last]
    return " ".join(map(str, [*named, *rest, last]))


def full_hand(begin: str, *, without: str) -> str:
    """Return a hand of seven: these tiles, and others not in `without`."""
    held, barred = list(tiles(begin)), tiles(without)
    for tile in ALL_TILES:
        if len(held) < 7 and tile not in held and tile not in barred:
            held.append(tile)
    return " ".join(map(str, held))


def hands_of_nine(*hands: str) -> str:
    """Return a deal of Seventy-Nine: six hands of nine, filled up with other tiles, and the boneyard."""
    named = [list(tiles(hand)) for hand in (*hands, *("",) * (6 - len(hands)))]
    left = Counter(ALL_TILES * 2) - Counter(tile for hand in named for tile in hand)
    rest = sorted(left.elements())
    for hand in named:
        while len(hand) < 9:
            hand.append(rest.pop())
    return " ".join(str(tile) for hand in (*named, rest) for tile in hand)
