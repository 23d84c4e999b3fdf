"""Dealing hidden tiles around known voids: every possible deal is equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games import Tile
from games.core import voids
from games.core.tiles import ALL_TILES, WITH_NUMBER, mask_of
from games.core.tricks import shown_void
from games.core.voids import deal_around_voids
from tests.games.deals import tiles

SIXES, FIVES = WITH_NUMBER[6], WITH_NUMBER[5]

Deal = tuple[tuple[Tile, ...], ...]


def possible(sizes: list[int], void: list[int], hidden: tuple[Tile, ...]) -> Counter[Deal]:
    """Return the number of orders of the hidden tiles for each deal that keeps the voids; alike tiles are two tiles."""
    found: Counter[Deal] = Counter()
    for order in permutations(hidden):
        hands, start = [], 0
        for size in sizes:
            hands.append(tuple(sorted(order[start : start + size])))
            start += size
        if not any(mask_of(hand) & lacking for hand, lacking in zip(hands, void, strict=True)):
            found[tuple(hands)] += 1
    return found


HIDDEN = tiles("6-1 6-1 5-2 4-4 3-0 2-1 1-1")
SIZES = [2, 2, 1]
VOIDS = [SIXES, FIVES, SIXES | FIVES]


@pytest.mark.parametrize(("states", "tries"), [(1500, 300), (4, 300), (1, 300), (1, 0)])
def test_every_possible_deal_is_equally_likely(monkeypatch: pytest.MonkeyPatch, states: int, tries: int) -> None:
    # counted at once; one or no pool counted and the others tried; all counted when trying has not helped
    monkeypatch.setattr(voids, "_STATES", states)
    monkeypatch.setattr(voids, "_TRIES", tries)
    expected = possible(SIZES, VOIDS, HIDDEN)
    rng, draws = Random(11), 6_000
    found: Counter[Deal] = Counter()
    for _ in range(draws):
        hands, rest = deal_around_voids(SIZES, VOIDS, HIDDEN, rng)
        assert sorted([*rest, *(tile for hand in hands for tile in hand)]) == sorted(HIDDEN)
        found[tuple(tuple(sorted(hand)) for hand in hands)] += 1
    assert set(found) == set(expected)
    total = sum(expected.values())
    chi = sum((found[deal] - draws * count / total) ** 2 / (draws * count / total) for deal, count in expected.items())
    freedom = len(expected) - 1
    # chi-square has the mean `freedom` and the variance twice that: four deviations above it is one chance in 10,000
    assert freedom >= 10
    assert chi < freedom + 4 * (2 * freedom) ** 0.5


def test_the_rest_comes_in_random_order() -> None:
    rng = Random(2)
    found = Counter(deal_around_voids([1], [SIXES], tiles("6-1 6-2 6-3 1-0"), rng)[1][-1] for _ in range(900))
    # the hand must be 1-0; 300 expected of each; with 2 degrees of freedom chi-square passes 13.8 once in 1,000
    assert set(found) == set(tiles("6-1 6-2 6-3"))
    assert sum((count - 300) ** 2 / 300 for count in found.values()) < 13.8


def test_what_is_dealt_does_not_depend_on_where_the_tiles_truly_are() -> None:
    hidden, results = list(HIDDEN), []
    for seed in range(5):
        Random(seed).shuffle(hidden)
        results.append(deal_around_voids(SIZES, VOIDS, hidden, Random(3)))
    assert all(result == results[0] for result in results)


def test_many_hands_void_of_many_suits_are_dealt_too() -> None:
    rng = Random(4)
    sizes, lacking = [5, 5, 5, 5, 5], [SIXES, FIVES, SIXES | FIVES, WITH_NUMBER[4], WITH_NUMBER[0]]
    for _ in range(20):
        hands, rest = deal_around_voids(sizes, lacking, ALL_TILES[1:], rng)
        assert [len(hand) for hand in hands] == sizes
        assert len(rest) == 2
        assert not any(mask_of(hand) & void for hand, void in zip(hands, lacking, strict=True))


def test_hidden_tiles_that_go_around_no_voids_are_an_error() -> None:
    with pytest.raises(ValueError, match="no deal"):
        deal_around_voids([2], [SIXES], tiles("6-1 6-2 1-0"), Random(1))


def test_who_neither_follows_nor_trumps_lacks_the_suit_and_trumps() -> None:
    (five, six, other) = tiles("5-1 6-1 1-0")
    assert shown_void(six, SIXES, FIVES) == 0
    assert shown_void(five, SIXES, FIVES) == SIXES
    assert shown_void(other, SIXES, FIVES) == SIXES | FIVES
