"""The pages of matches and of what people have played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import games
from bot.messages.league.history import Filters
from bot.messages.league.stats import Shown
from bot.messages.parts.components import Kind
from bot.requests.league.people import history_page, stats_page
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _history(click: Click) -> None:
    await click.reply.show(await history_page(click, Filters.parse(click.address.rest)))


async def _history_of_game(click: Click) -> None:
    filters = replace(Filters.parse(click.address.rest), game=_game(click), page=0)
    await click.reply.show(await history_page(click, filters))


async def _stats(click: Click) -> None:
    await click.reply.show(await stats_page(click, Shown.parse(click.address.rest)))


async def _stats_of_game(click: Click) -> None:
    await click.reply.show(await stats_page(click, replace(Shown.parse(click.address.rest), game=_game(click))))


def _game(click: Click) -> str:
    """The game that was chosen; "" for all."""
    return games.current_key(click.value) if click.value in games.TABLE_GAMES else ""


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.HISTORY: _history,
    Kind.HISTORY_GAME: _history_of_game,
    Kind.STATS: _stats,
    Kind.STATS_GAME: _stats_of_game,
}
