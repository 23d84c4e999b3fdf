"""A person's data, and data of left servers."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from bot.messages.parts.components import Kind
from bot.messages.parts.text import message_link
from bot.messages.privacy import RETENTION_DAYS, confirm_erasure, erased_message, personal_data_file
from bot.posts.core_services import CoreServices
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from bot.tables.solo.state import Solo
from bot.tables.state import Table
from storage.database import StorageError
from storage.privacy import disclosure, people, servers

logger = logging.getLogger(__name__)

RETENTION_S: Final = RETENTION_DAYS * 86_400.0
"""Seconds from the bot's removal from a server until all data of the server are deleted."""

_CLOCK_SKEW_S: Final = 60.0
"""Seconds by which the clocks of two processes may differ."""

_MAX_LINKS: Final = 5

_BATCH_ROWS: Final = 500
"""The number of rows deleted in one transaction."""


async def personal_data_counts(request: Request) -> Mapping[str, int]:
    """Count the person's rows by database table, without slow tables.

    :raises StorageError: if they cannot be read.
    """
    return await request.services.database.run_read(lambda tx: disclosure.counts(tx, request.user_id))


async def personal_data(request: Request) -> Mapping[str, list[dict[str, Any]]]:
    """Return all rows that name the person, by database table.

    :raises StorageError: if they cannot be read.
    """
    return await request.services.database.run_read(lambda tx: disclosure.of_person(tx, request.user_id))


async def forget_person(request: Request) -> None:
    """Delete the person's data everywhere, and what features have of them.

    :raises TableError: if they sit at a live table.
    :raises StorageError: if it could not be saved; then nothing has changed.
    """
    services, user_id = request.services, request.user_id
    since = services.now() - _CLOCK_SKEW_S
    known = await services.database.run_read(lambda tx: people.long_traces(tx, user_id))
    async with services.database.write() as tx:
        sitting = await people.tables_of(tx, user_id)
        if sitting:
            links = [message_link(one.guild_id, one.channel_id, one.board_id) for one in sitting[:_MAX_LINKS]]
            tables = request.words.list(links)
            raise TableError("privacy.refusal.tables", count=len(sitting), command="table leave", tables=tables)
        await services.solo.live.keep_tries(tx, user_id)
        forgotten = await people.forget(tx, user_id, known, since)
        for feature in services.features:
            await feature.forget(tx, forgotten.former, services.now())
        for stored in forgotten.live:
            await services.tables.notify_owner(tx, stored)

    def names_person(table: Table) -> bool:
        entrants = () if table.entry is None else table.entry.entrants.values()
        return user_id in {table.stored.host_id, *entrants, *(seat.user_id for seat in table.seats)}

    await services.tables.reload(names_person)
    await services.solo.live.reload(lambda solo: solo.stored.user_id == user_id)
    services.preferences.invalidate_person(user_id)
    for feature in services.features:
        feature.forgotten(forgotten.former)


class GuildRetention:
    """Deletes the data of servers some time after removal."""

    def __init__(self, services: CoreServices) -> None:
        self._services = services

    async def note_left(self, guild_id: int) -> None:
        """Record that the bot is no longer in a server.

        :raises StorageError: if it could not be saved.
        """
        async with self._services.database.write() as tx:
            await servers.mark_left(tx, guild_id, self._services.now())

    async def note_returned(self, guild_ids: Collection[int]) -> bool:
        """Record that the bot is in these servers; return True if it had left one.

        :raises StorageError: if it could not be saved.
        """
        async with self._services.database.write() as tx:
            is_back = await servers.mark_returned(tx, guild_ids) > 0
        if is_back:
            logger.info("back in a server; its data are kept")
        return is_back

    async def left_for(self, seconds: float) -> tuple[int, ...]:
        """Return the servers that the bot left so long ago.

        :raises StorageError: if they cannot be read.
        """
        return await self._services.database.run_read(lambda tx: servers.due(tx, self._services.now() - seconds))

    async def delete_due(self, here: Collection[int], is_ours: Callable[[int], bool]) -> None:
        """Delete servers that are due, and record missed removals.

        :param here: the servers that the bot is in.
        :param is_ours: returns True if this process receives the events of a server.
        :raises StorageError: if reading or saving failed; the next call continues.
        """
        await self.note_returned(here)
        now = self._services.now()
        async with self._services.database.read() as tx:
            kept = await servers.stored_guilds(tx) - frozenset(here)
        async with self._services.database.write() as tx:
            for guild_id in sorted(filter(is_ours, kept)):
                await servers.mark_left(tx, guild_id, now)
            due = await servers.due(tx, now - RETENTION_S)
            await self._services.solo.live.forget_old_tries(tx)
        for guild_id in due:
            try:
                await self._forget(guild_id)
            except StorageError as error:
                logger.warning("the data of the former server %d cannot be deleted now: %s", guild_id, error)
            except Exception:
                logger.exception("deleting the data of the former server %d failed", guild_id)

    async def _forget(self, guild_id: int) -> None:
        """Delete a server's data in batches, unless the bot returns."""
        gone = 0
        while True:
            async with self._services.database.write() as tx:
                if not await servers.is_gone(tx, guild_id):
                    break
                gone += await servers.forget(tx, guild_id, _BATCH_ROWS)
            await asyncio.sleep(0)
        await self._services.tables.reload(lambda table: table.stored.guild_id == guild_id)

        def is_from_there(solo: Solo) -> bool:
            return solo.stored.guild_id == guild_id

        await self._services.solo.live.reload(is_from_there)
        self._services.preferences.invalidate_server(guild_id)
        logger.info("former server %d: %d rows deleted", guild_id, gone)


@on(Kind.PRIVACY_FILE)
async def _send_personal_data(click: Click) -> None:
    kept = await personal_data(click)
    # Many thousands of rows take a while to write.
    await click.reply.whisper(await asyncio.to_thread(personal_data_file, click.user_id, kept, click.reader))


@on(Kind.PRIVACY_ASK)
async def _ask_to_forget(click: Click) -> None:
    counts = await personal_data_counts(click)
    await click.reply.show(confirm_erasure(click.reader, kept_out="kept_out" in counts))


@on(Kind.PRIVACY_FORGET)
async def _forget(click: Click) -> None:
    await forget_person(click)
    await click.reply.renew(erased_message(click.reader))
