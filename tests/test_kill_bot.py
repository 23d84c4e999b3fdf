"""Kills of the whole bot lose no acknowledged move."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.killed_bot import click_on
from tests.kills import killed_again_and_again
from tests.needs import THOROUGH

LIVES = 10 if THOROUGH else 2


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_kills_of_the_bot_lose_no_move_that_was_answered(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    _, moves = await killed_again_and_again(click_on, f"sqlite:///{file}", LIVES, Random(), file, longest=20)
    assert moves >= LIVES


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.timeout(600)
async def test_kills_of_the_bot_lose_nothing_on_postgresql_either(postgres_address: str) -> None:
    _, moves = await killed_again_and_again(click_on, postgres_address, LIVES, Random(), longest=20)
    assert moves >= LIVES
