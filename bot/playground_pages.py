"""The playground's pages: one local address where every person sees every channel, as simcord's Preview shows it.

simcord's own Preview is one channel on one port for a list of viewers, and it stands still: it shows what was published
last, and time does not pass. Here:
- `/` shows one or more people side by side, each with a choice of person and place; `/look/<person>/<place>` is one
  such view alone. A Preview of its own is made for each when it is first looked at; one port serves them all, told
  apart by the secret that the page sends with every request. A person's direct messages are a place like the channels.
- Ephemeral messages show to their person, and pictures show (attachments in embeds too, told apart by file name).
- Time goes on because `pass_time` moves simcord's clock along with the real one, five times a second. The timers of the
  bot are virtual only, so nothing fires between two steps and no two advances of time can meet.
- simcord does one thing at a time and refuses others ("operation overlaps", "busy"). Actions of pages and the passing
  of time therefore take turns under one lock: a click waits its turn, it is not refused.
- simcord waits for all of the bot's work before it answers a click. Here it waits until the click is answered, and a
  moment longer; what comes later (a computer player's move) is published when it is there.
- A page sends the revision it saw. Something newer is no reason to refuse, unless the very message clicked on has
  changed its buttons meanwhile: then the click is refused and the page shows the new ones.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import simcord.preview._server as preview_server
from aiohttp import web
from simcord.preview import Preview
from simcord.preview._actions import ACTION_SPECS
from simcord.preview._server import PreviewServer

from bot.simulated import Timers, World

if TYPE_CHECKING:
    from simcord.env import Env
    from simcord.preview._pages import _Page

log = logging.getLogger(__name__)

DIRECT_MESSAGES = "dm"
STEP_SECONDS = 0.2
LONGEST_STEP_SECONDS = 10.0  # after the machine slept, time goes on from where it was
ANSWER_SECONDS = 4.0  # a click that is not answered within this is shown as failed
AFTER_ANSWER_SECONDS = 0.15
REVISIONS_KEPT = 20
LOG_KEPT = 500

_API = (
    ("POST", "/api/pages", "_pages"),
    ("DELETE", "/api/pages/{context_id}", "_delete_page"),
    ("GET", "/api/state", "_state"),
    ("GET", "/api/commands", "_commands"),
    ("GET", "/api/action-result", "_action_result"),
    ("POST", "/api/action", "_action"),
    ("GET", "/api/assets/{asset_id}", "_asset"),
)


class _SharedServer(PreviewServer):
    """A Preview's request handlers without a port of their own; a page of ours may show them in a frame."""

    _SECURITY_HEADERS: ClassVar[dict[str, str]] = {
        **PreviewServer._SECURITY_HEADERS,
        "X-Frame-Options": "SAMEORIGIN",
        "Content-Security-Policy": PreviewServer._SECURITY_HEADERS["Content-Security-Policy"].replace(
            "frame-ancestors 'none'", "frame-ancestors 'self'"
        ),
    }

    async def start(self) -> None:
        self.port = self._requested_port

    async def close(self) -> None:
        self.port = None


class Pages:
    """Serves the playground of one world on a local port until closed."""

    def __init__(self, world: World, first_look: str) -> None:
        self._world = world
        self._first_look = first_look
        self._env: Env = world.env
        self._timers = Timers(world.env)
        self._previews: dict[tuple[str, str], Preview] = {}
        self._buttons: dict[str, dict[int, dict[int, str]]] = {}  # page -> revision -> message -> its components
        self._turn = asyncio.Lock()
        self._runner: web.AppRunner | None = None
        self._began = 0.0
        self._published = 0
        self.port = 0

    @property
    def places(self) -> list[str]:
        """The names of what can be looked at: the channels, then direct messages."""
        return [*self._world.channels, DIRECT_MESSAGES]

    def prepare(self) -> None:
        """Makes the environment's patience fit a page with a person before it. Before the bot is started."""
        env = self._env
        settle = env._settle_internal

        async def settle_until_answered(**_: object) -> None:
            now = asyncio.get_running_loop().time
            began = now()
            while True:
                try:
                    return await settle(timeout=0.05, idle=0.005)
                except TimeoutError:
                    waited = now() - began
                    if waited >= ANSWER_SECONDS or (waited >= self._patience() and self._answered()):
                        return None

        env._settle_internal = settle_until_answered  # type: ignore[method-assign]  # simcord offers no other way

    def _patience(self) -> float:
        """How long the bot's work is waited for after an answer: not at all while time just passes."""
        return AFTER_ANSWER_SECONDS if self._acting() is not None else 0.0

    def _answered(self) -> bool:
        preview = self._acting()
        action = preview._active_action if preview is not None else None
        return action is None or action.interaction is None or action.interaction.responded

    def _acting(self) -> Preview | None:
        return next((preview for preview in self._previews.values() if preview._active_action is not None), None)

    async def start(self, port: int) -> None:
        """Opens the port, or a free one when it is taken; `port` tells which."""
        preview_server.web = web  # type: ignore[attr-defined]  # it imports aiohttp only in its own start()
        app = web.Application()
        app.router.add_get("/", self._hub)
        app.router.add_get("/favicon.ico", self._no_icon)
        app.router.add_get("/room", self._room)
        app.router.add_get("/room.css", self._room_style)
        app.router.add_get("/look/{person}/{place}", self._look)
        for path in PreviewServer._STATIC_FILES:
            if path != "/":
                app.router.add_get(path, self._static)
        for method, path, handler in _API:
            app.router.add_route(method, path, self._passed_on(handler))
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", port).start()
        except OSError:
            await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        self._static_server = _SharedServer(None, self.port)  # type: ignore[arg-type]  # files need no Preview
        await self._static_server.start()
        self._timers.hold()
        self._began = asyncio.get_running_loop().time() - self._env.backend.clock.elapsed

    async def close(self) -> None:
        """Closes every view and the port."""
        async with self._turn:
            for preview in self._previews.values():
                await preview.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def pass_time(self) -> None:
        """Moves simcord's time along with the real one and publishes what has changed, until cancelled."""
        while True:
            await asyncio.sleep(STEP_SECONDS)
            async with self._turn:
                await asyncio.create_task(self._step())  # a task of its own: simcord asks which task advances time

    async def _step(self) -> None:
        behind = asyncio.get_running_loop().time() - self._began - self._env.backend.clock.elapsed
        if behind > LONGEST_STEP_SECONDS:
            self._began += behind - LONGEST_STEP_SECONDS
            behind = LONGEST_STEP_SECONDS
        try:
            await self._env.advance_time(max(0.0, behind))
        except TimeoutError as slow:  # as far as it came, time has passed; the rest follows with the next step
            log.warning("The bot is still busy: %s", slow)
        backend = self._env.backend
        if len(backend.transcript) != self._published:
            self._publish_all()
            for kept in (backend.transcript, backend.http_requests):
                del kept[:-LOG_KEPT]
            self._published = len(backend.transcript)

    def _publish_all(self) -> None:
        for preview in self._previews.values():
            if preview._closed:
                continue
            preview._advance_presentation_time()
            for page in tuple(preview._pages.values()):
                if page is not preview._python and page.id in preview._pages:
                    preview._publish(page, reason="refresh")

    # What a browser asks for

    async def _hub(self, _request: web.Request) -> web.Response:
        page = _file("playground_page.html")
        choices = {"people": list(self._world.people), "places": self.places, "hint": self._first_look}
        return web.Response(text=page.replace("{{choices}}", json.dumps(choices)), content_type="text/html")

    async def _no_icon(self, _request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _look(self, request: web.Request) -> web.Response:
        person, place = request.match_info["person"], request.match_info["place"]
        if person not in self._world.people or place not in self.places:
            raise web.HTTPNotFound(text=f"Nobody here is {person}, or there is no {place}.")
        async with self._turn:
            preview = await self._preview(person, place)
        raise web.HTTPFound(f"/room#{preview.capability}")

    async def _room(self, _request: web.Request) -> web.Response:
        page = Path(preview_server.__file__).with_name("static") / "index.html"
        text = page.read_text(encoding="utf-8").replace("</head>", '<link rel="stylesheet" href="/room.css"></head>')
        return web.Response(text=text, content_type="text/html", headers=self._static_server._SECURITY_HEADERS)

    async def _room_style(self, _request: web.Request) -> web.Response:
        return web.Response(text=_file("playground_room.css"), content_type="text/css")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        response: web.StreamResponse = await self._static_server._static(request)
        return response

    def _passed_on(self, handler: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def passed_on(request: web.Request) -> web.StreamResponse:
            secret = request.headers.get("X-Simcord-Capability")
            for preview in self._previews.values():
                if secret == preview.capability and not preview._closed:
                    response: web.StreamResponse = await getattr(preview._server, handler)(request)
                    return response
            raise web.HTTPUnauthorized

        return passed_on

    # One person's view of one place

    async def _preview(self, person: str, place: str) -> Preview:
        known = self._previews.get((person, place))
        if known is not None and not known._closed:
            return known
        member = self._world.people[person]
        viewer = member.user if place == DIRECT_MESSAGES else member
        channel = member.user.dm_channel if place == DIRECT_MESSAGES else self._world.channels[place]
        self._env._preview = None  # simcord allows one; ours never act at the same time
        preview = self._env.preview(channel, viewers=[viewer], layout="channel", locale=self._world.locales[member.id])
        preview._server = _SharedServer(preview, self.port)
        self._take_turns(preview)
        self._previews[person, place] = preview
        await preview.__aenter__()
        return preview

    def _take_turns(self, preview: Preview) -> None:
        """Lets this view's actions wait for their turn, and lets them be a little behind what is newest."""
        act, publish, open_page = preview._action, preview._publish, preview._open_page

        async def act_in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            async with self._turn:
                self._env._preview = preview
                return await act(context_id, self._up_to_date(preview, context_id, body))

        def publish_and_remember(page: _Page, **reason: Any) -> None:
            publish(page, **reason)
            seen = self._buttons.setdefault(page.id, {})
            seen[page.revision] = self._components(page.channel_id)
            for old in list(seen)[:-REVISIONS_KEPT]:
                del seen[old]

        def open_newest_page(viewer_id: Any = None, target_id: Any = None) -> _Page:
            self._buttons = {kept: seen for kept, seen in self._buttons.items() if self._is_open(kept)}
            if preview._python is not None:
                preview._python.window_end_id = None  # else the page would end at what was newest when it was made
            return open_page(viewer_id, target_id)

        preview._action = act_in_turn  # type: ignore[method-assign]  # simcord offers no other way
        preview._publish = publish_and_remember  # type: ignore[method-assign]  # simcord offers no other way
        preview._open_page = open_newest_page  # type: ignore[method-assign]  # simcord offers no other way

    def _is_open(self, page_id: str) -> bool:
        return any(page_id in preview._pages for preview in self._previews.values())

    def _components(self, channel_id: int) -> dict[int, str]:
        messages = self._env.backend.messages.get(channel_id, {}).values()
        return {message.id: json.dumps(message.components) for message in messages if message.components}

    def _up_to_date(self, preview: Preview, page_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The action as of the newest revision, if what it acts on has not changed since the revision that it saw."""
        page = preview._pages.get(page_id or "")
        seen = body.get("published_revision")
        kind = body.get("kind")
        if page is None or not isinstance(seen, int) or seen >= page.revision or kind not in ACTION_SPECS:
            return body
        if kind in {"click", "select"}:
            target = int(body.get("target_id") or 0)
            then = self._buttons.get(page.id, {}).get(seen, {}).get(target)
            if then is None or then != self._components(page.channel_id).get(target):
                return body
        return {**body, "published_revision": page.revision}


def _file(name: str) -> str:
    return resources.files("bot").joinpath(name).read_text(encoding="utf-8")
