"""The end of a deal of Nos and of the match, rule by rule. Numbers are worked out by hand."""

from __future__ import annotations

import pytest

import games
from games import EndReason, IllegalMove, NoSuchSeat, RecordError
from games.core.events import Shown
from games.nos import Nos
from games.nos.view import NosDealEnd
from tests.games.deals import deal, of_kind
from tests.games.nos.tables import begun, closed, kinds, paid, play, table


def blocked(*hands: str, opener: int = 0) -> Nos:
    """Return a deal in which all have passed the opening 5-5, the only five in the hands."""
    match = closed("1", "5-5", *hands, boneyard="6-5 5-4", opener=opener)
    play(match, *["pass"] * len(hands))
    return match


def ending(match: Nos) -> NosDealEnd:
    assert isinstance(match.last_deal, NosDealEnd)
    return match.last_deal


# --- Settlement -------------------------------------------------------------------------------------------------------


def test_every_pair_of_players_settles_the_difference_of_their_pips() -> None:
    match = blocked("6-4", "2-1", "4-3 1-0", "3-0")  # 10, 3, 8 and 3
    assert [payment for payment in paid(match.events) if payment[3] == "settlement"] == [
        (0, 1, 7, "settlement"),
        (0, 2, 2, "settlement"),
        (0, 3, 7, "settlement"),
        (2, 1, 5, "settlement"),
        (2, 3, 5, "settlement"),
    ]
    assert match.scores == (-16, 12, -8, 12)


def test_the_blank_double_counts_14_and_other_blanks_nothing() -> None:
    match = blocked("6-0", "0-0", "1-0")
    assert ending(match).counted == (6, 14, 1)
    assert match.scores == (-5 + 8, -8 - 13, 5 + 13)


def test_who_is_out_settles_with_nothing_in_hand() -> None:
    match = begun("1", "5-5", "6-0 4-0", "5-3", "6-3")
    play(match, "5-3@left", "6-3@left")
    # 5 $ to seat 1 from both, then 10 pips from the opener to each of the two.
    assert match.scores == (-5 - 10 - 10, 10 + 10, -5 + 10)


def test_remaining_hands_are_shown_with_pips_before_the_settlement() -> None:
    match = blocked("6-4", "2-1", "4-3 0-0")
    shown = [(event.seat, " ".join(map(str, event.tiles)), event.pips) for event in of_kind(match.events, Shown)]
    assert shown == [(0, "6-4", 10), (1, "2-1", 3), (2, "0-0 4-3", 21)]
    assert kinds(match.events).index("shown") < kinds(match.events).index("paid")


def test_the_payments_of_the_running_deal_are_added_up() -> None:
    match = table("5-5 6-4", "5-1 3-1", "4-1 2-0")
    play(match, "5-5", "variant=1", "close 5-1@left")
    assert match.view(None).paid == ((0, 0, 0), (10 + 40, 0, 40), (10, 0, 0))


def test_the_deals_end_tells_who_paid_whom_in_the_whole_deal() -> None:
    match = table("5-5 6-4", "5-1", "1-0")
    play(match, "5-5", "variant=1", "5-1@left", "1-0@left")
    end = ending(match)
    assert end.paid == ((0, 5 + 10, 10), (10, 0, 0), (10, 5, 0))
    assert end.points == (20 - 25, 20 - 10, 10 - 15)


def test_the_last_deal_stays_in_the_view() -> None:
    match = blocked("6-4", "2-1", "4-3")
    end = match.view(None).last_deal
    assert isinstance(end, NosDealEnd)
    assert (end.number, end.reason, end.winners, end.variant, end.counted) == (1, "blocked", (), "1", (10, 3, 7))
    assert end.points == end.scores == match.scores == (-10, 11, -1)
    assert end.paid == ((0, 7, 3), (0, 0, 0), (0, 4, 0))


def test_the_deals_end_keeps_what_was_told_of_it() -> None:
    assert kinds(list(ending(blocked("6-4", "2-1", "4-3")).events)) == ["blocked", *["shown"] * 3, *["paid"] * 3]
    match = begun("1", "5-5", "6-0 4-0", "5-3", "6-3")
    play(match, "5-3@left", "close 6-3@left")
    assert kinds(list(ending(match).events)) == ["out", "claim", "paid", "shown", "paid", "paid"]


# --- Who opens next ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "opener", "loser"),
    [
        (("6-4", "2-1", "4-3"), 0, 0),
        (("2-1", "6-4", "4-3"), 0, 1),
        (("2-1", "4-3", "6-4"), 1, 2),
        (("4-2", "0-0", "6-6"), 1, 1),  # 14 pips against 12
        (("2-1", "6-4", "6-3 1-0"), 0, 1),  # 10 pips each: the first to the left of the opener
        (("4-3 2-1", "6-4", "3-0"), 1, 0),  # 10 pips each: the opener comes last himself
        (("6-3 1-0", "3-0", "6-4"), 1, 2),
    ],
)
def test_who_held_the_most_pips_opens_the_next_deal(hands: tuple[str, ...], opener: int, loser: int) -> None:
    assert blocked(*hands, opener=opener).view(None).opener == loser


def test_later_deals_stay_and_an_opener_without_a_double_draws() -> None:
    no_double = deal("5-4 5-3 5-2 5-1 5-0", "6-5 6-4 6-3 6-2 6-1", "4-3 4-2 4-1 4-0 3-2")
    first = deal("6-6 6-5 6-4 6-3 6-2", "6-1 6-0 4-1 4-2 4-3", "3-1 3-2 2-1 2-0 5-0")
    match = Nos(seats=3, seed="a seed", deals=[first, no_double])
    play(match, "6-6", "variant=1")
    while match.last_deal is None:
        play(match, str(match.moves(match.actors()[0])[0]))
    assert "no_double" not in kinds(match.events)
    assert [str(move) for move in match.moves(match.actors()[0])] == ["draw"]


# --- The end of the match ---------------------------------------------------------------------------------------------


def ended(match: Nos, deals: int) -> Nos:
    """Play on without claims until `deals` deals have ended; return the match."""
    while match.outcome is None and (match.last_deal is None or match.last_deal.number < deals):
        play(match, str(match.sensible_moves(match.actors()[0])[-1]))
    return match


@pytest.mark.parametrize("deals", [1, 2, 10])
def test_the_match_lasts_as_many_deals_as_were_chosen(deals: int) -> None:
    match = ended(Nos(seats=3, seed="a seed", options={"deals": deals}), 99)
    assert match.outcome is not None
    assert ending(match).number == deals
    assert match.actors() == ()


def test_a_match_lasts_ten_deals_unless_chosen_otherwise() -> None:
    assert games.new_match("nos", seats=3).options["deals"] == 10


def test_without_a_limit_a_match_goes_on_until_the_table_ends_it() -> None:
    match = ended(Nos(seats=3, seed="a seed", options={"deals": 0}), 60)
    assert match.outcome is None
    match.finish()
    assert match.outcome is not None


def test_deals_that_were_dealt_again_do_not_count() -> None:
    no_double = deal("5-4 5-3 5-2 5-1 5-0", "6-5 6-4 6-3 6-2 6-1", "4-3 4-2 4-1 4-0 3-2")
    match = ended(Nos(seats=3, seed="a seed", deals=[no_double] * 3, options={"deals": 1}), 99)
    assert ending(match).number == 1


def test_who_won_the_most_chips_wins_the_match() -> None:
    match = table("5-5 6-4", "2-1", "4-3 1-0")
    match.finish()
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2)
    match = closed("1", "5-5", "6-4", "2-1", "4-3 1-0", "3-0", boneyard="6-5 5-4", deals=1)
    play(match, "pass", "pass", "pass", "pass")
    outcome = match.outcome
    assert outcome is not None
    assert outcome.scores == (-16, 12, -8, 12)
    assert outcome.winners == (1, 3)
    assert list(outcome.ranking) == [{1, 3}, {2}, {0}]
    assert outcome.reason is EndReason.DEALS


def test_a_match_ended_in_mid_deal_drops_the_deal_but_not_its_payments() -> None:
    match = table("5-5 6-4", "2-1", "4-3 1-0")
    play(match, "5-5", "variant=1")
    happened = match.finish()
    assert kinds(happened) == ["finished", "over"]
    assert match.outcome is not None
    assert match.outcome.scores == (20, -10, -10)
    assert match.outcome.reason is EndReason.FINISHED
    assert match.outcome.winners == (0,)
    assert match.last_deal is None
    with pytest.raises(IllegalMove, match="over"):
        match.finish()


def test_a_match_stopped_in_mid_deal_counts_only_its_complete_deals() -> None:
    match = closed("1", "5-5", "6-4", "2-1", "4-3 1-0", "3-0", boneyard="6-5 5-4", deals=2)
    play(match, "pass", "pass", "pass", "pass")
    match.apply(match.actors()[0], str(match.moves(match.actors()[0])[0]))
    match.apply(0, "stop")
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.reason) == ((-16, 12, -8, 12), EndReason.STOPPED)
    assert match.outcome.winners == (1, 3)
    assert not match.is_cut_short(), "one deal of two"
    with pytest.raises(IllegalMove, match="over"):
        match.apply(0, "stop")


# --- Leaving ----------------------------------------------------------------------------------------------------------


def test_leaving_takes_effect_when_the_deal_ends_and_the_hands_grow() -> None:
    match = Nos(seats=4, seed="a seed")
    assert kinds(match.leave(3)) == ["leaving"]
    assert match.view(None).leaving == (3,)
    assert match.view(None).players == (0, 1, 2, 3)
    assert match.view(None).counts == (4, 4, 4, 4)
    ended(match, 1)
    assert match.view(None).players == (0, 1, 2)
    assert match.view(None).leaving == ()
    assert match.view(None).counts == (5, 5, 5, 0)
    assert len(match.scores) == 4
    assert 3 not in match.actors()
    assert match.moves(3) == ()


def test_who_has_left_pays_nothing_and_keeps_their_score() -> None:
    match = Nos(seats=4, seed="a seed")
    match.leave(1)
    ended(match, 1)
    score = match.scores[1]
    ended(match, 6)
    assert match.scores[1] == score
    assert sum(match.scores) == 0


def test_with_fewer_than_three_the_match_is_over() -> None:
    match = Nos(seats=4, seed="a seed")
    match.leave(0)
    match.leave(2)
    ended(match, 1)
    assert match.outcome is not None
    assert [event.seat for event in match.events if event.kind == "left"] == [0, 2]


def test_the_match_is_over_even_if_all_leave() -> None:
    match = Nos(seats=3, seed="a seed")
    for seat in range(3):
        match.leave(seat)
    assert ended(match, 1).outcome is not None


@pytest.mark.parametrize(("leavers", "opener"), [((0,), 1), ((0, 1), 2), ((1,), 0), ((0, 4), 1)])
def test_if_the_loser_leaves_the_next_seat_left_opens(leavers: tuple[int, ...], opener: int) -> None:
    match = closed("1", "5-5", "6-4", "2-1", "4-3", "3-0", "1-0", boneyard="6-5 5-4")
    for seat in leavers:
        match.leave(seat)
    play(match, *["pass"] * 5)
    assert match.view(None).opener == opener


def test_the_next_seat_is_found_across_the_end_of_the_row() -> None:
    match = closed("1", "5-5", "2-1", "3-0", "4-3", "6-4", boneyard="6-5 5-4")
    match.leave(3)
    play(match, *["pass"] * 4)
    assert match.view(None).opener == 0


def test_nobody_leaves_twice_and_no_stranger_leaves() -> None:
    match = Nos(seats=4, seed="a seed")
    match.leave(1)
    with pytest.raises(IllegalMove, match="leaving"):
        match.leave(1)
    ended(match, 1)
    with pytest.raises(IllegalMove, match="left"):
        match.leave(1)
    with pytest.raises(NoSuchSeat):
        match.leave(4)
    with pytest.raises(NoSuchSeat):
        match.finish(-1)
    match.finish()
    with pytest.raises(IllegalMove, match="over"):
        match.leave(0)


def test_leaving_and_the_tables_end_are_recorded_and_replayed() -> None:
    match = Nos(seats=4, seed="a seed")
    match.leave(2)
    ended(match, 2)
    match.finish(1)
    text = match.record().text()
    assert "\n2 leave\n" in text
    assert text.endswith("\n1 finish\n")
    again = games.replay(text)
    assert again == match
    assert again.outcome == match.outcome
    assert again.view(0) == match.view(0)


def test_a_record_in_which_somebody_leaves_twice_is_refused() -> None:
    match = Nos(seats=4, seed="a seed")
    match.leave(2)
    with pytest.raises(RecordError, match="leave"):
        games.replay(match.record().text() + "2 leave\n")


def test_leaving_is_no_move() -> None:
    match = Nos(seats=4, seed="a seed")
    for text in ("leave", "finish", "stop", "resign"):
        assert getattr(match.refusal(match.actors()[0], text), "code", None) == "unknown_verb"


def test_a_copy_leaves_by_itself() -> None:
    match = Nos(seats=4, seed="a seed")
    match.copy().leave(2)
    assert match.view(None).leaving == ()
