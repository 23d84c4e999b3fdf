"""The names of the people of a league."""

from collections.abc import Collection, Mapping

from sqlalchemy import bindparam, select

from storage.database import Transaction
from storage.schema import league_people

_P = league_people.c
_READ_NAMES = select(_P.user_id, _P.name).where(
    _P.guild_id == bindparam("guild"), _P.user_id.in_(bindparam("people", expanding=True))
)


async def name(tx: Transaction, guild_id: int, names: Mapping[int, str]) -> None:
    """Save the current names of people: user id -> name."""
    rows = [{"guild_id": guild_id, "user_id": user_id, "name": called} for user_id, called in sorted(names.items())]
    await tx.save_all(league_people, rows)


async def name_new(tx: Transaction, guild_id: int, names: Mapping[int, str]) -> None:
    """Save names of people without one; known names stay."""
    known = await all_names(tx, guild_id)
    await name(tx, guild_id, {user_id: called for user_id, called in names.items() if user_id not in known})


async def all_names(tx: Transaction, guild_id: int) -> dict[int, str]:
    """Return the last known names in a server."""
    wanted = select(_P.user_id, _P.name).where(_P.guild_id == guild_id)
    return {int(row.user_id): row.name for row in await tx.execute(wanted)}


async def names(tx: Transaction, guild_id: int, people: Collection[int]) -> dict[int, str]:
    """Return the last known names; unknown people are missing."""
    rows = await tx.execute(_READ_NAMES, {"guild": guild_id, "people": list(people)})
    return {int(row.user_id): row.name for row in rows}
