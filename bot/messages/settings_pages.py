"""Settings of servers, people and leagues, with their controls."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord

import games
from bot.locales import LOCALES, Words, words
from bot.messages.parts.components import (
    MAX_OPTIONS,
    Button,
    ClickAddress,
    ClickKind,
    Entity,
    EntitySelect,
    Form,
    Kind,
    Row,
    Select,
    SelectOption,
    Style,
    TextField,
    page_buttons,
)
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_BUTTON_LABEL, MAX_OPTION_TEXT, MAX_PLACEHOLDER, truncate
from bot.tables.time_controls import CLOCKS
from storage.guilds import PlayerSettings, ServerSettings
from storage.league.leagues import League
from storage.matches import COMPUTER_LEVELS, Player

AUTO_LANGUAGE = "auto"
"""The language of a person's Discord client."""

NOTICES = {"mention": "mention", "dm": "direct", "none": "none"}
"""The ways of turn notices: the key of the text for each value."""

BOARDS = ("picture", "large", "text")

DAILY_LIMITS: Final = (0, 1, 2, 3, 5, 10, 20)
"""The daily limits that can be chosen by a click; 0 for none."""

MEDAL_MATCHES: Final = (1, 2, 3, 5, 10, 15, 20, 30, 50, 100)
"""The numbers of matches for a medal that can be chosen."""

_MAX_NAMED: Final = 40
"""The most channels that are named."""


@dataclass(frozen=True)
class Choice:
    """A setting with a list of values.

    :ivar key: its name in addresses.
    :ivar column: the field of `PlayerSettings` or `ServerSettings`.
    :ivar title: the text key of its name.
    :ivar label: returns the text of a value.
    """

    key: str
    column: str
    title: str
    values: tuple[str, ...]
    label: Callable[[str, Words], str]

    def text(self, value: str, w: Words) -> str:
        return self.label(value, w)

    def row(self, kind: ClickKind, value: str, w: Words) -> Row:
        """Return a select of values, each naming the setting."""
        options = tuple(
            SelectOption(_labelled(self.title, self.label(one, w), w), one, default=one == value) for one in self.values
        )
        return (Select(ClickAddress(kind, rest=self.key), options, _placeholder(w(self.title))),)


@dataclass(frozen=True)
class EntityChoice:
    """A setting that is a role or some channels.

    :ivar none: the key of the text for no role and no channel.
    :ivar some: the key of the text about a role; channels are listed.
    """

    key: str
    column: str
    title: str
    none: str
    of: Entity = Entity.ROLE
    some: str = ""
    most: int = 1

    def text(self, value: int | Sequence[int] | None, w: Words) -> str:
        ids = _ids(value)
        if self.some:
            return w(self.some, role=f"<@&{ids[0]}>") if ids else w(self.none)
        named = [f"<#{channel}>" for channel in ids[:_MAX_NAMED]]
        if len(ids) > len(named):
            named.append(w("lobby.refusal.more_channels", number=len(ids) - len(named)))
        return w.list(named) or w(self.none)

    def row(self, kind: ClickKind, value: int | Sequence[int] | None, w: Words) -> Row:
        ids = _ids(value)
        shown = ids if len(ids) <= self.most else ()
        return (
            EntitySelect(ClickAddress(kind, rest=self.key), self.of, shown, _placeholder(w(self.title)), self.most),
        )


@dataclass(frozen=True)
class Toggle:
    """A setting that is on or off, changed by a button.

    :ivar key: its name in addresses.
    """

    key: str
    column: str
    title: str

    def text(self, value: bool, w: Words) -> str:  # noqa: FBT001  # the value of the column
        return w("option.on") if value else w("option.off")

    def button(self, kind: ClickKind, value: bool, w: Words) -> Button:  # noqa: FBT001  # the value of the column
        """Return a button that names the setting and changes it."""
        label = f"{w(self.title)}: {self.text(value, w)}"
        return Button(
            ClickAddress(kind, rest=f"{self.key}/{int(not value)}"), label, Style.GO if value else Style.PLAIN
        )


def _ids(value: int | Sequence[int] | None) -> tuple[int, ...]:
    return () if value is None else (value,) if isinstance(value, int) else tuple(value)


def _language_name(language: str, w: Words) -> str:
    """Return a language's own name, or that of following Discord."""
    return w("settings.language.auto") if language == AUTO_LANGUAGE else words(language)("settings.language.own")


_LANGUAGE: Final = Choice("language", "locale", "settings.language", (AUTO_LANGUAGE, *LOCALES), _language_name)
_COMPUTER: Final = Choice(
    "computer", "computer", "settings.computer", COMPUTER_LEVELS, lambda level, w: w(f"level.{level}")
)

PLAYER_SETTINGS: Final = (
    _LANGUAGE,
    Choice(
        "notices",
        "notice",
        "settings.notices",
        tuple(NOTICES),
        lambda notice, w: w(f"settings.notices.{NOTICES[notice]}"),
    ),
    Choice("board", "board", "settings.board", BOARDS, lambda board, w: w(f"settings.board.{board}")),
    _COMPUTER,
)
"""The settings of a person with a list of values, for the page and the check."""

PLAYER_TOGGLES: Final = (
    Toggle("puzzles", "gives_puzzles", "settings.puzzles"),
    Toggle("calls", "confirms_calls", "settings.calls"),
)
"""The settings of a person that are on or off."""

SERVER_SETTINGS: Final = (
    _LANGUAGE,
    Choice("clock", "clock", "settings.clock", tuple(CLOCKS), lambda clock, w: w(f"clock.{clock}")),
    _COMPUTER,
    EntityChoice(
        "channels", "channels", "settings.channels", "settings.channels.all", Entity.CHANNEL, most=MAX_OPTIONS
    ),
    EntityChoice(
        "enders", "ender_role_id", "settings.enders", "settings.enders.moderators", some="settings.enders.role"
    ),
    EntityChoice(
        "players", "players_role_id", "settings.callees", "settings.callees.none", some="settings.callees.role"
    ),
)
"""The settings of a server."""

SERVER_PAGES: Final[tuple[tuple[Choice | EntityChoice, ...], ...]] = (SERVER_SETTINGS[:3], SERVER_SETTINGS[3:])
"""The settings of a server by page: a message has room for three selects and the buttons below them."""

RESET: Final = "default"
"""The end of an address that sets the default."""


_TABS: Final = ("general", "access")
"""The names of the `SERVER_PAGES`."""
_LEAGUE_TAB: Final = "league"


def _tabs(shown: str, w: Words) -> tuple[Button, ...]:
    """Return the buttons of the pages of a server and of its league."""
    addresses = {tab: ClickAddress(Kind.SERVER_SETTINGS_PAGE, number=number) for number, tab in enumerate(_TABS)}
    addresses[_LEAGUE_TAB] = ClickAddress(Kind.LEAGUE_SETTINGS_PAGE, rest=_LEAGUE_TAB)  # a page has the other one
    return tuple(
        Button(address, w(f"settings.tab.{tab}"), Style.MAIN if tab == shown else Style.PLAIN, disabled=tab == shown)
        for tab, address in addresses.items()
    )


def page_of(key: str) -> int:
    """Return the page of a server's setting; 0 for an unknown one."""
    return next((number for number, page in enumerate(SERVER_PAGES) if any(one.key == key for one in page)), 0)


def server_settings_message(
    settings: ServerSettings, reader: Reader, usual_clock: str, *, number: int = 0, saved: bool = False
) -> Message:
    """Return all settings of a server, with the controls of one page.

    :param usual_clock: the pace of a server that has chosen none.
    :param number: the page, clamped to the last.
    """
    w, default, number = reader.words, ServerSettings(settings.guild_id), min(number, len(SERVER_PAGES) - 1)
    usual: dict[str, Any] = {"locale": AUTO_LANGUAGE, "clock": usual_clock, "computer": Player.REGULAR}
    values: dict[Choice | EntityChoice, Any] = {
        one: getattr(settings, one.column) or usual.get(one.column) for one in SERVER_SETTINGS
    }
    unset = {one for one in SERVER_SETTINGS if getattr(settings, one.column) == getattr(default, one.column)}
    lines = {
        one.title: w("settings.by_default", value=one.text(value, w)) if one in unset else one.text(value, w)
        for one, value in values.items()
    }
    resets = tuple(
        Button(
            ClickAddress(Kind.SERVER_SETTING, rest=f"{one.key}/{RESET}"),
            truncate(w("settings.button.reset", setting=w(one.title)), MAX_BUTTON_LABEL),
        )
        for one in SERVER_PAGES[number]
        if one not in unset
    )
    rows = (
        *(one.row(Kind.SERVER_SETTING, values[one], w) for one in SERVER_PAGES[number]),
        *((resets,) if resets else ()),
        _tabs(_TABS[number], w),
    )
    return settings_page(w, "settings.server.title", lines, rows, saved=saved)


def player_settings_message(
    settings: PlayerSettings, reader: Reader, usual_computer: Player, *, saved: bool
) -> Message:
    """Return a person's settings.

    :param usual_computer: the level of computers for people who have chosen none.
    """
    usual = {"locale": AUTO_LANGUAGE, "computer": usual_computer}
    values = {one: getattr(settings, one.column) or usual[one.column] for one in PLAYER_SETTINGS}
    toggled = {one: getattr(settings, one.column) for one in PLAYER_TOGGLES}
    lines = {one.title: one.text(value, reader.words) for one, value in values.items()}
    lines |= {one.title: one.text(value, reader.words) for one, value in toggled.items()}
    toggles = tuple(one.button(Kind.SETTING, value, reader.words) for one, value in toggled.items())
    rows = (*(one.row(Kind.SETTING, value, reader.words) for one, value in values.items()), toggles)
    return settings_page(reader.words, "settings.player.title", lines, rows, saved=saved)


LEAGUE_PAGES: Final = (("daily", "games_off", "summary", "quarterly"), ("log", "podium", "medals", "zone"))
"""The settings of a league that have controls, by page."""


def league_page_of(setting: str) -> int:
    """Return the page of a league's setting; 0 for an unknown one."""
    return next((number for number, page in enumerate(LEAGUE_PAGES) if setting in page), 0)


def league_settings_message(
    league: League, reader: Reader, *, saved: bool, number: int = 0, log_notes: Sequence[str] = ()
) -> Message:
    """Return the settings of a server's league, with the controls of one page.

    :param number: the page, clamped to the last.
    :param log_notes: warnings about the log channel.
    """
    w, number = reader.words, min(number, len(LEAGUE_PAGES) - 1)
    channel, role = league.summary_channel_id, league.podium_role_id
    lines = {
        "league.settings.zone": league.time_zone,
        "league.settings.daily": _daily(league.daily_limit, w),
        "league.settings.quarterly": w("option.on") if league.quarterly else w("option.off"),
        "league.settings.games_off": w.list([w(f"game.{game}.name") for game in league.games_off])
        or w("league.settings.games_off.none"),
        "league.settings.summary": w("option.off") if channel is None else f"<#{channel}>",
        "league.settings.log": "\n".join((_log_channel(league.log_channel_id, w), *(f"⚠️ {one}" for one in log_notes))),
        "league.settings.podium": w("league.settings.podium.none") if role is None else f"<@&{role}>",
        "league.settings.medals": w.count("league.matches", league.medal_matches),
    }
    off = tuple(
        SelectOption(truncate(w(f"game.{game}.name"), MAX_OPTION_TEXT), game, default=game in league.games_off)
        for game in games.TABLE_GAMES
    )
    limits = sorted({*DAILY_LIMITS, league.daily_limit})
    daily = tuple(
        SelectOption(_labelled("league.settings.daily", _daily(one, w), w), str(one), default=one == league.daily_limit)
        for one in limits
    )
    quarterly = Button(
        _league_setting("quarterly", "0" if league.quarterly else "1"),
        f"{w('league.settings.quarterly')}: {lines['league.settings.quarterly']}",
        Style.GO if league.quarterly else Style.PLAIN,
    )
    medals = tuple(
        SelectOption(_labelled("league.settings.medals", str(one), w), str(one), default=one == league.medal_matches)
        for one in sorted({*MEDAL_MATCHES, league.medal_matches})
    )
    controls: dict[str, Row] = {
        "daily": (Select(_league_setting("daily"), daily, _placeholder(w("league.settings.daily"))),),
        "games_off": (
            Select(
                _league_setting("games_off"), off, _placeholder(w("league.settings.games_off")), least=0, most=len(off)
            ),
        ),
        "summary": _entity("summary", Entity.CHANNEL, channel, w),
        "quarterly": (quarterly,),
        "log": _entity("log", Entity.CHANNEL, league.log_channel_id, w),
        "podium": _entity("podium", Entity.ROLE, role, w),
        "medals": (Select(_league_setting("medals"), medals, _placeholder(w("league.settings.medals"))),),
        "zone": (Button(ClickAddress(Kind.ASK_ZONE), f"{w('league.settings.zone')}: {league.time_zone}"),),
    }
    [pages] = page_buttons(reader, partial(ClickAddress, Kind.LEAGUE_SETTINGS_PAGE, ""), number, len(LEAGUE_PAGES))
    rows = (
        *(controls[one] for one in LEAGUE_PAGES[number]),
        (*pages, *_tabs(_LEAGUE_TAB, w)),
    )
    return settings_page(w, "league.settings.title", lines, rows, saved=saved)


def zone_form(league: League, w: Words) -> Form:
    """Return the form for the time zone of a league."""
    field = TextField("zone", w("league.settings.zone"), filled=league.time_zone)
    return Form(_league_setting("zone"), w("league.settings.title"), (field,))


def _entity(setting: str, of: Entity, chosen: int | None, w: Words) -> Row:
    """Return a select of a channel or role for a setting of a league."""
    shown = (chosen,) if chosen else ()
    return (EntitySelect(_league_setting(setting), of, shown, _placeholder(w(f"league.settings.{setting}"))),)


def _log_channel(channel_id: int | None, w: Words) -> str:
    if channel_id is None:
        return w("option.off")
    return f"<#{channel_id}>" if channel_id else w("league.settings.log.gone")


def settings_page(
    w: Words, title: str, lines: Mapping[str, str], rows: tuple[Row, ...] = (), *, saved: bool
) -> Message:
    """Return settings with their values, one per line.

    :param lines: the values by the keys of the settings' names.
    """
    text = "\n".join(f"**{w(key)}**: {value}" for key, value in lines.items())
    embed = discord.Embed(colour=COLOUR, title=w(title), description=text)
    if saved:
        embed.set_footer(text=f"✓ {w('settings.saved')}")
    return Message(embed=embed, rows=rows)


def _labelled(title: str, value: str, w: Words) -> str:
    return truncate(f"{w(title)}: {value}", MAX_OPTION_TEXT)


def _placeholder(text: str) -> str:
    return truncate(text, MAX_PLACEHOLDER)


def _daily(limit: int, w: Words) -> str:
    return w.count("league.matches", limit) if limit else w("league.settings.daily.any")


def _league_setting(setting: str, value: str = "") -> ClickAddress:
    return ClickAddress(Kind.LEAGUE_SETTING, rest=f"{setting}/{value}" if value else setting)


def parse_league_setting(address: ClickAddress) -> tuple[str, str]:
    """Return an address's setting and new value, if included."""
    setting, _, value = address.rest.partition("/")
    return setting, value


COMPLETES: Final = {
    "level.{}": COMPUTER_LEVELS,
    "settings.notices.{}": NOTICES.values(),
    "settings.board.{}": BOARDS,
    "league.settings.{}": ("summary", "log", "podium"),
    "settings.tab.{}": (*_TABS, _LEAGUE_TAB),
}
