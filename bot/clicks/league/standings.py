"""Turning the pages of standings, choosing other ones, and the plot of the leaders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.league.standings import plot_message, standings_message
from bot.messages.parts.components import Kind
from bot.requests.league.standings import plot_of, standings_page
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _turn(click: Click) -> None:
    page = await standings_page(click, click.address.rest, click.address.number)
    await click.reply.show(standings_message(page, click.reader))


async def _choose(click: Click) -> None:
    await click.reply.show(standings_message(await standings_page(click, click.value), click.reader))


async def _plot(click: Click) -> None:
    plot = await plot_of(click, click.address.rest, click.address.number)
    await click.reply.show(plot_message(plot, click.reader))


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.STANDINGS: _turn,
    Kind.STANDINGS_OF: _choose,
    Kind.STANDINGS_PLOT: _plot,
}
