"""Threads that wake, and players who have left the server."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables import play
from bot.tables.state import Person
from storage.matches import Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    everything_said,
    open_match,
    shown,
    table_in,
    tables_of,
    user_id,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route


async def wake(world: DiscordWorld, event: str, thread: Any) -> None:
    with world.env._bot_scope():
        world.bot.dispatch(event, thread)
    await world.env.settle()


@pytest.mark.parametrize("event", ["raw_thread_update", "thread_join"])
async def test_a_stale_board_is_shown_when_its_thread_wakes(begun: DiscordWorld, event: str) -> None:
    await begun.restart()  # no board is edited by the token of a click
    for route in (Route.EDIT, Route.SEND):  # the thread is locked, so not even a new board wakes it
        begun.fail(route, 400, code=50083, times=None)
    table, ada = table_in(begun), Person(user_id(begun, "Ada"), "Ada")
    assert table.match is not None
    with begun.env._bot_scope():
        await tables_of(begun).apply(table.id, play.move, 0, str(table.match.moves(0)[0]), by=ada)
    await begun.env.settle()
    assert "Ada to play" in words_in(board_of(begun)), "nothing is shown while the thread is shut"
    begun.heal()
    channel_id = table_in(begun).stored.channel_id

    def update(*, archived: bool) -> Any:
        if event == "thread_join":
            return discord.Object(1 if archived else channel_id)
        return SimpleNamespace(thread_id=channel_id, data={"thread_metadata": {"archived": archived}})

    await wake(begun, event, update(archived=True))
    assert "Ada to play" in words_in(board_of(begun))
    await wake(begun, event, update(archived=False))
    assert "Borys to play" in words_in(board_of(begun))


async def remove(world: DiscordWorld, name: str) -> None:
    world.guild.remove_member(world.person(name))
    await world.env.settle()


async def test_an_opponent_who_left_the_server_loses_at_the_second_look(begun: DiscordWorld) -> None:
    world = begun
    match_id = table_in(world).id
    await remove(world, "Ada")
    await world.click("Borys", "My hand")
    told = [words_in(one) for one in shown(world, "Borys") if "no longer a member" in words_in(one)]
    assert len(told) == 1
    assert "**Ada** is no longer a member of this server. If they are not back in 10 minutes" in told[0]
    await world.pass_time(590)
    await world.click("Borys", "My hand")
    assert table_in(world).status is Status.PLAYING
    await world.pass_time(15)
    await world.click("Borys", "My hand")
    table = await tables_of(world).find(match_id)
    assert table is not None
    assert table.status is Status.OVER
    assert "**Ada** resigns." in everything_said(world)
    assert "**Borys** wins the match" in everything_said(world)


@pytest.mark.parametrize("clock", ["none", "normal"])
async def test_who_is_back_or_plays_on_a_live_clock_is_not_counted_out(
    world: DiscordWorld, chance: KnownChance, clock: str
) -> None:
    chance.fix_seed(FIRST_OPENS)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock=clock)
    ada = user_id(world, "Ada")
    await remove(world, "Ada")
    await world.click("Borys", "My hand")
    assert any("no longer a member" in words_in(one) for one in shown(world, "Borys")) is (clock == "none")
    world.env.backend.add_member(world.guild.id, ada)
    await world.env.settle()
    await world.pass_time(601 if clock == "none" else 60)
    await world.click("Borys", "My hand")
    assert table_in(world).status is Status.PLAYING
    assert table_in(world).seats[0].user_id == ada
