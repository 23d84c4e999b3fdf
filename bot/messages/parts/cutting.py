"""Cutting a message to what Discord takes: the one place where texts are shortened, just before a message is sent."""

from __future__ import annotations

from dataclasses import replace

import discord

from .components import MAX_OPTIONS, Button, Row, Select
from .limits import (
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
from .message import Message

__all__ = ["within_limits"]


def within_limits(message: Message) -> Message:
    """The message with every text that is too long cut, and a mark where it was; itself if there is none."""
    return replace(
        message,
        content=truncate(message.content, MAX_CONTENT),
        embed=None if message.embed is None else _embed(message.embed),
        drawings=tuple(replace(drawing, alt=truncate(drawing.alt, MAX_ALT_TEXT)) for drawing in message.drawings),
        rows=tuple(_row(row) for row in message.rows),
    )


def _embed(whole: discord.Embed) -> discord.Embed:
    embed = discord.Embed.from_dict({**whole.to_dict(), "fields": []})  # a copy of discord.py's shares its fields
    embed.title = None if whole.title is None else truncate(whole.title, MAX_TITLE)
    embed.description = None if whole.description is None else truncate(whole.description, MAX_DESCRIPTION)
    for field in whole.fields[:MAX_EMBED_FIELDS]:
        name, value = truncate(field.name or "", MAX_FIELD_NAME), truncate(field.value or "", MAX_FIELD_VALUE)
        embed.add_field(name=name, value=value, inline=field.inline)
    if whole.footer.text is not None:
        embed.set_footer(text=truncate(whole.footer.text, MAX_FOOTER), icon_url=whole.footer.icon_url)
    while (excess := len(embed) - MAX_EMBED) > 0:
        before = len(embed)
        _shorten_longest(embed, excess)
        if len(embed) == before:  # no text has anything left to give: whole fields go
            embed.remove_field(-1)
    return embed


def _shorten_longest(embed: discord.Embed, excess: int) -> None:
    """Cut the longest of the description and the fields by so many characters, as far as it has them."""
    longest = max(range(len(embed.fields)), key=lambda number: len(embed.fields[number].value or ""), default=None)
    field = None if longest is None else embed.fields[longest]
    description, value = embed.description or "", "" if field is None else field.value or ""
    if longest is None or field is None or len(description) >= len(value):
        embed.description = truncate(description, max(1, len(description) - excess))
    else:
        short = truncate(value, max(1, len(value) - excess))
        embed.set_field_at(longest, name=field.name, value=short, inline=field.inline)


def _row(row: Row) -> Row:
    return tuple(_button(part) if isinstance(part, Button) else _select(part) for part in row)


def _button(button: Button) -> Button:
    return button if button.label is None else replace(button, label=truncate(button.label, MAX_BUTTON_LABEL))


def _select(select: Select) -> Select:
    options = (
        replace(
            option,
            label=truncate(option.label, MAX_OPTION_TEXT),
            description=truncate(option.description, MAX_OPTION_TEXT),
        )
        for option in select.options[:MAX_OPTIONS]
    )
    return replace(select, options=tuple(options), placeholder=truncate(select.placeholder, MAX_PLACEHOLDER))
