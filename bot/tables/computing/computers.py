"""How computer players move: for themselves, for people who are away, and for people who are late.

If a computer player fails, or chooses what the rules do not allow, that is logged. It plays a random legal move
instead, so that no table ever has to wait forever. No log names a tile, because people who read logs may be sitting at
the table.
"""

from __future__ import annotations

import logging
import traceback
from random import Random, SystemRandom

from bot.tables import play
from bot.tables.errors import Refused
from bot.tables.live import Tables
from bot.tables.state import Table
from games import Match, Move
from storage.matches import Player, StoredSeat

from .thinking import Thinker

__all__ = ["Computers"]

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
