"""Tournament history: scores, replays, crosstable, files, titles, voiding."""

from typing import Any

import pytest

from tests.bot.play.at_table import said, user_id
from tests.bot.play.league.at_league import save_matches
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    enter,
    new_tournament,
    posted,
    shown,
    sign_up,
    tournament_in,
    win,
)
from tests.discord_world import DiscordWorld


async def start_tournament(world: DiscordWorld, *names: str, title: str = "Cup", **options: Any) -> None:
    await new_tournament(world, "Ada", game="block", title=title, **options)
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def played_cup(world: DiscordWorld) -> None:
    """Ada beats Borys and Celina, and Borys beats Celina."""
    await start_tournament(world, "Ada", "Borys", "Celina")
    for winner, other in (("Borys", "Celina"), ("Ada", "Celina"), ("Ada", "Borys")):
        await win(world, winner, other)
    await world.pass_time(2)


@pytest.mark.thorough
async def test_all_pairings_tell_the_scores_and_lead_to_the_replays(world: DiscordWorld) -> None:
    await played_cup(world)
    page = await world.click("Dmitri", "All pairings")
    assert "`1` ✓ **Borys** 🏅 – Celina · 139 : 0" in said(page)
    assert "`2` ✓ **Ada** 🏅 – Celina · 139 : 0" in said(page)
    now = await tournament_in(world)
    assert len([one for one in now.pairings if one.result_id is not None]) == 3
    select = next(
        part for _, part in world._parts("Dmitri", "dominoes") if str(part["custom_id"]).startswith("s:openre")
    )
    assert [one["label"] for one in select["options"]] == [
        "Round 1: Borys – Celina",
        "Round 2: Ada – Celina",
        "Round 3: Ada – Borys",
    ]
    replay = await world.select("Dmitri", [select["options"][0]["value"]], id_prefix="s:openreplay")
    assert "Borys" in said(replay)


@pytest.mark.thorough
async def test_the_crosstable_tells_how_everybody_came_out_against_everybody(world: DiscordWorld) -> None:
    await played_cup(world)
    await world.click("Dmitri", "All pairings")
    table = await world.click("Dmitri", "Crosstable")
    assert table.response is not None
    assert table.response.attachments[0].description == (
        "Cup · crosstable: 1. Ada: ·, 139:0, 139:0, 6; 2. Borys: 0:139, ·, 139:0, 3; 3. Celina: 0:139, 0:139, ·, 0"
    )


@pytest.mark.thorough
async def test_the_crosstable_of_a_swiss_tells_who_has_not_met(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="swiss", rounds=1)
    for winner, other in (("Ada", "Celina"), ("Dmitri", "Borys")):
        await win(world, winner, other)
    await world.pass_time(2)
    await world.click("Ada", "All pairings")
    table = await world.click("Ada", "Crosstable")
    assert table.response is not None
    told = table.response.attachments[0].description or ""
    row = told.removeprefix("Cup · crosstable: 1. Ada: ").partition(";")[0]
    assert sorted(row.split(", ")) == sorted(["·", "139:0", "–", "–", "3"])


@pytest.mark.thorough
async def test_the_table_and_the_results_can_be_taken_as_files(world: DiscordWorld) -> None:
    await played_cup(world)
    await world.click("Dmitri", "All pairings")
    answer = await world.click("Dmitri", "CSV")
    assert answer.response is not None
    files = {one.filename: world.env.backend.cdn._blobs[one.url].decode() for one in answer.response.attachments}
    assert files["table.csv"].splitlines()[:2] == ["place,name,points,tie_break,played,byes", "1,Ada,6,0,2,0"]
    lines = files["results.csv"].splitlines()
    assert lines[0] == "round,name,place,score,state,match"
    assert lines[1].startswith("1,Borys,1,139,played,")
    assert lines[2].startswith("1,Celina,2,0,played,")
    assert "1,Ada,,,rest," in lines


@pytest.mark.thorough
async def test_the_list_tells_who_has_won_and_has_pages(world: DiscordWorld) -> None:
    await played_cup(world)
    for number in range(8):
        await new_tournament(world, "Ada", game="block", title=f"Vase {number}")
        await world.pass_time(3600)
    first = said(await world.slash("Dmitri", "tournament view"))
    assert "**Vase 7** · Block with Bonus · sign-up is open" in first
    assert "Cup" not in first
    second = said(await world.click("Dmitri", "Next"))
    assert "**Cup** · Block with Bonus · <t:" in second
    assert "🥇 **Ada**" in second


async def entered_cup(world: DiscordWorld) -> None:
    """Enter all results by hand: in the order of their names each beats all that follow."""
    names = ("Ada", "Borys", "Celina", "Dmitri")
    await start_tournament(world, *names, title="Vase")
    now = await tournament_in(world)
    ids = [user_id(world, name) for name in names]
    for pairing in now.pairings:
        winner = min(ids.index(one.user_id) for team in pairing.teams for one in now.teams[team])
        await enter(world, f"{now.id}/{pairing.id}", names[winner])
    await world.pass_time(2)


@pytest.mark.thorough
async def test_stats_count_tournaments_and_medals_by_game(world: DiscordWorld) -> None:
    await played_cup(world)
    ada = said(await world.slash("Ada", "stats"))
    assert "🏆 1 tournament · 🥇 1 (Cup)\n\n**Block with Bonus**" in ada
    assert ada.count("🏆") == 1, "with one game its numbers are those of all"
    assert "🏆 1 tournament · 🥉 1\n" in said(await world.slash("Celina", "stats"))
    await save_matches(world, ["Ada"], ["Dmitri"], game="nos")
    ada = said(await world.slash("Ada", "stats"))
    assert ada.count("🏆 1 tournament · 🥇 1") == 2, "of all games, and of one"
    of_nos = said(await world.select("Ada", ["nos"], id_prefix="s:statsgame"))
    assert "🏆" not in of_nos


@pytest.mark.thorough
async def test_entered_results_alone_bring_places_in_stats_and_history(world: DiscordWorld) -> None:
    await entered_cup(world)
    borys = said(await world.slash("Borys", "stats")).splitlines()
    assert borys[:4] == ["Borys's stats", "🏆 1 tournament · 🥈 1", "", "**Block with Bonus**"]
    assert "🏆 1 tournament\n" in said(await world.slash("Dmitri", "stats")), "the fourth has no medal"
    message = posted(world)[-1]
    page = said(await world.slash("Ada", "history", person=world.person("Dmitri"))).splitlines()
    assert page[1] == "-# with **Dmitri**"
    assert page[2].startswith("**1. Block with Bonus** · <t:")
    assert page[3:] == [
        f"🏆 **Vase** [↗]({message.jump_url}) · round robin · 4 players",
        "🥇 **Ada** · 🥈 **Borys** · 🥉 **Celina** · 4. **Dmitri**",
        "0 matches · 1 tournament · Page 1 of 1",
    ]
    assert "🏆" not in said(await world.select("Ada", ["nos"], id_prefix="s:historygame"))


@pytest.mark.thorough
async def test_a_finished_tournament_is_listed_before_its_matches(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await win(world, "Borys", "Ada")
    await world.pass_time(2)
    page = said(await world.slash("Ada", "history"))
    assert page.index("🥇 **Borys** · 🥈 **Ada**") < page.index("🥇 **Borys** 139")
    assert "1 match · 1 tournament" in page


@pytest.mark.thorough
async def test_voiding_a_match_of_a_finished_tournament_shows_changes_first(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await win(world, "Borys", "Ada")
    await world.pass_time(2)
    await world.slash("Ada", "league-admin match", match="#1")
    form = await world.click("Ada", "Void")
    assert form.modal is not None
    text = str(form.modal)
    assert "The first place goes from **Borys** to nobody." in text, text
    assert "🥇 **Borys**" in shown(world), "nothing is changed before the form is sent"
    await world.submit("Ada", form, reason="wrong people")
    await world.pass_time(2)
    assert "Nothing was played, so there is no winner." in shown(world)


async def test_a_tournament_without_play_has_no_winner(
    world: DiscordWorld,
) -> None:
    await start_tournament(world, "Ada", "Borys")
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    assert (await tournament_in(world)).stage == "over"
    assert any("is over. Nothing was played, so there is no winner." in one.content for one in world.messages())
    assert not any("Congratulations" in one.content for one in world.messages())
    for name in ("Ada", "Borys"):
        assert "🏆" not in said(await world.slash(name, "stats"))
    assert "🏆 **Cup**" in (page := said(await world.slash("Ada", "history")))
    assert "Nothing was played, so there is no winner." in page
