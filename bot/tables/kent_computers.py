"""The company: computer players of games in which things are done out of turn (Kent).

Whenever something happens at a table, each computer there may get an impulse and acts on it after a human delay,
through the door of `Tables` like anybody else. What happens meanwhile can make it think again.
"""

from __future__ import annotations

import asyncio
import logging
from random import Random, SystemRandom

from games import GameError
from storage.database import StorageError
from storage.matches import Player, Status, StoredSeat

from . import play, signs
from .errors import TableError
from .instinct import Impulse, Sight, has_meld, impulse, sight_of
from .live import Tables
from .state import Table

__all__ = ["KentComputers"]

logger = logging.getLogger(__name__)

_Key = tuple[str, int]


class KentComputers:
    """All computers that act out of turn.

    :param rng: whims and delays.
    """

    def __init__(self, tables: Tables, rng: Random | None = None) -> None:
        self._tables = tables
        self._rng = rng or SystemRandom()
        self._known: dict[_Key, tuple[int, Sight]] = {}
        self._plans: dict[_Key, tuple[Impulse, asyncio.TimerHandle]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def changed(self, table: Table, _before: Table | None) -> None:
        """Let the computers at a table see what has happened."""
        if not table.game.signs or self._closing:
            return
        for seat in table.seats:
            self._see(table, seat)

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
            self._plan(key, table, seat, felt)

    def _is_vain(self, key: _Key, now: Sight) -> bool:
        """Whether the computer was going to tell of a meld that it no longer holds."""
        plan = self._plans.get(key)
        return (
            plan is not None and plan[0].sign is not None and plan[0].sign == now.sign and not has_meld(now.view.hand)
        )

    def _plan(self, key: _Key, table: Table, seat: StoredSeat, felt: Impulse) -> None:
        """Let the computer do what it feels like; what happens does not put a plan off, but a call replaces it."""
        self._drop_plan(key)
        timer = asyncio.get_running_loop().call_later(felt.delay, self._spawn, key, table.deal, seat, felt)
        self._plans[key] = felt, timer

    def _spawn(self, key: _Key, deal: int, seat: StoredSeat, felt: Impulse) -> None:
        self._plans.pop(key, None)
        task = asyncio.get_running_loop().create_task(self._act(key[0], deal, seat, felt), name=f"company {key[0]}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, match_id: str, deal: int, seat: StoredSeat, felt: Impulse) -> None:
        try:
            if felt.call is not None:
                call = felt.call
                await self._tables.take(
                    match_id, lambda table, now: play.call_of_computer(table, seat, deal, call, now)
                )
            elif felt.sign is not None:
                sign = felt.sign
                await self._tables.take(
                    match_id, lambda table, now: signs.give_of_computer(table, seat, deal, sign, now)
                )
        except StorageError as error:
            logger.warning("a computer's call at table %s could not be saved: %s", match_id, error)
        except (TableError, GameError) as error:
            logger.info("a computer at table %s came too late: %s", match_id, type(error).__name__)

    def _forget(self, key: _Key) -> None:
        self._known.pop(key, None)
        self._drop_plan(key)

    def _drop_plan(self, key: _Key) -> None:
        plan = self._plans.pop(key, None)
        if plan is not None:
            plan[1].cancel()
