"""Solitaires set up by hand."""

from __future__ import annotations

from typing import TypeVar

import games
from games import Match
from games.core.solitaire import Solitaire
from games.core.tiles import ALL_TILES
from games.seven_columns import SevenColumns
from games.twelves import Twelves
from tests.games.deals import tiles

AnyMatch = TypeVar("AnyMatch", bound=Solitaire)

IN_ORDER = [f"{6 - row}-{column}" for row in range(7) for column in range(7 - row)]
"""The final order of Triangle, in reading order."""


def new(key: str, deal: str | None = None, seed: str = "a seed") -> Solitaire:
    match = games.new_match(key, seats=1, seed=seed, deals=[deal] if deal else [])
    assert isinstance(match, Solitaire)
    return match


def swapped(*pairs: str) -> str:
    """Return the deal of Triangle in the final order, with pairs such as ``5-5 4-4`` exchanged."""
    order = IN_ORDER.copy()
    for pair in pairs:
        one, other = map(order.index, pair.split())
        order[one], order[other] = order[other], order[one]
    return " ".join(order)


def pyramid(top: str, bottom: str) -> str:
    """Return a deal of Pyramid with this top tile and this bottom row; the rest in between in any order."""
    named = [*tiles(top), *tiles(bottom)]
    between = [str(tile) for tile in ALL_TILES if tile not in named]
    return " ".join([top, *between, bottom])


def twelves(*columns: str, loose: str = "") -> Twelves:
    """Return a match of Twelves in which just these tiles are left."""
    match = new("twelves")
    assert isinstance(match, Twelves)
    match._columns, match._loose = tuple(map(tiles, columns)), tiles(loose)
    return _from_here(match)


def seven_columns(*columns: str, face_down: tuple[int, ...] = (0,) * 7) -> SevenColumns:
    """Return a match of Seven Columns with these columns, each from its top to its bottom."""
    match = new("seven_columns")
    assert isinstance(match, SevenColumns)
    match._columns, match._face_down = tuple(map(tiles, columns)), face_down
    return _from_here(match)


def _from_here(match: AnyMatch) -> AnyMatch:
    match.outcome = None
    match._continue()
    return match


def reason(match: Match, move: str) -> str:
    """Return the code of the refusal of a move; "" if it is legal."""
    refusal = match.refusal(0, move)
    return refusal.code if refusal else ""
