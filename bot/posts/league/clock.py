"""The clock of the leagues: what is done because time has come, now and then and whenever somebody wakes it.

Leagues that are due are computed anew, seasons whose time is over are closed, weekly summaries are posted. Several
processes may do all that at once: each thing is claimed in the database before it is done.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final

import discord

from bot.league.anew import compute_anew
from bot.league.closing import close_ended
from bot.league.summary import summary_due, week_in
from bot.messages.league.summary import summary_message
from bot.posts.channels import Channels
from bot.posts.reaching import NOT_DONE, is_gone
from bot.posts.shared import Shared
from storage.database import StorageError
from storage.league import leagues, people
from storage.league.leagues import League
from storage.league.people import Deed

__all__ = ["LeagueClock"]

logger = logging.getLogger(__name__)

_HOUR: Final = 3600.0
_AGAIN: Final = 60.0
"""Seconds until the database is asked again after it has failed."""


class LeagueClock:
    """Looks after all leagues once an hour; nothing happens before `wake` is first called.

    :param client: tells which servers this process is in; only to those it posts.
    """

    def __init__(self, shared: Shared, channels: Channels, client: discord.Client) -> None:
        self._shared = shared
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
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        well = True
        try:
            while self._woken:
                self._woken = False
                well = await self._look()
        except Exception:
            logger.exception("the leagues could not be looked after")
            well = False
        finally:
            self._task = None
            if not self._closed:
                self._timer = asyncio.get_running_loop().call_later(_HOUR if well else _AGAIN, self.wake)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _look(self) -> bool:
        """Do what is to be done; whether nothing failed."""
        database, now = self._shared.database, self._shared.now
        try:
            async with database.read() as tx:
                due = await leagues.due(tx)
            for guild_id in due:
                await compute_anew(database, guild_id, now)
            if closed := await close_ended(database, now()):
                logger.info("seasons closed because their time is over: %d", closed)
            async with database.read() as tx:
                wanted = await leagues.with_summaries(tx)
            for league in wanted:
                if summary_due(league, now()) is not None:
                    await self._summarise(league)
        except StorageError as error:
            logger.warning("the leagues cannot be looked after now: %s", error)
            return False
        return True

    # --- Weekly summaries ------------------------------------------------------------------------------------------

    async def _summarise(self, league: League) -> None:
        """Post the summary of a league that is due, unless another process does; what fails is tried in an hour."""
        guild = self._client.get_guild(league.guild_id)
        if guild is None:  # somebody else's, or nobody's any more
            return
        claimed = await self._claimed(league.guild_id)
        if claimed is None or claimed.summary_channel_id is None:
            return
        try:
            async with self._shared.database.read() as tx:
                week = await week_in(tx, claimed, self._shared.now())
            if week is None:  # nobody has played
                return
            locale = await self._shared.readers.locale_of(guild.id, guild.preferred_locale.value)
            message = summary_message(week, self._shared.readers.in_language(locale))
            await self._channels.send(claimed.summary_channel_id, message)
        except NOT_DONE as error:
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
        async with self._shared.database.write() as tx:
            league = await leagues.hold(tx, guild_id)
            due = summary_due(league, self._shared.now())
            if due is None:
                return None
            claimed = replace(league, summary_at=due)
            await leagues.save(tx, claimed)
            return claimed

    async def _given_back(self, before: League, claimed: League) -> None:
        """Let the summary be due again that was claimed and not posted."""
        async with self._shared.database.write() as tx:
            league = await leagues.hold(tx, claimed.guild_id)
            if league.summary_at == claimed.summary_at:
                await leagues.save(tx, replace(league, summary_at=before.summary_at))

    async def _turned_off(self, claimed: League) -> None:
        """The channel of the summaries is gone: post no more of them."""
        async with self._shared.database.write() as tx:
            league = await leagues.hold(tx, claimed.guild_id)
            if league.summary_channel_id == claimed.summary_channel_id:
                await leagues.save(tx, replace(league, summary_channel_id=None))
                about = {"summary": None}
                await people.do(tx, Deed(0, league.guild_id, self._shared.now(), None, "settings", about=about))
