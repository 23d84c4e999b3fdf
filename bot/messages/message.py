"""A message before it is sent: its text, pictures and rows of components, for sending as well as for editing."""

from __future__ import annotations

import io
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.posts.components import AddressedButton, AddressedSelect

__all__ = ["COLOUR", "Message", "Picture", "Row"]

COLOUR = discord.Colour(0x2E7D5B)
"""The green of the table."""

_ALT = 1024
_CONTENT = 2000
Row = Sequence[AddressedButton | AddressedSelect]


@dataclass(frozen=True)
class Picture:
    """A PNG with the text that says the same in words. Each has a file name of its own, which tells nothing."""

    png: bytes
    alt: str
    name: str = field(default_factory=lambda: f"{secrets.token_hex(6)}.png")

    def file(self) -> discord.File:
        alt = self.alt if len(self.alt) <= _ALT else self.alt[: _ALT - 1] + "…"
        return discord.File(io.BytesIO(self.png), filename=self.name, description=alt)


@dataclass(frozen=True)
class Message:
    """What people will read. Nobody is mentioned but the users in `mentions`."""

    content: str = ""
    embed: discord.Embed | None = None
    pictures: tuple[Picture, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    """Other files: names and contents."""
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()

    def in_letters(self) -> Message:
        """The same message without embed and pictures, for a channel where neither may be shown."""
        if self.embed is None:
            return self
        embed = self.embed
        parts = [
            self.content,
            f"**{embed.title}**" if embed.title else "",
            embed.description or "",
            *(f"**{part.name}**\n{part.value}" for part in embed.fields),
            f"-# {embed.footer.text}" if embed.footer.text else "",
        ]
        return replace(self, content="\n".join(part for part in parts if part)[:_CONTENT], embed=None, pictures=())

    def view(self) -> discord.ui.View | None:
        if not self.rows:
            return None
        view = discord.ui.View(timeout=None)
        for number, row in enumerate(self.rows):
            for item in row:
                item.item.row = number
                view.add_item(item)
        return view

    def to_send(self) -> dict[str, Any]:
        """The message as arguments of any `send` method."""
        arguments: dict[str, Any] = {"allowed_mentions": self._allowed()}
        if self.content:
            arguments["content"] = self.content
        if self.embed is not None:
            arguments["embed"] = self.embed
        files = self._files()
        if files:
            arguments["files"] = files
        view = self.view()
        if view is not None:
            arguments["view"] = view
        return arguments

    def to_edit(self) -> dict[str, Any]:
        """The message as arguments of any `edit` method: everything that was there before is replaced."""
        return {
            "content": self.content or None,
            "embed": self.embed,
            "attachments": self._files(),
            "view": self.view(),
            "allowed_mentions": self._allowed(),
        }

    def _files(self) -> list[discord.File]:
        others = [discord.File(io.BytesIO(content), filename=name) for name, content in self.files]
        return [*(picture.file() for picture in self.pictures), *others]

    def _allowed(self) -> discord.AllowedMentions:
        users = [discord.Object(user_id) for user_id in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)
