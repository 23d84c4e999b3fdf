"""Block with Bonus, rule by rule. Hands are given as seat 0 / seat 1, and numbers are worked out by hand."""

from __future__ import annotations

import pytest

import games
from games import EndReason
from games.block import Block, Bonus
from games.core.events import Blocked, DealBegan, Dealt, Event, Lot, Over, Passed, Scored, ScoreReason, Shown
from games.core.line import OpenEnd, Placed
from tests.games.deals import deal, play, texts, tiles

OUT = deal("6-6 5-5 4-4 6-5 6-4 5-4 6-0", "3-3 3-2 3-1 2-2 2-1 1-1 1-0")
"""Seat 1 holds nothing above 3, so seat 0 goes out alone. Left with seat 1: 6 + 5 + 4 + 4 + 3 + 2 + 1 = 25 pips."""

GO_OUT = "6-6 pass 6-5@left pass 5-5@left pass 5-4@left pass 4-4@left pass 6-4@left pass 6-0@left"

BLOCK = "6-6 pass pass"
"""With all other sixes in the boneyard a led 6-6 blocks the deal at once."""

SEVENTEEN = "1-0 2-0 3-0 2-1 3-1 4-0"
"""1 + 2 + 3 + 3 + 4 + 4 = 17 pips without a double."""

GAIN_73 = deal(f"6-6 {SEVENTEEN}", "5-5 5-4 5-3 4-4 1-1 5-2 5-1")
"""Seat 0 opens: 50 + 9 + 8 + 8 + 2 + 7 + 6 = 90, less 17."""

GAIN_27 = deal("0-0 1-0 2-0 3-0 2-1 5-0 4-2", "6-6 1-1 5-4 5-3 4-3 5-2 5-1")
"""Seat 1 opens: 10 + 9 + 8 + 7 + 7 + 6 = 47, less 0 + 1 + 2 + 3 + 3 + 5 + 6 = 20."""

GAIN_26 = deal("0-0 1-0 2-0 3-0 3-1 5-0 4-2", "6-6 1-1 5-4 5-3 4-3 5-2 5-1")
"""Seat 1 opens: 47 less 21."""


def match_of(*deals: str, opener: int = 0) -> Block:
    return Block(seats=2, seed="a seed", deals=deals, lots=[opener])


def blocked(opener_keeps: str, other_keeps: str) -> Block:
    """Return a match after a first deal that seat 0 opened with 6-6, which blocked it."""
    match = match_of(deal(f"6-6 {opener_keeps}", other_keeps))
    play(match, BLOCK)
    assert match.last_deal is not None
    assert match.last_deal.reason == "blocked"
    return match


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


# --- The deal ---------------------------------------------------------------------------------------------------------


def test_it_is_a_game_for_two() -> None:
    assert games.CATALOGUE["block"].seat_counts == (2,)


def test_seat_0_is_dealt_seven_then_seat_1_and_the_rest_is_the_boneyard() -> None:
    match = match_of(OUT)
    assert set(match.view(0).hand) == set(tiles("6-6 5-5 4-4 6-5 6-4 5-4 6-0"))
    assert set(match.view(1).hand) == set(tiles("3-3 3-2 3-1 2-2 2-1 1-1 1-0"))
    assert match.view(None).counts == (7, 7)
    assert match.view(None).boneyard == 14


@pytest.mark.parametrize("opener", [0, 1])
def test_the_first_opener_is_drawn_by_lot(opener: int) -> None:
    match = match_of(OUT, opener=opener)
    assert match.actors() == (opener,)
    assert match.view(None).opener == opener
    assert Lot(opener, "opener") in match.events


def test_without_given_lots_either_may_open() -> None:
    assert {games.new_match("block", seats=2, seed=f"{seed}").actors() for seed in range(20)} == {(0,), (1,)}


def test_the_opening_alternates_whoever_won() -> None:
    match = match_of(GAIN_73, GAIN_26, opener=0)
    openers = [match.actors()]
    for _ in range(2):  # seat 0 wins both
        play(match, BLOCK)
        openers.append(match.actors())
    assert openers == [(0,), (1,), (0,)]


# --- Legal moves ------------------------------------------------------------------------------------------------------


def test_the_opener_leads_any_tile() -> None:
    assert texts(match_of(OUT).moves(0)) == ["4-4", "5-4", "5-5", "6-0", "6-4", "6-5", "6-6"]
    assert match_of(OUT).moves(1) == ()


ENDS_6_AND_4 = deal("6-4 6-6 5-5 4-4 5-4 0-0 6-0", "6-5 4-3 2-1 1-1 3-1 2-2 3-3")


def test_a_tile_is_added_where_touching_halves_are_equal() -> None:
    match = match_of(ENDS_6_AND_4)
    play(match, "6-4")
    assert texts(match.moves(1)) == ["6-5@left", "4-3@right"]


def test_two_equal_ends_are_two_places() -> None:
    match = match_of(deal("6-6 5-5 4-4 5-4 0-0 6-0 1-0", "6-5 4-3 2-1 1-1 3-1 2-2 3-3"))
    play(match, "6-6")
    assert texts(match.moves(1)) == ["6-5@left", "6-5@right"]


def test_a_tile_that_fits_both_ends_may_go_to_either() -> None:
    match = match_of(deal("6-6 6-4 4-4 5-5 0-0 6-0 1-0", "6-5 5-4 2-1 1-1 3-1 2-2 3-3"))
    play(match, "6-6 6-5@left 6-4@right")
    assert texts(match.moves(1)) == ["5-4@left", "5-4@right"]
    left, right = match.copy(), match.copy()
    play(left, "5-4@left")
    play(right, "5-4@right")
    assert [end.number for end in left.view(None).line.ends] == [4, 4]
    assert [end.number for end in right.view(None).line.ends] == [5, 5]


def test_the_line_shows_each_tile_where_it_lies() -> None:
    match = match_of(ENDS_6_AND_4)
    play(match, "6-4 6-5@left 5-5@left 4-3@right")
    six_four, six_five, double_five, four_three = tiles("6-4 6-5 5-5 4-3")
    line = match.view(None).line
    assert line.tiles == (
        Placed(six_four, "", None, 4),
        Placed(six_five, "left", 0, 5),
        Placed(double_five, "left", 1, 5),
        Placed(four_three, "right", 0, 3),
    )
    assert line.ends == (OpenEnd("left", 5, 2), OpenEnd("right", 3, 3))
    assert line.spinner is None


@pytest.mark.parametrize(
    ("move", "code", "sentence"),
    [
        ("pass", "must_play", "a tile in hand can be played"),
        ("draw", "must_play", "a tile in hand can be played"),
        ("6-5", "place_needed", "say where 6-5 goes: left, right"),
        ("6-5@right", "does_not_fit", "6-5 does not fit at right"),
        ("2-1@left", "does_not_fit", "2-1 does not fit at left"),
        ("6-5@up", "unknown_place", "'up' is not an open place; open are left, right"),
        ("6-6@left", "not_in_hand", "6-6 is not in the hand of seat 1"),
        ("bid=55", "unknown_verb", "'bid=55' is not a move of this game"),
        ("play@left", "not_a_move", "'play@left' is not a move such as 6-4@left, draw or pass"),
        ("6-5@left=5", "superfluous", "'=5' does not belong to this move"),
        ("hello there", "not_a_move", "'hello there' is not a move such as 6-4@left, draw or pass"),
    ],
)
def test_a_refusal_says_why(move: str, code: str, sentence: str) -> None:
    match = match_of(ENDS_6_AND_4)
    play(match, "6-4")
    refusal = match.refusal(1, move)
    assert refusal is not None
    assert (refusal.code, str(refusal)) == (code, sentence)


def test_it_is_refused_to_move_out_of_turn() -> None:
    refusal = match_of(OUT).refusal(1, "3-3")
    assert refusal is not None
    assert (refusal.code, refusal.values) == ("not_your_turn", {"seat": 1})


def test_the_opening_tile_is_laid_without_a_place() -> None:
    refusal = match_of(OUT).refusal(0, "6-6@left")
    assert refusal is not None
    assert refusal.code == "opening_has_no_place"


def test_the_opener_cannot_pass() -> None:
    refusal = match_of(OUT).refusal(0, "pass")
    assert refusal is not None
    assert refusal.code == "must_play"


def test_who_cannot_play_passes_and_never_draws() -> None:
    match = match_of(OUT)
    play(match, "6-6")
    assert texts(match.moves(1)) == ["pass"]
    assert match.view(1).boneyard == 14
    assert match.view(1).drawable == 0
    refusal = match.refusal(1, "draw")
    assert refusal is not None
    assert refusal.code == "boneyard_closed"


def test_a_pass_is_a_move_of_its_own_also_when_the_block_is_plain() -> None:
    match = match_of(deal(f"6-6 {SEVENTEEN}", "5-5 5-4 5-3 4-4 1-1 5-2 5-1"))
    assert kinds(play(match, "6-6")) == ["played"]
    assert kinds(play(match, "pass")) == ["passed"]
    assert texts(match.moves(0)) == ["pass"]


# --- The end of a deal ------------------------------------------------------------------------------------------------


def test_going_out_scores_the_other_hand_and_its_highest_double_more() -> None:
    match = match_of(OUT)
    play(match, GO_OUT)
    # 25 pips, where 3-3 counts 30 instead of 6; 2-2 and 1-1 count as usual
    assert match.scores == (49, 0)
    assert match.last_deal is not None
    assert (match.last_deal.reason, match.last_deal.winners, match.last_deal.points) == ("out", (0,), (49, 0))
    assert match.last_deal.hands == ((), tiles("1-0 1-1 2-1 2-2 3-1 3-2 3-3"))


def test_passes_that_are_not_in_succession_do_not_block() -> None:
    match = match_of(OUT)
    events = play(match, GO_OUT)
    assert kinds(events).count("passed") == 6
    assert "blocked" not in kinds(events)


def test_a_double_blank_counts_nothing() -> None:
    match = match_of(deal("6-6 5-5 4-4 6-5 6-4 5-4 6-0", "0-0 3-2 3-1 3-0 2-1 2-0 1-0"))
    play(match, GO_OUT)
    assert match.scores == (18, 0)  # 0 + 5 + 4 + 3 + 3 + 2 + 1


@pytest.mark.parametrize(
    ("other", "score"),
    [
        # SEVENTEEN goes off in every line; the double is worth ten times one half, the others their pips
        ("5-5 5-4 5-3 5-2 5-1 4-3 4-2", 50 + 9 + 8 + 7 + 6 + 7 + 6 - 17),
        ("4-4 5-4 5-3 5-2 5-1 4-3 4-2", 40 + 9 + 8 + 7 + 6 + 7 + 6 - 17),
        ("3-3 5-4 5-3 5-2 5-1 4-3 4-2", 30 + 9 + 8 + 7 + 6 + 7 + 6 - 17),
        ("2-2 5-4 5-3 5-2 5-1 4-3 4-2", 20 + 9 + 8 + 7 + 6 + 7 + 6 - 17),
        ("1-1 5-4 5-3 5-2 5-1 4-3 4-2", 10 + 9 + 8 + 7 + 6 + 7 + 6 - 17),
        ("0-0 5-4 5-3 5-2 5-1 4-3 4-2", 0 + 9 + 8 + 7 + 6 + 7 + 6 - 17),
        ("5-0 5-4 5-3 5-2 5-1 4-3 4-2", 5 + 9 + 8 + 7 + 6 + 7 + 6 - 17),
        ("5-5 4-4 5-3 3-3 1-1 2-2 0-0", 50 + 8 + 8 + 6 + 2 + 4 + 0 - 17),
    ],
)
def test_a_blocked_deal_goes_to_the_fewer_pips_less_those_pips(other: str, score: int) -> None:
    assert blocked(SEVENTEEN, other).scores == (score, 0)


def test_a_double_six_left_in_hand_counts_sixty() -> None:
    match = match_of(deal("5-4 5-5 4-4 5-0 4-0 3-0 2-0", "6-6 6-3 6-2 6-1 3-2 3-1 2-1"))
    play(match, "5-4 pass 5-5@left pass 5-0@left pass 2-0@left 2-1@left 4-4@right")
    assert texts(match.moves(1)) == ["3-1@left", "6-1@left"]
    play(match, "3-1@left 3-0@left pass 4-0@left")
    # seat 1 keeps 6-6 6-3 6-2 3-2 6-1: 60 + 9 + 8 + 5 + 7
    assert match.scores == (89, 0)


def test_only_the_single_highest_double_of_both_hands_counts_tenfold() -> None:
    # 4-4 1-0 2-0 3-0 2-1 0-0 is 17, and 4-4 counts its 8 as usual since the other holds 5-5;
    # 5-5 5-4 5-3 3-2 4-1 3-1 1-1 is 50 + 9 + 8 + 5 + 5 + 4 + 2 = 83
    assert blocked("4-4 1-0 2-0 3-0 2-1 0-0", "5-5 5-4 5-3 3-2 4-1 3-1 1-1").scores == (66, 0)


def test_a_blocked_deal_is_decided_on_plain_pips_and_may_score_negative() -> None:
    # plain: 5-5 1-0 2-0 3-0 2-1 0-0 is 19, 5-4 5-3 3-2 4-1 3-1 1-1 2-2 is 37; in the score the 19 become 59
    match = blocked("5-5 1-0 2-0 3-0 2-1 0-0", "5-4 5-3 3-2 4-1 3-1 1-1 2-2")
    assert match.last_deal is not None
    assert match.last_deal.winners == (0,)
    assert match.scores == (37 - 59, 0)
    assert Scored(0, -22, ScoreReason.DEAL) in match.events


def test_only_the_winners_account_moves() -> None:
    match = match_of(deal(SEVENTEEN + " 5-0", "6-6 5-5 5-4 5-3 4-4 1-1 5-2"), opener=1)
    play(match, BLOCK)
    # 17 + 5 = 22 against 50 + 9 + 8 + 8 + 2 + 7 = 84
    assert match.scores == (62, 0)


def test_a_blocked_deal_with_equal_pips_scores_nobody() -> None:
    # 5-4 5-3 1-0 2-0 3-0 4-0 is 27, 0-0 2-1 1-1 3-1 2-2 4-3 5-2 is 27; that 2-2 would count 20 makes no difference
    match = match_of(deal("6-6 5-4 5-3 1-0 2-0 3-0 4-0", "0-0 2-1 1-1 3-1 2-2 4-3 5-2"))
    events = play(match, BLOCK)
    assert match.scores == (0, 0)
    assert match.last_deal is not None
    assert match.last_deal.winners == ()
    assert "no_score" in kinds(events)
    assert "scored" not in kinds(events)
    assert match.actors() == (1,)


def test_the_end_of_a_deal_is_told_in_order_and_the_next_is_dealt_at_once() -> None:
    match = match_of(deal(f"6-6 {SEVENTEEN}", "5-5 5-4 5-3 4-4 1-1 5-2 5-1"), OUT)
    play(match, "6-6 pass")
    passed, blocked, shown, also_shown, bonus, scored, new_deal, dealt, also_dealt = match.play(0, "pass")
    assert passed == Passed(0)
    assert blocked == Blocked()
    assert shown == Shown(0, tiles("1-0 2-0 2-1 3-0 3-1 4-0"), 17)
    assert also_shown == Shown(1, tiles("1-1 4-4 5-1 5-2 5-3 5-4 5-5"), 50)
    assert bonus == Bonus(1, tiles("5-5"), 50)
    assert scored == Scored(0, 73, ScoreReason.DEAL)  # 40 more for 5-5: 90 - 17
    assert new_deal == DealBegan(1, 2)
    assert dealt == Dealt(0, tiles("4-4 5-4 5-5 6-0 6-4 6-5 6-6"), 7, (0,))
    assert also_dealt.seen_by(0) == Dealt(1, (), 7, (1,))
    assert also_dealt.seen_by(None).tiles == ()
    assert match.view(None).deal == 2
    assert match.view(None).line.tiles == ()
    assert match.view(1).last_deal == match.last_deal


# --- The match --------------------------------------------------------------------------------------------------------


def test_the_match_ends_at_100() -> None:
    match = match_of(GAIN_73, GAIN_27)
    events = play(match, f"{BLOCK} {BLOCK}")
    assert match.scores == (100, 0)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.scores == (100, 0)
    assert list(match.outcome.ranking) == [frozenset({0}), frozenset({1})]
    assert match.outcome.reason is EndReason.TARGET
    assert events[-1] == Over((0,))
    assert match.actors() == ()
    assert match.view(None).deal == 2  # no third one is dealt


def test_99_do_not_end_the_match() -> None:
    match = match_of(GAIN_73, GAIN_26)
    play(match, f"{BLOCK} {BLOCK}")
    assert match.scores == (99, 0)
    assert match.outcome is None
    assert match.view(None).deal == 3
    assert match.actors() == (0,)


def test_a_negative_score_is_made_good_later() -> None:
    negative = deal("6-6 5-5 1-0 2-0 3-0 2-1 0-0", "5-4 5-3 3-2 4-1 3-1 1-1 2-2")
    match = match_of(negative, GAIN_27)
    play(match, f"{BLOCK} {BLOCK}")
    assert match.scores == (-22 + 27, 0)


def test_a_deal_s_end_says_what_each_hand_counted_with_the_tenfold_double() -> None:
    match = match_of(OUT)
    play(match, GO_OUT)
    assert match.last_deal is not None
    assert match.last_deal.counted == (0, 25 - 6 + 30)  # 3-3 counts 30
    assert match.last_deal.points == (49, 0)
    assert match.last_deal.during == (0, 0)
