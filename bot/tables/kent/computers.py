"""Computer players at Kent, where signs are made and calls shouted out of turn.

Whenever something happens at a table, each computer there may get an impulse and acts on it after a human delay,
through the door of `Tables` like anybody else. What happens meanwhile can make it think again. What could not be saved
is done a little later, for nothing that happens need give the impulse anew.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from random import Random, SystemRandom

from bot.tables import play
from bot.tables.errors import Refused, TableError
from bot.tables.live import Tables
from bot.tables.signs import signs
from bot.tables.state import Step, Table
from bot.tables.time.timers import Timer, Timers, pause_after
from storage.database import StorageError
from storage.matches import Player, Status, StoredSeat

from .instinct import Impulse, Sight, has_meld, impulse, sight_of, thought_over

__all__ = ["KentComputers"]

logger = logging.getLogger(__name__)

_Key = tuple[str, int]


class KentComputers:
    """All computers that play Kent; other games are none of their business.

    :param rng: whims and delays.
    """

    def __init__(self, tables: Tables, timers: Timers, rng: Random | None = None) -> None:
        self._tables = tables
        self._timers = timers
        self._rng = rng or SystemRandom()
        self._known: dict[_Key, tuple[int, Sight]] = {}
        self._plans: dict[_Key, tuple[Impulse, Timer]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def changed(self, table: Table, _before: Table | None) -> None:
        """Let the computers at a table see what has happened."""
        if not table.has_signs or self._closing:
            return
        for seat in table.seats:
            try:
                self._see(table, seat)
            except Exception:
                logger.exception("a computer could not see to table %s", table.id)

    def reread(self, table: Table) -> None:
        """Let the computers see what another process has changed."""
        self.changed(table, None)

    async def close(self) -> None:
        """Nobody acts any more."""
        self._closing = True
        for _, timer in self._plans.values():
            timer.cancel()
        self._plans.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

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
        if self._is_vain(key, now):
            self._drop_plan(key)
        felt = impulse(before, now, seat.player, self._rng)
        if felt is not None and (key not in self._plans or felt.call is not None):
            self._plan(key, table.deal, seat, felt)

    def _is_vain(self, key: _Key, now: Sight) -> bool:
        """Whether the computer was going to tell of a meld that it no longer holds."""
        plan = self._plans.get(key)
        return (
            plan is not None and plan[0].sign is not None and plan[0].sign == now.sign and not has_meld(now.view.hand)
        )

    def _plan(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int = 0) -> None:
        """Let the computer do what it feels like; what happens does not put a plan off, but a call replaces it.

        :param failures: how often in a row that could not be saved.
        """
        self._drop_plan(key)
        seconds = pause_after(failures) if failures else felt.delay
        timer = self._timers.after(seconds, partial(self._spawn, key, deal, seat, felt, failures))
        self._plans[key] = felt, timer

    def _plan_again(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse, failures: int) -> None:
        """Let it try once more what could not be saved, unless the deal is over or something newer is planned."""
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
            if felt.call is not None:
                call = felt.call
                await self._tables.take(match_id, lambda table, now: _called(table, seat, deal, call, now))
            elif felt.sign is not None:
                sign = felt.sign
                await self._tables.take(
                    match_id, lambda table, now: signs.give_of_computer(table, seat, deal, sign, now)
                )
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


def _called(table: Table, seat: StoredSeat, deal: int, call: str, now: float) -> Step:
    """The call, or nothing if the computer has thought better of it; which it does only while the deal is the same."""
    sight = sight_of(table, seat.seat) if table.deal == deal else None
    text = thought_over(call, sight) if sight is not None else call
    return Step(table) if text is None else play.call_of_computer(table, seat, deal, text, now)
