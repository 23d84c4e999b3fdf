"""Recomputing leagues for somebody who waits: their answer shows the progress, about once a second."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from bot.league.pacing import Pace
from bot.league.recompute import recompute
from bot.messages.parts.message import Message
from bot.posts.discord_errors import REQUEST_ERRORS, is_dismissed
from bot.posts.replies import TOKEN_LIFE_S, Answer
from storage.database import Database, StorageError
from storage.league import leagues

__all__ = ["Progress", "Recomputing", "Stage"]

logger = logging.getLogger(__name__)

_PAUSE: Final = 1.0
"""Seconds between two edits of an answer at least,"""
_LOOK: Final = 2.0
"""and between two looks at a run of another process."""


class Stage(Enum):
    """Where a run stands."""

    RUNNING = "running"
    DONE = "done"
    BACKGROUND = "background"
    """It goes on, or is taken up again, without telling anybody."""
    FAILED = "failed"
    """An error of ours broke it off; it is tried again in a while."""


class Progress(NamedTuple):
    """How far a run is: how many results are done, and of how many."""

    stage: Stage
    done: int = 0
    total: int = 0


Told = Callable[[Progress], Message]
"""What an answer says of a run."""


class Recomputing:
    """The runs that somebody waits for.

    :param now: the time in unix seconds.
    :ivar pace: at which all long work on leagues goes on.
    """

    def __init__(self, database: Database, now: Callable[[], float], pace: Pace) -> None:
        self._database = database
        self._now = now
        self.pace = pace
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self, guild_id: int, answer: Answer, told: Told) -> None:
        """Recompute a league if that is due, and keep an answer up to date meanwhile."""
        work = self._follow(guild_id, _Shown(answer, told, self._now))
        task = asyncio.get_running_loop().create_task(work, name="recompute a league")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel what is under way; the scheduler takes it up again."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self, guild_id: int, shown: _Shown) -> None:
        try:
            while not await recompute(self._database, guild_id, self._now, shown.told, self.pace):
                async with self._database.read() as tx:
                    elsewhere = await leagues.progress(tx, guild_id)
                if elsewhere is not None:
                    shown.told(*elsewhere)
                    await asyncio.sleep(_LOOK)
        except StorageError as error:
            logger.warning("the league of server %d is not recomputed now: %s", guild_id, error)
            await shown.last(Progress(Stage.BACKGROUND))
            return
        except Exception:
            logger.exception("the league of server %d could not be recomputed", guild_id)
            await shown.last(Progress(Stage.FAILED))
            return
        await shown.last(Progress(Stage.DONE))


class _Shown:
    """An answer that tells of a run."""

    def __init__(self, answer: Answer, told: Told, now: Callable[[], float]) -> None:
        self._answer = answer
        self._message = told
        self._now = now
        self._begun = now()
        self._edited = 0.0
        self._given_up = False
        self._dismissed = False
        self._edit: asyncio.Task[None] | None = None

    def told(self, done: int, total: int) -> None:
        """The run is so far."""
        now = self._now()
        if self._given_up or self._dismissed or now - self._edited < _PAUSE:
            return
        if self._edit is not None and not self._edit.done():
            return
        self._edited = now
        self._given_up = now - self._begun > TOKEN_LIFE_S - _LOOK - _PAUSE  # the last edit that is possible
        stage = Stage.BACKGROUND if self._given_up else Stage.RUNNING
        self._edit = asyncio.get_running_loop().create_task(self._show(Progress(stage, done, total)))

    async def last(self, progress: Progress) -> None:
        """The run is over, or nobody tells of it any more."""
        if self._edit is not None:
            await self._edit
        if not self._given_up:
            await self._show(progress)

    async def _show(self, progress: Progress) -> None:
        """Show the progress. A person who has dismissed it is told how the run ended."""
        message = self._message(progress)
        try:
            await (self._answer.edit(message) if progress.stage is Stage.RUNNING else self._answer.finish(message))
        except REQUEST_ERRORS as error:
            if is_dismissed(error):
                self._dismissed = True
                return
            self._given_up = True
            logger.info("nobody is told any more how far a league is: %s", error)
        except Exception:
            self._given_up = True
            logger.exception("it cannot be told how far a league is")
