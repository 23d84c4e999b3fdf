"""A computer's choice of a move, in another process; loads no more than the rules."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from bot.tables.processes import Signals
from games import Match
from games.computers.players import choose, playouts


def think(level: str, match: Match, seat: int, seed: int, seconds: float, most: int | None, *, signals: Signals) -> str:
    """Return the move of a computer as text.

    :param seed: of its random choices.
    :param most: the number of playouts instead of the time limit in seconds.
    """
    enough = _timed(seconds, signals) if most is None else playouts(most)
    return str(choose(level, match, seat, Random(seed), enough))  # noqa: S311  # a player's whims


def _timed(seconds: float, signals: Signals) -> Callable[[], bool]:
    """Return a function that tells when the time share is used up."""
    began = time.monotonic()
    return lambda: time.monotonic() - began >= seconds * signals.share()
