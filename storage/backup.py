"""Consistent backups of an SQLite database while the bot runs."""

import os
import shlex
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from time import time

from storage.engines import read_address
from storage.errors import StorageError, Unavailable, to_storage_error
from storage.schema import matches

_LOCK_TIMEOUT_S = 30.0

_KEEP_COPY_S = 14 * 86_400.0

_LEFTOVER_S = 3600.0
"""The age from which an unfinished copy counts as left by a backup that was killed."""

_OURS = ("alembic_version", matches.name)
"""Tables that every database of Boneyard has; an empty file has none."""


class NotSQLite(Exception):
    """Raised for PostgreSQL; the text names its own backup command."""


def back_up(url: str, target: Path) -> int:
    """Copy and check a database; return the number of bytes.

    :raises NotSQLite: it is PostgreSQL.
    :raises FileExistsError: the file exists. It is not touched.
    :raises StorageError: the database cannot be read or is not Boneyard's, or the copy is not sound. No file is left.
    :raises OSError: the file cannot be written. None is left.
    """
    copy_file(sqlite_file(url, target), target)
    return target.stat().st_size


def sqlite_file(url: str, backup: Path) -> Path:
    """Return the file of a database.

    :param backup: the backup to make or to restore, for the commands of PostgreSQL.
    :raises NotSQLite: it is PostgreSQL.
    :raises StorageError: it is in memory.
    """
    address = read_address(url)
    if not address.is_sqlite:
        bare, file = shlex.quote(address.for_libpq), shlex.quote(str(backup))
        raise NotSQLite(
            f"The database is PostgreSQL: back it up with\n"
            f"  pg_dump --format=custom --file={file} {bare}\n"
            f"and put it back into an empty database, while no bot runs on it, with\n"
            f"  pg_restore --exit-on-error --dbname={bare} {file}"
        )
    if address.file is None:
        raise StorageError("a database in memory has no backups")
    return address.file


def copy_file(source: Path, target: Path) -> None:
    """Copy and check an SQLite file; the errors are those of `back_up`."""
    if not source.exists():
        raise Unavailable(f"there is no database {source}")
    if target.exists():
        raise FileExistsError(target)
    _delete_leftovers(target)
    # The file gets its name when it is whole and checked, so a killed backup never looks like one. Seeds of running
    # matches are secret, so other users may not read it.
    handle, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        _copy(source, unfinished)
        if target.exists():
            raise FileExistsError(target)
        unfinished.replace(target)
    except sqlite3.Error as error:
        raise to_storage_error(error) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _delete_leftovers(target: Path) -> None:
    for left in target.parent.glob("*.part*"):
        if (
            left.name.startswith(("boneyard", target.name.partition(".")[0]))
            and time() - left.stat().st_mtime > _LEFTOVER_S
        ):
            left.unlink(missing_ok=True)


def existing_part(path: Path) -> Path:
    """Return the path, or its nearest folder that exists."""
    return next(one for one in (path.absolute(), *path.absolute().parents) if one.exists())


def backups_in(folder: Path) -> list[tuple[float, Path]]:
    """Return the backups in a folder, the oldest first, each with the unix time of its end.

    They are named `boneyard-….db` or `boneyard-….dump`. Empty files are none.

    :raises OSError: the folder cannot be read.
    """
    files = [one for one in folder.iterdir() if one.match("boneyard-*.db") or one.match("boneyard-*.dump")]
    stats = [(one.stat(), one) for one in files if one.is_file()]
    return sorted((stat.st_mtime, one) for stat, one in stats if stat.st_size)


def newest_backup(folder: Path) -> float:
    """Return the newest backup's unix time, or -inf."""
    try:
        return max((ended for ended, _ in backups_in(folder)), default=-inf)
    except OSError:
        return -inf


def former_copy(file: Path) -> Path:
    """Return a name beside a database for a copy of it, before a migration or a backup replaces it."""
    return file.with_name(f"{file.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")


def delete_former_copies(file: Path) -> None:
    """Delete the copies of a database beside it, except the newest one for two weeks."""
    copies = [one for one in file.parent.glob(f"{file.name}.before-*") if not one.name.endswith("-wal")]
    copies.sort(key=lambda one: one.stat().st_mtime)
    for copy in copies:
        if copy != copies[-1] or time() - copy.stat().st_mtime > _KEEP_COPY_S:
            copy.unlink(missing_ok=True)
            Path(f"{copy}-wal").unlink(missing_ok=True)


def delete_old_backups(folder: Path, days: int) -> None:
    """Delete the backups in a folder that are older than so many days, but never the newest one.

    :raises OSError: the folder or a file cannot be changed.
    """
    for ended, file in backups_in(folder)[:-1]:
        if time() - ended > days * 86_400:
            file.unlink(missing_ok=True)


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
