"""Copies of a whole database, also to the other engine; see `copy_database`.

Values are copied as they are stored: JSON as its text, and games by the keys in the rows.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, Final

from sqlalchemy import JSON, ColumnElement, Table, Text, TypeDecorator, cast, column, func, insert, select, table, text
from sqlalchemy import tuple_ as row_of
from sqlalchemy.dialects.postgresql import REGCLASS

from storage.database import Database
from storage.engines import Address, Fence, read_address
from storage.errors import StorageError, to_storage_error
from storage.ledger import audit
from storage.schema import GameKey, auto_id_type, metadata
from storage.shard_locks import ShardLocks, make_locks
from storage.transactions import Transaction

AT_ONCE: Final = 500
"""The number of rows that are read and written together."""

_SAY_EVERY_S: Final = 5.0

Say = Callable[[str], None]
Check = Callable[[Transaction], Awaitable[None]]

_TABLES: Final = {
    True: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    False: "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}
"""The query for the names of all tables; True: on SQLite."""


@dataclass(frozen=True)
class Contents:
    """The rows of a table: how many, and a digest that their order does not change."""

    rows: int = 0
    digest: int = 0

    def plus(self, rows: Iterable[Sequence[Any]]) -> "Contents":
        """Return the contents with more rows."""
        hashes = [int.from_bytes(sha256(repr(tuple(row)).encode()).digest()) for row in rows]
        return Contents(self.rows + len(hashes), (self.digest + sum(hashes)) % 2**256)


async def copy_database(source: str, target: str, *, check: Check, say: Say) -> dict[str, Contents]:
    """Copy all rows into an empty database; return the contents by table.

    The target is complete or stays empty, even if this process is killed. Meanwhile no bot can start on either.

    :param check: called with the transaction on the target, before it is saved; raises `StorageError` to refuse it.
    :param say: called with lines about the progress.
    :raises StorageError: nothing was copied, except after `OutcomeUnknown`; the text says why.
    """
    of_source, of_target = read_address(source), read_address(target)
    for address in (of_source, of_target):
        if address.is_sqlite and address.file is None:
            raise StorageError(f"{_name(address)} is a database in memory")
    if _place(of_source) == _place(of_target):
        raise StorageError(f"{_name(of_source)} would be copied to itself")
    async with AsyncExitStack() as stack:
        reading = await _open_source(source, stack)
        locks = [await stack.enter_async_context(hold_locks(one)) for one in (source, target)]
        await _require_empty(target)
        async with _writing(of_target, locks[1].fence) as database:
            database.allow_writes_while(lambda: all(one.held for one in locks))
            async with database.write() as tx:
                copied = await _copy(reading, tx, of_source, of_target, say)
                say("checking the copy")
                await _require_equal(tx, of_target, copied)
                if faults := await audit(tx):
                    raise StorageError(f"the chip ledger is not sound: {'; '.join(faults)}")
                await check(tx)
    return copied


# --- Opening ----------------------------------------------------------------------------------------------------------


def _place(address: Address) -> object:
    """Return the file, or the address without what may be written in several ways."""
    url = address.url
    return address.file.resolve() if address.file else (url.host, url.port or 5432, url.database)


def _name(address: Address) -> str:
    """Return the address as people write it, without the password."""
    url = address.url.set(drivername=address.url.get_backend_name())
    return url.render_as_string(hide_password=True)


async def _open_source(url: str, stack: AsyncExitStack) -> Database:
    name = _name(read_address(url))
    database = await Database.open_existing(url)
    if database is None:
        raise StorageError(f"there is no database {name}")
    stack.push_async_callback(database.close)
    schema = await database.schema()
    if not schema.is_current:
        older = f"the schema is {schema.found or 'of an empty one'}: start the bot on it once, which migrates it"
        raise StorageError(f"{name}: {schema.refusal or older}")
    return database


@asynccontextmanager
async def hold_locks(url: str) -> AsyncIterator[ShardLocks]:
    """Hold a database's locks, so that no bot runs on it.

    A process with any other number of shards is refused, too.
    """
    locks = make_locks(url, 1, (0,))
    holder = await locks.acquire()
    try:
        if holder is not None:
            raise StorageError(f"a bot uses {_name(read_address(url))}, stop it first: {holder}")
        yield locks
    finally:
        await locks.release()


async def _require_empty(url: str) -> None:
    """Refuse a database with rows, or of another version."""
    address = read_address(url)
    database = await Database.open_existing(url)
    if database is None:
        return
    try:
        schema = await database.schema()
        if schema.refusal is not None:
            raise StorageError(f"{_name(address)}: {schema.refusal}")
        async with database.read() as tx:
            for name in (await tx.execute(text(_TABLES[address.is_sqlite]))).scalars().all():
                any_row = select(text("1")).select_from(table(name)).limit(1)
                if name != "alembic_version" and (await tx.execute(any_row)).first() is not None:
                    raise StorageError(
                        f"{_name(address)} is not empty: there are rows in {name}. Name an empty database"
                    )
    finally:
        await database.close()


@asynccontextmanager
async def _writing(address: Address, fence: Fence | None) -> AsyncIterator[Database]:
    """Yield the new database; an SQLite file gets its name afterwards."""
    if address.file is None:
        database = await Database.open(_text(address), fence)
        try:
            yield database
        finally:
            await database.close()
        return
    unfinished = address.file.with_name(f"{address.file.name}.copying")
    _delete(unfinished)  # left by a copy that was killed
    try:
        database = await Database.open(_text(address, unfinished))
        try:
            yield database
        finally:
            await database.close()
        _rename(unfinished, address.file)
    finally:
        _delete(unfinished)


def _text(address: Address, file: Path | None = None) -> str:
    url = address.url if file is None else address.url.set(database=str(file))
    return url.render_as_string(hide_password=False)


def _beside(file: Path) -> list[Path]:
    return [file.with_name(f"{file.name}-{ending}") for ending in ("wal", "shm")]


def _delete(file: Path) -> None:
    for path in (file, *_beside(file)):
        path.unlink(missing_ok=True)


def _rename(unfinished: Path, file: Path) -> None:
    """Give a closed SQLite file its name.

    :raises StorageError: a program uses either, so that not everything would be in the one file.
    """
    for path in (*_beside(unfinished), *_beside(file)):
        if path.exists():
            raise StorageError(f"another program uses {path.name.rpartition('-')[0]}: {path.name} is there")
    try:
        unfinished.replace(file)
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise to_storage_error(error) from error


# --- Copying ----------------------------------------------------------------------------------------------------------


class _JsonText(TypeDecorator[str]):
    """PostgreSQL's JSON as the text that is stored. SQLAlchemy would not tell NULL from `null`."""

    impl = Text
    cache_ok = True

    def column_expression(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        return cast(column, Text)

    def bind_expression(self, bindparam: Any) -> ColumnElement[Any]:
        return cast(bindparam, JSON)


def _as_stored(one: Table, *, on_sqlite: bool) -> Any:
    """Return a table with types that leave values as they are."""
    kinds: dict[type, Any] = {GameKey: Text(), JSON: Text() if on_sqlite else _JsonText()}
    return table(one.name, *(column(each.name, kinds.get(type(each.type), each.type)) for each in one.c))


async def _copy(
    source: Database, tx: Transaction, of_source: Address, of_target: Address, say: Say
) -> dict[str, Contents]:
    copied = {}
    async with source.read() as reading:
        for one in metadata.sorted_tables:
            into = insert(_as_stored(one, on_sqlite=of_target.is_sqlite))
            contents, said_at = Contents(), monotonic()
            async for rows in _batches(reading, one, of_source):
                try:
                    await tx.execute(into, [dict(row) for row in rows])
                except StorageError as error:
                    raise type(error)(f"{one.name} cannot be copied: {error}") from error
                contents = contents.plus(row.values() for row in rows)
                if monotonic() - said_at > _SAY_EVERY_S:
                    said_at = monotonic()
                    say(f"{one.name}: {contents.rows} rows so far")
            counts = "id" in one.c and one.c.id.type is auto_id_type and not of_target.is_sqlite
            if counts and (last := await _last_id(reading, one, of_source)):
                await tx.execute(select(func.setval(cast(_sequence(one), REGCLASS), last)))
            copied[one.name] = contents
            if contents.rows:
                say(f"{one.name}: {contents.rows} rows")
    return copied


async def _batches(tx: Transaction, one: Table, address: Address) -> AsyncIterator[Sequence[Any]]:
    """Yield all rows in the order of their keys, some at a time."""
    plain = _as_stored(one, on_sqlite=address.is_sqlite)
    key = [plain.c[each.name] for each in one.primary_key]
    page = select(plain).order_by(*key).limit(AT_ONCE)
    wanted = page
    while rows := (await tx.execute(wanted)).mappings().all():
        yield rows
        wanted = page.where(row_of(*key) > row_of(*(rows[-1][each.name] for each in key)))


async def _last_id(tx: Transaction, one: Table, address: Address) -> int:
    """Return the last id that was given out; on PostgreSQL also to a row that is deleted by now."""
    last: int = (await tx.execute(select(func.max(one.c.id)))).scalar_one() or 0
    if address.is_sqlite:
        return last
    given = select(func.pg_sequence_last_value(cast(_sequence(one), REGCLASS)))
    return max(last, (await tx.execute(given)).scalar_one() or 0)


def _sequence(one: Table) -> Any:
    return func.pg_get_serial_sequence(one.name, "id")


async def _require_equal(tx: Transaction, address: Address, copied: dict[str, Contents]) -> None:
    """Read all rows back.

    :raises StorageError: some are not those that were copied.
    """
    for one in metadata.sorted_tables:
        found = Contents()
        async for rows in _batches(tx, one, address):
            found = found.plus(row.values() for row in rows)
        if found != copied[one.name]:
            raise StorageError(
                f"the copy of {one.name} is not equal: {copied[one.name].rows} rows were read, and {found.rows} written"
            )
