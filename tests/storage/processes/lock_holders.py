"""A program for the tests of locks: it takes the locks of its shards, says so, and holds them until it is ended."""

from __future__ import annotations

import asyncio
import signal

from storage.processes.locks import Locks, locks_at


async def until_taken(locks: Locks) -> None:
    """Try again and again to take these locks."""
    while await locks.take() is not None:  # noqa: ASYNC110  # nothing tells when a lock is free
        await asyncio.sleep(0.05)


async def _main(url: str, count: int, ids: list[int]) -> None:
    told = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    locks = locks_at(url, count, ids)
    await until_taken(locks)
    print("held", flush=True)
    await told.wait()
    await locks.give_back()


def hold_on(url: str, count: str, ids: str) -> None:
    """Hold the locks of these shards of so many, beside the database at an address, until SIGTERM."""
    asyncio.run(_main(url, int(count), [int(one) for one in ids.split(",")]))
