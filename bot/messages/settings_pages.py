"""The settings of a server and of a person."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import discord

from bot.locales import Words
from bot.messages.parts.components import Address, Kind, page_buttons
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from storage.guilds import PlayerSettings, ServerSettings
from storage.league.leagues import League

AUTO_LANGUAGE = "auto"
"""The language that somebody has in Discord."""

NOTICES = {"mention": "mention", "dm": "direct", "none": "none"}
"""How people are told that it is their turn: the key of the text for each value."""

_CHANNELS: Final = 40
"""How many channels stand on a page."""

BOARDS = ("picture", "large", "text")


def server_settings_message(
    settings: ServerSettings, reader: Reader, usual_clock: str, page: int = 0, *, saved: bool = False
) -> Message:
    """The settings of a server.

    :param usual_clock: the pace of a server that has chosen none.
    :param page: which part of many channels is shown, from 0; a number beyond the last page shows the last.
    """
    w = reader.words
    last = max(0, (len(settings.channels) - 1) // _CHANNELS)
    page = min(page, last)
    shown = settings.channels[page * _CHANNELS : (page + 1) * _CHANNELS]
    channels = w.list([f"<#{channel}>" for channel in shown]) or w("settings.channels.all")
    enders = w("settings.enders.moderators")
    if settings.ender_role_id is not None:
        enders = w("settings.enders.role", role=f"<@&{settings.ender_role_id}>")
    players = w("settings.callees.none")
    if settings.players_role_id is not None:
        players = w("settings.callees.role", role=f"<@&{settings.players_role_id}>")
    lines = {
        "settings.language": w(f"settings.language.{settings.locale or AUTO_LANGUAGE}"),
        "settings.channels": channels,
        "settings.clock": w(f"clock.{settings.clock or usual_clock}"),
        "settings.enders": enders,
        "settings.callees": players,
    }
    message = settings_table(w, "settings.server.title", lines, page=(page, last) if last else None, saved=saved)
    return replace(message, rows=page_buttons(reader, _at_page, page, last + 1))


def _at_page(number: int) -> Address:
    return Address(Kind.SETTINGS_PAGE, rest=str(number))


def player_settings_message(settings: PlayerSettings, reader: Reader, *, saved: bool) -> Message:
    """A person's settings."""
    w = reader.words
    lines = {
        "settings.language": w(f"settings.language.{settings.locale or AUTO_LANGUAGE}"),
        "settings.notices": w(f"settings.notices.{NOTICES[settings.notice]}"),
        "settings.board": w(f"settings.board.{settings.board}"),
    }
    return settings_table(w, "settings.player.title", lines, saved=saved)


def settings_table(
    w: Words, title: str, lines: Mapping[str, str], *, saved: bool, page: tuple[int, int] | None = None
) -> Message:
    """Settings with what they are set to, a line for each.

    :param lines: the key of the name of each setting, and its value.
    :param saved: whether something has just been changed.
    :param page: the number of this page and of the last one, from 0.
    """
    text = "\n".join(f"**{w(key)}**: {value}" for key, value in lines.items())
    embed = discord.Embed(colour=COLOUR, title=w(title), description=text)
    notes = [f"✓ {w('settings.saved')}"] if saved else []
    if page is not None:
        notes.append(w("rules.page", number=page[0] + 1, total=page[1] + 1))
    if notes:
        embed.set_footer(text=" · ".join(notes))
    return Message(embed=embed)


def league_settings_message(league: League, reader: Reader, *, saved: bool) -> Message:
    """The settings of the league of a server.

    :param saved: whether something has just been changed.
    """
    w = reader.words
    daily, channel = league.daily_limit, league.summary_channel_id
    lines = {
        "league.settings.zone": league.time_zone,
        "league.settings.daily": w.count("league.matches", daily) if daily else w("league.settings.daily.any"),
        "league.settings.quarterly": w("option.on") if league.quarterly else w("option.off"),
        "league.settings.games_off": w.list([w(f"game.{game}.name") for game in league.games_off])
        or w("league.settings.games_off.none"),
        "league.settings.summary": w("option.off") if channel is None else f"<#{channel}>",
    }
    return settings_table(w, "league.settings.title", lines, saved=saved)
