"""The queue of SQLite's writers: one transaction at a time, first come, first served.

A writer is a block of the event loop or a job, which is a function for the thread of a connection. Jobs that wait one
behind the other are saved with one commit.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from storage.engines import POOL_TIMEOUT_S
from storage.errors import Busy, OutcomeUnknown, to_storage_error
from storage.transactions import Transaction, wait_out

T = TypeVar("T")

MOST_TOGETHER = 16
"""The most jobs of one commit: the first job waits for the last."""


class Writer:
    """A block in the queue, or a `Job`.

    :ivar turn: done when the block may begin, or when the job has ended. A cancellation of the waiter cancels it.
    :ivar is_awake: whether `turn` is done by the queue.
    :ivar error: the reason why the block may not begin, or why the job is not saved.
    """

    def __init__(self, timeouts: int) -> None:
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_awake = False
        self.error: BaseException | None = None
        self._since, self._timeouts = time.monotonic(), timeouts

    def wake(self, error: Busy | None = None) -> None:
        """Let the waiter go on, or raise an error."""
        self.is_awake = True
        self.error = self.error or error
        if not self.turn.done():
            self.turn.set_result(None)

    def waits_for_the_same_lock(self, timeouts: int, lock_timeout_s: float) -> bool:
        """Return True after long waiting behind a writer that timed out."""
        return timeouts > self._timeouts and time.monotonic() - self._since > lock_timeout_s / 2


class Job(Writer):
    """A function that writes, and its result."""

    def __init__(self, work: Callable[[Transaction], Awaitable[Any]], timeouts: int) -> None:
        super().__init__(timeouts)
        self.work = work
        self.result: Any = None

    def fail(self, error: BaseException) -> None:
        """Fail with the error of the whole commit, unless its success is known.

        That error takes the place of the job's own, which may be based on what another job of the commit wrote.
        """
        if not self.is_awake and self.error is not error:
            known = to_storage_error(error)
            self.error = type(known)(str(known))  # an own one, because each waiter raises it
            self.error.__cause__ = error


def wake(jobs: Iterable[Job]) -> None:
    """Let those go on that wait for these jobs."""
    for job in jobs:
        job.wake()


def _fail(jobs: Iterable[Job], error: BaseException) -> None:
    for job in jobs:
        job.fail(error)
    wake(jobs)


class WriteQueue:
    """A queue for one writing transaction at a time.

    :param lock_timeout_s: how long a writer waits for a lock of another program. Writers that have queued for half of
        that behind one that timed out fail with it, instead of waiting as long for the same lock.
    :param save: runs jobs in one transaction and sets the result or error of each. If it raises an error instead, none
        of them is saved.
    """

    def __init__(self, lock_timeout_s: float, save: Callable[[list[Job]], Awaitable[None]]) -> None:
        self._lock_timeout_s = lock_timeout_s
        self._save = save
        self._waiting: deque[Writer] = deque()
        self._taken = False
        self._timeouts = 0
        self._saving: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Enter a block for one task at a time.

        :raises Busy: if waiting takes too long, or another writer has just timed out.
        """
        await self._wait(Writer(self._timeouts))
        try:
            yield
        except Busy:
            self._timeouts += 1
            raise
        finally:
            self._pass_on()

    async def run(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run a job and return its result once it is saved.

        A job that is cancelled in the queue is not run. Later a cancellation waits for its end.

        :raises Busy: as `slot` does.
        """
        job = Job(work, self._timeouts)
        await self._wait(job)
        result: T = job.result
        return result

    async def _wait(self, writer: Writer) -> None:
        self._waiting.append(writer)
        if not self._taken:
            self._taken = True
            self._pass_on()
        timer = asyncio.get_running_loop().call_later(POOL_TIMEOUT_S, self._give_up, writer)
        try:
            await writer.turn
        except asyncio.CancelledError:
            if writer in self._waiting:
                self._waiting.remove(writer)
            elif not writer.is_awake:  # a job that is being run
                writer.turn = asyncio.get_running_loop().create_future()
                await wait_out(writer.turn)
            elif writer.error is None and not isinstance(writer, Job):
                self._pass_on()
            raise
        finally:
            timer.cancel()
        if writer.error is not None:
            raise writer.error

    def _give_up(self, writer: Writer) -> None:
        if writer in self._waiting:
            self._waiting.remove(writer)
            writer.wake(Busy("too many transactions are waiting to write"))

    def _pass_on(self) -> None:
        """Let the next writer begin, in its turn."""
        self._refuse_those_behind_a_timeout()
        if not self._waiting:
            self._taken = False
        elif isinstance(self._waiting[0], Job):
            self._saving = asyncio.get_running_loop().create_task(self._save_jobs(), name="saving jobs")
            self._saving.add_done_callback(lambda _: self._pass_on())
        else:
            self._waiting.popleft().wake()

    def _refuse_those_behind_a_timeout(self) -> None:
        while self._waiting and self._waiting[0].waits_for_the_same_lock(self._timeouts, self._lock_timeout_s):
            self._waiting.popleft().wake(Busy("another program holds the database"))

    async def _save_jobs(self) -> None:
        """Save jobs until it is a block's turn."""
        while jobs := self._next_jobs():
            try:
                await self._save(jobs)
            except asyncio.CancelledError:  # the event loop ends, while the thread may go on
                _fail(jobs, OutcomeUnknown("saving was cut off"))
                raise
            except Exception as error:  # noqa: BLE001  # each job raises it
                self._timeouts += isinstance(error, Busy)
                _fail(jobs, error)
            wake(jobs)

    def _next_jobs(self) -> list[Job]:
        self._refuse_those_behind_a_timeout()
        jobs: list[Job] = []
        while self._waiting and isinstance(job := self._waiting[0], Job) and len(jobs) < MOST_TOGETHER:
            jobs.append(job)
            self._waiting.popleft()
        return jobs
