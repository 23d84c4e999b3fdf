"""Typed database errors, mapped from driver errors.

SQLite is judged by its result codes, PostgreSQL by SQLSTATE. Both are independent of the language of the messages.
"""

import errno
import socket
import sqlite3
from collections.abc import Iterator

from sqlalchemy import exc


class StorageError(Exception):
    """A failed operation; except for `OutcomeUnknown`, nothing was saved."""


class Busy(StorageError):
    """The database is locked or overloaded. A retry may succeed."""


class Full(StorageError):
    """There is no room left on the disk."""


class Unavailable(StorageError):
    """The database is unreachable, closed, read-only or corrupt."""


class Damaged(Unavailable):
    """The stored data is corrupt: only a backup helps."""


class DiskError(Unavailable):
    """A disk failure except lack of room; SQLite rolls back."""


class LoginRefused(Unavailable):
    """The server refuses the user or the password: a person has to change the settings."""


class OutcomeUnknown(Unavailable):
    """The connection was lost in a commit; all or nothing is saved."""


class Conflict(StorageError):
    """A unique key is taken: another transaction was first."""


class Outdated(StorageError):
    """The row has changed: load it again and repeat."""


class Missing(StorageError):
    """There is no such row."""


_SQLITE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_PROTOCOL: Busy,
    sqlite3.SQLITE_FULL: Full,
    sqlite3.SQLITE_CANTOPEN: Unavailable,
    sqlite3.SQLITE_READONLY: Unavailable,
    sqlite3.SQLITE_CORRUPT: Damaged,
    sqlite3.SQLITE_NOTADB: Damaged,
    sqlite3.SQLITE_IOERR: DiskError,
    sqlite3.SQLITE_PERM: Unavailable,
    # Extended codes; they are looked up before the primary ones above.
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: Conflict,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: Conflict,
    sqlite3.SQLITE_CONSTRAINT_ROWID: Conflict,
    # The shared-memory file of the WAL could not grow: on a real disk that is a full one.
    sqlite3.SQLITE_IOERR_SHMSIZE: Full,
}

# https://www.postgresql.org/docs/current/errcodes-appendix.html; two letters stand for the whole class.
_POSTGRES: dict[str, type[StorageError]] = {
    "23505": Conflict,  # unique_violation
    "40001": Busy,  # serialization_failure
    "40P01": Busy,  # deadlock_detected
    "55P03": Busy,  # lock_not_available
    "57014": Busy,  # query_canceled, by a timeout of the server
    "53300": Busy,  # too_many_connections
    "53100": Full,  # disk_full
    "25006": Unavailable,  # read_only_sql_transaction
    "25P03": Unavailable,  # idle_in_transaction_session_timeout
    "57P01": Unavailable,  # admin_shutdown
    "57P02": Unavailable,  # crash_shutdown
    "57P03": Unavailable,  # cannot_connect_now
    "57P04": Unavailable,  # database_dropped
    "57P05": Unavailable,  # idle_session_timeout
    "3D000": Unavailable,  # invalid_catalog_name
    "08": Unavailable,  # connection exceptions
    "28": LoginRefused,  # invalid authorization
    "58030": DiskError,  # io_error
    "58": Unavailable,  # other system errors
    "XX001": Damaged,  # data_corrupted
    "XX002": Damaged,  # index_corrupted
}

_SYSTEM: dict[int, type[StorageError]] = {
    errno.ENOSPC: Full,
    errno.EDQUOT: Full,
    errno.EIO: DiskError,
    errno.EFBIG: DiskError,
}


def to_storage_error(error: BaseException) -> StorageError:
    """Return the typed error, or a plain StorageError if unknown.

    The caller raises it `from error`, so that the log keeps the cause.
    """
    if isinstance(error, StorageError):
        return error
    kind = next((kind for link in _links(error) if (kind := _kind(link)) is not None), StorageError)
    return kind(_summary(error))


def _links(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and its causes, outermost first."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.orig if isinstance(link, exc.StatementError) else link.__cause__


def is_stale_plan(error: BaseException) -> bool:
    """Return True if the schema has changed under a prepared statement of asyncpg, which is now prepared anew."""
    return any(type(link).__name__ == "InvalidCachedStatementError" for link in _links(error))


def _kind(error: BaseException) -> type[StorageError] | None:
    if is_stale_plan(error):
        return Busy
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _POSTGRES.get(state) or _POSTGRES.get(state[:2])
    if isinstance(error, exc.TimeoutError):
        return Busy  # no connection of the pool came free
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, Unavailable)
    if _says_closed(error):
        return Unavailable
    return None


def _says_closed(error: BaseException) -> bool:
    """Return True for drivers' own connection errors without a code."""
    if any(kind.__name__ == "InternalClientError" for kind in type(error).__mro__):
        return True  # asyncpg lost the protocol's state, as when the server ends the session during our COMMIT
    if isinstance(error, sqlite3.Error) or type(error).__name__ == "InterfaceError":
        text = str(error).lower()
        return "connection is closed" in text or "connection closed" in text or "no active connection" in text
    return False


def _summary(error: BaseException) -> str:
    """Return the driver's message without the statement."""
    inner = error.orig if isinstance(error, exc.StatementError) and error.orig is not None else error
    if isinstance(inner, socket.gaierror):
        return "there is no host of this name"
    if isinstance(inner, ConnectionRefusedError):
        return "no server listens at this host and port"
    return str(inner) or type(inner).__name__
