"""A queue of updates, with one task per key.

A mark only says that a thing is out of date, so a burst of marks makes one edit. A failed update is retried until it
succeeds.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, Generic, TypeVar

import discord

from bot.posts.budget import Permit, RequestBudget, Urgency
from storage.errors import StorageError

logger = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)

_RETRY_DELAYS_S: Final = (2.0, 10.0, 60.0, 300.0)
"""The delay of a key after each failure in a row; the last one is used from then on."""

_MAX_KEYS_AT_CLOSE: Final = 40
"""The number of keys updated while the bot closes: about as many requests as Discord takes in a second."""

_CLOSE_TIMEOUT_S: Final = 2.5
"""The longest wait for these updates."""


class UpdateOutcome(Enum):
    """The result of an update."""

    DONE = auto()
    FAILED = auto()
    """To be retried after a delay, and not before."""
    FORBIDDEN = auto()
    """To be retried after a delay, or at the next mark: a permission may have been granted meanwhile."""


@dataclass
class _KeyState(Generic[T]):
    """The state of one key.

    :ivar marked: the things to update, with their urgency.
    :ivar timer: the pause or the delay before the next update.
    :ivar permit: the permit that the next task waits for, of this `urgency`.
    :ivar forbidden: whether the timer runs because the last update was forbidden.
    """

    marked: dict[T, Urgency] = field(default_factory=dict)
    failures: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    permit: Permit | None = None
    urgency: Urgency = Urgency.REACTION
    forbidden: bool = False

    @property
    def is_running(self) -> bool:
        """True if its task runs."""
        return self.task is not None and not self.task.done()

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def stop_waiting(self) -> None:
        if self.permit is not None:
            self.permit.cancel()
            self.permit = None


class UpdateQueue(Generic[K, T]):
    """Updates things, sequentially per key and concurrently across keys.

    :param update: shows a thing at its key in its newest state. An exception is a failure, and is logged; a retry waits
        as long as `discord.RateLimited` says.
    :param subject: the name of its things, for the log; `{}` in it is the key.
    :param budget: grants each task a permit, the urgent ones first; None if no permit is needed.
    :param is_free: whether the update of a key now makes no requests that the budget counts.
    :ivar pause: seconds between two updates at one key.
    """

    def __init__(
        self,
        update: Callable[[K, T], Awaitable[UpdateOutcome]],
        budget: RequestBudget | None = None,
        *,
        subject: str,
        pause: float = 0.0,
        is_free: Callable[[K], bool] = lambda _: False,
    ) -> None:
        self._update_one = update
        self._is_free = is_free
        self._subject = subject
        self._budget = budget
        self.pause = pause
        self._states: dict[K, _KeyState[T]] = {}
        self._later: dict[tuple[K, T], asyncio.TimerHandle] = {}
        self._closed = False
        self._unfinished: set[K] = set()  # keys that were not up to date when the queue was closed

    def __len__(self) -> int:
        """Return the number of keys with updates or in a pause."""
        return len(self._states)

    def is_pending(self, key: K) -> bool:
        """Return True if a key has marked or updating things."""
        state = self._states.get(key)
        return key in self._unfinished or (state is not None and (bool(state.marked) or state.lock.locked()))

    def mark(self, key: K, thing: T, urgency: Urgency = Urgency.WATCHED) -> None:
        """Update a thing soon; nothing happens after closing."""
        if self._closed:
            return
        state = self._states.setdefault(key, _KeyState())
        state.marked[thing] = min(urgency, state.marked.get(thing, urgency))
        if state.forbidden:
            state.stop_timer()
        if state.timer is None:
            self._start(key, state)

    def mark_after(self, seconds: float, key: K, thing: T, urgency: Urgency = Urgency.WATCHED) -> None:
        """Mark a thing after a delay, replacing its earlier delay."""
        if self._closed:
            return
        self.cancel_mark(key, thing)
        self._later[key, thing] = asyncio.get_running_loop().call_later(seconds, self._due, key, thing, urgency)

    def cancel_mark(self, key: K, thing: T) -> None:
        """Cancel a mark planned by `mark_after`."""
        timer = self._later.pop((key, thing), None)
        if timer is not None:
            timer.cancel()

    async def update_now(self, key: K, thing: T) -> None:
        """Update a thing without pause or permit, and try once."""
        if self._closed:
            return
        state = self._states.setdefault(key, _KeyState())
        state.marked[thing] = Urgency.WATCHED
        state.stop_timer()
        state.stop_waiting()
        pause = 0.0
        async with state.lock:
            if thing in state.marked:  # else it has been updated since
                pause = await self._update(key, state, thing)
        if not state.is_running:
            self._continue(key, state, pause)

    @asynccontextmanager
    async def held(self, key: K) -> AsyncIterator[None]:
        """A block without updates at a key; marks wait for its end."""
        state = self._states.setdefault(key, _KeyState())
        try:
            async with state.lock:
                yield
        finally:
            if not state.is_running and state.timer is None:
                self._continue(key, state, 0.0)

    async def close(self) -> None:
        """Take no more marks, update marked things once, and stop.

        At most `_MAX_KEYS_AT_CLOSE` keys are updated, the urgent ones first, for at most `_CLOSE_TIMEOUT_S` seconds.
        The rest is updated after the next start.
        """
        self._closed = True
        for (key, thing), timer in self._later.items():
            timer.cancel()
            self._states.setdefault(key, _KeyState()).marked.setdefault(thing, Urgency.UNWATCHED)
        self._later.clear()
        waiting = [(key, state) for key, state in self._states.items() if state.marked]
        waiting.sort(key=lambda one: min(one[1].marked.values()))
        for number, (key, state) in enumerate(waiting):
            state.stop_timer()
            state.stop_waiting()
            if number < _MAX_KEYS_AT_CLOSE:
                self._start(key, state)
            else:
                state.marked.clear()
                self._unfinished.add(key)
        under_way = {state.task for state in self._states.values() if state.task is not None and state.is_running}
        under_way |= {asyncio.ensure_future(_wait_for_release(state.lock)) for state in self._states.values()}
        if not under_way:
            return
        _, left = await asyncio.wait(under_way, timeout=_CLOSE_TIMEOUT_S)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _due(self, key: K, thing: T, urgency: Urgency) -> None:
        del self._later[key, thing]
        self.mark(key, thing, urgency)

    def _start(self, key: K, state: _KeyState[T]) -> None:
        """Run a key's task once permitted, at the highest urgency."""
        if not state.marked or state.is_running:
            return
        urgency = min(state.marked.values())
        if self._closed or self._budget is None:
            self._start_task(key, state)
        elif self._is_free(key):
            state.stop_waiting()
            self._start_task(key, state, permitted=False)
        elif state.permit is None or urgency < state.urgency:
            state.stop_waiting()
            state.urgency = urgency
            permit = self._budget.request(urgency, lambda: self._start_task(key, state))
            state.permit = None if permit.start is None else permit

    def _start_task(self, key: K, state: _KeyState[T], *, permitted: bool = True) -> None:
        state.permit = None
        state.task = asyncio.get_running_loop().create_task(
            self._run(key, state, permitted=permitted), name=f"update {key}"
        )

    async def _run(self, key: K, state: _KeyState[T], *, permitted: bool) -> None:
        pause = 0.0
        try:
            while state.marked and not pause:
                async with state.lock:
                    if state.marked:
                        pause = await self._update(key, state, next(iter(state.marked)))
        finally:
            if self._budget is not None and permitted:
                self._budget.release()
        state.task = None
        self._continue(key, state, pause)

    async def _update(self, key: K, state: _KeyState[T], thing: T) -> float:
        """Update a thing; return the key's pause in seconds."""
        urgency, retry_after = state.marked.pop(thing), 0.0
        try:
            outcome = await self._update_one(key, thing)
        except discord.RateLimited as error:
            logger.warning("%s cannot be shown: %s", self._subject.format(key), error)
            outcome, retry_after = UpdateOutcome.FAILED, error.retry_after
        except StorageError as error:
            logger.warning("%s cannot be read or kept now: %s", self._subject.format(key), error)
            outcome = UpdateOutcome.FAILED
        except Exception:
            logger.exception("%s could not be updated", self._subject.format(key))
            outcome = UpdateOutcome.FAILED
        state.forbidden = outcome is UpdateOutcome.FORBIDDEN
        if outcome is UpdateOutcome.DONE:
            state.failures = 0
            return 0.0 if self._closed else self.pause
        if self._closed:
            self._unfinished.add(key)
            return 0.0
        state.marked.setdefault(thing, urgency)
        state.failures += 1
        return max(retry_after, _RETRY_DELAYS_S[min(state.failures, len(_RETRY_DELAYS_S)) - 1])

    def _continue(self, key: K, state: _KeyState[T], pause: float) -> None:
        state.stop_timer()
        if pause and not self._closed:
            state.timer = asyncio.get_running_loop().call_later(pause, self._end_pause, key, state)
        elif state.marked:
            self._start(key, state)
        elif not state.lock.locked() and self._states.get(key) is state:
            state.stop_waiting()
            del self._states[key]

    def _end_pause(self, key: K, state: _KeyState[T]) -> None:
        state.timer = None
        state.forbidden = False
        self._continue(key, state, 0.0)


async def _wait_for_release(lock: asyncio.Lock) -> None:
    """Wait until a lock is released."""
    async with lock:
        pass
