"""Matches of Bingo set up by listing hands."""

from __future__ import annotations

from games import Event, Tile
from games.bingo import Bingo
from games.bingo.position import NO_SEAT, BingoPosition
from games.core.tiles import mask_of
from games.core.tricks import PlayedTile, Trick
from tests.games.deals import tiles
from tests.games.trick_deals import bingo_deal, full_hand

PLAIN = bingo_deal(
    "6-5 5-3 4-4 3-1 2-1 5-0 0-0",
    "6-3 5-4 4-1 3-2 5-5 1-1 1-0",
    boneyard="2-0 3-0 4-0 6-0 4-2 5-1 6-1 2-2 6-2 3-3 5-2 4-3 6-6",
    turned_up="6-4",
)
"""Sixes are trumps."""


def match_of(*deals: str, opener: int = 0, **options: bool) -> Bingo:
    return Bingo(seats=2, seed="a seed", options=options, deals=deals, lots=[opener])


def meeting(led: str, answer: str, turned_up: str, **options: bool) -> Bingo:
    """Return a match whose first trick can be `led` by seat 0 and `answer` by seat 1."""
    named = f"{led} {answer} {turned_up}"
    own = full_hand(led, without=named)
    other = full_hand(answer, without=f"{named} {own}")
    return match_of(bingo_deal(own, other, turned_up=turned_up), **options)


def second_part(hands: tuple[str, str], turned_up: str, lead: int = 0, **options: bool) -> Bingo:
    """Return a match in which the boneyard is closed by the seat on lead; these are the hands."""
    named = f"{hands[0]} {hands[1]} {turned_up}"
    own = full_hand(hands[0], without=named)
    other = full_hand(hands[1], without=f"{named} {own}")
    match = match_of(bingo_deal(own, other, turned_up=turned_up), opener=lead, **options)
    match.position.hands = [mask_of(tiles(hand)) for hand in hands]
    match.position.closer = lead
    return match


def last_trick(points: tuple[int, int], closer: int | None = None, **options: bool) -> Bingo:
    """Return a match before the last trick of its first deal: 5-3 4-1, worth nothing. Sixes are trumps."""
    match = match_of(PLAIN, **options)
    hands = [Tile(5, 3).bit, Tile(4, 1).bit]
    match.position = BingoPosition(match.position.tables, hands, (), match.scores, 0)
    match.position.totals = list(points)
    match.position.closer = NO_SEAT if closer is None else closer
    return match


def trick(laid: str, taker: int) -> Trick:
    """Return a trick of two tiles, led by seat 0, that is entered as worth nothing."""
    led, answer = tiles(laid)
    return Trick((PlayedTile(0, led), PlayedTile(1, answer)), taker, 0)


def of_kind(events: list[Event], *kinds: str) -> list[tuple[str, int | None, int]]:
    """Return the events of some kinds: each with its side or seat and its number."""
    return [(event.kind, getattr(event, "side", event.seat), _number(event)) for event in events if event.kind in kinds]


def _number(event: Event) -> int:
    return next((getattr(event, name) for name in ("number", "count", "points", "bid") if hasattr(event, name)), 0)
