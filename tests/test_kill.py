"""Random kills lose no acknowledged move, and play goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.killed_players import play_on
from tests.kills import killed_again_and_again
from tests.needs import THOROUGH

LIVES = 30 if THOROUGH else 5


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_kills_lose_nothing_that_was_acknowledged_and_play_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    witness, moves = await killed_again_and_again(play_on, f"sqlite:///{file}", LIVES, Random(), file)
    assert moves >= LIVES
    assert len(witness.over) > 0 or not THOROUGH
    assert sum(map(len, witness.acknowledged.values())) == moves
    assert witness.logs.keys() >= witness.acknowledged.keys()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.postgresql
async def test_kills_lose_nothing_on_postgresql_either(postgres_address: str) -> None:
    _, moves = await killed_again_and_again(play_on, postgres_address, 4, Random())
    assert moves > 4
