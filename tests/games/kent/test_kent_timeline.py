"""The timeline of Kent, on deals worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.kent import Kent
from games.kent.timeline import REDEALS, HeldMeld, deals_of, match_at, odds
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


def call_of(match: Kent, seat: int) -> int:
    """Return the odds of the last call, as a seat could know them."""
    deal = next(deal for deal in reversed(deals_of(match)) if deal.call is not None)
    assert deal.call is not None
    return odds(match_at(match.record(), deal.last), deal.call, seat, "a name")


def test_the_odds_of_an_own_meld_are_certain() -> None:
    """Seat 2 sees its own three sixes, so for it both calls about its pair are right."""
    match = kent(*PARTNER_WAITS)
    act(match, "pass 6-6", "pass 6-6")
    match.play(0, "kent")
    assert call_of(match, 2) == REDEALS
    match = kent(*PARTNER_WAITS)
    act(match, "pass 6-6", "pass 6-6")
    match.play(1, "stop@0")
    assert call_of(match, 2) == REDEALS


def test_a_stop_is_impossible_for_a_seat_that_sees_none() -> None:
    """For a stop-biskent both accused need melds; seat 2 sees that its own hand has none."""
    match = kent(*FOUR)
    match.play(1, "stop-biskent@0")
    assert call_of(match, 2) == 0


def test_the_odds_of_unseen_hands_are_those_of_counting() -> None:
    """Seat 1 holds 5-5 4-3 1-0 and asks for a meld among three of the 25 other tiles of seat 2.

    Of 2300 hands those with three tiles of one number are counted: of 0 and 1 with six tiles each (1-0 is seen) 20,
    of 3, 4 and 5 with six each 20, of 2 and 6 with seven each 35. In all 5 * 20 + 2 * 35 = 170, none counted twice,
    because two tiles never share two numbers. That is 7.4 of 100.
    """
    match = kent(*FOUR)
    before = match_at(match.record(), 0)
    count = sum(odds(before, (0, "kent"), 1, f"{number}") for number in range(10))
    assert pytest.approx(count, abs=30) == 170 / 2300 * 1000  # more than three standard deviations


def test_the_odds_depend_on_nothing_hidden() -> None:
    """Two deals that look the same to seat 1: other seats have exchanged their tiles."""
    one = kent(*FOUR)
    other = kent(FOUR[0], FOUR[1], FOUR[3], FOUR[2])
    assert odds(one, (1, "stop@0"), 1, "x") == odds(other, (1, "stop@0"), 1, "x")
