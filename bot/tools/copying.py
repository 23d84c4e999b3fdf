"""``python -m bot copy-database``: a move to another database or engine."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import Final

from sqlalchemy import func, select

import games
from bot.requests.table.replays import verify_stored
from games import GameError
from storage import matches
from storage.copying import copy_database
from storage.database import OutcomeUnknown, StorageError, Transaction
from storage.matches import Status
from storage.schema import matches as all_matches

_SAY_EVERY: Final = 100


async def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit status."""

    async def check(tx: Transaction) -> None:
        await _replay(tx, arguments.replay)

    try:
        copied = await copy_database(arguments.source, arguments.target, check=check, say=_say)
    except OutcomeUnknown as error:
        print(f"The copy is complete or empty, run the command again to see which: {error}.", file=sys.stderr)
        return 1
    except (StorageError, OSError) as error:
        print(f"Nothing was copied: {error}.", file=sys.stderr)
        return 1
    rows = sum(contents.rows for contents in copied.values())
    print(f"Copied and checked: {rows} rows in {len(copied)} tables. Now set DATABASE_URL to the new address.")
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


async def _replay(tx: Transaction, limit: int | None) -> None:
    """Replay finished matches, the newest or all.

    :raises StorageError: one does not lead to its stored results.
    """
    newest = select(all_matches.c.id).where(
        all_matches.c.status == Status.OVER.value, all_matches.c.game.in_(games.CATALOGUE)
    )
    wanted = newest.order_by(func.coalesce(all_matches.c.ended_at, 0).desc(), all_matches.c.id).limit(limit)
    ids: Sequence[str] = (await tx.execute(wanted)).scalars().all()
    for number, match_id in enumerate(ids, 1):
        found = await matches.load(tx, match_id)
        if found is None:
            raise StorageError(f"match {match_id} is missing")
        stored, seats = found
        log = await matches.log(tx, match_id)
        _, results = await matches.results(tx, match_id)
        # In a thread, so that the heartbeats of the locks go on.
        try:
            checked = await asyncio.to_thread(verify_stored, stored, len(seats), log, results)
        except GameError as error:
            raise StorageError(f"{_differs(match_id)}: {error}") from error
        if not checked.is_sound:
            raise StorageError(f"{_differs(match_id)}: {', '.join(fault.key for fault in checked.faults)}")
        if number % _SAY_EVERY == 0 or number == len(ids):
            _say(f"{number} of {len(ids)} matches replayed")


def _differs(match_id: str) -> str:
    return f"match {match_id} does not replay to its stored results (`--replay 0` copies without this check)"
