"""Nos from the first turn to the last tile, rule by rule. Numbers are worked out by hand."""

from __future__ import annotations

import pytest

from games.nos import Nos
from games.nos.match import Claimed
from tests.games.deals import of_kind, texts
from tests.games.nos.tables import begun, closed, kinds, paid, play, table

LONG = "6-0 5-0"
"""Two tiles for a seat that must not go out."""


def code(match: Nos, seat: int, text: str) -> str | None:
    return getattr(match.refusal(seat, text), "code", None)


# --- Drawing and passing ----------------------------------------------------------------------------------------------


def test_who_can_play_may_still_draw_as_many_tiles_as_they_like() -> None:
    match = begun("1", "5-5", "2-1", "5-1 4-1", "3-1", boneyard="6-2 4-0")
    assert texts(match.moves(1)) == ["5-1@left", "close 5-1@left", "5-1@right", "close 5-1@right", "draw"]
    play(match, "draw", "draw")
    assert match.actors() == (1,)
    assert match.view(1).counts == (1, 4, 1)
    assert "5-1@left" in texts(match.moves(1))


def test_who_cannot_play_draws_and_may_not_pass_while_the_boneyard_is_open() -> None:
    match = begun("1", "5-5", "2-1", "4-1", "3-1", boneyard="6-2 5-0 4-0")
    assert texts(match.moves(1)) == ["draw"]
    assert code(match, 1, "pass") == "must_draw"
    play(match, "draw")
    assert texts(match.moves(1)) == ["draw"]
    play(match, "draw")
    assert texts(match.moves(1))[0] == "5-0@left"


def test_the_last_two_tiles_of_the_boneyard_are_never_drawn() -> None:
    match = closed("1", "5-5", "2-1", "4-1", "3-1", boneyard="6-2 5-0 4-0")
    assert match.view(None).drawable == 1
    play(match, "draw")
    assert match.view(None).drawable == 0
    assert match.view(None).boneyard == 2
    assert texts(match.moves(1)) == ["pass"]
    assert code(match, 1, "draw") == "boneyard_closed"


def test_with_the_boneyard_closed_who_can_play_must() -> None:
    match = closed("1", "5-5", "2-1", "5-1 4-1", "3-1", boneyard="6-2 5-0")
    assert texts(match.moves(1)) == ["5-1@left", "close 5-1@left", "5-1@right", "close 5-1@right"]
    assert code(match, 1, "pass") == "must_play"
    assert code(match, 1, "draw") == "boneyard_closed"


def test_who_cannot_add_what_the_building_stage_demands_draws() -> None:
    match = begun("2", "5-5", "2-1", "5-1 1-1", "4-1 1-0", boneyard="6-2")
    play(match, "5-1@left")
    assert texts(match.moves(2)) == ["draw"]
    assert code(match, 2, "4-1@left") == "demanded_elsewhere"


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_every_refusal_in_play_says_its_reason_and_costs_nothing() -> None:
    match = begun("6", "5-5", "6-2 1-0", "2-2 4-3 6-0", "3-2 4-2", boneyard="6-4")
    play(match, "4-3@left=4", "3-2@right", "6-2@up", "2-2@down")
    # 4, 3, 6 and 2 lie outward; all four are locked. Seat 2 is to move with 4-2.
    assert code(match, 2, "4-2@left") == "end_locked"
    assert code(match, 1, "6-0@left") == "not_your_turn"
    assert code(match, 2, "6-6@left") == "not_in_hand"
    assert code(match, 2, "4-2") == "place_needed"
    assert code(match, 2, "4-2@middle") == "unknown_place"
    assert code(match, 2, "close") == "tile_needed"
    assert code(match, 2, "variant=1") == "variant_is_named"
    assert code(match, 2, "meld") == "melds_are_over"
    assert code(match, 2, "pass@left") == "superfluous"
    assert code(match, 2, "leave") == "unknown_verb"
    assert match.scores == (0, 0, 0)


def test_a_matador_that_is_not_a_double_names_the_half_that_stays_outward() -> None:
    match = begun("4", "5-5", "6-2 1-0", "4-3 6-0", "3-2 4-2")
    assert code(match, 1, "4-3@left") == "way_needed"
    assert "4-3@left=4" in str(match.refusal(1, "4-3@left"))
    assert {"4-3@left=4", "4-3@left=3"} <= set(texts(match.moves(1)))
    play(match, "4-3@left=4")
    assert match.view(None).line.ends[0].number == 4


def test_a_matador_in_a_traditional_place_names_nothing() -> None:
    match = begun("1", "5-5", "6-2 1-0", "5-2 6-0", "3-2 4-2")
    assert texts(match.moves(1))[:2] == ["5-2@left", "close 5-2@left"]


# --- The premium ------------------------------------------------------------------------------------------------------


def test_a_double_on_the_neighbours_last_tile_brings_half_its_pips() -> None:
    match = begun("1", "5-5", LONG, "5-3 2-1", "3-3 2-0")
    play(match, "5-3@left")
    assert paid(play(match, "3-3@left")) == [(1, 2, 3, "premium")]


def test_the_blank_double_brings_7() -> None:
    match = begun("1", "5-5", "6-0 4-0", "5-0 2-1", "0-0 2-0")
    play(match, "5-0@left")
    assert paid(play(match, "0-0@left")) == [(1, 2, 7, "premium")]


def test_the_opening_tile_counts_as_the_openers_last_tile() -> None:
    match = begun("4", "5-5", LONG, "2-2 2-1", "4-1 2-0")
    assert paid(play(match, "2-2@left")) == [(0, 1, 2, "premium")]


def test_a_drawn_opening_tile_counts_too() -> None:
    match = begun("1", "5-4", LONG, "4-4 2-1", "4-1 2-0")
    assert paid(play(match, "4-4@right")) == [(0, 1, 4, "premium")]


def test_a_double_elsewhere_brings_nothing() -> None:
    match = begun("1", "5-4", LONG, "5-3 2-1", "4-4 2-0")
    play(match, "5-3@left")
    assert paid(play(match, "4-4@right")) == []


def test_a_double_pays_nothing_once_another_tile_follows_the_opening() -> None:
    match = begun("5", "5-5", LONG, "4-2 2-1", "2-2 2-0")
    play(match, "4-2@left")
    assert paid(play(match, "2-2@right")) == []


def test_a_tile_that_is_no_double_brings_nothing() -> None:
    match = begun("1", "5-5", LONG, "5-3 2-1", "3-1 2-0")
    play(match, "5-3@left")
    assert paid(play(match, "3-1@left")) == []


def test_a_neighbour_who_has_passed_pays_nothing() -> None:
    match = closed("1", "5-5", "5-0 4-0", "6-3 4-3", "3-3 2-1 0-0", boneyard="6-6 5-1")
    # Seats 1 and 2 pass, the opener lays 5-0, and seat 1, the neighbour of seat 2, passes again.
    play(match, "pass", "pass", "5-0@left", "pass")
    assert paid(play(match, "0-0@left")) == []


def test_the_neighbour_pays_also_when_they_went_out_with_that_tile() -> None:
    match = begun("1", "5-5", LONG, "5-3", "3-3 2-0")
    happened = play(match, "5-3@left", "3-3@left")
    assert paid(happened) == [(2, 1, 5, "out"), (0, 1, 5, "out"), (1, 2, 3, "premium")]


def test_a_neighbour_already_out_and_the_player_before_pay_nothing() -> None:
    match = begun("1", "5-5", "5-0 3-1 2-1", "5-3", "4-3 2-0 0-0")
    play(match, "5-3@left", "4-3@left", "5-0@right")
    # Seat 1 is out. Seat 2 plays after seat 0, but its neighbour is seat 1.
    assert match.actors() == (2,)
    assert paid(play(match, "0-0@right")) == []


def test_draws_do_not_come_between() -> None:
    match = begun("1", "5-5", LONG, "5-3 2-1", "3-3 2-0", boneyard="6-1 6-2")
    play(match, "5-3@left", "draw", "draw")
    assert paid(play(match, "3-3@left")) == [(1, 2, 3, "premium")]


# --- Going out --------------------------------------------------------------------------------------------------------


def test_the_first_to_go_out_gets_5_from_everyone_and_the_others_play_on() -> None:
    match = begun("1", "5-5", LONG, "5-3", "6-3 2-0", "4-1 4-0")
    happened = play(match, "5-3@left")
    assert kinds(happened) == ["played", "out", "paid", "paid", "paid"]
    assert paid(happened) == [(2, 1, 5, "out"), (3, 1, 5, "out"), (0, 1, 5, "out")]
    assert match.actors() == (2,)
    assert match.view(None).out == (1,)


def test_the_second_to_go_out_gets_nothing() -> None:
    match = begun("1", "5-5", LONG, "5-3", "6-3", "4-1 4-0")
    play(match, "5-3@left")
    happened = play(match, "6-3@left")
    assert "out" in kinds(happened)
    assert paid(happened) == []
    assert match.view(None).out == (1, 2)


def test_who_is_out_has_no_more_turn() -> None:
    match = begun("1", "5-5", "5-1 4-2 5-0", "5-3", "6-3 2-0 6-2")
    play(match, "5-3@left", "6-3@left", "5-1@right")
    assert match.actors() == (2,)


def test_the_deal_ends_when_only_one_player_has_tiles() -> None:
    match = begun("1", "5-5", LONG, "5-3", "6-3")
    happened = play(match, "5-3@left", "6-3@left")
    assert "deal" in kinds(happened)
    assert match.last_deal is not None
    assert match.last_deal.reason == "out"
    assert match.last_deal.winners == (1,)


# --- "I close" --------------------------------------------------------------------------------------------------------


def test_every_placement_may_be_claimed_a_plainly_wrong_one_too() -> None:
    match = begun("1", "5-5", LONG, "5-3 2-1", "6-3 2-0")
    plays = [text for text in texts(match.moves(1)) if "@" in text and not text.startswith("close")]
    claims = [text.removeprefix("close ") for text in texts(match.moves(1)) if text.startswith("close")]
    assert plays == claims == ["5-3@left", "5-3@right"]


def test_the_opening_tile_may_not_be_claimed() -> None:
    match = table("5-5 2-1", "3-1 2-0", "4-1 4-0")
    assert texts(match.moves(0)) == ["5-5"]
    assert code(match, 0, "close 5-5") == code(match, 0, "variant=1") == "open_first"


def test_a_wrong_claim_costs_40_to_each_still_in_play_and_play_goes_on() -> None:
    match = begun("1", "5-5", LONG, "5-3 2-1", "6-3 2-0", "4-1 4-0")
    happened = play(match, "close 5-3@left")
    assert kinds(happened) == ["played", "claim", "paid", "paid", "paid"]
    assert [event.right for event in of_kind(happened, Claimed)] == [False]
    assert paid(happened) == [(1, 2, 40, "wrong_claim"), (1, 3, 40, "wrong_claim"), (1, 0, 40, "wrong_claim")]
    assert match.actors() == (2,)


def test_a_right_claim_brings_20_from_each_still_in_play_and_ends_the_deal() -> None:
    """5-0 shuts the line 0-5 5-5: no five and no blank is left to any player."""
    match = closed("1", "5-5", "2-1", "5-0 3-1", "6-3 4-2", "4-1 4-3", boneyard="1-0 2-0")
    # ends: 5 on the right. Nobody holds a five or a blank.
    happened = play(match, "close 5-0@left")
    assert [event.right for event in of_kind(happened, Claimed)] == [True]
    assert paid(happened)[:3] == [(2, 1, 20, "claim"), (3, 1, 20, "claim"), (0, 1, 20, "claim")]
    assert match.last_deal is not None
    assert match.last_deal.reason == "closed"


def test_the_claimers_own_tile_may_keep_the_layout_open() -> None:
    match = closed("1", "5-5", "2-1", "5-0 5-1", "6-3 4-2", boneyard="1-0 2-0")
    assert [event.right for event in of_kind(play(match, "close 5-0@left"), Claimed)] == [False]


def test_another_hand_may_keep_the_layout_open() -> None:
    match = closed("1", "5-5", "2-1", "5-0 3-1", "6-5 4-2", boneyard="1-0 2-0")
    assert [event.right for event in of_kind(play(match, "close 5-0@left"), Claimed)] == [False]


def test_a_tile_that_could_still_be_drawn_keeps_the_layout_open() -> None:
    match = closed("1", "5-5", "2-1", "5-0 3-1", "6-3 4-2", boneyard="4-0 1-0 2-0")
    assert [event.right for event in of_kind(play(match, "close 5-0@left"), Claimed)] == [False]


def test_tiles_that_can_never_be_drawn_do_not_keep_it_open() -> None:
    match = closed("1", "5-5", "2-1", "5-0 3-1", "6-3 4-2", boneyard="6-2 6-5 5-4")
    assert [event.right for event in of_kind(play(match, "close 5-0@left"), Claimed)] == [True]


def test_the_stage_then_reached_decides_whether_the_layout_is_blocked() -> None:
    """The fourth tile of the cross locks all arms: 6, 1, 2 and 3 take only their doubles, which no one holds."""
    hands = ("5-2 6-0", "6-5 5-3 4-0", "5-1 4-1")
    match = closed("3", "5-5", *hands, boneyard="1-1 2-2")
    happened = play(match, "6-5@left", "5-1@right", "5-2@up", "close 5-3@down")
    assert [event.right for event in of_kind(happened, Claimed)] == [True]
    match = closed("2", "5-5", *hands, boneyard="1-1 2-2")
    happened = play(match, "6-5@left", "5-1@right", "5-2@up", "close 5-3@down")
    assert [event.right for event in of_kind(happened, Claimed)] == [False]


def test_during_a_demand_tiles_that_fit_elsewhere_do_not_count() -> None:
    """The one that is left of the demand takes a six, and the only six is in the dead part of the boneyard."""
    match = closed("11/b/left/2/t/t", "5-4", "2-0 3-0", "6-5 3-1", "4-2 4-1", boneyard="6-6 6-4")
    assert [event.right for event in of_kind(play(match, "close 6-5@left"), Claimed)] == [True]


def test_who_closes_with_the_last_tile_is_paid_like_one_in_play_besides_5() -> None:
    match = closed("1", "5-5", "2-1", "5-0", "6-3 4-2", boneyard="1-0 2-0")
    assert paid(play(match, "close 5-0@left"))[:4] == [
        (2, 1, 5, "out"),
        (0, 1, 5, "out"),
        (2, 1, 20, "claim"),
        (0, 1, 20, "claim"),
    ]


def test_players_who_are_out_have_no_part_in_a_claim() -> None:
    match = closed("1", "5-5", "2-1", "5-0", "4-0 6-3 4-2", "6-2 6-1", boneyard="1-0 2-0")
    play(match, "5-0@left")
    # Left 0, right 5. Seat 2 lays 4-0: left 4, and its own 4-2 would fit.
    assert paid(play(match, "close 4-0@left")) == [(2, 3, 40, "wrong_claim"), (2, 0, 40, "wrong_claim")]


def test_premium_going_out_claim_and_settlement_are_paid_in_this_order() -> None:
    match = closed("1", "5-5", "2-1 4-3", "5-0 3-1", "0-0", boneyard="1-0 2-0")
    play(match, "5-0@left")
    # 0-0 onto the neighbour's 5-0: nobody has a blank or a five. Left: 3 + 7 = 10 pips with seat 0, 4 with seat 1.
    assert paid(play(match, "close 0-0@left")) == [
        (1, 2, 7, "premium"),
        (0, 2, 5, "out"),
        (1, 2, 5, "out"),
        (0, 2, 20, "claim"),
        (1, 2, 20, "claim"),
        (0, 1, 6, "settlement"),
        (0, 2, 10, "settlement"),
        (1, 2, 4, "settlement"),
    ]


@pytest.mark.parametrize(("keeps", "right", "amount"), [("6-3", True, 20), ("5-3", False, 40)])
def test_a_claim_is_paid_even_if_the_deal_ends_anyway(keeps: str, right: bool, amount: int) -> None:
    match = closed("1", "5-5", keeps, "5-1", "1-0", boneyard="6-6 4-4")
    play(match, "5-1@left")
    happened = play(match, "close 1-0@left")
    assert [event.right for event in of_kind(happened, Claimed)] == [right]
    pair = (0, 2) if right else (2, 0)
    assert (*pair, amount, "claim" if right else "wrong_claim") in paid(happened)
    assert match.last_deal is not None


# --- Blocked ----------------------------------------------------------------------------------------------------------


def test_a_dead_layout_ends_the_deal_when_all_in_play_have_passed() -> None:
    match = closed("1", "5-5", "2-1 3-2", "5-0 3-1", "6-3 4-2", boneyard="6-2 1-0 2-0")
    play(match, "5-0@left")
    assert texts(match.moves(2)) == ["draw"]
    assert kinds(play(match, "draw", "pass", "pass")) == ["drew", "passed", "passed"]
    assert kinds(play(match, "pass"))[:2] == ["passed", "blocked"]
    assert match.last_deal is not None
    assert match.last_deal.reason == "blocked"
    assert match.last_deal.winners == ()


def test_players_who_are_out_need_not_pass() -> None:
    match = closed("1", "5-5", "2-1 3-2", "5-0", "6-3 4-2", boneyard="1-0 2-0")
    play(match, "5-0@left", "pass")
    assert "blocked" in kinds(play(match, "pass"))


def test_a_tile_played_begins_the_count_of_passes_again() -> None:
    match = closed("1", "5-5", "5-4 3-2", "2-1 3-1", "6-3 3-0", boneyard="1-0 2-0")
    play(match, "pass", "pass", "5-4@left", "pass", "pass")
    assert match.last_deal is None
    assert "blocked" in kinds(play(match, "pass"))
