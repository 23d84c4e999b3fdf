"""Restoring an SQLite database from a backup; see `restore`."""

import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from stat import S_IMODE

from storage.backup import copy_file, former_copy, sqlite_file
from storage.copying import hold_locks
from storage.errors import StorageError
from storage.migrations import Schema


async def restore(url: str, backup: Path) -> Path | None:
    """Replace an SQLite database by a backup; return where the former one is kept, None if there was none.

    The new file belongs to the owner of the former one, or of its folder, also if an administrator restores it.

    :raises NotSQLite: it is PostgreSQL; the text has the commands.
    :raises StorageError: a bot uses the database, or the backup is not sound, or of a version that this one cannot
        migrate. Nothing has changed.
    :raises OSError: a file cannot be written.
    """
    file = sqlite_file(url, backup)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with hold_locks(url):
        return await asyncio.to_thread(_replace, file, backup)


def _replace(file: Path, backup: Path) -> Path | None:
    former = file.stat() if file.exists() else None
    owner = former or file.parent.stat()
    new = file.with_name(f"{file.name}.restored")
    new.unlink(missing_ok=True)  # left by one that was killed
    try:
        copy_file(backup, new)
        with closing(sqlite3.connect(new)) as database:
            (found,) = database.execute("SELECT version_num FROM alembic_version").fetchone() or ("of nothing",)
        if (refusal := Schema(found).refusal) is not None:
            raise StorageError(refusal)
        new.chmod(S_IMODE(former.st_mode) & 0o660 if former else 0o600)
        for one in (new, file.with_name(f"{file.name}.lock")):
            with suppress(PermissionError):  # of a user who may write to the folder of another one
                os.chown(one, owner.st_uid, owner.st_gid)
        kept = former_copy(file)
        if former:
            os.link(file, kept)
            os.utime(kept)
        # The former log must not meet the restored file, to which SQLite would apply it.
        if (log := file.with_name(f"{file.name}-wal")).exists() and log.stat().st_size:
            log.rename(f"{kept}-wal")
        for beside in (log, file.with_name(f"{file.name}-shm")):
            beside.unlink(missing_ok=True)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
    return kept if former else None
