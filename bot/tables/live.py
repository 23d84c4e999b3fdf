"""The tables: all live tables, and the one door through which anything happens to them.

Under the table's lock a step is worked out, saved in one transaction, and only then does the table change and the
listener hear of it. If saving fails nothing has happened, and the table is read anew from its log when next needed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol
from weakref import WeakValueDictionary

from games import CATALOGUE, GameError, SetupError
from storage import kent, ledger, matches
from storage.database import Conflict, Database, StorageError
from storage.matches import Player, Status, StoredMatch, StoredSeat

from . import lobby, play, signs, staffing
from .clock import GRACE, clock_of
from .errors import ChannelTaken, TableError
from .keeping import rebuilt, save
from .state import NOTHING_SHOWN, Person, Step, Table, automatic
from .thinking import Thinker

__all__ = ["Listener", "Tables"]

logger = logging.getLogger(__name__)

_RETRY = 5.0
"""How many seconds later the clock tries again when a table could not be saved."""

_READERS = 3
"""How many tables clocks read from their logs at once, so that after a restart people need not wait behind them."""


class Listener(Protocol):
    """Who shows tables to people."""

    def changed(self, table: Table, before: Table | None) -> None:
        """A table has changed, and the change is saved. Must not wait for anything."""


class Tables:
    """All tables of the bot.

    :param now: the time in unix seconds.
    :param thinker: chooses moves for computer players.
    """

    def __init__(self, database: Database, thinker: Thinker, *, now: Callable[[], float]) -> None:
        self._database = database
        self._thinker = thinker
        self._now = now
        self._listeners: list[Listener] = []
        self._tables: dict[str, Table] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading = asyncio.Semaphore(_READERS)
        self._excused: set[str] = set()  # tables whose players lost time because the bot was away or could not save
        self._closing = False

    def __len__(self) -> int:
        """How many tables are held in memory."""
        return len(self._tables)

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
        now = self._now()
        for stored in live:
            wake_at = play.wake_at(stored)
            if wake_at is not None:
                self._excused.add(stored.id)
                self._set_timer(stored.id, max(0.0, wake_at - now))
        for match_id in unshown:
            table = await self.find(match_id)
            if table:
                self._tell(table, None)

    async def close(self) -> None:
        """Take no more requests, let those under way end, and stop the clocks and the computers."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for lock in list(self._locks.values()):
            async with lock:
                pass
        self._thinker.close()

    # --- Finding tables --------------------------------------------------------------------------------------------

    async def find(self, match_id: str) -> Table | None:
        """The table of a match, rebuilt from its log if need be; None if there is no such match.

        :raises StorageError: if it cannot be read.
        """
        table = self._tables.get(match_id)
        if table is not None:
            return table
        async with self._lock(match_id):
            table = await self._loaded(match_id)
            if table is not None:
                self._drop_if_done(match_id)
            return table

    def at_hand(self, channel_id: int) -> Table | None:
        """The live table of a channel if it is in memory."""
        here = (table for table in self._tables.values() if table.stored.channel_id == channel_id)
        return next((table for table in here if table.status.is_live), None)

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
    ) -> Table:
        """A new table with its lobby; the host has the first seat unless `seats` are given.

        :raises ChannelTaken: if the channel has a live table.
        :raises SetupError: for an unknown game or clock, or an option that the game does not allow.
        :raises StorageError: if it could not be saved.
        """
        self._needs_open_house()
        if game not in CATALOGUE:
            raise SetupError("game", game, ", ".join(CATALOGUE))
        now = self._now()
        first = StoredSeat(seat=0, user_id=host.user_id, player=Player.PERSON, name=host.name, late=0, away=False)
        stored = StoredMatch(
            id=secrets.token_urlsafe(8),
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            game=game,
            options={},
            status=Status.LOBBY,
            seed=None,
            revision=0,
            clock=clock,
            deadline=None,
            warned=False,
            created_at=now,
            started_at=None,
            ended_at=None,
            board_id=None,
            board_at=None,
            locale=locale,
            rematch_of=rematch_of,
        )
        opened = lobby.new(stored, seats or (first,), now)
        table = lobby.configure(opened, host, now, options=options, clock=clock).table
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
        )

    async def take(self, match_id: str, step: Callable[[Table, float], Step]) -> Table:
        """Take a step at a table: work it out, save it, and only then show it.

        :param step: a function of the table and the time; it may raise `TableError` or `GameError`, and then nothing
            has happened.
        :raises StorageError: if it could not be saved; then nothing has happened either.
        """
        self._needs_open_house()
        async with self._lock(match_id):
            before = await self._loaded(match_id)
            if before is None:
                raise TableError("hand.table_unknown")
            try:
                taken = step(before, self._now())
                if taken.table == before and not taken.entries:
                    return before
                taken = _to_be_shown(taken, before)
                after = await self._save(before, taken)
                self._keep(after, before)
                return after
            finally:
                self._drop_if_done(match_id)

    async def _save(self, before: Table, taken: Step) -> Table:
        try:
            async with self._database.write() as tx:
                after = await save(tx, before, taken)
        except BaseException:
            # What is on the disk is known only when it has been read again: the last word of a server may be lost.
            self._tables.pop(before.id, None)
            self._excused.add(before.id)
            self._set_timer(before.id, _RETRY)
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
            self._tables[match_id] = replace(after, endings=left)
            self._drop_if_done(match_id)

    # --- Clocks and computers --------------------------------------------------------------------------------------

    def _set_timer(self, match_id: str, seconds: float) -> None:
        timer = self._timers.pop(match_id, None)
        if timer:
            timer.cancel()
        if not self._closing:
            loop = asyncio.get_running_loop()
            self._timers[match_id] = loop.call_later(seconds, self._spawn, match_id)

    def _spawn(self, match_id: str) -> None:
        self._timers.pop(match_id, None)
        task = asyncio.get_running_loop().create_task(self._wake(match_id), name=f"table {match_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wake(self, match_id: str) -> None:
        """Do what the clock asks of a table now."""
        try:
            await self._tick(match_id)
        except StorageError as error:
            logger.warning("the clock of table %s could not save: %s", match_id, error)
            self._set_timer(match_id, _RETRY)
        except (TableError, GameError) as error:
            logger.info("the clock of table %s came too late: %s", match_id, error)
        except Exception:
            logger.exception("the clock of table %s failed", match_id)
            self._set_timer(match_id, _RETRY)

    async def _tick(self, match_id: str) -> None:
        table = self._tables.get(match_id) or await self._read_in_turn(match_id)
        if table is None:
            return
        if match_id in self._excused:
            table = await self._excuse(table)
        due, seat = play.due_at(table), table.to_move()
        if due is None:
            return
        if due > self._now():
            self._set_timer(match_id, due - self._now())
        elif table.status is Status.LOBBY:
            await self.take(match_id, lobby.expire)
        elif table.agreeing:
            await self.take(match_id, signs.draw_overdue)
        elif seat is None:
            return
        elif not automatic(seat) and not table.stored.warned and clock_of(table.stored).warning:
            await self.take(match_id, lambda now_table, _: play.warn(now_table, table.revision))
        else:
            await self._let_computer_play(table, seat)

    async def _read_in_turn(self, match_id: str) -> Table | None:
        async with self._reading:
            return await self.find(match_id)

    async def _excuse(self, table: Table) -> Table:
        """Give the player to move the time of grace, and show what was saved without anybody hearing of it."""
        if table.endings or table.stored.shown_revision != table.revision:
            self._tell(table, None)
        due, seat = play.due_at(table), table.to_move()
        waited_for = table.agreeing or (seat is not None and not automatic(seat))
        if due is not None and waited_for and due < self._now() + GRACE:
            table = await self.take(table.id, lambda now_table, now: play.extend(now_table, table.revision, now))
        self._excused.discard(table.id)
        return table

    async def _let_computer_play(self, table: Table, seat: StoredSeat) -> None:
        if table.match is None:
            return
        level = seat.player if seat.player is not Player.PERSON else Player.REGULAR
        move = await self._thinker.choose(table.match, seat.seat, level)
        await self.take(
            table.id,
            lambda now_table, now: play.move_of_computer(now_table, seat, table.revision, str(move), now),
        )

    # --- Memory ----------------------------------------------------------------------------------------------------

    def _lock(self, match_id: str) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _needs_open_house(self) -> None:
        if self._closing:
            raise TableError("lobby.refusal.drained")

    async def _needed(self, match_id: str) -> Table:
        table = await self.find(match_id)
        if table is None:
            raise TableError("hand.table_unknown")
        return table

    def _keep(self, table: Table, before: Table | None) -> None:
        self._tables[table.id] = table
        if before is None or table.revision != before.revision or not table.status.is_live:
            self._excused.discard(table.id)
        due = play.due_at(table)
        if due is not None:
            self._set_timer(table.id, max(0.0, due - self._now()))
        elif table.id in self._timers:
            self._timers.pop(table.id).cancel()
        self._tell(table, before)

    def _tell(self, table: Table, before: Table | None) -> None:
        for listener in self._listeners:
            listener.changed(table, before)

    def _drop_if_done(self, match_id: str) -> None:
        table = self._tables.get(match_id)
        if table is not None and table.is_done:
            del self._tables[match_id]

    async def _loaded(self, match_id: str) -> Table | None:
        """The table from memory or from its log; the lock is held."""
        table = self._tables.get(match_id)
        if table is not None:
            return table
        async with self._database.read() as tx:
            found = await matches.load(tx, match_id)
            log = await matches.log(tx, match_id)
            booked = await ledger.booked(tx, match_id)
            pacts, pads = await kent.load(tx, match_id)
        if found is None:
            return None
        table = rebuilt(*found, log, booked, pacts, pads)
        self._tables[match_id] = table
        return table


def _to_be_shown(step: Step, before: Table) -> Step:
    """The step with its table marked as not shown, where the revision does not tell of it."""
    if step.table.revision != before.revision or step.table.is_done:
        return step
    return replace(step, table=step.table.with_stored(shown_revision=NOTHING_SHOWN))
