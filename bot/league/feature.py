"""The league as a feature of the bot: ratings, seasons, tournaments and club nights."""

import asyncio
from collections.abc import Collection, Mapping

from bot.league.administration.posts import ModerationPosts
from bot.league.changes import LeagueCalls
from bot.league.club_nights.calendar import log_without_host
from bot.league.club_nights.posts import ClubNights
from bot.league.ratings.recomputing import Recomputing
from bot.league.recording import record_step
from bot.league.scheduler import LeagueScheduler
from bot.league.standings.leaderboards import Leaderboards
from bot.league.table_notes import LeagueNotes
from bot.league.throttle import LeagueThrottle
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.live import Tournaments
from bot.league.tournaments.progress.saving import leave_hosting, withdraw_everywhere
from bot.league.tournaments.scheduled_events import ScheduledEvents
from bot.league.tournaments.tables import PairingRules
from bot.league.weekly_summary.posts import WeeklySummaries
from bot.posts.core_services import CoreServices
from bot.requests.features import Feature, Posting
from bot.tables.state import Step, Table
from storage.database import Transaction
from storage.league import leagues


class LeagueFeature(Feature):
    """The league of all servers."""

    def __init__(self, core: CoreServices, posting: Posting) -> None:
        client, channels, budget, shards = posting.client, posting.channels, posting.budget, posting.shards
        looked_after, pause, throttle = shards.look_after, posting.pause, LeagueThrottle()
        self._live = Tournaments(core.database, now=core.now, chance=core.chance)
        events = ScheduledEvents(client, budget, may_write=lambda: shards.held)
        self._tournaments = TournamentMessages(
            core,
            self._live,
            channels,
            events,
            budget,
            may_mention=posting.quotas.may_mention,
            looked_after=looked_after,
            pause=pause,
        )
        self._live.add_observer(self._tournaments.changed)
        self._nights = ClubNights(core, channels, self._tournaments, budget, looked_after=looked_after, pause=pause)
        leaderboards = Leaderboards(core, channels, client, budget, looked_after=looked_after, pause=pause)
        self._moderation = ModerationPosts(core, channels, client, budget, looked_after=looked_after, pause=pause)
        self._recomputing = Recomputing(core.database, core.now, throttle)
        self._scheduler = LeagueScheduler(
            core.database,
            core.now,
            throttle,
            WeeklySummaries(core, channels, client).post,
            leaderboards.refresh,
            leaderboards.give_roles,
            self._tournaments.refresh,
            self._nights.refresh,
            self._moderation.refresh,
        )
        self._showing = (self._nights, self._tournaments, leaderboards, self._moderation)
        self.observers = (self._tournaments, leaderboards)
        self.notes = LeagueNotes(core, self._live)
        self.services = (
            self._live,
            self._scheduler,
            self._recomputing,
            PairingRules(),
            LeagueCalls(self._moderation.changed_in, self._scheduler.wake, self._nights.coming),
            *self._showing,
        )

    @staticmethod
    async def record(tx: Transaction, before: Table, step: Step, after: Table) -> Table:
        """Save the entry of a match in the league, its end, and its result."""
        return await record_step(tx, before, step, after)

    async def forget(self, tx: Transaction, former: Mapping[int, int], now: float) -> None:
        """Withdraw a person from tournaments, and let them host nothing any more."""
        for guild_id, user_id in sorted(former.items()):
            await withdraw_everywhere(tx, guild_id, user_id, now)
            await leagues.hold(tx, guild_id)
            await leave_hosting(tx, guild_id, user_id, now)
            await log_without_host(tx, guild_id, user_id, now, "no_host")

    def forgotten(self, guild_ids: Collection[int]) -> None:
        """Renew the messages that may still name a person."""
        for guild_id in guild_ids:
            for shown in (self._tournaments, self._nights, self._moderation):
                shown.changed_in(guild_id)

    async def start(self) -> None:
        """Show what was due while the bot was not running."""
        self._scheduler.wake()
        await self._tournaments.refresh()

    async def stop(self) -> None:
        """Let the scheduler begin no more jobs."""
        await self._scheduler.close()

    async def close(self) -> None:
        """Finish steps, show what is marked, and end."""
        await self._live.close()
        await asyncio.gather(*(one.close() for one in self._showing))
        await self._recomputing.close()
