"""The writers' queue: one writer at a time, shared timeouts."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from storage import write_queue
from storage.errors import Busy, Full
from storage.write_queue import Job, WriteQueue

LOCK_TIMEOUT_S = 0.2
"""The wait of the first writer for another program in these tests."""


NOTHING: Any = None


async def save(jobs: list[Job]) -> None:
    """Run jobs without a database."""
    for job in jobs:
        job.result = await job.work(NOTHING)


async def _time_out(queue: WriteQueue, tried: list[int], number: int) -> None:
    """Wait for a lock that another program never releases."""
    async with queue.slot():
        tried.append(number)
        await asyncio.sleep(LOCK_TIMEOUT_S)
        raise Busy("locked")


async def test_thirty_waiters_fail_with_the_first() -> None:
    queue, tried = WriteQueue(LOCK_TIMEOUT_S, save), list[int]()
    ends = await asyncio.gather(*(_time_out(queue, tried, number) for number in range(30)), return_exceptions=True)
    assert tried == [0]
    assert [type(end) for end in ends] == [Busy] * 30
    with pytest.raises(Busy, match="locked"):
        await _time_out(queue, tried, 30)  # a later one tries again
    assert tried == [0, 30]


async def test_a_writer_who_has_just_come_tries_for_themselves() -> None:
    queue, tried = WriteQueue(LOCK_TIMEOUT_S, save), list[int]()
    first = asyncio.create_task(_time_out(queue, tried, 0))
    await asyncio.sleep(LOCK_TIMEOUT_S * 0.75)
    with pytest.raises(Busy, match="locked"):
        await _time_out(queue, tried, 1)
    assert tried == [0, 1]
    with suppress(Busy):
        await first


async def test_after_another_failure_the_next_writes() -> None:
    queue, done = WriteQueue(LOCK_TIMEOUT_S, save), list[int]()

    async def work(number: int) -> None:
        async with queue.slot():
            await asyncio.sleep(LOCK_TIMEOUT_S)
            if not number:
                raise Full("no room")
            done.append(number)

    await asyncio.gather(*(work(number) for number in range(3)), return_exceptions=True)
    assert done == [1, 2]


async def test_waiting_too_long_ends_with_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "POOL_TIMEOUT_S", 0.05)
    queue = WriteQueue(LOCK_TIMEOUT_S, save)
    async with queue.slot():
        with pytest.raises(Busy, match="too many"):
            async with queue.slot():
                pass
    async with queue.slot():
        pass


async def test_the_limit_holds_between_a_release_and_the_wake_up_of_a_waiter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(write_queue, "POOL_TIMEOUT_S", 0.05)
    queue, done = WriteQueue(LOCK_TIMEOUT_S, save), asyncio.Event()

    async def held() -> None:
        async with queue.slot():
            await done.wait()

    async with queue.slot():
        waiting = asyncio.create_task(held())
        await asyncio.sleep(0)
    # Released, and the waiter has not woken up: nobody holds the lock at this instant.
    asyncio.get_running_loop().call_later(1, done.set)
    with pytest.raises(Busy, match="too many"):
        async with queue.slot():
            pass
    done.set()
    await waiting
