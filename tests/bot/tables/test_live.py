"""Live tables: opening, concurrent steps, observers, memory."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import games
from bot.tables import ending, lobby, play, staffing
from bot.tables.errors import ChannelTaken, Refused, Stale, TableError
from bot.tables.state import NOTHING_SHOWN, Table
from games import SetupError
from storage.matches import DealResult, LogEntry, MatchResult, Player, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    CHANNEL,
    EWA,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    Heard,
    TableProcess,
    agreed_pause,
)


async def test_a_match_from_the_lobby_to_booked_results(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117])
    first = await process.move(table, ADA, "1-1")
    assert (await process.load_match(table.id)).log == (
        LogEntry(1, 0, "1-1", ADA.user_id, NOON),
        LogEntry(2, 1, "pass", None, NOON),
    )
    await process.agrees(table.id)
    assert first.revision == 2
    for text in OUT_IN_A_ROW[1:]:
        await process.move(table, ADA, text)
    await process.agrees(table.id)
    assert len((await process.load_match(table.id)).deals) == 2
    for text in OUT_IN_A_ROW:
        await process.move(table, BORYS, text)
    saved = await process.load_match(table.id)
    assert saved.deals == (
        DealResult(1, 0, ADA.user_id, points=94, score=94),
        DealResult(1, 1, BORYS.user_id, points=0, score=0),
        DealResult(2, 0, ADA.user_id, points=0, score=94),
        DealResult(2, 1, BORYS.user_id, points=117, score=117),
    )
    assert saved.results == (
        MatchResult(0, ADA.user_id, "Ada", rank=2, won=False, score=94),
        MatchResult(1, BORYS.user_id, "Борис", rank=1, won=True, score=117),
    )
    assert (saved.stored.status, saved.stored.ended_at, saved.stored.deals_ended) == (Status.OVER, NOON, 2)
    assert len(saved.log) == 26
    await process.agrees(table.id)


@pytest.mark.parametrize("game", ["block", "five_to_fourteen"])
async def test_the_log_of_a_whole_random_match_replays_to_the_same_match(process: TableProcess, game: str) -> None:
    options = {"rounds": "one"} if game == "five_to_fourteen" else {}
    table = await process.begin(ADA, BORYS, seed=f"{game} 7", game=game, options=options)
    over = await process.play(table, Random(7))
    assert over.status is Status.OVER
    saved = await process.load_match(table.id)
    match = games.new_match(game, seats=2, options=saved.stored.options, seed=saved.stored.seed)
    for entry in saved.log:
        match.apply(entry.seat if entry.seat is not None else -1, entry.move)
    assert match == over.match
    assert match.outcome is not None
    assert len(saved.deals) == 2 * saved.stored.deals_ended
    assert {result.seat for result in saved.results if result.won} == set(match.outcome.winners)
    by_nobody = {entry.move for entry in saved.log if entry.user_id is None}
    assert by_nobody <= {"draw", "pass"}


async def test_a_channel_has_one_table(either_process: TableProcess) -> None:
    table = await either_process.open()
    with pytest.raises(ChannelTaken) as caught:
        await either_process.open(BORYS)
    assert caught.value.match_id == table.id
    await either_process.open(BORYS, channel_id=CHANNEL + 1)
    await either_process.apply(table, lobby.cancel, ADA)
    await either_process.open(BORYS)


async def test_of_two_tables_opened_at_once_in_a_channel_one_is(either_process: TableProcess) -> None:
    outcomes = await asyncio.gather(either_process.open(ADA), either_process.open(BORYS), return_exceptions=True)
    tables = [outcome for outcome in outcomes if isinstance(outcome, Table)]
    refusals = [outcome for outcome in outcomes if isinstance(outcome, ChannelTaken)]
    assert len(tables) == len(refusals) == 1
    assert refusals[0].match_id == tables[0].id


async def test_a_table_is_not_opened_with_what_does_not_exist(process: TableProcess) -> None:
    for what in ({"game": "poker"}, {"clock": "glacial"}, {"options": {"limit": 5}}):
        with pytest.raises(SetupError):
            await process.open(**what)
    assert len(process.tables) == 0
    await process.open()


async def test_who_joins_before_the_opener_has_heard_of_the_lobby_stays_in_it(process: TableProcess) -> None:
    """A saved lobby is found through its channel."""

    async def join() -> Table:
        found = None
        while found is None:
            found = await process.tables.in_channel(CHANNEL)
        return await process.apply(found, lobby.join, BORYS)

    opened, _ = await asyncio.gather(process.open(), join())
    table = await process.agrees(opened.id)
    assert [seat.user_id for seat in table.seats] == [ADA.user_id, BORYS.user_id]
    assert [before is None for _, before in process.heard.changes] == [True, False]


async def test_a_refused_move_changes_and_writes_nothing(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    before, heard = await process.load_match(table.id), len(process.heard.changes)
    for person, text in ((ADA, "6-6"), (BORYS, "6-6"), (ADA, "nonsense"), (ADA, "pass")):
        with pytest.raises(Refused):
            await process.move(table, person, text)
    with pytest.raises(Stale):
        await process.move(table, ADA, "1-1", revision=5)
    with pytest.raises(TableError):
        await process.move(table, CELINA, "1-1")
    assert await process.load_match(table.id) == before
    assert await process.table(table.id) is table
    assert len(process.heard.changes) == heard


async def test_a_double_click_is_one_move(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    clicks = [process.move(table, ADA, "1-1", revision=0) for _ in range(5)]
    outcomes = await asyncio.gather(*clicks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Table, Stale, Stale, Stale, Stale]
    assert (await process.load_match(table.id)).moves == ["0 1-1", "1 pass"]
    await process.agrees(table.id)


async def test_of_different_moves_at_the_same_instant_one_is_taken(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    texts = OUT_IN_A_ROW[0], "2-2", "0-0"
    outcomes = await asyncio.gather(
        *(process.move(table, ADA, text, revision=0) for text in texts), return_exceptions=True
    )
    assert sum(isinstance(outcome, Table) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 2
    assert len((await process.load_match(table.id)).log) == (await process.agrees(table.id)).revision == 2


async def test_of_two_bots_on_one_database_one_moves_and_one_reads_again(
    either_process: TableProcess,
) -> None:
    """Two bots during deployment; each table has its own lock."""
    one = either_process
    table = await one.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    other = TableProcess(one.database, one.time)
    await other.table(table.id)
    await one.move(table, ADA, "1-1", revision=0)
    with pytest.raises(Stale):
        await other.move(table, ADA, "2-2", revision=0)
    assert (await other.agrees(table.id)).revision == 2
    await other.move(table, ADA, "1-0@left", revision=2)
    await other.tables.close()


async def test_a_change_is_saved_before_the_listener_hears_of_it(process: TableProcess, tmp_path: Path) -> None:
    saved: list[tuple[str, int, int]] = []

    class Looking(Heard):
        def on_change(self, table: Table, before: Table | None) -> None:
            with closing(sqlite3.connect(tmp_path / "boneyard.db")) as file:
                row = file.execute("SELECT status, revision FROM matches WHERE id = ?", (table.id,)).fetchone()
                (log,) = file.execute("SELECT count(*) FROM match_log WHERE match_id = ?", (table.id,)).fetchone()
            assert row == (table.status, table.revision)
            saved.append((*row, log))

    process.tables.add_observer(Looking())
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    for text in OUT_IN_A_ROW:
        await process.move(table, ADA, text)
    assert saved[:4] == [("lobby", 0, 0), ("lobby", 0, 0), ("playing", 0, 0), ("playing", 2, 2)]
    assert saved[-1] == ("over", 13, 13)


async def test_a_step_that_changes_nothing_is_neither_saved_nor_told(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS)
    heard = len(process.heard.changes)
    await process.apply(table, play.come_back, ADA)
    assert len(process.heard.changes) == heard


async def test_a_step_at_a_table_that_does_not_exist_is_refused(process: TableProcess) -> None:
    with pytest.raises(TableError) as caught:
        await process.move("nowhere", ADA, "1-1", revision=0)
    assert caught.value.key == "hand.table_unknown"
    assert await process.tables.find("nowhere") is None
    assert await process.tables.in_channel(CHANNEL) is None
    assert len(process.tables) == 0


async def test_a_rematch_keeps_game_options_clock_and_players(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, game="five_to_fourteen", options={"rounds": "one"}, clock="slow")
    with pytest.raises(TableError) as running:
        await process.tables.rematch(table.id, ADA)
    assert running.value.key == "table.not_over"
    await process.apply(table, ending.end, EWA, None)
    with pytest.raises(TableError) as stranger:
        await process.tables.rematch(table.id, BORYS)
    assert stranger.value.key == "table.not_sitting"
    again = await process.tables.rematch(table.id, ADA)
    assert (again.stored.game, again.stored.options, again.stored.clock) == (
        "five_to_fourteen",
        {"rounds": "one"},
        "slow",
    )
    assert (again.seats, again.status, again.stored.rematch_of) == (table.seats, Status.LOBBY, table.id)
    with pytest.raises(ChannelTaken):
        await process.tables.rematch(table.id, ADA)


async def test_a_rematch_is_hosted_by_who_asks_for_it_and_nobody_is_away_in_it(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="quick")
    await process.pass_time(185)  # both have missed two turns, and some more for which the computers needed no time
    assert all(seat.late >= 2 and seat.away for seat in (await process.table(table.id)).seats)
    await process.apply(table, ending.end, EWA, None)
    again = await process.tables.rematch(table.id, BORYS)
    assert again.stored.host_id == BORYS.user_id
    assert [(seat.late, seat.away) for seat in again.seats] == [(0, False), (0, False)]


# --- What has been shown ---------------------------------------------------------------------------------------------


async def test_a_table_that_is_over_stays_until_people_have_seen_how_it_ended(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await process.show(table)
    for text in OUT_IN_A_ROW:
        await process.move(table, ADA, text)
    assert len(process.tables) == 1
    await process.tables.record_display(table.id, board_id=None, announced=1)
    assert [ending.number for ending in (await process.table(table.id)).endings] == []
    assert len(process.tables) == 1
    await process.tables.record_display(table.id, shown_revision=13)
    assert len(process.tables) == 0


async def test_clicks_on_a_table_that_is_over_do_not_keep_it_in_memory(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="quick")
    await process.show(table)
    await process.apply(table, ending.end, EWA, None)
    await process.show(table)
    assert len(process.tables) == 0
    with pytest.raises(TableError):
        await process.move(table, ADA, "1-1", revision=0)
    with pytest.raises(TableError):
        await process.apply(table, staffing.leave, ADA)
    assert await process.apply(table, play.come_back, ADA) == await process.table(table.id)
    await process.tables.abandon(table.id)
    assert len(process.tables) == 0
    assert process.time.alarms == []
    assert not process.tables._store._locks


async def test_what_the_log_does_not_tell_is_marked_as_not_shown_too(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS)
    await process.show(table)
    assert await process.unshown() == ()
    for step, about in ((agreed_pause, (ADA,)), (staffing.resume, (ADA,)), (staffing.leave, (BORYS,))):
        assert (await process.apply(table, step, *about)).stored.shown_revision == NOTHING_SHOWN
        assert await process.unshown() == (table.id,)
        await process.show(table)
        assert await process.unshown() == ()
    await process.agrees(table.id)


async def test_what_is_kept_of_the_showing_is_told_to_nobody(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS)
    heard = len(process.heard.changes)
    await process.tables.record_display(table.id, board_id=77, board_at=NOON, call_id=78)
    await process.tables.record_display("nowhere", board_id=77)
    assert len(process.heard.changes) == heard
    kept = (await process.agrees(table.id)).stored
    assert (kept.board_id, kept.call_id) == (77, 78)


# --- Draining --------------------------------------------------------------------------------------------------------


async def test_closing_lets_the_move_under_way_be_saved_and_takes_no_other(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
    under_way = asyncio.create_task(process.move(table, ADA, "1-1", revision=0))
    waiting = asyncio.create_task(process.move(table, ADA, "2-2", revision=0))
    opening = asyncio.create_task(process.open(CELINA, channel_id=1))
    await asyncio.sleep(0)  # they have passed the door
    await process.tables.close()
    assert under_way.done()
    assert waiting.done()
    assert opening.done()
    assert (await under_way).revision == 2
    with pytest.raises(Stale):
        await waiting
    assert (await process.load_match((await opening).id)).stored.status is Status.LOBBY
    for late in (process.move(table, ADA, "1-0@left", revision=2), process.open(BORYS, channel_id=2)):
        with pytest.raises(TableError) as caught:
            await late
        assert caught.value.key == "lobby.refusal.drained"
    assert (await process.load_match(table.id)).moves == ["0 1-1", "1 pass"]
    assert process.time.alarms == []
    await process.tables.record_display(table.id, shown_revision=2)  # what is under way may still be shown and kept
