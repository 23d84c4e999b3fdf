"""A tournament's announcements appear once, even after restarts."""

from dataclasses import replace
from functools import partial
from typing import Any

import discord
import pytest

from bot.messages.parts.message import Message
from bot.posts.unsaved_messages import Post, Poster, UnsavedMessages
from storage.database import Transaction, Unavailable
from storage.league.tournament_values import Tournament
from storage.league.tournaments import save_shown
from tests.bot.play.at_table import bot_of, read, said, user_id
from tests.bot.play.faults.test_kill_between_post_and_save import die
from tests.bot.play.league.tournaments.at_tournaments import (
    as_host,
    edit,
    new_tournament,
    shown,
    sign_up,
    swap,
    tournament_in,
    win,
)
from tests.discord_world import DiscordWorld, Route

HOUR = 3600


async def start_tournament(world: DiscordWorld, *names: str, **options: Any) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup", **options)
    await sign_up(world, *names)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)


def news(world: DiscordWorld, begins: str) -> list[discord.Message]:
    return [one for one in world.messages() if one.content.startswith(begins)]


def mentioned(world: DiscordWorld, message: discord.Message) -> set[str]:
    return {name for name in ("Ada", "Borys", "Celina", "Dmitri") if user_id(world, name) in message.raw_mentions}


def edits_of(world: DiscordWorld, message: discord.Message) -> int:
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    return sum(one.method == "PATCH" and one.path == path for one in world.env.http_requests)


@pytest.mark.thorough
async def test_a_new_round_is_a_new_message_that_mentions_whom_it_concerns(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="swiss")
    [first] = news(world, "🏆 **Cup** · round 1 of 2")
    free = next(one for one in (await tournament_in(world)).pairings if len(one.sides) == 1)
    assert free.teams == (3,)
    assert mentioned(world, first) == {"Ada", "Borys"}
    assert "○ Celina · bye" in first.content
    await win(world, "Ada", "Borys")
    await world.pass_time(2)
    [second] = news(world, "🏆 **Cup** · round 2 of 2")
    assert mentioned(world, second) == {"Ada", "Celina"}
    assert "Open the table" in [button.label for row in second.components for button in row.children]  # type: ignore[union-attr]  # a row of buttons


@pytest.mark.thorough
async def test_the_buttons_of_an_ended_round_go_by_one_edit(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", kind="swiss")
    [first] = news(world, "🏆 **Cup** · round 1 of 2")
    old = world.button("Ada", "Open the table")
    await win(world, "Ada", "Borys")
    await world.pass_time(30)
    assert edits_of(world, first) == 1
    after = next(one for one in world.messages() if one.id == first.id)
    assert (after.content, after.components) == (first.content, [])
    answer = await world.press("Ada", old)
    assert said(answer) == "Round 1 has ended. Your pairing now: Ada – Celina"
    await world.click("Ada", "Open the table")
    assert len([one for one in world.env.backend.channels.values() if one.is_thread]) == 1


async def test_a_reminder_takes_the_buttons_of_its_round(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="swiss", round_minutes=240)
    await world.pass_time(3 * HOUR + 60)
    [first], [reminder] = news(world, "🏆 **Cup** · round 1"), news(world, "⏰")
    assert (first.components, len(reminder.components)) == ([], 1)
    await world.pass_time(HOUR)
    assert news(world, "⏰")[0].components == []


async def test_mentions_and_direct_messages_follow_the_person_s_wish(world: DiscordWorld) -> None:
    services = bot_of(world).services
    for name, notice in (("Borys", "none"), ("Celina", "dm")):
        await services.preferences.change_player(world.guild.id, user_id(world, name), partial(replace, notice=notice))
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="swiss")
    [first] = news(world, "🏆 **Cup** · round 1")
    assert mentioned(world, first) == {"Ada", "Dmitri"}
    assert "**Borys**" in first.content
    [own] = world.direct_messages("Celina")
    assert "Cup" in own.content
    assert "Ada" in own.content


async def test_an_evening_is_announced_reminded_and_closed_by_the_clock_alone(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="swiss", round_minutes=240)
    [first] = news(world, "🏆 **Cup** · round 1")
    deadline = (await tournament_in(world)).deadline
    assert deadline is not None
    assert f"<t:{int(deadline)}:R>" in first.content
    await world.pass_time(3 * HOUR - 60)
    assert news(world, "⏰") == []
    await world.pass_time(120)  # a quarter of four hours before the end
    [reminder] = news(world, "⏰ **Cup**: round 1 closes soon")
    assert mentioned(world, reminder) == {"Ada", "Borys"}
    await world.restart()
    await world.pass_time(HOUR)
    assert (await tournament_in(world)).stage == "over"
    assert [one.state for one in (await tournament_in(world)).pairings] == ["missed"]
    assert len(news(world, "⏰")) == 1
    assert len(news(world, "🏆 **Cup** is over")) == 1


@pytest.mark.thorough
async def test_each_round_of_a_round_robin_has_a_time_of_its_own(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", round_minutes=60)
    first = (await tournament_in(world)).deadline
    await win(world, "Borys", "Celina")
    await world.pass_time(10)
    now = await tournament_in(world)
    assert (now.timed_round, now.announced_round) == (2, 2)
    assert now.deadline is not None
    assert first is not None
    assert now.deadline > first
    await world.pass_time(2 * HOUR + 60)
    assert (await tournament_in(world)).stage == "over"
    assert len(news(world, "🏆 **Cup** · round")) == 3


async def test_the_end_is_told_with_a_picture_and_the_final_table(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await win(world, "Borys", "Ada")
    await world.pass_time(2)
    [end] = news(world, "🏆 **Cup** is over")
    assert mentioned(world, end) == {"Borys"}
    assert "`1` **Borys** — 3 points" in read(end)
    assert end.attachments[0].description == "Cup: 1. Borys (3 points); 2. Ada (0 points)"
    assert "🥇 **Borys**" in shown(world)


async def test_who_took_part_is_told_that_a_tournament_is_cancelled(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys")
    await as_host(world, "Ada", "Cancel tournament")
    assert "has been cancelled" in said(await world.click("Ada", "Yes"))
    await world.pass_time(2)
    [told] = news(world, "🏆 **Cup** has been cancelled")
    assert mentioned(world, told) == {"Ada", "Borys"}


async def test_what_could_not_be_announced_is_announced_later_and_once(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await sign_up(world, "Ada", "Borys")
    world.fail(Route.SEND, 500, times=None)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(2)
    assert news(world, "🏆 **Cup** · round 1") == []
    world.heal()
    await world.restart()
    await world.pass_time(10)
    await world.restart()
    await world.pass_time(10)
    assert len(news(world, "🏆 **Cup** · round 1")) == 1


async def test_a_failed_direct_message_delays_no_other_nor_the_round(
    world: DiscordWorld,
) -> None:
    services = bot_of(world).services
    for name in ("Ada", "Celina"):
        await services.preferences.change_player(world.guild.id, user_id(world, name), partial(replace, notice="dm"))
    shut = world.person("Ada").user.dm_channel.id
    world.env.inject_error("POST", f"/channels/{shut}/messages", status=400, code=50035, times=None)
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="swiss")
    await world.pass_time(400)
    assert world.direct_messages("Ada") == []
    assert len(world.direct_messages("Celina")) == 1
    assert len(news(world, "🏆 **Cup** · round 1")) == 1
    assert (await tournament_in(world)).announced_round == 1


async def test_an_announcement_that_could_not_be_saved_is_not_repeated(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await sign_up(world, "Ada", "Borys")
    failed: list[Tournament] = []

    async def gone_at_first(tx: Transaction, tournament: Tournament, before: Tournament) -> None:
        if len(failed) < 3:
            failed.append(tournament)
            raise Unavailable("gone")
        await save_shown(tx, tournament, before)

    monkeypatch.setattr("storage.league.tournaments.save_shown", gone_at_first)
    await world.click("Ada", id_prefix="b:fixstart")
    await world.pass_time(400)
    assert len(failed) == 3
    assert "tournament 1 cannot be read or kept now: gone" in caplog.text
    assert (await tournament_in(world)).announced_round == 1
    assert len(news(world, "🏆 **Cup** · round 1")) == 1


async def test_a_change_of_a_round_is_told_once_even_after_a_kill(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_tournament(world, "Ada", "Borys", "Celina", "Dmitri", kind="swiss")
    [first] = news(world, "🏆 **Cup** · round 1")
    await swap(world, "Celina", "Dmitri")
    send = UnsavedMessages.send

    async def send_and_die(posts: UnsavedMessages, post: Post, message: Message, poster: Poster | None = None) -> int:
        message_id = await send(posts, post, message, poster)
        if "changed pairings" in message.content:
            die(world)
            raise Unavailable("killed")
        return message_id

    with monkeypatch.context() as kill:
        kill.setattr(UnsavedMessages, "send", send_and_die)
        assert "The pairings of **Cup** are changed." in said(await world.click("Ada", "Yes"))
    for _ in range(2):
        await world.restart()
        await world.pass_time(5)
        [told] = news(world, "🏆 **Cup** · Round 1: changed pairings")
        assert mentioned(world, told) == {"Ada", "Borys", "Celina", "Dmitri"}
        assert [one.id for one in news(world, "🏆 **Cup** · round 1 of")] == [first.id]


async def test_a_moved_deadline_takes_the_reminder_back_and_reminds_again(world: DiscordWorld) -> None:
    await start_tournament(world, "Ada", "Borys", kind="swiss", round_minutes=60)
    await world.pass_time(50 * 60)
    assert len(news(world, "⏰ **Cup**: round 1 closes soon")) == 1
    await edit(world, more_minutes=60)
    await world.pass_time(2)
    assert [one.content for one in news(world, "~~⏰")] == ["~~⏰ **Cup**: round 1 closes soon~~ · taken back"]
    assert "Open the table" in world.labels("Ada")
    await world.pass_time(HOUR)
    assert len(news(world, "⏰ **Cup**: round 1 closes soon")) == 1
