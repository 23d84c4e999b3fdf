"""Agreeing on and making secret signs, as pure steps."""

from dataclasses import replace

import pytest

from bot.tables import play, signs, staffing
from bot.tables.errors import TableError
from bot.tables.pacts import SIGNS, draw_signs
from bot.tables.state import Note, Person, Table
from bot.tables.time_controls import COMPUTER_TURN_WITH_SIGNS_S, PACT_S
from games import Event
from storage.matches import Player
from storage.signs import Pact, Pad
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, EWA, NOON, a_match
from tests.chance import InOrder

DMITRI = Person(1005, "Dmitri")


def party(*players: Person | Player, agreed: bool = False, **options: object) -> Table:
    """Four at Kent; Ada and Celina are partners."""
    table = a_match(*(players or (ADA, BORYS, CELINA, DMITRI)), game="kent", options={"tempo": 20, **options})
    if agreed:
        for pact in table.pacts:
            table = table.with_pact(replace(pact, sign=SIGNS[pact.pair], open=False))
        table = play.rest_of_turn(table, NOON)
    return table


def passed(table: Table) -> Table:
    """Return the table after the holder passes."""
    seat = table.to_move()
    assert seat is not None
    assert table.match is not None
    text = next(str(move) for move in table.match.moves(seat.seat) if str(move).startswith("pass"))
    person = next(one for one in (ADA, BORYS, CELINA, DMITRI) if one.user_id == seat.user_id)
    return play.move(table, person, table.revision, text, NOON).table


def last(table: Table) -> Event | Note:
    return table.recent[-1]


def test_a_proposal_waits_for_the_partner_and_the_same_one_makes_the_pact() -> None:
    table = signs.propose(party(), ADA, "wink", NOON).table
    assert table.pact_of(0) == Pact(0, proposals=("wink", None))
    table = signs.propose(table, CELINA, "wink", NOON).table
    assert table.pact_of(2) == Pact(0, sign="wink", open=False)
    assert table.pact_of(1) == Pact(1)
    assert table.agreeing
    assert table.stored.deadline == NOON + PACT_S


def test_another_proposal_is_a_counter_proposal_and_the_last_ones_count() -> None:
    table = signs.propose(party(), ADA, "wink", NOON).table
    table = signs.propose(table, CELINA, "ear", NOON).table
    assert table.pact_of(0).proposals == ("wink", "ear")
    assert table.pact_of(0).open
    table = signs.propose(table, ADA, "ear", NOON).table
    assert table.pact_of(0) == Pact(0, sign="ear", open=False)


def test_a_withdrawn_proposal_is_void_and_an_older_one_stays_unchanged() -> None:
    table = signs.propose(party(), ADA, "wink", NOON).table
    table = signs.propose(table, ADA, "ear", NOON).table
    assert signs.withdraw(table, ADA, "wink", NOON).table == table
    assert signs.withdraw(table, EWA, "ear", NOON).table == table
    table = signs.withdraw(table, ADA, "ear", NOON).table
    assert table.pact_of(0).proposals == (None, None)
    assert signs.propose(table, CELINA, "ear", NOON).table.pact_of(0).open


def test_an_agreed_pair_cannot_propose_and_the_last_pact_starts_the_turn() -> None:
    table = party()
    for person in (ADA, CELINA):
        table = signs.propose(table, person, "wink", NOON).table
    with pytest.raises(TableError) as refused:
        signs.propose(table, ADA, "ear", NOON)
    assert refused.value.key == "pact.over"
    for person in (BORYS, DMITRI):
        table = signs.propose(table, person, "nose", NOON + 30).table
    assert not table.agreeing
    assert table.stored.deadline == NOON + 30 + 20


@pytest.mark.parametrize("sign", ["", "grin", "WINK"])
def test_a_sign_that_is_none_of_the_eight_is_refused(sign: str) -> None:
    with pytest.raises(TableError):
        signs.propose(party(), ADA, sign, NOON)
    with pytest.raises(TableError):
        signs.give(party(agreed=True), ADA, 1, sign, NOON)


def test_a_computer_agrees_to_any_proposal_and_two_computers_agree_at_once() -> None:
    table = party(ADA, Player.CASUAL, Player.REGULAR, Player.CASUAL)
    assert table.pact_of(1) == Pact(1, drawn=True, open=False)  # the sign is drawn before the step is saved
    assert table.pact_of(0).open
    table = signs.propose(table, ADA, "nails", NOON).table
    assert table.pact_of(2) == Pact(0, sign="nails", open=False)
    assert not table.agreeing


def test_a_sign_is_drawn_when_the_time_is_over_and_not_a_moment_before() -> None:
    table = signs.propose(party(), ADA, "wink", NOON).table
    table = signs.propose(table, CELINA, "wink", NOON).table
    assert signs.draw_overdue(table, NOON + PACT_S - 0.1).table == table
    after = draw_signs(signs.draw_overdue(table, NOON + PACT_S), InOrder()).table
    assert after.pact_of(0) == table.pact_of(0)
    assert after.pact_of(1) == Pact(1, sign=SIGNS[0], drawn=True, open=False)
    assert after.stored.deadline == NOON + PACT_S + 20


def test_a_new_sign_is_agreed_on_at_once_before_the_first_pass() -> None:
    table = signs.ask_for_new_sign(party(agreed=True), ADA, NOON).table
    assert table.pact_of(0) == Pact(0)
    assert not table.pact_of(1).open
    assert table.stored.deadline == NOON + PACT_S


def test_a_new_sign_is_refused_during_agreements_and_without_a_seat() -> None:
    with pytest.raises(TableError, match=r"signs\.agreeing"):
        signs.ask_for_new_sign(party(), ADA, NOON)
    with pytest.raises(TableError, match=r"table\.not_sitting"):
        signs.ask_for_new_sign(party(agreed=True), EWA, NOON)


def test_without_a_clock_a_turn_waits_a_month_and_pairs_get_no_extra_time() -> None:
    over = play.call(party(agreed=True, tempo="none"), BORYS, 1, "kent", NOON).table
    assert over.stored.deadline == NOON + 30 * 86_400 + 8
    asked = signs.ask_for_new_sign(passed(party(agreed=True)), CELINA, NOON).table
    agreeing = play.call(asked, BORYS, 1, "kent", NOON).table
    assert agreeing.stored.deadline == NOON + 90


def test_a_new_sign_asked_for_later_is_agreed_on_after_the_deal() -> None:
    table = passed(party(agreed=True))
    asked = signs.ask_for_new_sign(table, CELINA, NOON).table
    assert asked.pact_of(0) == replace(table.pact_of(0), asked=True)
    assert last(asked) == Note("event.signs.new_sign", {"seats": "0 2"})
    assert signs.ask_for_new_sign(asked, ADA, NOON).table == asked
    over = play.call(asked, BORYS, 1, "kent", NOON).table
    assert over.deal == 2
    assert over.pact_of(0) == Pact(0)
    assert over.pact_of(1) == table.pact_of(1)
    assert over.agreeing


@pytest.mark.parametrize(
    ("tells", "note"),
    [
        ("sign", Note("event.signs.shown", {"seat": "0", "sign": "yawn"})),
        ("gesture", Note("event.signs.gesture", {"seat": "0"})),
        ("none", None),
    ],
)
def test_a_sign_reaches_the_partner_and_the_others_as_far_as_tells_goes(tells: str, note: Note | None) -> None:
    table = party(agreed=True, tells=tells)
    after = signs.give(table, ADA, 1, "yawn", NOON + 1).table
    sign = after.sign_of(0)
    assert sign is not None
    assert (sign.sign, sign.at) == ("yawn", NOON + 1)
    assert after.recent == (table.recent if note is None else (*table.recent, note))
    assert "yawn" not in repr(sign)


def test_a_seat_s_last_sign_counts_and_a_repeated_one_is_another() -> None:
    once = signs.give(party(agreed=True), ADA, 1, "yawn", NOON).table
    twice = signs.give(once, ADA, 1, "yawn", NOON).table
    assert len(twice.signs) == 1
    assert twice != once


def test_signs_of_a_deal_are_forgotten_after_it_and_refused_in_the_next() -> None:
    table = signs.give(party(agreed=True), ADA, 1, "yawn", NOON).table
    table = play.call(table, BORYS, 1, "kent", NOON).table
    assert table.signs == ()
    assert table.pact_of(0).sign == SIGNS[0]
    with pytest.raises(TableError) as refused:
        signs.give(table, ADA, 1, "yawn", NOON)
    assert refused.value.key == "table.old_deal"


def test_no_sign_is_made_while_pairs_agree_or_by_somebody_without_a_seat() -> None:
    with pytest.raises(TableError):
        signs.give(party(), ADA, 1, "yawn", NOON)
    with pytest.raises(TableError):
        signs.give(party(agreed=True), EWA, 1, "yawn", NOON)


def test_a_computer_that_was_slow_makes_no_sign_in_another_deal() -> None:
    table = party(ADA, BORYS, Player.CASUAL, DMITRI, agreed=True)
    seat = table.seats[2]
    assert signs.give_of_computer(table, seat, 1, "ear", NOON).table.sign_of(2) is not None
    over = play.call(table, BORYS, 1, "kent", NOON).table
    assert signs.give_of_computer(over, seat, 1, "ear", NOON).table == over


def test_who_comes_new_agrees_again_and_knows_no_old_signs() -> None:
    table = party(agreed=True)
    table = signs.pad_sent(table, Pad(0, ADA.user_id, pad_id=5, channel_id=6), NOON).table
    table = signs.give(table, ADA, 1, "yawn", NOON).table
    table = signs.give(table, BORYS, 1, "ear", NOON).table
    after = staffing.leave(table, ADA, NOON + 5).table
    assert after.pact_of(0) == Pact(0)
    assert after.pads == ()
    assert [one.seat for one in after.signs] == [1]
    assert after.stored.deadline == NOON + 5 + PACT_S
    assert signs.propose(after, CELINA, "nails", NOON).table.pact_of(0).sign == "nails"


def test_the_turn_begins_when_the_last_agreeing_person_leaves() -> None:
    table = party(ADA, BORYS, Player.CASUAL, DMITRI)
    for person in (BORYS, DMITRI):
        table = signs.propose(table, person, "nose", NOON).table
    after = staffing.leave(table, ADA, NOON + 5).table
    assert not after.agreeing
    turn = after.to_move()
    assert turn is not None
    least, most = COMPUTER_TURN_WITH_SIGNS_S if turn.user_id is None else (20, 20)
    assert after.stored.deadline is not None
    assert NOON + 5 + least <= after.stored.deadline <= NOON + 5 + most


def test_a_pad_of_somebody_who_has_left_is_not_kept() -> None:
    table = party(agreed=True)
    pad = Pad(0, ADA.user_id, pad_id=5, channel_id=6)
    assert signs.pad_sent(table, pad, NOON).table.pad_of(0) == pad
    assert signs.pad_sent(table, replace(pad, user_id=EWA.user_id), NOON).table == table
    assert signs.pad_sent(table, replace(pad, seat=9), NOON).table == table


def test_a_match_that_goes_on_while_everybody_is_away_is_paused_again() -> None:
    table = party(ADA, BORYS, CELINA, DMITRI, agreed=True)
    for seat in table.seats:
        table = table.with_seat(replace(seat, away=True))
    turn = table.to_move()
    assert turn is not None
    assert table.match is not None
    move = str(table.match.moves(turn.seat)[0])
    after = play.move_of_computer(table, turn, table.revision, move, NOON).table
    assert after.status.value == "paused"
    assert last(after) == Note("event.table.empty")
