"""Matches of the ladder, on which a person climbs against computers alone.

Nothing else is stored: rungs, series and stars are computed from these matches, see `bot.tables.ladder`.
"""

from dataclasses import dataclass
from itertools import starmap

from sqlalchemy import select

from storage.database import Transaction
from storage.matches import LadderState, Player
from storage.schema import matches

_M = matches.c


@dataclass(frozen=True)
class LadderMatch:
    """A match of a person on the ladder of a game.

    :ivar level: the level of all its computers, which is the rung.
    """

    id: str
    game: str
    level: Player
    state: LadderState


async def of_person(tx: Transaction, guild_id: int, user_id: int, game: str | None = None) -> tuple[LadderMatch, ...]:
    """Return a person's matches of the ladder in a server, oldest first.

    :param game: the key of a game; None for all.
    """
    mine = _M.ladder.is_not(None) & (_M.guild_id == guild_id) & (_M.host_id == user_id)
    if game is not None:
        mine &= _M.game == game
    wanted = select(_M.id, _M.game, _M.computer_level, _M.ladder).where(mine).order_by(_M.created_at, _M.id)
    rows = await tx.execute(wanted)
    return tuple(
        starmap(LadderMatch, ((row.id, row.game, Player(row.computer_level), LadderState(row.ladder)) for row in rows))
    )
