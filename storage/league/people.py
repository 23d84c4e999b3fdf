"""What people of a league are called, and who changed what in it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import Text, cast, func, insert, select

from storage.database import Transaction
from storage.schema import league_deeds, league_people

_P, _D = league_people.c, league_deeds.c


@dataclass(frozen=True)
class Deed:
    """Something that somebody changed by hand.

    :ivar id: 0 for one that has not been saved.
    :ivar user_id: who; None on the command line, and for what the bot did by itself.
    :ivar deed: what, such as ``void``; `about` says more, as its kind needs.
    """

    id: int
    guild_id: int
    at: float
    user_id: int | None
    deed: str
    reason: str = ""
    result_id: int | None = None
    about: Mapping[str, Any] = field(default_factory=dict)


async def name(tx: Transaction, guild_id: int, names: Mapping[int, str]) -> None:
    """Keep what people are called now: user id -> name."""
    rows = [{"guild_id": guild_id, "user_id": user_id, "name": called} for user_id, called in sorted(names.items())]
    await tx.save_all(league_people, rows)


async def names(tx: Transaction, guild_id: int, people: Collection[int]) -> dict[int, str]:
    """What people were called last; who is not known is missing."""
    wanted = select(_P.user_id, _P.name).where(_P.guild_id == guild_id, _P.user_id.in_(list(people)))
    return {int(row.user_id): row.name for row in await tx.execute(wanted)}


async def do(tx: Transaction, deed: Deed) -> None:
    """Keep that somebody has done something."""
    row = {part.name: getattr(deed, part.name) for part in fields(Deed) if part.name != "id"}
    await tx.execute(insert(league_deeds), row | {"about": dict(deed.about)})


async def is_done(tx: Transaction, guild_id: int, deed: str, key: str, value: str) -> bool:
    """Whether such a deed has been done before, with this in what is told of it."""
    such = select(_D.about).where(_D.guild_id == guild_id, _D.deed == deed, cast(_D.about, Text).contains(value))
    return any(about.get(key) == value for about in (await tx.execute(such)).scalars())


async def deeds(tx: Transaction, guild_id: int, *, first: int = 0, count: int = 10) -> tuple[tuple[Deed, ...], int]:
    """What was done by hand, the newest first, from the place `first` (from 0) on; and how much there is in all."""
    mine = _D.guild_id == guild_id
    wanted = select(*(_D[part.name] for part in fields(Deed))).where(mine).order_by(_D.id.desc())
    rows = await tx.execute(wanted.limit(count).offset(first))
    total = (await tx.execute(select(func.count()).select_from(league_deeds).where(mine))).scalar_one()
    return tuple(Deed(**row) for row in rows.mappings()), int(total)
