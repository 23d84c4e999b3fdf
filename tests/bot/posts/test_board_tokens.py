"""Boards are edited by the tokens of clicks on them, and as messages where that fails."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.messages.parts.components import Kind
from bot.posts.board_tokens import BoardTokens
from tests import simulation
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    forged,
    hand_of,
    look,
    open_lobby,
    play_one,
    table_in,
    user_id,
    words_in,
)
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route

LAID = "opens with `0-0`"


def click_on(message_id: int, *, channel_id: int = 1, ephemeral: bool = False, guild_id: int | None = 1) -> Any:
    """Return a click on a message."""
    return SimpleNamespace(
        type=discord.InteractionType.component,
        guild_id=guild_id,
        channel_id=channel_id,
        message=SimpleNamespace(id=message_id, flags=SimpleNamespace(ephemeral=ephemeral)),
    )


# --- At a table ------------------------------------------------------------------------------------------------------


async def test_a_move_edits_the_board_without_a_counted_request(begun: DiscordWorld) -> None:
    before = begun.requests(Route.EDIT), begun.public_edits()
    await play_one(begun)
    assert LAID in words_in(board_of(begun))
    assert (begun.requests(Route.EDIT), begun.public_edits()) == (before[0], before[1] + 1)


async def test_a_board_waits_for_no_permit_with_a_token(begun: DiscordWorld) -> None:
    bot_of(begun).services.channels._budget.spend(1000)
    await play_one(begun)
    assert LAID in words_in(board_of(begun))


async def test_the_first_hand_after_five_minutes_renews_the_token(begun: DiscordWorld) -> None:
    await begun.pass_time(301)
    before = begun.requests(Route.FOLLOW_UP)
    await look(begun, "Ada")
    assert begun.requests(Route.FOLLOW_UP) == before + 1
    assert hand_of(begun, "Ada") is not None
    await look(begun, "Borys")
    assert begun.requests(Route.FOLLOW_UP) == before + 1, "the token is young, so the hand is the click's only answer"
    await begun.pass_time(800)
    edits = begun.requests(Route.EDIT)
    await play_one(begun)
    assert begun.requests(Route.EDIT) == edits, "1,101 s after the table was opened"


async def test_a_board_is_edited_as_a_message_after_14_minutes(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    await begun.pass_time(841)
    before = begun.requests(Route.EDIT)
    await begun.click("Ada", id_prefix="b:move")
    assert begun.requests(Route.EDIT) == before + 1
    assert LAID in words_in(board_of(begun))


async def test_a_board_is_edited_as_a_message_after_a_restart(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    await begun.restart()
    before = begun.requests(Route.EDIT)
    await begun.click("Ada", id_prefix="b:move")
    assert begun.requests(Route.EDIT) == before + 1


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10008), (404, 10015)])
async def test_a_refused_token_is_dropped_and_the_board_edited(begun: DiscordWorld, status: int, code: int) -> None:
    for name in ("Ada", "Borys"):
        bot_of(begun).services.hands.close(table_in(begun).id, user_id(begun, name))
    begun.fail(Route.EDIT_ANSWER, status, code=code)
    before = begun.requests(Route.EDIT)
    await play_one(begun)
    assert begun.requests(Route.EDIT) == before + 1
    assert LAID in words_in(board_of(begun))
    assert not bot_of(begun).services.channels.tokens.can_edit(int(board_of(begun)["id"]))


@BY_CHANNEL
async def test_boards_are_edited_as_messages_if_tokens_are_off(begun: DiscordWorld) -> None:
    before = begun.requests(Route.EDIT)
    await play_one(begun)
    assert begun.requests(Route.EDIT) == before + 1


async def test_no_answer_on_a_board_deletes_it(world: DiscordWorld) -> None:
    await open_lobby(world, "Borys")
    board = board_of(world)["id"]
    await simulation.deliver(world.env, forged(world, "Ada", "b", Kind.REMOVE, table_in(world).id, "1", "1", ""))
    assert len(table_in(world).seats) == 1
    assert board_of(world)["id"] == board


# --- Limits of Discord ------------------------------------------------------------------------------------------------


def test_a_token_makes_three_edits_in_two_seconds(clock: SimpleNamespace) -> None:
    tokens = BoardTokens(lambda: clock.now)
    tokens.record(click_on(7))
    assert [tokens.take(7) is None for _ in range(4)] == [False, False, False, True]
    clock.now += 2.0
    assert tokens.can_edit(7)


def test_twenty_hands_a_minute_follow_in_a_channel(clock: SimpleNamespace) -> None:
    tokens = BoardTokens(lambda: clock.now)
    for board in range(20):
        assert tokens.is_wanted(click_on(board))
        tokens.record(click_on(board), with_follow_up=True)
    assert not tokens.is_wanted(click_on(20))
    assert tokens.is_wanted(click_on(20, channel_id=2))
    clock.now += 60.0
    assert tokens.is_wanted(click_on(20))


@pytest.mark.parametrize("about", [{"ephemeral": True}, {"guild_id": None}])
def test_private_messages_give_no_token(clock: SimpleNamespace, about: dict[str, Any]) -> None:
    tokens = BoardTokens(lambda: clock.now)
    assert not tokens.is_wanted(click_on(7, **about))
    tokens.record(click_on(7, **about))
    assert not tokens.can_edit(7)


@pytest.fixture
def clock() -> SimpleNamespace:
    return SimpleNamespace(now=1_000.0)
