"""Computer players: from what a seat may know of a match, one of its legal moves.

A player is handed the real match, which it may ask for the seat's moves and for redealt copies, nothing else. There is
no clock here: the caller says when it is enough.

>>> import random
>>> import games
>>> from games import players
>>> match = games.new_match("block", seats=2, seed="an example", lots=[0])
>>> move = players.choose("regular", match, 0, random.Random(1), players.playouts(100))
>>> move in match.moves(0)
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from games.core.match import Computer, Match
from games.core.moves import Move

from . import casual, regular

__all__ = ["LEVELS", "choose", "playouts"]

_PLAYERS: Final[Mapping[str, Computer]] = MappingProxyType({"casual": casual.choose, "regular": regular.choose})

LEVELS: Final = tuple(_PLAYERS)
"""The levels of play, weakest first."""


def choose(level: str, match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    """A legal move of the seat, found from what the seat may know.

    The same match, `rng` and number of playouts give the same move. The match is not changed.

    :param level: one of `LEVELS`.
    :param enough: asked again and again while the player thinks; once it is true, the best move so far is returned.
        Some thinking is always done (a playout for each move). Thinking may also end earlier.
    :raises ValueError: for an unknown level, or if the seat has no legal move now.
    """
    if level not in _PLAYERS:
        raise ValueError(f"there is no level {level!r}; the levels are {', '.join(LEVELS)}")
    moves = match.moves(seat)
    if not moves:
        raise ValueError(f"seat {seat} has no move now")
    if len(moves) == 1:
        return moves[0]
    player = (match.computer() if level == "regular" else None) or _PLAYERS[level]
    return player(match, seat, rng, enough)


def playouts(count: int) -> Callable[[], bool]:
    """An `enough` that says so after `count` playouts."""
    left = count

    def enough() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return enough
