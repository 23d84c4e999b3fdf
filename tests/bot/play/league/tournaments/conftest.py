"""The people and the chance of tournaments in Discord."""

import pytest

from tests.bot.play.at_table import SHORT
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    """Let all read English, the first to sit win 139 : 0, and no lot change an order."""
    chance.fix_seed(SHORT)
    chance.fix_lots()
    for name in world.names:
        world.speak(name, "en-US")
