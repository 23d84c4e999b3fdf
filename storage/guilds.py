"""The settings of servers and players, with defaults.

They are saved as a whole. To change one of them, load it with `lock_server` or `lock_player` in the transaction that
saves it. Then two people who change different settings at the same time do not overwrite each other.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from storage.database import Transaction
from storage.matches import Player
from storage.schema import player_settings, server_settings
from storage.transactions import to_row


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server; None means the bot decides."""

    guild_id: int
    locale: str | None = None
    channels: tuple[int, ...] = ()
    """The channels in which tables may open; empty: all."""
    clock: str | None = None
    ender_role_id: int | None = None
    """The role that may end any table, besides moderators."""
    players_role_id: int | None = None
    """The role that a lobby may call for players."""
    computer: Player | None = None
    """The level of computers at new tables."""


@dataclass(frozen=True)
class PlayerSettings:
    """The settings of one player in one server."""

    guild_id: int
    user_id: int
    locale: str | None = None
    notice: str = "mention"
    """The notification of the player's turn: `mention`, `dm` or `none`."""
    board: str = "picture"
    """`picture`, `large` (picture) or `text`."""
    computer: Player | None = None
    """The level of computers at new tables of this player; None: the server's own."""
    gives_puzzles: bool = False
    """Whether puzzles may be made from the player's matches."""
    confirms_calls: bool = True
    """Whether a call counts only when it is confirmed."""
    lessons: tuple[str, ...] = ()
    """The names of the finished lessons."""


async def server(tx: Transaction, guild_id: int) -> ServerSettings:
    """Return a server's settings, or the defaults."""
    wanted = select(server_settings).where(server_settings.c.guild_id == guild_id)
    row = (await tx.execute(wanted)).mappings().one_or_none()
    if row is None:
        return ServerSettings(guild_id)
    return ServerSettings(**{**row, "channels": tuple(row["channels"]), "computer": _level(row["computer"])})


async def lock_server(tx: Transaction, guild_id: int) -> ServerSettings:
    """Return a server's settings, locked until the transaction ends."""
    await tx.add_new(server_settings, _server_row(ServerSettings(guild_id)))
    await tx.execute(select(server_settings.c.guild_id).where(server_settings.c.guild_id == guild_id).with_for_update())
    return await server(tx, guild_id)


async def save_server(tx: Transaction, settings: ServerSettings) -> None:
    """Save a server's settings."""
    await tx.save(server_settings, _server_row(settings))


def _server_row(settings: ServerSettings) -> dict[str, Any]:
    return to_row(settings) | {"channels": list(settings.channels)}


_READ_PLAYER = select(player_settings).where(
    player_settings.c.guild_id == bindparam("guild"), player_settings.c.user_id == bindparam("user")
)


async def player(tx: Transaction, guild_id: int, user_id: int) -> PlayerSettings:
    """Return a player's settings in a server, or the defaults."""
    row = (await tx.execute(_READ_PLAYER, {"guild": guild_id, "user": user_id})).mappings().one_or_none()
    if row is None:
        return PlayerSettings(guild_id, user_id)
    return PlayerSettings(**{**row, "computer": _level(row["computer"]), "lessons": tuple(row["lessons"])})


async def lock_player(tx: Transaction, guild_id: int, user_id: int) -> PlayerSettings:
    """Return a player's settings, locked until the transaction ends."""
    await tx.add_new(player_settings, _player_row(PlayerSettings(guild_id, user_id)))
    mine = (player_settings.c.guild_id == guild_id) & (player_settings.c.user_id == user_id)
    await tx.execute(select(player_settings.c.user_id).where(mine).with_for_update())
    return await player(tx, guild_id, user_id)


async def save_player(tx: Transaction, settings: PlayerSettings) -> None:
    """Save a player's settings in a server.

    :raises ValueError: an unknown notice or board.
    """
    if settings.notice not in ("mention", "dm", "none"):
        raise ValueError(f"notice is mention, dm or none, not {settings.notice!r}")
    if settings.board not in ("picture", "large", "text"):
        raise ValueError(f"board is picture, large or text, not {settings.board!r}")
    await tx.save(player_settings, _player_row(settings))


def _player_row(settings: PlayerSettings) -> dict[str, Any]:
    return to_row(settings) | {"lessons": list(settings.lessons)}


def _level(stored: str | None) -> Player | None:
    return None if stored is None else Player(stored)
