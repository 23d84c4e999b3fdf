"""Knowledge of a hidden Bingo hand, and its uniform redeal.

Two facts are certain: the voids shown in the second part, when no one draws, and the number of doubles in a declared
meld. After a meld, draws and plays change that number, so only the odds of each number are known. They are kept as the
number of courses that lead to it. A course states for each hidden tile drawn whether it is a double, and for each tile
played which of the held tiles it was. All courses, and so all deals, are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import perm
from random import Random
from typing import NamedTuple

from games.core.tiles import DOUBLES, Tile, mask_of
from games.core.voids import deal_around_voids


class HandKnowledge(NamedTuple):
    """The facts known about a hand's hidden tiles.

    :ivar void: the mask of the tiles that it cannot hold.
    :ivar courses: for each number of doubles in the hidden hand the courses that lead to it; None without a meld.
    """

    void: int = 0
    courses: Mapping[int, int] | None = None

    def lacks(self, tiles: int) -> HandKnowledge:
        """Return the knowledge after these tiles are ruled out."""
        return self._replace(void=self.void | tiles)

    def declared(self, doubles: int) -> HandKnowledge:
        """Return the knowledge after a meld of so many doubles."""
        return self._replace(courses={doubles: 1})

    def drew(self) -> HandKnowledge:
        """Return the knowledge after the hand draws a hidden tile."""
        if self.courses is None:
            return self
        courses: Counter[int] = Counter()
        for doubles, count in self.courses.items():
            courses[doubles] += count
            courses[doubles + 1] += count
        return self._replace(courses=courses)

    def laid(self, tile: Tile, held: int) -> HandKnowledge:
        """Return the knowledge after a hand of `held` tiles plays one."""
        if self.courses is None:
            return self
        if tile.is_double:
            courses = {doubles - 1: count * doubles for doubles, count in self.courses.items() if doubles}
        else:
            courses = {doubles: count * (held - doubles) for doubles, count in self.courses.items() if doubles < held}
        return self._replace(courses=courses)

    def deal_afresh(self, size: int, hidden: Sequence[Tile], rng: Random) -> tuple[list[Tile], list[Tile]]:
        """Return a hidden hand and the remaining tiles in random order."""
        if self.courses is None:
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
        """Draw the number of doubles, weighted by courses and combinations."""
        doubles = (hidden & ~self.void & DOUBLES).bit_count()
        others = (hidden & ~self.void & ~DOUBLES).bit_count()
        ways = {
            number: count * perm(doubles, number) * perm(others, size - number)
            for number, count in sorted((self.courses or {}).items())
            if number <= size
        }
        chosen = rng.randrange(sum(ways.values()))
        for number, count in ways.items():
            if chosen < count:
                return number
            chosen -= count
        raise AssertionError("a number below the sum of counts falls into one of them")
