"""Notices on counting matches, and their changes of ratings."""

from __future__ import annotations

from dataclasses import replace

from storage import matches
from storage.league import results
from storage.league.results import MatchEntry, NotCounted
from storage.matches import Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    SHORT,
    everything_said,
    open_match,
    play_one,
    play_quickly,
    read,
    table_in,
    user_id,
)
from tests.bot.play.league.at_league import change_league, league_of, now, writing
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.storage.samples import match

WOULD = "🏆 Counts in this server's league, as long as no computer plays."
COUNTS = "🏆 This match counts in this server's league."
COMPUTER = "Doesn't count in the league, because a computer plays"
OFTEN = "Doesn't count in the league: these players have reached today's limit of counted matches."
OFF = "Doesn't count in the league: this server leaves this game out."


def _board(world: DiscordWorld) -> str:
    return read(next(message for message in reversed(world.messages()) if message.embeds))


async def test_a_board_says_from_the_start_that_the_match_counts(world: DiscordWorld) -> None:
    await open_match(world, "Celina", clock="none")
    assert COUNTS in _board(world)
    assert "· counts in the league" not in _board(world), "once is enough"
    await play_one(world)
    await world.restart()  # what was settled is kept
    await world.slash("Ada", "table show")
    assert COUNTS not in _board(world)
    assert "· counts in the league" in _board(world)


async def test_a_board_shows_that_a_match_with_a_computer_does_not_count(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)  # Ada opens, so that the computer need not think yet
    await world.slash("Ada", "play", game="block", clock="none")
    assert WOULD in _board(world)
    await world.click("Ada", id_prefix="b:computer")
    assert COMPUTER in _board(world)
    assert WOULD not in _board(world)
    await world.click("Ada", id_prefix="b:start")
    assert COMPUTER in _board(world)
    await play_one(world)
    assert "count in the league" not in _board(world), "once is enough"
    entry = table_in(world).entry
    assert entry is not None
    assert entry.why_not is NotCounted.COMPUTERS


async def test_the_sixth_match_of_the_same_people_in_a_day_is_said_not_to_count(world: DiscordWorld) -> None:
    people = {0: user_id(world, "Ada"), 1: user_id(world, "Celina")}
    async with writing(world) as tx:
        for number in range(5):
            earlier = match(f"m{number}", guild_id=world.guild.id, status=Status.OVER, board_id=None)
            await matches.add(tx, earlier, ())
            await results.enter(tx, MatchEntry(f"m{number}", world.guild.id, "block", now(world), None, people))
    await world.slash("Ada", "play", game="block", clock="none")
    assert WOULD in _board(world)
    await world.click("Celina", id_prefix="b:join")
    assert OFTEN in _board(world)
    await world.click("Ada", id_prefix="b:start")
    assert OFTEN in _board(world)


async def test_the_summary_tells_everybody_s_new_number_and_what_came_to_it(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Celina", clock="none")
    await play_quickly(world)
    said = everything_said(world)
    # openskill's 27.64 ± 8.07 and 22.36 ± 8.07 after 25 ± 8.33, shown as 1500 + 24 x 2.64 and 48 times as large
    assert "Ratings at this game: Block with Bonus\n**Ada** **1563** (+63) ±387\n**Celina** **1437** (−63) ±387" in said
    assert "all games" not in said  # the same numbers


async def test_the_summary_of_a_match_that_does_not_count_tells_of_no_ratings(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    league = await league_of(world)
    async with writing(world) as tx:
        await change_league(tx, replace(league, games_off=("block",)))
    await open_match(world, "Celina", clock="none")
    assert OFF in _board(world)
    await play_quickly(world)
    assert "Rematch" in world.labels("Ada")
    assert "Ratings at this game" not in everything_said(world)
