"""Turns: where one transaction writes at a time, the others wait, and give up with whoever waited in vain."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.engines import POOL_PATIENCE
from storage.errors import Busy

__all__ = ["Turns"]


class Turns:
    """Lets one after the other.

    :param patience: seconds that each may have to wait for another program once it is his turn. Who has waited for half
        of that behind somebody who did so in vain does not begin to wait as long for the same: they give up together.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._turn = asyncio.Lock()
        self._in_vain = 0

    @asynccontextmanager
    async def mine(self) -> AsyncIterator[None]:
        """A block in which it is one's turn.

        :raises Busy: if it does not come in time, or would be in vain.
        """
        await self._waited()
        try:
            yield
        except Busy:
            self._in_vain += 1
            raise
        finally:
            self._turn.release()

    async def _waited(self) -> None:
        """Wait with a limit, even for a lock that is not held: somebody else may be about to wake up with it."""
        before, since = self._in_vain, time.monotonic()
        try:
            async with asyncio.timeout(POOL_PATIENCE):
                await self._turn.acquire()
        except TimeoutError as error:
            raise Busy("too many transactions are waiting for their turn") from error
        if self._in_vain > before and time.monotonic() - since > self._patience / 2:
            self._turn.release()
            raise Busy("another program holds the database")
