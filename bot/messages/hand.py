"""The hand: a player's own ephemeral message, with a button for every tile that can be played."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord

from bot import render
from bot.locales import Words
from bot.posts.components import button
from bot.posts.shared import Shared
from bot.tables.state import Table, automatic
from games import Tile, View
from games.kent import KentView
from storage.matches import Status

from .addresses import Address
from .alt import hand_alt
from .board import turn_end
from .message import COLOUR, Message, Picture, Row
from .moves import CLOSE, claim_rows, improper, move_rows, offence_rows, place_rows, variant_rows
from .names import spoken_name
from .pictures import board_letters, described

__all__ = ["choice_message", "hand_message", "place_message"]


async def hand_message(shared: Shared, table: Table, user_id: int, w: Words, note: str = "") -> Message:
    """A player's hand as it is now.

    :param note: what to say first: why a click did not do what was meant.
    """
    view, seat = table.view(user_id), table.seat_of(user_id)
    if view is None or seat is None:
        return Message(note or w("hand.you_are_not_at_this_table", command=shared.command("play")))
    if table.agreeing and table.status.is_live:
        text = "\n".join(line for line in (note, w("signs.agreeing")) if line)
        signs = button(Address("signs", table.id), w("board.button.signs"), style=discord.ButtonStyle.primary)
        return Message(text, rows=((signs,), *_renew(table, w)))
    settings = await shared.player(table.stored.guild_id, user_id)
    embed = discord.Embed(colour=COLOUR, title=w("hand.title"))
    embed.description = "\n".join(line for line in (note, *_status(shared, table, view, w)) if line)
    pictures: tuple[Picture, ...] = ()
    if settings.board == "text":
        embed.add_field(name=w("board.line"), value=_in_letters(view, table, w), inline=False)
    elif view.hand:
        playable = _playable(view)
        png = await asyncio.to_thread(render.hand, view.hand, playable=set(playable), large=settings.board == "large")
        pictures = (Picture(png, hand_alt(w, view.hand, playable)),)
        embed.set_image(url=f"attachment://{pictures[0].name}")
    rows = move_rows(shared, table, view, w) if _may_move(table, user_id) else ()
    if seat.away and table.status.is_live:
        back = Address("back", table.id, table.revision)
        rows = ((button(back, w("hand.button.return"), style=discord.ButtonStyle.success),),)
    if not rows and table.status.is_live:
        rows = _renew(table, w)
    return Message(embed=embed, pictures=pictures, rows=rows)


def place_message(table: Table, user_id: int, tile: Tile, verb: str, hand: Message, w: Words) -> Message:
    """The hand with the question at which end the tile is to be played, or claimed to close."""
    view = table.view(user_id)
    if view is None:
        return hand
    return _asked(
        hand,
        w("hand.nos.close_where" if verb == CLOSE else "hand.choose_place", tile=f"`{tile}`"),
        (*place_rows(table, view, tile, verb, w), _back(table, w)),
    )


def choice_message(table: Table, user_id: int, what: str, hand: Message, w: Words) -> Message:
    """The hand with selects: for an offence ("offence"), a claim (`CLOSE`), or the details of the variant `what`."""
    view = table.view(user_id)
    if view is None:
        return hand
    if what == "offence":
        question, rows = w("hand.nos.offence_choose"), offence_rows(table, view, w)
    elif what == CLOSE:
        question, rows = w("hand.nos.close_which"), claim_rows(table, view, w)
    else:
        question, rows = w("hand.nos.choose_details"), variant_rows(table, view, what, w)
    return _asked(hand, question, (*rows, _back(table, w)))


def _asked(hand: Message, question: str, rows: tuple[Row, ...]) -> Message:
    if hand.embed is not None:
        hand.embed.description = question
    return replace(hand, rows=rows)


def _back(table: Table, w: Words) -> Row:
    return (button(Address("hand", table.id, table.revision, "renew"), w("hand.button.back")),)


def _may_move(table: Table, user_id: int) -> bool:
    view = table.view(user_id)
    return table.status is Status.PLAYING and view is not None and bool(view.moves)


def _status(shared: Shared, table: Table, view: View, w: Words) -> list[str]:
    if view.outcome is not None:
        return [w("board.over")]
    if not table.status.is_live:
        return [w("hand.table_over", command=shared.command("play"))]
    if table.status is Status.PAUSED:
        return [w("board.paused", command=shared.command("table resume"))]
    own = table.seats[view.seat] if view.seat is not None else None
    if own is not None and own.away:
        return [w("hand.computer_plays", button=w("hand.button.return"))]
    if own is not None and own == table.to_move():
        until = f" ({w('board.until', when=turn_end(table))})" if table.stored.deadline else ""
        return [f"**{w('hand.your_turn')}**{until} {_prompt(table, view, w)}"]
    seat = table.to_move()
    waiting = w("hand.not_your_turn")
    if seat is not None and automatic(seat):
        waiting = f"⏳ {waiting}"
    return [waiting, w.count("hand.tiles", len(view.hand))]


def _prompt(table: Table, view: View, w: Words) -> str:
    if isinstance(view, KentView) and view.holder is not None:
        return w("hand.kent.choose", name=spoken_name(table, w, (view.holder + 1) % view.seats))
    if view.moves and view.moves[0].verb == "variant":
        return w("hand.nos.choose_variant")
    return w("hand.choose_tile") if _playable(view) else ""


def _playable(view: View) -> list[Tile]:
    wrong = improper(view)
    return [tile for tile in view.hand if any(move.tile is tile and move not in wrong for move in view.moves)]


def _in_letters(view: View, table: Table, w: Words) -> str:
    """The line of play and the hand for those who read rather than look."""
    text = board_letters(view, table, w)
    line = f"```\n{text}\n```" if text else described(view, table, w) + "\n"
    return f"{line}{hand_alt(w, view.hand, _playable(view))}"[:1024]


def _renew(table: Table, w: Words) -> tuple[Row, ...]:
    return ((button(Address("hand", table.id, table.revision, "renew"), w("hand.button.refresh")),),)
