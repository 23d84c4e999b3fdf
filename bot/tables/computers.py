"""Computer players at a table, which think in other processes."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Final

from bot.metrics import Metrics
from bot.tables import play
from bot.tables.errors import Refused, Stale
from bot.tables.live import Tables
from bot.tables.processes import Processes, Work
from bot.tables.state import Table
from bot.tables.thinking import think
from games import Match, Move
from games.computers.players import choose
from games.core.events import DealBegan
from games.core.shuffle import keyed
from storage.matches import Player, Status, StoredSeat

THINKING_SHARES: Final[Mapping[Player, float]] = MappingProxyType(
    {Player.REGULAR: 0.5, Player.STRONG: 1.0, Player.MASTER: 5.0}
)
"""The thinking time of each level, in times of a strong player. A casual player plays at once."""

_PATIENT: Final = 4.0
"""The thinking time queued for each process, in times of a strong player, before moves get less time."""


REPEATABLE_PLAYOUTS: Final = 400
"""The playouts of a strong computer that must move alike at several tables, and in proportion for others."""

_RETRY_S: Final = 0.2
"""The seconds before such a computer asks again for a free process."""


class Thinker:
    """Chooses moves for computer players.

    :param processes: the processes in which they think.
    :param seconds: seconds for a move of a strong player, and in proportion for others; less under load.
    :param most: the number of playouts instead of a time limit.
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
        self._thinking: dict[Work[str], float] = {}
        """The moves being chosen, each with the seconds that it would like."""

    async def choose(self, match: Match, seat: int, player: Player, *, repeatable: bool = False) -> Move:
        """Return a legal move for the seat on turn.

        Without a free process the move is chosen without thinking. Cancelling the call ends the thinking.

        :param repeatable: whether the computer must move alike in equal positions of all tables with these deals. Then
            its randomness follows from the seed of the match, and it tries a number of playouts instead of a time.
        """
        chance = _repeatable_chance(match, seat) if repeatable else self._random
        if len(match.moves(seat)) == 1 or player not in THINKING_SHARES or not match.info.computer_thinks:
            return self._at_once(match, seat, player, chance)
        seed, seconds = chance.getrandbits(64), self._seconds * THINKING_SHARES[player]
        most = round(REPEATABLE_PLAYOUTS * THINKING_SHARES[player]) if repeatable else self._most
        begin = partial(self._processes.start, think, player.value, match.copy(), seat, seed, seconds, most)
        work = begin()
        while work is None and repeatable:
            await asyncio.sleep(_RETRY_S)
            work = begin()
        if work is None:
            return self._at_once(match, seat, Player.CASUAL, chance)
        self._thinking[work] = seconds
        self._share_out()
        try:
            with self._metrics.thinking(match.key):
                return Move.parse(await asyncio.shield(work.result))
        except BrokenProcessPool:
            return self._at_once(match, seat, Player.CASUAL, chance)
        except asyncio.CancelledError:
            work.result.add_done_callback(_retrieve_result)
            work.call_off()
            raise
        finally:
            del self._thinking[work]
            self._share_out()

    def _at_once(self, match: Match, seat: int, player: Player, chance: Random) -> Move:
        return choose(player.value, match, seat, chance, lambda: True)

    def _share_out(self) -> None:
        """Share the thinking time equally among the computers.

        So all of them move soon. While each has its own process, it gets all its time.
        """
        processes = max(1, self._processes.count)
        wanted = sum(self._thinking.values())
        share = min(1.0, _PATIENT * self._seconds * processes / wanted) if len(self._thinking) > processes else 1.0
        for work in self._thinking:
            work.allow(share)

    @property
    def waiting(self) -> int:
        """The number of moves that wait for a process."""
        return max(0, len(self._thinking) - max(1, self._processes.count))

    def close(self) -> None:
        """Stop the processes; moves being chosen are dropped."""
        self._processes.close()


def _repeatable_chance(match: Match, seat: int) -> Random:
    """Return randomness that is equal at all tables with these deals after as many events of the deal."""
    events = match.events
    since = next((ago for ago, event in enumerate(reversed(events)) if isinstance(event, DealBegan)), len(events))
    deal = sum(isinstance(event, DealBegan) for event in events)
    return Random(keyed(match.seed, ("computer", str(deal), str(seat), str(since))))  # noqa: S311  # a player's whims


def _retrieve_result(result: asyncio.Future[str]) -> None:
    """Retrieve an abandoned result, or asyncio would complain."""
    if not result.cancelled():
        result.exception()


logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Thought:
    """A move being chosen.

    :ivar revision: the table's revision when the thinking began.
    """

    revision: int
    seat: StoredSeat
    choice: asyncio.Future[Move]

    def is_wanted_by(self, table: Table) -> bool:
        """Return True if the table still waits for the move."""
        return (
            table.status is Status.PLAYING
            and table.revision == self.revision
            and table.seats[self.seat.seat] == self.seat
        )


class Computers:
    """The computer players, when it is their turn.

    :param rng: chooses a move if the thinker failed.
    """

    def __init__(self, tables: Tables, thinker: Thinker, rng: Random | None = None) -> None:
        self._tables = tables
        self._thinker = thinker
        self._rng = rng or SystemRandom()
        self._thoughts: dict[str, _Thought] = {}

    def on_change(self, table: Table) -> None:
        """Cancel the thinking about a move no longer needed."""
        thought = self._thoughts.get(table.id)
        if thought is not None and not thought.is_wanted_by(table):
            thought.choice.cancel()

    async def move(self, table: Table, seat: StoredSeat) -> None:
        """Choose and make a move, unless the match cannot be rebuilt.

        :raises TableError: if the table has moved on meanwhile.
        :raises StorageError: if the move could not be saved.
        """
        if table.match is None:
            return
        chosen = await self._chosen(table, table.match, seat)
        try:
            await self._make(table, seat, chosen)
        except Refused as error:
            logger.error("the computer chose an illegal move at table %s: %s", table.id, error.refusal.code)  # noqa: TRY400  # its traceback says nothing more
            await self._make(table, seat, self._by_chance(table.match, seat))

    def close(self) -> None:
        """Stop the thinking of all computers."""
        self._thinker.close()

    async def _chosen(self, table: Table, match: Match, seat: StoredSeat) -> Move:
        """Check that the table has not moved on.

        :raises Stale: if the table has moved on meanwhile.
        """
        level = seat.player if seat.player is not Player.PERSON else Player.REGULAR
        repeatable = table.stored.shared is not None
        choice = asyncio.ensure_future(self._thinker.choose(match, seat.seat, level, repeatable=repeatable))
        thought = self._thoughts[table.id] = _Thought(table.revision, seat, choice)
        try:
            return await choice
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise Stale from None
        except Exception as error:  # noqa: BLE001  # whatever it is, the others must not wait for it
            where = "".join(traceback.format_tb(error.__traceback__))  # its text might name tiles
            logger.error("the computer could not choose at table %s: %s\n%s", table.id, type(error).__name__, where)  # noqa: TRY400
            return self._by_chance(match, seat)
        finally:
            if self._thoughts.get(table.id) is thought:
                del self._thoughts[table.id]

    def _by_chance(self, match: Match, seat: StoredSeat) -> Move:
        return self._rng.choice(match.sensible_moves(seat.seat) or match.moves(seat.seat))

    async def _make(self, table: Table, seat: StoredSeat, move: Move) -> None:
        await self._tables.apply(table.id, play.move_of_computer, seat, table.revision, str(move))
