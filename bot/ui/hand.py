"""The hand: a player's own ephemeral message, with a button for every tile that can be played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot import render
from bot.locales import Words
from bot.tables.state import Table, automatic
from games import Move, Tile, View
from games.core.moves import PLAY
from games.core.view import ChainView
from storage.matches import Status

from .addresses import Address
from .alt import hand_alt, line_alt
from .board import moment
from .components import AddressedButton, button
from .desk import Desk
from .messages import COLOUR, Message, Picture, Row
from .names import spoken_name

__all__ = ["hand_message", "place_message"]

_IN_A_ROW = 5
_TILE_ROWS = 4


async def hand_message(desk: Desk, table: Table, user_id: int, w: Words, note: str = "") -> Message:
    """A player's hand as it is now.

    :param note: what to say first: why a click did not do what was meant.
    """
    view, seat = table.view(user_id), table.seat_of(user_id)
    if view is None or seat is None:
        return Message(note or w("hand.you_are_not_at_this_table", command=desk.command("play")))
    settings = await desk.player(table.stored.guild_id, user_id)
    embed = discord.Embed(colour=COLOUR, title=w("hand.title"))
    embed.description = "\n".join(line for line in (note, *_status(desk, table, view, w)) if line)
    pictures: tuple[Picture, ...] = ()
    if settings.board == "text":
        embed.add_field(name=w("board.line"), value=_in_letters(view, w), inline=False)
    elif view.hand:
        playable = _playable(view)
        png = await asyncio.to_thread(render.hand, view.hand, playable=set(playable), large=settings.board == "large")
        pictures = (Picture(png, hand_alt(w, view.hand, playable)),)
        embed.set_image(url=f"attachment://{pictures[0].name}")
    rows = _rows(desk, table, view, w) if _may_move(table, user_id) else ()
    if seat.away and table.status.is_live:
        back = Address("back", table.id, table.revision)
        rows = ((button(back, w("hand.button.return"), style=discord.ButtonStyle.success),),)
    if not rows and table.status.is_live:
        rows = _renew(table, w)
    return Message(embed=embed, pictures=pictures, rows=rows)


def place_message(table: Table, user_id: int, tile: Tile, hand: Message, w: Words) -> Message:
    """The hand with the question at which end the tile is to go."""
    view = table.view(user_id)
    moves = [move for move in view.moves if move.tile is tile] if view else []
    if hand.embed is not None:
        hand.embed.description = w("hand.choose_place", tile=f"`{tile}`")
    ends = [
        button(_move(table, move), _end_label(view, move, w), style=discord.ButtonStyle.primary)
        for move in moves
        if view is not None
    ]
    back = button(Address("hand", table.id, table.revision, "renew"), w("hand.button.back"))
    return Message(embed=hand.embed, pictures=hand.pictures, rows=(*_in_rows(ends), (back,)))


def _may_move(table: Table, user_id: int) -> bool:
    view = table.view(user_id)
    return table.status is Status.PLAYING and view is not None and bool(view.moves)


def _status(desk: Desk, table: Table, view: View, w: Words) -> list[str]:
    if view.outcome is not None:
        return [w("board.over")]
    if not table.status.is_live:
        return [w("hand.table_over", command=desk.command("play"))]
    if table.status is Status.PAUSED:
        return [w("board.paused", command=desk.command("table resume"))]
    own = table.seats[view.seat] if view.seat is not None else None
    if own is not None and own.away:
        return [w("hand.computer_plays", button=w("hand.button.return"))]
    if view.moves:
        until = f" ({w('board.until', when=moment(table.stored.deadline))})" if table.stored.deadline else ""
        return [f"**{w('hand.your_turn')}**{until} {w('hand.choose_tile')}"]
    seat = table.to_move()
    waiting = w("hand.not_your_turn", name=spoken_name(table, w, seat.seat)) if seat else ""
    if seat is not None and automatic(seat):
        waiting = f"⏳ {waiting}"
    return [waiting, w.count("hand.tiles", len(view.hand))]


def _playable(view: View) -> list[Tile]:
    return [tile for tile in view.hand if any(move.tile is tile for move in view.moves)]


def _in_letters(view: View, w: Words) -> str:
    """The line of play and the hand for those who read rather than look."""
    line = ""
    if isinstance(view, ChainView):
        text = render.board_text(view.line)
        line = f"```\n{text}\n```" if text else line_alt(w, view.line) + "\n"
    return f"{line}{hand_alt(w, view.hand, _playable(view))}"[:1024]


def _rows(desk: Desk, table: Table, view: View, w: Words) -> tuple[Row, ...]:
    """A button for each tile that can be played, then one for each move without a tile."""
    by_tile: dict[Tile, list[Move]] = {}
    others: list[Move] = []
    for move in view.moves:
        if move.tile is not None and move.verb == PLAY:
            by_tile.setdefault(move.tile, []).append(move)
        else:
            others.append(move)
    tiles = [_tile_button(desk, table, tile, moves, w) for tile, moves in by_tile.items()]
    rest = [button(_move(table, move), w(f"hand.button.{move.verb}")) for move in others]
    return (*_in_rows(tiles)[:_TILE_ROWS], *_in_rows(rest))


def _tile_button(desk: Desk, table: Table, tile: Tile, moves: Sequence[Move], w: Words) -> AddressedButton:
    """A tile that fits at one place is played by the click; one that fits at several asks where."""
    emoji, style = desk.faces.emoji(tile), discord.ButtonStyle.primary
    if len(moves) > 1:
        address = Address("tile", table.id, table.revision, str(tile))
        return button(address, f"{tile} …", emoji=emoji, style=style)
    place = f" · {w(f'place.{moves[0].at}')}" if moves[0].at else ""
    return button(_move(table, moves[0]), f"{tile}{place}", emoji=emoji, style=style)


def _move(table: Table, move: Move) -> Address:
    return Address("move", table.id, table.revision, str(move))


def _end_label(view: View, move: Move, w: Words) -> str:
    number = ""
    if isinstance(view, ChainView):
        number = next((str(end.number) for end in view.line.ends if end.at == move.at), "")
    return w(f"hand.button.end.{move.at}", number=number)


def _renew(table: Table, w: Words) -> tuple[Row, ...]:
    return ((button(Address("hand", table.id, table.revision, "renew"), w("hand.button.refresh")),),)


def _in_rows(buttons: Sequence[AddressedButton]) -> tuple[Row, ...]:
    return tuple(tuple(buttons[start : start + _IN_A_ROW]) for start in range(0, len(buttons), _IN_A_ROW))
