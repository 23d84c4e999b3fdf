"""Driver errors, their types, and valid addresses."""

import errno
import sqlite3
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import exc

from storage.engines import read_address
from storage.errors import (
    Busy,
    Conflict,
    Damaged,
    DiskError,
    Full,
    LoginRefused,
    StorageError,
    Unavailable,
    to_storage_error,
)


def of_sqlite(code: int) -> Exception:
    error = sqlite3.OperationalError("words")
    error.sqlite_errorcode = code
    return exc.OperationalError("INSERT ...", None, error)


def of_postgres(state: str) -> Exception:
    error = Exception("words")
    error.sqlstate = state  # type: ignore[attr-defined]
    return exc.DBAPIError("INSERT ...", None, error)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_BUSY, Busy),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Busy),
        (sqlite3.SQLITE_BUSY_RECOVERY, Busy),
        (sqlite3.SQLITE_LOCKED, Busy),
        (sqlite3.SQLITE_LOCKED_SHAREDCACHE, Busy),
        (sqlite3.SQLITE_FULL, Full),
        (sqlite3.SQLITE_IOERR_SHMSIZE, Full),
        (sqlite3.SQLITE_CANTOPEN, Unavailable),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, Unavailable),
        (sqlite3.SQLITE_READONLY, Unavailable),
        (sqlite3.SQLITE_READONLY_DBMOVED, Unavailable),
        (sqlite3.SQLITE_CORRUPT, Damaged),
        (sqlite3.SQLITE_NOTADB, Damaged),
        (sqlite3.SQLITE_IOERR, DiskError),
        (sqlite3.SQLITE_IOERR_WRITE, DiskError),
        (sqlite3.SQLITE_IOERR_FSYNC, DiskError),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, Conflict),
        (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, Conflict),
        (sqlite3.SQLITE_CONSTRAINT_NOTNULL, StorageError),
        (sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, StorageError),
        (sqlite3.SQLITE_ERROR, StorageError),
    ],
)
def test_a_result_code_of_sqlite_says_what_happened(code: int, kind: type[StorageError]) -> None:
    assert type(to_storage_error(of_sqlite(code))) is kind


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("23505", Conflict),
        ("23503", StorageError),
        ("40001", Busy),
        ("40P01", Busy),
        ("55P03", Busy),
        ("57014", Busy),
        ("53300", Busy),
        ("53100", Full),
        ("53200", StorageError),
        ("08006", Unavailable),
        ("08003", Unavailable),
        ("57P01", Unavailable),
        ("57P03", Unavailable),
        ("28P01", LoginRefused),
        ("3D000", Unavailable),
        ("25006", Unavailable),
        ("58030", DiskError),
        ("58P01", Unavailable),
        ("XX001", Damaged),
        ("42703", StorageError),
    ],
)
def test_a_state_of_postgresql_says_what_happened(state: str, kind: type[StorageError]) -> None:
    assert type(to_storage_error(of_postgres(state))) is kind


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), Unavailable),
        (TimeoutError(), Unavailable),
        (OSError(errno.ENOSPC, "no space left on device"), Full),
        (OSError(errno.EDQUOT, "quota"), Full),
        (OSError(errno.EFBIG, "file too large"), DiskError),
        (OSError(errno.EIO, "input/output error"), DiskError),
        (exc.TimeoutError("the pool has no connection left"), Busy),
        (sqlite3.OperationalError("no active connection"), Unavailable),
        (ValueError("something else"), StorageError),
    ],
)
def test_an_error_without_a_code_is_judged_by_its_kind(error: Exception, kind: type[StorageError]) -> None:
    assert type(to_storage_error(error)) is kind


@pytest.mark.parametrize("kind", [asyncpg.InternalClientError, asyncpg.ProtocolError])
def test_a_connection_out_of_step_is_lost(kind: type[Exception]) -> None:
    assert type(to_storage_error(kind("cannot switch to state 15"))) is Unavailable


def test_a_typed_error_stays_what_it_is() -> None:
    error = Conflict("first")
    assert to_storage_error(error) is error


def test_the_words_are_the_drivers_without_the_statement() -> None:
    assert str(to_storage_error(of_sqlite(sqlite3.SQLITE_FULL))) == "words"


@pytest.mark.parametrize(
    ("text", "driver", "file"),
    [
        ("sqlite:///boneyard.db", "sqlite+aiosqlite", "boneyard.db"),
        ("sqlite:////data/boneyard.db", "sqlite+aiosqlite", "/data/boneyard.db"),
        ("sqlite+aiosqlite:////data/boneyard.db?timeout=1", "sqlite+aiosqlite", "/data/boneyard.db"),
        ("sqlite://", "sqlite+aiosqlite", None),
        ("sqlite+aiosqlite://", "sqlite+aiosqlite", None),
        ("sqlite:///:memory:", "sqlite+aiosqlite", None),
        ("postgres://me:word@host/name", "postgresql+asyncpg", None),
        ("postgresql://me:word@host:5433/name", "postgresql+asyncpg", None),
        ("postgresql+asyncpg://me:word@host/name", "postgresql+asyncpg", None),
    ],
)
def test_an_address_is_understood_with_and_without_its_driver(text: str, driver: str, file: str | None) -> None:
    address = read_address(text)
    assert address.url.drivername == driver
    assert address.file == (None if file is None else Path(file))
    assert "word" not in str(address)


def test_options_in_the_words_of_libpq_are_put_into_those_of_asyncpg() -> None:
    address = read_address("postgres://me@host/name?sslmode=require&connect_timeout=3")
    assert dict(address.url.query) == {"ssl": "require", "timeout": "3"}


@pytest.mark.parametrize(
    "text", ["", "boneyard.db", "mysql://me:word@host/name", "postgresql+psycopg://me:word@host/name"]
)
def test_another_address_is_refused_without_telling_the_password(text: str) -> None:
    with pytest.raises(StorageError, match="expected sqlite:///file or postgresql") as caught:
        read_address(text)
    assert "word" not in str(caught.value)
