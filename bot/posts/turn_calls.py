"""Turn calls: the short message that mentions the player to move, deleted when the turn has passed.

A call is two requests. Whoever has just clicked, or has his hand open, which shows him his turn, is called only if he
lets a minute of it pass.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from dataclasses import dataclass, replace
from typing import Final

from cachetools import LRUCache

from bot.messages.parts.markup import link, moment
from bot.messages.parts.message import Message
from bot.messages.table.turns import turn_end
from bot.tables.state import Table, automatic
from bot.tables.time.clock import turn_deadline

from .channels import Channels
from .open_hands import ACTIVE
from .sending import nonce_of
from .shared import Shared
from .unsaved import Unsaved
from .writers import Writers

__all__ = ["TurnCalls"]

_REMEMBERED: Final = 10_000

_Called = tuple[int, bool]
"""Who was called, and whether that was the warning."""


@dataclass(frozen=True)
class _Later:
    """A call that is put off: of whom, in the turn that began at this revision."""

    user_id: int
    revision: int
    timer: asyncio.TimerHandle | None


class TurnCalls:
    """Calls players to move, and warns them."""

    def __init__(self, shared: Shared, channels: Channels, writers: Writers[int, str], unsaved: Unsaved) -> None:
        self._unsaved = unsaved
        self._shared = shared
        self._channels = channels
        self._writers = writers
        self._called: MutableMapping[str, _Called] = LRUCache(_REMEMBERED)
        self._later: dict[str, _Later] = {}

    def take_up(self, table: Table, before: Table | None) -> None:
        """Know of a call that was made before the bot was started.

        :param before: the table as all of it was shown last, if that is known.
        """
        shown = before or table
        called = _waited_for(shown)
        if called is None or shown.stored.shown_revision != shown.revision:
            return
        there = shown.stored.call_id is not None and not shown.stored.warned
        same = (
            before is not None
            and called == _waited_for(table)
            and turn_deadline(before.stored) == turn_deadline(table.stored)
        )
        if there or same:
            self._called.setdefault(table.id, called)

    def forget(self, match_id: str) -> None:
        """Nobody will be called there any more."""
        self._called.pop(match_id, None)
        later = self._later.pop(match_id, None)
        if later is not None and later.timer is not None:
            later.timer.cancel()

    def close(self) -> None:
        """Put no more calls off: who has not been called is called when the bot is back."""
        for match_id in list(self._later):
            self.forget(match_id)

    async def show(self, table: Table) -> None:
        """Call the player to move, warn him, or take back the call when the turn has passed.

        :raises discord.HTTPException: if the call could not be sent.
        :raises StorageError: if it could not be kept.
        """
        wanted = _waited_for(table)
        if wanted is not None and wanted == self._called.get(table.id):
            return
        if self._put_off(table, wanted):
            wanted = None
            self._called.pop(table.id, None)
        else:
            self.forget(table.id)
        if table.stored.call_id is not None:
            await self._channels.delete(table.stored.channel_id, table.stored.call_id)
            await self._shared.tables.shown(table.id, call_id=None)
        if wanted is None:
            return
        call_id = await self._send(table, wanted[0])
        self._called[table.id] = wanted
        if call_id is not None:
            await self._unsaved.save(table.id, table.stored.channel_id, call_id=call_id)

    def _put_off(self, table: Table, wanted: _Called | None) -> bool:
        """Whether a call waits: its player is most likely looking, and his turn is not a minute old."""
        if wanted is None or table.stored.warned:
            return False
        user_id, later = wanted[0], self._later.get(table.id)
        if later is not None and (later.user_id, later.revision) == (user_id, table.revision):
            return later.timer is not None
        hands = self._shared.hands
        if not (hands.is_looking(table.id, user_id) or hands.is_open(table.id, user_id)):
            return False
        self.forget(table.id)
        timer = asyncio.get_running_loop().call_later(ACTIVE, self._due, table.id, table.stored.channel_id)
        self._later[table.id] = _Later(user_id, table.revision, timer)
        return True

    def _due(self, match_id: str, channel_id: int) -> None:
        self._later[match_id] = replace(self._later[match_id], timer=None)
        self._writers.mark(channel_id, match_id)

    async def _send(self, table: Table, user_id: int) -> int | None:
        """Call somebody as they want to be called; the id of the message, if it stands in the channel."""
        stored = table.stored
        settings = await self._shared.readers.player(stored.guild_id, user_id)
        if settings.notice == "none":
            return None
        text = self._text(table, f"<@{user_id}>")
        if settings.notice == "dm":
            own = await self._shared.readers.person(stored.guild_id, user_id, stored.locale)
            board = link(stored.guild_id, stored.channel_id, stored.board_id)
            direct = own.words("turn.direct", game=own.words(f"game.{stored.game}.name"), link=board)
            if await self._channels.direct(user_id, Message(direct)):
                return None
            text = f"{text}\n-# {self._shared.readers.everybody(table).words('turn.direct_shut')}"
        nonce = nonce_of(table, "call", stored.warned)
        return await self._channels.send(stored.channel_id, Message(text, mentions=(user_id,)), nonce=nonce)

    def _text(self, table: Table, mention: str) -> str:
        w, deadline = self._shared.readers.everybody(table).words, turn_deadline(table.stored)
        if deadline is None:
            return w("turn.call", name=mention)
        if table.stored.warned:
            return w("turn.warning", name=mention, when=moment(deadline, "R"))
        return w("turn.call.until", name=mention, when=turn_end(table))


def _waited_for(table: Table) -> _Called | None:
    """The person whose move the table waits for, and whether he is being warned."""
    seat = table.to_move()
    if seat is None or automatic(seat) or seat.user_id is None:
        return None
    return seat.user_id, table.stored.warned
