"""Rotating partners by clicks: people sign up alone, and each round draws pairs."""

from dataclasses import replace
from typing import Any

import pytest

from bot.league.recording import add_result
from bot.league.tournaments.progress.saving import settle_pairing
from playground.simulated import SimulatedPerson
from storage.league import leagues, pairing_tables
from storage.league.tournament_values import partners_of
from tests.bot.league.league_samples import result
from tests.bot.play.at_table import said, user_id
from tests.bot.play.league.at_league import now, writing
from tests.bot.play.league.tournaments.at_tournaments import (
    enter,
    new_tournament,
    posted,
    shown,
    sign_up,
    tournament_in,
)
from tests.discord_world import PARTY_OF_SIX, DiscordWorld

EIGHT = (*PARTY_OF_SIX, SimulatedPerson("Greta", "en-US"), SimulatedPerson("Hugo", "en-US"))


@pytest.fixture
def people() -> tuple[SimulatedPerson, ...]:
    return EIGHT


async def play(world: DiscordWorld, sides: list[list[str]]) -> None:
    """Save a match at a table; the first side wins."""
    made = result(
        *[[user_id(world, name) for name in side] for side in sides],
        guild_id=world.guild.id,
        game="kent",
        at=now(world),
    )
    async with writing(world) as tx:
        await leagues.hold(tx, world.guild.id)
        made = replace(made, id=await add_result(tx, made) or 0)
        await settle_pairing(tx, made, now(world))
        assert await pairing_tables.of_counted(tx, made.id)


@pytest.mark.thorough
async def test_eight_people_over_three_rounds_have_new_partners(world: DiscordWorld) -> None:
    names = {user_id(world, one.name): one.name for one in EIGHT}
    options: dict[str, Any] = {"kind": "partners", "rounds": 3, "seeding": "entry"}
    assert "no partners in Block" in said(await new_tournament(world, "Ada", game="block", **options))
    await new_tournament(world, "Ada", game="kent", title="Cup", **options)
    await sign_up(world, *names.values())
    assert "Create a team" not in str(world.labels("Borys"))
    assert "Ada, Borys, Celina, Dmitri, Ewa" in shown(world)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    assert "· Ada & Hugo – Borys & Greta" in shown(world)
    pairs = []
    for number in range(1, 4):
        cup = await tournament_in(world)
        person = {one.team: names[one.user_id] for one in cup.people}
        for one in [pairing for pairing in cup.open_pairings if pairing.round == number]:
            sides = [[person[alone] for alone in partners_of(side)] for side in one.teams]
            pairs += [frozenset(side) for side in sides]
            if len(pairs) == 2:  # the first match is played, the host enters the others
                await play(world, sides)
            else:
                await enter(world, f"{cup.id}/{one.id}", f"<@{user_id(world, sides[0][1])}>")
        await world.pass_time(3)
    assert len(pairs) == len(set(pairs)) == 12
    assert (await tournament_in(world)).stage == "over"
    standings = str(posted(world)[0].embeds[0].fields[-1].value).splitlines()
    assert standings[0].startswith("`1` **Ada** — 9 points")
    assert len(standings) == 8


async def test_a_withdrawal_ends_the_match_of_the_partner(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="kent", title="Cup", kind="partners", seeding="entry")
    await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    cup = await tournament_in(world)
    [pairing] = cup.open_pairings
    assert [len(cup.teams[side]) for side in pairing.teams] == [2, 2]
    await world.slash("Dmitri", "tournament withdraw")
    await world.click("Dmitri", id_prefix="b:fixwithdraw")
    cup = await tournament_in(world)
    assert "`1` **Borys** — 3 points" in shown(world)
    assert "`1` **Celina** — 3 points" in shown(world)
    assert [one.state for one in cup.pairings] == ["bye"]
