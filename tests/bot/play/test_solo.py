"""Solitaires by clicks: whole ones, what can be taken back, hints, giving up, and who may do what."""

import pytest

import games
from storage.solo import SoloStatus
from tests.bot.play.at_solo import (
    fix_the_deal,
    opened,
    solve_by_clicks,
    stored,
)
from tests.bot.play.at_table import everything_said
from tests.discord_world import DiscordWorld

WINNABLE = {
    "triangle": "boneyard daily triangle 2026-11-22/0",
    "twelves": "boneyard daily twelves 2026-11-22/1",
    "seven_columns": "boneyard daily seven_columns 2026-11-22/0",
    "pyramid": "boneyard daily pyramid 2026-11-22/3",
}


@pytest.mark.parametrize("game", games.SOLITAIRES)
async def test_a_whole_solitaire_is_played_in_a_channel_with_at_most_two_clicks_a_move(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    fix_the_deal(monkeypatch, WINNABLE[game])
    answer = await world.slash("Ada", "solo play", game=game)
    assert not answer.ephemeral
    [begun] = await opened(world)
    assert await solve_by_clicks(world) <= 2
    result, log = await stored(world, begun.id)
    assert (result.status, result.open, result.helped, result.counted) == (SoloStatus.SOLVED, False, False, True)
    assert result.moves == result.revision == len(log)
    assert result.ended_at == log[-1].at
    assert "Solved without help" in everything_said(world)
    assert "went wrong" not in everything_said(world, "Ada")
    assert await opened(world) == ()
