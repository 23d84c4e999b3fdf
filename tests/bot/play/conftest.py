"""The real bot in the simulated Discord, with an SQLite file of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app import Boneyard
from bot.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(_env_file=None, data_dir=tmp_path, computer_processes=1, computer_seconds=0.05)


@pytest.fixture
def build_bot(settings: Settings) -> Callable[[], Boneyard]:
    return lambda: Boneyard(settings, pause=0)
