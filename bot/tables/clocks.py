"""The clocks of all tables.

`Clocks` wakes each table and applies the due steps. Late people are warned, and later a computer plays for them.
Computers make their moves. Pairs that do not agree get a random sign. Idle lobbies close, and idle matches end.
People get the time of grace if they lost time because the bot was away or could not save.

After a restart, for example, many turns end together. People go first then, and clocks read and save only a few
tables at a time.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from bot.tables import lobby, play, signs, staffing
from bot.tables.computers import Computers
from bot.tables.errors import Refused, TableError
from bot.tables.live import Tables
from bot.tables.state import Table, automatic
from bot.tables.time_controls import GRACE_S
from storage.database import StorageError
from storage.matches import Status, StoredMatch, StoredSeat

logger = logging.getLogger(__name__)

_AT_ONCE: Final = 3
"""The number of tables that clocks read or save in parallel. People never wait for more than these."""

_LATE: Final = 8
"""The number of late people for whom computers think in parallel. Computers with a turn of their own go first."""

_PAUSES: Final = (5.0, 10.0, 20.0, 40.0, 80.0)
"""The seconds to wait after the first failure in a row, the second, and so on. The last pause is then repeated."""


class Timer(Protocol):
    """A planned call that can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call, unless it was made already."""


class Timers(Protocol):
    """Starts timers."""

    def after(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` after a delay; it must not wait for anything."""


class LoopTimers:
    """The timers of the running event loop, in real time."""

    def after(self, seconds: float, callback: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)


def pause_after(failures: int) -> float:
    """Return the seconds to wait after successive failures."""
    return _PAUSES[min(failures, len(_PAUSES)) - 1]


class Clocks:
    """The timekeeper of the tables.

    :param now: the time in unix seconds.
    """

    def __init__(self, tables: Tables, computers: Computers, timers: Timers, *, now: Callable[[], float]) -> None:
        self._tables = tables
        self._computers = computers
        self._timers = timers
        self._now = now
        self._set: dict[str, Timer] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._saving = asyncio.Semaphore(_AT_ONCE)
        self._late = asyncio.Semaphore(_LATE)
        self._failures: Counter[str] = Counter()  # in a row at each table
        self._excused: set[str] = set()  # tables whose players lost time because the bot was away or could not save
        self._closing = False

    # --- What the tables tell --------------------------------------------------------------------------------------

    def on_start(self, stored: StoredMatch) -> None:
        """Set the clock of a table that is already live."""
        wake_at = play.wake_at(stored)
        if wake_at is not None:
            self._excused.add(stored.id)
            self._wake_in(stored.id, max(0.0, wake_at - self._now()))

    def on_change(self, table: Table, before: Table | None) -> None:
        """Set or stop the clock of a changed table."""
        self._computers.on_change(table)
        if before is None or table.revision != before.revision or not table.status.is_live:
            self._excused.discard(table.id)
        due = play.due_at(table)
        if due is not None:
            self._wake_in(table.id, max(0.0, due - self._now()))
        elif table.id in self._set:
            self._set.pop(table.id).cancel()

    def on_unknown_outcome(self, match_id: str) -> None:
        """Check a table of unknown state soon, and excuse its players."""
        self._excused.add(match_id)
        self._wake_in(match_id, pause_after(1))

    async def close(self) -> None:
        """Stop all clocks and the computers."""
        self._closing = True
        for timer in self._set.values():
            timer.cancel()
        self._set.clear()
        for task in list(self._tasks):
            task.cancel()
        self._computers.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- What clocks ask -------------------------------------------------------------------------------------------

    def _wake_in(self, match_id: str, seconds: float) -> None:
        timer = self._set.pop(match_id, None)
        if timer:
            timer.cancel()
        if not self._closing:
            self._set[match_id] = self._timers.after(seconds, partial(self._spawn, match_id))

    def _spawn(self, match_id: str) -> None:
        self._set.pop(match_id, None)
        task = asyncio.get_running_loop().create_task(self._wake(match_id), name=f"clock of {match_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wake(self, match_id: str) -> None:
        """Apply a table's due step, with retries and growing pauses."""
        try:
            turn = await self._tick(match_id)
            if turn is not None:
                await self._computer_moves(*turn)
        except StorageError as error:
            logger.warning("the clock of table %s could not save: %s", match_id, error)
            self._try_again(match_id)
        except Refused as error:
            logger.error("no legal move was found at table %s: %s", match_id, error.refusal.code)  # noqa: TRY400  # its traceback says nothing more
            self._try_again(match_id)
        except TableError as error:
            logger.info("the clock of table %s came too late: %s", match_id, error.key)
            self._failures.pop(match_id, None)
        except Exception:
            logger.exception("the clock of table %s failed", match_id)
            self._try_again(match_id)
        else:
            self._failures.pop(match_id, None)

    def _try_again(self, match_id: str) -> None:
        self._failures[match_id] += 1
        self._wake_in(match_id, pause_after(self._failures[match_id]))

    async def _tick(self, match_id: str) -> tuple[Table, StoredSeat] | None:
        """Apply due steps; return the seat that must choose a move."""
        held = None if match_id in self._excused else self._tables.cached(match_id)
        seat = self._computer_to_move(held) if held is not None else None
        if held is not None and seat is not None:
            return held, seat  # nothing is read or saved, so it does not have to wait
        async with self._saving:
            return await self._read_and_save(match_id)

    async def _read_and_save(self, match_id: str) -> tuple[Table, StoredSeat] | None:
        table = await self._tables.find(match_id)
        if table is None or not table.is_known:
            self._excused.discard(match_id)
            return None  # it waits for a version that knows its game
        if match_id in self._excused:
            table = await self._excuse(table)
        due, seat = play.due_at(table), table.to_move()
        if due is None:
            return None
        if due > self._now():
            self._wake_in(match_id, due - self._now())
        elif table.status is Status.LOBBY:
            await self._tables.apply(match_id, lobby.expire)
        elif play.waits_without_limit(table):
            await self._tables.apply(match_id, staffing.expire)
        elif table.agreeing:
            await self._tables.apply(match_id, signs.draw_overdue)
        elif seat is None:
            return None
        elif not automatic(seat) and not table.stored.warned and table.clock.warning:
            await self._tables.apply(match_id, play.warn, table.revision)
        else:
            return table, seat
        return None

    def _computer_to_move(self, table: Table) -> StoredSeat | None:
        """Return the seat on turn if a computer moves now."""
        due, seat = play.due_at(table), table.to_move()
        return seat if due is not None and due <= self._now() and seat is not None and automatic(seat) else None

    async def _computer_moves(self, table: Table, seat: StoredSeat) -> None:
        if automatic(seat):
            await self._computers.move(table, seat)
            return
        async with self._late:
            await self._computers.move(table, seat)

    async def _excuse(self, table: Table) -> Table:
        """Grant the time of grace, and show missed changes."""
        if table.endings or table.stored.shown_revision != table.revision:
            self._tables.show(table)
        due, seat = play.due_at(table), table.to_move()
        waited_for = table.agreeing or (seat is not None and not automatic(seat))
        if due is not None and waited_for and due < self._now() + GRACE_S:
            table = (await self._tables.apply(table.id, play.extend, table.revision)).after
        self._excused.discard(table.id)
        return table
