"""The ladder by clicks: from the menu to a match, from its end to the next, and stars where they are shown."""

from __future__ import annotations

import pytest

import games
from bot.tables import play
from bot.tables.state import Person
from playground import simulated
from storage.matches import LadderState, Player
from tests.bot.play.at_table import everything_said, look, said, stored_match, table_in, tables_of, words_in
from tests.bot.tables.tabletop import OUT_IN_A_ROW, SEAT_0_WINS_117, reading_deals, seed_of
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld


@pytest.fixture
def winning(monkeypatch: pytest.MonkeyPatch, chance: KnownChance) -> None:
    """Deal so that the first seat wins a match of Block in one deal."""
    monkeypatch.setattr(games, "new_match", reading_deals(games.new_match))
    chance.fix_seed(seed_of(SEAT_0_WINS_117))


async def begin(world: DiscordWorld, name: str = "Ada") -> None:
    await world.slash(name, "play")
    await world.click(name, "Ladder")
    await world.select(name, ["block"], id_prefix="s:ladder")
    await world.click(name, id_prefix="b:ladderplay:")


async def win(world: DiscordWorld) -> None:
    """Play the fixed deal to its end, without clicks."""
    table = table_in(world)
    person = Person(table.stored.host_id, table.host_name)
    for text in OUT_IN_A_ROW:
        newest = await tables_of(world).find(table.id)
        assert newest is not None
        with simulated.acting_as_bot(world.env):
            await tables_of(world).apply(table.id, play.move, person, newest.revision, text)
    await world.pass_time(world.moment)


async def leave(world: DiscordWorld, name: str = "Ada") -> None:
    await world.slash(name, "table leave")
    await world.click(name, id_prefix="b:leaveseat:")
    await world.pass_time(world.moment)


def levels(world: DiscordWorld) -> list[Player]:
    return [seat.player for seat in table_in(world).seats]


@pytest.mark.usefixtures("winning")
async def test_from_the_menu_one_press_a_match_leads_up_the_ladder(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    assert "☆☆☆☆ **Block with Bonus**" in said(await world.click("Ada", "Ladder"))
    answer = await world.select("Ada", ["block"], id_prefix="s:ladder")
    assert "☆ **casual** · **0 : 0**" in said(answer)
    await world.click("Ada", "Match 1 of 3: casual")
    assert levels(world) == [Player.PERSON, Player.CASUAL]
    assert table_in(world).stored.clock == "none"
    assert "ladder: casual" in everything_said(world)
    assert not any("b:hint:" in words_in(message) for message in (await look(world, "Ada"),))
    await win(world)
    assert "🪜 Ladder, casual: Ada stands at 1 : 0 in the best of three." in everything_said(world).replace("**", "")
    await world.restart()
    await world.click("Ada", "Next match")
    assert levels(world) == [Player.PERSON, Player.CASUAL]
    await win(world)
    assert "🪜 Ada wins the rung casual, 2 : 0. ★☆☆☆" in everything_said(world).replace("**", "")
    await world.click("Ada", "Next rung: regular")
    assert levels(world) == [Player.PERSON, Player.REGULAR]


async def test_a_lost_series_begins_again_by_one_press(world: DiscordWorld) -> None:
    await begin(world)
    await leave(world)
    assert "Ada stands at 0 : 1" in everything_said(world).replace("**", "")
    await world.click("Ada", "Next match")
    await leave(world)
    assert "Ada loses the series on the rung casual, 0 : 2." in everything_said(world).replace("**", "")
    await world.click("Ada", "New series")
    table = table_in(world)
    assert (await stored_match(world, table.id)).ladder is LadderState.PLAYING
    assert levels(world) == [Player.PERSON, Player.CASUAL]


@pytest.mark.usefixtures("winning")
async def test_stars_are_shown_in_the_menu_and_the_stats(world: DiscordWorld) -> None:
    await begin(world)
    await win(world)
    await world.click("Ada", "Next match")
    await win(world)
    assert "🪜 Block with Bonus ★☆☆☆" in said(await world.slash("Ada", "play"))
    await world.select("Ada", ["block"], id_prefix="s:choosegame")
    assert "Ladder ★☆☆☆" in world.labels("Ada")
    assert "**Block with Bonus** ★☆☆☆" in said(await world.slash("Ada", "stats"))
    assert "★" not in said(await world.slash("Celina", "play"))


async def test_another_person_sees_their_own_ladder_at_the_end_of_a_match(world: DiscordWorld) -> None:
    await begin(world)
    await leave(world)
    answer = await world.click("Celina", "Next match")
    assert answer.ephemeral
    assert "☆ **casual** · **0 : 0**" in said(answer)
    assert tables_of(world).cached_in(world.channel.id) is None


async def test_a_running_match_is_linked_instead_of_a_second_one(world: DiscordWorld) -> None:
    await begin(world)
    await world.slash("Ada", "play", "second-table")
    await world.click("Ada", "Ladder", "second-table")
    answer = await world.select("Ada", ["block"], "second-table", id_prefix="s:ladder")
    assert f"Your match is running: <#{world.channel.id}>" in said(answer)
    assert not any(label.startswith("Match ") for label in world.labels("Ada", "second-table"))


async def test_in_a_taken_channel_the_match_opens_in_a_thread(world: DiscordWorld) -> None:
    await world.slash("Celina", "play", game="block")
    await begin(world)
    thread = next(channel for channel in world.env.backend.channels.values() if channel.is_thread)
    table = tables_of(world).cached_in(thread.id)
    assert table is not None
    assert table.stored.ladder is LadderState.PLAYING


async def test_a_partner_is_a_computer_of_the_rung_too(world: DiscordWorld) -> None:
    await world.slash("Ada", "play")
    await world.click("Ada", "Ladder")
    assert "Your partner is a computer of the same level." in said(
        await world.select("Ada", ["kent"], id_prefix="s:ladder")
    )
    await world.click("Ada", "Match 1 of 3: casual")
    assert levels(world) == [Player.PERSON, *[Player.CASUAL] * 3]
    assert table_in(world).stored.options["tempo"] == 20
