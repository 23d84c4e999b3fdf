"""The shuffle: fair, bound to its seed, and the same on any Python for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, permutations

import pytest

import games
from games.core.shuffle import Shuffler, commitment
from games.core.tiles import ALL_TILES


def stream(seed: str) -> Iterator[int]:
    """Yield the bytes of a seed, by their definition."""
    for block in count():
        yield from sha256(f"{seed}/{block}".encode()).digest()


def shuffled(things: list[object], numbers: Iterator[int]) -> list[object]:
    """Fisher-Yates from the back; a byte that would favour the low choices is passed over."""
    things = things.copy()
    for place in range(len(things) - 1, 0, -1):
        byte = next(byte for byte in numbers if byte < 256 // (place + 1) * (place + 1))
        chosen = byte % (place + 1)
        things[place], things[chosen] = things[chosen], things[place]
    return things


@pytest.mark.parametrize("seed", ["a seed", "kość", "0", "x" * 200])
def test_a_shuffle_is_fisher_yates_over_the_hashes_of_the_seed(seed: str) -> None:
    shuffler, numbers = Shuffler(seed), stream(seed)
    for _ in range(20):
        assert shuffler.permutation(ALL_TILES) == shuffled(list(ALL_TILES), numbers)
        assert shuffler.below(2) == next(numbers) % 2
        assert shuffler.below(6) == next(byte for byte in numbers if byte < 252) % 6


def test_the_first_bytes_of_a_known_seed_give_a_known_order() -> None:
    # Of four things the one at (first byte % 4) goes last; of the other three the one at (second byte % 3) before it.
    first, second = sha256(b"abc/0").digest()[:2]
    order = Shuffler("abc").permutation("wxyz")
    assert order[3] == "wxyz"[first % 4]
    rest = list("wxyz")
    rest[3], rest[first % 4] = rest[first % 4], rest[3]
    assert order[2] == rest[second % 3]


def test_a_match_uses_its_seed_for_the_first_opener_and_then_for_the_deals() -> None:
    numbers = stream("a seed")
    match = games.new_match("block", seats=2, seed="a seed")
    assert match.actors() == (next(numbers) % 2,)
    order = shuffled(list(ALL_TILES), numbers)
    assert set(match.view(0).hand) == set(order[:7])
    assert set(match.view(1).hand) == set(order[7:14])


def test_all_choices_are_equally_likely() -> None:
    # 28 choices, 14,000 throws, 500 expected of each. With 27 degrees of freedom chi-square passes 55.5 once in 1,000.
    shuffler = Shuffler("fair")
    found = Counter(shuffler.below(28) for _ in range(14_000))
    assert set(found) == set(range(28))
    assert sum((number - 500) ** 2 / 500 for number in found.values()) < 55.5


def test_all_orders_are_equally_likely() -> None:
    # 24 orders of four things, 300 expected of each. With 23 degrees of freedom chi-square passes 49.7 once in 1,000.
    shuffler = Shuffler("fair")
    found = Counter(tuple(shuffler.permutation("abcd")) for _ in range(7_200))
    assert set(found) == set(permutations("abcd"))
    assert sum((number - 300) ** 2 / 300 for number in found.values()) < 49.7


def test_every_tile_comes_to_every_place_equally_often() -> None:
    # 28 x 28 cells, 100 expected in each: 27 x 27 = 729 degrees of freedom, above 852 once in 1,000.
    shuffler = Shuffler("fair")
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(2_800):
        found.update((tile.index, place) for place, tile in enumerate(shuffler.permutation(ALL_TILES)))
    assert sum((found[tile, place] - 100) ** 2 / 100 for tile in range(28) for place in range(28)) < 852


@pytest.mark.parametrize("choices", [0, -1, 257])
def test_a_choice_is_among_1_to_256(choices: int) -> None:
    with pytest.raises(ValueError, match=f"among 1 to 256, not {choices}"):
        Shuffler("a").below(choices)
    assert Shuffler("a").below(1) == 0


def test_the_widest_choice_is_a_plain_byte() -> None:
    shuffler, numbers = Shuffler("wide"), stream("wide")
    assert [shuffler.below(256) for _ in range(100)] == [next(numbers) for _ in range(100)]


def test_a_copy_goes_on_alike_and_apart() -> None:
    shuffler = Shuffler("a")
    shuffler.permutation(ALL_TILES)
    copy = shuffler.copy()
    ahead = [copy.below(28) for _ in range(100)]
    assert [shuffler.below(28) for _ in range(100)] == ahead


def test_what_is_shuffled_is_left_as_it_was() -> None:
    things = ["a", "b", "c"]
    Shuffler("a").permutation(things)
    assert things == ["a", "b", "c"]
    assert Shuffler("a").permutation([]) == []
    assert Shuffler("a").permutation(["only"]) == ["only"]


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, B.1
