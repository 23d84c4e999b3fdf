"""SQLAlchemy engines for database addresses, with durable commits.

SQLite: WAL with synchronous=FULL survives a kill and a power cut; transactions begin explicitly (BEGIN IMMEDIATE to
write), because the implicit ones of the sqlite3 module let two writers begin and then fail one of them late.
"""

import os
import pwd
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from storage import sqlite_driver
from storage.errors import Damaged, StorageError

if TYPE_CHECKING:
    _Connection = asyncpg.Connection[asyncpg.Record]

LOCK_TIMEOUT_S = 2.0
"""The wait for another session's lock; Discord allows three seconds."""

POOL_TIMEOUT_S = 5.0
"""The wait for a free connection, or in the queue of writers."""

COMMAND_TIMEOUT_S = 10.0
"""The wait for PostgreSQL's answer to a statement."""

_OTHERS = 0o007
"""The permission bits of users outside a file's group."""

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
_BEGIN = "boneyard_begin"
_EXPECTED = "sqlite:///file or postgresql://user@host/name"
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
# What libpq, and so every hosting service, calls it -> what asyncpg calls it.
_POSTGRES_OPTIONS = {"sslmode": "ssl", "connect_timeout": "timeout"}
# What both call the same, without secrets.
_FOR_BOTH = ("host", "port", "user", "passfile", "service", "target_session_attrs", "krbsrvname", "gsslib")


@dataclass(frozen=True)
class Address:
    """A database's address; `file` is an SQLite path or None."""

    url: URL
    file: Path | None

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @property
    def in_memory(self) -> bool:
        return self.is_sqlite and self.url.database in (None, "", ":memory:")

    @property
    def lock_timeout_s(self) -> float:
        """The seconds to wait for another program's lock."""
        return float(str(self.url.query.get("timeout", LOCK_TIMEOUT_S))) if self.is_sqlite else LOCK_TIMEOUT_S

    @property
    def for_libpq(self) -> str:
        """The address for PostgreSQL's own programs, without the password."""
        names = {name: name for name in _FOR_BOTH} | {ours: theirs for theirs, ours in _POSTGRES_OPTIONS.items()}
        query = {names[name]: value for name, value in self.url.query.items() if name in names}
        return self.url.set(drivername="postgresql", query=query)._replace(password=None).render_as_string()

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)


def read_address(text: str) -> Address:
    """Parse `sqlite:///path`, `sqlite://` or `postgresql://user@host/name`, with any driver's name.

    :raises StorageError: not an address of SQLite or PostgreSQL. The text is not repeated: it may contain a password.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise StorageError(f"not the address of a database; expected {_EXPECTED}") from error
    if url.drivername not in _DRIVERS:
        raise StorageError(f"unknown kind of database {url.drivername!r}; expected {_EXPECTED}")
    url = url.set(drivername=_DRIVERS[url.drivername])
    if url.get_backend_name() == "postgresql":
        query = {_POSTGRES_OPTIONS.get(name, name): value for name, value in url.query.items()}
        return Address(url.set(query=query), None)
    named = url.database not in (None, "", ":memory:") and "uri" not in url.query
    return Address(url, Path(url.database or "") if named else None)


@dataclass(frozen=True)
class Fence:
    """A guard of PostgreSQL against processes without their locks.

    :ivar name: the application name of the process's sessions. Another process ends them before it takes over.
    :ivar admit: called with each new session before it is used; raises `Unavailable` if the process holds no locks.
    """

    name: str
    admit: "Callable[[_Connection], Awaitable[None]]"

    async def connect(self, *args: Any, **options: Any) -> "_Connection":
        """Open and admit a session, with `asyncpg.connect`'s arguments."""
        connection: _Connection = await asyncpg.connect(*args, **options)
        try:
            await self.admit(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection


def make_engine(address: Address, fence: Fence | None = None) -> AsyncEngine:
    """Return a writing engine, not connected yet.

    :param fence: of the process, on PostgreSQL.
    """
    return _sqlite(address) if address.is_sqlite else _postgres(address, fence)


def create_private_file(file: Path) -> None:
    """Create an SQLite file that other users cannot read.

    Seeds of running matches are secret. An existing file becomes unreadable for others; its group's permissions stay,
    as a backup may need them. SQLite's files beside it are as private. A file that looks like a lost database is not
    touched.

    :raises Damaged: the file is empty, or there is none beside a log of what was written to it.
    :raises OSError: it can be neither read nor created.
    """
    if not exists(file):
        _create(file)
    log = file.with_name(f"{file.name}-wal")
    for path in (file, log, file.with_name(f"{file.name}-shm")):
        if path.exists() and path.stat().st_mode & _OTHERS and path.stat().st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def exists(file: Path) -> bool:
    """Return True if an SQLite file exists, False if creatable.

    :raises Damaged: the file is empty, or there is none beside a log of what was written to it.
    :raises StorageError: this user may not read and write it, or not write to its folder.
    :raises OSError: its status cannot be read.
    """
    for path, rights in ((file.parent, os.W_OK | os.X_OK), (file, os.R_OK | os.W_OK)):
        if not os.access(path, rights) and os.access(path, os.F_OK):
            needed = "writable" if path == file.parent else "readable and writable"
            raise StorageError(f"{path} is not {needed} by user {_user()}")
    log = file.with_name(f"{file.name}-wal")
    advice = "put a backup back, or delete both to begin without anything"
    if not file.exists():
        if log.exists() and log.stat().st_size:
            raise Damaged(f"{file} is gone, but {log.name} is there: {advice}")
        return False
    if not file.stat().st_size:
        raise Damaged(f"{file} is empty, so what was in it is lost: {advice.replace('both', 'it')}")
    return True


def _user() -> str:
    with suppress(KeyError):  # a user of a container may have no name
        return pwd.getpwuid(os.geteuid()).pw_name
    return str(os.geteuid())


def _create(file: Path) -> None:
    """Write the first page and rename, never leaving an empty file."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.new")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(unfinished)) as database:
            database.execute("PRAGMA journal_mode=WAL")
        with suppress(FileExistsError):  # another process was first
            os.link(unfinished, file)
    finally:
        unfinished.unlink()


def for_reading(engine: AsyncEngine) -> AsyncEngine:
    """Return a read-only engine with snapshots on this pool."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{_BEGIN: "BEGIN"})
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _sqlite(address: Address) -> AsyncEngine:
    options: dict[str, Any] = {"pool_reset_on_return": None}  # `Database` ends every transaction itself
    if not address.in_memory:
        options |= {"pool_size": 5, "max_overflow": 5, "pool_timeout": POOL_TIMEOUT_S, "pool_use_lifo": True}
    connecting: dict[str, Any] = {"isolation_level": None, "async_creator_fn": sqlite_driver.connect}
    if "timeout" not in address.url.query:
        connecting["timeout"] = LOCK_TIMEOUT_S
    # Parameters stay out of errors and logs: among them are the secret seeds of running matches.
    engine = create_async_engine(address.url, connect_args=connecting, hide_parameters=True, **options)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN IMMEDIATE"))


def _postgres(address: Address, fence: Fence | None) -> AsyncEngine:
    connecting: dict[str, Any] = {
        "command_timeout": COMMAND_TIMEOUT_S,
        "server_settings": {
            "application_name": "boneyard" if fence is None else fence.name,
            "lock_timeout": f"{LOCK_TIMEOUT_S * 1000:.0f}ms",
            "idle_in_transaction_session_timeout": "60s",
        },
    }
    if "timeout" not in address.url.query:
        connecting["timeout"] = POOL_TIMEOUT_S
    if fence is not None:
        connecting["async_creator_fn"] = fence.connect
    url = address.url
    if isinstance(timeout := url.query.get("timeout"), str):
        url = url.difference_update_query(["timeout"])
        connecting["timeout"] = float(timeout)
    return create_async_engine(
        url,
        connect_args=connecting,
        hide_parameters=True,
        isolation_level="READ COMMITTED",
        pool_size=5,
        max_overflow=10,
        pool_timeout=POOL_TIMEOUT_S,
        pool_pre_ping=True,
    )
