"""No one gains by leaving, by asking a friend, or by seeing a second hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.tables import agreeing, ending, lobby, play, staffing
from bot.tables.errors import TableError
from bot.tables.staffing import SeatOffer, SeatRequest
from bot.tables.state import Person, Step, Table
from bot.tables.time_controls import COMPUTER_TURN_S
from storage.league import audit_log
from storage.league.audit_log import AuditAction
from storage.league.results import NotCounted
from storage.matches import AbandonReason, PairingConsent, Player, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    EWA,
    GUILD,
    NOON,
    TableProcess,
    a_lobby,
    a_match,
    entered,
    seat,
)

LATER = NOON + 10
DORA, FINN = Person(1006, "Dora"), Person(1007, "Finn")
UMPIRES = frozenset({ADA.user_id})
OFTEN, OFF = NotCounted.OFTEN, NotCounted.OFF
SIX = (ADA, BORYS, CELINA, DORA, EWA, FINN)
"""In Seventy-Nine Ada, Celina and Ewa are partners, and so are the others."""


def refusal(step: Callable[..., Step], *about: Any) -> str:
    with pytest.raises(TableError) as caught:
        step(*about)
    return caught.value.key


def after(table: Table, *steps: Any) -> Table:
    """Return the table after steps, each with its values."""
    for step, *about in steps:
        table = step(table, *about, LATER).table
    return table


def away(table: Table, number: int) -> Table:
    return table.with_seat(replace(table.seats[number], late=2, away=True))


# --- Umpires ----------------------------------------------------------------------------------------------------------

LEFT = (staffing.leave, EWA)
ENTRANT = entered(a_match(BORYS, EWA))
"""Ewa, a moderator, has begun the match against Borys."""
STOOD_IN = after(
    entered(a_match(BORYS, ADA)),
    (staffing.offer_seat, ADA, SeatOffer("1", 1, 1, EWA.user_id, ADA.user_id)),
    (staffing.accept_seat, EWA, SeatOffer("1", 1, 1, EWA.user_id, ADA.user_id)),
)
"""Ewa plays for Ada."""


@pytest.mark.parametrize(
    ("step", "about", "key"),
    [
        (ending.end, (None,), "table.end.only_umpire"),
        (agreeing.pause, (None,), "table.host_only"),
        (staffing.replace_by_computer, (0, Player.REGULAR), "table.replace.own_seat_or_host"),
        (staffing.offer_seat, (SeatOffer("2", 0, 1, FINN.user_id, EWA.user_id),), "table.replace.not_yours"),
    ],
)
@pytest.mark.parametrize("before", [ENTRANT, STOOD_IN], ids=["entrant", "stand-in"])
def test_a_moderator_who_left_a_match_has_no_more_rights_in_it(
    before: Table, step: Callable[..., Step], about: tuple[Any, ...], key: str
) -> None:
    left = after(before, LEFT).with_stored(host_id=BORYS.user_id)
    assert refusal(step, left, EWA, *about, LATER) == key
    assert refusal(step, left.with_stored(deals_ended=3), EWA, *about, LATER) == key


def test_a_host_of_the_tournament_who_left_a_match_does_not_end_it() -> None:
    table = after(entered(a_match(ADA, BORYS), OFF, of_pairing=True), (staffing.leave, ADA))
    assert refusal(ending.end, table, ADA, UMPIRES, LATER) == "table.end.only_umpire"
    assert ending.end(table, EWA, UMPIRES, LATER).umpire == EWA.user_id


def test_a_moderator_who_plays_asks_for_a_pause_like_other_players() -> None:
    for table in (ENTRANT, ENTRANT.with_stored(host_id=EWA.user_id)):
        assert agreeing.pause(table, EWA, None, LATER).table.status is Status.PLAYING
    assert (
        agreeing.pause(a_match(BORYS, EWA, Player.CASUAL, game="nos"), EWA, None, LATER).table.status is Status.PAUSED
    )


def test_leaving_and_coming_back_in_a_pause_brings_no_new_turn() -> None:
    table = entered(a_match(ADA, BORYS))
    now = (table.stored.deadline or 0.0) - 1
    asked = agreeing.pause(table, ADA, None, now).table
    left = staffing.leave(agreeing.agree_to_pause(asked, BORYS, now).table, ADA, now + 5).table
    back = staffing.come_back_and_resume(left, ADA, now + 6).table
    assert staffing.resume(back, ADA, now + 10).table.stored.deadline == now + 10 + 20


def test_a_seat_that_changes_hands_brings_no_new_turn() -> None:
    table = entered(a_match(ADA, BORYS))
    end = table.stored.deadline or 0.0
    for number in range(3):
        offer = SeatOffer(str(number), 0, 1, FINN.user_id, ADA.user_id)
        asked = staffing.offer_seat(table, ADA, offer, end - 9 + number).table
        lent = staffing.accept_seat(asked, FINN, offer, end - 9 + number).table
        assert lent.stored.deadline == end, "a friend who sits down"
        table = staffing.come_back_and_resume(lent, ADA, end - 9 + number).table
        assert table.stored.deadline == end, "the player who is back"
    left = staffing.leave(table, ADA, end - 5).table
    assert left.stored.deadline == end - 5 + COMPUTER_TURN_S
    assert staffing.come_back_and_resume(left, ADA, end - 4.5).table.stored.deadline == end - 4.5 + 5
    moved = play.move(table, ADA, 0, str(table.match.moves(0)[0]) if table.match else "", end - 3).table
    assert moved.stored.turn_left_s is None


def test_a_seat_taken_back_clears_missed_turns_like_a_click_on_the_hand() -> None:
    table = entered(a_match(ADA, BORYS))
    table = table.with_seat(replace(table.seats[0], late=1))
    back = staffing.come_back_and_resume(staffing.leave(table, ADA, LATER).table, ADA, LATER).table
    assert back.seats[0].late == play.come_back(table, ADA, LATER).table.seats[0].late == 0


def test_a_stand_in_who_waits_without_end_does_not_resign_for_the_entrant() -> None:
    offer = SeatOffer("1", 0, 1, FINN.user_id, ADA.user_id)
    asked = staffing.offer_seat(entered(a_match(ADA, BORYS, clock="none")), ADA, offer, LATER).table
    table = staffing.accept_seat(asked, FINN, offer, LATER).table
    after = staffing.expire(table, (table.stored.deadline or 0.0) + 1).table
    assert (after.status, after.seats[0].player) == (Status.PLAYING, Player.REGULAR)


async def test_a_former_player_is_known_as_one_after_a_restart(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, BORYS)
    offer = SeatOffer("1", 1, 1, EWA.user_id, BORYS.user_id)
    await process.apply(table, staffing.offer_seat, BORYS, offer)
    await process.apply(table, staffing.accept_seat, EWA, offer)
    await process.apply(table, staffing.leave, EWA)
    again = process.after_kill()
    with pytest.raises(TableError, match=r"table.end.only_umpire"):
        await again.apply(table, ending.end, EWA, None)
    await again.agrees(table.id)


@pytest.mark.parametrize("game", ["block", "nos"])
async def test_an_umpire_s_end_is_in_the_audit_log_if_the_match_counts(process: TableProcess, game: str) -> None:
    players = (ADA, BORYS, CELINA)[: 2 if game == "block" else 3]
    counting = await process.begin(*players, game=game)
    await process.apply(counting, ending.end, EWA, None)
    casual = await process.begin(ADA, *[Player.CASUAL] * (len(players) - 1), game=game)
    await process.apply(casual, ending.end, EWA, None)
    async with process.database.read() as tx:
        [entry], _ = await audit_log.page(tx, GUILD)
    assert (entry.action, entry.user_id) == (AuditAction.END_MATCH, EWA.user_id)
    assert (entry.people, entry.about["game"]) == (frozenset(one.user_id for one in players), game)


# --- The seat of a person who is away ---------------------------------------------------------------------------------

PAIR = entered(a_match(*SIX, game="seventy_nine"))
"""Borys's partners are Dora and Finn."""
NEW = Person(1008, "Newcomer")
OF_BORYS = SeatRequest(1, BORYS.user_id, 1)


@pytest.mark.parametrize(
    ("table", "person", "key"),
    [
        (away(entered(a_match(ADA, BORYS)), 1), ADA, "table.replace.not_yours"),
        (away(entered(a_match(ADA, BORYS)), 1), EWA, "table.replace.not_yours"),
        (away(entered(a_match(ADA, BORYS)), 1), BORYS, ""),
        (away(entered(a_match(ADA, BORYS), OFF, of_pairing=True), 1), ADA, "table.replace.not_yours"),
        (away(entered(a_match(ADA, BORYS), OFF), 1), ADA, ""),
        (away(PAIR, 1), CELINA, "table.replace.not_yours"),
        (away(PAIR, 1), DORA, ""),
    ],
)
def test_only_the_own_side_lets_a_stand_in_into_a_match_that_counts(table: Table, person: Person, key: str) -> None:
    offer = SeatOffer("1", 1, 1, NEW.user_id, person.user_id)
    if key:
        assert refusal(staffing.admit, table, person, NEW, OF_BORYS, LATER) == key
        assert refusal(staffing.offer_seat, table, person, offer, LATER) == key
        return
    assert staffing.admit(table, person, NEW, OF_BORYS, LATER).table.seats[1] == seat(1, NEW, after=BORYS)
    if table.seat_of(person.user_id) is not None:
        assert len(after(table, (staffing.offer_seat, person, offer)).stored.offers) == 1


def test_no_stranger_takes_a_seat_that_was_left_in_a_match_between_people() -> None:
    for table in (entered(a_match(ADA, BORYS)), entered(a_match(ADA, BORYS), OFTEN)):
        free = after(table, (staffing.leave, BORYS))
        assert not staffing.is_open(free, free.seats[1])
        assert refusal(staffing.replace_by_person, free, CELINA, 1, LATER) == "table.replace.must_ask"


def test_a_partner_does_not_give_away_the_seat_of_a_present_player() -> None:
    offer = SeatOffer("1", 1, 1, NEW.user_id, DORA.user_id)
    assert refusal(staffing.offer_seat, PAIR, DORA, offer, LATER) == "table.replace.present"


STAND_IN = staffing.admit(away(entered(a_match(ADA, BORYS)), 1), BORYS, CELINA, OF_BORYS, LATER).table
"""Celina plays for Borys."""


@pytest.mark.parametrize(
    ("step", "about"),
    [
        (staffing.resign, ()),
        (agreeing.ask_to_end, (None,)),
        (agreeing.agree_to_end, (None,)),
        (staffing.offer_seat, (SeatOffer("1", 1, 1, NEW.user_id, CELINA.user_id),)),
        (staffing.admit, (NEW, SeatRequest(1, CELINA.user_id, 1))),
    ],
)
def test_a_stand_in_decides_nothing_for_the_entrant(step: Callable[..., Step], about: tuple[Any, ...]) -> None:
    asked = after(STAND_IN, (agreeing.ask_to_end, ADA, None))
    assert refusal(step, asked, CELINA, *about, LATER) == "table.replace.not_yours"


def test_a_stand_in_who_is_left_alone_does_not_resign_by_leaving() -> None:
    alone = after(STAND_IN, (staffing.leave, ADA), (staffing.leave, CELINA))
    assert (alone.status, [one.user_id for one in alone.seats]) == (Status.PLAYING, [None, None])
    back = after(alone, (staffing.come_back_and_resume, BORYS))
    assert back.seats[1] == seat(1, BORYS)


@pytest.mark.parametrize(
    "taken",
    [
        STAND_IN,
        after(away(entered(a_match(ADA, BORYS)), 1), (staffing.replace_by_computer, ADA, 1, Player.REGULAR)),
        after(entered(a_match(ADA, BORYS)), (staffing.leave, BORYS)),
    ],
    ids=["stand-in", "computer by the host", "left"],
)
def test_an_entrant_has_the_seat_back_by_a_click(taken: Table) -> None:
    for table in (taken, taken.with_stored(deals_ended=2)):
        assert after(table, (staffing.come_back_and_resume, BORYS)).seats[1] == seat(1, BORYS)
        assert after(table, (staffing.come_back_and_resume, NEW)) == table
    for over in (taken.with_stored(status=Status.CANCELLED), replace(taken, entry=entered(taken, OFTEN).entry)):
        assert after(over, (staffing.come_back_and_resume, BORYS)) == over


def test_a_match_is_not_ended_by_agreement_without_one_of_its_sides() -> None:
    three = away(entered(a_match(ADA, BORYS, CELINA, game="double_trouble")), 1)
    sent_away = after(three, (staffing.replace_by_computer, ADA, 1, Player.REGULAR))
    assert refusal(agreeing.ask_to_end, sent_away, CELINA, None, LATER) == "table.end.must_resign"
    assert not agreeing.may_agree(sent_away, None)
    assert agreeing.may_agree(after(PAIR, (staffing.leave, BORYS)), None), "the partners are there"


# --- Seat hopping -----------------------------------------------------------------------------------------------------

ONE = Player.CASUAL
NOS = entered(a_match(ADA, ONE, ONE, ONE, game="nos"), NotCounted.COMPUTERS)
OPEN = replace(NOS, seats=(NOS.seats[0], *(seat(number, ONE, after=DORA) for number in (1, 2, 3))))
"""Three seats that Dora has left."""
SAT = after(OPEN, (staffing.replace_by_person, CELINA, 1), (staffing.leave, CELINA))
"""Celina has left a computer's seat that she had taken."""
OFFERED = SeatOffer("1", 2, 1, CELINA.user_id, ADA.user_id)
BACK = SeatRequest(1, None, 1)


def test_who_left_a_seat_gets_no_other_in_the_same_deal() -> None:
    key = "table.replace.left_other"
    assert refusal(staffing.replace_by_person, SAT, CELINA, 2, LATER) == key
    assert refusal(staffing.admit, SAT, ADA, CELINA, SeatRequest(2, None, 1), LATER) == key
    offered = after(SAT, (staffing.offer_seat, ADA, OFFERED))
    assert refusal(staffing.accept_seat, offered, CELINA, OFFERED, LATER) == key
    again = after(SAT, (staffing.admit, ADA, CELINA, BACK), (staffing.replace_by_computer, ADA, 1, ONE))
    assert refusal(staffing.replace_by_person, again, CELINA, 2, LATER) == key, "nor if the host sends them away"
    assert after(SAT, (staffing.replace_by_person, BORYS, 2)).seats[2] == seat(2, BORYS, after=DORA)


def test_who_left_a_seat_gets_it_back_or_another_in_the_next_deal() -> None:
    assert after(SAT, (staffing.admit, ADA, CELINA, BACK)).seats[1] == seat(1, CELINA, after=DORA)
    next_deal = SAT.with_stored(deals_ended=1)
    other = SeatRequest(2, None, 2)
    assert after(next_deal, (staffing.admit, ADA, CELINA, other)).seats[2] == seat(2, CELINA, after=DORA)


def test_a_second_person_in_a_seat_is_remembered_beside_many_offers() -> None:
    table = after(SAT, (staffing.replace_by_person, BORYS, 1), (staffing.leave, BORYS))
    for number in range(12):
        table = after(table, (staffing.offer_seat, ADA, replace(OFFERED, offer_id=str(number))))
    assert len(table.stored.offers) == 12, "the newest ten, and two marks"
    for person in (BORYS, CELINA):
        assert refusal(staffing.replace_by_person, table, person, 2, LATER) == "table.replace.left_other"
    assert not any(str(one.user_id) in mark for one in (BORYS, CELINA) for mark in table.marks)


async def test_who_left_a_seat_is_known_after_a_restart_until_the_match_ends(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, ONE, ONE, game="double_trouble")
    await process.apply(table, staffing.admit, ADA, CELINA, SeatRequest(1, None, 1))
    await process.apply(table, staffing.leave, CELINA)
    again = process.after_kill()
    with pytest.raises(TableError, match=r"table.replace.left_other"):
        await again.apply(table, staffing.admit, ADA, CELINA, SeatRequest(2, None, 1))
    ended = await again.apply(table, ending.end, ADA, None)
    assert ended.stored.end_reason is AbandonReason.HOST


def test_marks_of_seats_stay_when_a_deal_ends_and_go_with_the_match() -> None:
    table = after(entered(a_match(ADA, BORYS)), (staffing.leave, BORYS), (staffing.come_back_and_resume, BORYS))
    assert len(table.marks) == 1
    while table.stored.deals_ended == 0:
        mover = table.to_move()
        assert table.match is not None
        assert mover is not None
        text = str(table.match.moves(mover.seat)[0])
        table = play.move(table, ADA if mover.seat == 0 else BORYS, table.revision, text, LATER).table
    assert len(table.marks) == 1
    assert staffing.resign(table, ADA, LATER).table.stored.offers == ()


# --- Players who have left the server ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "status"),
    [
        (entered(a_match(ADA, BORYS, clock="none")), Status.OVER),
        (entered(a_match(ADA, BORYS, clock="none"), OFTEN), Status.OVER),
        (entered(a_match(*SIX, game="seventy_nine", clock="none")), Status.PLAYING),
        (entered(a_match(ADA, BORYS, ONE, game="double_trouble", clock="none"), NotCounted.COMPUTERS), Status.PLAYING),
    ],
    ids=["two sides", "uncounted", "partners", "with a computer"],
)
def test_who_left_the_server_is_not_waited_for(table: Table, status: Status) -> None:
    gone = table.to_move()
    assert gone is not None
    waiting = next(Person(one.user_id or 0, one.name) for one in table.persons if one != gone)
    step = staffing.count_out(table, waiting, gone.user_id or 0, LATER)
    assert step.table.status is status
    if status is Status.OVER:
        assert [(one.seat, one.won) for one in step.match_results if one.seat == gone.seat] == [(gone.seat, False)]
    else:
        assert step.table.seats[gone.seat].player is Player.REGULAR
    assert refusal(staffing.count_out, table, NEW, gone.user_id, LATER) == "table.not_sitting"
    assert staffing.count_out(table, waiting, waiting.user_id, LATER).table == table


def test_a_stand_in_who_left_the_server_does_not_lose_for_the_entrant() -> None:
    table = entered(a_match(BORYS, ADA, clock="none"))
    gone = table.to_move()
    assert gone is not None
    other = next(one for one in (ADA, BORYS) if one.user_id != gone.user_id)
    stands_in = table.with_seat(seat(gone.seat, CELINA, after=Person(gone.user_id or 0, gone.name)))
    assert after(stands_in, (staffing.count_out, other, CELINA.user_id)).status is Status.PLAYING


IN_A_LOBBY: dict[str, Callable[[Table], Step]] = {
    "invite": lambda table: lobby.invite(table, ADA, CELINA.user_id, CELINA.name, LATER),
    "call players": lambda table: lobby.call_players(table, ADA, None, LATER),
    "level": lambda table: lobby.choose_level(table, ADA, Player.CASUAL, LATER),
}
"""The steps that keep the players, options and clock of a lobby."""


@pytest.mark.parametrize("step", IN_A_LOBBY)
def test_no_other_step_puts_off_the_time_since_a_player_was_ready(step: str) -> None:
    free = a_lobby(ADA, BORYS, game="nos").with_stored(server_seed="s")
    waiting = free.with_stored(pairing_consent=PairingConsent(7, (BORYS.user_id,)))
    after = IN_A_LOBBY[step](waiting).table.stored
    assert (after.deadline, after.pairing_consent) == (waiting.stored.deadline, waiting.stored.pairing_consent)
    assert IN_A_LOBBY[step](free).table.stored.deadline == LATER + 7200
