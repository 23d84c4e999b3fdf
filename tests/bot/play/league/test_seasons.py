"""`/league-admin season` as people use it."""

import json
from datetime import UTC, datetime

import pytest

from bot.league.seasons.form import SeasonForm, read_season
from bot.league.seasons.kinds import SEASON_KINDS, Chart, Curves, SeasonKind
from bot.league.seasons.messages import opened_message
from bot.locales import Words, words
from bot.messages.parts.reader import Reader
from bot.render import Value
from storage.database import Transaction
from storage.league import audit_log, results, seasons
from storage.league.ratings import Rating
from storage.league.seasons import Season
from tests.bot.play.at_table import allow, read, said, user_id
from tests.bot.play.league.at_administration import (
    amend,
    close_season,
    edit_season,
    filled_in,
    make_main,
    open_season,
    set_league,
    show_league,
)
from tests.bot.play.league.at_league import DAY, league_of, now, reading, save_matches, writing
from tests.discord_world import DiscordWorld, Route


def _day(world: DiscordWorld, later: int = 0) -> str:
    return datetime.fromtimestamp(now(world) + later * DAY, UTC).date().isoformat()


async def _seasons(world: DiscordWorld) -> tuple[Season, ...]:
    async with reading(world) as tx:
        found = [await seasons.load(tx, world.guild.id, one.id) for one in await seasons.spans(tx, world.guild.id)]
    return tuple(season for season in found if season is not None)


async def test_only_whoever_may_manage_the_server_opens_and_closes_seasons(world: DiscordWorld) -> None:
    await allow(world, "Celina", "league-admin")
    refused = said(await world.slash("Celina", "league-admin season"))
    assert "Only people with the permission Manage Server can do that." in refused
    await world.slash("Ada", "league-admin season")
    new = world.button("Ada", "New season by rating")
    assert said(await world.press("Celina", new)) == refused
    await open_season(world, title="Cup", last_day=_day(world, 9))
    for label in ("Edit", "Announce", "Close the season", "Delete the season", "All seasons"):
        assert said(await world.press("Celina", world.button("Ada", label))) == refused
    [season] = await _seasons(world)
    assert (season.opened_by, season.closed_at) == (user_id(world, "Ada"), None)


async def test_an_opened_season_is_announced_if_wished(world: DiscordWorld) -> None:
    await open_season(world, "Cup", _day(world, 9))
    assert f"Announced in <#{world.channel.id}>." in said(await world.click("Ada", "Announce"))
    [told] = [one for one in world.messages() if "Season opened: Cup" in read(one)]
    assert "league-admin" not in read(told)
    world.fail(Route.SEND, 403)
    assert f"It could not be announced in <#{world.channel.id}>" in said(await world.click("Ada", "Announce"))


async def test_a_season_is_opened_played_asked_about_closed_and_stays_to_be_seen(world: DiscordWorld) -> None:
    opened = said(await open_season(world, title="**Cup**", last_day=_day(world, 9), points="5 2"))
    assert "Season opened: **\\*\\*Cup\\*\\***" in opened
    assert "a win 5 points; at tables of three and more 1st 5, 2nd 2; the last none" in opened
    await save_matches(world, ["Celina"], ["Ada"])
    asked = await close_season(world, "**cup**")
    assert "Close **\\*\\*Cup\\*\\*** now?" in said(asked)
    old = world.button("Ada", "Close the season")
    assert "Nothing has changed." in said(await world.click("Ada", "No"))
    assert (await _seasons(world))[0].closed_at is None
    closed = said(await world.press("Ada", old))
    assert "Standings: \\*\\*Cup\\*\\*" in closed
    assert "· closed" in closed
    assert "Your place: **2** of 2 · Points: 0 · 1 match" in closed
    await save_matches(world, ["Celina"], ["Ada"])
    again = said(await world.press("Ada", old))
    assert "That season is not open: it has been closed already" in again
    await world.restart()
    listed = said(await world.slash("Ada", "league-admin season"))
    assert "**\\*\\*Cup\\*\\***" in listed
    await world.slash("Celina", "leaderboard")
    final = said(
        await world.select(
            "Celina",
            ["season:1"],
            id_prefix="s:standingsof::0:season",
        )
    )
    assert "Your place: **1** of 2 · Points: 5 · 1 match" in final
    async with reading(world) as tx:
        entries, _ = await audit_log.page(tx, world.guild.id)
    assert [(entry.action, entry.about["name"]) for entry in entries] == [
        ("close_season", "**Cup**"),
        ("open_season", "**Cup**"),
    ]


async def test_a_season_opened_in_the_past_counts_what_was_played_in_it(world: DiscordWorld) -> None:
    await save_matches(world, ["Celina"], ["Ada"], at=now(world) - 2 * DAY)
    opened = await open_season(world, title="Cup", last_day=_day(world, 9), since=_day(world, -3))
    assert "Season opened: **Cup**" in said(opened)
    league = await league_of(world)
    assert (league.asked, league.answered) == (1, 1)
    shown = said(await world.slash("Celina", "leaderboard", season="cup"))
    assert "Standings: Cup" in shown
    assert "Your place: **1\\*** of 2" in shown


async def test_a_season_closes_by_itself_within_the_hour_after_its_end(world: DiscordWorld) -> None:
    await open_season(world, title="Cup", last_day=_day(world))
    await save_matches(world, ["Celina"], ["Ada"])
    [cup] = [one for one in await _seasons(world) if one.name == "Cup"]
    async with writing(world) as tx:  # so that not a whole day must pass
        await seasons.move(tx, cup.id, cup.starts_at, now(world) + 60)
    await world.pass_time(3600)
    season = next(one for one in await _seasons(world) if one.name == "Cup")
    assert season.closed_at is not None
    assert season.final is not None
    assert [row["user_id"] for row in season.final] == [user_id(world, "Celina"), user_id(world, "Ada")]


async def test_a_bad_date_a_name_that_is_taken_and_too_many_seasons_are_refused(world: DiscordWorld) -> None:
    refused = said(await open_season(world, title="Cup", last_day="soon"))
    assert "I don't understand “soon” as a day. Write for example “31.12.2026” or “Sunday”" in refused
    for number in range(10):
        await open_season(world, title=f"Cup {number}", last_day=_day(world, 9))
    assert "There is already an open season called “cup 3”." in said(
        await open_season(world, title="cup 3", last_day=_day(world, 9))
    )
    assert "10 seasons are already open" in said(await open_season(world, title="Eleven", last_day=_day(world, 9)))
    assert len(await _seasons(world)) == 10


async def test_a_first_day_without_a_year_is_the_nearest_and_a_refusal_names_the_days(world: DiscordWorld) -> None:
    first = datetime.fromtimestamp(now(world) - 58 * DAY, UTC)
    typed = f"{first.day}.{first.month}."
    await open_season(world, title="Cup", since=typed, last_day=_day(world, 9))
    [cup] = await _seasons(world)
    assert datetime.fromtimestamp(cup.starts_at, UTC).date() == first.date()
    begin, end = _day(world, 20), _day(world, 9)
    refused = await open_season(world, title="Bowl", since=begin, last_day="in 9 days")
    assert f"I understood {begin} as its first day and {end} as its last day" in said(refused)


async def test_the_list_of_seasons_has_pages_also_after_a_restart(world: DiscordWorld) -> None:
    assert "There has been no season here yet." in said(await world.slash("Ada", "league-admin season"))
    async with writing(world) as tx:
        for number in range(1, 24):
            span = (now(world) + (number - 20) * DAY, now(world) + number * DAY + 60)
            await seasons.add(tx, Season(0, world.guild.id, f"S{number}", *span))
    first = said(await world.slash("Ada", "league-admin season"))
    assert first.index("**S23**") < first.index("**S14**")
    assert "**S13**" not in first
    assert "not started yet" in first
    await world.restart()
    assert "Page 2 of 3" in said(await world.click("Ada", "Next"))
    assert "**S1**" in said(await world.click("Ada", "Next"))


async def test_a_new_season_does_not_take_the_place_of_the_one_that_runs(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await open_season(world, title="Cup", last_day=_day(world, 9))
    assert "Standings: Quarter" in said(await world.slash("Celina", "leaderboard"))
    await show_league(world)
    await world.click("Ada", "A season every quarter: on")
    async with writing(world) as tx:
        await seasons.remove(tx, world.guild.id, next(one.id for one in await _seasons(world) if one.quarter))
    assert "Standings: Cup" in said(await world.slash("Celina", "leaderboard"))


async def test_a_season_is_renamed_and_its_days_are_moved(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"], at=now(world) - 2 * DAY)
    await open_season(world, title="Cup", last_day=_day(world, 9))
    done = await edit_season(world, "cup", title="Vase", since=_day(world, -3), until=_day(world, 5))
    assert "Saved." in said(done)
    assert "Vase" in said(done)
    [vase] = [one for one in await _seasons(world) if one.quarter is None]
    assert (vase.name, vase.starts_at < now(world) - 2 * DAY < vase.ends_at) == ("Vase", True)
    assert (await league_of(world)).asked == 1
    early = await edit_season(world, "Vase", until=_day(world, -5))
    assert _day(world, -5) in said(early)
    await world.slash("Ada", "league-admin season", season="Quarter 4 of 2025")
    assert world.labels("Ada")[:2] == ["Delete the season", "All seasons"], (
        "a quarter has its name and its days from the calendar"
    )


async def test_a_season_is_deleted_after_a_question_and_its_matches_stay(world: DiscordWorld) -> None:
    await open_season(world, title="Cup", last_day=_day(world, 9))
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Ada", "league-admin season", season="Cup")
    await world.click("Ada", id_prefix="b:seasonaskdelete")
    assert "Cup" in [one.name for one in await _seasons(world)]
    assert "is deleted" in said(await world.click("Ada", "Delete the season"))
    assert "Cup" not in [one.name for one in await _seasons(world)]
    assert "1 match" in said(await world.slash("Ada", "leaderboard"))
    async with reading(world) as tx:
        entries, _ = await audit_log.page(tx, world.guild.id)
    assert [entry.action for entry in entries] == ["delete_season", "open_season"]


async def test_results_of_a_past_quarter_open_it_and_it_is_closed_unannounced(world: DiscordWorld) -> None:
    long_ago = now(world) - 200 * DAY
    line = {"game": "block", "at": long_ago, "sides": [[11], [12]], "places": [1, 2]}
    await world.slash("Ada", "league-admin import", file=("results.jsonl", json.dumps(line).encode()))
    await world.pass_time(3700)
    [past] = [one for one in await _seasons(world) if one.starts_at <= long_ago < one.ends_at]
    assert past.closed_at is not None
    assert past.announced_at is not None
    assert "open" not in said(await world.slash("Ada", "league-admin season"))


async def _play_for_best_two(world: DiscordWorld) -> None:
    """Play five matches at points 5 and 2.

    Ada scores 5, 5, 2, 0; Celina 2, 2, 5, 2, 2; person 11 0, 0, 0, 5, 0; person 12 5.
    """
    await save_matches(world, ["Ada"], ["Celina"], [11], times=2)
    await save_matches(world, ["Celina"], ["Ada"], [11])
    await save_matches(world, [11], ["Celina"], ["Ada"])
    await save_matches(world, [12], ["Celina"], [11])


async def test_only_the_best_results_score_and_medals_follow(world: DiscordWorld) -> None:
    await set_league(world, "medals", "3")
    await open_season(world, "Cup", _day(world, 9), points="5 2")
    opened = await edit_season(world, "Cup", best="2")
    assert "2nd 2; the last none · best 2 results of each person" in said(opened)
    await _play_for_best_two(world)
    # Of all results Celina would lead with 13 to 12. Of the best two, Ada has 5 + 5 and Celina 5 + 2.
    shown = said(await world.slash("Ada", "leaderboard", season="Cup"))
    assert "Your place: **1** of 4 · Points: 10 · best 2 of 4" in shown
    shown = said(await world.slash("Celina", "leaderboard", season="Cup"))
    assert "Your place: **2** of 4 · Points: 7 · best 2 of 5" in shown
    await world.click("Celina", "Chart")
    charts = [file.description or "" for message in world.messages("Celina") for file in message.attachments]
    assert any("Ada: from 0 to 10" in one and "Celina: from 0 to 7" in one for one in charts)
    [cup] = [one for one in await _seasons(world) if one.name == "Cup"]
    await close_season(world, "Cup")
    await world.click("Ada", "Close the season")
    [cup] = [one for one in await _seasons(world) if one.name == "Cup"]
    # Person 12 has as many points as person 11 in fewer matches, but too few for a medal.
    assert [(row["user_id"], row["place"], row["points"], row["medal"]) for row in cup.final or ()] == [
        (user_id(world, "Ada"), 1, 10, 1),
        (user_id(world, "Celina"), 2, 7, 2),
        (12, 3, 5, None),
        (11, 4, 5, 3),
    ]
    await world.slash("Ada", "league-admin season", season="Cup")
    assert list(filled_in(await world.click("Ada", "Edit"))) == ["title"]


async def test_best_results_are_counted_again_after_a_change(world: DiscordWorld) -> None:
    await open_season(world, "Cup", _day(world, 9), points="5 2")
    await edit_season(world, "Cup", best="2")
    await _play_for_best_two(world)
    async with reading(world) as tx:
        first = (await results.following(tx, world.guild.id, None, 1))[0]
    await amend(world, f"#{first.id}", "test")
    # Ada has 5, 2, 0 left.
    shown = said(await world.slash("Ada", "leaderboard", season="Cup"))
    assert "Points: 7 · best 2 of 3" in shown
    await amend(world, f"#{first.id}", "test")
    await edit_season(world, "Cup", best="3")
    assert "Points: 12 · best 3 of 4" in said(await world.slash("Ada", "leaderboard", season="Cup"))
    await edit_season(world, "Cup", best="0")
    assert "Your place: **2** of 4 · Points: 12 · 4 matches" in said(
        await world.slash("Ada", "leaderboard", season="Cup")
    )


async def test_a_number_of_best_results_is_asked_only_where_places_score(world: DiscordWorld) -> None:
    await open_season(world, "Cup", _day(world, 9), points="5 2")
    assert "“ten” is not possible" in said(await edit_season(world, "Cup", best="ten"))
    await open_season(world, "Vase", _day(world, 9))
    assert "best" not in filled_in(await world.click("Ada", "Edit"))


@pytest.mark.thorough
async def test_the_main_season_is_shown_first_until_its_end(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    opened = await open_season(world, title="Cup", last_day=_day(world, 9), main=True)
    assert "It is the main season" in said(opened)
    assert "⭐ **Cup** · main season" in said(await world.slash("Ada", "league-admin season"))
    assert "Standings: Cup" in said(await world.slash("Celina", "leaderboard"))
    await world.slash("Ada", "leaderboard")
    await world.click("Ada", "Keep here")
    assert world.messages()[-1].embeds[0].title == "Standings: Cup"
    await open_season(world, title="Vase", last_day=_day(world, 9))
    edited = await make_main(world, "Vase")
    assert "It is the main season" in said(edited)
    assert "Standings: Vase" in said(await world.slash("Celina", "leaderboard"))
    assert world.messages()[-1].embeds[0].title == "Standings: Vase"
    await close_season(world, "Vase")
    await world.click("Ada", "Close the season")
    assert "Standings: Quarter" in said(await world.slash("Celina", "leaderboard"))
    assert "main season" not in said(await world.slash("Ada", "league-admin season"))
    await make_main(world, "Cup")
    await make_main(world, "Cup")
    assert "Standings: Quarter" in said(await world.slash("Celina", "leaderboard"))


class WinsSeason(SeasonKind):
    """A season by matches won."""

    key = "wins"
    order = ("wins",)
    title = "league.column.wins"

    def name(self, w: Words) -> str:
        del w
        return "by matches won"

    def value(self, rating: Rating) -> Value:
        return Value(f"{rating.wins} W")

    async def curves(self, tx: Transaction, chart: Chart) -> Curves:
        del tx
        return {one.user_id: ((chart.since, 0.0), (one.last_at, float(one.wins))) for one in chart.leaders}


async def test_a_new_kind_of_season_is_one_class(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SEASON_KINDS, "wins", WinsSeason())
    season = read_season(SeasonForm("Cup", _day(world, 9), counts="wins"), await league_of(world), now(world))
    async with writing(world) as tx:  # Discord was told the choices of the command before this kind was there
        await seasons.add(tx, season)
    embed = opened_message(season, "UTC", Reader(words("en")), computing=False).embed
    assert embed is not None
    assert "· by matches won\n" in (embed.description or "")
    await save_matches(world, ["Ada"], ["Celina"])
    await save_matches(world, ["Celina"], ["Ada"], [11], times=2)
    # Ada has more points for places than person 11, and Celina the most wins.
    shown = said(await world.slash("Ada", "leaderboard", season="Cup"))
    assert "· by matches won" in shown
    assert "Your place: **2** of 3 · Wins: 1 W · 3 matches" in shown
    assert "provisional" not in shown
    await world.click("Ada", "Chart")
    assert any(
        "Celina: from 0 to 2" in (file.description or "")
        for message in world.messages("Ada")
        for file in message.attachments
    )
    await world.restart()
    await close_season(world, "Cup")
    closed = said(await world.click("Ada", "Close the season"))
    assert "by matches won · closed" in closed
    [cup] = [one for one in await _seasons(world) if one.name == "Cup"]
    assert cup.final is not None
    assert [(row["place"], row["user_id"]) for row in cup.final[:2]] == [
        (1, user_id(world, "Celina")),
        (2, user_id(world, "Ada")),
    ]
