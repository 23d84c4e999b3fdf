"""/owner tells the application's owner and team how the bot is, and no one else."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.requests.people.installation import installation
from bot.tables.errors import TableError
from tests.bot.play.at_table import bot_of, open_match, said, user_id
from tests.discord_world import DiscordWorld

GB = 10**9


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """An application without a team, whose owner each test sets."""
    found = SimpleNamespace(owner=SimpleNamespace(id=0), team=None, approximate_guild_count=12, asked=0, fails=())

    async def ask(_: discord.Client) -> SimpleNamespace:
        found.asked += 1
        await asyncio.sleep(0)
        if found.asked in found.fails:
            raise discord.DiscordException
        return found

    monkeypatch.setattr(discord.Client, "application_info", ask)
    monkeypatch.setattr(
        "bot.requests.people.installation.disk_usage", lambda _: SimpleNamespace(total=250 * GB, free=77 * GB)
    )
    return found


async def test_the_owner_is_told_numbers_and_nothing_about_play(
    world: DiscordWorld, application: SimpleNamespace
) -> None:
    application.owner.id = user_id(world, "Ada")
    await open_match(world, "Borys")
    logging.getLogger("bot").error("something failed")
    answer = await world.person("Ada").user.slash("owner")
    text = said(answer)
    assert [line.split(", counted")[0] for line in text.splitlines()[1:]] == [
        "Servers: 12",
        "Live tables: 1",
        "Errors in the log: 1",
        "Newest backup: unknown, because `BACKUP_DIR` is not set",
        "Free disk space: 77 of 250 GB",
    ]
    assert "Borys" not in text


@pytest.mark.parametrize(("state", "told"), [(2, True), (1, False)])
async def test_of_a_team_who_has_accepted_is_told(
    world: DiscordWorld, application: SimpleNamespace, state: int, told: bool
) -> None:
    membership = discord.TeamMembershipState(state)
    member = SimpleNamespace(id=user_id(world, "Ada"), membership_state=membership)
    application.team = SimpleNamespace(members=[member])
    answer = await world.person("Ada").user.slash("owner")
    assert ("Servers: 12" in said(answer)) == told


async def test_another_person_is_refused_and_servers_do_not_have_the_command(
    world: DiscordWorld, application: SimpleNamespace
) -> None:
    application.owner.id = user_id(world, "Borys")
    answers = [await world.person("Ada").user.slash("owner") for _ in range(3)]
    assert all("Only the owner of this bot" in said(answer) for answer in answers)
    assert application.asked == 1
    command = bot_of(world).tree.get_command("owner")
    assert isinstance(command, app_commands.Command)
    assert command.allowed_contexts is not None
    assert (command.allowed_contexts.guild, command.allowed_contexts.dm_channel) == (False, True)


async def test_questions_at_one_instant_are_one_and_a_failed_one_is_asked_again(application: SimpleNamespace) -> None:
    application.fails = (1,)
    client = discord.Client(intents=discord.Intents.none())
    request: Any = SimpleNamespace(reply=SimpleNamespace(interaction=SimpleNamespace(client=client)), user_id=5)
    for refusal in (discord.DiscordException, TableError):
        found = await asyncio.gather(*(installation(request) for _ in range(10)), return_exceptions=True)
        assert {type(one) for one in found} == {refusal}
    assert application.asked == 2
