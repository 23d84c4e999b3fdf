"""Cards of tables in threads: the messages from which the threads were started, in their channels.

A thread has the id of the message from which it was started, so no id of a card is stored.
"""

from collections.abc import MutableMapping
from typing import Final

from cachetools import LRUCache

from bot.messages.table.invitation import thread_card
from bot.posts.budget import RequestBudget, Urgency
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import may_succeed_later
from bot.posts.live_messages import LiveMessages
from bot.posts.update_queue import UpdateOutcome
from bot.tables.state import Table

_REMEMBERED: Final = 10_000


class ThreadCards(LiveMessages[int, str]):
    """Keeps the cards of tables in threads true.

    :param pause: seconds between two edits of a card.
    """

    def __init__(
        self, services: CoreServices, channels: Channels, budget: RequestBudget, *, pause: float = 0.0
    ) -> None:
        super().__init__(services, channels, budget, subject="the card of thread {}", pause=pause)
        self._without: MutableMapping[int, bool] = LRUCache(_REMEMBERED)  # threads whose message cannot be edited

    def on_change(self, table: Table, before: Table | None) -> None:
        """Edit the card soon, if the table would look different there."""
        channel_id = table.stored.channel_id
        if before is not None and _shown_parts(before) == _shown_parts(table):
            return
        is_announced = self._channels.parent_of(channel_id) is not None and not self._channels.is_private(channel_id)
        if channel_id not in self._without and is_announced:
            self.queue.mark(channel_id, table.id, Urgency.UNWATCHED)

    def on_refresh(self, table: Table) -> None:
        """Edit the card after another process has changed the table."""
        self.on_change(table, None)

    def _is_free(self, key: int) -> bool:
        return self._channels.tokens.can_edit(key)

    async def _outcome_of(self, error: Exception, key: int, thing: str) -> UpdateOutcome:
        await super()._outcome_of(error, key, thing)
        return UpdateOutcome.FAILED if may_succeed_later(error) else UpdateOutcome.DONE

    async def _show(self, channel_id: int, match_id: str) -> UpdateOutcome:
        table, parent_id = await self._services.tables.find(match_id), self._channels.parent_of(channel_id)
        if table is not None and parent_id is not None:
            message = thread_card(table, self._services.preferences.table_reader(table))
            if not await self._edit(parent_id, channel_id, message):
                self._without[channel_id] = True
        return UpdateOutcome.DONE


def _shown_parts(table: Table) -> object:
    """Return the parts of a table that its card shows."""
    stored = table.stored
    return stored.status, stored.host_id, stored.options, stored.clock, table.seats
