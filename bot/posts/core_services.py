"""Core services for everything that posts or answers."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.metrics import Metrics
from bot.preferences import Preferences
from bot.settings import Settings
from bot.tables.chance import Chance
from bot.tables.live import Tables
from bot.tables.solo.live import Solos
from bot.tables.solo.solving import Dealer, Solving
from storage.database import Database

from .members import Members
from .open_hands import OpenHands


@dataclass(frozen=True)
class SoloServices:
    """The solitaires, their solver's answers, and daily deals."""

    live: Solos
    solving: Solving
    dealer: Dealer


@dataclass(frozen=True)
class CoreServices:
    """The services that need no Discord connection, and Discord names.

    :ivar now: the time in unix seconds.
    """

    settings: Settings
    database: Database
    tables: Tables
    solo: SoloServices
    metrics: Metrics
    preferences: Preferences
    hands: OpenHands
    members: Members
    chance: Chance
    now: Callable[[], float]

    async def usual_clock(self, guild_id: int) -> str:
        """Return the key of a server's default clock."""
        return (await self.preferences.server(guild_id)).clock or self.settings.default_clock.value
