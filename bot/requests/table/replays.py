"""Finished matches: replays, GIFs, checks and records.

Replaying a match of thousands of moves takes a second. So each match is replayed once for all viewers in a thread,
and each person has one request at a time.
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
from bot.messages.parts.text import message_link
from bot.messages.replay.course import MatchCourse, course_of
from bot.messages.replay.gif import Gif, Order, first_of, make_gif
from bot.messages.replay.replay import replay_message
from bot.messages.sharing import SharedResult
from bot.messages.table.summary import record_message, shared_match
from bot.tables.errors import TableError
from bot.tables.processes import Processes
from bot.tables.state import Table
from games import GameError, Match, Record
from games.core.record import ABANDONED, FINGERPRINT
from games.verifying import Verification, verify
from storage import matches
from storage.database import Database, Transaction
from storage.league import round_deals
from storage.matches import Continuation, LogEntry, MatchResult, Status, StoredMatch, StoredSeat

logger = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_COURSES: Final = 2_000_000
"""The most events in all cached courses together. Each mark of a course refers to all events before it."""
_CHECKS: Final = 64
"""The number of cached checks."""
_GIFS: Final = 20_000_000
"""The most bytes in all cached GIFs together."""
_WAITING: Final = 4
"""The most GIFs that may be queued."""

_GifKey = tuple[str, int, str, bool]
"""The identity of a GIF: the match, its first picture, the language, and whether it is limited to that deal."""


class Replays:
    """The finished matches of all servers.

    :param processes: the pool that makes GIFs, which takes seconds; used for nothing else.
    """

    def __init__(self, database: Database, processes: Processes) -> None:
        self._database = database
        self._processes = processes
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._courses: MutableMapping[str, MatchCourse | None] = LRUCache(_COURSES, getsizeof=_entries)
        self._checks: MutableMapping[str, Verification] = LRUCache(_CHECKS)
        self._gifs: MutableMapping[_GifKey, Gif | None] = LRUCache(_GIFS, getsizeof=_bytes)
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._one_gif_at_a_time = asyncio.Lock()
        self._making: dict[int, _GifKey] = {}

    async def require(self, guild_id: int, match_id: str) -> None:
        """Check that a match can be replayed.

        :raises TableError: if there is no such match in the server, or it was not played to its end.
        :raises StorageError: if the database cannot be read.
        """
        async with self._database.read() as tx:
            await _over(tx, guild_id, match_id)

    async def load_step(self, guild_id: int, match_id: str, number: int, reader: Reader, user_id: int) -> Message:
        """Return a picture of a finished match.

        :param number: the picture, from 0; a number beyond the last shows the last.
        :raises TableError: as `require` does, and if the match cannot be read.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            table, course = await self._found(guild_id, match_id)
            return await self._apart(replay_message, table, course, number, reader)

    async def load_record(self, guild_id: int, match_id: str, reader: Reader, user_id: int) -> Message:
        """Return the record of a finished or abandoned match.

        :raises TableError: as `load_step` does.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            table, course = await self._found(guild_id, match_id, abandoned=True)
            return await self._apart(record_message, table, course, reader)

    async def load_result(
        self, guild_id: int, match_id: str, user_id: int, message_id: int
    ) -> Callable[[Reader], SharedResult]:
        """Return a finished match's result to share, without a replay.

        :param message_id: the message that shows it; 0 if that is unknown.
        :raises TableError: as `load_step` does.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            async with self._database.read() as tx:
                stored, seats = await _over(tx, guild_id, match_id)
                deals, booked = await matches.results(tx, match_id)
            if stored.game not in games.CATALOGUE or not booked:
                raise TableError("table.broken")
            link = message_link(guild_id, stored.channel_id, message_id) if message_id else ""
            begun = _initial_match(_recorded(stored, len(seats), ()))
            return partial(shared_match, Table(stored, seats), begun, deals, booked, link)

    async def verify(self, guild_id: int, match_id: str, user_id: int) -> tuple[Verification, str, Continuation | None]:
        """Check the seed, moves and results of a match.

        :return: the check, the id of the earlier match that announced the fingerprint, "" if there is none, and the
            match from whose middle it began.
        :raises TableError: as `load_step` does.
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
                return await self._apart(verify_stored, stored, len(seats), log, booked)

            return await self._once(self._checks, match_id, check), before or "", stored.continues

    async def make_gif(
        self, guild_id: int, match_id: str, number: int, locale: str, user_id: int, *, deal_only: bool = False
    ) -> Gif | None:
        """Return a match's GIF, or None without pictures.

        :param number: the picture that the person is viewing.
        :param deal_only: whether to show only that picture's deal.
        :param user_id: the person who asks; each gets one GIF at a time. Equal requests share one GIF.
        :raises TableError: as `load_step` does, and if too many GIFs are queued.
        :raises StorageError: if the database cannot be read.
        """
        self._require_no_gif(user_id)
        async with self._turn(user_id):
            table, course = await self._found(guild_id, match_id)
        self._require_no_gif(user_id)
        key = match_id, first_of(course, number, deal_only=deal_only), locale, deal_only
        under_way = set(self._making.values())
        if key not in under_way and len(under_way) >= _WAITING:
            raise TableError("error.crowded")

        async def make() -> Gif | None:
            stored, record = replace(table.stored, seed=None), course.match.record()
            order = Order(stored, table.seats, record, number, locale, deal_only)
            async with self._one_gif_at_a_time:
                return await self._processes.run(make_gif, order)

        self._making[user_id] = key
        try:
            return await self._once(self._gifs, key, make)
        finally:
            del self._making[user_id]
            if not self._making:
                self._processes.close()  # it holds much memory, and restarts on demand

    def close(self) -> None:
        """Cancel the GIFs and all other work in progress."""
        self._processes.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _require_no_gif(self, user_id: int) -> None:
        if user_id in self._making:
            raise TableError("film.busy_own")

    async def load_course(self, guild_id: int, match_id: str, user_id: int) -> tuple[Table, MatchCourse]:
        """Return a finished match and its pictures.

        :raises TableError: as `load_step` does.
        :raises StorageError: if the database cannot be read.
        """
        async with self._turn(user_id):
            return await self._found(guild_id, match_id)

    async def compute(self, user_id: int, work: Callable[..., T], *about: object) -> T:
        """Run a function in the thread of the replays, one for each person at a time."""
        async with self._turn(user_id):
            return await self._apart(work, *about)

    async def _found(self, guild_id: int, match_id: str, *, abandoned: bool = False) -> tuple[Table, MatchCourse]:
        stored, seats = await self._database.run_read(lambda tx: _over(tx, guild_id, match_id, abandoned=abandoned))

        async def play() -> MatchCourse | None:
            log = await self._database.run_read(lambda tx: matches.log(tx, match_id))
            return await self._apart(_course, stored, len(seats), log)

        course = await self._once(self._courses, match_id, play)
        if course is None:
            raise TableError("table.broken")
        return Table(stored, seats, course.match), course

    async def _once(self, known: MutableMapping[K, T], key: K, work: Callable[[], Awaitable[T]]) -> T:
        """Share work among concurrent callers, and cache its result."""
        async with self._turn((id(known), key)):
            if key in known:
                return known[key]
            done = known[key] = await work()
            return done

    async def _apart(self, work: Callable[..., T], *about: object) -> T:
        """Run a function in the thread of the replays."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *about))

    @asynccontextmanager
    async def _turn(self, of: Hashable) -> AsyncIterator[None]:
        """A block that excludes others with an equal key."""
        lock = self._turns.setdefault(of, asyncio.Lock())
        async with lock:
            yield


def _entries(course: MatchCourse | None) -> int:
    """Return a course's weight in the cache, limited to its capacity."""
    if course is None:
        return 1
    return min(_COURSES, sum(len(match.events) for _, match in course.marks))


def _bytes(gif: Gif | None) -> int:
    return 1 if gif is None else len(gif.file)


def _unknown(match_id: str) -> TableError:
    return TableError("record.unknown", value=match_id)


async def _over(
    tx: Transaction, guild_id: int, match_id: str, *, abandoned: bool = False
) -> tuple[StoredMatch, tuple[StoredSeat, ...]]:
    """Return a finished match; running ones are secret, and those whose deals are played at other tables.

    :param abandoned: whether to accept an abandoned match, whose seed is public.
    """
    found = await matches.load(tx, match_id)
    if found is None or not guild_id or found[0].guild_id != guild_id:
        raise _unknown(match_id)
    stored = found[0]
    was_abandoned = stored.status is Status.CANCELLED and stored.started_at is not None
    if stored.status is not Status.OVER and not (abandoned and was_abandoned):
        raise TableError("replay.not_over")
    if await round_deals.secret_matches(tx, [match_id]):
        raise TableError("replay.shared")
    return found


def _recorded(stored: StoredMatch, seats: int, log: tuple[LogEntry, ...]) -> Record:
    moves = tuple((0 if entry.seat is None else entry.seat, entry.move) for entry in log)
    given = stored.continues
    return Record(
        stored.game,
        seats,
        stored.seed or "",
        dict(stored.options),
        given.deals if given else (),
        given.lots if given else (),
        moves,
        origin=Table(stored, ()).origin,
        match_id=Table(stored, ()).shuffle_id,
    )


def _course(stored: StoredMatch, seats: int, log: tuple[LogEntry, ...]) -> MatchCourse | None:
    """Return a match's course, or None for an invalid log."""
    try:
        course = course_of(_recorded(stored, seats, log))
    except (GameError, KeyError):
        logger.exception("match %s cannot be replayed from its log", stored.id)
        return None
    return course if course.match.outcome is not None or stored.status is Status.CANCELLED else None


def _initial_match(record: Record) -> Match:
    """Return the match of a record before its first move."""
    return games.CATALOGUE[record.game].from_record(replace(record, log=()))


def verify_stored(
    stored: StoredMatch, seats: int, log: tuple[LogEntry, ...], booked: tuple[MatchResult, ...]
) -> Verification:
    """Check a stored match against its exported fingerprint."""
    record = _recorded(stored, seats, log)
    begun = _initial_match(record)
    by_side = {begun.side_of(result.seat): result.score for result in booked}
    stated = {FINGERPRINT: begun.commitment if record.origin is None else record.origin.fingerprint}
    if stored.status is Status.CANCELLED:
        stated[ABANDONED] = "yes"
    return verify(record.text((), stated), scores=tuple(by_side[side] for side in sorted(by_side)) or None)
