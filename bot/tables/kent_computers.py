"""Computer players of Kent, who sign and call out of turn.

After each event, each computer may get an impulse. It acts on it after a human delay, through `Tables` like all
players, unless other events change its mind. A failed save is retried, because no other event may cause that impulse
again. After a deal computers rest while people read the result.
"""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom

from bot.tables import play, signs
from bot.tables.clocks import Timer, Timers, pause_after
from bot.tables.errors import Refused, TableError
from bot.tables.kent_decisions import (
    NOTHING_LEARNT,
    Impulse,
    Memory,
    Sight,
    call_now,
    impulse,
    learnt,
    sight_of,
    sign_now,
)
from bot.tables.live import Tables
from bot.tables.state import Step, Table
from bot.tables.time_controls import AFTER_CALL_S
from storage.database import StorageError
from storage.matches import Player, Status, StoredSeat

logger = logging.getLogger(__name__)

_Key = tuple[str, int]


class KentComputers:
    """All computers at tables of Kent; other games are ignored.

    :param rng: decides random choices and delays.
    """

    def __init__(self, tables: Tables, timers: Timers, rng: Random | None = None) -> None:
        self._tables = tables
        self._timers = timers
        self._rng = rng or SystemRandom()
        self._known: dict[_Key, tuple[int, Sight]] = {}
        self._memories: dict[_Key, Memory] = {}
        self._plans: dict[_Key, tuple[Impulse, Timer]] = {}
        self._resting: dict[str, Timer] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def on_change(self, table: Table, before: Table | None) -> None:
        """Let rested computers react to a change."""
        if not table.has_signs or self._closing:
            return
        if before is not None and before.deal != table.deal:
            self._rest(table)
        if table.agreeing or table.status is not Status.PLAYING:
            self._forget_signs(table)
        if table.id in self._resting:
            return
        for seat in table.seats:
            try:
                self._see(table, seat)
            except Exception:
                logger.exception("a computer could not see to table %s", table.id)

    def on_refresh(self, table: Table) -> None:
        """Let the computers react to a change by another process."""
        self.on_change(table, None)

    async def close(self) -> None:
        """Stop all computers."""
        self._closing = True
        for timer in (*self._resting.values(), *(timer for _, timer in self._plans.values())):
            timer.cancel()
        self._resting.clear()
        self._plans.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _rest(self, table: Table) -> None:
        """Delay the computers' first look at a new deal."""
        for seat in table.seats:
            self._learn(table, seat)
            self._forget((table.id, seat.seat))
        if table.id in self._resting:
            self._resting[table.id].cancel()
        self._resting[table.id] = self._timers.after(AFTER_CALL_S, partial(self._look_again, table.id))

    def _learn(self, table: Table, seat: StoredSeat) -> None:
        """Learn signs from the hands shown after a deal."""
        key = (table.id, seat.seat)
        deal, last = self._known.get(key, (0, None))
        if last is not None:
            self._memories[key] = learnt(table, deal, last, self._memories.get(key, NOTHING_LEARNT))

    def _forget_signs(self, table: Table) -> None:
        """Forget learnt signs after a match or a new pact."""
        for seat in table.seats:
            self._memories.pop((table.id, seat.seat), None)

    def _look_again(self, match_id: str) -> None:
        self._resting.pop(match_id, None)
        table = self._tables.cached(match_id)
        if table is not None:
            self.on_change(table, None)

    def _see(self, table: Table, seat: StoredSeat) -> None:
        key = (table.id, seat.seat)
        if seat.player is Player.PERSON or table.status is not Status.PLAYING or table.agreeing:
            self._forget(key)
            return
        now = sight_of(table, seat.seat)
        if now is None:
            return
        deal, before = self._known.get(key, (0, None))
        if deal != table.deal:
            self._forget(key)
            before = None
        self._known[key] = (table.deal, now)
        felt = impulse(before, now, seat.player, self._rng, self._memories.get(key, NOTHING_LEARNT))
        if felt is not None and (key not in self._plans or felt.call is not None):
            self._plan(key, table.deal, seat, replace(felt, delay=felt.delay * play.slowness(table)))

    def _plan(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int = 0) -> None:
        """Plan an act; only a call may replace an older plan.

        :param failures: the number of failed saves of this act in a row.
        """
        self._drop_plan(key)
        seconds = pause_after(failures) if failures else felt.delay
        timer = self._timers.after(seconds, partial(self._spawn, key, deal, seat, felt, failures))
        self._plans[key] = felt, timer

    def _plan_again(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int) -> None:
        """Retry a failed step unless the deal or plan has changed."""
        known_deal, _ = self._known.get(key, (0, None))
        plan = self._plans.get(key)
        if known_deal == deal and not self._closing and (plan is None or (felt.call and plan[0].call is None)):
            self._plan(key, deal, seat, felt, failures)

    def _spawn(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int) -> None:
        self._plans.pop(key, None)
        acting = self._act(key, deal, seat, felt, failures)
        task = asyncio.get_running_loop().create_task(acting, name=f"computer at {key[0]}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int) -> None:
        match_id = key[0]
        try:
            await self._tables.apply(match_id, _act_on, seat, deal, felt)
        except StorageError as error:
            logger.warning("what a computer did at table %s could not be saved: %s", match_id, error)
            self._plan_again(key, deal, seat, felt, failures + 1)
        except Refused as error:
            logger.error("a computer at table %s did what the rules do not allow: %s", match_id, error.refusal.code)  # noqa: TRY400  # its traceback says nothing more
        except TableError as error:
            logger.info("a computer at table %s came too late: %s", match_id, error.key)
        except Exception:
            logger.exception("a computer at table %s failed", match_id)

    def _forget(self, key: _Key) -> None:
        self._known.pop(key, None)
        self._drop_plan(key)

    def _drop_plan(self, key: _Key) -> None:
        plan = self._plans.pop(key, None)
        if plan is not None:
            plan[1].cancel()


def _act_on(table: Table, seat: StoredSeat, deal: int, felt: Impulse, now: float) -> Step:
    """Return the step on an impulse; none after a change of mind."""
    sight = sight_of(table, seat.seat) if table.deal == deal else None
    if felt.call is not None:
        call = call_now(felt, sight) if sight is not None else felt.call
        return Step(table) if call is None else play.call_of_computer(table, seat, deal, call, now)
    sign = sign_now(felt, sight) if sight is not None else felt.sign
    return Step(table) if sign is None else signs.give_of_computer(table, seat, deal, sign, now)
