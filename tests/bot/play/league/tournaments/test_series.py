"""Series of tournaments by commands and clicks."""

from typing import Any

import pytest

from tests.bot.play.at_table import said
from tests.bot.play.league.tournaments.at_tournaments import enter, sign_up, tournament_in
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_lots()
    for name in world.names:
        world.speak(name, "en-US")


async def play_cup(world: DiscordWorld, number: int, winner: str, *names: str) -> None:
    """Play a tournament of two in the series."""
    options: dict[str, Any] = {"game": "block", "kind": "swiss", "seeding": "entry", "series": "winter"}
    await world.slash("Ada", "tournament create", title=f"Cup {number}", **options)
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    [pairing] = (await tournament_in(world, number)).pairings
    await enter(world, f"{number}/{pairing.id}", winner)
    await world.pass_time(3)


async def table(world: DiscordWorld, name: str = "Borys") -> str:
    """Return the table of the only series, as a screen reader says it."""
    answer = (await world.slash(name, "tournament series")).response
    assert answer is not None
    return str(answer.attachments[0].description)


@pytest.mark.thorough
async def test_a_series_sums_places_and_follows_corrections(world: DiscordWorld) -> None:
    assert "There is no series on this server yet" in said(await world.slash("Ada", "tournament series"))
    made = await world.slash("Ada", "tournament-host series", title="Winter", points="10,7,5")
    assert "No tournament of this series is over yet.\n-# Points of the places: 10, 7, 5." in said(made)
    await play_cup(world, 1, "Ada", "Ada", "Borys")
    end = next(one.content for one in reversed(world.messages()) if "is over" in one.content)
    assert end.endswith("**Winter**: 1. **Ada** 10, 2. **Borys** 7")
    await play_cup(world, 2, "Celina", "Borys", "Celina")
    assert await table(world) == "Winter: 1. Borys: 7, 7, 14; 2. Ada: 10, –, 10; 2. Celina: –, 10, 10"
    [pairing] = (await tournament_in(world, 1)).pairings
    await enter(world, f"1/{pairing.id}", "Borys")
    await world.pass_time(3)
    assert await table(world) == "Winter: 1. Borys: 10, 7, 17; 2. Celina: –, 10, 10; 3. Ada: 7, –, 7"
    corrected = next(one.content for one in world.messages() if "**Cup 1** is over" in one.content)
    assert "**Winter**: 1. **Borys** 17, 2. **Celina** 10, 3. **Ada** 7" in corrected
    await world.slash("Ada", "tournament-host series", title="winter", best=1)
    assert await table(world) == "Winter: 1. Borys: 10, (7), 10; 1. Celina: –, 10, 10; 3. Ada: 7, –, 7"


async def test_a_series_is_refused_to_others_and_deleted_after_a_question(world: DiscordWorld) -> None:
    assert "Only people with" in said(await world.slash("Borys", "tournament-host series", title="Winter"))
    assert "are no points of places" in said(
        await world.slash("Ada", "tournament-host series", title="Winter", points="3,5")
    )
    await world.slash("Ada", "tournament-host series", title="Winter")
    await play_cup(world, 1, "Ada", "Ada", "Borys")
    assert "There is no such series" in said(
        await world.slash("Ada", "tournament create", game="block", series="summer")
    )
    await world.slash("Ada", "tournament-host series", title="Winter", delete=True)
    assert "The series **Winter** is deleted." in said(await world.click("Ada", "Yes"))
    assert "There is no series" in said(await world.slash("Ada", "tournament series"))
    assert (await tournament_in(world, 1)).series_id is None
