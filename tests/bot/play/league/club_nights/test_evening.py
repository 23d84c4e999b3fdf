"""Evenings of a club, from sign-up to podium."""

from typing import Any

import pytest

from bot.league import scheduler
from playground import simulated
from tests.bot.play.league.at_league import DAY
from tests.bot.play.league.club_nights.test_club_nights import create, go_to, in_days
from tests.bot.play.league.tournaments.at_tournaments import (
    enter,
    new_tournament,
    posted,
    shown,
    sign_up,
    tournament_in,
    with_person,
)
from tests.bot.play.league.tournaments.test_duplicate import play_to_the_end, sit_together
from tests.chance import KnownChance
from tests.discord_world import PARTY_OF_SIX, DiscordWorld

CLUB = (*PARTY_OF_SIX, *(simulated.SimulatedPerson(name, "en-US") for name in ("Gosia", "Hugo")))
SIGNED_UP = ("Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks", "Gosia")


@pytest.fixture
def people() -> tuple[simulated.SimulatedPerson, ...]:
    return CLUB


@pytest.fixture(autouse=True)
def _fixed(world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "_HOUR_S", 100 * DAY)  # days pass, and hourly jobs would take most of the time
    chance.fix_lots()
    for name in world.names:
        world.speak(name, "en-US")


async def play_round(world: DiscordWorld, number: int, **instead: Any) -> None:
    """Enter all results of a round: of two players the first by alphabet wins.

    :param instead: by the first name of a pairing, another winner.
    """
    now = await tournament_in(world)
    names = {person.id: name for name, person in ((one.name, world.person(one.name)) for one in CLUB)}
    for pairing in now.open_pairings:
        first, _ = sorted(names[one.user_id] for team in pairing.teams for one in now.teams[team])
        assert pairing.round == number
        await enter(world, f"{now.id}/{pairing.id}", instead.get(first, first))
    await world.pass_time(2)


@pytest.mark.thorough
async def test_a_club_of_eight_plays_from_sign_up_to_podium(world: DiscordWorld) -> None:
    start = in_days(world, 3)
    await create(world, start, rounds=3)
    await go_to(world, start - 2 * DAY)
    await sign_up(world, *SIGNED_UP)
    await go_to(world, start - 600)
    for name in SIGNED_UP:
        if name != "Feliks":
            await world.click(name, "Check in")
    await go_to(world, start)
    now = await tournament_in(world)
    assert len(now.teams) == 6
    assert any("left out" in one.content and f"<@{_user(world, 'Feliks')}>" in one.content for one in world.messages())

    added = await with_person(world, "Ada", "Hugo", "Add")
    assert "Hugo" in added
    [first] = [one for one in now.open_pairings if _user(world, "Ada") in _users(now, one)]
    [opponent] = [name for name in SIGNED_UP[1:] if _user(world, name) in _users(now, first)]
    await play_round(world, 1, Ada=opponent)
    assert "The result is entered" in await enter(world, f"{now.id}/{first.id}", "Ada")
    await world.pass_time(2)

    for number in (2, 3):
        await play_round(world, number)
    assert (await tournament_in(world)).stage == "over"
    assert "🥇 **Ada**" in shown(world)
    # Three wins at 3 points each.
    assert "`1` **Ada** — 9 points" in shown(world)
    assert "**Hugo**" in shown(world)
    assert "Feliks" not in shown(world).partition("Standings")[2]
    assert len(posted(world)) == 1


@pytest.mark.thorough
async def test_five_of_the_club_play_duplicate_from_sign_up_to_podium(world: DiscordWorld) -> None:
    five = SIGNED_UP[:5]
    asked: dict[str, Any] = {
        "kind": "duplicate",
        "opponents": "people",
        "title": "Evening",
        "deals": 1,
        "rounds": 1,
        "seeding": "entry",
    }
    await new_tournament(world, "Ada", game="block", **asked)
    await sign_up(world, *five)
    await world.click("Ada", "Start")
    await world.pass_time(2)
    now = await tournament_in(world)
    names = {_user(world, name): name for name in five}
    tables = [[names[now.teams[team][0].user_id] for team in one.teams] for one in now.pairings]
    [bye] = tables.pop()
    for which, table in enumerate(tables):
        await sit_together(world, *table)
        await play_to_the_end(world, -which)

    now = await tournament_in(world)
    assert now.stage == "over"
    # Of two in a seat the better one has 100 points and the other 0, or both 50; the bye has the average.
    for one, other in zip(*(pairing.sides for pairing in now.pairings[:2]), strict=True):
        assert one.score is not None
        assert other.score is not None
        better = 100 if one.score > other.score else 0 if one.score < other.score else 50
        for side, points in ((one, better), (other, 100 - better)):
            name = names[now.teams[side.team][0].user_id]
            assert f"**{name}** — {points} points" in shown(world)
    assert f"**{bye}** — 50 points" in shown(world)
    end = world.messages()[-1]
    assert "is over. 🥇" in end.content
    assert f"○ **{bye}** · bye: average → 50 points" in end.content
    assert end.attachments, "the podium is drawn"


def _user(world: DiscordWorld, name: str) -> int:
    return world.person(name).id


def _users(now: Any, pairing: Any) -> set[int]:
    return {one.user_id for team in pairing.teams for one in now.teams[team]}
