"""Seventy-Nine, rule by rule: the deal, the auction, and tricks. Numbers are worked out by hand."""

from __future__ import annotations

import pytest

import games
from games import SetupError, Tile
from games.core.events import Lot
from games.core.tiles import ALL_TILES
from games.core.tricks import PlayedTile
from games.seventy_nine import SeventyNine
from games.seventy_nine.match import AuctionOver, TrumpNamed
from games.seventy_nine.suits import suits
from games.seventy_nine.view import AuctionCall, SeventyNinePhase
from tests.games.deals import play, texts, tiles
from tests.games.trick_deals import hands_of_nine

from .seventy_nine_deals import LAST_TRICK, PLAIN, before_last, match_of, of_kind, playing

# --- The deal ---------------------------------------------------------------------------------------------------------


def test_six_play_and_it_is_the_third_game() -> None:
    assert SeventyNine.seat_counts == (6,)
    assert SeventyNine.number == 3
    assert games.CATALOGUE["seventy_nine"] is SeventyNine


def test_nine_tiles_each_are_dealt_from_two_sets_seat_by_seat_and_two_stay() -> None:
    match = match_of()
    order = tiles(PLAIN)
    for seat in range(6):
        assert match.view(seat).hand == tuple(sorted(order[9 * seat : 9 * seat + 9]))
    assert match.view(None).boneyard == 2
    assert match.view(None).counts == (9,) * 6
    assert len(SeventyNine.tile_set) == 56


def test_a_given_deal_must_have_every_tile_twice() -> None:
    order = PLAIN.split()
    thrice = " ".join([*order[:-1], order[0]])
    with pytest.raises(SetupError, match=f"each of the 28 tiles twice; missing: {order[-1]}"):
        match_of(thrice)


@pytest.mark.parametrize("shaker", range(6))
def test_the_first_shaker_is_drawn_by_lot_and_bidding_begins_to_their_left(shaker: int) -> None:
    match = match_of(shaker=shaker)
    assert Lot(shaker, "shaker") in match.events
    assert match.view(None).shaker == shaker
    assert match.view(None).opener == (shaker + 1) % 6
    assert match.actors() == ((shaker + 1) % 6,)


def test_the_shaker_goes_round_to_the_left() -> None:
    match = before_last(50, (4, 4), (50, 20))
    play(match, LAST_TRICK)
    assert match.view(None).shaker == 0
    assert match.actors() == (1,)


def test_the_sides_are_every_other_seat() -> None:
    assert [match_of().side_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert match_of().scores == (0, 0)


# --- The auction ------------------------------------------------------------------------------------------------------


def test_a_bid_is_from_50_to_79_or_nello() -> None:
    assert texts(match_of().moves(0)) == ["pass", *(f"bid={bid}" for bid in range(50, 80)), "bid=nello"]
    assert "bid=nello" not in texts(match_of(nello=False).moves(0))


def test_a_bid_must_be_higher_than_those_before() -> None:
    match = match_of()
    play(match, "bid=60")
    assert texts(match.moves(1))[:2] == ["pass", "bid=61"]
    refusal = match.refusal(1, "bid=60")
    assert refusal is not None
    assert (refusal.code, refusal.values["text"]) == ("bid_higher", "61")
    play(match, "pass bid=79")
    assert texts(match.moves(3)) == ["pass", "bid=nello"]
    play(match, "bid=nello")
    assert texts(match.moves(4)) == ["pass"]


def test_with_nello_off_nothing_is_above_79() -> None:
    match = match_of(nello=False)
    play(match, "bid=79")
    assert texts(match.moves(1)) == ["pass"]
    codes = [match.refusal(1, text) for text in ("bid=nello", "bid=79", "bid=80", "bid=49", "bid", "trump=1", "6-4")]
    assert [code.code if code else None for code in codes] == [
        "no_nello",
        "only_pass",
        "bid_out_of_range",
        "bid_out_of_range",
        "bid_out_of_range",
        "bid_first",
        "bid_first",
    ]


def test_every_seat_bids_once_and_the_highest_names_trumps_and_leads() -> None:
    match = match_of(shaker=1)
    play(match, "pass bid=52 pass bid=55 pass")
    assert match.actors() == (1,)
    assert match.view(None).bidder is None
    happened = play(match, "pass")
    assert happened[-1] == AuctionOver(5, 55, nello=False)
    view = match.view(None)
    assert view.calls == (
        AuctionCall(2, "pass"),
        AuctionCall(3, "52"),
        AuctionCall(4, "pass"),
        AuctionCall(5, "55"),
        AuctionCall(0, "pass"),
        AuctionCall(1, "pass"),
    )
    assert (view.bidder, view.highest, view.phase, view.needed) == (5, "55", SeventyNinePhase.TRUMP, 55)
    assert match.actors() == (5,)
    assert texts(match.moves(5)) == [f"trump={number}" for number in range(7)]
    assert play(match, "trump=4") == [TrumpNamed(5, 4)]
    assert match.actors() == (5,)
    assert match.view(None).trump == 4


def test_moves_of_another_phase_are_refused_with_the_reason() -> None:
    match = match_of()
    play(match, "bid=50 pass pass pass pass pass")
    early = [match.refusal(0, text) for text in ("6-4", "pass", "trump=7", "draw")]
    assert [reason.code if reason else None for reason in early] == [
        "name_trump",
        "bidding_over",
        "unknown_trump",
        "unknown_verb",
    ]
    play(match, "trump=1")
    late = [match.refusal(0, text) for text in ("bid=60", "trump=2", "0-0", "6-4@left")]
    assert [reason.code if reason else None for reason in late] == [
        "bidding_over",
        "trump_named",
        "not_in_hand",
        "superfluous",
    ]


def test_if_all_six_pass_it_is_dealt_again_by_the_next_shaker() -> None:
    match = match_of(PLAIN, hands_of_nine("0-0 0-0 1-0"), shaker=2)
    happened = play(match, "pass pass pass pass pass pass")
    assert of_kind(happened, "all_passed", "deal", "shaker") == [
        ("all_passed", None, 0),
        ("deal", 4, 1),
        ("shaker", 3, 0),
    ]
    assert match.actors() == (4,)
    assert match.view(0).hand[:3] == tiles("0-0 0-0 1-0")
    assert match.last_deal is None


def test_five_passes_are_no_redeal() -> None:
    match = match_of()
    play(match, "pass pass pass pass pass bid=50")
    assert match.actors() == (5,)
    assert match.view(None).phase == SeventyNinePhase.TRUMP


def test_who_plays_at_random_bids_no_more_than_they_must() -> None:
    match = match_of()
    play(match, "bid=60")
    assert texts(match.sensible_moves(1)) == ["pass", "bid=61"]


# --- Following --------------------------------------------------------------------------------------------------------


def test_two_identical_tiles_are_listed_once() -> None:
    match = playing("6-4 6-4 1-0", "", "", "", "", "", trump=5)
    assert texts(match.moves(0)) == ["1-0", "6-4"]
    play(match, "6-4")
    assert match.view(0).hand == tiles("1-0 6-4")


@pytest.mark.parametrize(
    ("led", "hand", "trump", "legal"),
    [
        ("6-4", "6-1 6-5 4-0 3-3", 5, "6-1"),  # 6-5 has a trump half, so it is no six
        ("6-4", "6-5 4-0 3-3", 5, "6-5 4-0 3-3"),  # no six: anything, a trump need not be played
        ("6-4", "6-6 6-2 4-4 4-1", 4, "4-4 4-1"),  # a trump half was led: trumps
        ("5-4", "5-1 4-1 4-0", 4, "4-1 4-0"),
        ("5-4", "5-1 6-3", 4, "5-1 6-3"),
        ("6-4", "6-0 5-5 6-0", 0, "5-5 6-0"),  # 6-0 is a trump and no six: anything
        ("6-4", "6-1 6-2 2-1", 2, "6-1"),
        ("3-3", "6-3 3-0 5-4", 1, "6-3 3-0"),
    ],
)
def test_what_may_follow(led: str, hand: str, trump: int, legal: str) -> None:
    match = playing(led, hand, "1-1", "1-1", "1-1", "1-1", trump=trump)
    play(match, led)
    expected = set(legal.split())
    assert set(texts(match.moves(1))) == expected
    for text in set(hand.split()) - expected:
        refusal = match.refusal(1, text)
        assert refusal is not None
        assert refusal.code == "must_follow"


# --- Who takes the trick ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "laid", "winner"),
    [
        (5, "6-4 6-6 6-5 6-0 4-4 3-3", 2),  # a trump
        (5, "6-4 6-5 5-0 5-5 6-6 5-4", 3),  # the trump double
        (5, "6-4 6-1 6-0 4-4 3-3 6-6", 5),  # the double of the led suit
        (5, "6-4 6-1 6-3 4-4 3-3 2-2", 0),  # the other half: 4 above 3 and 1; 4-4 is no six
        (1, "5-0 6-5 5-5 5-2 5-5 4-4", 2),  # of two identical tiles the first
        (1, "2-1 4-1 1-1 6-1 1-1 6-6", 2),
        (4, "4-0 4-1 6-6 5-5 4-2 4-3", 5),  # trumps were led
        (0, "6-6 6-0 1-0 6-5 6-5 6-5", 1),
    ],
)
def test_the_highest_trump_takes_it_else_the_highest_of_the_led_suit(trump: int, laid: str, winner: int) -> None:
    match = playing(*laid.split(), trump=trump)
    match.position.hands = [hand | Tile(3, 2).bit for hand in match.position.hands]  # so that the deal goes on
    for seat, text in enumerate(laid.split()):
        match.play(seat, text)
    trick = match.view(None).last_trick
    assert trick is not None
    assert trick.taker == winner
    assert trick.laid == tuple(PlayedTile(seat, tile) for seat, tile in enumerate(tiles(laid)))
    assert match.actors() == (winner,)


def test_the_order_of_the_trumps_in_the_seed() -> None:
    # with fours as trumps: 4-4, 6-4, 5-4, 4-3, 4-2, 4-1, 4-0, and the last beats whatever has no four
    strengths = suits(4).strengths[4]
    order = sorted(ALL_TILES, key=lambda tile: strengths[tile.index], reverse=True)
    assert order[:7] == list(tiles("4-4 6-4 5-4 4-3 4-2 4-1 4-0"))
    other = suits(4).strengths[6]
    assert all(other[Tile(4, 0).index] > other[tile.index] for tile in ALL_TILES if not tile.has(4))
