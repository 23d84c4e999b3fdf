"""The board: the public message of a running match."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import discord

from bot import render
from bot.locales import Words, words
from bot.tables.state import Note, Table
from games import Event, View
from games.core.view import ChainView
from games.nos.payments import Reason
from storage.matches import Status

from .addresses import Address
from .alt import hands_alt, line_alt
from .components import button
from .desk import Desk
from .facts import facts, marks, open_tiles, remarks
from .happenings import sentences
from .messages import COLOUR, Message, Picture, Row
from .names import escaped, plain_names, spoken_names

__all__ = ["Medium", "board_message", "moment"]

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
    if isinstance(view, ChainView):
        if medium.missing:
            text = render.board_text(view.line)
            missing = w.list([w(f"permission.{permission}") for permission in medium.missing])
            note = w("board.text_only", permissions=missing)
            embed.add_field(name=w("board.line"), value=f"```\n{text or ' '}\n```-# {note}"[:1024], inline=False)
        else:
            last = len(view.line.tiles) - 1 if view.line.tiles else None
            lying = zip(plain_names(table, w), open_tiles(view), strict=False)
            rows = [(name, tiles) for name, tiles in lying if tiles]
            if rows:
                png = await asyncio.to_thread(render.board_with_tiles, view.line, rows, last=last)
            else:
                png = await asyncio.to_thread(render.board, view.line, last=last)
            pictures = (Picture(png, f"{line_alt(w, view.line)} {hands_alt(w, rows)}".rstrip()),)
            embed.set_image(url=f"attachment://{pictures[0].name}")
    return Message(embed=embed, pictures=pictures, rows=(_buttons(table, w),))


def _buttons(table: Table, w: Words) -> Row:
    def at(kind: str) -> Address:
        return Address(kind, table.id, table.revision)

    return (
        button(at("hand"), w("board.button.my_hand"), style=discord.ButtonStyle.primary),
        button(at("rules"), w("board.button.rules")),
        button(at("menu"), w("board.button.menu")),
    )


def _turn(table: Table, w: Words) -> str:
    if table.status is Status.PAUSED:
        return w("board.state.paused")
    seat = table.to_move()
    return w("board.turn", name=escaped(plain_names(table, w)[seat.seat])) if seat else w("board.state.over")


def _description(desk: Desk, table: Table, view: View, w: Words) -> list[str]:
    lines = sentences(table, w, [one for one in table.recent if not _is_counted(one)])[-_LINES:]
    lines += remarks(view, table, w)
    seat = table.to_move()
    if table.status is Status.PAUSED:
        lines.append(w("board.paused", command=desk.command("table resume")))
    elif seat is not None and seat.user_id is not None and not seat.away and table.stored.deadline is not None:
        until = w("board.until", when=moment(table.stored.deadline))
        lines.append(f"⏳ {w('board.turn', name=spoken_names(table, w)[seat.seat])} {until}")
    return lines


def _is_counted(happening: Event | Note) -> bool:
    """Whether this stands in the count of the deal that has ended, and need not stand on the board."""
    return isinstance(happening, Event) and happening.kind == "paid" and happening.text == Reason.SETTLEMENT.value


def _players(table: Table, view: View, w: Words) -> str:
    """A line for each side: who, how many tiles, how many points."""
    lines = []
    names, to_move = spoken_names(table, w), table.to_move()
    for seat in table.seats:
        turn = "➤ " if seat == to_move else "· "
        away = f" 💤 {w('board.away')}" if seat.away else ""
        tiles = w.count("board.tiles", view.counts[seat.seat])
        side = table.match.side_of(seat.seat) if table.match else seat.seat
        unit = "board.chips" if table.game.chips else "board.points"
        parts = [tiles, w.count(unit, view.scores[side]), *marks(view, seat.seat, w)]
        lines.append(f"{turn}{names[seat.seat]}{away} · {' · '.join(parts)}")
    return "\n".join(lines)
