"""Cached preferences, and simultaneous reads and saves."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.preferences import Preferences
from storage import guilds
from storage.database import Busy, Database
from storage.guilds import PlayerSettings, ServerSettings


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite:///{tmp_path / 'games.db'}")
    yield opened
    await opened.close()


@pytest.fixture
def preferences(database: Database) -> Preferences:
    return Preferences(database, "en", dict)


class SlowRead:
    """The next read, answered only when the test allows; later ones are answered at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, database: Database) -> None:
        self.began, self._continue = asyncio.Event(), asyncio.Event()
        real = database.run_read

        async def read(work: Any) -> Any:
            monkeypatch.setattr(database, "run_read", real)
            found = await real(work)
            self.began.set()
            await self._continue.wait()
            return found

        monkeypatch.setattr(database, "run_read", read)

    def end(self) -> None:
        self._continue.set()


async def test_a_slow_read_of_a_server_does_not_hide_what_was_saved_meanwhile(
    preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowRead(monkeypatch, preferences._database)
    reading = asyncio.ensure_future(preferences.server(7))
    await slow.began.wait()
    new = ServerSettings(7, locale="pl")
    await preferences.change_server(7, lambda old: replace(old, locale="pl"))
    slow.end()
    assert await reading == new
    assert await preferences.server(7) == new


async def test_a_slow_read_of_a_player_does_not_hide_what_was_saved_meanwhile(
    preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowRead(monkeypatch, preferences._database)
    reading = asyncio.ensure_future(preferences.player(7, 1))
    await slow.began.wait()
    new = PlayerSettings(7, 1, board="text")
    await preferences.change_player(7, 1, lambda _: new)
    slow.end()
    assert await reading == new
    assert await preferences.player(7, 1) == new


async def test_unreadable_settings_are_the_defaults_and_read_again_later(
    preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = PlayerSettings(7, 1, board="large")
    async with preferences._database.write() as tx:
        await guilds.save_player(tx, saved)
    with monkeypatch.context() as patch:

        async def busy(*_: Any) -> Any:
            raise Busy("busy")

        patch.setattr(guilds, "player", busy)
        assert await preferences.player(7, 1) == PlayerSettings(7, 1)
    assert await preferences.player(7, 1) == saved


async def test_two_processes_that_change_a_server_s_settings_lose_no_change(
    address: str,
) -> None:
    databases = [await Database.open(address) for _ in range(2)]
    one, other = (Preferences(database, "en", dict) for database in databases)
    for preferences in (one, other):
        assert await preferences.server(7) == ServerSettings(7)
    await one.change_server(7, lambda old: replace(old, locale="pl"))
    old, new = await other.change_server(7, lambda old: replace(old, channels=(*old.channels, 5)))
    assert (old, new) == (ServerSettings(7, locale="pl"), ServerSettings(7, locale="pl", channels=(5,)))
    await asyncio.gather(
        one.change_server(7, lambda old: replace(old, channels=(*old.channels, 6))),
        other.change_server(7, lambda old: replace(old, channels=(*old.channels, 8))),
    )
    async with databases[0].read() as tx:
        assert set((await guilds.server(tx, 7)).channels) == {5, 6, 8}
    for database in databases:
        await database.close()


async def test_two_processes_that_set_a_person_s_first_settings_lose_no_change(
    address: str,
) -> None:
    databases = [await Database.open(address) for _ in range(2)]
    one, other = (Preferences(database, "en", dict) for database in databases)
    await asyncio.gather(
        one.change_player(7, 1, lambda old: replace(old, locale="ru")),
        other.change_player(7, 1, lambda old: replace(old, board="text")),
    )
    async with databases[0].read() as tx:
        assert await guilds.player(tx, 7, 1) == PlayerSettings(7, 1, locale="ru", board="text")
    for database in databases:
        await database.close()


async def test_settings_changed_by_another_process_apply_within_a_minute(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("bot.preferences.monotonic", lambda: now)
    one, other = (Preferences(database, "en", dict) for _ in range(2))
    assert await one.server(7) == ServerSettings(7)
    await other.change_server(7, lambda old: replace(old, locale="pl"))
    now = 61.0
    assert await one.server(7) == ServerSettings(7, locale="pl")
