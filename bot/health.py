"""Three pages for the machines that look after the bot: /healthz, /readyz and /metrics.

They run in the bot's own event loop, so /healthz answers only while that loop turns.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Self

from aiohttp import web

from bot.metrics import Metrics

log = logging.getLogger(__name__)

CHECK_SECONDS = 2.0
REMEMBERED_SECONDS = 1.0
"""For how long /readyz repeats what it has found: asking often must not cost more than asking."""

Check = Callable[[], Awaitable[str | None]]
"""Answers None when all is well, else the reason in a few words. An exception means not well, too."""


class HealthServer:
    """Serves the pages until closed.

    `checks` are what /readyz asks, by name, each for at most two seconds. Port 0 takes a free port; after `start`,
    `port` is the real one.
    """

    def __init__(self, metrics: Metrics, checks: Mapping[str, Check], host: str = "127.0.0.1", port: int = 0) -> None:
        self._metrics = metrics
        self._checks = dict(checks)
        self._host = host
        self.port = port
        self._runner: web.AppRunner | None = None
        self._opening: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[dict[str, str | None]] | None = None
        self._asked_at = 0.0

    async def start(self) -> Self:
        """Opens the port; raises OSError when it is taken."""
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._metrics_page)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self.port).start()
        except OSError:
            await self._runner.cleanup()
            self._runner = None
            raise
        self.port = self._runner.addresses[0][1]
        log.info("/healthz, /readyz and /metrics are at http://%s:%s", self._host, self.port)
        return self

    async def open(self, again: float | None = None) -> None:
        """Opens the port unless it is open; if it is taken, says so, and tries it again every so many seconds."""
        if self._runner is not None:
            return
        if not await self._opened() and again is not None:
            self._opening = asyncio.get_running_loop().create_task(self._insist(again))

    async def _insist(self, seconds: float) -> None:
        opened = False
        while not opened:
            await asyncio.sleep(seconds)
            opened = await self._opened()

    async def _opened(self) -> bool:
        try:
            await self.start()
        except OSError as error:
            log.warning("the pages for machines cannot be opened yet: %s", error)
            return False
        return True

    async def close(self) -> None:
        """Closes the port; done twice it does no harm."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])
            self._asking = None

    async def _healthz(self, _request: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def _readyz(self, _request: web.Request) -> web.Response:
        reasons = await asyncio.shield(self._newest())
        ready = not any(reasons.values())
        found = {name: reason or "ok" for name, reason in reasons.items()}
        return web.json_response({"ready": ready, **found}, status=200 if ready else 503)

    def _newest(self) -> asyncio.Task[dict[str, str | None]]:
        """What is being found, or was found a moment ago, for all who ask meanwhile."""
        loop = asyncio.get_running_loop()
        known = self._asking
        if known is None or (known.done() and loop.time() - self._asked_at >= REMEMBERED_SECONDS):
            known = self._asking = loop.create_task(self._ask_all(), name="checks of /readyz")
        return known

    async def _ask_all(self) -> dict[str, str | None]:
        reasons = await asyncio.gather(*(self._asked(name, check) for name, check in self._checks.items()))
        self._asked_at = asyncio.get_running_loop().time()
        return dict(zip(self._checks, reasons, strict=True))

    async def _asked(self, name: str, check: Check) -> str | None:
        try:
            return await asyncio.wait_for(check(), CHECK_SECONDS)
        except TimeoutError:
            return f"no answer within {CHECK_SECONDS:g} seconds"
        except Exception as error:
            # Whatever it is, "not ready" is the answer.
            log.warning("The %s is not ready", name, exc_info=error)
            return type(error).__name__  # the text of the error may hold addresses and passwords

    async def _metrics_page(self, _request: web.Request) -> web.Response:
        kind = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        return web.Response(body=self._metrics.text(), headers=kind)
