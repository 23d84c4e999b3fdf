"""Teams that name themselves, in every place that shows teams."""

from tests.bot.play.at_table import said
from tests.bot.play.league.test_privacy import forget
from tests.bot.play.league.tournaments.at_tournaments import (
    enter_thread,
    new_tournament,
    shown,
    sign_up,
    tournament_in,
    with_person,
)
from tests.bot.play.league.tournaments.test_teams import join_team
from tests.bot.play.league.tournaments.test_time import news
from tests.discord_world import DiscordWorld


async def name_team(world: DiscordWorld, name: str, typed: str) -> str:
    form = await world.click(name, "Name our team")
    return said(await world.submit(name, form, team=typed))


async def announce_pairs(world: DiscordWorld) -> None:
    """Sign up Ada & Borys as a team, and Celina and Dmitri alone."""
    await new_tournament(world, "Ada", game="kent", title="Cup")
    await join_team(world, "Ada", "0")
    await join_team(world, "Borys", "1", "Ada")
    await sign_up(world, "Celina", "Dmitri")


async def test_a_named_team_has_its_name_wherever_teams_are_named(world: DiscordWorld) -> None:
    await announce_pairs(world)
    assert "**Cup**: the team is now called **The Pips**" in await name_team(world, "Borys", " The  Pips ")
    assert "**The Pips**: Ada & Borys · 2/2" in shown(world)
    await world.click("Ada", id_prefix="b:fixstart")
    assert "· The Pips – Celina & Dmitri" in shown(world)
    await world.pass_time(2)
    [first] = news(world, "🏆 **Cup** · ")
    assert "**The Pips** (<@" in first.content
    await world.click("Ada", "Open the table")
    assert enter_thread(world).endswith("The Pips – Celina & Dmitri")
    page = await world.click("Celina", "All pairings")
    assert "The Pips – Celina & Dmitri" in said(page)


async def test_markup_and_mentions_in_a_team_name_are_disarmed(world: DiscordWorld) -> None:
    await announce_pairs(world)
    assert "visible character" in await name_team(world, "Ada", "\u200b\u2060")
    await name_team(world, "Ada", "@everyone **a**")
    assert "@everyone" not in shown(world)
    assert r"\*\*a\*\*" in shown(world)


async def test_only_members_name_a_team_and_no_two_teams_are_namesakes(world: DiscordWorld) -> None:
    await announce_pairs(world)
    assert "Only the members of a team" in said(await world.click("Celina", "Name our team"))
    await name_team(world, "Ada", "The Pips")
    await join_team(world, "Celina", "0")
    assert "Another team is called **the pips**" in await name_team(world, "Celina", "the pips")
    await sign_up(world, "Borys")
    assert (await tournament_in(world)).team_names == {1: "The Pips"}, "Borys is in no team any more"


async def test_a_host_renames_a_team_and_resets_its_name(world: DiscordWorld) -> None:
    await announce_pairs(world)
    await name_team(world, "Borys", "Rude")
    await with_person(world, "Ada", "Borys", "Team name")
    name = world.button("Ada", "Team name")
    assert "Only hosts can do that" in said(await world.press("Borys", name))
    form = await world.press("Ada", name)
    assert form.modal is not None
    assert "'value': 'Rude'" in str(form.modal)
    assert "An empty field removes the name." in str(form.modal)
    assert "now called **Kind**" in said(await world.submit("Ada", form, team="Kind"))
    assert "**Kind**: Ada & Borys" in shown(world)
    assert "no name of its own now" in said(await world.submit("Ada", await world.press("Ada", name), team=""))
    assert "\nAda & Borys · 2/2" in shown(world)
    await world.pass_time(2)
    assert any("reset the name of the team of" in one.content for one in world.messages())


async def test_a_team_name_does_not_outlive_a_deleted_member(world: DiscordWorld) -> None:
    await announce_pairs(world)
    await name_team(world, "Borys", "Ada and Borys for ever")
    await world.click("Ada", id_prefix="b:fixstart")
    await forget(world, "Borys")
    await world.pass_time(2)
    assert (await tournament_in(world)).team_names == {}
