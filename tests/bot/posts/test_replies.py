"""Answers to dismissed messages are sent again."""

from __future__ import annotations

import pytest

from bot.messages.parts.message import Message
from bot.posts.replies import Answer, Reply
from tests.bot.play.at_table import said
from tests.discord_world import DiscordWorld, Route


@pytest.fixture
def _late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delay every answer until after its deferral."""
    whisper, post = Reply.whisper, Reply.post

    async def defer_and_whisper(reply: Reply, message: Message | str) -> Answer:
        await reply._defer()
        reply._hold()
        return await whisper(reply, message)

    async def defer_and_post(reply: Reply, message: Message) -> int:
        await reply._defer()
        reply._hold()
        return await post(reply, message)

    monkeypatch.setattr(Reply, "whisper", defer_and_whisper)
    monkeypatch.setattr(Reply, "post", defer_and_post)


@pytest.mark.usefixtures("_late")
async def test_a_held_command_is_answered_in_its_waiting_message(begun: DiscordWorld) -> None:
    before = begun.requests(Route.FOLLOW_UP)
    assert "dominoes" in said(await begun.slash("Celina", "help"))
    assert begun.requests(Route.FOLLOW_UP) == before


@pytest.mark.usefixtures("_late")
async def test_a_held_command_with_a_dismissed_message_gets_a_new_answer(begun: DiscordWorld) -> None:
    begun.fail(Route.EDIT_ANSWER, 404, code=10008)
    before = begun.requests(Route.FOLLOW_UP)
    answer = await begun.slash("Celina", "help")
    assert begun.requests(Route.FOLLOW_UP) == before + 1
    assert answer.ephemeral
    assert "dominoes" in said(answer)


@pytest.mark.usefixtures("_late")
async def test_a_held_command_for_all_is_answered_for_all(begun: DiscordWorld) -> None:
    answer = await begun.slash("Ada", "table replace", person=begun.person("Celina"))
    assert not answer.ephemeral
    assert said(answer) in [message.content for message in begun.messages()]


@pytest.mark.usefixtures("_late")
async def test_a_public_command_with_a_deleted_message_is_answered_again(
    begun: DiscordWorld,
) -> None:
    begun.fail(Route.EDIT_ANSWER, 404, code=10008)
    before = begun.requests(Route.FOLLOW_UP)
    answer = await begun.slash("Ada", "table replace", person=begun.person("Celina"))
    assert begun.requests(Route.FOLLOW_UP) == before + 1
    assert not answer.ephemeral
    assert said(answer) in [message.content for message in begun.messages()]
