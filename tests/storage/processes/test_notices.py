"""Notices: what other processes tell is seen to once for each match, and again when that did not go."""

from __future__ import annotations

import asyncio

import pytest

from storage import notifications
from storage.database import Busy
from storage.notifications import ChangeNotifications


class Attentive:
    """Sees to matches; `fails` says how often it cannot at first."""

    def __init__(self, error: Exception | None = None, fails: int = 0) -> None:
        self.seen: list[str] = []
        self.all_seen = 0
        self.go_on = asyncio.Event()
        self.go_on.set()
        self._error, self._fails = error, fails
        self.notices = ChangeNotifications(self._changed, self._overflowed)

    async def _changed(self, match_id: str) -> None:
        await self.go_on.wait()
        self.seen.append(match_id)
        self._fail()

    async def _overflowed(self) -> None:
        self.all_seen += 1
        self._fail()

    def _fail(self) -> None:
        if self._error is not None and self._fails:
            self._fails -= 1
            raise self._error


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails is tried again in a hundredth of a second."""
    monkeypatch.setattr(notifications, "_AGAIN", 0.01)


async def test_a_match_that_is_told_of_again_and_again_is_seen_to_once() -> None:
    them = Attentive()
    for _ in range(5):
        them.notices.heard("a 7")
        them.notices.heard("b 3")
    await asyncio.sleep(0.01)
    assert them.seen == ["a", "b"]


async def test_what_is_told_while_the_same_match_is_seen_to_is_seen_to_again() -> None:
    them = Attentive()
    them.go_on.clear()
    them.notices.heard("a 7")
    await asyncio.sleep(0.01)
    them.notices.heard("a 8")
    them.go_on.set()
    await asyncio.sleep(0.01)
    assert them.seen == ["a", "a"]


@pytest.mark.usefixtures("soon")
async def test_a_match_that_cannot_be_read_now_is_tried_again() -> None:
    them = Attentive(Busy("locked"), fails=2)
    them.notices.heard("a 7")
    await asyncio.sleep(0.2)
    assert them.seen == ["a", "a", "a"]


async def test_a_match_that_fails_for_another_reason_is_logged_and_the_next_is_seen_to(
    caplog: pytest.LogCaptureFixture,
) -> None:
    them = Attentive(KeyError("x"), fails=1)
    them.notices.heard("a 7")
    them.notices.heard("b 3")
    await asyncio.sleep(0.01)
    assert them.seen == ["a", "b"]
    assert "match a, which another process has changed, could not be seen to" in caplog.text


@pytest.mark.usefixtures("soon")
async def test_of_more_than_can_be_remembered_all_are_seen_to_at_once_and_again_when_that_did_not_go() -> None:
    them = Attentive(Busy("locked"), fails=1)
    for number in range(1_001):
        them.notices.heard(f"m{number} 1")
    await asyncio.sleep(0.2)
    assert (them.seen, them.all_seen) == ([], 2)
    them.notices.heard("a 7")
    await asyncio.sleep(0.01)
    assert them.seen == ["a"]


@pytest.mark.usefixtures("soon")
async def test_after_closing_nothing_is_seen_to() -> None:
    them = Attentive(Busy("locked"), fails=1)
    them.notices.heard("a 7")
    await asyncio.sleep(0.001)
    await them.notices.close()
    them.notices.heard("b 3")
    await asyncio.sleep(0.05)
    assert them.seen == ["a"]
