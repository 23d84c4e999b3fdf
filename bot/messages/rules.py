"""The rules of a game, to be read page by page."""

from __future__ import annotations

import discord

import games
from bot.locales import pages, rules
from bot.messages.games import presenter_of
from bot.messages.parts.components import Address, Kind, page_buttons

from .parts.message import COLOUR, Message, embedded
from .parts.names import Names
from .parts.reader import Reader

__all__ = ["rules_message"]


def rules_message(game: str, number: int, reader: Reader) -> Message:
    """A page of the rules of a game, from 0, which has a picture too; a number beyond the last shows the last."""
    w, texts = reader.words, pages(rules(game, reader.words.locale))
    number = max(0, min(number, len(texts) - 1))
    embed = discord.Embed(colour=COLOUR, title=w("rules.title", game=w(f"game.{game}.name")), description=texts[number])
    names = Names.numbered(max(games.CATALOGUE[game].seat_counts))
    drawing = presenter_of(games.CATALOGUE[game], reader, names).example_drawing() if number == 0 else None
    if len(texts) > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=len(texts)))

    def at(page: int) -> Address:
        return Address(Kind.RULES_PAGE, "", 0, f"{game}/{page}")

    return embedded(embed, drawing, page_buttons(reader, at, number, len(texts)))
