"""The people and the chance of tournaments in Discord."""

import pytest

from tests.bot.play.league.tournaments.at_tournaments import fix_chance
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    fix_chance(world, chance)
