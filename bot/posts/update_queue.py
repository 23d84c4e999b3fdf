"""Writers: for each key, a channel or a person, one task that shows the newest of what is marked there.

A mark costs nothing and says only that something is out of date, so a burst of marks makes one edit. Nothing marked is
ever given up: what cannot be shown is tried again, however often.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, Generic, TypeVar

from bot.posts.budget import Budget, Turn, Urgency

__all__ = ["Outcome", "UpdateQueue"]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)

_PATIENCE: Final = (2.0, 10.0, 60.0, 300.0)
"""Seconds to wait after each failure in a row before a key is tried again; the last is used from then on."""


_AT_CLOSE: Final = 40
"""At how many keys is written while the bot closes: about as much as Discord takes in a second."""

_CLOSING: Final = 2.5
"""Seconds that this may take."""


class Outcome(Enum):
    """What became of showing something."""

    SHOWN = auto()
    FAILED = auto()
    """To be tried again in a while, and not before."""
    FORBIDDEN = auto()
    """The same, or with the next mark, before which something may have changed."""


@dataclass
class _Line(Generic[T]):
    """What goes on at one key.

    :ivar turn: the turn that its task waits for, and `urgency` how urgently.
    :ivar forbidden: whether the timer waits for what is forbidden to be allowed.
    """

    marked: dict[T, Urgency] = field(default_factory=dict)
    failures: int = 0
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    turn: Turn | None = None
    urgency: Urgency = Urgency.ORNAMENT
    forbidden: bool = False

    @property
    def is_written(self) -> bool:
        """Whether its task is under way."""
        return self.task is not None and not self.task.done()

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def stop_turn(self) -> None:
        if self.turn is not None:
            self.turn.cancel()
            self.turn = None


class UpdateQueue(Generic[K, T]):
    """Shows things at keys: at one key one after the other, at different keys side by side.

    :param show: shows a thing at its key as it is now. It never raises.
    :param budget: gives each task its turn, the urgent ones first; None where nothing has to wait for one.
    :ivar pause: seconds between two things shown at one key.
    """

    def __init__(
        self, show: Callable[[K, T], Awaitable[Outcome]], budget: Budget | None = None, *, pause: float = 0.0
    ) -> None:
        self._show = show
        self._budget = budget
        self.pause = pause
        self._lines: dict[K, _Line[T]] = {}
        self._later: dict[tuple[K, T], asyncio.TimerHandle] = {}
        self._closed = False
        self._left: set[K] = set()  # where not all could be shown when it was closed

    def __len__(self) -> int:
        """At how many keys something is shown, or waits for it."""
        return len(self._lines)

    def waits(self, key: K) -> bool:
        """Whether something is marked at a key, or just being shown there, so that not all there is the newest."""
        line = self._lines.get(key)
        return key in self._left or (line is not None and (bool(line.marked) or line.writing.locked()))

    def mark(self, key: K, thing: T, urgency: Urgency = Urgency.SEEN) -> None:
        """Show a thing soon; nothing happens after closing."""
        if self._closed:
            return
        line = self._lines.setdefault(key, _Line())
        line.marked[thing] = min(urgency, line.marked.get(thing, urgency))
        if line.forbidden:
            line.stop_timer()
        if line.timer is None:
            self._start(key, line)

    def mark_in(self, seconds: float, key: K, thing: T, urgency: Urgency = Urgency.SEEN) -> None:
        """Mark a thing in so many seconds, in place of when that was said before."""
        if self._closed:
            return
        self.unmark_later(key, thing)
        self._later[key, thing] = asyncio.get_running_loop().call_later(seconds, self._due, key, thing, urgency)

    def unmark_later(self, key: K, thing: T) -> None:
        """Do not do what `mark_in` said."""
        timer = self._later.pop((key, thing), None)
        if timer is not None:
            timer.cancel()

    async def show_now(self, key: K, thing: T) -> None:
        """Show a thing without pause or turn; returns when it is shown, or has failed and is tried later."""
        if self._closed:
            return
        line = self._lines.setdefault(key, _Line())
        line.marked[thing] = Urgency.SEEN
        line.stop_timer()
        line.stop_turn()
        rest = 0.0
        async with line.writing:
            if thing in line.marked:  # else it has been shown since
                rest = await self._shown(key, line, thing)
        if not line.is_written:
            self._go_on(key, line, rest)

    async def close(self) -> None:
        """Take no more marks, show what is marked, and stop; what fails now is left.

        At most `_AT_CLOSE` keys are written to, the urgent ones first, for `_CLOSING` seconds: who closes cannot wait,
        and whatever is not shown is found when the bot is back.
        """
        self._closed = True
        for (key, thing), timer in self._later.items():
            timer.cancel()
            self._lines.setdefault(key, _Line()).marked.setdefault(thing, Urgency.UNSEEN)
        self._later.clear()
        waiting = [(key, line) for key, line in self._lines.items() if line.marked]
        waiting.sort(key=lambda one: min(one[1].marked.values()))
        for number, (key, line) in enumerate(waiting):
            line.stop_timer()
            line.stop_turn()
            if number < _AT_CLOSE:
                self._start(key, line)
            else:
                line.marked.clear()
                self._left.add(key)
        under_way = {line.task for line in self._lines.values() if line.task is not None and line.is_written}
        under_way |= {asyncio.ensure_future(_through(line.writing)) for line in self._lines.values()}
        if not under_way:
            return
        _, left = await asyncio.wait(under_way, timeout=_CLOSING)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _due(self, key: K, thing: T, urgency: Urgency) -> None:
        del self._later[key, thing]
        self.mark(key, thing, urgency)

    def _start(self, key: K, line: _Line[T]) -> None:
        """Write at a key as soon as there is a turn for it; a more urgent turn takes the place of one waited for."""
        if not line.marked or line.is_written:
            return
        urgency = min(line.marked.values())
        if self._closed or self._budget is None:
            self._begin(key, line)
        elif line.turn is None or urgency < line.urgency:
            line.stop_turn()
            line.urgency = urgency
            turn = self._budget.ask(urgency, lambda: self._begin(key, line))
            line.turn = None if turn.start is None else turn

    def _begin(self, key: K, line: _Line[T]) -> None:
        line.turn = None
        line.task = asyncio.get_running_loop().create_task(self._write(key, line), name=f"write {key}")

    async def _write(self, key: K, line: _Line[T]) -> None:
        rest = 0.0
        try:
            while line.marked and not rest:
                async with line.writing:
                    if line.marked:
                        rest = await self._shown(key, line, next(iter(line.marked)))
        finally:
            if self._budget is not None:
                self._budget.done()
        line.task = None
        self._go_on(key, line, rest)

    async def _shown(self, key: K, line: _Line[T], thing: T) -> float:
        """Show a marked thing; for how many seconds the key rests then."""
        urgency = line.marked.pop(thing)
        outcome = await self._show(key, thing)
        line.forbidden = outcome is Outcome.FORBIDDEN
        if outcome is Outcome.SHOWN:
            line.failures = 0
            return 0.0 if self._closed else self.pause
        if self._closed:
            self._left.add(key)
            return 0.0
        line.marked.setdefault(thing, urgency)
        line.failures += 1
        return _PATIENCE[min(line.failures, len(_PATIENCE)) - 1]

    def _go_on(self, key: K, line: _Line[T], rest: float) -> None:
        line.stop_timer()
        if rest and not self._closed:
            line.timer = asyncio.get_running_loop().call_later(rest, self._rested, key, line)
        elif line.marked:
            self._start(key, line)
        elif not line.writing.locked() and self._lines.get(key) is line:
            line.stop_turn()
            del self._lines[key]

    def _rested(self, key: K, line: _Line[T]) -> None:
        line.timer = None
        line.forbidden = False
        self._go_on(key, line, 0.0)


async def _through(lock: asyncio.Lock) -> None:
    """Wait until whoever has the lock has given it back."""
    async with lock:
        pass
