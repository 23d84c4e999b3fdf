"""Bingo, rule by rule. Numbers are worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

import games
from games import Event, IllegalMove, Tile
from games.bingo import Bingo
from games.bingo.hidden import Shown
from games.bingo.view import Meld
from games.bingo.worth import points_of
from games.core.tiles import mask_of
from games.core.tricks import Laid
from tests.games.deals import play, texts, tiles
from tests.games.trick_deals import bingo_deal, full_hand

PLAIN = bingo_deal(
    "6-5 5-3 4-4 3-1 2-1 5-0 0-0",
    "6-3 5-4 4-1 3-2 5-5 1-1 1-0",
    boneyard="2-0 3-0 4-0 6-0 4-2 5-1 6-1 2-2 6-2 3-3 5-2 4-3 6-6",
    turned_up="6-4",
)
"""Sixes are trumps."""


def match_of(*deals: str, opener: int = 0, **options: bool) -> Bingo:
    return Bingo(seats=2, seed="a seed", options=options, deals=deals, lots=[opener])


def meeting(led: str, answer: str, turned_up: str, **options: bool) -> Bingo:
    """A match whose first trick can be `led` by seat 0 and `answer` by seat 1."""
    named = f"{led} {answer} {turned_up}"
    own = full_hand(led, without=named)
    other = full_hand(answer, without=f"{named} {own}")
    return match_of(bingo_deal(own, other, turned_up=turned_up), **options)


def second_part(hands: tuple[str, str], turned_up: str, lead: int = 0, **options: bool) -> Bingo:
    """A match in which the boneyard is closed by the seat on lead; these are the hands."""
    named = f"{hands[0]} {hands[1]} {turned_up}"
    own = full_hand(hands[0], without=named)
    other = full_hand(hands[1], without=f"{named} {own}")
    match = match_of(bingo_deal(own, other, turned_up=turned_up), opener=lead, **options)
    match._hands = [mask_of(tiles(hand)) for hand in hands]
    match._closer = lead
    return match


def last_trick(points: tuple[int, int], closer: int | None = None, **options: bool) -> Bingo:
    """A match before the last trick of its first deal: 5-3 4-1, worth nothing. Sixes are trumps."""
    match = match_of(PLAIN, **options)
    match._hands = [Tile(5, 3).bit, Tile(4, 1).bit]
    match._boneyard = []
    match._tile_points = list(points)
    match._closer = closer
    return match


def of_kind(events: list[Event], *kinds: str) -> list[tuple[str, int | None, int]]:
    return [
        (event.kind, event.seat if event.side is None else event.side, event.value)
        for event in events
        if event.kind in kinds
    ]


# --- The deal ---------------------------------------------------------------------------------------------------------


def test_it_is_the_first_game_of_the_catalogue_and_for_two() -> None:
    assert next(iter(games.CATALOGUE)) == "bingo"
    assert Bingo.seat_counts == (2,)


def test_seat_0_is_dealt_seven_then_seat_1_and_14_are_the_boneyard() -> None:
    match = match_of(PLAIN)
    assert set(match.view(0).hand) == set(tiles("6-5 5-3 4-4 3-1 2-1 5-0 0-0"))
    assert set(match.view(1).hand) == set(tiles("6-3 5-4 4-1 3-2 5-5 1-1 1-0"))
    assert match.view(None).boneyard == 14
    assert match.view(None).counts == (7, 7)


@pytest.mark.parametrize(("turned_up", "trump"), [("6-4", 6), ("3-0", 3), ("2-2", 2), ("0-0", 0)])
def test_the_larger_half_of_the_turned_up_tile_is_the_trump_number(turned_up: str, trump: int) -> None:
    match = match_of(bingo_deal("6-5 5-3", "6-3 5-4", turned_up=turned_up))
    view = match.view(None)
    assert view.trump == trump
    assert (view.trump_tile,) == tiles(turned_up)
    assert view.trump_tile_lies


@pytest.mark.parametrize("opener", [0, 1])
def test_the_first_opener_is_drawn_by_lot_and_his_opponent_turns_up_the_trump_tile(opener: int) -> None:
    match = match_of(PLAIN, opener=opener)
    assert match.actors() == (opener,)
    assert Event("lot", opener, text="opener") in match.events
    assert Event("turned_up", 1 - opener, tiles("6-4"), value=6) in match.events


def test_the_opening_alternates_whoever_won() -> None:
    match = last_trick((30, 20))
    openers = [match.view(None).opener]
    for _ in range(2):
        play(match, "5-3 4-1")
        openers.append(match.view(None).opener)
        match._hands = [Tile(5, 3).bit, Tile(4, 1).bit]
        match._boneyard, match._trump, match._turn = [], 6, 0
    assert openers == [0, 1, 0]


# --- Which tile takes the trick ---------------------------------------------------------------------------------------

TRICKS = [
    ("6-6", "0-0", "6-4", 1),  # Bingo takes any trick
    ("0-0", "6-6", "6-4", 0),
    ("6-5", "6-6", "6-4", 1),  # the trump double loses to nothing else
    ("6-6", "6-5", "6-4", 0),
    ("6-5", "2-1", "2-0", 1),  # trumps beat non-trumps
    ("2-1", "6-5", "2-0", 0),
    ("5-2", "4-2", "2-0", 0),  # of two other trumps the one with more pips
    ("4-2", "5-2", "2-0", 1),
    ("5-3", "6-3", "2-0", 1),  # of two non-trumps the one with more pips: 8 and 9
    ("6-3", "5-3", "2-0", 0),
    ("5-3", "6-2", "1-0", 0),  # with equal pips, 8 and 8, the one led
    ("6-2", "5-3", "1-0", 0),
    ("5-5", "6-5", "1-0", 1),  # literally: 10 and 11
    ("6-5", "5-5", "1-0", 0),
]


@pytest.mark.parametrize(("led", "answer", "turned_up", "taker"), TRICKS)
def test_which_tile_takes_the_trick(led: str, answer: str, turned_up: str, taker: int) -> None:
    match = meeting(led, answer, turned_up)
    play(match, f"{led} {answer}")
    trick = match.view(None).last_trick
    assert trick is not None
    assert trick.taker == taker
    assert trick.laid == (Laid(0, *tiles(led)), Laid(1, *tiles(answer)))
    assert match.actors() == (taker,)
    assert match.view(None).taken[taker] == tiles(f"{led} {answer}")
    assert match.view(None).tricks == ((1, 0) if taker == 0 else (0, 1))


@pytest.mark.parametrize(
    ("led", "answer", "turned_up", "taker"),
    [
        ("6-5", "5-5", "1-0", 1),  # whichever was led
        ("5-5", "6-5", "1-0", 0),
        ("4-4", "6-5", "1-0", 1),  # 6-5 does not carry the number: 11 pips beat 8
        ("1-1", "5-1", "5-0", 1),  # a trump is no non-trump
        ("5-1", "1-1", "5-0", 0),
        ("3-3", "2-2", "1-0", 0),
    ],
)
def test_with_doubles_high_a_double_beats_any_other_non_trump_with_its_number(
    led: str, answer: str, turned_up: str, taker: int
) -> None:
    match = meeting(led, answer, turned_up, doubles_high=True)
    play(match, f"{led} {answer}")
    assert match.actors() == (taker,)


# --- The first part ---------------------------------------------------------------------------------------------------


def test_in_the_first_part_any_tile_may_answer() -> None:
    match = match_of(PLAIN)
    play(match, "6-5")
    assert texts(match.moves(1)) == ["1-0", "1-1", "3-2", "4-1", "5-4", "5-5", "6-3"]
    assert not match.view(None).following


def test_after_a_trick_both_draw_the_loser_first_and_the_winner_leads() -> None:
    match = match_of(PLAIN)
    happened = play(match, "6-5 1-0")  # seat 0 takes it with the trump: 11 points
    assert [(event.kind, event.seat, event.tiles, event.known_to) for event in happened[-2:]] == [
        ("drew", 1, tiles("2-0"), (1,)),
        ("drew", 0, tiles("3-0"), (0,)),
    ]
    assert happened[2] == Event("trick", 0, tiles("6-5 1-0"), value=11)
    assert match.actors() == (0,)
    assert match.view(None).boneyard == 12


def test_the_winner_of_the_seventh_trick_draws_the_turned_up_tile_for_all_to_see() -> None:
    match = match_of(PLAIN)
    for _ in range(7):
        seat = match.actors()[0]
        happened = play(match, str(match.moves(seat)[0]))
        seat = match.actors()[0]
        happened = match.play(seat, match.moves(seat)[0])
    (winner,) = match.actors()
    assert happened[-2] == Event("drew", winner, tiles("6-4"), value=1)
    assert happened[-1].kind == "used_up"
    view = match.view(1 - winner)
    assert view.open_tiles[winner] == tiles("6-4")
    assert view.open_tiles[1 - winner] == ()
    assert view.boneyard == 0
    assert not view.trump_tile_lies
    assert view.following
    assert view.counts == (7, 7)
    for seed in range(5):
        assert Tile(6, 4) in match.redeal_unseen(1 - winner, Random(seed)).view(winner).hand


# --- Closing the boneyard ---------------------------------------------------------------------------------------------


def test_nobody_closes_before_the_first_trick_of_the_deal() -> None:
    match = match_of(PLAIN)
    assert "close" not in texts(match.moves(0))
    refusal = match.refusal(0, "close")
    assert refusal is not None
    assert refusal.code == "close_after_a_trick"


def test_who_took_the_last_trick_may_close_before_leading_and_then_leads_and_nobody_draws() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0")
    assert "close" in texts(match.moves(0))
    happened = play(match, "close")
    assert happened == [Event("closed_boneyard", 0, value=12)]
    assert match.actors() == (0,)
    assert match.view(None).closer == 0
    assert "close" not in texts(match.moves(0))
    play(match, "5-3 5-4")  # a five was led and answered
    assert match.view(None).boneyard == 12
    assert match.view(None).counts == (6, 6)


def test_only_who_leads_may_close_and_not_twice() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0 3-1")
    refusal = match.refusal(1, "close")
    assert refusal is not None
    assert refusal.code == "not_on_lead"
    play(match, "3-2")  # 5 pips beat 4
    play(match, "close")
    again = match.refusal(1, "close")
    assert again is not None
    assert again.code == "boneyard_not_open"


def test_who_plays_at_random_does_not_close() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0")
    assert texts(match.sensible(0)) == [text for text in texts(match.moves(0)) if text != "close"]


# --- The second part --------------------------------------------------------------------------------------------------


def test_the_example_of_the_seed() -> None:
    # trumps 2; A leads 3-4 (number 4); B takes with 6-4 and leads 4-2 (number 2); A must follow and takes with 2-2
    match = second_part(("4-3 2-2 5-5", "6-4 4-2 1-0"), "2-1")
    play(match, "4-3")
    assert texts(match.moves(1)) == ["4-2", "6-4"]
    play(match, "6-4")
    assert match.actors() == (1,)
    play(match, "4-2")
    assert texts(match.moves(0)) == ["2-2"]
    play(match, "2-2")
    assert match.actors() == (0,)


@pytest.mark.parametrize(
    ("led", "hand", "turned_up", "legal"),
    [
        ("6-3", "6-1 6-5 3-1 2-0", "5-0", "6-1 6-5"),  # the larger half; a trump with the number follows too
        ("6-3", "3-1 5-0 5-2 4-1", "5-4", "5-0 5-2"),  # no six: any trump, there is no duty to overtake
        ("6-3", "3-1 2-0 4-1", "5-4", "2-0 3-1 4-1"),  # neither: anything
        ("5-1", "5-5 6-5 1-0 4-1", "1-1", "1-0 4-1"),  # a led trump asks for trumps, not for its larger half
        ("5-1", "5-5 6-5 2-0", "1-1", "2-0 5-5 6-5"),
        ("0-0", "1-0 6-5 5-3", "5-4", "1-0"),  # 0-0 belongs to the blanks
        ("0-0", "2-1 6-5 5-3", "5-4", "5-3 6-5"),  # without blanks it is trumped all the same
        ("5-2", "4-0 1-0 4-3", "0-0", "1-0 4-0"),  # blanks are trumps
        ("3-0", "4-0 3-3 3-1", "0-0", "4-0"),
    ],
)
def test_what_may_answer_in_the_second_part(led: str, hand: str, turned_up: str, legal: str) -> None:
    match = second_part((led, hand), turned_up)
    play(match, led)
    assert set(texts(match.moves(1))) == set(legal.split())


def test_with_blanks_as_trumps_bingo_is_the_trump_double() -> None:
    match = second_part(("3-0 6-6", "4-0 5-5"), "0-0")
    match._hands[1] = mask_of(tiles("0-0 5-5"))  # its holder has drawn it
    play(match, "3-0")
    assert texts(match.moves(1)) == ["0-0"]
    happened = play(match, "0-0")
    assert happened[1] == Event("trick", 1, tiles("3-0 0-0"), value=10 + 24)


def test_refusals_name_the_suit_that_is_owed() -> None:
    match = second_part(("6-3 1-0", "6-1 3-1 5-0"), "5-4")
    play(match, "6-3")
    follow = match.refusal(1, "5-0")
    assert follow is not None
    assert (follow.code, follow.values["text"]) == ("must_follow", 6)
    match._hands[1] = mask_of(tiles("3-1 5-0"))
    trump = match.refusal(1, "3-1")
    assert trump is not None
    assert (trump.code, trump.values["text"]) == ("must_trump", 5)


# --- Melds ------------------------------------------------------------------------------------------------------------

MELD_HANDS = {
    2: "6-6 5-5",
    3: "6-6 5-5 4-4",
    4: "6-6 5-5 4-4 3-3",
    5: "6-6 5-5 4-4 3-3 2-2",
    6: "6-6 5-5 4-4 3-3 2-2 1-1",
    7: "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
}


def meld_match(doubles: int, **options: bool) -> Bingo:
    """Seat 0 has so many doubles, of which 6-6 is the trump double, and seat 1 has 2-1; sixes are trumps."""
    others = "6-4 6-5 6-3 6-2 6-1"
    own = " ".join([*MELD_HANDS[doubles].split(), *others.split()][:7])
    return match_of(bingo_deal(own, "2-1 3-1 3-2 4-1 4-2 4-3 5-1", turned_up="6-0"), **options)


@pytest.mark.parametrize(("doubles", "points"), [(2, 20), (3, 40), (4, 50), (5, 60), (6, 70), (7, 210)])
def test_a_meld_counts_if_its_double_takes_the_trick(doubles: int, points: int) -> None:
    match = meld_match(doubles)
    happened = play(match, "6-6=meld 2-1")
    assert of_kind(happened, "declared", "meld_counts") == [("declared", 0, doubles), ("meld_counts", 0, points)]
    view = match.view(1)
    assert view.tile_points == (24, 0)
    assert view.meld_points == (points, 0)
    assert view.totals == (24 + points, 0)
    assert view.melds == (Meld(0, Tile(6, 6), doubles, points),)


def test_a_meld_counts_nothing_if_the_trick_is_lost() -> None:
    match = match_of(bingo_deal("5-5 4-4 1-0 2-0 3-0 2-1 3-1", "6-5 3-2 5-4 4-1 4-2 4-3 5-1", turned_up="6-0"))
    happened = play(match, "5-5=meld 6-5")  # a trump takes it: 10 and 11 points
    assert of_kind(happened, "meld_counts", "meld_lost") == [("meld_lost", 0, 0)]
    assert match.view(None).totals == (0, 21)
    assert match.view(None).melds == (Meld(0, Tile(5, 5), 2),)


def test_declaring_is_optional_and_takes_the_lead_and_two_doubles() -> None:
    match = meld_match(2)
    assert [text for text in texts(match.moves(0)) if text.startswith(("5-5", "6-6"))] == [
        "5-5",
        "6-6",
        "5-5=meld",
        "6-6=meld",
    ]
    assert match.view(0).meld_now == 2
    assert match.view(1).meld_now == 0
    play(match, "6-6 2-1")
    assert match.view(None).totals == (24, 0)
    assert match.view(None).melds == ()
    match._hands[0] = mask_of(tiles("5-5 6-4 6-5 6-3 6-2 6-1 2-0"))
    assert "5-5=meld" not in texts(match.moves(0))
    few = match.refusal(0, "5-5=meld")
    plain = match.refusal(0, "6-4=meld")
    assert few is not None
    assert plain is not None
    assert (few.code, plain.code) == ("too_few_doubles", "meld_with_a_double")


def test_who_answers_declares_nothing() -> None:
    match = match_of(PLAIN)
    play(match, "6-5")
    assert not any(text.endswith("meld") for text in texts(match.moves(1)))
    refusal = match.refusal(1, "5-5=meld")
    assert refusal is not None
    assert refusal.code == "not_on_lead"


def test_a_meld_may_be_declared_again_on_a_later_lead_with_the_doubles_then_held() -> None:
    match = meld_match(4)
    play(match, "6-6=meld 2-1 6-3 3-1")
    play(match, "5-5=meld 4-1")  # three are left; 5-5 has ten pips, 4-1 five
    assert match.view(None).meld_points == (50 + 40, 0)


@pytest.mark.parametrize(("doubles", "sets"), [(6, 1), (7, 3)])
def test_with_the_option_six_and_seven_doubles_are_sets_at_once_and_no_points(doubles: int, sets: int) -> None:
    match = meld_match(doubles, big_meld_as_sets=True)
    happened = play(match, "6-6=meld 2-1")
    assert match.scores == (sets, 0)
    assert match.view(None).totals == (24, 0)
    assert Event("scored", side=0, value=sets, reason="meld") in happened


def test_with_the_option_five_doubles_stay_points() -> None:
    match = meld_match(5, big_meld_as_sets=True)
    play(match, "6-6=meld 2-1")
    assert match.scores == (0, 0)
    assert match.view(None).meld_points == (60, 0)


def test_sets_for_a_meld_may_end_the_match_in_the_middle_of_the_deal() -> None:
    match = meld_match(7, big_meld_as_sets=True)
    match._scores = [5, 6]
    play(match, "6-6=meld 2-1")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.scores == (8, 6)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.award) == ("cut_off", "cut_off")
    assert match.last_deal.meld_sets == (3, 0)
    assert match.last_deal.points == (0, 0)
    assert len(match.last_deal.hands[0]) == 6  # nothing was drawn any more


# --- Points -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "trump", "points"),
    [
        ("6-6", 5, 12),
        ("1-1", 5, 2),
        ("0-0", 5, 14),
        ("5-5", 5, 24),
        ("1-1", 1, 24),
        ("0-0", 0, 24),  # the ruling: not 14
        ("6-5", 5, 11),
        ("5-0", 5, 12),
        ("1-0", 0, 8),
        ("6-4", 5, 10),
        ("3-0", 5, 10),
        ("6-4", 6, 10),  # as trumps 10 either way, never twice
        ("6-4", 4, 10),
        ("3-0", 3, 10),
        ("3-0", 0, 10),
        ("6-5", 4, 0),
        ("2-0", 4, 0),
    ],
)
def test_what_a_taken_tile_counts(tile: str, trump: int, points: int) -> None:
    assert points_of(Tile.parse(tile), trump) == points


# --- The end of a deal ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "closer", "award", "sets"),
    [
        ((40, 30), None, "water", (1, 0)),
        ((40, 21), None, "water", (1, 0)),
        ((40, 20), None, "no_water", (2, 0)),
        ((40, 0), None, "nothing", (3, 0)),
        ((19, 50), None, "no_water", (0, 2)),
        ((30, 30), None, "equal", (0, 0)),
        ((0, 0), None, "equal", (0, 0)),
        ((70, 80), 0, "water", (1, 0)),  # the closer wins even if the other has more
        ((70, 20), 0, "no_water", (2, 0)),
        ((70, 0), 0, "nothing", (3, 0)),
        ((69, 0), 0, "closer_short", (0, 2)),
        ((69, 100), 0, "closer_short", (0, 2)),
        ((0, 69), 1, "closer_short", (2, 0)),
        ((90, 71), 1, "water", (0, 1)),
    ],
)
def test_the_sets_that_a_deal_brings(
    points: tuple[int, int], closer: int | None, award: str, sets: tuple[int, int]
) -> None:
    match = last_trick(points, closer)
    play(match, "5-3 4-1")
    end = match.last_deal
    assert end is not None
    assert (end.award, end.points, end.totals, end.closer) == (award, sets, points, closer)
    assert match.scores == end.scores == sets
    assert end.winners == tuple(side for side in (0, 1) if sets[side])


def test_a_winner_of_tricks_without_points_has_no_point() -> None:
    match = last_trick((30, 0))
    match._taken[1] = tiles("4-3 2-1")
    play(match, "5-3 4-1")
    assert match.scores == (3, 0)


def test_the_end_of_a_deal_is_told_with_its_arithmetic() -> None:
    match = last_trick((69, 40), closer=0)
    happened = play(match, "5-3 4-1")
    told = of_kind(happened, "trick", "played_out", "counted", "fell_short", "scored", "no_score", "deal")
    assert told == [
        ("trick", 0, 0),
        ("played_out", None, 0),
        ("counted", 0, 69),
        ("counted", 1, 40),
        ("fell_short", 0, 69),
        ("scored", 1, 2),
        ("deal", 1, 2),
    ]


def test_a_deal_is_played_to_the_last_tile_even_when_it_is_decided() -> None:
    match = second_part(("6-6 6-5 5-5", "2-1 3-1 4-1"), "6-0")
    match._tile_points = [100, 0]
    play(match, "6-6 2-1 6-5 3-1 5-5")
    assert match.view(None).deal == 1
    play(match, "4-1")
    assert match.view(None).deal == 2
    assert match.last_deal is not None
    assert match.last_deal.totals == (100 + 24 + 11 + 10, 0)


def test_the_first_with_seven_sets_wins() -> None:
    match = last_trick((40, 20))
    match._scores = [5, 6]
    play(match, "5-3 4-1")
    assert match.scores == (7, 6)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    with pytest.raises(IllegalMove, match="over"):
        match.play(0, "5-3")


# --- What is known ----------------------------------------------------------------------------------------------------


def test_everything_played_is_public_and_hands_and_boneyard_are_not() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0 3-1")
    shown = match.view(None).as_dict()
    assert shown["table"] == [{"seat": 0, "tile": "3-1"}]
    assert shown["taken"] == [["6-5", "1-0"], []]
    assert shown["totals"] == [11, 0]
    assert shown["hand"] == []
    assert "6-3" not in str(shown)  # in the hand of seat 1
    assert "4-0" not in str(shown)  # in the boneyard


def test_who_does_not_follow_is_dealt_nothing_of_the_suit_any_more() -> None:
    match = second_part(("6-3 1-0 2-0", "5-0 3-1 2-2"), "5-4")
    play(match, "6-3 5-0")  # no six
    for seed in range(30):
        hand = match.redeal_unseen(0, Random(seed)).view(1).hand
        assert len(hand) == 2
        assert not any(tile.has(6) for tile in hand)


def test_a_declared_meld_says_how_many_doubles_are_left() -> None:
    match = meld_match(4)
    play(match, "6-6=meld")
    for seed in range(30):
        hand = match.redeal_unseen(1, Random(seed)).view(0).hand
        assert sum(tile.is_double for tile in hand) == 3
        assert len(hand) == 6


def test_after_a_meld_every_possible_deal_is_equally_likely() -> None:
    # A hand of three, two draws, and two tiles left in the boneyard. It leads 6-6 and declares two doubles, draws,
    # lays 5-4, draws again, so it holds three of the five other tiles. All 7! orders are gone through.
    pool = tiles("6-6 5-4 3-3 2-2 1-0 2-0 2-1")
    expected: Counter[tuple[Tile, ...]] = Counter()
    for order in permutations(pool):
        first, then = order[:3], order[:4]
        if Tile(6, 6) in first and sum(tile.is_double for tile in first) == 2 and Tile(5, 4) in then:
            expected[tuple(sorted(set(order[:5]) - {Tile(6, 6), Tile(5, 4)}))] += 1
    shown = Shown()
    shown.declared(2)
    shown.laid(Tile(6, 6), 3)
    shown.drew()
    shown.laid(Tile(5, 4), 3)
    shown.drew()
    rng, draws = Random(6), 6_000
    found = Counter(tuple(sorted(shown.deal_afresh(3, pool[2:], rng)[0])) for _ in range(draws))
    assert set(found) == set(expected)
    assert len(set(expected.values())) > 1  # they are not all alike
    total = sum(expected.values())
    chi = sum((found[hand] - draws * count / total) ** 2 / (draws * count / total) for hand, count in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("seed", range(6))
def test_redealt_hands_keep_to_all_that_was_shown_through_whole_deals(seed: int) -> None:
    rng = Random(seed)
    match = Bingo(seats=2, seed=f"{seed}")
    while match.outcome is None and match.last_deal is None:
        (seat,) = match.actors()
        copy = match.redeal_unseen(seat, rng)
        hand = copy.view(1 - seat).hand
        assert not mask_of(hand) & copy._shown[1 - seat].void
        assert set(match.view(seat).open_tiles[1 - seat]) <= set(hand)
        moves = match.moves(seat)
        melds = [move for move in moves if move.value]
        match.play(seat, rng.choice(melds or moves))
