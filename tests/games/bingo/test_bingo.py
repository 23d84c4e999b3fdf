"""Bingo, rule by rule: the deal, tricks, the boneyard and its closing. Numbers are worked out by hand."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import Tile
from games.bingo import Bingo
from games.bingo.match import ClosedBoneyard, TurnedUp
from games.core.events import Drew, Lot
from games.core.tiles import mask_of
from games.core.tricks import PlayedTile, TrickTaken
from tests.games.deals import play, texts, tiles
from tests.games.trick_deals import bingo_deal

from .bingo_deals import PLAIN, last_trick, match_of, meeting, second_part

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
def test_the_first_opener_is_random_and_the_other_turns_up_the_trump(opener: int) -> None:
    match = match_of(PLAIN, opener=opener)
    assert match.actors() == (opener,)
    assert Lot(opener, "opener") in match.events
    assert TurnedUp(1 - opener, tiles("6-4"), 6) in match.events


def test_the_opening_alternates_whoever_won() -> None:
    match = last_trick((30, 20))
    openers = [match.view(None).opener]
    for _ in range(2):
        play(match, "5-3 4-1")
        openers.append(match.view(None).opener)
        match.position = last_trick((0, 0)).position
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
    assert trick.laid == (PlayedTile(0, *tiles(led)), PlayedTile(1, *tiles(answer)))
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
def test_with_doubles_high_a_double_beats_other_tiles_of_its_number(
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
    assert happened[2] == TrickTaken(0, tiles("6-5 1-0"), 11, (0, 1))
    assert match.actors() == (0,)
    assert match.view(None).boneyard == 12


def test_the_winner_of_the_seventh_trick_draws_the_turned_up_tile() -> None:
    match = match_of(PLAIN)
    for _ in range(7):
        seat = match.actors()[0]
        happened = play(match, str(match.moves(seat)[0]))
        seat = match.actors()[0]
        happened = match.play(seat, match.moves(seat)[0])
    (winner,) = match.actors()
    assert happened[-2] == Drew(winner, tiles("6-4"))
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


def test_who_took_the_last_trick_may_close_before_leading() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0")
    assert "close" in texts(match.moves(0))
    happened = play(match, "close")
    assert happened == [ClosedBoneyard(0, 12)]
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
    assert texts(match.sensible_moves(0)) == [text for text in texts(match.moves(0)) if text != "close"]


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
    match.position.hands[1] = mask_of(tiles("0-0 5-5"))  # its holder has drawn it
    play(match, "3-0")
    assert texts(match.moves(1)) == ["0-0"]
    happened = play(match, "0-0")
    assert happened[1] == TrickTaken(1, tiles("3-0 0-0"), 10 + 24, (0, 1))


def test_refusals_name_the_suit_that_is_owed() -> None:
    match = second_part(("6-3 1-0", "6-1 3-1 5-0"), "5-4")
    play(match, "6-3")
    follow = match.refusal(1, "5-0")
    assert follow is not None
    assert (follow.code, follow.values["text"]) == ("must_follow", 6)
    match.position.hands[1] = mask_of(tiles("3-1 5-0"))
    trump = match.refusal(1, "3-1")
    assert trump is not None
    assert (trump.code, trump.values["text"]) == ("must_trump", 5)
