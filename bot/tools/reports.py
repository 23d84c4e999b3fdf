"""``python -m bot reports``: what people found odd, for those who run the bot."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from time import time as now
from typing import Final

from bot.settings import Settings
from storage import reports
from storage.database import Database
from storage.reports import Report

ON_PAGE: Final = 50
"""How many reports a page has."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to those of the bot."""
    parser = commands.add_parser("reports", help="list what people found odd, the newest first, or mark it as done")
    parser.add_argument("--since", type=date.fromisoformat, metavar="DATE", help="since that day in UTC")
    parser.add_argument("--all", action="store_true", help="with those that are done")
    parser.add_argument("--page", type=_page, default=1, help=f"which page of {ON_PAGE} reports")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--done", type=int, nargs="+", metavar="NUMBER", help="mark these as done; list nothing")


def _page(text: str) -> int:
    if not 1 <= int(text) <= 1_000_000:
        raise ValueError(text)
    return int(text)


async def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what was asked; the exit status.

    :raises StorageError: if the database cannot be opened, read or written.
    """
    database = await Database.open(settings.database)
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
    """Reports to be read in a terminal."""
    for one in found:
        done = " · done" if one.done_at is not None else ""
        match = f" · {one.game} · match {one.match_id}, move {one.revision}" if one.match_id else ""
        name = _printable(one.name)
        yield f"#{one.id} · {_when(one.at)}{match} · {name} ({one.user_id}, server {one.guild_id}){done}"
        yield f"    “{_printable(one.text)}”"
        yield from (f"    | {_printable(line)}" for line in one.shown.splitlines())


def _printable(text: str) -> str:
    """Return a text without what would steer a terminal or reverse its line."""
    return "".join(filter(str.isprintable, text))


def _plain(one: Report) -> dict[str, object]:
    done_at = None if one.done_at is None else _when(one.done_at)
    return vars(one) | {"at": _when(one.at), "done_at": done_at}


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(" ", "seconds")
