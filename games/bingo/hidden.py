"""The facts known about a hidden hand in Bingo, and redealing it uniformly over the possible deals.

Hard facts are: the voids shown in the second part, after which nothing is drawn any more, and the true number of
doubles in a declared meld. After a meld tiles come and go, so only the odds of each number of doubles are known. They
are kept as the number of courses that lead to it. A course says of each hidden tile drawn whether it is a double, and
of each one played which of the held tiles it is. That makes all courses, and so all deals, equally likely.
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
    """The facts known about one hand, apart from its face-up tiles.

    :ivar void: the tiles that it is known not to hold, as a mask.
    :ivar courses: for each number of doubles in the hidden hand the courses that lead to it; None without a meld.
    """

    void: int = 0
    courses: Mapping[int, int] | None = None

    def lacks(self, tiles: int) -> HandKnowledge:
        """Return the knowledge after the hand proves to hold none of these tiles."""
        return self._replace(void=self.void | tiles)

    def declared(self, doubles: int) -> HandKnowledge:
        """Return the knowledge after a meld declares exactly this number of doubles."""
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
        """Return the knowledge after the hand of `held` tiles plays one."""
        if self.courses is None:
            return self
        if tile.is_double:
            courses = {doubles - 1: count * doubles for doubles, count in self.courses.items() if doubles}
        else:
            courses = {doubles: count * (held - doubles) for doubles, count in self.courses.items() if doubles < held}
        return self._replace(courses=courses)

    def deal_afresh(self, size: int, hidden: Sequence[Tile], rng: Random) -> tuple[list[Tile], list[Tile]]:
        """Return a hidden hand of this size, and the other hidden tiles in random order."""
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
        """Draw the number of doubles, weighted by the courses and the combinations of tiles."""
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
