"""Reports by page, newest first, and marked as done."""

from dataclasses import replace

from storage import reports
from storage.database import Database
from storage.reports import MAX_OPEN, Report

ODD = Report(0, 1, 10, "Ada", "m", "block", 3, "1 plays 6-4.", "odd", at=100.0)


async def numbers(database: Database, since: float = 0.0, *, done: bool = False, page: int = 1) -> list[int]:
    async with database.read() as tx:
        found, _ = await reports.found(tx, since, done=done, page=page, on_page=2)
    return [one.id for one in found]


async def test_reports_are_read_newest_first_page_by_page(database: Database) -> None:
    async with database.write() as tx:
        for at in (100.0, 300.0, 200.0):
            assert await reports.add(tx, replace(ODD, at=at))
    assert await numbers(database) == [2, 3]
    assert await numbers(database, page=2) == [1]
    assert await numbers(database, since=200.0, page=1) == [2, 3]
    async with database.read() as tx:
        [newest, *_], total = await reports.found(tx, 0.0, done=False, page=1, on_page=2)
    assert newest == replace(ODD, id=2, at=300.0)
    assert total == 3


async def test_what_is_done_is_listed_only_if_it_is_asked_for(database: Database) -> None:
    async with database.write() as tx:
        await reports.add(tx, ODD)
        await reports.add(tx, ODD)
        assert await reports.mark_done(tx, {1, 99}, 500.0) == 1
        assert await reports.mark_done(tx, {1}, 600.0) == 0
    assert await numbers(database) == [2]
    assert await numbers(database, done=True) == [2, 1]


async def test_one_person_has_only_so_many_reports_waiting(database: Database) -> None:
    async with database.write() as tx:
        assert all([await reports.add(tx, ODD) for _ in range(MAX_OPEN)])
        assert not await reports.add(tx, ODD)
        assert await reports.add(tx, replace(ODD, user_id=11))
        await reports.mark_done(tx, {1}, 500.0)
        assert await reports.add(tx, ODD)
