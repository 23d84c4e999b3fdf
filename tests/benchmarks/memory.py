"""Memory of live tables, measured in a process of its own.

`python -m tests.benchmarks.memory FILE TABLES --traced` takes tables of a database up one by one with a click, as after
a restart. They are matches of Block half-way through. It prints the bytes per table as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import shutil
import statistics
import subprocess
import sys
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.tables import play
from bot.tables.live import Tables
from games import Match
from storage import matches
from storage.database import Database
from storage.matches import LogEntry, Player, Status, StoredMatch, StoredSeat
from tests.games.deals import dealt_view

from .copies import half_way
from .measuring import Aim, Effort, Result, Topic
from .rooms import HOST, OTHER, new_tables

__all__ = ["memory"]

_MOST_KB = 30
_WARM_UP = 20
"""Tables taken up before the measurement, so that what is loaded and remembered once counts for none."""
_STATM = Path("/proc/self/statm")
_ROOT = Path(__file__).parents[2]


def memory(effort: Effort) -> list[Topic]:
    """Measure kB per live table, by allocations and process growth."""
    with TemporaryDirectory(dir=effort.folder) as folder:
        file = Path(folder) / "boneyard.db"
        records = asyncio.run(_write_tables(file, _WARM_UP + effort.tables))
        tracked = _in_a_process(file, effort.tables, "--traced")
        grown = [_in_a_process(file, effort.tables) for _ in range(effort.rounds)] if _STATM.exists() else []
    floor = "its record as a text"
    results = [
        Result("a table, by tracemalloc", "kB", (tracked,), (floor,), Aim(_MOST_KB)),
        Result(floor, "kB", (records,)),
    ]
    remarks = [f"{effort.tables} tables in a Tables; tracemalloc's figure is the same every time, so it is taken once"]
    if grown:
        results.append(Result("a table, by growth of the process (RSS)", "kB", tuple(grown)))
    else:
        remarks.append("the growth of the process is left out: it is read from /proc, which only Linux has")
    return [Topic("Memory of a live table of Block half-way through its match", tuple(results), tuple(remarks))]


def _in_a_process(file: Path, tables: int, *flags: str) -> float:
    """Return the kB of each table."""
    with TemporaryDirectory(dir=file.parent) as folder:  # each starts from the same tables
        command = [sys.executable, "-m", "tests.benchmarks.memory", shutil.copy(file, folder), str(tables), *flags]
        done = subprocess.run(command, cwd=_ROOT, check=True, stdout=subprocess.PIPE)  # noqa: S603  # our own module
    grown: float = json.loads(done.stdout)
    return grown / 1000


# --- The tables on paper ---------------------------------------------------------------------------------------------


async def _write_tables(file: Path, count: int) -> float:
    """Write running matches; return a record's mean size in kB."""
    database = await Database.open(f"sqlite:///{file}")
    try:
        sizes = []
        async with database.write() as tx:
            for number in range(count):
                match = half_way("block", number)
                record = match.record()
                sizes.append(sys.getsizeof(record.text()))
                stored = _stored(number, match)
                await matches.add(tx, stored, _SEATS)
                entries = [
                    LogEntry(revision, seat, move, _SEATS[seat].user_id, _NOW)
                    for revision, (seat, move) in enumerate(record.log, 1)
                ]
                await matches.update(tx, stored.id, 0, entries)
        return statistics.mean(sizes) / 1000
    finally:
        await database.close()


_NOW = 1_763_000_000.0
_SEATS = tuple(
    StoredSeat(seat, person.user_id, Player.PERSON, person.name, late=0, away=False)
    for seat, person in enumerate((HOST, OTHER))
)


def _stored(number: int, match: Match) -> StoredMatch:
    ended = dealt_view(match).deal - 1
    return StoredMatch(
        id=_name(number),
        guild_id=1,
        channel_id=number,
        host_id=HOST.user_id,
        game=match.key,
        options=dict(match.options),
        status=Status.PLAYING,
        seed=match.seed,
        revision=0,
        clock="normal",
        deadline=None,
        warned=False,
        created_at=_NOW,
        started_at=_NOW,
        ended_at=None,
        board_id=number,
        board_at=_NOW,
        locale="en",
        rematch_of=None,
        deals_ended=ended,
        announced=ended,
    )


def _name(number: int) -> str:
    return f"table{number}"


# --- The process that takes them up ----------------------------------------------------------------------------------


async def _take_up(file: Path, count: int, *, traced: bool) -> float:
    """Bytes for each of so many tables."""
    database = await Database.open(f"sqlite:///{file}")
    tables = new_tables(database)
    try:
        for number in range(_WARM_UP + count):  # what the database remembers of its file counts for none either
            async with database.read() as tx:
                await matches.log(tx, _name(number))
        for number in range(_WARM_UP):
            await _click(tables, _name(number))
        gc.collect()
        if traced:
            tracemalloc.start()
        before = _used(traced=traced)
        for number in range(_WARM_UP, _WARM_UP + count):
            await _click(tables, _name(number))
        gc.collect()
        after = _used(traced=traced)
        if len(tables) != _WARM_UP + count:
            raise AssertionError(f"there are {len(tables)} tables")
        return (after - before) / count
    finally:
        await tables.close()
        await database.close()


async def _click(tables: Tables, match_id: str) -> None:
    """Make the first legal move, which loads the table."""
    table = await tables.find(match_id)
    seat = table.to_move() if table else None
    if table is None or table.match is None or seat is None:
        raise AssertionError(f"{match_id} is running")
    text = str(table.match.moves(seat.seat)[0])
    person, revision = (HOST, OTHER)[seat.seat], table.revision
    await tables.apply(match_id, play.move, person, revision, text)


def _used(*, traced: bool) -> int:
    if traced:
        return tracemalloc.get_traced_memory()[0]
    return int(_STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Tell the bytes of each table in JSON.")
    parser.add_argument("file", type=Path)
    parser.add_argument("tables", type=int)
    parser.add_argument("--traced", action="store_true", help="count Python's allocations, not the process's pages")
    asked = parser.parse_args()
    print(json.dumps(asyncio.run(_take_up(asked.file, asked.tables, traced=asked.traced))))
