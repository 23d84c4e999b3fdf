"""The position of Seventy-Nine: simple rules, chances to win the match, and likely deals."""

from __future__ import annotations

from random import Random

import pytest

from games import Move
from games.core.tiles import ALL_TILES
from games.core.tricks import two_sets_of
from games.seventy_nine import SeventyNine
from games.seventy_nine.value import value_of
from games.seventy_nine.view import SeventyNinePhase
from tests.games.deals import tiles

from .seventy_nine_deals import before_last, match_of, playing


def to_play(number: int) -> SeventyNine:
    """Return a match with options by the number, in whose first deal the first tile is to be led."""
    match = SeventyNine(
        seats=6,
        seed=f"deal {number}",
        options={
            "scoring": ("points", "tricks", "marks")[number % 3],
            "nello_doubles": ("high", "own")[number // 2 % 2],
        },
    )
    for text in ["bid=nello" if number % 2 else "bid=50", *["pass"] * 5]:
        match.play(match.actors()[0], text)
    if not number % 2:
        match.play(match.actors()[0], f"trump={number % 7}")
    return match


def test_simple_rules_use_only_the_own_hand_and_the_laid_tiles() -> None:
    rng = Random(3)
    for number in range(12):
        match = to_play(number)
        for _ in range(rng.randrange(1, 12)):
            if match.last_deal is None:
                match.play(match.actors()[0], rng.choice(match.moves(match.actors()[0])))
        if match._phase is SeventyNinePhase.PLAY and not match.outcome:
            (seat,) = match.actors()
            found = {match.determinization(seat, rng).simple() for _ in range(10)}
            assert len(found) == 1


def simple_after(match: SeventyNine, laid: str) -> str:
    """Return the tile that simple rules lay once these are laid."""
    position = match.position.copy()
    for tile in tiles(laid):
        position.play(tile.index)
    return str(ALL_TILES[position.simple()])


def test_a_player_out_of_suit_plays_the_weakest_trump_and_spares_partners() -> None:
    # Sixes are trumps. Seats 1 and 4 have no five; in the second hands seat 2, a partner of seat 4, has the trick.
    trumped = playing("5-4 1-0", "6-5 6-0", "5-1 2-0", "5-3 3-0", "6-2 4-4", "5-0 2-1")
    assert simple_after(trumped, "5-4") == "6-0"
    assert simple_after(trumped, "5-4 6-0 5-1 5-3") == "6-2"
    spared = playing("5-4 1-0", "5-2 6-0", "5-5 2-0", "5-1 3-0", "6-2 4-4", "5-0 2-1")
    assert simple_after(spared, "5-4 5-2 5-5 5-1") == "4-4"


def test_a_copy_in_the_middle_of_a_trick_plays_on_by_itself() -> None:
    position = playing("6-4 1-0", "6-1 5-5", "6-6 1-1", "5-0 4-4", "4-1 3-3", "3-2 2-2", trump=3).position
    for tile in tiles("6-4 6-1 6-6"):
        position.play(tile.index)
    twin = position.copy()
    for tile in tiles("5-0 4-1 3-2"):
        twin.play(tile.index)
    # Threes are trumps, so 3-2 takes 10 + 5 + 5 + 5 with it; after 6-6 the double of the led suit would.
    assert (twin.turn, twin.tricks, twin.counts) == (5, [0, 1], [0, 25])
    assert (position.turn, position.laid, position.taker, position.tricks) == (3, 3, 2, [0, 0])
    assert position.hands[3] == two_sets_of(tiles("5-0 4-4"))
    assert position.key() != twin.key()


@pytest.mark.parametrize(
    ("scoring", "bid", "before", "during", "after"),
    [
        ("points", 50, (100, 100), (100, 100), (163, 116)),
        ("points", 64, (100, 100), (100, 100), (100, 180)),
        ("marks", 50, (3, 4), (3, 4), (4, 4)),
        ("marks", 64, (3, 4), (3, 4), (3, 5)),
        ("tricks", 64, (0, 1), (6, 3), (7, 3)),
    ],
)
def test_points_are_scored_at_the_end_of_a_deal_but_tricks_as_they_fall(
    scoring: str, bid: int, before: tuple[int, int], during: tuple[int, int], after: tuple[int, int]
) -> None:
    # Side 0 takes the last trick, and 7 tricks and 56 points in all; side 1 has 2 tricks and 14 points.
    position = before_last(bid, (6, 2), (56, 14), scoring=scoring).position
    position.contract.scores = list(before)
    assert position.scores() == list(during)
    position.finish(Random(1).random)
    assert position.scores() == list(after)


@pytest.mark.parametrize(("bid", "scores"), [(50, (248, 240)), (75, (100, 240))])
def test_a_deal_is_worth_the_match_where_it_decides_it(bid: int, scores: tuple[int, int]) -> None:
    # Side 0 takes the last trick and 63 points in all, side 1 16. At a bid of 50 both reach 250, and the bidders win;
    # at a bid of 75 side 0 has missed it, and side 1 writes 75 and 16.
    match = before_last(bid, (6, 2), (56, 14))
    position = match.position
    position.contract.scores = list(scores)
    position.finish(Random(1).random)
    assert (position.tricks, position.counts) == ([7, 2], [56, 14])
    assert position.worths() == ([1.0, 0.0] if bid == 50 else [0.0, 1.0]) * 3


def test_the_chances_of_both_sides_make_one_and_grow_with_the_score() -> None:
    for scoring, target in (("points", 250), ("tricks", 9), ("marks", 9)):
        value = value_of(scoring)
        for own in range(0, target, max(1, target // 17)):
            for other in range(0, target, max(1, target // 13)):
                chance = value.chance(own, other, bids=True)
                assert chance + value.chance(other, own, bids=True) == pytest.approx(1, abs=0.001)
                assert value.chance(own + 1, other, bids=True) >= chance
        assert value.chance(0, 0, bids=True) == pytest.approx(0.5)
        assert value.chance(target, target, bids=True) == 1
        assert value.chance(target, target, bids=False) == 0


def test_likely_hands_hold_every_tile_twice_and_no_shown_lack() -> None:
    match, rng = to_play(0), Random(5)
    for _ in range(20):
        match.play(match.actors()[0], rng.choice(match.moves(match.actors()[0])))
    (seat,) = match.actors()
    likely, true = match.likely_positions(seat, rng), match.position.hands
    for _ in range(20):
        hands = next(likely).hands
        assert hands[seat] == true[seat]
        assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in true]
        assert not any(hand & void for hand, void in zip(hands, match._voids, strict=True))
        shown = [tile for hand in hands for tile in range(56) if hand >> tile & 1]
        assert max(shown.count(tile) + shown.count(tile + 28) for tile in range(28)) <= 2 * 6


def test_likely_hands_give_the_bidder_more_trumps_than_even_deals() -> None:
    match = match_of()
    for text in ("pass", "bid=60", "pass", "pass", "pass", "pass", "trump=3"):
        match.play(match.actors()[0], text)
    match.play(1, "3-3" if Move("play", tiles("3-3")[0]) in match.moves(1) else match.moves(1)[0])
    threes = two_sets_of([*tiles("3-0 3-1 3-2 3-3 4-3 5-3 6-3")] * 2)
    rng = Random(7)
    likely, draws = match.likely_positions(2, rng), 40
    in_likely = sum((next(likely).hands[1] & threes).bit_count() for _ in range(draws)) / draws
    in_even = sum((match.determinization(2, rng).hands[1] & threes).bit_count() for _ in range(draws)) / draws
    # Of eight hidden tiles about two are threes in even deals. Who bids 60 holds four or more.
    assert in_even < 3
    assert in_likely > in_even + 1


def test_likely_hands_are_nearer_to_the_truth_than_even_deals() -> None:
    """Once four tricks have been laid by simple rules; both find some tiles by chance."""
    found = {"likely": 0, "even": 0}
    rng = Random(11)
    for number in range(0, 16, 2):
        match = to_play(number)
        while sum(match.position.tricks) < 4:
            match.play(match.position.turn, Move("play", ALL_TILES[match.position.simple()]))
        seat, true = match.position.turn, match.position.hands
        likely = match.likely_positions(seat, rng)
        for _ in range(15):
            for way, world in (("likely", next(likely)), ("even", match.determinization(seat, rng))):
                found[way] += sum((one & held).bit_count() for one, held in zip(world.hands, true, strict=True))
    assert found["likely"] > 1.05 * found["even"]
