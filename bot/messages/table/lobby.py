"""The lobby: a new table's public message and host's choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any, Final

import discord

import games
from bot import render
from bot.locales import Words
from bot.messages.errors import table_error_text
from bot.messages.games import Presenter, presenter_at
from bot.messages.help import learn_button
from bot.messages.parts.components import (
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
    button_rows,
)
from bot.messages.parts.computer_ratings import computer_rating
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.names import PlayerNames, seat_name
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold
from bot.messages.table.notes import NO_NOTES, Notes
from bot.messages.table.shuffle import code_line, shuffle_button
from bot.tables import lobby as rules
from bot.tables.state import Table
from bot.tables.time_controls import CLOCKS, Clock, has_own_tempo
from games import Match
from games import Option as GameOption
from games.core.options import OptionValue
from storage.league.results import NotCounted
from storage.matches import COMPUTER_LEVELS, Player

UNITS: Final = MappingProxyType({"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400})
"""The units of a clock's time, with their lengths in seconds."""

NUMBER_FIELD: Final = "number"
"""The field of a form for a number that an option does not offer."""


def lobby_message(table: Table, reader: Reader, notes: Notes = NO_NOTES) -> Message:
    """Return the lobby: seats, options, and obstacles to the start."""
    w, game = reader.words, table.game
    embed = discord.Embed(colour=COLOUR, title=w("lobby.title", game=w(f"game.{game.key}.name")))
    obstacle = rules.obstacle(table)
    again = table.stored.rematch_of is not None and obstacle is None
    invitation = "lobby.invitation_kept" if notes.kept_seats else "lobby.invitation"
    asked = w("lobby.rematch") if again else w(invitation, button=w("lobby.button.join"))
    embed.description = f"{w(f'game.{game.key}.blurb')}\n\n{asked}"
    code = [code_line(table.origin.fingerprint, w)] if table.origin is not None else []
    embed.description = "\n".join([embed.description, *notes.lines, *code])
    seats = _seats(table, presenter_at(table, reader))
    embed.add_field(name=w("lobby.seats"), value=seats, inline=False)
    if game.option_list:
        embed.add_field(name=w("lobby.options"), value=options_text(table, w), inline=True)
    if not has_own_tempo(game):
        embed.add_field(name=w("clock.name"), value=clock_text(CLOCKS[table.stored.clock], w), inline=True)
    if obstacle is not None:
        embed.set_footer(text=table_error_text(obstacle, reader))
    if again:
        rows = _rematch_buttons(table, w)
    elif notes.kept_seats:
        rows = _kept_buttons(table, reader, full=len(table.seats) >= notes.kept_seats)
    else:
        rows = _buttons(table, reader, can_start=obstacle is None)
    return Message(embed=embed, rows=(*rows, notes.row) if notes.row else rows)


def choose_player_to_remove(table: Table, w: Words) -> Message:
    """Return the select of a player to remove."""
    players = [
        SelectOption(f"{seat.seat + 1}. {name}", str(seat.seat))
        for seat, name in zip(table.seats, PlayerNames.at(table, w).plain, strict=True)
    ]
    return _choice(table, Kind.REMOVE, players, w("lobby.choose_removed"))


def choose_options(table: Table, w: Words) -> Message:
    """Return selects for clock and options, and buttons for the rest."""
    selects = [] if has_own_tempo(table.game) else [_clock_select(table, w)]
    for option in table.game.option_list:
        chosen = table.stored.options.get(option.key, option.default)
        choices = tuple(
            SelectOption(
                f"{option_name(table.game, option, w)}: {option_value(table.game, option, value, w)}",
                code_of_value(option, value),
                default=chosen == value,
            )
            for value in (*option.values, *(() if chosen in option.values else (chosen,)))
        )
        address = ClickAddress(Kind.SET_OPTION, table.id, 0, option.key)
        selects.append(Select(address, choices, option_name(table.game, option, w)))
    buttons = button_rows(tuple(_other_numbers(table, w)))
    return Message(w("lobby.choose_options"), rows=(*((one,) for one in selects), *buttons))


def number_form(table: Table, key: str, w: Words) -> Form | None:
    """Return the form for an unlisted number, if allowed."""
    option = next((one for one in table.game.option_list if one.key == key), None)
    if option is None or option.between is None:
        return None
    least, most = option.between
    field = TextField(NUMBER_FIELD, w("lobby.number", least=least, most=most), len(str(most)))
    return Form(ClickAddress(Kind.TAKE_NUMBER, table.id, 0, key), option_name(table.game, option, w), (field,))


def _other_numbers(table: Table, w: Words) -> Iterator[Button]:
    """Yield a button per option that allows unlisted numbers."""
    for option in table.game.option_list:
        if option.between is not None:
            label = w("lobby.button.number", option=option_name(table.game, option, w))
            yield Button(ClickAddress(Kind.ASK_NUMBER, table.id, 0, option.key), label)


def _clock_select(table: Table, w: Words) -> Select:
    clocks = tuple(
        SelectOption(
            f"{w('clock.name')}: {w(f'clock.{clock.key}')}",
            clock.key,
            _clock_description(clock, w),
            default=clock.key == table.stored.clock,
        )
        for clock in CLOCKS.values()
    )
    return Select(ClickAddress(Kind.SET_CLOCK, table.id), clocks, w("clock.name"))


def options_text(table: Table, w: Words) -> str:
    """Return the options of the table, one line each."""
    return "\n".join(
        f"{option_name(table.game, option, w)}: "
        f"{option_value(table.game, option, table.stored.options.get(option.key, option.default), w)}"
        for option in table.game.option_list
    )


def option_name(game: type[Match], option: GameOption, w: Words) -> str:
    """Return the name of an option."""
    return w(f"option.{game.key}.{option.key}.name")


def option_value(game: type[Match], option: GameOption, value: object, w: Words) -> str:
    """Return the name of an option's value; numbers are unchanged."""
    if isinstance(value, bool):
        return w("option.on") if value else w("option.off")
    key = f"option.{game.key}.{option.key}.{value}"
    return w(key) if key in w else str(value)


_OTHER_NUMBER: Final = "="


def code_of_value(option: GameOption, value: object) -> str:
    """Return a value's address code: its index, or ``=35`` if unlisted."""
    places = [str(place) for place, offered in enumerate(option.values) if offered == value]
    return places[0] if places else f"{_OTHER_NUMBER}{value}"


def value_of_code(option: GameOption, code: str) -> OptionValue | None:
    """Return the value of a code; None if not allowed."""
    if code.startswith(_OTHER_NUMBER):
        return option.number(code.removeprefix(_OTHER_NUMBER))
    is_place = re.fullmatch("[0-9]{1,2}", code) and int(code) < len(option.values)
    return option.values[int(code)] if is_place else None


def clock_text(clock: Clock, w: Words) -> str:
    """Return a clock with its meaning."""
    return f"{w(f'clock.{clock.key}')} — {_clock_description(clock, w)}"


def _clock_description(clock: Clock, w: Words) -> str:
    if clock.seconds is None:
        return w(f"clock.{clock.key}.description")
    return w(f"clock.{clock.key}.description", time=time_span(clock.seconds, w))


def time_span(seconds: float, w: Words) -> str:
    """Return a time in its largest whole unit, as 45 minutes."""
    unit = max((unit for unit, size in UNITS.items() if seconds % size == 0), key=UNITS.__getitem__)
    return w.count(f"clock.{unit}", int(seconds // UNITS[unit]))


def _seats(table: Table, presenter: Presenter[Any, Any]) -> str:
    """Return the seats taken, free and needed."""
    w = presenter.w
    who = {}
    for seat, name in zip(table.seats, presenter.names.spoken, strict=True):
        host = seat.user_id == table.stored.host_id and seat.user_id is not None
        who[seat.seat] = [name, w("lobby.host") if host else "", _rating(table, seat.player, w)]
    lines = []
    for number in range(max(*table.game.seat_counts, len(table.seats))):
        parts = who.get(number, [f"*{w('lobby.seat_empty')}*"])
        if number in who or table.game.info.teams:
            parts = [*parts, presenter.tag(number)]
        lines.append(f"`{number + 1}` {' · '.join(part for part in parts if part)}")
    if pairs := rules.pairs_in(table):
        named = [" + ".join(bold(seat_name(table, seat, w, with_level=False)) for seat in pair) for pair in pairs]
        lines.append(w("lobby.pairs", pairs=", ".join(named)))
    return "\n".join(lines)


def _rating(table: Table, level: Player, w: Words) -> str:
    """Return a computer level's rating; "" if unknown."""
    rating = computer_rating(table.game.key, level)
    return "" if rating is None else w("lobby.computer.rating", rating=rating)


def _buttons(table: Table, reader: Reader, *, can_start: bool) -> tuple[Row, ...]:
    """Return the few controls that all need; the rest is in `lobby_menu`."""
    w = reader.words

    def at(kind: ClickKind) -> ClickAddress:
        return ClickAddress(kind, table.id)

    full = len(table.seats) >= max(table.game.seat_counts)
    main = (
        Button(at(Kind.JOIN), w("lobby.button.join"), Style.MAIN, disabled=full),
        Button(at(Kind.ADD_COMPUTER), w("lobby.button.add_computer"), disabled=full),
        Button(at(Kind.START), w("lobby.button.start"), Style.GO if can_start else Style.PLAIN),
        Button(at(Kind.SET_UP), w("lobby.options")),
        Button(at(Kind.LOBBY_MENU), w("lobby.button.more")),
    )
    return (main, teams) if (teams := _team_buttons(table, w)) else (main,)


def lobby_menu(table: Table, reader: Reader, *, can_call: bool, can_invite: bool = False, note: str = "") -> Message:
    """Return the rest of the lobby's controls, for one person.

    :param can_call: whether the server has a role that can be called for players.
    :param can_invite: whether the person may invite others, while a seat is free.
    :param note: the first line.
    """
    w = reader.words

    def at(kind: ClickKind) -> ClickAddress:
        return ClickAddress(kind, table.id)

    full = len(table.seats) >= max(table.game.seat_counts)
    called = full or table.stored.players_called_at is not None
    levels = tuple(
        SelectOption(
            w(f"lobby.computer.{level}"),
            level.value,
            " · ".join(filter(None, (w(f"lobby.computer.{level}.description"), _rating(table, level, w)))),
            default=level is table.stored.computer_level,
        )
        for level in COMPUTER_LEVELS
    )
    call = Button(at(Kind.CALL_PLAYERS), w("lobby.button.call"), emoji="📣", disabled=called)
    draw = Button(at(Kind.DRAW_TEAMS), w("lobby.button.draw_teams"), emoji="🎲")
    pairs = Button(at(Kind.CHANGE_PAIRS), w("lobby.button.change_pairs"), emoji="🔀")
    buttons = (
        Button(at(Kind.FILL_SEATS), w("lobby.button.fill"), disabled=full),
        *((call,) if can_call else ()),
        *((draw,) if table.game.info.teams else ()),
        *((pairs,) if rules.pairs_in(table) else ()),
        Button(at(Kind.CHOOSE_REMOVED), w("lobby.button.remove")),
        shuffle_button(table.id, w),
        Button(at(Kind.RULES), w("board.button.rules")),
        learn_button(table.game.key, reader),
        Button(at(Kind.LEAVE_LOBBY), w("lobby.button.leave")),
        Button(at(Kind.CANCEL), w("lobby.button.cancel"), Style.DANGER),
    )
    select = Select(at(Kind.CHOOSE_LEVEL), levels, w("lobby.choose_computer"))
    invited = EntitySelect(at(Kind.INVITE), Entity.USER, (), w("lobby.choose_invited"), least=1)
    text = "\n".join(line for line in (note, w("lobby.menu")) if line)
    return Message(text, rows=((select,), *(((invited,),) if can_invite and not full else ()), *button_rows(buttons)))


def _kept_buttons(table: Table, reader: Reader, *, full: bool) -> tuple[Row, ...]:
    """Return the controls of a tournament's table, with fixed settings."""
    w = reader.words

    def at(kind: ClickKind) -> ClickAddress:
        return ClickAddress(kind, table.id)

    return (
        (
            Button(at(Kind.JOIN), w("lobby.button.join"), Style.MAIN, disabled=full),
            Button(at(Kind.LEAVE_LOBBY), w("lobby.button.leave")),
            Button(at(Kind.START), w("lobby.button.start"), Style.GO if full else Style.PLAIN),
            Button(at(Kind.RULES), w("board.button.rules")),
            Button(at(Kind.CANCEL), w("lobby.button.cancel"), Style.DANGER),
        ),
        *button_rows((*_team_buttons(table, w), learn_button(table.game.key, reader))),
    )


def _rematch_buttons(table: Table, w: Words) -> tuple[Row, ...]:
    """Return the controls of a rematch, with players seated."""

    def button(kind: ClickKind, label: str, style: Style = Style.PLAIN) -> Button:
        return Button(ClickAddress(kind, table.id), label, style)

    own = (
        button(Kind.START, w("lobby.button.start"), Style.GO),
        button(Kind.LEAVE_LOBBY, w("lobby.button.leave")),
        button(Kind.SET_UP, w("lobby.options")),
        button(Kind.CHOOSE_REMOVED, w("lobby.button.remove")),
        button(Kind.CANCEL, w("lobby.button.cancel"), Style.DANGER),
    )
    more = (
        button(Kind.JOIN, w("lobby.button.join"), Style.MAIN),
        button(Kind.ADD_COMPUTER, w("lobby.button.add_computer")),
    )
    return (own,) if len(table.seats) >= max(table.game.seat_counts) else (own, more)


def _team_buttons(table: Table, w: Words) -> tuple[Button, ...]:
    """Return the buttons to choose a team, if there are teams."""
    return tuple(
        Button(
            ClickAddress(Kind.CHOOSE_TEAM, table.id, 0, str(team)), w("board.team", letter=render.PAIR_LETTERS[team])
        )
        for team in range(table.game.info.teams)
    )


def _choice(table: Table, kind: ClickKind, options: Sequence[SelectOption], question: str) -> Message:
    select = Select(ClickAddress(kind, table.id), tuple(options), question)
    return Message(question, rows=((select,),))


_LATER: Final = {NotCounted.CROWDED, NotCounted.SHORT, NotCounted.HELPED}
"""The reasons that are not known when a match begins."""

COMPLETES: Final = {
    "option.{}.{}.name": [(key, option.key) for key, game in games.CATALOGUE.items() for option in game.option_list],
    "option.{}.{}.{}": [
        (key, option.key, value)
        for key, game in games.CATALOGUE.items()
        for option in game.option_list
        for value in option.values
        if isinstance(value, str)
    ],
    "clock.{}": (*CLOCKS, *UNITS),
    "clock.{}.description": CLOCKS,
    "lobby.computer.{}.description": COMPUTER_LEVELS,
    "league.counts.{}": ("yes", "would", *(set(NotCounted) - _LATER)),
}
