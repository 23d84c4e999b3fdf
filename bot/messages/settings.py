"""The settings of a server and of a person."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.locales import Words
from storage.guilds import PlayerSettings, ServerSettings

from .parts.limits import DESCRIPTION, fitted
from .parts.message import COLOUR, Message
from .parts.reader import Reader

__all__ = ["AUTO", "BOARDS", "NOTICES", "player_message", "server_message"]

AUTO = "auto"
"""The language that somebody has in Discord."""

NOTICES = {"mention": "mention", "dm": "direct", "none": "none"}
"""How a person is called to his turn: the key of the text for each value."""

BOARDS = ("picture", "large", "text")


def server_message(settings: ServerSettings, reader: Reader, usual_clock: str, *, saved: bool) -> Message:
    """The settings of a server.

    :param usual_clock: the pace of a server that has chosen none.
    """
    w = reader.words
    channels = w.list([f"<#{channel}>" for channel in settings.channels]) or w("settings.channels.all")
    enders = w("settings.enders.moderators")
    if settings.ender_role_id is not None:
        enders = w("settings.enders.role", role=f"<@&{settings.ender_role_id}>")
    players = w("settings.callees.none")
    if settings.players_role_id is not None:
        players = w("settings.callees.role", role=f"<@&{settings.players_role_id}>")
    lines = {
        "settings.language": w(f"settings.language.{settings.locale or AUTO}"),
        "settings.channels": channels,
        "settings.clock": w(f"clock.{settings.clock or usual_clock}"),
        "settings.enders": enders,
        "settings.callees": players,
    }
    return _table_of(w, "settings.server.title", lines, saved=saved)


def player_message(settings: PlayerSettings, reader: Reader, *, saved: bool) -> Message:
    """A person's settings."""
    w = reader.words
    lines = {
        "settings.language": w(f"settings.language.{settings.locale or AUTO}"),
        "settings.notices": w(f"settings.notices.{NOTICES[settings.notice]}"),
        "settings.board": w(f"settings.board.{settings.board}"),
    }
    return _table_of(w, "settings.player.title", lines, saved=saved)


def _table_of(w: Words, title: str, lines: Mapping[str, str], *, saved: bool) -> Message:
    text = "\n".join(f"**{w(key)}**: {value}" for key, value in lines.items())
    embed = discord.Embed(colour=COLOUR, title=w(title), description=fitted(text, DESCRIPTION))
    if saved:
        embed.set_footer(text=f"✓ {w('settings.saved')}")
    return Message(embed=embed)
