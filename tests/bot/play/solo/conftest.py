"""A solitaire under way."""

import pytest

from tests.bot.play.solo.at_solo import PYRAMID, fix_the_deal
from tests.discord_world import DiscordWorld


@pytest.fixture
async def pyramid(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> DiscordWorld:
    """Ada plays a Pyramid in #dominoes for all to see; everybody reads English."""
    fix_the_deal(monkeypatch, PYRAMID)
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")
    await world.slash("Ada", "solo play", game="pyramid")
    return world
