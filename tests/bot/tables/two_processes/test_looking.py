"""Readers see the stored state, despite stale copies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.tables import ending, lobby, play, signs, staffing
from bot.tables.errors import ChannelTaken, Stale, TableError, TooManyTables
from bot.tables.live import TABLES_OF_ONE
from bot.tables.state import Step, Table
from storage import ledger
from storage.database import Database, Transaction
from storage.matches import Player, Status
from storage.privacy import people, servers
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    CHANNEL,
    EWA,
    GUILD,
    OUT_IN_A_ROW,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    TableProcess,
    agreed_pause,
)
from tests.bot.tables.two_processes.pair import Pair
from tests.chance import fixed
from tests.storage.privacy.histories import said_of


async def test_a_start_that_two_processes_hear_is_one_start_with_one_seed(pair: Pair) -> None:
    table = await pair.one.open(clock="none")
    await pair.one.apply(table, lobby.join, BORYS)
    await pair.other.tables.newest(table.id)
    ends = await asyncio.gather(
        pair.one.apply(table, lobby.start, ADA, fixed("seed of one")),
        pair.other.apply(table, lobby.start, ADA, fixed("seed of the other")),
        return_exceptions=True,
    )
    (refusal,) = [end for end in ends if isinstance(end, BaseException)]
    assert isinstance(refusal, TableError)
    assert refusal.key == "lobby.refusal.already_started"
    seeds = [(await process.agrees(table.id)).stored.seed for process in (pair.one, pair.other)]
    assert seeds[0] == seeds[1]
    assert seeds[0] in ("seed of one", "seed of the other")


async def test_joins_in_two_processes_are_both_there(pair: Pair) -> None:
    table = await pair.one.open(game="double_trouble")
    await pair.other.tables.newest(table.id)
    await asyncio.gather(pair.one.apply(table, lobby.join, BORYS), pair.other.apply(table, lobby.join, CELINA))
    seats = (await pair.one.load_match(table.id)).seats
    assert sorted(seat.name for seat in seats) == ["Ada", "Celina", "Борис"]


async def test_fifteen_tables_of_one_person_in_two_processes_become_five(pair: Pair) -> None:
    opening = [(pair.one, pair.other)[number % 2].open(channel_id=number) for number in range(15)]
    ends = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(end, TooManyTables) for end in ends) == 10
    assert sum(isinstance(end, Table) for end in ends) == TABLES_OF_ONE == 5


async def test_a_process_shows_what_has_been_done_in_the_other(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    old = await pair.other.tables.newest(table.id)
    after = await pair.one.move(table, ADA, "1-1")
    assert await pair.other.tables.find(table.id) is old
    seen = await pair.other.tables.newest(table.id)
    assert seen is not None
    assert (seen.revision, seen.view(ADA.user_id)) == (2, after.view(ADA.user_id))
    assert await pair.other.tables.in_channel(CHANNEL) is seen


async def test_a_click_on_the_newest_picture_is_valid_in_a_lagging_process(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await pair.other.tables.newest(table.id)
    await pair.one.move(table, ADA, "1-1")
    after = await pair.other.move(table, ADA, "1-0@left", revision=2)
    assert [entry.move for entry in (await pair.one.load_match(table.id)).log] == ["1-1", "pass", "1-0@left", "pass"]
    assert after.revision == 4
    with pytest.raises(Stale):
        await pair.one.move(table, ADA, "0-0@left", revision=2)


async def test_a_no_op_worked_out_from_an_old_copy_is_worked_out_again(
    pair: Pair,
) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await pair.other.tables.newest(table.id)
    await pair.one.move(table, ADA, "1-1")  # and Borys passes
    revisions: list[int] = []

    def look(table: Table, _now: float) -> Step:
        revisions.append(table.revision)
        return Step(table)

    assert (await pair.other.apply(table, look)).revision == 2
    assert revisions == [0, 2]


async def test_a_seat_that_became_free_in_one_process_can_be_taken_in_the_other(pair: Pair) -> None:
    table = await pair.one.open()
    await pair.one.apply(table, lobby.join, BORYS)
    while len((await pair.one.table(table.id)).seats) < max(table.game.seat_counts):
        await pair.one.apply(table, lobby.add_computer, ADA, Player.CASUAL)
    await pair.other.tables.newest(table.id)
    await pair.one.apply(table, lobby.leave, BORYS)
    await pair.other.apply(table, lobby.join, CELINA)
    assert "Celina" in [seat.name for seat in (await pair.one.load_match(table.id)).seats]


async def test_a_forgotten_table_is_read_again_and_all_hear_of_it_once(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await pair.other.tables.newest(table.id)
    after = await pair.one.move(table, ADA, "1-1")
    pair.other.tables._store.invalidate(table.id, after.stored.version)
    assert pair.other.tables.cached(table.id) is None
    for _ in range(2):
        found = await pair.other.tables.find(table.id)
        assert found is not None
        assert found.revision == 2
    assert [(one.id, one.revision) for one in pair.other.heard.rereads] == [(table.id, 2)]


@pytest.mark.parametrize("told", ["what is held", "nothing"])
async def test_a_table_of_which_nothing_newer_is_stored_stays_as_it_is(pair: Pair, told: str) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    pair.one.tables._store.invalidate(table.id, table.stored.version if told == "what is held" else None)
    assert await pair.one.tables.find(table.id) is table
    assert pair.one.heard.rereads == []


async def test_what_is_told_while_a_table_is_read_is_not_forgotten(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await pair.other.tables.newest(table.id)
    run_read = pair.other.database.run_read

    async def moved_meanwhile(work: Callable[[Transaction], Awaitable[object]]) -> object:
        found = await run_read(work)
        monkeypatch.undo()
        after = await pair.one.move(table, ADA, "1-1")
        pair.other.tables._store.invalidate(table.id, after.stored.version)
        return found

    monkeypatch.setattr(pair.other.database, "run_read", moved_meanwhile)
    pair.other.tables._store.invalidate(table.id)
    await pair.other.tables.find(table.id)
    assert (await pair.other.table(table.id)).revision == 2


async def test_a_match_that_is_gone_is_unknown_in_a_process_that_still_holds_it(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await pair.other.tables.newest(table.id)
    async with pair.one.database.write() as tx:
        await servers.forget(tx, GUILD, 10_000)
    with pytest.raises(TableError) as caught:
        await pair.other.move(table, ADA, "1-1", revision=0)
    assert caught.value.key == "hand.table_unknown"
    assert await pair.other.tables.newest(table.id) is None


async def test_a_process_still_naming_a_forgotten_player_reads_again(
    pair: Pair,
) -> None:
    table = await pair.one.begin(ADA, BORYS, CELINA, game="double_trouble")
    left = await pair.one.apply(table, staffing.leave, BORYS)
    assert left.entry is not None
    assert BORYS.user_id in left.entry.entrants.values()
    async with pair.other.database.write() as tx:
        forgotten = await people.forget(tx, BORYS.user_id, (), 0)
    assert [(one.id, one.version) for one in forgotten.live] == [(table.id, left.stored.version + 1)]
    await pair.one.apply(table, agreed_pause, ADA)
    after = await pair.one.agrees(table.id)
    assert after.status is Status.PAUSED
    assert after.entry is not None
    assert BORYS.user_id not in after.entry.entrants.values()
    assert await said_of(pair.one.database, BORYS.user_id, BORYS.name) == []


async def test_a_rematch_begins_once_even_in_a_process_that_missed_the_end(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS)
    await pair.other.tables.newest(table.id)
    await pair.one.apply(table, ending.end, EWA, None)
    again = await pair.other.tables.rematch(table.id, ADA)
    with pytest.raises(ChannelTaken) as caught:
        await pair.one.tables.rematch(table.id, BORYS)
    assert caught.value.match_id == again.id


async def test_signs_are_remembered_when_another_process_has_moved_the_board(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, CELINA, Player.REGULAR, game="kent")
    for person in (ADA, BORYS, CELINA):
        await pair.one.apply(table, signs.propose, person, "ear")
    made = await pair.one.apply(table, signs.give, ADA, 1, "nose")
    await pair.other.tables.record_display(table.id, board_id=7001)
    after = await pair.one.tables.newest(table.id)
    assert after is not None
    assert after.stored.board_id == 7001
    assert [(sign.seat, sign.sign) for sign in after.signs] == [(0, "nose")]
    assert (after.signs_made, after.recent) == (1, made.recent)


async def test_payments_of_two_processes_in_turn_are_numbered_without_gaps(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, CELINA, game="nos", options={"deals": 2})
    processes = (pair.one, pair.other)
    people = {person.user_id: person for person in (ADA, BORYS, CELINA)}
    for number in range(2000):
        process = processes[number % 2]
        now = await process.tables.newest(table.id)
        assert now is not None
        mover = now.to_move()
        if now.match is None or mover is None:
            break
        text = str((now.match.sensible_moves(mover.seat) or now.match.moves(mover.seat))[0])
        await process.apply(table, play.move, people[mover.user_id or 0], now.revision, text)
    async with pair.one.database.read() as tx:
        rows = await ledger.rows(tx, GUILD, match_id=table.id)
        assert await ledger.audit(tx) == ()
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) > 0


# --- How a table is shown ---------------------------------------------------------------------------------------------


async def test_a_board_of_another_process_is_named_to_its_replacer(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS)
    await pair.other.tables.newest(table.id)
    await pair.one.tables.record_display(table.id, board_id=5001)
    replaced = await pair.other.tables.record_display(table.id, board_id=5002)
    assert replaced is not None
    assert replaced.stored.board_id == 5001
    assert (await pair.one.load_match(table.id)).stored.board_id == 5002


async def test_who_gives_up_a_call_does_not_give_up_that_of_another_house(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS)
    await pair.one.tables.record_display(table.id, call_id=6001)
    await pair.other.tables.newest(table.id)
    await pair.one.tables.record_display(table.id, call_id=6002)
    await pair.other.tables.record_display(table.id, call_id=None, shown_revision=0)
    assert (await pair.one.load_match(table.id)).stored.call_id == 6002


async def test_a_deal_that_another_process_has_announced_takes_no_board_away(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117])
    await pair.one.tables.record_display(table.id, board_id=5001)
    for text in OUT_IN_A_ROW:
        await pair.one.move(table, ADA, text)
    await pair.other.tables.newest(table.id)
    await pair.one.tables.record_display(table.id, board_id=None, announced=1)
    await pair.one.tables.record_display(table.id, board_id=5002, shown_revision=13)
    await pair.other.tables.record_display(table.id, board_id=None, announced=1)
    stored = (await pair.one.load_match(table.id)).stored
    assert (stored.board_id, stored.announced) == (5002, 1)
    assert (await pair.other.agrees(table.id)).endings == ()


# --- Clocks -----------------------------------------------------------------------------------------------------------


async def test_a_clock_that_rings_in_two_processes_warns_once_and_moves_once(pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS, clock="quick", deals=[SEAT_0_WINS_117])
    await pair.other.tables.newest(table.id)
    before = (await pair.one.move(table, ADA, "1-1")).stored.version
    await pair.other.tables.newest(table.id)
    assert len(pair.one.time.alarms) == 2
    pair.one.time.now += 31
    pair.one.time.ring_due()
    await pair.one.settle()
    warned = (await pair.one.load_match(table.id)).stored
    assert (warned.warned, warned.version) == (True, before + 1)
    pair.one.time.now += 15
    pair.one.time.ring_due()
    await pair.one.settle()
    saved = await pair.one.load_match(table.id)
    assert (saved.stored.version, saved.seats[0].late) == (before + 2, 1)
    assert saved.moves == ["0 1-1", "1 pass", "0 1-0@left", "1 pass"]


async def test_a_clock_keeps_time_after_another_process_has_moved(pair: Pair) -> None:
    """The other process closes, as at the end of a restart."""
    table = await pair.one.begin(ADA, BORYS, clock="quick", deals=[SEAT_0_WINS_117])
    other = TableProcess(pair.other.database, replace(pair.one.time, alarms=[]))
    await other.tables.start()
    await other.tables.newest(table.id)
    await pair.one.move(table, ADA, "1-1")
    for alarm in list(pair.one.time.alarms):
        alarm.cancel()
    await other.pass_time(46)
    assert (await other.load_match(table.id)).moves == ["0 1-1", "1 pass", "0 1-0@left", "1 pass"]


async def test_two_processes_that_start_at_once_both_find_the_live_tables(address: str, pair: Pair) -> None:
    table = await pair.one.begin(ADA, BORYS)
    third = await Database.open(address)
    process = TableProcess(third, pair.one.time)
    await asyncio.gather(pair.other.tables.start(), process.tables.start())
    assert (await process.table(table.id)).stored == (await pair.other.table(table.id)).stored
    await third.close()
