"""Writers: for each key, a channel or a person, one task that shows the newest of what is marked there.

A mark costs nothing and says only that something is out of date, so a burst of marks makes one edit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

__all__ = ["Writers"]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)

_PATIENCE: Final = (2.0, 10.0, 60.0, 300.0)
"""Seconds to wait after each failure in a row before a key is tried again; the last is used from then on."""


@dataclass
class _Line(Generic[T]):
    """What goes on at one key."""

    marked: dict[T, None] = field(default_factory=dict)
    failures: int = 0
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None

    @property
    def is_written(self) -> bool:
        """Whether its task is under way."""
        return self.task is not None and not self.task.done()

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Writers(Generic[K, T]):
    """Shows things at keys: at one key one after the other, at different keys side by side.

    :param show: shows a thing at its key as it is now; False if that should be tried again. It never raises.
    :ivar pause: seconds between two things shown at one key.
    """

    def __init__(self, show: Callable[[K, T], Awaitable[bool]], *, pause: float = 0.0) -> None:
        self._show = show
        self.pause = pause
        self._lines: dict[K, _Line[T]] = {}
        self._closed = False

    def __len__(self) -> int:
        """At how many keys something is shown, or waits for it."""
        return len(self._lines)

    def mark(self, key: K, thing: T) -> None:
        """Show a thing soon; nothing happens after closing."""
        if self._closed:
            return
        line = self._lines.setdefault(key, _Line())
        line.marked[thing] = None
        if line.timer is None:
            self._start(key, line)

    async def show_now(self, key: K, thing: T) -> None:
        """Show a thing without waiting for the pause; returns when it is shown, or has failed and is tried later."""
        if self._closed:
            return
        line = self._lines.setdefault(key, _Line())
        line.marked[thing] = None
        line.stop_timer()
        rest = 0.0
        async with line.writing:
            if thing in line.marked:  # else it has been shown since
                rest = await self._shown(key, line, thing)
        if not line.is_written:
            self._go_on(key, line, rest)

    async def close(self) -> None:
        """Take no more marks, show what is marked, and stop; what fails now is left."""
        self._closed = True
        for key, line in list(self._lines.items()):
            line.stop_timer()
            self._start(key, line)
        while under_way := [line.task for line in self._lines.values() if line.task is not None and line.is_written]:
            await asyncio.wait(under_way)
        for line in list(self._lines.values()):
            async with line.writing:
                pass

    def _start(self, key: K, line: _Line[T]) -> None:
        if line.marked and not line.is_written:
            line.task = asyncio.get_running_loop().create_task(self._write(key, line), name=f"write {key}")

    async def _write(self, key: K, line: _Line[T]) -> None:
        rest = 0.0
        while line.marked and not rest:
            async with line.writing:
                if line.marked:
                    rest = await self._shown(key, line, next(iter(line.marked)))
        line.task = None
        self._go_on(key, line, rest)

    async def _shown(self, key: K, line: _Line[T], thing: T) -> float:
        """Show a marked thing; for how many seconds the key rests then."""
        del line.marked[thing]
        if await self._show(key, thing):
            line.failures = 0
            return 0.0 if self._closed else self.pause
        if self._closed:
            return 0.0
        line.marked[thing] = None
        line.failures += 1
        return _PATIENCE[min(line.failures, len(_PATIENCE)) - 1]

    def _go_on(self, key: K, line: _Line[T], rest: float) -> None:
        line.stop_timer()
        if rest and not self._closed:
            line.timer = asyncio.get_running_loop().call_later(rest, self._rested, key, line)
        elif line.marked:
            self._start(key, line)
        elif not line.writing.locked() and self._lines.get(key) is line:
            del self._lines[key]

    def _rested(self, key: K, line: _Line[T]) -> None:
        line.timer = None
        self._go_on(key, line, 0.0)
