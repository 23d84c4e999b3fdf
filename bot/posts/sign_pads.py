"""Pads: direct messages for pacts and signs (Kent).

A change of a table only marks the people concerned; see `update_queue`. The place of a message is saved before its
reactions count, so that it is found after a restart. Reactions are taken when they arrive and never read later. The
bot's own reactions only save people a search, and are added as the budget allows.
"""

import asyncio
import logging
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from functools import partial
from typing import Final

from cachetools import LRUCache

from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.table.signs import EMOJIS, closed_pact, closed_pad, old_pad, pact_message, pad_buttons, pad_message
from bot.posts.budget import RequestBudget, Urgency
from bot.posts.discord_errors import REQUEST_ERRORS, is_expired, may_succeed_later
from bot.posts.live_messages import LiveMessages
from bot.posts.outgoing import nonce_of
from bot.posts.update_queue import UpdateOutcome, UpdateQueue
from bot.tables import signs
from bot.tables.state import Table
from storage import signs as stored_signs
from storage.matches import Status, StoredSeat
from storage.signs import Pad

from .channels import Channels
from .core_services import CoreServices
from .open_hands import OpenHands
from .replies import Answer
from .unsaved_messages import Post, PostKind

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 5_000
"""The number of messages remembered."""

_REACTION_PAUSE_S: Final = 0.3
"""The pause between two reactions of the bot under a message; Discord takes four a second."""


class SignPads(LiveMessages[int, str]):
    """Direct messages of all players with secret signs.

    :param pause: seconds between two edits of a person's messages.
    """

    def __init__(
        self, services: CoreServices, channels: Channels, budget: RequestBudget, *, pause: float = 1.0
    ) -> None:
        super().__init__(services, channels, budget, subject="a pad", pause=pause)
        self._open = OpenHands(services.now)
        self._reactions: UpdateQueue[int, int] = UpdateQueue(
            self._add_reaction, budget, subject="the reactions under a pad", pause=min(pause, _REACTION_PAUSE_S)
        )
        self._left: dict[tuple[int, str], tuple[Table, Pad]] = {}  # pads of those who have left, until they are closed
        self._matches: MutableMapping[int, str] = LRUCache(_REMEMBERED)  # which match a message belongs to
        self._missing: MutableMapping[int, tuple[str, ...]] = LRUCache(_REMEMBERED)  # reactions to be put under one

    # --- What happens at tables ------------------------------------------------------------------------------------

    def on_change(self, table: Table, before: Table | None) -> None:
        """Soon show the table's signs to those allowed."""
        if not table.has_signs or not table.pacts:
            return
        staying = {pad.user_id for pad in table.pads}
        for pad in before.pads if before else ():
            if pad.user_id not in staying:
                self._left[pad.user_id, table.id] = table, pad
                self.queue.mark(pad.user_id, table.id)
        for seat in table.persons:
            if seat.user_id is not None:
                self.queue.mark(seat.user_id, table.id)

    def on_refresh(self, table: Table) -> None:
        """Update the messages after another process has changed the table."""
        for pad in table.pads:
            for message_id in (pad.pad_id, pad.pact_id):
                self._looks.pop(message_id, None)
        self.on_change(table, None)

    async def retry(self, table: Table, seat: StoredSeat) -> bool:
        """Retry opening a person's direct messages; return True if open."""
        if seat.user_id is None:
            return False
        pad = table.pad_of(seat.seat)
        if pad is not None and pad.shut:
            await self._save(table.id, replace(pad, shut=False))
        await self.queue.update_now(seat.user_id, table.id)
        after = await self._services.tables.find(table.id)
        pad = after.pad_of(seat.seat) if after else None
        return pad is not None and not pad.shut

    async def buttons_opened(self, table: Table, answer: Answer, message: Message) -> None:
        """Record an opened button pad, to be refreshed by token."""
        before = self._open.record(table, answer, message.appearance)
        self.queue.mark(answer.interaction.user.id, table.id)  # the table may have moved on while it was sent
        if before is not None:
            await before.delete()

    async def close(self) -> None:
        """Show the marked messages, and stop."""
        await asyncio.gather(self._reactions.close(), super().close())

    async def match_of(self, message_id: int) -> str | None:
        """Return the match of one of the bot's direct messages.

        :raises StorageError: if that cannot be read.
        """
        known = self._matches.get(message_id)
        if known is None:
            known = await self._services.database.run_read(lambda tx: stored_signs.match_of_pad(tx, message_id))
            if known is not None:
                self._matches[message_id] = known
        return known

    # --- What each person sees -------------------------------------------------------------------------------------

    def _owner_of(self, key: int, thing: str) -> tuple[str, int]:
        return thing, key

    async def _outcome_of(self, error: Exception, key: int, thing: str) -> UpdateOutcome:
        await super()._outcome_of(error, key, thing)
        return UpdateOutcome.FAILED if may_succeed_later(error) else UpdateOutcome.DONE

    async def _show(self, user_id: int, match_id: str) -> UpdateOutcome:
        await self._close_left(user_id, match_id)
        table = await self._services.tables.find(match_id)
        seat = table.seat_of(user_id) if table else None
        if table is not None and seat is not None:
            reader = await self._services.preferences.reader_for(table.stored.guild_id, user_id, table.stored.locale)
            await self._show_buttons(table, seat, reader)
            await self._show_direct_message(table, seat, reader)
        return UpdateOutcome.DONE

    async def _show_direct_message(self, table: Table, seat: StoredSeat, reader: Reader) -> None:
        pad = table.pad_of(seat.seat) or Pad(seat.seat, seat.user_id or 0)
        if not table.status.is_live:
            if pad.pad_id is not None:
                await self._close_message(pad, pad.pad_id, closed_pad(reader.words))
            if pad.pact_id is not None:
                await self._close_message(pad, pad.pact_id, closed_pact(reader.words))
            return
        if pad.shut or table.status not in (Status.PLAYING, Status.PAUSED):
            return
        if table.pact_of(seat.seat).open:
            await self._show_pact(table, seat, pad, reader)
            return
        if pad.pact_id is not None:
            await self._close_message(pad, pad.pact_id, pact_message(table, seat, reader))
            pad = replace(pad, pact_id=None)
            if pad.pad_id is None:
                await self._save(table.id, pad)
        if pad.pad_id is None:
            await self._send(table, pad, pad_message(table, seat, reader), lambda sent: replace(pad, pad_id=sent))
        else:
            await self._edit_pad(pad, pad.pad_id, pad_message(table, seat, reader))

    async def _show_pact(self, table: Table, seat: StoredSeat, pad: Pad, reader: Reader) -> None:
        message = pact_message(table, seat, reader)
        if pad.pact_id is not None:
            await self._edit_pad(pad, pad.pact_id, message)
            return
        if pad.pad_id is not None:
            await self._close_message(pad, pad.pad_id, old_pad(reader.words))
        await self._send(table, pad, message, lambda sent: replace(pad, pact_id=sent, pad_id=None))

    async def _send(self, table: Table, pad: Pad, message: Message, placed_at: Callable[[int], Pad]) -> None:
        """Send a message, save its place, and add the signs."""
        kind = PostKind.PACT if table.pact_of(pad.seat).open else PostKind.PAD
        nonce = nonce_of(kind, table.id, table.revision, pad.user_id, pad.pad_id, pad.pact_id)
        since, after = table.stored.started_at or table.stored.created_at, max(pad.pad_id or 0, pad.pact_id or 0)
        post = Post(kind, (table.id, pad.user_id), 0, since, after, nonce)
        sent = await self._unsaved.post_direct(post, pad.user_id, message)
        if sent is None:
            await self._save(table.id, replace(pad, shut=True))
            return
        channel_id, message_id = sent
        self._matches[message_id] = table.id
        await self._record_look(channel_id, message_id, message)
        self._missing[message_id] = tuple(EMOJIS.values())
        saved = replace(placed_at(message_id), channel_id=channel_id, shut=False)
        await self._unsaved.save((table.id, pad.user_id), partial(self._save_sent, table.id, saved, message_id))

    async def _save_sent(self, match_id: str, pad: Pad, message_id: int) -> None:
        await self._save(match_id, pad)
        if pad.channel_id is not None:
            self._reactions.mark(pad.channel_id, message_id, Urgency.REACTION)

    async def _add_reaction(self, channel_id: int, message_id: int) -> UpdateOutcome:
        """Add the next missing sign under a message."""
        missing = self._missing.get(message_id, ())
        if not missing:
            return UpdateOutcome.DONE
        try:
            await self._channels.react(channel_id, message_id, missing[0])
        except REQUEST_ERRORS as error:
            logger.warning("a sign could not be put under a message: %s", error)
            if may_succeed_later(error):
                return UpdateOutcome.FAILED
            self._missing.pop(message_id, None)
            return UpdateOutcome.DONE
        except Exception:
            logger.exception("putting a sign under a message failed")
            self._missing.pop(message_id, None)
            return UpdateOutcome.DONE
        if len(missing) == 1:
            self._missing.pop(message_id, None)
        elif message_id in self._missing:  # else no one makes signs there now
            self._missing[message_id] = missing[1:]
            self._reactions.mark(channel_id, message_id, Urgency.REACTION)
        return UpdateOutcome.DONE

    async def _edit_pad(self, pad: Pad, message_id: int, message: Message) -> None:
        """Edit a changed message, unless its owner cannot see it."""
        if pad.channel_id is not None and not await self._edit(pad.channel_id, message_id, message):
            await self._record_look(pad.channel_id, message_id, message)

    async def _close_message(self, pad: Pad, message_id: int, message: Message) -> None:
        """Show the last text in a message without further signs."""
        self._missing.pop(message_id, None)
        await self._edit_pad(pad, message_id, message)

    async def _save(self, match_id: str, pad: Pad) -> None:
        await self._services.tables.apply(match_id, signs.pad_sent, pad, while_closing=True)

    async def _show_buttons(self, table: Table, seat: StoredSeat, reader: Reader) -> None:
        """Refresh the pad of buttons that a person has open."""
        for user_id, shown in self._open.of_match(table.id):
            if user_id != seat.user_id:
                continue
            message = pad_buttons(table, seat, reader) if table.status.is_live else closed_pad(reader.words)
            if shown.looks == message.appearance:
                continue
            try:
                await shown.answer.edit(message)
            except REQUEST_ERRORS as error:
                if may_succeed_later(error):
                    raise
                self._open.close(table.id, user_id)
                if not is_expired(error):
                    logger.warning("a pad of buttons could not be renewed: %s", error)
            shown.looks = message.appearance

    async def _close_left(self, user_id: int, match_id: str) -> None:
        """Close the pad of a person who left."""
        left = self._left.get((user_id, match_id))
        if left is None:
            return
        table, pad = left
        reader = await self._services.preferences.reader_for(table.stored.guild_id, user_id, table.stored.locale)
        try:
            for message_id in (pad.pad_id, pad.pact_id):
                if message_id is not None:
                    await self._close_message(pad, message_id, closed_pad(reader.words, left=True))
        except REQUEST_ERRORS as error:
            if may_succeed_later(error):
                raise
            logger.warning("the pad of a former player could not be closed: %s", error)
        if self._left.get((user_id, match_id)) is left:
            del self._left[user_id, match_id]
