"""The real bot in the simulated Discord, on SQLite."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app import Boneyard
from bot.settings import Settings
from tests.bot.play.at_table import FIRST_OPENS, PLAYOUTS, bot_of, open_lobby
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture(scope="session")
def common_settings() -> Settings:
    """Return all tests' settings, except the database's folder."""
    return Settings(_env_file=None, computer_processes=1, computer_seconds=0.05)


@pytest.fixture
def settings(common_settings: Settings, tmp_path: Path, migrated_file: Path, board_tokens: bool) -> Settings:
    shutil.copyfile(migrated_file, tmp_path / "boneyard.db")
    return common_settings.model_copy(update={"data_dir": tmp_path, "board_tokens": board_tokens})


@pytest.fixture
def playouts() -> int | None:
    """Return the playouts per computer move; None thinks by time."""
    return PLAYOUTS


@pytest.fixture
def build_bot(settings: Settings, playouts: int | None, chance: KnownChance) -> Callable[[], Boneyard]:
    return lambda: Boneyard(settings, pause=0, playouts=playouts, chance=chance)


@pytest.fixture
async def begun(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Seat Ada (host, leading) and Borys at Block, with known shuffle."""
    chance.fix_seed(FIRST_OPENS)
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")
    await open_lobby(world, "Borys", clock="none")
    bot_of(world).services.hands._at_start.clear()  # tests open it
    await world.click("Ada", id_prefix="b:start")
    return world
