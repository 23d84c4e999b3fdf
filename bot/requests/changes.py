"""Writing changes to the league's audit log for the person who makes them."""

from collections.abc import Mapping
from typing import Any

from bot.requests.request import Request
from storage.database import Transaction
from storage.league import audit_log, people
from storage.league.audit_log import AuditAction, AuditEntry


async def log_change(
    tx: Transaction,
    request: Request,
    action: AuditAction,
    reason: str = "",
    *,
    result_id: int | None = None,
    about: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry to the audit log with the name of the person; the moderators' log channel shows it soon.

    The league must be held, so that entries are committed in the order of their ids.
    """
    now = request.services.now()
    entry = AuditEntry(0, request.guild_id, now, request.user_id, action, reason, result_id, about or {})
    await people.name(tx, request.guild_id, {request.user_id: request.person.name})
    await audit_log.add(tx, entry)
    request.services.league.moderation.changed_in(request.guild_id)
