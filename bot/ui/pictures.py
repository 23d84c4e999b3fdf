"""What lies on the table as a picture, with the text that says the same, and in letters."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import singledispatch

from bot import render
from bot.locales import Words
from bot.render import Place, ShownRow
from bot.tables.state import Table
from games import Tile, View
from games.core.view import ChainView, DealEnd, LineDealEnd
from games.kent import KentDealEnd, KentView

from .alt import hands_alt, line_alt
from .facts import facts, open_tiles
from .messages import Picture
from .names import plain_names

__all__ = ["board_letters", "board_picture", "described", "ending_letters", "ending_picture"]


async def board_picture(table: Table, view: View, w: Words) -> Picture | None:
    """What lies on the table for all to see; None for a game that shows nothing."""
    if isinstance(view, KentView):
        places, centre = _places(table, view, w), _scores(view)
        png = await asyncio.to_thread(render.circle, places, boneyard=view.boneyard, thrown=view.thrown, centre=centre)
        return Picture(png, _circle_alt(table, view, w))
    if not isinstance(view, ChainView):
        return None
    last = len(view.line.tiles) - 1 if view.line.tiles else None
    rows = _lying(table, view, w)
    if rows:
        png = await asyncio.to_thread(render.board_with_tiles, view.line, rows, last=last)
    else:
        png = await asyncio.to_thread(render.board, view.line, last=last)
    return Picture(png, f"{line_alt(w, view.line)} {hands_alt(w, rows)}".rstrip())


@singledispatch
def board_letters(_view: View, _table: Table, _w: Words) -> str:
    """What lies on the table in letters, for a block of code; "" where nothing does."""
    return ""


@board_letters.register
def _(view: ChainView, _table: Table, _w: Words) -> str:
    return render.board_text(view.line)


@board_letters.register
def _(view: KentView, table: Table, w: Words) -> str:
    return render.circle_text(_places(table, view, w), boneyard=view.boneyard, thrown=view.thrown)


def described(view: View, table: Table, w: Words) -> str:
    """What lies on the table, in words."""
    if isinstance(view, KentView):
        return _circle_alt(table, view, w)
    return line_alt(w, view.line) if isinstance(view, ChainView) else ""


async def ending_picture(table: Table, ending: DealEnd, w: Words) -> Picture | None:
    """How a deal ended; None for a game of which nothing is to be seen."""
    alt = _ending_alt(table, ending, w)
    if isinstance(ending, KentDealEnd):
        names = plain_names(table, w)
        rows = [ShownRow(names[seat], hand, ending.melds[seat]) for seat, hand in enumerate(ending.hands) if hand]
        return Picture(await asyncio.to_thread(render.shown, rows, verdict=ending.right), alt)
    if not isinstance(ending, LineDealEnd):
        return None
    last = len(ending.line.tiles) - 1
    hands = _hands(table, ending, w)
    return Picture(
        await asyncio.to_thread(render.deal_end, ending.line, hands, last=last, best=_best(table, ending)), alt
    )


def _best(table: Table, ending: LineDealEnd) -> tuple[int, ...]:
    """The seat that won the deal for its side: who went out, or holds the fewest pips; none if nobody won."""
    side_of = table.match.side_of if table.match else int
    seats = [seat for seat in range(len(ending.hands)) if side_of(seat) in ending.winners]
    left = {seat: (len(ending.hands[seat]) > 0, sum(tile.pips for tile in ending.hands[seat])) for seat in seats}
    return (min(seats, key=left.__getitem__),) if seats else ()


def ending_letters(table: Table, ending: DealEnd, w: Words) -> str:
    """How a deal ended, in letters."""
    if isinstance(ending, LineDealEnd):
        return f"```\n{render.board_text(ending.line)}\n```{hands_alt(w, _hands(table, ending, w))}"
    return _ending_alt(table, ending, w)


def _ending_alt(table: Table, ending: DealEnd, w: Words) -> str:
    hands = hands_alt(w, _hands(table, ending, w))
    return f"{line_alt(w, ending.line)} {hands}" if isinstance(ending, LineDealEnd) else hands


def _hands(table: Table, ending: DealEnd, w: Words) -> list[tuple[str, Sequence[Tile]]]:
    """The hands that are shown at a deal's end, with their players' names."""
    rows = list(zip(plain_names(table, w), ending.hands, strict=True))
    return [(name, hand) for name, hand in rows if hand] if isinstance(ending, KentDealEnd) else list(rows)


def _lying(table: Table, view: View, w: Words) -> list[tuple[str, Sequence[Tile]]]:
    lying = zip(plain_names(table, w), open_tiles(view), strict=False)
    return [(name, tiles) for name, tiles in lying if tiles]


def _places(table: Table, view: KentView, w: Words) -> list[Place]:
    return [
        Place(name, view.counts[seat], seat % view.pairs, seat == view.holder)
        for seat, name in enumerate(plain_names(table, w))
    ]


def _scores(view: KentView) -> list[str]:
    """The score, which is what stands in the middle of the table: pairs are told apart by their letters."""
    return [" : ".join(f"{render.PAIR_LETTERS[pair]} {score}" for pair, score in enumerate(view.scores))]


def _circle_alt(table: Table, view: KentView, w: Words) -> str:
    names = plain_names(table, w)
    counts = [f"{name}: {w.count('board.tiles', view.counts[seat])}" for seat, name in enumerate(names)]
    holds = ""
    if view.holder is not None:
        holds = w("board.kent.holds", name=names[view.holder], to=names[(view.holder + 1) % view.seats])
    return ". ".join(part for part in (holds, "; ".join(counts), "; ".join(facts(view, w))) if part)
