"""Partners who are asked before they become a team."""

import pytest

from bot.messages.parts.message import Message
from bot.posts.unsaved_messages import Post, Poster, UnsavedMessages
from storage.database import Unavailable
from tests.bot.play.at_table import said, set_own
from tests.bot.play.faults.test_kill_between_post_and_save import die
from tests.bot.play.league.tournaments.at_tournaments import new_tournament, shown, sign_up, tournament_in
from tests.bot.play.league.tournaments.test_teams import join_team
from tests.bot.play.league.tournaments.test_time import mentioned, news
from tests.discord_world import DiscordWorld


async def ask_ada(world: DiscordWorld, *names: str) -> None:
    """Let people ask Ada, who has founded a team, for a place in it."""
    await new_tournament(world, "Ada", game="kent", title="Cup")
    await join_team(world, "Ada", "0")
    for name in names:
        await join_team(world, name, "1")


async def test_a_partner_is_asked_and_the_asker_waits_alone(world: DiscordWorld) -> None:
    await ask_ada(world, "Borys")
    assert "Ada · 1/2\nBorys\n-# Borys asks Ada" in shown(world)
    [question] = news(world, "🏆 **Cup**: <@")
    assert mentioned(world, question) == {"Ada"}
    assert "Only members of the team" in said(await world.click("Celina", "Play together"))
    yes = world.button("Ada", "Play together")
    await world.press("Ada", yes)
    assert "Ada & Borys · 2/2" in shown(world)
    assert mentioned(world, world.messages()[-1]) == {"Borys"}
    assert "no longer open" in said(await world.press("Ada", yes)), "a second click changes nothing"


async def test_a_declined_asker_stays_signed_up(world: DiscordWorld) -> None:
    await ask_ada(world, "Borys")
    await world.click("Ada", "No, thanks")
    assert "Ada · 1/2\nBorys" in shown(world)
    assert "asks" not in shown(world)


async def test_an_asker_takes_the_question_back(world: DiscordWorld) -> None:
    await ask_ada(world, "Borys")
    yes = world.button("Ada", "Play together")
    await world.click("Borys", id_prefix="b:fixteams")
    assert "taken your question back" in said(await world.click("Borys", "Take my question back"))
    assert "no longer open" in said(await world.press("Ada", yes))
    assert (await tournament_in(world)).teams.keys() == {1}


@pytest.mark.thorough
async def test_of_two_who_ask_one_joins_and_the_other_is_told(world: DiscordWorld) -> None:
    await ask_ada(world, "Borys", "Celina")
    choice = said(await world.click("Ada", id_prefix="b:fixteams"))
    assert "**Celina** asks to play in your team." in choice
    await world.click("Ada", "Play together: Celina")
    assert "Ada & Celina · 2/2\nBorys" in shown(world)
    assert "is full now" in world.messages()[-1].content
    assert mentioned(world, world.messages()[-1]) == {"Borys"}


async def test_a_question_ends_with_a_withdrawal_and_with_the_start(world: DiscordWorld) -> None:
    await ask_ada(world, "Borys", "Celina")
    await world.click("Borys", "Withdraw")
    await world.click("Borys", "Yes")
    questions = news(world, "🏆 **Cup**: <@")
    assert len(questions) == 2
    await sign_up(world, "Borys", "Dmitri")
    yes = world.button("Ada", "Play together")
    await world.click("Ada", id_prefix="b:fixstart")
    assert (await tournament_in(world)).stage == "running"
    assert "already started" in said(await world.press("Ada", yes))


async def test_a_question_respects_the_wish_not_to_be_notified(world: DiscordWorld) -> None:
    await set_own(world, "Ada", "notices", "none")
    await set_own(world, "Borys", "notices", "dm")
    await ask_ada(world, "Borys")
    [question] = news(world, "🏆 **Cup**: **Ada**, **Borys** asks")
    assert mentioned(world, question) == set()
    assert world.direct_messages("Ada") == []
    await world.click("Ada", "Play together")
    [answer] = world.direct_messages("Borys")
    assert "**Ada** agrees" in answer.content


async def test_an_ended_question_loses_its_buttons(world: DiscordWorld) -> None:
    await ask_ada(world, "Borys", "Celina")
    assert all(one.components for one in news(world, "🏆 **Cup**: <@"))
    await world.click("Borys", "Withdraw")
    await world.click("Borys", "Yes")
    await world.pass_time(3)
    assert [bool(one.components) for one in news(world, "🏆 **Cup**: <@")] == [False, True]
    await world.click("Ada", "Play together")
    await world.pass_time(3)
    assert not any(one.components for one in news(world, "🏆 **Cup**: <@"))
    assert [one.kind for one in (await tournament_in(world)).announcements if one.kind == "partner"] == []


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_question_is_asked_once_even_after_a_kill(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, is_sent: bool
) -> None:
    send = UnsavedMessages.send

    async def send_and_die(posts: UnsavedMessages, post: Post, message: Message, poster: Poster | None = None) -> int:
        is_question = "asks to play" in message.content
        if is_question and not is_sent:
            die(world)
        message_id = await send(posts, post, message, poster)
        if is_question:
            die(world)
            raise Unavailable("killed")
        return message_id

    with monkeypatch.context() as kill:
        kill.setattr(UnsavedMessages, "send", send_and_die)
        await ask_ada(world, "Borys")
    assert len(news(world, "🏆 **Cup**: <@")) == is_sent
    for _ in range(2):
        await world.restart()
        await world.pass_time(5)
        assert len(news(world, "🏆 **Cup**: <@")) == 1
    await world.click("Ada", "Play together")
    assert (await tournament_in(world)).teams.keys() == {1}
