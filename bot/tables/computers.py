"""Computer players at a table. They choose their moves in other processes, so that the event loop never waits."""

import logging
import time
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Final

from bot.metrics import Metrics
from bot.tables import play
from bot.tables.errors import Refused
from bot.tables.live import Tables
from bot.tables.processes import Processes
from bot.tables.state import Table
from games import Match, Move
from games.players import choose, playouts
from storage.matches import Player, StoredSeat

THINKING_SHARES: Final[Mapping[Player, float]] = MappingProxyType(
    {Player.REGULAR: 0.5, Player.STRONG: 1.0, Player.MASTER: 5.0}
)
"""How long each level thinks about a move, in times of a strong player. A casual player plays at once."""

_PATIENT = 4
"""How many moves may wait for each process before there is less time for each."""


class Thinker:
    """Chooses moves for computer players.

    :param processes: where they think.
    :param seconds: how many seconds a strong player may think about a move, and the others in proportion; less if many
        wait for a process.
    :param most: how many playouts it may try instead, however long they take.
    """

    def __init__(
        self,
        processes: Processes,
        seconds: float = 1.0,
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
        if len(moves) == 1 or player not in THINKING_SHARES or not match.computer_thinks:
            return choose(player.value, match, seat, self._random, lambda: True)
        seed = self._random.getrandbits(64)
        self._asked += 1
        try:
            with self._metrics.thinking(match.key):
                seconds = self._share() * THINKING_SHARES[player]
                text = await self._processes.run(_think, player.value, match.copy(), seat, seed, seconds, self._most)
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


def _think(level: str, match: Match, seat: int, seed: int, seconds: float, most: int | None) -> str:
    enough = _timed(seconds) if most is None else playouts(most)
    return str(choose(level, match, seat, Random(seed), enough))  # noqa: S311  # a player's whims


def _timed(seconds: float) -> Callable[[], bool]:
    """A function for `enough`: it returns True once this many seconds have passed."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


logger = logging.getLogger(__name__)


class Computers:
    """All computer players, when it is their turn.

    :param thinker: chooses their moves.
    :param rng: chooses a move when the thinker has failed.
    """

    def __init__(self, tables: Tables, thinker: Thinker, rng: Random | None = None) -> None:
        self._tables = tables
        self._thinker = thinker
        self._rng = rng or SystemRandom()

    async def move(self, table: Table, seat: StoredSeat) -> None:
        """Choose and make a move for the seat whose turn it is. Nothing happens if the match cannot be rebuilt.

        :raises TableError: if the table has moved on meanwhile.
        :raises StorageError: if the move could not be saved.
        """
        if table.match is None:
            return
        chosen = await self._chosen(table.id, table.match, seat)
        try:
            await self._make(table, seat, chosen)
        except Refused as error:
            logger.error("the computer chose an illegal move at table %s: %s", table.id, error.refusal.code)  # noqa: TRY400  # its traceback says nothing more
            await self._make(table, seat, self._by_chance(table.match, seat))

    def close(self) -> None:
        """Stop the thinking of all computers."""
        self._thinker.close()

    async def _chosen(self, match_id: str, match: Match, seat: StoredSeat) -> Move:
        level = seat.player if seat.player is not Player.PERSON else Player.REGULAR
        try:
            return await self._thinker.choose(match, seat.seat, level)
        except Exception as error:  # noqa: BLE001  # whatever it is, the others must not wait for it
            where = "".join(traceback.format_tb(error.__traceback__))  # its text might name tiles
            logger.error("the computer could not choose at table %s: %s\n%s", match_id, type(error).__name__, where)  # noqa: TRY400
            return self._by_chance(match, seat)

    def _by_chance(self, match: Match, seat: StoredSeat) -> Move:
        return self._rng.choice(match.sensible(seat.seat) or match.moves(seat.seat))

    async def _make(self, table: Table, seat: StoredSeat, move: Move) -> None:
        await self._tables.apply(
            table.id,
            lambda now_table, now: play.move_of_computer(now_table, seat, table.revision, str(move), now),
        )
