"""The tables: all live tables, and the one door through which anything happens to them.

Under the table's lock a step is worked out, saved in one transaction, and only then does the table change and the
listeners hear of it. If saving fails nothing has happened, and the table is read anew from its log when next needed.
Time is somebody else's business: a timekeeper is told what it must know, and comes to the door like everybody else.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from storage import ledger, matches
from storage import signs as stored_signs
from storage.database import Conflict, Database
from storage.matches import StoredSeat

from . import lobby, staffing
from .errors import ChannelTaken, TableError
from .keeping import rebuilt, save, to_be_shown
from .listeners import Listener, Timekeeper
from .memory import Memory
from .state import Person, Step, Table

__all__ = ["Tables"]


class Tables:
    """All tables of the bot.

    :param now: the time in unix seconds.
    """

    def __init__(self, database: Database, *, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._timekeeper: Timekeeper | None = None
        self._listeners: list[Listener] = []
        self._memory = Memory()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._closing = False

    def __len__(self) -> int:
        """How many tables are held in memory."""
        return len(self._memory)

    def timed_by(self, timekeeper: Timekeeper) -> None:
        """Let this timekeeper look after the tables; without one nobody is ever late, and no computer plays."""
        self._timekeeper = timekeeper

    def listen(self, listener: Listener) -> None:
        """Let one more listener hear of every change from now on."""
        self._listeners.append(listener)

    # --- Coming and going ----------------------------------------------------------------------

    async def start(self) -> None:
        """Set the clocks of all live tables and take up what was left undone when the bot last stopped.

        :raises StorageError: if the tables cannot be read.
        """
        async with self._database.read() as tx:
            live = await matches.live(tx)
            unshown = await matches.unshown(tx)
        if self._timekeeper is not None:
            for stored in live:
                self._timekeeper.found(stored)
        for match_id in unshown:
            table = await self.find(match_id)
            if table:
                self.show(table)

    async def close(self) -> None:
        """Take no more requests, let those under way end, and stop the clocks and the computers."""
        self._closing = True
        if self._timekeeper is not None:
            await self._timekeeper.close()
        for lock in list(self._locks.values()):
            async with lock:
                pass

    def show(self, table: Table) -> None:
        """Let listeners show a table of whose last change they may not have heard."""
        for listener in self._listeners:
            listener.changed(table, None)

    # --- Finding tables --------------------------------------------------------------------------------------------

    async def find(self, match_id: str) -> Table | None:
        """The table of a match, rebuilt from its log if need be; None if there is no such match.

        :raises StorageError: if it cannot be read.
        """
        table = self.held(match_id)
        if table is not None:
            return table
        async with self._lock(match_id):
            table = await self._loaded(match_id)
            self._memory.drop_if_done(match_id)
            return table

    def held(self, match_id: str) -> Table | None:
        """The table of a match if it is in memory."""
        return self._memory.get(match_id)

    def at_hand(self, channel_id: int) -> Table | None:
        """The live table of a channel if it is in memory."""
        return self._memory.live_in(channel_id)

    async def in_channel(self, channel_id: int) -> Table | None:
        """The live table of a channel."""
        async with self._database.read() as tx:
            match_id = await matches.live_in(tx, channel_id)
        return await self.find(match_id) if match_id else None

    async def last_over(self, channel_id: int) -> Table | None:
        """The table of the match that was last played to its end in a channel."""
        async with self._database.read() as tx:
            match_id = await matches.last_over_in(tx, channel_id)
        return await self.find(match_id) if match_id else None

    async def last_call_in(self, channel_id: int) -> float | None:
        """When a lobby last called for players in a channel."""
        async with self._database.read() as tx:
            return await matches.last_call_in(tx, channel_id)

    # --- The door --------------------------------------------------------------------------------------------------

    async def open(
        self,
        host: Person,
        *,
        guild_id: int,
        channel_id: int,
        game: str,
        options: dict[str, Any],
        clock: str,
        locale: str,
        seats: tuple[StoredSeat, ...] = (),
        rematch_of: str | None = None,
        open_to_all: bool = False,
    ) -> Table:
        """A new table with its lobby; the host has the first seat unless `seats` are given.

        :raises ChannelTaken: if the channel has a live table.
        :raises SetupError: for an unknown game or clock, or an option that the game does not allow.
        :raises StorageError: if it could not be saved.
        """
        self._needs_open_door()
        table = lobby.opened(
            host,
            secrets.token_urlsafe(8),
            self._now(),
            guild_id=guild_id,
            channel_id=channel_id,
            game=game,
            options=options,
            clock=clock,
            locale=locale,
            seats=seats,
            rematch_of=rematch_of,
            open_to_all=open_to_all,
        )
        async with self._lock(table.id):
            try:
                async with self._database.write() as tx:
                    await matches.add(tx, table.stored, table.seats)
            except Conflict:
                async with self._database.read() as tx:
                    taken = await matches.live_in(tx, channel_id)
                if taken is None:
                    raise
                raise ChannelTaken(taken) from None
            self._keep(table, None)
        return table

    async def rematch(self, match_id: str, person: Person) -> Table:
        """A new lobby with the game, options, clock and players of a match that is over.

        :raises TableError: if the person did not play in it, or it is not over.
        :raises ChannelTaken: if the channel has a live table.
        """
        old = await self._needed(match_id)
        if old.status.is_live:
            raise TableError("table.not_over")
        old.seat_needed(person)
        return await self.open(
            person,
            guild_id=old.stored.guild_id,
            channel_id=old.stored.channel_id,
            game=old.stored.game,
            options=dict(old.stored.options),
            clock=old.stored.clock,
            locale=old.stored.locale,
            seats=lobby.seats_for_rematch(old),
            rematch_of=old.id,
            open_to_all=old.stored.open_to_all,
        )

    async def take(self, match_id: str, step: Callable[[Table, float], Step]) -> Table:
        """Take a step at a table: work it out, save it, and only then show it.

        :param step: a function of the table and the time; it may raise `TableError` or `GameError`, and then nothing
            has happened.
        :raises StorageError: if it could not be saved; then nothing has happened either.
        """
        self._needs_open_door()
        return await self.write_down(match_id, step)

    async def write_down(self, match_id: str, step: Callable[[Table, float], Step]) -> Table:
        """The same for what is done already and only has to be kept: it is taken even while the tables close."""
        async with self._lock(match_id):
            before = await self._loaded(match_id)
            if before is None:
                raise TableError("hand.table_unknown")
            try:
                taken = step(before, self._now())
                if taken.table == before and not taken.entries:
                    return before
                taken = to_be_shown(taken, before)
                after = await self._save(before, taken)
                self._keep(after, before)
                return after
            finally:
                self._memory.drop_if_done(match_id)

    async def _save(self, before: Table, taken: Step) -> Table:
        try:
            async with self._database.write() as tx:
                after = await save(tx, before, taken)
        except BaseException:
            # What is on the disk is known only when it has been read again: the last word of a server may be lost.
            self._memory.drop(before.id)
            if self._timekeeper is not None:
                self._timekeeper.doubted(before.id)
            raise
        return after

    async def abandon(self, match_id: str) -> None:
        """End a table whose channel is gone; nothing of it can be shown any more.

        :raises StorageError: if it could not be saved.
        """
        await self.take(match_id, staffing.abandon)

    async def shown(self, match_id: str, **columns: object) -> None:
        """Keep where and how far a table is shown; nobody is told of it.

        :param columns: some of `board_id`, `board_at`, `call_id`, `announced` and `shown_revision`.

        :raises StorageError: if it could not be saved.
        """
        async with self._lock(match_id):
            table = await self._loaded(match_id)
            if table is None:
                return
            after = table.with_stored(**columns)
            async with self._database.write() as tx:
                await matches.update(tx, match_id, **columns)
            left = tuple(ending for ending in after.endings if ending.number > after.stored.announced)
            self._memory.put(replace(after, endings=left))
            self._memory.drop_if_done(match_id)

    # --- Memory ----------------------------------------------------------------------------------------------------

    def _lock(self, match_id: str) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _needs_open_door(self) -> None:
        if self._closing:
            raise TableError("lobby.refusal.drained")

    async def _needed(self, match_id: str) -> Table:
        table = await self.find(match_id)
        if table is None:
            raise TableError("hand.table_unknown")
        return table

    def _keep(self, table: Table, before: Table | None) -> None:
        self._memory.put(table)
        if self._timekeeper is not None:
            self._timekeeper.kept(table, before)
        for listener in self._listeners:
            listener.changed(table, before)

    async def _loaded(self, match_id: str) -> Table | None:
        """The table from memory or from its log; the lock is held."""
        table = self.held(match_id)
        if table is not None:
            return table
        async with self._database.read() as tx:
            found = await matches.load(tx, match_id)
            log = await matches.log(tx, match_id)
            booked = await ledger.booked(tx, match_id)
            pacts, pads = await stored_signs.load(tx, match_id)
        if found is None:
            return None
        table = rebuilt(*found, log, booked, pacts, pads)
        self._memory.put(table)
        return table
