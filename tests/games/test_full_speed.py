"""The rules of Full Speed, clause by clause, on deals made by hand."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import Match, Tile
from games.full_speed import FullSpeedView, made_by
from tests.games.deals import deal, dealt_view, play, texts
from tests.games.positions import reasons, set_up


def match_of(*hands: str, opener: int = 0, seats: int = 2, **options: bool) -> Match:
    return games.new_match(
        "full_speed", seats=seats, options=options, seed="a seed", deals=[deal(*hands)], lots=[opener]
    )


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


def test_five_and_double_five_are_triplets_for_fifteen_and_not_twins_as_well() -> None:
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
    assert made_by(Tile(4, 3), 4, Tile(4, 3), 3).patterns == (("lucky_seven", 7),)
    assert made_by(Tile(3, 3), 3, Tile(5, 4), 5).patterns == ()


def test_four_numbers_that_are_not_consecutive_are_no_sequence() -> None:
    assert made_by(Tile(6, 4), 6, Tile(3, 2), 2).patterns == ()
    assert made_by(Tile(6, 1), 6, Tile(3, 2), 2).patterns == ()  # 1 2 3 and 6


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


def test_a_placement_without_a_pattern_gives_the_sum_of_the_ends_to_the_previous_player() -> None:
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


def thirteen(seats: int = 2, **options: bool) -> Match:
    """Seat 1 has just made 13: 5-5 at one end, 3 at the other."""
    hands = ["5-3 0-0 1-0 2-0 3-0 4-0 5-0", "5-5 6-6 4-4 3-3 2-2 1-1 6-5"]
    hands += ["6-4 6-3 6-2 6-1 5-4 5-2 5-1", "4-3 4-2 4-1 3-2 3-1 2-1 6-0"][: seats - 2]
    match = match_of(*hands, seats=seats, **options)
    play(match, "5-3")
    assert [(e.kind, e.seat) for e in play(match, "5-5@left")] == [("played", 1), ("thirteen", 1)]
    return match


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


def test_thirteen_off_an_opponent_may_take_his_score_below_zero() -> None:
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
    assert match.refusal(0, "thirteen") == "thirteen is not possible now"


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


# --- Exactly 121 ------------------------------------------------------------------------------------------------------


def twins_with(score: int) -> Match:
    """Seat 0, with this score, is to make twins worth 10."""
    match = match_of("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "6-5 6-3@left")
    match._scores = [score, 0]  # type: ignore[attr-defined]  # a chain game's own books
    return match


def test_points_beyond_121_are_not_booked_and_there_is_no_nico_instead() -> None:
    match = twins_with(112)
    happened = play(match, "5-3@left")
    assert reasons(happened) == [("bust", 0, 10)]
    assert [event.reason for event in happened if event.kind == "bust"] == ["twins"]
    assert match.scores == (112, 0)
    assert match.outcome is None


def test_exactly_121_wins_at_once() -> None:
    match = twins_with(111)
    play(match, "5-3@left")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((0,), (121, 0))
    assert list(match.outcome.ranking) == [{0}, {1}]
    assert match.actors() == ()
    assert match.moves(1) == ()


@pytest.mark.parametrize(("before", "after"), [(108, 108), (102, 121), (103, 103), (101, 120)])
def test_the_patterns_of_one_placement_are_booked_as_one_amount(before: int, after: int) -> None:
    match = match_of("1-0 6-5 0-0 3-0 2-0 2-1 1-1", "5-0 6-6 5-5 4-4 6-4 6-3 6-2")
    play(match, "1-0 5-0@right")
    match._scores = [before, 0]  # type: ignore[attr-defined]
    happened = play(match, "6-5@right")  # 12 + 7
    assert match.scores == (after, 0)
    busts = [(event.reason, event.value) for event in happened if event.kind == "bust"]
    assert busts == ([("sequence.lucky_seven", 19)] if before == after else [])


@pytest.mark.parametrize(("before", "after"), [(118, 121), (119, 119)])
def test_nico_wins_with_exactly_121_and_busts_beyond(before: int, after: int) -> None:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1")
    play(match, "6-2")
    match._scores = [before, 50]  # type: ignore[attr-defined]
    happened = play(match, "6-1@left")
    assert match.scores == (after, 50)
    assert (match.outcome is not None) == (after == 121)
    assert reasons(happened) == [("nico" if after == 121 else "bust", 0, 3)]


def test_thirteen_is_legal_when_it_busts_and_books_nothing() -> None:
    match = thirteen()
    match._scores = [0, 110]  # type: ignore[attr-defined]
    assert texts(match.moves(1)) == ["thirteen", "thirteen@0"]
    assert reasons(play(match, "thirteen")) == [("bust", 1, 13)]
    assert match.scores == (0, 110)
    assert match.actors() == (0,)


def test_thirteen_wins_with_exactly_121() -> None:
    match = thirteen()
    match._scores = [0, 108]  # type: ignore[attr-defined]
    play(match, "thirteen")
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


# --- The end of a deal ------------------------------------------------------------------------------------------------


def test_going_out_scores_the_pips_left_in_all_opponents_hands() -> None:
    hands = ("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1", "6-4 6-3 5-4 5-3 5-2 4-3 4-2")
    match = match_of(*hands, seats=3)
    play(match, "6-2")
    set_up(match, "4-3 2-1", "6-1", "5-5 6-0")
    happened = play(match, "6-1@left")
    assert reasons(happened) == [("nico", 0, 3), ("deal", 1, 7 + 3 + 10 + 6)]
    assert match.scores == (3, 26, 0)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners, match.last_deal.points) == ("out", (1,), (0, 26, 0))


def last_tile(score: int, opponent: str = "6-6 6-4") -> Match:
    """Seat 1, with this score, is to make 13 with its last tile."""
    match = match_of("5-3 0-0 1-0 2-0 3-0 4-0 5-0", "5-5 6-6 4-4 3-3 2-2 1-1 6-5")
    play(match, "5-3")
    set_up(match, opponent, "5-5", scores=(0, score))
    return match


def test_on_the_last_tile_the_thirteen_comes_before_the_end_of_the_deal() -> None:
    match = last_tile(0)
    assert [event.kind for event in play(match, "5-5@left")] == ["played", "thirteen"]
    assert match.last_deal is None
    assert match.actors() == (1,)
    happened = play(match, "thirteen")
    assert reasons(happened) == [("thirteen", 1, 13), ("deal", 1, 22)]
    assert match.scores == (0, 35)
    assert match.last_deal is not None


def test_thirteen_off_an_opponent_with_the_last_tile_comes_before_the_end_of_the_deal() -> None:
    match = last_tile(0)
    assert reasons(play(match, "5-5@left thirteen@0")) == [("lost", 0, 13), ("deal", 1, 22)]
    assert match.scores == (-13, 22)


def test_if_the_last_tile_wins_the_match_the_deal_is_not_added() -> None:
    match = last_tile(108)
    assert reasons(play(match, "5-5@left thirteen")) == [("thirteen", 1, 13)]
    assert match.scores == (0, 121)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.points) == ("cut_off", (0, 0))


def test_if_the_nico_of_the_last_tile_wins_the_match_the_deal_is_not_added() -> None:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1")
    play(match, "6-2")
    set_up(match, "6-6 5-5", "6-1", scores=(118, 99))
    play(match, "6-1@left")
    assert match.scores == (121, 99)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize(("before", "after"), [(99, 121), (100, 100)])
def test_the_end_of_a_deal_wins_with_exactly_121_and_busts_beyond(before: int, after: int) -> None:
    match = last_tile(before)
    happened = play(match, "5-5@left thirteen@0")
    assert match.scores == (-13, after)
    assert (match.outcome is not None) == (after == 121)
    assert reasons(happened)[1:] == [("deal" if after == 121 else "bust", 1, 22)]
    assert "no_score" not in [event.kind for event in happened]
    assert match.last_deal is not None
    assert match.last_deal.points == (0, after - before)


def blocked(*hands: str, **options: bool) -> Match:
    """6-2 lies, and these hands pass one after the other."""
    start = ("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1", "6-4 6-3 5-4 5-3 5-2 4-3 4-2")
    rest = ("6-5 5-1 4-1 3-2 3-1 2-1 6-0",)
    match = match_of(*(start + rest)[: len(hands)], seats=len(hands), **options)
    play(match, "6-2")
    set_up(match, *hands)
    play(match, "pass " * (len(hands) - 1))
    assert match.last_deal is None
    play(match, "pass")
    return match


def test_a_blocked_deal_goes_to_the_fewest_pips_in_one_hand() -> None:
    match = blocked("5-5 4-4", "1-0 3-0", "4-1")
    assert match.scores == (0, 18 + 5, 0)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners) == ("blocked", (1,))


def test_a_blocked_deal_with_equal_fewest_pips_scores_nobody() -> None:
    match = blocked("5-5 4-4", "1-0 3-0", "4-0")
    assert match.scores == (0, 0, 0)
    assert match.last_deal is not None
    assert match.last_deal.winners == ()
    assert "no_score" in [event.kind for event in match.events]


def test_in_pairs_the_winner_scores_the_opponents_hands_and_not_his_partners() -> None:
    match = blocked("5-5 4-4", "1-0", "4-1", "5-1 3-3", pairs=True)
    assert match.scores == (0, 18 + 5)


def test_in_pairs_one_low_hand_wins_against_a_lower_sum_of_the_other_side() -> None:
    match = blocked("1-0", "1-1", "5-5 4-4", "3-0", pairs=True)
    assert match.scores == (5, 0)


def test_partners_with_equal_fewest_pips_win_for_their_side() -> None:
    match = blocked("4-0", "5-5", "3-1", "4-1", pairs=True)
    assert match.scores == (15, 0)


def test_in_pairs_opponents_with_equal_fewest_pips_leave_the_deal_without_a_winner() -> None:
    match = blocked("4-0", "3-1", "5-5", "4-1", pairs=True)
    assert match.scores == (0, 0)


def test_in_pairs_a_side_has_one_account_and_partners_sit_opposite() -> None:
    match = blocked("4-0", "3-1", "5-5", "4-1", pairs=True)
    assert [match.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    view = match.view(None)
    assert isinstance(view, FullSpeedView)
    assert view.sides == ((0, 2), (1, 3))


def test_pairs_need_four_players() -> None:
    with pytest.raises(games.SetupError, match="4 seats"):
        games.new_match("full_speed", seats=3, options={"pairs": True}, seed="a seed")


# --- The deal, drawing, the opening -----------------------------------------------------------------------------------


def test_the_opening_goes_round_to_the_left() -> None:
    match = blocked("5-5 4-4", "1-0 3-0", "4-0")
    assert dealt_view(match).opener == 1
    assert match.actors() == (1,)


def test_seven_tiles_each_and_the_rest_is_the_boneyard() -> None:
    for seats, boneyard in ((2, 14), (3, 7), (4, 0)):
        view = dealt_view(games.new_match("full_speed", seats=seats, seed="a seed"))
        assert (view.counts, view.boneyard) == ((7,) * seats, boneyard)


def drawing(boneyard: str, **options: bool) -> Match:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1", **options)
    play(match, "6-2")
    set_up(match, "5-1", "5-5", boneyard=boneyard)
    return match


def test_who_cannot_play_draws_until_a_tile_fits_and_must_then_play_it() -> None:
    match = drawing("4-4 6-4 5-3")
    assert texts(match.moves(1)) == ["draw"]
    play(match, "draw")
    assert texts(match.moves(1)) == ["draw"]
    play(match, "draw")
    assert texts(match.moves(1)) == ["6-4@left"]


def test_the_whole_boneyard_may_be_drawn() -> None:
    match = drawing("4-4 5-4 5-3")
    play(match, "draw draw draw")
    assert texts(match.moves(1)) == ["pass"]


def test_of_a_closed_boneyard_the_last_two_tiles_are_never_drawn() -> None:
    match = drawing("4-4 5-4 5-3", closed_boneyard=True)
    view = match.view(1)
    assert isinstance(view, FullSpeedView)
    assert (view.boneyard, view.drawable) == (3, 1)
    play(match, "draw")
    assert texts(match.moves(1)) == ["pass"]
    assert match.refusal(1, "draw") == "no tile may be drawn"
    play(match, "pass")
    assert texts(match.moves(0)) == ["pass"]
    play(match, "pass")
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners) == ("blocked", (0,))
    assert match.scores == (18, 0)


def test_there_is_no_spinner() -> None:
    match = match_of("6-6 6-5 0-0 1-0 2-0 3-0 4-0", "6-4 5-5 3-3 2-2 1-1 5-4 6-3")
    play(match, "6-6 6-4@left 6-5@right")
    view = match.view(None)
    assert isinstance(view, FullSpeedView)
    assert [end.at for end in view.line.ends] == ["left", "right"]
