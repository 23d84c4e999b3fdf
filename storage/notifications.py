"""Notices: how one process tells the others which match it has changed, over PostgreSQL's LISTEN and NOTIFY.

A process tells only of tables that another one looks after, such as when a sign is made in direct messages, which all
come to shard 0. The notice is part of the transaction, so it comes exactly when the change is there to be read. It says
which match and nothing else of it: everybody with access to the database can listen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import func, select

from storage.database import StorageError, Transaction
from storage.shard_locks import AdvisoryLocks

__all__ = ["ChangeNotifications", "tell"]

logger = logging.getLogger(__name__)

_CHANNEL: Final = "boneyard_shard_"
"""How the channel of each shard begins."""
_WAITING: Final = 1_000
_AGAIN: Final = 2.0


async def tell(tx: Transaction, shard: int, match_id: str, version: int) -> None:
    """Let the process that runs a shard know, when this transaction is committed, that a match of it has changed.

    :param version: to which version; for whoever looks on.
    """
    await tx.execute(select(func.pg_notify(f"{_CHANNEL}{shard}", f"{match_id} {version}")))


class ChangeNotifications:
    """What other processes have told and nobody has seen to yet: each match once, and at most a thousand of them.

    :param changed: sees to a match; when it raises `StorageError` the match is tried again in a moment.
    :param overflowed: sees to all matches at once, when more were told of than are remembered.
    """

    def __init__(self, changed: Callable[[str], Awaitable[None]], overflowed: Callable[[], Awaitable[None]]) -> None:
        self._changed = changed
        self._overflowed = overflowed
        self._waiting: dict[str, None] = {}
        self._too_many = False
        self._task: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._closed = False

    def over(self, locks: AdvisoryLocks) -> None:
        """Hear what comes for the shards of these locks; what came while they were lost has to be read otherwise."""
        for shard in locks.ids:
            locks.listen(f"{_CHANNEL}{shard}", self.heard)

    def heard(self, payload: str) -> None:
        """A notice has come. Does not wait for anything."""
        match_id = payload.partition(" ")[0]
        if len(self._waiting) < _WAITING:
            self._waiting[match_id] = None
        elif match_id not in self._waiting:
            self._too_many = True
        self._go_on()

    async def close(self) -> None:
        """See to nothing any more."""
        self._closed = True
        if self._later is not None:
            self._later.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _go_on(self) -> None:
        self._later = None
        if self._task is None and not self._closed:
            self._task = asyncio.get_running_loop().create_task(self._see_to_all(), name="notices")

    async def _see_to_all(self) -> None:
        try:
            while self._too_many or self._waiting:
                if self._too_many:
                    self._too_many = False
                    self._waiting.clear()
                    await self._all_seen_to()
                else:
                    match_id = next(iter(self._waiting))
                    del self._waiting[match_id]  # what is told from here on is seen to again
                    await self._seen_to(match_id)
        except StorageError as error:
            logger.warning("what another process has changed cannot be read now: %s", error)
            self._later = asyncio.get_running_loop().call_later(_AGAIN, self._go_on)
        finally:
            self._task = None

    async def _seen_to(self, match_id: str) -> None:
        try:
            await self._changed(match_id)
        except StorageError:
            self._waiting[match_id] = None
            raise
        except Exception:
            logger.exception("match %s, which another process has changed, could not be seen to", match_id)

    async def _all_seen_to(self) -> None:
        try:
            await self._overflowed()
        except StorageError:
            self._too_many = True
            raise
        except Exception:
            logger.exception("matches that other processes have changed could not be seen to")
