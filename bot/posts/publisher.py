"""The publisher: the one writer of the public messages of each channel.

A change of a table only marks it as not shown. For each channel one task shows the newest state of what is marked, so
a burst of changes makes one edit. Whatever is posted is then kept, so that after a crash the rest is caught up on and
nothing is posted twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Final

import discord

from bot.messages.parts.markup import link, moment
from bot.messages.parts.message import Message
from bot.messages.table.board import Medium, board_message
from bot.messages.table.hand import hand_message
from bot.messages.table.lobby import lobby_message
from bot.messages.table.summary import closed_message, deal_message, match_message
from bot.messages.table.turns import turn_end
from bot.metrics import Mover, Publication
from bot.tables.errors import TableError
from bot.tables.state import Table, automatic
from storage.database import StorageError
from storage.matches import Status, StoredSeat

from .channels import Channels, is_forbidden, is_gone
from .open_hands import OpenHand
from .replies import is_expired
from .sending import drawn
from .shared import Shared

__all__ = ["Publisher"]

logger = logging.getLogger(__name__)

_RETRIES: Final = (2.0, 10.0, 60.0, 300.0)
"""Seconds to wait after each failure in a row before a channel is tried again; the last is used from then on."""

_OLD: Final = 50 * 60.0
"""Seconds after which a board is posted anew: Discord throttles edits of messages that are older than an hour."""

_BURIED: Final = 10
"""A board with more messages than this below it is posted anew."""

Poster = Callable[[Message], Awaitable[int]]


class Publisher:
    """Shows tables in their channels.

    :param pause: seconds between two edits of a board.
    """

    def __init__(self, shared: Shared, channels: Channels, *, pause: float = 1.0) -> None:
        self._shared = shared
        self._channels = channels
        self._pause = pause
        self._marked: dict[int, dict[str, None]] = {}
        self._writers: dict[int, asyncio.Task[None]] = {}
        self._failures: dict[int, int] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._posters: dict[str, Poster] = {}
        self._below: dict[int, int] = {}
        self._to_post_anew: set[str] = set()
        self._called: dict[str, tuple[int, bool]] = {}
        self._closing = False

    # --- What others tell it ---------------------------------------------------------------------------------------

    def changed(self, table: Table, before: Table | None) -> None:
        """Show the table soon."""
        self._shared.metrics.tables(len(self._shared.tables))
        if before is not None and table.revision > before.revision:
            self._shared.metrics.moved(table.stored.game, _mover(table, before))
        self._mark(table.stored.channel_id, table.id)

    async def post_through(self, table: Table, poster: Poster) -> None:
        """Post the first board of a table as the answer to a command; returns when it is there, or has failed."""
        self._posters[table.id] = poster
        try:
            for _ in range(2):  # a writer that is under way may show another table first
                await self._written(table.stored.channel_id)
        finally:
            self._posters.pop(table.id, None)

    def post_anew(self, table: Table) -> None:
        """Post the board of a table at the bottom of its channel."""
        self._to_post_anew.add(table.id)
        self._mark(table.stored.channel_id, table.id)

    def message_below(self, channel_id: int) -> None:
        """Somebody has written something below the board."""
        self._below[channel_id] = self._below.get(channel_id, 0) + 1

    async def close(self) -> None:
        """Show what is marked and then stop."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for channel_id in list(self._marked):
            self._start(channel_id)
        while self._writers:
            await asyncio.wait(list(self._writers.values()))

    # --- One writer for each channel -------------------------------------------------------------------------------

    def _mark(self, channel_id: int, match_id: str) -> None:
        self._marked.setdefault(channel_id, {})[match_id] = None
        if channel_id not in self._writers and channel_id not in self._timers:
            self._start(channel_id)

    async def _written(self, channel_id: int) -> None:
        """Show what is marked in a channel without waiting for the pause."""
        timer = self._timers.get(channel_id)
        if timer is not None and self._marked.get(channel_id):
            timer.cancel()
            self._start(channel_id)
        if channel_id in self._writers:
            await asyncio.wait([self._writers[channel_id]])

    def _start(self, channel_id: int) -> None:
        self._timers.pop(channel_id, None)
        if self._marked.get(channel_id) and channel_id not in self._writers:
            task = asyncio.get_running_loop().create_task(self._write(channel_id), name=f"publish {channel_id}")
            self._writers[channel_id] = task

    def _later(self, channel_id: int, seconds: float) -> None:
        if not self._closing:
            loop = asyncio.get_running_loop()
            self._timers[channel_id] = loop.call_later(seconds, self._start, channel_id)

    async def _write(self, channel_id: int) -> None:
        """Show what is marked in a channel, and come back for what has been marked meanwhile after a pause."""
        pause, failed = self._pause, False
        try:
            while self._marked.get(channel_id):
                match_id = next(iter(self._marked[channel_id]))
                del self._marked[channel_id][match_id]
                failed = not await self._shown(channel_id, match_id)
                if failed:
                    pause = self._patience(channel_id)
                    self._marked[channel_id][match_id] = None
                    break
                self._failures.pop(channel_id, None)
                if self._pause:
                    break
        finally:
            del self._writers[channel_id]
            if not self._marked.get(channel_id):
                self._marked.pop(channel_id, None)
            if pause and not self._closing:
                self._later(channel_id, pause)
            elif channel_id in self._marked and not failed:
                self._start(channel_id)

    def _patience(self, channel_id: int) -> float:
        """How long to wait after one more failure."""
        failures = self._failures.get(channel_id, 0)
        self._failures[channel_id] = failures + 1
        return _RETRIES[min(failures, len(_RETRIES) - 1)]

    async def _shown(self, channel_id: int, match_id: str) -> bool:
        """Show one table; False if it should be tried again."""
        try:
            await self._show(match_id)
        except discord.HTTPException as error:
            self._shared.metrics.published(Publication.FAILED)
            if is_gone(error):
                await self._end_without_channel(match_id)
                return True
            logger.warning("channel %s: the table cannot be shown: %s", channel_id, error)
            return is_forbidden(error)
        except StorageError as error:
            logger.warning("channel %s: what is shown cannot be kept: %s", channel_id, error)
            return False
        except Exception:
            logger.exception("channel %s: showing the table failed", channel_id)
            return False
        return True

    # --- Showing a table -------------------------------------------------------------------------------------------

    async def _show(self, match_id: str) -> None:
        table = await self._shared.tables.find(match_id)
        if table is None:
            return
        medium = await self._channels.medium(table.stored.channel_id)
        called = table.stored.call_id is not None and table.stored.shown_revision == table.revision
        for ending in table.endings:
            message = deal_message(table, ending, self._shared.readers.everybody(table), medium)
            await self._announce(table, message, _nonce(table, "deal", ending.number), announced=ending.number)
            table = await self._newest(table)
        if table.status.is_live:
            await self._show_board(table, medium)
        elif table.stored.board_id is not None or table.stored.shown_revision < table.revision:
            await self._finish(table)
        await self._call(await self._newest(table), called=called)
        await self._renew_hands(table)

    async def _newest(self, table: Table) -> Table:
        return await self._shared.tables.find(table.id) or table

    async def _announce(self, table: Table, message: Message, nonce: str, **shown: object) -> None:
        """Turn the board into what is announced, or post it at the bottom; the table gives its board up.

        :param shown: what is kept besides of how far the table is shown.
        """
        channel_id, board_id = table.stored.channel_id, table.stored.board_id
        stays = board_id is not None and not self._should_move(table)
        edited = board_id is not None and stays and await self._channels.edit(channel_id, board_id, message)
        if not edited:
            await self._channels.send(channel_id, message, nonce=nonce)
            self._below[channel_id] = 0
        self._to_post_anew.discard(table.id)
        await self._shared.tables.shown(table.id, board_id=None, **shown)
        if board_id is not None and not edited:
            await self._channels.delete(channel_id, board_id)

    async def _finish(self, table: Table) -> None:
        """Leave the last message of a table in the channel."""
        reader = self._shared.readers.everybody(table)
        message = match_message(table, reader) if table.status is Status.OVER else closed_message(table, reader)
        await self._announce(table, message, _nonce(table, "end"), shown_revision=table.revision)

    async def _show_board(self, table: Table, medium: Medium) -> None:
        stored, reader = table.stored, self._shared.readers.everybody(table)
        if table.status is Status.LOBBY:
            settings = await self._shared.readers.server(stored.guild_id)
            message = lobby_message(table, reader, can_call=settings.players_role_id is not None)
        else:
            message = board_message(table, reader, medium)
        board_id = None if self._should_move(table) else stored.board_id
        if board_id is not None and await self._channels.edit(stored.channel_id, board_id, message):
            self._shared.metrics.published(Publication.EDITED)
            if stored.shown_revision != table.revision:
                await self._shared.tables.shown(table.id, shown_revision=table.revision)
            return
        board_id = await self._posted(table, message)
        self._shared.metrics.published(Publication.POSTED)
        self._below[stored.channel_id] = 0
        self._to_post_anew.discard(table.id)
        await self._shared.tables.shown(
            table.id, board_id=board_id, board_at=self._shared.now(), shown_revision=table.revision
        )
        if stored.board_id is not None and stored.board_id != board_id:
            await self._channels.delete(stored.channel_id, stored.board_id)

    async def _posted(self, table: Table, message: Message) -> int:
        channel_id, poster = table.stored.channel_id, self._posters.pop(table.id, None)
        if poster is not None:
            try:
                return await poster(message)
            except discord.HTTPException as error:
                logger.warning("channel %s: a command could not be answered with the board: %s", channel_id, error)
        return await self._channels.send(channel_id, message, nonce=_nonce(table, "board", table.stored.board_id))

    def _should_move(self, table: Table) -> bool:
        """Whether the board should be posted anew instead of edited."""
        stored = table.stored
        if table.id in self._to_post_anew:
            return True
        old = stored.board_at is not None and self._shared.now() - stored.board_at > _OLD
        return old or self._below.get(stored.channel_id, 0) > _BURIED

    async def _end_without_channel(self, match_id: str) -> None:
        """The channel is gone, and its table with it."""
        try:
            await self._shared.tables.abandon(match_id)
        except (TableError, StorageError) as error:
            logger.warning("table %s lost its channel and could not be ended: %s", match_id, error)

    # --- Calling the player and renewing hands ---------------------------------------------------------------------

    async def _call(self, table: Table, *, called: bool) -> None:
        """Call the player to move, warn him, or take back the call when the turn has passed.

        :param called: whether the message that calls him was there before the bot was started.
        """
        seat = _waited_for(table)
        wanted = None if seat is None or seat.user_id is None else (seat.user_id, table.stored.warned)
        if called and wanted is not None and not table.stored.warned:
            self._called.setdefault(table.id, wanted)
        if wanted is not None and wanted == self._called.get(table.id):
            return
        self._called.pop(table.id, None)
        if table.stored.call_id is not None:
            await self._channels.delete(table.stored.channel_id, table.stored.call_id)
            await self._shared.tables.shown(table.id, call_id=None)
        if wanted is None:
            return
        if table.stored.warned or not self._shared.hands.is_looking(table.id, wanted[0]):
            await self._send_call(table, wanted[0])
        self._called[table.id] = wanted

    async def _send_call(self, table: Table, user_id: int) -> None:
        settings = await self._shared.readers.player(table.stored.guild_id, user_id)
        if settings.notice == "none":
            return
        w = self._shared.readers.everybody(table).words
        mention = f"<@{user_id}>"
        deadline = table.stored.deadline
        if table.stored.warned and deadline is not None:
            text = w("turn.warning", name=mention, when=moment(deadline, "R"))
        elif deadline is not None:
            text = w("turn.call.until", name=mention, when=turn_end(table))
        else:
            text = w("turn.call", name=mention)
        if settings.notice == "dm":
            own = await self._shared.readers.person(table.stored.guild_id, user_id, table.stored.locale)
            board = link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
            direct = own.words("turn.direct", game=own.words(f"game.{table.stored.game}.name"), link=board)
            if await self._channels.direct(user_id, Message(direct)):
                return
            text = f"{text}\n-# {w('turn.direct_shut')}"
        nonce = _nonce(table, "call", table.stored.warned)
        call_id = await self._channels.send(table.stored.channel_id, Message(text, mentions=(user_id,)), nonce=nonce)
        await self._shared.tables.shown(table.id, call_id=call_id)

    async def _renew_hands(self, table: Table) -> None:
        """Renew the open hands of players whose turn has come, and of all when a deal or the match has ended."""
        seat = table.to_move()
        for user_id, hand in self._shared.hands.of(table.id):
            turn = seat is not None and seat.user_id == user_id
            if hand.revision < table.revision and (turn or not table.status.is_live or self._dealt(table, hand)):
                await self._renew_hand(table, user_id, hand)

    @staticmethod
    def _dealt(table: Table, hand: OpenHand) -> bool:
        return hand.deals_ended != table.stored.deals_ended

    async def _renew_hand(self, table: Table, user_id: int, hand: OpenHand) -> None:
        locale = hand.interaction.locale.value
        reader = await self._shared.readers.person(table.stored.guild_id, user_id, locale)
        async with hand.writing:
            table = await self._newest(table)
            message = hand_message(table, user_id, reader)
            try:
                await hand.interaction.edit_original_response(**(await drawn(message)).to_edit())
            except discord.HTTPException as error:
                self._shared.hands.close(table.id, user_id)
                if not is_expired(error):
                    logger.warning("a hand could not be renewed: %s", error)
                return
            hand.revision, hand.deals_ended = table.revision, table.stored.deals_ended


def _nonce(table: Table, *what: object) -> str:
    """What makes a repeated send harmless: the same for the same thing said of the same state of a table."""
    text = ":".join(map(str, (table.id, table.revision, *what)))
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _mover(table: Table, before: Table) -> Mover:
    """Who made the move between two states of a table."""
    seat = before.to_move()
    if seat is None or automatic(seat):
        return Mover.COMPUTER
    return Mover.CLOCK if table.seats[seat.seat].late > seat.late else Mover.PERSON


def _waited_for(table: Table) -> StoredSeat | None:
    """The person whose move the table waits for."""
    seat = table.to_move()
    return seat if seat is not None and not automatic(seat) else None
