"""A solitaire under way."""

import pytest

from tests.bot.play.solo.at_solo import PYRAMID
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture
async def pyramid(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Let Ada play a public Pyramid in #dominoes."""
    chance.fix_seed(PYRAMID)
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")
    await world.slash("Ada", "play", game="pyramid")
    return world
