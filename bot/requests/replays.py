"""Matches that are over: replays, films, checks and records for the people of their server.

A match of thousands of moves takes a second to be played again. So each is played once for all who look, in a thread in
which nothing else waits, and of one person one request at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

import games
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import MatchCourse, course_of
from bot.messages.replay.film import Film, Order, filmed, first_of
from bot.messages.replay.replay import replay_message
from bot.messages.table.summary import record_message, share_message
from bot.tables.errors import TableError
from bot.tables.processes import Processes
from bot.tables.state import Table
from games import GameError, Match, Record
from games.core.record import ABANDONED, FINGERPRINT
from games.verifying import Verification, verify
from storage import matches
from storage.database import Database, Transaction
from storage.matches import LogEntry, MatchResult, Status, StoredMatch, StoredSeat

logger = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_COURSES: Final = 2_000_000
"""How many events the matches of the courses that are remembered have in all: each mark of a course has those before
it, as references."""
_CHECKS: Final = 64
"""How many checks are remembered."""
_FILMS: Final = 20_000_000
"""How many bytes the films that are remembered have in all."""
_WAITING: Final = 4
"""How many films may be waited for at one time."""

_FilmKey = tuple[str, int, str, bool]
"""What makes one film: the match, its first picture, the language, and whether it is of that deal only."""


class Replays:
    """The matches that are over.

    :param processes: where films are made, which takes seconds; it is no place in which anything else waits.
    """

    def __init__(self, database: Database, processes: Processes) -> None:
        self._database = database
        self._processes = processes
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._courses: MutableMapping[str, MatchCourse | None] = LRUCache(_COURSES, getsizeof=_entries)
        self._checks: MutableMapping[str, Verification] = LRUCache(_CHECKS)
        self._films: MutableMapping[_FilmKey, Film | None] = LRUCache(_FILMS, getsizeof=_bytes)
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._one_film_at_a_time = asyncio.Lock()
        self._filming: dict[int, _FilmKey] = {}

    async def needed(self, guild_id: int, match_id: str) -> None:
        """Make sure that a match can be looked at again.

        :raises TableError: if there is no such match in the server, or it was not played to its end.
        :raises StorageError: if the database cannot be read.
        """
        async with self._database.read() as tx:
            await _over(tx, guild_id, match_id)

    async def shown(self, guild_id: int, match_id: str, number: int, reader: Reader, user_id: int) -> Message:
        """A picture of the course of a match that is over.

        :param number: which picture, from 0; a number beyond the last shows the last.
        :param user_id: who asks.
        :raises TableError: as `needed` does, and if the match cannot be read.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            table, course = await self._found(guild_id, match_id)
            return await self._apart(replay_message, table, course, number, reader)

    async def recorded(self, guild_id: int, match_id: str, reader: Reader, user_id: int) -> Message:
        """The record of a match that is over or was abandoned.

        :raises TableError: as `shown` does.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            table, course = await self._found(guild_id, match_id, "record.not_over", abandoned=True)
            return await self._apart(record_message, table, course, reader)

    async def shared(self, guild_id: int, match_id: str, reader: Reader, user_id: int) -> Message:
        """The result of a match that is over, to be copied. It is read, and the match is not played again.

        :raises TableError: as `shown` does.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            async with self._database.read() as tx:
                stored, seats = await _over(tx, guild_id, match_id, "record.not_over")
                _, booked = await matches.results(tx, match_id)
            if stored.game not in games.CATALOGUE or not booked:
                raise TableError("table.broken")
            return share_message(Table(stored, seats), _begun(_recorded(stored, len(seats), ())), booked, reader)

    async def checked(self, guild_id: int, match_id: str, user_id: int) -> tuple[Verification, str]:
        """A check of a match that is over or abandoned: of its seed, its moves, and the results that were booked.

        :return: also the id of the match before, which announced the fingerprint; "" if there is none.
        :raises TableError: as `shown` does.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            async with self._database.read() as tx:
                stored, seats = await _over(tx, guild_id, match_id, abandoned=True)
                origin = Table(stored, ()).origin
                before = origin and await matches.announced_by(tx, stored, origin.fingerprint)

            async def check() -> Verification:
                async with self._database.read() as tx:
                    log = await matches.log(tx, match_id)
                    _, booked = await matches.results(tx, match_id)
                return await self._apart(_checked, stored, len(seats), log, booked)

            return await self._once(self._checks, match_id, check), before or ""

    async def filmed(
        self, guild_id: int, match_id: str, number: int, locale: str, user_id: int, *, deal_only: bool = False
    ) -> Film | None:
        """The film of a match that is over; None of a game of which there is nothing to see.

        :param number: the picture that was looked at.
        :param deal_only: whether only the deal of that picture is to be filmed.
        :param user_id: who asks; they get one film at a time. Who asks for the same one gets the same one.
        :raises TableError: as `shown` does, and if too many films are waited for.
        :raises StorageError: if the database cannot be read.
        """
        self._needs_no_film(user_id)
        async with self._turn(user_id):
            table, course = await self._found(guild_id, match_id)
        self._needs_no_film(user_id)
        key = match_id, first_of(course, number, deal_only=deal_only), locale, deal_only
        under_way = set(self._filming.values())
        if key not in under_way and len(under_way) >= _WAITING:
            raise TableError("film.busy")

        async def make() -> Film | None:
            stored, record = replace(table.stored, seed=None), course.match.record()
            order = Order(stored, table.seats, record, number, locale, deal_only)
            async with self._one_film_at_a_time:
                return await self._processes.run(filmed, order)

        self._filming[user_id] = key
        try:
            return await self._once(self._films, key, make)
        finally:
            del self._filming[user_id]
            if not self._filming:
                self._processes.close()  # it holds much memory, and is started again when it is needed

    def close(self) -> None:
        """Drop the films that are being made, and what else is waited for."""
        self._processes.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _needs_no_film(self, user_id: int) -> None:
        if user_id in self._filming:
            raise TableError("film.busy_own")

    async def _found(
        self, guild_id: int, match_id: str, not_over: str = "replay.not_over", *, abandoned: bool = False
    ) -> tuple[Table, MatchCourse]:
        async with self._database.read() as tx:
            stored, seats = await _over(tx, guild_id, match_id, not_over, abandoned=abandoned)

        async def play() -> MatchCourse | None:
            async with self._database.read() as tx:
                log = await matches.log(tx, match_id)
            return await self._apart(_course, stored, len(seats), log)

        course = await self._once(self._courses, match_id, play)
        if course is None:
            raise TableError("table.broken")
        return Table(stored, seats, course.match), course

    async def _once(self, known: MutableMapping[K, T], key: K, work: Callable[[], Awaitable[T]]) -> T:
        """What comes of a piece of work, which is done once for all who wait for it, and remembered."""
        async with self._turn((id(known), key)):
            if key in known:
                return known[key]
            done = known[key] = await work()
            return done

    async def _apart(self, work: Callable[..., T], *about: object) -> T:
        """Call a function in the thread of the replays, where no picture of a table has to wait."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *about))

    @asynccontextmanager
    async def _turn(self, of: Hashable) -> AsyncIterator[None]:
        """A block in which nothing else is done for a person, or for all who wait for the same."""
        lock = self._turns.setdefault(of, asyncio.Lock())
        async with lock:
            yield


def _entries(course: MatchCourse | None) -> int:
    """How much a course weighs; the longest as much as all that are remembered, so that it stands alone there."""
    if course is None:
        return 1
    return min(_COURSES, sum(len(match.events) for _, match in course.marks))


def _bytes(film: Film | None) -> int:
    return 1 if film is None else len(film.file)


def _unknown(match_id: str) -> TableError:
    return TableError("record.unknown", value=match_id)


async def _over(
    tx: Transaction, guild_id: int, match_id: str, not_over: str = "replay.not_over", *, abandoned: bool = False
) -> tuple[StoredMatch, tuple[StoredSeat, ...]]:
    """A match of a server that was played to its end: of any other nobody may see the hands.

    :param abandoned: whether it may be one that was abandoned, too, whose seed is public.
    """
    found = await matches.load(tx, match_id)
    if found is None or not guild_id or found[0].guild_id != guild_id:
        raise _unknown(match_id)
    stored = found[0]
    was_abandoned = stored.status is Status.CANCELLED and stored.started_at is not None
    if stored.status is not Status.OVER and not (abandoned and was_abandoned):
        raise TableError(not_over)
    return found


def _recorded(stored: StoredMatch, seats: int, log: tuple[LogEntry, ...]) -> Record:
    moves = tuple((0 if entry.seat is None else entry.seat, entry.move) for entry in log)
    options, origin = dict(stored.options), Table(stored, ()).origin
    return Record(stored.game, seats, stored.seed or "", options, log=moves, origin=origin, match_id=stored.id)


def _course(stored: StoredMatch, seats: int, log: tuple[LogEntry, ...]) -> MatchCourse | None:
    """The course of a match; None if its log no longer fits the rules."""
    try:
        course = course_of(_recorded(stored, seats, log))
    except (GameError, KeyError):
        logger.exception("match %s cannot be replayed from its log", stored.id)
        return None
    return course if course.match.outcome is not None or stored.status is Status.CANCELLED else None


def _begun(record: Record) -> Match:
    """The match of a record before its first move."""
    return games.CATALOGUE[record.game].from_record(replace(record, log=()))


def _checked(
    stored: StoredMatch, seats: int, log: tuple[LogEntry, ...], booked: tuple[MatchResult, ...]
) -> Verification:
    """Check what is kept of a match; it states the fingerprint, as its record as a file does."""
    record = _recorded(stored, seats, log)
    begun = _begun(record)
    by_side = {begun.side_of(result.seat): result.score for result in booked}
    stated = {FINGERPRINT: begun.commitment if record.origin is None else record.origin.fingerprint}
    if stored.status is Status.CANCELLED:
        stated[ABANDONED] = "yes"
    return verify(record.text((), stated), scores=tuple(by_side[side] for side in sorted(by_side)) or None)
