"""Refreshes of open hands when their players need it.

Edits by an interaction's token are outside Discord's rate limit, so hands never wait for boards.

All open hands are renewed when the pairs have agreed on their signs, when a turn has timed out, and when the table is
paused or resumed. Only public events and the signs of the own pair renew a hand, so a renewal reveals no secret action
of another pair.

After a deal, a hand waits for the next deal's board. A new hand is sent below that board by the same token, and the old
one is deleted. A hand that shows the deal's end stays long enough to be read.
"""

from __future__ import annotations

import logging
from typing import Final

from bot.messages.table.hand import hand_message
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_expired, may_succeed_later
from bot.posts.update_queue import UpdateOutcome, UpdateQueue
from bot.tables.state import Table

from .open_hands import OpenHand, ShownState

logger = logging.getLogger(__name__)

_BOARD_WAIT_S: Final = 8.0
"""The longest wait of a hand for the board of a new deal; after it the hand is sent without a board."""

_Key = tuple[str, int]
"""The match and the user of a hand."""


class HandRefresh:
    """Refreshes hands on turn changes, or all after shared events."""

    def __init__(self, services: CoreServices) -> None:
        self._services = services
        self._queue: UpdateQueue[_Key, None] = UpdateQueue(self._update, subject="a hand")

    def on_change(self, table: Table, before: Table | None) -> None:
        """Refresh the hands of a table that are due."""
        if before is not None and has_timed_out(table, before):
            for _, hand in self._services.hands.of_match(table.id):
                hand.due_from = table.revision
        self.on_refresh(table)

    def on_refresh(self, table: Table) -> None:
        """Refresh hands after another process has changed the table."""
        for user_id, hand in self._services.hands.of_match(table.id):
            self._mark_if_due(table, user_id, hand)

    def on_posted(self, table: Table) -> None:
        """Send a new deal's hands below its posted board."""
        self.on_refresh(table)

    def answered(self, match_id: str, user_id: int) -> None:
        """Refresh a hand after a click, if the table changed."""
        table, hand = self._services.tables.cached(match_id), self._services.hands.get(match_id, user_id)
        if table is not None and hand is not None:
            self._mark_if_due(table, user_id, hand)

    async def close(self) -> None:
        """Refresh the marked hands, and stop."""
        await self._queue.close()

    def _mark_if_due(self, table: Table, user_id: int, hand: OpenHand) -> None:
        if self._is_due(table, user_id, hand):
            self._queue.mark((table.id, user_id), None)

    def _is_due(self, table: Table, user_id: int, hand: OpenHand) -> bool:
        if self._services.hands.is_being_answered(table.id, user_id):
            return False  # the answer will show the hand as it is then
        if hand.is_behind(table) or hand.revision < hand.due_from:
            return True
        shown = ShownState.of(table, user_id)
        return hand.state != shown or (shown.has_turn and hand.revision < table.revision)

    async def _update(self, key: _Key, _: None) -> UpdateOutcome:
        match_id, user_id = key
        table, hand = await self._services.tables.find(match_id), self._services.hands.get(match_id, user_id)
        if table is not None and hand is not None and self._is_due(table, user_id, hand):
            wait_s = self._wait_s(table, hand) if hand.is_behind(table) else 0.0
            if wait_s <= 0:
                return await self._refresh(table, user_id, hand)
            self._queue.mark_after(wait_s, key, None)
        return UpdateOutcome.DONE

    def _wait_s(self, table: Table, hand: OpenHand) -> float:
        """Return the seconds until a finished deal's hand is replaced."""
        now = self._services.now()
        if hand.rests_until > now:
            return hand.rests_until - now
        if table.stored.board_id is not None and not table.endings:
            return 0.0
        if hand.board_by is None:
            hand.board_by = now + _BOARD_WAIT_S
        return hand.board_by - now

    async def _refresh(self, table: Table, user_id: int, hand: OpenHand) -> UpdateOutcome:
        locale = hand.answer.interaction.locale.value
        reader = await self._services.preferences.reader_for(table.stored.guild_id, user_id, locale)
        async with hand.lock:
            if self._services.hands.get(table.id, user_id) is not hand:
                return UpdateOutcome.DONE  # opened again meanwhile, in another message
            table = await self._services.tables.find(table.id) or table
            before, note = hand.answer, self._services.hands.note(table, user_id, reader)
            try:
                if hand.is_behind(table):
                    hand.answer = await before.follow(hand_message(table, user_id, reader, note, opens=True))
                    hand.asked_call = ""
                else:
                    asked = hand.asked_call
                    message = hand_message(table, user_id, reader, note, asked_call=asked, in_format=before.format)
                    await before.edit(message)
            except REQUEST_ERRORS as error:
                if may_succeed_later(error):
                    logger.warning("a hand could not be refreshed yet: %s", error)
                    return UpdateOutcome.FAILED
                self._services.hands.close(table.id, user_id)
                if not is_expired(error):
                    logger.warning("a hand could not be refreshed: %s", error)
                return UpdateOutcome.DONE
            hand.record_shown(table)
        if hand.answer is not before:
            await before.delete()
        return UpdateOutcome.DONE


def has_timed_out(table: Table, before: Table) -> bool:
    """Return True if a turn timed out between two states."""
    return any(new.late > old.late and not old.away for old, new in zip(before.seats, table.seats, strict=False))
