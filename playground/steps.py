"""One thing at a time, and time that goes on.

simcord refuses an operation that overlaps another ("operation overlaps"). What people do and the passing of time
therefore take turns under one lock: a click waits its turn, it is not refused. Its turn is short: the answer of the bot
is waited for outside of it, while time goes on.

The timers of the bot fire by simulated time alone, so nothing fires between two steps and no two advances can meet.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from playground.simulated import Patience, SimulatedTimers, World

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER_SECONDS = 3.0
"""An interaction that the bot has not answered by then has failed, as in Discord."""

_STEP = 0.1
_LONGEST_STEP = 10.0  # after the machine slept, time goes on from where it was
_POLL = 0.01


class Steps:
    """The turns of one simulated world. To be made before its bot is started."""

    def __init__(self, world: World) -> None:
        self._env = world.env
        self._timers = SimulatedTimers(world.env)
        self._patience = Patience(world.env)
        self._turn = asyncio.Lock()
        self._began = 0.0

    def begin(self) -> None:
        """From now on simulated time is what `pass_time` makes of the real one."""
        self._timers.hold()
        self._began = asyncio.get_running_loop().time() - self._env.backend.clock.elapsed

    async def take(self, action: Callable[[], Awaitable[T]]) -> T:
        """Does something in its turn, and waits for the bot no longer than a moment."""
        async with self._turn:
            return await action()

    async def take_answered(self, action: Callable[[], Awaitable[T]]) -> T:
        """Does something that is worth nothing without the bot's answer, and waits for that within the turn."""
        async with self._turn:
            with self._patience.until_answered(ANSWER_SECONDS):
                return await action()

    async def wait_for(self, answered: Callable[[], bool]) -> bool:
        """Waits outside of any turn, while time passes.

        :returns: whether the answer came in time.
        """
        now = asyncio.get_running_loop().time
        until = now() + ANSWER_SECONDS
        while not answered():
            if now() >= until:
                return False
            await asyncio.sleep(_POLL)
        return True

    async def pass_time(self) -> None:
        """Moves simulated time along with the real one, until cancelled."""
        while True:
            await asyncio.sleep(_STEP)
            async with self._turn:
                await asyncio.create_task(self._step())  # a task of its own: simcord asks which task advances time

    async def close(self) -> None:
        """Lets the last turn end."""
        async with self._turn:
            pass

    async def _step(self) -> None:
        behind = asyncio.get_running_loop().time() - self._began - self._env.backend.clock.elapsed
        if behind > _LONGEST_STEP:
            self._began += behind - _LONGEST_STEP
            behind = _LONGEST_STEP
        try:
            await self._env.advance_time(max(0.0, behind))
        except TimeoutError as slow:  # as far as it came, time has passed; the rest follows with the next step
            log.warning("the bot is still busy: %s", slow)
