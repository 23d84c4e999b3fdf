"""A message before it is sent: its text, the pictures to be drawn for it, and its rows of components."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import discord

from .components import Row

__all__ = ["COLOUR", "GOLD", "GREY", "Drawing", "Message", "embedded"]

COLOUR = discord.Colour(0x2E7D5B)
"""The green of the table."""
GOLD = discord.Colour(0xC9A227)
"""A match has been won."""
GREY = discord.Colour(0x6B7280)
"""Nothing goes on here any more."""


@dataclass(frozen=True)
class Drawing:
    """A picture to be drawn when the message is sent.

    :ivar paint: draws it, as a PNG file; takes milliseconds, so it is called off the event loop.
    :ivar alt: the text that says the same in words.
    :ivar name: a file name of its own, which tells nothing.
    """

    paint: Callable[[], bytes]
    alt: str
    name: str = field(default_factory=lambda: f"{secrets.token_hex(6)}.png", compare=False)

    @cached_property
    def key(self) -> Hashable | None:
        """The same for drawings of one function with the same arguments; None if those cannot be compared so."""
        paint = self.paint
        if not isinstance(paint, partial):
            return None
        key = (paint.func, paint.args, tuple(sorted(paint.keywords.items())))
        try:
            hash(key)
        except TypeError:
            return None
        return key

    @property
    def looks(self) -> object:
        """What can be seen and read of it: two drawings of the same function with the same arguments are equal."""
        paint = self.paint
        drawn = (paint.func, paint.args, paint.keywords) if isinstance(paint, partial) else paint
        return drawn, self.alt


@dataclass(frozen=True)
class Message:
    """What people will read. Nobody is mentioned but the users in `mentions` and who has a role in `role_mentions`."""

    content: str = ""
    embed: discord.Embed | None = None
    drawings: tuple[Drawing, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    """Other files: names and contents."""
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()
    role_mentions: tuple[int, ...] = ()

    @property
    def looks(self) -> object:
        """What people see and can press, for telling whether an edit would change anything."""
        embed = self.embed.to_dict() if self.embed is not None else {}
        texts = {
            key: value for key, value in embed.items() if key != "image"
        }  # a picture's file name is never the same
        drawings = tuple(drawing.looks for drawing in self.drawings)
        return self.content, texts, drawings, self.files, tuple(tuple(row) for row in self.rows)

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
        text = "\n".join(part for part in parts if part)
        return replace(self, content=text, embed=None, drawings=())


def embedded(embed: discord.Embed, drawing: Drawing | None, rows: tuple[Row, ...] = ()) -> Message:
    """A message of an embed, with the drawing in it."""
    if drawing is None:
        return Message(embed=embed, rows=rows)
    embed.set_image(url=f"attachment://{drawing.name}")
    return Message(embed=embed, drawings=(drawing,), rows=rows)
