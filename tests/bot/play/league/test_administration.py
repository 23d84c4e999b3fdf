"""Changes of a league by managers, kept with author."""

import csv
import io
import json
from unittest.mock import AsyncMock

import pytest
from simcord.results import InteractionResult

from bot.league.import_export import read_lines
from bot.posts.replies import Answer
from storage.database import Unavailable
from storage.league import leagues, people
from tests.bot.play.at_table import allow, bot_of, everything_said, open_lobby, said, set_own, user_id
from tests.bot.play.league.at_administration import (
    DAY,
    amend,
    close_season,
    fill,
    lines,
    now,
    open_season,
    read_audit_log,
    read_results,
    save_result,
    set_league,
    standings,
)
from tests.discord_world import DiscordWorld, Route

MANAGER_ONLY = "Only people with the permission Manage Server can do that. Ask one of them."


async def test_a_stranger_cannot_change_the_league(world: DiscordWorld) -> None:
    await save_result(world, ["Ada"], ["Borys"])
    await allow(world, "Celina", "league-admin")
    for command, options in (
        *((one, {}) for one in ("match", "season", "keep-out", "log", "export")),
        ("match", {"match": "#1"}),
        ("add-result", {"game": "block"}),
    ):
        refused = await world.slash("Celina", f"league-admin {command}", **options)
        assert refused.ephemeral
        assert said(refused) == MANAGER_ONLY, command
    assert await read_audit_log(world) == []


async def test_a_void_match_leaves_ratings_as_if_never_played(world: DiscordWorld) -> None:
    await save_result(world, ["Ada"], ["Celina"], days_ago=3)
    before = await standings(world)
    wrong = await save_result(world, ["Celina"], ["Borys"], days_ago=2)
    both = await standings(world)
    answer = await amend(world, f"#{wrong}", "a *slip*")
    text = said(answer)
    assert f"Match `#{wrong}` is now void, as if it had never been played:" in text
    assert "Block with Bonus · 1. **Celina** · 2. **Borys**" in text
    assert "> a \\*slip\\*" in text
    assert "All ratings are up to date." in text
    assert await standings(world) == before
    again = said(await world.slash("Ada", "league-admin match", match=str(wrong)))
    assert "doesn't count: the match was voided" in again
    await amend(world, str(wrong), "it was no slip")
    assert await standings(world) == both
    assert [(entry.action, entry.user_id, entry.result_id, entry.reason) for entry in await read_audit_log(world)] == [
        ("void", user_id(world, "Ada"), wrong, "a *slip*"),
        ("restore", user_id(world, "Ada"), wrong, "it was no slip"),
    ]


async def test_a_match_is_chosen_from_the_last_ones_and_a_reason_is_asked_for(
    world: DiscordWorld,
) -> None:
    assert "No match has been played" in said(await world.slash("Ada", "league-admin match"))
    wrong = await save_result(world, ["Ada"], ["Borys"])
    await world.slash("Ada", "league-admin match")
    shown = said(await world.select("Ada", [str(wrong)], id_prefix="s:chooseresult"))
    assert "counts in the league" in shown
    await world.restart()
    form = await world.click("Ada", "Void")
    answer = await world.submit("Ada", form, reason="wrong people")
    assert f"Match `#{wrong}` is now void" in said(answer)
    assert [entry.reason for entry in await read_audit_log(world)] == ["wrong people"]


async def test_the_second_of_two_people_who_void_a_match_is_notified(
    world: DiscordWorld,
) -> None:
    wrong = await save_result(world, ["Ada"], ["Borys"])
    await world.slash("Ada", "league-admin match", match=f"#{wrong}")
    void = world.button("Ada", "Void")
    first, second = await world.press("Ada", void), await world.press("Ada", void)
    await world.submit("Ada", first, reason="one")
    assert "is already void" in said(await world.submit("Ada", second, reason="other"))
    assert [entry.reason for entry in await read_audit_log(world)] == ["one"]


async def test_what_does_not_exist_or_does_not_count_cannot_be_void(world: DiscordWorld) -> None:
    assert "There is no match 77 in" in said(await world.slash("Ada", "league-admin match", match="77"))
    assert "There is no match" in said(await world.slash("Ada", "league-admin match", match="9" * 30))
    assert await read_audit_log(world) == []


async def test_players_hear_once_of_a_changed_match_as_they_wish(world: DiscordWorld) -> None:
    await set_league(world, "summary", world.channels["second-table"])
    world.speak("Borys", "en-US")
    await set_own(world, "Borys", "notices", "dm")
    await set_own(world, "Dmitri", "notices", "none")
    number = await save_result(world, ["Borys"], ["Celina"], ["Dmitri"], game="nos")
    await amend(world, f"#{number}", "a slip")
    celina = user_id(world, "Celina")
    public = everything_said(world, channel="second-table")
    assert public.count("📝") == 1
    assert f"📝 **Ada** voided Nos (**Borys**, <@{celina}> and **Dmitri**, <t:" in public
    assert "a slip" not in public
    [own] = world.direct_messages("Borys")
    assert own.content.startswith("📝 **Ada** voided Nos (**Borys**, **Celina** and **Dmitri**, <t:")
    assert world.direct_messages("Celina") == world.direct_messages("Dmitri") == []
    await amend(world, f"#{number}", "no slip")
    assert everything_said(world, channel="second-table").count("📝 **Ada** restored Nos") == 1


async def test_only_the_other_player_is_notified_of_an_added_result(world: DiscordWorld) -> None:
    for name in ("Ada", "Borys"):
        await set_own(world, name, "notices", "dm")
    form = await world.slash("Ada", "league-admin add-result", game="block")
    await fill(world, form, ("Borys",), ("Ada",))
    [own] = world.direct_messages("Borys")
    assert "📝 **Ada**: dodano mecz przy prawdziwym stole: Blokada z premią (**Borys** i **Ada**, <t:" in own.content
    assert world.direct_messages("Ada") == []


async def void_while_another_computes(world: DiscordWorld) -> InteractionResult:
    """Void a match during another recomputation; return the answer."""
    wrong = await save_result(world, ["Ada"], ["Borys"])
    database, guild_id = bot_of(world).services.database, world.guild.id
    async with database.write() as tx:
        await leagues.hold(tx, guild_id)
        assert await leagues.claim_run(tx, guild_id, "another", now(world), 6.0)
        assert await leagues.save_run_progress(tx, guild_id, "another", now(world) + 6.0, 250, 1000)
    return await amend(world, f"#{wrong}", "x")


async def test_a_league_that_another_process_computes_is_waited_for(world: DiscordWorld) -> None:
    answer = await void_while_another_computes(world)
    assert "Ratings are being recalculated: 250 of 1000 matches." in said(answer)
    for _ in range(4):  # the other one has died
        await world.pass_time(2.1)
    assert "All ratings are up to date." in said(answer)
    assert await standings(world) == {}


async def test_who_dismisses_how_far_a_league_is_is_told_once_how_it_ended(world: DiscordWorld) -> None:
    answer = await void_while_another_computes(world)
    assert answer.response is not None
    world.delete_message(answer.response)
    before = world.requests(Route.FOLLOW_UP)
    for _ in range(4):
        await world.pass_time(2.1)
    assert world.requests(Route.FOLLOW_UP) == before + 1
    [told] = answer.followups
    assert told.ephemeral
    assert "is now void" in said(answer)
    assert "All ratings are up to date." in said(answer)


async def test_without_the_database_the_league_is_computed_later(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = await save_result(world, ["Ada"], ["Borys"])
    with monkeypatch.context() as failing:
        failing.setattr(
            "bot.league.ratings.recompute._compute", AsyncMock(side_effect=Unavailable("the connection was lost"))
        )
        answer = await amend(world, f"#{wrong}", "x")
        await world.pass_time(2)
    assert "is now void" in said(answer)
    assert "recalculated in the background. You don't have to wait." in said(answer)
    await world.pass_time(3700)
    assert await standings(world) == {}


async def test_a_league_is_computed_though_discord_refuses_to_show_how_far_it_is(world: DiscordWorld) -> None:
    answer = await void_while_another_computes(world)
    world.fail(Route.EDIT_ANSWER, 403, times=None)
    await world.pass_time(2.1)
    tried = world.requests(Route.EDIT_ANSWER)
    for _ in range(4):
        await world.pass_time(2.1)
    assert world.requests(Route.EDIT_ANSWER) == tried, "an answer that is refused is not tried again"
    assert "250 of 1000" in said(answer)
    assert await standings(world) == {}


async def test_an_error_in_showing_progress_is_logged_and_stops_no_computing(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await void_while_another_computes(world)
    monkeypatch.setattr(Answer, "edit", AsyncMock(side_effect=ZeroDivisionError("ours")))
    monkeypatch.setattr(Answer, "finish", AsyncMock(side_effect=ZeroDivisionError("ours")))
    for _ in range(4):
        await world.pass_time(2.1)
    assert await standings(world) == {}
    assert caplog.text.count("the progress of a recomputation could not be shown") == 1
    world.env.errors.clear()


# --- Files ------------------------------------------------------------------------------------------------------------


async def import_(world: DiscordWorld, content: bytes) -> str:
    return said(await world.slash("Ada", "league-admin import", file=("results.jsonl", content)))


async def test_results_are_taken_in_from_a_file_once(world: DiscordWorld) -> None:
    ada, borys = user_id(world, "Ada"), user_id(world, "Borys")
    file = lines(
        {"game": "block", "at": 1_763_000_000.0 + day, "sides": [[ada], [borys]], "places": [1, 2]} for day in range(3)
    )
    text = await import_(world, file)
    assert "Imported 3 results." in text
    assert "All ratings are up to date." in text
    assert (await standings(world))["block", ada][2] == 3
    assert "Imported 0 results. 3 had already been imported." in await import_(world, file)
    assert [(entry.action, dict(entry.about)) for entry in await read_audit_log(world)] == [("import", {"results": 3})]


@pytest.mark.thorough
async def test_results_open_the_season_of_their_quarter_running_or_past(world: DiscordWorld) -> None:
    ada, borys = user_id(world, "Ada"), user_id(world, "Borys")
    await world.pass_time(3 * DAY)  # into the first quarter of 2026

    def file(at: float) -> bytes:
        return lines([{"game": "block", "at": at, "sides": [[borys], [ada]], "places": [1, 2]}])

    await import_(world, file(now(world) - 300 * DAY))
    assert "Quarter 1 of 2025" in said(await world.slash("Ada", "league-admin season"))
    await import_(world, file(now(world) - DAY))
    assert "Quarter 1 of 2026" in said(await world.slash("Ada", "league-admin season"))
    standing = said(await world.slash("Borys", "leaderboard"))
    assert "No results yet" not in standing
    assert "You are not in this table yet" not in standing


async def test_of_a_file_that_cannot_be_read_nothing_is_taken_in(world: DiscordWorld) -> None:
    good = {"game": "block", "at": 1.0, "sides": [[1], [2]], "places": [1, 2]}
    for bad, said_of_it in (
        ({"game": "chess"}, "Line 2: chess is not a game"),
        ({"sides": [[1], [1]]}, "Line 2: user 1 is listed twice."),
        ({"sides": [[1], [2], [3]]}, "Line 2: block allows at most 2 people on 2 sides."),
        ({"places": [1]}, "Line 2: “places” must be whole numbers"),
    ):
        text = await import_(world, lines([good, good | bad]))
        assert text.startswith(said_of_it)
        assert text.endswith("Nothing was saved.")
    for file, said_of_it in ((b"{", "Line 1: this is not JSON."), (b"\xff\xfe", "not UTF-8")):
        assert said_of_it in await import_(world, file)
    assert "larger than 2 MiB" in await import_(world, b"\n" * (2 * 1024**2 + 1))
    assert await read_results(world) == []
    assert await read_audit_log(world) == []


async def test_the_league_is_had_as_files_that_can_be_taken_in_again(world: DiscordWorld) -> None:
    number = await save_result(world, ["Ada"], ["Borys"])
    answer = await world.slash("Ada", "league-admin export")
    assert answer.response is not None
    files = {file.filename: (await file.read()).decode() for file in answer.response.attachments}
    told = json.loads(files["league.json"])
    assert told["server"] == str(world.guild.id)
    assert {(one["user_id"], one["game"], one["matches"]) for one in told["ratings"]} == {
        (str(user_id(world, name)), game, 1) for name in ("Ada", "Borys") for game in ("all", "block")
    }
    [again] = read_lines(files["league.json"], world.guild.id, now(world))
    assert [(place.user_id, place.place) for place in again.places] == [
        (user_id(world, "Ada"), 1),
        (user_id(world, "Borys"), 2),
    ]
    rows = list(csv.reader(io.StringIO(files["ratings.csv"])))
    assert len(rows) == 1 + 4
    results = list(csv.DictReader(io.StringIO(files["results.csv"])))
    assert [(row["match"], row["place"], row["user"], row["name"]) for row in results] == [
        (f"#{number}", "1", f"<@{user_id(world, 'Ada')}>", "Ada"),
        (f"#{number}", "2", f"<@{user_id(world, 'Borys')}>", "Borys"),
    ]
    assert [entry.action for entry in await read_audit_log(world)] == ["export"]


# --- Accounts ---------------------------------------------------------------------------------------------------------


async def merge(world: DiscordWorld, old: str, new: str) -> str:
    return said(await world.slash("Ada", "league-admin merge", old=world.person(old), new=world.person(new)))


async def test_two_accounts_of_one_person_become_one(world: DiscordWorld) -> None:
    await save_result(world, ["Borys"], ["Ada"], days_ago=3)
    await save_result(world, ["Celina"], ["Ada"], days_ago=2)
    text = await merge(world, "Borys", "Dmitri")
    borys, dmitri = user_id(world, "Borys"), user_id(world, "Dmitri")
    assert f"1 result of <@{borys}> becomes a result of <@{dmitri}>" in text
    assert "Chips, solitaires and settings stay" in text
    answer = await world.click("Ada", "Merge the accounts")
    assert f"1 result of <@{borys}> now belongs to <@{dmitri}>." in said(answer)
    assert "All ratings are up to date." in said(answer)
    merged = await standings(world)
    assert {person for _, person in merged} == {user_id(world, "Ada"), user_id(world, "Celina"), dmitri}
    assert merged["block", dmitri][2] == 1
    async with bot_of(world).services.database.read() as tx:
        assert await people.names(tx, world.guild.id, [dmitri]) == {dmitri: "Dmitri"}, "not that of the old account"
    assert [dict(entry.about) for entry in await read_audit_log(world)] == [
        {"from": borys, "into": dmitri, "results": 1}
    ]


async def test_a_merge_is_posted_in_the_channel_of_summaries(world: DiscordWorld) -> None:
    await save_result(world, ["Borys"], ["Ada"], days_ago=3)
    await set_league(world, "summary", world.channels["second-table"])
    await merge(world, "Borys", "Dmitri")
    await world.click("Ada", "Merge the accounts")
    line = world.messages(channel="second-table")[-1]
    assert line.content.startswith(f"📝 **Ada** merged **Borys** into <@{user_id(world, 'Dmitri')}>")


async def test_a_merged_account_is_told_where_it_stands_and_can_be_deleted(
    world: DiscordWorld,
) -> None:
    await save_result(world, ["Borys"], ["Ada"])
    await merge(world, "Borys", "Dmitri")
    await world.click("Ada", "Merge the accounts")
    world.speak("Borys", "en-US")
    assert "1 change to a league that you made or that names you" in said(await world.slash("Borys", "privacy"))
    await world.click("Borys", id_prefix="b:privacyask")
    await world.click("Borys", id_prefix="b:privacyforget")
    assert "I have no data about you." in said(await world.slash("Borys", "privacy"))
    [entry] = await read_audit_log(world)
    assert entry.about["from"] < 0
    assert "former player" in said(await world.slash("Ada", "league-admin log"))


async def test_an_undone_merge_leaves_ratings_as_before(world: DiscordWorld) -> None:
    await save_result(world, ["Borys"], ["Ada"], days_ago=0)
    await save_result(world, ["Celina"], ["Dmitri"], days_ago=0)
    before = await standings(world)
    await merge(world, "Borys", "Dmitri")
    await world.click("Ada", "Merge the accounts")
    assert "Undo the merge?" in said(await world.click("Ada", "Undo the merge"))
    assert "Nothing has changed." in said(await world.click("Ada", "No"))
    assert await standings(world) != before
    await world.restart()
    asked = await merge(world, "Borys", "Dmitri")
    borys, dmitri = user_id(world, "Borys"), user_id(world, "Dmitri")
    assert f"1 result goes back from <@{dmitri}> to <@{borys}>" in asked
    yes = world.button("Ada", id_prefix="b:unmerge:")
    assert f"1 result belongs to <@{borys}> again" in said(await world.press("Ada", yes))
    assert "has been undone already" in said(await world.press("Ada", yes))
    assert await standings(world) == before
    assert [entry.action for entry in await read_audit_log(world)] == ["merge", "undo_merge"]
    assert "undid the merge of **Borys** into **Dmitri**" in said(await world.slash("Ada", "league-admin log"))
    assert said(await world.press("Celina", yes)) == MANAGER_ONLY


@pytest.mark.thorough
async def test_a_merge_is_not_undone_after_a_day_or_when_a_season_has_closed(world: DiscordWorld) -> None:
    await open_season(world, title="Cup", last_day="in 9 days", since="yesterday")
    await save_result(world, ["Borys"], ["Ada"], days_ago=0)
    await merge(world, "Borys", "Dmitri")
    await world.click("Ada", "Merge the accounts")
    await close_season(world, "Cup")
    await world.click("Ada", "Close the season")
    refused = await merge(world, "Borys", "Dmitri")
    assert "the season **Cup** has been closed since" in refused
    await world.pass_time(DAY + 60)
    assert "has no results" in await merge(world, "Borys", "Dmitri")


async def test_accounts_that_sat_in_one_match_are_not_one_person(world: DiscordWorld) -> None:
    await save_result(world, ["Borys"], ["Ada"])
    assert "played in the same match (1)" in await merge(world, "Borys", "Ada")
    assert "the same account" in await merge(world, "Borys", "Borys")
    assert "has no results" in await merge(world, "Dmitri", "Borys")
    await open_lobby(world, "Borys", host="Celina")
    assert "waits in a lobby" in await merge(world, "Borys", "Dmitri")
    await world.click("Celina", id_prefix="b:start")
    assert "is in a running match" in await merge(world, "Borys", "Dmitri")
    assert await read_audit_log(world) == []


@pytest.mark.thorough
async def test_the_list_of_deeds_is_turned_page_by_page_and_shut_to_others(world: DiscordWorld) -> None:
    assert "No one has made any changes" in said(await world.slash("Ada", "league-admin log"))
    number = await save_result(world, ["Ada"], ["Borys"])
    for count in range(6):
        await amend(world, f"#{number}", f"reason {2 * count}")
        await amend(world, f"#{number}", f"reason {2 * count + 1}")
    first = said(await world.slash("Ada", "league-admin log"))
    assert "Page 1 of 2" in first
    assert "**Ada**: restored Block with Bonus (**Ada** and **Borys**, <t:" in first
    assert "\n> reason 11" in first
    assert f"#{number}" not in first
    turn = world.button("Ada", "Next")
    assert "> reason 1\n" in said(await world.press("Ada", turn)) + "\n"
    assert said(await world.press("Celina", turn)) == MANAGER_ONLY
