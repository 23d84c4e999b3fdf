"""Three pages for monitoring: /healthz, /readyz and /metrics.

They run in the bot's own event loop, so /healthz answers only while the loop is responsive.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Self

from aiohttp import web

from bot.metrics import Metrics

log = logging.getLogger(__name__)

CHECK_TIMEOUT_S = 2.0
CHECK_CACHE_S = 1.0
"""Seconds for which /readyz repeats its last answer, so that frequent requests cost no more than one."""

Check = Callable[[], Awaitable[str | None]]
"""A check that returns None, or the reason for its failure in a few words. An exception is a failure, too."""


class HealthServer:
    """The HTTP server of the health pages.

    `checks` are the checks of /readyz by name, each with a timeout of two seconds. After `start`, `port` is the actual
    port, also for port 0.

    :param on_checked: called with the reason of each check, or None, before /readyz or /metrics answers.
    """

    def __init__(
        self,
        metrics: Metrics,
        checks: Mapping[str, Check],
        host: str = "127.0.0.1",
        port: int = 0,
        on_checked: Callable[[Mapping[str, str | None]], None] | None = None,
    ) -> None:
        self._metrics = metrics
        self._checks = dict(checks)
        self._host = host
        self.port = port
        self._on_checked = on_checked
        self._runner: web.AppRunner | None = None
        self._opening: asyncio.Task[None] | None = None
        self._check_task: asyncio.Task[dict[str, str | None]] | None = None
        self._checked_at = 0.0

    async def start(self) -> Self:
        """Open the port; raise OSError if it is taken."""
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

    async def open(self, retry_s: float | None = None) -> None:
        """Open the port; if taken, retry every `retry_s` seconds."""
        if self._runner is not None:
            return
        if not await self._try_start() and retry_s is not None:
            self._opening = asyncio.get_running_loop().create_task(self._retry_opening(retry_s))

    async def _retry_opening(self, pause_s: float) -> None:
        opened = False
        while not opened:
            await asyncio.sleep(pause_s)
            opened = await self._try_start()

    async def _try_start(self) -> bool:
        try:
            await self.start()
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            log.warning("the health pages cannot be opened at %s:%s: %s", self._host, self.port, reason)
            return False
        return True

    async def close(self) -> None:
        """Close the port. Further calls do nothing."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._check_task is not None:
            self._check_task.cancel()
            await asyncio.wait([self._check_task])
            self._check_task = None

    async def _healthz(self, _request: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def _readyz(self, _request: web.Request) -> web.Response:
        reasons = await asyncio.shield(self._current_results())
        ready = not any(reasons.values())
        found = {name: reason or "ok" for name, reason in reasons.items()}
        return web.json_response({"ready": ready, **found}, status=200 if ready else 503)

    def _current_results(self) -> asyncio.Task[dict[str, str | None]]:
        """Return the running checks, or recent ones. All callers share the task."""
        loop = asyncio.get_running_loop()
        known = self._check_task
        if known is None or (known.done() and loop.time() - self._checked_at >= CHECK_CACHE_S):
            known = self._check_task = loop.create_task(self._run_checks(), name="checks of /readyz")
        return known

    async def _run_checks(self) -> dict[str, str | None]:
        reasons = await asyncio.gather(*(run_check(name, check) for name, check in self._checks.items()))
        self._checked_at = asyncio.get_running_loop().time()
        results = dict(zip(self._checks, reasons, strict=True))
        if self._on_checked is not None:
            self._on_checked(results)
        return results

    async def _metrics_page(self, _request: web.Request) -> web.Response:
        reasons = await asyncio.shield(self._current_results())
        self._metrics.ready(is_ready=not any(reasons.values()))
        kind = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        return web.Response(body=self._metrics.text(), headers=kind)


async def run_check(name: str, check: Check) -> str | None:
    """Return the reason why a check fails, or None. An exception is logged."""
    try:
        return await asyncio.wait_for(check(), CHECK_TIMEOUT_S)
    except TimeoutError:
        return f"no answer within {CHECK_TIMEOUT_S:g} seconds"
    except Exception as error:
        # Every failure means "not ready".
        log.warning("The %s is not ready", name, exc_info=error)
        return type(error).__name__  # the text of the error may contain addresses and passwords
