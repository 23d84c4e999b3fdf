"""The settings of a league, and the weekly summary."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import datetime, timedelta
from unittest.mock import AsyncMock
from zoneinfo import ZoneInfo

import pytest

from bot.league import scheduler
from bot.league.administration.posts import ModerationPosts
from bot.league.club_nights.posts import ClubNights
from bot.league.ratings.recomputing import Recomputing
from bot.league.scheduler import LeagueScheduler
from bot.league.standings.leaderboards import Leaderboards
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.weekly_summary.posts import WeeklySummaries
from bot.local_time import quarter_at, week_begins
from bot.messages.parts.components import Kind
from playground.simulated import acting_as_bot
from storage.database import StorageError
from storage.league import audit_log, leagues, seasons
from storage.league.leagues import League
from tests.bot.play.at_table import bot_of, everything_said, said, user_id
from tests.bot.play.league.at_administration import open_season, set_league, set_zone, show_league
from tests.bot.play.league.at_league import DAY, change_league, league_of, now, reading, save_matches, writing
from tests.bot.play.league.tournaments.at_tournaments import enter, new_tournament, posted, sign_up, tournament_in
from tests.discord_world import DiscordWorld, Route
from tests.needs import some_of

WEEK = "This week in the league"


TICK = 6 * 3600.0


@pytest.fixture(autouse=True)
def _few_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tick leagues four times a day, to speed tests."""
    monkeypatch.setattr(scheduler, "_HOUR_S", TICK)


async def _till_monday(world: DiscordWorld) -> None:
    """Pass time until Monday morning, and a tick."""
    await world.pass_time(week_begins(now(world) + 7 * DAY, "UTC") + 8 * 3600 + TICK - now(world))


async def test_only_managers_see_and_change_the_settings(world: DiscordWorld) -> None:
    shown = said(await show_league(world))
    assert "**Time zone**: UTC" in shown
    assert "**Counted matches per day between the same players**: 5 matches" in shown
    assert "**Weekly summary**: off" in shown
    assert "Saved." not in shown
    seasons_button = world.button("Ada", "A season every quarter: on")
    await world.click("Ada", "Next")
    for button in (seasons_button, world.button("Ada", "Time zone: UTC"), world.button("Ada", "Back")):
        assert "Only people with the permission Manage Server" in said(await world.press("Celina", button))
    assert (await league_of(world)).quarterly


async def test_the_settings_of_server_and_league_are_tabs_of_one_page(world: DiscordWorld) -> None:
    shown = said(await world.slash("Ada", "server-settings"))
    assert "Matches for a medal" not in shown
    await world.click("Ada", "League")
    assert "Nos" in said(await world.select("Ada", ["nos"], id_prefix=f"s:{Kind.LEAGUE_SETTING}::0:games_off"))
    assert said(await world.click("Ada", "General")) == shown


async def test_what_is_changed_is_saved_shown_and_kept_among_the_deeds(world: DiscordWorld) -> None:
    await set_zone(world, "europe/warsaw")
    await set_league(world, "daily", "0")
    await set_league(world, "medals", "10")
    await show_league(world)
    await world.click("Ada", "A season every quarter: on")
    shown = said(await set_league(world, "games_off", "nos"))
    assert "**Time zone**: Europe/Warsaw" in shown
    assert "**Counted matches per day between the same players**: no limit" in shown
    assert "**A season every quarter**: off" in shown
    assert "**Games that do not count**: Nos" in shown
    assert "Saved." in shown
    assert "None – all games count" in said(await set_league(world, "games_off"))
    assert "Saved." not in said(await set_league(world, "daily", "0"))
    async with reading(world) as tx:
        entries, total = await audit_log.page(tx, world.guild.id)
    assert total == 6
    assert {one.user_id for one in entries} == {user_id(world, "Ada")}
    assert [one.about for one in reversed(entries)][:5] == [
        {"zone": "Europe/Warsaw"},
        {"daily": 0},
        {"medal_matches": 10},
        {"quarterly": False},
        {"games_off": ["nos"]},
    ]
    assert "There is no time zone “Mars”." in said(await set_zone(world, "Mars"))


async def test_the_button_of_seasons_shows_its_state_and_changes_it(world: DiscordWorld) -> None:
    await show_league(world)
    await world.click("Ada", "A season every quarter: on")
    assert (await league_of(world)).quarterly is False
    await world.click("Ada", "A season every quarter: off")
    assert (await league_of(world)).quarterly is True


async def test_the_running_quarter_follows_the_time_zone_and_is_recounted(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await set_zone(world, "auckland")
    quarter = quarter_at(now(world), "Pacific/Auckland")
    async with reading(world) as tx:
        [season] = await seasons.spans(tx, world.guild.id)
    assert (season.starts_at, season.ends_at) == (quarter.starts_at, quarter.ends_at)
    league = await league_of(world)
    assert (league.asked, league.answered) == (1, 1)


async def test_an_offset_as_a_zone_is_refused_with_a_zone_of_that_offset(world: DiscordWorld) -> None:
    for typed in ("gmt+2", "Etc/GMT+2", "UTC +2", "+02:00"):
        named = re.search(r"such as ([\w/]+)\.", said(await set_zone(world, typed)))
        assert named is not None, typed
        assert datetime.fromtimestamp(now(world), ZoneInfo(named[1])).utcoffset() == timedelta(hours=2)
    assert (await league_of(world)).time_zone == "UTC"


async def test_a_stored_zone_that_is_no_longer_offered_keeps_working(world: DiscordWorld) -> None:
    async with writing(world) as tx:
        await change_league(tx, replace(League(world.guild.id), time_zone="Etc/GMT+2"))
    assert "Etc/GMT+2" in said(await set_league(world, "daily", "3"))
    assert (await league_of(world)).time_zone == "Etc/GMT+2"


@pytest.mark.thorough
async def test_the_summary_is_posted_once_on_monday_even_after_a_restart(world: DiscordWorld) -> None:
    second = world.channels["second-table"]
    assert "**Weekly summary**: <#" in said(await set_league(world, "summary", second))
    await save_matches(world, ["Ada"], ["Celina"], times=3)
    assert WEEK not in everything_said(world, channel="second-table")
    await _till_monday(world)
    posted = everything_said(world, channel="second-table")
    assert posted.count(WEEK) == 1
    assert "3 matches · 2 players" in posted
    assert "Most matches\n1. **Ada** · 3 matches\n1. **Celina** · 3 matches" in posted
    assert "Record of the week\n**Ada**: 3 wins in a row" in posted
    assert "@" not in posted
    await world.restart()
    await world.pass_time(TICK)
    assert everything_said(world, channel="second-table").count(WEEK) == 1
    await world.pass_time(7 * DAY)  # a week in which nobody played
    assert everything_said(world, channel="second-table").count(WEEK) == 1


async def test_the_summary_begins_with_the_main_season_and_lists_ties_as_ties(world: DiscordWorld) -> None:
    await set_league(world, "summary", world.channels["second-table"])
    await open_season(world, title="Cup", last_day="in 90 days", points="3 1", main=True)
    for winner, loser in (("Ada", "Celina"), ("Borys", "Dmitri")):
        await save_matches(world, [winner], [loser], times=3)
    await _till_monday(world)
    told = everything_said(world, channel="second-table")
    leaders = "Cup\n1. **Ada** · Points: 9\n1. **Borys** · Points: 9\n3. **Celina** · Points: 0"
    assert leaders in told
    assert told.index(leaders) < told.index("Leaders over all games")
    assert all(f"1. **{name}** · 3 matches" in told for name in ("Ada", "Borys", "Celina", "Dmitri"))
    assert "**Ada**: 3 wins in a row\n**Borys**: 3 wins in a row" in told


@pytest.mark.thorough
async def test_the_summary_has_the_podium_of_a_week_with_entered_results_alone(world: DiscordWorld) -> None:
    await set_league(world, "summary", world.channels["second-table"])
    await new_tournament(world, "Ada", game="block", title="Cup")
    await sign_up(world, "Ada", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    [pairing] = (await tournament_in(world)).pairings
    await enter(world, f"1/{pairing.id}", "Dmitri")
    await _till_monday(world)
    told = everything_said(world, channel="second-table")
    assert "0 matches" not in told
    assert (
        f"Tournaments\n**Cup** [↗]({posted(world)[-1].jump_url}) · Block with Bonus\n🥇 **Dmitri** · 🥈 **Ada**" in told
    )
    await world.pass_time(7 * DAY)
    assert everything_said(world, channel="second-table").count(WEEK) == 1


async def test_two_processes_post_the_summary_so_that_discord_takes_one(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"], at=now(world) - 7 * DAY)
    monday = week_begins(now(world), "UTC")
    async with writing(world) as tx:
        league = await leagues.hold(tx, world.guild.id)
        await leagues.save(tx, replace(league, summary_channel_id=world.channel.id, summary_at=monday - 7 * DAY))
    services = bot_of(world).services
    summaries = WeeklySummaries(services, services.channels, bot_of(world))
    other = LeagueScheduler(
        services.database,
        services.now,
        services.of(Recomputing).throttle,
        summaries.post,
        services.of(Leaderboards).refresh,
        services.of(Leaderboards).give_roles,
        services.of(TournamentMessages).refresh,
        services.of(ClubNights).refresh,
        services.of(ModerationPosts).refresh,
    )
    with acting_as_bot(world.env):
        assert all(await asyncio.gather(services.of(LeagueScheduler).run_once(), other.run_once()))
    sent = [one.json for one in world.env.http_requests if isinstance(one.json, dict)]
    nonces = {one["nonce"] for one in sent if WEEK in str(one) and "nonce" in one}
    assert len(nonces) == 1, "Discord takes a message with a nonce once"
    assert len(nonces.pop()) <= 25
    assert (await league_of(world)).summary_at == monday + 8 * 3600


@pytest.mark.parametrize(("status", "code"), some_of([(500, 0), (403, 50013)], 1))
async def test_a_summary_that_could_not_be_posted_is_tried_again(world: DiscordWorld, status: int, code: int) -> None:
    await set_league(world, "summary", world.channel)
    await save_matches(world, ["Ada"], ["Celina"])
    world.fail(Route.SEND, status, code=code, times=None)
    await _till_monday(world)
    assert WEEK not in everything_said(world)
    world.heal()
    await world.pass_time(TICK)
    assert everything_said(world).count(WEEK) == 1


@pytest.mark.parametrize("error", some_of([StorageError("gone"), RuntimeError("a fault of the bot")], 1))
async def test_a_week_whose_summary_failed_in_the_bot_is_not_lost(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    await set_league(world, "summary", world.channel)
    await save_matches(world, ["Ada"], ["Celina"])
    before = (await league_of(world)).summary_at
    with monkeypatch.context() as failing:
        failing.setattr("bot.league.weekly_summary.posts.week_in", AsyncMock(side_effect=error))
        await _till_monday(world)
        assert (await league_of(world)).summary_at == before, "it is still due"
    assert WEEK not in everything_said(world)
    await world.pass_time(TICK)
    await world.pass_time(TICK)
    assert everything_said(world).count(WEEK) == 1
    assert (await league_of(world)).summary_at != before


async def test_a_summary_that_is_saved_late_does_not_undo_that_of_the_next_week(world: DiscordWorld) -> None:
    services = bot_of(world).services
    summaries = WeeklySummaries(services, services.channels, bot_of(world))
    async with writing(world) as tx:
        await change_league(tx, replace(await league_of(world), summary_at=DAY * 14))
    await summaries._save_posted(world.guild.id, DAY * 7)
    assert (await league_of(world)).summary_at == DAY * 14


async def test_a_summary_whose_channel_is_gone_is_turned_off(world: DiscordWorld) -> None:
    await set_league(world, "summary", world.channel)
    await save_matches(world, ["Ada"], ["Celina"])
    world.fail(Route.SEND, 404, code=10003, times=None)
    await _till_monday(world)
    assert (await league_of(world)).summary_channel_id is None


async def test_choosing_no_channel_turns_the_summary_off(world: DiscordWorld) -> None:
    await set_league(world, "summary", world.channel)
    assert "**Weekly summary**: off" in said(await set_league(world, "summary"))
    await save_matches(world, ["Ada"], ["Celina"])
    await _till_monday(world)
    assert WEEK not in everything_said(world)


async def test_leagues_that_are_due_are_computed_when_the_bot_starts(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    async with writing(world) as tx:
        await leagues.request_recompute(tx, world.guild.id, 0.0)
    assert (await league_of(world)).is_due
    await world.restart()
    league = await league_of(world)
    assert not league.is_due
    assert league.generation == 1
