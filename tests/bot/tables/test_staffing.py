"""Leaving, substitution, offers and pause, in every state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.tables import agreeing, ending, play, staffing
from bot.tables.errors import TableError
from bot.tables.staffing import SeatOffer, SeatRequest
from bot.tables.state import Note, Person, Step, Table
from bot.tables.time_controls import COMPUTER_TURN_S
from storage.league.results import NotCounted
from storage.matches import Player, Status
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, EWA, NOON, a_lobby, a_match, agreed_pause, entered, seat

LATER = NOON + 10
OFFER = SeatOffer("0ffe12", 1, 1, CELINA.user_id, BORYS.user_id)
"""Borys offers Celina his seat in the first deal."""


def refusal(step: Callable[..., Step], *about: Any) -> str:
    with pytest.raises(TableError) as caught:
        step(*about)
    return caught.value.key


def paused(table: Table) -> Table:
    return agreed_pause(table, ADA, LATER).table


def test_a_computer_takes_a_leaver_s_seat_and_plays_soon_if_to_move() -> None:
    table = staffing.leave(a_match(ADA, BORYS, clock="none"), ADA, LATER).table
    assert table.seats[0] == seat(0, Player.REGULAR, after=ADA)
    assert (table.status, table.stored.deadline) == (Status.PLAYING, LATER + COMPUTER_TURN_S)
    assert table.recent[-1] == Note("event.table.left", {"name": "Ada", "left_seat": "0"})


def test_the_clock_of_the_player_to_move_runs_on_when_the_other_leaves() -> None:
    table = staffing.leave(a_match(ADA, BORYS, clock="quick"), BORYS, LATER).table
    assert table.stored.deadline == NOON + 45


def test_a_host_who_leaves_the_match_is_followed_by_the_next_person() -> None:
    assert staffing.leave(a_match(ADA, BORYS), ADA, LATER).table.stored.host_id == BORYS.user_id
    assert staffing.leave(a_match(ADA, BORYS), BORYS, LATER).table.stored.host_id == ADA.user_id


@pytest.mark.parametrize("pause", [False, True])
def test_the_match_ends_without_a_winner_when_the_last_person_leaves(pause: bool) -> None:
    table = a_match(ADA, Player.CASUAL)
    step = staffing.leave(paused(table) if pause else table, ADA, LATER)
    assert (step.table.status, step.table.stored.ended_at) == (Status.CANCELLED, LATER)
    assert step.table.stored.deadline is None
    assert step.match_results == ()


def test_leaving_a_paused_match_does_not_start_the_clock() -> None:
    table = staffing.leave(paused(a_match(ADA, BORYS)), ADA, LATER).table
    assert (table.status, table.stored.deadline) == (Status.PAUSED, LATER + 30 * 86_400)
    resumed = staffing.resume(table, BORYS, LATER + 5).table
    assert (resumed.status, resumed.stored.deadline) == (Status.PLAYING, LATER + 5 + COMPUTER_TURN_S)


def away(table: Table) -> Table:
    return table.with_seat(seat(0, ADA, late=2, away=True))


@pytest.mark.parametrize("other", [BORYS, Player.CASUAL])
def test_who_paused_the_match_resumes_it_by_coming_back(other: Person | Player) -> None:
    table = staffing.come_back_and_resume(away(paused(a_match(ADA, other))), ADA, LATER + 5).table
    assert (table.status, table.seats[0]) == (Status.PLAYING, seat(0, ADA))


def test_coming_back_leaves_another_person_s_pause() -> None:
    stopped = paused(a_match(ADA, BORYS)).with_seat(seat(1, BORYS, late=2, away=True))
    table = staffing.come_back_and_resume(stopped, BORYS, LATER + 5).table
    assert (table.status, table.seats[1]) == (Status.PAUSED, seat(1, BORYS))


def test_coming_back_to_a_running_match_takes_the_seat() -> None:
    table = staffing.come_back_and_resume(away(a_match(ADA, BORYS)), ADA, LATER + 5).table
    assert (table.status, table.seats[0]) == (Status.PLAYING, seat(0, ADA))


def test_players_give_their_own_seat_to_a_computer_moderators_any() -> None:
    table = a_match(ADA, BORYS)
    given = seat(1, Player.REGULAR, after=BORYS)
    assert staffing.replace_by_computer(table, BORYS, 1, Player.REGULAR, LATER).table.seats[1] == given
    away = table.with_seat(seat(1, BORYS, late=2, away=True))
    assert staffing.replace_by_computer(away, ADA, 1, Player.REGULAR, LATER).table.seats[1] == given
    by_moderator = staffing.replace_by_computer(table, EWA, 0, Player.REGULAR, LATER).table
    assert by_moderator.seats[0] == seat(0, Player.REGULAR, after=ADA)
    assert by_moderator.stored.host_id == BORYS.user_id
    for stranger, number in ((BORYS, 0), (CELINA, 1)):
        key = refusal(staffing.replace_by_computer, table, stranger, number, Player.REGULAR, LATER)
        assert key == "table.replace.own_seat_or_host"


def test_the_host_cannot_give_away_the_seat_of_an_opponent_who_is_present() -> None:
    table = a_match(ADA, BORYS)
    assert refusal(staffing.replace_by_computer, table, ADA, 1, Player.REGULAR, LATER) == "table.replace.present"
    offer = SeatOffer("0ffe12", 1, 1, CELINA.user_id, ADA.user_id)
    assert refusal(staffing.offer_seat, table, ADA, offer, LATER) == "table.replace.not_yours"
    assert (
        refusal(staffing.offer_seat, entered(a_match(ADA, BORYS), NotCounted.OFTEN), ADA, offer, LATER)
        == "table.replace.present"
    )
    friendly = a_match(ADA, BORYS, Player.CASUAL, game="double_trouble")
    assert staffing.replace_by_computer(friendly, ADA, 1, Player.CASUAL, LATER).table.seats[1].user_id is None


def test_no_other_level_enters_a_match_between_people() -> None:
    for level in (Player.CASUAL, Player.STRONG, Player.MASTER):
        key = refusal(staffing.replace_by_computer, a_match(ADA, BORYS), BORYS, 1, level, LATER)
        assert key == "table.replace.usual_level"


def test_a_computer_replaces_another_computer_but_not_the_last_person() -> None:
    table = a_match(ADA, Player.CASUAL)
    assert refusal(staffing.replace_by_computer, table, ADA, 0, Player.CASUAL, LATER) == "table.replace.last_person"
    step = staffing.replace_by_computer(table, ADA, 1, Player.REGULAR, LATER)
    assert step.table.seats[1] == seat(1, Player.REGULAR)


def open_match(*players: Person | Player, **changes: Any) -> Table:
    """Return a match that does not count, whose computers play in seats that Ewa has left."""
    table = entered(a_match(*players, **changes), NotCounted.COMPUTERS)
    for one in table.seats:
        table = table.with_seat(replace(one, former_id=EWA.user_id, former_name=EWA.name) if not one.user_id else one)
    return table


def test_a_person_takes_over_from_a_computer_with_the_whole_time_of_a_turn() -> None:
    table = open_match(Player.CASUAL, ADA, clock="quick")
    taken = staffing.replace_by_person(table, BORYS, 0, LATER).table
    assert taken.seats[0] == seat(0, BORYS, after=EWA)
    assert taken.stored.deadline == LATER + 45
    assert taken.recent[-1] == Note("event.table.replaced_computer", {"name": "Борис"})


def test_a_person_takes_over_from_one_who_is_away_and_hosts_if_they_did() -> None:
    table = entered(a_match(ADA, BORYS), NotCounted.OFTEN).with_seat(seat(0, ADA, late=2, away=True))
    taken = staffing.admit(table, BORYS, CELINA, SeatRequest(0, ADA.user_id, 1), LATER).table
    assert taken.seats[0] == seat(0, CELINA, after=ADA)
    assert taken.stored.host_id == CELINA.user_id


def test_nobody_pushes_a_player_who_is_there_out_of_their_seat() -> None:
    assert refusal(staffing.replace_by_person, a_match(ADA, BORYS), CELINA, 1, LATER) == "table.replace.seat_taken"
    late = a_match(ADA, BORYS).with_seat(seat(0, ADA, late=1))
    assert refusal(staffing.replace_by_person, late, CELINA, 0, LATER) == "table.replace.seat_taken"


def test_a_seat_is_asked_for_unless_its_person_has_left() -> None:
    for player in (Player.CASUAL, Player.REGULAR):
        table = a_match(ADA, player)
        for outsider in (CELINA, EWA):
            assert refusal(staffing.replace_by_person, table, outsider, 1, LATER) == "table.replace.must_ask"
    away = a_match(ADA, BORYS).with_seat(seat(1, BORYS, late=2, away=True))
    assert refusal(staffing.replace_by_person, away, CELINA, 1, LATER) == "table.replace.must_ask"
    assert play.come_back(away, BORYS, LATER).table.seats[1] == seat(1, BORYS)
    three = entered(a_match(ADA, BORYS, Player.CASUAL, game="double_trouble"), NotCounted.COMPUTERS)
    left = staffing.leave(three, BORYS, LATER).table
    assert staffing.replace_by_person(left, CELINA, 1, LATER).table.seats[1] == seat(1, CELINA, after=BORYS)
    assert refusal(staffing.replace_by_person, left, BORYS, 1, LATER) == "table.replace.must_ask", "or was sent away"
    for why_not in (None, NotCounted.OFTEN):  # the result of Borys is kept
        kept = staffing.leave(entered(a_match(ADA, BORYS), why_not), BORYS, LATER).table
        assert refusal(staffing.replace_by_person, kept, CELINA, 1, LATER) == "table.replace.must_ask"


def test_of_two_free_seats_the_one_that_was_left_is_offered() -> None:
    table = entered(a_match(ADA, Player.CASUAL, BORYS, game="double_trouble"), NotCounted.COMPUTERS)
    assert staffing.free_seat(table) == table.seats[1]
    left = staffing.leave(table, BORYS, LATER).table
    assert staffing.free_seat(left) == left.seats[2]


def test_anybody_at_the_table_admits_who_has_asked_and_nobody_else_does() -> None:
    table = a_match(ADA, BORYS, Player.CASUAL, game="double_trouble")
    request = SeatRequest(2, None, 1)
    for person in (ADA, BORYS):
        admitted = staffing.admit(table, person, CELINA, request, LATER).table
        assert admitted.seats[2] == seat(2, CELINA)
        assert admitted.recent[-1] == Note("event.table.replaced_computer", {"name": "Celina"})
    for outsider in (CELINA, EWA):
        assert refusal(staffing.admit, table, outsider, CELINA, request, LATER) == "table.replace.only_table"
    assert refusal(staffing.admit, table, ADA, BORYS, request, LATER) == "table.replace.already_sitting"


def test_a_request_for_a_seat_expires_with_its_player_or_two_deals_later() -> None:
    table, request = a_match(ADA, BORYS, Player.CASUAL, game="double_trouble"), SeatRequest(2, None, 1)
    table = entered(table, NotCounted.COMPUTERS)
    taken = staffing.admit(table, ADA, CELINA, request, LATER).table
    assert refusal(staffing.admit, taken, ADA, EWA, request, LATER) == "table.replace.offer_over"
    gone = taken.with_seat(seat(2, CELINA, late=2, away=True))
    assert refusal(staffing.admit, gone, ADA, EWA, request, LATER) == "table.replace.offer_over"
    away = table.with_seat(seat(1, BORYS, late=2, away=True))
    assert staffing.admit(away, ADA, CELINA, SeatRequest(1, BORYS.user_id, 1), LATER).table.seats[1] == seat(
        1, CELINA, after=BORYS
    )
    assert (
        refusal(staffing.admit, table, ADA, CELINA, SeatRequest(1, BORYS.user_id, 1), LATER)
        == "table.replace.offer_over"
    )
    assert staffing.admit(table.with_stored(deals_ended=1), ADA, CELINA, request, LATER).table.seats[2] == seat(
        2, CELINA
    )
    later = table.with_stored(deals_ended=2)
    assert refusal(staffing.admit, later, ADA, CELINA, request, LATER) == "table.replace.offer_over"


@pytest.mark.parametrize(("step", "seat"), [(staffing.replace_by_person, 1), (staffing.accept_seat, OFFER)])
def test_nobody_sits_twice(step: Callable[..., Step], seat: object) -> None:
    assert refusal(step, a_match(ADA, Player.CASUAL), ADA, seat, LATER) == "lobby.refusal.already_sitting"


def test_who_was_offered_a_seat_takes_it_from_the_player_who_sits_there() -> None:
    offered = staffing.offer_seat(a_match(ADA, BORYS), BORYS, OFFER, LATER).table
    table = staffing.accept_seat(offered, CELINA, OFFER, LATER).table
    assert (table.seats[1], table.stored.offers) == (seat(1, CELINA, after=BORYS), table.marks)
    with_another = offered.with_seat(seat(1, EWA))
    for changed in (a_match(ADA, BORYS), with_another, offered.with_stored(deals_ended=1)):
        assert refusal(staffing.accept_seat, changed, CELINA, OFFER, LATER) == "table.replace.offer_over"


@pytest.mark.parametrize(
    "forged",
    [
        replace(OFFER, offer_id="0ffe13"),
        replace(OFFER, seat=0),
        replace(OFFER, invited=EWA.user_id),
        replace(OFFER, by=ADA.user_id),
    ],
)
def test_a_changed_address_takes_no_seat_and_ends_no_offer(forged: SeatOffer) -> None:
    offered = staffing.offer_seat(a_match(ADA, BORYS), BORYS, OFFER, LATER).table
    taker = EWA if forged.invited == EWA.user_id else CELINA
    assert refusal(staffing.accept_seat, offered, taker, forged, LATER) == "table.replace.offer_over"
    assert refusal(staffing.end_offer, offered, taker, forged, LATER) == "table.replace.offer_over"
    assert refusal(staffing.accept_seat, offered, EWA, OFFER, LATER) == "table.replace.not_for_you"
    assert refusal(staffing.end_offer, offered, ADA, OFFER, LATER) == "table.replace.offer_not_yours"


@pytest.mark.parametrize("person", [BORYS, CELINA])
def test_a_withdrawn_or_declined_offer_gives_no_seat(person: Person) -> None:
    offered = staffing.offer_seat(a_match(ADA, BORYS), BORYS, OFFER, LATER).table
    withdrawn = staffing.end_offer(offered, person, OFFER, LATER).table
    assert withdrawn.stored.offers == ()
    assert refusal(staffing.accept_seat, withdrawn, CELINA, OFFER, LATER) == "table.replace.offer_over"


def test_only_the_last_ten_offers_of_a_table_hold() -> None:
    table = a_match(ADA, BORYS)
    for number in range(11):
        table = staffing.offer_seat(table, BORYS, replace(OFFER, offer_id=str(number)), LATER).table
    assert len(table.stored.offers) == 10
    first, last = replace(OFFER, offer_id="0"), replace(OFFER, offer_id="10")
    assert refusal(staffing.accept_seat, table, CELINA, first, LATER) == "table.replace.offer_over"
    assert staffing.accept_seat(table, CELINA, last, LATER).table.seats[1] == seat(1, CELINA, after=BORYS)


@pytest.mark.parametrize("number", [-1, 2, 7])
def test_a_seat_that_does_not_exist_is_refused(number: int) -> None:
    table = a_match(ADA, BORYS)
    assert refusal(staffing.replace_by_person, table, CELINA, number, LATER) == "refusal.no_such_seat"
    assert refusal(staffing.replace_by_computer, table, ADA, number, Player.CASUAL, LATER) == "refusal.no_such_seat"
    assert refusal(staffing.accept_seat, table, CELINA, replace(OFFER, seat=number), LATER) == "refusal.no_such_seat"


@pytest.mark.parametrize(("now", "left_s"), [(NOON, 45), (NOON + 10, 35), (NOON + 25, 20), (NOON + 44, 20)])
def test_a_resumed_turn_has_what_was_left_but_at_least_20_s(now: float, left_s: float) -> None:
    for person in (ADA, BORYS, EWA):
        stopped = agreed_pause(a_match(ADA, BORYS, clock="quick").with_stored(warned=True), ADA, now).table
        assert (stopped.status, stopped.stored.deadline, stopped.stored.warned) == (
            Status.PAUSED,
            now + 30 * 86_400,
            False,
        )
        assert stopped.to_move() is None
        table = staffing.resume(stopped, person, now + 100).table
        assert (table.status, table.stored.deadline) == (Status.PLAYING, now + 100 + left_s)


def test_six_pauses_in_one_turn_give_no_eight_hours() -> None:
    table, now = a_match(ADA, BORYS), NOON  # three minutes a turn
    for _ in range(6):
        now += 170
        table = staffing.resume(agreed_pause(table, ADA, now).table, ADA, now + 5000).table
        now += 5000
        assert table.stored.deadline == now + 20
        now -= 150


def test_a_pause_leaves_the_whole_turn_to_a_new_player_and_one_second_to_a_computer() -> None:
    stopped = agreed_pause(a_match(ADA, BORYS, clock="quick"), ADA, NOON + 40).table
    taken = staffing.leave(stopped, ADA, NOON + 50).table
    assert staffing.resume(taken, BORYS, NOON + 60).table.stored.deadline == NOON + 61
    back = staffing.admit(taken, BORYS, CELINA, SeatRequest(0, None, 1), NOON + 70).table
    assert staffing.resume(back, BORYS, NOON + 80).table.stored.deadline == NOON + 80 + 45


def test_players_and_moderators_resume() -> None:
    assert refusal(staffing.resume, paused(a_match(ADA, BORYS)), CELINA, LATER) == "table.not_sitting"
    assert refusal(staffing.resume, a_match(ADA, BORYS), ADA, LATER) == "table.resume.not_paused"


STEPS: list[tuple[Callable[..., Step], tuple[Person | int | Player | SeatRequest | SeatOffer | None, ...]]] = [
    (staffing.leave, (ADA,)),
    (staffing.replace_by_computer, (ADA, 1, Player.CASUAL)),
    (staffing.replace_by_person, (CELINA, 1)),
    (staffing.offer_seat, (BORYS, OFFER)),
    (staffing.accept_seat, (CELINA, OFFER)),
    (staffing.end_offer, (BORYS, OFFER)),
    (staffing.resign, (ADA,)),
    (staffing.admit, (ADA, CELINA, SeatRequest(1, None, 1))),
    (agreeing.pause, (ADA, None)),
    (staffing.resume, (ADA,)),
    (ending.end, (EWA, None)),
]


@pytest.mark.parametrize(("step", "about"), STEPS, ids=[step.__name__ for step, _ in STEPS])
def test_nothing_can_be_done_to_a_match_that_is_over(step: Callable[..., Step], about: tuple[Any, ...]) -> None:
    for status in (Status.OVER, Status.CANCELLED):
        table = a_match(ADA, BORYS).with_stored(status=status)
        assert refusal(step, table, *about, LATER) == "hand.table_over"


@pytest.mark.parametrize(("step", "about"), STEPS[:-1], ids=[step.__name__ for step, _ in STEPS[:-1]])
def test_only_the_end_can_come_before_the_beginning(step: Callable[..., Step], about: tuple[Any, ...]) -> None:
    assert refusal(step, a_lobby(ADA, BORYS), *about, LATER) == "table.not_begun"


def test_a_table_whose_log_cannot_be_read_can_be_left_and_ended() -> None:
    running = a_match(ADA, BORYS)
    broken = Table(running.stored, running.seats)
    assert refusal(agreeing.pause, broken, ADA, None, LATER) == "table.broken"
    assert ending.end(broken, EWA, None, LATER).table.status is Status.CANCELLED
    assert staffing.leave(broken, ADA, LATER).table.seats[0] == seat(0, Player.REGULAR, after=ADA)


def test_a_table_whose_channel_is_gone_ends_and_has_nothing_left_to_show() -> None:
    for table in (a_lobby(ADA, BORYS), a_match(ADA, BORYS)):
        shown = table.with_stored(board_id=5000, call_id=6000, deals_ended=2, announced=1, shown_revision=-1)
        after = staffing.abandon(shown, LATER).table
        assert after.status is Status.CANCELLED
        assert (after.stored.board_id, after.stored.call_id, after.stored.announced) == (None, None, 2)
        assert after.is_done
        assert staffing.abandon(after, LATER + 1) == Step(after)
