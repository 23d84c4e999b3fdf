"""Computer players at a table: choosing their moves in other processes, so that the event loop never waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from random import Random, SystemRandom

from bot.metrics import Metrics
from games import Match, Move
from games.players import choose, playouts
from storage.matches import Player

from .processes import Processes

__all__ = ["Thinker"]

_PATIENT = 4
"""How many moves may wait for each process before there is less time for each."""


class Thinker:
    """Chooses moves for computer players.

    :param processes: where they think.
    :param seconds: how many seconds a `regular` player may think about a move; less if many wait for a process.
    :param most: how many playouts it may try instead, however long they take.
    """

    def __init__(
        self,
        processes: Processes,
        seconds: float = 0.5,
        metrics: Metrics | None = None,
        *,
        most: int | None = None,
    ) -> None:
        self._processes = processes
        self._seconds = seconds
        self._most = most
        self._metrics = metrics or Metrics()
        self._random = SystemRandom()
        self._asked = 0

    async def choose(self, match: Match, seat: int, player: Player) -> Move:
        """A legal move for the seat, whose turn it is. If the processes have died, chance decides."""
        moves = match.moves(seat)
        sensible = match.sensible(seat) or moves
        if len(moves) == 1 or player is not Player.REGULAR:
            return self._random.choice(sensible)
        if not match.computer_thinks:
            return choose(player.value, match, seat, self._random, lambda: True)
        seed = self._random.getrandbits(64)
        self._asked += 1
        try:
            with self._metrics.thinking(match.key):
                text = await self._processes.run(_think, match.copy(), seat, seed, self._share(), self._most)
        except BrokenProcessPool:
            return self._random.choice(sensible)
        finally:
            self._asked -= 1
        return Move.parse(text)

    def _share(self) -> float:
        """How many seconds to think about one move: less if many wait, so that the last of them also moves soon."""
        return self._seconds * min(1.0, _PATIENT * max(1, self._processes.count) / self._asked)

    def close(self) -> None:
        """Stop the processes; moves being chosen are dropped."""
        self._processes.close()


def _think(match: Match, seat: int, seed: int, seconds: float, most: int | None) -> str:
    enough = _timed(seconds) if most is None else playouts(most)
    return str(choose("regular", match, seat, Random(seed), enough))  # noqa: S311  # a player's whims


def _timed(seconds: float) -> Callable[[], bool]:
    """A function for `enough`: it returns True once this many seconds have passed."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end
