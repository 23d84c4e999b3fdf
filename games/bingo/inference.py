"""Inference from moves not made in a deal's first part.

A player who does not take a trick probably has no non-trump that takes it. A player who leads without declaring
probably has fewer than two doubles. They may have drawn such tiles since. The exceptions were counted in deals between
computers of all levels. The choice among low tiles gives no information: searching computers make it almost at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final, NamedTuple

from games.core.tiles import DOUBLES
from games.core.tricks import PlayedTile

from .position import BIT, FEWEST_DOUBLES, DealTables

_OTHERS: Final = 6
"""The tiles in hand beside the one that is laid."""

_OF_POINTS: Final = 4
"""The points from which a player who can take a led tile without a trump does so."""

_LEFT_POINTS: Final = 0.05
"""The frequency of leaving the trick all the same."""

_LEFT: Final = 0.35
"""The frequency of leaving a trick of fewer points."""

_SILENT: Final = 0.7
"""The frequency of leading without declaring from two doubles or more."""


class Omission(NamedTuple):
    """A move that some tiles allow but the seat did not make.

    :ivar tiles: the mask of these tiles.
    :ivar needed: the number of them that the move needs.
    :ivar despite: the frequency of the omission by a seat that has the tiles.
    :ivar draws: the number of tiles that the seat has drawn since.
    """

    tiles: int
    needed: int
    despite: float
    draws: int


def omissions(laid: Sequence[PlayedTile], seat: int, tables: DealTables) -> list[Omission]:
    """Return a seat's omissions in the first part of a deal.

    :param laid: the tiles laid in it, in order.
    """
    found = []
    for number, one in enumerate(laid):
        if one.seat != seat:
            continue
        draws = len(laid) // 2 - number // 2
        if number % 2:
            led = laid[number - 1].tile.index
            taking = tables.beaten_by[led]
            if not taking & BIT[one.tile.index]:
                left = _LEFT_POINTS if tables.points[led] >= _OF_POINTS else _LEFT
                found.append(Omission(taking & tables.plain, 1, left, draws))
        elif not one.tile.is_double:
            found.append(Omission(DOUBLES, FEWEST_DOUBLES, _SILENT, draws))
    return found


def likelihood(hand: int, omitted: Sequence[Omission]) -> float:
    """Return the unnormalized likelihood of the omissions, given the hidden hand."""
    found = 1.0
    for tiles, needed, despite, draws in omitted:
        having = (hand & tiles).bit_count()
        if having >= needed:
            # That number of them was drawn since: each choice of tiles drawn is as likely as another.
            since = having - needed + 1
            found *= despite + (1 - despite) * comb(draws, since) / comb(_OTHERS + draws, since)
    return found
