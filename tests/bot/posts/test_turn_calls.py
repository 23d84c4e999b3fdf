"""Turn calls: only for players who miss the turn."""

from typing import Any

import pytest

from bot.posts.budget import Urgency
from bot.posts.open_hands import ACTIVE_S
from bot.tables.live import Tables
from storage.database import Unavailable
from storage.matches import Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    bot_of,
    look,
    mover,
    open_match,
    play_one,
    table_in,
    tables_of,
    user_id,
)
from tests.bot.posts.test_boards import public_requests
from tests.chance import KnownChance
from tests.discord_world import BY_CHANNEL, DiscordWorld

OTHER = "second-table"


def calls(world: DiscordWorld, name: str, channel: str = "dominoes") -> list[str]:
    """Return a channel's messages that mention a person."""
    mention = f"<@{user_id(world, name)}>"
    return [message.content for message in world.messages(channel=channel) if message.content.startswith(mention)]


async def test_a_call_waits_for_two_minutes_after_the_last_click(
    begun: DiscordWorld,
) -> None:
    await begun.pass_time(ACTIVE_S)
    await look(begun, "Borys")
    before = public_requests(begun)
    await play_one(begun)
    await begun.pass_time(60)
    await begun.click("Borys", "Rules")
    await begun.pass_time(ACTIVE_S - 5)
    assert public_requests(begun) == before + 2, "the board, and Ada's call taken back"
    await begun.pass_time(5)
    assert calls(begun, "Borys") == [f"<@{user_id(begun, 'Borys')}>, your turn!"]
    await begun.pass_time(600)
    assert public_requests(begun) == before + 3


async def test_who_has_just_done_something_else_in_the_channel_is_not_called(begun: DiscordWorld) -> None:
    await begun.pass_time(ACTIVE_S)
    await begun.slash("Borys", "table show")
    await play_one(begun)
    assert calls(begun, "Borys") == []
    await begun.pass_time(ACTIVE_S - 5)
    assert calls(begun, "Borys") == []
    await begun.pass_time(5)
    assert calls(begun, "Borys") == [f"<@{user_id(begun, 'Borys')}>, your turn!"]


async def test_whose_hand_is_open_is_called_only_after_a_minute_of_the_turn(begun: DiscordWorld) -> None:
    await look(begun, "Borys")
    await begun.pass_time(ACTIVE_S + 60)
    await play_one(begun)
    await begun.pass_time(57)
    assert calls(begun, "Borys") == []
    await begun.pass_time(3)
    assert calls(begun, "Borys") == [f"<@{user_id(begun, 'Borys')}>, your turn!"]


async def test_a_player_in_time_is_never_called_and_the_next_turn_restarts(begun: DiscordWorld) -> None:
    await look(begun, "Borys")
    before = public_requests(begun)
    for moves in range(1, 7):
        await begun.pass_time(45)
        await play_one(begun)
        assert public_requests(begun) == before + moves
    await begun.pass_time(ACTIVE_S + 1)
    assert calls(begun, mover(begun)) == [f"<@{user_id(begun, mover(begun))}>, your turn!"]


async def test_who_plays_against_computers_alone_is_never_called(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await world.slash("Ada", "play", game="block", clock="normal", computer="regular")
    await world.click("Ada", id_prefix="b:start")
    await world.pass_time(ACTIVE_S + 5)
    await world.pass_time(3600)
    assert table_in(world).status is Status.PAUSED
    assert not table_in(world).stored.warned
    assert calls(world, "Ada") == []


@pytest.fixture
async def two_tables(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Let Ada open at two tables, away for two minutes."""
    chance.fix_seed(FIRST_OPENS)
    for channel in ("dominoes", OTHER):
        await open_match(world, "Borys", channel=channel, clock="none")
    await world.pass_time(ACTIVE_S + 5)
    return world


async def test_one_call_stands_for_all_tables_that_wait_for_the_same_person(two_tables: DiscordWorld) -> None:
    (call,) = calls(two_tables, "Ada")
    board = table_in(two_tables, OTHER).stored
    assert call.splitlines()[1:] == [
        f"Also your turn: https://discord.com/channels/{board.guild_id}/{board.channel_id}/{board.board_id}"
    ]
    assert calls(two_tables, "Ada", OTHER) == []


async def test_a_table_is_no_longer_named_when_its_turn_has_passed(two_tables: DiscordWorld) -> None:
    await play_one(two_tables, OTHER)
    (call,) = calls(two_tables, "Ada")
    assert call.splitlines()[1:] == []
    await play_one(two_tables)
    assert calls(two_tables, "Ada") == []


async def test_who_forgets_a_second_table_is_called_to_it_two_minutes_later(
    two_tables: DiscordWorld,
) -> None:
    await play_one(two_tables)
    assert calls(two_tables, "Ada") == []
    await two_tables.pass_time(ACTIVE_S - 5)
    assert calls(two_tables, "Ada", OTHER) == []
    await two_tables.pass_time(5)
    assert len(calls(two_tables, "Ada", OTHER)) == 1


@BY_CHANNEL
async def test_a_call_waits_for_boards_but_not_for_ever(begun: DiscordWorld) -> None:
    budget = bot_of(begun).services.publisher.queue._budget
    assert budget is not None
    begun.moment = 0
    await begun.pass_time(ACTIVE_S - 10)
    budget.spend(40 * 20)  # nothing goes for twenty seconds
    await begun.pass_time(11)
    assert calls(begun, "Ada") == [], "it is due, and waits for its turn"
    tables_of(begun).show(table_in(begun))
    waiting = sorted(turn for turn in budget._waiting if turn.start is not None)
    assert [turn.urgency for turn in waiting] == [Urgency.UNWATCHED, Urgency.TURN_CALL], (
        "the board came later and goes before"
    )
    await begun.pass_time(20)
    assert len(calls(begun, "Ada")) == 1


async def test_a_call_that_has_waited_for_half_a_minute_goes_with_the_boards(begun: DiscordWorld) -> None:
    budget = bot_of(begun).services.publisher.queue._budget
    assert budget is not None
    await begun.pass_time(ACTIVE_S - 10)
    budget.spend(40 * 60)  # nothing goes for a minute
    await begun.pass_time(42)
    waiting = [turn.urgency for turn in budget._waiting if turn.start is not None]
    assert waiting == [Urgency.WATCHED]
    await begun.pass_time(20)
    assert len(calls(begun, "Ada")) == 1


async def test_an_unsaved_call_is_not_made_again_and_goes_with_its_turn(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Tables.record_display
    failed: list[dict[str, Any]] = []

    async def gone_at_first(tables: Tables, match_id: str, **columns: Any) -> Any:
        if columns.get("call_id") is not None and len(failed) < 2:
            failed.append(columns)
            raise Unavailable("the connection was lost")
        return await shown(tables, match_id, **columns)

    monkeypatch.setattr(Tables, "record_display", gone_at_first)
    await look(begun, "Borys")
    await play_one(begun)
    await begun.pass_time(ACTIVE_S + 30)
    assert len(failed) == 2
    [call] = [message for message in begun.messages() if "your turn" in message.content]
    assert table_in(begun).stored.call_id == call.id
    await play_one(begun)
    assert call.id not in [message.id for message in begun.messages()]


async def test_a_call_due_when_the_bot_stopped_is_made_when_it_is_back(begun: DiscordWorld) -> None:
    await play_one(begun)
    await begun.pass_time(60)
    await begun.restart()
    await begun.pass_time(5)
    assert len(calls(begun, "Borys")) == 1
