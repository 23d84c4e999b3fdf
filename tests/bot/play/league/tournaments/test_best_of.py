"""A pairing that is the best of three, played by clicks."""

import pytest

from bot.league.tournaments.progress.rounds import outcome_of
from storage import matches
from storage.league import results
from storage.league.tournament_values import PairingState
from tests.bot.play.at_table import bot_of, play_quickly, read, said, table_in
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    enter_thread,
    new_tournament,
    shown,
    sign_up,
    tournament_in,
)
from tests.discord_world import DiscordWorld

NEXT = "Open the next match"


async def start_tournament(world: DiscordWorld, *names: str, kind: str = "elimination") -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", seeding="entry", kind=kind, best_of=3)
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def play_first(world: DiscordWorld) -> None:
    """Play the first match of Ada and Borys in its thread; Ada sits first and wins."""
    await world.click("Ada", "Open the table")
    enter_thread(world)
    await world.click("Borys", id_prefix="b:join", channel="thread")
    await play_quickly(world, channel="thread")


def ends(world: DiscordWorld) -> list[str]:
    return [read(one) for one in world.messages(channel="thread") if one.embeds and "Ranking" in read(one)]


@pytest.mark.thorough
async def test_the_matches_of_a_pairing_follow_each_other_in_one_thread(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    assert "single elimination · best of three ·" in shown(world)
    await play_first(world)
    await world.pass_time(2)
    assert "The result counts for **Cup**, round 1.\n**Ada** 1 : 0 **Borys** – best of three" in ends(world)[0]
    assert "· Ada – Borys · 1 : 0" in shown(world)
    assert "Rematch" not in world.labels("Ada", channel="thread")
    await world.restart()
    threads = len([one for one in world.env.backend.channels.values() if one.is_thread])
    await world.click("Borys", NEXT, channel="thread")
    assert len([one for one in world.env.backend.channels.values() if one.is_thread]) == threads
    await world.click("Ada", id_prefix="b:join", channel="thread")
    assert table_in(world, "thread").status is matches.Status.PLAYING
    assert [seat.name for seat in table_in(world, "thread").seats] == ["Ada", "Borys"]
    await play_quickly(world, channel="thread")
    await world.pass_time(2)
    assert "**Ada** 2 : 0 **Borys** – best of three\n**Ada** · place 1" in ends(world)[1]
    now = await tournament_in(world)
    assert [(one.state, one.scores) for one in now.pairings] == [(PairingState.PLAYED, {1: 2, 2: 0})]
    assert "Final: **Ada** 🏅 – Borys · 2 : 0" in "\n".join(one.content for one in world.messages())
    async with bot_of(world).services.database.read() as tx:
        assert await results.count(tx, results.Wanted(world.guild.id, counting_only=True)) == 2


@pytest.mark.thorough
async def test_the_leader_wins_where_the_round_is_closed(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Celina", "Borys", "Dmitri", kind="swiss")
    await play_first(world)
    await world.pass_time(2)
    pairing = next(one for one in (await tournament_in(world)).pairings if one.scores)
    old = world.button("Borys", NEXT, channel="thread")
    assert "The leader wins:\n· Ada – Borys · 1 : 0" in await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    after = next(one for one in (await tournament_in(world)).pairings if one.id == pairing.id)
    assert (after.state, after.scores) == (PairingState.PLAYED, {1: 1, 3: 0})
    assert "no longer needs to be played" in said(await world.press("Borys", old))


@pytest.mark.thorough
async def test_the_leader_who_stays_away_loses_to_the_side_that_is_at_the_table(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await play_first(world)
    await world.pass_time(2)
    await world.click("Borys", NEXT, channel="thread")
    asked = await as_host(world, "Ada", "Close the round")
    assert "· **Borys** at the table, missing: **Ada**. Closing gives a walkover to those who are there." in asked
    assert "The leader wins" not in asked
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert [outcome_of(one) for one in (await tournament_in(world)).pairings] == ["walkover:1"]


async def test_players_report_only_scores_that_decide_their_pairing(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    form = await world.click("Borys", "We played")
    assert "not decide" in said(await world.submit("Borys", form, score="1:0"))
    form = await world.click("Borys", "We played")
    await world.submit("Borys", form, score="2:1")
    await world.pass_time(2)
    await world.click("Ada", "Confirm")
    await world.pass_time(2)
    assert "Ada – **Borys** 🏅 · 1 : 2" in shown(world)


async def test_the_best_of_three_is_refused_at_a_table_of_four(world: DiscordWorld) -> None:
    refused = said(await new_tournament(world, "Ada", game="nos", players_per_table=4, best_of=3))
    assert "Only two sides can play the best of three" in refused


async def test_the_next_match_opens_with_one_press_though_other_pairings_are_open(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="round_robin")
    pairing = next(one for one in (await tournament_in(world)).pairings if one.teams == (1, 2))
    await world.click("Ada", "Open the table")
    await world.select("Ada", [str(pairing.id)], id_prefix="s:fixtable")
    enter_thread(world)
    await world.click("Borys", id_prefix="b:join", channel="thread")
    await play_quickly(world, channel="thread")
    await world.click("Ada", NEXT, channel="thread")
    assert table_in(world, "thread").status is matches.Status.LOBBY
