"""The reviews of finished matches: made once for all readers, saved in pieces, continued after a restart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any, Final, TypeVar

from bot.tables.errors import TableError
from bot.tables.processes import Processes, Work
from bot.tables.state import Table
from games import Match
from games.computers.judging import Judgement
from games.computers.review import Review
from storage import reviews
from storage.database import Database
from storage.reviews import StoredReview

from .judging import PIECE_S, FinishedReview, judge_piece

logger = logging.getLogger(__name__)

T = TypeVar("T")

Progress = Callable[[int, int], Awaitable[None]]
"""Called with the number of decisions judged, and of all."""

_Key = tuple[str, int]
"""A match and a seat."""

_WAITING: Final = 8
"""The most reviews that may run or wait."""

_LOOK_S: Final = 0.5
"""The seconds between two looks at the progress of a review."""

_IDLE_S: Final = 120.0
"""The seconds without work after which the process ends; it holds memory, and restarts on demand."""


class Reviews:
    """The reviews of all servers.

    Decisions of running matches are judged before the next piece of a review.

    :param processes: the pool that judges, one review after the other; used for nothing else.
    :param now: the time in unix seconds.
    :param piece_s: the seconds of a piece, after which it is saved.
    """

    def __init__(
        self, database: Database, processes: Processes, now: Callable[[], float], piece_s: float = PIECE_S
    ) -> None:
        self._database = database
        self._processes = processes
        self._now = now
        self._piece_s = piece_s
        self._turn = asyncio.Lock()
        self._running: dict[_Key, asyncio.Task[StoredReview]] = {}
        self._latest: dict[_Key, StoredReview] = {}
        self._asked: dict[int, _Key] = {}
        self._piece: Work[Any] | None = None
        self._urgent = 0
        self._idle: asyncio.TimerHandle | None = None

    async def find(self, table: Table, match: Match, seat: int) -> FinishedReview | None:
        """Return the review of a seat if it is finished.

        :raises StorageError: if the database cannot be read.
        """
        stored = await self._database.run_read(lambda tx: reviews.load(tx, table.id, seat))
        return finished_review(match, stored) if stored is not None and stored.done else None

    async def make(self, table: Table, match: Match, seat: int, user_id: int, progress: Progress) -> FinishedReview:
        """Judge the remaining decisions of a review, and return it.

        Readers of one seat share the work. It goes on if they stop waiting.

        :param user_id: the person who asks; each has one review at a time.
        :param progress: called after each piece.
        :raises TableError: if the person waits for another review, or too many wait.
        :raises StorageError: if a piece could not be saved; what was saved before is kept.
        :raises BrokenProcessPool: if the processes died more than once.
        """
        key = (table.id, seat)
        if self._asked.get(user_id, key) != key:
            raise TableError("review.busy_own")
        if key not in self._running and len(self._running) >= _WAITING:
            raise TableError("error.crowded")
        task = self._running.get(key)
        if task is None:
            if self._piece is not None:
                self._piece.call_off()
            task = asyncio.get_running_loop().create_task(self._judge(table, match, seat), name=f"review {table.id}")
            self._running[key] = task
            task.add_done_callback(lambda _: self._forget(key))
        self._asked[user_id] = key
        try:
            return finished_review(match, await self._watch(key, task, progress))
        finally:
            self._asked.pop(user_id, None)

    async def judge_now(self, work: Callable[..., T], *about: Any) -> T:
        """Judge a single decision, before any review goes on.

        :param work: a function of a module, called with `about`.
        :raises TableError: if too many wait.
        :raises BrokenProcessPool: if the process died.
        """
        if self._urgent >= _WAITING:
            raise TableError("error.crowded")
        if self._piece is not None:
            self._piece.call_off()
        self._urgent += 1
        try:
            return await self._processes.run(work, *about)
        finally:
            self._urgent -= 1
            self._end_when_idle()

    async def work_when_idle(self, work: Callable[..., T], *about: Any) -> T | None:
        """Do other work unless a person waits; return None if so.

        :param work: gets `signals` as one more argument, and ends early once a person waits.
        :raises BrokenProcessPool: if the process died.
        """
        started = None if self._asked or self._running or self._urgent else self._processes.start(work, *about)
        if started is None:
            return None
        self._piece = started
        try:
            return await started.result
        finally:
            self._end_when_idle()

    async def _watch(self, key: _Key, task: asyncio.Task[StoredReview], progress: Progress) -> StoredReview:
        told = -1
        while not task.done():
            await asyncio.wait({task}, timeout=_LOOK_S)
            latest = self._latest.get(key)
            if not task.done() and latest is not None and len(latest.judgements) != told:
                told = len(latest.judgements)
                await progress(told, latest.total)
        return await task

    async def _judge(self, table: Table, match: Match, seat: int) -> StoredReview:
        since = 0 if table.stored.continues is None else table.stored.continues.moves
        async with self._turn:
            stored = await self._database.run_read(lambda tx: reviews.load(tx, table.id, seat))
            if stored is None:
                stored = StoredReview(
                    match_id=table.id,
                    guild_id=table.stored.guild_id,
                    seat=seat,
                    user_id=table.seats[seat].user_id,
                    game=match.key,
                    judgements=[],
                    total=0,
                    done=False,
                    chips=match.info.chips,
                    accuracy=None,
                    luck=None,
                    play=None,
                    at=self._now(),
                )
            broken = 0
            while not stored.done:
                try:
                    stored = await self._judge_piece(stored, match, since)
                except BrokenProcessPool:
                    broken += 1
                    if broken > 1:
                        raise
                async with self._database.write() as tx:
                    await reviews.save(tx, stored)
                self._latest[table.id, seat] = stored
            return stored

    async def _judge_piece(self, stored: StoredReview, match: Match, since: int = 0) -> StoredReview:
        seconds = self._piece_s if stored.judgements else 0.0  # after one decision people see that it moves
        work = self._processes.start(
            judge_piece, match.record(), stored.seat, stored.match_id, stored.judgements, seconds, since
        )
        if work is None:
            raise TableError("error.crowded")
        self._piece = work
        piece = await work.result
        after = replace(
            stored,
            judgements=[*stored.judgements, *piece.judgements],
            total=piece.total,
            done=piece.is_last,
            at=self._now(),
        )
        if not piece.is_last:
            return after
        summary = finished_review(match, after).summary
        accuracy = summary.accuracy if after.judgements else None
        return replace(after, accuracy=accuracy, luck=summary.luck, play=summary.play)

    def _forget(self, key: _Key) -> None:
        task = self._running.pop(key)
        self._latest.pop(key, None)
        if not task.cancelled() and task.exception() is not None:
            logger.warning("the review of seat %d of match %s stopped: %r", key[1], key[0], task.exception())
        self._end_when_idle()

    def _end_when_idle(self) -> None:
        """End the process soon unless there is more work."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(_IDLE_S, self._end_if_idle)

    def _end_if_idle(self) -> None:
        self._idle = None
        if not (self._running or self._urgent or self._asked):
            self._processes.close()

    def close(self) -> None:
        """Stop the work in progress; what is saved is continued on the next request."""
        for task in self._running.values():
            task.cancel()
        if self._idle is not None:
            self._idle.cancel()
        self._processes.close()


def finished_review(match: Match, stored: StoredReview) -> FinishedReview:
    """Return a stored review whose decisions are all judged."""
    found = tuple(map(Judgement.from_dict, stored.judgements))
    return FinishedReview(stored.seat, Review.of(match, stored.seat, found), found)
