"""Database files: private, and never replacing a lost one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from storage.database import Database
from storage.errors import Damaged
from storage.shard_locks import FileLock


def mode(file: Path) -> int:
    return S_IMODE(file.stat().st_mode)


def files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_new_database_and_all_files_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    lock = FileLock(file, "somebody")
    assert await lock.acquire() is None
    database = await Database.open(f"sqlite:///{file}")
    try:
        await database.ping()
        found = {one.name: mode(one) for one in files(tmp_path)}
    finally:
        await database.close()
        await lock.release()
    assert found == dict.fromkeys(["boneyard.db", "boneyard.db-shm", "boneyard.db-wal", "boneyard.db.lock"], 0o600)


async def test_others_lose_the_right_to_read_a_file_and_its_group_stays(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    await (await Database.open(f"sqlite:///{file}")).close()
    file.chmod(0o644)
    await (await Database.open(f"sqlite:///{file}")).close()
    assert mode(file) == 0o640


@pytest.mark.parametrize("beside", ["nothing", "boneyard.db-wal", "boneyard.db.lock"])
async def test_an_empty_file_is_called_damaged_and_stays_as_it_is(tmp_path: Path, beside: str) -> None:
    file = tmp_path / "boneyard.db"
    file.touch()
    (tmp_path / beside).write_bytes(b"something")
    with pytest.raises(Damaged, match="is empty"):
        await Database.open(f"sqlite:///{file}")
    assert file.read_bytes() == b""
    assert (tmp_path / beside).read_bytes() == b"something"


async def test_a_file_that_is_gone_beside_its_log_is_not_made_again(tmp_path: Path) -> None:
    (tmp_path / "boneyard.db-wal").write_bytes(b"something")
    with pytest.raises(Damaged, match="is gone"):
        await Database.open(f"sqlite:///{tmp_path / 'boneyard.db'}")
    assert [one.name for one in files(tmp_path)] == ["boneyard.db-wal"]


async def test_a_missing_file_is_a_fresh_start_also_beside_a_lock(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    (tmp_path / "boneyard.db.lock").touch()
    await (await Database.open(f"sqlite:///{file}")).close()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (0,)
