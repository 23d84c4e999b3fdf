"""Deleted boards are reposted, with backoff against other bots."""

import pytest

from bot.posts.publisher import RepostBackoff
from bot.requests.limits import CHANNEL_COOLDOWN_S, PERSON_COOLDOWN_S
from tests.bot.play.at_table import (
    board_of,
    look,
    play_one,
    said,
    table_in,
)
from tests.discord_world import DiscordWorld, Route

CHANNEL = 7


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def delete_board(world: DiscordWorld) -> None:
    """Delete the board, like a bot tidying the channel."""
    board_id = table_in(world).stored.board_id
    assert board_id is not None
    if board_id in world.env.backend.messages[world.channel.id]:
        world.env.backend.delete_message(world.channel.id, board_id)


async def delete_boards(world: DiscordWorld, seconds: int) -> int:
    """Count boards posted while another bot deletes them."""
    boards = {table_in(world).stored.board_id}
    for _ in range(seconds):
        delete_board(world)
        await world.env.settle()
        await world.pass_time(1)
        boards.add(table_in(world).stored.board_id)
    return len(boards) - 1


# --- The rests -------------------------------------------------------------------------------------------------------


def test_each_deletion_in_a_row_makes_the_rest_longer() -> None:
    clock = Clock()
    backoff = RepostBackoff(clock)
    rests = []
    for _ in range(7):
        backoff.record_deletion(CHANNEL, clock.now - 1)
        rests.append(backoff.pause_s(CHANNEL))
        clock.now += rests[-1] + 2
        assert backoff.pause_s(CHANNEL) == 0
    assert rests == [0, 10, 60, 300, 1800, 1800, 1800]
    assert backoff.deletions(CHANNEL) == 7
    assert backoff.deletions(8) == 0


def test_a_board_that_stood_for_ten_minutes_begins_the_count_again() -> None:
    clock = Clock()
    backoff = RepostBackoff(clock)
    for _ in range(4):
        backoff.record_deletion(CHANNEL, clock.now - 1)
    clock.now += 3000
    backoff.record_deletion(CHANNEL, clock.now - 600)
    assert (backoff.deletions(CHANNEL), backoff.pause_s(CHANNEL)) == (1, 0)


def test_a_request_for_the_board_skips_the_wait_and_keeps_the_backoff() -> None:
    clock = Clock()
    backoff = RepostBackoff(clock)
    for _ in range(3):
        backoff.record_deletion(CHANNEL, clock.now)
    backoff.end_pause(CHANNEL)
    assert backoff.pause_s(CHANNEL) == 0
    backoff.record_deletion(CHANNEL, clock.now)
    assert backoff.pause_s(CHANNEL) == 300


# --- In the channel --------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_bot_deleting_each_board_gets_four_in_ten_minutes(begun: DiscordWorld) -> None:
    posted = await delete_boards(begun, 600)
    assert posted == 4  # at once, then after 10, 60 and 300 seconds


async def test_the_board_comes_back_by_itself_when_nobody_deletes_it_any_more(begun: DiscordWorld) -> None:
    await delete_boards(begun, 20)  # two were posted; the third waits for a minute
    gone = table_in(begun).stored.board_id
    await begun.pass_time(60)
    assert board_of(begun)["id"] != str(gone)
    assert int(board_of(begun)["id"]) in begun.env.backend.messages[begun.channel.id]


async def test_moves_are_taken_and_post_no_board_while_boards_are_deleted(begun: DiscordWorld) -> None:
    await look(begun, "Borys")
    await play_one(begun)
    await delete_boards(begun, 20)
    revision, before = table_in(begun).revision, begun.requests(Route.SEND)
    assert table_in(begun).stored.board_id not in begun.env.backend.messages[begun.channel.id]
    await play_one(begun)
    assert table_in(begun).revision > revision
    assert begun.requests(Route.SEND) == before


async def test_a_repeatedly_deleted_board_is_posted_on_request_with_a_hint(
    begun: DiscordWorld,
) -> None:
    await delete_boards(begun, 40)
    await begun.pass_time(25)
    delete_board(begun)  # the third time: the next would come in five minutes
    await begun.env.settle()
    gone = table_in(begun).stored.board_id
    answer = said(await begun.slash("Ada", "table show"))
    assert "times in a row" in answer
    assert "Another bot" in answer
    assert board_of(begun)["id"] != str(gone)


async def test_a_board_a_person_deletes_now_and_then_returns_at_once(begun: DiscordWorld) -> None:
    for _ in range(6):
        await begun.pass_time(601)
        gone = table_in(begun).stored.board_id
        delete_board(begun)
        await begun.env.settle()
        await begun.pass_time(1)
        assert table_in(begun).stored.board_id != gone
    assert "in a row" not in said(await begun.slash("Ada", "table show"))


# --- Asking for the board --------------------------------------------------------------------------------------------


async def test_nobody_has_a_board_posted_again_and_again(begun: DiscordWorld) -> None:
    begun.moment = 0
    before = begun.requests(Route.SEND)
    answers = [said(await begun.slash(name, "table show")) for _ in range(5) for name in ("Celina", "Dmitri")]
    await begun.pass_time(1)
    assert begun.requests(Route.SEND) == before + 1
    assert "bottom of the channel" in answers[0]
    assert all("a moment ago" in answer and "/channels/" in answer for answer in answers[1:])


@pytest.mark.parametrize(
    ("name", "seconds"), [("Celina", PERSON_COOLDOWN_S), ("Dmitri", CHANNEL_COOLDOWN_S)], ids=["the same", "another"]
)
async def test_the_board_may_be_asked_for_again_in_a_while(begun: DiscordWorld, name: str, seconds: float) -> None:
    begun.moment = 0
    await begun.slash("Celina", "table show")
    await begun.pass_time(seconds - 1)
    assert "a moment ago" in said(await begun.slash(name, "table show"))
    await begun.pass_time(2)
    assert "bottom of the channel" in said(await begun.slash(name, "table show"))
