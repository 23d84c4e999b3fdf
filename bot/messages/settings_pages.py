"""The settings of a server, of a person and of a league: what is set, and what changes it."""

from collections.abc import Iterable, Mapping
from typing import Final

import discord

import games
from bot.locales import LOCALES, Words, words
from bot.messages.parts.components import (
    MAX_OPTIONS,
    Address,
    Button,
    Entity,
    EntitySelect,
    Kind,
    Option,
    Row,
    Select,
    Style,
)
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, MAX_PLACEHOLDER, truncate
from bot.tables.time_controls import CLOCKS
from storage.guilds import PlayerSettings, ServerSettings
from storage.league.leagues import League
from storage.matches import COMPUTER_LEVELS, Player

AUTO_LANGUAGE = "auto"
"""The language that somebody has in Discord."""

NOTICES = {"mention": "mention", "dm": "direct", "none": "none"}
"""How people are told that it is their turn: the key of the text for each value."""

BOARDS = ("picture", "large", "text")

DAILY_LIMITS: Final = (0, 1, 2, 3, 5, 10, 20)
"""The daily limits that can be chosen by a click; 0 for none."""

_CHANNELS: Final = 40
"""How many channels are named at most."""


def server_settings_message(
    settings: ServerSettings, reader: Reader, usual_clock: str, *, saved: bool = False
) -> Message:
    """The settings of a server.

    :param usual_clock: the pace of a server that has chosen none.
    """
    w = reader.words
    named = [f"<#{channel}>" for channel in settings.channels[:_CHANNELS]]
    if len(settings.channels) > len(named):
        named.append(w("lobby.refusal.more_channels", number=len(settings.channels) - len(named)))
    channels = w.list(named) or w("settings.channels.all")
    enders = w("settings.enders.moderators")
    if settings.ender_role_id is not None:
        enders = w("settings.enders.role", role=f"<@&{settings.ender_role_id}>")
    players = w("settings.callees.none")
    if settings.players_role_id is not None:
        players = w("settings.callees.role", role=f"<@&{settings.players_role_id}>")
    language, clock = settings.locale or AUTO_LANGUAGE, settings.clock or usual_clock
    lines = {
        "settings.language": language_name(language, w),
        "settings.clock": w(f"clock.{clock}"),
        "settings.computer": w(f"level.{settings.computer or Player.REGULAR}"),
        "settings.channels": channels,
        "settings.enders": enders,
        "settings.callees": players,
    }

    def entities(key: str, text: str, of: Entity, chosen: Iterable[int | None], most: int = 1) -> Row:
        ids = tuple(one for one in chosen if one is not None)
        shown = ids if len(ids) <= most else ()
        return (EntitySelect(Address(Kind.SERVER_SETTING, rest=key), of, shown, _placeholder(w(text)), most),)

    rows = (
        _languages(Kind.SERVER_SETTING, language, w),
        _choice(Kind.SERVER_SETTING, "clock", "settings.clock", {key: w(f"clock.{key}") for key in CLOCKS}, clock, w),
        entities("channels", "settings.channels", Entity.CHANNEL, settings.channels, MAX_OPTIONS),
        entities("enders", "settings.enders", Entity.ROLE, [settings.ender_role_id]),
        entities("players", "settings.callees", Entity.ROLE, [settings.players_role_id]),
    )
    return settings_page(w, "settings.server.title", lines, rows, saved=saved)


def player_settings_message(
    settings: PlayerSettings, reader: Reader, usual_computer: Player, *, saved: bool
) -> Message:
    """A person's settings.

    :param usual_computer: the level of computers for who has chosen none.
    """
    w, computer = reader.words, settings.computer or usual_computer
    language = settings.locale or AUTO_LANGUAGE
    lines = {
        "settings.language": language_name(language, w),
        "settings.notices": w(f"settings.notices.{NOTICES[settings.notice]}"),
        "settings.board": w(f"settings.board.{settings.board}"),
        "settings.computer": w(f"level.{computer}"),
    }
    notices = {value: w(f"settings.notices.{key}") for value, key in NOTICES.items()}
    boards = {board: w(f"settings.board.{board}") for board in BOARDS}
    rows = (
        _languages(Kind.SETTING, language, w),
        _choice(Kind.SETTING, "notices", "settings.notices", notices, settings.notice, w),
        _choice(Kind.SETTING, "board", "settings.board", boards, settings.board, w),
        _choice(
            Kind.SETTING,
            "computer",
            "settings.computer",
            {one: w(f"level.{one}") for one in COMPUTER_LEVELS},
            computer,
            w,
        ),
    )
    return settings_page(w, "settings.player.title", lines, rows, saved=saved)


def league_settings_message(league: League, reader: Reader, *, saved: bool) -> Message:
    """The settings of the league of a server.

    :param saved: whether something has just been changed.
    """
    w = reader.words
    channel, role = league.summary_channel_id, league.podium_role_id
    lines = {
        "league.settings.zone": league.time_zone,
        "league.settings.daily": _daily(league.daily_limit, w),
        "league.settings.quarterly": w("option.on") if league.quarterly else w("option.off"),
        "league.settings.games_off": w.list([w(f"game.{game}.name") for game in league.games_off])
        or w("league.settings.games_off.none"),
        "league.settings.summary": w("option.off") if channel is None else f"<#{channel}>",
        "league.settings.podium": w("league.settings.podium.none") if role is None else f"<@&{role}>",
    }
    off = tuple(
        Option(truncate(w(f"game.{game}.name"), MAX_OPTION_TEXT), game, default=game in league.games_off)
        for game in games.TABLE_GAMES
    )
    limits = sorted({*DAILY_LIMITS, league.daily_limit})
    daily = tuple(
        Option(_labelled("league.settings.daily", _daily(one, w), w), str(one), default=one == league.daily_limit)
        for one in limits
    )
    quarterly = Button(
        _league_setting("quarterly", "0" if league.quarterly else "1"),
        f"{w('league.settings.quarterly')}: {lines['league.settings.quarterly']}",
        Style.GO if league.quarterly else Style.PLAIN,
    )
    rows: tuple[Row, ...] = (
        (Select(_league_setting("daily"), daily, _placeholder(w("league.settings.daily"))),),
        (
            Select(
                _league_setting("games_off"), off, _placeholder(w("league.settings.games_off")), least=0, most=len(off)
            ),
        ),
        (
            EntitySelect(
                _league_setting("summary"),
                Entity.CHANNEL,
                () if channel is None else (channel,),
                _placeholder(w("league.settings.summary")),
            ),
        ),
        (
            EntitySelect(
                _league_setting("podium"),
                Entity.ROLE,
                () if role is None else (role,),
                _placeholder(w("league.settings.podium")),
            ),
        ),
        (quarterly,),
    )
    return settings_page(w, "league.settings.title", lines, rows, saved=saved)


def settings_page(
    w: Words, title: str, lines: Mapping[str, str], rows: tuple[Row, ...] = (), *, saved: bool
) -> Message:
    """Settings with what they are set to, a line for each.

    :param lines: the key of the name of each setting, and its value.
    :param saved: whether something has just been changed.
    """
    text = "\n".join(f"**{w(key)}**: {value}" for key, value in lines.items())
    embed = discord.Embed(colour=COLOUR, title=w(title), description=text)
    if saved:
        embed.set_footer(text=f"✓ {w('settings.saved')}")
    return Message(embed=embed, rows=rows)


def language_name(language: str, w: Words) -> str:
    """Return the name of a language in itself, or of the choice to follow Discord."""
    return w("settings.language.auto") if language == AUTO_LANGUAGE else words(language)("settings.language.own")


def _languages(kind: Kind, chosen: str, w: Words) -> Row:
    names = {language: language_name(language, w) for language in (AUTO_LANGUAGE, *LOCALES)}
    return _choice(kind, "language", "settings.language", names, chosen, w)


def _choice(kind: Kind, setting: str, title: str, texts: Mapping[str, str], chosen: str, w: Words) -> Row:
    """A select of the values of a setting, which says what the setting is and what it is set to.

    :param texts: the values, each with its text.
    """
    options = tuple(Option(_labelled(title, text, w), value, default=value == chosen) for value, text in texts.items())
    return (Select(Address(kind, rest=setting), options, _placeholder(w(title))),)


def _labelled(title: str, value: str, w: Words) -> str:
    return truncate(f"{w(title)}: {value}", MAX_OPTION_TEXT)


def _placeholder(text: str) -> str:
    return truncate(text, MAX_PLACEHOLDER)


def _daily(limit: int, w: Words) -> str:
    return w.count("league.matches", limit) if limit else w("league.settings.daily.any")


def _league_setting(setting: str, value: str = "") -> Address:
    return Address(Kind.LEAGUE_SETTING, rest=f"{setting}/{value}" if value else setting)
