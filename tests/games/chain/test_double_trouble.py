"""The rules of Double Trouble, clause by clause, on deals made by hand."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import EndReason, Match, Tile
from games.core.events import NoScore
from games.core.tiles import DOUBLES, mask_of
from games.double_trouble import Caught, DoubleTrouble, DoubleTroubleView, Eliminated, Zeroed
from tests.games.deals import advance, deal, of_kind, play, texts, tiles

from .positions import reasons, set_up

HANDS = (
    "6-2 0-0 1-0 2-0 3-0 4-0 5-0",
    "6-1 6-6 5-5 4-4 3-3 2-2 1-1",
    "6-4 6-3 5-4 5-3 5-2 4-3 4-2",
    "6-5 5-1 4-1 3-2 3-1 2-1 6-0",
)


def begun(
    *hands: str, scores: tuple[int, ...] = (), caught: tuple[str, ...] = (), draw: str = "playable"
) -> DoubleTrouble:
    """Seat 0 has opened with 6-2; then these are the hands, the scores, the doubles recorded; the boneyard is empty.

    In the second deal the first hands dealt are the first of `HANDS`.
    """
    seats = len(hands)
    deals = [deal(*HANDS[:seats]), deal(*HANDS)]
    match = games.new_match("double_trouble", seats=seats, options={"draw": draw}, seed="a seed", deals=deals, lots=[0])
    assert isinstance(match, DoubleTrouble)
    play(match, "6-2")
    set_up(match, *hands, scores=scores)
    for seat, doubles in enumerate(caught):
        match.position.caught[seat] = mask_of(tiles(doubles))
    return match


def seen(match: Match) -> DoubleTroubleView:
    view = match.view(None)
    assert isinstance(view, DoubleTroubleView)
    return view


# --- What is left in hand ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("6-6", 66),
        ("5-5", 55),
        ("4-4", 44),
        ("3-3", 33),
        ("2-2", 22),
        ("1-1", 11),
        ("0-0", 100),
        ("5-4 3-0", 12),
        ("6-6 3-1", 70),
        ("6-6 0-0 5-5 4-1", 226),
    ],
)
def test_tiles_left_count_their_pips_and_doubles_eleven_times_a_half(hand: str, points: int) -> None:
    match = begun(hand, "6-1")
    assert reasons(play(match, "6-1@left")) == [("left", 0, points)]
    assert match.scores == (points, 0)


def test_all_players_score_their_hands_when_a_deal_is_blocked() -> None:
    match = begun("5-5 4-3", "1-1 5-3", "3-3 1-0 1-0")
    happened = play(match, "pass pass pass")
    assert match.scores == (55 + 7, 11 + 8, 33 + 1)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners, match.last_deal.points) == ("blocked", (), (62, 19, 34))
    assert not of_kind(happened, NoScore)


def with_all_of(number: int, but: str = "") -> DoubleTrouble:
    """Seat 1 is to go out, seat 0 holds a double; its number's other tiles are on the table, or all but one."""
    match = begun(f"{number}-{number}", "6-1")
    for other in range(7):
        tile = Tile(number, other)
        if other != number and str(tile) not in (but, "6-1", "6-2"):
            match.position.laid |= tile.bit
    return match


@pytest.mark.parametrize(("number", "points"), [(1, 22), (6, 132)])
def test_a_double_whose_six_other_tiles_lie_on_the_table_counts_twice(number: int, points: int) -> None:
    match = with_all_of(number)
    happened = play(match, "6-1@left")
    assert match.scores == (points, 0)
    (caught,) = of_kind(happened, Caught)
    assert (caught.seat, str(caught.tiles[0]), caught.points, caught.twice) == (
        0,
        f"{number}-{number}",
        points,
        True,
    )


def test_a_double_of_which_another_tile_is_not_on_the_table_counts_once() -> None:
    match = with_all_of(6, but="6-5")
    (caught,) = of_kind(play(match, "6-1@left"), Caught)
    assert (caught.points, caught.twice) == (66, False)
    assert match.scores == (66, 0)


def test_the_double_blank_costs_200_once_all_other_blanks_lie() -> None:
    match = with_all_of(0)
    play(match, "6-1@left")
    assert match.scores == (200, 0)


# --- Going out with a double ------------------------------------------------------------------------------------------


def test_who_goes_out_with_a_double_has_their_account_set_to_zero() -> None:
    match = begun("5-4", "6-6", scores=(100, 412))
    happened = play(match, "6-6@left")
    assert match.scores == (109, 0)
    assert [(event.seat, event.points) for event in of_kind(happened, Zeroed)] == [(1, 412)]
    assert match.last_deal is not None
    assert match.last_deal.points == (9, -412)


def test_going_out_with_another_tile_leaves_the_account_alone() -> None:
    match = begun("5-4", "6-1", scores=(100, 412))
    assert not of_kind(play(match, "6-1@left"), Zeroed)
    assert match.scores == (109, 412)


def test_zeroing_leaves_the_record_of_doubles() -> None:
    match = begun("5-4", "6-6", scores=(0, 412), caught=("", "6-6 5-5"))
    play(match, "6-6@left")
    assert seen(match).caught == ((), tiles("5-5 6-6"))


def test_zeroing_comes_before_the_limit() -> None:
    match = begun("5-4", "6-6", scores=(0, 999))
    play(match, "6-6@left")
    assert match.outcome is None


# --- The record of doubles --------------------------------------------------------------------------------------------


def test_caught_doubles_are_public_and_recorded_over_the_match() -> None:
    match = begun("5-5 4-4 1-0", "6-1", caught=("0-0 4-4", "3-3"))
    play(match, "6-1@left")
    for seat in (None, 0, 1):
        view = match.view(seat)
        assert isinstance(view, DoubleTroubleView)
        assert view.caught == (tiles("0-0 4-4 5-5"), tiles("3-3"))


def test_a_double_played_is_not_recorded() -> None:
    match = begun("5-5 4-4", "6-6 6-1")
    play(match, "6-6@left")
    assert seen(match).caught == ((), ())


SIX = "0-0 1-1 2-2 3-3 4-4 5-5"


def eliminated() -> DoubleTrouble:
    """Of four players seat 2 has fallen out in the first deal; 3 has the fewest points, as it went out."""
    match = begun("5-4", "5-3", "6-6", "6-1", scores=(10, 20, 30, 5), caught=("", "", SIX, ""))
    match.position.turn = 3
    happened = play(match, "6-1@left")
    assert [event.seat for event in of_kind(happened, Eliminated)] == [2]
    return match


def test_a_player_with_all_seven_doubles_is_out_and_keeps_the_score() -> None:
    match = eliminated()
    view = seen(match)
    assert view.eliminated == (2,)
    assert view.caught[2] == tiles(f"{SIX} 6-6")
    assert match.last_deal is not None
    assert "eliminated" in [event.kind for event in match.last_deal.events]
    assert match.scores == (19, 28, 96, 5)
    assert match.outcome is None


def test_an_eliminated_seat_is_dealt_nothing() -> None:
    match = eliminated()
    view = seen(match)
    assert (view.counts, view.boneyard) == ((7, 7, 0, 7), 7)
    assert [match.view(seat).hand for seat in range(4)] == [
        tuple(sorted(tiles(hand))) for hand in (HANDS[0], HANDS[1], "", HANDS[2])
    ]


def test_an_eliminated_seat_has_no_turn_and_does_not_count_for_a_block() -> None:
    match = eliminated()
    assert match.actors() == (3,)
    play(match, "6-4")
    set_up(match, "0-0", "0-0", "", "0-0")
    for seat in (0, 1, 3):
        assert match.actors() == (seat,)
        play(match, "pass")
    assert match.last_deal is not None
    assert (match.last_deal.number, match.last_deal.reason) == (2, "blocked")


# --- Who opens --------------------------------------------------------------------------------------------------------


def test_the_player_with_the_fewest_points_opens() -> None:
    match = begun("5-4", "6-1", "5-3", scores=(50, 40, 10))
    play(match, "6-1@left")
    assert match.scores == (59, 40, 18)
    assert match.actors() == (2,)


def test_of_equal_fewest_the_first_to_the_left_of_the_last_opener_opens() -> None:
    match = begun("5-4", "6-1", "5-3", scores=(0, 20, 12))  # 9, 20, 20
    match.position.setting.opener = 0
    play(match, "6-1@left")
    assert match.actors() == (0,)
    match = begun("5-4", "6-1", "5-3", scores=(11, 20, 12))  # 20, 20, 20
    play(match, "6-1@left")
    assert match.actors() == (1,)


def test_the_last_opener_comes_last_among_equals() -> None:
    match = begun("5-4", "6-1", "5-3", scores=(11, 99, 12))  # 20, 99, 20
    play(match, "6-1@left")
    assert match.actors() == (2,)


def test_an_eliminated_seat_does_not_open_with_the_fewest_points() -> None:
    match = begun("6-6", "6-1", "5-3", scores=(0, 400, 100), caught=(SIX, "", ""))  # 66, 400, 108
    play(match, "6-1@left")
    assert match.actors() == (2,)


# --- The end of the match ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "limit"), [(2, 999), (3, 666), (4, 333)])
def test_the_match_ends_once_anybody_is_above_the_limit(seats: int, limit: int) -> None:
    hands = ("5-4", "6-1", "5-3", "4-3")[:seats]
    match = begun(*hands, scores=(limit - 9, 300, 310, 320)[:seats])
    assert seen(match).limit == limit
    play(match, "6-1@left")
    assert match.scores[0] == limit
    assert match.outcome is None
    match = begun(*hands, scores=(limit - 8, 300, 310, 320)[:seats])
    play(match, "6-1@left")
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert list(match.outcome.ranking) == [*[{1}, {2}, {3}][: seats - 1], {0}]
    assert match.outcome.reason is EndReason.LIMIT


def test_who_goes_out_wins_the_deal() -> None:
    match = begun("5-4", "6-1", "5-3")
    play(match, "6-1@left")
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners, match.last_deal.points) == ("out", (1,), (9, 0, 8))


def test_equal_fewest_points_share() -> None:
    match = begun("5-4", "6-1", "5-3", scores=(660, 108, 100))
    play(match, "6-1@left")
    assert match.outcome is not None
    assert match.outcome.winners == (1, 2)
    assert list(match.outcome.ranking) == [{1, 2}, {0}]


def test_only_players_still_in_can_win() -> None:
    match = begun("6-6", "6-1", "5-3", scores=(0, 700, 100), caught=(SIX, "", ""))  # 66, 700, 108
    play(match, "6-1@left")
    assert match.outcome is not None
    assert match.outcome.winners == (2,)
    assert list(match.outcome.ranking) == [{2}, {1}, {0}]


def test_the_limit_counts_those_eliminated_in_that_deal_too() -> None:
    match = begun("6-6", "6-1", "5-3", scores=(620, 50, 100), caught=(SIX, "", ""))  # 686, 50, 108
    play(match, "6-1@left")
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


def test_the_limit_stays_that_of_the_starting_number_of_players() -> None:
    match = eliminated()
    assert seen(match).limit == 333


def test_the_last_one_left_wins_whatever_their_points() -> None:
    match = begun("6-6", "6-1", scores=(0, 900), caught=(SIX, ""))
    play(match, "6-1@left")
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert list(match.outcome.ranking) == [{1}, {0}]
    assert match.outcome.reason is EndReason.LAST_LEFT


def test_if_the_last_ones_fall_together_the_fewest_points_among_them_win() -> None:
    match = begun("5-5 5-4", "4-4", scores=(100, 130), caught=("0-0 1-1 2-2 3-3 4-4 6-6", "0-0 1-1 2-2 3-3 5-5 6-6"))
    play(match, "pass pass")  # 164, 174
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((0,), (164, 174))


def test_if_the_last_ones_fall_together_with_equal_points_they_share() -> None:
    match = begun("5-5", "4-4", scores=(100, 111), caught=("0-0 1-1 2-2 3-3 4-4 6-6", "0-0 1-1 2-2 3-3 5-5 6-6"))
    play(match, "pass pass")
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)


def test_one_who_fell_earlier_is_not_among_the_last_ones() -> None:
    match = eliminated()
    assert isinstance(match, DoubleTrouble)
    play(match, "6-4")
    set_up(match, "0-0", "0-0", "", "0-0", scores=(200, 210, 1, 190))
    match.position.caught = [DOUBLES] * 4
    play(match, "pass pass pass")
    assert match.outcome is not None
    assert list(match.outcome.ranking) == [{3}, {0}, {1}, {2}]


# --- Drawing ----------------------------------------------------------------------------------------------------------


def test_a_player_who_cannot_play_draws_until_a_tile_fits() -> None:
    match = begun("5-4", "5-5")
    set_up(match, "5-4", "5-5", boneyard="4-4 6-4 3-3")
    play(match, "draw draw")
    assert texts(match.moves(1)) == ["6-4@left"]
    set_up(match, "5-4", "5-5", boneyard="4-4 5-3 3-3")
    play(match, "draw draw draw")
    assert texts(match.moves(1)) == ["pass"]


def test_without_drawing_who_cannot_play_passes_at_once() -> None:
    match = begun("5-4", "5-5", draw="none")
    set_up(match, "5-4", "5-5", boneyard="6-6 6-1")
    assert texts(match.moves(1)) == ["pass"]
    assert match.refusal(1, "draw") == "no tile may be drawn"


def test_a_copy_keeps_its_own_record_of_doubles() -> None:
    match = begun("5-5 4-4 1-0", "6-1")
    twin = match.copy()
    play(twin, "6-1@left")
    assert seen(match).caught == ((), ())
    assert seen(advance(twin, Random(1), 3)).caught == (tiles("4-4 5-5"), ())
