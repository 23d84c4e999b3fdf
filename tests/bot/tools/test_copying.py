"""The command `copy-database`."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.__main__ import main
from storage import matches
from storage.database import Database
from storage.matches import LogEntry, MatchResult, Status
from tests.games.finished import finished
from tests.storage.samples import MATCH, SEATS

PASSWORD = "postgresql://ada:secret@127.0.0.1:1/none?connect_timeout=1"


async def save_match(address: str) -> None:
    """Save a finished match of Block as the bot does."""
    played = finished("block")
    stored = replace(MATCH, id="one", game="block", options=dict(played.options), status=Status.OVER, seed="a seed")
    log = [LogEntry(number, seat, move, None, 0.0) for number, (seat, move) in enumerate(played.record().log, 1)]
    database = await Database.open(address)
    async with database.write() as tx:
        await matches.add(tx, stored, SEATS)
        await matches.update(tx, "one", 0, log)
        assert played.outcome is not None
        scores = enumerate(played.outcome.scores)
        await matches.save_match_results(
            tx, "one", [MatchResult(seat, None, "", 1, won=False, score=score) for seat, score in scores]
        )
    await database.close()


async def change_results(address: str) -> None:
    database = await Database.open(address)
    async with database.write() as tx:
        await tx.execute(text("UPDATE match_results SET score = score + 1"))
    await database.close()


def test_finished_matches_are_replayed_before_they_are_saved(
    sqlite_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = [f"sqlite:///{tmp_path}/copy-{number}.db" for number in range(3)]
    asyncio.run(save_match(sqlite_address))
    assert main(["copy-database", sqlite_address, copies[0], "--replay", "all"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2] == "1 of 1 matches replayed"
    assert said[-1].startswith("Copied and checked: ")
    asyncio.run(change_results(sqlite_address))
    assert main(["copy-database", sqlite_address, copies[1]]) == 1
    assert "Nothing was copied: match one does not replay to its stored results" in capsys.readouterr().err
    assert not (tmp_path / "copy-1.db").exists()
    assert main(["copy-database", sqlite_address, copies[2], "--replay", "0"]) == 0


@pytest.mark.parametrize(
    ("target", "reason"),
    [(PASSWORD, "Nothing was copied: "), ("mysql://host/name", "unknown kind of database"), ("x", "not the address")],
)
def test_a_copy_that_cannot_begin_says_why_without_secrets(
    sqlite_address: str, target: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy-database", sqlite_address, target]) == 1
    told = capsys.readouterr().err
    assert reason in told
    assert "secret" not in told
