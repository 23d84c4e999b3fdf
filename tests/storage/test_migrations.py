"""Migrations create the schema exactly, on both engines."""

import asyncio
import errno
import logging
import re
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.ratings.recompute import differences as rating_differences
from bot.league.ratings.recompute import recompute
from bot.league.recording import add_result
from bot.league.tournaments.announcing.notices import changed, due_notices, outdated
from bot.league.tournaments.progress.rounds import plan_cancel
from bot.league.tournaments.progress.starting import plan_start
from storage import matches, migrations, solo
from storage.database import Database, Full, StorageError
from storage.engines import make_engine, read_address
from storage.league import audit_log, leagues, ratings, tournaments
from storage.league.audit_log import AuditAction
from storage.league.tournament_values import Announcement, AnnouncementKind, Tournament, TournamentKind, TournamentStage
from storage.migrations.adoption import LAST_OLD, OLDEST_ADOPTED
from storage.migrations.steps import configuration
from storage.schema import league_results, metadata
from storage.solo import SoloEntry
from tests.bot.league.league_samples import result
from tests.bot.league.tournaments.tournament_samples import GUILD, NOON, announced, done
from tests.bot.league.tournaments.tournament_samples import tournament as a_tournament
from tests.chance import InOrder
from tests.storage.samples import MATCH, SEATS, match, no_thread_is_left
from tests.storage.test_solo import SOLO


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
        lines = r",?\s*\n|, (?=[a-z_]+ [A-Z])"
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


async def test_migrations_make_what_the_schema_would_make_down_to_the_conditions(new_address: str) -> None:
    await (await Database.open(new_address)).close()
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
        before, after = await connection.run_sync(migrations.upgrade)
        assert before == after == newest()
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


async def stamp(address: str, revision: str) -> None:
    async with connected(address) as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :new"), {"new": revision})


async def revisions(address: str) -> list[str]:
    async with connected(address) as connection:
        return list((await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars())


# What the thirty-eighth step drops.
TEMPLATES = "CREATE TABLE tournament_templates (id BIGINT PRIMARY KEY, name TEXT NOT NULL)"

# What the thirty-ninth step drops.
FLAGS = (
    *(
        f"ALTER TABLE tournaments ADD COLUMN {name} BOOLEAN DEFAULT false NOT NULL"
        for name in ("check_in_told", "role_told", "end_announced")
    ),
    *(
        f"ALTER TABLE tournaments ADD COLUMN {name} INTEGER DEFAULT 0 NOT NULL"
        for name in ("announced_round", "reminded_round")
    ),
    "ALTER TABLE tournament_people ADD COLUMN question_id BIGINT",
)

# What the steps after the fourteenth made, undone. The table above was made by a later step, and is dropped again.
AFTER_0014 = (
    *FLAGS,
    "DROP TABLE pairing_matches",
    "DROP TABLE kept_out",
    "ALTER TABLE leagues DROP COLUMN log_channel_id",
    "ALTER TABLE leagues DROP COLUMN logged_id",
    "DROP INDEX ix_seats_former_id",
    "ALTER TABLE seats DROP COLUMN former_id",
    "ALTER TABLE seats DROP COLUMN former_name",
    "DROP TABLE round_deals",
    "ALTER TABLE matches DROP COLUMN shared",
    "ALTER TABLE matches DROP COLUMN turn_left_s",
    "ALTER TABLE tournament_places DROP COLUMN score",
    "DROP TABLE tournament_co_hosts",
    *(f"ALTER TABLE tournaments DROP COLUMN {column}" for column in ("paused_at", "paused_by", "resumed_at")),
    "ALTER TABLE tournaments ADD COLUMN co_host_id BIGINT",
    *(f"ALTER TABLE tournaments DROP COLUMN {column}" for column in ("role_id", "role_told")),
    *(
        f"ALTER TABLE tournament_people DROP COLUMN {column}"
        for column in ("entry", "team_name", "asks_id", "question_id")
    ),
    "ALTER TABLE seasons DROP COLUMN roles_since",
    "ALTER TABLE seasons DROP COLUMN best",
    "ALTER TABLE ratings DROP COLUMN scores",
    "ALTER TABLE leagues DROP COLUMN main_season_id",
    "DROP TABLE league_merges",
    "DROP TABLE club_nights",
    "DROP TABLE tournament_series",
    "DROP INDEX ix_tournaments_series_id",
    "ALTER TABLE tournaments DROP COLUMN series_id",
    "ALTER TABLE leagues DROP COLUMN medal_matches",
    "DROP TABLE result_claims",
    "DROP INDEX ix_matches_ladder",
    "ALTER TABLE matches DROP COLUMN ladder",
    "ALTER TABLE player_settings DROP COLUMN lessons",
    "ALTER TABLE player_settings DROP COLUMN confirms_calls",
    "DROP INDEX ix_deal_results_user_id",
)

# What the steps after the first made, undone.
AFTER_FIRST = (
    *AFTER_0014,
    "ALTER TABLE solos DROP COLUMN spent",
    *(f"DROP TABLE {table}" for table in ("reviews", "puzzles", "puzzle_attempts", "puzzle_solvers", "puzzle_ratings")),
    "ALTER TABLE matches DROP COLUMN helped",
    "ALTER TABLE matches DROP COLUMN continues",
    "ALTER TABLE player_settings DROP COLUMN coach",
    "ALTER TABLE player_settings DROP COLUMN gives_puzzles",
    "DROP TABLE reports",
    "DROP TABLE month_seeds",
    "DROP TABLE solo_seeds",
    "DROP TABLE channel_seeds",
    "ALTER TABLE solos DROP COLUMN next_fingerprint",
    "ALTER TABLE solos DROP COLUMN cut",
    "ALTER TABLE solos DROP COLUMN server_seed",
    "ALTER TABLE matches DROP COLUMN pairing_consent",
    "ALTER TABLE matches DROP COLUMN ended_by",
    "ALTER TABLE matches DROP COLUMN end_reason",
    "ALTER TABLE matches DROP COLUMN paused_seat",
    "ALTER TABLE matches DROP COLUMN end_request",
    "ALTER TABLE matches DROP COLUMN offers",
    "ALTER TABLE matches DROP COLUMN next_fingerprint",
    "ALTER TABLE matches DROP COLUMN cuts",
    "ALTER TABLE matches DROP COLUMN server_seed",
    "DROP TABLE leaderboards",
    "ALTER TABLE leagues DROP COLUMN podium_role_id",
    "ALTER TABLE seasons DROP COLUMN announced_at",
    "ALTER TABLE server_settings DROP COLUMN computer",
    "ALTER TABLE player_settings DROP COLUMN computer",
    *(
        f"ALTER TABLE tournaments DROP COLUMN {column}"
        for column in (
            "round_s",
            "timed_round",
            "deadline",
            "announced_round",
            "reminded_round",
            "end_announced",
            "clock",
            "options",
            "rules",
            "co_host_id",
            "closed_round",
            "starts_at",
            "check_in_told",
            "event_id",
            "announcements",
            "told_entry",
        )
    ),
    "ALTER TABLE tournament_people DROP COLUMN checked_in",
)


async def undo_steps_after_first(address: str) -> None:
    async with connected(address) as connection:
        for statement in AFTER_FIRST:
            await connection.execute(text(statement))


def newest() -> str | None:
    return ScriptDirectory.from_config(configuration()).get_current_head()


async def test_a_database_at_the_last_old_step_is_adopted_with_all_it_has(new_address: str) -> None:
    database = await Database.open(new_address)
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
    await database.close()
    await undo_steps_after_first(new_address)
    await stamp(new_address, LAST_OLD)
    database = await Database.open(new_address)
    try:
        assert (await database.schema()).is_current
        async with database.read() as tx:
            assert await matches.load(tx, MATCH.id) == (MATCH, SEATS)
    finally:
        await database.close()
    assert await revisions(new_address) == [newest()]


# What the steps 0014 and 0015 made, undone; 0016 renamed a game.
BEFORE_0014 = (
    "DROP TABLE spent_tries",
    "DROP TABLE league_imports",
    "DROP INDEX ix_league_results_import_id",
    "ALTER TABLE league_results DROP COLUMN import_id",
)


async def test_a_database_at_0013_migrates_to_the_newest_schema_with_all_data(new_address: str) -> None:
    square = match("square", game="domino_square")
    database = await Database.open(new_address)
    async with database.write() as tx:
        await matches.add(tx, square, SEATS)
    await database.close()
    async with connected(new_address) as connection:
        made = await connection.run_sync(definitions)
        for statement in (*AFTER_FIRST, *BEFORE_0014):
            await connection.execute(text(statement))
        await connection.execute(text("UPDATE matches SET game = 'latin_square'"))
        await connection.execute(
            text(
                "INSERT INTO leagues (guild_id, time_zone, daily_limit, quarterly, games_off, last_at, generation,"
                " asked, answered, run_done, run_total) VALUES (7, 'UTC', 5, true, :games, 0, 0, 0, 0, 0, 0)"
            ),
            {"games": '["block", "latin_square"]'},
        )
    await stamp(new_address, "0013")
    database = await Database.open(new_address)
    try:
        async with database.read() as tx:
            assert await matches.load(tx, "square") == (square, SEATS)
    finally:
        await database.close()
    assert await revisions(new_address) == [newest()]
    async with connected(new_address) as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(definitions) == made
        assert (await connection.execute(text("SELECT game FROM matches"))).scalars().all() == ["domino_square"]
        games_off = (await connection.execute(text("SELECT games_off FROM leagues"))).scalar_one()
        assert "domino_square" in str(games_off)
        assert "latin_square" not in str(games_off)


async def test_a_migration_adds_up_the_time_of_earlier_solitaires(new_address: str) -> None:
    database = await Database.open(new_address)
    times = (SOLO.created_at + 30, SOLO.created_at + 130, SOLO.created_at + 3_730)  # 30 + 100 + at most 120
    async with database.write() as tx:
        await solo.add(tx, SOLO)
        await solo.add(tx, replace(SOLO, id="untouched", game="twelves"))
        entries = [SoloEntry(number, "undo=1", at) for number, at in enumerate(times, 1)]
        await solo.update(tx, SOLO.id, 0, entries)
    await database.close()
    async with connected(new_address) as connection:
        for statement in (*AFTER_0014, "ALTER TABLE solos DROP COLUMN spent"):
            await connection.execute(text(statement))
    await stamp(new_address, "r0013")
    database = await Database.open(new_address)
    try:
        async with database.read() as tx:
            found = [await solo.load(tx, one) for one in (SOLO.id, "untouched")]
    finally:
        await database.close()
    assert [one[0].spent for one in found if one is not None] == [250, 0]


async def test_a_migration_has_leagues_with_ties_recomputed_once(new_address: str) -> None:
    tied, untied, void = 1, 2, 3
    database = await Database.open(new_address)
    async with database.write() as tx:
        for guild_id, places in ((tied, [1, 1, 3]), (untied, [1, 2, 3]), (void, [1, 1, 3])):
            await add_result(tx, result([5], [6], [7], places=places, guild_id=guild_id))
        await tx.execute(update(league_results).where(league_results.c.guild_id == void).values(void=True))
        [rating] = [one for one in await ratings.of_person(tx, tied, 0, 5) if one.scope == "all"]
        await ratings.save(tx, tied, 0, [replace(rating, mu=20.0)])  # as an earlier version rated it
    await database.close()
    async with connected(new_address) as connection:
        for statement in ("ALTER TABLE seasons DROP COLUMN roles_since", TEMPLATES, *FLAGS):
            await connection.execute(text(statement))
    await stamp(new_address, "r0036")
    for _ in range(2):  # the second start asks for nothing
        database = await Database.open(new_address)
        async with database.read() as tx:
            due = await leagues.due(tx)
            entries = [(await audit_log.page(tx, guild_id))[0] for guild_id in (tied, untied, void)]
        assert [[one.action for one in found] for found in entries] == [[AuditAction.RATE_TIES], [], []]
        assert due == (tied,)
        await database.close()
    database = await Database.open(new_address)
    try:
        assert await recompute(database, tied, lambda: 0.0)
        assert await rating_differences(database, tied) == ()
        async with database.read() as tx:
            assert await leagues.due(tx) == ()
    finally:
        await database.close()


async def test_a_migration_drops_the_templates_of_tournaments(new_address: str) -> None:
    await (await Database.open(new_address)).close()
    async with connected(new_address) as connection:
        for statement in (*FLAGS, TEMPLATES, "INSERT INTO tournament_templates VALUES (1, 'Friday')"):
            await connection.execute(text(statement))
    await stamp(new_address, "r0037")
    await (await Database.open(new_address)).close()
    async with connected(new_address) as connection:
        assert await connection.run_sync(differences) == []


async def test_running_tournaments_announce_nothing_twice_and_forget_nothing_after_the_flags_are_gone(
    new_address: str,
) -> None:
    """Each tournament is as an earlier version left it: with these flags, and these announcements."""
    kinds, swiss = AnnouncementKind, a_tournament(4, kind=TournamentKind.SWISS)
    opened = replace(a_tournament(3), role_id=9, starts_at=NOON + 1000)
    running = done(swiss, plan_start(replace(swiss, round_s=3600), InOrder(), NOON))
    running = replace(running, timed_round=1, deadline=NOON + 3600)
    teams = tuple(one.teams for one in running.pairings)
    told_round, told_call = announced(kinds.ROUND, 1, *teams), announced(kinds.CHECK_IN)
    cancelled = plan_cancel(running, NOON)
    asking = a_tournament(2, size=2)
    asking = replace(asking, people=(replace(asking.people[0], team=1), replace(asking.people[1], asks_id=1)))
    cases: list[tuple[Tournament, tuple[Announcement, ...], dict[str, object], list[str]]] = [
        (opened, (), {}, ["sign_up", "check_in"]),
        (opened, (), {"role_told": True, "check_in_told": True}, []),
        (opened, (told_call,), {"role_told": True, "check_in_told": True}, []),
        (running, (), {}, ["round"]),
        (running, (told_round,), {"announced_round": 1}, ["reminder"]),
        (running, (told_round, announced(kinds.REMINDER, 1, *teams)), {"announced_round": 1, "reminded_round": 1}, []),
        (running, (), {"announced_round": 1, "reminded_round": 1}, []),  # all were told directly, or it was refused
        (cancelled, (told_round,), {"announced_round": 1, "end_announced": True}, []),
        (cancelled, (told_round,), {"announced_round": 1}, ["end"]),
        (asking, (announced(kinds.PARTNER, message=77),), {"question_id": 77}, []),
        (asking, (), {}, ["partner"]),
    ]
    database = await Database.open(new_address)
    async with database.write() as tx:
        await leagues.hold(tx, GUILD)
        for one, stored, _, _ in cases:
            added = replace(one, announcements=stored, shown_revision=1)
            added = replace(added, id=await tournaments.add(tx, added))
            await tournaments.save_participants(tx, added, added.people)
            await tournaments.add_pairings(tx, added, added.pairings)
    await database.close()
    async with connected(new_address) as connection:
        for statement in FLAGS:
            await connection.execute(text(statement))
        for number, (_, _, flags, _) in enumerate(cases, 1):
            for name, value in flags.items():
                table, key = ("tournament_people", "tournament_id") if name == "question_id" else ("tournaments", "id")
                where = f"{key} = {number}" + (" AND user_id = 2" if name == "question_id" else "")
                await connection.execute(text(f"UPDATE {table} SET {name} = :value WHERE {where}"), {"value": value})  # noqa: S608
    await stamp(new_address, "r0038")
    database = await Database.open(new_address)
    try:
        async with connected(new_address) as connection:
            assert await connection.run_sync(differences) == []
        for number, (_, _, _, expected) in enumerate(cases, 1):
            async with database.read() as tx:
                found = await tournaments.load(tx, GUILD, number)
            assert found is not None
            now = NOON + 3000 if found.stage is TournamentStage.RUNNING else NOON
            assert [one.kind for one in due_notices(found, now) if not one.is_silent] == expected, number
            assert (changed(found), outdated(found, now)) == ((), ()), number
    finally:
        await database.close()


async def test_a_database_that_differs_from_its_old_step_is_refused(new_address: str) -> None:
    await (await Database.open(new_address)).close()
    await undo_steps_after_first(new_address)
    async with connected(new_address) as connection:
        await connection.execute(text("DROP INDEX uq_matches_live_channel"))
    await stamp(new_address, LAST_OLD)
    with pytest.raises(StorageError, match="differs from its schema 0016 in 1 places"):
        await Database.open(new_address)
    assert await revisions(new_address) == [LAST_OLD]


@pytest.mark.parametrize("old", ["0001", "0009", "0012"])
async def test_a_database_at_an_earlier_old_step_is_refused_with_what_to_do(new_address: str, old: str) -> None:
    await (await Database.open(new_address)).close()
    await stamp(new_address, old)
    with pytest.raises(
        StorageError, match=f"schema {old} of a version that is too old: start the last version that has"
    ):
        await Database.open(new_address)
    assert await revisions(new_address) == [old]


async def test_several_may_open_a_new_database_at_once(new_address: str) -> None:
    opened = await asyncio.gather(*(Database.open(new_address) for _ in range(4)))
    for database in opened:
        await database.close()
    async with connected(new_address) as connection:
        assert await connection.run_sync(differences) == []


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(new_address: str) -> None:
    await (await Database.open(new_address)).close()
    async with connected(new_address) as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StorageError, match="newer"):
        await Database.open(new_address)
    assert no_thread_is_left()
    async with connected(new_address) as connection:
        assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all() == ["9999"]


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
    await undo_steps_after_first(new_sqlite_address)
    await stamp(new_sqlite_address, migrations.FIRST)
    await (await Database.open(new_sqlite_address)).close()
    assert f"was migrated from the schema {migrations.FIRST} to {newest()}" in caplog.text
    copy = file.with_name(f"{file.name}.before-{newest()}")
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations.FIRST,)]
    assert sorted(file.parent.glob("*.before-*")) == [copy]
    caplog.clear()
    await (await Database.open(new_sqlite_address)).close()
    assert f"has the schema {newest()}" in caplog.text
    assert "was copied" not in caplog.text


async def test_a_file_that_cannot_be_copied_is_not_migrated(
    new_sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = read_address(new_sqlite_address).file
    assert file is not None
    await (await Database.open(new_sqlite_address)).close()
    await undo_steps_after_first(new_sqlite_address)
    await stamp(new_sqlite_address, migrations.FIRST)

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr("storage.database.back_up", no_room)
    with pytest.raises(Full):
        await Database.open(new_sqlite_address)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations.FIRST,)]


def test_the_advice_for_a_too_old_schema_names_its_page() -> None:
    page = Path("docs/operating.md").read_text(encoding="utf-8")
    assert "docs/operating.md says under Upgrade how" in migrations.UPGRADE_OLD
    notes = page.split("## Upgrade\n")[1].split("## ")[0]
    assert OLDEST_ADOPTED in notes


def test_the_steps_are_one_line() -> None:
    script = ScriptDirectory.from_config(configuration())
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1
    assert [step.revision for step in script.walk_revisions()] == list(reversed(migrations.STEPS))


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
