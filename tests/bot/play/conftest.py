"""The real bot in the simulated Discord, with an SQLite file of its own."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app import Boneyard
from bot.settings import Settings
from bot.tables.computing import processes
from tests.bot.play.at_table import fix_the_shuffle, open_match
from tests.discord_world import DiscordWorld
from tests.processes import FORKING


@pytest.fixture(autouse=True)
def _forked_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers think in processes that begin at once, and the solver too, however busy the machine is."""
    monkeypatch.setattr(processes, "get_context", lambda _kind: FORKING)
    monkeypatch.setattr("bot.app._SEARCHING", 0)


@pytest.fixture
def settings(tmp_path: Path, migrated_file: Path) -> Settings:
    shutil.copyfile(migrated_file, tmp_path / "boneyard.db")
    return Settings(_env_file=None, data_dir=tmp_path, computer_processes=1, computer_seconds=0.05)


@pytest.fixture
def build_bot(settings: Settings) -> Callable[[], Boneyard]:
    return lambda: Boneyard(settings, pause=0)


@pytest.fixture
async def begun(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> DiscordWorld:
    """Ada (host, to lead) and Borys at Block without a clock, with a shuffle that is known; everybody reads English."""
    fix_the_shuffle(monkeypatch)
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")
    await open_match(world, "Borys", clock="none")
    return world
