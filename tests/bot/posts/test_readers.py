"""What is known of the people and servers that read, and what happens when it is read and saved at once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.posts.readers import Readers
from storage import guilds
from storage.database import Busy, Database
from storage.guilds import PlayerSettings, ServerSettings


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite:///{tmp_path / 'games.db'}")
    yield opened
    await opened.close()


@pytest.fixture
def readers(database: Database) -> Readers:
    return Readers(database, "en", dict)


class SlowRead:
    """Lets a read of `storage.guilds` be answered only when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.began, self._go_on = asyncio.Event(), asyncio.Event()
        real = getattr(guilds, name)

        async def read(*arguments: Any) -> Any:
            found = await real(*arguments)
            self.began.set()
            await self._go_on.wait()
            return found

        monkeypatch.setattr(guilds, name, read)

    def end(self) -> None:
        self._go_on.set()


async def test_a_slow_read_of_a_server_does_not_hide_what_was_saved_meanwhile(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowRead(monkeypatch, "server")
    reading = asyncio.ensure_future(readers.server(7))
    await slow.began.wait()
    new = ServerSettings(7, locale="pl")
    await readers.save_server(new)
    slow.end()
    assert await reading == new
    assert await readers.server(7) == new


async def test_a_slow_read_of_a_player_does_not_hide_what_was_saved_meanwhile(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowRead(monkeypatch, "player")
    reading = asyncio.ensure_future(readers.player(7, 1))
    await slow.began.wait()
    new = PlayerSettings(7, 1, board="text")
    await readers.save_player(new)
    slow.end()
    assert await reading == new
    assert await readers.player(7, 1) == new


async def test_settings_that_cannot_be_read_are_the_usual_ones_and_are_read_again_later(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = PlayerSettings(7, 1, board="large")
    async with readers._database.write() as tx:
        await guilds.save_player(tx, saved)
    with monkeypatch.context() as patch:

        async def busy(*_: Any) -> Any:
            raise Busy("busy")

        patch.setattr(guilds, "player", busy)
        assert await readers.player(7, 1) == PlayerSettings(7, 1)
    assert await readers.player(7, 1) == saved
