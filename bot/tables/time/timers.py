"""Timers: how time comes to the tables from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

__all__ = ["LoopTimers", "Timer", "Timers"]


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
