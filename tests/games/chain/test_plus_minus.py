"""The rules of Plus-Minus, clause by clause, on deals made by hand."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import EndReason, Match
from games.chain.value import strengths_of
from games.computers.players import choose, playouts
from games.core.view import LineDealEnd
from games.plus_minus import Odd, PlusMinusView
from tests.games.deals import deal, of_kind, play, texts

from .positions import reasons, set_up


def match_of(*hands: str, opener: int = 0, limit: int = 100, boneyard: str = "") -> Match:
    order = deal(*hands, boneyard=boneyard)
    return games.new_match("plus_minus", seats=2, options={"limit": limit}, seed="a seed", deals=[order], lots=[opener])


def seen(match: Match) -> PlusMinusView:
    view = match.view(None)
    assert isinstance(view, PlusMinusView)
    return view


def open_ends(match: Match) -> list[str]:
    return [end.at for end in seen(match).line.ends]


# --- Even and odd -----------------------------------------------------------------------------------------------------


def test_half_of_an_even_sum_of_the_opening_tile_is_a_penalty() -> None:
    match = match_of("6-4 5-4 0-0 1-0 2-0 3-0 4-0", "6-6 5-5 4-4 3-3 2-2 1-1 6-5")
    assert reasons(play(match, "6-4")) == [("ends", 0, 5)]
    assert match.scores == (5, 0)


def test_an_odd_sum_brings_nothing() -> None:
    match = match_of("6-4 5-4 0-0 1-0 2-0 3-0 4-0", "6-6 5-5 4-4 3-3 2-2 1-1 6-5")
    assert reasons(play(match, "5-4")) == []
    assert match.scores == (0, 0)


def test_ends_that_sum_to_four_cost_their_player_two() -> None:
    match = match_of("6-3 5-4 0-0 2-0 4-0 5-0 6-0", "6-1 5-5 4-4 3-3 2-2 1-1 6-5")
    play(match, "6-3")
    assert reasons(play(match, "6-1@left")) == [("ends", 1, 2)]  # ends 1 and 3
    assert match.scores == (0, 2)


def test_a_sum_of_nothing_costs_nothing() -> None:
    match = match_of("0-0 5-4 6-4 1-0 2-0 3-0 4-0", "6-6 5-5 4-4 3-3 2-2 1-1 6-5")
    assert reasons(play(match, "0-0")) == []


# --- Doubles and the spinner ------------------------------------------------------------------------------------------


def test_a_double_at_an_end_counts_whole_and_three_and_double_one_are_five() -> None:
    match = match_of("4-3 4-4 0-0 2-0 5-0 6-0 5-4", "4-1 1-1 6-6 5-5 3-3 2-2 6-5")
    play(match, "4-3 4-1@left")  # 7, then ends 1 and 3: 2 for seat 1
    assert match.scores == (0, 2)
    set_up(match, "1-1 0-0", "6-6 5-5")
    assert reasons(play(match, "1-1@left")) == []
    assert seen(match).ends == 5


def test_the_spinner_alone_counts_its_pips_once() -> None:
    match = match_of("6-6 5-4 0-0 2-0 5-0 4-0 5-1", "6-4 1-1 5-5 3-3 2-2 6-5 6-3")
    assert reasons(play(match, "6-6")) == [("ends", 0, 6)]
    assert seen(match).ends == 12


def test_an_opening_spinner_with_one_long_side_taken_counts_whole() -> None:
    match = match_of("6-6 5-4 0-0 2-0 5-0 4-0 5-1", "6-4 1-1 5-5 3-3 2-2 6-5 6-3")
    assert reasons(play(match, "6-6 6-4@left")) == [("ends", 0, 6), ("ends", 1, 8)]  # 4 and 6-6
    assert open_ends(match) == ["left", "right"]


def test_a_spinner_with_both_long_sides_taken_counts_nothing() -> None:
    match = match_of("6-6 6-1 0-0 2-0 5-0 4-0 5-1", "6-4 1-1 5-5 3-3 2-2 6-5 6-3")
    play(match, "6-6 6-4@left")
    assert reasons(play(match, "6-1@right")) == []  # 4 and 1
    assert seen(match).ends == 5


def test_the_short_sides_open_only_when_both_long_sides_are_taken() -> None:
    match = match_of("6-6 6-1 6-2 2-0 5-0 4-0 5-1", "6-4 1-1 5-5 3-3 2-2 6-5 6-3")
    play(match, "6-6")
    assert "6-4@up" not in texts(match.moves(1))
    play(match, "6-4@left")
    assert texts(match.moves(0)) == ["4-0@left", "6-1@right", "6-2@right"]
    assert str(match.refusal(0, "6-1@up")) == "'up' is not an open place; open are left, right"
    play(match, "6-1@right")
    assert open_ends(match) == ["left", "right", "up", "down"]
    assert texts(match.moves(1)) == ["1-1@right", "6-3@up", "6-5@up", "6-3@down", "6-5@down"]


def crossed() -> Match:
    """Return the spinner 3-3 with 6-3 on its left and 3-2 on its right; seat 1 is to play and holds 5-3."""
    match = match_of("3-3 3-2 0-0 1-0 2-0 4-0 5-0", "6-3 5-3 6-6 5-5 4-4 2-2 1-1")
    play(match, "3-3 6-3@left 3-2@right")
    # 6; 6 and 3-3: 12; 6 and 2: 8
    assert match.scores == (3 + 4, 6)
    return match


def test_an_arm_counts_from_the_first_tile_added_to_a_short_side() -> None:
    match = crossed()
    assert seen(match).ends == 8
    play(match, "5-3@up")
    assert seen(match).ends == 6 + 2 + 5
    assert match.scores == (7, 6)


def test_spinner_three_with_the_arm_five_three_costs_five() -> None:
    match = match_of("3-3 3-1 0-0 1-0 2-0 6-0 5-0", "4-3 5-3 6-6 5-5 6-4 2-2 1-1")
    play(match, "3-3 4-3@left 3-1@right")
    assert seen(match).ends == 5
    assert reasons(play(match, "5-3@up")) == [("ends", 1, 5)]  # 4 and 1 and 5


def test_both_short_sides_are_separate_places_with_arms_of_their_own() -> None:
    match = crossed()
    play(match, "5-3@down")
    set_up(match, "3-0 3-1", "5-5 4-4")
    assert texts(match.moves(0)) == ["3-0@up", "3-1@up"]
    play(match, "3-1@up")
    assert seen(match).ends == 6 + 2 + 1 + 5
    assert texts(match.moves(1)) == ["5-5@down"]
    play(match, "5-5@down")
    assert seen(match).ends == 6 + 2 + 1 + 10


def test_a_double_that_is_not_the_opening_tile_becomes_the_spinner_too() -> None:
    match = match_of("5-4 6-3 0-0 1-0 2-0 3-0 6-4", "4-4 4-1 6-6 5-5 3-3 2-2 1-1")
    play(match, "5-4")
    assert reasons(play(match, "4-4@right")) == []  # 5 and 8
    assert seen(match).ends == 13
    assert seen(match).line.spinner == 1
    assert open_ends(match) == ["left", "right"]
    assert reasons(play(match, "6-4@right")) == []  # 5 and 6
    assert seen(match).ends == 11
    assert open_ends(match) == ["left", "right", "up", "down"]
    assert texts(match.moves(1)) == ["5-5@left", "6-6@right", "4-1@up", "4-1@down"]


def test_play_at_the_other_end_does_not_take_a_long_side_of_the_spinner() -> None:
    match = match_of("5-4 5-1 0-0 1-0 2-0 3-0 6-4", "4-4 4-1 6-6 5-5 3-3 2-2 1-1")
    play(match, "5-4 4-4@right")
    play(match, "5-1@left")
    assert seen(match).ends == 1 + 8
    assert open_ends(match) == ["left", "right"]


def test_only_the_first_double_is_a_spinner() -> None:
    match = match_of("5-4 5-1 0-0 1-0 2-0 3-0 6-4", "4-4 1-1 6-6 5-5 3-3 2-2 4-1")
    play(match, "5-4 4-4@right 5-1@left 1-1@left 1-0@left")
    assert seen(match).line.spinner == 1
    assert seen(match).ends == 0 + 8
    assert open_ends(match) == ["left", "right"]


def test_every_deal_has_a_spinner_of_its_own() -> None:
    match = crossed()
    set_up(match, "6-6", "5-3")
    play(match, "5-3@up")
    assert isinstance(match.last_deal, LineDealEnd)
    assert match.last_deal.line.spinner == 0
    assert seen(match).line.spinner is None
    assert seen(match).ends is None


# --- The end of a deal ------------------------------------------------------------------------------------------------


def going_out(other: str, scores: tuple[int, int] = (0, 0), limit: int = 100) -> Match:
    """6-3 lies; seat 1 is to go out with 6-2, which makes 2 and 3."""
    match = match_of("6-3 5-4 0-0 2-0 4-0 5-0 6-0", "6-2 5-5 4-4 3-3 2-2 1-1 6-5", limit=limit)
    play(match, "6-3")
    set_up(match, other, "6-2", scores=scores)
    return match


def test_twenty_two_pips_left_cost_eleven() -> None:
    match = going_out("6-6 5-5")
    assert reasons(play(match, "6-2@left")) == [("left", 0, 11)]
    assert match.scores == (11, 0)
    assert match.last_deal is not None
    assert (match.last_deal.winners, match.last_deal.points) == ((1,), (11, 0))


def test_twenty_three_pips_left_cost_nothing() -> None:
    match = going_out("6-6 5-5 1-0")
    happened = play(match, "6-2@left")
    assert reasons(happened) == []
    assert [(event.seat, event.pips) for event in of_kind(happened, Odd)] == [(0, 23)]
    assert match.scores == (0, 0)


def blocked(one: str, other: str) -> Match:
    match = match_of("6-3 5-4 0-0 2-0 4-0 5-0 6-0", "6-2 5-5 4-4 3-3 2-2 1-1 6-5")
    play(match, "6-3")
    set_up(match, one, other)
    play(match, "pass pass")
    assert match.last_deal is not None
    assert match.last_deal.reason == "blocked"
    return match


@pytest.mark.parametrize(
    ("one", "other", "scores"),
    [
        ("5-5", "4-4", (5, 0)),
        ("4-4", "5-5", (0, 5)),
        ("5-4", "4-4", (0, 0)),
        ("5-5", "5-4", (5, 0)),
        ("4-2", "5-1", (0, 0)),
    ],
)
def test_in_a_blocked_deal_more_pips_lose_and_equal_pips_write_nothing(
    one: str, other: str, scores: tuple[int, int]
) -> None:
    assert blocked(one, other).scores == scores


# --- The limit --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [20, 35, 60, 100, 120, 500])
def test_who_reaches_the_limit_by_a_placement_has_lost_at_once(limit: int) -> None:
    match = match_of("6-4 5-4 0-0 1-0 2-0 3-0 4-0", "6-6 5-5 4-4 3-3 2-2 1-1 6-5", limit=limit)
    set_up(match, "6-4 5-4", "6-6 5-5", scores=(limit - 5, limit - 1))
    play(match, "6-4")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((1,), (limit, limit - 1))
    assert list(match.outcome.ranking) == [{1}, {0}]
    assert match.outcome.reason is EndReason.LIMIT
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.points) == ("cut_off", (0, 0))


@pytest.mark.parametrize("limit", [19, 501, True, "60", 60.0, None])
def test_a_limit_is_a_whole_number_from_20_to_500(limit: object) -> None:
    with pytest.raises(games.SetupError) as caught:
        games.new_match("plus_minus", seats=2, options={"limit": limit})
    assert (caught.value.what, caught.value.allowed) == ("limit", "60, 100, 120 (20–500)")


@pytest.mark.parametrize("limit", [20, 35, 500])
def test_computers_play_matches_to_any_limit_and_records_replay(limit: int) -> None:
    match = games.new_match("plus_minus", seats=2, options={"limit": limit}, seed="a seed")
    rng = Random(1)
    for _ in range(12):
        (seat,) = match.actors()
        match.play(seat, choose("strong", match, seat, rng, playouts(4)))
    while not match.outcome:
        (seat,) = match.actors()
        match.play(seat, rng.choice(match.moves(seat)))
    assert max(match.outcome.scores) >= limit
    assert min(match.outcome.scores) < limit
    assert games.replay(match.record().text()) == match


@pytest.mark.parametrize("limit", [20, 35, 100, 500])
def test_scores_are_as_good_as_their_share_of_the_limit(limit: int) -> None:
    strengths, usual = strengths_of("plus_minus", 2, limit), strengths_of("plus_minus", 2, 100)
    assert strengths.by_score[0] == usual.by_score[0]
    assert strengths.by_score[limit] == usual.by_score[100]
    assert strengths.by_score[limit // 5] == pytest.approx(usual.by_score[20])


def test_one_less_than_the_limit_is_not_enough() -> None:
    match = match_of("6-4 5-4 0-0 1-0 2-0 3-0 4-0", "6-6 5-5 4-4 3-3 2-2 1-1 6-5")
    set_up(match, "6-4 5-4", "6-6 5-5", scores=(94, 0))
    play(match, "6-4")
    assert match.scores == (99, 0)
    assert match.outcome is None


def test_the_limit_can_be_reached_by_what_is_left_in_hand() -> None:
    match = going_out("6-6 5-5", scores=(89, 99))
    play(match, "6-2@left")
    assert match.scores == (100, 99)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.last_deal is not None


def test_if_the_last_tile_reaches_the_limit_the_deal_is_not_written() -> None:
    match = match_of("6-3 5-4 0-0 2-0 4-0 5-0 6-0", "6-1 5-5 4-4 3-3 2-2 1-1 6-5")
    play(match, "6-3")
    set_up(match, "6-6 5-5", "6-1", scores=(99, 98))
    happened = play(match, "6-1@left")  # 1 and 3
    assert match.scores == (99, 100)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.points) == ("cut_off", (0, 0))
    assert [event.kind for event in happened if event.kind != "shown"] == ["played", "scored", "cut_off", "over"]


# --- The deal, drawing, the opening -----------------------------------------------------------------------------------


def test_the_opening_alternates_whoever_won() -> None:
    match = match_of("6-3 5-4 0-0 2-0 4-0 5-0 6-0", "6-2 5-5 4-4 3-3 2-2 1-1 6-5", opener=1)
    assert match.actors() == (1,)
    play(match, "6-2")
    set_up(match, "6-3", "1-1")
    play(match, "6-3@left")
    assert match.actors() == (0,)
    assert seen(match).counts == (7, 7)


def test_any_tile_opens() -> None:
    match = match_of("6-3 5-4 0-0 2-0 4-0 5-0 6-0", "6-2 5-5 4-4 3-3 2-2 1-1 6-5")
    assert texts(match.moves(0)) == ["0-0", "2-0", "4-0", "5-0", "5-4", "6-0", "6-3"]


def test_a_player_who_cannot_play_may_empty_the_boneyard() -> None:
    match = match_of("6-3 5-4 0-0 2-0 4-0 5-0 6-0", "6-2 5-5 4-4 3-3 2-2 1-1 6-5")
    play(match, "6-3")
    set_up(match, "0-0", "5-5", boneyard="4-4 1-1")
    play(match, "draw draw")
    assert texts(match.moves(1)) == ["pass"]


def test_a_tile_that_fits_a_short_side_must_be_played_before_drawing() -> None:
    match = crossed()
    set_up(match, "3-0", "3-1", boneyard="4-4 1-1")
    assert texts(match.moves(1)) == ["3-1@up", "3-1@down"]
    assert match.refusal(1, "draw") == "a tile in hand can be played"


def test_a_copy_has_a_line_of_its_own() -> None:
    match = crossed()
    twin = match.copy()
    play(twin, "5-3@up")
    assert seen(match).ends == 8
    assert open_ends(match) == ["left", "right", "up", "down"]
    assert seen(twin).ends == 13


def test_a_draw_shows_that_nothing_fits_at_the_arms_of_the_spinner_either() -> None:
    match = crossed()
    play(match, "5-3@up")
    set_up(match, "1-1 4-4 1-0 4-1", "6-6 5-5 2-2 0-0", boneyard="4-0 6-4 5-4 5-1 3-1 2-1 6-5 5-2 4-2 6-2 3-0 4-3 2-0")
    play(match, "draw")  # nothing for 6, 2, 5 and 3; what is drawn may be anything
    for dealer in range(20):
        hand = match.redeal_unseen(1, Random(dealer)).view(0).hand
        assert len(hand) == 5
        assert sum(any(tile.has(number) for number in (6, 2, 5, 3)) for tile in hand) <= 1


def test_the_end_of_a_deal_splits_scores_into_its_course_and_its_end() -> None:
    rng = Random(3)
    match = games.new_match("plus_minus", seats=2, seed="course")
    before: tuple[int, ...] = (0, 0)
    for number in (1, 2, 3):
        while match.last_deal is None or match.last_deal.number < number:
            (seat,) = match.actors()
            match.play(seat, rng.choice(match.moves(seat)))
        end = match.last_deal
        booked = zip(before, end.during, end.points, strict=True)
        assert tuple(sum(parts) for parts in booked) == end.scores
        assert min(end.during) >= 0
        before = end.scores
    assert any(end.during)
