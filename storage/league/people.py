"""What people of a league are called."""

from collections.abc import Collection, Mapping

from sqlalchemy import select

from storage.database import Transaction
from storage.schema import league_people

_P = league_people.c


async def name(tx: Transaction, guild_id: int, names: Mapping[int, str]) -> None:
    """Keep what people are called now: user id -> name."""
    rows = [{"guild_id": guild_id, "user_id": user_id, "name": called} for user_id, called in sorted(names.items())]
    await tx.save_all(league_people, rows)


async def names(tx: Transaction, guild_id: int, people: Collection[int]) -> dict[int, str]:
    """What people were called last; who is not known is missing."""
    wanted = select(_P.user_id, _P.name).where(_P.guild_id == guild_id, _P.user_id.in_(list(people)))
    return {int(row.user_id): row.name for row in await tx.execute(wanted)}
