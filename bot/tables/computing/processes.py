"""Other processes for long computations, so that the event loop never waits. What runs there can be called off.

They end with the process that started them, however that ends, and do not keep its output open. Some systems do not
allow such processes, for example a container whose shared memory cannot be written to. There, threads of this process
do the work.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, MutableSequence, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from typing import Any, Final, Generic, TypeVar

__all__ = ["Processes", "Work"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

_PLACES: Final = 256
"""How many pieces of work that can be called off may run or wait at once."""

_THREADS: Final = 2
"""How many threads think at once in this process. One long search must not keep all tables waiting."""

_GIVING_WAY: Final = 10
"""By how much thinking is less urgent than everything else: what is added to the Unix niceness."""

_CANNOT_BE_HAD: Final = (OSError, ImportError, NotImplementedError)
"""What Python raises if the system allows no semaphores, no shared memory, or no further processes."""

_called_off: Sequence[int] = ()
"""In another process: the marks that it shares with the process that started it, one for each place."""


class Work(Generic[T]):
    """Something under way that can be called off.

    :ivar result: what comes of it.
    """

    def __init__(self, result: asyncio.Future[T], marks: MutableSequence[int], place: int) -> None:
        self.result = result
        self._marks = marks
        self._place = place

    def call_off(self) -> None:
        """Ask the work to end early. Its result then says so in its own way."""
        if not self.result.done():
            self._marks[self._place] = 1


class Processes:
    """A pool of processes that is started when it is first needed.

    :param giving_way: by how much their work is less urgent than everything else: what is added to the Unix niceness.
    :ivar count: how many processes work at once; 0 if threads of this process do the work.
    """

    def __init__(self, count: int = 1, giving_way: int = _GIVING_WAY) -> None:
        self.count = count
        self._giving_way = giving_way
        self._pool: ProcessPoolExecutor | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._context = get_context("spawn")
        self._marks: MutableSequence[int] = bytearray(_PLACES)
        if count:
            try:
                self._marks = self._context.RawArray("b", _PLACES)
            except _CANNOT_BE_HAD as error:
                self._do_without(error)
        self._free = list(range(_PLACES))

    @property
    def can_be_had(self) -> bool:
        """Whether other processes do the work, as far as that has been tried."""
        return self.count > 0

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        """Call a function of a module with these arguments in another process, and return its result.

        :raises BrokenProcessPool: if the processes have died; the next call starts new ones.
        """
        call = partial(work, *about)
        return await self._run(call, call)

    def start(self, work: Callable[..., T], *about: Any) -> Work[T] | None:
        """Start work like `run`, but so that it can be called off; None if too much is under way.

        :param work: gets one more argument, the function `cancelled`, and asks it now and then whether to end.
        """
        if not self._free:
            return None
        place = self._free.pop()
        self._marks[place] = 0
        there = partial(_with_mark, work, place, *about)
        here = partial(work, *about, cancelled=partial(_is_marked, self._marks, place))
        result = asyncio.ensure_future(self._run(there, here))
        result.add_done_callback(lambda _: self._free.append(place))
        return Work(result, self._marks, place)

    async def _run(self, there: Callable[[], T], here: Callable[[], T]) -> T:
        """Call `there` in another process, or `here` in a thread where no processes can be had."""
        loop, pool = asyncio.get_running_loop(), None
        try:
            pool = self._needed()
            running = loop.run_in_executor(pool, there) if pool is not None else None
        except BrokenProcessPool as error:
            self._have_died(pool, error)
            raise
        except _CANNOT_BE_HAD as error:
            self._do_without(error)
            running = None
        if running is None:
            return await loop.run_in_executor(self._in_threads(), here)
        try:
            return await running
        except BrokenProcessPool as error:
            self._have_died(pool, error)
            raise

    def _have_died(self, pool: Executor | None, error: BrokenProcessPool) -> None:
        """Log that the processes have died, and let the next call start new ones."""
        logger.error("the processes that think died; they are started anew", exc_info=error)
        if self._pool is pool:  # another call may have noticed that too, and replaced it already
            self._pool = None

    def _do_without(self, error: Exception) -> None:
        """Use threads from now on, and log that once."""
        if self.count:
            logger.warning(
                "no processes can be had (%s: %s), so computers think in the bot's own, and clicks wait longer; "
                "`python -m bot doctor` says what to do",
                type(error).__name__,
                error,
            )
        self.count = 0
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop the processes. Their unfinished work is dropped."""
        for place in range(_PLACES):
            self._marks[place] = 1
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None

    def _in_threads(self) -> ThreadPoolExecutor:
        """Threads that only think. Those of the event loop draw pictures, and nobody should wait for a picture."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="thinking")
        return self._threads

    def _needed(self) -> ProcessPoolExecutor | None:
        if self._pool is None and self.count:
            self._pool = ProcessPoolExecutor(
                self.count, mp_context=self._context, initializer=_begin, initargs=(self._marks, self._giving_way)
            )
        return self._pool


def _begin(marks: Sequence[int], giving_way: int) -> None:
    """Prepare a new process: share the marks, and let the process that answers clicks go first."""
    global _called_off  # noqa: PLW0603  # what a process is started with cannot come with each call
    _called_off = marks
    threading.Thread(target=_end_with_the_bot, name="end with the bot", daemon=True).start()
    # Ctrl-C comes to all processes of a terminal. The bot says when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)
    os.close(nowhere)
    if hasattr(os, "nice"):
        os.nice(giving_way)


def _end_with_the_bot() -> None:
    """End this process as soon as the one that started it is gone. A bot that was killed can tell nobody to end."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _with_mark(work: Callable[..., T], place: int, *about: Any) -> T:
    return work(*about, cancelled=partial(_is_marked, _called_off, place))


def _is_marked(marks: Sequence[int], place: int) -> bool:
    return bool(marks[place])
