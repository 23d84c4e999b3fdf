"""The tables at hand: finding them in memory or reading them, as they were last stored, whoever has changed them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

import games
from storage import matches
from storage.database import Busy, Database, StorageError, Transaction
from storage.matches import StoredMatch

from .audience import Audience
from .errors import TableError
from .keeping import read, rebuilt, remembered
from .listeners import Listener, Timekeeper
from .memory import Memory
from .state import NOTHING_SHOWN, Table
from .time.clock import UNTOUCHED_TIME

__all__ = ["TablesAtHand"]

logger = logging.getLogger(__name__)

_PATIENCE: Final = 3.0
"""Seconds for which one waits for others at a table; the last of them may wait as long as the database does besides."""


class TablesAtHand:
    """The tables that are held in memory, and all others that can be read."""

    def __init__(self, database: Database, audience: Audience, *, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._audience = audience
        self._memory = Memory()
        self._live: set[str] = set()  # the matches of ours that go on, in memory or not
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many tables are held in memory."""
        return len(self._memory)

    @property
    def live(self) -> int:
        """How many of the tables that this process looks after are live, held in memory or not needed yet."""
        return len(self._live)

    def timed_by(self, timekeeper: Timekeeper) -> None:
        """Let this timekeeper look after the tables; without one nobody is ever late, and no computer plays."""
        self._audience.timekeeper = timekeeper

    def listen(self, listener: Listener) -> None:
        """Let one more listener hear of every change from now on."""
        self._audience.listeners.append(listener)

    # --- Coming back -----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Set the clocks of all live tables and take up what was left undone when the bot last stopped.

        :raises StorageError: if the tables cannot be read.
        """
        async with self._database.read() as tx:
            live = await matches.live(tx)
        if any(stored.deadline is None for stored in live):
            async with self._database.write() as tx:
                await matches.limit_all(tx, self._now() + UNTOUCHED_TIME)
        async with self._database.read() as tx:
            live = await matches.live(tx)
        ours = [stored for stored in live if self._audience.cares_for(stored)]
        self._live = {stored.id for stored in ours}
        for stored in ours:
            self._audience.found(stored)
            if stored.game not in games.CATALOGUE:
                logger.error("table %s is of the game %r, which this version does not know", stored.id, stored.game)
                await self._to_be_shown_again(stored)
        async with self._database.read() as tx:
            unshown = await matches.unshown(tx)
        for match_id in unshown:
            try:
                table = await self.find(match_id)
            except StorageError:
                raise
            except Exception:
                logger.exception("table %s cannot be taken up", match_id)
                continue
            if table is not None:
                self.show(table)

    async def _to_be_shown_again(self, stored: StoredMatch) -> None:
        """Let this version, and one that knows the game of a table, show its board when they start."""
        if stored.shown_revision != NOTHING_SHOWN:
            async with self._database.write() as tx:
                await matches.update(tx, stored.id, stored.version, shown_revision=NOTHING_SHOWN)
            self.forget(stored.id)

    async def start_anew(self) -> None:
        """The same after a time in which other processes may have done anything at our tables.

        :raises StorageError: if the tables cannot be read.
        """
        for match_id in self._memory.ids:
            self.forget(match_id)
        await self.start()

    async def catch_up(self, match_id: str) -> None:
        """See to a table of ours that another process has changed.

        :raises StorageError: if it cannot be read.
        """
        was_held = self._memory.get(match_id) is not None
        self.forget(match_id)
        table = await self.find(match_id)  # which tells of it if it was held
        if table is not None and not was_held:
            self._audience.kept(table, None)

    async def catch_up_all(self) -> None:
        """See to all tables that other processes may have changed.

        :raises StorageError: if they cannot be read.
        """
        for match_id in self._memory.ids:
            await self.catch_up(match_id)

    async def tell_others(self, tx: Transaction, stored: StoredMatch) -> None:
        """Within a transaction that changes a match let whichever other process looks after its table know."""
        await self._audience.tell_others(tx, stored)

    def show(self, table: Table) -> None:
        """Let listeners show a table of whose last change they may not have heard."""
        self._audience.show(table)

    # --- Finding tables --------------------------------------------------------------------------------------------

    async def find(self, match_id: str) -> Table | None:
        """The table of a match, rebuilt from its log if need be; None if there is no such match.

        It may be older than what another process has stored; see `newest`.

        :raises StorageError: if it cannot be read.
        """
        table = self.held(match_id)
        if table is not None:
            return table
        async with self._turn(match_id):
            table = await self._loaded(match_id)
            self._memory.drop_if_done(match_id)
            return table

    async def newest(self, match_id: str) -> Table | None:
        """The same as it is stored now, whoever has changed it; what is in memory costs one short read.

        :raises StorageError: if it cannot be read.
        """
        if self.held(match_id) is None:
            return await self.find(match_id)
        async with self._turn(match_id):  # who looks first also acts first: of two calls at once the first counts
            self.forget(match_id, await self._database.read_at_once(lambda tx: matches.newest_version(tx, match_id)))
            table = await self._loaded(match_id)
            self._memory.drop_if_done(match_id)
            return table

    def forget(self, match_id: str, version: int | None = None) -> None:
        """Read a table anew before it is used again, because another process has changed it.

        :param version: the one that is known to be stored; nothing happens if it is not newer than what is held.
        """
        self._memory.told(match_id, version)

    def held(self, match_id: str) -> Table | None:
        """The table of a match if it is in memory, and not known to be out of date."""
        table = self._memory.get(match_id)
        return table if table is not None and self._memory.is_current(table) else None

    def at_hand(self, channel_id: int) -> Table | None:
        """The live table of a channel if it is in memory."""
        return self._memory.live_in(channel_id)

    async def in_channel(self, channel_id: int) -> Table | None:
        """The live table of a channel."""
        match_id = await self._database.read_at_once(lambda tx: matches.live_in(tx, channel_id))
        return await self.newest(match_id) if match_id else None

    async def last_call_in(self, channel_id: int) -> float | None:
        """When a lobby last called for players in a channel."""
        async with self._database.read() as tx:
            return await matches.last_call_in(tx, channel_id)

    async def reread(self, concerned: Callable[[Table], bool]) -> None:
        """Hold no longer, as they were, the tables that are concerned by what was written past them."""
        for match_id in {*self._memory.ids, *self._locks}:
            async with self._turn(match_id):
                table = self.held(match_id)
                if table is not None and concerned(table):
                    self._memory.drop(match_id)
                    if table.status.is_live:
                        self._audience.doubted(table.stored)

    # --- Memory ----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _turn(self, match_id: str) -> AsyncIterator[None]:
        """A block in which nothing else happens to a table.

        Who waits too long for others gives up with them: each of them may have to wait for the database by himself.

        :raises Busy: if his turn does not come in time.
        """
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        try:
            async with asyncio.timeout(_PATIENCE):  # a lock that is not held may be about to wake somebody who waits
                await lock.acquire()
        except TimeoutError as error:
            raise Busy(f"too many wait for table {match_id}") from error
        try:
            yield
        finally:
            lock.release()

    async def _needed(self, match_id: str) -> Table:
        table = await self.newest(match_id)
        if table is None:
            raise TableError("hand.table_unknown")
        return table

    def _hold(self, table: Table) -> None:
        """Hold a table in memory, unless another process looks after it, whose changes nobody tells of."""
        if not self._audience.cares_for(table.stored):
            return
        self._memory.put(table)
        if table.status.is_live:
            self._live.add(table.id)
        else:
            self._live.discard(table.id)

    async def _loaded(self, match_id: str) -> Table | None:
        """The table from memory or from its log; the lock is held."""
        table, old = self.held(match_id), self._memory.get(match_id)
        if table is not None:
            return table
        self._memory.read(match_id)
        try:
            written = await self._database.read_at_once(lambda tx: read(tx, match_id))
        except BaseException:
            self.forget(match_id)
            raise
        table = None if written is None else rebuilt(written)
        if table is None:
            self._memory.drop(match_id)
        elif old is None:
            self._hold(table)
        elif old.stored.version != table.stored.version:
            table = remembered(table, old)
            self._hold(table)
            self._audience.reread(table)
        else:
            table = old
        return table
