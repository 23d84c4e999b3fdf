"""Discord's scheduled events for tournaments with a start time."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

from bot.messages.parts.text import message_link
from bot.posts.budget import RequestBudget
from bot.posts.discord_errors import REQUEST_ERRORS
from storage.league.tournament_values import Tournament, TournamentStage

logger = logging.getLogger(__name__)

_USUAL_S: Final = 3 * 3600.0
"""The seconds of an event without round deadlines; Discord needs an end."""

_MAX_NAME: Final = 100


class ScheduledEvents:
    """The events of servers; failures are only logged."""

    def __init__(
        self, client: discord.Client, budget: RequestBudget, may_write: Callable[[], bool] = lambda: True
    ) -> None:
        self._client = client
        self._budget = budget
        self._may_write = may_write

    def allowed(self, guild_id: int) -> bool:
        """Return True if the bot may create events."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and guild.me.guild_permissions.create_events

    async def create(self, tournament: Tournament, description: str) -> int | None:
        """Create a tournament's event; return its id, None on failure."""
        guild = self._client.get_guild(tournament.guild_id)
        if guild is None or tournament.starts_at is None or not self._may_write():
            return None
        begins, ends = _times(tournament, tournament.starts_at)
        where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
        self._budget.spend()
        try:
            event = await guild.create_scheduled_event(
                name=tournament.title[:_MAX_NAME],
                description=description,
                start_time=begins,
                end_time=ends,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=where,
            )
        except REQUEST_ERRORS as error:
            logger.warning("the event of tournament %d could not be created: %s", tournament.id, error)
            return None
        return event.id

    async def edit(self, tournament: Tournament) -> None:
        """Update the title, the times and the link of an event that is not over."""
        guild = self._client.get_guild(tournament.guild_id)
        if guild is None or tournament.event_id is None or not self._may_write():
            return
        where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
        self._budget.spend()
        try:
            event, name = await guild.fetch_scheduled_event(tournament.event_id), tournament.title[:_MAX_NAME]
            if event.status is discord.EventStatus.scheduled and tournament.starts_at is not None:
                begins, ends = _times(tournament, tournament.starts_at)
                await event.edit(name=name, start_time=begins, end_time=ends, location=where)
            elif event.status in (discord.EventStatus.scheduled, discord.EventStatus.active):
                await event.edit(name=name, location=where)
        except REQUEST_ERRORS as error:
            logger.warning("the event of tournament %d could not be changed: %s", tournament.id, error)

    async def update(self, tournament: Tournament) -> None:
        """Update the event to the stage of the tournament."""
        guild = self._client.get_guild(tournament.guild_id)
        if guild is None or tournament.event_id is None or not self._may_write():
            return
        self._budget.spend()
        try:
            event = await guild.fetch_scheduled_event(tournament.event_id)
            scheduled = event.status is discord.EventStatus.scheduled
            if tournament.stage is TournamentStage.CANCELLED and scheduled:
                await event.cancel()
            elif tournament.stage is TournamentStage.RUNNING and scheduled:
                await event.start()
            elif not tournament.stage.is_live and event.status is discord.EventStatus.active:
                await event.end()
        except REQUEST_ERRORS as error:
            logger.warning("the event of tournament %d could not be changed: %s", tournament.id, error)


def _times(tournament: Tournament, starts_at: float) -> tuple[datetime, datetime]:
    """Return the start and the end of an event."""
    begins = datetime.fromtimestamp(starts_at, UTC)
    lasts_s = _USUAL_S if tournament.round_s is None else (tournament.rounds or 1) * tournament.round_s
    return begins, begins + timedelta(seconds=lasts_s)
