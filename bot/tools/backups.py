"""``python -m bot backup`` and ``restore``."""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime

from bot.settings import Settings
from storage.backup import NotSQLite, back_up, delete_old_backups
from storage.errors import StorageError
from storage.restoring import restore


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run a command; return the exit status."""
    folder = settings.backup_dir
    kind = "db" if settings.database.startswith("sqlite") else "dump"
    file = arguments.file or (folder and folder / f"boneyard-{datetime.now(UTC):%Y%m%d-%H%M%S}.{kind}")
    if file is None:
        print("Name a file, or set BACKUP_DIR.", file=sys.stderr)
        return 2
    failure = "No backup was made" if arguments.command == "backup" else "Nothing was restored"
    try:
        if arguments.command == "restore":
            kept = asyncio.run(restore(settings.database, file))
            print(f"{file} is checked and restored." + (f"\nThe former database is {kept}." if kept else ""))
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
