"""/league: the league of a server. Its commands lie in files of their own, and are put together here."""

from __future__ import annotations

from discord.ext import commands

from bot.cogs.league.tournaments import TournamentCommands
from bot.cogs.localisation import localised_text
from bot.requests.services import Services

from .administration import AdministrationCommands
from .seasons import SeasonCommands
from .settings import LeagueSettingsCommands
from .standings import StandingsCommands

__all__ = ["LeagueCog"]


class LeagueCog(
    StandingsCommands,
    SeasonCommands,
    LeagueSettingsCommands,
    TournamentCommands,
    AdministrationCommands,
    commands.GroupCog,
    group_name=localised_text("command.league.name"),
    group_description=localised_text("command.league.description"),
):
    """All commands of the league."""

    def __init__(self, services: Services) -> None:
        self._services = services
