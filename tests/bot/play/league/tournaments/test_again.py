"""Creating tournaments again, by clicks."""

import json
from dataclasses import replace
from typing import Any

from bot.league.tournaments.clicks import TournamentClick
from storage.league import tournaments
from storage.league.tournament_values import Seeding, TournamentKind, TournamentStage
from tests import simulation
from tests.bot.play.at_table import forged, read, said, user_id
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    create_series,
    new_tournament,
    sign_up,
    tournament_in,
    with_person,
)
from tests.bot.play.league.tournaments.test_creation_form import choose
from tests.discord_world import DiscordWorld


async def test_again_takes_the_settings_and_counts_the_title_up(world: DiscordWorld) -> None:
    role = world.guild.create_role("club", mentionable=True)
    await create_series(world, "Winter")
    options: dict[str, Any] = {
        "kind": "swiss",
        "rounds": 1,
        "round_minutes": 30,
        "seeding": "entry",
        "points": "2/1",
        "limit": 8,
    }
    await new_tournament(world, "Ada", game="nos", title="Cup 3", series="winter", role=role, clock="quick",
        options="deals=3, fines=on", start="in 2 days", **options,
    )  # fmt: skip
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    form = await as_host(world, "Ada", "Again")
    assert "New tournament: Cup 4" in form
    assert "No start is set yet" in form
    assert said(await world.click("Ada", "Create")) == "**Cup 4** is created."
    before, after = await tournament_in(world, 1), await tournament_in(world, 2)
    assert tournaments.settings_of(after) == {**tournaments.settings_of(before), "title": "Cup 4"}
    assert (after.series_id, after.role_id, after.starts_at) == (before.series_id, role.id, None)
    assert (after.rules.seeding, after.rules.limit, after.rules.points) == (Seeding.ENTRY, 8, (2,))


async def test_again_has_as_many_rounds_as_its_own_players_need(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", kind="round_robin", title="Cup")
    await sign_up(world, "Ada", "Borys")
    await world.click("Ada", id_prefix="b:fixstart")
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(3)
    over = await tournament_in(world)
    assert (over.stage, over.rounds) == (TournamentStage.OVER, 1)
    assert await as_host(world, "Ada", "Again")
    await world.click("Ada", "Create")
    again = await tournament_in(world, 2)
    assert (again.title, again.rounds, again.kind) == ("Cup 2", 0, TournamentKind.ROUND_ROBIN)


async def test_a_host_by_hand_over_has_again_for_one_tournament(world: DiscordWorld) -> None:
    async def cancel() -> None:
        await as_host(world, "Celina", "Cancel tournament")
        await world.click("Celina", "Yes")
        await world.pass_time(2)
        await as_host(world, "Celina")

    await new_tournament(world, "Ada", game="block", title="Cup")
    await with_person(world, "Ada", "Celina", "Make host")
    await world.click("Ada", "Yes")
    assert "Only" in said(await new_tournament(world, "Celina", game="block", title="Mine"))
    await cancel()
    assert "Cup 2" in said(await world.click("Celina", "Again"))
    await world.click("Celina", "Create")
    await world.pass_time(2)
    assert (await tournament_in(world, 2)).host_id == user_id(world, "Celina")
    await cancel()
    assert "Only people with" in said(await world.click("Celina", "Again")), "the old menu is still there"


async def test_only_organisers_create_again(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="kent", title="Cup")
    await with_person(world, "Ada", "Celina", "Co-host")
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    await as_host(world, "Celina")
    assert "Again" not in world.labels("Celina")
    [answer] = await simulation.deliver(
        world.env, forged(world, "Celina", "b", TournamentClick.AGAIN, "1", "0", "", "")
    )
    assert "Only people with" in said(answer)


async def test_a_template_in_an_old_form_is_answered(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block")
    create = world.button("Ada", "Create")
    old = create.custom_id.replace("create.", "template.")
    shown = json.loads(json.dumps(create.message).replace(create.custom_id, old))
    answer = await world.press("Ada", replace(create, message=shown, custom_id=old))
    assert "I don't know that button any more." in said(answer)


async def test_role_and_limit_are_chosen_in_the_form(world: DiscordWorld) -> None:
    role = world.guild.create_role("club", mentionable=True)
    await world.slash("Ada", "tournament create", game="block")
    assert "8 places" in await choose(world, "limit", "8")
    await choose(world, "role", role)
    await world.click("Ada", "Create")
    made = await tournament_in(world)
    assert (made.rules.limit, made.role_id) == (8, role.id)
    assert any(f"<@&{role.id}>" in read(one) for one in world.messages())
