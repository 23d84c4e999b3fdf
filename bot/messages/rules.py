"""The rules of a game, to be read page by page."""

from __future__ import annotations

import discord

from bot.locales import pages, rules

from .addresses import Address, Kind
from .message import COLOUR, Message
from .pager import turning
from .reader import Reader

__all__ = ["rules_message"]


def rules_message(game: str, number: int, reader: Reader) -> Message:
    """A page of the rules of a game, counted from 0; a number beyond the last page shows the last."""
    w, texts = reader.words, pages(rules(game, reader.words.locale))
    number = max(0, min(number, len(texts) - 1))
    embed = discord.Embed(colour=COLOUR, title=w("rules.title", game=w(f"game.{game}.name")), description=texts[number])
    if len(texts) > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=len(texts)))

    def at(page: int) -> Address:
        return Address(Kind.RULES_PAGE, "", 0, f"{game}/{page}")

    return Message(embed=embed, rows=turning(reader, at, number, len(texts)))
