"""Eliminations, groups and arenas by clicks, to the podium."""

from dataclasses import replace
from functools import partial
from typing import Any

import discord
import pytest

from bot.league.tournaments.progress.rounds import outcome_of
from storage.league.tournament_values import Seeding, TournamentKind, TournamentRules
from tests.bot.play.at_table import bot_of, end_table, read, said, user_id
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    begin_match,
    enter,
    new_tournament,
    posted,
    shown,
    sign_up,
    tournament_in,
    win,
)
from tests.chance import KnownChance
from tests.discord_world import PARTY_OF_SIX, DiscordWorld, Route
from tests.needs import some_of


@pytest.fixture
def people() -> tuple[object, ...]:
    return PARTY_OF_SIX


async def start_tournament(world: DiscordWorld, *names: str, **options: Any) -> str:
    """Start Ada's seeded Block cup; return the bot's answer."""
    await new_tournament(world, "Ada", game="block", title="Cup", seeding="entry", **options)
    await sign_up(world, *names)
    started = await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    return said(started)


def told_of(world: DiscordWorld) -> str:
    """Return the tournament's newest announcement."""
    return next(one.content for one in reversed(world.messages()) if one.content.startswith("🏆"))


async def host_says(world: DiscordWorld, winner: str, number: int, *, second: str) -> str:
    """Enter a pairing's winner in a round, as host."""
    now = await tournament_in(world)
    teams = {one.team for one in now.people if one.user_id in (user_id(world, winner), user_id(world, second))}
    pairing = next(one for one in now.pairings if one.round == number and set(one.teams) == teams)
    answer = await enter(world, f"{now.id}/{pairing.id}", winner)
    await world.pass_time(2)
    return answer


@pytest.mark.thorough
async def test_a_known_pairing_is_announced_once_before_its_round(world: DiscordWorld) -> None:
    names = ("Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks")
    await start_tournament(world, *names, kind="elimination")  # Dmitri meets Ewa, and Celina meets Feliks
    await host_says(world, "Dmitri", 1, second="Ewa")
    early = next(one for one in reversed(world.messages()) if "both sides are known" in one.content)
    assert early.content.startswith("🏆 **Cup** · Semi-finals: both sides are known, so this can be played now")
    assert {one.id for one in early.mentions} == {user_id(world, "Ada"), user_id(world, "Dmitri")}
    assert "Round 1 of 3" in shown(world)
    await world.restart()
    await world.click("Ada", "Open the table")
    await host_says(world, "Ewa", 1, second="Dmitri")  # a correction
    [old] = [one for one in world.messages() if one.id == early.id]
    assert old.content.startswith("~~🏆 **Cup** · early match of round 2~~")
    told = [one for one in world.messages() if "both sides are known" in one.content]
    assert [{one.id for one in told[-1].mentions}] == [{user_id(world, "Ada"), user_id(world, "Ewa")}]
    ada, ewa = (f"<@{user_id(world, name)}>" for name in ("Ada", "Ewa"))
    assert told[-1].content.splitlines()[1] == f"~~Ada – Dmitri~~ corrected: {ada} – {ewa}"
    assert (len(old.components), len(told[-1].components)) == (0, 1)
    corrected = [one for one in world.messages() if one.id > early.id]  # the correction, the pairing, who is out
    mentions = sorted(one for message in corrected for one in message.raw_mentions)
    assert mentions == sorted(user_id(world, name) for name in ("Ada", "Dmitri", "Ewa"))
    await host_says(world, "Celina", 1, second="Feliks")
    latest = next(one for one in reversed(world.messages()) if one.content.startswith("🏆 **Cup** · Semi-finals"))
    assert {one.id for one in latest.mentions} == {user_id(world, "Borys"), user_id(world, "Celina")}
    assert "Ada" in latest.content
    assert [len(one.components) for one in world.messages() if one.id in (told[-1].id, latest.id)] == [0, 1]


@pytest.mark.thorough
async def test_an_elimination_of_five_runs_over_a_restart_to_the_podium(world: DiscordWorld) -> None:
    told = await start_tournament(
        world, "Ada", "Borys", "Celina", "Dmitri", "Ewa", kind="elimination", third_place=True
    )
    assert "the 3 highest seeds have a bye in the first round" in told
    assert "Round 1 of 3 · Quarter-finals" in shown(world)
    assert "· Dmitri – Ewa" in shown(world)
    assert "○ **Ada** · bye" in shown(world)
    await win(world, "Ewa", "Dmitri")
    await world.pass_time(2)
    assert "✓ Dmitri – **Ewa** 🏅" in shown(world)
    assert "· Borys – Celina\n· Ada – Ewa" in shown(world)
    assert "**Cup** · Semi-finals" in told_of(world)
    await world.restart()
    await win(world, "Ewa", "Ada")
    await win(world, "Borys", "Celina")
    await world.pass_time(2)
    assert "· Ewa – Borys\n-# Third place\n· Ada – Celina" in shown(world)
    await win(world, "Celina", "Ada")
    await win(world, "Ewa", "Borys")
    await world.pass_time(2)
    assert "**Cup** is over. 🥇" in told_of(world)
    standings = posted(world)[0].embeds[0].fields[-1]
    assert [line.split(" — ")[0] for line in str(standings.value).splitlines()] == [
        "`1` **Ewa**",
        "`2` **Borys**",
        "`3` **Celina**",
        "`4` **Ada**",
        "`5` **Dmitri**",
    ]


@pytest.mark.thorough
async def test_a_bracket_is_drawn_with_what_is_to_come(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", "Ewa", kind="elimination")
    await host_says(world, "Ewa", 1, second="Dmitri")
    await world.click("Feliks", "All pairings")
    drawn = await world.click("Feliks", "Bracket")
    assert drawn.response is not None
    assert drawn.response.attachments[0].description == (
        "Cup: Quarter-finals: Ada – bye, Dmitri – Ewa ✓, Borys – bye, Celina – bye; "
        "Semi-finals: Ada – Ewa, Borys – Celina"
    )


def final_news(world: DiscordWorld) -> list[discord.Message]:
    return [one for one in world.messages() if "🏆 **Cup** · Final" in one.content]


@pytest.mark.thorough
async def test_a_changed_final_is_announced_again_to_all_concerned(
    world: DiscordWorld,
) -> None:
    services, celina = bot_of(world).services, user_id(world, "Celina")
    await services.preferences.change_player(world.guild.id, celina, partial(replace, notice="dm"))
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination")
    await host_says(world, "Ada", 1, second="Dmitri")
    await host_says(world, "Celina", 1, second="Borys")
    [wrong] = final_news(world)
    assert set(wrong.raw_mentions) == {user_id(world, "Ada")}
    assert "your next pairing" not in said(await world.click("Dmitri", "Open the table"))
    await host_says(world, "Borys", 1, second="Celina")
    edited, told = final_news(world)
    assert set(told.raw_mentions) == {user_id(world, "Ada"), user_id(world, "Borys")}
    ada, borys = (f"<@{user_id(world, name)}>" for name in ("Ada", "Borys"))
    assert told.content.splitlines() == [
        f"🏆 **Cup** · Final: changed pairings ({wrong.jump_url})",
        f"~~Ada – Celina~~ corrected: {ada} – {borys}",
        "**Cup**, round 2, corrected: no match in this round now for **Celina**.",
    ]
    assert (edited.id, edited.content.splitlines()[1]) == (wrong.id, "~~Ada – Celina~~ corrected: **Ada** – **Borys**")
    assert (len(edited.components), len(told.components)) == (1, 0)
    assert world.direct_messages("Celina")[-1].content == (
        "**Cup**, round 2, corrected: you have no match in this round now."
    )
    for loser in ("Celina", "Dmitri"):
        assert "You have no more matches to play" in said(await world.click(loser, "Open the table"))


@pytest.mark.thorough
async def test_who_waits_for_the_other_semi_final_is_promised_the_next_pairing(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination", third_place=True)
    await host_says(world, "Ada", 1, second="Dmitri")
    for waiting in ("Ada", "Dmitri"):
        assert "You will get your next pairing" in said(await world.click(waiting, "Open the table"))
    await host_says(world, "Borys", 1, second="Celina")
    await host_says(world, "Dmitri", 2, second="Celina")
    for out in ("Dmitri", "Celina"):
        assert "You have no more matches to play" in said(await world.click(out, "Open the table"))


@pytest.mark.parametrize(("status", "code", "left"), some_of([(404, 30046, 0), (500, 0, 1)], 1))
async def test_an_uneditable_announcement_is_deleted_or_edited_later(
    world: DiscordWorld, status: int, code: int, left: int
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="elimination")
    await host_says(world, "Ada", 1, second="Dmitri")
    await host_says(world, "Borys", 1, second="Celina")
    [wrong] = final_news(world)
    method, path = Route.EDIT.value
    path = path.replace("/messages/*", f"/messages/{wrong.id}")
    world.env.inject_error(method, path, status=status, code=code, times=None)
    await host_says(world, "Dmitri", 1, second="Ada")
    await world.pass_time(60)
    world.heal()
    await world.pass_time(600)
    old = [one.content for one in world.messages() if one.id == wrong.id]
    assert len(old) == left
    shown, told = sorted(final_news(world), key=lambda one: "changed" in one.content)
    assert "~~Ada – Borys~~ corrected: **Dmitri** – **Borys**" in shown.content
    assert shown.jump_url in told.content


@pytest.mark.thorough
async def test_a_final_table_is_kept_true_where_the_podium_stays(world: DiscordWorld) -> None:
    people = ("Ada", "Borys", "Celina", "Dmitri", "Ewa")
    await start_tournament(world, *people, kind="round_robin")
    for pairing in (await tournament_in(world)).open_pairings:
        better, worse = sorted(pairing.teams)
        await host_says(world, people[better - 1], pairing.round, second=people[worse - 1])
    [end] = [one for one in world.messages() if one.content.startswith("🏆 **Cup** is over")]
    assert "`4` **Dmitri** — 3 points" in read(end)
    last = next(one.round for one in (await tournament_in(world)).pairings if set(one.teams) == {4, 5})
    await host_says(world, "Ewa", last, second="Dmitri")
    [same] = [one for one in world.messages() if one.content.startswith("🏆 **Cup** is over")]
    assert same.id == end.id
    assert "`4` **Ewa** — 3 points" in read(same)


@pytest.mark.thorough
async def test_a_bracket_has_a_page_for_each_round_and_opens_on_the_current_one(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="double_elimination")
    await host_says(world, "Ada", 1, second="Dmitri")
    await host_says(world, "Borys", 1, second="Celina")
    assert told_of(world).endswith(" · Losers’ bracket")
    page = said(await world.click("Feliks", "All pairings"))
    assert "**Round 2**\n· Ada – Borys\n-# Losers’ bracket\n· Dmitri – Celina" in page
    table = said(await world.click("Feliks", "Next"))
    assert "The order is by the round of the second loss" in table


@pytest.mark.thorough
async def test_the_lot_that_decides_a_tie_of_a_group_is_named_before_and_shown(
    world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance.lots, "shuffle", lambda order: order.reverse())
    names = ("Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks")
    await new_tournament(world, "Ada", game="block", title="Cup", seeding="entry", kind="groups")
    await sign_up(world, *names)
    assert "the last ones by a lot drawn at the start" in shown(world)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    for winner, second in (("Ada", "Dmitri"), ("Dmitri", "Ewa"), ("Ewa", "Ada")):
        number = next(
            one.round
            for one in (await tournament_in(world)).pairings
            if set(one.teams) == {1 + names.index(winner), 1 + names.index(second)}
        )
        await host_says(world, winner, number, second=second)
    page = said(await world.click("Ada", "All pairings"))
    while "Group A" not in page:
        page = said(await world.click("Ada", "Next"))
    lines = ["`1` **Ewa** — 3 points · (3) · lot 2", "`2` **Dmitri** — 3 points · (3) · lot 3"]
    assert "\n".join([*lines, "`3` **Ada** — 3 points · (3) · lot 6"]) in page
    assert "then the lot drawn at the start" in page


@pytest.mark.thorough
async def test_groups_show_their_tables_and_then_the_final(world: DiscordWorld) -> None:
    told = await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks", kind="groups")
    assert "the groups have 3 and 3" in told
    assert "Group A" in shown(world)
    assert "Group B" in shown(world)
    order = ("Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks")
    for pairing in (await tournament_in(world)).open_pairings:
        better, worse = sorted(pairing.teams)
        await host_says(world, order[better - 1], pairing.round, second=order[worse - 1])
    # A: Ada, Dmitri, Ewa; B: Borys, Celina, Feliks.
    assert "Semi-finals" in shown(world)
    assert "· Ada – Celina\n· Borys – Dmitri" in shown(world)
    await world.click("Ewa", "All pairings")
    bracket = await world.click("Ewa", "Crosstable")
    assert bracket.response is not None
    assert bracket.response.attachments[0].description == "Cup: Semi-finals: Ada – Celina, Borys – Dmitri"
    tables = await world.click("Ewa", id_prefix=f"b:fixcross:{(await tournament_in(world)).id}:0:0")
    assert tables.response is not None
    assert tables.response.attachments[0].description == (
        "Cup · crosstable: Group A: 1. Ada: ·, 1, 1, 6; 2. Dmitri: 0, ·, 1, 3; 3. Ewa: 0, 0, ·, 0. "
        "Group B: 1. Borys: ·, 1, 1, 6; 2. Celina: 0, ·, 1, 3; 3. Feliks: 0, 0, ·, 0"
    )


@pytest.mark.thorough
async def test_in_an_arena_people_are_paired_again_until_the_clock_ends_it(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="arena", arena_minutes=30)
    assert "Playing now" in shown(world)
    assert "· Ada – Borys" in shown(world)
    await win(world, "Ada", "Borys")
    await world.pass_time(2)
    # Celina has waited. Borys is nearer to her in points.
    assert "· Borys – Celina" in shown(world)
    assert f"<@{user_id(world, 'Celina')}>" in told_of(world)
    assert "Ends" not in told_of(world)
    joined = await world.slash("Dmitri", "tournament join")
    assert "You are signed up for **Cup**" in said(joined)
    await world.pass_time(2)
    assert "· Borys – Celina\n· Ada – Dmitri" in shown(world)
    await world.click("Celina", "Open the table")
    await world.click("Borys", "Withdraw")
    await world.click("Borys", "Yes")
    await world.pass_time(2)
    assert "**Celina** — 2 points · 1 win by bye or walkover" in shown(world)
    await win(world, "Dmitri", "Ada")
    await world.click("Borys", "Sign up / I'm back")
    await world.pass_time(2)
    assert len((await tournament_in(world)).open_pairings) == 2
    await world.pass_time(5 * 60)
    assert "No matches are being played right now.\n⏸️ Paused: Ada, Borys, Celina, Dmitri." in shown(world)
    await world.pass_time(25 * 60)
    assert (await tournament_in(world)).stage == "over"
    assert "🥇 **Ada** and **Dmitri**" in shown(world)
    assert "`3` **Celina** — 2 points · 1 win by bye or walkover" in shown(world)


async def test_a_match_of_an_arena_that_ends_before_both_have_moved_is_a_walkover(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="arena")
    await begin_match(world, "Ada", "Borys")
    await end_table(world, "Borys")
    await world.click("Borys", "Resign")
    await world.pass_time(2)
    first = (await tournament_in(world)).pairings[0]
    assert (outcome_of(first), first.result_id is None) == ("walkover:0", False)
    assert "The result counts for **Cup**" in "\n".join(map(read, world.messages()))


@pytest.mark.thorough
async def test_the_host_ends_an_arena_early(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="arena")
    await win(world, "Ada", "Borys")
    await world.pass_time(2)
    assert "End **Cup** now?" in await as_host(world, "Ada", "End now")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert "🥇 **Ada**" in shown(world)


async def test_seeds_go_by_rating_unless_somebody_chooses(world: DiscordWorld) -> None:
    await win(world, "Celina", "Ada")
    await new_tournament(world, "Ada", game="block", kind="elimination", title="Block with Bonus")
    assert "Seeding: by rating" in shown(world)
    await sign_up(world, "Borys", "Ada", "Celina")
    await world.click("Ada", id_prefix="b:fixstart")
    teams = {one.user_id: one.team for one in (await tournament_in(world)).people}
    assert teams == {user_id(world, "Celina"): 1, user_id(world, "Ada"): 2, user_id(world, "Borys"): 3}


async def test_what_does_not_go_together_is_refused_with_what_to_do(world: DiscordWorld) -> None:
    for options, said_so in (
        ({"game": "nos", "kind": "elimination"}, "needs two sides at each table"),
        ({"game": "kent", "kind": "groups", "players_per_table": 6}, "needs two sides at each table"),
        ({"game": "kent", "players_per_table": 5}, "Possible numbers of people at a table: 4, 6"),
        ({"game": "full_speed", "players_per_table": 4, "options": "pairs=on"}, "the sides would be different"),
        ({"game": "block", "points": "1/2"}, "Write points as 3/1"),
        ({"game": "block", "points": "4,2,1,0"}, "at most 2 places"),
        ({"game": "nos", "kind": "swiss", "points": "1,2,3"}, "no place may score more than the one before it"),
        ({"game": "block", "points": "many"}, "Write points as 3/1"),
        ({"game": "block", "kind": "round_robin", "limit": 17}, "from 2 to 16"),
        ({"game": "block", "start": "soon"}, "“soon” as a time. Write for example “Friday 20:00” or “in 2 hours”"),
        ({"game": "block", "start": "soon"}, "the time zone is UTC"),
        ({"game": "block", "start": "in 26 weeks"}, "too far away: a tournament may start at most 180 days from now"),
        ({"game": "block", "start": "1.1.2025 20:00"}, "20:00” is past: in the time zone UTC it is now"),
        ({"game": "block", "role": world.guild.default_role}, "never mentions everyone"),
    ):
        refused = await new_tournament(world, "Ada", **options)
        assert said_so in said(refused), options
    assert posted(world) == []


async def test_places_at_a_table_of_four_score_what_the_command_says(world: DiscordWorld) -> None:
    options: dict[str, Any] = {"game": "nos", "players_per_table": 4, "points": "4, 2, 1, 0", "seeding": "entry"}
    await new_tournament(world, "Ada", kind="swiss", **options)
    assert "Points by place: 4, 2, 1, 0." in shown(world)
    expected = TournamentRules(TournamentKind.SWISS, Seeding.ENTRY, (4, 2, 1, 0), None)
    assert (await tournament_in(world)).rules == expected
