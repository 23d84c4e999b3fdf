"""Messages before sending: texts, pictures and component rows."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from random import Random
from typing import Final

import discord

from bot.locales import Words
from bot.messages.parts.components import Button, MessageFormat, Part, Row, Select, require_fitting
from bot.messages.parts.text import (
    MAX_ALT_TEXT,
    MAX_BUTTON_LABEL,
    MAX_CONTENT,
    MAX_DESCRIPTION,
    MAX_EMBED,
    MAX_EMBED_FIELDS,
    MAX_FIELD_NAME,
    MAX_FIELD_VALUE,
    MAX_FOOTER,
    MAX_OPTION_TEXT,
    MAX_PLACEHOLDER,
    MAX_TITLE,
    truncate,
)

COLOUR = discord.Colour(0x2E7D5B)
"""The green of the table."""
GOLD = discord.Colour(0xC9A227)
"""The colour of a won match."""
GREY = discord.Colour(0x6B7280)
"""The colour of a finished or inactive message."""

_file_names: Final = Random()  # noqa: S311  # unique, not secret; the system's own costs a call of the kernel


@dataclass(frozen=True)
class Drawing:
    """A picture that is drawn when the message is sent.

    :ivar paint: draws a PNG in milliseconds; called off the event loop.
    :ivar name: a unique file name that reveals nothing.
    """

    paint: Callable[[], bytes]
    alt: str
    name: str = field(default_factory=lambda: f"{_file_names.getrandbits(48):012x}.png", compare=False)

    @cached_property
    def key(self) -> Hashable | None:
        """A key equal for equal function and arguments; None if unhashable."""
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
    def appearance(self) -> object:
        """The visible content, compared by function and arguments."""
        paint = self.paint
        drawn = (paint.func, paint.args, paint.keywords) if isinstance(paint, partial) else paint
        return drawn, self.alt


@dataclass(frozen=True)
class Message:
    """A message that notifies only its `mentions` and `role_mentions`.

    :raises ValueError: if it has more components than its format allows.
    """

    content: str = ""
    embed: discord.Embed | None = None
    drawings: tuple[Drawing, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    """Other files: names and contents."""
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()
    role_mentions: tuple[int, ...] = ()
    format: MessageFormat = MessageFormat.EMBED
    """The format of a new message; an edit keeps the format of the edited message."""

    def __post_init__(self) -> None:
        require_fitting(self.rows, self.format, self._around)

    @property
    def _around(self) -> int:
        """The number of components besides the rows in a layout."""
        beside = bool(self.content) + bool(self.drawings) + len(self.files)
        if self.embed is None:
            return beside
        text = self.embed.title or self.embed.description or self.embed.fields
        return beside + 1 + bool(text) + bool(self.embed.footer.text)

    @property
    def appearance(self) -> object:
        """The visible and clickable content, to detect empty edits."""
        embed = self.embed.to_dict() if self.embed is not None else {}
        texts = {key: value for key, value in embed.items() if key != "image"}  # file names of pictures are random
        drawings = tuple(drawing.appearance for drawing in self.drawings)
        return self.content, texts, drawings, self.files, tuple(tuple(row) for row in self.rows)

    def as_text(self) -> Message:
        """Return the message as text, without embed and pictures."""
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


def embedded(
    embed: discord.Embed,
    drawing: Drawing | None,
    rows: tuple[Row, ...] = (),
    in_format: MessageFormat = MessageFormat.EMBED,
) -> Message:
    """Return a message with an embed that contains the drawing."""
    if drawing is None:
        return Message(embed=embed, rows=rows, format=in_format)
    embed.set_image(url=f"attachment://{drawing.name}")
    return Message(embed=embed, drawings=(drawing,), rows=rows, format=in_format)


def add_page_number(embed: discord.Embed, number: int, pages: int, w: Words) -> None:
    """Add a page's number to the footer; none for a single page.

    :param number: counted from 0.
    """
    if pages > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=pages))


def within_limits(message: Message) -> Message:
    """Return the message with texts within Discord's limits."""
    if _fits(message):
        return message
    return replace(
        message,
        content=truncate(message.content, MAX_CONTENT),
        embed=None if message.embed is None else _embed(message.embed),
        drawings=tuple(replace(drawing, alt=truncate(drawing.alt, MAX_ALT_TEXT)) for drawing in message.drawings),
        rows=tuple(_row(row) for row in message.rows),
    )


def _fits(message: Message) -> bool:
    """Return True if surely nothing has to be cut, as nearly always."""
    parts = chain(*message.rows)
    return (
        len(message.content) <= MAX_CONTENT
        and (message.embed is None or _embed_fits(message.embed))
        and all(len(drawing.alt) <= MAX_ALT_TEXT for drawing in message.drawings)
        and all(isinstance(part, Button) and len(part.label or "") <= MAX_BUTTON_LABEL for part in parts)
    )


def _embed_fits(embed: discord.Embed) -> bool:
    texts = [
        (embed.title, MAX_TITLE),
        (embed.description, MAX_DESCRIPTION),
        (embed.footer.text, MAX_FOOTER),
        *((part.name, MAX_FIELD_NAME) for part in embed.fields),
        *((part.value, MAX_FIELD_VALUE) for part in embed.fields),
    ]
    within = all(len(text or "") <= limit for text, limit in texts)
    return within and len(embed) <= MAX_EMBED and len(embed.fields) <= MAX_EMBED_FIELDS


def _embed(whole: discord.Embed) -> discord.Embed:
    embed = discord.Embed.from_dict({**whole.to_dict(), "fields": []})  # Embed.copy shares the fields
    embed.title = None if whole.title is None else truncate(whole.title, MAX_TITLE)
    embed.description = None if whole.description is None else truncate(whole.description, MAX_DESCRIPTION)
    for part in whole.fields[:MAX_EMBED_FIELDS]:
        name, value = truncate(part.name or "", MAX_FIELD_NAME), truncate(part.value or "", MAX_FIELD_VALUE)
        embed.add_field(name=name, value=value, inline=part.inline)
    if whole.footer.text is not None:
        embed.set_footer(text=truncate(whole.footer.text, MAX_FOOTER), icon_url=whole.footer.icon_url)
    while (excess := len(embed) - MAX_EMBED) > 0:
        before = len(embed)
        _shorten_longest(embed, excess)
        if len(embed) == before:  # the texts are as short as possible: drop whole fields
            embed.remove_field(-1)
    return embed


def _shorten_longest(embed: discord.Embed, excess: int) -> None:
    """Cut up to `excess` characters off the longest text."""
    longest = max(range(len(embed.fields)), key=lambda number: len(embed.fields[number].value or ""), default=None)
    field = None if longest is None else embed.fields[longest]
    description, value = embed.description or "", "" if field is None else field.value or ""
    if longest is None or field is None or len(description) >= len(value):
        embed.description = truncate(description, max(1, len(description) - excess))
    else:
        short = truncate(value, max(1, len(value) - excess))
        embed.set_field_at(longest, name=field.name, value=short, inline=field.inline)


def _row(row: Row) -> Row:
    return tuple(_part(part) for part in row)


def _part(part: Part) -> Part:
    match part:
        case Button():
            return part if part.label is None else replace(part, label=truncate(part.label, MAX_BUTTON_LABEL))
        case Select():
            return _select(part)
        case _:
            return part


def _select(select: Select) -> Select:
    options = (
        replace(
            option,
            label=truncate(option.label, MAX_OPTION_TEXT),
            description=truncate(option.description, MAX_OPTION_TEXT),
        )
        for option in select.options
    )
    return replace(select, options=tuple(options), placeholder=truncate(select.placeholder, MAX_PLACEHOLDER))


_LARGEST: Final = 8 * 1024 * 1024
"""The greatest total size of files that are sent unpacked; Discord takes 10 MiB."""


def attachments(packed_name: str, *files: tuple[str, bytes]) -> tuple[tuple[str, bytes], ...]:
    """Return named files, in a ZIP if they are large."""
    if sum(len(content) for _, content in files) <= _LARGEST:
        return files
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return ((packed_name, packed.getvalue()),)
