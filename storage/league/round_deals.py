"""The seeds that all tables of a duplicate tournament's round share.

A seed is drawn when its round is paired, and never changes. `are_secret` is the one rule for showing the deals.
"""

from collections.abc import Iterable

from sqlalchemy import exists, select

from storage.database import Transaction
from storage.matches import SharedDeals
from storage.schema import matches, round_deals, tournament_pairings

_D, _P = round_deals.c, tournament_pairings.c
_OPEN = "open"


async def draw(tx: Transaction, guild_id: int, tournament_id: int, number: int, seed: str) -> int:
    """Save the seed of a round unless it has one; return the row's id.

    :param number: the round, from 1.
    :param seed: a new secret, see `Chance.server_seed`.
    """
    row = {"tournament_id": tournament_id, "guild_id": guild_id, "round": number, "seed": seed}
    await tx.add_new(round_deals, row)
    return await row_of(tx, tournament_id, number)


async def row_of(tx: Transaction, tournament_id: int, number: int) -> int:
    """Return the id of a round's row."""
    wanted = select(_D.id).where(_D.tournament_id == tournament_id, _D.round == number)
    return int((await tx.execute(wanted)).scalar_one())


async def seed_of(tx: Transaction, round_id: int) -> str:
    """Return the secret seed of a round."""
    return str((await tx.execute(select(_D.seed).where(_D.id == round_id))).scalar_one())


async def seeds(tx: Transaction, tournament_id: int) -> dict[int, str]:
    """Return the secret seeds of a tournament by round."""
    wanted = select(_D.round, _D.seed).where(_D.tournament_id == tournament_id).order_by(_D.round)
    return {int(row.round): str(row.seed) for row in await tx.execute(wanted)}


async def are_secret(tx: Transaction, shared: SharedDeals | None) -> bool:
    """Return True while a table of the round may still be played.

    :param shared: the deals of a match; None if it shares them with no other.
    """
    if shared is None:
        return False
    same = (_P.tournament_id == _D.tournament_id) & (_P.round == _D.round) & (_P.state == _OPEN)
    wanted = select(_D.id).where(_D.id == shared.round_id, exists().where(same))
    return (await tx.execute(wanted)).scalar_one_or_none() is not None


async def secret_matches(tx: Transaction, match_ids: Iterable[str]) -> frozenset[str]:
    """Return the matches whose deals are secret, see `are_secret`."""
    wanted = select(matches.c.id, matches.c.shared).where(matches.c.id.in_(list(match_ids)))
    shared = (await tx.execute(wanted.where(matches.c.shared.is_not(None)))).all()
    return frozenset([row.id for row in shared if await are_secret(tx, SharedDeals.parse(row.shared))])
