"""Notifications of changed matches between processes (LISTEN and NOTIFY).

A process notifies only of tables that another process runs, such as when a sign is made in direct messages, which all
come to shard 0. The notification is part of the transaction, so the change can be read when it arrives. It contains
only the match's id: everyone with access to the database can listen.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import func, select

from storage.database import StorageError, Transaction
from storage.shard_locks import PostgresLocks

logger = logging.getLogger(__name__)

_CHANNEL_PREFIX: Final = "boneyard_shard_"
_MAX_PENDING: Final = 1_000
_RETRY_S: Final = 2.0


async def notify(tx: Transaction, shard: int, match_id: str, version: int) -> None:
    """Notify a shard's process of a changed match on commit.

    :param version: the new version of the match, for people who watch the channel.
    """
    await tx.execute(select(func.pg_notify(f"{_CHANNEL_PREFIX}{shard}", f"{match_id} {version}")))


class ChangeNotifications:
    """The changed matches to reload: each once, at most a thousand.

    :param on_change: reloads a match. When it raises `StorageError`, the match is tried again after `_RETRY_S`.
    :param on_overflow: reloads all matches, after more notifications than are remembered.
    """

    def __init__(self, on_change: Callable[[str], Awaitable[None]], on_overflow: Callable[[], Awaitable[None]]) -> None:
        self._on_change = on_change
        self._on_overflow = on_overflow
        self._pending: dict[str, None] = {}
        self._overflowed = False
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._closed = False

    def listen(self, locks: PostgresLocks) -> None:
        """Receive notifications for these shards while their locks are held."""
        for shard in locks.ids:
            locks.listen(f"{_CHANNEL_PREFIX}{shard}", self.receive)

    def receive(self, payload: str) -> None:
        """Remember a notification, and have it processed soon."""
        match_id = payload.partition(" ")[0]
        if len(self._pending) < _MAX_PENDING:
            self._pending[match_id] = None
        elif match_id not in self._pending:
            self._overflowed = True
        self._start()

    async def close(self) -> None:
        """Stop processing."""
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self) -> None:
        self._retry = None
        if self._task is None and not self._closed:
            self._task = asyncio.get_running_loop().create_task(self._process_all(), name="notifications")

    async def _process_all(self) -> None:
        try:
            while self._overflowed or self._pending:
                if self._overflowed:
                    self._overflowed = False
                    self._pending.clear()
                    await self._reload_all()
                else:
                    match_id = next(iter(self._pending))
                    del self._pending[match_id]  # a notification from here on is processed again
                    await self._reload(match_id)
        except StorageError as error:
            logger.warning("what another process has changed cannot be read now: %s", error)
            self._retry = asyncio.get_running_loop().call_later(_RETRY_S, self._start)
        finally:
            self._task = None

    async def _reload(self, match_id: str) -> None:
        try:
            await self._on_change(match_id)
        except StorageError:
            self._pending[match_id] = None
            raise
        except Exception:
            logger.exception("match %s, which another process has changed, could not be loaded", match_id)

    async def _reload_all(self) -> None:
        try:
            await self._on_overflow()
        except StorageError:
            self._overflowed = True
            raise
        except Exception:
            logger.exception("matches that other processes have changed could not be loaded")
