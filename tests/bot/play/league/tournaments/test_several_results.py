"""The results of several pairings in one form, by clicks."""

from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.league.tournaments.formats.kinds import standings
from storage.league.tournament_values import PairingState, Tournament, TournamentStage
from tests.bot.play.at_table import said
from tests.bot.play.league.at_administration import read_audit_log
from tests.bot.play.league.tournaments.at_tournaments import enter, new_tournament, sign_up, tournament_in
from tests.discord_world import DiscordWorld


async def start(world: DiscordWorld, kind: str, game: str = "block", **options: Any) -> Tournament:
    await new_tournament(world, "Ada", game=game, kind=kind, title="Cup", seeding="entry", **options)
    await sign_up(world, "Ada", "Borys", "Celina", "Dmitri")
    await world.click("Ada", id_prefix="b:fixstart")
    return await tournament_in(world)


async def form(world: DiscordWorld) -> InteractionResult:
    await world.click("Ada", "For hosts …")
    return await world.click("Ada", "Enter results …")


async def fill(world: DiscordWorld, shown: InteractionResult, **lines: str) -> str:
    """Submit the form; the keys are `p` and the id of a pairing."""
    return said(await world.submit("Ada", shown, **{key[1:]: text for key, text in lines.items()}))


def fields(shown: InteractionResult, what: str) -> list[str]:
    """Return the labels or the filled values of a form's fields."""
    assert shown.modal is not None
    labels = shown.modal["components"]
    return [str((one if what == "label" else one["component"])[what]) for one in labels]


def outcomes(tournament: Tournament) -> list[list[int | None]]:
    """Return the places of the sides of each pairing."""
    return [[side.place for side in one.sides] for one in tournament.pairings]


async def test_several_results_are_entered_in_one_form(world: DiscordWorld) -> None:
    first, second = (await start(world, "swiss", rounds=1)).pairings
    shown = await form(world)
    assert fields(shown, "label") == ["Ada – Celina", "Borys – Dmitri"]
    entered = await fill(world, shown, **{f"p{first.id}": " 1:2 ", f"p{second.id}": "draw"})
    assert "**Ada** – **Celina** · **Celina** won · 1 : 2" in entered
    await world.pass_time(3)
    cup = await tournament_in(world)
    assert (outcomes(cup), cup.stage) == ([[2, 1], [1, 1]], TournamentStage.OVER)
    logged = [one.about for one in await read_audit_log(world) if one.about.get("what") == "result"]
    assert sorted(one["after"] for one in logged) == ["draw", "won:1"]
    [told] = [one for one in world.messages() if "**Ada**:" in one.content]
    assert told.content.splitlines() == [
        "📝 **Cup** · **Ada**: ",
        "· **Ada** – **Celina**, round 1: **Celina** won",
        "· **Borys** – **Dmitri**, round 1: draw",
    ]
    assert told.raw_mentions == [], "the players were at the table"


async def test_a_wrong_line_is_named_and_all_lines_are_kept(world: DiscordWorld) -> None:
    first, second = (await start(world, "elimination")).pairings
    refused = await fill(world, await form(world), **{f"p{first.id}": "w", f"p{second.id}": "2:2"})
    assert "Nothing is saved yet" in refused
    assert "· Line 2, **Borys** – **Celina**: **2:2**." in refused
    assert {one.state for one in (await tournament_in(world)).pairings} == {PairingState.OPEN}
    await world.restart()
    again = await world.click("Ada", "Correct the lines")
    assert fields(again, "value") == ["w", "2:2"]
    assert "are entered" in await fill(world, again, **{f"p{first.id}": "w", f"p{second.id}": "l"})
    assert outcomes(await tournament_in(world))[:2] == [[1, 2], [2, 1]]


async def test_more_than_five_pairings_are_entered_page_by_page(world: DiscordWorld) -> None:
    pairings = (await start(world, "round_robin")).pairings
    assert "Which results?" in said(await form(world))
    shown = await world.select("Ada", ["1"], id_prefix="s:fixresults")
    answer = await fill(world, shown, **{f"p{pairings[5].id}": "1"})
    assert "are entered" in answer
    assert "Enter results …" in world.labels("Ada")
    shown = await world.click("Ada", "Enter results …")
    await fill(world, shown, **{f"p{one.id}": "w" for one in pairings[:5]})
    assert not (await tournament_in(world)).open_pairings


async def test_a_result_that_came_meanwhile_is_not_overwritten(world: DiscordWorld) -> None:
    first, second = (await start(world, "swiss", rounds=1)).pairings
    shown = await form(world)
    await enter(world, f"1/{first.id}", "Ada")
    refused = await fill(world, shown, **{f"p{first.id}": "l", f"p{second.id}": "w"})
    assert "Line 1, **Ada** – **Celina**: **l**. This pairing has a result by now." in refused
    assert outcomes(await tournament_in(world)) == [[1, 2], [None, None]]


async def test_at_a_table_of_four_the_number_of_the_winner_is_typed(world: DiscordWorld) -> None:
    [table] = (await start(world, "swiss", rounds=1, players_per_table=4, game="nos")).pairings
    refused = await fill(world, await form(world), **{f"p{table.id}": "2:1"})
    assert "Write the numbers of the sides in the order in which they finished" in refused
    await fill(world, await world.click("Ada", "Correct the lines"), **{f"p{table.id}": "3"})
    assert outcomes(await tournament_in(world)) == [[2, 2, 1, 2]]


@pytest.mark.thorough
async def test_at_a_table_of_four_the_whole_order_is_entered(world: DiscordWorld) -> None:
    [table] = (await start(world, "swiss", rounds=1, players_per_table=4, game="nos", points="4,2,1,0")).pairings
    entered = await fill(world, await form(world), **{f"p{table.id}": "2 1 4 3"})
    assert "1. **Borys**, 2. **Ada**, 3. **Dmitri**, 4. **Celina**" in entered
    await world.pass_time(3)
    cup = await tournament_in(world)
    assert outcomes(cup) == [[2, 1, 4, 3]]
    assert {one.team: one.points for one in standings(cup)} == {2: 4, 1: 2, 4: 1, 3: 0}
    asked = said(await world.slash("Ada", "tournament-host result", pairing=f"1/{table.id}", winner="2=1 4 3"))
    assert "Now: 1. **Borys**, 2. **Ada**, 3. **Dmitri**, 4. **Celina**" in asked
    assert "1. **Ada** and **Borys**, 3. **Dmitri**, 4. **Celina**" in asked
    await world.click("Ada", id_prefix="b:fixresult")
    await world.pass_time(3)
    cup = await tournament_in(world)
    assert {one.team: one.points for one in standings(cup)} == {1: 3, 2: 3, 4: 1, 3: 0}, "the mean of 4 and 2"
    for wrong in ("2 1 4", "2 1 4 4", "2 1 4 5", "1 2 3 4 5"):
        refused = await world.slash("Ada", "tournament-host result", pairing=f"1/{table.id}", winner=wrong)
        assert "must be a player of this pairing" in said(refused), wrong
    answer = await world.slash("Ada", "tournament-host result", pairing=f"1/{table.id}", winner="3 Celina")
    assert "**Celina** won" in said(answer)


async def test_only_hosts_enter_results(world: DiscordWorld) -> None:
    [first, _] = (await start(world, "swiss", rounds=1)).pairings
    shown = await form(world)
    button = world.button("Ada", "Enter results …")
    assert "Only hosts can do that" in said(await world.press("Celina", button))
    assert "All lines are empty" in await fill(world, shown, **{f"p{first.id}": " "})
