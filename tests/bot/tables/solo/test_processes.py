"""Work in other processes, or in a thread: its result, calling it off, and what happens when processes die."""

import time
from collections.abc import Callable

import pytest

from bot.tables.computing.processes import Processes


def doubled(number: int) -> int:
    return 2 * number


def until_called_off(seconds: float, *, cancelled: Callable[[], bool]) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if cancelled():
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


async def test_no_more_is_begun_than_can_be_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.computing.processes._PLACES", 1)
    processes = Processes(0)
    first = processes.start(until_called_off, 30.0)
    assert first is not None
    assert processes.start(until_called_off, 30.0) is None
    first.call_off()
    await first.result
    assert processes.start(until_called_off, 0.0) is not None
    processes.close()
