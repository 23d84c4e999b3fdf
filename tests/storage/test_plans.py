"""Interactive queries use indexes on both engines."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import event, text

from storage import kent, ladder, ledger, matches, schema
from storage.database import Database, Transaction
from storage.league import leagues, pairing_tables, people, player_records, ratings, results, seasons
from storage.league.results import Wanted

LONG = (
    "league_results",
    "league_places",
    "league_entries",
    "rating_changes",
    "ratings",
    "chip_payments",
    "matches",
    "deal_results",
)
"""The tables that grow with every match."""

QUERIES: dict[str, Callable[[Transaction], Awaitable[object]]] = {
    "standings": lambda tx: ratings.all_in(tx, 1, 0, "block"),
    "a person's ratings": lambda tx: ratings.of_person(tx, 1, 0, 11),
    "a result's changes": lambda tx: ratings.of_result(tx, 5),
    "the newest results": lambda tx: results.page(tx, Wanted(1)),
    "the newest results of a game": lambda tx: results.page(tx, Wanted(1, game="block")),
    "a person's results": lambda tx: results.page(tx, Wanted(1, people=(11,))),
    "two people's results": lambda tx: results.page(tx, Wanted(1, people=(11, 12))),
    "how many results two people have": lambda tx: results.count(tx, Wanted(1, people=(11, 12))),
    "the next results to be rated": lambda tx: results.following(tx, 1, (5.0, 7), 10),
    "how often the same people have played": lambda tx: results.begun_between(tx, 1, [11, 12], 5.0),
    "the result of a match": lambda tx: results.of_match(tx, "m"),
    "the seasons that run": lambda tx: seasons.holding(tx, 1, 5.0),
    "a league": lambda tx: leagues.load(tx, 1),
    "names": lambda tx: people.names(tx, 1, [11, 12]),
    "chip statement": lambda tx: ledger.statement(tx, 1, 11, first=10),
    "chip statement of a match": lambda tx: ledger.statement(tx, 1, 11, match_id="m"),
    "chip leaders": lambda tx: ledger.leaders(tx, 1),
    "chip balance": lambda tx: ledger.standing(tx, 1, 11),
    "the live match of a channel": lambda tx: matches.live_in(tx, 1),
    "the last match of a channel": lambda tx: matches.last_over_in(tx, 1),
    "the last call for players in a channel": lambda tx: matches.last_call_in(tx, 1),
    "the matches to be shown after a start": matches.unshown,
    "the lobbies of a game": lambda tx: matches.lobbies(tx, 1, "block"),
    "whether a channel had a match": lambda tx: matches.any_in(tx, 1, 2),
    "who plays a game for the first time": lambda tx: matches.newcomers(tx, "kent", [11, 12]),
    "a person's matches of the ladder": lambda tx: ladder.of_person(tx, 1, 11),
    "the tally of a server": lambda tx: player_records.tally(tx, 1, 5.0),
    "the tally of a channel": lambda tx: player_records.tally(tx, 1, 5.0, (2, 3)),
    "the calls of Kent in a server": lambda tx: kent.calls(tx, 1, 5.0),
    "the pairing of a table": lambda tx: pairing_tables.pairing_of_table(tx, "m"),
    "the free pairings of people": lambda tx: pairing_tables.free_pairings(tx, 1, "block", "1|2"),
}


def scanned(plan: list[str]) -> set[str]:
    """Return the long tables that a plan scans fully, not only the few rows of a partial index."""
    partial = "|".join(
        str(one.name) for one in schema.matches.indexes if one.dialect_options["sqlite"]["where"] is not None
    )
    scans = rf"SCAN (\w+)\b(?! USING (?:COVERING )?INDEX (?:{partial})\b)|Seq Scan on (\w+)"
    found = {one or two for line in plan for one, two in re.findall(scans, line)}
    return found & set(LONG)


async def plans_of(database: Database, query: Callable[[Transaction], Awaitable[object]]) -> list[str]:
    """Return the engine's plan for each statement of a query."""
    seen: list[tuple[str, Any]] = []
    engine = database._writer.sync_engine

    def remember(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            seen.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", remember)
    try:
        async with database.write() as tx:
            if not database._address.is_sqlite:  # with but a few rows a scan would be right
                await tx.execute(text("SET LOCAL enable_seqscan = off"))
            await query(tx)
            explain = "EXPLAIN QUERY PLAN" if database._address.is_sqlite else "EXPLAIN"
            lines: list[str] = []
            for statement, parameters in tuple(seen):
                driver = await tx._connection.exec_driver_sql(f"{explain} {statement}", parameters)
                lines += [" ".join(map(str, row)) for row in driver]
    finally:
        event.remove(engine, "before_cursor_execute", remember)
    assert seen
    return lines


@pytest.mark.parametrize("name", QUERIES)
async def test_a_query_that_people_wait_for_reads_no_long_table_from_end_to_end(database: Database, name: str) -> None:
    plan = await plans_of(database, QUERIES[name])
    assert scanned(plan) == set(), "\n".join(plan)


async def test_a_query_without_an_index_is_noticed(database: Database) -> None:
    async def by_host(tx: Transaction) -> object:
        return await tx.execute(text("SELECT * FROM matches WHERE host_id = 5"))

    assert scanned(await plans_of(database, by_host)) == {"matches"}
