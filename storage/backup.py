"""Backups of an SQLite database while the bot runs, by SQLite's own online backup: one state of it, whole."""

from __future__ import annotations

import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engines import read_address
from storage.errors import Gone, StorageError, translated
from storage.schema import matches

__all__ = ["NotSQLite", "back_up"]

_PATIENCE = 30.0

_OURS = ("alembic_version", matches.name)
"""Tables that every database of ours has; an empty file has none."""


class NotSQLite(Exception):
    """The database is none of SQLite's, which has a command of its own for backups; the text says which."""


def back_up(url: str, target: Path) -> int:
    """Copy the database at an address into a new file, and check the copy; how many bytes it has.

    :raises NotSQLite: it is PostgreSQL.
    :raises FileExistsError: there is such a file, or one with `.part` behind its name, which a backup that was killed
        has left; its `filename` says which. It is left as it is.
    :raises StorageError: the database cannot be read or is not Boneyard's, or the copy is not sound. No file is left.
    :raises OSError: the file cannot be written. None is left.
    """
    address = read_address(url)
    if not address.is_sqlite:
        bare = address.for_libpq
        raise NotSQLite(
            f"The database is PostgreSQL: back it up with\n"
            f"  pg_dump --format=custom --file={shlex.quote(str(target))} {shlex.quote(bare)}\n"
            f"and put it back, while no bot runs on it, with\n"
            f"  pg_restore --clean --if-exists --dbname={shlex.quote(bare)} {shlex.quote(str(target))}"
        )
    if address.file is None:
        raise StorageError("a database in memory cannot be backed up")
    if not address.file.exists():
        raise Gone(f"there is no database {address.file}")
    # The name is taken at once. Until the copy is checked it grows under another one. Seeds of running matches are
    # secret, so nobody else may read it.
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    growing = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(growing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            _copy(address.file, growing)
            growing.replace(target)
        finally:
            growing.unlink(missing_ok=True)
    except BaseException as error:
        target.unlink()
        if isinstance(error, sqlite3.Error):
            raise translated(error) from error
        raise
    return target.stat().st_size


def _copy(source: Path, target: Path) -> None:
    reading = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(reading, uri=True, timeout=_PATIENCE)) as database,
        closing(sqlite3.connect(target, timeout=_PATIENCE)) as copy,
    ):
        database.backup(copy)  # all pages at once: what is written meanwhile goes on beside it
        copy.execute("PRAGMA journal_mode=DELETE")  # so that the copy is the one file
        found = [row[0] for row in copy.execute("PRAGMA quick_check")]
        if found != ["ok"]:
            raise StorageError(f"the copy is not sound: {'; '.join(found[:3])}")
        tables = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables.issuperset(_OURS):
            raise StorageError(f"{source} is no database of Boneyard")
