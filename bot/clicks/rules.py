"""Reading on: the pages of the rules and of the help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import games
from bot.messages.help import help_message, rules_message
from bot.messages.parts.components import Kind, parse_page
from bot.requests.request import Click, Handler
from bot.tables.errors import TableError

__all__ = ["HANDLERS"]


async def _open(click: Click) -> None:
    table = await click.table()
    await click.reply.whisper(rules_message(table.stored.game, 0, click.reader))


async def _turn_rules(click: Click) -> None:
    game, _, number = click.address.rest.partition("/")
    if game not in games.CATALOGUE:
        raise TableError("error.button_unknown")
    await click.reply.renew(rules_message(game, parse_page(number), click.reader))


async def _turn_help(click: Click) -> None:
    await click.reply.renew(help_message(click.reader, parse_page(click.address.rest)))


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.RULES: _open,
    Kind.RULES_PAGE: _turn_rules,
    Kind.HELP_PAGE: _turn_help,
}
