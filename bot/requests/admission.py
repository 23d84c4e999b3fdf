"""Admission: how many clicks are worked on at the same time, and what becomes of the others when too many come.

A click is worked on until its answer is on the way. The others wait in the order in which they came; one that would
wait too long is told at once that the bot is busy, and one on which Discord has given up is not begun at all. So what
is begun is finished in time, however many click.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

__all__ = ["GIVEN_UP_S", "Admission", "Admitted"]

GIVEN_UP_S: Final = 3.0
"""Seconds after which Discord tells the person that the click has failed, and takes no answer any more."""

_PATIENCE_S: Final = 0.5
"""Seconds from a click for which it may wait until it is worked on."""

_AT_ONCE: Final = 12
"""How many clicks are worked on at the same time: enough to keep the processor and the disk busy."""

_WINDOW_S: Final = 600.0
"""Seconds for which the quickest way from Discord to here is remembered; clocks drift apart."""


class Admitted(Enum):
    """What becomes of a click."""

    IN = auto()
    BUSY = auto()
    """It would wait too long; the person should be told."""
    LATE = auto()
    """Discord waits no longer for an answer."""


class Admission:
    """The door to the work on clicks.

    :param now: the time in seconds, of a clock that is never set.
    :param at_once: how many clicks are worked on at the same time.
    :param patience_s: seconds from a click for which it may wait.
    """

    def __init__(self, now: Callable[[], float], *, at_once: int = _AT_ONCE, patience_s: float = _PATIENCE_S) -> None:
        self._free = at_once
        self._patience_s = patience_s
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._way = _QuickestWay(now)

    async def enter(self, clicked_at: float) -> Admitted:
        """Wait until a click may be worked on. Who is let in must `leave`.

        :param clicked_at: when Discord took the click, in seconds of its clock.
        """
        age = self._way.age(clicked_at)
        if age >= GIVEN_UP_S:
            return Admitted.LATE
        if self._free and not self._waiting:
            self._free -= 1
            return Admitted.IN
        if age >= self._patience_s:
            return Admitted.BUSY
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            async with asyncio.timeout(self._patience_s - age):
                await place
        except TimeoutError:
            if place.cancelled():
                return Admitted.BUSY
        except asyncio.CancelledError:
            if not place.cancelled():
                self.leave()
            raise
        return Admitted.LATE if self._too_late(clicked_at) else Admitted.IN

    def _too_late(self, clicked_at: float) -> bool:
        if self._way.age(clicked_at) < GIVEN_UP_S:
            return False
        self.leave()
        return True

    def leave(self) -> None:
        """The answer to a click that was let in is on the way."""
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


class _QuickestWay:
    """How old clicks are, though Discord's clock is not ours: the quickest in a while are taken to be new."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since = now()
        self._before = float("inf")  # in the window before this one
        self._least = float("inf")

    def age(self, clicked_at: float) -> float:
        """Seconds since a click, as far as they are more than those of the quickest."""
        now = self._now()
        if now - self._since >= _WINDOW_S:
            self._since, self._before, self._least = now, self._least, float("inf")
        apart = now - clicked_at
        self._least = min(self._least, apart)
        return apart - min(self._least, self._before)
