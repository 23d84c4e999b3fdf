"""Files of results that are being taken in, one at a time in a server.

Their results are added a few at a time, and nobody who reads sees any of them until all are there.
"""

from typing import Final

from sqlalchemy import delete, insert, select, update

from storage.database import Transaction
from storage.schema import league_imports, league_results

__all__ = ["begin", "drop_results", "finish", "left_behind", "touch", "under_way"]

_C, _R = league_imports.c, league_results.c

_GIVEN_UP: Final = -1.0
"""The time of a file whose results are being deleted."""


async def begin(tx: Transaction, guild_id: int, import_id: int, now: float) -> None:
    """Begin to take in a file.

    :param import_id: a number that no file has had.
    :raises Conflict: another file of the server is being taken in.
    """
    await tx.execute(insert(league_imports).values(id=import_id, guild_id=guild_id, touched_at=now))


async def touch(tx: Transaction, import_id: int, now: float) -> bool:
    """Keep that it goes on; False if it has been given up meanwhile."""
    mine = (_C.id == import_id) & (_C.touched_at != _GIVEN_UP)
    return (await tx.execute(update(league_imports).where(mine).values(touched_at=now))).rowcount > 0


async def finish(tx: Transaction, import_id: int) -> bool:
    """Let everybody see the results of a file, all at once; False if it has been given up meanwhile."""
    mine = (_C.id == import_id) & (_C.touched_at != _GIVEN_UP)
    return (await tx.execute(delete(league_imports).where(mine))).rowcount > 0


async def under_way(tx: Transaction, guild_id: int) -> bool:
    """Whether a file of a server is being taken in."""
    return (await tx.execute(select(_C.id).where(_C.guild_id == guild_id))).first() is not None


async def left_behind(tx: Transaction, before: float) -> tuple[int, ...]:
    """The files with which nobody has gone on since a time."""
    return tuple((await tx.execute(select(_C.id).where(_C.touched_at < before).order_by(_C.id))).scalars())


async def drop_results(tx: Transaction, import_id: int, count: int) -> bool:
    """Give a file up: delete so many of its results, and with the last of them the file; False if it is gone."""
    given_up = update(league_imports).where(_C.id == import_id).values(touched_at=_GIVEN_UP)
    if not (await tx.execute(given_up)).rowcount:
        return False
    some = select(_R.id).where(_R.import_id == import_id).limit(count)
    if not (await tx.execute(delete(league_results).where(_R.id.in_(some)))).rowcount:
        await tx.execute(delete(league_imports).where(_C.id == import_id))
    return True
