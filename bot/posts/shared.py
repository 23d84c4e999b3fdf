"""What is shared by all: what every command and every button needs at hand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.locales import Words, spoken, words
from bot.metrics import Metrics
from bot.settings import Settings
from bot.tables.live import Tables
from bot.tables.state import Person
from storage import guilds
from storage.database import Database, StorageError
from storage.guilds import PlayerSettings, ServerSettings

from .open_hands import OpenHands
from .tile_emojis import TileEmojis

__all__ = ["Shared"]

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000


@dataclass
class Shared:
    """The parts of the bot, and what is known of servers and people.

    :ivar now: the time in unix seconds.
    :ivar commands: how each command is mentioned, by its name ("table leave"); filled when commands are registered.
    """

    settings: Settings
    database: Database
    tables: Tables
    metrics: Metrics
    emojis: TileEmojis
    hands: OpenHands
    now: Callable[[], float]
    commands: Mapping[str, str] = field(default_factory=dict)
    _servers: dict[int, ServerSettings] = field(default_factory=dict)
    _players: dict[tuple[int, int], PlayerSettings] = field(default_factory=dict)
    _heard: dict[int, str] = field(default_factory=dict)

    def command(self, name: str) -> str:
        """A command as it is mentioned in a text."""
        return self.commands.get(name, f"`/{name}`")

    async def server(self, guild_id: int) -> ServerSettings:
        """The settings of a server; their defaults if they cannot be read."""
        if guild_id not in self._servers:
            try:
                async with self.database.read() as tx:
                    found = await guilds.server(tx, guild_id)
            except StorageError as error:
                logger.warning("the settings of a server cannot be read: %s", error)
                return ServerSettings(guild_id)
            _make_room(self._servers)
            self._servers[guild_id] = found
        return self._servers[guild_id]

    async def player(self, guild_id: int, user_id: int) -> PlayerSettings:
        """A person's settings; their defaults if they cannot be read."""
        key = (guild_id, user_id)
        if key not in self._players:
            try:
                async with self.database.read() as tx:
                    found = await guilds.player(tx, guild_id, user_id)
            except StorageError as error:
                logger.warning("a player's settings cannot be read: %s", error)
                return PlayerSettings(guild_id, user_id)
            _make_room(self._players)
            self._players[key] = found
        return self._players[key]

    async def save_server(self, new: ServerSettings) -> None:
        """Keep the settings of a server.

        :raises StorageError: if they could not be saved.
        """
        async with self.database.write() as tx:
            await guilds.save_server(tx, new)
        self._servers[new.guild_id] = new

    async def save_player(self, new: PlayerSettings) -> None:
        """Keep a person's settings.

        :raises StorageError: if they could not be saved.
        """
        async with self.database.write() as tx:
            await guilds.save_player(tx, new)
        self._players[new.guild_id, new.user_id] = new

    async def words_of(self, interaction: discord.Interaction[Any]) -> Words:
        """The words for what only the person who acts sees: in the language he chose, else that of his Discord."""
        chosen = None
        if interaction.user.id not in self._heard:
            _make_room(self._heard)
        self._heard[interaction.user.id] = interaction.locale.value
        if interaction.guild_id is not None:
            chosen = (await self.player(interaction.guild_id, interaction.user.id)).locale
        return words(chosen or interaction.locale.value)

    def words_for(self, settings: PlayerSettings, otherwise: str) -> Words:
        """The words for what is sent to a person unasked.

        :param otherwise: the language if he chose none and has not acted since the bot was started.
        """
        return words(settings.locale or self._heard.get(settings.user_id, otherwise))

    async def locale_of(self, guild_id: int, preferred: str | None) -> str:
        """The language of what everybody in a server sees.

        :param preferred: the server's language in Discord.
        """
        chosen = (await self.server(guild_id)).locale
        return chosen or spoken(preferred) or self.settings.default_locale.value

    async def person_of(self, interaction: discord.Interaction[Any]) -> Person:
        """Who acts, and whether as a moderator."""
        user = interaction.user
        moderator = interaction.permissions.manage_guild
        if not moderator and interaction.guild_id is not None and isinstance(user, discord.Member):
            role = (await self.server(interaction.guild_id)).ender_role_id
            moderator = role is not None and user.get_role(role) is not None
        return Person(user.id, user.display_name, moderator)


def _make_room(known: dict[Any, Any]) -> None:
    while len(known) >= _REMEMBERED:
        known.pop(next(iter(known)))
