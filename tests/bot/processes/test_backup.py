"""A backup is one whole state, usable by a bot."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from bot.__main__ import main
from storage import backup
from storage.backup import NotSQLite, back_up, backups_in, delete_old_backups
from storage.database import Database
from storage.errors import StorageError, Unavailable
from storage.restoring import restore
from storage.shard_locks import make_locks
from tests.bot.tables.tabletop import ADA, BORYS, TableProcess, Time
from tests.killed_players import play_on
from tests.kills import Witness, examine, is_sound
from tests.processes import FORKING, Program


async def test_a_bot_comes_up_on_a_backup_and_goes_on_with_the_match(sqlite_address: str, tmp_path: Path) -> None:
    database = await Database.open(sqlite_address)
    process = TableProcess(database, Time())
    table = await process.begin(ADA, BORYS)
    table = await process.play(table, Random("a walk"), moves=3)
    copy = tmp_path / "copy.db"
    assert back_up(sqlite_address, copy) == copy.stat().st_size
    await process.play(table, Random("another walk"), moves=3)  # what comes later is not in it
    await process.tables.close()
    await database.close()

    restored = tmp_path / "restored" / "boneyard.db"
    restored.parent.mkdir()
    shutil.copyfile(copy, restored)
    database = await Database.open(f"sqlite:///{restored}")
    try:
        process = TableProcess(database, Time())
        await process.tables.start()
        assert await process.agrees(table.id) == await process.table(table.id)
        assert (await process.table(table.id)).revision == table.revision
        assert (await process.play(table, Random("a walk"), moves=2)).revision == table.revision + 2
        await process.tables.close()
    finally:
        await database.close()


@pytest.mark.slow
async def test_a_backup_beside_players_is_whole_and_holds_all_acknowledged_moves(
    sqlite_address: str, tmp_path: Path
) -> None:
    witness, heard = Witness(), []
    program = Program(play_on, sqlite_address, "0")
    await program.start()
    for number in range(5):
        heard += [await asyncio.wait_for(program.output.readline(), 30) for _ in range(10)]
        copy = tmp_path / f"copy-{number}.db"
        await asyncio.to_thread(back_up, sqlite_address, copy)
        assert is_sound(copy)
    program.kill()
    await program.end()
    witness.hear(heard)
    database = await Database.open(f"sqlite:///{copy}")
    try:
        await examine(database, witness)
    finally:
        await database.close()


def back_up_until(line: int, address: str, copy: str) -> None:
    """Back up, and be killed before the line that so many lines of the module come before."""
    left = line

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != backup.__file__:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)
    back_up(address, Path(copy))


def test_a_backup_that_is_killed_at_any_line_never_looks_like_one(sqlite_address: str, tmp_path: Path) -> None:
    ended: list[int | None] = [-signal.SIGKILL]
    while ended[-1] == -signal.SIGKILL:
        folder = tmp_path / str(len(ended))
        folder.mkdir()
        copy = folder / "boneyard-20261126-033000.db"
        process = FORKING.Process(target=back_up_until, args=(3 * len(ended), sqlite_address, str(copy)))
        process.start()
        process.join()
        ended.append(process.exitcode)
        assert [file for _, file in backups_in(folder)] == [copy] * copy.exists()
        assert not copy.exists() or is_sound(copy)
    assert (ended[-1], len(ended) > 10, copy.exists()) == (0, True, True)


def test_the_next_backup_deletes_what_killed_ones_left_but_no_other_file(sqlite_address: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name, hours in (("1.db.part", 2), ("1.db.x.part-journal", 2), ("2.db.y.part", 0)):
        (folder / f"boneyard-{name}").touch()
        os.utime(folder / f"boneyard-{name}", (time.time() - hours * 3600,) * 2)
    (folder / "notes.part").touch()
    os.utime(folder / "notes.part", (0, 0))
    back_up(sqlite_address, folder / "boneyard-3.db")
    assert sorted(file.name for file in folder.iterdir()) == ["boneyard-2.db.y.part", "boneyard-3.db", "notes.part"]


def test_old_backups_go_but_never_the_newest_nor_a_file_of_others(
    sqlite_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_address)
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "backups"))
    (tmp_path / "backups").mkdir()
    for name, days in (("boneyard-1.db", 15), ("boneyard-2.dump", 15), ("boneyard-3.db", 13), ("notes.db", 99)):
        file = tmp_path / "backups" / name
        file.write_text("copied")
        os.utime(file, (time.time() - days * 86_400 - 60,) * 2)
    delete_old_backups(tmp_path / "backups", 1)
    assert [file.name for _, file in backups_in(tmp_path / "backups")] == ["boneyard-3.db"]
    assert main(["backup", "--keep", "14d"]) == 0
    assert [file.name for _, file in backups_in(tmp_path / "backups")][:-1] == ["boneyard-3.db"]
    delete_old_backups(tmp_path / "backups", 13)
    _new, other = sorted(file.name for file in (tmp_path / "backups").iterdir())
    assert other == "notes.db"
    for wrong in ("14", "0d", "two weeks"):
        with pytest.raises(SystemExit, match="2"):
            main(["backup", "--keep", wrong])
    assert "expected days, such as 14d" in capsys.readouterr().err


def test_a_file_that_is_there_is_not_overwritten(sqlite_address: str, tmp_path: Path) -> None:
    kept = tmp_path / "copy.db"
    kept.write_text("precious")
    with pytest.raises(FileExistsError):
        back_up(sqlite_address, kept)
    assert kept.read_text() == "precious"


def test_a_copy_that_is_not_sound_is_refused_and_not_left(sqlite_address: str, tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    pages = bytearray(file.read_bytes())
    pages[4096 * 3 : 4096 * 5] = b"\xff" * 8192
    file.write_bytes(pages)
    with pytest.raises(StorageError):
        back_up(sqlite_address, tmp_path / "copy.db")
    assert [left.name for left in tmp_path.glob("copy*")] == []


def test_a_database_that_is_not_there_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="there is no database"):
        back_up(f"sqlite:///{tmp_path}/nothing.db", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("table", [None, "CREATE TABLE alembic_version (version_num)", "CREATE TABLE matches (id)"])
def test_what_is_no_database_of_ours_makes_no_backup(tmp_path: Path, table: str | None) -> None:
    file = tmp_path / "boneyard.db"
    file.touch()
    if table is not None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(table)
    with pytest.raises(StorageError, match=r"boneyard\.db is no database of Boneyard"):
        back_up(f"sqlite:///{file}", tmp_path / "copy.db")
    assert [left.name for left in tmp_path.iterdir()] == ["boneyard.db"]


def test_a_backup_is_private_since_it_holds_seeds_of_running_matches(sqlite_address: str, tmp_path: Path) -> None:
    back_up(sqlite_address, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


def test_for_postgresql_the_commands_are_told_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(NotSQLite) as told:
        back_up("postgresql://bones:secret@host:5433/bones", tmp_path / "a copy")
    lines = [line.strip() for line in str(told.value).splitlines()]
    copy = f"'{tmp_path}/a copy'"
    assert f"pg_dump --format=custom --file={copy} postgresql://bones@host:5433/bones" in lines
    assert f"pg_restore --exit-on-error --dbname=postgresql://bones@host:5433/bones {copy}" in lines
    assert "secret" not in str(told.value)


def test_the_commands_for_postgresql_can_connect_and_tell_no_secret(tmp_path: Path) -> None:
    options = "sslmode=require&connect_timeout=3&host=/run/postgresql&command_timeout=5&password=secret"
    with pytest.raises(NotSQLite) as told:
        back_up(f"postgres://bones:secret@/bones?{options}", tmp_path / "copy")
    bare = "'postgresql://bones@/bones?connect_timeout=3&host=%2Frun%2Fpostgresql&sslmode=require'"
    lines = [line.strip() for line in str(told.value).splitlines()]
    assert f"pg_dump --format=custom --file={tmp_path}/copy {bare}" in lines
    assert f"pg_restore --exit-on-error --dbname={bare} {tmp_path}/copy" in lines
    assert "secret" not in str(told.value)


def test_the_command_line_makes_a_backup_and_says_what_is_wrong(
    sqlite_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_address)
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    assert capsys.readouterr().out == f"{copy}: {copy.stat().st_size} bytes, checked.\n"
    assert main(["backup", str(copy)]) == 1
    assert "name a new file" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "nowhere" / "copy.db")]) == 1
    assert "No backup was made" in capsys.readouterr().err
    assert main(["backup"]) == 2
    assert "BACKUP_DIR" in capsys.readouterr().err
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "backups"))
    assert main(["backup"]) == 0
    (dated,) = (tmp_path / "backups").iterdir()
    assert capsys.readouterr().out.startswith(f"{dated}: ")
    monkeypatch.setenv("DATABASE_URL", "postgresql://bones@host/bones")
    assert main(["backup"]) == 2
    assert re.search(r"pg_dump --format=custom --file=\S+/boneyard-[\d-]+\.dump ", capsys.readouterr().err)


def stored(file: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT guild_id FROM server_settings").fetchall()


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


@pytest.fixture
def backed_up(sqlite_address: str, tmp_path: Path) -> tuple[Path, Path]:
    """Return a database and its backup, which does not have the server 7."""
    file, copy = tmp_path / "boneyard.db", tmp_path / "boneyard-1.db"
    back_up(sqlite_address, copy)
    change(file, "INSERT INTO server_settings (guild_id, channels) VALUES (7, '[]')")
    return file, copy


def test_a_backup_is_restored_for_the_owner_of_the_former_file_which_is_kept(
    backed_up: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, copy = tmp_path / "killed" / "boneyard.db", backed_up[1]
    file.parent.mkdir()
    with closing(sqlite3.connect(backed_up[0])) as killed:  # a part is in the log only
        killed.execute("INSERT INTO server_settings (guild_id, channels) VALUES (8, '[]')")
        killed.commit()
        shutil.copyfile(backed_up[0], file)
        shutil.copyfile(f"{backed_up[0]}-wal", f"{file}-wal")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    file.chmod(0o640)
    if is_root := os.geteuid() == 0:
        os.chown(file, 12345, 12346)
    assert main(["restore", str(copy)]) == 0
    (kept,) = file.parent.glob("boneyard.db.before-*[0-9]")
    assert f"The former database is {kept}." in capsys.readouterr().out
    assert (stored(kept), stored(file)) == ([(7,), (8,)], [])
    status = file.stat()
    assert status.st_mode & 0o777 == 0o640
    if is_root:
        assert {(one.stat().st_uid, one.stat().st_gid) for one in (file, file.with_name("boneyard.db.lock"))} == {
            (12345, 12346)
        }
    shutil.rmtree(file.parent)  # another computer
    assert main(["restore", str(copy)]) == 0
    assert (file.stat().st_mode & 0o777, stored(file)) == (0o600, [])


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE alembic_version SET version_num = 'r9999'", "of a newer version"),
        ("DELETE FROM alembic_version", "the schema of nothing"),
        ("DROP TABLE matches", "is no database of Boneyard"),
        ("running", "a bot uses sqlite:///"),
        ("gone", "there is no database"),
    ],
)
async def test_a_backup_that_no_bot_could_use_or_beside_a_running_bot_changes_nothing(
    backed_up: tuple[Path, Path], statement: str, refusal: str
) -> None:
    file, copy = backed_up
    address = f"sqlite:///{file}"
    locks = make_locks(address, 1, (0,))
    if statement == "running":
        await locks.acquire()
    elif statement == "gone":
        copy.unlink()
    else:
        change(copy, statement)
    with pytest.raises(StorageError, match=refusal):
        await restore(address, copy)
    await locks.release()
    assert stored(file) == [(7,)]
    assert not [one for one in file.parent.iterdir() if "before" in one.name or "restored" in one.name]


def test_restoring_on_postgresql_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://bones@host/bones")
    assert main(["restore", str(tmp_path / "copy.dump")]) == 2
    assert "pg_restore" in capsys.readouterr().err
