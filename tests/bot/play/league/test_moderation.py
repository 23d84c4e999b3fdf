"""Keeping people out of tables and tournaments, and the log channel for moderators."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.messages.parts.components import Kind
from storage import kept_out
from storage.league import club_nights
from storage.league.audit_log import AuditAction
from tests.bot.play.at_table import (
    allow,
    everything_said,
    open_lobby,
    read,
    said,
    table_in,
    user_id,
)
from tests.bot.play.league.at_administration import read_audit_log, set_league, show_league
from tests.bot.play.league.at_league import DAY, league_of, now, reading, writing
from tests.bot.play.league.club_nights.test_club_nights import change
from tests.bot.play.league.test_privacy import file_of, forget
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    new_tournament,
    sign_up,
    tournament_in,
    with_person,
)
from tests.bot.play.league.tournaments.test_time import HOUR
from tests.chance import KnownChance
from tests.discord_world import MOMENT_SECONDS, DiscordWorld, Route

REASON = "insults at the table"
REFUSED = "The moderators of this server have kept you out"


@pytest.fixture(autouse=True)
def _english(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_lots()
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")


async def keep_out(world: DiscordWorld, name: str, by: str = "Ada", **options: str) -> str:
    """Keep a person out, or change it; return the answer."""
    form = await world.slash(by, "league-admin keep-out", person=world.person(name).user)
    if form.modal is None and "Let in" in world.labels(by):
        form = await world.click(by, "Change the reason or the end")
    return said(form if form.modal is None else await world.submit(by, form, **{"reason": REASON, **options}))


async def let_in(world: DiscordWorld, name: str) -> str:
    await world.slash("Ada", "league-admin keep-out", person=world.person(name).user)
    return said(await world.click("Ada", "Let in")).partition("\n")[0]


# --- Tables -----------------------------------------------------------------------------------------------------------


async def test_a_person_kept_out_gets_no_seat_and_reads_why(world: DiscordWorld) -> None:
    assert "**Celina** is kept out of tables and tournaments until <t:" in await keep_out(
        world, "Celina", until="in 3 hours"
    )
    await open_lobby(world, host="Borys")
    before = everything_said(world)
    ends_at = int(now(world) + 3 * 3600)
    for refused in (
        said(await world.click("Celina", "Join")),
        said(await world.slash("Celina", "play", channel="second-table", game="block")),
    ):
        assert REFUSED in refused
        assert f"> {REASON}" in refused
        assert any(f"<t:{ends_at - late}:f>" in refused for late in range(5))
    assert everything_said(world) == before, "channels tell nothing"
    assert [seat.name for seat in table_in(world).seats] == ["Borys"]
    assert REFUSED not in said(await world.slash("Celina", "play", game="seventeen"))
    assert REFUSED not in said(await world.slash("Celina", "rules", game="block"))
    await world.pass_time(3 * 3600)  # it ends by itself
    await world.slash("Celina", "play", channel="second-table", game="block")
    assert table_in(world, "second-table").stored.host_id == user_id(world, "Celina")


async def test_a_running_match_goes_on_and_a_lobby_is_left(begun: DiscordWorld) -> None:
    await open_lobby(begun, "Borys", host="Celina", channel="second-table")
    answer = await keep_out(begun, "Borys")
    assert "until further notice" in answer
    assert "1 running match is played to its end." in answer
    assert [seat.name for seat in table_in(begun, "second-table").seats] == ["Celina"]
    assert table_in(begun).seat_of(user_id(begun, "Borys")) is not None


async def test_no_one_can_give_a_seat_to_a_person_kept_out(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    await keep_out(begun, "Celina")
    assert REFUSED in said(await begun.slash("Celina", "table replace"))
    assert await let_in(begun, "Celina") == f"✓ <@{user_id(begun, 'Celina')}> can play here again."
    await begun.slash("Celina", "table replace")
    await begun.click("Celina", "Yes")
    await keep_out(begun, "Celina")
    before = everything_said(begun)
    admitted = said(await begun.click("Borys", id_prefix="b:admit"))
    assert "**Celina** can't take part here at the moment." in admitted
    assert REASON not in admitted
    assert everything_said(begun) == before
    assert table_in(begun).seat_of(user_id(begun, "Celina")) is None


# --- Tournaments ------------------------------------------------------------------------------------------------------


async def test_sign_ups_are_withdrawn_and_refused(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await sign_up(world, "Borys", "Celina")
    assert "Sign-ups withdrawn: **Cup**" in await keep_out(world, "Celina")
    assert {one.user_id for one in (await tournament_in(world)).people} == {user_id(world, "Borys")}
    assert REFUSED in said(await world.click("Celina", id_prefix="b:fixsign"))
    assert REFUSED in said(await world.slash("Celina", "tournament join"))
    added = await with_person(world, "Ada", "Celina", "Add")
    assert "**Celina** can't take part here at the moment." in added
    assert len((await tournament_in(world)).people) == 1
    assert "Celina" not in everything_said(world)


@pytest.mark.thorough
async def test_hosts_of_running_tournaments_are_told_and_may_remove(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    for name in ("Dmitri", "Borys"):
        await with_person(world, "Ada", name, "Co-host")
    await sign_up(world, "Borys", "Celina", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    before = everything_said(world)
    answer = await keep_out(world, "Celina")
    told = " and ".join(f"<@{user_id(world, name)}>" for name in ("Dmitri", "Borys"))
    assert f"Still plays in **Cup**. Its hosts {told} get a direct message" in answer
    assert not world.direct_messages("Ada"), "they host it, but have done it themselves"
    [told] = [read(one) for one in world.direct_messages("Dmitri") if "**Celina**" in read(one)]
    assert "They still play in your tournament **Cup**" in told
    assert REASON not in told, "the reason is the moderators'"
    assert everything_said(world) == before
    assert REFUSED in said(await world.click("Celina", id_prefix="b:fixtable"))
    assert REFUSED in said(await world.click("Celina", id_prefix="b:fixreport"))
    await keep_out(world, "Celina")
    await world.restart()
    await world.pass_time(10)
    assert len([one for one in world.direct_messages("Dmitri") if "**Celina**" in read(one)]) == 1
    await world.click("Celina", "Withdraw")
    await world.click("Celina", "Yes")
    now_ = await tournament_in(world)
    assert [one.withdrawn for one in now_.people if one.user_id == user_id(world, "Celina")] == [True]


# --- Moderators -------------------------------------------------------------------------------------------------------


async def host(world: DiscordWorld, name: str, *co_hosts: str) -> None:
    """Let a person host a new tournament."""
    await new_tournament(world, "Ada", game="block", title="Cup")
    await with_person(world, "Ada", name, "Make host")
    await world.click("Ada", "Yes")
    await with_person(world, "Ada", "Ada", "Not a co-host any more")
    for one in co_hosts:
        await with_person(world, "Ada", one, "Co-host")


@pytest.mark.thorough
async def test_after_a_host_kept_out_a_co_host_hosts_else_a_moderator_can(world: DiscordWorld) -> None:
    await host(world, "Borys", "Celina", "Dmitri")
    await keep_out(world, "Celina")
    assert (await tournament_in(world)).co_hosts == (user_id(world, "Dmitri"),), "co-hosts lose their rights, too"
    await keep_out(world, "Borys")
    await world.pass_time(5)
    now_hosting = await tournament_in(world)
    assert (now_hosting.host_id, now_hosting.co_hosts) == (user_id(world, "Dmitri"), ())
    line = f"📝 **Cup** · **Borys**: no longer hosts it; <@{user_id(world, 'Dmitri')}> is the host now"
    assert world.messages()[-1].content == line
    await choose_log(world, world.channels["second-table"])
    await keep_out(world, "Dmitri")
    await world.pass_time(5)
    head, _, hint = world.messages()[-1].content.partition("\n")
    assert head == "📝 **Cup** · **Dmitri**: no longer hosts it; a moderator can take it over"
    assert "</tournament-host person:" in hint
    assert "no longer hosts it; a moderator can take it over" in logged(world)[-1]
    assert "Only" in await as_host(world, "Dmitri", "Close the round")
    await with_person(world, "Ada", "Ada", "Make host")
    await world.click("Ada", "Yes")
    assert (await tournament_in(world)).hosts == (user_id(world, "Ada"),)


async def test_a_host_who_deletes_their_data_is_followed_by_a_co_host(world: DiscordWorld) -> None:
    await host(world, "Borys", "Celina")
    await forget(world, "Borys")
    await world.pass_time(5)
    assert (await tournament_in(world)).hosts == (user_id(world, "Celina"),)
    assert "no longer hosts it; " in world.messages()[-1].content
    await forget(world, "Celina")
    await world.pass_time(5)
    assert (await tournament_in(world)).hosts == ()
    assert "no longer hosts it; a moderator can take it over" in world.messages()[-1].content


@pytest.mark.thorough
async def test_club_nights_of_a_host_kept_out_pause_till_let_in_or_taken_over(world: DiscordWorld) -> None:
    first = start_night(world)
    await new_tournament(world, "Ada", start=first, game="block", kind="free", open_hours=24, weekly=True)
    await give_nights(world, "Borys")
    await keep_out(world, "Borys")
    assert "Paused: the moderators keep its host out." in said(await world.slash("Ada", "club-nights"))
    await world.pass_time(2 * DAY)
    assert not any("free play of" in one.content for one in world.messages())
    await let_in(world, "Borys")
    await world.pass_time(5)
    assert any("free play of" in one.content for one in world.messages())
    await keep_out(world, "Borys")
    assert "Paused" not in await change(world)


@pytest.mark.parametrize("leaves_server", [False, True])
async def test_a_club_night_without_a_host_is_told_once_and_taken_over_by_a_change(
    world: DiscordWorld, leaves_server: bool
) -> None:
    about: dict[str, Any] = {"game": "block", "kind": "free", "title": "Club"}
    await new_tournament(world, "Ada", start=start_night(world), weekly=True, **about)
    await give_nights(world, "Borys")
    await choose_log(world, world.channels["second-table"])
    world.fail(Route.SEND, 500, times=1)
    if leaves_server:
        world.guild.remove_member(world.person("Borys"))
        await world.env.settle()
        await world.pass_time(HOUR)
    else:
        await forget(world, "Borys")
    await world.pass_time(60)
    await world.restart()
    await world.pass_time(HOUR)
    [told] = [one.content for one in world.messages() if "has no host any more" in one.content]
    assert told.startswith("📅 **Club** has no host any more. A moderator takes it over with")
    assert sum("no longer hosts the club night **Club**" in one for one in logged(world)) == 1
    assert "has no host any more" in said(await world.slash("Ada", "club-nights"))
    await change(world)
    async with reading(world) as tx:
        assert [one.host_id for one in await club_nights.in_guild(tx, world.guild.id)] == [user_id(world, "Ada")]


def start_night(world: DiscordWorld) -> str:
    """Return the typed start of a club night in two days and a half."""
    return f"{datetime.fromtimestamp(now(world) + 2.5 * DAY, UTC):%Y-%m-%d %H:%M}"


async def give_nights(world: DiscordWorld, name: str) -> None:
    """Let a person host all club nights."""
    async with writing(world) as tx:
        found = [one.id for one in await club_nights.in_guild(tx, world.guild.id)]
        await club_nights.replace_host(tx, world.guild.id, user_id(world, name), found)


async def test_keeping_out_twice_changes_nothing(world: DiscordWorld) -> None:
    await keep_out(world, "Celina")
    assert "is kept out already until further notice; nothing has changed" in await keep_out(world, "Celina")
    await keep_out(world, "Celina", until="in 3 hours")
    await world.slash("Ada", "league-admin keep-out", person=world.person("Celina").user)
    back = world.button("Ada", "Let in")
    assert "can play here again" in said(await world.press("Ada", back))
    assert "is not kept out." in said(await world.press("Ada", back))
    entries = await read_audit_log(world)
    assert [one.action for one in entries] == [AuditAction.KEEP_OUT, AuditAction.KEEP_OUT, AuditAction.LET_IN]
    assert entries[0].reason == REASON
    assert entries[0].about == {"person": user_id(world, "Celina"), "until": None}
    shown = said(await world.slash("Ada", "league-admin log"))
    assert "kept **Celina** out of tables and tournaments until further notice" in shown
    assert "let **Celina** in again" in shown


async def test_bad_requests_are_refused_with_a_reason(world: DiscordWorld) -> None:
    assert "You can't keep yourself out" in await keep_out(world, "Ada")
    world.env.backend.users[user_id(world, "Dmitri")].bot = True
    assert "is a bot" in await keep_out(world, "Dmitri")
    assert "I can't read the time “soon”" in await keep_out(world, "Celina", until="soon")
    assert "is over already" in await keep_out(world, "Celina", until="2020-01-01")
    await allow(world, "Celina", "league-admin")
    assert "Only people with the permission Manage Server" in await keep_out(world, "Borys", by="Celina")
    assert "No one is kept out." in said(await world.slash("Ada", "league-admin keep-out"))
    assert await read_audit_log(world) == []


async def test_the_list_lets_a_person_in_by_a_select(world: DiscordWorld) -> None:
    await keep_out(world, "Celina")
    await keep_out(world, "Borys", until="in 3 hours")
    shown = said(await world.slash("Ada", "league-admin keep-out"))
    assert f"<@{user_id(world, 'Celina')}>" in shown
    assert shown.count(f"> {REASON}") == 2
    after = await world.select("Ada", [str(user_id(world, "Celina"))], id_prefix="s:letin")
    assert "can play here again" in said(after)
    assert said(after).count(f"> {REASON}") == 1


async def test_deleting_ones_data_is_no_way_around(world: DiscordWorld) -> None:
    await keep_out(world, "Celina", until="in 3 hours")
    shown = await world.slash("Celina", "privacy")
    assert "1 server whose moderators keep you out" in said(shown)
    [row] = (await file_of(await world.click("Celina", id_prefix="b:privacyfile")))["kept_out"]
    assert row["reason"] == REASON
    assert "That stays until its end" in said(await world.click("Celina", id_prefix="b:privacyask"))
    await forget(world, "Celina")
    assert REFUSED in said(await world.slash("Celina", "play", game="block"))
    await world.pass_time(3 * 3600 + 3700)
    async with reading(world) as tx:
        assert await kept_out.page(tx, world.guild.id, 0.0) == ((), 0), "the id is deleted with its end"


# --- The log channel --------------------------------------------------------------------------------------------------


async def choose_log(world: DiscordWorld, *channels: Any) -> str:
    chosen = await set_league(world, "log", *channels)
    await world.pass_time(5)
    return said(chosen)


def logged(world: DiscordWorld) -> list[str]:
    return [read(one) for one in world.messages(channel="second-table") if one.author.bot]


async def test_the_log_channel_gets_each_entry_once_in_bundles(world: DiscordWorld) -> None:
    second = world.channels["second-table"]
    shown = await choose_log(world, second)
    assert f"**Log channel for moderators**: <#{second.id}>\n⚠️ Everyone can read this channel." in shown
    [first] = logged(world)
    assert f"changed settings: “Log channel for moderators” is now <#{second.id}>" in first
    await keep_out(world, "Celina")
    await world.pass_time(5)
    await show_league(world)
    world.moment = 0
    for limit in ("3", "0"):
        await world.select("Ada", [limit], id_prefix=f"s:{Kind.LEAGUE_SETTING}::0:daily")
    world.moment = MOMENT_SECONDS
    await world.pass_time(5)
    [_, kept, both] = logged(world)
    assert "**Ada**: kept **Celina** out of tables and tournaments until further notice" in kept
    assert f"> {REASON}" in kept
    assert "is now 3 matches" in both
    assert "is now no limit" in both
    assert all(not one.mentions for one in world.messages(channel="second-table"))
    await world.restart()
    await world.pass_time(3700)
    assert len(logged(world)) == 3
    await choose_log(world)
    await set_league(world, "daily", "10")
    await world.pass_time(5)
    assert len(logged(world)) == 3


async def test_a_deleted_log_channel_turns_the_log_off_and_the_setting_says_so(world: DiscordWorld) -> None:
    await choose_log(world, world.channels["second-table"])
    world.fail(Route.SEND, 404, code=10003, times=None)
    await keep_out(world, "Celina")
    await world.pass_time(5)
    world.heal()
    assert (await league_of(world)).log_channel_id == 0
    shown = said(await show_league(world))
    assert "**Log channel for moderators**: off – its channel was deleted" in shown
    assert "off – its channel was deleted" in said(await world.slash("Ada", "league-admin log"))


async def test_entries_that_could_not_be_posted_are_posted_later(world: DiscordWorld) -> None:
    await choose_log(world, world.channels["second-table"])
    world.fail(Route.SEND, 403, code=50013, times=None)
    await keep_out(world, "Celina")
    await world.pass_time(30)
    world.heal()
    assert len(logged(world)) == 1
    await world.pass_time(3700)
    assert len(logged(world)) == 2
