"""``python -m bot backup`` and ``restore``."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.settings import Settings
from storage.backup import NotSQLite, back_up, delete_old_backups
from storage.errors import StorageError
from storage.restoring import restore


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the bot's command line."""
    backup = commands.add_parser("backup", help="copy the database into a new file, even while the bot runs")
    backup.add_argument(
        "file", type=Path, nargs="?", help="the new file, which must not exist; default: a new file in BACKUP_DIR"
    )
    backup.add_argument(
        "--keep", type=_days, metavar="DAYS", help="then delete older backups beside it, such as 14d: after two weeks"
    )
    restoring = commands.add_parser(
        "restore", help="replace the database by a backup, which is checked; stop the bot first"
    )
    restoring.add_argument(
        "file", type=Path, help="a file made by `backup`; the present database is kept beside the new one"
    )


def _days(text: str) -> int:
    """Parse a number of days, such as `14d`."""
    if not (found := re.fullmatch(r"([1-9]\d{0,4})d", text)):
        raise argparse.ArgumentTypeError("expected days, such as 14d")
    return int(found[1])


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run a command; return the exit status."""
    folder = settings.backup_dir
    file = arguments.file or (folder and folder / f"boneyard-{datetime.now(UTC):%Y%m%d-%H%M%S}.db")
    if file is None:
        print("Name a file, or set BACKUP_DIR.", file=sys.stderr)
        return 2
    failure = "No backup was made" if arguments.command == "backup" else "Nothing was restored"
    try:
        if arguments.command == "restore":
            kept = asyncio.run(restore(settings.database, file))
            print(f"{file} is checked and restored.", f"The former database is {kept}." if kept else "", sep="\n")
            return 0
        if file.parent == folder:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        size = back_up(settings.database, file)
        print(f"{file}: {size} bytes, checked.")
        failure = "Old backups were not deleted"
        if arguments.keep is not None:
            delete_old_backups(file.parent, arguments.keep)
    except NotSQLite as error:
        print(error, file=sys.stderr)
        return 2
    except FileExistsError:
        print(f"{file} exists already: name a new file.", file=sys.stderr)
        return 1
    except (OSError, StorageError) as error:
        print(f"{failure}: {error}", file=sys.stderr)
        return 1
    return 0
