"""/settings: what a server and what a person may choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.locales import LOCALES, Words
from bot.messages.message import COLOUR, Message
from bot.requests.request import Services, answering
from bot.tables.clock import CLOCKS
from bot.tables.errors import TableError
from storage.guilds import PlayerSettings, ServerSettings

from .translated import in_words

__all__ = ["SettingsCog"]

_AUTO = "auto"
_NOTICES = {"mention": "mention", "dm": "direct", "none": "none"}
_BOARDS = ("picture", "large", "text")

_LANGUAGES = [
    app_commands.Choice(name=in_words(f"settings.language.{locale}"), value=locale) for locale in (_AUTO, *LOCALES)
]

_Place = discord.TextChannel | discord.VoiceChannel | discord.Thread


class SettingsCog(
    commands.GroupCog,
    group_name=in_words("command.settings.name"),
    group_description=in_words("command.settings.description"),
):
    """Shows and changes settings."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        name=in_words("command.settings.server.name"), description=in_words("command.settings.server.description")
    )
    @app_commands.guild_only()
    @app_commands.rename(
        language=in_words("command.settings.server.language.name"),
        channel=in_words("command.settings.server.channel.name"),
        clock=in_words("command.settings.server.clock.name"),
        role=in_words("command.settings.server.role.name"),
    )
    @app_commands.describe(
        language=in_words("command.settings.server.language.description"),
        channel=in_words("command.settings.server.channel.description"),
        clock=in_words("command.settings.server.clock.description"),
        role=in_words("command.settings.server.role.description"),
    )
    @app_commands.choices(
        language=_LANGUAGES,
        clock=[app_commands.Choice(name=in_words(f"clock.{key}"), value=key) for key in CLOCKS],
    )
    async def server(
        self,
        interaction: discord.Interaction[Any],
        language: str | None = None,
        channel: _Place | None = None,
        clock: str | None = None,
        role: discord.Role | None = None,
    ) -> None:
        """Change what was given, and show the settings of the server."""
        async with answering(self._services, interaction) as call:
            if not interaction.permissions.manage_guild:
                raise TableError("settings.manager_only", permission=call.words("permission.manage_guild"))
            old = await call.shared.server(interaction.guild_id or 0)
            new = old
            if language is not None:
                new = replace(new, locale=None if language == _AUTO else language)
            if channel is not None:
                new = replace(new, channels=_toggled(old.channels, channel.id))
            if clock is not None:
                new = replace(new, clock=clock)
            if role is not None:
                everyone = role.id == interaction.guild_id
                new = replace(new, ender_role_id=None if everyone or role.id == old.ender_role_id else role.id)
            if new != old:
                await call.shared.save_server(new)
            await call.reply.whisper(
                server_message(new, call.words, call.shared.settings.default_clock.value, saved=new != old)
            )

    @app_commands.command(
        name=in_words("command.settings.player.name"), description=in_words("command.settings.player.description")
    )
    @app_commands.guild_only()
    @app_commands.rename(
        language=in_words("command.settings.player.language.name"),
        notices=in_words("command.settings.player.notices.name"),
        board=in_words("command.settings.player.board.name"),
    )
    @app_commands.describe(
        language=in_words("command.settings.player.language.description"),
        notices=in_words("command.settings.player.notices.description"),
        board=in_words("command.settings.player.board.description"),
    )
    @app_commands.choices(
        language=_LANGUAGES,
        notices=[
            app_commands.Choice(name=in_words(f"settings.notices.{key}"), value=value)
            for value, key in _NOTICES.items()
        ],
        board=[app_commands.Choice(name=in_words(f"settings.board.{board}"), value=board) for board in _BOARDS],
    )
    async def player(
        self,
        interaction: discord.Interaction[Any],
        language: str | None = None,
        notices: str | None = None,
        board: str | None = None,
    ) -> None:
        """Change what was given, and show one's own settings."""
        async with answering(self._services, interaction) as call:
            old = await call.shared.player(interaction.guild_id or 0, call.user_id)
            new = old
            if language is not None:
                new = replace(new, locale=None if language == _AUTO else language)
            if notices is not None:
                new = replace(new, notice=notices)
            if board is not None:
                new = replace(new, board=board)
            if new != old:
                await call.shared.save_player(new)
            words = await call.shared.words_of(interaction)
            await call.reply.whisper(player_message(new, words, saved=new != old))


def server_message(settings: ServerSettings, w: Words, usual_clock: str, *, saved: bool) -> Message:
    """The settings of a server."""
    channels = w.list([f"<#{channel}>" for channel in settings.channels]) or w("settings.channels.all")
    enders = w("settings.enders.moderators")
    if settings.ender_role_id is not None:
        enders = w("settings.enders.role", role=f"<@&{settings.ender_role_id}>")
    lines = {
        "settings.language": w(f"settings.language.{settings.locale or _AUTO}"),
        "settings.channels": channels,
        "settings.clock": w(f"clock.{settings.clock or usual_clock}"),
        "settings.enders": enders,
    }
    return _table_of(w, "settings.server.title", lines, saved=saved)


def player_message(settings: PlayerSettings, w: Words, *, saved: bool) -> Message:
    """A person's settings."""
    lines = {
        "settings.language": w(f"settings.language.{settings.locale or _AUTO}"),
        "settings.notices": w(f"settings.notices.{_NOTICES[settings.notice]}"),
        "settings.board": w(f"settings.board.{settings.board}"),
    }
    return _table_of(w, "settings.player.title", lines, saved=saved)


def _table_of(w: Words, title: str, lines: dict[str, str], *, saved: bool) -> Message:
    embed = discord.Embed(colour=COLOUR, title=w(title))
    embed.description = "\n".join(f"**{w(key)}**: {value}" for key, value in lines.items())
    if saved:
        embed.set_footer(text=f"✓ {w('settings.saved')}")
    return Message(embed=embed)


def _toggled(channels: tuple[int, ...], channel: int) -> tuple[int, ...]:
    """The channels with this one added, or without it if it was among them."""
    if channel in channels:
        return tuple(one for one in channels if one != channel)
    return (*channels, channel)
