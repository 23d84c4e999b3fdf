"""Writers send the newest state, in turn, with pauses."""

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.posts.budget import RequestBudget, Urgency
from bot.posts.update_queue import UpdateOutcome, UpdateQueue
from storage.errors import StorageError


class Page:
    """The updates run, in order; some fail or wait."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.failing: set[str] = set()
        self.forbidden: set[str] = set()
        self.gate: asyncio.Future[None] | None = None
        self.at_once = 0
        self.most_at_once = 0

    async def show(self, key: str, thing: str) -> UpdateOutcome:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.shown.append((key, thing))
        if self.gate is not None:
            await asyncio.shield(self.gate)
        self.at_once -= 1
        if thing in self.forbidden:
            return UpdateOutcome.FORBIDDEN
        return UpdateOutcome.FAILED if thing in self.failing else UpdateOutcome.DONE


class Timers:
    """Timers that go off when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", self._call_later)

    @property
    def seconds(self) -> list[float]:
        return [seconds for seconds, _, _ in self.waiting]

    def _call_later(self, seconds: float, callback: Callable[..., None], *arguments: Any) -> Any:
        entry = (seconds, callback, arguments)
        self.waiting.append(entry)
        return type("Handle", (), {"cancel": lambda _: self._forget(entry)})()

    def _forget(self, entry: tuple[float, Callable[..., None], tuple[Any, ...]]) -> None:
        """Cancel; a second time does no harm."""
        self.waiting = [one for one in self.waiting if one is not entry]

    async def go_off(self) -> None:
        waiting, self.waiting = self.waiting, []
        for _, callback, arguments in waiting:
            callback(*arguments)
        await quiet()


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
async def timers(monkeypatch: pytest.MonkeyPatch) -> Timers:
    return Timers(monkeypatch)


async def quiet() -> None:
    """Lets everything happen that waits for nothing."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_what_is_marked_many_times_at_one_instant_is_shown_once(page: Page) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    for _ in range(5):
        queue.mark("channel", "table")
    await quiet()
    assert page.shown == [("channel", "table")]
    assert len(queue) == 0, "nothing is remembered of a key at which nothing waits"


async def test_what_is_marked_while_it_is_shown_is_shown_once_more(page: Page) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    page.gate = asyncio.get_running_loop().create_future()
    queue.mark("channel", "table")
    await quiet()
    queue.mark("channel", "table")
    queue.mark("channel", "table")
    page.gate.set_result(None)
    await quiet()
    assert page.shown == [("channel", "table")] * 2


async def test_one_key_updates_one_at_a_time_without_blocking_others(page: Page) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    page.gate = asyncio.get_running_loop().create_future()
    for key, thing in (("a", "1"), ("a", "2"), ("b", "3")):
        queue.mark(key, thing)
    await quiet()
    assert page.shown == [("a", "1"), ("b", "3")]
    page.gate.set_result(None)
    await quiet()
    assert page.shown == [("a", "1"), ("b", "3"), ("a", "2")]


async def test_between_two_things_shown_at_a_key_lies_a_pause(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}", pause=5.0)
    queue.mark("channel", "table")
    await quiet()
    queue.mark("channel", "table")
    queue.mark("channel", "other")
    await quiet()
    assert page.shown == [("channel", "table")]
    assert timers.seconds == [5.0]
    await timers.go_off()
    assert page.shown == [("channel", "table")] * 2
    await timers.go_off()
    assert page.shown[2:] == [("channel", "other")]
    await timers.go_off()
    assert timers.seconds == []
    assert len(queue) == 0


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StorageError("locked"), "page channel cannot be read or kept now: locked"),
        (KeyError(1), "could not be updated"),
    ],
)
async def test_what_raises_has_failed_is_logged_and_tried_again(
    timers: Timers, caplog: pytest.LogCaptureFixture, error: Exception, said: str
) -> None:
    errors = [error]
    shown = []

    async def show(_: str, thing: str) -> UpdateOutcome:
        if errors:
            raise errors.pop()
        shown.append(thing)
        return UpdateOutcome.DONE

    queue = UpdateQueue(show, subject="page {}")
    queue.mark("channel", "table")
    await quiet()
    assert (shown, timers.seconds) == ([], [2.0])
    assert said in caplog.text
    await timers.go_off()
    assert (shown, len(queue)) == (["table"], 0)


async def test_the_pause_grows_with_failures_and_resets_after_success(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    page.failing = {"table"}
    queue.mark("channel", "table")
    await quiet()
    waits = list(timers.seconds)
    for _ in range(5):
        await timers.go_off()
        waits += timers.seconds
    assert waits == [2.0, 10.0, 60.0, 300.0, 300.0, 300.0]
    page.failing = set()
    await timers.go_off()
    assert timers.seconds == []
    page.failing = {"table"}
    queue.mark("channel", "table")
    await quiet()
    assert timers.seconds == [2.0]


async def test_what_is_forbidden_is_tried_again_in_a_while_or_with_the_next_mark(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}", pause=5.0)
    page.forbidden = {"table"}
    queue.mark("channel", "table")
    await quiet()
    assert timers.seconds == [2.0]
    queue.mark("channel", "table")
    await quiet()
    assert page.shown == [("channel", "table")] * 2
    assert timers.seconds == [10.0]
    page.forbidden = set()
    await timers.go_off()
    assert page.shown == [("channel", "table")] * 3
    await timers.go_off()
    assert len(queue) == 0


async def test_a_postponed_update_runs_once_at_its_newest_time(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    queue.mark_after(60, "channel", "table")
    queue.mark_after(30, "channel", "table")
    queue.mark_after(90, "other", "table")
    queue.cancel_mark("other", "table")
    assert timers.seconds == [30]
    await timers.go_off()
    assert page.shown == [("channel", "table")]
    queue.mark_after(30, "channel", "table")
    await queue.close()
    assert timers.seconds == []
    assert page.shown == [("channel", "table")] * 2, "closing waits for nothing"


async def test_closing_shows_the_forty_most_urgent_keys_and_leaves_the_rest(page: Page, timers: Timers) -> None:
    budget = RequestBudget(50, lambda: 0.0)
    budget.spend(1000)
    queue = UpdateQueue(page.show, budget, subject="page {}")
    for number in range(100):
        queue.mark(f"channel {number}", "table", Urgency.UNWATCHED if number < 90 else Urgency.WATCHED)
    await quiet()
    assert page.shown == []
    await queue.close()
    assert [key for key, _ in page.shown] == [f"channel {number}" for number in (*range(90, 100), *range(30))]


async def test_a_key_waits_until_it_is_shown_and_for_ever_after_closing(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}", pause=5.0)
    page.gate = asyncio.get_running_loop().create_future()
    queue.mark("a", "1")
    assert queue.is_pending("a")
    await quiet()
    assert queue.is_pending("a"), "it is just being shown"
    page.gate.set_result(None)
    await quiet()
    assert not queue.is_pending("a"), "a pause is no wait"
    page.failing = {"2"}
    queue.mark("b", "2")
    await quiet()
    assert queue.is_pending("b")
    await queue.close()
    assert queue.is_pending("b")
    assert not queue.is_pending("a")


async def test_a_mark_does_not_shorten_the_wait_after_a_failure(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    page.failing = {"table"}
    queue.mark("channel", "table")
    await quiet()
    queue.mark("channel", "table")
    await quiet()
    assert page.shown == [("channel", "table")]
    assert timers.seconds == [2.0]


async def test_who_cannot_wait_is_served_in_the_pause_and_the_pause_begins_again(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}", pause=5.0)
    queue.mark("channel", "table")
    await quiet()
    await queue.update_now("channel", "other")
    assert page.shown == [("channel", "table"), ("channel", "other")]
    assert timers.seconds == [5.0]


async def test_an_urgent_update_waits_for_the_running_one(page: Page) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    page.gate = asyncio.get_running_loop().create_future()
    queue.mark("channel", "table")
    await quiet()
    waiting = asyncio.ensure_future(queue.update_now("channel", "table"))
    await quiet()
    assert not waiting.done()
    page.gate.set_result(None)
    await waiting
    assert page.shown == [("channel", "table")] * 2
    assert page.most_at_once == 1
    await quiet()
    assert len(queue) == 0


async def test_what_failed_for_somebody_who_could_not_wait_is_tried_later(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    page.failing = {"table"}
    await queue.update_now("channel", "table")
    assert timers.seconds == [2.0]
    page.failing = set()
    await timers.go_off()
    assert page.shown == [("channel", "table")] * 2


async def test_closing_runs_all_updates_without_the_pause_or_retries(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}", pause=5.0)
    page.failing = {"bad"}
    queue.mark("channel", "first")
    await quiet()
    for thing in ("bad", "good"):
        queue.mark("channel", thing)
    await queue.close()
    assert page.shown == [("channel", "first"), ("channel", "bad"), ("channel", "good")]
    assert timers.seconds == []
    assert len(queue) == 0


async def test_nothing_is_accepted_after_closing(page: Page, timers: Timers) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    await queue.close()
    queue.mark("channel", "table")
    await queue.update_now("channel", "table")
    await quiet()
    assert page.shown == []
    assert timers.seconds == []


async def test_closing_waits_for_what_somebody_is_having_shown(page: Page) -> None:
    queue = UpdateQueue(page.show, RequestBudget(50, lambda: 0.0), subject="page {}")
    page.gate = asyncio.get_running_loop().create_future()
    asking = asyncio.ensure_future(queue.update_now("channel", "table"))
    await quiet()
    closing = asyncio.ensure_future(queue.close())
    await quiet()
    assert not closing.done()
    page.gate.set_result(None)
    await closing
    await asking
    assert page.shown == [("channel", "table")]


async def test_what_is_marked_in_a_held_block_is_updated_once_after_it(page: Page) -> None:
    queue = UpdateQueue(page.show, subject="page {}")
    async with queue.held("channel"):
        queue.mark("channel", "table")
        await quiet()
        queue.mark("channel", "table")
        await quiet()
        assert page.shown == []
    await quiet()
    assert page.shown == [("channel", "table")]
    assert len(queue) == 0


async def test_a_key_waits_as_long_as_discord_says_and_others_do_not(
    page: Page, timers: Timers, caplog: pytest.LogCaptureFixture
) -> None:
    async def show(key: str, thing: str) -> UpdateOutcome:
        await page.show(key, thing)
        if key == "limited":
            raise discord.RateLimited(1200)
        return UpdateOutcome.DONE

    queue = UpdateQueue(show, RequestBudget(50, lambda: 0.0), subject="page {}")
    queue.mark("limited", "a")
    queue.mark("free", "b")
    await quiet()
    assert page.shown == [("limited", "a"), ("free", "b")]
    assert timers.seconds == [1200]
    queue.mark("limited", "a")
    queue.mark("free", "c")
    await quiet()
    assert page.shown[2:] == [("free", "c")]
    assert caplog.messages == ["page limited cannot be shown: Too many requests. Retry in 1200.00 seconds."]
