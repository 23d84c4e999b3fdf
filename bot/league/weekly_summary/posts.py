"""Posting weekly summaries; each is marked as posted after sending."""

import logging
from dataclasses import replace
from functools import partial

import discord

from bot.league.weekly_summary.messages import summary_message
from bot.league.weekly_summary.week import summary_due, week_in
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_gone
from bot.posts.outgoing import nonce_of
from bot.posts.unsaved_messages import Post, PostKind, UnsavedMessages
from storage.league import audit_log, leagues
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.leagues import League

logger = logging.getLogger(__name__)


class WeeklySummaries:
    """The publisher of weekly summaries.

    :param client: has the servers of this process; summaries are posted only there.
    """

    def __init__(self, services: CoreServices, channels: Channels, client: discord.Client) -> None:
        self._services = services
        self._unsaved = UnsavedMessages(services, channels)
        self._client = client

    async def post(self, league: League) -> None:
        """Post a league's summary; a failed post is retried."""
        guild = self._client.get_guild(league.guild_id)
        if guild is None:  # another process serves it, or the bot has left it
            return
        if await self._unsaved.flush(guild.id):  # it was posted
            return
        try:
            async with self._unsaved.showing(guild.id):
                await self._post(league, guild)
        except REQUEST_ERRORS as error:
            logger.warning("the summary of server %d cannot be posted: %s", guild.id, error)
            if is_gone(error):
                await self._turn_off(league)

    async def _post(self, league: League, guild: discord.Guild) -> None:
        now = self._services.now()
        due = summary_due(league, now)
        if due is None or league.summary_channel_id is None:
            return
        week = await self._services.database.run_read(lambda tx: week_in(tx, league, now))
        if week is not None:  # else there was nothing to tell
            locale = await self._services.preferences.server_locale(guild.id, guild.preferred_locale.value)
            message = summary_message(week, self._services.preferences.reader_in(locale))
            nonce = nonce_of(PostKind.WEEKLY_SUMMARY, guild.id, due)
            post = Post(PostKind.WEEKLY_SUMMARY, guild.id, league.summary_channel_id, due, nonce=nonce)
            await self._unsaved.post(post, message)
        await self._unsaved.save(guild.id, partial(self._save_posted, guild.id, due))

    async def _save_posted(self, guild_id: int, due: float) -> None:
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, guild_id)
            if league.summary_at is not None and league.summary_at < due:
                await leagues.save(tx, replace(league, summary_at=due))

    async def _turn_off(self, before: League) -> None:
        """Stop the summaries of a league whose channel is gone."""
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, before.guild_id)
            if league.summary_channel_id == before.summary_channel_id:
                await leagues.save(tx, replace(league, summary_channel_id=None))
                about = {"summary": None}
                await audit_log.add(
                    tx, AuditEntry(0, league.guild_id, self._services.now(), None, AuditAction.SETTINGS, about=about)
                )
