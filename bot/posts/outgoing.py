"""Messages prepared for sending, as arguments of discord.py.

Only this module draws pictures. Drawing takes milliseconds, so it runs off the event loop.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Hashable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final, NewType
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache

from bot.messages.parts.components import MessageFormat
from bot.messages.parts.message import Drawing, Message, within_limits
from bot.posts.discord_components import layout_of, view_of

__all__ = ["Nonce", "OutgoingMessage", "nonce_of", "prepare"]


_CACHED_PICTURES: Final = 512
"""The number of cached pictures, of some 10 kB each."""
_DRAWING_THREADS: Final = 2
"""The number of pictures of answers drawn in parallel."""

# The key is everything a picture is drawn from, so a request for one already knows what it shows.
_pictures: MutableMapping[Hashable, bytes] = LRUCache(_CACHED_PICTURES)

# Threads for drawing alone: pictures never wait for other work off the event loop, nor those of answers for boards.
_painters: Final = ThreadPoolExecutor(_DRAWING_THREADS, thread_name_prefix="painter")
_board_painter: Final = ThreadPoolExecutor(1, thread_name_prefix="board painter")
# One lock for each picture that is being drawn.
_locks: WeakValueDictionary[tuple[asyncio.AbstractEventLoop, Hashable], asyncio.Lock] = WeakValueDictionary()


Nonce = NewType("Nonce", str)
"""A text of at most 25 characters by which Discord knows a repeated message; only `nonce_of` makes one."""


@dataclass(frozen=True)
class OutgoingMessage:
    """A message with drawn pictures, which can be sent repeatedly."""

    message: Message
    pictures: tuple[bytes, ...]

    def to_send(self) -> dict[str, Any]:
        """Return the message as arguments of any `send` method."""
        arguments: dict[str, Any] = {"allowed_mentions": self._allowed()}
        if self.message.format is MessageFormat.LAYOUT:
            return arguments | {"files": self._files(), "view": layout_of(self.message)}
        if self.message.content:
            arguments["content"] = self.message.content
        if self.message.embed is not None:
            arguments["embed"] = self.message.embed
        files = self._files()
        if files:
            arguments["files"] = files
        view = view_of(self.message.rows)
        if view is not None:
            arguments["view"] = view
        return arguments

    def to_edit(self, in_format: MessageFormat = MessageFormat.EMBED) -> dict[str, Any]:
        """Return arguments for `edit` that replace all earlier content.

        :param in_format: the edited message's format, which Discord does not allow to change.
        """
        message = replace(self.message, format=in_format)
        if in_format is MessageFormat.LAYOUT:
            return {
                "attachments": self._files(),
                "view": layout_of(message),
                "allowed_mentions": self._allowed(),
            }
        return {
            "content": message.content or None,
            "embed": message.embed,
            "attachments": self._files(),
            "view": view_of(message.rows),
            "allowed_mentions": self._allowed(),
        }

    def _files(self) -> list[discord.File]:
        drawings = zip(self.message.drawings, self.pictures, strict=True)
        pictures = [
            discord.File(io.BytesIO(png), filename=drawing.name, description=drawing.alt) for drawing, png in drawings
        ]
        return [*pictures, *(discord.File(io.BytesIO(content), filename=name) for name, content in self.message.files)]

    def _allowed(self) -> discord.AllowedMentions:
        users = [discord.Object(user_id) for user_id in self.message.mentions]
        roles = [discord.Object(role_id) for role_id in self.message.role_mentions]
        return discord.AllowedMentions(everyone=False, roles=roles or False, replied_user=False, users=users or False)


async def prepare(message: Message, *, is_answer: bool = True) -> OutgoingMessage:
    """Truncate a message and draw its pictures, with a cache.

    :param is_answer: whether a person waits for it; such pictures are not drawn after those of boards.
    """
    message = within_limits(message)
    painters = _painters if is_answer else _board_painter
    return OutgoingMessage(message, tuple([await _picture(drawing, painters) for drawing in message.drawings]))


async def _picture(drawing: Drawing, painters: ThreadPoolExecutor) -> bytes:
    """Return a picture; simultaneous requests share one drawing."""
    loop, key = asyncio.get_running_loop(), drawing.key
    if key is None:
        return await loop.run_in_executor(painters, drawing.paint)
    async with _locks.setdefault((loop, key), asyncio.Lock()):
        picture = _pictures.get(key)
        if picture is None:
            picture = _pictures[key] = await loop.run_in_executor(painters, drawing.paint)
        return picture


def nonce_of(*what: object) -> Nonce:
    """Return the nonce of a message, the same after a restart.

    :param what: tells the message from all others of the bot, in any channel and server: Discord answers a nonce that
        it has seen in the last minutes with the message of then.
    """
    return Nonce(blake2b("\n".join(map(str, what)).encode(), digest_size=12).hexdigest())
