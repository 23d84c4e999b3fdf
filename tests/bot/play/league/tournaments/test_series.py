"""Series of tournaments by commands and clicks."""

from typing import Any

import pytest

from tests.bot.play.at_table import said
from tests.bot.play.league.tournaments.at_tournaments import (
    create_series,
    enter,
    fill_in,
    new_tournament,
    open_series,
    sign_up,
    tournament_in,
)
from tests.discord_world import DiscordWorld


async def play_cup(world: DiscordWorld, number: int, winner: str, *names: str) -> None:
    """Play a tournament of two in the series."""
    options: dict[str, Any] = {"game": "block", "kind": "swiss", "seeding": "entry", "series": "winter"}
    await new_tournament(world, "Ada", title=f"Cup {number}", **options)
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    [pairing] = (await tournament_in(world, number)).pairings
    await enter(world, f"{number}/{pairing.id}", winner)
    await world.pass_time(3)


async def table(world: DiscordWorld, name: str = "Borys") -> str:
    """Return the table of the only series, as a screen reader says it."""
    answer = (await open_series(world, name)).response
    assert answer is not None
    return str(answer.attachments[0].description)


@pytest.mark.thorough
async def test_a_series_sums_places_and_follows_corrections(world: DiscordWorld) -> None:
    assert "There is no series on this server yet" in said(await open_series(world))
    made = await create_series(world, "Winter", points="10,7,5")
    assert "No tournament of this series is over yet.\n-# Points of the places: 10, 7, 5." in made
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
    await open_series(world)
    await fill_in(world, "Ada", await world.click("Ada", "Edit the series"), best=1)
    assert await table(world) == "Winter: 1. Borys: 10, (7), 10; 1. Celina: –, 10, 10; 3. Ada: 7, –, 7"


async def test_a_series_is_refused_to_others_and_deleted_after_a_question(world: DiscordWorld) -> None:
    await create_series(world, "Winter")
    assert "There is already a series called **winter**" in await create_series(world, "winter")
    for wrong, why in (({"points": "3,5"}, "are no points of places"), ({"best": "x"}, "is not possible")):
        assert why in await create_series(world, "Summer", **wrong)
    await play_cup(world, 1, "Ada", "Ada", "Borys")
    assert "There is no such series" in said(await new_tournament(world, "Ada", game="block", series="summer"))
    await table(world)
    assert not {"Edit the series", "Delete", "New series"} & {*world.labels("Borys")}
    await open_series(world)
    edit, delete = world.button("Ada", "Edit the series"), world.button("Ada", "Delete")
    for button in (edit, delete, world.button("Ada", "New series")):
        assert "Only people with" in said(await world.press("Borys", button))
    assert "🏆 Spring" in said(await fill_in(world, "Ada", await world.press("Ada", edit), title="Spring"))
    await world.press("Ada", delete)
    assert "The series **Spring** is deleted." in said(await world.click("Ada", "Yes"))
    assert "There is no such series" in said(await world.press("Ada", edit))
    assert "There is no series" in said(await open_series(world))
    assert (await tournament_in(world, 1)).series_id is None


async def test_one_of_several_series_is_chosen(world: DiscordWorld) -> None:
    for title in ("Winter", "Summer"):
        await create_series(world, title)
    assert said(await open_series(world, "Borys")) == "Which series?"
    assert "🏆 Winter" in said(await world.select("Borys", ["1"], id_prefix="s:series"))
