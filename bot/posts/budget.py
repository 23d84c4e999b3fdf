"""The bot's rate of requests to Discord, with priorities.

Discord allows fifty a second; answers to clicks and commands are exempt. A permit is granted before a message is drawn,
so that the newest state is sent.
"""

import asyncio
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

_BURST_S: Final = 0.2
"""The largest burst after a quiet time, in seconds of the rate."""

_ONE: Final = 1 - 1e-9
"""One request, with room for rounding errors."""


class Urgency(IntEnum):
    """The priority of a waiting permit."""

    WATCHED = 0
    """Boards and hands at which people are looking."""
    UNWATCHED = 1
    """Boards that changed without a click in their channel."""
    TURN_CALL = 2
    """Turn calls: the player to be called is not looking, and can wait for the boards of those who are."""
    REACTION = 3
    """Reactions that are only a convenience."""


@dataclass(order=True)
class Permit:
    """The right to begin work that makes requests.

    :ivar start: begins the work; None once it has begun or the permit was cancelled.
    """

    urgency: Urgency
    number: int
    start: Callable[[], None] | None = field(compare=False)

    def cancel(self) -> None:
        """Withdraw the request."""
        self.start = None


class RequestBudget:
    """The requests of the whole bot.

    :param rate: requests a second.
    :param now: the time in unix seconds.
    :param held: whether Discord rate-limits the whole bot now. Then nothing is granted and nothing saved up, or a burst
        afterwards would hit the limit again.
    """

    def __init__(self, rate: float, now: Callable[[], float], held: Callable[[], bool] = lambda: False) -> None:
        self.rate = rate
        self._now = now
        self._held = held
        self._capacity = max(1.0, rate * _BURST_S)
        self._available = self._capacity
        self._refilled_at = now()
        self._waiting: list[Permit] = []
        self._requested = 0
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """Return the number of waiting requests for a permit."""
        return sum(permit.start is not None for permit in self._waiting)

    def request(self, urgency: Urgency, start: Callable[[], None]) -> Permit:
        """Begin work now if there is room, else when due.

        A permit takes one request in advance, which `release` gives back. Actual requests are counted separately:
        work with three requests delays the next work three times as long.

        :param start: begins the work; it must neither block nor raise.
        """
        self._requested += 1
        permit = Permit(urgency, self._requested, start)
        heapq.heappush(self._waiting, permit)
        self._grant()
        return permit

    def release(self) -> None:
        """Note that the work of a permit has ended."""
        self.spend(-1)
        self._grant()

    def spend(self, requests: int = 1) -> None:
        """Count requests made now, with or without a permit."""
        self._refill()
        self._available = min(self._capacity, self._available - requests)

    def _refill(self) -> None:
        now = self._now()
        passed = max(0.0, now - self._refilled_at)  # a clock may be set back
        self._available = min(self._capacity, self._available + passed * self.rate)
        self._refilled_at = now

    def _grant(self) -> None:
        self._refill()
        if self._held():
            self._available = min(self._available, 0.0)
        while self._waiting and (self._waiting[0].start is None or self._available >= _ONE):
            permit = heapq.heappop(self._waiting)
            if permit.start is not None:
                self._available -= 1
                start, permit.start = permit.start, None
                start()
        if self._waiting and self._timer is None:
            seconds = max(0.001, (1 - self._available) / self.rate)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._due)

    def _due(self) -> None:
        self._timer = None
        self._grant()
