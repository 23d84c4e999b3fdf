"""Timers: how time comes to the tables from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

__all__ = ["LoopTimers", "Timer", "Timers", "pause_after"]

_PAUSES: Final = (5.0, 10.0, 20.0, 40.0, 80.0)
"""Seconds after each failure in a row; the last from then on."""


class Timer(Protocol):
    """Something that will be done, unless it is cancelled before."""

    def cancel(self) -> None:
        """Do not do it; nothing happens if it has been done already."""


class Timers(Protocol):
    """A time in which something can be done later."""

    def after(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` in so many seconds; it must not wait for anything."""


class LoopTimers:
    """The timers of the running event loop: real time."""

    def after(self, seconds: float, callback: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)


def pause_after(failures: int) -> float:
    """How many seconds after so many failures in a row something is tried again."""
    return _PAUSES[min(failures, len(_PAUSES)) - 1]
