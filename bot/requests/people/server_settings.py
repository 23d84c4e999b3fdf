"""Changes of settings: permissions and parsing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.messages.parts.components import Entity, Kind
from bot.messages.parts.message import Message
from bot.messages.settings_pages import (
    AUTO_LANGUAGE,
    PLAYER_SETTINGS,
    PLAYER_TOGGLES,
    RESET,
    SERVER_SETTINGS,
    Choice,
    EntityChoice,
    Toggle,
    page_of,
    player_settings_message,
    server_settings_message,
)
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from storage.guilds import PlayerSettings, ServerSettings
from storage.matches import Player

_DIGITS: Final = 20
"""The most digits of a Discord id."""

_TOGGLED: Final = {"0": False, "1": True}
"""The values of a setting that is on or off, as addresses have them."""


def require_manager(request: Request) -> None:
    """Check that the person may manage the server.

    :raises TableError: unless the person may manage the server.
    """
    if not request.reply.interaction.permissions.manage_guild:
        raise TableError("error.manager_only", permission=request.words("permission.manage_guild"))


async def own_settings(request: Request, chosen: Mapping[str, Sequence[str]]) -> Message:
    """Change the person's settings, and return their message.

    :param chosen: new values of `PLAYER_SETTINGS` and `PLAYER_TOGGLES`, by key.
    :raises TableError: for an unknown setting or value, as in a forged address.
    :raises StorageError: if they could not be read or saved.
    """
    changes = _changes((*PLAYER_SETTINGS, *PLAYER_TOGGLES), chosen, request)

    def change(old: PlayerSettings) -> PlayerSettings:
        return replace(old, **changes)

    old, new = await request.services.preferences.change_player(request.guild_id, request.user_id, change)
    # In the newly chosen language.
    reader = await request.services.preferences.reader_of(request.reply.interaction)
    server = await request.services.preferences.server(request.guild_id)
    return player_settings_message(new, reader, server.computer or Player.REGULAR, saved=new != old)


async def server_settings(
    request: Request, chosen: Mapping[str, Sequence[str]], *, reset: str = "", number: int = 0
) -> Message:
    """Change the server's settings, and return their message.

    :param chosen: new values of `SERVER_SETTINGS`, by key.
    :param reset: the key of a setting to set to its default.
    :param number: the page to show.
    :raises TableError: without permission, or for an unknown setting or value.
    :raises StorageError: if they could not be read or saved.
    """
    require_manager(request)
    changes = _changes(SERVER_SETTINGS, chosen, request)
    if reset:
        column = _by_key(SERVER_SETTINGS, reset).column
        changes[column] = getattr(ServerSettings(request.guild_id), column)

    def change(old: ServerSettings) -> ServerSettings:
        return replace(old, **changes)

    old, new = await request.services.preferences.change_server(request.guild_id, change)
    clock = request.services.settings.default_clock.value
    return server_settings_message(new, request.reader, clock, number=number, saved=new != old)


def parse_ids(values: Sequence[str], most: int) -> tuple[int, ...]:
    """Return the chosen ids of channels or roles.

    :raises TableError: if one is invalid, or there are more than `most`.
    """
    if len(values) > most or not all(one.isascii() and one.isdecimal() and len(one) <= _DIGITS for one in values):
        raise TableError("error.button_unknown")
    return tuple(map(int, values))


def _changes(
    settings: Sequence[Choice | EntityChoice | Toggle], chosen: Mapping[str, Sequence[str]], request: Request
) -> dict[str, Any]:
    """Return the new values by column.

    :raises TableError: for an unknown setting or value.
    """
    found = {key: _by_key(settings, key) for key in chosen}
    return {found[key].column: _stored_value(found[key], values, request.guild_id) for key, values in chosen.items()}


def _by_key(settings: Sequence[Choice | EntityChoice | Toggle], key: str) -> Choice | EntityChoice | Toggle:
    """Return the setting with a key.

    :raises TableError: if there is none.
    """
    for setting in settings:
        if setting.key == key:
            return setting
    raise TableError("error.button_unknown")


def _stored_value(setting: Choice | EntityChoice | Toggle, values: Sequence[str], guild_id: int) -> object:
    """Return the chosen value as it is stored."""
    if isinstance(setting, EntityChoice):
        ids = parse_ids(values, setting.most)
        if setting.of is Entity.CHANNEL:
            return ids
        return ids[0] if ids and ids[0] != guild_id else None  # the @everyone role has the id of the server
    allowed = tuple(_TOGGLED) if isinstance(setting, Toggle) else setting.values
    if len(values) != 1 or values[0] not in allowed:
        raise TableError("error.button_unknown")
    if isinstance(setting, Toggle):
        return _TOGGLED[values[0]]
    if values[0] == AUTO_LANGUAGE:
        return None
    return setting.values[setting.values.index(values[0])]  # in the type of the column


@on(Kind.SETTING)
async def _set_own(click: Click) -> None:
    key, _, value = click.address.rest.partition("/")
    await click.reply.renew(await own_settings(click, {key: (value,) if value else click.values}))


@on(Kind.SERVER_SETTING)
async def _set_for_server(click: Click) -> None:
    key, _, action = click.address.rest.partition("/")
    if action not in ("", RESET):
        raise TableError("error.button_unknown")
    chosen, reset = ({}, key) if action else ({key: click.values}, "")
    await click.reply.renew(await server_settings(click, chosen, reset=reset, number=page_of(key)))


@on(Kind.SERVER_SETTINGS_PAGE)
async def _turn_server_page(click: Click) -> None:
    await click.reply.renew(await server_settings(click, {}, number=click.address.number))
