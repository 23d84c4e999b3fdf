"""The rules of a game, to be read page by page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

import games
from bot.locales import Words, pages, rules
from bot.messages.addresses import Address
from bot.messages.message import COLOUR, Message
from bot.posts.components import button
from bot.requests.request import Click, Handler
from bot.tables.errors import TableError

__all__ = ["HANDLERS", "rules_message"]


def rules_message(game: str, number: int, w: Words) -> Message:
    """A page of the rules of a game, counted from 0; a number beyond the last page shows the last."""
    texts = pages(rules(game, w.locale))
    number = max(0, min(number, len(texts) - 1))
    embed = discord.Embed(colour=COLOUR, title=w("rules.title", game=w(f"game.{game}.name")), description=texts[number])
    if len(texts) == 1:
        return Message(embed=embed)
    embed.set_footer(text=w("rules.page", number=number + 1, total=len(texts)))
    turn = (
        button(_page(game, number - 1), w("rules.button.previous"), disabled=number == 0),
        button(_page(game, number + 1), w("rules.button.next"), disabled=number == len(texts) - 1),
    )
    return Message(embed=embed, rows=(turn,))


def _page(game: str, number: int) -> Address:
    return Address("page", "", 0, f"{game}/{max(number, 0)}")


async def _open(click: Click) -> None:
    table = await click.shared.tables.find(click.address.match_id)
    if table is None:
        raise TableError("hand.table_unknown")
    await click.reply.whisper(rules_message(table.stored.game, 0, click.words))


async def _turn(click: Click) -> None:
    game, _, number = click.address.rest.partition("/")
    if game not in games.CATALOGUE:
        raise TableError("hand.table_unknown")
    await click.reply.renew(rules_message(game, int(number), click.words))


HANDLERS: Final[Mapping[str, Handler]] = {"rules": _open, "page": _turn}
