"""Programs that hold shard locks and print so."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from storage.database import Database, Unavailable
from storage.guilds import ServerSettings, save_server
from storage.shard_locks import ShardLocks, make_locks


async def wait_for(locks: ShardLocks) -> None:
    """Acquire these locks, as soon as they are free."""
    while await locks.acquire() is not None:  # noqa: ASYNC110  # nothing tells when a lock is free
        await asyncio.sleep(0.05)


async def _main(url: str, count: int, ids: list[int]) -> None:
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    locks = make_locks(url, count, ids)
    await wait_for(locks)
    print("held", flush=True)
    await stopped.wait()
    await locks.release()


def hold(url: str, count: str, ids: str) -> None:
    """Hold these locks until SIGTERM."""
    asyncio.run(_main(url, int(count), [int(one) for one in ids.split(",")]))


async def _write(url: str, go_on: Path) -> None:
    locks = make_locks(url, 1, [0])
    lost = asyncio.Event()
    locks.on_loss(lost.set)
    await wait_for(locks)
    database = await Database.open(url, locks.fence)
    try:
        async with database.write() as tx:
            await save_server(tx, ServerSettings(1, locale="pl"))
            print("writing", flush=True)
            while not go_on.exists():  # noqa: ASYNC110, ASYNC240  # the test makes it
                await asyncio.sleep(0.01)
            print("acts" if locks.held else "does not act", flush=True)
        print("saved", flush=True)
    except Unavailable:
        print("not saved", flush=True)
    try:
        async with database.write() as tx:
            await save_server(tx, ServerSettings(1, locale="pl"))
        print("saved", flush=True)
    except Unavailable:
        print("not saved", flush=True)
    await lost.wait()
    print("lost", flush=True)
    await database.close()
    await locks.release()


def write_twice(url: str, go_on: str) -> None:
    """Write before and after this file exists; await lock loss."""
    asyncio.run(_write(url, Path(go_on)))
