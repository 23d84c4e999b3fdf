"""Information of others' moves about their hands."""

from __future__ import annotations

from random import Random
from typing import Self

import pytest

from games.block import Block
from games.block.position import BlockPosition
from games.chain import value
from games.chain.inference import ObservedChoice, likelihood, weight_of
from games.chain.position import BIT, ChainPosition, DealSetting
from games.computers.worlds import Worlds
from games.core.tiles import mask_of
from games.full_speed.position import FullSpeedPosition
from tests.games.deals import deal, play, tiles

OWN, OTHER = "6-6 5-5 4-4 6-5 6-4 5-4 6-0", "6-3 3-3 3-2 3-1 2-1 1-1 1-0"


def led_and_answered() -> Block:
    """Seat 0 has laid 6-6, seat 1 6-3."""
    match = Block(seats=2, seed="a", deals=[deal(OWN, OTHER)], lots=[0])
    play(match, "6-6 6-3@left")
    return match


def weigh(hand: str) -> float:
    """Return the likelihood of seat 1's answer if it holds this hand."""
    match = led_and_answered()
    return likelihood([0, mask_of(tiles(hand))], match.choices_of_others(0))


def test_a_move_without_another_says_nothing() -> None:
    assert weigh("3-3 3-2 3-1 2-1 1-1 1-0") == pytest.approx(1)


def test_a_move_is_the_likelier_the_fewer_others_there_were() -> None:
    # 6-2 and 6-1 would have fitted too. They look worse than 6-3, by 1 and by 2 pips.
    one, two = weigh("6-2 3-2 3-1 2-1 1-1 1-0"), weigh("6-2 6-1 3-1 2-1 1-1 1-0")
    assert 1 / 2 < one < 1
    assert 1 / 3 < two < one


@pytest.mark.parametrize(("kind", "weight"), [(BlockPosition, 0.5), (FullSpeedPosition, 0.5**0.4)])
def test_what_a_move_says_counts_as_far_as_the_game_trusts_it(kind: type[ChainPosition], weight: float) -> None:
    # Seat 1 has chosen one of two moves that look alike, if it holds 6-2; else it had no choice.
    chosen = [ObservedChoice(seat=1, weight=1.0, sure=1.0, possible=((mask_of(tiles("6-2")), 1.0),))]

    def world(hand: str) -> ChainPosition:
        hands = [mask_of(tiles(OWN)), mask_of(tiles(hand))]
        return kind(DealSetting((0, 1), 0, (0, 1), limit=121), hands, (), (0, 0), 0)

    assert weight_of(world("3-3"), chosen) == pytest.approx(1)
    assert weight_of(world("6-2"), chosen) == pytest.approx(weight)


def test_a_world_is_drawn_in_the_proportion_of_its_likelihood() -> None:
    match, rng = led_and_answered(), Random(1)
    with_six = mask_of(tiles("6-1 6-2"))

    def share(worlds: list[ChainPosition]) -> float:
        return sum(bool(world.hands[1] & with_six) for world in worlds) / len(worlds)

    def deal_again() -> ChainPosition:
        return match.determinization(0, rng)

    choices = match.choices_of_others(0)
    weighed = Worlds(deal_again, lambda world: likelihood(world.hands, choices), rng)
    # 20 tiles are hidden, and 6 of them are in the other hand: one of the two sixes is there in 1 - C(18,6)/C(20,6) =
    # 52 of 100 deals. Where it is, the answer was one of two or three, so it should be there in about 36 of 100.
    assert share([deal_again() for _ in range(2_000)]) == pytest.approx(0.52, abs=0.05)
    assert 0.28 < share([weighed.next() for _ in range(2_048)]) < 0.44


@pytest.mark.skipif(hasattr(ChainPosition, "__mypyc_attrs__"), reason="compiled classes have no interpreted subclasses")
def test_choices_are_weighed_with_what_a_game_has_fixed_for_the_deal() -> None:
    class WithFavourite(BlockPosition):
        """The position of a game in which one tile, fixed for the deal, looks better than others."""

        __slots__ = ("favourite",)
        favourite: int

        def copy(self) -> Self:
            twin = super().copy()
            twin.favourite = self.favourite
            return twin

        def weight(self, move: int) -> float:
            return 100.0 * (BIT[move] == self.favourite)

    match = led_and_answered()
    now = match.position
    match.position = position = WithFavourite(now.setting, now.hands, now.boneyard, now.scores, now.turn)
    position.left, position.right = now.left, now.right
    position.favourite = mask_of(tiles("6-2"))
    (choice,) = match.choices_of_others(0)
    by_tile = dict(choice.possible)
    assert by_tile[mask_of(tiles("6-2"))] > by_tile[mask_of(tiles("6-1"))]


def test_an_incomplete_entry_of_learnt_numbers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value, "values_of", lambda _key: {"2": {"score": [0.0, 1.0]}})
    with pytest.raises(ValueError, match=r"games/new_game/values.json has no place for 2 sides"):
        value.strengths_of("new_game", 2, 100)
