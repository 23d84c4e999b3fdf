"""Errors in words: what a person is told when something did not go."""

from __future__ import annotations

import logging
import secrets

import discord

from bot.locales import Words
from bot.messages.names import escaped
from bot.metrics import ClickResult, StorageFault
from bot.posts.channels import Channels, is_forbidden, is_gone
from bot.posts.shared import Shared
from bot.tables.errors import ChannelTaken, Refused, Stale, TableError
from games import IllegalMove, SetupError
from storage.database import Busy, Full, Gone, StorageError

__all__ = ["explained", "result_of", "table_error"]

logger = logging.getLogger(__name__)


async def explained(shared: Shared, w: Words, error: Exception) -> str:
    """An error as the person who caused or met it is told of it."""
    if isinstance(error, ChannelTaken):
        return await _taken(shared, w, error)
    if isinstance(error, Refused):
        return w("hand.refused", reason=w(f"refusal.{error.refusal.code}", **error.refusal.values))
    if isinstance(error, TableError):
        return table_error(shared, w, error)
    if isinstance(error, IllegalMove):
        return w("hand.refused", reason=w(f"refusal.{error.refusal.code}", **error.refusal.values))
    if isinstance(error, SetupError):
        return w("error.unknown_value", value=escaped(str(error.got)), option=error.what, allowed=error.allowed)
    if isinstance(error, StorageError):
        return _storage(shared, w, error)
    if isinstance(error, discord.HTTPException) and is_gone(error):
        return w("error.channel_gone")
    if isinstance(error, discord.HTTPException) and is_forbidden(error):
        return w("error.permissions_missing", permissions=w("permission.send_messages"))
    reference = secrets.token_hex(4)
    logger.error("reference %s", reference, exc_info=error)
    return w("error.generic", reference=f"`{reference}`")


def table_error(shared: Shared, w: Words, error: TableError) -> str:
    """What a table refuses, in words."""
    values: dict[str, object] = {"command": shared.command("play"), **error.values}
    for written in ("value", "option"):
        if written in values:
            values[written] = escaped(str(values[written]))
    if "name" in values:
        values["name"] = f"**{escaped(str(values['name']))}**"
    if error.key == "table.paused_refusal":
        values["command"] = shared.command("table resume")
    return w(error.key, **values) if error.count is None else w.count(error.key, error.count, **values)


def result_of(error: Exception) -> ClickResult:
    """How an error counts among the clicks."""
    if isinstance(error, Stale):
        return ClickResult.STALE
    if isinstance(error, TableError):
        return ClickResult.OVER if error.key in ("hand.table_over", "hand.table_unknown") else ClickResult.REFUSED
    return ClickResult.REFUSED if isinstance(error, SetupError | IllegalMove) else ClickResult.FAILED


async def _taken(shared: Shared, w: Words, error: ChannelTaken) -> str:
    table = await shared.tables.find(error.match_id)
    link = "—"
    if table is not None:
        link = Channels.link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
    return w("lobby.refusal.channel_taken", link=link)


def _storage(shared: Shared, w: Words, error: StorageError) -> str:
    logger.warning("not saved: %s", error)
    if isinstance(error, Full):
        shared.metrics.storage_failed(StorageFault.FULL)
        return w("error.storage_full")
    if isinstance(error, Gone):
        shared.metrics.storage_failed(StorageFault.LOST)
        return w("error.storage_gone")
    shared.metrics.storage_failed(StorageFault.LOCKED if isinstance(error, Busy) else StorageFault.OTHER)
    return w("error.storage_busy")
