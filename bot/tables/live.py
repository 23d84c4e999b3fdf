"""The live tables. All their changes go through `Tables.apply`, see `LiveStore`.

A table that another process owns is not held in memory, and the observers here are not notified of its changes. A
timekeeper is notified of changes, and applies the steps that are due.
"""

from __future__ import annotations

import asyncio
import logging
from collections import UserDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeVarTuple, Unpack, overload

import games
from games.core import shuffle
from games.core.shuffle import ShuffleOrigin
from storage import matches
from storage.database import Conflict, Database, StorageError, Transaction
from storage.league import tournaments
from storage.matches import StoredMatch

from . import lobby, pacts, staffing
from .chance import Chance
from .errors import ChannelTaken, PairingTaken, TableError, TableUnknown, TooManyTables
from .lobby import TableSetup
from .observers import Notify, Observer, Observers, Timekeeper
from .persistence import carry_over, mark_unshown, read, rebuild, save, still_to_record
from .state import NOTHING_SHOWN, Location, Person, Step, Table
from .store import Change, LiveStore, Repository

logger = logging.getLogger(__name__)
Ts = TypeVarTuple("Ts")

TABLES_OF_ONE: Final = 5
"""The most live tables that one person may have open in one server."""

_LONG_LOG: Final = 200
"""A table with more moves than this is rebuilt off the event loop: a thousand take tenths of a second."""


class TableCache(UserDict[str, Table]):
    """The tables held in memory by their ids, and which of them is live in which channel.

    :ivar live: the ids of the live tables of this process, whether in memory or not needed yet.
    """

    def __init__(self) -> None:
        self._by_channel: dict[int, str] = {}
        self.live: set[str] = set()
        super().__init__()

    def __setitem__(self, match_id: str, table: Table) -> None:
        super().__setitem__(match_id, table)
        if table.status.is_live:
            self._by_channel[table.stored.channel_id] = match_id
            self.live.add(match_id)
        else:
            self._leave_channel(table)
            self.live.discard(match_id)

    def __delitem__(self, match_id: str) -> None:
        self._leave_channel(self[match_id])
        super().__delitem__(match_id)

    def live_in(self, channel_id: int) -> Table | None:
        """Return the live table of a channel if it is held."""
        match_id = self._by_channel.get(channel_id)
        return None if match_id is None else self[match_id]

    def _leave_channel(self, table: Table) -> None:
        if self._by_channel.get(table.stored.channel_id) == table.id:
            del self._by_channel[table.stored.channel_id]


class _TableRepository(Repository[Table, Step]):
    def __init__(self, observers: Observers) -> None:
        self._observers = observers

    async def read(self, database: Database, key: str) -> Table | None:
        stored = await database.run_read(lambda tx: read(tx, key))
        if stored is None:
            return None
        if len(stored[1]) > _LONG_LOG:
            return await asyncio.to_thread(rebuild, *stored)
        return rebuild(*stored)

    async def newest_version(self, tx: Transaction, key: str) -> int | None:
        return await matches.newest_version(tx, key)

    async def save(self, tx: Transaction, before: Table, step: Step) -> Table:
        after = await save(tx, before, mark_unshown(step, before))
        await self._observers.notify_owner(tx, after.stored)
        return after

    def changes(self, before: Table, step: Step) -> bool:
        return step.table != before or bool(step.entries)

    def is_same(self, stored: Table, after: Table) -> bool:
        parts = ("stored", "seats", "match", "pacts", "pads", "signs")
        return all(getattr(stored, part) == getattr(after, part) for part in parts)

    def unknown(self) -> TableError:
        return TableUnknown()

    def carry_over(self, read: Table, before: Table) -> Table:
        return carry_over(read, before)

    def may_cache(self, item: Table) -> bool:
        return self._observers.owns(item.stored)

    def is_done(self, item: Table) -> bool:
        return item.is_done


class Tables:
    """All tables of the bot.

    :param now: the time in unix seconds.
    :param owns: whether this process owns the tables of a server, by its id.
    :param notify: notifies the owning process of changes made here.
    :param chance: makes ids and draws signs; None: a secret one.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float],
        owns: Callable[[int], bool] = lambda _: True,
        notify: Notify | None = None,
        chance: Chance | None = None,
    ) -> None:
        self._database = database
        self._now = now
        self._chance = chance or Chance()
        self._observers = Observers(owns, notify)
        self._cache = TableCache()
        self._store = LiveStore(
            database, _TableRepository(self._observers), now=now, cache=self._cache, observer=self._observers
        )

    def __len__(self) -> int:
        """Return the number of tables held in memory."""
        return len(self._cache)

    @property
    def live_count(self) -> int:
        """The number of live tables of this process, in memory or not."""
        return len(self._cache.live)

    def set_timekeeper(self, timekeeper: Timekeeper) -> None:
        """Set the timekeeper that applies due steps. Without one no player is ever late, and no computer plays."""
        self._observers.timekeeper = timekeeper

    def add_observer(self, observer: Observer) -> None:
        """Tell one more observer of every change from now on."""
        self._observers.observers.append(observer)

    async def close(self) -> None:
        """Refuse new requests, let those under way end, and stop the clocks and the computers."""
        self._store.start_closing()
        await self._observers.close()
        await self._store.wait_for_steps()

    # --- Starting, and what other processes do -----------------------------------------------------------------------

    async def start(self) -> None:
        """Set the clocks of all live tables, and show changes left unshown by the last run.

        :raises StorageError: if the tables cannot be read.
        """
        async with self._database.read() as tx:
            live = await matches.live(tx)
        ours = [stored for stored in live if self._observers.owns(stored)]
        self._cache.live = {stored.id for stored in ours}
        for stored in ours:
            self._observers.on_start(stored)
            if stored.game not in games.CATALOGUE:
                logger.error("table %s is of the game %r, which this version does not know", stored.id, stored.game)
                await self._show_again(stored)
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

    async def _show_again(self, stored: StoredMatch) -> None:
        """Mark a board as not shown. Then this version shows it, and so does one that knows the game when it starts."""
        if stored.shown_revision != NOTHING_SHOWN:
            async with self._database.write() as tx:
                await matches.update(tx, stored.id, stored.version, shown_revision=NOTHING_SHOWN)
            self._store.invalidate(stored.id)

    async def restart(self) -> None:
        """Do the same as `start`, after a time in which other processes may have changed any of our tables.

        :raises StorageError: if the tables cannot be read.
        """
        for match_id in list(self._cache):
            self._store.invalidate(match_id)
        await self.start()

    async def catch_up(self, match_id: str) -> None:
        """Read a table of ours that another process has changed, and tell the observers.

        :raises StorageError: if it cannot be read.
        """
        was_cached = match_id in self._cache
        self._store.invalidate(match_id)
        table = await self.find(match_id)  # which tells them if it was cached
        if table is not None and not was_cached:
            self._observers.on_change(table, None)

    async def catch_up_all(self) -> None:
        """Read all tables that other processes may have changed.

        :raises StorageError: if they cannot be read.
        """
        for match_id in list(self._cache):
            await self.catch_up(match_id)

    async def notify_owner(self, tx: Transaction, stored: StoredMatch) -> None:
        """Notify the process that owns a table, if that is another one, in the transaction that changes its match."""
        await self._observers.notify_owner(tx, stored)

    def show(self, table: Table) -> None:
        """Let the observers show a table, because they may have missed its last change."""
        self._observers.show(table)

    # --- Finding tables --------------------------------------------------------------------------------------------

    async def find(self, match_id: str) -> Table | None:
        """Return the table of a match; None if there is no such match. See `LiveStore.find`."""
        return await self._store.find(match_id)

    async def newest(self, match_id: str) -> Table | None:
        """Return the table of a match as it is stored now. See `LiveStore.newest`."""
        return await self._store.newest(match_id)

    def cached(self, match_id: str) -> Table | None:
        """Return the table of a match if it is in memory, and not known to be out of date."""
        return self._store.cached(match_id)

    def cached_in(self, channel_id: int) -> Table | None:
        """Return the live table of a channel if it is in memory."""
        return self._cache.live_in(channel_id)

    async def in_channel(self, channel_id: int) -> Table | None:
        """Return the live table of a channel as it is stored now."""
        match_id = await self._database.run_read(lambda tx: matches.live_in(tx, channel_id))
        return await self.newest(match_id) if match_id else None

    async def last_call_in(self, channel_id: int) -> float | None:
        """When a lobby last called for players in a channel."""
        async with self._database.read() as tx:
            return await matches.last_call_in(tx, channel_id)

    async def reload(self, concerned: Callable[[Table], bool]) -> None:
        """Drop tables from memory after a direct write to the database."""
        await self._store.reload(concerned)

    # --- Changing tables -------------------------------------------------------------------------------------------

    async def require_room(self, host: Person, guild_id: int) -> None:
        """Raise an error if a person cannot open a table in a server now, before any preparation.

        :raises TooManyTables: if they have as many live tables there as one person may have.
        :raises StorageError: if the tables cannot be read.
        """
        async with self._database.read() as tx:
            _require_room(await matches.live_of_host(tx, guild_id, host.user_id))

    async def open(self, host: Person, setup: TableSetup) -> Table:
        """Open a table with its lobby; the host has the first seat unless the setup gives the seats.

        Its shuffle has the seed that was drawn when the channel's last table was opened, and the next one is drawn.

        :raises ChannelTaken: if the channel has a live table.
        :raises TooManyTables: if the host has as many live tables in the server as one person may have.
        :raises PairingTaken: if the pairing of the setup is settled or has another live table.
        :raises SetupError: for an unknown game or clock, or an option that the game does not allow.
        :raises StorageError: if it could not be saved.
        """
        self._store.require_open()
        async with self._store.lock(f"channel {setup.channel_id}"):
            announced = await self._database.run_read(lambda tx: matches.next_seed(tx, setup.channel_id))
            return await self._open(host, setup, announced)

    async def _open(self, host: Person, setup: TableSetup, announced: str | None) -> Table:
        """Open a table.

        :param announced: the server's seed whose fingerprint was shown in the channel; None if there is none.
        """
        server_seed, following = announced or self._chance.server_seed(), self._chance.server_seed()
        match_id, next_fingerprint = ShuffleOrigin(server_seed, ()).match_id, shuffle.commitment(following)
        table = lobby.open_lobby(
            host, match_id, setup, self._now(), server_seed=server_seed, following=next_fingerprint
        )
        async with self._store.lock(table.id):
            try:
                async with self._database.write() as tx:
                    await tx.lock("host", setup.guild_id, host.user_id)
                    _require_room(await matches.live_of_host(tx, setup.guild_id, host.user_id))
                    await matches.replace_next_seed(tx, setup.guild_id, setup.channel_id, announced, following)
                    await matches.add(tx, table.stored, table.seats)
                    if setup.pairing_id is not None and not await tournaments.save_table(
                        tx, setup.pairing_id, table.id
                    ):
                        raise PairingTaken
            except Conflict:
                async with self._database.read() as tx:
                    taken = await matches.live_in(tx, setup.channel_id)
                if taken is None:
                    raise
                raise ChannelTaken(taken) from None
            except StorageError:
                self._store.doubt(table)
                if not await self._is_stored(table):
                    raise
            self._store.put(table)
            self._observers.on_change(table, None)
        return table

    async def _is_stored(self, table: Table) -> bool:
        """Return True if a new table is stored although saving it failed; False if that cannot be read."""
        try:
            return await self._database.run_read(lambda tx: matches.newest_version(tx, table.id)) is not None
        except StorageError:
            return False

    async def rematch(self, match_id: str, person: Person) -> Table:
        """Open a lobby with the game, options, clock and players of a match that is over.

        :raises TableError: if the person did not play in it, or it is not over.
        :raises ChannelTaken: if the channel has a live table.
        """
        old = await self.newest(match_id)
        if old is None:
            raise TableUnknown
        if old.status.is_live:
            raise TableError("table.not_over")
        old.require_seat(person)
        return await self.open(person, lobby.rematch_setup(old))

    @overload
    async def apply(
        self,
        match_id: str,
        step: Callable[[Table, Unpack[Ts], float], Step],
        *values: *Ts,
        while_closing: bool = False,
    ) -> Change[Table]: ...

    @overload
    async def apply(
        self,
        match_id: str,
        step: Callable[[Table, Person, Unpack[Ts], float], Step],
        *values: *Ts,
        by: Person,
        seen_from: Location | None = None,
    ) -> Change[Table]: ...

    async def apply(
        self,
        match_id: str,
        step: Callable[..., Step],
        *values: object,
        by: Person | None = None,
        seen_from: Location | None = None,
        while_closing: bool = False,
    ) -> Change[Table]:
        """Apply a step to a table: work it out, draw the signs it asks for, save it, and only then show it.

        See `LiveStore.apply`.

        :param step: a function of the table, the person who asks if there is one, the values, and the time.
        :param by: the person who asks.
        :param seen_from: where the person asks, if the table must be seen from there.
        :raises TableUnknown: if the person may not see the table from there, as if there was no such match.
        """
        asked = values if by is None else (by, *values)
        return await self._store.apply(
            match_id, self._work_out, step, asked, by, seen_from, while_closing=while_closing
        )

    def _work_out(
        self,
        table: Table,
        step: Callable[..., Step],
        values: tuple[object, ...],
        by: Person | None,
        seen_from: Location | None,
        now: float,
    ) -> Step:
        """Work out a step of `apply`; the store calls this again if another process has changed the table."""
        if by is not None and seen_from is not None:
            table.require_seen(by, seen_from)
        return pacts.draw_signs(step(table, *values, now), self._chance.lots)

    async def abandon(self, match_id: str) -> None:
        """End a table whose channel is gone and where nothing can be shown.

        :raises StorageError: if it could not be saved.
        """
        await self.apply(match_id, staffing.abandon)

    async def record_display(self, match_id: str, **columns: object) -> Table | None:
        """Save where a table is shown, and its last shown change, unless another process has shown a newer one.

        Observers are not notified.

        :param columns: some of `board_id`, `board_at`, `call_id`, `announced` and `shown_revision`.
        :return: the table as it was stored before, which may name messages that are replaced by these.
        :raises StorageError: if it could not be saved.
        """
        known: Table | None = None

        async def record() -> Table | None:
            nonlocal known
            table = await self._store.load(match_id)
            wanted = columns
            if known is not None and table is not None:
                wanted = still_to_record(columns, known.stored, table.stored)
            known = known or table
            return await self._record_display(table, wanted)

        async with self._store.lock(match_id):
            known = self.cached(match_id)
            return await self._store.retry(record)

    async def _record_display(self, table: Table | None, columns: Mapping[str, object]) -> Table | None:
        announced = columns.get("announced")
        if table is None or (isinstance(announced, int) and announced <= table.stored.announced):
            return table  # another process has announced the same, and may have posted a new board since
        match_id, version = table.id, table.stored.version
        try:
            await self._database.run_write(lambda tx: matches.update(tx, match_id, version, **columns))
        except BaseException:
            self._store.invalidate(match_id)  # it may be saved although this failed: the answer may be lost
            raise
        after = table.with_stored(version=version + 1, **columns)
        left = tuple(ending for ending in after.endings if ending.number > after.stored.announced)
        self._store.put(replace(after, endings=left))
        return table


def _require_room(hosted: tuple[int, ...]) -> None:
    """Raise an error if a host has no room for one more live table.

    :param hosted: the channels of the host's live tables in the server.
    :raises TooManyTables: then.
    """
    if len(hosted) >= TABLES_OF_ONE:
        raise TooManyTables(hosted)
