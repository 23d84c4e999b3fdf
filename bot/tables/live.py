"""The tables: all live tables, and the one door through which anything happens to them.

Under the table's lock a step is worked out, saved in one transaction, and only then does the table change and the
listeners hear of it. If saving fails nothing has happened, and the table is read anew from its log when next needed.
What is held in memory is a copy, for another process may work on the same database: every write checks the version that
it was worked out from. Where that is gone the table is read anew and the step worked out once more, and so it is before
a step is refused; who only looks asks for the `newest`.
Of tables that another process looks after none is held, and nobody hears of them here (see `audience`).
Time is somebody else's business: a timekeeper is told what it must know, and comes to the door like everybody else.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from games import GameError
from storage import matches
from storage.database import Conflict, Database, Missing, Outdated, StorageError, Transaction
from storage.matches import StoredSeat

from . import lobby, staffing
from .at_hand import TablesAtHand
from .audience import Audience, Tell
from .errors import ChannelTaken, TableError, TooManyTables
from .keeping import save, still_to_keep, to_be_shown
from .state import Person, Step, Table

__all__ = ["TABLES_OF_ONE", "Tables"]

TABLES_OF_ONE: Final = 5
"""How many live tables somebody may have opened in one server."""

_TRIES: Final = 5
"""How often a step is worked out while other processes change the table in between."""


class Tables(TablesAtHand):
    """All tables of the bot, and the door to them.

    :param now: the time in unix seconds.
    :param looked_after: whether this process looks after the tables of a server, by its id.
    :param tell: tells the process that does look after a table of what is done here.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float],
        looked_after: Callable[[int], bool] = lambda _: True,
        tell: Tell | None = None,
    ) -> None:
        super().__init__(database, Audience(looked_after, tell), now=now)
        self._closing = False

    async def close(self) -> None:
        """Take no more requests, let those under way end, and stop the clocks and the computers."""
        self._closing = True
        await self._audience.close()
        for lock in list(self._locks.values()):
            async with lock:
                pass

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
        :raises TooManyTables: if the host has as many live tables in the server as one person may have.
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
        async with self._turn(table.id):
            try:
                async with self._database.write() as tx:
                    await tx.alone("host", guild_id, host.user_id)
                    hosted = await matches.live_of_host(tx, guild_id, host.user_id)
                    if len(hosted) >= TABLES_OF_ONE:
                        raise TooManyTables(hosted)
                    await matches.add(tx, table.stored, table.seats)
            except Conflict:
                async with self._database.read() as tx:
                    taken = await matches.live_in(tx, channel_id)
                if taken is None:
                    raise
                raise ChannelTaken(taken) from None
            except StorageError:
                self._audience.doubted(table.stored)
                if not await self._is_stored(table):
                    raise
            self._keep(table, None)
        return table

    async def _is_stored(self, table: Table) -> bool:
        """Whether a new table is stored although its saving failed, so far as that can be read."""
        try:
            return await self._database.read_at_once(lambda tx: matches.newest_version(tx, table.id)) is not None
        except StorageError:
            return False

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
            has happened. It is called once more if another process has changed the table meanwhile.
        :raises StorageError: if it could not be saved; then nothing has happened either.
        """
        self._needs_open_door()
        return await self.write_down(match_id, step)

    async def write_down(self, match_id: str, step: Callable[[Table, float], Step]) -> Table:
        """The same for what is done already and only has to be kept: it is taken even while the tables close."""
        async with self._turn(match_id):
            try:
                for _ in range(_TRIES - 1):
                    with suppress(Outdated, Missing):
                        return await self._taken(match_id, step)
                return await self._taken(match_id, step)
            finally:
                self._memory.drop_if_done(match_id)

    async def _taken(self, match_id: str, step: Callable[[Table, float], Step]) -> Table:
        """The table after a step; the lock is held.

        :raises Outdated: if another process has changed the table; it is read anew when it is next needed.
        """
        remembered_only = self.held(match_id) is not None
        before = await self._loaded(match_id)
        if before is None:
            raise TableError("hand.table_unknown")
        try:
            taken = step(before, self._now())
        except (TableError, GameError):
            if remembered_only:
                await self._check(before)
            raise
        if taken.table == before and not taken.entries:
            if remembered_only:
                await self._check(before)
            return before
        after = await self._save(before, to_be_shown(taken, before))
        self._keep(after, before)
        return after

    async def _check(self, table: Table) -> None:
        """:raises Outdated: if what is held in memory is no longer what is stored."""
        version = await self._database.read_at_once(lambda tx: matches.newest_version(tx, table.id))
        if version != table.stored.version:
            self.forget(table.id)
            raise Outdated(f"match {table.id!r} has been changed by another process")

    async def _save(self, before: Table, taken: Step) -> Table:
        async def saved(tx: Transaction) -> Table:
            after = await save(tx, before, taken)
            await self._audience.tell_others(tx, after.stored)
            return after

        try:
            after = await self._database.write_at_once(saved)
        except (Outdated, Missing):
            self.forget(before.id)
            raise
        except BaseException:
            # What is on the disk is known only when it has been read again: the last word of a server may be lost.
            self._memory.drop(before.id)
            self._audience.doubted(before.stored)
            raise
        return after

    async def abandon(self, match_id: str) -> None:
        """End a table whose channel is gone; nothing of it can be shown any more.

        :raises StorageError: if it could not be saved.
        """
        await self.take(match_id, staffing.abandon)

    async def shown(self, match_id: str, **columns: object) -> Table | None:
        """Keep where and how far a table is shown; nobody is told of it. What another process has shown since stays.

        :param columns: some of `board_id`, `board_at`, `call_id`, `announced` and `shown_revision`.
        :return: the table as it was stored before, which may name messages that are replaced by these.
        :raises StorageError: if it could not be saved.
        """
        async with self._turn(match_id):
            for _ in range(_TRIES - 1):
                known = self.held(match_id)
                with suppress(Outdated, Missing):
                    return await self._kept_as_shown(match_id, columns)
                now = await self._loaded(match_id)
                if known is not None and now is not None:
                    columns = still_to_keep(columns, known.stored, now.stored)
            return await self._kept_as_shown(match_id, columns)

    async def _kept_as_shown(self, match_id: str, columns: Mapping[str, object]) -> Table | None:
        table = await self._loaded(match_id)
        announced = columns.get("announced")
        if table is None or (isinstance(announced, int) and announced <= table.stored.announced):
            return table  # another process has announced the same, and may have posted a new board since
        try:
            version = table.stored.version
            await self._database.write_at_once(lambda tx: matches.update(tx, match_id, version, **columns))
        except BaseException:
            self.forget(match_id)  # it may be saved although that failed: the last word of a server may be lost
            raise
        after = table.with_stored(version=table.stored.version + 1, **columns)
        left = tuple(ending for ending in after.endings if ending.number > after.stored.announced)
        self._hold(replace(after, endings=left))
        self._memory.drop_if_done(match_id)
        return table

    # --- Keeping ---------------------------------------------------------------------------------------------------

    def _needs_open_door(self) -> None:
        if self._closing:
            raise TableError("lobby.refusal.drained")

    def _keep(self, table: Table, before: Table | None) -> None:
        self._hold(table)
        self._audience.kept(table, before)
