"""Running matches of a round that its host takes back."""

import pytest

from tests.bot.play.at_table import play_quickly
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    begin_match,
    enter,
    sign_up,
    tournament_in,
    win,
    with_person,
)
from tests.bot.play.league.tournaments.test_host import start_tournament
from tests.bot.play.league.tournaments.test_tables import board, ends
from tests.discord_world import DiscordWorld

COUNTS = "counts for Cup, round {}"
WAITS = "counts for Cup, round {} only if the same people are paired again"
GONE = "doesn't count for Cup, round {}"


async def undo(world: DiscordWorld) -> str:
    """Undo the last step; return the question about the running matches."""
    question = await as_host(world, "Ada", "Undo the last step")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    return question


async def result(world: DiscordWorld, number: int, winner: str) -> None:
    """Enter the result of a pairing as the host."""
    await enter(world, f"1/{number}", winner)
    await world.pass_time(2)


def note(world: DiscordWorld) -> str:
    """Return what the board says about the tournament."""
    return next(part for line in board(world).splitlines() for part in line.split(" · ") if "Cup" in part)


async def played_in(world: DiscordWorld, number: int) -> list[tuple[int, ...]]:
    pairings = (await tournament_in(world)).pairings
    return [one.teams for one in pairings if (one.round, one.state) == (number, "played")]


@pytest.mark.thorough
@pytest.mark.parametrize("corrected", [False, True])
async def test_a_running_match_of_a_repaired_round_counts_if_it_is_paired_again(
    world: DiscordWorld, *, corrected: bool
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await result(world, 1, "Ada")
    await result(world, 2, "Borys")
    await begin_match(world, "Ada", "Borys")
    if corrected:
        await result(world, 2, "Dmitri")
    question = await undo(world)
    told = "running, but no longer count" if corrected else "running and still count, because the same people"
    assert told in question
    assert question.splitlines()[-1] == "· Ada – Borys"
    assert note(world) == (GONE if corrected else COUNTS).format(2)
    await world.restart()
    await play_quickly(world)
    told = "**Cup**, round 2 was taken back: the match here" if corrected else "result counts for **Cup**, round 2."
    assert told in ends(world)
    assert await played_in(world, 2) == ([] if corrected else [(1, 2)])


@pytest.mark.thorough
@pytest.mark.parametrize("ends_first", [False, True])
@pytest.mark.parametrize("winner", ["Borys", "Dmitri"])
async def test_a_running_match_waits_while_the_round_before_is_open_again(
    world: DiscordWorld, winner: str, *, ends_first: bool
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri")
    await result(world, 1, "Ada")
    await as_host(world, "Ada", "Close the round")
    await world.click("Ada", "Yes")
    await world.pass_time(2)
    await begin_match(world, "Ada", "Borys")
    question = await undo(world)
    assert question.splitlines()[-2:] == [
        "These matches are running and count only if the same people are paired again:",
        "· Ada – Borys",
    ]
    assert note(world) == WAITS.format(2)
    await world.restart()
    if ends_first:
        await play_quickly(world)
        assert "The result counts if the same people are paired again." in ends(world)
    await result(world, 2, winner)
    again = winner == "Borys"
    if not ends_first:
        assert note(world) == (COUNTS if again else GONE).format(2)
        await play_quickly(world)
        assert ("result counts for **Cup**, round 2." if again else "was taken back: the match here") in ends(world)
    assert await played_in(world, 2) == ([(1, 2)] if again else [])


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
async def test_a_running_match_counts_after_the_start_was_taken_back(world: DiscordWorld, kind: str) -> None:
    await start_tournament(world, "Ada", "Borys", kind=kind)
    await begin_match(world, "Ada", "Borys")
    question = await undo(world)
    assert "Each counts only if the same people are paired again before it ends:\n· Ada – Borys" in question
    assert note(world) == WAITS.format(1)
    await sign_up(world, "Celina")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    assert note(world).startswith("counts for Cup, round ")
    assert "only" not in note(world)
    await play_quickly(world)
    [found] = [one for one in (await tournament_in(world)).pairings if one.state == "played"]
    assert found.teams == (1, 2)


@pytest.mark.thorough
async def test_a_match_does_not_wait_for_a_person_who_leaves_the_sign_up(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await begin_match(world, "Ada", "Borys")
    await undo(world)
    await world.click("Borys", "Withdraw")
    await world.click("Borys", "Yes")
    await world.pass_time(2)
    assert note(world) == GONE.format(1)
    await play_quickly(world)
    assert "was taken back: the match here does not count" in ends(world)
    await with_person(world, "Ada", "Borys", "Add")
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    await win(world, "Ada", "Borys")
    assert await played_in(world, 1) == [(1, 2)]
