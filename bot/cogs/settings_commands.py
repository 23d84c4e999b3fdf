"""/settings and /server-settings: what a person and what a server may choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import localised, localised_text
from bot.locales import LOCALES
from bot.messages.settings_pages import AUTO_LANGUAGE, BOARDS, NOTICES, player_settings_message
from bot.requests.request import answering
from bot.requests.server_settings import require_manager, server_page
from bot.requests.services import Services
from bot.tables.time_controls import CLOCKS
from storage.guilds import PlayerSettings, ServerSettings

__all__ = ["ServerSettingsCog", "SettingsCog"]

_LANGUAGES = [
    app_commands.Choice(name=localised_text(f"settings.language.{locale}"), value=locale)
    for locale in (AUTO_LANGUAGE, *LOCALES)
]

_Place = discord.TextChannel | discord.VoiceChannel | discord.Thread


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
    )
    async def player(
        self,
        interaction: discord.Interaction[Any],
        language: str | None = None,
        notices: str | None = None,
        board: str | None = None,
    ) -> None:
        """Change what was given, and show one's own settings."""
        async with answering(self._services, interaction) as request:

            def change(old: PlayerSettings) -> PlayerSettings:
                new = old
                if language is not None:
                    new = replace(new, locale=None if language == AUTO_LANGUAGE else language)
                if notices is not None:
                    new = replace(new, notice=notices)
                if board is not None:
                    new = replace(new, board=board)
                return new

            old, new = await request.services.preferences.change_player(request.guild_id, request.user_id, change)
            reader = await request.services.preferences.reader_of(
                interaction
            )  # in the language that has just been chosen
            await request.reply.whisper(player_settings_message(new, reader, saved=new != old))


class ServerSettingsCog(commands.Cog):
    """Shows and changes the settings of a server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.default_permissions(manage_guild=True)
    @localised("command.server_settings")
    @app_commands.choices(
        language=_LANGUAGES,
        clock=[app_commands.Choice(name=localised_text(f"clock.{key}"), value=key) for key in CLOCKS],
    )
    async def server(
        self,
        interaction: discord.Interaction[Any],
        language: str | None = None,
        channel: _Place | None = None,
        clock: str | None = None,
        role: discord.Role | None = None,
        players: discord.Role | None = None,
    ) -> None:
        """Change what was given, and show the settings of the server."""
        async with answering(self._services, interaction) as request:
            require_manager(request)

            def change(old: ServerSettings) -> ServerSettings:
                new = old
                if language is not None:
                    new = replace(new, locale=None if language == AUTO_LANGUAGE else language)
                if channel is not None:
                    new = replace(new, channels=_toggled(old.channels, channel.id))
                if clock is not None:
                    new = replace(new, clock=clock)
                if role is not None:
                    new = replace(new, ender_role_id=_exchanged(old.ender_role_id, role))
                if players is not None:
                    new = replace(new, players_role_id=_exchanged(old.players_role_id, players))
                return new

            old, new = await request.services.preferences.change_server(request.guild_id, change)
            await request.reply.whisper(server_page(request, new, saved=new != old))


def _exchanged(old: int | None, role: discord.Role) -> int | None:
    """The role that is set now; the same one again, or everybody, takes it back."""
    return None if role.is_default() or role.id == old else role.id


def _toggled(channels: tuple[int, ...], channel: int) -> tuple[int, ...]:
    """The channels with this one added, or without it if it was among them."""
    if channel in channels:
        return tuple(one for one in channels if one != channel)
    return (*channels, channel)
