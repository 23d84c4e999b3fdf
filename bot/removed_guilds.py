"""The end of tables in deleted channels and left servers."""

import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from bot.requests.personal_data import GuildRetention
from bot.tables.errors import TableError
from bot.tables.live import Tables
from storage import matches
from storage.database import Database, StorageError

logger = logging.getLogger(__name__)

AGAIN = 10.0
"""Seconds until a failed read or write is tried again."""

_DAY = 86_400.0


class RemovedGuilds:
    """Ends tables that no one can see; deletes left servers.

    :param again: runs a function after a delay.
    """

    def __init__(
        self,
        database: Database,
        tables: Tables,
        departures: GuildRetention,
        again: Callable[[Callable[[], Coroutine[Any, Any, None]], float], None],
    ) -> None:
        self._database = database
        self._tables = tables
        self._departures = departures
        self._again = again

    async def server(self, guild_id: int) -> None:
        """End a left server's tables; its data stay for thirty days."""
        await self._note_removal(guild_id)
        await self._end_tables_of(guild_id)

    async def note_return(self, guild_id: int) -> None:
        """Keep the data of a server that the bot rejoined."""
        try:
            await self._departures.note_returned([guild_id])
        except StorageError as error:
            logger.warning("the return to a server cannot be saved, next attempt in %d seconds: %s", AGAIN, error)
            self._again(partial(self.note_return, guild_id), AGAIN)

    async def forget(self, present: Callable[[], Sequence[int]], is_ours: Callable[[int], bool]) -> None:
        """Delete the data of servers left long ago, daily.

        :param present: the servers in which the bot is now.
        :param is_ours: returns True if this process receives the events of a server.
        """
        try:
            await self._departures.delete_due(present(), is_ours)
        except StorageError as error:
            logger.warning("the data of former servers cannot be deleted now: %s", error)
        except Exception:
            logger.exception("deleting the data of former servers failed")
        self._again(partial(self.forget, present, is_ours), _DAY)

    async def _note_removal(self, guild_id: int) -> None:
        try:
            await self._departures.note_left(guild_id)
        except StorageError as error:
            logger.warning("the removal from a server cannot be saved, next attempt in %d seconds: %s", AGAIN, error)
            self._again(partial(self._note_removal, guild_id), AGAIN)

    async def _end_tables_of(self, guild_id: int) -> None:
        try:
            async with self._database.read() as tx:
                here = [stored.id for stored in await matches.live(tx) if stored.guild_id == guild_id]
        except StorageError as error:
            logger.warning("the tables of a former server cannot be read, next attempt in %d seconds: %s", AGAIN, error)
            self._again(partial(self._end_tables_of, guild_id), AGAIN)
            return
        await self._end_tables(here)

    async def channel(self, channel_id: int) -> None:
        """End the table of a deleted channel or thread."""
        try:
            async with self._database.read() as tx:
                match_id = await matches.live_in(tx, channel_id)
        except StorageError as error:
            logger.warning(
                "the table of a deleted channel cannot be read, next attempt in %d seconds: %s", AGAIN, error
            )
            self._again(partial(self.channel, channel_id), AGAIN)
            return
        if match_id is not None:
            await self._end_tables([match_id])

    async def _end_tables(self, match_ids: Sequence[str]) -> None:
        """End tables that no one can see. Each failed one is retried separately."""
        left: list[str] = []
        for match_id in match_ids:
            try:
                await self._tables.abandon(match_id)
            except StorageError as error:
                logger.warning(
                    "table %s of a deleted channel cannot be ended, next attempt in %d seconds: %s",
                    match_id,
                    AGAIN,
                    error,
                )
                left.append(match_id)
            except TableError as error:
                logger.warning("table %s of a deleted channel was not ended: %s", match_id, error.key)
            except Exception:
                logger.exception("ending table %s of a deleted channel failed", match_id)
        if left:
            self._again(partial(self._end_tables, left), AGAIN)
