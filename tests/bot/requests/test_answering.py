"""Requests are answered, even when the person is unreadable."""

from typing import Any

import pytest

from bot.preferences import Preferences
from storage import guilds
from storage.database import Busy
from tests.bot.play.at_table import end_table, hand_of, said, table_in, words_in
from tests.discord_world import DiscordWorld


async def test_a_click_is_done_even_if_the_settings_cannot_be_read(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_: Any) -> Any:
        raise Busy("busy")

    bot: Any = begun.bot
    bot.services.preferences._players.clear()
    bot.services.preferences._servers.clear()
    monkeypatch.setattr(guilds, "player", busy)
    monkeypatch.setattr(guilds, "server", busy)
    answer = await begun.click("Borys", "My hand")
    assert answer.ephemeral
    assert "1-0" in words_in(hand_of(begun, "Borys") or {})


@pytest.mark.parametrize("broken", ["reader_of", "server"])
async def test_a_click_is_done_even_if_reading_who_asks_fails(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    async def fails(*_: Any) -> Any:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Preferences, broken, fails)
    begun.speak("Borys", "pl")
    answer = await begun.click("Borys", "My hand")
    assert answer.ephemeral
    assert "1-0" in words_in(hand_of(begun, "Borys") or {})
    assert "To jeszcze nie twoja kolej" in said(answer)
    assert any(record.exc_info and "who asks" in record.getMessage() for record in caplog.records)


async def test_a_command_is_done_even_if_reading_who_asks_fails(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: Any) -> Any:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Preferences, "reader_of", fails)
    answer = await begun.slash("Ada", "table show")
    assert answer.ephemeral
    assert said(answer)


async def test_who_cannot_be_read_is_no_moderator(begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> Any:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Preferences, "reader_of", fails)
    table = table_in(begun)
    await end_table(begun, "Celina")
    assert table_in(begun).status is table.status
