"""Settings have defaults and are saved as a whole."""

from dataclasses import replace
from typing import Any

import pytest

from storage.database import Database
from storage.guilds import PlayerSettings, ServerSettings, player, save_player, save_server, server

GUILD = 1_100_000_000_000_000_001


async def test_a_server_that_set_nothing_has_the_defaults(database: Database) -> None:
    async with database.read() as tx:
        assert await server(tx, GUILD) == ServerSettings(GUILD, None, (), None, None)


async def test_a_player_who_set_nothing_is_mentioned_and_sees_pictures(database: Database) -> None:
    async with database.read() as tx:
        assert await player(tx, GUILD, 5) == PlayerSettings(GUILD, 5, None, "mention", "picture")


async def test_the_settings_of_a_server_are_replaced_whole(database: Database) -> None:
    first = ServerSettings(GUILD, "pl", (2**63 - 1, 5), "slow", 77)
    second = ServerSettings(GUILD, None, (), "none", None)
    for settings in (first, second):
        async with database.write() as tx:
            await save_server(tx, settings)
        async with database.read() as tx:
            assert await server(tx, GUILD) == settings
            assert await server(tx, GUILD + 1) == ServerSettings(GUILD + 1)


async def test_the_settings_of_a_player_hold_in_one_server(database: Database) -> None:
    first = PlayerSettings(GUILD, 5, "ru", "dm", "large")
    second = PlayerSettings(GUILD, 5, None, "none", "text")
    for settings in (first, second):
        async with database.write() as tx:
            await save_player(tx, settings)
        async with database.read() as tx:
            assert await player(tx, GUILD, 5) == settings
            assert await player(tx, GUILD + 1, 5) == PlayerSettings(GUILD + 1, 5)
            assert await player(tx, GUILD, 6) == PlayerSettings(GUILD, 6)


@pytest.mark.parametrize("wrong", [{"notice": "shout"}, {"board": "cinema"}])
async def test_a_player_can_set_only_what_exists(database: Database, wrong: dict[str, Any]) -> None:
    async with database.write() as tx:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            await save_player(tx, replace(PlayerSettings(GUILD, 5), **wrong))
