"""The end of tables in deleted channels and left servers."""

import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from bot.requests.people.personal_data import GuildRetention
from bot.tables.errors import TableError
from bot.tables.live import Tables
from storage import matches
from storage.database import Database, StorageError

logger = logging.getLogger(__name__)

AGAIN = 10.0
"""Seconds until a failed read or write is tried again."""

BACK_WITHIN_S = 600.0
"""Seconds in which a server may come back before its tables end."""

_DAY = 86_400.0


class RemovedGuilds:
    """Ends tables that no one can see; deletes left servers.

    :param again: runs a function after a delay.
    :param present: the servers in which the bot is now.
    :param is_ours: returns True if this process receives the events of a server.
    """

    def __init__(
        self,
        database: Database,
        tables: Tables,
        departures: GuildRetention,
        again: Callable[[Callable[[], Coroutine[Any, Any, object]], float], None],
        present: Callable[[], Sequence[int]],
        is_ours: Callable[[int], bool],
    ) -> None:
        self._present = present
        self._is_ours = is_ours
        self._database = database
        self._tables = tables
        self._departures = departures
        self._again = again

    async def server(self, guild_id: int) -> None:
        """Note that a server was left. Its tables end if it is not back in time; its data stay for thirty days.

        In an outage Discord may report a server as left that comes back (discord-api-docs #2850).
        """
        try:
            await self._departures.note_left(guild_id)
        except StorageError as error:
            logger.warning("the removal from a server cannot be saved, next attempt in %d seconds: %s", AGAIN, error)
            self._again(partial(self.server, guild_id), AGAIN)
        else:
            self._again(self._end_tables_of_left, BACK_WITHIN_S)

    async def note_return(self, guild_id: int) -> bool:
        """Keep the data of a server in which the bot is; return True if it is known to have left it."""
        try:
            return await self._departures.note_returned([guild_id])
        except StorageError as error:
            logger.warning("the return to a server cannot be saved, next attempt in %d seconds: %s", AGAIN, error)
            self._again(partial(self.note_return, guild_id), AGAIN)
            return False

    async def forget(self) -> None:
        """Delete the data of servers left long ago, daily; also note servers that were left unnoticed."""
        self._again(self._end_tables_of_left, BACK_WITHIN_S)
        try:
            await self._departures.delete_due(self._present(), self._is_ours)
        except StorageError as error:
            logger.warning("the data of former servers cannot be deleted now: %s", error)
        except Exception:
            logger.exception("deleting the data of former servers failed")
        self._again(self.forget, _DAY)

    async def _end_tables_of_left(self) -> None:
        """End the tables of this process's servers that were left and are still not here."""
        try:
            left = set(await self._departures.left_for(BACK_WITHIN_S)).difference(self._present())
            async with self._database.read() as tx:
                live = await matches.live(tx) if left else ()
        except StorageError as error:
            logger.warning("the tables of former servers cannot be read, next attempt in %d seconds: %s", AGAIN, error)
            self._again(self._end_tables_of_left, AGAIN)
            return
        await self._end_tables([one.id for one in live if one.guild_id in left and self._is_ours(one.guild_id)])

    async def channel(self, channel_id: int) -> None:
        """End the table of a deleted channel or thread."""
        try:
            match_id = await self._database.run_read(lambda tx: matches.live_in(tx, channel_id))
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
