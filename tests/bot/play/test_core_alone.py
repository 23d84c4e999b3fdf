"""The core without any feature beside it."""

from __future__ import annotations

import pytest

from bot import app
from tests.bot.play.at_table import SHORT, bot_of, open_match, play_to_the_end, read, table_in, tables_of
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


async def test_a_match_is_played_without_the_league_and_the_coach(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    monkeypatch.setattr(app, "FEATURES", ())
    monkeypatch.setattr(app, "PACKAGES", ())
    await world.restart()
    assert list(bot_of(world).services.features) == []
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    await play_to_the_end(world)
    ended = await tables_of(world).find(match_id)
    assert ended is not None
    assert ended.match is not None
    assert (ended.match.outcome is not None, ended.entry) == (True, None)
    assert "Ranking" in read(world.messages("Ada")[-1])
