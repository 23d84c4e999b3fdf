"""What has been shown of a hidden hand in Bingo, and dealing it afresh so that every possible deal is equally likely.

Hard facts are: the voids shown in the second part, after which nothing is drawn any more, and the true number of
doubles in a declared meld. After a meld tiles come and go, so that only the odds of each number of doubles are known;
they are kept as the number of courses that lead to it. A course says of each hidden tile drawn whether it is a double,
and of each one played which of those held it is: that makes all courses, and so all deals, equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import perm
from random import Random
from typing import Self

from games.core.hidden.voids import deal_around_voids
from games.core.tiles import DOUBLES, Tile, mask_of

__all__ = ["Knowledge"]


class Knowledge:
    """What has been shown of one hand, apart from the tiles in it that lie open for all."""

    __slots__ = ("_courses", "void")

    def __init__(self) -> None:
        self.void = 0
        """The tiles that it is known not to hold."""
        self._courses: dict[int, int] | None = None
        """For each number of doubles in the hidden hand the courses that lead to it; None: no meld was declared."""

    def copy(self) -> Self:
        """Independent knowledge of the same."""
        twin: Self = object.__new__(type(self))
        twin.void = self.void
        twin._courses = self._courses
        return twin

    def declared(self, doubles: int) -> None:
        """The hidden hand holds exactly so many doubles."""
        self._courses = {doubles: 1}

    def drew(self) -> None:
        """A hidden tile has come into the hand."""
        if self._courses is not None:
            courses: Counter[int] = Counter()
            for doubles, count in self._courses.items():
                courses[doubles] += count
                courses[doubles + 1] += count
            self._courses = courses

    def laid(self, tile: Tile, held: int) -> None:
        """A tile has left the hidden hand, which held so many before."""
        if self._courses is None:
            return
        if tile.is_double:
            self._courses = {doubles - 1: count * doubles for doubles, count in self._courses.items() if doubles}
        else:
            self._courses = {
                doubles: count * (held - doubles) for doubles, count in self._courses.items() if doubles < held
            }

    def deal_afresh(self, size: int, hidden: Sequence[Tile], rng: Random) -> tuple[list[Tile], list[Tile]]:
        """A hidden hand of this size, and the other hidden tiles in random order."""
        if self._courses is None:
            (hand,), rest = deal_around_voids([size], [self.void], hidden, rng)
            return hand, rest
        doubles = [tile for tile in hidden if tile.is_double]
        others = [tile for tile in hidden if not tile.is_double]
        (some,), rest = deal_around_voids(
            [self._number_of_doubles(size, mask_of(hidden), rng)], [self.void], doubles, rng
        )
        (more,), other_rest = deal_around_voids([size - len(some)], [self.void], others, rng)
        rest += other_rest
        rng.shuffle(rest)
        return some + more, rest

    def _number_of_doubles(self, size: int, hidden: int, rng: Random) -> int:
        """How many doubles the hand gets: by the courses, and the ways to take so many from the tiles there are."""
        doubles = (hidden & ~self.void & DOUBLES).bit_count()
        others = (hidden & ~self.void & ~DOUBLES).bit_count()
        ways = {
            number: count * perm(doubles, number) * perm(others, size - number)
            for number, count in sorted((self._courses or {}).items())
            if number <= size
        }
        chosen = rng.randrange(sum(ways.values()))
        for number, count in ways.items():
            if chosen < count:
                return number
            chosen -= count
        raise AssertionError("a number below the sum of counts falls into one of them")
