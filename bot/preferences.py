"""Preferences: the cached settings and the languages of people and servers."""

import logging
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import replace
from time import monotonic
from typing import Any, Final

import discord
from cachetools import LRUCache, TTLCache

from bot.locales import Words, spoken, words
from bot.messages.parts.reader import Reader
from bot.tables.state import Table
from games import Tile
from storage import guilds
from storage.database import Database, StorageError
from storage.guilds import PlayerSettings, ServerSettings

logger = logging.getLogger(__name__)

_MAX_CACHED: Final = 10_000

_CACHE_S: Final = 60.0
"""Seconds for which settings are cached; another process may change them."""


class Preferences:
    """The preferences of people and servers.

    :param default_locale: the language of servers whose own language is not supported.
    :param tiles: returns the emojis of tiles in texts; called every time, because they are uploaded one by one.
    :ivar commands: the mention of each command by its name; filled when commands are registered.
    """

    def __init__(self, database: Database, default_locale: str, tiles: Callable[[], Mapping[Tile, str]]) -> None:
        self._database = database
        self._default_locale = default_locale
        self._tiles = tiles
        self.commands: Mapping[str, str] = {}
        self._servers: MutableMapping[int, ServerSettings] = TTLCache(_MAX_CACHED, _CACHE_S, timer=monotonic)
        self._players: MutableMapping[tuple[int, int], PlayerSettings] = TTLCache(
            _MAX_CACHED, _CACHE_S, timer=monotonic
        )
        self._locales: MutableMapping[int, str] = LRUCache(_MAX_CACHED)

    # --- Readers ---------------------------------------------------------------------------------------------------

    async def reader_of(self, interaction: discord.Interaction[Any], guild_id: int | None = None) -> Reader:
        """Return the reader of a private answer, in their chosen language.

        :param guild_id: the server whose settings apply in direct messages: that of the clicked table.
        """
        self._locales[interaction.user.id] = interaction.locale.value
        server = interaction.guild_id or guild_id
        if server is None:
            return self._reader(words(interaction.locale.value))
        settings = await self.player(server, interaction.user.id)
        return self._reader(words(settings.locale or interaction.locale.value), settings)

    async def reader_for(self, guild_id: int, user_id: int, default_locale: str) -> Reader:
        """Return the reader of an unsolicited message to a person.

        :param default_locale: the language if they chose none and have made no request since the bot started.
        """
        settings = await self.player(guild_id, user_id)
        return self._reader(words(settings.locale or self._locales.get(user_id, default_locale)), settings)

    def table_reader(self, table: Table) -> Reader:
        """Return the reader of a table's public messages."""
        return self.reader_in(table.stored.locale)

    def reader_in(self, locale: str) -> Reader:
        """Return the reader of messages in a language."""
        return self._reader(words(locale))

    def cached_reader(self, interaction: discord.Interaction[Any]) -> Reader:
        """Return the reader of a private answer, without the database."""
        settings = self._players.get((interaction.guild_id or 0, interaction.user.id))
        chosen = settings.locale if settings is not None else None
        return self._reader(words(chosen or interaction.locale.value))

    def default_reader(self, interaction: discord.Interaction[Any]) -> Reader:
        """Return a reader with default settings and Discord's language."""
        return self._reader(words(interaction.locale.value))

    def _reader(self, in_words: Words, settings: PlayerSettings | None = None) -> Reader:
        reader = Reader(in_words, self.commands, self._tiles())
        if settings is None:
            return reader
        return replace(reader, board=settings.board, confirms_calls=settings.confirms_calls)

    async def server_locale(self, guild_id: int, preferred: str | None) -> str:
        """Return the public language; `preferred` is the server's in Discord."""
        chosen = (await self.server(guild_id)).locale
        return chosen or spoken(preferred) or self._default_locale

    # --- Settings --------------------------------------------------------------------------------------------------

    async def server(self, guild_id: int) -> ServerSettings:
        """Return the settings of a server; defaults if unreadable."""
        known = self._servers.get(guild_id)
        if known is not None:
            return known
        try:
            found = await self._database.run_read(lambda tx: guilds.server(tx, guild_id))
        except StorageError as error:
            logger.warning("the settings of a server cannot be read: %s", error)
            return ServerSettings(guild_id)
        return self._servers.setdefault(guild_id, found)  # settings saved meanwhile are newer than those read

    async def player(self, guild_id: int, user_id: int) -> PlayerSettings:
        """Return the settings of a person; defaults if unreadable."""
        key = (guild_id, user_id)
        known = self._players.get(key)
        if known is not None:
            return known
        try:
            found = await self._database.run_read(lambda tx: guilds.player(tx, guild_id, user_id))
        except StorageError as error:
            logger.warning("a player's settings cannot be read: %s", error)
            return PlayerSettings(guild_id, user_id)
        return self._players.setdefault(key, found)

    async def change_server(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> tuple[ServerSettings, ServerSettings]:
        """Change a server's settings; return the old and new.

        :raises StorageError: if they could not be read or saved.
        """
        old = await self._database.run_read(lambda tx: guilds.server(tx, guild_id))
        if change(old) != old:
            async with self._database.write() as tx:
                old = await guilds.lock_server(tx, guild_id)
                await guilds.save_server(tx, change(old))
        self._servers[guild_id] = change(old)
        return old, change(old)

    async def change_player(
        self, guild_id: int, user_id: int, change: Callable[[PlayerSettings], PlayerSettings]
    ) -> tuple[PlayerSettings, PlayerSettings]:
        """Change a person's settings; return the old and new.

        :raises StorageError: if they could not be read or saved.
        """
        old = await self._database.run_read(lambda tx: guilds.player(tx, guild_id, user_id))
        if change(old) != old:
            async with self._database.write() as tx:
                old = await guilds.lock_player(tx, guild_id, user_id)
                await guilds.save_player(tx, change(old))
        self._players[guild_id, user_id] = change(old)
        return old, change(old)

    # --- Dropping --------------------------------------------------------------------------------------------------

    def invalidate_person(self, user_id: int) -> None:
        """Drop the cached settings of a person."""
        self._locales.pop(user_id, None)
        for key in [key for key in self._players if key[1] == user_id]:
            del self._players[key]

    def invalidate_server(self, guild_id: int) -> None:
        """Drop cached settings of a server and its people."""
        self._servers.pop(guild_id, None)
        for key in [key for key in self._players if key[0] == guild_id]:
            del self._players[key]
