"""Tournament history: scores, replays, crosstable, files, titles, voiding."""

from typing import Any

import pytest

from tests.bot.play.at_table import SHORT, said
from tests.bot.play.league.tournaments.at_tournaments import as_host, shown, sign_up, tournament_in, win
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture(autouse=True)
def _fixed(chance: KnownChance, world: DiscordWorld) -> None:
    chance.fix_seed(SHORT)  # the first to sit wins 139 : 0
    chance.fix_lots()
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")


async def start_tournament(world: DiscordWorld, *names: str, title: str = "Cup", **options: Any) -> None:
    await world.slash("Ada", "tournament create", game="block", title=title, **options)
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


async def played_cup(world: DiscordWorld) -> None:
    """Ada beats Borys and Celina, and Borys beats Celina."""
    await start_tournament(world, "Ada", "Borys", "Celina")
    for winner, other in (("Borys", "Celina"), ("Ada", "Celina"), ("Ada", "Borys")):
        await win(world, winner, other)
    await world.pass_time(2)


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


async def test_the_crosstable_tells_how_everybody_came_out_against_everybody(world: DiscordWorld) -> None:
    await played_cup(world)
    await world.click("Dmitri", "All pairings")
    table = await world.click("Dmitri", "Crosstable")
    assert table.response is not None
    assert table.response.attachments[0].description == (
        "Cup · crosstable: 1. Ada: ·, 139:0, 139:0, 6; 2. Borys: 0:139, ·, 139:0, 3; 3. Celina: 0:139, 0:139, ·, 0"
    )


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


async def test_the_list_tells_who_has_won_and_has_pages(world: DiscordWorld) -> None:
    await played_cup(world)
    for number in range(8):
        await world.slash("Ada", "tournament create", game="block", title=f"Vase {number}")
        await world.pass_time(3600)
    first = said(await world.slash("Dmitri", "tournament list"))
    assert "**Vase 7** · Block with Bonus · sign-up is open" in first
    assert "Cup" not in first
    second = said(await world.click("Dmitri", "Next"))
    assert "**Cup** · Block with Bonus · <t:" in second
    assert "🥇 **Ada**" in second


async def test_stats_tell_the_tournaments_that_somebody_has_won(world: DiscordWorld) -> None:
    await played_cup(world)
    assert "🏆 Tournaments won: 1 (Cup)" in said(await world.slash("Ada", "stats"))
    assert "Tournaments won" not in said(await world.slash("Borys", "stats"))


async def test_voiding_a_match_of_a_finished_tournament_shows_changes_first(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await win(world, "Borys", "Ada")
    await world.pass_time(2)
    form = await world.slash("Ada", "league-admin void", match="#1", reason="wrong people")
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
        assert "Tournaments won" not in said(await world.slash(name, "stats"))
