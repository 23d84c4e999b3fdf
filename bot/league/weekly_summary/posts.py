"""Posting the weekly summaries of leagues, each by one process alone."""

import logging
from dataclasses import replace

import discord

from bot.league.weekly_summary.messages import summary_message
from bot.league.weekly_summary.week import summary_due, week_in
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_gone
from storage.league import audit_log, leagues
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.leagues import League

logger = logging.getLogger(__name__)


class WeeklySummaries:
    """Posts weekly summaries.

    :param client: knows the servers of this process; summaries are posted in no others.
    """

    def __init__(self, services: CoreServices, channels: Channels, client: discord.Client) -> None:
        self._services = services
        self._channels = channels
        self._client = client

    async def post(self, league: League) -> None:
        """Post the summary of a league, unless another process does; what fails is due again.

        :raises StorageError: if something could not be read or saved.
        """
        guild = self._client.get_guild(league.guild_id)
        if guild is None:  # another process serves it, or the bot has left it
            return
        claimed = await self._claim(league.guild_id)
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
                await self._turn_off(claimed)
            else:
                await self._give_back(league, claimed)
        except BaseException:
            await self._give_back(league, claimed)
            raise

    async def _claim(self, guild_id: int) -> League | None:
        """Claim the summary of a league; None if another process has it."""
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, guild_id)
            due = summary_due(league, self._services.now())
            if due is None:
                return None
            claimed = replace(league, summary_at=due)
            await leagues.save(tx, claimed)
            return claimed

    async def _give_back(self, before: League, claimed: League) -> None:
        """Let the summary be due again that was claimed and not posted."""
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, claimed.guild_id)
            if league.summary_at == claimed.summary_at:
                await leagues.save(tx, replace(league, summary_at=before.summary_at))

    async def _turn_off(self, claimed: League) -> None:
        """The channel of the summaries is gone: post no more of them."""
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, claimed.guild_id)
            if league.summary_channel_id == claimed.summary_channel_id:
                await leagues.save(tx, replace(league, summary_channel_id=None))
                about = {"summary": None}
                await audit_log.add(
                    tx, AuditEntry(0, league.guild_id, self._services.now(), None, AuditAction.SETTINGS, about=about)
                )
