"""What the trick games share: the tiles laid to a trick, which of them may be laid, and who takes it.

Suits are masks of tiles, so that a game says of which suits a tile is, and in which order a hand must look for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .tiles import Tile

__all__ = ["Laid", "Trick", "led_number", "must_play", "shown_void", "taker"]


class Laid(NamedTuple):
    """A tile on the table and the seat that laid it."""

    seat: int
    tile: Tile


class Trick(NamedTuple):
    """A trick that has been taken: its tiles in the order in which they were laid, its taker, and what it counted."""

    laid: tuple[Laid, ...]
    taker: int
    points: int


def led_number(led: Tile, trump: int | None) -> int:
    """The number that a led tile asks for: trumps if it has a trump half, else its higher half."""
    return led.high if trump is None or not led.has(trump) else trump


def must_play(hand: int, *suits: int) -> int:
    """Of the tiles in hand those that may be laid: those of the first of the suits that the hand holds, else all."""
    for suit in suits:
        if hand & suit:
            return hand & suit
    return hand


def shown_void(laid: Tile, *suits: int) -> int:
    """The tiles that a hand is shown to lack by what it lays, when it must look for the suits in this order."""
    void = 0
    for suit in suits:
        if laid.bit & suit:
            break
        void |= suit
    return void


def taker(laid: Sequence[Laid], strength: Callable[[Tile], int]) -> int:
    """The seat that laid the strongest tile; of equally strong tiles the first laid is higher."""
    return max(laid, key=lambda each: strength(each.tile)).seat
