"""One after the other, and those who wait for the same in vain give up together."""

import asyncio
from contextlib import suppress

import pytest

from storage import transactions
from storage.errors import Busy, Full
from storage.transactions import WriteQueue

PATIENCE = 0.2
"""Seconds for which the first has to wait for another program in these tests."""


async def _in_vain(queue: WriteQueue, tried: list[int], number: int) -> None:
    """Waits for a lock that another program never gives back."""
    async with queue.mine():
        tried.append(number)
        await asyncio.sleep(PATIENCE)
        raise Busy("locked")


async def test_thirty_who_wait_for_the_same_lock_give_up_with_the_first() -> None:
    queue, tried = WriteQueue(PATIENCE), list[int]()
    ends = await asyncio.gather(*(_in_vain(queue, tried, number) for number in range(30)), return_exceptions=True)
    assert tried == [0]
    assert [type(end) for end in ends] == [Busy] * 30
    with pytest.raises(Busy, match="locked"):
        await _in_vain(queue, tried, 30)  # who comes later tries again
    assert tried == [0, 30]


async def test_who_has_just_come_when_another_gives_up_tries_for_himself() -> None:
    queue, tried = WriteQueue(PATIENCE), list[int]()
    first = asyncio.create_task(_in_vain(queue, tried, 0))
    await asyncio.sleep(PATIENCE * 0.75)
    with pytest.raises(Busy, match="locked"):
        await _in_vain(queue, tried, 1)
    assert tried == [0, 1]
    with suppress(Busy):
        await first


async def test_other_failures_let_the_next_go_on() -> None:
    queue, done = WriteQueue(PATIENCE), list[int]()

    async def work(number: int) -> None:
        async with queue.mine():
            await asyncio.sleep(PATIENCE)
            if not number:
                raise Full("no room")
            done.append(number)

    await asyncio.gather(*(work(number) for number in range(3)), return_exceptions=True)
    assert done == [1, 2]


async def test_a_turn_that_does_not_come_in_time_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "POOL_PATIENCE", 0.05)
    queue = WriteQueue(PATIENCE)
    async with queue.mine():
        with pytest.raises(Busy, match="too many"):
            async with queue.mine():
                pass
    async with queue.mine():
        pass


async def test_who_comes_between_a_release_and_the_next_one_s_turn_waits_no_longer_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transactions, "POOL_PATIENCE", 0.05)
    queue, done = WriteQueue(PATIENCE), asyncio.Event()

    async def held() -> None:
        async with queue.mine():
            await done.wait()

    async with queue.mine():
        waiting = asyncio.create_task(held())
        await asyncio.sleep(0)
    # Released, and the one who waits has not woken up: the lock is nobody's for this instant.
    asyncio.get_running_loop().call_later(1, done.set)
    with pytest.raises(Busy, match="too many"):
        async with queue.mine():
            pass
    done.set()
    await waiting
