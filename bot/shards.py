"""The shards that this process runs: waiting for them as a stand-by, losing them, and getting them back.

Discord spreads a bot's servers over shards by their ids, and direct messages come to shard 0. Who runs a shard looks
after the tables of its servers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from storage.database import StorageError
from storage.engines import Fence
from storage.shard_locks import Locks

__all__ = ["Shards", "StoodDown", "shard_of"]

logger = logging.getLogger(__name__)

_AGAIN: Final = 1.0
"""Seconds between two tries to get the locks of the shards."""


class StoodDown(Exception):
    """The process was told to stop while it was waiting for its shards."""


def shard_of(guild_id: int, count: int) -> int:
    """The shard of a server, of so many; 0 for direct messages, whose server is 0.

    https://discord.com/developers/docs/events/gateway#sharding
    """
    return (guild_id >> 22) % count


class Shards:
    """The shards of this process, and the locks that say so.

    :param count: how many shards the bot has in all processes.
    :param ids: those that this process runs.
    """

    def __init__(self, locks: Locks, count: int, ids: Sequence[int]) -> None:
        self._locks = locks
        self.count = count
        self.ids = tuple(ids)
        self._waits_for = ""
        self._closed = asyncio.Event()
        self._regained: Callable[[], Awaitable[None]] | None = None
        self._superseded: Callable[[], None] | None = None
        self._retaking: asyncio.Task[None] | None = None
        locks.on_loss(self._lost)

    @property
    def held(self) -> bool:
        """Whether this process runs its shards now, and may act for them."""
        return self._locks.held

    @property
    def fence(self) -> Fence | None:
        """What keeps this process from the database while another one runs its shards."""
        return self._locks.fence

    @property
    def are_all(self) -> bool:
        """Whether no other process runs any shard."""
        return len(self.ids) == self.count

    def look_after(self, guild_id: int) -> bool:
        """Whether the tables of a server are looked after here."""
        return shard_of(guild_id, self.count) in self.ids

    def trouble(self) -> str | None:
        """Why this process does not act, in a few words; None if it does."""
        return None if self.held else f"stand-by: {self._waits_for or 'the heartbeat of the locks is late'}"

    async def hold(self) -> None:
        """Get the locks, as a stand-by until whoever has them is gone.

        :raises StorageError: if at the first try it cannot be found out who has them.
        :raises StoodDown: if this was closed meanwhile.
        """
        waiting = False
        while not self._closed.is_set():
            try:
                holder = await self._locks.take()
            except StorageError as error:
                if not waiting:
                    raise
                holder = f"the database does not answer ({error})"
            if self._closed.is_set():  # closed while that was asked
                await self._locks.give_back()
            elif holder is None:
                if waiting:
                    logger.info("the shards are free now: taking over")
                return
            else:
                self._say_stand_by(holder)
                waiting = True
                await self._pause()
        raise StoodDown

    def when_lost(self, regained: Callable[[], Awaitable[None]], superseded: Callable[[], None]) -> None:
        """What to do after the locks were lost.

        :param regained: they are held again, and other processes may have done anything meanwhile.
        :param superseded: another process has them now.
        """
        self._regained, self._superseded = regained, superseded

    async def close(self) -> None:
        """Give the locks back and wait for none any more."""
        self._closed.set()
        if self._retaking is not None:
            self._retaking.cancel()
            await asyncio.gather(self._retaking, return_exceptions=True)
        await self._locks.give_back()

    def _lost(self) -> None:
        self._waits_for = "the connection that holds the locks was lost"
        logger.warning("the locks of the shards are lost: nothing is done until they are held again")
        if not self._closed.is_set():
            self._retaking = asyncio.get_running_loop().create_task(self._retake(), name="getting locks back")

    async def _retake(self) -> None:
        while not self._closed.is_set():
            try:
                holder = await self._locks.take()
            except StorageError as error:
                logger.warning("the locks of the shards cannot be got back yet: %s", error)
            else:
                if holder is None:
                    logger.info("the locks of the shards are held again")
                    if self._regained is not None:
                        await self._regained()
                    return
                self._say_stand_by(holder)
                if self._superseded is not None:
                    self._superseded()
                return
            await self._pause()

    def _say_stand_by(self, holder: str) -> None:
        """Log who has the shards, once for each who has them."""
        if holder != self._waits_for:
            self._waits_for = holder
            logger.warning("waiting as a stand-by: %s", holder)

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(_AGAIN):
                await self._closed.wait()
        except TimeoutError:
            return
