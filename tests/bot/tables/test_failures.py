"""Database failures refuse a move; the next try works."""

# ruff: noqa: ASYNC240 - a test may wait for its small files

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from functools import partial
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from bot.tables import ending, play, staffing
from bot.tables.errors import Stale
from bot.tables.state import Step, Table
from bot.tables.store import LiveStore
from storage import matches
from storage.database import Busy, Full, OutcomeUnknown, StorageError, Transaction, Unavailable
from storage.matches import LogEntry, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CHANNEL,
    EWA,
    OUT_IN_A_ROW,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    Heard,
    TableProcess,
    agreed_pause,
    stored_match,
)

Fault = Callable[[TableProcess, Path], AbstractAsyncContextManager[None]]

pytestmark = pytest.mark.impatient


@asynccontextmanager
async def locked(_process: TableProcess, file: Path) -> AsyncIterator[None]:
    """An endless write of another program."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def filled(file: sqlite3.Connection, revision: int, size: int) -> bool:
    """Add a log entry of some length; return False without room."""
    entry = "INSERT INTO match_log VALUES ('filler', 1, ?, 0, ?, NULL, 0.0)"
    try:
        file.execute(entry, (revision, "x" * size))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise
        return False
    return True


async def limit(process: TableProcess, pages: int) -> None:
    """Limit the size of the file, for both connections that write."""

    async def set_limit(tx: Transaction) -> None:
        await tx.execute(text(f"PRAGMA max_page_count = {pages}"))

    await process.database.run_write(set_limit)
    async with process.database.write() as tx:
        await set_limit(tx)


@asynccontextmanager
async def full(process: TableProcess, file: Path) -> AsyncIterator[None]:
    """Fill the log's free pages, and leave no room on disk."""
    async with process.database.write() as tx:
        await matches.add(tx, stored_match(id="filler", channel_id=0, status=Status.OVER), ())
        pages = (await tx.execute(text("PRAGMA page_count"))).scalar_one()
    await limit(process, pages)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(f"PRAGMA max_page_count = {pages}")
        revision = 1
        for size in (500, 50, 1):
            while filled(other, revision, size):
                revision += 1
    yield
    await limit(process, 1_000_000)


@asynccontextmanager
async def gone(_process: TableProcess, file: Path) -> AsyncIterator[None]:
    """The file is not where it was."""
    aside = file.rename(file.with_name("aside.db"))
    yield
    aside.rename(file)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "boneyard.db"


@pytest.mark.parametrize(("fault", "kind"), [(locked, Busy), (full, Full), (gone, Unavailable)])
async def test_a_move_that_cannot_be_saved_is_undone_and_can_be_retried(
    process: TableProcess, file: Path, fault: Fault, kind: type[StorageError]
) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117])
    before = await process.move(table, ADA, "1-1")
    saved, heard = await process.load_match(table.id), len(process.heard.changes)
    async with fault(process, file):
        for _ in range(2):
            with pytest.raises(kind):
                await process.move(table, ADA, "1-0@left", revision=2)
        assert len(process.heard.changes) == heard
    assert await process.load_match(table.id) == saved
    again = await process.agrees(table.id)
    assert (again.stored, again.seats, again.match) == (before.stored, before.seats, before.match)
    await process.move(table, ADA, "1-0@left", revision=2)
    assert (await process.load_match(table.id)).moves == ["0 1-1", "1 pass", "0 1-0@left", "1 pass"]
    await process.agrees(table.id)


@pytest.mark.parametrize(("fault", "kind"), [(locked, Busy), (full, Full), (gone, Unavailable)])
async def test_a_match_end_that_cannot_be_saved_books_nothing_until_it_can(
    process: TableProcess, file: Path, fault: Fault, kind: type[StorageError]
) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    for move in OUT_IN_A_ROW[:-1]:
        await process.move(table, ADA, move)
    async with fault(process, file):
        with pytest.raises(kind):
            await process.move(table, ADA, OUT_IN_A_ROW[-1], revision=12)
    saved = await process.load_match(table.id)
    assert (saved.deals, saved.results, saved.stored.status) == ((), (), Status.PLAYING)
    await process.move(table, ADA, OUT_IN_A_ROW[-1], revision=12)
    saved = await process.load_match(table.id)
    assert (len(saved.deals), len(saved.results), saved.stored.status) == (2, 2, Status.OVER)
    await process.agrees(table.id)


@pytest.mark.parametrize(("fault", "kind"), [(locked, Busy), (gone, Unavailable)])
async def test_a_table_that_could_not_be_opened_leaves_the_channel_free(
    process: TableProcess, file: Path, fault: Fault, kind: type[StorageError]
) -> None:
    async with fault(process, file):
        with pytest.raises(kind):
            await process.open()
    assert len(process.tables) == 0
    assert await process.tables.in_channel(CHANNEL) is None
    await process.open()


@pytest.mark.parametrize("fault", [locked, gone])
async def test_the_clock_goes_on_when_it_can_save_again(process: TableProcess, file: Path, fault: Fault) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
    async with fault(process, file):
        await process.pass_time(32)  # the warning of 30 s cannot be saved
    saved = await process.load_match(table.id)
    assert not saved.stored.warned
    await process.pass_time(5)  # the next try gives the player the time of grace: it was not their fault
    grace = (await process.load_match(table.id)).stored
    assert (grace.deadline, grace.warned) == (process.time.now - 2 + 60, False)
    await process.pass_time(43)
    assert (await process.agrees(table.id)).stored.warned
    await process.pass_time(15)
    assert (await process.load_match(table.id)).log[0].user_id is None


async def test_a_save_that_is_cut_off_leaves_the_table_as_it_was_or_whole(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, seed="five", game="five_to_fourteen")
    rng = Random(5)
    for steps in range(1, 60):
        before = await process.table(table.id)
        mover = before.to_move()
        assert mover is not None
        assert before.match is not None
        person = ADA if mover.user_id == ADA.user_id else BORYS
        move = str(rng.choice(before.match.moves(mover.seat)))
        task = asyncio.create_task(process.move(table, person, move, before.revision))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        after = await process.agrees(table.id)
        if after.revision == before.revision:
            await process.move(table, person, move, before.revision)
        else:
            with pytest.raises(Stale):
                await process.move(table, person, move, before.revision)


async def test_what_was_saved_without_a_word_is_shown_when_the_clock_looks_again(process: TableProcess) -> None:
    """A cancelled commit is on disk, without a notification."""
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    real = process.database.run_write

    async def lost_answer(work: Callable[[Transaction], Awaitable[object]]) -> object:
        await real(work)
        raise Unavailable("the connection was lost in the commit")

    process.database.run_write = lost_answer  # type: ignore[method-assign,assignment]  # the test's database
    with pytest.raises(Unavailable):
        await process.move(table, ADA, "1-1", revision=0)
    process.database.run_write = real  # type: ignore[method-assign]
    process.heard.changes.clear()
    await process.pass_time(5)
    assert [(shown.revision, before) for shown, before in process.heard.changes] == [(2, None)]
    with pytest.raises(Stale):
        await process.move(table, ADA, "1-1", revision=0)


async def test_what_is_shown_and_cannot_be_kept_changes_nothing(process: TableProcess, file: Path) -> None:
    table = await process.begin(ADA, BORYS)
    async with locked(process, file):
        with pytest.raises(Busy):
            await process.tables.record_display(table.id, board_id=77)
    assert (await process.agrees(table.id)).stored.board_id is None


async def test_a_log_that_no_longer_fits_the_rules_breaks_its_table_and_no_other(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
    other = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="quick", channel_id=1)
    await process.move(table, ADA, "1-1")
    async with process.database.write() as tx:
        await tx.execute(text("UPDATE match_log SET move = '6-6' WHERE revision = 1"))
    again = process.after_kill()
    await again.tables.start()
    broken = await again.table(table.id)
    assert (broken.status, broken.match, broken.view(ADA.user_id)) == (Status.PLAYING, None, None)
    await again.pass_time(1000)  # its clock does nothing
    assert [entry for entry in (await again.load_match(table.id)).log if entry.revision > 2] == []
    ended: Table = await again.apply(table, ending.end, EWA, None)
    assert ended.status is Status.CANCELLED
    assert (await again.load_match(other.id)).log[0].move != "6-6"
    await again.open()
    await again.tables.close()


async def test_an_entry_of_no_seat_breaks_its_table(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS)
    async with process.database.write() as tx:
        await matches.update(tx, table.id, table.stored.version, [LogEntry(1, None, "pass", None, 0.0)])
    assert (await process.after_kill().table(table.id)).match is None


async def test_who_waits_too_long_for_others_at_a_table_gives_up_with_them(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.store.LOCK_TIMEOUT_S", 0.01)
    table = await process.begin(ADA, BORYS, clock="none")
    async with asyncio.timeout(30), process.tables._store.lock(table.id):  # somebody who waits for the database
        moves = (process.apply(table.id, play.come_back, ADA) for _ in range(10))
        answers = await asyncio.gather(*moves, return_exceptions=True)
    assert [type(answer) for answer in answers] == [Busy] * 10
    assert (await process.apply(table.id, agreed_pause, ADA)).status is Status.PAUSED


async def test_a_third_visitor_of_a_table_gives_up_as_soon_as_the_others(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.store.LOCK_TIMEOUT_S", 0.05)
    table, done = await process.begin(ADA, BORYS, clock="none"), asyncio.Event()

    async def held() -> None:
        async with process.tables._store.lock(table.id):
            await done.wait()

    async with process.tables._store.lock(table.id):
        waiting = asyncio.create_task(held())
        await asyncio.sleep(0)
    asyncio.get_running_loop().call_later(1, done.set)
    with pytest.raises(Busy):  # released, but the one who waits has not woken up yet
        async with process.tables._store.lock(table.id):
            pass
    done.set()
    await waiting


class Fails(Heard):
    """A listener that fails at whatever it hears."""

    secret = "6-5"

    def on_change(self, table: Table, before: Table | None) -> None:
        raise KeyError(self.secret)

    def on_refresh(self, table: Table) -> None:
        raise KeyError(self.secret)


async def test_a_saved_step_reaches_all_observers_though_one_fails(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await process.begin(ADA, BORYS, clock="none")
    later = Heard()
    process.tables.add_observer(Fails())
    process.tables.add_observer(later)
    after = await process.apply(table, agreed_pause, ADA)
    assert after.status is Status.PAUSED
    assert [one.status for one, _ in later.changes] == [Status.PAUSED]
    other = TableProcess(process.database, process.time)
    await other.apply(table, staffing.resume, ADA)
    assert (await process.tables.newest(table.id)) == later.rereads[-1]
    assert table.id in caplog.text
    assert "in on_change" in caplog.text
    assert "in on_refresh" in caplog.text
    assert Fails.secret not in caplog.text

    def fails(*_: object) -> None:
        raise KeyError(Fails.secret)

    assert process.tables._observers.timekeeper is not None
    monkeypatch.setattr(process.tables._observers.timekeeper, "on_change", fails)
    await process.apply(table, agreed_pause, ADA)
    assert [one.status for one, _ in later.changes] == [Status.PAUSED, Status.PAUSED]
    await other.tables.close()


# --- The answer to a commit is lost -----------------------------------------------------------------------------------


def lose_the_next_answer(monkeypatch: pytest.MonkeyPatch, *, saved: bool, forever: bool = False) -> None:
    """Lose the answer of writing transactions, one or all."""
    commit = Transaction.commit
    lost: list[Transaction] = []

    async def losing(tx: Transaction) -> None:
        if not tx.writes or (lost and not forever):
            await commit(tx)
            return
        if saved and not lost:
            await commit(tx)
        lost.append(tx)
        tx.failure = OutcomeUnknown("the connection was closed before the answer came")
        raise tx.failure

    monkeypatch.setattr(Transaction, "commit", losing)


@pytest.mark.parametrize("saved", [True, False], ids=["saved", "not saved"])
async def test_a_move_whose_answer_is_lost_is_made_once(
    postgres_process: TableProcess, monkeypatch: pytest.MonkeyPatch, saved: bool
) -> None:
    process = postgres_process
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    lose_the_next_answer(monkeypatch, saved=saved)
    after = await process.move(table, ADA, "1-1", revision=0)
    assert after == await process.agrees(table.id)
    assert (await process.load_match(table.id)).moves == ["0 1-1", "1 pass"]
    assert process.heard.changes[-1][0] == after
    assert (await process.move(table, ADA, "1-0@left")).revision == 4


async def test_a_move_with_a_lost_answer_is_never_reported_as_unsaved(
    postgres_process: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = postgres_process
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    monkeypatch.setattr("bot.tables.store.READ_BACK_PAUSES_S", ())
    with monkeypatch.context() as patch:
        lose_the_next_answer(patch, saved=True, forever=True)
        with pytest.raises(OutcomeUnknown):
            await process.move(table, ADA, "1-1", revision=0)
    assert (await process.agrees(table.id)).revision == 2
    with pytest.raises(Stale):
        await process.move(table, ADA, "1-1", revision=0)


async def test_a_move_with_a_lost_answer_is_redone_after_another_process(
    postgres_process: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version matches, but another player made the step."""
    process = postgres_process
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    other = TableProcess(process.database, process.time)
    commit = Transaction.commit
    lost: list[Transaction] = []

    async def losing(tx: Transaction) -> None:
        if not tx.writes or lost:
            await commit(tx)
            return
        lost.append(tx)
        tx.failure = OutcomeUnknown("the connection was closed before the answer came")
        raise tx.failure

    is_saved = LiveStore._is_saved

    async def after_the_other(store: LiveStore[str, Table, Step], before: Table, after: Table) -> bool:
        await other.move(table, ADA, "2-2", revision=0)
        return await is_saved(store, before, after)

    monkeypatch.setattr(Transaction, "commit", losing)
    monkeypatch.setattr(process.tables._store, "_is_saved", partial(after_the_other, process.tables._store))
    with pytest.raises(Stale):
        await process.move(table, ADA, "1-1", revision=0)
    assert (await process.load_match(table.id)).moves[0] == "0 2-2"
    await other.tables.close()
