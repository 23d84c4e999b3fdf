"""The rules of Full Speed, clause by clause, on deals made by hand."""

from __future__ import annotations

from random import Random

import pytest

from games import Tile
from games.full_speed import FullSpeedView
from games.full_speed.patterns import patterns_of_ends
from tests.games.deals import play, texts

from .full_speed_deals import match_of, thirteen
from .positions import reasons, set_up

# --- Patterns ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("opening", "score"), [("6-6", 12), ("5-5", 10), ("1-1", 2)])
def test_a_double_as_the_opening_tile_is_twins_with_its_pips_once(opening: str, score: int) -> None:
    match = match_of("6-6 5-5 1-1 4-4 3-3 2-2 0-0", "6-5 6-4 6-3 6-2 6-1 6-0 5-4")
    assert reasons(play(match, opening)) == [("twins", 0, score)]
    assert match.scores == (score, 0)


def test_five_and_five_are_twins_for_ten() -> None:
    match = match_of("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    assert reasons(play(match, "6-5")) == []
    assert reasons(play(match, "6-3@left")) == [("nico", 0, 8)]  # ends 3 and 5
    assert reasons(play(match, "5-3@left")) == [("twins", 0, 10)]
    assert match.scores == (18, 0)


def test_five_and_double_five_are_triplets_for_fifteen_but_not_twins() -> None:
    match = match_of("5-2 4-2 0-0 1-0 2-0 2-1 1-1", "5-5 5-4 6-6 6-5 6-4 6-3 4-4")
    play(match, "5-2 5-5@left 4-2@right")
    assert match.scores == (7 + 12, 14)  # a lucky seven, then nicos of 10 + 2 and of 10 + 4
    assert reasons(play(match, "5-4@right")) == [("triplets", 1, 15)]


def test_three_four_five_six_at_the_ends_are_a_sequence_for_eighteen() -> None:
    match = match_of("4-3 6-5 0-0 1-0 2-0 2-1 1-1", "5-3 6-6 5-5 4-4 6-4 6-3 6-2")
    play(match, "4-3 5-3@right")
    assert match.scores == (7 + 9, 0)
    assert reasons(play(match, "6-5@right")) == [("sequence", 0, 18)]


def test_five_six_zero_one_is_a_sequence_for_twelve() -> None:
    match = match_of("1-0 6-5 0-0 3-0 2-0 2-1 1-1", "5-1 6-6 5-5 4-4 6-4 6-3 6-2")
    play(match, "1-0 5-1@left")
    assert match.scores == (5, 0)
    assert reasons(play(match, "6-5@left")) == [("sequence", 0, 12)]  # ends 6 and 0


def test_the_order_of_a_sequence_along_the_line_does_not_matter() -> None:
    match = match_of("3-1 4-2 0-0 3-0 2-0 2-1 1-1", "4-3 6-6 5-5 4-4 6-4 6-3 6-2")
    play(match, "3-1 4-3@left")
    assert reasons(play(match, "4-2@left")) == [("sequence", 0, 10)]  # ends 2 and 1


def test_a_single_tile_or_one_with_a_double_is_no_sequence() -> None:
    assert patterns_of_ends(Tile(4, 3), 4, Tile(4, 3), 3).patterns == (("lucky_seven", 7),)
    assert patterns_of_ends(Tile(3, 3), 3, Tile(5, 4), 5).patterns == ()


def test_four_numbers_that_are_not_consecutive_are_no_sequence() -> None:
    assert patterns_of_ends(Tile(6, 4), 6, Tile(3, 2), 2).patterns == ()
    assert patterns_of_ends(Tile(6, 1), 6, Tile(3, 2), 2).patterns == ()  # 1 2 3 and 6


@pytest.mark.parametrize("opening", ["6-1", "5-2", "4-3"])
def test_ends_that_sum_to_seven_score_seven_with_the_opening_tile_too(opening: str) -> None:
    match = match_of("6-1 5-2 4-3 0-0 1-0 2-0 3-0", "6-6 5-5 4-4 3-3 2-2 1-1 6-5")
    assert reasons(play(match, opening)) == [("lucky_seven", 0, 7)]


def test_a_double_counts_whole_in_a_lucky_seven() -> None:
    match = match_of("4-2 2-2 0-0 1-0 2-0 3-0 4-0", "4-3 6-6 5-5 4-4 3-3 6-5 6-4")
    play(match, "4-2 4-3@left")
    assert reasons(play(match, "2-2@right")) == [("lucky_seven", 0, 7)]  # 3 and 2-2


def test_doubles_at_both_ends_are_a_clasp() -> None:
    match = match_of("6-4 4-4 0-0 1-0 2-0 3-0 4-0", "6-6 5-5 3-3 2-2 1-1 6-5 6-3")
    play(match, "6-4 6-6@left")
    assert reasons(play(match, "4-4@right")) == [("clasp", 0, 20)]
    assert match.scores == (16 + 20, 0)


def test_an_opening_double_can_be_one_end_of_a_clasp() -> None:
    match = match_of("6-6 4-4 0-0 1-0 2-0 3-0 4-0", "6-4 5-5 3-3 2-2 1-1 6-5 6-3")
    assert reasons(play(match, "6-6 6-4@left 4-4@left")) == [("twins", 0, 12), ("nico", 0, 16), ("clasp", 0, 20)]


def test_all_patterns_of_one_placement_are_added_together() -> None:
    match = match_of("1-0 6-5 0-0 3-0 2-0 2-1 1-1", "5-0 6-6 5-5 4-4 6-4 6-3 6-2")
    play(match, "1-0 5-0@right")
    assert match.scores == (6, 0)
    assert reasons(play(match, "6-5@right")) == [("sequence", 0, 12), ("lucky_seven", 0, 7)]  # ends 1 and 6
    assert match.scores == (25, 0)


# --- Nico -------------------------------------------------------------------------------------------------------------


def test_without_a_pattern_the_previous_player_gets_the_sum_of_the_ends() -> None:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1")
    assert reasons(play(match, "6-2 6-1@left")) == [("nico", 0, 3)]
    assert match.scores == (3, 0)


def test_nico_goes_to_the_seat_before_and_seat_0_comes_after_the_last() -> None:
    hands = ("6-1 0-0 1-0 2-0 3-0 4-0 5-0", "6-6 5-5 4-4 3-3 2-2 1-1 6-5", "6-2 6-4 6-3 5-4 5-3 5-2 4-3")
    match = match_of(*hands, opener=2, seats=3)
    assert reasons(play(match, "6-2 6-1@left")) == [("nico", 2, 3)]
    assert match.scores == (0, 0, 3)


def test_there_is_no_nico_on_the_opening_tile() -> None:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1")
    assert reasons(play(match, "6-2")) == []


def test_a_player_who_passed_gets_the_nico_all_the_same() -> None:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1")
    play(match, "6-2")
    set_up(match, "6-1 0-0", "5-5 4-4")
    assert reasons(play(match, "pass 6-1@left")) == [("nico", 1, 3)]


def test_a_pattern_worth_nothing_is_a_pattern_all_the_same() -> None:
    match = match_of("3-0 2-0 1-1 5-1 6-1 4-1 4-2", "3-2 6-6 5-5 4-4 3-3 2-2 6-5")
    play(match, "3-0 3-2@left")
    assert match.scores == (2, 0)
    assert reasons(play(match, "2-0@left")) == [("twins", 0, 0)]
    assert match.scores == (2, 0)


# --- The thirteen -----------------------------------------------------------------------------------------------------


def test_ends_that_sum_to_thirteen_make_a_choice_for_which_the_turn_waits() -> None:
    match = thirteen()
    assert match.scores == (0, 0)
    assert match.actors() == (1,)
    assert texts(match.moves(1)) == ["thirteen", "thirteen@0"]
    assert match.view(0).moves == ()


def test_thirteen_scores_for_oneself_and_there_is_no_nico() -> None:
    match = thirteen()
    assert reasons(play(match, "thirteen")) == [("thirteen", 1, 13)]
    assert match.scores == (0, 13)
    assert match.actors() == (0,)


def test_thirteen_off_an_opponent_may_take_their_score_below_zero() -> None:
    match = thirteen()
    assert reasons(play(match, "thirteen@0")) == [("lost", 0, 13)]
    assert match.scores == (-13, 0)


def test_with_several_opponents_any_one_can_be_chosen() -> None:
    match = thirteen(seats=4)
    assert texts(match.moves(1)) == ["thirteen", "thirteen@0", "thirteen@2", "thirteen@3"]
    play(match, "thirteen@3")
    assert match.scores == (0, 0, 0, -13)
    assert match.actors() == (2,)


def test_in_pairs_only_the_other_side_can_be_chosen() -> None:
    match = thirteen(seats=4, pairs=True)
    assert texts(match.moves(1)) == ["thirteen", "thirteen@0"]
    play(match, "thirteen@0")
    assert match.scores == (-13, 0)


@pytest.mark.parametrize(
    ("move", "code"), [("thirteen@1", "no_opponent"), ("thirteen@7", "no_opponent"), ("6-6", "thirteen_first")]
)
def test_nothing_else_can_be_done_before_the_choice(move: str, code: str) -> None:
    refusal = thirteen().refusal(1, move)
    assert refusal is not None
    assert refusal.code == code


def test_there_is_no_thirteen_without_thirteen_at_the_ends() -> None:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1")
    for move in ("thirteen", "thirteen@1", "thirteen 6-6"):
        assert match.refusal(0, move) == "there is no thirteen to decide about"


def test_everybody_sees_who_has_to_choose() -> None:
    match = thirteen()
    for seat in (None, 0, 1):
        view = match.view(seat)
        assert isinstance(view, FullSpeedView)
        assert (view.choosing, view.ends) == (1, 13)
    play(match, "thirteen")
    after = match.view(0)
    assert isinstance(after, FullSpeedView)
    assert after.choosing is None


def test_a_redealt_copy_still_waits_for_the_choice() -> None:
    match = thirteen()
    copy = match.redeal_unseen(0, Random(1))
    assert texts(copy.moves(1)) == ["thirteen", "thirteen@0"]
