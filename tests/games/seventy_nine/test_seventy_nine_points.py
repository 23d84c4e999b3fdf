"""Seventy-Nine, rule by rule: points, the end of a deal, the options, Nel-O, and what is known.

Numbers are worked out by hand.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games import Tile
from games.core.events import Scored, ScoreReason
from games.core.tiles import ALL_TILES, tiles_in
from games.core.tricks import PlayedTile, TrickTaken, taker
from games.seventy_nine import SeventyNine
from games.seventy_nine.match import AuctionOver, Made, SitOut
from games.seventy_nine.suits import COUNTS, NOTHING, suits
from games.seventy_nine.view import SeventyNinePhase
from tests.games.deals import play, texts, tiles
from tests.games.trick_deals import hands_of_nine

from .seventy_nine_deals import LAST_TRICK, before_last, match_of, of_kind, playing

# --- Points -----------------------------------------------------------------------------------------------------------


def test_nine_tricks_and_all_count_tiles_are_79() -> None:
    assert dict(COUNTS) == dict(zip(tiles("5-5 6-4 5-0 4-1 3-2"), (10, 10, 5, 5, 5), strict=True))
    assert 9 + 2 * sum(COUNTS.values()) == 79


def test_a_trick_counts_1_and_its_count_tiles_for_the_side_that_takes_it() -> None:
    match = playing("6-6 6-1", "5-5 1-0", "6-4 1-0", "5-0 1-0", "4-1 1-0", "3-2 1-0")
    happened = play(match, "6-6 5-5 6-4 5-0 4-1 3-2")
    laid = tiles("6-6 5-5 6-4 5-0 4-1 3-2")
    assert happened[-1] == TrickTaken(0, laid, 36, (0, 1, 2, 3, 4, 5))
    view = match.view(None)
    assert (view.tricks, view.count_points, view.totals) == ((1, 0), (35, 0), (36, 0))
    assert view.taken == (tiles("6-6 5-5 6-4 5-0 4-1 3-2"), ())
    assert view.needed == 50 - 36


# --- The end of a deal ------------------------------------------------------------------------------------------------


def test_a_bid_that_is_made_both_sides_write_what_they_took() -> None:
    match = before_last(50, (4, 4), (50, 20))
    happened = play(match, LAST_TRICK)
    assert match.scores == (55, 24)
    end = match.last_deal
    assert end is not None
    assert (end.made, end.bid, end.points, end.totals, end.winners) == (True, "50", (55, 24), (55, 24), (0,))
    assert of_kind(happened, "played_out", "counted", "made", "scored") == [
        ("played_out", None, 0),
        ("counted", 0, 55),
        ("counted", 1, 24),
        ("made", 0, 50),
        ("scored", 0, 55),
        ("scored", 1, 24),
    ]


def test_a_bid_that_is_missed_brings_the_others_the_bid_and_what_they_took() -> None:
    match = before_last(57, (4, 4), (50, 20))
    happened = play(match, LAST_TRICK)
    assert match.scores == (0, 57 + 24)  # the rule stands, not the seed's 66
    end = match.last_deal
    assert end is not None
    assert (end.made, end.points, end.totals, end.winners) == (False, (0, 81), (55, 24), (1,))
    assert ("missed", 0, 57) in of_kind(happened, "missed")


def test_a_bid_is_made_exactly() -> None:
    match = before_last(55, (4, 4), (50, 20))
    play(match, LAST_TRICK)
    assert match.scores == (55, 24)


def test_a_bid_out_of_reach_because_of_the_boneyard_is_missed() -> None:
    match = before_last(79, (8, 0), (60, 0))  # a 5-5 lies in the boneyard: 9 + 60
    play(match, LAST_TRICK)
    assert match.scores == (0, 79)


def test_the_first_side_with_250_after_a_deal_wins() -> None:
    match = before_last(50, (4, 4), (50, 20))
    match.position.contract.scores = [195, 225]
    play(match, LAST_TRICK)
    assert match.scores == (250, 249)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_of_two_sides_with_250_the_one_that_bid_in_the_deal_wins() -> None:
    match = before_last(50, (4, 4), (50, 20))
    match.position.contract.scores = [195, 249]
    play(match, LAST_TRICK)
    assert match.scores == (250, 273)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert list(match.outcome.ranking) == [frozenset({0}), frozenset({1})]


# --- One point a trick, one mark a deal -------------------------------------------------------------------------------


def test_with_tricks_every_trick_is_a_point_as_it_falls_whatever_was_bid() -> None:
    match = playing("6-6 6-1", "5-5 1-0", "6-4 1-0", "5-0 1-0", "4-1 1-0", "3-2 1-0", scoring="tricks", bid=79)
    happened = play(match, "6-6 5-5 6-4 5-0 4-1 3-2")
    assert match.scores == (1, 0)
    assert happened[-1] == Scored(0, 1, ScoreReason.TRICK)
    assert match.view(None).needed is None


def test_with_tricks_a_deal_played_out_writes_nothing_more() -> None:
    match = before_last(79, (4, 4), (0, 0), scoring="tricks")
    assert match.scores == (4, 4)
    play(match, LAST_TRICK)
    assert match.scores == (5, 4)
    assert match.last_deal is not None
    assert (match.last_deal.made, match.last_deal.points) == (None, (5, 4))
    assert match.outcome is None


def test_with_tricks_the_first_side_with_nine_wins_at_once() -> None:
    match = playing("6-6 6-1", "5-5 1-0", "6-4 1-0", "5-0 1-0", "4-1 1-0", "3-2 1-0", scoring="tricks")
    match.position.contract.scores = [8, 8]
    play(match, "6-6 5-5 6-4 5-0 4-1 3-2")
    assert match.scores == (9, 8)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.last_deal is not None
    assert match.last_deal.reason == "cut_off"
    assert match.last_deal.hands[0] == tiles("6-1")


@pytest.mark.parametrize(("bid", "scores"), [(55, (1, 0)), (56, (0, 1))])
def test_with_marks_a_deal_is_one_mark_for_the_bidders_or_setters(bid: int, scores: tuple[int, int]) -> None:
    match = before_last(bid, (4, 4), (50, 20), scoring="marks")
    happened = play(match, LAST_TRICK)
    assert match.scores == scores
    assert Scored(scores.index(1), 1, ScoreReason.MARK) in happened


def test_nine_marks_win() -> None:
    match = before_last(55, (4, 4), (50, 20), scoring="marks")
    match.position.contract.scores = [8, 8]
    play(match, LAST_TRICK)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


# --- Nel-O ------------------------------------------------------------------------------------------------------------


def test_in_nello_the_bidder_leads_trumpless_and_partners_sit_out() -> None:
    match = match_of(shaker=0)
    happened = play(match, "bid=60 pass bid=nello pass pass pass")
    assert happened[-2:] == [
        AuctionOver(3, 80, nello=True),
        SitOut(3, (5, 1)),
    ]
    view = match.view(None)
    assert (view.nello, view.sitting_out, view.trump, view.phase) == (True, (5, 1), None, SeventyNinePhase.PLAY)
    assert match.actors() == (3,)


def test_in_nello_a_trick_is_four_tiles_and_its_taker_leads() -> None:
    match = playing("1-0 2-0", "3-1 4-1", "", "1-1 4-4", "", "5-1 2-1", trump=None)
    happened = play(match, "1-0 3-1 1-1 5-1")
    assert happened[-1].kind == "trick"
    assert happened[-1].tiles == tiles("1-0 3-1 1-1 5-1")
    assert match.actors() == (3,)  # the double is the highest of the ones
    assert match.moves(2) == ()
    play(match, "4-4 2-1")
    assert match.actors() == (0,)


def test_in_nello_any_tile_with_the_led_number_follows() -> None:
    match = playing("5-4", "5-5 6-5 4-4", "", "4-4 4-3", "", "1-1", trump=None)
    play(match, "5-4")
    assert texts(match.moves(1)) == ["5-5", "6-5"]  # the higher half is the suit
    play(match, "6-5")
    assert texts(match.moves(3)) == ["4-3", "4-4"]


@pytest.mark.parametrize(("scoring", "worth"), [("points", 79), ("tricks", 9), ("marks", 1)])
def test_nello_made_brings_the_bidders_side_79_or_9_or_a_mark(scoring: str, worth: int) -> None:
    match = playing("1-0", "3-1", "", "1-1", "", "5-1", trump=None, scoring=scoring)
    match.position.tricks = [0, 8]
    happened = play(match, "1-0 3-1 1-1 5-1")
    assert match.scores == (worth, 0)
    assert match.last_deal is not None
    assert (match.last_deal.made, match.last_deal.bid, match.last_deal.points) == (True, "nello", (worth, 0))
    assert Made(0, 0, 80, nello=True) in happened
    assert bool(match.outcome) == (scoring == "tricks")


@pytest.mark.parametrize(("scoring", "worth"), [("points", 79), ("tricks", 9), ("marks", 1)])
def test_nello_is_missed_with_the_first_trick_that_the_bidder_takes(scoring: str, worth: int) -> None:
    match = playing("6-6 1-0", "6-1 1-0", "", "6-2 1-0", "", "6-3 1-0", trump=None, scoring=scoring)
    play(match, "6-6 6-1 6-2 6-3")
    assert match.scores == (0, worth)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.made, match.last_deal.winners) == ("took_trick", False, (1,))


def test_tricks_of_a_nello_are_no_points_with_tricks() -> None:
    match = playing("1-0 2-0", "3-1 4-1", "", "1-1 4-4", "", "5-1 2-1", trump=None, scoring="tricks")
    play(match, "1-0 3-1 1-1 5-1")
    assert match.view(None).tricks == (0, 1)
    assert match.scores == (0, 0)


def test_with_doubles_high_a_double_in_nello_belongs_to_its_number() -> None:
    match = playing("6-1", "6-6 6-5", "", "1-1", "", "1-1", trump=None)
    play(match, "6-1")
    assert texts(match.moves(1)) == ["6-5", "6-6"]


def test_with_own_doubles_they_are_a_suit_by_themselves() -> None:
    match = playing("6-1", "6-6 6-5", "", "6-6 4-4 6-2", "", "1-1 6-0", trump=None, nello_doubles="own")
    play(match, "6-1")
    assert texts(match.moves(1)) == ["6-5"]
    play(match, "6-5 6-2")
    assert texts(match.moves(5)) == ["6-0"]
    match = playing("3-3", "6-6 6-3", "", "6-6 4-4 6-2", "", "1-0", trump=None, nello_doubles="own")
    play(match, "3-3")
    assert match.view(None).led == 7
    assert texts(match.moves(1)) == ["6-6"]
    play(match, "6-6")
    assert texts(match.moves(3)) == ["4-4", "6-6"]
    play(match, "4-4")
    assert texts(match.moves(5)) == ["1-0"]  # no double: anything


def test_a_led_double_asks_for_doubles_and_the_refusal_says_so() -> None:
    match = playing("3-3", "6-6 6-5", "", "4-4", "", "1-1", trump=None, nello_doubles="own")
    play(match, "3-3")
    refusal = match.refusal(1, "6-5")
    assert refusal is not None
    assert refusal.code == "must_follow_double"
    strengths = suits(NOTHING, own_doubles=True).strengths[7]
    laid = [PlayedTile(seat, tile) for seat, tile in enumerate(tiles("3-3 6-5 4-4 5-5"))]
    assert taker(laid, lambda tile: strengths[tile.index]) == 3


def test_the_option_for_doubles_touches_nello_only() -> None:
    match = playing("6-1", "6-6 4-4", "", "", "", "", trump=5, nello_doubles="own")
    play(match, "6-1")
    assert texts(match.moves(1)) == ["6-6"]


# --- What is known ----------------------------------------------------------------------------------------------------


def test_tricks_and_auction_are_public_hands_and_boneyard_hidden() -> None:
    match = match_of()
    play(match, "bid=50 pass pass pass pass pass trump=6")
    shown = match.view(None).as_dict()
    assert shown["hand"] == []
    assert shown["calls"] == [{"seat": 0, "bid": "50"}, *({"seat": seat, "bid": "pass"} for seat in range(1, 6))]
    assert shown["boneyard"] == 2
    assert not any(str(tile) in str(shown) for tile in ALL_TILES)
    assert match.view(0).as_dict()["hand"] == [str(tile) for tile in match.view(0).hand]


def test_who_does_not_follow_is_dealt_nothing_of_the_suit() -> None:
    # all six sixes that are no trumps are out of the hands of seats 1 and 2; fives are trumps
    match = match_of(hands_of_nine("6-4 6-1", "5-5 5-4 4-4 4-3 3-3 2-2 1-1 4-0 3-0", "6-6 3-2"))
    play(match, "bid=50 pass pass pass pass pass trump=5 6-4 5-5")
    sixes = {tile for tile in ALL_TILES if tile.has(6) and not tile.has(5)}
    seen = set()
    for seed in range(60):
        copy = match.redeal_unseen(3, Random(seed))
        hand = copy.view(1).hand
        assert len(hand) == 8
        assert not set(hand) & sixes
        seen |= set(copy.view(2).hand)
    assert seen & sixes


def test_who_cannot_follow_trumps_has_none() -> None:
    match = playing("5-5 1-0", "6-6 6-1", "1-1 1-0", "2-2 1-0", "3-3 1-0", "4-4 1-0", trump=5)
    match._boneyard = list(tiles("5-4 5-0"))
    play(match, "5-5 6-6 1-1 2-2 3-3")
    for seed in range(20):
        copy = match.redeal_unseen(0, Random(seed))
        for seat in range(1, 5):
            assert not any(tile.has(5) for tile in copy.view(seat).hand)


def test_redeals_are_even_over_the_two_identical_tiles_too() -> None:
    # Seat 0 sees 1-0. Hidden are 6-6 6-6 5-5 2-2 3-3 in hands of one each, and 4-4 4-3 in the boneyard: 7 tiles. Of
    # the two that seat 1 and the boneyard's first hold, 6-6 is each with 2 chances in 7.
    match = playing("1-0", "6-6", "6-6", "5-5", "2-2", "3-3", trump=1)
    match._boneyard = list(tiles("4-4 4-3"))
    rng, draws = Random(9), 2_100
    found = Counter(match.redeal_unseen(0, rng).view(1).hand[0] for _ in range(draws))
    expected = dict.fromkeys(tiles("5-5 2-2 3-3 4-4 4-3"), 300) | {Tile(6, 6): 600}
    # with 5 degrees of freedom chi-square passes 20.5 once in 1,000
    assert sum((found[tile] - count) ** 2 / count for tile, count in expected.items()) < 20.5


def test_the_partners_of_a_nello_keep_their_tiles_hidden() -> None:
    match = match_of()
    play(match, "bid=nello pass pass pass pass pass")
    copy = match.redeal_unseen(1, Random(1))
    assert copy.view(None).counts == (9,) * 6
    assert copy.view(1).hand == match.view(1).hand
    assert copy.view(2).hand != match.view(2).hand


@pytest.mark.parametrize("seed", range(4))
def test_redealt_hands_keep_to_all_voids_through_whole_deals(seed: int) -> None:
    rng = Random(seed)
    match = SeventyNine(seats=6, seed=f"{seed}")
    lacking: list[set[Tile]] = [set() for _ in range(6)]
    while match.last_deal is None:
        (seat,) = match.actors()
        view = match.view(seat)
        copy = match.redeal_unseen(seat, rng)
        for other in range(6):
            if other != seat:
                assert not set(copy.view(other).hand) & lacking[other]
        move = rng.choice(match.sensible_moves(seat))
        if view.phase is SeventyNinePhase.PLAY and view.table and move.tile is not None:
            suit = set(tiles_in(suits(NOTHING if view.trump is None else view.trump).tiles[view.led or 0]))
            if move.tile not in suit:
                lacking[seat] |= suit
        match.play(seat, move)
