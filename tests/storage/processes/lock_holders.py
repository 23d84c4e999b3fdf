"""Programs for the tests of locks: they take the locks of their shards, say so, and hold them until they are ended."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from storage.database import Database, Gone
from storage.guilds import ServerSettings, save_server
from storage.shard_locks import Locks, locks_at


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


async def _write(url: str, go_on: Path) -> None:
    locks = locks_at(url, 1, [0])
    lost = asyncio.Event()
    locks.on_loss(lost.set)
    await until_taken(locks)
    database = await Database.open(url, locks.fence)
    try:
        async with database.write() as tx:
            await save_server(tx, ServerSettings(1, locale="pl"))
            print("writing", flush=True)
            while not go_on.exists():  # noqa: ASYNC110, ASYNC240  # the test makes it
                await asyncio.sleep(0.01)
            print("acts" if locks.held else "does not act", flush=True)
        print("saved", flush=True)
    except Gone:
        print("not saved", flush=True)
    try:
        async with database.write() as tx:
            await save_server(tx, ServerSettings(1, locale="pl"))
        print("saved", flush=True)
    except Gone:
        print("not saved", flush=True)
    await lost.wait()
    print("lost", flush=True)
    await database.close()
    await locks.give_back()


def write_on(url: str, go_on: str) -> None:
    """Hold the locks of a lonely shard, write until this file is there, write once more, and wait for their loss."""
    asyncio.run(_write(url, Path(go_on)))
