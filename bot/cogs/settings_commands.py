"""/settings and /server-settings: what a person and what a server may choose."""

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import localised, localised_label, localised_text
from bot.locales import LOCALES
from bot.messages.settings_pages import AUTO_LANGUAGE, BOARDS, NOTICES, language_name
from bot.requests.request import answering
from bot.requests.server_settings import own_settings, server_settings
from bot.requests.services import Services
from bot.tables.time_controls import CLOCKS
from storage.matches import COMPUTER_LEVELS

_LANGUAGES = [
    app_commands.Choice(name=localised_label(partial(language_name, language)), value=language)
    for language in (AUTO_LANGUAGE, *LOCALES)
]

_LEVELS = [app_commands.Choice(name=localised_text(f"level.{level}"), value=level.value) for level in COMPUTER_LEVELS]


class SettingsCog(commands.Cog):
    """Shows and changes the settings of a person."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.settings")
    @app_commands.choices(
        language=_LANGUAGES,
        notices=[
            app_commands.Choice(name=localised_text(f"settings.notices.{key}"), value=value)
            for value, key in NOTICES.items()
        ],
        board=[app_commands.Choice(name=localised_text(f"settings.board.{board}"), value=board) for board in BOARDS],
        computer=_LEVELS,
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        language: str | None = None,
        notices: str | None = None,
        board: str | None = None,
        computer: str | None = None,
    ) -> None:
        """Change what was given, and show one's own settings."""
        async with answering(self._services, interaction) as request:
            given = {"language": language, "notices": notices, "board": board, "computer": computer}
            chosen = {key: value for key, value in given.items() if value is not None}
            await request.reply.whisper(await own_settings(request, chosen))


class ServerSettingsCog(commands.Cog):
    """Shows and changes the settings of a server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.default_permissions(manage_guild=True)
    @localised("command.server_settings")
    @app_commands.choices(
        language=_LANGUAGES,
        clock=[app_commands.Choice(name=localised_text(f"clock.{key}"), value=key) for key in CLOCKS],
        computer=_LEVELS,
    )
    async def server_settings(
        self,
        interaction: discord.Interaction[Any],
        language: str | None = None,
        clock: str | None = None,
        computer: str | None = None,
    ) -> None:
        """Change what was given, and show the settings of the server."""
        async with answering(self._services, interaction) as request:
            given = {"language": language, "clock": clock, "computer": computer}
            chosen = {key: (value,) for key, value in given.items() if value is not None}
            await request.reply.whisper(await server_settings(request, chosen))
