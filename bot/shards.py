"""The shards of this process, as owner or as stand-by.

Discord distributes servers over shards by their ids; direct messages go to shard 0. The process of a shard runs the
tables of its servers.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from storage.engines import Fence
from storage.errors import to_storage_error
from storage.shard_locks import ShardLocks

logger = logging.getLogger(__name__)

_RETRY_S: Final = 1.0
"""Seconds between two attempts to acquire the locks of the shards."""


class StoodDown(Exception):
    """The process was stopped while it waited for its shards."""


def shard_of(guild_id: int, count: int) -> int:
    """Return the shard of a server; 0 for direct messages.

    https://discord.com/developers/docs/events/gateway#sharding
    """
    return (guild_id >> 22) % count


class Shards:
    """The shards of this process and their locks.

    :param count: the number of shards in all processes.
    """

    def __init__(self, locks: ShardLocks, count: int, ids: Sequence[int]) -> None:
        self._locks = locks
        self.count = count
        self.ids = tuple(ids)
        self._holder = ""
        self._closed = asyncio.Event()
        self._regained: Callable[[], Awaitable[None]] | None = None
        self._superseded: Callable[[], None] | None = None
        self._reacquiring: asyncio.Task[None] | None = None
        locks.on_loss(self._on_loss)

    @property
    def held(self) -> bool:
        """True while this process may act for its shards."""
        return self._locks.held

    @property
    def fence(self) -> Fence | None:
        """The fence that blocks writes after the locks are lost."""
        return self._locks.fence

    def look_after(self, guild_id: int) -> bool:
        """Return True if this process runs a server's tables."""
        return shard_of(guild_id, self.count) in self.ids

    def standby_reason(self) -> str | None:
        """Return the reason why this process does not act."""
        return None if self.held else f"stand-by: {self._holder or 'the heartbeat of the locks is late'}"

    async def hold(self) -> None:
        """Acquire the locks, waiting as a stand-by if necessary.

        :raises StorageError: if the first attempt fails.
        :raises StoodDown: if `close` was called meanwhile.
        """
        waiting = False
        while not self._closed.is_set():
            try:
                holder = await self._locks.acquire()
            except Exception as error:
                if not waiting:
                    raise
                holder = f"the database does not answer ({to_storage_error(error)})"
            if self._closed.is_set():  # closed during the call
                await self._locks.release()
            elif holder is None:
                if waiting:
                    logger.info("the shards are free now: taking over")
                return
            else:
                self._log_stand_by(holder)
                waiting = True
                await self._pause()
        raise StoodDown

    def when_lost(self, regained: Callable[[], Awaitable[None]], superseded: Callable[[], None]) -> None:
        """Set the callbacks for a loss of the locks.

        :param regained: called when the locks are held again; other processes may have changed anything meanwhile.
        :param superseded: called when another process holds the locks.
        """
        self._regained, self._superseded = regained, superseded

    async def close(self) -> None:
        """Release the locks, or stop waiting for them."""
        self._closed.set()
        if self._reacquiring is not None:
            self._reacquiring.cancel()
            await asyncio.gather(self._reacquiring, return_exceptions=True)
        await self._locks.release()

    def _on_loss(self) -> None:
        self._holder = "the connection that holds the locks was lost"
        logger.warning("the locks of the shards are lost: pausing until they are held again")
        if not self._closed.is_set():
            self._reacquiring = asyncio.get_running_loop().create_task(self._reacquire(), name="reacquiring locks")

    async def _reacquire(self) -> None:
        while not self._closed.is_set():
            try:
                holder = await self._locks.acquire()
            except Exception as error:  # noqa: BLE001  # a holder that stops trying would never act again
                logger.warning("the locks of the shards cannot be acquired again yet: %s", to_storage_error(error))
            else:
                if holder is None:
                    await self._continue()
                    return
                self._log_stand_by(holder)
                if self._superseded is not None:  # else the bot is still starting: keep trying
                    self._superseded()
                    return
            await self._pause()

    async def _continue(self) -> None:
        """Report that the locks are held again."""
        logger.info("the locks of the shards are held again")
        if self._regained is not None:
            try:
                await self._regained()
            except Exception:
                logger.exception("reloading after the loss of the locks failed")

    def _log_stand_by(self, holder: str) -> None:
        """Log the holder of the shards, once for each holder."""
        if holder != self._holder:
            self._holder = holder
            logger.warning("waiting as a stand-by: %s", holder)

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(_RETRY_S):
                await self._closed.wait()
        except TimeoutError:
            return
