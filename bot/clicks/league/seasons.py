"""Turning the pages of the list of seasons, and closing one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.league.rating import of_season
from bot.messages.league.seasons import seasons_message
from bot.messages.league.standings import standings_message
from bot.messages.parts.components import Kind
from bot.requests.league.seasons import close, seasons_page
from bot.requests.league.standings import standings_page
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _turn(click: Click) -> None:
    await click.reply.show(seasons_message(await seasons_page(click, click.address.number), click.reader))


async def _close(click: Click) -> None:
    """Close a season and show the table that it ended with."""
    season = await close(click, click.address.number)
    await click.reply.show(standings_message(await standings_page(click, of_season(season)), click.reader))


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.SEASONS_PAGE: _turn,
    Kind.SEASON_CLOSE: _close,
}
