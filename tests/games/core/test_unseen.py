"""Conclusions of a seat about hidden hands, and new deals of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import Tile
from games.block import Block
from games.core.tiles import ALL_TILES, FULL_SET, WITH_NUMBER, mask_of
from games.core.unseen import Limits, deal_hidden, drawn, played, shown_to_lack
from tests.games.deals import advance, deal, dealt_view, play, tiles
from tests.games.hidden_hands import history, possible
from tests.games.walks import few

FIVES, SIXES = WITH_NUMBER[5], WITH_NUMBER[6]


def within(hand: list[Tile], limits: Limits) -> bool:
    return all(sum(1 for tile in hand if tile.bit & mask) <= most for mask, most in limits.items())


# --- What is concluded ------------------------------------------------------------------------------------------------


def test_who_is_shown_to_lack_tiles_holds_none_of_them() -> None:
    limits = shown_to_lack({}, FIVES)
    assert limits == {FIVES: 0}


def test_two_lacks_make_one() -> None:
    limits = shown_to_lack({}, FIVES)
    limits = shown_to_lack(limits, SIXES)
    assert limits == {FIVES | SIXES: 0}


def test_every_drawn_tile_may_be_one_that_lacked() -> None:
    limits = shown_to_lack({}, FIVES)
    limits = drawn(limits)
    limits = drawn(limits)
    assert limits == {FIVES: 2}


def test_a_played_tile_that_lacked_was_one_of_those_drawn() -> None:
    limits = shown_to_lack({}, FIVES)
    limits = drawn(limits)
    limits = drawn(limits)
    limits = played(limits, Tile(5, 1))
    assert limits == {FIVES: 1}
    limits = played(limits, Tile(6, 4))
    assert limits == {FIVES: 1}


def test_old_and_new_lacks_together_allow_only_the_tiles_drawn() -> None:
    # no five, two drawn, no six, one drawn: each five came with one of three draws, each six with the last
    limits = shown_to_lack({}, FIVES)
    limits = drawn(limits)
    limits = drawn(limits)
    limits = shown_to_lack(limits, SIXES)
    limits = drawn(limits)
    assert limits == {FIVES | SIXES: 3, SIXES: 1}


# --- Dealing afresh ---------------------------------------------------------------------------------------------------


def test_hands_keep_their_sizes_and_all_tiles_are_dealt() -> None:
    hands, rest = deal_hidden([tiles("6-6 5-5"), tiles("4-4")], [{}, {}], tiles("3-3 2-2 1-1"), Random(1))
    assert [len(hand) for hand in hands] == [2, 1]
    assert sorted([*hands[0], *hands[1], *rest]) == list(tiles("1-1 2-2 3-3 4-4 5-5 6-6"))


def test_without_limits_every_hidden_tile_is_equally_likely_anywhere() -> None:
    # 21 tiles, 7 of them in the hand, 2,100 deals: 700 expected of each. The 21 counts add up to a constant, so that
    # the sum of squares over 700 x 2/3 behaves like chi-square with 20 degrees of freedom: above 45.3 once in 1,000.
    hidden, rng = ALL_TILES[:21], Random(7)
    found = Counter(tile for _ in range(2_100) for tile in deal_hidden([hidden[:7]], [{}], hidden[7:], rng)[0][0])
    assert sum((found[tile] - 700) ** 2 / (700 * 2 / 3) for tile in hidden) * 20 / 21 < 45.3


def test_the_next_tile_to_draw_is_equally_likely_any() -> None:
    hidden, rng = ALL_TILES[:14], Random(8)
    found = Counter(deal_hidden([hidden[:7]], [{}], hidden[7:], rng)[1][-1] for _ in range(1_400))
    # 100 expected of each of 14; with 13 degrees of freedom chi-square passes 34.5 once in 1,000
    assert sum((found[tile] - 100) ** 2 / 100 for tile in hidden) < 34.5


def test_what_is_dealt_does_not_depend_on_where_the_tiles_truly_are() -> None:
    hidden = list(ALL_TILES[:20])
    results = []
    for seed in range(5):
        Random(seed).shuffle(hidden)
        results.append(deal_hidden([hidden[:7], hidden[7:12]], [{}, {}], hidden[12:], Random(3)))
    assert all(result == results[0] for result in results)


def test_a_deal_is_found_where_random_filling_finds_none() -> None:
    # Seat 1 can hold nothing but doubles from 2-2 on, and takes all five; seat 0 may hold anything.
    doubles = tiles("2-2 3-3 4-4 5-5 6-6")
    others = [tile for tile in ALL_TILES if tile not in doubles]
    limits: list[Limits] = [{SIXES: 20}, {FULL_SET & ~mask_of(doubles): 0}]
    seen = set()
    for seed in range(10):
        hands, rest = deal_hidden([others[:18], doubles], limits, others[18:], Random(seed))
        assert sorted(hands[1]) == list(doubles)
        assert len(hands[0]) == 18
        assert sorted([*hands[0], *hands[1], *rest]) == list(ALL_TILES)
        seen.add(frozenset(hands[0]))
    assert len(seen) > 1  # and it is a random one


@few
@given(st.data())
def test_any_limits_that_the_true_deal_keeps_are_kept(data: st.DataObject) -> None:
    order = data.draw(st.permutations(ALL_TILES))
    sizes = data.draw(st.lists(st.integers(1, 8), min_size=1, max_size=3))
    hands, start = [], 0
    for size in sizes:
        hands.append(order[start : start + size])
        start += size
    limits: list[Limits] = []
    for hand in hands:
        narrowing: dict[int, int] = {}
        mask = FULL_SET
        for _ in range(data.draw(st.integers(0, 3))):
            mask &= data.draw(st.integers(0, FULL_SET))
            narrowing[mask] = sum(1 for tile in hand if tile.bit & mask) + data.draw(st.integers(0, 1))
        limits.append(narrowing)
    dealt, rest = deal_hidden(hands, limits, order[start:], Random(data.draw(st.integers(0, 99))))
    assert [len(hand) for hand in dealt] == sizes
    assert sorted([tile for hand in dealt for tile in hand] + rest) == list(ALL_TILES)
    assert all(within(hand, narrowing) for hand, narrowing in zip(dealt, limits, strict=True))


# --- In a match -------------------------------------------------------------------------------------------------------


def test_who_has_passed_on_sixes_is_dealt_none() -> None:
    match = Block(
        seats=2, seed="a", deals=[deal("6-6 5-5 4-4 6-5 6-4 5-4 6-0", "3-3 3-2 3-1 2-2 2-1 1-1 1-0")], lots=[0]
    )
    play(match, "6-6 pass")
    hands = [match.redeal_unseen(0, Random(seed)).view(1).hand for seed in range(200)]
    assert not any(tile.has(6) for hand in hands for tile in hand)
    # all that is left: 21 tiles without a six less 5-5 4-4 5-4
    assert len({tile for hand in hands for tile in hand}) == 18


def test_the_seat_keeps_its_own_hand_and_loses_what_it_was_never_told() -> None:
    match = games.new_match("five_to_fourteen", seats=2, seed="a seed")
    advance(match, Random(4), 30)
    copy = match.redeal_unseen(0, Random(1))
    assert copy.view(0) == match.view(0)
    assert copy.view(1).hand != match.view(1).hand
    assert all(event.tiles == () for event in copy.events if event.known_to == (1,))
    assert all(event.tiles for event in copy.events if event.known_to == (0,))


def test_what_the_seed_would_still_bring_is_not_known_either() -> None:
    match = games.new_match("block", seats=2, seed="a seed")
    futures = set()
    for seed in range(3):
        copy = match.redeal_unseen(0, Random(seed))
        while dealt_view(copy).deal == 1:
            (seat,) = copy.actors()
            copy.play(seat, copy.moves(seat)[0])
        futures.add(copy.view(0).hand)
    assert len(futures) == 3


@pytest.mark.parametrize("key", ["block", "five_to_fourteen"])
@pytest.mark.parametrize("seed", range(12))
def test_every_redealt_hand_could_have_come_about(key: str, seed: int) -> None:
    rng = Random(seed)
    match = games.new_match(key, seats=2, seed=f"{seed}")
    for _ in range(25):
        advance(match, rng, 5)
        if match.outcome:
            return
        for seat in range(2):
            seen = history(match.events, 1 - seat)
            assert possible(match.view(1 - seat).hand, seen)
            for _ in range(4):
                assert possible(match.redeal_unseen(seat, rng).view(1 - seat).hand, seen)
