"""Consistent backups of an SQLite database while the bot runs."""

import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engines import read_address
from storage.errors import StorageError, Unavailable, to_storage_error
from storage.schema import matches

_LOCK_TIMEOUT_S = 30.0

_OURS = ("alembic_version", matches.name)
"""Tables that every database of Boneyard has; an empty file has none."""


class NotSQLite(Exception):
    """Raised for PostgreSQL; the text names its own backup command."""


def back_up(url: str, target: Path) -> int:
    """Copy and check a database; return the number of bytes.

    :raises NotSQLite: it is PostgreSQL.
    :raises FileExistsError: the file exists, or one with `.part` added to its name, left by a backup that was killed;
        `filename` says which. It is not touched.
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
        raise Unavailable(f"there is no database {address.file}")
    # The name is reserved at once. Until the copy is checked it has another one. Seeds of running matches are secret,
    # so other users may not read it.
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    unfinished = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            _copy(address.file, unfinished)
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except BaseException as error:
        target.unlink()
        if isinstance(error, sqlite3.Error):
            raise to_storage_error(error) from error
        raise
    return target.stat().st_size


def _copy(source: Path, target: Path) -> None:
    reading = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(reading, uri=True, timeout=_LOCK_TIMEOUT_S)) as database,
        closing(sqlite3.connect(target, timeout=_LOCK_TIMEOUT_S)) as copy,
    ):
        database.backup(copy)  # all pages in one step; the bot can write meanwhile
        copy.execute("PRAGMA journal_mode=DELETE")  # so that the copy is the one file
        found = [row[0] for row in copy.execute("PRAGMA quick_check")]
        if found != ["ok"]:
            raise StorageError(f"the copy is not sound: {'; '.join(found[:3])}")
        tables = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables.issuperset(_OURS):
            raise StorageError(f"{source} is no database of Boneyard")
