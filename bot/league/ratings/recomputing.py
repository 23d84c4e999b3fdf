"""Recomputing leagues while a person watches the progress."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from bot.league.ratings.recompute import recompute
from bot.league.throttle import LeagueThrottle
from bot.messages.parts.message import Message
from bot.posts.board_tokens import TOKEN_LIFE_S
from bot.posts.discord_errors import REQUEST_ERRORS, is_dismissed
from bot.posts.replies import Answer
from storage.database import Database, StorageError
from storage.league import leagues

logger = logging.getLogger(__name__)

_EDIT_PAUSE_S: Final = 1.0
"""The minimum seconds between two edits of an answer."""
_POLL_S: Final = 2.0
"""The seconds between two checks of a run in another process."""


class RecomputingStage(Enum):
    """The stage of a run."""

    RUNNING = "running"
    DONE = "done"
    BACKGROUND = "background"
    """It continues or restarts without a message."""
    FAILED = "failed"
    """It failed by an internal error; it is retried later."""


class Progress(NamedTuple):
    """The number of results done, and of all results."""

    stage: RecomputingStage
    done: int = 0
    total: int = 0


ProgressText = Callable[[Progress], Message]
"""The text of an answer about a run."""


class Recomputing:
    """The runs with a person waiting.

    :param now: the time in unix seconds.
    :ivar throttle: the throttle of all long work on leagues.
    """

    def __init__(self, database: Database, now: Callable[[], float], throttle: LeagueThrottle) -> None:
        self._database = database
        self._now = now
        self.throttle = throttle
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self, guild_id: int, answer: Answer, text: ProgressText) -> None:
        """Recompute a league if due, showing progress in an answer."""
        work = self._follow(guild_id, _ProgressMessage(answer, text, self._now))
        task = asyncio.get_running_loop().create_task(work, name="recompute a league")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel the running work; the scheduler resumes it."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self, guild_id: int, message: _ProgressMessage) -> None:
        try:
            while not await recompute(self._database, guild_id, self._now, message.update, self.throttle):
                async with self._database.read() as tx:
                    elsewhere = await leagues.progress(tx, guild_id)
                if elsewhere is not None:
                    message.update(*elsewhere)
                    await asyncio.sleep(_POLL_S)
        except StorageError as error:
            logger.warning("the league of server %d is not recomputed now: %s", guild_id, error)
            await message.finish(Progress(RecomputingStage.BACKGROUND))
            return
        except Exception:
            logger.exception("the league of server %d could not be recomputed", guild_id)
            await message.finish(Progress(RecomputingStage.FAILED))
            return
        await message.finish(Progress(RecomputingStage.DONE))


class _ProgressMessage:
    """An answer that shows the progress of a run."""

    def __init__(self, answer: Answer, text: ProgressText, now: Callable[[], float]) -> None:
        self._answer = answer
        self._text = text
        self._now = now
        self._begun = now()
        self._edited = 0.0
        self._given_up = False
        self._dismissed = False
        self._edit: asyncio.Task[None] | None = None

    def update(self, done: int, total: int) -> None:
        """Show the progress unless the last edit is too recent."""
        now = self._now()
        if self._given_up or self._dismissed or now - self._edited < _EDIT_PAUSE_S:
            return
        if self._edit is not None and not self._edit.done():
            return
        self._edited = now
        self._given_up = now - self._begun > TOKEN_LIFE_S - _POLL_S - _EDIT_PAUSE_S  # the last edit that is possible
        stage = RecomputingStage.BACKGROUND if self._given_up else RecomputingStage.RUNNING
        self._edit = asyncio.get_running_loop().create_task(self._show(Progress(stage, done, total)))

    async def finish(self, progress: Progress) -> None:
        """Show the end, or that the run continues in the background."""
        if self._edit is not None:
            await self._edit
        if not self._given_up:
            await self._show(progress)

    async def _show(self, progress: Progress) -> None:
        """Show the progress; note a dismissed message."""
        message = self._text(progress)
        try:
            await (
                self._answer.edit(message)
                if progress.stage is RecomputingStage.RUNNING
                else self._answer.finish(message)
            )
        except REQUEST_ERRORS as error:
            if is_dismissed(error):
                self._dismissed = True
                return
            self._given_up = True
            logger.info("the progress of a recomputation can no longer be shown: %s", error)
        except Exception:
            self._given_up = True
            logger.exception("the progress of a recomputation could not be shown")
