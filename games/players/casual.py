"""The casual player: any sensible move, each equally likely."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.core.match import Match
from games.core.moves import Move

__all__ = ["choose"]


def choose(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    """A random legal move of the seat, which has at least one. Not an offence if there is any other."""
    return rng.choice(match.sensible(seat) or match.moves(seat))
