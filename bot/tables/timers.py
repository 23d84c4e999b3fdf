"""Timers: how the tables get things done at a later time."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

_PAUSES: Final = (5.0, 10.0, 20.0, 40.0, 80.0)
"""The seconds to wait after the first failure in a row, the second, and so on. The last pause is then repeated."""


class Timer(Protocol):
    """Something that will be done later, unless it is cancelled before."""

    def cancel(self) -> None:
        """Cancel it. Nothing happens if it has been done already."""


class Timers(Protocol):
    """Starts timers."""

    def after(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` after this many seconds. It must not wait for anything."""


class LoopTimers:
    """The timers of the running event loop: real time."""

    def after(self, seconds: float, callback: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)


def pause_after(failures: int) -> float:
    """How many seconds to wait before something is tried again after this many failures in a row."""
    return _PAUSES[min(failures, len(_PAUSES)) - 1]
