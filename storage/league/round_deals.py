"""The seeds that all tables of a duplicate tournament's round share.

A seed is drawn when its round is paired, and never changes. `is_secret` is the one rule for showing the deals.
"""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, exists, select

from storage.database import Transaction
from storage.schema import matches, round_deals, tournament_pairings

_D = round_deals.c
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


def is_secret(match_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a table with the deals of a match may still be played."""
    own, other = tournament_pairings.alias(), tournament_pairings.alias()
    shared = (_D.tournament_id == own.c.tournament_id) & (_D.round == own.c.round)
    same_round = (other.c.tournament_id == own.c.tournament_id) & (other.c.round == own.c.round)
    return exists().where(own.c.match_id == match_id, shared, same_round, other.c.state == _OPEN)


async def secret_matches(tx: Transaction, match_ids: Iterable[str]) -> frozenset[str]:
    """Return the matches whose deals are secret, see `is_secret`."""
    wanted = select(matches.c.id).where(matches.c.id.in_(list(match_ids)), is_secret(matches.c.id))
    return frozenset((await tx.execute(wanted)).scalars())
