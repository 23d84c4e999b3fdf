"""Self-updating leaderboards: at most one message per channel."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from storage.database import Transaction
from storage.schema import leaderboards

_C = leaderboards.c


@dataclass(frozen=True)
class Leaderboard:
    """A message with standings.

    :ivar of: the scope of the standings: a season's scope, the key of a game, all games, or the current season.
    :ivar message_id: negative until it is posted; it then replaces an older one with the positive id.
    """

    channel_id: int
    guild_id: int
    of: str
    message_id: int


async def save(tx: Transaction, board: Leaderboard) -> None:
    """Save the leaderboard of a channel, replacing the last one."""
    await tx.save(leaderboards, vars(board))


async def of_channel(tx: Transaction, channel_id: int) -> Leaderboard | None:
    """Return the leaderboard of a channel."""
    row = (await tx.execute(select(leaderboards).where(_C.channel_id == channel_id))).mappings().one_or_none()
    return None if row is None else Leaderboard(**row)


async def in_guild(tx: Transaction, guild_id: int | None) -> tuple[Leaderboard, ...]:
    """Return the leaderboards of a server, or of all."""
    wanted = select(leaderboards).order_by(_C.channel_id)
    rows = await tx.execute(wanted if guild_id is None else wanted.where(_C.guild_id == guild_id))
    return tuple(Leaderboard(**row) for row in rows.mappings())


async def forget(tx: Transaction, board: Leaderboard) -> None:
    """Delete a leaderboard unless the channel has another by now."""
    await tx.execute(delete(leaderboards).where(_C.channel_id == board.channel_id, _C.message_id == board.message_id))
