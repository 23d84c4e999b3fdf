"""The request budget: urgent first, none forgotten."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.posts.budget import RequestBudget, Urgency
from bot.posts.update_queue import UpdateOutcome, UpdateQueue


class Timers:
    """Simulated time with timers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self._waiting: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", self._call_later)

    def _call_later(self, seconds: float, callback: Callable[..., None], *arguments: Any) -> Any:
        entry = (self.now + seconds, callback, arguments)
        self._waiting.append(entry)
        return type("Handle", (), {"cancel": lambda _: self._forget(entry)})()

    def _forget(self, entry: tuple[float, Callable[..., None], tuple[Any, ...]]) -> None:
        self._waiting = [one for one in self._waiting if one is not entry]

    async def passes(self, seconds: float) -> None:
        end = self.now + seconds
        await quiet()
        while due := [one for one in self._waiting if one[0] <= end + 1e-9]:
            first = min(due, key=lambda one: one[0])
            self._forget(first)
            self.now = max(self.now, first[0])
            first[1](*first[2])
            await quiet()
        self.now = end


async def quiet() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
async def timers(monkeypatch: pytest.MonkeyPatch) -> Timers:
    return Timers(monkeypatch)


async def test_after_a_rest_a_fifth_of_a_second_s_requests_go_at_once(
    timers: Timers,
) -> None:
    budget, done = RequestBudget(10, lambda: timers.now), []
    for number in range(100):
        budget.request(Urgency.WATCHED, lambda number=number: done.append(number))  # type: ignore[misc]  # a default binds it
    assert done == [0, 1]
    await timers.passes(1)
    assert len(done) == 12
    await timers.passes(5)
    assert done == list(range(62)), "in the order in which they asked"


async def test_what_needs_three_requests_makes_others_wait_three_times_as_long(timers: Timers) -> None:
    budget, done = RequestBudget(10, lambda: timers.now), 0

    def start() -> None:
        nonlocal done
        done += 1
        budget.spend(3)
        budget.release()

    for _ in range(100):
        budget.request(Urgency.WATCHED, start)
    await timers.passes(30)
    assert done == pytest.approx(2 / 3 + 30 * 10 / 3, abs=1)


async def test_the_more_urgent_goes_first_and_the_rest_in_order(timers: Timers) -> None:
    budget, done = RequestBudget(5, lambda: timers.now), []
    asked = [Urgency.UNWATCHED, Urgency.REACTION, Urgency.UNWATCHED, Urgency.WATCHED]
    for number, urgency in enumerate(asked):
        budget.request(urgency, lambda number=number: done.append(number))  # type: ignore[misc]
    assert done == [0], "it came when nobody waited"
    await timers.passes(1)
    assert done == [0, 3, 2, 1]


async def test_who_no_longer_waits_has_no_turn_and_takes_none_from_others(timers: Timers) -> None:
    budget, done = RequestBudget(5, lambda: timers.now), []
    budget.spend()
    turns = [budget.request(Urgency.WATCHED, lambda number=number: done.append(number)) for number in range(3)]  # type: ignore[misc]
    turns[0].cancel()
    turns[1].cancel()
    assert len(budget) == 1
    await timers.passes(0.2)
    assert done == [2]
    assert len(budget) == 0


async def test_nobody_has_a_turn_while_discord_holds_the_bot_back(
    timers: Timers,
) -> None:
    held, done = True, list[float]()
    budget = RequestBudget(10, lambda: timers.now, lambda: held)
    for _ in range(200):
        budget.request(Urgency.WATCHED, lambda: done.append(timers.now))
    await timers.passes(10)
    assert done == []
    held = False
    await timers.passes(1)
    assert len(done) == 10, "nothing was saved up"
    await timers.passes(19.1)
    assert len(done) == 200


async def test_a_clock_that_is_set_back_takes_nothing_away(timers: Timers) -> None:
    clock = [5000.0]
    budget, done = RequestBudget(10, lambda: clock[0]), []
    clock[0] = 100.0
    budget.request(Urgency.WATCHED, lambda: done.append(1))
    assert done == [1]


async def test_a_thousand_channels_take_at_most_fifty_requests_a_second(
    timers: Timers,
) -> None:
    budget = RequestBudget(40, lambda: timers.now)
    made: list[float] = []

    async def show(_channel: int, _table: str) -> UpdateOutcome:
        await asyncio.sleep(0)
        for _ in range(2):
            budget.spend()
            made.append(timers.now)
            await asyncio.sleep(0)
        return UpdateOutcome.DONE

    writers: UpdateQueue[int, str] = UpdateQueue(show, budget, subject="channel {}", pause=1.0)
    for channel in range(1000):
        writers.mark(channel, "table")
    await timers.passes(52)
    assert len(made) == 2000
    assert len(writers) == 0
    assert all(sum(begin <= at < begin + 1 for at in made) <= 50 for begin in made[::20])


async def test_a_viewed_board_does_not_wait_behind_unviewed_ones(timers: Timers) -> None:
    budget, shown = RequestBudget(10, lambda: timers.now), []

    async def show(channel: int, _table: str) -> UpdateOutcome:
        budget.spend()
        shown.append(channel)
        return UpdateOutcome.DONE

    writers: UpdateQueue[int, str] = UpdateQueue(show, budget, subject="channel {}")
    for channel in range(500):
        writers.mark(channel, "table", Urgency.UNWATCHED)
    await timers.passes(1)
    writers.mark(1000, "table", Urgency.WATCHED)
    writers.mark(499, "table", Urgency.WATCHED)
    before = len(shown)
    await timers.passes(0.3)
    assert shown[before : before + 2] == [1000, 499]
    await timers.passes(60)
    assert sorted(shown) == [*range(500), 1000]
