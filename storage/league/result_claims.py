"""Results that players claim for their own pairings.

Opening and answering one needs the lock of the server's league (`leagues.hold`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, insert, select, update

from storage.database import Transaction
from storage.schema import result_claims, tournament_pairings
from storage.transactions import field_columns, to_row

_C = result_claims.c


class ClaimState(StrEnum):
    """The state of a claim."""

    OPEN = "open"
    """Waiting for the other side, and after a day for the hosts, too."""
    CONFIRMED = "confirmed"
    DENIED = "denied"
    """The other side said that it is wrong."""
    ACCEPTED = "accepted"
    """A host entered it, because the other side did not answer."""
    REFUSED = "refused"
    """A host refused it."""
    SUPERSEDED = "superseded"
    """The pairing was settled in another way, or removed."""


@dataclass(frozen=True)
class ResultClaim:
    """The result of a pairing as a player of it reports it.

    :ivar id: 0 for an unsaved claim.
    :ivar user_id: the person who reports it.
    :ivar score: the score of each side, in the order of the pairing, such as ``2:1``.
    :ivar at: the time of the claim, in unix seconds.
    :ivar message_id: the question to the other side; None: not posted yet.
    :ivar host_message_id: the question to the hosts; None: not posted.
    :ivar end_shown: whether the questions show the answer.
    """

    id: int
    tournament_id: int
    guild_id: int
    pairing_id: int
    user_id: int
    score: str
    at: float
    state: ClaimState = ClaimState.OPEN
    message_id: int | None = None
    host_message_id: int | None = None
    end_shown: bool = False

    @property
    def scores(self) -> tuple[int, int]:
        """The score of each side."""
        first, _, second = self.score.partition(":")
        return int(first), int(second)


async def add(tx: Transaction, claim: ResultClaim) -> int:
    """Save a new claim; return its id."""
    row = to_row(claim, without=("id", "state")) | {"state": claim.state.value}
    added = await tx.execute(insert(result_claims).values(**row).returning(_C.id))
    return int(added.scalar_one())


async def load(tx: Transaction, guild_id: int, claim_id: int) -> ResultClaim | None:
    """Return a claim of a server."""
    found = await _claims(tx, (_C.id == claim_id) & (_C.guild_id == guild_id))
    return found[0] if found else None


async def open_for(tx: Transaction, pairing_id: int) -> ResultClaim | None:
    """Return the open claim for a pairing, if any."""
    found = await _claims(tx, (_C.pairing_id == pairing_id) & _is_open())
    return found[0] if found else None


async def load_unfinished(tx: Transaction, tournament_id: int) -> tuple[ResultClaim, ...]:
    """Return the claims in a tournament that are open, or whose answer is not shown."""
    return await _claims(tx, (_C.tournament_id == tournament_id) & ~_C.end_shown)


def with_unfinished() -> Select[tuple[int]]:
    """Return a query for the ids of tournaments with such claims."""
    return select(_C.tournament_id).where(~_C.end_shown)


async def answer(tx: Transaction, claim_id: int, state: ClaimState) -> bool:
    """End an open claim; return False if it is not open."""
    ended = await tx.execute(update(result_claims).where(_C.id == claim_id, _is_open()).values(state=state.value))
    return ended.rowcount > 0


async def supersede(tx: Transaction, pairing_ids: Collection[int]) -> None:
    """End the open claims for removed pairings."""
    await _supersede(tx, _C.pairing_id.in_(pairing_ids))


async def supersede_settled(tx: Transaction, tournament_id: int) -> None:
    """End a tournament's open claims whose pairings were settled otherwise."""
    still_open = select(tournament_pairings.c.id).where(
        tournament_pairings.c.tournament_id == tournament_id, tournament_pairings.c.state == "open"
    )
    await _supersede(tx, (_C.tournament_id == tournament_id) & _C.pairing_id.not_in(still_open))


async def _supersede(tx: Transaction, condition: ColumnElement[bool]) -> None:
    mine = condition & _is_open()
    await tx.execute(update(result_claims).where(mine).values(state=ClaimState.SUPERSEDED.value))


async def save_shown(tx: Transaction, claim: ResultClaim) -> None:
    """Save the messages that show a claim."""
    row = {name: getattr(claim, name) for name in ("message_id", "host_message_id", "end_shown")}
    await tx.execute(update(result_claims).where(_C.id == claim.id).values(**row))


async def replace_person(tx: Transaction, tournament_id: int, old: int, new: int) -> None:
    """Replace the person who made claims in a tournament."""
    mine = (_C.tournament_id == tournament_id) & (_C.user_id == old)
    await tx.execute(update(result_claims).where(mine).values(user_id=new))


def _is_open() -> ColumnElement[bool]:
    return _C.state == ClaimState.OPEN.value


async def _claims(tx: Transaction, condition: ColumnElement[bool]) -> tuple[ResultClaim, ...]:
    wanted = select(*field_columns(result_claims, ResultClaim)).where(condition).order_by(_C.id)
    rows: Any = (await tx.execute(wanted)).mappings()
    return tuple(ResultClaim(**{**row, "state": ClaimState(row["state"])}) for row in rows)
