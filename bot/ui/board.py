"""The board: the public message of a running match."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.locales import Words, words
from bot.tables.clock import has_own_tempo
from bot.tables.state import Note, Table
from games import Event, View
from games.core.view import DealtView
from games.kent import KentView
from games.nos.payments import Reason
from storage.matches import Status

from .addresses import Address
from .components import AddressedButton, button
from .desk import Desk
from .facts import facts, marks, remarks
from .happenings import sentences
from .messages import COLOUR, Message, Picture, Row
from .names import escaped, plain_names, spoken_names
from .pictures import board_letters, board_picture

__all__ = ["Medium", "board_message", "call_buttons", "moment", "turn_end"]

_LINES = 5


@dataclass(frozen=True)
class Medium:
    """What the bot may put into a channel.

    :ivar missing: the permissions that it lacks to show pictures, by their keys; empty if it may.
    """

    missing: tuple[str, ...] = ()


def moment(unix: float, style: str = "t") -> str:
    """A time as every reader's Discord shows it."""
    return f"<t:{int(unix)}:{style}>"


def turn_end(table: Table) -> str:
    """When the running turn ends: a time of day, to the second where the pace is the game's own and quick."""
    return moment(table.stored.deadline or 0.0, "T" if has_own_tempo(table.game) else "t")


async def board_message(desk: Desk, table: Table, medium: Medium) -> Message:
    """The board of a match that is running or paused, in the table's language."""
    w = words(table.stored.locale)
    view = table.view(None)
    if view is None:
        return Message(w("table.broken"))
    embed = discord.Embed(colour=COLOUR, title=w("board.title", game=w(f"game.{view.game}.name"), turn=_turn(table, w)))
    embed.description = "\n".join(_description(desk, table, view, w))
    embed.add_field(name=w("board.players"), value=_players(table, view, w), inline=False)
    embed.set_footer(text=" · ".join(facts(view, w)))
    pictures: tuple[Picture, ...] = ()
    if medium.missing:
        text = board_letters(view, table, w)
        missing = w.list([w(f"permission.{permission}") for permission in medium.missing])
        note = w("board.text_only", permissions=missing)
        embed.add_field(name=w("board.line"), value=f"```\n{text or ' '}\n```-# {note}"[:1024], inline=False)
    else:
        picture = await board_picture(table, view, w)
        if picture is not None:
            pictures = (picture,)
            embed.set_image(url=f"attachment://{picture.name}")
    return Message(embed=embed, pictures=pictures, rows=(*_calls(table, view, w), _buttons(table, w)))


def _buttons(table: Table, w: Words) -> Row:
    def at(kind: str) -> Address:
        return Address(kind, table.id, table.revision)

    signs = discord.ButtonStyle.primary if table.agreeing else discord.ButtonStyle.secondary
    return (
        button(at("hand"), w("board.button.my_hand"), style=discord.ButtonStyle.primary),
        *((button(at("signs"), w("board.button.signs"), style=signs),) if table.pacts else ()),
        button(at("rules"), w("board.button.rules")),
        button(at("menu"), w("board.button.menu")),
    )


def _calls(table: Table, view: View, w: Words) -> tuple[Row, ...]:
    """What everybody may call at any time, where a game has such calls; they hold for the running deal."""
    if not isinstance(view, KentView) or table.agreeing or table.status is not Status.PLAYING:
        return ()
    return (call_buttons(table, "call", w),)


def call_buttons(table: Table, kind: str, w: Words) -> list[AddressedButton]:
    """The four calls of Kent.

    :param kind: the kind of their addresses.
    """
    return [
        button(
            Address(kind, table.id, table.deal, call),
            w(f"kent.call.{call}"),
            style=discord.ButtonStyle.danger if call.startswith("stop") else discord.ButtonStyle.success,
        )
        for call in ("kent", "stop", "biskent", "stop-biskent")
    ]


def _turn(table: Table, w: Words) -> str:
    if table.status is Status.PAUSED:
        return w("board.state.paused")
    if table.agreeing:
        return w("board.state.agreeing")
    seat = table.to_move()
    return w("board.turn", name=escaped(plain_names(table, w)[seat.seat])) if seat else w("board.state.over")


def _description(desk: Desk, table: Table, view: View, w: Words) -> list[str]:
    lines = sentences(table, w, [one for one in table.recent if not _is_counted(one)])[-_LINES:]
    lines += remarks(view, table, w)
    seat = table.to_move()
    if table.status is Status.PAUSED:
        lines.append(w("board.paused", command=desk.command("table resume")))
    elif table.agreeing:
        lines += _agreeing(table, w)
    elif seat is not None and seat.user_id is not None and not seat.away and table.stored.deadline is not None:
        until = w("board.until", when=turn_end(table))
        lines.append(f"⏳ {w('board.turn', name=spoken_names(table, w)[seat.seat])} {until}")
    return lines


def _agreeing(table: Table, w: Words) -> list[str]:
    """Which pairs are agreeing on their signs, until when, and whose direct messages are shut."""
    names = spoken_names(table, w)
    when = moment(table.stored.deadline, "T") if table.stored.deadline is not None else "…"
    lines = [w("board.kent.agreeing", when=when)]
    for pact in table.pacts:
        pair = w.list([names[pact.pair], names[pact.pair + table.pairs]])
        lines.append(w("board.kent.pair_open" if pact.open else "board.kent.pair_ready", names=pair))
    shut = [names[pad.seat] for pad in table.pads if pad.shut]
    if shut:
        lines.append(w("board.kent.shut", names=w.list(shut), button=w("board.button.signs")))
    return lines


def _is_counted(happening: Event | Note) -> bool:
    """Whether this stands in the count of the deal that has ended, and need not stand on the board."""
    return isinstance(happening, Event) and happening.kind == "paid" and happening.reason == Reason.SETTLEMENT.value


def _players(table: Table, view: View, w: Words) -> str:
    """A line for each side: who, how many tiles, how many points."""
    lines = []
    names, to_move = spoken_names(table, w), table.to_move()
    for seat in table.seats:
        turn = "➤ " if seat == to_move else "· "
        away = f" 💤 {w('board.away')}" if seat.away else ""
        tiles = [w.count("board.tiles", view.counts[seat.seat])] if isinstance(view, DealtView) else []
        side = table.match.side_of(seat.seat) if table.match else seat.seat
        unit = "board.chips" if table.game.chips else "board.points"
        parts = [*tiles, w.count(unit, view.scores[side]), *marks(view, seat.seat, w)]
        lines.append(f"{turn}{names[seat.seat]}{away} · {' · '.join(parts)}")
    return "\n".join(lines)
