"""The solver and the deals of the days, off the event loop: hints, solutions, and what was found remembered."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from datetime import date, timedelta
from typing import Final
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.tables.computing.processes import Processes, Work
from bot.tables.errors import TableError
from games.core.solitaire import Solitaire
from games.daily import DailyDeal, daily_deal
from games.solver import NODE_LIMIT, Cancelled, Hint, Solution, hint, solve
from storage import solo as solos
from storage.database import Database
from storage.solo import StoredDeal

from .state import Solo, dealt

__all__ = ["Dealer", "Solving"]

_REMEMBERED: Final = 200


class Solving:
    """Asks the solver.

    :param processes: where it searches.
    """

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._hints: dict[str, Work[Hint]] = {}
        self._solutions: MutableMapping[tuple[str, str], Solution] = LRUCache(_REMEMBERED)

    def hint(self, solo: Solo) -> Work[Hint]:
        """What to do next in a solitaire, begun to be thought about.

        :raises TableError: if a hint for it is thought about already, or too much is.
        """
        if solo.match is None:
            raise TableError("table.broken")
        if solo.id in self._hints:
            raise TableError("solo.thinking_already")
        work = self._processes.start(_hint, solo.match)
        if work is None:
            raise TableError("solo.too_much_thinking")
        self._hints[solo.id] = work
        work.result.add_done_callback(lambda _: self._hints.pop(solo.id, None))
        return work

    def call_off(self, solo_id: str) -> None:
        """Stop thinking about a hint; nothing happens if nobody does."""
        work = self._hints.get(solo_id)
        if work is not None:
            work.call_off()

    async def solution(self, game: str, seed: str) -> Solution:
        """A line that wins a deal from its beginning, or what else became of the search for one."""
        known = self._solutions.get((game, seed))
        if known is None:
            known = await self._processes.run(_solution, game, seed)
            self._solutions[game, seed] = known
        return known


class Dealer:
    """Finds the deals of the days, once each.

    :param processes: where they are searched for.
    """

    def __init__(self, database: Database, processes: Processes) -> None:
        self._database = database
        self._processes = processes
        self._known: MutableMapping[tuple[str, date], StoredDeal] = LRUCache(_REMEMBERED)
        self._locks: WeakValueDictionary[tuple[str, date], asyncio.Lock] = WeakValueDictionary()

    async def deal(self, game: str, day: date) -> StoredDeal:
        """The deal of a day for a solitaire, to be played; it is kept.

        :raises StorageError: if it can be neither read nor kept.
        """
        async with self._locks.setdefault((game, day), asyncio.Lock()):
            known = self._known.get((game, day))
            if known is None:
                known = await self._found(game, day)
                self._known[game, day] = known
            return known

    async def past(self, game: str, day: date) -> StoredDeal | None:
        """The deal of a day that is over, if any page of a day can have led to it; nothing is kept.

        A page leads to its own deal, which is kept, and to that of the day before, which perhaps nobody has looked at.

        :raises StorageError: if what is kept cannot be read.
        """
        async with self._locks.setdefault((game, day), asyncio.Lock()):
            known = self._known.get((game, day)) or await self._kept(game, day)
            if known is None and await self._kept(game, day + timedelta(days=1)) is not None:
                known = await self._searched(game, day)
            if known is not None:
                self._known[game, day] = known
            return known

    async def _found(self, game: str, day: date) -> StoredDeal:
        kept = await self._kept(game, day)
        if kept is not None:
            return kept
        new = await self._searched(game, day)
        async with self._database.write() as tx:
            await solos.keep_deal(tx, new)
        return new

    async def _kept(self, game: str, day: date) -> StoredDeal | None:
        async with self._database.read() as tx:
            return await solos.deal(tx, game, day.isoformat())

    async def _searched(self, game: str, day: date) -> StoredDeal:
        found: DailyDeal = await self._processes.run(daily_deal, game, day)
        return StoredDeal(day.isoformat(), game, found.seed, found.stars)


def _hint(match: Solitaire, *, cancelled: Cancelled) -> Hint:
    return hint(match, NODE_LIMIT, cancelled=cancelled)


def _solution(game: str, seed: str) -> Solution:
    return solve(dealt(game, seed))
