"""Messages before a table: greeting, game menu, game pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple, Self

import discord

import games
from bot import render
from bot.locales import LOCALES, Words, words
from bot.messages.games import presenter_of
from bot.messages.help import learn_button, rules_address
from bot.messages.parts.addresses import USER_ID_DIGITS
from bot.messages.parts.components import ClickAddress, Kind
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.text import star_text
from bot.messages.solo.board import solo_address
from bot.messages.table.lobby import code_of_value, option_name, option_value, value_of_code
from bot.tables.ladder import Climb
from bot.tables.state import Table
from bot.tables.time_controls import CLOCKS
from games import Family, Match
from games.core.options import OptionValue
from storage.matches import COMPUTER_LEVELS, Player, Status

from .parts.components import Button, Row, Select, SelectOption, Style
from .parts.message import COLOUR, Drawing, Message, embedded
from .parts.reader import Reader

FRIENDS: Final = "friends"
"""The company in an address: any person who joins. Otherwise it is a user's id, or "" for no one."""
THREAD: Final = "thread"
"""Where the table opens, in an address: in a thread of its own. Else "" for the channel of the menu."""


@dataclass(frozen=True)
class Wishes:
    """A new table's settings given to /play.

    :ivar options: the options of the game that were named, by their keys.
    :ivar clock: the key of the pace; None: the server's own.
    :ivar computer: how well a computer plays that was asked for; None: none was.
    """

    options: Mapping[str, OptionValue] = field(default_factory=dict)
    clock: str | None = None
    computer: Player | None = None

    @property
    def any(self) -> bool:
        """True if there is any wish."""
        return bool(self.options) or self.clock is not None or self.computer is not None

    def text(self, game: type[Match]) -> str:
        """Return the wishes as text for `parse`: option codes in order."""
        codes = (
            code_of_value(option, self.options[option.key]) if option.key in self.options else ""
            for option in game.option_list
        )
        return ",".join((self.clock or "", self.computer or "", *codes))

    @classmethod
    def parse(cls, game: type[Match], text: str) -> Wishes:
        """Parse an address code, ignoring values unknown to the game."""
        clock, level, *codes = text.split(",") if text.count(",") else ("", "")
        options = {
            option.key: value
            for option, code in zip(game.option_list, codes, strict=False)
            if (value := value_of_code(option, code)) is not None
        }
        level_of = {one.value: one for one in COMPUTER_LEVELS}
        return cls(options, clock if clock in CLOCKS else None, level_of.get(level))

    def describe(self, game: type[Match], w: Words) -> list[str]:
        """Return the wishes in words."""
        told = [
            f"{option_name(game, option, w)}: {option_value(game, option, self.options[option.key], w)}"
            for option in game.option_list
            if option.key in self.options
        ]
        if self.clock is not None:
            told.append(f"{w('clock.name')}: {w(f'clock.{self.clock}')}")
        if self.computer is not None:
            told.append(w(f"lobby.computer.{self.computer}"))
        return told


NO_WISHES: Final = Wishes()


class TableChoice(NamedTuple):
    """The arguments in an address that leads to a game.

    :ivar company: `FRIENDS`, a user's id, or "" for no one.
    :ivar place: `THREAD`, or "" for the menu's channel.
    :ivar wishes: see `Wishes.text`.
    """

    game: str
    company: str = ""
    place: str = ""
    wishes: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the end of an address; missing parts are empty."""
        return cls(*(*text.split("/"), "", "", "")[:4])

    def __str__(self) -> str:
        last = 4 if self.wishes else 3 if self.place else 2
        return "/".join(self[:last])

    @property
    def partner(self) -> int | None:
        """The user to play with, if any."""
        is_id = self.company.isascii() and self.company.isdecimal() and len(self.company) <= USER_ID_DIGITS
        return int(self.company) if is_id else None


@dataclass(frozen=True)
class Menu:
    """The state of a menu of games.

    :ivar partner: the user that they want to play with.
    :ivar friends: whether they want to play with any person who joins.
    :ivar taken: the link to the channel's open table; "" if there is none.
    :ivar threads: whether a table could open in a thread of the channel.
    :ivar last: the key of their last game; "" if there is none.
    :ivar climbs: their progress on the ladders, by game.
    :ivar tables: the number of tables on the server that they can see.
    """

    user_id: int
    partner: int | None = None
    friends: bool = False
    taken: str = ""
    threads: bool = False
    last: str = ""
    wishes: Wishes = NO_WISHES
    climbs: Mapping[str, Climb] = field(default_factory=dict)
    tables: int = 0

    @property
    def with_others(self) -> bool:
        """True if the menu is for playing with people."""
        return self.friends or self.partner is not None

    @property
    def can_open(self) -> bool:
        """True if a table can open from here."""
        return not self.taken or self.threads

    def stars(self, game: str) -> str:
        """Return the stars won on the ladder of a game; "" for none."""
        climb = self.climbs.get(game)
        return star_text(climb.stars) if climb is not None and climb.stars else ""

    def rest(self, game: str, *, friends: bool | None = None, wishes: str = "") -> str:
        """Return the address arguments for a game or its table."""
        friends = self.friends if friends is None else friends
        company = FRIENDS if friends else str(self.partner or "")
        return str(TableChoice(game, company, THREAD if self.taken and self.threads else "", wishes))

    def opening(self, game: type[Match]) -> str:
        """Return the address arguments to open a table with the wishes."""
        return self.rest(game.key, wishes=self.wishes.text(game) if self.wishes.any else "")


def greeting(locale: str, commands: Mapping[str, str]) -> Message:
    """Return a new server's greeting in all languages.

    :param locale: the server's own language, which comes first.
    :param commands: see `Reader`.
    """
    order = sorted(LOCALES, key=lambda one: one != words(locale).locale)
    lines = [words(one)("welcome.greeting", play=Reader(words(one), commands).command("play")) for one in order]
    embed = discord.Embed(colour=COLOUR, title="Boneyard 🁫", description="\n\n".join(lines))
    play = Button(ClickAddress(Kind.WELCOME), words(locale)("welcome.button.play"), Style.GO, emoji="🁣")
    return Message(embed=embed, rows=((play,),))


def game_menu(reader: Reader, menu: Menu) -> Message:
    """Return the ways to begin, and a picture of all games; without pictures, a list of them in groups."""
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w("welcome.title"))
    embed.description = "\n".join(
        [*_notes(menu, w), *(_groups(menu, w) if reader.board == "text" else _climbs(menu, w))]
    )
    select = _select(menu, w, "")
    rows = ((select,),) if menu.with_others else (_ways(menu, w), (select,), *_tables(menu, w))
    return embedded(embed, None if reader.board == "text" else _picture(reader), rows)


def game_page(reader: Reader, menu: Menu, game: type[Match]) -> Message:
    """Return a game's page, with buttons to start it."""
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w(f"game.{game.key}.name"))
    blurb = w(f"game.{game.key}.blurb")
    lines = [*_notes(menu, w), _people_and_minutes(game, w), f"> {blurb}"]
    if menu.wishes.any:
        lines.append(f"⚙️ {' · '.join(menu.wishes.describe(game, w))}")
    embed.description = "\n".join(lines)
    rules = Button(rules_address(game.key), w("board.button.rules"))
    back = Button(ClickAddress(Kind.WELCOME, rest=menu.rest("", friends=False)), w("hand.button.back"))
    ladder = ((ladder_button(game, menu, w),),) if game.key in games.TABLE_GAMES and not menu.with_others else ()
    first = (*_begin(game, menu, w), rules, learn_button(game.key, reader), back)
    return Message(embed=embed, rows=(first, *ladder, (_select(menu, w, game.key),)))


# --- What is said -----------------------------------------------------------------------------------------------------


def _notes(menu: Menu, w: Words) -> Iterator[str]:
    """Yield the top remarks: a taken channel, and the partner."""
    if menu.taken:
        yield taken_text(menu.taken, w, threads=menu.threads)
    if menu.partner is not None:
        yield w("welcome.with", name=f"<@{menu.partner}>")
    elif menu.friends:
        yield w("welcome.friends", join=w("lobby.button.join"))


def taken_message(link: str, thread: Button | None, others: Row, reader: Reader) -> Message:
    """Return that the channel has a table, with a way to a thread.

    :param link: the link to that table.
    :param thread: the button that opens a thread; None if none can be opened here.
    """
    first = () if thread is None else (replace(thread, style=Style.GO, emoji="🧵"),)
    return Message(taken_text(link, reader.words, threads=thread is not None), rows=((*first, *others),))


def taken_text(link: str, w: Words, *, threads: bool) -> str:
    """Return that the channel has a table, and where another can open."""
    further = w("welcome.taken.thread" if threads else "welcome.taken.elsewhere")
    return f"**{w('lobby.refusal.channel_taken', link=link)}**\n{further}"


def _climbs(menu: Menu, w: Words) -> Iterator[str]:
    """Yield the stars won on ladders, in one line."""
    starred = [f"{w(f'game.{key}.name')} {menu.stars(key)}" for key in games.TABLE_GAMES if menu.stars(key)]
    if starred and not menu.with_others:
        yield f"-# 🪜 {' · '.join(starred)}"


def _groups(menu: Menu, w: Words) -> Iterator[str]:
    for family, group in games.FAMILIES.items():
        if family is Family.SOLITAIRE and menu.with_others:
            continue
        yield f"-# {w(f'family.{family}')}"
        for game in group:
            name, line = w(f"game.{game.key}.name"), w(f"game.{game.key}.line")
            stars = "" if menu.with_others else menu.stars(game.key)
            yield " · ".join(part for part in (f"**{name}**", stars, _needs(game, w), line) if part)


def _needs(game: type[Match], w: Words) -> str:
    """Return a game's players and duration, abbreviated."""
    if game.seat_counts == (1,):
        return w("welcome.needs_time", minutes=game.info.minutes)
    return w("welcome.needs", numbers=_numbers(game), minutes=game.info.minutes)


def _people_and_minutes(game: type[Match], w: Words) -> str:
    """Return a game's players and duration."""
    minutes = w("welcome.minutes", minutes=game.info.minutes)
    if game.seat_counts == (1,):
        return minutes
    most = max(game.seat_counts)
    return f"{w.count('welcome.players', most, fewer=_numbers(game).removesuffix(str(most)))} · {minutes}"


def _numbers(game: type[Match]) -> str:
    few, most = min(game.seat_counts), max(game.seat_counts)
    if most - few + 1 == len(game.seat_counts) and few != most:
        return f"{few}–{most}"
    return "/".join(map(str, game.seat_counts))


def _picture(reader: Reader) -> Drawing:
    w = reader.words
    shown = tuple(
        (w(f"game.{game.key}.name"), presenter_of(game, reader, PlayerNames.numbered(1)).emblem)
        for group in games.FAMILIES.values()
        for game in group
    )
    return Drawing(partial(render.menu, shown), w("alt.menu", games=w.list([name for name, _ in shown])))


# --- What can be done -------------------------------------------------------------------------------------------------


def _ways(menu: Menu, w: Words) -> Row:
    """Return the four ways to begin, and the last game."""
    quickest = min(games.TABLE_GAMES.values(), key=lambda game: game.info.minutes)
    last = games.CATALOGUE.get(menu.last)
    with_friends = last.key if last is not None and last.key in games.TABLE_GAMES else next(iter(games.TABLE_GAMES))
    alone = last.key if last is not None and last.key in games.SOLITAIRES else next(iter(games.SOLITAIRES))
    quick = w("welcome.quick", game=w(f"game.{quickest.key}.name"), minutes=quickest.info.minutes)
    ways = (
        Button(
            ClickAddress(Kind.PLAY_COMPUTER, rest=menu.rest(quickest.key)),
            quick,
            Style.GO,
            "🧵" if menu.taken else "⚡",
            disabled=not menu.can_open,
        ),
        Button(
            ClickAddress(Kind.CHOOSE_GAME, rest=menu.rest(with_friends, friends=True)),
            w("welcome.button.friends"),
            Style.MAIN,
            "👥",
            disabled=not menu.can_open,
        ),
        Button(ClickAddress(Kind.DAILY_PAGE, rest=alone), w("welcome.button.alone"), Style.MAIN, "📅"),
        Button(ClickAddress(Kind.LADDER, rest=menu.rest("")), w("ladder.title"), Style.MAIN, "🪜"),
    )
    if last is None:
        return ways
    again = w("welcome.button.again", game=w(f"game.{last.key}.name"))
    return (*ways, Button(ClickAddress(Kind.CHOOSE_GAME, rest=menu.rest(last.key)), again, emoji="🔁"))


def _tables(menu: Menu, w: Words) -> tuple[Row, ...]:
    """Return the button of the list of tables, if there are any."""
    button = Button(ClickAddress(Kind.TABLES), w.count("tables.button", menu.tables), emoji="🪑")
    return ((button,),) if menu.tables else ()


def _select(menu: Menu, w: Words, chosen: str) -> Select:
    options = tuple(
        SelectOption(
            w(f"game.{one.key}.name"),
            one.key,
            f"{_people_and_minutes(one, w)} · {w(f'game.{one.key}.line')}",
            default=one.key == chosen,
        )
        for group in games.FAMILIES.values()
        for one in group
        if one.key in games.TABLE_GAMES or not menu.with_others
    )
    return Select(ClickAddress(Kind.CHOOSE_GAME, rest=menu.rest(chosen)), options, w("welcome.choose"))


def _begin(game: type[Match], menu: Menu, w: Words) -> Row:
    """Return the buttons that begin a game."""
    if game.key in games.SOLITAIRES:
        today = Button(ClickAddress(Kind.DAILY_PAGE, rest=game.key), w("welcome.button.alone"), Style.MAIN, "📅")
        return (computer_button(game, menu, w), today)
    opening = Button(
        ClickAddress(Kind.OPEN_TABLE, rest=menu.opening(game)),
        w("welcome.button.open"),
        Style.GO if menu.with_others else Style.MAIN,
        disabled=not menu.can_open,
    )
    if menu.with_others:
        return (opening,)
    return (computer_button(game, menu, w), opening)


def computer_button(game: type[Match], menu: Menu, w: Words) -> Button:
    """Return the button to start immediately, alone or against computers."""
    if game.key in games.SOLITAIRES:
        alone = solo_address(Kind.SOLO_OPEN, menu.user_id, game.key)
        return Button(alone, w("welcome.button.play"), Style.GO)
    address = ClickAddress(Kind.PLAY_COMPUTER, rest=menu.opening(game))
    return Button(address, w("welcome.button.computer"), Style.GO, disabled=not menu.can_open)


def ladder_button(game: type[Match], menu: Menu, w: Words) -> Button:
    """Return the button to the ladder of a game, with the stars won."""
    label = " ".join(part for part in (w("ladder.title"), menu.stars(game.key)) if part)
    return Button(ClickAddress(Kind.LADDER, rest=menu.rest(game.key)), label, emoji="🪜")


def opened_text(table: Table, channel_id: int, w: Words) -> str:
    """Return the message about an opened table.

    :param channel_id: where it is said; the table may be in a thread.
    """
    game = w(f"game.{table.stored.game}.name")
    channel = f"<#{table.stored.channel_id}>"
    if table.status is Status.LOBBY or table.stored.channel_id == channel_id:
        return w("welcome.opened", game=game, channel=channel)
    return w("welcome.playing_in", game=game, channel=channel, button=w("board.button.my_hand"))


COMPLETES: Final = {
    "game.{}.line": games.CATALOGUE,
    "family.{}": games.Family,
}
