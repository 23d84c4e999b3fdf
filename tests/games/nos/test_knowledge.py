"""Redealt hands at Nos beside all deals that could have led to what was seen, listed one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from random import Random

import pytest

from games import Tile
from games.core.tiles import DOUBLES, mask_of, tiles_in
from games.nos import Nos
from games.nos.knowledge import NosKnowledge
from tests.games.deals import deal, tiles
from tests.games.evenness import assert_in_proportion
from tests.games.nos.tables import play

World = tuple[tuple[Tile, ...], ...]


@dataclass
class Story:
    """A deal as the table saw it; seat 0 looks on. Each step is a seat and what it did.

    ``draw`` a hidden tile, a tile's name for one uncovered, ``>=n`` or ``<=n`` for the doubles it is known to hold,
    ``no`` and numbers for those that it has been shown to lack.
    """

    own: str
    sizes: tuple[int, ...]
    pool: str
    steps: Sequence[tuple[int, str]] = ()
    holder: int | None = None
    claims: Sequence[str] = ()

    def worlds(self) -> Counter[World]:
        """Return the number of deals for each possible set of hidden hands."""
        found: Counter[World] = Counter()
        for order in permutations(tiles(self.pool)):
            hands = self._told(list(order))
            if hands:
                found[hands] += 1
        return found

    def _told(self, order: list[Tile]) -> World | None:
        hands: list[set[Tile]] = []
        for size in self.sizes:
            hands.append(set(order[:size]))
            order = order[size:]
        if self.holder is not None:
            tops = [max((t.high for t in hand if t.is_double), default=-1) for hand in (tiles(self.own), *hands)]
            if tops[self.holder] < max(tops):
                return None
        never_drawn = order[-2:]
        if not all(_happens(step, hands[seat - 1], order) for seat, step in self.steps):
            return None
        if any(set(tiles(claim)) <= set(never_drawn) for claim in self.claims):
            return None
        return tuple(tuple(sorted(hand)) for hand in hands)

    def redealt(self, some: World, number: int) -> World:
        """Return the hidden hands of a new deal in which they really are like this."""
        order = list(tiles(self.pool))
        dealt = [mask_of(tiles(self.own))]
        for size in self.sizes:
            dealt.append(mask_of(order[:size]))
            order = order[size:]
        knowledge = NosKnowledge(dealt, self.holder)
        for seat, step in self.steps:
            if step == "draw":
                knowledge.drew(seat)
            elif step.startswith(">="):
                knowledge.has_doubles(seat, int(step[2:]))
            elif step.startswith("<="):
                knowledge.lacks_doubles(seat, int(step[2:]))
            elif step.startswith("no"):
                knowledge.lacks(seat, mask_of(t for t in tiles(self.pool) if any(t.has(int(n)) for n in step[2:])))
            else:
                knowledge.uncovered(seat, tiles(step)[0])
        for claim in self.claims:
            knowledge.claimed_wrongly(mask_of(tiles(claim)))
        uncovered = [tile for _, step in self.steps if "-" in step for tile in tiles(step)]
        held = [tile for hand in some for tile in hand]
        rest = [tile for tile in tiles(self.pool) if tile not in held and tile not in uncovered]
        hands, left = knowledge.deal_afresh(0, [dealt[0], *(mask_of(hand) for hand in some)], rest, 2, Random(number))
        assert hands[0] == dealt[0]
        assert sorted([*left, *(tile for hand in hands[1:] for tile in tiles_in(hand))]) == sorted([*rest, *held])
        return tuple(tuple(tiles_in(hand)) for hand in hands[1:])


def _happens(step: str, hand: set[Tile], boneyard: list[Tile]) -> bool:
    """Take a step with this hand; return True if that was possible."""
    doubles = sum(tile.is_double for tile in hand)
    if step == "draw":
        hand.add(boneyard.pop(0))
        return True
    if step.startswith(">="):
        return doubles >= int(step[2:])
    if step.startswith("<="):
        return doubles <= int(step[2:])
    if step.startswith("no"):
        return not any(tile.has(int(number)) for tile in hand for number in step[2:])
    (tile,) = tiles(step)
    there = tile in hand
    hand.discard(tile)
    return there


STORIES = {
    "nothing is known": Story("6-4", (2, 1), "6-5 5-5 4-4 3-1 2-1"),
    "one was asked for a meld": Story("6-4", (2, 2), "6-5 5-5 4-4 3-3 2-1 1-0", [(1, ">=2")]),
    "one was asked and has drawn since": Story("6-4", (2, 2), "6-5 5-5 4-4 3-3 2-1 1-0", [(1, ">=2"), (1, "draw")]),
    "one was asked, has drawn and has played a double": Story(
        "6-4", (3, 1), "6-5 5-5 4-4 3-3 2-2 2-1 1-0", [(1, ">=2"), (1, "draw"), (1, "4-4")]
    ),
    "one was not asked and has drawn since": Story(
        "6-4", (2, 2), "6-5 5-5 4-4 3-3 2-1 1-0", [(1, "<=1"), (2, "<=0"), (1, "draw"), (2, "draw")]
    ),
    "one was not asked, played two doubles and drew between them": Story(
        "6-4", (3, 1), "5-5 4-4 3-3 2-2 2-1 1-0", [(1, "<=1"), (1, "4-4"), (1, "draw"), (1, "3-3")]
    ),
    "the highest double dealt is the onlooker's": Story(
        "4-4", (2, 1), "6-6 5-5 3-3 2-1 1-0", [(1, "draw"), (2, "draw")], holder=0
    ),
    "the highest double dealt is another's": Story(
        "3-3", (2, 2), "6-6 5-5 4-4 2-2 2-1 1-0", [(2, "draw"), (1, "draw")], holder=2
    ),
    "the opener with the highest double has led a lower one": Story(
        "2-2", (2, 2), "6-6 5-5 3-3 1-1 2-1 1-0", [(1, "3-3"), (1, "draw"), (2, "draw")], holder=1
    ),
    "one was asked and higher doubles can only have been drawn": Story(
        "5-5", (3, 1), "6-6 4-4 3-3 2-2 2-1 1-0", [(1, ">=2"), (1, "draw"), (1, "draw")], holder=0
    ),
    "a drawn double has been played since": Story(
        "4-4", (2, 1), "6-6 5-5 3-3 2-1 1-0 2-0", [(1, "draw"), (1, "6-6"), (1, "draw"), (2, "<=0")], holder=0
    ),
    "passes with the boneyard closed": Story(
        "6-4", (1, 2), "6-5 5-5 4-4 3-3 2-1 1-0", [(1, "<=0"), (1, "draw"), (1, "no5"), (2, "no35")]
    ),
    "a wrong claim": Story("6-4", (2, 1), "6-5 5-5 4-4 3-1 2-1", claims=["6-5"]),
}


@pytest.mark.parametrize("name", STORIES)
def test_hidden_hands_come_up_as_often_as_deals_lead_to_them(name: str) -> None:
    story = STORIES[name]
    worlds = story.worlds()
    assert 2 <= len(worlds) <= 200
    assert_in_proportion(worlds, partial(story.redealt, min(worlds)), of_each=60)


def test_who_was_asked_for_a_meld_was_dealt_its_doubles() -> None:
    # seat 0 opens the first deal with 5-5, so nobody was dealt 6-6; seat 2 is asked and passes, and draws later
    match = Nos(
        seats=4,
        seed="a seed",
        deals=[
            deal("5-5 6-5 6-1 6-2", "2-1 2-0 3-0 5-4", "4-4 2-2 3-3 6-3", "4-1 4-0 5-1 5-0", boneyard="6-4 6-0 6-6")
        ],
    )
    play(match, "5-5", "variant=1", "pass", "draw", "draw", "5-4@left", "draw")
    assert [len(match.view(seat).hand) for seat in range(4)] == [3, 5, 5, 4]
    with_six = 0
    for number in range(300):
        hand = mask_of(match.redeal_unseen(0, Random(number)).view(2).hand)
        assert (hand & DOUBLES & ~Tile(6, 6).bit).bit_count() >= 3
        with_six += bool(hand & Tile(6, 6).bit)
    # 6-6 is one of the 12 tiles of the boneyard, of which seat 2 has drawn one: 25 expected, spread 4.8
    assert 10 <= with_six <= 40
