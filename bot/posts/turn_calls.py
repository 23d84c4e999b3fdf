"""Turn calls: the short message that mentions the player to move, deleted when the turn has passed."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Final

from cachetools import LRUCache

from bot.messages.parts.markup import link, moment
from bot.messages.parts.message import Message
from bot.messages.table.turns import turn_end
from bot.tables.state import Table, automatic

from .channels import Channels
from .sending import nonce_of
from .shared import Shared

__all__ = ["TurnCalls"]

_REMEMBERED: Final = 10_000

_Called = tuple[int, bool]
"""Who was called, and whether that was the warning."""


class TurnCalls:
    """Calls players to move, and warns them."""

    def __init__(self, shared: Shared, channels: Channels) -> None:
        self._shared = shared
        self._channels = channels
        self._called: MutableMapping[str, _Called] = LRUCache(_REMEMBERED)

    def take_up(self, table: Table, before: Table | None) -> None:
        """Know of a call that was made before the bot was started.

        :param before: the table as all of it was shown last, if that is known.
        """
        shown = before or table
        called = _waited_for(shown)
        if called is None or shown.stored.shown_revision != shown.revision:
            return
        there = shown.stored.call_id is not None and not shown.stored.warned
        same = before is not None and called == _waited_for(table) and before.stored.deadline == table.stored.deadline
        if there or same:
            self._called.setdefault(table.id, called)

    def forget(self, match_id: str) -> None:
        """Nobody will be called there any more."""
        self._called.pop(match_id, None)

    async def show(self, table: Table) -> None:
        """Call the player to move, warn him, or take back the call when the turn has passed.

        :raises discord.HTTPException: if the call could not be sent.
        :raises StorageError: if it could not be kept.
        """
        wanted = _waited_for(table)
        if wanted is not None and wanted == self._called.get(table.id):
            return
        self.forget(table.id)
        if table.stored.call_id is not None:
            await self._channels.delete(table.stored.channel_id, table.stored.call_id)
            await self._shared.tables.shown(table.id, call_id=None)
        if wanted is None:
            return
        if table.stored.warned or not self._shared.hands.is_looking(table.id, wanted[0]):
            await self._send(table, wanted[0])
        self._called[table.id] = wanted

    async def _send(self, table: Table, user_id: int) -> None:
        stored = table.stored
        settings = await self._shared.readers.player(stored.guild_id, user_id)
        if settings.notice == "none":
            return
        text = self._text(table, f"<@{user_id}>")
        if settings.notice == "dm":
            own = await self._shared.readers.person(stored.guild_id, user_id, stored.locale)
            board = link(stored.guild_id, stored.channel_id, stored.board_id)
            direct = own.words("turn.direct", game=own.words(f"game.{stored.game}.name"), link=board)
            if await self._channels.direct(user_id, Message(direct)):
                return
            text = f"{text}\n-# {self._shared.readers.everybody(table).words('turn.direct_shut')}"
        nonce = nonce_of(table, "call", stored.warned)
        call_id = await self._channels.send(stored.channel_id, Message(text, mentions=(user_id,)), nonce=nonce)
        await self._shared.tables.shown(table.id, call_id=call_id)

    def _text(self, table: Table, mention: str) -> str:
        w, deadline = self._shared.readers.everybody(table).words, table.stored.deadline
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
