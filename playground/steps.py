"""Turns of operations in a simulated world, while time passes.

simcord refuses overlapping operations ("operation overlaps"). People's actions and the passing of time therefore take
turns under one lock. A turn is short: the bot's answer is awaited outside of it, while time passes.

The bot's timers fire by simulated time alone, so no timer fires between two steps and no two advances can meet.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from playground.simulated import Patience, SimulatedTimers, World

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER_SECONDS = 3.0
"""The time after which an unanswered interaction has failed, as in Discord."""

_STEP = 0.1
_LONGEST_STEP = 10.0  # after the machine slept, time continues from the same moment
_POLL = 0.01


class Steps:
    """The turns of a world, to be created before its bot starts."""

    def __init__(self, world: World) -> None:
        self._env = world.env
        self._timers = SimulatedTimers(world.env)
        self._patience = Patience(world.env)
        self._turn = asyncio.Lock()
        self._began = 0.0

    def begin(self) -> None:
        """Start simulated time, which `pass_time` advances along with real time."""
        self._timers.hold()
        self._began = asyncio.get_running_loop().time() - self._env.backend.clock.elapsed

    async def take(self, action: Callable[[], Awaitable[T]]) -> T:
        """Run an action in turn; wait only a moment for the bot."""
        async with self._turn:
            return await action()

    async def take_answered(self, action: Callable[[], Awaitable[T]]) -> T:
        """Run an action and await the bot's answer within the turn."""
        async with self._turn:
            with self._patience.until_answered(ANSWER_SECONDS):
                return await action()

    async def wait_for(self, answered: Callable[[], bool]) -> bool:
        """Wait outside of any turn; return True if answered in time."""
        now = asyncio.get_running_loop().time
        until = now() + ANSWER_SECONDS
        while not answered():
            if now() >= until:
                return False
            await asyncio.sleep(_POLL)
        return True

    async def pass_time(self) -> None:
        """Advance simulated time along with real time, until cancelled."""
        while True:
            await asyncio.sleep(_STEP)
            async with self._turn:
                await asyncio.create_task(self._step())  # a separate task: simcord checks which task advances time

    async def close(self) -> None:
        """Let the last turn end."""
        async with self._turn:
            pass

    async def _step(self) -> None:
        behind = asyncio.get_running_loop().time() - self._began - self._env.backend.clock.elapsed
        if behind > _LONGEST_STEP:
            self._began += behind - _LONGEST_STEP
            behind = _LONGEST_STEP
        try:
            await self._env.advance_time(max(0.0, behind))
        except TimeoutError as slow:  # time has passed up to here; the next step continues
            log.warning("the bot is still busy: %s", slow)
