"""The lobby: the public message of a table that has not begun, and the choices of its host."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot import render
from bot.locales import Words, words
from bot.posts.components import AddressedSelect, button, select
from bot.tables import lobby as rules
from bot.tables.clock import CLOCKS, Clock, has_own_tempo
from bot.tables.state import Table
from games import Option
from storage.matches import Player

from .addresses import Address
from .message import COLOUR, Message, Row
from .names import plain_names, spoken_names

__all__ = [
    "choose_computer",
    "choose_options",
    "choose_removed",
    "clock_text",
    "lobby_message",
    "option_name",
    "option_value",
    "options_text",
]

_SELECTS = 5
_SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}


def lobby_message(table: Table) -> Message:
    """The lobby, in the table's language."""
    w = words(table.stored.locale)
    game = table.game
    embed = discord.Embed(colour=COLOUR, title=w("lobby.title", game=w(f"game.{game.key}.name")))
    embed.description = f"{w(f'game.{game.key}.blurb')}\n\n{w('lobby.invitation', button=w('lobby.button.join'))}"
    embed.add_field(name=w("lobby.seats"), value=_seats(table, w), inline=False)
    if game.option_list:
        embed.add_field(name=w("lobby.options"), value=options_text(table, w), inline=True)
    if not has_own_tempo(game):
        embed.add_field(name=w("clock.name"), value=clock_text(CLOCKS[table.stored.clock], w), inline=True)
    obstacle = rules.obstacle(table)
    if obstacle is not None:
        reason = (
            w(obstacle.key, **obstacle.values)
            if obstacle.count is None
            else w.count(obstacle.key, obstacle.count, **obstacle.values)
        )
        embed.set_footer(text=reason)
    return Message(embed=embed, rows=_buttons(table, w, can_start=obstacle is None))


def choose_computer(table: Table, w: Words) -> Message:
    """The question which computer player is to take a seat."""
    levels = [
        discord.SelectOption(
            label=w(f"lobby.computer.{level}"), value=level.value, description=w(f"lobby.computer.{level}.description")
        )
        for level in (Player.REGULAR, Player.CASUAL)
    ]
    return _choice(table, "addcomputer", levels, w("lobby.choose_computer"))


def choose_removed(table: Table, w: Words) -> Message:
    """The question who is to leave the table."""
    players = [
        discord.SelectOption(label=f"{number + 1}. {name}"[:100], value=str(number))
        for number, name in enumerate(plain_names(table, w))
    ]
    return _choice(table, "remove", players, w("lobby.choose_removed"))


def choose_options(table: Table, w: Words) -> Message:
    """A select for the clock and for each option of the game."""
    selects = [] if has_own_tempo(table.game) else [_clock_select(table, w)]
    for option in table.game.option_list[: _SELECTS - len(selects)]:
        choices = [
            discord.SelectOption(
                label=f"{option_name(table, option, w)}: {option_value(table, option, value, w)}"[:100],
                value=str(index),
                default=table.stored.options.get(option.key, option.default) == value,
            )
            for index, value in enumerate(option.values)
        ]
        selects.append(
            select(Address("option", table.id, 0, option.key), choices, placeholder=option_name(table, option, w))
        )
    return Message(w("lobby.choose_options"), rows=tuple((one,) for one in selects))


def _clock_select(table: Table, w: Words) -> AddressedSelect:
    return select(
        Address("clock", table.id),
        [
            discord.SelectOption(
                label=f"{w('clock.name')}: {w(f'clock.{clock.key}')}",
                value=clock.key,
                description=_clock_description(clock, w)[:100],
                default=clock.key == table.stored.clock,
            )
            for clock in CLOCKS.values()
        ],
        placeholder=w("clock.name"),
    )


def options_text(table: Table, w: Words) -> str:
    """The options of the table, one line each."""
    return "\n".join(
        f"{option_name(table, option, w)}: "
        f"{option_value(table, option, table.stored.options.get(option.key, option.default), w)}"
        for option in table.game.option_list
    )


def option_name(table: Table, option: Option, w: Words) -> str:
    """What an option of the table's game is called."""
    return w(f"option.{table.game.key}.{option.key}.name")


def option_value(table: Table, option: Option, value: object, w: Words) -> str:
    """What a value of an option is called; numbers are themselves."""
    if isinstance(value, bool):
        return w("option.on") if value else w("option.off")
    key = f"option.{table.game.key}.{option.key}.{value}"
    return w(key) if key in w else str(value)


def clock_text(clock: Clock, w: Words) -> str:
    """A clock with what it means."""
    return f"{w(f'clock.{clock.key}')} — {_clock_description(clock, w)}"


def _clock_description(clock: Clock, w: Words) -> str:
    if clock.seconds is None:
        return w(f"clock.{clock.key}.description")
    unit = max((unit for unit, size in _SECONDS.items() if clock.seconds % size == 0), key=_SECONDS.__getitem__)
    time = w.count(f"clock.{unit}", int(clock.seconds // _SECONDS[unit]))
    return w(f"clock.{clock.key}.description", time=time)


def _seats(table: Table, w: Words) -> str:
    """The seats that are taken, and those that are free or needed."""
    names = spoken_names(table, w)
    lines = []
    for seat, name in zip(table.seats, names, strict=True):
        host = f" · {w('lobby.host')}" if seat.user_id == table.stored.host_id and seat.user_id is not None else ""
        lines.append(f"`{seat.seat + 1}` {name}{host}{_pair(table, seat.seat)}")
    free = range(len(names), max(table.game.seat_counts))
    return "\n".join([*lines, *(f"`{number + 1}` *{w('lobby.seat_empty')}*" for number in free)])


def _pair(table: Table, seat: int) -> str:
    """The letter of a seat's pair, where partners sit opposite and the number of players is one that can play."""
    if not table.game.signs or len(table.seats) not in table.game.seat_counts:
        return ""
    return f" · **{render.PAIR_LETTERS[seat % table.pairs]}**"


def _buttons(table: Table, w: Words, *, can_start: bool) -> tuple[Row, ...]:
    def at(kind: str) -> Address:
        return Address(kind, table.id)

    full = len(table.seats) >= max(table.game.seat_counts)
    start = discord.ButtonStyle.success if can_start else discord.ButtonStyle.secondary
    return (
        (
            button(at("join"), w("lobby.button.join"), style=discord.ButtonStyle.primary, disabled=full),
            button(at("leave"), w("lobby.button.leave")),
            button(at("computer"), w("lobby.button.add_computer"), disabled=full),
            button(at("choose"), w("lobby.button.remove")),
        ),
        (
            button(at("start"), w("lobby.button.start"), style=start),
            button(at("options"), w("lobby.button.options")),
            button(at("rules"), w("lobby.button.rules")),
            button(at("cancel"), w("lobby.button.cancel"), style=discord.ButtonStyle.danger),
        ),
    )


def _choice(table: Table, kind: str, options: Sequence[discord.SelectOption], question: str) -> Message:
    return Message(question, rows=((select(Address(kind, table.id), options, placeholder=question),),))
