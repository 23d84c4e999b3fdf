"""Pads: the direct messages in which pairs agree on a sign and make signs at each other (Kent).

A change of a table only marks the people concerned; for each of them one writer shows the newest state, so a burst of
signs makes one edit. Where a message is gets saved before its reactions count, so that it is found after a restart.
What somebody reacts is taken when it arrives and never read later, so nothing is acted on that was done while the bot
was away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import discord

from bot.messages.message import Message
from bot.messages.reader import Reader
from bot.messages.sign_emojis import EMOJIS
from bot.messages.signs import closed_pact, closed_pad, old_pad, pact_message, pad_buttons, pad_message
from bot.tables import signs
from bot.tables.state import Step, Table
from storage import kent
from storage.database import StorageError
from storage.kent import Pad
from storage.matches import Status, StoredSeat

from .channels import Channels
from .open_hands import OpenHands
from .replies import is_expired
from .sending import drawn
from .shared import Shared

__all__ = ["Pads"]

logger = logging.getLogger(__name__)

_AGAIN: Final = 10.0
"""Seconds until a direct message that failed for no reason of its owner's is tried again."""

_KNOWN: Final = 5_000

_Key = tuple[str, int]
"""A match and the user who plays there."""


class Pads:
    """The direct messages of everybody who plays with secret signs."""

    def __init__(self, shared: Shared, channels: Channels) -> None:
        self._shared = shared
        self._channels = channels
        self._open = OpenHands(shared.now)
        self._marked: set[_Key] = set()
        self._writers: dict[_Key, asyncio.Task[None]] = {}
        self._timers: dict[_Key, asyncio.TimerHandle] = {}
        self._known: dict[int, str] = {}  # which match a message belongs to
        self._shown: dict[int, object] = {}  # what each message shows, so that it is not edited for nothing
        self._closing = False

    # --- What happens at tables ------------------------------------------------------------------------------------

    def changed(self, table: Table, before: Table | None) -> None:
        """Show the table's signs to those who may see them, soon."""
        if not table.game.signs or not table.pacts:
            return
        staying = {pad.user_id for pad in table.pads}
        for pad in before.pads if before else ():
            if pad.user_id not in staying:
                self._close_soon(table, pad)
        for seat in table.persons:
            if seat.user_id is not None:
                self._mark((table.id, seat.user_id))

    async def retry(self, table: Table, seat: StoredSeat) -> bool:
        """Try once more whether a person's direct messages are open; whether they are."""
        if seat.user_id is None:
            return False
        pad = table.pad_of(seat.seat)
        if pad is not None and pad.shut:
            await self._save(table.id, replace(pad, shut=False))
        await self._written((table.id, seat.user_id))
        after = await self._shared.tables.find(table.id)
        pad = after.pad_of(seat.seat) if after else None
        return pad is not None and not pad.shut

    def opened(self, table: Table, interaction: discord.Interaction) -> None:
        """Somebody has a pad of buttons open, to be renewed while its token lives."""
        self._open.opened(table, interaction)

    async def close(self) -> None:
        """Show what is marked and then stop."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        while self._writers:
            await asyncio.wait(list(self._writers.values()))

    async def match_of(self, message_id: int) -> str | None:
        """The match to which one of our direct messages belongs; None for any other message.

        :raises StorageError: if that cannot be read.
        """
        if message_id not in self._known:
            async with self._shared.database.read() as tx:
                found = await kent.match_of_pad(tx, message_id)
            if found is None:
                return None
            self._remember(message_id, found)
        return self._known[message_id]

    def _remember(self, message_id: int, match_id: str) -> None:
        while len(self._known) >= _KNOWN:
            gone = next(iter(self._known))
            self._known.pop(gone)
            self._shown.pop(gone, None)
        self._known[message_id] = match_id

    # --- One writer for each person --------------------------------------------------------------------------------

    def _mark(self, key: _Key) -> None:
        self._marked.add(key)
        if key not in self._writers and key not in self._timers:
            self._start(key)

    async def _written(self, key: _Key) -> None:
        self._mark(key)
        if key in self._writers:
            await asyncio.wait([self._writers[key]])

    def _start(self, key: _Key) -> None:
        self._timers.pop(key, None)
        if key not in self._writers:
            self._writers[key] = asyncio.get_running_loop().create_task(self._write(key), name=f"pad {key[0]}")

    async def _write(self, key: _Key) -> None:
        failed = False
        try:
            while key in self._marked and not failed:
                self._marked.discard(key)
                failed = not await self._show(*key)
        finally:
            del self._writers[key]
            if failed and not self._closing:
                self._marked.add(key)
                self._timers[key] = asyncio.get_running_loop().call_later(_AGAIN, self._start, key)

    async def _show(self, match_id: str, user_id: int) -> bool:
        """Show one person his pact and his pad; False if it should be tried again."""
        try:
            table = await self._shared.tables.find(match_id)
            seat = table.seat_of(user_id) if table else None
            if table is None or seat is None:
                return True
            reader = await self._shared.readers.person(table.stored.guild_id, user_id, table.stored.locale)
            await self._show_buttons(table, seat, reader)
            await self._show_direct(table, seat, reader)
        except discord.HTTPException as error:
            logger.warning("a pad could not be shown: %s", error)
            return error.status < 500
        except StorageError as error:
            logger.warning("it could not be saved where a pad is: %s", error)
            return False
        except Exception:
            logger.exception("showing a pad failed")
        return True

    async def _show_direct(self, table: Table, seat: StoredSeat, reader: Reader) -> None:
        pad = table.pad_of(seat.seat) or Pad(seat.seat, seat.user_id or 0)
        if not table.status.is_live:
            if pad.pad_id is not None:
                await self._edit(pad, pad.pad_id, closed_pad(reader.words))
            if pad.pact_id is not None:
                await self._edit(pad, pad.pact_id, closed_pact(reader.words))
            return
        if pad.shut or table.status not in (Status.PLAYING, Status.PAUSED):
            return
        if table.pact_of(seat.seat).open:
            await self._show_pact(table, seat, pad, reader)
            return
        if pad.pact_id is not None:
            await self._edit(pad, pad.pact_id, pact_message(table, seat, reader))
            pad = replace(pad, pact_id=None)
            if pad.pad_id is None:
                await self._save(table.id, pad)
        if pad.pad_id is None:
            await self._send(table, pad, pad_message(table, seat, reader), lambda sent: replace(pad, pad_id=sent))
        else:
            await self._edit(pad, pad.pad_id, pad_message(table, seat, reader))

    async def _show_pact(self, table: Table, seat: StoredSeat, pad: Pad, reader: Reader) -> None:
        message = pact_message(table, seat, reader)
        if pad.pact_id is not None:
            await self._edit(pad, pad.pact_id, message)
            return
        if pad.pad_id is not None:
            await self._edit(pad, pad.pad_id, old_pad(reader.words))
        await self._send(table, pad, message, lambda sent: replace(pad, pact_id=sent, pad_id=None))

    async def _send(self, table: Table, pad: Pad, message: Message, placed: Callable[[int], Pad]) -> None:
        """Send a new message, save where it is, and put the signs under it."""
        sent = await self._channels.send_direct(pad.user_id, message)
        if sent is None:
            await self._save(table.id, replace(pad, shut=True))
            return
        channel_id, message_id = sent
        self._remember(message_id, table.id)
        self._shown[message_id] = _looks(message)
        await self._save(table.id, replace(placed(message_id), channel_id=channel_id, shut=False))
        for emoji in EMOJIS.values():
            await self._channels.react(channel_id, message_id, emoji)

    async def _edit(self, pad: Pad, message_id: int, message: Message) -> None:
        """Edit a message if it shows something else; one that its owner cannot see any more stays as it is."""
        looks = _looks(message)
        if pad.channel_id is None or self._shown.get(message_id) == looks:
            return
        await self._channels.edit(pad.channel_id, message_id, message)
        self._shown[message_id] = looks

    async def _save(self, match_id: str, pad: Pad) -> None:
        def step(table: Table, _now: float) -> Step:
            return signs.pad_sent(table, pad)

        await self._shared.tables.take(match_id, step)

    async def _show_buttons(self, table: Table, seat: StoredSeat, reader: Reader) -> None:
        """Renew the pad of buttons that a person has open."""
        for user_id, shown in self._open.of(table.id):
            if user_id != seat.user_id:
                continue
            message = pad_buttons(table, seat, reader) if table.status.is_live else closed_pad(reader.words)
            try:
                await shown.interaction.edit_original_response(**(await drawn(message)).to_edit())
            except discord.HTTPException as error:
                self._open.close(table.id, user_id)
                if not is_expired(error):
                    logger.warning("a pad of buttons could not be renewed: %s", error)

    # --- Those who have left ---------------------------------------------------------------------------------------

    def _close_soon(self, table: Table, pad: Pad) -> None:
        key = (f"{table.id} left", pad.user_id)
        if key not in self._writers:
            self._writers[key] = asyncio.get_running_loop().create_task(self._close_pad(key, table, pad))

    async def _close_pad(self, key: _Key, table: Table, pad: Pad) -> None:
        try:
            reader = await self._shared.readers.person(table.stored.guild_id, pad.user_id, table.stored.locale)
            for message_id in (pad.pad_id, pad.pact_id):
                if message_id is not None:
                    await self._edit(pad, message_id, closed_pad(reader.words, left=True))
        except (discord.HTTPException, StorageError) as error:
            logger.warning("the pad of somebody who left could not be closed: %s", error)
        finally:
            del self._writers[key]


def _looks(message: Message) -> object:
    """What a message shows, for telling whether it has changed."""
    embed = message.embed.to_dict() if message.embed is not None else None
    return message.content, embed, message.rows
