"""What a failed request comes to: what the person is told, what is logged, and how it counts."""

from __future__ import annotations

import logging
import secrets

from bot.messages.errors import error_text
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import message_link
from bot.metrics import ClickResult, Metrics, StorageFault
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import is_forbidden, is_gone, may_succeed_later
from bot.tables.errors import ChannelTaken, Stale, TableError, TableOver, TableUnknown
from games import IllegalMove, SetupError
from storage.database import Busy, Full, StorageError, Unavailable

logger = logging.getLogger(__name__)


async def error_answer(services: CoreServices, reader: Reader, error: Exception) -> str:
    """An error as the person who caused or met it is told of it; one that nobody expected is logged."""
    if isinstance(error, StorageError):
        log_unsaved(services.metrics, error)
    where = await _place_of(services, error) if isinstance(error, ChannelTaken) else "—"
    text = error_text(error, reader, where=where)
    if text is not None:
        return text
    if is_gone(error):
        return reader.words("error.channel_gone")
    if is_forbidden(error):
        return reader.words("error.permissions_missing", permissions=reader.words("permission.send_messages"))
    if may_succeed_later(error):
        logger.warning("a request to Discord failed: %s", error)
        return reader.words("error.unreachable")
    reference = secrets.token_hex(4)
    logger.error("reference %s", reference, exc_info=error)
    return reader.words("error.generic", reference=f"`{reference}`")


def click_result(error: Exception) -> ClickResult:
    """How an error counts among the clicks."""
    if isinstance(error, Stale):
        return ClickResult.STALE
    if isinstance(error, TableOver | TableUnknown):
        return ClickResult.OVER
    return ClickResult.REFUSED if isinstance(error, TableError | SetupError | IllegalMove) else ClickResult.FAILED


def log_unsaved(metrics: Metrics, error: StorageError) -> None:
    """Log and count what the database did not take."""
    logger.warning("not saved: %s", error)
    kinds = ((Full, StorageFault.FULL), (Unavailable, StorageFault.LOST), (Busy, StorageFault.LOCKED))
    metrics.storage_failed(next((fault for kind, fault in kinds if isinstance(error, kind)), StorageFault.OTHER))


async def _place_of(services: CoreServices, error: ChannelTaken) -> str:
    table = await services.tables.newest(error.match_id)
    if table is None:
        return "—"
    return message_link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
