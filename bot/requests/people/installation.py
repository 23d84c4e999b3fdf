"""The state of the installation, for the owner of the application."""

from asyncio import Future, ensure_future, shield, to_thread
from collections.abc import MutableMapping
from shutil import disk_usage
from typing import Final

from cachetools import TTLCache
from discord import AppInfo, Client, TeamMembershipState

from bot.messages.installation import Installation
from bot.requests.request import Request
from bot.tables.errors import TableError
from storage import matches
from storage.backup import existing_part, newest_backup

_ASKED: Final[MutableMapping[Client, Future[AppInfo]]] = TTLCache(1, 60.0)
"""The last question to Discord, so that people whom the bot refuses cause no more."""


async def installation(request: Request) -> Installation:
    """Return the state of the installation.

    :raises TableError: if the person neither owns the application nor belongs to its team.
    """
    client = request.reply.interaction.client
    asked = _ASKED.get(client)
    if asked is None:
        asked = _ASKED[client] = ensure_future(client.application_info())
    try:
        application = await shield(asked)
    except Exception:
        _ASKED.pop(client, None)
        raise
    team = application.team.members if application.team else ()
    owners = {one.id for one in team if one.membership_state is TeamMembershipState.accepted} or {application.owner.id}
    if request.user_id not in owners:
        raise TableError("owner.refusal")
    services = request.services
    settings, errors = services.settings, services.metrics.recent_errors
    tables = await services.database.run_read(matches.count_live)
    disk = await to_thread(disk_usage, existing_part(settings.data_dir))
    return Installation(
        servers=application.approximate_guild_count,
        tables=tables,
        errors=errors.count(services.now()),
        errors_since=errors.since(services.now()),
        backup_at=None if settings.backup_dir is None else await to_thread(newest_backup, settings.backup_dir),
        free_bytes=disk.free,
        disk_bytes=disk.total,
    )
