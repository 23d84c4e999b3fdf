"""Two houses, and what a table must come to at which both have acted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.errors import TableError
from bot.tables.keeping import read, rebuilt, to_be_shown
from bot.tables.live import Tables
from bot.tables.state import Step, Table
from games import GameError
from storage import matches
from storage import signs as stored_signs
from storage.matches import LogEntry
from tests.bot.tables.tabletop import NOON, Hall

Pure = Callable[[Table, float], Step]


@dataclass(frozen=True)
class Act:
    """Something that is done at a table: a step, or what the publisher keeps of how it is shown."""

    name: str
    step: Pure
    shown: Mapping[str, object] | None = None

    async def done(self, tables: Tables, match_id: str) -> str:
        """What it comes to at live tables: "" if it was done, else why not."""
        try:
            if self.shown is not None:
                await tables.shown(match_id, **self.shown)
            else:
                await tables.take(match_id, self.step)
        except (TableError, GameError) as error:
            return reason(error)
        return ""

    def foretold(self, table: Table) -> tuple[Table, tuple[str, ...], str]:
        """What it comes to at a table that nobody else touches: the table, the moves made, and why it was not done."""
        if self.shown is not None:
            return table.with_stored(**self.shown), (), ""
        try:
            step = self.step(table, NOON)
        except (TableError, GameError) as error:
            return table, (), reason(error)
        if step.table == table and not step.entries:
            return table, (), ""
        return to_be_shown(step, table).table, tuple(map(said, step.entries)), ""


def said(entry: LogEntry) -> str:
    return f"{entry.seat} {entry.move}"


def reason(error: Exception) -> str:
    return error.key if isinstance(error, TableError) else type(error).__name__


@dataclass(frozen=True)
class Outcome:
    """What is left of a table, without what two serial runs of it need not share."""

    columns: Mapping[str, Any]
    rest: tuple[object, ...]
    moves: tuple[str, ...]
    reasons: tuple[str, ...]

    def turned(self) -> Outcome:
        """The same, if the second is named first."""
        return replace(self, reasons=self.reasons[::-1])


def outcome(table: Table, moves: tuple[str, ...], *reasons: str) -> Outcome:
    columns = {name: value for name, value in vars(table.stored).items() if name != "version"}
    return Outcome(columns, (table.seats, table.match, table.pads, _agreed(table)), moves, reasons)


def _agreed(table: Table) -> tuple[object, ...]:
    """The pacts; a sign that the bot has drawn is any."""
    return tuple(replace(pact, sign=None) if pact.drawn else pact for pact in table.pacts)


def foretold(table: Table, first: Act, second: Act) -> Outcome:
    """What a table comes to when one house alone does the two, one after the other."""
    between, moves, why = first.foretold(table)
    after, more, why_not = second.foretold(between)
    return outcome(after, moves + more, why, why_not)


@dataclass(frozen=True)
class Pair:
    """Two houses on one database."""

    one: Hall
    other: Hall

    async def put(self, tables: Iterable[Table]) -> None:
        """Store tables whose logs are empty, and let both houses hold them in memory."""
        known = list(tables)
        async with self.one.database.write() as tx:
            for table in known:
                await matches.add(tx, table.stored, table.seats)
                await stored_signs.save_pacts(tx, table.id, table.pacts)
        for table in known:
            for house in (self.one, self.other):
                await house.tables.find(table.id)

    async def outcome(self, match_id: str, *reasons: str) -> Outcome:
        """What is stored of a table, after making sure that both houses show the same after a look."""
        async with self.one.database.read() as tx:
            written = await read(tx, match_id)
        assert written is not None
        stored, log = rebuilt(written), written.log
        assert [entry.revision for entry in log] == list(range(1, stored.revision + 1))
        assert stored.match is not None or stored.stored.seed is None, "the log does not fit the rules"
        for house in (self.one, self.other):
            seen = await house.tables.newest(match_id)
            assert seen is not None
            assert (seen.stored, seen.seats, seen.match) == (stored.stored, stored.seats, stored.match)
            assert (seen.booked, seen.pacts, seen.pads) == (stored.booked, stored.pacts, stored.pads)
        return outcome(stored, tuple(map(said, log)), *reasons)
