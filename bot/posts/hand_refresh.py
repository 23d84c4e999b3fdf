"""Refreshes hands that are open when their players need it.

A hand is edited by the token of its interaction. Discord does not count that in its limit of requests a second, so a
hand waits for no board: the player to move sees it at once, however many boards wait.
"""

from __future__ import annotations

import logging

from bot.messages.table.hand import hand_message
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_expired, may_succeed_later
from bot.posts.update_queue import Outcome, UpdateQueue
from bot.tables.state import Table
from storage.database import StorageError

from .open_hands import OpenHand

__all__ = ["HandRefresh"]

logger = logging.getLogger(__name__)

_Key = tuple[str, int]
"""The match and the user of a hand."""


class HandRefresh:
    """Refreshes the open hands of players whose turn has come, and of all when a deal or the match has ended."""

    def __init__(self, services: CoreServices) -> None:
        self._services = services
        self._queue: UpdateQueue[_Key, None] = UpdateQueue(self._update)

    def on_change(self, table: Table, before: Table | None) -> None:
        """Refresh the hands of a table that are due."""
        del before
        self.on_refresh(table)

    def on_refresh(self, table: Table) -> None:
        """The same, after another process has changed the table."""
        for user_id, hand in self._services.hands.of_match(table.id):
            self._mark_if_due(table, user_id, hand)

    def answered(self, match_id: str, user_id: int) -> None:
        """A click of a player has been answered, and the table may have moved on meanwhile."""
        table, hand = self._services.tables.cached(match_id), self._services.hands.get(match_id, user_id)
        if table is not None and hand is not None:
            self._mark_if_due(table, user_id, hand)

    async def close(self) -> None:
        """Refresh what is marked, and then stop."""
        await self._queue.close()

    def _mark_if_due(self, table: Table, user_id: int, hand: OpenHand) -> None:
        if self._is_due(table, user_id, hand):
            self._queue.mark((table.id, user_id), None)

    def _is_due(self, table: Table, user_id: int, hand: OpenHand) -> bool:
        if self._services.hands.is_being_answered(table.id, user_id):
            return False  # the answer will show the hand as it is then
        if hand.live and not table.status.is_live:  # a match that is broken off has no newer revision than before
            return True
        if hand.revision >= table.revision:
            return False
        seat = table.to_move()
        turn = seat is not None and seat.user_id == user_id
        return turn or hand.deals_ended != table.stored.deals_ended

    async def _update(self, key: _Key, _: None) -> Outcome:
        match_id, user_id = key
        try:
            table, hand = await self._services.tables.find(match_id), self._services.hands.get(match_id, user_id)
            if table is not None and hand is not None and self._is_due(table, user_id, hand):
                return await self._refresh(table, user_id, hand)
        except StorageError as error:
            logger.warning("a hand could not be refreshed: %s", error)
            return Outcome.FAILED
        except Exception:
            logger.exception("a hand could not be refreshed")
            self._services.hands.close(match_id, user_id)
        return Outcome.DONE

    async def _refresh(self, table: Table, user_id: int, hand: OpenHand) -> Outcome:
        locale = hand.answer.interaction.locale.value
        reader = await self._services.preferences.reader_for(table.stored.guild_id, user_id, locale)
        async with hand.lock:
            if self._services.hands.get(table.id, user_id) is not hand:
                return Outcome.DONE  # opened again meanwhile, in another message
            table = await self._services.tables.find(table.id) or table
            try:
                await hand.answer.edit(hand_message(table, user_id, reader))
            except REQUEST_ERRORS as error:
                if may_succeed_later(error):
                    logger.warning("a hand could not be refreshed yet: %s", error)
                    return Outcome.FAILED
                self._services.hands.close(table.id, user_id)
                if not is_expired(error):
                    logger.warning("a hand could not be refreshed: %s", error)
                return Outcome.DONE
            hand.record_shown(table)
        return Outcome.DONE
