"""Transactions are saved whole or not, on both engines."""

# ruff: noqa: PT012 - a transaction fails as a block

import asyncio

import pytest
from sqlalchemy import text

from storage import matches
from storage.database import Conflict, Database, Outdated, StorageError, Transaction, Unavailable
from tests.storage.samples import MATCH, SEATS, append, append_one, match, moves, no_thread_is_left, saved_revisions


class Surprise(Exception):
    pass


@pytest.fixture
async def with_match(database: Database) -> Database:
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
    return database


async def test_an_exception_of_the_caller_rolls_back_and_passes_unchanged(with_match: Database) -> None:
    surprise = Surprise("not about storage")
    with pytest.raises(Surprise) as caught:
        async with with_match.write() as tx:
            await append(tx, MATCH.id, moves(1, 2))
            raise surprise
    assert caught.value is surprise
    assert await saved_revisions(with_match, MATCH.id) == []


@pytest.mark.parametrize("error", [ConnectionResetError("Discord went away"), TimeoutError(), KeyError("x")])
async def test_errors_of_the_caller_that_look_like_a_drivers_pass_unchanged(
    with_match: Database, error: Exception
) -> None:
    with pytest.raises(type(error)) as caught:
        async with with_match.write():
            raise error
    assert caught.value is error


@pytest.mark.parametrize("error", [Surprise("x"), ConnectionResetError("Discord went away"), KeyError("x")])
async def test_an_error_of_what_is_done_at_once_rolls_back_and_passes_unchanged(
    with_match: Database, error: Exception
) -> None:
    async def failing(tx: Transaction) -> None:
        await append(tx, MATCH.id, moves(1, 2))
        raise error

    with pytest.raises(type(error)) as caught:
        await with_match.run_write(failing)
    assert caught.value is error
    assert await saved_revisions(with_match, MATCH.id) == []
    await append_one(with_match, MATCH.id, 1)


async def test_what_is_done_at_once_reads_and_saves_and_returns(with_match: Database) -> None:
    async def two(tx: Transaction) -> int | None:
        await append(tx, MATCH.id, moves(1, 1))
        await append(tx, MATCH.id, moves(2, 2))
        return await matches.newest_version(tx, MATCH.id)

    assert await with_match.run_write(two) == 2
    assert await with_match.run_read(lambda tx: matches.newest_version(tx, MATCH.id)) == 2
    assert await saved_revisions(with_match, MATCH.id) == [1, 2]


async def test_what_is_done_at_once_to_read_cannot_write(with_match: Database) -> None:
    with pytest.raises(TypeError, match="for reading"):
        await with_match.run_read(lambda tx: append(tx, MATCH.id, moves(1, 2)))


async def test_an_error_caught_within_a_step_still_loses_the_transaction(with_match: Database) -> None:
    async def caught(tx: Transaction) -> None:
        await append(tx, MATCH.id, moves(1, 1))
        with pytest.raises(Conflict):
            await matches.add(tx, MATCH, SEATS)

    with pytest.raises(Conflict):
        await with_match.run_write(caught)
    assert await saved_revisions(with_match, MATCH.id) == []


async def test_a_cancellation_inside_rolls_back(with_match: Database) -> None:
    inside = asyncio.Event()

    async def slow() -> None:
        async with with_match.write() as tx:
            await append(tx, MATCH.id, moves(1, 2))
            inside.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(slow())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await saved_revisions(with_match, MATCH.id) == []
    await append_one(with_match, MATCH.id, 1)


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_cancellation_at_any_moment_saves_all_or_nothing(with_match: Database, at_once: bool) -> None:
    saved = 0
    for step in range(60):
        task = asyncio.create_task((_append_two_at_once if at_once else _append_two)(with_match, saved))
        for _ in range(step):
            await asyncio.sleep(0)
            if step % 7 == 0:
                await asyncio.sleep(0.0003)
        task.cancel()
        await asyncio.wait([task])
        revisions = await saved_revisions(with_match, MATCH.id)
        assert len(revisions) in ({saved, saved + 2} if task.cancelled() else {saved + 2})
        saved = len(revisions)


async def _append_two(database: Database, saved: int) -> None:
    async with database.write() as tx:
        await append(tx, MATCH.id, moves(saved + 1, saved + 1))
        await append(tx, MATCH.id, moves(saved + 2, saved + 2))


async def _append_two_at_once(database: Database, saved: int) -> None:
    async def two(tx: Transaction) -> None:
        await append(tx, MATCH.id, moves(saved + 1, saved + 1))
        await append(tx, MATCH.id, moves(saved + 2, saved + 2))

    await database.run_write(two)


async def test_a_statement_cut_off_inside_the_block_loses_the_transaction(with_match: Database) -> None:
    """The block may go on, as with its own timeout."""
    with pytest.raises(StorageError, match="cut off"):
        async with with_match.write() as tx:
            task = asyncio.create_task(append(tx, MATCH.id, moves(1, 1)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
    assert await saved_revisions(with_match, MATCH.id) == []


async def test_an_error_caught_inside_the_block_still_loses_the_transaction(with_match: Database) -> None:
    """Both engines behave as PostgreSQL does."""
    with pytest.raises(Conflict):
        async with with_match.write() as tx:
            await append(tx, MATCH.id, moves(1, 1))
            with pytest.raises(Conflict):
                await matches.add(tx, MATCH, SEATS)
            with pytest.raises(Conflict):
                await append(tx, MATCH.id, moves(2, 2))
    assert await saved_revisions(with_match, MATCH.id) == []


async def test_many_writers_at_once_all_get_their_turn(database: Database) -> None:
    names = [f"m{number}" for number in range(50)]
    async with database.write() as tx:
        for name in names:
            await matches.add(tx, match(name), SEATS)
    await asyncio.gather(*(append_one(database, name, 1) for name in names))
    for name in names:
        assert await saved_revisions(database, name) == [1]


async def test_of_two_writers_of_the_same_revision_exactly_one_wins(with_match: Database) -> None:
    for revision in range(1, 6):
        tries = [append_one(with_match, MATCH.id, revision) for _ in range(8)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert [outcome for outcome in outcomes if outcome is None] == [None]
        assert all(isinstance(outcome, Conflict | Outdated) for outcome in outcomes if outcome is not None)
    assert await saved_revisions(with_match, MATCH.id) == [1, 2, 3, 4, 5]


async def test_of_two_processes_one_wins_too(address: str, with_match: Database) -> None:
    other = await Database.open(address)
    try:
        tries = [append_one(which, MATCH.id, 1) for _ in range(3) for which in (with_match, other)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
    finally:
        await other.close()
    assert [outcome for outcome in outcomes if outcome is None] == [None]
    assert await saved_revisions(with_match, MATCH.id) == [1]


async def test_a_reader_sees_one_state_while_others_write(with_match: Database) -> None:
    async with with_match.read() as tx:
        assert await matches.log(tx, MATCH.id) == ()
        await append_one(with_match, MATCH.id, 1)
        found = await matches.load(tx, MATCH.id)
        assert found is not None
        assert found[0].revision == 0
        assert await matches.log(tx, MATCH.id) == ()
    assert await saved_revisions(with_match, MATCH.id) == [1]


async def test_a_reader_does_not_see_what_is_not_committed(with_match: Database) -> None:
    async with with_match.write() as tx:
        await append(tx, MATCH.id, moves(1, 1))
        assert await saved_revisions(with_match, MATCH.id) == []


async def test_a_transaction_for_reading_cannot_write(with_match: Database) -> None:
    async with with_match.read() as tx:
        with pytest.raises(TypeError, match="reading"):
            await append(tx, MATCH.id, moves(1, 1))
        with pytest.raises(TypeError, match="reading"):
            await matches.update(tx, MATCH.id, 0, clock="slow")


async def test_an_unknown_error_is_a_plain_storage_error_with_its_cause(with_match: Database) -> None:
    with pytest.raises(StorageError) as caught:
        async with with_match.write() as tx:
            await tx.execute(text("SELECT no_such_column FROM matches"))
    assert type(caught.value) is StorageError
    assert caught.value.__cause__ is not None
    assert "no_such_column" in str(caught.value)


async def test_errors_do_not_tell_the_seed(with_match: Database) -> None:
    with pytest.raises(Conflict) as caught:
        async with with_match.write() as tx:
            await matches.add(tx, MATCH, SEATS)
    link: BaseException | None = caught.value
    while link is not None:
        assert "secret" not in str(link)
        link = link.__cause__


async def test_ping_is_content_and_leaves_nothing(with_match: Database) -> None:
    await with_match.ping()
    await asyncio.gather(with_match.ping(), with_match.ping())
    async with with_match.read() as tx:
        assert (await tx.execute(text("SELECT count(*) FROM server_settings"))).scalar_one() == 0


async def test_what_is_saved_is_there_after_opening_again(address: str) -> None:
    for revision in (1, 2, 3):
        database = await Database.open(address)
        try:
            if revision == 1:
                async with database.write() as tx:
                    await matches.add(tx, MATCH, SEATS)
            await append_one(database, MATCH.id, revision)
        finally:
            await database.close()
    database = await Database.open(address)
    try:
        assert await saved_revisions(database, MATCH.id) == [1, 2, 3]
    finally:
        await database.close()


async def test_a_closed_database_is_gone(address: str) -> None:
    database = await Database.open(address)
    await database.close()
    await database.close()
    with pytest.raises(Unavailable):
        async with database.read():
            pass
    with pytest.raises(Unavailable):
        await append_one(database, MATCH.id, 1)
    with pytest.raises(Unavailable):
        await database.ping()


async def test_close_lets_a_running_transaction_end(address: str) -> None:
    database = await Database.open(address)
    inside = asyncio.Event()

    async def slow() -> None:
        async with database.write() as tx:
            inside.set()
            await asyncio.sleep(0.1)
            await matches.add(tx, MATCH, SEATS)

    task = asyncio.create_task(slow())
    await inside.wait()
    await database.close()
    await task
    again = await Database.open(address)
    try:
        assert await saved_revisions(again, MATCH.id) == []
    finally:
        await again.close()


async def test_close_does_not_wait_for_ever(address: str) -> None:
    database = await Database.open(address)
    inside, go_on = asyncio.Event(), asyncio.Event()

    async def endless() -> None:
        async with database.write() as tx:
            await matches.add(tx, MATCH, SEATS)
            inside.set()
            await go_on.wait()
            await append(tx, MATCH.id, moves(1, 1))

    task = asyncio.create_task(endless())
    await inside.wait()
    await database.close(timeout_s=0.05)
    go_on.set()
    with pytest.raises(StorageError):
        await task
    assert no_thread_is_left()
    again = await Database.open(address)
    try:
        async with again.read() as tx:
            assert await matches.load(tx, MATCH.id) is None
    finally:
        await again.close()


async def test_close_leaves_no_thread(address: str) -> None:
    database = await Database.open(address)
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
    await asyncio.gather(*(_read(database) for _ in range(12)))
    await database.close()
    assert no_thread_is_left()


async def _read(database: Database) -> None:
    async with database.read() as tx:
        await matches.load(tx, MATCH.id)
        await asyncio.sleep(0.01)
