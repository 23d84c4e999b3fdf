"""The role that a tournament mentions at sign-up, check-in and start."""

import discord
import pytest

from tests.bot.play.at_table import bot_of, said
from tests.bot.play.league.tournaments.at_tournaments import new_tournament, posted, sign_up, tournament_in
from tests.bot.play.league.tournaments.test_time import HOUR, MINUTE, in_hours
from tests.discord_world import DiscordWorld


def calls(world: DiscordWorld, role_id: int) -> list[discord.Message]:
    return [one for one in world.messages() if role_id in one.raw_role_mentions]


async def test_the_role_is_mentioned_at_sign_up_check_in_and_start(world: DiscordWorld) -> None:
    role = world.guild.create_role("dominoes", mentionable=True)
    await new_tournament(world, "Ada", game="block", title="Cup", kind="swiss", start=in_hours(world, 3), role=role)
    await world.pass_time(2)
    assert [one.content.split(" [")[0] for one in calls(world, role.id)] == [f"<@&{role.id}> 🏆 Sign up for **Cup**!"]
    await world.restart()
    await sign_up(world, "Ada", "Celina")
    await world.pass_time(2 * HOUR + 31 * MINUTE)
    for name in ("Ada", "Celina"):
        await world.click(name, "Check in")
    await world.pass_time(30 * MINUTE)
    assert (await tournament_in(world)).stage == "running"
    assert [one.content.split()[1] for one in calls(world, role.id)] == ["🏆", "⏰", "🏆"]
    bodies = [entry.json for entry in world.env.http_requests if isinstance(entry.json, dict)]
    sent = [body for body in bodies if str(body.get("content")).startswith(f"<@&{role.id}>")]
    assert [list(map(int, body["allowed_mentions"]["roles"])) for body in sent] == [[role.id]] * 3
    assert not any("everyone" in body["allowed_mentions"].get("parse", []) for body in sent)


async def test_a_role_that_the_bot_may_not_mention_is_refused(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = world.guild.create_role("dominoes", mentionable=False)
    missing = bot_of(world).services.channels.missing
    monkeypatch.setattr(
        bot_of(world).services.channels,
        "missing",
        lambda channel, wanted: wanted if wanted == ("mention_everyone",) else missing(channel, wanted),
    )
    refused = said(await new_tournament(world, "Ada", game="block", role=role))
    assert f"I may not mention {role.mention}" in refused
    assert posted(world) == []


async def test_a_moderator_without_the_permission_chooses_no_closed_role(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = world.guild.create_role("dominoes", mentionable=False)
    monkeypatch.setattr(discord.Interaction, "permissions", discord.Permissions(manage_guild=True))
    refused = said(await new_tournament(world, "Ada", game="block", role=role))
    assert f"{role.mention} cannot be mentioned by everyone" in refused
    assert posted(world) == []
