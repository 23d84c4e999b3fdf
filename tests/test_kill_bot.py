"""The whole bot is killed while people click, again and again: every move that somebody was told of is there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.kills import killed_again_and_again
from tests.restless_bot import click_on


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_ten_kills_of_the_bot_lose_no_move_that_was_answered(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    _, moves = await killed_again_and_again(click_on, f"sqlite:///{file}", 10, Random(), file, longest=1.0)
    assert moves > 10


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.timeout(300)
async def test_ten_kills_of_the_bot_lose_nothing_on_postgresql_either(postgres_address: str) -> None:
    _, moves = await killed_again_and_again(click_on, postgres_address, 10, Random(), longest=1.0)
    assert moves > 10
