"""Turning the pages of a server's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.parts.components import Kind, parse_page
from bot.requests.request import Click, Handler
from bot.requests.server_settings import require_manager, server_page

__all__ = ["HANDLERS"]


async def _turn(click: Click) -> None:
    require_manager(click)
    settings = await click.services.preferences.server(click.guild_id)
    await click.reply.show(server_page(click, settings, parse_page(click.address.rest)))


HANDLERS: Final[Mapping[Kind, Handler]] = {Kind.SETTINGS_PAGE: _turn}
