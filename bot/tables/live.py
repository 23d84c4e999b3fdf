"""The live tables; `Tables.apply` makes all changes.

A table of another process is not held in memory, and the observers here are not notified of its changes. A timekeeper
is notified of changes, and applies due steps.
"""

from __future__ import annotations

import asyncio
import logging
from collections import UserDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, TypeVarTuple, Unpack, overload

import games
from games.core import shuffle
from games.core.shuffle import ShuffleOrigin
from storage import kept_out, ladder, matches
from storage.database import Conflict, Database, StorageError, Transaction
from storage.league import pairing_tables, round_deals
from storage.matches import SharedDeals, StoredMatch

from . import continuing, lobby, pacts, staffing
from .chance import Chance
from .errors import (
    ChannelTaken,
    KeptOutError,
    LadderRunning,
    PairingTaken,
    TableError,
    TableUnknown,
    TooManyTables,
)
from .ladder import climb_of, with_state
from .lobby import TableSetup
from .observers import Notify, Observer, Observers, Timekeeper
from .persistence import Recorder, carry_over, mark_unshown, read, rebuild, record_nothing, save, still_to_record
from .state import NOTHING_SHOWN, Location, Person, Step, Table
from .store import Change, LiveStore, Repository

logger = logging.getLogger(__name__)
Ts = TypeVarTuple("Ts")

TABLES_OF_ONE: Final = 5
"""The most live tables that one person may have open in one server."""

_LONG_LOG: Final = 200
"""A table with more moves than this is rebuilt off the event loop: a thousand take tenths of a second."""


class TableCache(UserDict[str, Table]):
    """The tables in memory, and the live table per channel.

    :ivar live: the ids of this process's live tables, in memory or not.
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
        """Return the live table of a channel, if held."""
        match_id = self._by_channel.get(channel_id)
        return None if match_id is None else self[match_id]

    def _leave_channel(self, table: Table) -> None:
        if self._by_channel.get(table.stored.channel_id) == table.id:
            del self._by_channel[table.stored.channel_id]


class _TableRepository(Repository[str, Table, Step]):
    def __init__(self, observers: Observers, record: Recorder) -> None:
        self._observers = observers
        self._record = record

    async def read(self, database: Database, key: str) -> Table | None:
        stored = await database.run_read(lambda tx: read(tx, key))
        if stored is None:
            return None
        if len(stored[1]) > _LONG_LOG:
            return await asyncio.to_thread(rebuild, *stored)
        return rebuild(*stored)

    async def newest_version(self, tx: Transaction, key: str) -> int | None:
        return await matches.newest_version(tx, key)

    async def save(self, tx: Transaction, before: Table, step: Step, now: float) -> Table:
        newcomers = _people_at(step.table) - _people_at(before)
        await require_admitted(tx, before.stored.guild_id, newcomers, now)
        after = await save(tx, before, mark_unshown(with_state(before, step), before), self._record)
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
    :param owns: returns True for the servers of this process.
    :param notify: notifies the owning process of changes made here.
    :param chance: makes ids and draws signs; secret by default.
    :param record: saves what features keep of a step.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], float],
        owns: Callable[[int], bool] = lambda _: True,
        notify: Notify | None = None,
        chance: Chance | None = None,
        record: Recorder = record_nothing,
    ) -> None:
        self._database = database
        self._now = now
        self._chance = chance or Chance()
        self._observers = Observers(owns, notify)
        self._cache = TableCache()
        self._store = LiveStore(
            database, _TableRepository(self._observers, record), now=now, cache=self._cache, observer=self._observers
        )

    def __len__(self) -> int:
        """Return the number of tables held in memory."""
        return len(self._cache)

    @property
    def live_count(self) -> int:
        """The number of this process's live tables, in memory or not."""
        return len(self._cache.live)

    def set_timekeeper(self, timekeeper: Timekeeper) -> None:
        """Set the timekeeper, without which no due step is applied."""
        self._observers.timekeeper = timekeeper

    def add_observer(self, observer: Observer) -> None:
        """Notify one more observer of every change."""
        self._observers.observers.append(observer)

    async def close(self) -> None:
        """Refuse new requests, finish running ones, and stop clocks."""
        self._store.start_closing()
        await self._observers.close()
        await self._store.wait_for_steps()

    # --- Starting, and what other processes do -----------------------------------------------------------------------

    async def start(self) -> None:
        """Set the clocks of live tables; show missed changes.

        :raises StorageError: if the tables cannot be read.
        """
        live = await self._database.run_read(matches.live)
        ours = [stored for stored in live if self._observers.owns(stored)]
        self._cache.live = {stored.id for stored in ours}
        for stored in ours:
            self._observers.on_start(stored)
            if stored.game not in games.CATALOGUE:
                logger.error("table %s is of the game %r, which this version does not know", stored.id, stored.game)
                await self._show_again(stored)
        unshown = await self._database.run_read(matches.unshown)
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
        """Mark a board as unshown, so that the next start shows it."""
        if stored.shown_revision != NOTHING_SHOWN:
            async with self._database.write() as tx:
                await matches.update(tx, stored.id, stored.version, shown_revision=NOTHING_SHOWN)
            self._store.invalidate(stored.id)

    async def restart(self) -> None:
        """Repeat `start`, because other processes may have changed our tables.

        :raises StorageError: if the tables cannot be read.
        """
        for match_id in list(self._cache):
            self._store.invalidate(match_id)
        await self.start()

    async def catch_up(self, match_id: str) -> None:
        """Reread a table changed elsewhere, and notify the observers.

        :raises StorageError: if it cannot be read.
        """
        was_cached = match_id in self._cache
        self._store.invalidate(match_id)
        table = await self.find(match_id)  # which tells them if it was cached
        if table is not None and not was_cached:
            self._observers.on_change(table, None)

    async def catch_up_all(self) -> None:
        """Reread all tables that other processes may have changed.

        :raises StorageError: if they cannot be read.
        """
        for match_id in list(self._cache):
            await self.catch_up(match_id)

    async def notify_owner(self, tx: Transaction, stored: StoredMatch) -> None:
        """Notify the owning process within the transaction of the change."""
        await self._observers.notify_owner(tx, stored)

    def show(self, table: Table) -> None:
        """Let the observers show a table's missed changes."""
        self._observers.show(table)

    # --- Finding tables --------------------------------------------------------------------------------------------

    async def find(self, match_id: str) -> Table | None:
        """Return the table of a match; see `LiveStore.find`."""
        return await self._store.find(match_id)

    async def newest(self, match_id: str) -> Table | None:
        """Return the stored table of a match; see `LiveStore.newest`."""
        return await self._store.newest(match_id)

    def cached(self, match_id: str) -> Table | None:
        """Return a current table from memory, if held."""
        return self._store.cached(match_id)

    def cached_in(self, channel_id: int) -> Table | None:
        """Return a channel's live table from memory, if held."""
        return self._cache.live_in(channel_id)

    async def in_channel(self, channel_id: int) -> Table | None:
        """Return a channel's live table as stored now."""
        match_id = await self._database.run_read(lambda tx: matches.live_in(tx, channel_id))
        return await self.newest(match_id) if match_id else None

    async def in_the_way(self, channel_id: int) -> Table | None:
        """Return the table that keeps a new one out of a channel."""
        table = await self.in_channel(channel_id)
        return None if table is None or staffing.gives_way(table, self._now()) else table

    async def last_call_in(self, channel_id: int) -> float | None:
        """Return the time of a channel's last call for players."""
        return await self._database.run_read(lambda tx: matches.last_call_in(tx, channel_id))

    async def reload(self, concerned: Callable[[Table], bool]) -> None:
        """Drop tables from memory after a direct database write."""
        await self._store.reload(concerned)

    # --- Changing tables -------------------------------------------------------------------------------------------

    async def require_admitted(self, guild_id: int, user_id: int) -> None:
        """Check that moderators do not keep a person out; see `require_admitted`.

        :raises KeptOutError: if they do.
        :raises StorageError: if that cannot be read.
        """
        async with self._database.read() as tx:
            await require_admitted(tx, guild_id, [user_id], self._now())

    async def require_room(self, host: Person, guild_id: int) -> None:
        """Check that a person can open one more table.

        :raises KeptOutError: if moderators keep them out.
        :raises TooManyTables: if they have reached the limit in the server.
        :raises StorageError: if the tables cannot be read.
        """
        await self.require_admitted(guild_id, host.user_id)
        async with self._database.read() as tx:
            _require_room(await matches.live_of_host(tx, guild_id, host.user_id))

    async def open(self, host: Person, setup: TableSetup) -> Table:
        """Open a table with its lobby.

        The host has the first seat unless the setup gives the seats. The seed of the shuffle was drawn when the
        channel's last table opened. The next one is drawn now.

        :raises KeptOutError: if moderators keep the host out.
        :raises ChannelTaken: if the channel has a live table.
        :raises TooManyTables: if the host has reached the limit in the server.
        :raises PairingTaken: if the setup's pairing has a result or another live table.
        :raises LadderRunning: if it is for the ladder, and the host has another such match of the game.
        :raises SetupError: for an unknown game or clock, or a wrong option.
        :raises StorageError: if it could not be saved.
        """
        self._store.require_open()
        async with self._store.lock(f"channel {setup.channel_id}"):
            if setup.shared is not None:
                return await self._open_shared(host, setup, setup.shared)
            announced = await self._database.run_read(lambda tx: matches.next_seed(tx, setup.channel_id))
            return await self._open(host, setup, announced)

    async def _open(self, host: Person, setup: TableSetup, announced: str | None) -> Table:
        """Open a table.

        :param announced: the server's seed whose fingerprint the channel showed.
        """
        server_seed, following = announced or self._chance.server_seed(), self._chance.server_seed()
        match_id, next_fingerprint = ShuffleOrigin(server_seed, ()).match_id, shuffle.commitment(following)
        table = lobby.open_lobby(
            host, match_id, setup, self._now(), server_seed=server_seed, following=next_fingerprint
        )

        async def add(tx: Transaction) -> Table:
            await matches.replace_next_seed(tx, setup.guild_id, setup.channel_id, announced, following)
            if setup.ladder and climb_of(await ladder.of_person(tx, setup.guild_id, host.user_id, setup.game)).running:
                raise LadderRunning
            await matches.add(tx, table.stored, table.seats)
            if setup.pairing_id is not None and not await pairing_tables.save_table(tx, setup.pairing_id, table.id):
                raise PairingTaken
            return table

        return await self._add(host, setup, table, add)

    async def _open_shared(self, host: Person, setup: TableSetup, shared: SharedDeals) -> Table:
        """Open a table with the seed of its round. The seed announced for the channel stays that of its next match."""
        seed = await self._database.run_read(lambda tx: round_deals.seed_of(tx, shared.round_id))
        table = lobby.open_lobby(host, self._chance.new_id(), setup, self._now(), server_seed=seed)

        async def add(tx: Transaction) -> Table:
            await matches.add(tx, table.stored, table.seats)
            if setup.pairing_id is not None and not await pairing_tables.save_table(tx, setup.pairing_id, table.id):
                raise PairingTaken
            return table

        return await self._add(host, setup, table, add)

    async def play_on(self, host: Person, beginning: continuing.Beginning, setup: TableSetup) -> Table:
        """Open a table that goes on from the middle of a finished match or from a lesson, see `continuing`.

        The seed announced for the channel stays that of its next match.

        :raises TableError: if the host had to be to move.
        :raises ChannelTaken, TooManyTables, StorageError: as `open` does.
        """
        self._store.require_open()
        async with self._store.lock(f"channel {setup.channel_id}"):
            about = (host, beginning, setup, self._chance.new_id(), self._now())
            is_long = len(beginning.log) > _LONG_LOG
            before, step = (
                await asyncio.to_thread(continuing.play_on, *about) if is_long else continuing.play_on(*about)
            )

            async def add(tx: Transaction) -> Table:
                await matches.add(tx, before.stored, before.seats)
                return await save(tx, before, step)

            return await self._add(host, setup, before, add)

    async def _add(
        self, host: Person, setup: TableSetup, table: Table, add: Callable[[Transaction], Awaitable[Table]]
    ) -> Table:
        """Add a new table by a function that saves and returns it."""
        now = self._now()

        async def add_with_room(tx: Transaction) -> Table:
            await tx.lock("host", setup.guild_id, host.user_id)
            await require_admitted(tx, setup.guild_id, _people_at(table), now)
            _require_room(await matches.live_of_host(tx, setup.guild_id, host.user_id))
            return await add(tx)

        async with self._store.lock(table.id):
            try:
                table = await self._database.run_write(add_with_room)
            except Conflict:
                await self._make_way(setup.channel_id, table.id)
                table = await self._database.run_write(add_with_room)
            except StorageError:
                self._store.doubt(table)
                if not await self._is_stored(table):
                    raise
                table = await self._store.load(table.id) or table
            self._store.put(table)
            self._observers.on_change(table, None)
        return table

    async def _make_way(self, channel_id: int, new_id: str) -> None:
        """Set the deserted table of a channel aside, for a new one.

        :raises ChannelTaken: if it is not deserted, or is the new one, opened by another process.
        """
        taken = await self._database.run_read(lambda tx: matches.live_in(tx, channel_id))
        if taken == new_id:
            raise ChannelTaken(new_id)
        if taken is not None:
            await self.apply(taken, staffing.set_aside)

    async def _is_stored(self, table: Table) -> bool:
        """Return True if a table is stored despite an error."""
        try:
            return await self._database.run_read(lambda tx: matches.newest_version(tx, table.id)) is not None
        except StorageError:
            return False

    async def rematch(self, match_id: str, person: Person, channel_id: int | None = None) -> Table:
        """Open a lobby with a finished match's setup and players.

        :param channel_id: its channel; None for that of the match.
        :raises TableError: if it is not over, or the person did not play.
        :raises ChannelTaken: if the channel has a live table.
        """
        old = await self.newest(match_id)
        if old is None:
            raise TableUnknown
        if old.status.is_live:
            raise TableError("table.not_over")
        old.require_seat(person)
        setup = lobby.rematch_setup(old)
        return await self.open(person, setup if channel_id is None else replace(setup, channel_id=channel_id))

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
        """Apply a step, save it, and then show it.

        Signs that it asks for are drawn before saving. See `LiveStore.apply`.

        :param step: a function of the table, the person who asks if there is one, the values, and the time.
        :param by: the person who asks.
        :param seen_from: the place from which the person must see the table.
        :raises TableUnknown: if they may not see it, as for an unknown match.
        :raises KeptOutError: if moderators keep a person out who would take a seat.
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
        """Compute a step; called again if another process was first."""
        if by is not None and seen_from is not None:
            table.require_seen(by, seen_from)
        return pacts.draw_signs(step(table, *values, now), self._chance.lots)

    async def abandon(self, match_id: str) -> None:
        """End a table whose channel is gone.

        :raises StorageError: if it could not be saved.
        """
        await self.apply(match_id, staffing.abandon)

    async def record_display(self, match_id: str, **columns: object) -> Table | None:
        """Save a table's messages and its last shown change.

        A newer change shown by another process is kept. Observers are not notified.

        :param columns: some of `board_id`, `board_at`, `call_id`, `announced` and `shown_revision`.
        :return: the table as stored before; it may name replaced messages.
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


async def require_admitted(tx: Transaction, guild_id: int, user_ids: Collection[int], now: float) -> None:
    """Check that moderators keep none of these people out.

    All new seats and all entries into tournaments pass here, in the transaction that saves them.

    :raises KeptOutError: if they keep one out.
    """
    ban = await kept_out.find(tx, guild_id, user_ids, now) if user_ids else None
    if ban is not None:
        raise KeptOutError(ban)


def _people_at(table: Table) -> frozenset[int]:
    return frozenset(seat.user_id for seat in table.seats if seat.user_id is not None)


def _require_room(hosted: tuple[int, ...]) -> None:
    """Check that a host has room for another table.

    :param hosted: the channels of the host's live tables in the server.
    :raises TooManyTables: if not.
    """
    if len(hosted) >= TABLES_OF_ONE:
        raise TooManyTables(hosted)
