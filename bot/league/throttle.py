"""The throttle of long league work, so that clicks never wait."""

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Final

from cachetools import LRUCache

_AT_A_STRETCH_S: Final = 0.003
"""The seconds that one batch may hold the event loop."""

_WITHOUT_REST_S: Final = 1.0
"""The seconds of work without a pause, so that small leagues have none."""

_LONGEST_REST_S: Final = 30.0

_REMEMBERED: Final = 10_000


class LeagueThrottle:
    """The scheduler of long work in pieces, league by league.

    :param rest: the pause after a piece, as a multiple of its duration.
    """

    def __init__(self, rest: float = 1.0) -> None:
        self._rest = rest
        self._turn = asyncio.Lock()
        self._rested_at = 0.0  # the end of all pauses that are due
        self._free_at: MutableMapping[int, float] = LRUCache(_REMEMBERED)

    @asynccontextmanager
    async def piece(self) -> AsyncIterator[None]:
        """An exclusive block for one piece, after the due pause."""
        await self._turn.acquire()
        while (rest := self._rested_at - _WITHOUT_REST_S - perf_counter()) > 0:
            self._turn.release()
            await asyncio.sleep(rest)
            await self._turn.acquire()
        begun = perf_counter()
        try:
            yield
        finally:
            ended = perf_counter()
            self._rested_at = max(self._rested_at, begun) + (ended - begun) * (1 + self._rest)
            self._turn.release()

    @asynccontextmanager
    async def run(self, guild_id: int) -> AsyncIterator[None]:
        """A block for one complete computation of a league.

        A large league that is recomputed repeatedly waits each time for about the duration of the last run.
        """
        if (rest := self._free_at.get(guild_id, 0.0) - perf_counter()) > 0:
            await asyncio.sleep(min(rest, _LONGEST_REST_S))
        begun = perf_counter()
        try:
            yield
        finally:
            ended = perf_counter()
            self._free_at[guild_id] = ended + (ended - begun - _WITHOUT_REST_S) * self._rest


async def breathe(since: float) -> float:
    """Yield to the event loop if it was held for long.

    :param since: the start of the current stretch, by `perf_counter`; the new one is returned.
    """
    if perf_counter() - since < _AT_A_STRETCH_S:
        return since
    await asyncio.sleep(0)
    return perf_counter()
