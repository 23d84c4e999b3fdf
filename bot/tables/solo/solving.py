"""The solver and the daily deals, cached, off the event loop."""

import asyncio
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.tables.chance import Chance
from bot.tables.errors import TableError
from bot.tables.processes import Processes, Work
from games.core.shuffle import commitment
from games.solitaires.daily import DailyDeal, daily_deal, winnable_seed
from games.solitaires.line_review import LineReview
from games.solitaires.solver import Hint, SearchVerdict, Solution
from storage import solo as solos
from storage.database import Database
from storage.solo import StoredDeal

from .searching import find_hint, find_solution, review_line
from .state import Solo

_REMEMBERED: Final = 200
_REMEMBERED_HINTS: Final = 1_000


_Key = tuple[Any, ...]

_CALLED_OFF: Final = {
    "hint": Hint(SearchVerdict.UNKNOWN),
    "solution": Solution(SearchVerdict.UNKNOWN),
    "review": None,
}
"""The answers to searches that are cancelled, by the first part of their keys."""


@dataclass(eq=False)
class _Search:
    """A running search, and the answers that people await."""

    work: Work[Any]
    waiting: dict[int, list[asyncio.Future[Any]]] = field(default_factory=dict)


class Solving:
    """The requests to the solver: one search per position and person.

    All who ask for a position share its search. A search without waiting requests is cancelled.

    :param processes: the processes for searches only, so that computers need not wait.
    """

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._searches: dict[_Key, _Search] = {}
        self._asked: dict[int, _Key] = {}  # what each person waits for
        self._solutions: MutableMapping[tuple[str, str], Solution] = LRUCache(_REMEMBERED)
        self._reviews: MutableMapping[_Key, LineReview] = LRUCache(_REMEMBERED)
        self._given: MutableMapping[str, tuple[int, Hint]] = LRUCache(_REMEMBERED_HINTS)

    def hint(self, solo: Solo) -> asyncio.Future[Hint]:
        """Search for a next move, cancelling the owner's other searches.

        :raises TableError: if its owner already waits for this hint, too many searches are running, or the solitaire
            cannot be rebuilt.
        """
        if solo.match is None:
            raise TableError("table.broken")
        key = ("hint", solo.stored.game, solo.stored.seed, solo.line.played)
        if self._asked.get(solo.stored.user_id) == key:
            raise TableError("solo.thinking_already")
        return self._answer(solo.stored.user_id, key, find_hint, solo.match)

    def record_given(self, solo: Solo, hint: Hint) -> None:
        """Record the hint for the current position."""
        self._given[solo.id] = solo.revision, hint

    def given(self, solo: Solo) -> Hint | None:
        """Return the last hint if the position is unchanged."""
        revision, found = self._given.get(solo.id, (None, None))
        return found if revision == solo.revision else None

    def call_off(self, user_id: int) -> None:
        """Cancel a user's wait; the answer is "unknown", for a review None."""
        key = self._asked.pop(user_id, None)
        search = None if key is None else self._searches.get(key)
        if key is None or search is None:
            return
        for answer in search.waiting.pop(user_id, ()):
            if not answer.done():
                answer.set_result(_CALLED_OFF[key[0]])
        if not search.waiting:
            del self._searches[key]  # people who ask from now on get a new search
            search.work.call_off()

    async def solution(self, game: str, seed: str, user_id: int) -> Solution:
        """Return a deal's solution, or the outcome of its search.

        A needed search cancels the person's other searches.

        :raises TableError: if too many searches are running.
        """
        known = self._solutions.get((game, seed))
        if known is None:
            known = await self._answer(user_id, ("solution", game, seed), find_solution, game, seed)
        return known

    async def review(self, solo: Solo) -> LineReview | None:
        """Return the review of a solitaire that is over; None if its search was cancelled.

        A needed search cancels the person's other searches.

        :raises TableError: if too many searches are running, or the solitaire cannot be rebuilt.
        """
        if solo.match is None:
            raise TableError("table.broken")
        key = ("review", solo.stored.game, solo.stored.seed, solo.line.played)
        found = self._reviews.get(key)
        if found is None:
            found = await self._answer(solo.stored.user_id, key, review_line, *key[1:])
        return found

    async def winnable(self, game: str, seed: str) -> str:
        """Return a winnable seed, see `games.solitaires.daily.winnable_seed`."""
        found: str = await self._processes.run(winnable_seed, game, seed)
        return found

    def known(self, game: str, seed: str) -> SearchVerdict | None:
        """Return the verdict of a recent search, if any."""
        found = self._solutions.get((game, seed))
        return None if found is None else found.verdict

    def close(self) -> None:
        """Stop the processes. Unfinished searches are dropped."""
        self._processes.close()

    def _answer(self, user_id: int, key: _Key, work: Callable[..., Any], *about: Any) -> asyncio.Future[Any]:
        if self._asked.get(user_id) != key:
            self.call_off(user_id)
        search = self._searches.get(key)
        if search is None:
            begun = self._processes.start(work, *about)
            if begun is None:
                raise TableError("error.crowded")
            search = self._searches[key] = _Search(begun)
            begun.result.add_done_callback(partial(self._done, key, search))
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        search.waiting.setdefault(user_id, []).append(answer)
        self._asked[user_id] = key
        return answer

    def _done(self, key: _Key, search: _Search, result: asyncio.Future[Any]) -> None:
        """Give the result of a search to all waiting requests."""
        if self._searches.get(key) is search:
            del self._searches[key]
            if not result.cancelled() and result.exception() is None:
                self._keep(key, result.result())
        for user_id, answers in search.waiting.items():
            self._asked.pop(user_id, None)
            for answer in answers:
                if answer.done():
                    continue
                if result.cancelled():
                    answer.cancel()
                elif (error := result.exception()) is not None:
                    answer.set_exception(error)
                else:
                    answer.set_result(result.result())
        if not search.waiting and not result.cancelled():
            result.exception()  # no request waits for it

    def _keep(self, key: _Key, result: Any) -> None:
        if key[0] == "solution":
            self._solutions[key[1], key[2]] = result
        elif key[0] == "review":
            self._reviews[key] = result


@dataclass(frozen=True)
class MonthSeeds:
    """The public seeds of months, named ``YYYY-MM``.

    :ivar fingerprints: those of the running month and the next one.
    :ivar last: the month before.
    :ivar revealed: its seed, if it had one.
    """

    fingerprints: Mapping[str, str]
    last: str
    revealed: str | None


class Dealer:
    """Finds the deals of the days, once each."""

    def __init__(self, database: Database, processes: Processes, chance: Chance) -> None:
        self._database = database
        self._processes = processes
        self._chance = chance
        self._known: MutableMapping[tuple[str, date], StoredDeal] = LRUCache(_REMEMBERED)
        self._locks: WeakValueDictionary[tuple[str, date], asyncio.Lock] = WeakValueDictionary()

    async def deal(self, game: str, day: date) -> StoredDeal:
        """Return and store a day's deal for a solitaire.

        :raises StorageError: if it cannot be read or stored.
        """
        async with self._locks.setdefault((game, day), asyncio.Lock()):
            known = self._known.get((game, day))
            if known is None:
                known = await self._found(game, day)
                self._known[game, day] = known
            return known

    async def past(self, game: str, day: date) -> StoredDeal | None:
        """Return a past day's deal, if a page can show it.

        A page shows its own day's deal, which is stored. It also leads to the deal of the day before, which may never
        have been opened. Nothing is stored here.

        :raises StorageError: if the database cannot be read.
        """
        async with self._locks.setdefault((game, day), asyncio.Lock()):
            known = self._known.get((game, day)) or await self._load(game, day)
            if known is None and await self._load(game, day + timedelta(days=1)) is not None:
                known = await self._search(game, day)
            if known is not None:
                self._known[game, day] = known
            return known

    async def months(self, day: date) -> MonthSeeds:
        """Return a day's public seeds; draw the next month's.

        :raises StorageError: if they cannot be read or stored.
        """
        this, following = day.replace(day=1), (day.replace(day=28) + timedelta(days=4)).replace(day=1)
        seeds = [await self._month_seed(month) for month in (this, following)]
        last = this - timedelta(days=1)
        revealed = await self._database.run_read(lambda tx: solos.month_seed(tx, _month(last)))
        return MonthSeeds(
            {_month(month): commitment(seed) for month, seed in zip((this, following), seeds, strict=True)},
            _month(last),
            revealed,
        )

    async def _month_seed(self, day: date) -> str:
        """Return the month's seed, drawn by the first process."""
        month = _month(day)
        async with self._database.write() as tx:
            await solos.keep_month_seed(tx, month, self._chance.month_seed(month))
            seed = await solos.month_seed(tx, month)
        return seed or ""

    async def _found(self, game: str, day: date) -> StoredDeal:
        kept = await self._load(game, day)
        if kept is not None:
            return kept
        new = await self._search(game, day)
        async with self._database.write() as tx:
            await solos.keep_deal(tx, new)
        return new

    async def _load(self, game: str, day: date) -> StoredDeal | None:
        return await self._database.run_read(lambda tx: solos.deal(tx, game, day.isoformat()))

    async def _search(self, game: str, day: date) -> StoredDeal:
        found: DailyDeal = await self._processes.run(daily_deal, game, day, await self._month_seed(day))
        return StoredDeal(day.isoformat(), game, found.seed, found.stars)


def _month(day: date) -> str:
    return f"{day:%Y-%m}"
