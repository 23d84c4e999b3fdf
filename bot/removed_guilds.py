"""Channels and servers that are gone: their tables are ended, for nobody can see them any more."""

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
"""Seconds after which what could not be read or saved is tried again."""

_DAY = 86_400.0


class RemovedGuilds:
    """Ends the tables of places that are gone, and forgets servers that have been left for long.

    :param again: does some work in a while.
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
        """End the tables of a server that the bot is no longer in; in thirty days everything of it is deleted."""
        await self._left(guild_id)
        await self._end_tables_of(guild_id)

    async def returned(self, guild_id: int) -> None:
        """The bot is in a server again: nothing of it is deleted."""
        try:
            await self._departures.returned([guild_id])
        except StorageError as error:
            logger.warning("it cannot be noted that a server is back, in %d seconds again: %s", AGAIN, error)
            self._again(partial(self.returned, guild_id), AGAIN)

    async def forget(self, present: Callable[[], Sequence[int]], is_ours: Callable[[int], bool]) -> None:
        """Forget the servers that the bot left long ago; now, and once a day.

        :param present: the servers in which the bot is now.
        :param is_ours: whether this process is told of a server.
        """
        try:
            await self._departures.look_through(present(), is_ours)
        except StorageError as error:
            logger.warning("servers that are gone cannot be forgotten now: %s", error)
        except Exception:
            logger.exception("servers that are gone could not be forgotten")
        self._again(partial(self.forget, present, is_ours), _DAY)

    async def _left(self, guild_id: int) -> None:
        try:
            await self._departures.left(guild_id)
        except StorageError as error:
            logger.warning("it cannot be noted that a server is gone, in %d seconds again: %s", AGAIN, error)
            self._again(partial(self._left, guild_id), AGAIN)

    async def _end_tables_of(self, guild_id: int) -> None:
        try:
            async with self._database.read() as tx:
                here = [stored.id for stored in await matches.live(tx) if stored.guild_id == guild_id]
        except StorageError as error:
            logger.warning("the tables of a server that is gone cannot be read, in %d seconds again: %s", AGAIN, error)
            self._again(partial(self._end_tables_of, guild_id), AGAIN)
            return
        await self._end_tables(here)

    async def channel(self, channel_id: int) -> None:
        """End the table of a channel or thread that is gone."""
        try:
            async with self._database.read() as tx:
                match_id = await matches.live_in(tx, channel_id)
        except StorageError as error:
            logger.warning("the table of a channel that is gone cannot be read, in %d seconds again: %s", AGAIN, error)
            self._again(partial(self.channel, channel_id), AGAIN)
            return
        if match_id is not None:
            await self._end_tables([match_id])

    async def _end_tables(self, match_ids: Sequence[str]) -> None:
        """End tables that nobody can see any more; what cannot be saved is tried again, and no other waits for it."""
        left: list[str] = []
        for match_id in match_ids:
            try:
                await self._tables.abandon(match_id)
            except StorageError as error:
                logger.warning("table %s of a channel that is gone, in %d seconds again: %s", match_id, AGAIN, error)
                left.append(match_id)
            except TableError as error:
                logger.warning("table %s of a channel that is gone was not ended: %s", match_id, error.key)
            except Exception:
                logger.exception("table %s of a channel that is gone could not be ended", match_id)
        if left:
            self._again(partial(self._end_tables, left), AGAIN)
