"""Redealt copies of long deals of Kent, in which tiles go round, are thrown away and come back from a new boneyard."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import games
from games import Match
from games.core.events import PassedOn
from games.core.tiles import FULL_SET, mask_of
from games.kent import Kent
from games.kent.hidden import _known, _Whereabouts
from tests.games.deals import everything, tiles, views
from tests.games.walks import tiles_of
from tests.needs import some_of

from .kent_deals import act, kent


def passed_on(match: Match, rng: Random, plies: int) -> Match:
    """Return the match after some random passes and throws."""
    for _ in range(plies):
        holder = match.to_move()
        assert holder is not None
        match.play(holder, rng.choice(match.sensible_moves(holder)))
    return match


@pytest.mark.parametrize("plies", some_of([3, 12, 30, 80, 250], 3))
@pytest.mark.parametrize("seats", [4, 6])
def test_in_a_long_deal_no_seat_can_tell_a_redealt_copy_from_the_match(seats: int, plies: int) -> None:
    for seed in range(4):
        match = passed_on(games.new_match("kent", seats=seats, seed=f"long {seed}"), Random(seed), plies)
        before = everything(match)
        for seat in range(seats):
            copy = match.redeal_unseen(seat, Random(seed))
            assert copy.view(seat) == match.view(seat)
            assert copy.view(None) == match.view(None)
            assert [event.seen_by(seat) for event in copy.events] == [event.seen_by(seat) for event in match.events]
            passed_on(copy, Random(1), 60)
            assert Counter(tiles_of(copy)) == Counter(match.tile_set)
        assert everything(match) == before


@pytest.mark.parametrize("plies", some_of([3, 12, 30, 80, 250], 3))
@pytest.mark.parametrize("seats", [4, 6])
def test_in_a_long_deal_what_is_redealt_does_not_depend_on_what_is_hidden(seats: int, plies: int) -> None:
    for seed in range(3):
        match = passed_on(games.new_match("kent", seats=seats, seed=f"long {seed}"), Random(seed), plies)
        for seat in range(seats):
            other = match.redeal_unseen(seat, Random(99))
            one, same = (either.redeal_unseen(seat, Random(5)) for either in (match, other))
            assert one.events == same.events
            assert views(one) == views(same)
            assert passed_on(one, Random(1), 60).events == passed_on(same, Random(1), 60).events


def test_a_seat_knows_where_the_tile_is_that_just_left_it() -> None:
    match = kent("6-6 6-5 4-4 2-1", "5-5 4-3 1-0", "3-3 6-4 2-0", "2-2 5-3 6-1")
    act(match, "pass 6-5")
    hands: set[tuple[object, ...]] = set()
    for seed in range(20):
        copy = match.redeal_unseen(0, Random(seed))
        assert tiles("6-5")[0] in copy.view(1).hand
        hands.add(copy.view(2).hand)
    assert len(hands) > 10


def test_a_tile_that_comes_round_may_be_thrown_away_in_the_copies_too() -> None:
    match = kent("6-6 6-5 4-4 2-1", "5-5 4-3 1-0", "3-3 6-4 2-0", "2-2 5-3 6-1")
    act(match, *["pass 6-5"] * 4, "pass 6-6", "pass 5-5", "pass 6-4", "pass 2-2")
    for seed in range(20):
        copy = match.redeal_unseen(0, Random(seed))
        holder = copy.view(0)
        assert holder.hand == tiles("2-1 2-2 4-4 6-5")
        assert [str(move) for move in copy.sensible_moves(0) if move.verb == "swap"] == ["swap 6-5"]


@pytest.mark.parametrize("plies", some_of([80, 250, 600], 1))
@pytest.mark.parametrize("seats", [4, 6])
def test_in_a_long_deal_the_receiver_still_holds_the_last_pass(seats: int, plies: int) -> None:
    for seed in range(6):
        match = passed_on(games.new_match("kent", seats=seats, seed=f"long {seed}"), Random(seed), plies)
        while match.events[-1].kind != "passed_on":
            passed_on(match, Random(seed), 1)
        act = match.events[-1]
        assert isinstance(act, PassedOn)
        for number in range(5):
            copy = match.redeal_unseen(act.seat, Random(number))
            assert act.tiles[0] in copy.view(act.to).hand


@pytest.mark.parametrize("plies", [5, 40, 250])
@pytest.mark.parametrize("seats", [4, 6])
def test_tiles_are_only_thought_to_be_where_they_can_be(seats: int, plies: int) -> None:
    for seed in range(8):
        match = passed_on(games.new_match("kent", seats=seats, seed=f"long {seed}"), Random(seed), plies)
        assert isinstance(match, Kent)
        for seat in range(seats):
            can_be = _Whereabouts(match._dealt[seat], seat, seats).after(_known(match._acts, seat, seats))
            truly = [*match._hands, match._thrown, mask_of(match._boneyard)]
            assert all(not true & ~can for true, can in zip(truly, can_be, strict=True))
            assert can_be[seat] == match._hands[seat]
            assert all(not can & match._hands[seat] for place, can in enumerate(can_be) if place != seat)


def test_what_has_been_seen_is_in_no_boneyard_that_was_never_renewed() -> None:
    match = kent("6-6 6-5 4-4 2-1", "5-5 4-3 1-0", "3-3 6-4 2-0", "2-2 5-3 6-1")
    act(match, "pass 6-5", "pass 5-5", "pass 3-3", "pass 2-2", "pass 6-6")
    can_be = _Whereabouts(match._dealt[0], 0, 4).after(_known(match._acts, 0, 4))
    seen = mask_of(tiles("6-6 6-5 4-4 2-1 2-2"))
    assert not can_be[-1] & seen
    assert can_be[-1] == FULL_SET & ~seen
    # 6-6 has just gone to seat 1; 6-5 may have been passed on by 1 and by 2, but seat 3 passed 2-2
    six, five = tiles("6-6 6-5")
    assert [bool(mask & six.bit) for mask in can_be] == [False, True, False, False, False, False]
    assert [bool(mask & five.bit) for mask in can_be] == [False, True, True, True, False, False]
