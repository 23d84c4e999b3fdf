"""Messages kept up to date, such as boards and leaderboards.

`LiveMessages` owns the queue, the last shown state of each message, and unsaved posts. Subclasses load and show things.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from typing import Final, Generic, TypeVar

import discord
from cachetools import LRUCache

from bot.messages.parts.message import Message
from bot.tables.errors import TableError

from .budget import RequestBudget
from .channels import Channels
from .core_services import CoreServices
from .discord_errors import REQUEST_ERRORS, is_forbidden, is_gone
from .unsaved_messages import UnsavedMessages
from .update_queue import UpdateOutcome, UpdateQueue

logger = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)

_REMEMBERED: Final = 10_000
"""The number of messages remembered."""


class LiveMessages(ABC, Generic[K, T]):
    """Keeps the messages of things up to date.

    :param subject: the name of its messages, for the log; `{}` in it is the key.
    :param pause: seconds between two updates at one key.
    :ivar queue: the things that are out of date.
    """

    def __init__(
        self, services: CoreServices, channels: Channels, budget: RequestBudget, *, subject: str, pause: float = 0.0
    ) -> None:
        self._services = services
        self._channels = channels
        self._subject = subject
        self.queue: UpdateQueue[K, T] = UpdateQueue(
            self._update, budget, subject=subject, pause=pause, is_free=self._is_free
        )
        self._unsaved = UnsavedMessages(services, channels)
        self._looks: MutableMapping[int | None, object] = LRUCache(_REMEMBERED)  # the last look of each message

    @abstractmethod
    async def _show(self, key: K, thing: T) -> UpdateOutcome:
        """Show a thing in its newest state.

        :raises discord.HTTPException: if that failed; see `_outcome_of`.
        """

    def _is_free(self, key: K) -> bool:  # noqa: ARG002 (boards use it)
        """Return True if the next update of a key makes no requests that the budget counts."""
        return False

    def _owner_of(self, key: K, thing: T) -> Hashable:  # noqa: ARG002 (subclasses use it)
        """Return the owner of a thing's posts; see `UnsavedMessages`."""
        return thing

    async def _outcome_of(self, error: Exception, key: K, thing: T) -> UpdateOutcome:  # noqa: ARG002 (the same)
        """Return the outcome of an update whose request failed."""
        logger.warning("%s cannot be shown: %s", self._subject.format(key), error)
        return UpdateOutcome.FORBIDDEN if is_forbidden(error) else UpdateOutcome.FAILED

    async def _update(self, key: K, thing: T) -> UpdateOutcome:
        try:
            async with self._unsaved.showing(self._owner_of(key, thing)):
                return await self._show(key, thing)
        except discord.RateLimited:
            raise  # the queue waits as long as Discord says
        except REQUEST_ERRORS as error:
            return await self._outcome_of(error, key, thing)

    async def close(self) -> None:
        """Show the marked messages, and stop."""
        await self.queue.close()

    # --- Looks -----------------------------------------------------------------------------------------------------

    async def _record_look(self, channel_id: int, message_id: int, message: Message) -> None:
        """Record a sent message, to skip edits without effect."""
        self._looks[message_id] = await self._look_of(channel_id, message)

    async def _has_look(self, channel_id: int, message_id: int | None, message: Message) -> bool:
        return self._looks.get(message_id) == await self._look_of(channel_id, message)

    async def _edit(self, channel_id: int, message_id: int, message: Message) -> bool:
        """Edit a message if it changes; return False if uneditable.

        :raises discord.HTTPException: if it could not be edited.
        """
        look = await self._look_of(channel_id, message)
        if self._looks.pop(message_id, None) != look and not await self._channels.edit(channel_id, message_id, message):
            return False
        self._looks[message_id] = look
        return True

    async def _look_of(self, channel_id: int, message: Message) -> object:
        return message.appearance, await self._channels.medium(channel_id)


class ServerMessages(LiveMessages[K, int]):
    """Messages in servers, each at a key of its own, so that a refused one delays no other.

    :param looked_after: whether this process shows the messages of the server with this id.
    """

    def __init__(
        self,
        services: CoreServices,
        channels: Channels,
        budget: RequestBudget,
        *,
        subject: str,
        looked_after: Callable[[int], bool] = lambda _: True,
        pause: float = 0.0,
    ) -> None:
        super().__init__(services, channels, budget, subject=subject, pause=pause)
        self._looked_after = looked_after
        self._searches: UpdateQueue[int, int] = UpdateQueue(self._search, subject="changes in server {}")

    @abstractmethod
    async def _find_due(self, guild_id: int | None) -> Iterable[tuple[K, int]]:
        """Return the keys that may be out of date with their servers, in one server or in all."""

    def changed_in(self, guild_id: int) -> None:
        """Show possible changes in a server soon."""
        self._searches.mark(guild_id, guild_id)

    async def refresh(self) -> None:
        """Show what may be out of date in the servers of this process."""
        for key, guild_id in await self._find_due(None):
            if self._looked_after(guild_id):
                self._mark(key, guild_id)

    async def _search(self, _key: int, guild_id: int) -> UpdateOutcome:
        for key, _ in await self._find_due(guild_id):
            self._mark(key, guild_id)
        return UpdateOutcome.DONE

    def _mark(self, key: K, guild_id: int) -> None:
        self.queue.mark(key, guild_id)

    def _owner_of(self, key: K, thing: int) -> Hashable:  # noqa: ARG002 (its key is enough)
        return key

    async def close(self) -> None:
        """Find and show the last changes, and stop."""
        await self._searches.close()
        await super().close()


class TableMessages(LiveMessages[K, str]):
    """Messages of tables, which end if their channel is gone."""

    async def _outcome_of(self, error: Exception, key: K, thing: str) -> UpdateOutcome:
        if not is_gone(error):
            return await super()._outcome_of(error, key, thing)
        try:
            await self._services.tables.abandon(thing)
        except TableError as refusal:
            logger.warning("table %s lost its channel and could not be ended: %s", thing, refusal)
        return UpdateOutcome.DONE
