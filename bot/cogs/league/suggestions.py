"""What is suggested while somebody types: seasons, games, time zones."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

import games
from bot.league.local_time import zones
from bot.messages.league.seasons import season_name
from bot.messages.parts.components import MAX_OPTIONS
from bot.messages.parts.text import MAX_OPTION_TEXT, truncate
from bot.requests.league.seasons import newest_seasons
from bot.requests.services import Services

__all__ = ["suggested_games", "suggested_seasons", "suggested_zones"]

_MAX_SEARCHED: Final = 200
"""How many of the newest seasons are searched."""


async def suggested_seasons(
    services: Services, interaction: discord.Interaction[Any], typed: str, *, only_open: bool = False
) -> list[app_commands.Choice[str]]:
    """The seasons of the server in whose names the typed text stands."""
    w = (await services.preferences.reader_of(interaction)).words
    found = await newest_seasons(services, interaction.guild_id or 0, _MAX_SEARCHED, only_open=only_open)
    named = [(season_name(season, w), season.id) for season in found]
    fitting = [(name, number) for name, number in named if typed.casefold() in name.casefold()]
    return [
        app_commands.Choice(name=truncate(name, MAX_OPTION_TEXT), value=f"season:{number}")
        for name, number in fitting[:MAX_OPTIONS]
    ]


async def suggested_games(
    services: Services, interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Games after those that are typed already, with commas between them."""
    w = (await services.preferences.reader_of(interaction)).words
    before, comma, last = typed.rpartition(",")
    chosen = before + comma + " " if comma else ""
    names = [w(f"game.{game}.name") for game in games.TABLE_GAMES]
    taken = {part.strip().casefold() for part in before.split(",")}
    fitting = [f"{chosen}{name}" for name in names if last.strip().casefold() in name.casefold()]
    free = [text for text in fitting if text.rpartition(",")[2].strip().casefold() not in taken]
    return [app_commands.Choice(name=text, value=text) for text in free if len(text) <= MAX_OPTION_TEXT][:MAX_OPTIONS]


def suggested_zones(typed: str) -> list[app_commands.Choice[str]]:
    """Time zones in whose names the typed text stands."""
    wanted = typed.strip().replace(" ", "_").casefold()
    fitting = [zone for zone in zones() if wanted in zone.casefold()]
    return [app_commands.Choice(name=zone, value=zone) for zone in fitting[:MAX_OPTIONS]]
