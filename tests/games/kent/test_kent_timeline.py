"""The timeline of Kent, on deals worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.kent.timeline import HeldMeld, deals_of
from tests.games.deals import tiles

from .kent_deals import FOUR, act, kent

PARTNER_WAITS: Sequence[str] = ("6-6 6-5 4-4 2-1", "5-5 4-3 1-0", "6-4 6-3 2-0", "2-2 5-3 6-1")
"""Seat 0 opens. Seat 2 has two sixes and gets the third if 6-6 is passed to it over seat 1."""


def test_a_meld_is_held_from_the_pass_that_completes_it() -> None:
    match = kent(*PARTNER_WAITS)
    act(match, "pass 6-6", "pass 6-6")  # from seat 0 over seat 1 to seat 2
    match.play(0, "kent")
    first, second = deals_of(match)
    assert first.melds == (HeldMeld(2, tiles("6-3 6-4 6-6"), since=2),)
    assert (first.start, first.last, first.call) == (0, 2, (0, "kent"))
    assert first.ending is not None
    assert first.ending.right
    assert (second.start, second.call) == (3, None)


def test_a_meld_is_lost_by_passing_a_tile_of_it_on() -> None:
    match = kent(*PARTNER_WAITS)
    act(match, "pass 6-6", "pass 6-6", "pass 6-4")  # seat 2 keeps 6-6 6-3 2-0
    match.play(1, "stop@0")
    assert deals_of(match)[0].melds == (HeldMeld(2, tiles("6-3 6-4 6-6"), since=2, until=3),)
    ending = deals_of(match)[0].ending
    assert ending is not None
    assert not ending.right


def test_a_dealt_meld_is_held_from_the_start() -> None:
    match = kent("6-6 6-5 6-4 2-1", "5-5 4-3 1-0", "3-3 5-4 2-0", "2-2 5-3 6-1")
    match.play(3, "stop@0")
    assert deals_of(match)[0].melds == (HeldMeld(0, tiles("6-4 6-5 6-6"), since=0),)


def test_a_match_that_ends_without_a_call_has_none() -> None:
    match = kent(*FOUR)
    act(match, "pass 2-1")
    match.resign(0)
    (deal,) = deals_of(match)
    assert (deal.start, deal.last, deal.call, deal.ending) == (0, 1, None, None)
