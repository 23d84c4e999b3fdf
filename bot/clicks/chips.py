"""Turning the pages of the chip ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.parts.components import Kind, parse_page
from bot.requests.chips import leaders_page, statement_page
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _turn_statement(click: Click) -> None:
    await click.reply.renew(await statement_page(click, click.match_id, parse_page(click.address.rest)))


async def _turn_leaders(click: Click) -> None:
    await click.reply.renew(await leaders_page(click, parse_page(click.address.rest)))


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.STATEMENT_PAGE: _turn_statement,
    Kind.LEADERS_PAGE: _turn_leaders,
}
