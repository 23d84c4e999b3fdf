"""The settings of a server, for those who may manage it."""

from bot.messages.parts.message import Message
from bot.messages.settings_pages import server_settings_message
from bot.tables.errors import TableError
from storage.guilds import ServerSettings

from .request import Request


def require_manager(request: Request, key: str = "settings.manager_only") -> None:
    """:raises TableError: with the text `key` unless the person who asks may manage the server."""
    if not request.reply.interaction.permissions.manage_guild:
        raise TableError(key, permission=request.words("permission.manage_guild"))


def require_league_manager(request: Request) -> None:
    """:raises TableError: unless the person who asks may change the league of the server."""
    require_manager(request, "league.manager_only")


def server_page(request: Request, settings: ServerSettings, page: int = 0, *, saved: bool = False) -> Message:
    """A page of the settings of a server, counted from 0."""
    return server_settings_message(
        settings, request.reader, request.services.settings.default_clock.value, page, saved=saved
    )
