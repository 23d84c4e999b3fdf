"""Two processes, and the expected table after both act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import select

from bot.tables.errors import TableError
from bot.tables.live import Tables
from bot.tables.persistence import mark_unshown
from bot.tables.state import Step, Table
from games import GameError, Match
from storage import schema
from storage.database import Transaction
from storage.matches import DealResult, MatchResult
from tests.bot.tables.tabletop import NOON, TableProcess

_DEALS, _ENDS, _PAID = schema.deal_results, schema.match_results, schema.chip_payments

StepFunction = Callable[[Table, float], Step]

_IGNORED_COLUMNS: Final = frozenset({"id", "guild_id", "channel_id", "version"})
"""The columns that two runs of the same need not share."""


@dataclass(frozen=True, eq=False)
class Action:
    """An action at a table: a step or shown state."""

    name: str
    step: StepFunction
    shown: Mapping[str, object] | None = None

    async def perform(self, tables: Tables, match_id: str) -> str:
        """Do the action; return "" or the reason it failed."""
        try:
            if self.shown is not None:
                await tables.record_display(match_id, **self.shown)
            else:
                await tables.apply(match_id, self.step)
        except (TableError, GameError) as error:
            return reason(error)
        return ""

    def expected(self, table: Table) -> tuple[Step, str]:
        """Return an undisturbed result, and a refusal's reason."""
        if self.shown is not None:
            return Step(table.with_stored(**self.shown)), ""
        try:
            step = self.step(table, NOON)
        except (TableError, GameError) as error:
            return Step(table), reason(error)
        if step.table == table and not step.entries:
            return Step(table), ""
        return mark_unshown(step, table), ""


def reason(error: Exception) -> str:
    return error.key if isinstance(error, TableError) else type(error).__name__


Payment = tuple[object, ...]
"""Deal, number, payer, receiver, amount and reason."""


@dataclass
class Booked:
    """The rows beside a match: results and payments."""

    deals: list[DealResult] = field(default_factory=list)
    match: list[MatchResult] = field(default_factory=list)
    paid: list[Payment] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """A table's state without parts differing in serial runs."""

    columns: Mapping[str, Any]
    match: Match | None
    rest: tuple[object, ...]
    booked: Booked
    reasons: tuple[str, ...]

    def swapped(self) -> Outcome:
        """Return the pair in reverse order."""
        return replace(self, reasons=self.reasons[::-1])


def outcome(table: Table, booked: Booked, *reasons: str) -> Outcome:
    columns = {name: value for name, value in vars(table.stored).items() if name not in _IGNORED_COLUMNS}
    rest = (table.seats, table.pads, table.signs, _agreed(table))
    return Outcome(columns, table.match, rest, booked, reasons)


def _agreed(table: Table) -> tuple[object, ...]:
    """Return the pacts; a drawn sign counts as any."""
    return tuple(replace(pact, sign=None) if pact.drawn else pact for pact in table.pacts)


def expected_outcome(table: Table, first: Action, second: Action, paid: Sequence[Payment] = ()) -> Outcome:
    """Return the outcome of both actions in one process."""
    step, why = first.expected(table)
    further, why_not = second.expected(step.table)
    deals, ends = step.deal_results + further.deal_results, step.match_results + further.match_results
    return outcome(further.table, Booked([*deals], [*ends], [*paid]), why, why_not)


async def all_booked(tx: Transaction) -> dict[str, Booked]:
    """Return the rows beside each match, by id."""
    known = (await tx.execute(select(schema.matches.c.guild_id, schema.matches.c.id))).all()
    of = {row.guild_id: Booked() for row in known}
    for row in await tx.execute(select(_DEALS).order_by(_DEALS.c.deal, _DEALS.c.seat)):
        of[row.guild_id].deals.append(DealResult(row.deal, row.seat, row.user_id, row.points, row.score))
    for row in await tx.execute(select(_ENDS).order_by(_ENDS.c.seat)):
        end = MatchResult(row.seat, row.user_id, row.name, row.rank, row.won, row.score)
        of[row.guild_id].match.append(end)
    for row in await tx.execute(select(_PAID).order_by(_PAID.c.id)):
        of[row.guild_id].paid.append((row.deal, row.number, row.payer, row.receiver, row.amount, row.reason))
    return {row.id: of[row.guild_id] for row in known}


@dataclass(frozen=True)
class Pair:
    """Two processes on one database."""

    one: TableProcess
    other: TableProcess

    async def load_left(self, match_id: str, done: str = "") -> Table:
        """Return the table, equal in both processes after a look.

        The one that has not acted last must read the database.

        :param done: what has been done at the table, in words.
        """
        one, other = [await process.tables.newest(match_id) for process in (self.one, self.other)]
        assert one is not None, done
        assert other is not None, done
        assert one.match is not None or one.stored.seed is None, f"{done}: the log does not fit the rules"
        assert one.match is None or len(one.match.record().log) == one.revision, done
        assert (one.stored, one.seats, one.match) == (other.stored, other.seats, other.match), done
        assert (one.booked, one.pacts, one.pads, one.signs) == (other.booked, other.pacts, other.pads, other.signs), (
            done
        )
        return one
