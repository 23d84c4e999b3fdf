"""Matches of Seventy-Nine set up by listing hands."""

from __future__ import annotations

from typing import Any

from games import Event
from games.core.tricks import two_sets_of
from games.seventy_nine import SeventyNine
from tests.games.deals import play, tiles
from tests.games.trick_deals import hands_of_nine

PLAIN = hands_of_nine("6-4 6-4 5-0", "6-5 6-6 6-0")


def match_of(*deals: str, shaker: int = 5, **options: Any) -> SeventyNine:
    """Return a match whose first bidding begins with the seat after the shaker: seat 0, unless said otherwise."""
    return SeventyNine(seats=6, seed="a seed", options=options, deals=deals or (PLAIN,), lots=[shaker])


def playing(*hands: str, trump: int | None = 6, bid: int = 50, **options: Any) -> SeventyNine:
    """Return a match in which seat 0 has bid and leads (None: a Nel-O), with these hands."""
    match = match_of(**options)
    play(match, f"bid={'nello' if trump is None else bid} pass pass pass pass pass")
    if trump is not None:
        play(match, f"trump={trump}")
    match.position.hands = [two_sets_of(tiles(hand)) for hand in hands]
    return match


LAST = ("6-6", "3-1", "3-1", "2-2", "2-2", "1-1")
"""A last trick that seat 0 takes with the highest trump: it has no count tile."""

LAST_TRICK = "6-6 3-1 3-1 2-2 2-2 1-1"


def before_last(bid: int, tricks: tuple[int, int], counts: tuple[int, int], **options: Any) -> SeventyNine:
    """Return a match before the last trick of a deal in which seat 0 has bid; it will take the trick, worth 1."""
    match = playing(*LAST, bid=bid, **options)
    match.position.tricks, match.position.counts = list(tricks), list(counts)
    return match


def of_kind(events: list[Event], *kinds: str) -> list[tuple[str, int | None, int]]:
    """Return the events of some kinds: each with its side or seat and its number."""
    return [(event.kind, getattr(event, "side", event.seat), _number(event)) for event in events if event.kind in kinds]


def _number(event: Event) -> int:
    return next((getattr(event, name) for name in ("number", "count", "points", "bid") if hasattr(event, name)), 0)
