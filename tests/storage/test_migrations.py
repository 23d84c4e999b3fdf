"""Migrations create the schema exactly, on both engines."""

import asyncio
import errno
import gzip
import logging
import os
import re
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.ratings.recompute import differences as rating_differences
from bot.league.ratings.recompute import recompute
from bot.league.tournaments.announcing.notices import changed, due_notices, outdated
from storage import matches, migrations, solo
from storage.backup import backups_in, delete_former_copies
from storage.database import Database, Full, StorageError
from storage.engines import make_engine, read_address
from storage.league import audit_log, leagues, pairing_tables, tournaments
from storage.league.audit_log import AuditAction
from storage.league.tournament_values import TournamentStage
from storage.migrations.steps import configuration
from storage.schema import metadata
from tests.bot.league.tournaments.tournament_samples import GUILD, NOON
from tests.storage.samples import MATCH, SEATS, match, moves, no_thread_is_left
from tests.storage.test_solo import SOLO

SAMPLES = Path(__file__).parent / "releases"

DUE_NEWS: dict[str, list[list[str]]] = {
    "0.1.0": [["check_in"], [], ["round"], ["reminder"], [], [], ["end"], [], ["round"]],
    "0.2.0": [["sign_up", "check_in"], [], [], ["round"], ["reminder"], [], [], [], ["end"], [], ["partner"], []],
    "r0039": [["sign_up", "check_in"], [], ["round"], ["reminder"], [], ["sign_up", "check_in"]],
}
"""The samples, and the news that are due in each of their tournaments."""


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[AsyncConnection]:
    engine = make_engine(read_address(address))
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def definitions(connection: Connection) -> set[str]:
    """Return all tables, indexes and constraints reported by an engine."""
    if connection.dialect.name == "sqlite":
        made = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
        # Columns and constraints may stand in another order, and an added column in the line of the one before it.
        lines = r',?\s*\n|, (?="?[a-z_]+"? [A-Z]|CONSTRAINT)'
        return {part.strip(" \t)") for sql in made.scalars() for part in re.split(lines, sql)}
    queries = (
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint",
        """SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
           FROM information_schema.columns WHERE table_schema = 'public'""",
    )
    return {line for query in queries for line in connection.execute(text(query)).scalars() if line}


async def test_migrations_and_schema_agree(new_address: str) -> None:
    await (await Database.open(new_address)).close()
    async with connected(new_address) as connection:
        assert await connection.run_sync(differences) == []


@pytest.mark.parametrize("sample", [None, *DUE_NEWS])
async def test_migrations_make_what_the_schema_would_make_down_to_the_conditions(
    new_address: str, sample: str | None
) -> None:
    await (await (Database.open(new_address) if sample is None else open_sample(new_address, sample))).close()
    async with connected(new_address) as connection:
        migrated = await connection.run_sync(definitions)
        for table in reversed(metadata.sorted_tables):
            await connection.execute(text(f"DROP TABLE {table.name}"))
        await connection.run_sync(metadata.create_all)
        assert await connection.run_sync(definitions) == migrated


async def test_the_comparison_notices_a_missing_column_and_index(new_address: str) -> None:
    await (await Database.open(new_address)).close()
    async with connected(new_address) as connection:
        await connection.execute(text("DROP INDEX uq_matches_live_channel"))
        await connection.execute(text("ALTER TABLE matches DROP COLUMN locale"))
        assert len(await connection.run_sync(differences)) == 2


async def test_upgrading_twice_changes_nothing_and_keeps_what_is_there(new_address: str) -> None:
    database = await Database.open(new_address)
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
    await database.close()
    async with connected(new_address) as connection:
        assert (await connection.run_sync(migrations.upgrade)).found == newest()
    database = await Database.open(new_address)
    try:
        async with database.read() as tx:
            assert await matches.load(tx, MATCH.id) == (MATCH, SEATS)
    finally:
        await database.close()


async def test_what_an_older_process_stores_under_a_former_key_is_read(new_address: str) -> None:
    square = match("square", game="domino_square")
    database = await Database.open(new_address)
    async with database.write() as tx:
        await matches.add(tx, square, SEATS)
    await database.close()
    async with connected(new_address) as connection:
        await connection.execute(text("UPDATE matches SET game = 'latin_square'"))
    database = await Database.open(new_address)
    try:
        async with database.read() as tx:
            assert await matches.load(tx, "square") == (square, SEATS)
    finally:
        await database.close()


async def open_sample(address: str, sample: str, backups: Path | None = None) -> Database:
    """Open the database that a release left, filled by its own code: a gzipped dump of each engine."""
    file = read_address(address).file
    engine = "postgresql" if file is None else "sqlite"
    sql = gzip.decompress((SAMPLES / f"{sample}-{engine}.sql.gz").read_bytes()).decode()
    if file is None:
        connection = await asyncpg.connect(address)
        await connection.execute(sql)
        await connection.close()
    else:
        with closing(sqlite3.connect(file)) as made:
            made.executescript(sql)
    return await Database.open(address, backups=backups)


def newest() -> str | None:
    return ScriptDirectory.from_config(configuration()).get_current_head()


@pytest.mark.parametrize("sample", DUE_NEWS)
async def test_a_database_of_each_release_is_migrated_with_all_it_has(new_address: str, sample: str) -> None:
    """In each tournament the news are due that its release had not announced yet."""
    expected = DUE_NEWS[sample]
    database = await open_sample(new_address, sample)
    try:
        assert (await database.schema()).is_current
        async with database.read() as tx:
            assert await matches.load(tx, MATCH.id) == (replace(MATCH, revision=3, version=1), SEATS)
            assert await matches.log(tx, MATCH.id) == tuple(moves(1, 3))
            found = await tournaments.load_all(tx, GUILD, range(1, len(expected) + 2))
        for number, one in found.items():
            now = NOON + 3000 if one.stage is TournamentStage.RUNNING else NOON
            due = [notice.kind for notice in due_notices(one, now) if not notice.is_silent]
            assert (number, due) == (number, expected[number - 1])
            assert (changed(one), outdated(one, now)) == ((), ()), number
        assert sorted(found) == list(range(1, len(expected) + 1))
    finally:
        await database.close()


async def test_co_hosts_matches_and_times_of_0_1_0_are_kept(new_address: str) -> None:
    """The solitaire has 30 s, 100 s and at most 120 of 3600 s; of three matches one began after its pairing."""
    database = await open_sample(new_address, "0.1.0")
    try:
        async with database.read() as tx:
            spent = [found[0].spent for one in (SOLO.id, "untouched") if (found := await solo.load(tx, one))]
            hosted, linked = [await tournaments.load(tx, GUILD, number) for number in (8, 9)]
            assert hosted is not None
            assert linked is not None
            assert (spent, hosted.co_hosts) == ([250, 0], (5,))
            assert await pairing_tables.table_of(tx, linked.pairings[0].id) == "now"
    finally:
        await database.close()


@pytest.mark.parametrize("sample", ["0.1.0", "0.2.0"])
async def test_a_migration_has_leagues_with_ties_recomputed_once(new_address: str, sample: str) -> None:
    tied, untied, void = 1, 2, 3
    for start in range(2):  # the second start asks for nothing
        database = await (Database.open(new_address) if start else open_sample(new_address, sample))
        async with database.read() as tx:
            due = await leagues.due(tx)
            entries = [(await audit_log.page(tx, guild_id))[0] for guild_id in (tied, untied, void)]
        assert [[one.action for one in found] for found in entries] == [[AuditAction.RATE_TIES], [], []]
        assert due == (tied,)
        await database.close()
    database = await Database.open(new_address)
    try:
        assert await rating_differences(database, tied)
        assert await recompute(database, tied, lambda: 0.0)
        assert await rating_differences(database, tied) == ()
        async with database.read() as tx:
            assert await leagues.due(tx) == ()
    finally:
        await database.close()


@pytest.mark.parametrize(
    ("revision", "advice"),
    [
        *((revision, "from before 0.1.0: install 0.1.0 and start it once") for revision in ("0001", "0016", "r0008")),
        *((revision, "from before 0.2.0: install 0.2.0 and start it once") for revision in ("r0010", "r0034")),
        *((revision, "of a newer version or of none that was") for revision in ("r0036", "r9999", "9999", "3f2a9c")),
    ],
)
async def test_a_database_of_no_release_is_refused_with_what_to_do_and_left_alone(
    new_address: str, revision: str, advice: str
) -> None:
    await (await Database.open(new_address)).close()
    async with connected(new_address) as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :new"), {"new": revision})
        before = await connection.run_sync(definitions)
    with pytest.raises(StorageError, match=f"schema {revision} {advice}"):
        await Database.open(new_address)
    assert no_thread_is_left()
    async with connected(new_address) as connection:
        stored = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all()
        assert (await connection.run_sync(definitions), stored) == (before, [revision])
    if (file := read_address(new_address).file) is not None:
        assert list(file.parent.glob("*.before-*")) == []


async def test_several_may_open_a_new_database_at_once(new_address: str) -> None:
    opened = await asyncio.gather(*(Database.open(new_address) for _ in range(4)))
    for database in opened:
        await database.close()
    async with connected(new_address) as connection:
        assert await connection.run_sync(differences) == []


async def test_foreign_keys_hold_after_a_migration(new_sqlite_address: str) -> None:
    database = await Database.open(new_sqlite_address)
    try:
        with pytest.raises(StorageError, match="FOREIGN KEY"):
            async with database.write() as tx:
                await tx.execute(text("INSERT INTO match_log VALUES ('nobody', 1, 1, 0, '6-4', 1, 1.0)"))
    finally:
        await database.close()


async def test_an_sqlite_file_is_copied_before_a_logged_migration(
    new_sqlite_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    file = read_address(new_sqlite_address).file
    assert file is not None
    await (await Database.open(new_sqlite_address)).close()
    assert "was migrated from the schema of an empty one to " in caplog.text
    assert list(file.parent.glob("*.before-*")) == []
    for one in file.parent.glob(f"{file.name}*"):
        one.unlink()
    await (await open_sample(new_sqlite_address, "0.1.0")).close()
    assert f"was migrated from the schema {migrations.STEPS[0]} to {newest()}" in caplog.text
    (copy,) = file.parent.glob("*.before-*")
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations.STEPS[0],)]
    caplog.clear()
    await (await Database.open(new_sqlite_address)).close()
    assert f"has the schema {newest()}" in caplog.text
    assert "was copied" not in caplog.text


async def test_the_copy_before_a_migration_is_a_backup_where_there_are_backups(
    new_sqlite_address: str, tmp_path: Path
) -> None:
    (tmp_path / "backups").mkdir()
    await (await open_sample(new_sqlite_address, "0.1.0", tmp_path / "backups")).close()
    ((_, copy),) = backups_in(tmp_path / "backups")
    assert copy.name.endswith(f"-before-{newest()}.db")
    file = read_address(new_sqlite_address).file
    assert file is not None
    assert list(file.parent.glob("*.before-*")) == []


def test_of_copies_beside_a_database_the_newest_stays_for_two_weeks(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    for name, days in (("1", 3), ("1-wal", 3), ("2", 13), ("r0041", 2)):
        copy = tmp_path / f"boneyard.db.before-{name}"
        copy.touch()
        os.utime(copy, (time.time() - days * 86_400 - 60,) * 2)
    delete_former_copies(file)
    (left,) = tmp_path.iterdir()
    assert left.name == "boneyard.db.before-r0041"
    os.utime(left, (time.time() - 14 * 86_400 - 60,) * 2)
    delete_former_copies(file)
    assert list(tmp_path.iterdir()) == []


async def test_a_file_that_cannot_be_copied_is_not_migrated(
    new_sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = read_address(new_sqlite_address).file
    assert file is not None

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr("storage.database.copy_file", no_room)
    with pytest.raises(Full):
        await open_sample(new_sqlite_address, "0.1.0")
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations.STEPS[0],)]


def test_the_steps_are_one_line() -> None:
    script = ScriptDirectory.from_config(configuration())
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1
    assert [step.revision for step in script.walk_revisions()] == list(reversed(migrations.STEPS))
    assert tuple(migrations.RELEASES.values()) == migrations.STEPS[: len(migrations.RELEASES)]


NEEDS_NO_ALEMBIC = """
import asyncio, sys
from storage.database import Database
asyncio.run(Database.open(sys.argv[1]))
print("alembic" in sys.modules)
"""


async def test_a_database_without_due_steps_opens_without_alembic(sqlite_address: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", NEEDS_NO_ALEMBIC, sqlite_address, stdout=asyncio.subprocess.PIPE
    )
    assert (await process.communicate())[0] == b"False\n"
