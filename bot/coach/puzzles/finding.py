"""Looking for puzzles in finished matches whose players allow it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Final

from bot.coach.reviews.judging import PIECE_S
from bot.coach.reviews.reviewing import Reviews
from bot.tables.state import Table
from games import Record
from games.computers.decisions import are_judged
from games.computers.puzzles import Puzzle
from storage import puzzles
from storage.database import Database, StorageError
from storage.matches import Status
from storage.puzzles import StoredPuzzle

from .looking import look_at_piece

logger = logging.getLogger(__name__)

_WAITING: Final = 20
"""The most matches that wait; of more the oldest are dropped."""
_PAUSE_S: Final = 5.0
"""The seconds before each piece of work."""


@dataclass(frozen=True)
class _Search:
    match_id: str
    guild_id: int
    record: Record
    ply: int = 0


class PuzzleFinder:
    """The search for puzzles in matches of this process, one at a time while no one waits for a review.

    A match gives one puzzle at most. A restart forgets the matches that wait.

    :param now: the time in unix seconds.
    """

    def __init__(
        self, database: Database, reviews: Reviews, now: Callable[[], float], pause_s: float = _PAUSE_S
    ) -> None:
        self._database = database
        self._reviews = reviews
        self._now = now
        self._pause_s = pause_s
        self._waiting: deque[_Search] = deque(maxlen=_WAITING)
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def on_change(self, table: Table, before: Table | None) -> None:
        """Remember a match that has just been played to its end.

        One that continues another is left out: the earlier moves are of people who were not asked. So is one whose
        deals are played at other tables.
        """
        match, stored = table.match, table.stored
        known = any(one.match_id == table.id for one in self._waiting)
        is_new = stored.status is Status.OVER and (before is None or before.status is not Status.OVER) and not known
        is_own = stored.continues is None and stored.shared is None
        if is_new and is_own and match is not None and are_judged(match):
            self._waiting.append(_Search(table.id, stored.guild_id, match.record()))
            self._wake()

    def on_refresh(self, table: Table) -> None:
        """Do nothing; the process that made the last move searches."""

    async def close(self) -> None:
        """Stop the search."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _wake(self) -> None:
        if self._waiting and self._timer is None and self._task is None:
            self._timer = asyncio.get_running_loop().call_later(self._pause_s, self._start)

    def _start(self) -> None:
        self._timer = None
        self._task = asyncio.get_running_loop().create_task(self._work(), name="look for puzzles")

    async def _work(self) -> None:
        """Look at the next decisions of the match that has waited longest."""
        search = self._waiting.popleft()
        try:
            left = await self._look(search)
            if left is not None:
                self._waiting.appendleft(left)
        except (StorageError, BrokenProcessPool) as error:
            logger.warning("no puzzle is looked for in match %s: %s", search.match_id, error)
        except Exception:
            logger.exception("no puzzle is looked for in match %s", search.match_id)
        finally:
            self._task = None
            self._wake()

    async def _look(self, search: _Search) -> _Search | None:
        """Return what is left of a search."""
        async with self._database.read() as tx:
            if not await puzzles.is_allowed(tx, search.match_id):
                return None
        piece = await self._reviews.work_when_idle(look_at_piece, search.record, search.match_id, search.ply, PIECE_S)
        if piece is None:
            return search
        if piece.puzzle is not None:
            async with self._database.write() as tx:
                await puzzles.add(tx, self._stored(search, piece.puzzle))
            return None
        return None if piece.following is None else replace(search, ply=piece.following)

    def _stored(self, search: _Search, puzzle: Puzzle) -> StoredPuzzle:
        return StoredPuzzle(
            match_id=search.match_id,
            guild_id=search.guild_id,
            game=search.record.game,
            ply=puzzle.ply,
            seat=puzzle.seat,
            best=puzzle.best,
            margin=puzzle.margin,
            at=self._now(),
        )
