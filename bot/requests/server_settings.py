"""The settings of a server and of a person: who may change them, and what was typed or chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.locales import LOCALES
from bot.messages.parts.components import MAX_OPTIONS, Kind
from bot.messages.parts.message import Message
from bot.messages.settings_pages import (
    AUTO_LANGUAGE,
    BOARDS,
    NOTICES,
    player_settings_message,
    server_settings_message,
)
from bot.tables.errors import TableError
from bot.tables.time_controls import CLOCKS
from storage.guilds import PlayerSettings, ServerSettings
from storage.matches import COMPUTER_LEVELS, Player

from .handlers import on
from .request import Click, Request

_DIGITS: Final = 20
"""How many digits an id of Discord has at most."""


def require_manager(request: Request, key: str = "settings.manager_only") -> None:
    """:raises TableError: with the text `key` unless the person who asks may manage the server."""
    if not request.reply.interaction.permissions.manage_guild:
        raise TableError(key, permission=request.words("permission.manage_guild"))


def require_league_manager(request: Request) -> None:
    """:raises TableError: unless the person who asks may change the league of the server."""
    require_manager(request, "league.manager_only")


async def own_settings(request: Request, chosen: Mapping[str, str]) -> Message:
    """Change the settings of the person who asks, and show them.

    :param chosen: the new value of each setting that changes: `language`, `notices`, `board` or `computer`.
    :raises TableError: for a value that there is not, as in a forged address.
    :raises StorageError: if they could not be read or saved.
    """
    changes: dict[str, Any] = {
        _PLAYER_PARTS[key]: _allowed(value, _PLAYER_VALUES[key]) for key, value in chosen.items()
    }

    def change(old: PlayerSettings) -> PlayerSettings:
        return replace(old, **changes)

    old, new = await request.services.preferences.change_player(request.guild_id, request.user_id, change)
    # In the language that has just been chosen.
    reader = await request.services.preferences.reader_of(request.reply.interaction)
    server = await request.services.preferences.server(request.guild_id)
    return player_settings_message(new, reader, server.computer or Player.REGULAR, saved=new != old)


async def server_settings(request: Request, chosen: Mapping[str, Sequence[str]]) -> Message:
    """Change the settings of the server, and show them.

    :param chosen: the new values of each setting that changes: one for `language`, `clock` and `computer`, any number
        of ids of `channels`, and at most one id of a role for `enders` and `players`.
    :raises TableError: if the person who asks may not, or for a value that there is not, as in a forged address.
    :raises StorageError: if they could not be read or saved.
    """
    require_manager(request)
    changes: dict[str, Any] = {
        _SERVER_PARTS[key]: _server_value(key, values, request.guild_id) for key, values in chosen.items()
    }

    def change(old: ServerSettings) -> ServerSettings:
        return replace(old, **changes)

    old, new = await request.services.preferences.change_server(request.guild_id, change)
    return server_settings_message(new, request.reader, request.services.settings.default_clock.value, saved=new != old)


def parse_ids(values: Sequence[str], most: int) -> tuple[int, ...]:
    """The ids of channels or roles that were chosen.

    :raises TableError: if they are none, or more than `most`.
    """
    if len(values) > most or not all(one.isascii() and one.isdecimal() and len(one) <= _DIGITS for one in values):
        raise TableError("error.button_unknown")
    return tuple(map(int, values))


_PLAYER_PARTS: Final = {"language": "locale", "notices": "notice", "board": "board", "computer": "computer"}
_PLAYER_VALUES: Final[Mapping[str, Sequence[str]]] = {
    "language": (AUTO_LANGUAGE, *LOCALES),
    "notices": tuple(NOTICES),
    "board": BOARDS,
    "computer": COMPUTER_LEVELS,
}
_SERVER_PARTS: Final = {
    "language": "locale",
    "clock": "clock",
    "channels": "channels",
    "enders": "ender_role_id",
    "players": "players_role_id",
    "computer": "computer",
}
_SERVER_VALUES: Final[Mapping[str, Sequence[str]]] = {
    "language": (AUTO_LANGUAGE, *LOCALES),
    "clock": tuple(CLOCKS),
    "computer": COMPUTER_LEVELS,
}
SETTINGS: Final = tuple(_PLAYER_PARTS)
"""What a person may set."""
SERVER_SETTINGS: Final = tuple(_SERVER_PARTS)
"""What may be set for a server."""


def _allowed(value: str, allowed: Sequence[str]) -> str | None:
    """The value as it is stored, in the type of those that are allowed."""
    if value not in allowed:
        raise TableError("error.button_unknown")
    return None if value == AUTO_LANGUAGE else allowed[allowed.index(value)]


def _server_value(key: str, values: Sequence[str], guild_id: int) -> object:
    if key == "channels":
        return parse_ids(values, MAX_OPTIONS)
    if key in ("enders", "players"):
        roles = parse_ids(values, 1)
        return roles[0] if roles and roles[0] != guild_id else None  # the role of everybody has the id of the server
    if len(values) != 1:
        raise TableError("error.button_unknown")
    return _allowed(values[0], _SERVER_VALUES[key])


@on(Kind.SETTING)
async def _set_own(click: Click) -> None:
    if click.address.rest not in SETTINGS:
        raise TableError("error.button_unknown")
    await click.reply.renew(await own_settings(click, {click.address.rest: click.value}))


@on(Kind.SERVER_SETTING)
async def _set_for_server(click: Click) -> None:
    if click.address.rest not in SERVER_SETTINGS:
        raise TableError("error.button_unknown")
    await click.reply.renew(await server_settings(click, {click.address.rest: click.values}))
