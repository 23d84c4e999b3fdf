"""Rotating partners by clicks: people sign up alone, and each round draws pairs."""

from typing import Any

import pytest

from playground.simulated import SimulatedPerson
from storage.league.tournaments import partners_of
from tests.bot.play.at_table import bot_of, said, user_id
from tests.bot.play.league.at_league import save_matches
from tests.bot.play.league.tournaments.at_tournaments import enter, posted, shown, sign_up, tournament_in
from tests.chance import KnownChance
from tests.discord_world import PARTY_OF_SIX, DiscordWorld

EIGHT = (*PARTY_OF_SIX, SimulatedPerson("Greta", "en-US"), SimulatedPerson("Hugo", "en-US"))


@pytest.fixture
def people() -> tuple[SimulatedPerson, ...]:
    return EIGHT


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_lots()
    for name in world.names:
        world.speak(name, "en-US")


async def test_eight_people_over_three_rounds_have_new_partners(world: DiscordWorld) -> None:
    names = {user_id(world, one.name): one.name for one in EIGHT}
    options: dict[str, Any] = {"kind": "partners", "rounds": 3, "seeding": "entry"}
    assert "no partners in Block" in said(await world.slash("Ada", "tournament create", game="block", **options))
    await world.slash("Ada", "tournament create", game="kent", title="Cup", **options)
    await sign_up(world, *names.values())
    assert "Create a team" not in str(world.labels("Borys"))
    assert "Ada, Borys, Celina, Dmitri, Ewa" in shown(world)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    assert "· Ada & Hugo – Borys & Greta" in shown(world)
    pairs = []
    for number in range(1, 4):
        now = await tournament_in(world)
        person = {one.team: names[one.user_id] for one in now.people}
        for one in [pairing for pairing in now.open_pairings if pairing.round == number]:
            sides = [[person[alone] for alone in partners_of(side)] for side in one.teams]
            pairs += [frozenset(side) for side in sides]
            if number == 1:
                await save_matches(world, *sides, game="kent")
                bot_of(world).services.league.tournaments.changed_in(world.guild.id)
            else:
                await enter(world, f"{now.id}/{one.id}", sides[0][1])
        await world.pass_time(3)
    assert len(pairs) == len(set(pairs)) == 12
    assert (await tournament_in(world)).stage == "over"
    standings = str(posted(world)[0].embeds[0].fields[-1].value).splitlines()
    assert standings[0].startswith("`1` **Ada** — 9 points")
    assert len(standings) == 8


async def test_a_withdrawal_ends_the_match_of_the_partner(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="kent", title="Cup", kind="partners", seeding="entry")
    await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    now = await tournament_in(world)
    [pairing] = now.open_pairings
    assert [len(now.teams[side]) for side in pairing.teams] == [2, 2]
    await world.slash("Dmitri", "tournament withdraw")
    await world.click("Dmitri", id_prefix="b:fixwithdraw")
    now = await tournament_in(world)
    assert "`1` **Borys** — 3 points" in shown(world)
    assert "`1` **Celina** — 3 points" in shown(world)
    assert [one.state for one in now.pairings] == ["bye"]
