"""A database with one large server and many small ones.

``python -m tests.benchmarks.leagues.seed ADDRESS [--matches 200000] [--people 2000] [--servers 500]`` fills an empty
database, to look at by hand; the benchmark of the league uses it, too.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from time import time
from typing import Any, Final

from sqlalchemy import Table, insert, text

import games
from bot.league.ratings.recompute import recompute
from storage.database import Database, Transaction
from storage.league import leagues, people
from storage.league.seasons import Season, add
from storage.ledger import BANK, SIT_DOWN
from storage.schema import chip_payments, league_places, league_results

__all__ = ["LARGE", "Size", "person", "seed"]

LARGE: Final = 1_000_000_000_000_000_000
"""The id of the server with very many matches; the small ones follow."""

_GAMES: Final = tuple(game for game, kind in games.TABLE_GAMES.items() if 2 in kind.seat_counts)
_YEAR: Final = 365 * 86_400.0
_END: Final = 1_763_000_000.0
_PIECE: Final = 5_000


@dataclass(frozen=True)
class Size:
    """The amount of data.

    :ivar matches: in the large server, over a year.
    :ivar people: in the large server; some play far more than others.
    :ivar servers: the number of small ones, with 20 people and 100 matches each.
    :ivar payments: the number of payments in the ledger of the large server.
    """

    matches: int = 200_000
    people: int = 2_000
    servers: int = 500
    payments: int = 67_000


def person(number: int) -> int:
    """Return a person's id from 0; the first played most."""
    return 2_000_000_000_000_000_000 + number


async def seed(database: Database, size: Size, told: Callable[[str], None] = lambda _: None) -> None:
    """Fill an empty database, and rate the large server's results."""
    rng = Random(1)
    await _fill(database, LARGE, 1, size.matches, size.people, rng)
    told(f"{size.matches} matches of {size.people} people")
    for number in range(size.servers):
        await _fill(database, LARGE + 1 + number, size.matches + 1 + 100 * number, 100, 20, rng)
    told(f"{size.servers} small servers")
    await _count_on(database)
    await _pay(database, size.payments, rng)
    told(f"{size.payments} payments")
    await recompute(database, LARGE, time)
    told("ratings computed")


async def _fill(database: Database, guild_id: int, first: int, matches: int, count: int, rng: Random) -> None:
    """Add a year's matches of a server; earlier people play most."""
    weights = list(accumulate(1 / (10 + number) for number in range(count)))
    names = {person(number): f"Player {number + 1}" for number in range(count)}
    async with database.write() as tx:
        season = Season(0, guild_id, "2025 Q4", _END - _YEAR / 4, _END + _YEAR / 4, quarter="2025-4")
        await add(tx, season)
        await people.name(tx, guild_id, names)
        await leagues.request_recompute(tx, guild_id, 0.0)
    for begin in range(0, matches, _PIECE):
        rows = [
            _match(guild_id, first + number, _END - _YEAR * (1 - number / matches), weights, rng)
            for number in range(begin, min(begin + _PIECE, matches))
        ]
        async with database.write() as tx:
            await _insert(tx, league_results, [result for result, _ in rows])
            await _insert(tx, league_places, [place for _, places in rows for place in places])


def _match(
    guild_id: int, result_id: int, at: float, weights: Sequence[float], rng: Random
) -> tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]:
    seats = rng.choice((2, 2, 3, 4))
    seated: set[int] = set()
    while len(seated) < min(seats, len(weights)):
        seated.update(rng.choices(range(len(weights)), cum_weights=weights, k=seats - len(seated)))
    order = rng.sample(sorted(seated), len(seated))
    result = {
        "id": result_id,
        "guild_id": guild_id,
        "match_id": None,
        "game": rng.choice(_GAMES),
        "at": at,
        "origin": "import",
        "why_not": "" if rng.random() < 0.9 else "computers",
        "void": False,
    }
    common = {"result_id": result_id, "guild_id": guild_id, "game": result["game"], "at": at, "sides": len(order)}
    places = [
        common | {"user_id": person(number), "side": side, "place": side + 1, "won": side == 0, "score": 100 - side}
        for side, number in enumerate(order)
    ]
    return result, places


async def _count_on(database: Database) -> None:
    """Continue PostgreSQL's ids after inserted ones; SQLite needs no help."""
    async with database.write() as tx:
        if tx._connection.dialect.name == "postgresql":
            last = "SELECT setval(pg_get_serial_sequence('league_results', 'id'), max(id)) FROM league_results"
            await tx.execute(text(last))


async def _pay(database: Database, count: int, rng: Random) -> None:
    """Pay between ten people who play Nos every evening."""
    for begin in range(0, count, _PIECE):
        async with database.write() as tx:
            await _insert(tx, chip_payments, list(_payments(begin, min(begin + _PIECE, count), rng)))


def _payments(begin: int, end: int, rng: Random) -> Iterator[Mapping[str, Any]]:
    none = {"guild_id": LARGE, "match_id": None, "deal": None, "number": None}
    for number in range(begin, end):
        at = _END - _YEAR * (1 - number / end)
        if number < 10:
            yield none | {"payer": BANK, "receiver": person(number), "amount": 500, "reason": SIT_DOWN, "at": at}
        else:
            payer, receiver = rng.sample(range(10), 2)
            amount = rng.randint(1, 50)
            yield none | {
                "payer": person(payer),
                "receiver": person(receiver),
                "amount": amount,
                "reason": "settlement",
                "at": at,
            }


async def _insert(tx: Transaction, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        await tx.execute(insert(table), rows)


async def _main() -> None:
    parser = argparse.ArgumentParser(description="Fill an empty database with leagues")
    parser.add_argument("address", help="such as sqlite:///league.db")
    for name, given in vars(Size()).items():
        parser.add_argument(f"--{name}", type=int, default=given)
    asked = vars(parser.parse_args())
    begun = time()
    database = await Database.open(asked.pop("address"))
    try:
        await seed(database, Size(**asked), lambda done: print(f"{time() - begun:6.1f} s  {done}", flush=True))
    finally:
        await database.close()


if __name__ == "__main__":
    asyncio.run(_main())
