"""Looking again at what lies open at a table, for anybody who sees its board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.parts.components import Kind
from bot.messages.table.board import open_information_message
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _look(click: Click) -> None:
    """Show it to the person who clicked, and to nobody else."""
    await click.reply.whisper(open_information_message(await click.live_table(), click.address.rest, click.reader))


HANDLERS: Final[Mapping[Kind, Handler]] = {Kind.LOOK: _look}
