"""Processes for long, cancellable computations.

They keep the event loop free. They end with the process that started them, even a killed one, and do not keep its
output open. Some systems do not allow them, such as a container without writable shared memory. There, threads of
this process do the work.
"""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, MutableSequence, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Final, Generic, TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")

_SLOTS: Final = 256
"""The number of cancellable pieces of work that may run or wait at the same time."""

_THREADS: Final = 2
"""The number of threads that think in this process. One long search must not keep all tables waiting."""

_NICENESS: Final = 10
"""The added Unix niceness of thinking, which makes it less urgent than all else."""

_MEMORY_BYTES: Final = 1 << 30
"""The memory that a process may take for itself. Work that needs more fails with `MemoryError`."""

_ALL: Final = 100
"""The whole time of a piece of work, in the shared numbers that are its hundredths."""

_UNAVAILABLE: Final = (OSError, ImportError, NotImplementedError)
"""The errors of Python if the system allows no semaphores, shared memory or further processes."""

_shared_hundredths: Sequence[int] = ()
"""In another process: the numbers that it shares with the process that started it, one for each slot."""


class Signals:
    """Signals from the bot to running work in any process."""

    def __init__(self, hundredths: Sequence[int], slot: int) -> None:
        self._hundredths = hundredths
        self._slot = slot

    def cancelled(self) -> bool:
        """Return True if the work should end now."""
        return not self._hundredths[self._slot]

    def share(self) -> float:
        """Return the share of its time for work, 0–1; less under load."""
        return self._hundredths[self._slot] / _ALL


class Work(Generic[T]):
    """Running work that can be cancelled."""

    def __init__(self, result: asyncio.Future[T], hundredths: MutableSequence[int], slot: int) -> None:
        self.result = result
        self._hundredths = hundredths
        self._slot = slot

    def allow(self, share: float) -> None:
        """Set the work's share of its time, above 0 up to 1."""
        if not self.result.done() and self._hundredths[self._slot]:
            self._hundredths[self._slot] = max(1, round(_ALL * share))

    def call_off(self) -> None:
        """Ask the work to end early; it still returns a result."""
        if not self.result.done():
            self._hundredths[self._slot] = 0


class Processes:
    """A pool of processes, started when first needed.

    :param niceness: the added Unix niceness.
    :ivar count: the number of processes; 0 if threads of this process do the work.
    """

    def __init__(self, count: int = 1, niceness: int = _NICENESS) -> None:
        self.count = count
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._context = get_context("spawn")
        self._hundredths: MutableSequence[int] = bytearray(_SLOTS)
        if count:
            try:
                self._hundredths = self._context.RawArray("b", _SLOTS)
            except _UNAVAILABLE as error:
                self._use_threads(error)
        self._free_slots = list(range(_SLOTS))

    @property
    def available(self) -> bool:
        """True unless only threads of this process can work."""
        return self.count > 0

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        """Call a module's function in another process.

        :raises BrokenProcessPool: if the processes died; the next call starts new ones.
        """
        call = partial(work, *about)
        return await self._run(call, call)

    def start(self, work: Callable[..., T], *about: Any) -> Work[T] | None:
        """Start cancellable work; None if too much is running.

        :param work: gets `signals` as one more argument, and polls it for cancellation.
        """
        if not self._free_slots:
            return None
        slot = self._free_slots.pop()
        self._hundredths[slot] = _ALL
        there = partial(_with_signals, work, slot, *about)
        here = partial(work, *about, signals=Signals(self._hundredths, slot))
        result = asyncio.ensure_future(self._run(there, here))
        result.add_done_callback(lambda _: self._free_slots.append(slot))
        return Work(result, self._hundredths, slot)

    async def _run(self, there: Callable[[], T], here: Callable[[], T]) -> T:
        """Call `there` in a process, or `here` in a thread."""
        loop, pool = asyncio.get_running_loop(), None
        try:
            pool = self._process_pool()
            running = loop.run_in_executor(pool, there) if pool is not None else None
        except BrokenProcessPool as error:
            self._handle_crash(pool, error)
            raise
        except _UNAVAILABLE as error:
            self._use_threads(error)
            running = None
        if running is None:
            return await loop.run_in_executor(self._thread_pool(), here)
        try:
            return await running
        except BrokenProcessPool as error:
            self._handle_crash(pool, error)
            raise

    def _handle_crash(self, pool: Executor | None, error: BrokenProcessPool) -> None:
        """Log a crash; the next call starts new processes."""
        logger.error("the processes that think died; new ones are started", exc_info=error)
        if self._pool is pool:  # another call may have noticed that too, and replaced it already
            self._pool = None

    def _use_threads(self, error: Exception) -> None:
        """Use threads from now on, and log that once."""
        if self.count:
            logger.warning(
                "no processes can be had (%s: %s), so computers think in the bot's own, and clicks wait longer; "
                "the command doctor says what to do",
                type(error).__name__,
                error,
            )
        self.count = 0
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop the processes. Their unfinished work is dropped."""
        for slot in range(_SLOTS):
            self._hundredths[slot] = 0
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None

    def _thread_pool(self) -> ThreadPoolExecutor:
        """Return threads for thinking only; the event loop's draw pictures."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="thinking")
        return self._threads

    def _process_pool(self) -> ProcessPoolExecutor | None:
        if self._pool is None and self.count:
            self._pool = ProcessPoolExecutor(
                self.count, mp_context=self._context, initializer=_begin, initargs=(self._hundredths, self._niceness)
            )
        return self._pool


def end_processes() -> None:
    """End all processes of this program, which must not outlive it: a busy one would delay its end."""
    for process in active_children():
        process.kill()
        process.join()


def _begin(hundredths: Sequence[int], niceness: int) -> None:
    """Prepare a new process: shared numbers, memory limit, low priority."""
    global _shared_hundredths  # noqa: PLW0603  # what a process is started with cannot come with each call
    _shared_hundredths = hundredths
    threading.Thread(target=_end_with_the_bot, name="end with the bot", daemon=True).start()
    # Ctrl-C comes to all processes of a terminal. The bot says when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)
    os.close(nowhere)
    if hasattr(os, "nice"):
        os.nice(niceness)
    _bound_memory()


def _bound_memory() -> None:
    """Limit the memory of an endless search, if the system can."""
    try:
        import resource  # not on Windows
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    bound = _MEMORY_BYTES if most == resource.RLIM_INFINITY else min(_MEMORY_BYTES, most)
    resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


def _end_with_the_bot() -> None:
    """End this process when its parent is gone. A killed parent cannot stop its children."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _with_signals(work: Callable[..., T], slot: int, *about: Any) -> T:
    return work(*about, signals=Signals(_shared_hundredths, slot))
