"""Tile emojis, uploaded at the first start, found later."""

import pytest

from bot.posts.tile_emojis import emoji_name
from games.core.tiles import ALL_TILES
from tests.discord_world import DiscordWorld


def uploads(world: DiscordWorld) -> int:
    return sum(
        entry.method == "POST" and entry.path.endswith("/emojis") and "/applications/" in entry.path
        for entry in world.env.http_requests
    )


@pytest.mark.parametrize("tile_faces", [False])
async def test_missing_emojis_are_uploaded_once_and_found_after_a_restart(world: DiscordWorld) -> None:
    assert uploads(world) == len(ALL_TILES) == 28
    uploaded = await world.bot.fetch_application_emojis()
    assert {emoji.name for emoji in uploaded} == {emoji_name(tile) for tile in ALL_TILES}
    await world.restart()
    assert uploads(world) == 28


async def test_emojis_that_are_there_are_not_uploaded_again(world: DiscordWorld) -> None:
    assert uploads(world) == 0
