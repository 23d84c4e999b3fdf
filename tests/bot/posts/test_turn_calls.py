"""Turn calls: who sees his turn anyway is not called, and nobody who does not is forgotten."""

from typing import Any

import pytest

from bot.tables.live import Tables
from storage.database import Gone
from tests.bot.play.at_table import look, mover, play_one, table_in, user_id
from tests.bot.posts.test_boards import public_requests
from tests.discord_world import DiscordWorld


async def test_whose_hand_is_open_is_called_only_after_a_minute_of_his_turn(begun: DiscordWorld) -> None:
    await look(begun, "Borys")
    before = public_requests(begun)
    await play_one(begun)
    await begun.pass_time(57)
    assert public_requests(begun) == before + 1, "the board alone"
    await begun.pass_time(3)
    assert public_requests(begun) == before + 2
    assert begun.messages()[-1].content == f"<@{user_id(begun, 'Borys')}>, your turn!"
    await begun.pass_time(600)
    assert public_requests(begun) == before + 2


async def test_who_moves_within_the_minute_is_never_called_and_his_next_turn_begins_another(
    begun: DiscordWorld,
) -> None:
    await look(begun, "Borys")
    before = public_requests(begun)
    for moves in range(1, 7):
        await begun.pass_time(45)
        await play_one(begun)
        assert public_requests(begun) == before + moves
    await begun.pass_time(61)
    called = [message.content for message in begun.messages()[1:]]
    assert called == [f"<@{user_id(begun, mover(begun))}>, your turn!"]


async def test_a_call_that_could_not_be_saved_is_not_made_again_and_is_taken_back_with_its_turn(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Tables.shown
    failed: list[dict[str, Any]] = []

    async def gone_at_first(tables: Tables, match_id: str, **columns: Any) -> Any:
        if columns.get("call_id") is not None and len(failed) < 2:
            failed.append(columns)
            raise Gone("the connection was lost")
        return await shown(tables, match_id, **columns)

    monkeypatch.setattr(Tables, "shown", gone_at_first)
    await look(begun, "Borys")
    await play_one(begun)
    await begun.pass_time(90)
    assert len(failed) == 2
    [call] = [message for message in begun.messages() if "your turn" in message.content]
    assert table_in(begun).stored.call_id == call.id
    await play_one(begun)
    assert call.id not in [message.id for message in begun.messages()]
