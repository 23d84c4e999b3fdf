"""A server's data goes thirty days after a removal."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import update

from bot.removed_guilds import RemovedGuilds
from bot.requests.people.personal_data import RETENTION_S, GuildRetention
from storage.database import Busy, Transaction
from storage.league import leagues
from storage.matches import AbandonReason
from storage.privacy import servers
from storage.schema import departures
from tests.bot.play.at_table import bot_of, open_match, set_for_server, table_in, tables_of, user_id
from tests.discord_world import DiscordWorld
from tests.storage.privacy.histories import everything

DAY = 24 * 60 * 60
BROKEN, SOUND = 4711, 4712
"""Two servers that the bot has left long ago."""


async def remove_bot(world: DiscordWorld) -> int:
    """Remove the bot from the server; return its id."""
    guild = world.bot.guilds[0]
    with world.env._bot_scope():
        world.bot.dispatch("guild_remove", guild)
    await world.env.settle()
    world.bot._connection._remove_guild(guild)
    return guild.id


async def days(world: DiscordWorld, number: int) -> None:
    """Age departures by days, letting the last one pass."""
    async with bot_of(world).services.database.write() as tx:
        await tx.execute(update(departures).values(left_at=departures.c.left_at - (number - 1) * DAY))
    await world.pass_time(DAY)


async def rows_of(world: DiscordWorld, guild_id: int) -> list[str]:
    """Return the tables that hold data of a server."""
    found = await everything(bot_of(world).services.database)
    return sorted(table for table, rows in found.items() if any(row.get("guild_id") == guild_id for row in rows))


async def test_a_server_is_forgotten_thirty_days_after_removing_the_bot(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    await set_for_server(world, "language", "pl")
    await world.slash("Celina", "play", game="pyramid")
    match_id = table_in(world).id
    guild_id = await remove_bot(world)
    await days(world, 29)
    assert {"matches", "seats", "server_settings", "solos", "departures"} <= set(await rows_of(world, guild_id))
    await days(world, 2)
    assert await rows_of(world, guild_id) == []
    assert await tables_of(world).find(match_id) is None
    shared = bot_of(world).services
    assert (await shared.preferences.server(guild_id)).locale is None
    assert await shared.solo.live.open_of(user_id(world, "Celina")) == ()


async def test_a_bot_that_is_invited_again_in_time_forgets_nothing(world: DiscordWorld) -> None:
    await set_for_server(world, "language", "pl")
    guild = world.bot.guilds[0]
    guild_id = await remove_bot(world)
    await days(world, 20)
    world.bot._connection._add_guild(guild)
    with world.env._bot_scope():
        world.bot.dispatch("guild_join", guild)
    await world.env.settle()
    assert "departures" not in await rows_of(world, guild_id)
    await days(world, 20)
    assert await rows_of(world, guild_id) == ["server_settings"]


async def test_a_server_that_was_lost_while_the_bot_was_away_is_noticed_at_start(world: DiscordWorld) -> None:
    await set_for_server(world, "language", "pl")
    shared, guild_id = bot_of(world).services, world.guild.id
    await GuildRetention(shared).delete_due([], lambda _: False)
    assert await rows_of(world, guild_id) == ["server_settings"], "another process is told of it"
    await GuildRetention(shared).delete_due([], lambda _: True)
    assert await rows_of(world, guild_id) == ["departures", "server_settings"]
    await GuildRetention(shared).delete_due([guild_id], lambda _: True)
    assert await rows_of(world, guild_id) == ["server_settings"]


async def live_after(world: DiscordWorld, match_id: str, *, minutes: float) -> bool:
    await world.pass_time(minutes * 60)
    table = await tables_of(world).find(match_id)
    return table is not None and table.status.is_live


async def test_tables_of_a_server_end_ten_minutes_after_removing_the_bot(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    match_id = table_in(world).id
    await remove_bot(world)
    assert await live_after(world, match_id, minutes=9.9)
    assert not await live_after(world, match_id, minutes=0.2)
    table = await tables_of(world).find(match_id)
    assert table is None or table.stored.end_reason is AbandonReason.CHANNEL


async def test_tables_of_a_server_that_comes_back_go_on_without_a_greeting(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    match_id, guild = table_in(world).id, world.bot.guilds[0]
    await remove_bot(world)
    await world.pass_time(300)
    posted = len(world.messages())
    world.bot._connection._add_guild(guild)
    with world.env._bot_scope():
        world.bot.dispatch("guild_join", guild)
    await world.env.settle()
    assert len(world.messages()) == posted
    assert await live_after(world, match_id, minutes=20)


async def test_a_match_of_a_server_that_is_gone_ends_after_a_restart_too(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    match_id, shared = table_in(world).id, bot_of(world).services
    await remove_bot(world)
    for planned in bot_of(world)._retries:
        planned.cancel()  # as if the bot was killed
    later: list[Callable[[], Coroutine[Any, Any, object]]] = []

    def plan(work: Callable[[], Coroutine[Any, Any, object]], _: float) -> None:
        later.append(work)

    here, present = {world.guild.id}, list[int]()
    for minutes, ours, back, goes_on in ((5, here, (), 1), (5.1, set(), (), 1), (0, here, here, 1), (0, here, (), 0)):
        await world.pass_time(minutes * 60)
        retention = GuildRetention(shared)
        guilds = RemovedGuilds(shared.database, shared.tables, retention, plan, lambda: present, ours.__contains__)
        present.clear()
        await guilds.forget()
        present.extend(back)
        with world.env._bot_scope():
            await later[-2]()  # the last one is for the next day
        assert await live_after(world, match_id, minutes=0) == goes_on, (minutes, ours, back)


async def test_a_failure_to_forget_one_server_does_not_affect_another(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shared, forget = bot_of(world).services, servers.forget
    async with shared.database.write() as tx:
        for number, guild_id in enumerate((BROKEN, SOUND)):
            await leagues.hold(tx, guild_id)
            await servers.mark_left(tx, guild_id, shared.now() - RETENTION_S - 2 + number)  # the broken one comes first

    async def forget_all_but_one(tx: Transaction, guild_id: int, most: int) -> int:
        if guild_id == BROKEN:
            raise RuntimeError("broken")
        return await forget(tx, guild_id, most)

    monkeypatch.setattr(servers, "forget", forget_all_but_one)
    await GuildRetention(shared).delete_due([world.guild.id], lambda _: True)
    assert await rows_of(world, BROKEN) == ["departures", "leagues"]
    assert await rows_of(world, SOUND) == []
    assert f"deleting the data of the former server {BROKEN} failed" in caplog.text


async def test_a_departure_that_cannot_be_saved_is_noted_later(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await set_for_server(world, "language", "pl")
    tries = []
    left = GuildRetention.note_left

    async def busy_at_first(self: GuildRetention, guild_id: int) -> None:
        tries.append(guild_id)
        if len(tries) == 1:
            raise Busy("somebody else holds the database")
        await left(self, guild_id)

    monkeypatch.setattr(GuildRetention, "note_left", busy_at_first)
    guild_id = await remove_bot(world)
    assert await rows_of(world, guild_id) == ["server_settings"]
    await world.pass_time(11)
    assert await rows_of(world, guild_id) == ["departures", "server_settings"]
