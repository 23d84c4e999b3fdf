"""Failed requests are retried otherwise, and facts saved."""

import pytest

from bot.messages.parts.message import Message
from bot.posts.open_hands import ACTIVE_S
from bot.posts.replies import Answer, Reply
from bot.tables.errors import TableError
from bot.tables.live import Tables
from storage.errors import Full
from storage.matches import Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    lies,
    open_lobby,
    open_match,
    play_one,
    said,
    set_own,
    table_in,
    tables_of,
    user_id,
    words_in,
)
from tests.bot.play.league.at_league import save_matches
from tests.bot.play.league.test_leaderboards import load_leaderboards, seen_to
from tests.bot.posts.test_boards import public_requests
from tests.bot.posts.test_turn_calls import OTHER, calls
from tests.chance import KnownChance
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route

# --- Channels --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code", "logged"), [(403, 50013, True), (500, 0, True), (404, 10008, False)])
async def test_an_old_board_that_cannot_be_deleted_stays_beside_the_new(
    begun: DiscordWorld, caplog: pytest.LogCaptureFixture, status: int, code: int, logged: bool
) -> None:
    caplog.set_level("INFO")
    old = table_in(begun).stored.board_id
    begun.fail(Route.DELETE, status, code=code)
    sent = begun.requests(Route.SEND)
    await begun.slash("Borys", "table show")
    await begun.pass_time(60)
    board = table_in(begun).stored.board_id
    assert board != old
    assert begun.requests(Route.SEND) == sent + 1, "the board is not posted again because of the old one"
    assert ("a message could not be deleted" in caplog.text) == logged
    await play_one(begun)
    assert "opens with `0-0`" in words_in(board_of(begun))
    assert board_of(begun)["id"] == str(board)


async def test_who_cannot_be_written_to_now_is_called_in_the_channel(begun: DiscordWorld) -> None:
    await set_own(begun, "Borys", "notices", "dm")
    await play_one(begun)
    begun.fail(Route.OPEN_DM, 500, times=None)
    await begun.pass_time(ACTIVE_S)
    [call] = calls(begun, "Borys")
    assert "I couldn't send you a direct message" in call
    assert begun.direct_messages("Borys") == []


async def test_a_leaderboard_deleted_unnoticed_is_no_longer_kept(world: DiscordWorld) -> None:
    await save_matches(world, ["Ada"], ["Celina"])
    await world.slash("Ada", "leaderboard")
    await world.click("Ada", "Keep here")
    assert len(await load_leaderboards(world)) == 1
    world.fail(Route.EDIT, 404, times=None)
    world.env.inject_error("GET", "/channels/*/messages/*", status=404, code=10008, times=None)
    await save_matches(world, ["Celina"], ["Ada"], times=2)
    await seen_to(world)
    assert await load_leaderboards(world) == ()


# --- Answers ---------------------------------------------------------------------------------------------------------


async def test_a_removal_works_without_error_after_its_question_is_dismissed(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    world.speak("Borys", "en-US")
    await open_lobby(world, "Borys")
    await world.click("Ada", "More…")
    await world.click("Ada", "Remove")
    world.fail(Route.DELETE_ANSWER, 404)
    followed = world.requests(Route.FOLLOW_UP)
    await world.select("Ada", ["1"], id_prefix="s:remove")
    assert [seat.user_id for seat in table_in(world).seats] == [user_id(world, "Ada")]
    assert "Borys" not in words_in(board_of(world))
    assert world.requests(Route.FOLLOW_UP) == followed, "no error is told"
    assert "an answer came too late" not in caplog.text


@pytest.mark.parametrize(("status", "code"), [(500, 0), (400, 40060)])
async def test_a_command_that_could_not_be_held_is_answered_all_the_same(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    whisper = Reply.whisper

    async def defer_and_whisper(reply: Reply, message: Message | str) -> Answer:
        await reply._defer()
        return await whisper(reply, message)

    monkeypatch.setattr(Reply, "whisper", defer_and_whisper)
    begun.fail(Route.ANSWER, status, code=code)
    answer = await begun.slash("Celina", "help")
    assert answer.ephemeral
    assert "dominoes" in said(answer)


# --- Tables without a channel, and calls -----------------------------------------------------------------------------


async def test_a_table_without_its_channel_ends_when_it_calls_a_player(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await play_one(begun)
    begun.fail(Route.SEND, 404, code=10003)
    await begun.pass_time(ACTIVE_S)
    table = await tables_of(begun).find(match_id)
    assert table is not None
    assert table.status is Status.CANCELLED
    assert begun.requests(Route.SEND) > 0


@BY_CHANNEL
async def test_an_unended_table_without_a_channel_ends_with_its_next_change(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = table_in(begun).id

    async def refuse(_tables: Tables, _match_id: str) -> None:
        raise TableError("error.failed")

    begun.fail(Route.EDIT, 404, code=10003, times=None)
    with monkeypatch.context() as patch:
        patch.setattr(Tables, "abandon", refuse)
        await play_one(begun)
        table = await tables_of(begun).find(match_id)
        assert table is not None
        assert table.status.is_live
        assert lies(begun) == ["0-0"]
        before = public_requests(begun)
        await begun.pass_time(60)
        assert public_requests(begun) == before, "a channel that is no more is not asked again and again"
    await play_one(begun)
    table = await tables_of(begun).find(match_id)
    assert table is not None
    assert table.status is Status.CANCELLED


@BY_CHANNEL
@pytest.mark.parametrize("route", [Route.EDIT, Route.SEND])
async def test_an_unsaved_end_of_a_table_without_a_channel_is_retried(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch, route: Route
) -> None:
    """An edit or a call finds the channel gone."""
    match_id, tries = table_in(begun).id, []
    abandon = Tables.abandon

    async def full_at_first(tables: Tables, gone: str) -> None:
        tries.append(gone)
        if len(tries) == 1:
            raise Full("no room")
        await abandon(tables, gone)

    monkeypatch.setattr(Tables, "abandon", full_at_first)
    for one in (route, Route.HISTORY):
        begun.fail(one, 404, code=10003, times=None)
    await play_one(begun)
    await begun.pass_time(ACTIVE_S + 3)
    table = await tables_of(begun).find(match_id)
    assert table is not None
    assert table.status is Status.CANCELLED
    assert tries[:2] == [match_id, match_id]


async def test_a_call_for_two_tables_that_fails_is_made_later_for_both(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    world.speak("Borys", "en-US")
    for channel in ("dominoes", OTHER):
        await open_match(world, "Borys", channel=channel, clock="none")
    world.fail(Route.SEND, 503, code=0, times=2)
    await world.pass_time(ACTIVE_S + 5)
    await world.pass_time(60)
    told = calls(world, "Ada") + calls(world, "Ada", OTHER)
    assert len(told) == 1
    assert "Also your turn: https://discord.com/channels/" in told[0]
