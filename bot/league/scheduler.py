"""The league scheduler: runs due jobs hourly and when woken.

It recomputes leagues, closes seasons that are over, posts weekly summaries, and deletes leftovers of incomplete
imports. A failure in one league or season is logged and retried, and does not delay the others. Several processes may
run a scheduler on one database: each job is claimed in the database first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, NamedTuple

from bot.league.import_export import clear_left_behind
from bot.league.ratings.recompute import recompute
from bot.league.seasons.closing import close_ended, load_ended
from bot.league.throttle import LeagueThrottle
from bot.league.weekly_summary.week import summary_due
from bot.posts.discord_errors import REQUEST_ERRORS
from storage.database import Busy, Database, StorageError
from storage.league import leagues, merging
from storage.league.leagues import League
from storage.league.seasons import Season

logger = logging.getLogger(__name__)

_HOUR_S: Final = 3600.0
_RETRY_S: Final = 60.0
"""The delay before the first retry; it doubles with each further failure, up to an hour."""

_MAX_LEAGUES: Final = 4
"""The leagues recomputed concurrently, in turns."""


class _Failures(NamedTuple):
    """A job's consecutive failures, and its next try (unix time)."""

    times: int
    retry_at: float


_LEAGUE: Final = "league of server"

_Job = tuple[str, int]
"""A job: its name, and the id of its league or season."""

PostSummary = Callable[[League], Awaitable[None]]
"""Posts the due weekly summary of a league."""


class LeagueScheduler:
    """The hourly jobs of all leagues, started by the first `wake`.

    :param now: the time in unix seconds.
    :param throttle: of all long work on leagues.
    :param show_standings: updates the public standings.
    :param give_roles: gives the roles of podiums that are due.
    :param show_tournaments: shows the tournaments in which something is due.
    :param open_club_nights: announces the due evenings of club nights.
    :param show_moderation: posts what the log channels lack, and lets people in whose time is over.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        throttle: LeagueThrottle,
        post_summary: PostSummary,
        show_standings: Callable[[], Awaitable[None]],
        give_roles: Callable[[], Awaitable[None]],
        show_tournaments: Callable[[], Awaitable[None]],
        open_club_nights: Callable[[], Awaitable[None]],
        show_moderation: Callable[[], Awaitable[None]],
    ) -> None:
        self._database = database
        self._now = now
        self._throttle = throttle
        self._post_summary = post_summary
        self._show_standings = show_standings
        self._give_roles = give_roles
        self._show_tournaments = show_tournaments
        self._open_club_nights = open_club_nights
        self._show_moderation = show_moderation
        self._failed: dict[_Job, _Failures] = {}
        self._recomputing: dict[int, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(_MAX_LEAGUES)
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._woken = False
        self._closed = False

    def wake(self) -> None:
        """Run the due jobs now, or again after the current run."""
        if self._closed:
            return
        self._woken = True
        if self._task is None:
            self._stop_timer()
            self._task = asyncio.get_running_loop().create_task(self._work(), name="league scheduler")

    async def close(self) -> None:
        """Cancel the running jobs; the next start resumes them."""
        self._closed = True
        self._stop_timer()
        tasks = [*self._recomputing.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while self._woken:
                self._woken = False
                await self.run_once()
        finally:
            self._task = None
            if not self._closed:
                self._timer = asyncio.get_running_loop().call_later(self._delay_s(), self.wake)

    def _delay_s(self) -> float:
        """Return the seconds until the next run."""
        now = self._now()
        waits = [failures.retry_at - now for failures in self._failed.values()]
        return min((wait for wait in waits if wait > 0), default=_HOUR_S)  # a running job wakes the scheduler itself

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def run_once(self) -> bool:
        """Run the due jobs; return True if none failed.

        Leagues are recomputed in tasks of their own, which wake the scheduler when they are done.
        """
        done = [
            await self._try(("closing of seasons", 0), self._close_ended),
            await self._try(("weekly summaries", 0), self._summarise_due),
            await self._try(("public standings", 0), self._show_standings),
            await self._try(("roles of podiums", 0), self._give_roles),
            await self._try(("club nights", 0), self._open_club_nights),
            await self._try(("tournaments", 0), self._show_tournaments),
            await self._try(("files left behind", 0), self._clear_left_behind),
            await self._try(("leagues that are due", 0), self._recompute_due),
            await self._try(("moderation", 0), self._show_moderation),
        ]
        now = self._now()
        for job, failures in list(self._failed.items()):
            if failures.retry_at <= now and not (job[0] == _LEAGUE and job[1] in self._recomputing):
                del self._failed[job]  # it is no longer due
        return all(done)

    async def _try(self, job: _Job, work: Callable[[], Awaitable[object]]) -> bool:
        """Run a job unless waiting for a retry; log errors, return success."""
        now, failures = self._now(), self._failed.get(job)
        if failures is not None and failures.retry_at > now:
            return False
        try:
            await work()
        except (StorageError, *REQUEST_ERRORS) as error:
            logger.warning("%s %d: failed, retrying later: %s", *job, error)
        except Exception:
            logger.exception("%s %d: failed unexpectedly, retrying later", *job)
        else:
            self._failed.pop(job, None)
            return True
        times = 1 + (0 if failures is None else failures.times)
        self._failed[job] = _Failures(times, now + min(_HOUR_S, _RETRY_S * 2.0 ** min(times - 1, 10)))
        return False

    # --- Leagues and seasons ---------------------------------------------------------------------------------------

    async def _recompute_due(self) -> None:
        """Start to recompute the leagues that are due."""
        due = await self._database.run_read(leagues.due)
        for guild_id in due:
            failures = self._failed.get((_LEAGUE, guild_id))
            waits = failures is not None and failures.retry_at > self._now()
            if guild_id not in self._recomputing and not waits and not self._closed:
                work = self._recompute_in_turn(guild_id)
                self._recomputing[guild_id] = asyncio.get_running_loop().create_task(work, name="recompute a league")

    async def _recompute_in_turn(self, guild_id: int) -> None:
        try:
            async with self._slots:
                await self._try((_LEAGUE, guild_id), partial(self._recompute, guild_id))
        finally:
            del self._recomputing[guild_id]
            self.wake()  # seasons and summaries may have waited for it, or it is to be tried again

    async def _recompute(self, guild_id: int) -> None:
        if not await recompute(self._database, guild_id, self._now, throttle=self._throttle):
            raise Busy("another process computes it, or has died over it a moment ago")

    async def _close_ended(self) -> None:
        for season in await load_ended(self._database, self._now()):
            await self._try(("season", season.id), partial(self._close, season))

    async def _close(self, season: Season) -> None:
        if await close_ended(self._database, season, self._now()):
            logger.info("season %d of server %d is closed because its time is over", season.id, season.guild_id)

    async def _clear_left_behind(self) -> None:
        before = self._now() - merging.UNDO_S
        async with self._database.write() as tx:
            await merging.forget_before(tx, before)
        if count := await clear_left_behind(self._database, self._now(), self._throttle):
            logger.info("unfinished imports deleted: %d", count)

    async def _summarise_due(self) -> None:
        """Post the due summaries of leagues with current ratings."""
        wanted = await self._database.run_read(leagues.with_summaries)
        for league in wanted:
            if not league.is_due and summary_due(league, self._now()) is not None:
                await self._try(("summary of server", league.guild_id), partial(self._post_summary, league))
