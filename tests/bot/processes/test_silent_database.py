"""A bot closes although PostgreSQL is silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot import app
from bot.app import Boneyard
from bot.posts import tile_emojis
from bot.settings import Settings
from playground.simulated import acting_as_bot
from storage import engines
from storage.database import StorageError
from tests.bot.play.at_table import PLAYOUTS, bot_of, open_match, table_in, tables_of
from tests.discord_world import DiscordWorld
from tests.storage.proxies import Proxy

pytestmark = pytest.mark.postgresql


@pytest.fixture
async def wire(postgres_address: str) -> AsyncIterator[Proxy]:
    async with Proxy(postgres_address) as wire:
        yield wire


@pytest.fixture
def build_bot(tmp_path: Path, wire: Proxy, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Boneyard]:
    monkeypatch.setattr(tile_emojis, "ALL_TILES", ())  # nobody looks at their faces
    monkeypatch.setattr(engines, "COMMAND_TIMEOUT_S", 3600.0)
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=SecretStr(wire.address))
    return lambda: Boneyard(settings, pause=0, playouts=PLAYOUTS)


async def test_a_bot_closes_although_a_step_waits_for_a_silent_database(
    world: DiscordWorld, wire: Proxy, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app, "_FINISH_TIMEOUT_S", 0.5)
    await open_match(world, "Borys", clock="none")
    wire.cut()
    with acting_as_bot(world.env):
        ending = asyncio.get_running_loop().create_task(tables_of(world).abandon(table_in(world).id))
        await asyncio.sleep(0)
    await bot_of(world).close()
    assert "closing the database anyway" in caplog.text
    with pytest.raises(StorageError):
        await ending
