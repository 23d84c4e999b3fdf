"""The stream of changes to every open page.

Every event of a message adds a line to simcord's transcript. When the transcript has grown, the payloads of all
messages are computed again, and the changed ones are sent. A new page gets all of them.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from simcord.backend.models import Message

from playground.payloads import Payloads
from playground.simulated import World

_LOOK_EVERY: Final = 0.04
_LINES_KEPT: Final = 500
_ALIVE_EVERY: Final = 15.0


class Stream:
    """The JSON events of one world: `world`, `messages` and `alive`."""

    def __init__(self, world: World, payloads: Payloads) -> None:
        self._backend = world.env.backend
        self._payloads = payloads
        self._pages: set[asyncio.Queue[tuple[str, Any]]] = set()
        self._sent: dict[int, tuple[str, dict[str, Any]]] = {}
        self._world: dict[str, Any] = {}
        self._dismissed: set[int] = set()
        self._lines = -1

    def dismiss(self, message: Message) -> None:
        """Hide an ephemeral message for good."""
        self._dismissed.add(message.id)
        self._lines = -1

    def resend_world(self) -> None:
        """Send the world after a change outside the transcript."""
        self._lines = -1

    async def watch(self) -> None:
        """Send changes, until cancelled."""
        while True:
            self.send_changes()
            await asyncio.sleep(_LOOK_EVERY)

    def send_changes(self) -> None:
        """Send the changes since the last call."""
        transcript, requests = self._backend.transcript, self._backend.http_requests
        if len(transcript) == self._lines:
            return
        world = self._payloads.world()
        if world != self._world:
            self._world = world
            self._send("world", world)
        gone, changed = self._find_changes()
        if gone or changed:
            self._send("messages", self._messages(changed, gone))
        if len(transcript) > 2 * _LINES_KEPT:
            del transcript[:-_LINES_KEPT]
            del requests[:-_LINES_KEPT]
        self._lines = len(transcript)

    async def events(self) -> AsyncIterator[tuple[str, Any]]:
        """Yield everything for a page that connects now, then changes."""
        self.send_changes()
        page: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        everything = [view for _, view in self._sent.values()]
        self._pages.add(page)
        try:
            yield "world", self._world
            yield "messages", self._messages(everything, []) | {"all": True}
            while True:
                try:
                    yield await asyncio.wait_for(page.get(), _ALIVE_EVERY)
                except TimeoutError:
                    yield "alive", {"now": self._payloads.now()}
        finally:
            self._pages.discard(page)

    def _messages(self, changed: list[dict[str, Any]], gone: list[str]) -> dict[str, Any]:
        return {"now": self._payloads.now(), "changed": changed, "gone": gone}

    def _find_changes(self) -> tuple[list[str], list[dict[str, Any]]]:
        there, changed = set(), []
        for message in self._payloads.messages():
            if message.id in self._dismissed:
                continue
            there.add(message.id)
            state = repr(message)
            if self._sent.get(message.id, ("",))[0] != state:
                view = self._payloads.message(message)
                self._sent[message.id] = (state, view)
                changed.append(view)
        gone = [message_id for message_id in self._sent if message_id not in there]
        for message_id in gone:
            del self._sent[message_id]
        return [str(message_id) for message_id in gone], changed

    def _send(self, kind: str, content: Any) -> None:
        for page in self._pages:
            page.put_nowait((kind, content))


def as_event(kind: str, content: Any) -> bytes:
    """Return an event in the format of server-sent events."""
    return f"event: {kind}\ndata: {json.dumps(content, separators=(',', ':'))}\n\n".encode()
