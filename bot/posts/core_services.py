"""The services that everything which posts or answers works with."""

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
    """The solitaires of all people: the live ones, the solver's answers about them, and the daily deals."""

    live: Solos
    solving: Solving
    dealer: Dealer


@dataclass(frozen=True)
class CoreServices:
    """The services that need no connection to Discord, and the names that Discord is asked for.

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
        """Return the key of the clock of tables in a server for which no other is chosen."""
        return (await self.preferences.server(guild_id)).clock or self.settings.default_clock.value
