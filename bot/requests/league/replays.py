"""Matches that are over, looked at again: found, replayed, filmed and checked for whoever asks in their server."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from dataclasses import replace
from typing import Final

from cachetools import LRUCache

import games
from bot.messages.replay.course import Course, course_of
from bot.messages.replay.film import Film, Order, filmed
from bot.tables.computing.processes import Processes
from bot.tables.errors import TableError
from bot.tables.keeping import Written, rebuilt
from bot.tables.live import Tables
from bot.tables.state import Table
from games import Record
from games.verifying import Verification, verify
from storage import matches
from storage.database import Database, Transaction
from storage.matches import LogEntry, MatchResult, Status, StoredMatch, StoredSeat

__all__ = ["Replays", "table_of"]

_REMEMBERED: Final = 16
"""How many courses are remembered: whoever looks at one presses many buttons."""
_WAITING: Final = 4
"""How many films may be waited for at one time."""


class Replays:
    """The matches that are over.

    :param processes: where films are made, which takes seconds; it is no place in which anything else waits.
    """

    def __init__(self, database: Database, processes: Processes) -> None:
        self._database = database
        self._processes = processes
        self._courses: MutableMapping[str, Course] = LRUCache(_REMEMBERED)
        self._one_at_a_time = asyncio.Lock()
        self._filming: set[int] = set()

    async def found(self, guild_id: int, match_id: str) -> tuple[Table, Course]:
        """The table and the course of a match that is over.

        :raises TableError: if there is no such match in the server, it was not played to its end, or it cannot be read.
        :raises StorageError: if the database cannot be read.
        """
        async with self._database.read() as tx:
            stored, seats = await _over(tx, guild_id, match_id)
            course = self._courses.get(match_id)
            log = await matches.log(tx, match_id) if course is None else ()
        if course is None:
            course = await asyncio.to_thread(_course, stored, seats, log)
            self._courses[match_id] = course
        return Table(stored, seats, course.match), course

    async def checked(self, guild_id: int, match_id: str) -> Verification:
        """A check of a match that is over: of its seed and its moves, and of the results that were booked.

        :raises TableError: as `found` does.
        :raises StorageError: if the database cannot be read.
        """
        async with self._database.read() as tx:
            stored, seats = await _over(tx, guild_id, match_id)
            log = await matches.log(tx, match_id)
            _, booked = await matches.results(tx, match_id)
        return await asyncio.to_thread(_checked, stored, len(seats), log, booked)

    async def filmed(self, guild_id: int, match_id: str, number: int, locale: str, user_id: int) -> Film | None:
        """The film of a match that is over; None of a game of which there is nothing to see.

        :param number: the picture that was looked at.
        :param user_id: who asks; he gets one film at a time.
        :raises TableError: as `found` does, and if too many films are waited for.
        :raises StorageError: if the database cannot be read.
        """
        table, course = await self.found(guild_id, match_id)
        if user_id in self._filming or len(self._filming) >= _WAITING:
            raise TableError("film.busy_own" if user_id in self._filming else "film.busy")
        self._filming.add(user_id)
        try:
            order = Order(replace(table.stored, seed=None), table.seats, course.match.record(), number, locale)
            async with self._one_at_a_time:
                return await self._processes.run(filmed, order)
        finally:
            self._filming.discard(user_id)
            if not self._filming:
                self._processes.close()  # it holds much memory, and is begun anew when it is needed

    def close(self) -> None:
        """Drop the films that are being made."""
        self._processes.close()


async def table_of(tables: Tables, guild_id: int, match_id: str) -> Table:
    """The table of a match of a server, whether it is over or not.

    :raises TableError: if there is no such match in the server.
    :raises StorageError: if the database cannot be read.
    """
    table = await tables.newest(match_id)
    if table is None or not guild_id or table.stored.guild_id != guild_id:
        raise _unknown(match_id)
    return table


def _unknown(match_id: str) -> TableError:
    return TableError("record.unknown", value=match_id)


async def _over(tx: Transaction, guild_id: int, match_id: str) -> tuple[StoredMatch, tuple[StoredSeat, ...]]:
    """A match of a server that was played to its end: of any other nobody may see the hands."""
    found = await matches.load(tx, match_id)
    if found is None or not guild_id or found[0].guild_id != guild_id:
        raise _unknown(match_id)
    if found[0].status is not Status.OVER:
        raise TableError("replay.not_over")
    return found


def _course(stored: StoredMatch, seats: tuple[StoredSeat, ...], log: tuple[LogEntry, ...]) -> Course:
    match = rebuilt(Written(stored, seats, log)).match
    if match is None or match.outcome is None:
        raise TableError("table.broken")
    return course_of(match.record())


def _checked(
    stored: StoredMatch, seats: int, log: tuple[LogEntry, ...], booked: tuple[MatchResult, ...]
) -> Verification:
    """Check what is kept of a match; it states no fingerprint of its own but the one that was shown on its board."""
    moves = tuple((0 if entry.seat is None else entry.seat, entry.move) for entry in log)
    record = Record(stored.game, seats, stored.seed or "", dict(stored.options), log=moves)
    begun = games.CATALOGUE[record.game].from_record(replace(record, log=()))
    by_side = {begun.side_of(result.seat): result.score for result in booked}
    return verify(record.text(), scores=tuple(by_side[side] for side in sorted(by_side)) or None)
