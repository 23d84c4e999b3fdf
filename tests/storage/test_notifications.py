"""Notifications reload each match once, and again after failures."""

from __future__ import annotations

import asyncio

import pytest

from storage import notifications
from storage.database import Busy
from storage.notifications import ChangeNotifications


class Reloads:
    """A recorder of reloads, of which the first `fails` fail."""

    def __init__(self, error: Exception | None = None, fails: int = 0) -> None:
        self.seen: list[str] = []
        self.all_seen = 0
        self.go_on = asyncio.Event()
        self.go_on.set()
        self._error, self._fails = error, fails
        self.notifications = ChangeNotifications(self._on_change, self._on_overflow)

    async def _on_change(self, match_id: str) -> None:
        await self.go_on.wait()
        self.seen.append(match_id)
        self._fail()

    async def _on_overflow(self) -> None:
        self.all_seen += 1
        self._fail()

    def _fail(self) -> None:
        if self._error is not None and self._fails:
            self._fails -= 1
            raise self._error


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the retry pause to 10 ms."""
    monkeypatch.setattr(notifications, "_RETRY_S", 0.01)


async def test_a_match_is_reloaded_once_for_many_notifications() -> None:
    reloads = Reloads()
    for _ in range(5):
        reloads.notifications.receive("a 7")
        reloads.notifications.receive("b 3")
    await asyncio.sleep(0.01)
    assert reloads.seen == ["a", "b"]


async def test_a_notification_during_the_reload_of_its_match_reloads_it_again() -> None:
    reloads = Reloads()
    reloads.go_on.clear()
    reloads.notifications.receive("a 7")
    await asyncio.sleep(0.01)
    reloads.notifications.receive("a 8")
    reloads.go_on.set()
    await asyncio.sleep(0.01)
    assert reloads.seen == ["a", "a"]


@pytest.mark.usefixtures("soon")
async def test_a_match_that_cannot_be_read_is_tried_again() -> None:
    reloads = Reloads(Busy("locked"), fails=2)
    reloads.notifications.receive("a 7")
    await asyncio.sleep(0.2)
    assert reloads.seen == ["a", "a", "a"]


async def test_another_error_of_a_match_is_logged_and_the_next_is_reloaded(
    caplog: pytest.LogCaptureFixture,
) -> None:
    reloads = Reloads(KeyError("x"), fails=1)
    reloads.notifications.receive("a 7")
    reloads.notifications.receive("b 3")
    await asyncio.sleep(0.01)
    assert reloads.seen == ["a", "b"]
    assert "match a, which another process has changed, could not be loaded" in caplog.text


@pytest.mark.usefixtures("soon")
async def test_too_many_notifications_reload_all_matches_also_after_failure() -> None:
    reloads = Reloads(Busy("locked"), fails=1)
    for number in range(1_001):
        reloads.notifications.receive(f"m{number} 1")
    await asyncio.sleep(0.2)
    assert (reloads.seen, reloads.all_seen) == ([], 2)
    reloads.notifications.receive("a 7")
    await asyncio.sleep(0.01)
    assert reloads.seen == ["a"]


@pytest.mark.usefixtures("soon")
async def test_nothing_is_reloaded_after_closing() -> None:
    reloads = Reloads(Busy("locked"), fails=1)
    reloads.notifications.receive("a 7")
    await asyncio.sleep(0.001)
    await reloads.notifications.close()
    reloads.notifications.receive("b 3")
    await asyncio.sleep(0.05)
    assert reloads.seen == ["a"]
