"""Matches, seats and moves as tests want them."""

import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from storage.database import Database, Transaction
from storage.matches import LogEntry, Player, Status, StoredMatch, StoredSeat, load, log, newest_version, update

GUILD = 1_100_000_000_000_000_001
CHANNEL = 1_100_000_000_000_000_002
HOST = 1_100_000_000_000_000_003

MATCH = StoredMatch(
    id="Zk3_x-9Q",
    guild_id=GUILD,
    channel_id=CHANNEL,
    host_id=HOST,
    game="block",
    options={"limit": 60, "teams": False, "lots": [0, 2], "note": "zażółć гусь", "nothing": None},
    status=Status.LOBBY,
    seed="secret of the shuffle",
    revision=0,
    clock="normal",
    deadline=1_763_000_000.123456,
    warned=False,
    created_at=1_762_999_000.5,
    started_at=None,
    ended_at=None,
    board_id=1_100_000_000_000_000_009,
    board_at=1_762_999_001.25,
    locale="pl",
    rematch_of=None,
    call_id=1_100_000_000_000_000_011,
    deals_ended=3,
    announced=2,
    shown_revision=1,
)

SEATS = (
    StoredSeat(seat=0, user_id=HOST, player=Player.PERSON, name="Łucja", late=1, away=True),
    StoredSeat(seat=1, user_id=None, player=Player.REGULAR, name="Regular", late=0, away=False),
)


def match(name: str, **changes: Any) -> StoredMatch:
    """Return a match named `name` in its own channel, with changes."""
    channel = int.from_bytes(name.encode()[:7], "big")
    return replace(MATCH, **{"id": name, "channel_id": channel, **changes})


def moves(first: int, last: int) -> list[LogEntry]:
    """Entries of a log with these revisions."""
    return [LogEntry(revision, 0, "6-4@left", HOST, 1_763_000_000.5 + revision) for revision in range(first, last + 1)]


async def saved_revisions(database: Database, match_id: str) -> list[int]:
    """Return the log's revisions, checked against the match."""
    async with database.read() as tx:
        found = await load(tx, match_id)
        entries = await log(tx, match_id)
    if found is None:
        raise AssertionError(f"match {match_id} is not there")
    assert found[0].revision == len(entries)
    return [entry.revision for entry in entries]


async def append(tx: Transaction, match_id: str, entries: Sequence[LogEntry]) -> None:
    """Append entries to the log of the match's newest version.

    :raises Missing: there is no such match.
    """
    await update(tx, match_id, await newest_version(tx, match_id) or 0, entries)


async def append_one(database: Database, match_id: str, revision: int) -> None:
    """Append one move in a transaction of its own."""
    async with database.write() as tx:
        await append(tx, match_id, moves(revision, revision))


def no_thread_is_left() -> bool:
    """Return True if SQLite's threads end within a moment."""
    until = time.monotonic() + 60
    while any("connection_worker" in thread.name for thread in threading.enumerate()):
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


def spoil(file: Path, name: str) -> None:
    """Overwrite a table's or index's first page."""
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [size] = other.execute("PRAGMA page_size").fetchone()
        [page] = other.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    with file.open("r+b") as pages:
        pages.seek((page - 1) * size)
        pages.write(b"\xff" * size)
