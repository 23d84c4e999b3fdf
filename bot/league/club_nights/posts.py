"""Announcing the evenings of club nights.

Each evening is announced once: the tournament and the date of the following evening are saved in one transaction, and
`TournamentMessages` shows the tournament. Evenings of free play are posts, found again after a kill.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from zoneinfo import ZoneInfo

from bot.league.club_nights.calendar import (
    LATEST_CALL_S,
    is_paused,
    log_without_host,
    moved_on,
    next_instant,
    next_start,
    opens_at,
    tournament_of,
)
from bot.league.club_nights.messages import (
    call_message,
    evening_title,
    free_play_message,
    missed_message,
    name_of,
    no_host_message,
)
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.progress.rounds import plan_cancel
from bot.league.tournaments.progress.saving import NO_HOST, change
from bot.league.tournaments.progress.starting import MOST_LIVE
from bot.locales import Words
from bot.messages.parts.message import Message
from bot.posts.budget import RequestBudget
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_forbidden, is_gone
from bot.posts.live_messages import ServerMessages
from bot.posts.outgoing import nonce_of
from bot.posts.unsaved_messages import Post, PostKind
from bot.posts.update_queue import UpdateOutcome
from storage.database import Transaction
from storage.league import club_nights, leagues, tournaments
from storage.league.club_nights import ClubNight
from storage.league.tournament_values import Tournament, TournamentStage

logger = logging.getLogger(__name__)

_EVENT_S = 5.0
"""The seconds after which a new tournament is shown, so that its event can name the place."""


_LATEST_ADOPTION_S = 3600.0
"""The seconds in which a line about a missing host may have been posted before a kill."""


class ClubNights(ServerMessages[int]):
    """The publisher of club nights, by id."""

    def __init__(
        self,
        services: CoreServices,
        channels: Channels,
        shown: TournamentMessages,
        budget: RequestBudget,
        *,
        looked_after: Callable[[int], bool] = lambda _: True,
        pause: float = 1.0,
    ) -> None:
        super().__init__(services, channels, budget, subject="club night {}", looked_after=looked_after, pause=pause)
        self._shown = shown

    async def _find_due(self, guild_id: int | None) -> Iterable[tuple[int, int]]:
        found = await self._services.database.run_read(lambda tx: club_nights.in_guild(tx, guild_id))
        return [(one.id, one.guild_id) for one in found]

    async def coming(self, guild_id: int, w: Words) -> dict[str, float]:
        """Return when sign-up opens for the next evening of each club night with tournaments, by its name."""
        async with self._services.database.read() as tx:
            zone = (await leagues.load(tx, guild_id)).time_zone
            found = [one for one in await club_nights.in_guild(tx, guild_id) if not one.free_play]
            kept = [one for one in found if not await is_paused(tx, one, self._services.now())]
        opens = ((name_of(one, w), opens_at(one, zone)) for one in kept)
        return {name: at for name, at in opens if at is not None}

    async def _show(self, key: int, guild_id: int) -> UpdateOutcome:
        """Announce the due evenings of a club night, and plan the next."""
        async with self._services.database.read() as tx:
            zone = (await leagues.load(tx, guild_id)).time_zone
            night = await club_nights.load(tx, guild_id, key)
            paused = night is not None and await is_paused(tx, night, self._services.now())
        has_host = night is not None and night.host_id > 0
        if night is not None and has_host and await self._services.members.absent(guild_id, [night.host_id]):
            night = await self._without_host(night)
        if night is not None and not paused:
            after, waits_for_event = await self._advance(night, zone)
            instant = None if after is None else next_instant(after, zone)
            waits = [_EVENT_S] if waits_for_event else []
            waits += [] if instant is None else [max(1.0, instant - self._services.now())]
            if waits:
                self.queue.mark_after(min(waits), key, guild_id)
        return UpdateOutcome.DONE

    async def _without_host(self, night: ClubNight) -> ClubNight | None:
        """Note that the host of a club night has left the server; return the night after it."""
        async with self._services.database.write() as tx:
            await leagues.hold(tx, night.guild_id)
            orphaned = await log_without_host(tx, night.guild_id, night.host_id, self._services.now(), "no_host")
            await club_nights.replace_host(tx, night.guild_id, NO_HOST, [one.id for one in orphaned])
            after = await club_nights.load(tx, night.guild_id, night.id)
        self.changed_in(night.guild_id)
        return after

    async def _advance(self, night: ClubNight, zone: str) -> tuple[ClubNight | None, bool]:
        """Take all due steps of a club night.

        :return: the club night, None if it is over, and whether its tournament still waits for its event.
        :raises discord.HTTPException: if a post failed and a retry may help.
        """
        waits = await self._schedule_event(night)
        while True:
            after = await self._step(night, zone)
            if after is None or after == night:
                return after, waits
            night, waits = after, waits or after.tournament_id != night.tournament_id

    async def _step(self, night: ClubNight, zone: str) -> ClubNight | None:
        """Take the next due step; return the club night after it, None if it is over."""
        now, start, opens = self._services.now(), next_start(night, zone), opens_at(night, zone)
        if night.host_id < 0:
            message = no_host_message(night, self._services.preferences.reader_in(night.locale))
            told = replace(night, host_id=0)
            return await self._post(night, told, message, f"no_host:{night.host_id}", now - _LATEST_ADOPTION_S)
        if night.calls_at is not None and night.calls_at <= now:
            return await self._call(night, night.calls_at, zone, now)
        if night.next_day is None or start is None or opens is None:
            return night if night.calls_at is not None else await self._end(night)
        if opens > now:
            return night
        after = moved_on(night, zone, now)
        if start <= now:
            return await self._leave_out(night, after, zone, "late")
        if not night.free_play:
            return await self._open(night, night.next_day, after, zone, now)
        message = free_play_message(night, night.next_day, start, self._services.preferences.reader_in(night.locale))
        return await self._post(night, replace(after, calls_at=start), message, f"free:{night.next_day}", opens)

    async def _open(self, night: ClubNight, day: date, after: ClubNight, zone: str, now: float) -> ClubNight | None:
        """Create the tournament of an evening.

        The tournament of the evening before is cancelled if it could not start.
        """
        w = self._services.preferences.reader_in(night.locale).words
        tournament = tournament_of(night, day, zone, evening_title(night, day, w), now)
        async with self._services.database.write() as tx:
            await leagues.hold(tx, night.guild_id)
            newest = await club_nights.load(tx, night.guild_id, night.id)
            if newest != night:
                return newest
            before = await _last_of(tx, night)
            if before is not None and before.stage is TournamentStage.OPEN and before.starts_at is None:
                await change(tx, before.id, plan_cancel, now=now)
                if before.message_id is None:
                    logger.warning("club night %d is ended: its channel is gone", night.id)
                    await club_nights.remove(tx, night.guild_id, night.id)
                    return None
            live = await tournaments.count(tx, night.guild_id, [stage for stage in TournamentStage if stage.is_live])
            if live < MOST_LIVE:
                after = replace(after, tournament_id=await tournaments.add(tx, tournament))
                await club_nights.save(tx, after)
        if live >= MOST_LIVE:
            return await self._leave_out(night, after, zone, "full")
        self._shown.changed_in(night.guild_id)  # the one before may be cancelled
        return after

    async def _end(self, night: ClubNight) -> ClubNight | None:
        """Delete a club night without further evenings, once the last has begun."""
        async with self._services.database.write() as tx:
            await leagues.hold(tx, night.guild_id)
            last = await _last_of(tx, night)
            if last is not None and last.stage is TournamentStage.OPEN and last.starts_at is not None:
                return night
            await club_nights.remove(tx, night.guild_id, night.id)
        return None

    async def _schedule_event(self, night: ClubNight) -> bool:
        """Create the event of the tournament created last; return True if that has to wait."""
        last = await self._services.database.run_read(lambda tx: _last_of(tx, night))
        if last is None or last.stage is not TournamentStage.OPEN or last.event_id is not None:
            return False
        if last.starts_at is None or last.starts_at <= self._services.now():
            return False
        if last.message_id is not None:
            await self._shown.schedule_event(last)
        return last.message_id is None

    async def _call(self, night: ClubNight, start: float, zone: str, now: float) -> ClubNight | None:
        """Call people to an evening of free play, unless it is too late."""
        after = replace(night, calls_at=None)
        if now - start > LATEST_CALL_S:
            return await self._save(night, after)
        day = datetime.fromtimestamp(start, ZoneInfo(zone)).date()
        message = call_message(night, night.game(day), self._services.preferences.reader_in(night.locale))
        return await self._post(night, after, message, f"call:{start:.0f}", start)

    async def _leave_out(self, night: ClubNight, after: ClubNight, zone: str, why: str) -> ClubNight | None:
        """Say that an evening is left out."""
        start = next_start(night, zone) or 0.0
        reader = self._services.preferences.reader_in(night.locale)
        message = missed_message(night, start, next_start(after, zone), why, reader)
        return await self._post(night, after, message, f"missed:{night.next_day}", start - night.open_s)

    async def _post(
        self, night: ClubNight, after: ClubNight, message: Message, what: str, since: float
    ) -> ClubNight | None:
        """Post a message and save the club night; a channel that is gone ends it.

        :raises discord.HTTPException: if it could not be posted and a retry may help.
        """
        nonce = nonce_of(PostKind.CLUB_NIGHT, night.id, what)
        post = Post(PostKind.CLUB_NIGHT, night.id, night.channel_id, since, nonce=nonce)
        try:
            await self._unsaved.post(post, message)
        except REQUEST_ERRORS as error:
            if not (is_gone(error) or is_forbidden(error)):
                raise
            logger.warning("club night %d cannot be announced: %s", night.id, error)
            if is_gone(error):
                async with self._services.database.write() as tx:
                    await club_nights.remove(tx, night.guild_id, night.id)
                return None
        return await self._save(night, after)

    async def _save(self, night: ClubNight, after: ClubNight) -> ClubNight | None:
        """Save the progress of a club night, which may have been edited meanwhile; return it."""
        saved: ClubNight | None = night

        async def save(tx: Transaction) -> None:
            nonlocal saved
            await leagues.hold(tx, night.guild_id)
            newest = await club_nights.load(tx, night.guild_id, night.id)
            if newest is not None and (newest.next_day, newest.calls_at) == (night.next_day, night.calls_at):
                host_id = after.host_id if newest.host_id == night.host_id else newest.host_id
                newest = replace(newest, next_day=after.next_day, calls_at=after.calls_at, host_id=host_id)
                await club_nights.save(tx, newest)
            saved = newest

        await self._unsaved.save(night.id, partial(self._services.database.run_write, save))
        return saved


async def _last_of(tx: Transaction, night: ClubNight) -> Tournament | None:
    """Return the tournament that was created last for a club night."""
    return None if night.tournament_id is None else await tournaments.load(tx, night.guild_id, night.tournament_id)
