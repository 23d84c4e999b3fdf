"""Scheduled tournaments run without a host's action."""

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from storage.league.tournament_values import TournamentKind
from tests.bot.play.at_table import bot_of, play_quickly, said, user_id
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    begin_match,
    edit,
    fill_in,
    new_tournament,
    shown,
    sign_up,
    tournament_in,
    win,
    with_person,
)
from tests.discord_world import DiscordWorld

HOUR = 3600
MINUTE = 60


def in_hours(world: DiscordWorld, hours: float) -> str:
    """Return a time in UTC, as typed."""
    now = bot_of(world).services.now()
    return f"{datetime.fromtimestamp(now + hours * HOUR + MINUTE, UTC):%Y-%m-%d %H:%M}"


async def announce_tournament(world: DiscordWorld, *names: str, hours: float = 3, **options: Any) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss", start=in_hours(world, hours), **options)
    await sign_up(world, *names)


def news(world: DiscordWorld, begins: str) -> list[discord.Message]:
    return [one for one in world.messages() if one.content.startswith(begins)]


def mentioned(world: DiscordWorld, message: discord.Message) -> set[str]:
    return {name for name in world.names if user_id(world, name) in message.raw_mentions}


@pytest.mark.thorough
async def test_the_clock_alone_runs_an_evening_from_check_in_to_its_end(
    world: DiscordWorld,
) -> None:
    await announce_tournament(world, "Ada", "Borys", "Celina", "Dmitri", round_minutes=60)
    starts_at = (await tournament_in(world)).starts_at
    assert starts_at is not None
    assert f"Starts <t:{int(starts_at)}:F> (<t:{int(starts_at)}:R>)" in shown(world)
    await world.pass_time(2 * HOUR + 29 * MINUTE)
    assert news(world, "⏰") == []
    await world.pass_time(2 * MINUTE)  # half an hour before the start
    [call] = news(world, f"⏰ **Cup** starts at <t:{int(starts_at)}:t>")
    assert mentioned(world, call) == {"Ada", "Borys", "Celina", "Dmitri"}
    for name in ("Ada", "Borys", "Celina"):
        assert "You are checked in for **Cup**" in said(await world.click(name, "Check in"))
    assert "✓ Ada, ✓ Borys, ✓ Celina, Dmitri" in shown(world)
    await world.restart()
    await world.pass_time(30 * MINUTE)
    now = await tournament_in(world)
    assert (now.stage, now.round, len(now.teams)) == ("running", 1, 3)
    [first] = news(world, "🏆 **Cup** · round 1 of 2")
    assert mentioned(world, first) == {"Ada", "Borys"}
    [left_out] = news(world, "Did not check in and are left out")
    assert mentioned(world, left_out) == {"Dmitri"}
    await win(world, "Ada", "Borys")
    await world.pass_time(2)
    assert len(news(world, "🏆 **Cup** · round 2 of 2")) == 1
    await world.pass_time(46 * MINUTE)
    [reminder] = news(world, "⏰ **Cup**: round 2 closes soon")
    assert mentioned(world, reminder) == {"Ada", "Celina"}
    await world.pass_time(15 * MINUTE)
    assert (await tournament_in(world)).stage == "over"
    assert len(news(world, "🏆 **Cup** is over")) == 1
    assert len(news(world, "⏰")) == 2


async def test_where_no_one_has_signed_up_nobody_is_called(world: DiscordWorld) -> None:
    role = world.guild.create_role("dominoes", mentionable=True)
    await announce_tournament(world, hours=1, role=role)
    before = len(world.messages())
    await world.pass_time(2 * HOUR)
    now = await tournament_in(world)
    assert (now.stage, now.starts_at) == ("open", None)
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert len(world.messages()) == before


@pytest.mark.thorough
async def test_who_was_left_out_can_still_be_added(world: DiscordWorld) -> None:
    await announce_tournament(world, "Ada", "Borys", "Celina", hours=1)
    await world.pass_time(35 * MINUTE)
    await world.click("Ada", "Check in")
    await world.click("Borys", "Check in")
    await world.pass_time(30 * MINUTE)
    assert len((await tournament_in(world)).teams) == 2
    await with_person(world, "Ada", "Celina", "Add")
    await world.pass_time(2)
    now = await tournament_in(world)
    late = now.participant(user_id(world, "Celina"))
    assert late is not None
    assert (late.team, late.withdrawn) == (3, False)


async def test_with_too_few_people_the_host_is_told_why_it_did_not_start(world: DiscordWorld) -> None:
    await announce_tournament(world, "Ada", "Borys", hours=1)
    await world.pass_time(35 * MINUTE)
    await world.click("Borys", "Check in")
    await world.pass_time(30 * MINUTE)
    [told] = news(world, "🏆 **Cup** could not start on time: 1 more person would have had to check in.")
    assert mentioned(world, told) == {"Ada"}
    assert (await tournament_in(world)).stage == "open"
    await world.pass_time(2 * HOUR)
    assert len(news(world, "🏆 **Cup** could not start")) == 1
    await world.click("Ada", id_prefix="b:fixstart")
    assert len((await tournament_in(world)).teams) == 2, "the host starts it with all who have signed up"


async def test_late_sign_ups_are_checked_in_and_others_cannot_check_in(
    world: DiscordWorld,
) -> None:
    await announce_tournament(world, "Ada", hours=1)
    await world.pass_time(35 * MINUTE)
    assert "You're not signed up yet" in said(await world.click("Borys", "Check in"))
    await sign_up(world, "Borys")
    await world.click("Ada", "Check in")
    check_in = world.button("Ada", "Check in")
    await world.pass_time(30 * MINUTE)
    assert (await tournament_in(world)).stage == "running"
    assert "has already started" in said(await world.press("Ada", check_in))


def events(world: DiscordWorld) -> list[Any]:
    return list(world.env.backend.get_guild(world.guild.id).scheduled_events.values())


@pytest.mark.thorough
async def test_the_evening_is_a_server_event_with_the_same_start_and_end(world: DiscordWorld) -> None:
    await announce_tournament(world, "Ada", "Borys", hours=1)
    [event] = events(world)
    assert (event.name, event.status) == ("Cup", discord.EventStatus.scheduled.value)
    await world.click("Ada", id_prefix="b:fixstart")  # earlier than announced
    await world.pass_time(2)
    assert event.status == discord.EventStatus.active.value
    await win(world, "Ada", "Borys")
    await world.pass_time(2)
    assert event.status == discord.EventStatus.completed.value


async def test_the_event_of_a_tournament_that_is_cancelled_is_cancelled_too(world: DiscordWorld) -> None:
    await announce_tournament(world, "Ada")
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert [one.status for one in events(world)] == [discord.EventStatus.cancelled.value]
    assert not any("Create Events" in one.content for one in world.messages("Ada"))


async def test_an_edited_tournament_is_announced_and_its_event_follows(world: DiscordWorld) -> None:
    await announce_tournament(world, "Ada", "Borys", hours=1, round_minutes=60)
    before = (await tournament_in(world)).starts_at
    options: dict[str, Any] = {"title": "Spring Cup", "start": in_hours(world, 3), "round_minutes": 90}
    assert "**Spring Cup** is changed." in await edit(world, **options)
    await world.pass_time(2)
    after = (await tournament_in(world)).starts_at
    assert before is not None
    assert after is not None
    assert after == before + 2 * HOUR
    [told] = news(world, "📝")
    assert told.content == (
        "📝 **Spring Cup** · **Ada**: changed title **Cup** → **Spring Cup**; "
        f"start <t:{int(before)}:f> → <t:{int(after)}:f>; time of a round 1 hour → 90 minutes"
        f"\n<@{world.person('Ada').id}> <@{world.person('Borys').id}>"
    )
    assert f"Starts <t:{int(after)}:F>" in shown(world)
    [event] = events(world)
    times = [datetime.fromtimestamp(at, UTC).isoformat() for at in (after, after + 90 * MINUTE)]
    assert (event.name, event.scheduled_start_time, event.scheduled_end_time) == ("Spring Cup", *times)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    deadline = (await tournament_in(world)).deadline
    assert deadline is not None
    await edit(world, more_minutes=10)
    await world.pass_time(2)
    longer = deadline + 10 * MINUTE
    assert (await tournament_in(world)).deadline == longer
    assert f"<t:{int(longer)}:f>" in shown(world)
    log = said(await world.slash("Ada", "league-admin log"))
    assert f"deadline <t:{int(deadline)}:f> → <t:{int(longer)}:f>" in log


async def test_the_format_changes_until_the_start_and_keeps_those_who_signed_up(world: DiscordWorld) -> None:
    await announce_tournament(world, "Ada", "Borys", hours=1, rounds=3, round_minutes=60)
    await edit(world, kind="elimination")
    await world.pass_time(2)
    cup = await tournament_in(world)
    assert (cup.kind, cup.rounds, cup.round_s) == (TournamentKind.ELIMINATION, 0, 3600)
    assert len(cup.people) == 2
    assert "format Swiss → single elimination" in news(world, "📝")[0].content
    assert "single elimination" in shown(world)
    await edit(world, best_of=3)
    assert (await tournament_in(world)).rules.best_of == 3
    refused = await edit(world, kind="partners")
    assert "There are no partners in Block with Bonus." in refused
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    refused = await edit(world, kind="swiss")
    assert "has already begun" in refused
    assert "*Undo the last step*" in refused


async def test_the_form_of_settings_saves_only_what_the_host_changes_in_it(world: DiscordWorld) -> None:
    await announce_tournament(world, "Ada", "Borys", hours=1, rounds=3, round_minutes=60)
    await as_host(world, "Ada", "Edit …")
    form = await world.click("Ada", "Title, rounds and times")
    await edit(world, title="Vase")
    assert "**Vase** is changed." in said(await fill_in(world, "Ada", form, rounds=2))
    cup = await tournament_in(world)
    assert (cup.title, cup.rounds, cup.round_s) == ("Vase", 2, 3600)
    assert "Nothing would change" in await edit(world, title="Vase")
    assert "“x” is not possible: write a whole number from 1 to" in await edit(world, rounds="x")
    assert "“5” is not possible: write a whole number from 10 to" in await edit(world, round_minutes=5)
    assert "I don't understand “soon”" in await edit(world, start="soon")
    assert await tournament_in(world) == cup
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    form = await world.click("Ada", "Title, rounds and times")
    assert form.modal is not None
    fields = [one["component"]["custom_id"] for one in form.modal["components"]]
    assert fields == ["title", "rounds", "round_minutes", "more_minutes"], "no start and no limit any more"


async def test_an_event_that_cannot_be_created_keeps_no_tournament_back(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error("POST", "/guilds/*/scheduled-events", status=500, times=None)
    await announce_tournament(world, "Ada", "Borys", hours=1)
    assert "the event of tournament 1 could not be created" in caplog.text
    assert events(world) == []
    now = await tournament_in(world)
    assert (now.event_id, len(now.people)) == (None, 2)
    assert "Starts <t:" in shown(world)


async def test_an_event_that_cannot_be_changed_keeps_no_announcement_back(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    await announce_tournament(world, "Ada", "Borys", hours=1)
    [event] = events(world)
    world.env.inject_error("GET", f"/guilds/*/scheduled-events/{event.id}", status=404, code=10070, times=None)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    assert "the event of tournament 1 could not be changed" in caplog.text
    assert event.status == discord.EventStatus.scheduled.value
    assert len(news(world, "🏆 **Cup** · round 1")) == 1
    await as_host(world, "Ada", "Cancel tournament")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert len(news(world, "🏆 **Cup** has been cancelled")) == 1


async def test_without_create_events_the_host_is_warned_and_all_else_works(world: DiscordWorld) -> None:
    backend = world.env.backend
    [role] = [one for one in backend.get_guild(world.guild.id).roles.values() if one.managed]
    allowed = discord.Permissions(role.permissions)
    allowed.update(create_events=False, manage_events=False)
    backend.edit_role(world.guild.id, role.id, {"permissions": allowed.value})
    await world.env.settle()
    await announce_tournament(world, "Ada", "Borys")
    assert events(world) == []
    [told] = [one.content for one in world.messages("Ada") if "Create Events" in one.content]
    assert told.startswith("The tournament is announced here.")
    assert "Starts <t:" in shown(world)
    edited = await edit(world, start=in_hours(world, 5))
    assert "**Cup** is changed." in edited
    assert len([one for one in world.messages("Ada") if "Create Events" in one.content]) == 2


@pytest.mark.thorough
async def test_a_pause_stops_the_clocks_and_leaves_the_rest_of_the_time(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", round_minutes=60)
    await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    before = await tournament_in(world)
    assert before.deadline is not None
    await world.pass_time(1200)  # 40 of 60 minutes are left
    await begin_match(world, "Ada", "Dmitri")
    assert "Only hosts can do that" in await as_host(world, "Celina")
    await as_host(world, "Ada")
    pause, undo = world.button("Ada", "Pause"), world.button("Ada", "Undo the last step")
    assert "**Cup** is paused" in said(await world.press("Ada", pause))
    assert "already paused" in said(await world.press("Ada", pause))
    await world.pass_time(2)
    assert "⏸️ Paused by **Ada** since" in shown(world)
    assert "Time left after the pause: 40 minutes." in shown(world)
    [told] = [one for one in world.messages() if "paused the tournament" in one.content]
    assert user_id(world, "Borys") in told.raw_mentions
    for refused in (await world.click("Borys", "Open the table"), await world.press("Ada", undo)):
        assert "The tournament is paused" in said(refused)
    await play_quickly(world)  # a running match counts
    await world.restart()
    await world.pass_time(3 * 3600)
    paused = await tournament_in(world)
    assert sum(one.state == "played" for one in paused.pairings) == 1
    assert not any(one.state == "missed" for one in paused.pairings)
    assert not any("end soon" in one.content or "Reminder" in one.content for one in world.messages())
    await as_host(world, "Ada")
    resume = world.button("Ada", "Resume")
    assert "**Cup** goes on" in said(await world.press("Ada", resume))
    assert "is not paused" in said(await world.press("Ada", resume))
    after = await tournament_in(world)
    assert after.deadline is not None
    assert paused.paused_at is not None
    assert after.resumed_at is not None
    assert after.deadline - before.deadline == after.resumed_at - paused.paused_at
    await world.pass_time(2)
    assert "⏸️" not in shown(world)
    assert [one.content for one in world.messages() if "resumed the tournament; the new deadline is" in one.content]
    await world.pass_time(2300)
    assert (await tournament_in(world)).closed_round == 0
    await world.pass_time(120)
    assert (await tournament_in(world)).closed_round == 1


async def test_a_pause_by_another_tells_the_host_and_the_players_of_the_round(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss")
    await sign_up(world, "Borys", "Celina")
    await with_person(world, "Ada", "Dmitri", "Co-host")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    for name, label, told in (("Dmitri", "Pause", {"Ada"}), ("Ada", "Resume", {"Dmitri"})):
        await as_host(world, name, label)
        await world.pass_time(2)
        assert mentioned(world, world.messages()[-1]) == {"Borys", "Celina"} | told


async def test_an_arena_gives_time_anew_to_come_to_the_table_after_a_pause(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", kind="arena")
    await sign_up(world, "Ada", "Borys")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(200)
    await as_host(world, "Ada", "Pause")
    await world.pass_time(7200)
    now = await tournament_in(world)
    assert (now.stage, len(now.open_pairings), now.withdrawn) == ("running", 1, frozenset())
    await as_host(world, "Ada", "Resume")
    await world.pass_time(250)  # of 300 seconds
    assert (await tournament_in(world)).withdrawn == frozenset()
    await world.pass_time(120)
    assert (await tournament_in(world)).withdrawn == {1, 2}
