"""The lock beside an SQLite file: one process runs the bot on it.

It is a file of its own, because closing any descriptor of the database would release the locks that SQLite itself has
on it. The system gives the lock back when the process ends, in whatever way. The file stays: deleting it would let two
processes lock two files of the same name.

A process that hangs keeps its lock. Nothing but its end would keep it from writing when it wakes, and to end it is up
to whoever runs it: /healthz does not answer then. Whoever wants a stand-by for that uses PostgreSQL.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from storage.errors import Gone

__all__ = ["FileLock"]

_LONGEST_NAME = 200


class FileLock:
    """The lock of whoever runs the bot on a database in a file.

    :param name: how others find this process.
    """

    fence = None

    def __init__(self, database: Path, name: str) -> None:
        self._path = database.with_name(f"{database.name}.lock")
        self._name = name
        self._file: int | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    async def take(self) -> str | None:
        """See `Locks.take`."""
        if self._file is not None:
            return None
        file = -1
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(file, _LONGEST_NAME, 0).decode(errors="replace").strip()
                os.close(file)
                return f"{self._path} is locked by {holder or 'another process'}"
            os.ftruncate(file, 0)
            os.pwrite(file, f"{self._name}\n".encode(), 0)
        except OSError as error:
            if file >= 0:
                os.close(file)
            raise Gone(f"the lock file {self._path} cannot be used: {error.strerror}") from error
        self._file = file
        return None

    def on_loss(self, callback: Callable[[], None]) -> None:
        """It is never lost while the process lives."""

    async def give_back(self) -> None:
        """See `Locks.give_back`."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
