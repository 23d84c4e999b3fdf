"""Dealing hidden hands evenly: sampled frequencies beside worlds listed by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import Tile
from games.core.tiles import ALL_TILES, DOUBLES, FULL_SET, WITH_NUMBER, mask_of, tiles_in
from games.core.unseen import Limits, deal_hidden
from games.core.ways import HiddenHand, Ways
from tests.games.deals import advance, deal, dealt_view, play, tiles
from tests.games.evenness import Hands, all_hands, assert_even
from tests.games.hidden_hands import history, possible
from tests.games.walks import few
from tests.needs import some_of

FIVES, SIXES = WITH_NUMBER[5], WITH_NUMBER[6]


def within(hand: Sequence[Tile], limits: Limits) -> bool:
    return all((mask_of(hand) & mask).bit_count() <= most for mask, most in limits.items())


def worlds_of(pool: Sequence[Tile], sizes: Sequence[int], limits: Sequence[Limits]) -> list[Hands]:
    return [
        hands
        for hands in all_hands(pool, sizes)
        if all(within(h, known) for h, known in zip(hands, limits, strict=True))
    ]


def dealt(pool: Sequence[Tile], sizes: Sequence[int], limits: Sequence[Limits], seed: int) -> Hands:
    """Hands dealt afresh; where the tiles truly are does not matter."""
    hands, start = [], 0
    for size in sizes:
        hands.append(pool[start : start + size])
        start += size
    found, rest = deal_hidden(hands, limits, pool[start:], Random(seed))
    assert sorted([tile for hand in found for tile in hand] + rest) == sorted(pool)
    return tuple(tuple(sorted(hand)) for hand in found)


@pytest.mark.parametrize(
    ("pool", "sizes", "limits", "count"),
    [
        # one hand without sixes and fives: any two of 4-4 3-3 2-2
        ("6-6 6-5 5-5 4-4 3-3 2-2", [2], [{FIVES | SIXES: 0}], 3),
        # one has no six, the other no five, and nothing is left over: who has no five takes 6-6, the other 5-5, and
        # of 4-4 3-3 2-2 1-1 either takes two
        ("6-6 5-5 4-4 3-3 2-2 1-1", [3, 3], [{SIXES: 0}, {FIVES: 0}], 6),
        # the same with two left over: 6-6 to the second or left, 5-5 to the first or left. Both taken: 4 x 3 ways for
        # one more tile each; one taken: 4 x C(3, 2) ways, twice; none: C(4, 2)
        ("6-6 5-5 4-4 3-3 2-2 1-1", [2, 2], [{SIXES: 0}, {FIVES: 0}], 12 + 12 + 12 + 6),
        # at most one five or six, and no six, of 6-6 5-5 5-4 4-4 3-3: two of 5-5 5-4 4-4 3-3 but not 5-5 and 5-4
        ("6-6 5-5 5-4 4-4 3-3", [2], [{FIVES | SIXES: 1, SIXES: 0}], 5),
        # three hands, all of them limited, nothing left over: 6-5 goes to the third and so 6-6 to the second; with 5-5
        # in the first 3 x 2 ways for the others, with 5-5 in the third 3
        ("6-6 5-5 6-5 4-4 3-3 2-2", [2, 2, 2], [{SIXES: 0}, {FIVES: 0}, {SIXES: 1}], 9),
        # at most two doubles and at most one of 6-6 and 5-5: 4 hands with one double, 2 x 5 with two; beside it any two
        # of the three left
        ("6-6 5-5 3-3 2-2 6-5 4-3", [3, 2], [{DOUBLES: 2, DOUBLES & (FIVES | SIXES): 1}, {}], 14 * 3),
    ],
)
def test_all_deals_within_the_limits_are_equally_likely(
    pool: str, sizes: list[int], limits: list[Limits], count: int
) -> None:
    hidden = tiles(pool)
    worlds = worlds_of(hidden, sizes, limits)
    assert len(worlds) == count
    assert_even(worlds, lambda seed: dealt(hidden, sizes, limits, seed))


@few
@given(st.data())
def test_as_many_ways_are_counted_as_there_are_deals(data: st.DataObject) -> None:
    pool = data.draw(st.lists(st.sampled_from(ALL_TILES), min_size=4, max_size=9, unique=True))
    sizes = data.draw(st.sampled_from([[2], [1, 2], [2, 2], [1, 1, 2]]))
    hands, limits = [], []
    for size in sizes:
        outer = data.draw(st.integers(0, FULL_SET))
        inner = outer & data.draw(st.integers(0, FULL_SET))
        most, least = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))
        limits.append({inner: most, outer & ~inner: least})
        hands.append(HiddenHand(size, (inner, outer & ~inner), (most, least)))
    ways = Ways(mask_of(pool), hands)
    worlds = worlds_of(pool, sizes, limits)
    bound = [index for index, hand in enumerate(hands) if hand.kinds]
    assert len(bound) == len(sizes)
    assert ways.total == len(worlds)
    if worlds:
        found, _ = ways.draw(Random(1))
        assert tuple(tiles_in(hand) for hand in found) in worlds


def test_a_hand_counts_as_often_as_its_weight_says() -> None:
    # 6-6 5-5 4-4 3-3, one hand of two; with n of 6-6 and 5-5 it counts n: 1 way with both, 4 with one, 1 with none
    hand = HiddenHand(2, (mask_of(tiles("6-6 5-5")),), (2,), weight=lambda counts: counts[0])
    assert Ways(mask_of(tiles("6-6 5-5 4-4 3-3")), [hand]).total == 2 + 4
    # nothing of the kind is to be had: every hand counts 0
    assert Ways(mask_of(tiles("4-4 3-3 2-2")), [hand]).total == 0


def test_tiles_that_cannot_lie_anywhere_are_an_error() -> None:
    with pytest.raises(ValueError, match="in any way"):
        deal_hidden([tiles("6-6 6-5")], [{SIXES: 0}], tiles("4-4"), Random(1))


@pytest.mark.parametrize(("key", "seats"), some_of(product(["double_trouble", "full_speed"], [3, 4]), 2))
def test_late_in_a_deal_every_deal_that_passes_allow_is_equally_likely(key: str, seats: int) -> None:
    options = {"draw": "none"} if key == "double_trouble" else {"closed_boneyard": True}
    tried = 0
    for seed in range(300):
        match = advance(games.new_match(key, seats=seats, seed=f"{seed}", options=options), Random(seed), 22)
        if match.outcome or dealt_view(match).deal > 1:
            continue
        (seat,) = match.actors()
        hidden = [other for other in range(seats) if other != seat]
        seen = {other: history(match.events, other) for other in hidden}
        known = [
            *match.view(seat).hand,
            *(tile for event in match.events if event.kind == "played" for tile in event.tiles),
        ]
        pool = [tile for tile in ALL_TILES if tile not in known]
        if len(pool) > 9 or sum(bool(found.lacks) for found in seen.values()) < 2:
            continue
        sizes = [len(match.view(other).hand) for other in hidden]
        worlds = [
            hands
            for hands in all_hands(pool, sizes)
            if all(possible(hand, seen[other]) for other, hand in zip(hidden, hands, strict=True))
        ]
        if 2 <= len(worlds) <= 60:
            assert_even(worlds, partial(hands_dealt_again, match, seat), of_each=60)
            tried += 1
        if tried == 3:
            return
    pytest.fail("no position to try")


def hands_dealt_again(match: games.Match, seat: int, number: int) -> Hands:
    copy = match.redeal_unseen(seat, Random(number))
    return tuple(copy.view(other).hand for other in range(match.seats) if other != seat)


def test_hands_dealt_again_give_nothing_that_fitted_to_who_passed() -> None:
    match = games.new_match(
        "double_trouble",
        seats=4,
        options={"draw": "none"},
        seed="a seed",
        deals=[
            deal(
                "6-5 6-4 6-3 6-2 6-1 6-0 5-0",
                "6-6 4-4 4-3 4-2 4-1 4-0 3-3",
                "5-5 5-4 5-3 5-2 5-1 3-2 3-1",
                "3-0 2-2 2-1 2-0 1-1 1-0 0-0",
            )
        ],
        lots=[0],
    )
    play(match, "6-5 6-6@left 5-5@right pass")
    # seat 3 has neither a five nor a six; seats 1 and 2 may hold any of what is left
    for seed in range(200):
        copy = match.redeal_unseen(0, Random(seed))
        assert not any(tile.has(5) or tile.has(6) for tile in copy.view(3).hand)
        assert [len(copy.view(seat).hand) for seat in range(4)] == [6, 6, 6, 7]
