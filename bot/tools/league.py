"""``python -m bot league``: export, import and recomputation of a league."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from time import time

from bot.league.import_export import BadLine, UnderWay, export_league, import_lines, names_in, read_lines
from bot.league.ratings.recompute import differences, recompute
from bot.settings import Settings
from storage.database import Database
from storage.league import leagues


async def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run the command; return the exit status.

    :raises StorageError: if the database cannot be opened, read or written.
    """
    if not settings.database_url:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    database = await Database.open(settings.database, backups=settings.backup_dir)
    try:
        if arguments.league_command == "export":
            return await _export(database, arguments.server, arguments.format)
        if arguments.league_command == "import":
            return await _import(database, arguments.server, arguments.file)
        return await _recompute(database, arguments.server)
    finally:
        await database.close()


async def _export(database: Database, guild_id: int, kind: str) -> int:
    if not await _compute(database, guild_id):
        return 1
    found = await export_league(database, guild_id)
    text = found.json if kind == "json" else found.csv
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    return 0


async def _import(database: Database, guild_id: int, file: Path) -> int:
    try:
        text = await asyncio.to_thread(file.read_text, encoding="utf-8")
        found = read_lines(text, guild_id, time())
        named = names_in(text, time())
    except BadLine as error:
        print(f"{file}, {error}. Nothing was imported.", file=sys.stderr)
        return 1
    except (OSError, UnicodeDecodeError) as error:
        print(f"{file} cannot be read: {error}. Nothing was imported.", file=sys.stderr)
        return 1
    try:
        added, known, voided = await import_lines(database, guild_id, found, time, names=named)
    except UnderWay:
        print("another import for this server is running; try again in a minute", file=sys.stderr)
        return 1
    if not await _compute(database, guild_id):
        return 1
    print(
        f"{added} results imported"
        + (f", {known} known already" if known else "")
        + (f", {voided} still void" if voided else "")
    )
    return 0


async def _recompute(database: Database, guild_id: int) -> int:
    if not await _compute(database, guild_id):
        return 1
    found = await differences(database, guild_id)
    if not found:
        print("all ratings match the results: nothing changed")
        return 0
    print("\n".join(found))
    async with database.write() as tx:
        await leagues.request_recompute(tx, guild_id, 0.0)
    done = await _compute(database, guild_id)
    print(f"{len(found)} ratings were wrong" + (" and are corrected" if done else ""))
    return 1


async def _compute(database: Database, guild_id: int) -> bool:
    """Compute overdue ratings; return False if another process does."""

    def show_progress(done: int, total: int) -> None:
        print(f"\r{done} of {total} results computed", end="" if done < total else "\n", file=sys.stderr, flush=True)

    if await recompute(database, guild_id, time, show_progress if sys.stderr.isatty() else None):
        return True
    print("another process is computing this league; try again in a minute", file=sys.stderr)
    return False
