"""Tournaments with a limit: people wait, move up and get free places."""

import pytest

from playground import simulated
from tests.bot.play.at_table import said, set_own, user_id
from tests.bot.play.league.tournaments.at_tournaments import (
    edit,
    new_tournament,
    shown,
    sign_up,
    tournament_in,
    with_person,
)
from tests.bot.play.league.tournaments.test_time import HOUR, MINUTE, in_hours, mentioned, news
from tests.discord_world import PARTY_OF_SIX, DiscordWorld

SIX = tuple(one.name for one in PARTY_OF_SIX)


@pytest.fixture
def people() -> tuple[simulated.SimulatedPerson, ...]:
    return PARTY_OF_SIX


async def withdraw(world: DiscordWorld, name: str) -> None:
    await world.click(name, "Withdraw")
    await world.click(name, "Yes")


async def test_later_sign_ups_wait_and_move_up_in_order(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", limit=2)
    await sign_up(world, "Ada", "Borys")
    first = said(await world.click("Celina", id_prefix="b:fixsign"))
    assert "You are number 1 on the waiting list" in first
    assert "number 2 on the waiting list" in said(await world.slash("Dmitri", "tournament join"))
    assert "number 1 on the waiting list" in said(await world.click("Celina", id_prefix="b:fixsign"))
    assert "2 signed up · 2 places\nAda, Borys" in shown(world)
    assert "Waiting list\n1. Celina\n2. Dmitri" in shown(world)
    await withdraw(world, "Borys")
    await world.pass_time(2)
    assert "2 signed up · 2 places\nAda, Celina" in shown(world)
    [told] = news(world, "🏆 **Cup**: a place is free")
    assert mentioned(world, told) == {"Celina"}
    await world.restart()
    await world.pass_time(2)
    assert len(news(world, "🏆 **Cup**: a place is free")) == 1
    await world.click("Ada", id_prefix="b:fixstart")
    running = await tournament_in(world)
    assert sorted(one.user_id for members in running.teams.values() for one in members) == sorted(
        user_id(world, name) for name in ("Ada", "Celina")
    )
    await world.pass_time(2)
    [left_out] = news(world, "No place became free for")
    assert mentioned(world, left_out) == {"Dmitri"}


async def test_people_who_move_up_are_told_as_they_wish(world: DiscordWorld) -> None:
    await set_own(world, "Borys", "notices", "none")
    await set_own(world, "Celina", "notices", "dm")
    await new_tournament(world, "Ada", game="block", title="Cup", limit=2)
    await sign_up(world, "Ada", "Dmitri", "Borys", "Celina")
    await edit(world, limit=4)
    await world.pass_time(2)
    [told] = news(world, "🏆 **Cup**: places are free, and **Borys** and **Celina**")
    assert mentioned(world, told) == set()
    assert [one.content for one in world.direct_messages("Borys")] == []
    [direct] = world.direct_messages("Celina")
    assert "a place is free, and it is yours" in direct.content


@pytest.mark.thorough
async def test_places_of_the_absent_go_to_those_who_wait_and_check_in(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss", start=in_hours(world, 3), limit=3)
    await sign_up(world, *SIX[:5])
    await world.pass_time(2 * HOUR + 31 * MINUTE)
    [call] = news(world, "⏰ **Cup**")
    assert "People on the waiting list check in, too" in call.content
    for name in ("Ada", "Borys"):
        await world.click(name, "Check in")
    assert "still on the waiting list" in said(await world.click("Ewa", "Check in"))
    await world.pass_time(30 * MINUTE)
    running = await tournament_in(world)
    playing = {one.user_id for members in running.teams.values() for one in members}
    assert playing == {user_id(world, name) for name in ("Ada", "Borys", "Ewa")}
    [absent] = news(world, "Did not check in")
    assert mentioned(world, absent) == {"Celina"}
    [left_out] = news(world, "No place became free")
    assert mentioned(world, left_out) == {"Dmitri"}


async def test_a_limit_of_teams_counts_people_and_keeps_partners_together(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="kent", title="Cup", limit=2)
    await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
    await sign_up(world, "Ewa")
    await world.click("Feliks", id_prefix="b:fixteams")
    await world.select("Feliks", ["0"], id_prefix="s:fixteam")
    assert "4 signed up · 4 places" in shown(world)
    assert "1. Ewa\n2. Feliks" in shown(world)
    await withdraw(world, "Ada")
    await world.pass_time(2)
    assert "Borys, Celina, Dmitri, Ewa" in shown(world)
    await with_person(world, "Ada", "Feliks", "Add")
    await world.click("Ada", "Yes")
    assert "5 signed up · 4 places" in shown(world)


async def test_a_limit_that_does_not_fit_is_refused(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", limit=4)
    await sign_up(world, "Ada", "Borys", "Celina")
    refused = await edit(world, limit=2)
    assert "3 people have a place already" in refused
