"""The buttons under the end of a match: the rematch and the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.parts.components import Kind
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _rematch(click: Click) -> None:
    table = await click.table()
    await click.services.tables.rematch(table.id, click.person)
    await click.reply.acknowledge()


async def _record(click: Click) -> None:
    replays = click.services.replays
    await click.reply.whisper(await replays.recorded(click.guild_id, click.match_id, click.reader, click.user_id))


HANDLERS: Final[Mapping[Kind, Handler]] = {Kind.REMATCH: _rematch, Kind.RECORD: _record}
