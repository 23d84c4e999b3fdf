"""The budget: how many requests a second the whole bot makes of Discord, and who goes first.

Discord allows fifty a second; answers to clicks and commands are not among them and wait for nobody. Nothing waits with
a message in its hands: a turn is given before anything is drawn, so that the newest state is shown whenever it comes.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

__all__ = ["Budget", "Turn", "Urgency"]

_BURST: Final = 0.2
"""How much may be spent at one instant after a rest, in seconds of the rate."""

_ONE: Final = 1 - 1e-9
"""One request, with room for what is lost in adding up parts of it."""


class Urgency(IntEnum):
    """Who gets his turn first when many wait."""

    SEEN = 0
    """Boards and hands at which people are looking."""
    UNSEEN = 1
    """Boards that have changed without anybody having clicked there."""
    CALL = 2
    """Calls to turns: whoever has to be called is not looking, and can wait for the boards of those who are."""
    ORNAMENT = 3
    """What makes things easier and is needed by nobody, such as reactions to press on."""


@dataclass(order=True)
class Turn:
    """A turn that somebody waits for.

    :ivar start: begins what it is for; None when it has begun, or nobody waits for it any more.
    """

    urgency: Urgency
    number: int
    start: Callable[[], None] | None = field(compare=False)

    def cancel(self) -> None:
        """Wait no longer."""
        self.start = None


class Budget:
    """The requests of the whole bot.

    :param rate: how many a second.
    :param now: the time in unix seconds.
    :param held: whether Discord holds the whole bot back just now. Nobody gets a turn meanwhile, nor is anything saved
        up: whatever was begun would go at one instant afterwards, and the bot would be held back again.
    """

    def __init__(self, rate: float, now: Callable[[], float], held: Callable[[], bool] = lambda: False) -> None:
        self.rate = rate
        self._now = now
        self._held = held
        self._most = max(1.0, rate * _BURST)
        self._left = self._most
        self._at = now()
        self._waiting: list[Turn] = []
        self._asked = 0
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many wait for their turn."""
        return sum(turn.start is not None for turn in self._waiting)

    def ask(self, urgency: Urgency, start: Callable[[], None]) -> Turn:
        """Begin something that makes requests, at once if there is room for it and nobody waits, else when it is due.

        It has one request on account then, which must be given back by `done`; whatever it really makes is spent
        besides, so that what needs three makes the next one wait three times as long.

        :param start: begins it; it must not wait for anything, nor raise.
        """
        self._asked += 1
        turn = Turn(urgency, self._asked, start)
        heapq.heappush(self._waiting, turn)
        self._give_turns()
        return turn

    def done(self) -> None:
        """What had a turn has ended."""
        self.spend(-1)
        self._give_turns()

    def spend(self, requests: int = 1) -> None:
        """So many requests are made now, whoever has a turn."""
        self._refill()
        self._left = min(self._most, self._left - requests)

    def _refill(self) -> None:
        now = self._now()
        passed = max(0.0, now - self._at)  # a clock may be set back
        self._left = min(self._most, self._left + passed * self.rate)
        self._at = now

    def _give_turns(self) -> None:
        self._refill()
        if self._held():
            self._left = min(self._left, 0.0)
        while self._waiting and (self._waiting[0].start is None or self._left >= _ONE):
            turn = heapq.heappop(self._waiting)
            if turn.start is not None:
                self._left -= 1
                start, turn.start = turn.start, None
                start()
        if self._waiting and self._timer is None:
            seconds = max(0.001, (1 - self._left) / self.rate)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._due)

    def _due(self) -> None:
        self._timer = None
        self._give_turns()
