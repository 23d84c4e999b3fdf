"""Deals, turns, passes, starters, the end of deals and of matches, and refusals of Domino Square."""

from __future__ import annotations

import pytest

import games
from games.core.outcome import EndReason
from games.core.tiles import tiles_in
from games.domino_square.layout import Hindrance
from games.domino_square.view import hindrances
from tests.games.deals import texts, tiles
from tests.games.domino_square.tables import late, play, square

NINE = "6-4 6-5 5-4 3-2 2-1 1-0 6-0 5-0 4-0"

# --- The deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each"), [(2, 9), (3, 6)])
def test_18_of_the_21_tiles_without_doubles_are_in_play(seats: int, each: int) -> None:
    match = square(seats)
    assert len(match.tile_set) == 21
    assert not any(tile.is_double for tile in match.tile_set)
    view = match.view(0)
    assert view.counts == (each,) * seats
    assert view.boneyard == 3
    assert len(view.hand) == each


@pytest.mark.parametrize("opener", [0, 1])
def test_the_opener_lays_any_tile_without_a_place(opener: int) -> None:
    match = square(2, NINE, opener=opener)
    assert match.actors() == (opener,)
    assert texts(match.moves(opener)) == texts(match.moves(opener))
    assert {move.tile for move in match.moves(opener)} == set(match.view(opener).hand)
    assert all(not move.at for move in match.moves(opener))


def test_the_next_deal_is_opened_by_the_next_player_whoever_won() -> None:
    match = late(square(3, opener=2), 17, "5-0", "", "", rest="2-0 4-1 5-3")
    play(match, "5-0@5,5>5,4")
    assert (match.view(None).deal, match.view(None).opener, match.actors()) == (2, 0, (0,))


# --- Four players -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opener", range(4))
def test_with_four_players_the_next_player_has_the_second_starter(opener: int) -> None:
    match = square(4, starters="6-4 5-3", opener=opener)
    second = (opener + 1) % 4
    assert [(str(laid.tile), laid.high, laid.low) for laid in match.view(None).layout] == [("6-4", (0, 0), (0, 1))]
    assert match.actors() == (second,)
    assert match.view(second).hand == tiles("5-3")
    assert match.view(None).starting
    assert match.view(None).counts == tuple(int(seat == second) for seat in range(4))
    assert match.view(None).boneyard == 19
    assert {str(move.tile) for move in match.moves(second)} == {"5-3"}


def test_the_second_starter_keeps_the_rules_of_placing() -> None:
    match = square(4, starters="6-4 4-3")
    assert match.refusal(1, "4-3@0,2>0,3") == "4-3 cannot lie at 0,2>0,3: a number would stand twice in a row"
    assert match.refusal(1, "4-3@1,2>0,2") is None
    assert match.refusal(1, "pass") == "a tile in hand can be played"


def test_hands_are_dealt_after_the_second_starter_and_the_opener_begins() -> None:
    hands = ["6-5 6-3 6-2 6-1", "6-0 5-4 5-2 5-1", "5-0 4-3 4-2 4-1", "4-0 3-2 3-1 3-0"]
    match = square(4, *hands, starters="6-4 5-3", opener=2)
    play(match, "5-3@0,2>0,3")
    assert match.actors() == (2,)
    assert [match.view(seat).hand for seat in range(4)] == [tuple(sorted(tiles(hand))) for hand in hands]
    assert match.view(None).boneyard == 3
    assert not match.view(None).starting
    assert match.view(None).counts == (4, 4, 4, 4)


# --- Turns and passes -------------------------------------------------------------------------------------------------


def test_who_can_place_must() -> None:
    match = square(2, NINE)
    play(match, "6-4")
    assert match.refusal(1, "pass") == "a tile in hand can be played"


def test_who_can_place_none_passes_while_another_can() -> None:
    match = late(square(3), 16, "2-0", "", "3-1", rest="4-1 5-3 5-0")
    assert texts(match.moves(0)) == ["pass"]
    happened = play(match, "pass")
    assert [(event.kind, event.seat) for event in happened] == [("passed", 0)]
    # seat 1 has no tiles and is skipped
    assert match.actors() == (2,)
    assert texts(match.moves(2)) == ["3-1@5,2>5,3"]


def test_who_alone_has_tiles_goes_on_alone() -> None:
    match = late(square(2), 16, "3-1 5-0", "", rest="2-0 4-1 5-3")
    play(match, "3-1@5,2>5,3")
    assert match.actors() == (0,)
    assert match.view(None).deal == 1


# --- The end ----------------------------------------------------------------------------------------------------------


def test_the_last_to_place_a_tile_wins_the_deal_when_none_fits() -> None:
    # after 5-0 no tile fits: seat 0 keeps 2-0, seat 1 keeps 4-1
    match = late(square(2), 17, "2-0", "5-0 4-1", rest="5-3", turn=1)
    happened = play(match, "5-0@5,5>5,4")
    assert [(event.kind, event.seat) for event in happened[:5]] == [
        ("played", 1),
        ("last_tile", 1),
        ("shown", 0),
        ("shown", 1),
        ("scored", None),
    ]
    end = match.last_deal
    assert end
    assert (end.reason, end.winners, end.points, end.scores) == ("last_tile", (1,), (0, 1), (0, 1))
    assert end.hands == (tiles("2-0"), tiles("4-1"))
    assert len(end.layout) == 18
    assert match.scores == (0, 1)


def test_the_deal_ends_at_once_though_all_have_tiles() -> None:
    # with 3-1 in place only 5-0 would fit, and nobody holds it
    match = late(square(2), 16, "2-0 3-1", "4-1", rest="5-3 5-0")
    play(match, "3-1@5,2>5,3")
    assert match.scores == (1, 0)
    assert match.view(None).deal == 2


def test_the_deal_goes_on_while_somebody_can_place() -> None:
    match = late(square(2), 16, "2-0 3-1", "5-0", rest="5-3 4-1")
    play(match, "3-1@5,2>5,3")
    assert match.scores == (0, 0)
    assert match.actors() == (1,)


def test_who_wins_the_agreed_number_of_deals_wins_the_match() -> None:
    match = late(square(3, target=2), 17, "", "5-0", "", rest="2-0 4-1 5-3", turn=1, scores=(1, 1, 0))
    play(match, "5-0@5,5>5,4")
    assert match.outcome
    assert match.outcome.winners == (1,)
    assert match.outcome.scores == (1, 2, 0)
    assert match.outcome.ranking == (frozenset({1}), frozenset({0}), frozenset({2}))
    assert match.outcome.reason is EndReason.TARGET


def test_three_deals_are_to_be_won_unless_agreed_otherwise() -> None:
    match = games.new_match("domino_square", seats=2, seed="a seed")
    assert match.options["target"] == 3
    late_match = late(square(2), 17, "5-0", "", rest="2-0 4-1 5-3", scores=(1, 2))
    play(late_match, "5-0@5,5>5,4")
    assert late_match.outcome is None
    assert late_match.scores == (2, 2)


# --- Refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("6-3@0,2>0,3", "not_in_hand"),
        ("3-3@0,2>0,3", "not_in_hand"),
        ("2-1", "cells_needed"),
        ("2-1@left", "not_cells"),
        ("2-1@0,2>0,4", "not_cells"),
        ("2-1@0,1>0,2", "cell_taken"),
        ("2-1@0,6>0,5", "outside_square"),
        ("2-1@99,0>98,0", "outside_square"),
        ("2-1@1,1>1,2", "half_overlap"),
        ("2-1@1,2>2,2", "no_contact"),
        ("5-4@0,2>0,3", "number_in_row"),
        ("5-4@0,2>1,2", None),
        ("6-5@1,0>2,0", "number_in_column"),
        ("pass", "must_play"),
        ("draw", "unknown_verb"),
        ("play-on 2-1@0,2>0,3", "unknown_verb"),
        ("2-1@0,2>0,3=1", "superfluous"),
    ],
)
def test_a_refusal_says_which_rule_a_move_breaks(move: str, code: str | None) -> None:
    match = square(2, "6-4 3-2 3-1 3-0 2-0 1-0 5-0 4-0 5-1", "2-1 5-4 6-5 6-0 4-3 4-2 4-1 5-2 5-3")
    play(match, "6-4")
    refusal = match.refusal(1, move)
    assert (refusal.code if refusal else None) == code


def test_an_opening_with_a_place_is_refused() -> None:
    match = square(2, NINE)
    refusal = match.refusal(0, "6-4@0,0>0,1")
    assert refusal
    assert refusal.code == "opening_has_no_place"


# --- What is shown ----------------------------------------------------------------------------------------------------


def test_a_view_shows_the_extent_and_what_may_still_be_used() -> None:
    match = square(2, NINE)
    play(match, "6-4")
    view = match.view(1)
    assert (view.rows, view.columns, view.room) == ((0, 0), (0, 1), (5, 4))
    full = late(square(2), 16, "2-0", "5-0", rest="3-1 4-1 5-3").view(1)
    assert (full.rows, full.columns, full.room) == ((0, 5), (0, 5), (0, 0))


def test_a_seat_sees_which_of_its_tiles_may_be_placed_also_before_its_turn() -> None:
    match = late(square(2), 16, "2-0 3-1", "5-0 4-1", rest="5-3")
    assert match.view(0).placeable == tiles("3-1")
    assert match.view(1).placeable == tiles("5-0")
    assert match.view(None).placeable == ()


def test_everybody_may_ask_why_a_tile_fits_nowhere() -> None:
    match = late(square(2), 17, "2-0", "5-0", rest="4-1 5-3")
    counts = match.hindrances(tiles("2-0")[0])
    assert counts == hindrances(match.view(None), tiles("2-0")[0])
    # The one free pair of cells lacks 0 4 and 0 5: with the two first it repeats in row and column, else in the column
    # alone as 0 there is new to neither. All other places about the full rows are outside.
    assert counts[Hindrance.ROW] == 2
    assert counts[Hindrance.HALF_OVERLAP] == counts[Hindrance.COLUMN] == counts[Hindrance.NO_CONTACT] == 0
    assert counts[Hindrance.OUTSIDE] > 0


def test_the_three_tiles_that_stay_out_are_shown_to_nobody() -> None:
    match = late(square(2), 16, "2-0", "5-0", rest="3-1 4-1 5-3")
    shown = str([match.view(seat).as_dict() for seat in (None, 0, 1)])
    assert not any(name in shown for name in ("3-1", "4-1", "5-3"))
    assert [str(tile) for tile in tiles_in(match.position.hands[0])] == ["2-0"]
