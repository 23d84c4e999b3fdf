"""The playground's port on this machine, and its access control.

Only this machine can reach it, and only the playground's own page can control it: other pages in the same browser
neither know its secret (`X-Playground`, or `secret` in the address of the event stream) nor have its host and origin.
"""

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable
from functools import cache
from html import escape
from importlib import resources
from typing import Any, Final

from aiohttp import web
from simcord.backend.errors import BackendError

from bot import locales
from bot.locales.words import texts_below
from playground.actions import LOCALES, Actions, BadActionError
from playground.commands import command_list
from playground.demos import Demos
from playground.door import door_picture
from playground.payloads import Payloads
from playground.pictures import PREFIX, Files
from playground.simulated import World, keep_file
from playground.steps import Steps
from playground.stream import Stream, as_event

_LARGEST_ACTION_BYTES: Final = 14 * 2**20  # a file of ten megabytes in base64
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_PAGE_FILES: Final = frozenset(file.name for file in resources.files("playground").joinpath("page").iterdir())
_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """The playground's server, to be created before the bot starts."""

    def __init__(self, world: World, first_command: str) -> None:
        self._world = world
        self._first_command = first_command
        self._secret = secrets.token_urlsafe(24)
        self._steps = Steps(world)
        self._files = Files(world.env)
        self._payloads = Payloads(world, self._files)
        self._stream = Stream(world, self._payloads)
        self._demos = Demos(world, self._steps)
        self._actions = Actions(world, self._steps, self._stream, self._demos)
        self._runner: web.AppRunner | None = None
        self._closing = asyncio.Event()
        self.port = 0

    async def start(self, port: int) -> None:
        """Open this port, or a free one; set `self.port`."""
        app = web.Application(middlewares=[self._guard], client_max_size=_LARGEST_ACTION_BYTES)
        app.router.add_get("/", self._get_page)
        app.router.add_get("/favicon.ico", self._get_icon)
        app.router.add_get("/page/{name}", self._get_static)
        app.router.add_get(PREFIX + "/{path:.+}", self._get_file)
        app.router.add_get("/api/events", self._get_events)
        app.router.add_get("/api/commands", self._get_commands)
        app.router.add_get("/api/door", self._get_door)
        app.router.add_post("/api/actions", self._post_action)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", port).start()
        except OSError:
            await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        self._steps.begin()

    async def work(self) -> None:
        """Let time pass and send changes to pages, until cancelled."""
        await asyncio.gather(self._steps.pass_time(), self._stream.watch())

    async def close(self) -> None:
        """Close every page's stream, and the port."""
        self._closing.set()
        await self._demos.close()
        await self._steps.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    # --- Access ----------------------------------------------------------------------------------------------------

    @property
    def _guard(self) -> Any:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            self._check(request)
            response = await handler(request)
            if not response.prepared:
                response.headers.update(_HEADERS)
            return response

        return guard

    def _check(self, request: web.Request) -> None:
        hosts = {f"{name}:{self.port}" for name in ("127.0.0.1", "localhost")}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in hosts or (
            origin is not None and origin.removeprefix("http://") not in hosts
        ):
            raise web.HTTPForbidden
        opened = request.path == "/"  # links from other sites are allowed
        if not opened and request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
            raise web.HTTPForbidden
        if request.path.startswith("/api/"):
            given = request.headers.get("X-Playground") or request.query.get("secret") or ""
            if not secrets.compare_digest(given.encode(), self._secret.encode()):
                raise web.HTTPUnauthorized

    # --- Requests --------------------------------------------------------------------------------------------------

    async def _get_page(self, _request: web.Request) -> web.Response:
        text = _page_file("page.html").decode().replace("{{noscript}}", _noscript())
        demos = self._demos.offered(LOCALES)
        start = json.dumps(
            {
                "secret": self._secret,
                "first": self._first_command,
                "locales": LOCALES,
                "demos": demos,
                "words": _page_words(),
            }
        )
        start = start.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        return web.Response(
            text=text.replace("{{start}}", start), content_type="text/html", headers={"Cache-Control": "no-store"}
        )

    async def _get_icon(self, _request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _get_static(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        kind = next((kind for ending, kind in _TYPES.items() if name.endswith(ending)), None)
        if kind is None or name not in _PAGE_FILES:
            raise web.HTTPNotFound
        body = _page_file(name)
        return web.Response(body=body, content_type=kind, charset="utf-8", headers={"Cache-Control": "no-cache"})

    async def _get_file(self, request: web.Request) -> web.Response:
        found = self._files.find(request.match_info["path"])
        if found is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        if found.picture_type is None:
            headers["Content-Disposition"] = "attachment"
        return web.Response(
            body=found.content, content_type=found.picture_type or "application/octet-stream", headers=headers
        )

    async def _get_commands(self, request: web.Request) -> web.Response:
        try:
            person, place = int(request.query["person"]), int(request.query["place"])
            shown = command_list(self._world.env, person, place, self._world.locales[person])
        except (KeyError, ValueError, BackendError):
            raise web.HTTPBadRequest from None
        return web.json_response(shown)

    async def _get_door(self, _request: web.Request) -> web.Response:
        png, alts = await asyncio.to_thread(door_picture)
        url = keep_file(self._world.env, "/door.png", png)
        return web.json_response({"picture": self._files.picture(url, None), "alts": alts})

    async def _post_action(self, request: web.Request) -> web.Response:
        try:
            action = await request.json()
            answer = await self._actions.do(action)
        except (BadActionError, ValueError) as error:
            return web.json_response({"refused": str(error)}, status=400)
        return web.json_response(answer)

    async def _get_events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(
            headers={**_HEADERS, "Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        await response.prepare(request)
        sending = asyncio.create_task(self._send_events(response))
        closing = asyncio.create_task(self._closing.wait())
        try:
            await asyncio.wait((sending, closing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, closing):
                task.cancel()
            await asyncio.gather(sending, closing, return_exceptions=True)
        return response

    async def _send_events(self, response: web.StreamResponse) -> None:
        with contextlib.suppress(ConnectionError):  # the page was closed
            async for kind, content in self._stream.events():
                await response.write(as_event(kind, content))


@cache
def _page_words() -> dict[str, dict[str, str]]:
    """Return the texts of the page by language and key, with the names of commands."""
    return {
        locale: {
            key: text.replace("{play}", locales.words(locale).command("play"))
            for key, text in texts_below("playground", locale).items()
        }
        for locale in locales.LOCALES
    }


def _noscript() -> str:
    """Return the text for browsers without scripts, in all languages."""
    return "\n".join(
        f'<p lang="{locale}">{escape(texts["playground.noscript"])}</p>' for locale, texts in _page_words().items()
    )


def _page_file(name: str) -> bytes:
    return resources.files("playground").joinpath("page").joinpath(name).read_bytes()
