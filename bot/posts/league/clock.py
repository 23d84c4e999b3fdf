"""The clock of the leagues: what is done because time has come, now and then and whenever somebody wakes it.

Leagues that are due are computed anew, seasons whose time is over are closed, weekly summaries are posted, and what is
left of files that were never wholly taken in is deleted. Each league and each season is looked after by itself: what
fails in one is logged and tried again in a while, and all others go on. Several processes may do all that at once: each
thing is claimed in the database before it is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.league.anew import compute_anew
from bot.league.closing import close_ended, ended
from bot.league.exchange import clear_left_behind
from bot.league.pacing import Pace
from bot.league.summary import summary_due, week_in
from bot.messages.league.summary import summary_message
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_gone
from storage.database import Busy, StorageError
from storage.league import leagues, people
from storage.league.leagues import League
from storage.league.people import Deed
from storage.league.seasons import Season

__all__ = ["LeagueClock"]

logger = logging.getLogger(__name__)

_HOUR: Final = 3600.0
_AGAIN: Final = 60.0
"""Seconds until something that has failed is tried again; twice as long with each further failure, up to an hour."""

_AT_ONCE: Final = 4
"""How many leagues are computed side by side, piece by piece in turns."""


class _Failures(NamedTuple):
    """How often in a row something has failed, and when it is tried again."""

    times: int
    again_at: float


_LEAGUE: Final = "league of server"

_Task = tuple[str, int]
"""What is to be done, and the league, season or whatever it is to be done for."""


class LeagueClock:
    """Looks after all leagues once an hour; nothing happens before `wake` is first called.

    :param client: tells which servers this process is in; only to those it posts.
    :param pace: at which all long work on leagues goes on.
    """

    def __init__(self, services: CoreServices, channels: Channels, client: discord.Client, pace: Pace) -> None:
        self._services = services
        self._pace = pace
        self._failed: dict[_Task, _Failures] = {}
        self._computing: dict[int, asyncio.Task[None]] = {}
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._channels = channels
        self._client = client
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._woken = False
        self._closed = False

    def wake(self) -> None:
        """Look after the leagues now; if that is under way, once more after it."""
        if self._closed:
            return
        self._woken = True
        if self._task is None:
            self._stop_timer()
            self._task = asyncio.get_running_loop().create_task(self._work(), name="look after the leagues")

    async def close(self) -> None:
        """Break off what is under way; whoever starts next takes it up."""
        self._closed = True
        self._stop_timer()
        tasks = [*self._computing.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while self._woken:
                self._woken = False
                await self._look()
        finally:
            self._task = None
            if not self._closed:
                self._timer = asyncio.get_running_loop().call_later(self._until_next(), self.wake)

    def _until_next(self) -> float:
        """Seconds until there is something to look after again."""
        now = self._services.now()
        waits = [failures.again_at - now for failures in self._failed.values()]
        return min(
            (wait for wait in waits if wait > 0), default=_HOUR
        )  # what is being tried now wakes the clock itself

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _look(self) -> bool:
        """Do what is to be done; whether nothing failed. Leagues are computed beside it, and wake the clock then."""
        done = [
            await self._tried(("closing of seasons", 0), self._close_ended),
            await self._tried(("weekly summaries", 0), self._summarise_due),
            await self._tried(("files left behind", 0), self._clear_left_behind),
            await self._tried(("leagues that are due", 0), self._compute_due),
        ]
        now = self._services.now()
        for task, failures in list(self._failed.items()):
            if failures.again_at <= now and not (task[0] == _LEAGUE and task[1] in self._computing):
                del self._failed[task]  # it was not tried again, so it needs not be done any more
        return all(done)

    async def _tried(self, task: _Task, work: Callable[[], Awaitable[object]]) -> bool:
        """Do something unless it has failed lately; whether it is done. Its errors end here."""
        now, failures = self._services.now(), self._failed.get(task)
        if failures is not None and failures.again_at > now:
            return False
        try:
            await work()
        except StorageError as error:
            logger.warning("%s %d: not done now, in a while again: %s", *task, error)
        except Exception:
            logger.exception("%s %d: failed, in a while again", *task)
        else:
            self._failed.pop(task, None)
            return True
        times = 1 + (0 if failures is None else failures.times)
        self._failed[task] = _Failures(times, now + min(_HOUR, _AGAIN * 2.0 ** min(times - 1, 10)))
        return False

    # --- Leagues and seasons ---------------------------------------------------------------------------------------

    async def _compute_due(self) -> None:
        """Begin to compute the leagues that are due."""
        async with self._services.database.read() as tx:
            due = await leagues.due(tx)
        for guild_id in due:
            failures = self._failed.get((_LEAGUE, guild_id))
            waits = failures is not None and failures.again_at > self._services.now()
            if guild_id not in self._computing and not waits and not self._closed:
                work = self._compute(guild_id)
                self._computing[guild_id] = asyncio.get_running_loop().create_task(work, name="compute a league")

    async def _compute(self, guild_id: int) -> None:
        try:
            async with self._places:
                await self._tried((_LEAGUE, guild_id), partial(self._computed, guild_id))
        finally:
            del self._computing[guild_id]
            self.wake()  # seasons and summaries may have waited for it, or it is to be tried again

    async def _computed(self, guild_id: int) -> None:
        if not await compute_anew(self._services.database, guild_id, self._services.now, pace=self._pace):
            raise Busy("another process computes it, or has died over it a moment ago")

    async def _close_ended(self) -> None:
        for season in await ended(self._services.database, self._services.now()):
            await self._tried(("season", season.id), partial(self._close, season))

    async def _close(self, season: Season) -> None:
        if await close_ended(self._services.database, season, self._services.now()):
            logger.info("season %d of server %d is closed because its time is over", season.id, season.guild_id)

    async def _clear_left_behind(self) -> None:
        if count := await clear_left_behind(self._services.database, self._services.now(), self._pace):
            logger.info("files that were never wholly taken in, and are gone now: %d", count)

    # --- Weekly summaries ------------------------------------------------------------------------------------------

    async def _summarise_due(self) -> None:
        """Post the summaries that are due, but for leagues that are computed just now."""
        async with self._services.database.read() as tx:
            wanted = await leagues.with_summaries(tx)
        for league in wanted:
            if not league.is_due and summary_due(league, self._services.now()) is not None:
                await self._tried(("summary of server", league.guild_id), partial(self._summarise, league))

    async def _summarise(self, league: League) -> None:
        """Post the summary of a league that is due, unless another process does; what fails is tried in an hour."""
        guild = self._client.get_guild(league.guild_id)
        if guild is None:  # somebody else's, or nobody's any more
            return
        claimed = await self._claimed(league.guild_id)
        if claimed is None or claimed.summary_channel_id is None:
            return
        try:
            now = self._services.now()
            week = await self._services.database.run_read(lambda tx: week_in(tx, claimed, now))
            if week is None:  # nobody has played
                return
            locale = await self._services.preferences.server_locale(guild.id, guild.preferred_locale.value)
            message = summary_message(week, self._services.preferences.reader_in(locale))
            await self._channels.send(claimed.summary_channel_id, message)
        except REQUEST_ERRORS as error:
            logger.warning("the summary of server %d cannot be posted: %s", guild.id, error)
            if is_gone(error):
                await self._turned_off(claimed)
            else:
                await self._given_back(league, claimed)
        except BaseException:
            await self._given_back(league, claimed)
            raise

    async def _claimed(self, guild_id: int) -> League | None:
        """Claim the summary of a league; None if another process has it."""
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, guild_id)
            due = summary_due(league, self._services.now())
            if due is None:
                return None
            claimed = replace(league, summary_at=due)
            await leagues.save(tx, claimed)
            return claimed

    async def _given_back(self, before: League, claimed: League) -> None:
        """Let the summary be due again that was claimed and not posted."""
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, claimed.guild_id)
            if league.summary_at == claimed.summary_at:
                await leagues.save(tx, replace(league, summary_at=before.summary_at))

    async def _turned_off(self, claimed: League) -> None:
        """The channel of the summaries is gone: post no more of them."""
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, claimed.guild_id)
            if league.summary_channel_id == claimed.summary_channel_id:
                await leagues.save(tx, replace(league, summary_channel_id=None))
                about = {"summary": None}
                await people.do(tx, Deed(0, league.guild_id, self._services.now(), None, "settings", about=about))
