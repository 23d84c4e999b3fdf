"""Turn calls: messages that mention the player, deleted after the turn.

A call is two requests, so boards go first. Players who probably see the turn are not called: those active at the table
or in its channel within two minutes, those whose hand was open for less than a minute of the turn, and those who play
against computers alone. A player with an existing call in the server is not mentioned again: that call then names the
next table, too.
"""

import asyncio
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from cachetools import LRUCache

from bot.locales import Words
from bot.messages.parts.message import Message
from bot.messages.parts.text import message_link, timestamp
from bot.messages.table.board import turn_end_time
from bot.posts.budget import RequestBudget, Urgency
from bot.posts.live_messages import TableMessages
from bot.posts.outgoing import Nonce, nonce_of
from bot.posts.unsaved_messages import Post, PostKind, reads_like
from bot.posts.update_queue import UpdateOutcome
from bot.tables.state import Table, automatic

from .channels import Channels
from .core_services import CoreServices
from .open_hands import ACTIVE_S

_REMEMBERED: Final = 10_000

_OPEN_HAND_S: Final = 60.0
"""Seconds of a turn for which a player is not called whose hand lies open, where it shows the turn."""

_MAX_WAIT_S: Final = 30.0
"""Seconds for which a call waits for boards; then it goes with them."""

_JOIN_WITHIN_S: Final = 600.0
"""Seconds for which an existing call includes further tables; after that a new one is needed."""

_MAX_TABLES: Final = 10
"""The number of tables that one call names."""

_Called = tuple[int, bool]
"""The called user, and whether the call is the warning."""


@dataclass(frozen=True)
class _Postponed:
    """A postponed call: player, turn's first revision, earliest unix time."""

    user_id: int
    revision: int
    not_before: float
    timer: asyncio.TimerHandle | None = None


@dataclass
class _Call:
    """A call posted in a channel.

    :ivar match_id: the match in whose channel it is.
    :ivar also: the other matches that it names.
    """

    match_id: str
    channel_id: int
    message_id: int
    user_id: int
    sent_at: float
    also: list[str] = field(default_factory=list)


class TurnCalls(TableMessages[str]):
    """Calls players to move, and warns them.

    :param all_called: called with a match once all due calls were made.
    """

    def __init__(
        self,
        services: CoreServices,
        channels: Channels,
        budget: RequestBudget,
        *,
        all_called: Callable[[str], None],
    ) -> None:
        super().__init__(services, channels, budget, subject="the call at table {}")
        self._all_called = all_called
        self._called: MutableMapping[str, _Called] = LRUCache(_REMEMBERED)
        self._postponed: dict[str, _Postponed] = {}
        self._waiting: dict[str, tuple[int, int]] = {}  # which person of which server is to be called to a match
        self._newest: MutableMapping[tuple[int, int], _Call] = LRUCache(_REMEMBERED)  # the newest of each of them
        self._call_of: MutableMapping[str, _Call] = LRUCache(_REMEMBERED)  # the call that names a match

    def restore(self, table: Table, before: Table | None) -> None:
        """Restore a call made before the restart.

        :param before: the table as last shown completely, if known.
        """
        shown = before or table
        called = _to_call(shown)
        if called is None or shown.stored.shown_revision != shown.revision:
            return
        there = shown.stored.call_id is not None and not shown.stored.warned
        same = before is not None and called == _to_call(table) and before.turn_deadline == table.turn_deadline
        if there or same:
            self._called.setdefault(table.id, called)

    def is_due(self, table: Table) -> bool:
        """Return True if a call is pending or obsolete."""
        wanted = _to_call(table)
        if wanted is None:
            return table.stored.call_id is not None
        return wanted != self._called.get(table.id)

    def forget(self, match_id: str) -> None:
        """Forget a match without further calls."""
        self._called.pop(match_id, None)
        self._waiting.pop(match_id, None)
        self._stop_waiting(match_id)

    async def close(self) -> None:
        """Stop; players not yet called are called after a restart."""
        for match_id in list(self._postponed):
            self._stop_waiting(match_id)
        await super().close()

    def show(self, table: Table) -> None:
        """Soon call or warn the mover, and delete older calls."""
        if not self.is_due(table):
            return
        wanted = _to_call(table)
        old = table.stored.call_id is not None or table.id in self._called
        if wanted is not None and not old and self._postpone(table, wanted):
            return
        if wanted is not None:
            self._waiting[table.id] = table.stored.guild_id, wanted[0]
        if table.stored.warned:
            self.queue.mark(table.id, table.id, Urgency.WATCHED)
        else:
            self.queue.mark(table.id, table.id, Urgency.TURN_CALL)
            self.queue.mark_after(_MAX_WAIT_S, table.id, table.id, Urgency.WATCHED)

    async def end(self, table: Table) -> None:
        """Delete the call of an ended table, and forget both.

        :raises StorageError: if the deletion could not be saved.
        """
        await self._take_back(table)
        self.forget(table.id)

    # --- When a player is called -----------------------------------------------------------------------------------

    def _postpone(self, table: Table, wanted: _Called) -> bool:
        """Postpone a probably active player's call; return True if postponed."""
        if table.stored.warned:
            return False
        user_id, now = wanted[0], self._services.now()
        not_before = self._not_before(table, user_id)
        due = max(not_before, self._services.hands.last_seen_at(table, user_id) + ACTIVE_S)
        self._stop_waiting(table.id)
        timer = None
        if due > now:
            timer = asyncio.get_running_loop().call_later(due - now, self._due, table.id)
        self._postponed[table.id] = _Postponed(user_id, table.revision, not_before, timer)
        return due > now

    def _not_before(self, table: Table, user_id: int) -> float:
        """Return the earliest unix time for a call."""
        later = self._postponed.get(table.id)
        if later is not None and (later.user_id, later.revision) == (user_id, table.revision):
            return later.not_before
        is_open = self._services.hands.is_open(table.id, user_id)
        return self._services.now() + (_OPEN_HAND_S if is_open else 0.0)

    def _due(self, match_id: str) -> None:
        table = self._services.tables.cached(match_id)
        if table is not None:
            self.show(table)
        else:
            self.queue.mark(match_id, match_id, Urgency.TURN_CALL)

    def _stop_waiting(self, match_id: str) -> None:
        later = self._postponed.pop(match_id, None)
        if later is not None and later.timer is not None:
            later.timer.cancel()

    # --- Calling ---------------------------------------------------------------------------------------------------

    async def _show(self, match_id: str, _: str) -> UpdateOutcome:
        table = await self._services.tables.find(match_id)
        if table is not None:
            await self._call_if_due(table)
        return UpdateOutcome.DONE

    async def _call_if_due(self, table: Table) -> None:
        wanted = _to_call(table)
        if self.is_due(table):
            await self._take_back(table)
            if wanted is not None:
                if self._postpone(table, wanted):
                    self.queue.cancel_mark(table.id, table.id)
                    return
                await self._call(table, wanted)
        self._stop_waiting(table.id)
        self._waiting.pop(table.id, None)
        self.queue.cancel_mark(table.id, table.id)
        self._all_called(table.id)

    async def _call(self, table: Table, wanted: _Called) -> None:
        """Call a player, marking all tables before the first await."""
        also = [] if table.stored.warned else self._also(table, wanted[0])
        for one in (table, *also):
            self._called[one.id] = wanted
        try:
            call_id = await self._send(table, wanted[0], also)
        except BaseException:
            for one in (table, *also):
                self._called.pop(one.id, None)
            raise
        if call_id is not None:
            await self._unsaved.save_table(table.id, table.stored.channel_id, call_id=call_id)

    def _also(self, table: Table, user_id: int) -> list[Table]:
        """Return the server's other tables due for this player."""
        person = table.stored.guild_id, user_id
        others = [match_id for match_id, one in self._waiting.items() if one == person and match_id != table.id]
        held = [self._services.tables.cached(match_id) for match_id in others]
        return [
            one
            for one in held
            if one is not None
            and _to_call(one) == (user_id, False)
            and one.id not in self._called
            and one.stored.call_id is None
            and not self._postpone(one, (user_id, False))
        ][: _MAX_TABLES - 1]

    async def _send(self, table: Table, user_id: int, also: list[Table]) -> int | None:
        """Call a player as chosen; return any new message's id."""
        stored, key = table.stored, (table.stored.guild_id, user_id)
        settings = await self._services.preferences.player(*key)
        if settings.notice == "none":
            return None
        shut = ""
        if settings.notice == "dm":
            own = await self._services.preferences.reader_for(*key, stored.locale)
            message = Message("\n".join(_direct_text(own.words, one) for one in (table, *also)))
            if await self._channels.direct(user_id, message, nonce=_nonce_of(table, user_id)):
                return None
            shut = f"\n-# {self._services.preferences.table_reader(table).words('turn.direct_shut')}"
        elif not stored.warned and await self._add_to_call(table, user_id, also):
            return None
        text = self._text(table, user_id, also) + shut
        call_id = await self._unsaved.post(self._post_of(table, user_id), Message(text, mentions=(user_id,)))
        call = _Call(table.id, stored.channel_id, call_id, user_id, self._services.now(), [one.id for one in also])
        self._newest[key] = call
        for one in (table, *also):
            self._call_of[one.id] = call
        return call_id

    def _post_of(self, table: Table, user_id: int) -> Post:
        """Return a table's call, ignoring other tables it names."""
        stored, own = table.stored, Message(self._text(table, user_id, []))
        return Post(
            PostKind.TURN_CALL,
            table.id,
            stored.channel_id,
            stored.created_at,
            stored.board_id or 0,
            _nonce_of(table, stored.channel_id),
            partial(reads_like, own),
        )

    async def _add_to_call(self, table: Table, user_id: int, also: list[Table]) -> bool:
        """Add tables to the player's existing call, if any."""
        call = self._newest.get((table.stored.guild_id, user_id))
        if call is None or self._services.now() - call.sent_at > _JOIN_WITHIN_S:
            return False
        added = [one.id for one in (table, *also)]
        if 1 + len(call.also) + len(added) > _MAX_TABLES or not await self._edit_call(call, [*call.also, *added]):
            return False
        self._call_of.update(dict.fromkeys(added, call))
        return True

    async def _edit_call(self, call: _Call, also: list[str]) -> bool:
        """Edit a call's other tables; False if it is over."""
        table = await self._services.tables.find(call.match_id)
        if table is None or table.stored.call_id != call.message_id or _to_call(table) != (call.user_id, False):
            return False
        found = [await self._services.tables.find(match_id) for match_id in also]
        text = self._text(table, call.user_id, [one for one in found if one is not None])
        if not await self._channels.edit(call.channel_id, call.message_id, Message(text, mentions=(call.user_id,))):
            return False
        call.also = also
        return True

    def _text(self, table: Table, user_id: int, also: list[Table]) -> str:
        w, deadline, mention = (
            self._services.preferences.table_reader(table).words,
            table.turn_deadline,
            f"<@{user_id}>",
        )
        if deadline is None:
            text = w("turn.call", name=mention)
        elif table.stored.warned:
            text = w("turn.warning", name=mention, when=timestamp(deadline, "R"))
        else:
            text = w("turn.call.until", name=mention, when=turn_end_time(table))
        return "\n".join((text, *(w("turn.call.also", link=_link(one)) for one in also)))

    # --- Taking back -----------------------------------------------------------------------------------------------

    async def _take_back(self, table: Table) -> None:
        """Delete a passed turn's call, or edit the call naming it."""
        called, call = self._called.pop(table.id, None), self._call_of.pop(table.id, None)
        if table.stored.call_id is not None:
            await self._channels.delete(table.stored.channel_id, table.stored.call_id)
            await self._services.tables.record_display(table.id, call_id=None)
        if call is None:
            return
        if call.match_id != table.id:
            if called is not None and table.id in call.also:
                await self._edit_call(call, [one for one in call.also if one != table.id])
            return
        for match_id in call.also:  # the player has read of these tables here; each gets a call of its own later
            self._call_of.pop(match_id, None)
            self._called.pop(match_id, None)
            other = await self._services.tables.find(match_id)
            if other is not None and _to_call(other) == (call.user_id, False):
                self._stop_waiting(match_id)
                self._postponed[match_id] = _Postponed(call.user_id, other.revision, self._services.now() + ACTIVE_S)
                self.show(other)


def _to_call(table: Table) -> _Called | None:
    """Return the user to call, and whether as a warning.

    A user alone with computers is only warned, where the game has a tempo of its own.
    """
    seat = table.to_move()
    if seat is None or automatic(seat) or seat.user_id is None:
        return None
    alone = all(other == seat or automatic(other) for other in table.seats)
    return None if alone and not table.stored.warned else (seat.user_id, table.stored.warned)


def _nonce_of(table: Table, place_id: int) -> Nonce:
    """Return the nonce of a table's call in a channel, or to a person."""
    return nonce_of(PostKind.TURN_CALL, table.id, table.revision, table.stored.warned, place_id)


def _direct_text(words: Words, table: Table) -> str:
    return words("turn.direct", game=words(f"game.{table.stored.game}.name"), link=_link(table))


def _link(table: Table) -> str:
    return message_link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
