"""The change log of a league, and calls between its subjects."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.locales import Words
from bot.requests.request import Request
from storage.database import Transaction
from storage.league import audit_log, people
from storage.league.audit_log import AuditAction, AuditEntry


@dataclass(frozen=True)
class LeagueCalls:
    """Calls between subjects of the league that do not import each other.

    :ivar logged: called with the server of a new entry in the change log.
    :ivar due: called when work of the scheduler may be due.
    :ivar coming: returns when sign-up opens for the coming evenings of a server, by their names.
    """

    logged: Callable[[int], None]
    due: Callable[[], None]
    coming: Callable[[int, Words], Awaitable[Mapping[str, float]]]


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
    request.services.of(LeagueCalls).logged(request.guild_id)
