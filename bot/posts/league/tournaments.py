"""Tournaments in their channels: one public message each, edited only when something in it has changed.

The database knows which messages are out of date, so a message that could not be edited before a crash is edited after
the restart. The next round of a tournament is made here too, once all matches of a round are played.
"""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import blake2b
from typing import Final

from cachetools import LRUCache

from bot.league.tournaments import advance
from bot.messages.league.tournaments import tournament_message
from bot.messages.parts.message import Message
from bot.posts.budget import Budget
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_forbidden, is_gone
from bot.posts.update_queue import Outcome, UpdateQueue
from bot.tables.state import Table
from storage.database import StorageError
from storage.league import tournaments
from storage.league.tournaments import Tournament
from storage.matches import Status

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 1000
"""Of how many tournaments it is remembered how they look."""

Poster = Callable[[Message], Awaitable[int]]


class TournamentMessages:
    """Shows tournaments in their channels.

    :param looked_after: whether this process shows the tournaments of the server with this id.
    :param pause: the seconds between two updates of the tournaments of a server.
    """

    def __init__(
        self,
        services: CoreServices,
        channels: Channels,
        budget: Budget,
        *,
        looked_after: Callable[[int], bool] = lambda _: True,
        pause: float = 1.0,
    ) -> None:
        self._services = services
        self._channels = channels
        self._looked_after = looked_after
        self.queue: UpdateQueue[int, int] = UpdateQueue(self._shown, budget, pause=pause)
        self._posters: dict[int, Poster] = {}
        self._looks: MutableMapping[int, object] = LRUCache(_REMEMBERED)

    def on_change(self, table: Table, before: Table | None) -> None:
        """A match that is over may have been one of a tournament."""
        if table.status is Status.OVER and (before is None or before.status.is_live):
            self.changed_in(table.stored.guild_id)

    def on_refresh(self, table: Table) -> None:
        """The same, when another process has ended it."""
        self.on_change(table, None)

    def changed_in(self, guild_id: int) -> None:
        """Something may have changed in the tournaments of a server: show it soon."""
        self.queue.mark(guild_id, guild_id)

    async def start(self) -> None:
        """Show what was not shown when the bot last stopped.

        :raises StorageError: if that cannot be read.
        """
        async with self._services.database.read() as tx:
            found = await tournaments.outdated(tx)
        for guild_id in {guild_id for guild_id, _ in found if self._looked_after(guild_id)}:
            self.changed_in(guild_id)

    async def post_with(self, tournament: Tournament, poster: Poster) -> None:
        """Post the message of a new tournament as the answer to a command; returns when it is there, or has failed."""
        self._posters[tournament.id] = poster
        try:
            await self.queue.update_now(tournament.guild_id, tournament.guild_id)
        finally:
            self._posters.pop(tournament.id, None)

    async def close(self) -> None:
        """Show what is marked and then stop."""
        await self.queue.close()

    # --- Showing ---------------------------------------------------------------------------------------------------

    async def _shown(self, _key: int, guild_id: int) -> Outcome:
        """Show what has changed in a server."""
        try:
            async with self._services.database.read() as tx:
                found = await tournaments.outdated(tx, guild_id)
        except StorageError as error:
            logger.warning("server %d: its tournaments cannot be read: %s", guild_id, error)
            return Outcome.FAILED
        done = [await self._is_shown(guild_id, tournament_id) for _, tournament_id in found]
        return Outcome.DONE if all(done) else Outcome.FAILED

    async def _is_shown(self, guild_id: int, tournament_id: int) -> bool:
        """Show a tournament; an error in it keeps no other back."""
        try:
            return await self._show(guild_id, tournament_id)
        except StorageError as error:
            logger.warning("tournament %d cannot be read or kept: %s", tournament_id, error)
        except Exception:
            logger.exception("showing tournament %d failed", tournament_id)
        return False

    async def _show(self, guild_id: int, tournament_id: int) -> bool:
        tournament = await advance(self._services.database, guild_id, tournament_id, self._services.now())
        if tournament is None:
            return True
        message = await self.message_of(tournament)
        try:
            message_id: int | None = await self._put(tournament, message)
        except REQUEST_ERRORS as error:
            logger.warning("tournament %d cannot be shown: %s", tournament_id, error)
            if not (is_gone(error) or is_forbidden(error)):
                return False
            message_id = tournament.message_id  # where it cannot be shown it can still be asked for
        async with self._services.database.write() as tx:
            await tournaments.save_message(tx, tournament_id, message_id=message_id, revision=tournament.revision)
        return True

    async def message_of(self, tournament: Tournament) -> Message:
        """A tournament as everybody sees it."""
        async with self._services.database.read() as tx:
            names = await tournaments.names(tx, tournament)
        return tournament_message(tournament, names, self._services.preferences.reader_in(tournament.locale))

    async def _put(self, tournament: Tournament, message: Message) -> int:
        """Edit the message of a tournament, or post one; its id."""
        before, channel_id = tournament.message_id, tournament.channel_id
        if before is not None:
            if self._looks.get(tournament.id) == message.appearance:
                return before
            if await self._channels.edit(channel_id, before, message):
                self._looks[tournament.id] = message.appearance
                return before
        message_id = await self._posted(tournament, message)
        self._looks[tournament.id] = message.appearance
        if before is not None:
            await self._channels.delete(channel_id, before)
        return message_id

    async def _posted(self, tournament: Tournament, message: Message) -> int:
        poster = self._posters.pop(tournament.id, None)
        if poster is not None:
            try:
                return await poster(message)
            except REQUEST_ERRORS as error:
                logger.warning("a command could not be answered with a tournament: %s", error)
        text = f"tournament:{tournament.id}:{tournament.message_id}"
        nonce = blake2b(text.encode(), digest_size=12).hexdigest()
        return await self._channels.send(tournament.channel_id, message, nonce=nonce)
