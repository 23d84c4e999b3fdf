"""Computer players at a table: choosing their moves in other processes, so that the event loop never waits."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from random import Random, SystemRandom
from typing import Final

from bot.metrics import Metrics
from games import Match, Move
from games.players import QUICK, choose
from storage.matches import Player

__all__ = ["Thinker"]

logger = logging.getLogger(__name__)

_GIVING_WAY: Final = 10
"""By how much thinking is less urgent than all else, as Unix counts it."""


class Thinker:
    """Chooses moves for computer players.

    :param processes: how many processes think at once; 0: think in a thread of this one.
    :param seconds: how long a `regular` player may think about a move.
    """

    def __init__(self, processes: int = 1, seconds: float = 0.5, metrics: Metrics | None = None) -> None:
        self._processes = processes
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._metrics = metrics or Metrics()
        self._random = SystemRandom()

    async def choose(self, match: Match, seat: int, player: Player) -> Move:
        """A legal move for the seat, which is to move. A pool that has died is replaced; meanwhile chance decides."""
        moves = match.moves(seat)
        sensible = match.sensible(seat) or moves
        if len(moves) == 1 or player is not Player.REGULAR:
            return self._random.choice(sensible)
        if match.key in QUICK:
            return choose(player.value, match, seat, self._random, lambda: True)
        twin = match.copy()
        seed = self._random.getrandbits(64)
        loop = asyncio.get_running_loop()
        pool = self._pool_needed()
        try:
            with self._metrics.thinking(match.key):
                text = await loop.run_in_executor(pool, _think, twin, seat, seed, self._seconds)
        except BrokenProcessPool:
            logger.exception("the computer players' processes died; they are started anew")
            if self._pool is pool:  # somebody else may have met the same death and replaced it already
                self._pool = None
            return self._random.choice(sensible)
        return Move.parse(text)

    def close(self) -> None:
        """Stop the processes; moves being chosen are dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _pool_needed(self) -> ProcessPoolExecutor | None:
        if self._pool is None and self._processes:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=_give_way)
        return self._pool


def _give_way() -> None:
    """Let the process that answers clicks go first where processors are scarce: thinking is bounded by the clock."""
    if hasattr(os, "nice"):
        os.nice(_GIVING_WAY)


def _think(match: Match, seat: int, seed: int, seconds: float) -> str:
    end = time.monotonic() + seconds
    return str(choose("regular", match, seat, Random(seed), lambda: time.monotonic() >= end))  # noqa: S311  # a player's whims
