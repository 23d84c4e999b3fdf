"""Work in processes or threads: results, cancellation, deaths."""

import asyncio
import fcntl
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import synchronize
from pathlib import Path
from typing import Any, Final

import pytest

from bot.tables.processes import Processes, Signals


def doubled(number: int) -> int:
    return 2 * number


def until_called_off(seconds: float, *, signals: Signals) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if signals.cancelled():
            return "called off"
        time.sleep(0.005)
    return "done"


@pytest.mark.parametrize("count", [0, 1])
async def test_work_is_done_elsewhere_and_can_be_called_off(count: int) -> None:
    processes = Processes(count)
    try:
        assert await processes.run(doubled, 21) == 42
        patient, hasty = processes.start(until_called_off, 30.0), processes.start(until_called_off, 0.01)
        assert patient is not None
        assert hasty is not None
        patient.call_off()
        assert await patient.result == "called off"
        assert await hasty.result == "done"  # calling off one does not call off another
        hasty.call_off()
        again = processes.start(until_called_off, 0.01)
        assert again is not None
        assert await again.result == "done"  # nor one that comes after
    finally:
        processes.close()


def told_its_share(*, signals: Signals) -> float:
    """Return the share that the work may take, once limited."""
    end = time.monotonic() + 30
    while signals.share() == 1 and time.monotonic() < end:
        time.sleep(0.005)
    return signals.share()


@pytest.mark.parametrize("count", [0, 1])
async def test_work_under_way_learns_how_much_of_its_time_it_may_take(count: int) -> None:
    processes = Processes(count)
    try:
        work = processes.start(told_its_share)
        assert work is not None
        work.allow(0.25)
        assert await work.result == 0.25
        cancelled = processes.start(until_called_off, 30.0)
        assert cancelled is not None
        cancelled.call_off()
        cancelled.allow(1.0)
        assert await cancelled.result == "called off"
    finally:
        processes.close()


def takes(megabytes: int) -> int:
    return len(bytes(megabytes << 20))


async def test_work_cannot_take_the_memory_of_the_bot() -> None:
    processes = Processes(1)
    try:
        with pytest.raises(MemoryError):
            await processes.run(takes, 2000)
        assert await processes.run(takes, 10) == 10 << 20
    finally:
        processes.close()


async def test_no_more_is_begun_than_can_be_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.processes._SLOTS", 1)
    processes = Processes(0)
    first = processes.start(until_called_off, 30.0)
    assert first is not None
    assert processes.start(until_called_off, 30.0) is None
    first.call_off()
    await first.result
    assert processes.start(until_called_off, 0.0) is not None
    processes.close()


@pytest.fixture
def no_semaphores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid writes to shared memory, as in some containers."""

    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(synchronize.SemLock, "__init__", refused)


@pytest.mark.usefixtures("no_semaphores")
async def test_threads_replace_missing_processes_and_that_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    processes = Processes(2)
    try:
        assert await processes.run(os.getpid) == os.getpid()
        assert await processes.run(threading.get_ident) != threading.get_ident()  # the event loop goes on
        patient = processes.start(until_called_off, 30.0)
        assert patient is not None
        assert await processes.run(doubled, 21) == 42  # beside the long search
        patient.call_off()
        assert await patient.result == "called off"
    finally:
        processes.close()
    warnings = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert "PermissionError" in warnings[0]
    assert "doctor" in warnings[0]


async def test_work_raising_such_an_error_itself_keeps_processes_going() -> None:
    processes = Processes()
    try:
        with pytest.raises(FileNotFoundError):
            await processes.run(os.stat, "/no such file")
        assert await processes.run(os.getpid) != os.getpid()
    finally:
        processes.close()


BUSY: Final = """
import fcntl
file = open({path!r}, "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("busy", file=file, flush=True)
while True:
    pass
"""
"""Work without an end, which has a lock as long as its process lives, and says so."""


async def until(is_so: Callable[[], bool]) -> None:
    """Look again and again whether something has come about."""
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110  # another process does it
            await asyncio.sleep(0.02)


def is_free(file: Path) -> bool:
    with file.open() as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


async def test_busy_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    program = f"""
import asyncio
from bot.tables.processes import Processes
asyncio.run(Processes(1).run(exec, {BUSY.format(path=str(locked))!r}, {{}}))
"""
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
    await until(lambda: locked.exists() and locked.read_text() == "busy\n")
    assert not is_free(locked)
    bot.kill()
    await bot.wait()
    await until(lambda: is_free(locked))


@pytest.mark.parametrize("output", [1, 2])
async def test_processes_do_not_hold_the_output_of_the_one_that_started_them(output: int) -> None:
    processes = Processes()
    try:
        there = await processes.run(os.fstat, output)
    finally:
        processes.close()
    assert os.path.samestat(there, Path(os.devnull).stat())  # noqa: ASYNC240  # of a device that is always there


async def test_a_terminal_interrupt_does_not_end_the_bot_s_awaited_work() -> None:
    processes = Processes()
    try:
        await processes.run(signal.raise_signal, signal.SIGINT)  # else KeyboardInterrupt ends the bot's event loop
    finally:
        processes.close()
