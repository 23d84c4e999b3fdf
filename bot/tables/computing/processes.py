"""Other processes in which is thought, so that the event loop never waits; what runs there can be called off."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, MutableSequence, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, Generic, TypeVar

__all__ = ["Processes", "Work"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

_PLACES: Final = 256
"""How much that can be called off may run or wait at one time."""

_GIVING_WAY: Final = 10
"""By how much thinking is less urgent than all else, as Unix counts it."""

_called_off: Sequence[int] = ()
"""In another process: what it shares with the one that started it, a mark for each place."""


class Work(Generic[T]):
    """Something under way that can be called off.

    :ivar result: what comes of it.
    """

    def __init__(self, result: asyncio.Future[T], marks: MutableSequence[int], place: int) -> None:
        self.result = result
        self._marks = marks
        self._place = place

    def call_off(self) -> None:
        """Ask for an early end; the result then says so in its own way."""
        if not self.result.done():
            self._marks[self._place] = 1


class Processes:
    """A pool of processes that is begun when it is first needed.

    :param count: how many think at once; 0: think in a thread of this process.
    """

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._context = get_context("spawn")
        self._marks: MutableSequence[int] = self._context.RawArray("b", _PLACES)
        self._free = list(range(_PLACES))

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        """The result of a function of a module, called with these in another process.

        :raises BrokenProcessPool: if the processes have died; the next call finds new ones.
        """
        pool = self._needed()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *about))
        except BrokenProcessPool:
            logger.exception("the processes that think died; they are started anew")
            if self._pool is pool:  # somebody else may have met the same death and replaced it already
                self._pool = None
            raise

    def start(self, work: Callable[..., T], *about: Any) -> Work[T] | None:
        """Begin the same with a further argument `cancelled`, asked now and then; None if too much is under way."""
        if not self._free:
            return None
        place = self._free.pop()
        self._marks[place] = 0
        if self._count:
            running = self.run(_with_mark, work, place, *about)
        else:
            running = self.run(partial(work, cancelled=partial(_is_marked, self._marks, place)), *about)
        result = asyncio.ensure_future(running)
        result.add_done_callback(lambda _: self._free.append(place))
        return Work(result, self._marks, place)

    def close(self) -> None:
        """Stop the processes; what they do is dropped."""
        for place in range(_PLACES):
            self._marks[place] = 1
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _needed(self) -> ProcessPoolExecutor | None:
        if self._pool is None and self._count:
            self._pool = ProcessPoolExecutor(
                self._count, mp_context=self._context, initializer=_begin, initargs=(self._marks,)
            )
        return self._pool


def _begin(marks: Sequence[int]) -> None:
    """Share the marks, and let the process that answers clicks go first; called once in each new process."""
    global _called_off  # noqa: PLW0603  # what a process is started with cannot come with each call
    _called_off = marks
    if hasattr(os, "nice"):
        os.nice(_GIVING_WAY)


def _with_mark(work: Callable[..., T], place: int, *about: Any) -> T:
    return work(*about, cancelled=partial(_is_marked, _called_off, place))


def _is_marked(marks: Sequence[int], place: int) -> bool:
    return bool(marks[place])
