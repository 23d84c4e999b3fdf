"""Full Speed: exactly 121, the end of a deal, drawing and the opening."""

from __future__ import annotations

import pytest

import games
from games import EndReason, Match
from games.full_speed import Bust, FullSpeed, FullSpeedView
from tests.games.deals import dealt_view, of_kind, play, texts

from .full_speed_deals import match_of, thirteen
from .positions import reasons, set_up

# --- Exactly 121 ------------------------------------------------------------------------------------------------------


def twins_with(score: int) -> FullSpeed:
    """Seat 0, with this score, is to make twins worth 10."""
    match = match_of("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "6-5 6-3@left")
    match.position.scores = [score, 0]
    return match


def test_points_beyond_121_are_not_booked_and_there_is_no_nico_instead() -> None:
    match = twins_with(112)
    happened = play(match, "5-3@left")
    assert reasons(happened) == [("bust", 0, 10)]
    assert [event.reason for event in of_kind(happened, Bust)] == ["twins"]
    assert match.scores == (112, 0)
    assert match.outcome is None


def test_exactly_121_wins_at_once() -> None:
    match = twins_with(111)
    play(match, "5-3@left")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((0,), (121, 0))
    assert list(match.outcome.ranking) == [{0}, {1}]
    assert match.outcome.reason is EndReason.TARGET
    assert match.actors() == ()
    assert match.moves(1) == ()


@pytest.mark.parametrize(("before", "after"), [(108, 108), (102, 121), (103, 103), (101, 120)])
def test_the_patterns_of_one_placement_are_booked_as_one_amount(before: int, after: int) -> None:
    match = match_of("1-0 6-5 0-0 3-0 2-0 2-1 1-1", "5-0 6-6 5-5 4-4 6-4 6-3 6-2")
    play(match, "1-0 5-0@right")
    match.position.scores = [before, 0]
    happened = play(match, "6-5@right")  # 12 + 7
    assert match.scores == (after, 0)
    busts = [(event.reason, event.points) for event in of_kind(happened, Bust)]
    assert busts == ([("sequence.lucky_seven", 19)] if before == after else [])


@pytest.mark.parametrize(("before", "after"), [(118, 121), (119, 119)])
def test_nico_wins_with_exactly_121_and_busts_beyond(before: int, after: int) -> None:
    match = match_of("6-2 0-0 1-0 2-0 3-0 4-0 5-0", "6-1 6-6 5-5 4-4 3-3 2-2 1-1")
    play(match, "6-2")
    match.position.scores = [before, 50]
    happened = play(match, "6-1@left")
    assert match.scores == (after, 50)
    assert (match.outcome is not None) == (after == 121)
    assert reasons(happened) == [("nico" if after == 121 else "bust", 0, 3)]


def test_thirteen_is_legal_when_it_busts_and_books_nothing() -> None:
    match = thirteen()
    match.position.scores = [0, 110]
    assert texts(match.moves(1)) == ["thirteen", "thirteen@0"]
    assert reasons(play(match, "thirteen")) == [("bust", 1, 13)]
    assert match.scores == (0, 110)
    assert match.actors() == (0,)


def test_thirteen_wins_with_exactly_121() -> None:
    match = thirteen()
    match.position.scores = [0, 108]
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


def test_thirteen_off_an_opponent_comes_before_the_end_of_the_deal() -> None:
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


def test_in_pairs_the_winner_scores_only_the_opponents_hands() -> None:
    match = blocked("5-5 4-4", "1-0", "4-1", "5-1 3-3", pairs=True)
    assert match.scores == (0, 18 + 5)


def test_in_pairs_one_low_hand_wins_against_a_lower_sum_of_the_other_side() -> None:
    match = blocked("1-0", "1-1", "5-5 4-4", "3-0", pairs=True)
    assert match.scores == (5, 0)


def test_partners_with_equal_fewest_pips_win_for_their_side() -> None:
    match = blocked("4-0", "5-5", "3-1", "4-1", pairs=True)
    assert match.scores == (15, 0)
    assert match.last_deal is not None
    assert match.last_deal.winners == (0,)


def test_the_winner_of_a_deal_is_told_by_their_side() -> None:
    match = blocked("5-5", "4-1", "4-0", "3-3", pairs=True)  # 4 pips in the hand of seat 2
    assert match.last_deal is not None
    assert match.last_deal.winners == (0,)
    assert match.scores == (5 + 6, 0)


def test_in_pairs_equal_fewest_pips_of_opponents_leave_no_winner() -> None:
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
