"""Ending early never lets one person change others' results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.tables import agreeing, ending, play, staffing
from bot.tables.ending import Resignation
from bot.tables.errors import TableError
from bot.tables.state import Note, Person, Step, Table
from storage.database import Transaction
from storage.league import results
from storage.league.results import MatchEntry, NotCounted, Result, Wanted
from storage.league.tournament_values import Tournament
from storage.matches import AbandonReason, EndRequest, Player, RequestKind, Status
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
    agreed_pause,
    seat,
)

LATER = NOON + 10
MONTH_S = 30 * 86_400
HOST = Person(1005, "Host of the tournament")
UMPIRES = frozenset({HOST.user_id})
DORA = Person(1006, "Dora")
FINN = Person(1007, "Finn")
SIX = (ADA, BORYS, CELINA, DORA, EWA, FINN)
"""In Seventy-Nine Ada, Celina and Ewa are partners, and so are the others."""


def refusal(step: Callable[..., Step], *about: Any) -> str:
    with pytest.raises(TableError) as caught:
        step(*about)
    return caught.value.key


def uncounted(table: Table, why_not: NotCounted = NotCounted.OFTEN) -> Table:
    return replace(table, entry=MatchEntry(table.id, GUILD, table.stored.game, NOON, why_not, {0: 1, 1: 2}))


def outcome(step: Step) -> list[tuple[int, int, bool]]:
    """Return the seats with rank and victory."""
    return [(one.seat, one.rank, one.won) for one in step.match_results]


# --- Who may end what -------------------------------------------------------------------------------------------------


def test_the_host_ends_a_match_that_counts_for_nothing() -> None:
    for table in (a_match(ADA, Player.CASUAL), uncounted(a_match(ADA, BORYS))):
        for match in (table, agreed_pause(table, ADA, LATER).table):
            step = ending.end(match, ADA, None, LATER)
            assert (step.table.status, step.table.stored.ended_at) == (Status.CANCELLED, LATER)
            assert (step.table.stored.end_reason, step.table.stored.ended_by) == (AbandonReason.HOST, ADA.user_id)
            assert (step.entries, step.deal_results, step.match_results) == ((), (), ())
    assert refusal(ending.end, uncounted(a_match(ADA, BORYS)), BORYS, None, LATER) == "table.host_only"


def test_no_player_not_even_a_moderator_ends_a_match_that_counts() -> None:
    table = a_match(ADA, EWA)
    for player in (ADA, EWA):
        assert refusal(ending.end, table, player, None, LATER) == "table.end.must_resign"
    assert refusal(ending.end, table, CELINA, None, LATER) == "table.end.only_umpire"


def test_a_moderator_who_does_not_play_ends_any_match() -> None:
    for table in (a_match(ADA, BORYS), uncounted(a_match(ADA, BORYS)), a_match(ADA, Player.CASUAL)):
        stored = ending.end(table, EWA, None, LATER).table.stored
        assert (stored.status, stored.end_reason) == (Status.CANCELLED, AbandonReason.UMPIRE)
        assert stored.ended_by == EWA.user_id
    lobby = ending.end(a_lobby(ADA, BORYS), EWA, None, LATER).table.stored
    assert (lobby.status, lobby.end_reason) == (Status.CANCELLED, None)


def test_a_host_ends_a_tournament_match_even_if_it_is_not_rated() -> None:
    table = uncounted(a_match(ADA, BORYS))
    assert refusal(ending.end, table, ADA, UMPIRES, LATER) == "table.end.must_resign"
    assert ending.end(table, HOST, UMPIRES, LATER).table.stored.end_reason is AbandonReason.UMPIRE
    own = uncounted(a_match(HOST, BORYS))
    assert refusal(ending.end, own, HOST, UMPIRES, LATER) == "table.end.must_resign"
    assert refusal(agreeing.ask_to_end, table, ADA, UMPIRES, LATER) == "table.end.only_umpire"
    assert refusal(ending.end, table, HOST, None, LATER) == "table.host_only"


# --- Resigning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("person", [ADA, BORYS])
def test_of_two_who_play_the_other_wins_if_one_resigns(person: Person) -> None:
    for table in (a_match(ADA, BORYS), agreed_pause(a_match(ADA, BORYS), ADA, LATER).table):
        step = staffing.resign(table, person, LATER)
        assert (step.table.status, step.table.stored.end_reason) == (Status.OVER, None)
        loser = 0 if person is ADA else 1
        assert outcome(step) == [(0, 1 + (loser == 0), loser == 1), (1, 1 + (loser == 1), loser == 0)]
        assert [(entry.seat, entry.move, entry.user_id) for entry in step.entries] == [
            (loser, "resign", person.user_id)
        ]


def test_who_resigns_leaves_the_win_to_somebody_who_left_before() -> None:
    left = staffing.leave(a_match(ADA, BORYS), BORYS, LATER).table
    table = replace(left, entry=MatchEntry("match", GUILD, "block", NOON, None, {0: ADA.user_id, 1: BORYS.user_id}))
    assert ending.winners_after(table, table.seats[0]) == (1,)
    assert outcome(staffing.resign(table, ADA, LATER)) == [(0, 2, False), (1, 1, True)]
    assert outcome(staffing.leave(table, ADA, LATER)) == [(0, 2, False), (1, 1, True)]
    assert refusal(agreeing.ask_to_end, table, ADA, None, LATER) == "table.end.must_resign"


def test_a_resignation_decides_nothing_with_more_opponents_or_partners() -> None:
    three = a_match(ADA, BORYS, CELINA, game="double_trouble")
    teams = a_match(*SIX, game="seventy_nine")
    for table in (three, teams):
        assert ending.resignation_of(table, table.seats[0]) is Resignation.SEAT
        step = staffing.resign(table, ADA, LATER)
        assert (step.table.status, step.table.seats[0]) == (Status.PLAYING, seat(0, Player.REGULAR, after=ADA))
        assert step.match_results == ()
    entry = MatchEntry("match", GUILD, "seventy_nine", NOON, None, {n: one.user_id for n, one in enumerate(SIX)})
    alone = replace(teams.with_seat(seat(2, Player.REGULAR)).with_seat(seat(4, Player.REGULAR)), entry=entry)
    lost, won = (2, False), (1, True)
    ranks = [(number, *(won if number % 2 else lost)) for number in range(6)]
    assert outcome(staffing.resign(alone, ADA, LATER)) == ranks


def test_a_match_with_computers_is_not_resigned() -> None:
    table = uncounted(a_match(ADA, Player.CASUAL), NotCounted.COMPUTERS)
    assert refusal(staffing.resign, table, ADA, LATER) == "error.button_unknown"
    step = staffing.leave(table, ADA, LATER)
    assert (step.table.status, step.table.stored.end_reason) == (Status.CANCELLED, AbandonReason.LEFT)


def test_a_move_is_no_resignation() -> None:
    with pytest.raises(TableError):
        play.move(a_match(ADA, BORYS), ADA, 0, "resign", LATER)


# --- Agreeing ---------------------------------------------------------------------------------------------------------


def test_a_match_ends_without_a_result_when_everybody_at_the_table_agrees() -> None:
    asked = agreeing.ask_to_end(a_match(ADA, BORYS, CELINA, game="double_trouble"), BORYS, None, LATER).table
    assert asked.status is Status.PLAYING
    assert refusal(agreeing.agree_to_end, asked, DORA, None, LATER) == "table.not_sitting"
    again = agreeing.agree_to_end(asked, BORYS, None, LATER).table
    assert again.status is Status.PLAYING, "nobody agrees for the others"
    two = agreeing.agree_to_end(again, ADA, None, LATER).table
    assert two.status is Status.PLAYING
    step = agreeing.ask_to_end(two, CELINA, None, LATER)
    assert (step.table.status, step.table.stored.end_reason) == (Status.CANCELLED, AbandonReason.AGREED)
    assert step.table.recent[-1] == Note("event.table.agreed")
    assert step.match_results == ()


def test_a_request_to_end_lapses_by_deal_time_or_a_player_going_on() -> None:
    table = a_match(ADA, BORYS)
    assert refusal(agreeing.agree_to_end, table, BORYS, None, LATER) == "table.end.request_over"
    asked = agreeing.ask_to_end(table, ADA, None, LATER).table
    assert agreeing.agree_to_end(asked, BORYS, None, LATER + 900).table.status is Status.CANCELLED
    assert refusal(agreeing.agree_to_end, asked, BORYS, None, LATER + 901) == "table.end.request_over"
    next_deal = asked.with_stored(deals_ended=1)
    assert refusal(agreeing.agree_to_end, next_deal, BORYS, None, LATER) == "table.end.request_over"
    played_on = agreeing.play_on(asked, BORYS, LATER).table
    assert refusal(agreeing.agree_to_end, played_on, BORYS, None, LATER) == "table.end.request_over"
    assert refusal(agreeing.play_on, played_on, BORYS, LATER) == "table.end.request_over"
    assert refusal(agreeing.play_on, asked, CELINA, LATER) == "table.not_sitting"


def test_who_takes_a_seat_over_has_not_agreed() -> None:
    asked = agreeing.ask_to_end(a_match(ADA, BORYS, CELINA, game="double_trouble"), ADA, None, LATER).table
    left = staffing.leave(asked, CELINA, LATER).table
    assert refusal(agreeing.agree_to_end, left, BORYS, None, LATER) == "table.end.request_over"


# --- Time that runs out -----------------------------------------------------------------------------------------------


def test_who_lets_a_turn_without_a_limit_wait_for_a_month_resigns() -> None:
    table = a_match(ADA, BORYS, clock="none")
    assert staffing.expire(table, NOON + MONTH_S - 1).match_results == ()
    step = staffing.expire(table, NOON + MONTH_S)
    assert (step.table.status, outcome(step)) == (Status.OVER, [(0, 2, False), (1, 1, True)])
    assert step.entries[0].move == "resign"


def test_who_lets_a_partner_wait_for_a_month_is_replaced_by_a_computer() -> None:
    table = a_match(*SIX, game="seventy_nine", clock="none")
    late = table.to_move()
    assert late is not None
    after = staffing.expire(table, NOON + MONTH_S).table
    taken = after.seats[late.seat]
    assert (after.status, taken.player, taken.former_id) == (Status.PLAYING, Player.REGULAR, late.user_id)


def test_who_pauses_a_match_and_never_comes_back_resigns() -> None:
    paused = agreed_pause(a_match(ADA, BORYS), ADA, LATER).table
    step = staffing.expire(paused, LATER + MONTH_S)
    assert (step.table.status, outcome(step)) == (Status.OVER, [(0, 2, False), (1, 1, True)])
    resumed = staffing.resume(paused, BORYS, LATER).table
    assert resumed.stored.paused_seat is None
    by_moderator = agreed_pause(a_match(ADA, BORYS), EWA, LATER).table
    stored = staffing.expire(by_moderator, LATER + MONTH_S).table.stored
    assert (stored.status, stored.end_reason) == (Status.CANCELLED, AbandonReason.TIME)


def test_a_deserted_match_is_abandoned_unless_only_one_side_has_stayed() -> None:
    def deserted(table: Table) -> Table:
        return play.paused(table, LATER)

    step = staffing.expire(deserted(a_match(ADA, BORYS)), LATER)
    assert (step.table.status, step.table.stored.end_reason) == (Status.CANCELLED, AbandonReason.TIME)
    left = staffing.leave(a_match(ADA, BORYS), BORYS, LATER).table
    alone = replace(left, entry=MatchEntry("match", GUILD, "block", NOON, None, {0: ADA.user_id, 1: BORYS.user_id}))
    assert outcome(staffing.expire(deserted(alone), LATER)) == [(0, 2, False), (1, 1, True)]


def test_a_match_whose_channel_is_gone_says_so() -> None:
    stored = staffing.abandon(a_match(ADA, BORYS), LATER).table.stored
    assert (stored.end_reason, stored.ended_by) == (AbandonReason.CHANNEL, None)


# --- Pausing ----------------------------------------------------------------------------------------------------------


def test_in_a_match_that_counts_a_pause_needs_the_other_side() -> None:
    for asker, other in ((ADA, BORYS), (BORYS, ADA)):
        asked = agreeing.pause(a_match(ADA, BORYS), asker, None, LATER).table
        assert (asked.status, asked.stored.deadline) == (Status.PLAYING, a_match(ADA, BORYS).stored.deadline)
        assert agreeing.pause(asked, asker, None, LATER + 1).table == asked, "asking again is no consent"
        for agree in (agreeing.agree_to_pause, lambda table, who, now: agreeing.pause(table, who, None, now)):
            paused = agree(asked, other, LATER + 1).table
            assert (paused.status, paused.stored.paused_seat, paused.stored.end_request) == (
                Status.PAUSED,
                0 if asker is ADA else 1,
                None,
            )
    assert refusal(agreeing.pause, agreed_pause(a_match(ADA, BORYS), ADA, LATER).table, ADA, None, LATER) == (
        "table.pause.already"
    )


def test_an_umpire_and_the_host_of_an_uncounted_match_pause_alone() -> None:
    for table, person, umpires in (
        (a_match(ADA, BORYS), EWA, None),
        (a_match(ADA, BORYS), HOST, UMPIRES),
        (uncounted(a_match(ADA, BORYS)), ADA, None),
        (a_match(ADA, Player.CASUAL), ADA, None),
    ):
        assert agreeing.pause(table, person, umpires, LATER).table.status is Status.PAUSED
    for table in (uncounted(a_match(ADA, BORYS)), a_match(ADA, BORYS)):
        assert agreeing.pause(table, BORYS, None, LATER).table.stored.end_request == EndRequest(
            1, LATER, (1,), RequestKind.PAUSE
        )
    assert refusal(agreeing.pause, a_match(ADA, BORYS), CELINA, None, LATER) == "table.host_only"
    assert refusal(agreeing.pause, a_match(ADA, BORYS), CELINA, UMPIRES, LATER) == "table.host_only"


def test_one_of_each_side_agrees_to_a_pause_and_all_to_an_end() -> None:
    table = agreeing.pause(a_match(*SIX, game="seventy_nine"), ADA, None, LATER).table
    assert agreeing.agree_to_pause(table, CELINA, LATER).table.status is Status.PLAYING, "a partner"
    assert agreeing.agree_to_pause(table, FINN, LATER).table.status is Status.PAUSED


def test_a_pause_by_an_umpire_ends_the_request_for_one_but_not_for_an_end() -> None:
    asked = agreeing.pause(a_match(ADA, BORYS), ADA, None, LATER).table
    assert agreeing.pause(asked, EWA, None, LATER).table.stored.end_request is None
    to_end = agreeing.ask_to_end(a_match(ADA, BORYS), ADA, None, LATER).table
    assert agreeing.pause(to_end, EWA, None, LATER).table.stored.end_request == EndRequest(1, LATER, (0,))


def test_a_request_for_a_pause_is_no_request_for_an_end() -> None:
    asked = agreeing.pause(a_match(ADA, BORYS), ADA, None, LATER).table
    assert refusal(agreeing.agree_to_end, asked, BORYS, None, LATER) == "table.end.request_over"
    to_end = agreeing.ask_to_end(asked, BORYS, None, LATER).table
    assert to_end.stored.end_request == EndRequest(1, LATER, (1,))
    assert refusal(agreeing.agree_to_pause, to_end, ADA, LATER) == "table.end.request_over"


# --- What is stored ---------------------------------------------------------------------------------------------------


async def result_of(process: TableProcess, table: Table) -> Result | None:
    async with process.database.read() as tx:
        return await results.of_match(tx, table.id)


async def test_a_resignation_is_booked_and_survives_a_restart(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, BORYS)
    await process.apply(table, staffing.resign, ADA)
    await process.agrees(table.id)
    result = await result_of(process, table)
    assert result is not None
    assert (result.why_not, [(one.user_id, one.place, one.won) for one in result.places]) == (
        None,
        [(ADA.user_id, 2, False), (BORYS.user_id, 1, True)],
    )


async def test_a_request_an_offer_and_a_pause_survive_a_restart(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, BORYS)
    await process.apply(table, agreed_pause, ADA)
    offer = staffing.SeatOffer("0ffe12", 1, 1, CELINA.user_id, BORYS.user_id)
    await process.apply(table, staffing.offer_seat, BORYS, offer)
    await process.apply(table, agreeing.ask_to_end, BORYS, None)
    stored = (await process.agrees(table.id)).stored
    assert stored.end_request is not None
    assert (stored.paused_seat, stored.end_request.agreed, len(stored.offers)) == (0, (1,), 1)
    again = process.after_kill()
    await again.apply(table, agreeing.agree_to_end, ADA, None)
    saved = (await again.load_match(table.id)).stored
    assert (saved.status, saved.end_reason) == (Status.CANCELLED, AbandonReason.AGREED)


async def nos_after(process: TableProcess, played: int, **options: object) -> Table:
    """Return Nos after some deals of first legal moves."""
    table = await process.begin(ADA, BORYS, CELINA, game="nos", options=options)
    people = {person.user_id: person for person in (ADA, BORYS, CELINA)}
    while table.stored.deals_ended < played:
        mover = table.to_move()
        assert table.match is not None
        assert mover is not None
        text = str(table.match.sensible_moves(mover.seat)[0])
        table = await process.move(table, people[mover.user_id or 0], text, table.revision)
    return table


@pytest.mark.parametrize(
    ("played", "deals", "why_not"),
    [(1, 3, NotCounted.SHORT), (2, 3, None), (2, 4, None), (4, 0, NotCounted.SHORT), (5, 0, None)],
)
async def test_nos_ended_by_an_umpire_counts_from_half_in_whole_deals(
    process: TableProcess, played: int, deals: int, why_not: NotCounted | None
) -> None:
    table = await nos_after(process, played, deals=deals)
    assert table.match is not None
    last = table.match.last_deal
    assert last is not None
    after = await process.apply(table, ending.end, EWA, None)
    saved, result = await process.load_match(table.id), await result_of(process, table)
    assert (after.status, saved.moves[-1]) == (Status.OVER, "0 stop")
    assert tuple(one.score for one in saved.results) == last.scores
    assert result is not None
    assert result.why_not is why_not


async def test_nos_counts_if_all_agree_but_never_without_a_complete_deal(
    process: TableProcess,
) -> None:
    table = await nos_after(process, 1)
    for person in (ADA, BORYS, CELINA):
        table = await process.apply(table, agreeing.ask_to_end, person, None)
    result = await result_of(process, table)
    assert (table.status, (await process.load_match(table.id)).moves[-1]) == (Status.OVER, "2 finish")
    assert result is not None
    assert result.why_not is None
    table = await nos_after(process, 0)
    for person in (ADA, BORYS, CELINA):
        table = await process.apply(table, agreeing.ask_to_end, person, None)
    assert (table.status, await result_of(process, table)) == (Status.CANCELLED, None)


async def test_history_lists_results_and_abandoned_matches_by_their_time(either_process: TableProcess) -> None:
    process = either_process
    lost = await process.begin(ADA, BORYS)
    await process.apply(lost, staffing.resign, ADA)
    await process.pass_time(60)
    dropped = await process.begin(ADA, CELINA, channel_id=1, game="double_trouble")
    await process.apply(dropped, ending.end, EWA, None)
    await process.apply(await process.open(channel_id=2), ending.end, EWA, None)

    async def list_history(tx: Transaction, **wanted: Any) -> list[str | None]:
        asked = Wanted(GUILD, **wanted)
        found = await results.history(tx, asked)
        assert await results.count_history(tx, asked) == (len(found), 0)
        return [one.match_id for one in found if not isinstance(one, Tournament)]

    async with process.database.read() as tx:
        assert await list_history(tx) == [dropped.id, lost.id]
        assert await list_history(tx, game="double_trouble") == [dropped.id]
        assert await list_history(tx, people=(BORYS.user_id,)) == [lost.id]
        assert await list_history(tx, people=(ADA.user_id, CELINA.user_id)) == [dropped.id]
        (abandoned,) = await results.history(tx, Wanted(GUILD), count=1)
        assert isinstance(abandoned, results.Abandoned)
        assert (abandoned.reason, abandoned.by) == (AbandonReason.UMPIRE, EWA.user_id)
        assert abandoned.people == (ADA.user_id, CELINA.user_id)
        (older,) = await results.history(tx, Wanted(GUILD), first=1, count=1)
        assert isinstance(older, Result)
        assert older.match_id == lost.id
