"""The evenness of a seeded sample over its worlds, listed by hand or by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from games import Tile

World = TypeVar("World", bound=Hashable)


def assert_even(worlds: Collection[World], draw: Callable[[int], World], *, of_each: int = 120) -> None:
    """Check that exactly these worlds come up, with a chi-square that chance exceeds once in 1,000."""
    assert_in_proportion(dict.fromkeys(worlds, 1), draw, of_each=of_each)


def assert_in_proportion(weights: Mapping[World, int], draw: Callable[[int], World], *, of_each: int = 120) -> None:
    """Check a sample in which some worlds represent several equally likely ones."""
    sample = of_each * len(weights)
    found = Counter(draw(number) for number in range(sample))
    assert set(found) <= set(weights)
    total = sum(weights.values())
    expected = {world: sample * weight / total for world, weight in weights.items()}
    square = sum((found[world] - mean) ** 2 / mean for world, mean in expected.items())
    assert square < once_in_a_thousand(len(weights) - 1), (square, found)


def once_in_a_thousand(freedom: int) -> float:
    """Return the chi-square exceeded with this probability (Wilson and Hilferty's approximation)."""
    if not freedom:
        return 1e-9
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.09 * spread**0.5) ** 3)


Hands = tuple[tuple[Tile, ...], ...]


def all_hands(pool: Sequence[Tile], sizes: Sequence[int]) -> Iterator[Hands]:
    """Yield all ways to deal hands of these sizes from the pool; what is left is the rest."""
    if not sizes:
        yield ()
        return
    for hand in combinations(sorted(pool), sizes[0]):
        left = [tile for tile in pool if tile not in hand]
        for others in all_hands(left, sizes[1:]):
            yield (hand, *others)
