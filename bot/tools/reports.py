"""``python -m bot reports``: the players' problem reports, for operators."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from time import time as now

from bot.settings import Settings
from bot.tools.parsing import ON_PAGE
from storage import reports
from storage.database import Database, StorageError
from storage.reports import Report


async def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run the command; return the exit status.

    :raises StorageError: if there is no database, or it cannot be opened, read or written.
    """
    database = await Database.open_existing(settings.database)
    if database is None:
        raise StorageError("there is none where DATABASE_URL or DATA_DIR says")
    try:
        if arguments.done:
            async with database.write() as tx:
                marked = await reports.mark_done(tx, arguments.done, now())
            print(f"{marked} marked as done")
            return 0 if marked else 1
        since = datetime.combine(arguments.since, time(), UTC).timestamp() if arguments.since else 0.0
        async with database.read() as tx:
            found, total = await reports.found(tx, since, done=arguments.all, page=arguments.page, on_page=ON_PAGE)
    finally:
        await database.close()
    pages = max(1, -(-total // ON_PAGE))
    if arguments.json:
        print(json.dumps([_plain(one) for one in found], indent=1, ensure_ascii=False))
    elif not total:
        print("There are no reports.")
    else:
        print(*lines(found), sep="\n")
    if pages > 1:
        print(f"page {arguments.page} of {pages}: --page", file=sys.stderr)
    return 0


def lines(found: Sequence[Report]) -> Iterator[str]:
    """Yield the reports as lines for a terminal."""
    for one in found:
        done = " · done" if one.done_at is not None else ""
        match = f" · {one.game} · match {one.match_id}, move {one.revision}" if one.match_id else ""
        name = _printable(one.name)
        yield f"#{one.id} · {_when(one.at)}{match} · {name} ({one.user_id}, server {one.guild_id}){done}"
        yield f"    “{_printable(one.text)}”"
        yield from (f"    | {_printable(line)}" for line in one.shown.splitlines())


def _printable(text: str) -> str:
    """Return a text without control characters, against terminal attacks."""
    return "".join(filter(str.isprintable, text))


def _plain(one: Report) -> dict[str, object]:
    done_at = None if one.done_at is None else _when(one.done_at)
    return vars(one) | {"at": _when(one.at), "done_at": done_at}


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(" ", "seconds")
