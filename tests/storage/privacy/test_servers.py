"""A server that the bot left is deleted in pieces."""

from __future__ import annotations

from storage.database import Database
from storage.privacy import servers
from tests.storage.privacy.histories import ELSEWHERE, everything, save_history
from tests.storage.samples import GUILD


async def test_a_server_is_forgotten_in_pieces_that_are_no_larger_than_asked(database: Database) -> None:
    await save_history(database)
    await save_history(database, ELSEWHERE, "elsewhere")
    async with database.write() as tx:
        assert await servers.mark_left(tx, GUILD, 1000.0)
    before = await everything(database)
    rows = sum(row.get("guild_id") == GUILD for found in before.values() for row in found) - 1  # the departure
    pieces: list[int] = []
    while not pieces or pieces[-1]:
        async with database.write() as tx:
            pieces.append(await servers.forget(tx, GUILD, 4))
            assert await servers.is_gone(tx, GUILD) is (pieces[-1] == 4), "its departure goes last"
    assert sum(pieces) == rows
    assert set(pieces[: rows // 4]) == {4}
    after = await everything(database)
    assert all(row.get("guild_id") != GUILD for found in after.values() for row in found)
    theirs = {table: [row for row in found if row.get("guild_id") == ELSEWHERE] for table, found in before.items()}
    assert after == theirs


async def test_a_departure_is_remembered_once_and_called_off_by_a_return(database: Database) -> None:
    async with database.write() as tx:
        assert await servers.mark_left(tx, GUILD, 1000.0)
        assert not await servers.mark_left(tx, GUILD, 2000.0)
        assert await servers.mark_left(tx, ELSEWHERE, 900.0)
        assert await servers.due(tx, 999.0) == (ELSEWHERE,)
        assert await servers.due(tx, 1000.0) == (ELSEWHERE, GUILD)
        assert await servers.mark_returned(tx, [GUILD, 5]) == 1
        assert await servers.due(tx, 5000.0) == (ELSEWHERE,)


async def test_the_servers_of_which_something_is_kept_are_known(database: Database) -> None:
    await save_history(database)
    await save_history(database, 0, "direct")
    async with database.read() as tx:
        assert await servers.stored_guilds(tx) == {GUILD}
