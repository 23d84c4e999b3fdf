"""The publisher: the only writer of channels' public messages.

A change of a table only marks it as out of date; see `update_queue`. Posts are saved at once, so nothing is posted
twice after a crash. A board is edited only if it would look different, so that not even the time of an edit reveals a
secret.
"""

import asyncio
from collections.abc import Callable, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from cachetools import LRUCache

from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.table.board import ChannelPermissions, board_message
from bot.messages.table.lobby import lobby_message
from bot.messages.table.notes import Notes
from bot.messages.table.summary import closed_message, deal_message, match_message
from bot.metrics import Mover, Publication
from bot.posts.budget import RequestBudget, Urgency
from bot.posts.core_services import CoreServices
from bot.posts.live_messages import TableMessages
from bot.posts.outgoing import nonce_of, prepare
from bot.posts.table_notes import TableNotes, notes_of
from bot.posts.unsaved_messages import Post, Poster, PostKind, carries
from bot.posts.update_queue import UpdateOutcome, UpdateQueue
from bot.tables.ladder import climb_of
from bot.tables.state import NOTHING_SHOWN, Table, automatic
from storage import ladder, matches
from storage.matches import Status

from .channels import Channels
from .turn_calls import TurnCalls

_MAX_AGE_S: Final = 50 * 60.0
"""The age at which a board is posted again: Discord throttles edits of messages that are older than an hour."""

_MAX_MESSAGES_BELOW: Final = 10
"""A board with more messages than this below it is posted again at the bottom."""

_REMEMBERED: Final = 10_000
"""The number of channels remembered."""

_SAVE_DELAY_S: Final = 30.0
"""The delay before `shown_revision` is saved. After a kill the board may be edited once more."""

_LONGEST_ASIDE_S: Final = 0.08
"""While several clicks await their answers, a board waits for up to 80 ms; after half a second boards fell behind."""

_MADE_AT_ONCE: Final = 4
"""The boards made at a time; the others wait, and then show what has happened meanwhile, too."""

_ON_BOARD: Final = frozenset({Kind.JOIN, Kind.START, Kind.HAND})
"""The kinds of buttons of which every lobby and every board has one, and no other public message."""


def _is_lobby(table: Table) -> bool:
    return table.status is Status.LOBBY and table.is_known


class Publisher(TableMessages[int]):
    """Shows tables in their channels.

    :param pause: seconds between two edits of a board.
    :param calm: set unless several clicks await their answers; None if always so.
    :param posted: called after a board was posted.
    :param subjects: those that add to the messages.
    """

    def __init__(
        self,
        services: CoreServices,
        channels: Channels,
        budget: RequestBudget,
        *,
        pause: float = 1.0,
        calm: asyncio.Event | None = None,
        posted: Callable[[Table], None] = lambda _: None,
        subjects: Sequence[TableNotes] = (),
    ) -> None:
        super().__init__(services, channels, budget, subject="the board in channel {}", pause=pause)
        self._calm = calm
        self._posted = posted
        self._subjects = subjects
        self._progress: UpdateQueue[str, str] = UpdateQueue(
            self._save_progress, budget, subject="how far the board of table {} is shown"
        )
        self._making = asyncio.Semaphore(_MADE_AT_ONCE)
        self.repost_backoff = RepostBackoff(services.now)
        self._calls = TurnCalls(services, channels, budget, all_called=self._all_called)
        self._posters: dict[str, Poster] = {}
        self._messages_below: MutableMapping[int, int] = LRUCache(
            _REMEMBERED
        )  # how many messages lie below a channel's board
        self._to_repost: set[str] = set()
        self._before: dict[str, Table] = {}  # tables as they were shown last, where that is not known by their looks

    # --- What others tell it ---------------------------------------------------------------------------------------

    def on_change(self, table: Table, before: Table | None) -> None:
        """Show the table soon, unless only private parts have changed."""
        if before is not None:
            after = table.with_stored(version=before.version)
            if after.without_private_parts == before.without_private_parts:
                return
        mover = None if before is None or table.revision == before.revision else _mover(table, before)
        if mover is not None:
            self._services.metrics.count_move(table.stored.game, mover)
        if before is not None and before.stored.shown_revision == before.revision and not self._knows_look(table):
            self._before.setdefault(table.id, before)
        self.queue.mark(table.stored.channel_id, table.id, self._urgency(table, before, mover))

    def _urgency(self, table: Table, before: Table | None, mover: Mover | None) -> Urgency:
        """Return the urgency of a change, higher for human actions."""
        done = mover is Mover.PERSON or (before is not None and before.seats != table.seats)
        seen = done or table.status is Status.LOBBY or self._services.hands.is_watched(table)
        return Urgency.WATCHED if seen else Urgency.UNWATCHED

    def on_refresh(self, table: Table) -> None:
        """Show a table's changes that another process left unshown."""
        if table.stored.shown_revision == table.revision:
            self._looks.pop(table.stored.board_id, None)
            self._calls.forget(table.id)
            self._before[table.id] = table
        self.queue.mark(table.stored.channel_id, table.id)

    async def post_with(self, table: Table, poster: Poster) -> None:
        """Post the first board as an answer, and wait for it."""
        self._posters[table.id] = poster
        try:
            await self.queue.update_now(table.stored.channel_id, table.id)
        finally:
            self._posters.pop(table.id, None)

    def held(self, channel_id: int) -> AbstractAsyncContextManager[None]:
        """Return a block without updates, so new tables skip the lobby."""
        return self.queue.held(channel_id)

    def repost(self, table: Table) -> None:
        """Post the board at the channel's bottom, on request."""
        self.repost_backoff.end_pause(table.stored.channel_id)
        self._to_repost.add(table.id)
        self.queue.mark(table.stored.channel_id, table.id)

    def board_deleted(self, table: Table) -> None:
        """Repost a deleted board, with growing pauses."""
        self.repost_backoff.record_deletion(table.stored.channel_id, table.stored.board_at)
        self._to_repost.add(table.id)
        self.queue.mark(table.stored.channel_id, table.id)

    def count_message_below(self, channel_id: int) -> None:
        """Count a message written below the board."""
        self._messages_below[channel_id] = self._messages_below.get(channel_id, 0) + 1

    async def close(self) -> None:
        """Show the marked tables, and stop."""
        await asyncio.gather(super().close(), self._calls.close())
        await self._progress.close()

    # --- Showing a table -------------------------------------------------------------------------------------------

    def _is_free(self, key: int) -> bool:
        table = self._services.tables.cached_in(key)
        if table is None or table.endings or not table.status.is_live or self._should_move(table):
            return False
        return self._channels.tokens.can_edit(table.stored.board_id)

    async def _outcome_of(self, error: Exception, key: int, thing: str) -> UpdateOutcome:
        self._services.metrics.count_publication(Publication.FAILED)
        return await super()._outcome_of(error, key, thing)

    async def _let_answers_pass(self, until: float) -> None:
        """Wait while several clicks await their answers, at most until a time of the loop's clock."""
        if self._calm is not None and not self._calm.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self._calm.wait()

    async def _show(self, _channel_id: int, match_id: str) -> UpdateOutcome:
        table = await self._services.tables.find(match_id)
        if table is None:
            return UpdateOutcome.DONE
        table = await self._with_board(table)
        medium = await self._channels.medium(table.stored.channel_id)
        await self._restore(table, medium)
        for ending in table.endings:
            message = deal_message(table, ending, self._services.preferences.table_reader(table), medium)
            post = self._post_of(table, PostKind.DEAL_END, ending.number)
            await self._announce(table, message, post, announced=ending.number)
            table = await self._newest(table)
        if table.status.is_live:
            await self._show_board(table, medium)
        elif table.stored.board_id is not None or table.stored.shown_revision < table.revision:
            await self._finish(table, medium)
        if table.status.is_live:
            self._calls.show(await self._newest(table))
        else:
            await self._calls.end(await self._newest(table))
            self._forget(table)
        return UpdateOutcome.DONE

    async def _newest(self, table: Table) -> Table:
        return await self._services.tables.find(table.id) or table

    async def _with_board(self, table: Table) -> Table:
        """Return the table with its newest, perhaps unsaved, board."""
        stored = table.stored
        boards = await self._unsaved.find(self._post_of(table, PostKind.BOARD))
        if not boards:
            return table
        replaced = {stored.board_id, *boards[1:]}
        board = {"board_id": boards[0], "board_at": self._services.now()}
        await self._unsaved.save_table(table.id, stored.channel_id, replaced=replaced, **board)
        return await self._newest(table)

    def _post_of(self, table: Table, kind: PostKind, *state: object) -> Post:
        """Return a public message of a table.

        :param state: the part of its state that distinguishes posts of this kind.
        """
        stored = table.stored
        since, after, is_it = stored.created_at, 0, None
        if kind is PostKind.BOARD:
            since, after = stored.board_at or since, stored.board_id or 0
            is_it = partial(carries, _ON_BOARD, table.id)
        nonce = nonce_of(kind, table.id, table.revision, *state)
        return Post(kind, table.id, stored.channel_id, since, after, nonce, is_it)

    async def _restore(self, table: Table, medium: ChannelPermissions) -> None:
        """Restore the board's state and calls after a restart."""
        before = self._before.pop(table.id, None)
        self._calls.restore(table, before)
        if before is not None and before.status.is_live and before.stored.board_id == table.stored.board_id:
            message = self._board_message(before, medium, await self._notes_on(before))
            look = await self._look_of(table.stored.channel_id, message)
            self._looks.setdefault(table.stored.board_id, look)

    def _knows_look(self, table: Table) -> bool:
        return table.stored.board_id in self._looks

    def _forget(self, table: Table) -> None:
        """Forget a finished table whose last message was posted."""
        self._to_repost.discard(table.id)
        self.queue.cancel_mark(table.stored.channel_id, table.id)

    async def _announce(self, table: Table, message: Message, post: Post, **shown: object) -> None:
        """Turn the board into an announcement, or post one at the bottom.

        :param shown: further columns to save; see `Tables.record_display`.
        """
        channel_id, board_id = table.stored.channel_id, table.stored.board_id
        self._looks.pop(board_id, None)
        in_place = None if self._should_move(table) else board_id
        place = await self._unsaved.adopt(post, message)
        if place is None and in_place is not None and await self._channels.edit(channel_id, in_place, message):
            place = in_place
        if place is None:
            place = await self._unsaved.send(post, message)
            self._messages_below[channel_id] = 0
        self._to_repost.discard(table.id)
        await self._unsaved.save_table(table.id, channel_id, replaced={board_id} - {place}, board_id=None, **shown)

    async def _finish(self, table: Table, medium: ChannelPermissions) -> None:
        """Leave the last message of a table in the channel."""
        reader, climb = self._services.preferences.table_reader(table), None
        if table.stored.ladder is not None:
            climbed = await self._services.database.run_read(
                lambda tx: ladder.of_person(tx, table.stored.guild_id, table.stored.host_id, table.stored.game)
            )
            climb = climb_of(climbed, until=table.id)
        if table.status is Status.OVER:
            results, _ = await self._services.database.run_read(lambda tx: matches.results(tx, table.id))
            notes = await notes_of(self._subjects, lambda one: one.at_end(table, reader))
            message = match_message(table, reader, notes, results=results, medium=medium, climb=climb)
        else:
            message = closed_message(table, reader, climb)
        post = self._post_of(table, PostKind.MATCH_END)
        await self._announce(table, message, post, shown_revision=table.revision)

    async def _made_board(self, table: Table, medium: ChannelPermissions) -> tuple[Table, Message]:
        """Return the newest state of a live table, and its board with pictures that need not be drawn again."""
        until = asyncio.get_running_loop().time() + _LONGEST_ASIDE_S
        notes = await self._notes_on(table)  # a slow database must not hold up other boards
        async with self._making:
            if table.id not in self._posters:
                await self._let_answers_pass(until)
            newest = self._services.tables.cached(table.id)
            if newest is not None and newest.status is table.status and not newest.endings:
                table = newest
            message = self._board_message(table, medium, notes)
            if not await self._has_look(table.stored.channel_id, table.stored.board_id, message):
                await prepare(message, is_answer=False)
        return table, message

    async def _show_board(self, table: Table, medium: ChannelPermissions) -> None:
        table, message = await self._made_board(table, medium)
        stored = table.stored
        repost = table.id in self._to_repost or not await self._has_look(stored.channel_id, stored.board_id, message)
        if repost and not await self._edit_board(table, message):
            pause_s = self._pause_s(table)
            if pause_s:
                self.queue.mark_after(pause_s, stored.channel_id, table.id)
                return
            await self._post(table, message)
        elif stored.shown_revision != table.revision:
            self._progress.mark_after(_SAVE_DELAY_S, table.id, table.id, Urgency.UNWATCHED)

    async def _save_progress(self, match_id: str, _: str) -> UpdateOutcome:
        """Save that the board is current, if it is."""
        table = self._services.tables.cached(match_id)
        if table is None or not table.status.is_live or table.stored.shown_revision == table.revision:
            return UpdateOutcome.DONE
        if not table.is_known:
            return UpdateOutcome.DONE  # a version that knows the game has its board to show
        if not self._knows_look(table) or self.queue.is_pending(table.stored.channel_id) or self._calls.is_due(table):
            return UpdateOutcome.DONE  # asked again once it is shown and all players are called
        await self._services.tables.record_display(match_id, shown_revision=table.revision)
        return UpdateOutcome.DONE

    def _all_called(self, match_id: str) -> None:
        table = self._services.tables.cached(match_id)
        if table is not None and table.status.is_live and table.stored.shown_revision != table.revision:
            self._progress.mark_after(_SAVE_DELAY_S, match_id, match_id, Urgency.UNWATCHED)

    async def _notes_on(self, table: Table) -> Notes:
        reader, is_lobby = self._services.preferences.table_reader(table), _is_lobby(table)
        return await notes_of(self._subjects, lambda one: (one.in_lobby if is_lobby else one.on_board)(table, reader))

    def _board_message(self, table: Table, medium: ChannelPermissions, notes: Notes) -> Message:
        reader = self._services.preferences.table_reader(table)
        return lobby_message(table, reader, notes) if _is_lobby(table) else board_message(table, reader, medium, notes)

    async def _edit_board(self, table: Table, message: Message) -> bool:
        """Edit the board; return False if it must be posted."""
        board_id = table.stored.board_id
        if board_id is None or self._should_move(table):
            return False
        if not await self._edit(table.stored.channel_id, board_id, message):
            if table.id not in self._to_repost:  # else the deletion is already known
                self.board_deleted(table)
            return False
        self._services.metrics.count_publication(Publication.EDITED)
        return True

    def _pause_s(self, table: Table) -> float:
        """Return the seconds before a deleted board is reposted."""
        lies = table.id in self._posters or table.id not in self._to_repost
        return 0.0 if lies else self.repost_backoff.pause_s(table.stored.channel_id)

    async def _post(self, table: Table, message: Message) -> None:
        """Post the board at the bottom, removing the old one."""
        stored = table.stored
        post = self._post_of(table, PostKind.BOARD, stored.board_id)
        board_id = await self._unsaved.send(post, message, self._posters.pop(table.id, None))
        self._services.metrics.count_publication(Publication.POSTED)
        self._looks.pop(stored.board_id, None)
        await self._record_look(stored.channel_id, board_id, message)
        self._messages_below[stored.channel_id] = 0
        self._to_repost.discard(table.id)
        await self._unsaved.save_table(
            table.id,
            stored.channel_id,
            replaced={stored.board_id} - {board_id},
            board_id=board_id,
            board_at=self._services.now(),
            shown_revision=table.revision if table.is_known else NOTHING_SHOWN,
        )
        self._posted(await self._newest(table))

    def _should_move(self, table: Table) -> bool:
        """Return True if the board should be reposted, not edited."""
        stored = table.stored
        if table.id in self._to_repost:
            return True
        old = stored.board_at is not None and self._services.now() - stored.board_at > _MAX_AGE_S
        return old or self._messages_below.get(stored.channel_id, 0) > _MAX_MESSAGES_BELOW


def _mover(table: Table, before: Table) -> Mover:
    """Return the kind of mover between two states."""
    seat = before.to_move()
    if seat is None or automatic(seat):
        return Mover.COMPUTER
    return Mover.CLOCK if table.seats[seat.seat].late > seat.late else Mover.PERSON


OFTEN_DELETED: Final = 3
"""The number of deletions in a row from which on people are notified of them."""

_PAUSES_S: Final = (0.0, 10.0, 60.0, 300.0, 1800.0)
"""The pause after each deletion of a board in a row; the last is used from then on."""

_STABLE_S: Final = 600.0
"""A board that lived this long was not deleted by a bot that deletes every message."""

_CHANNELS_REMEMBERED: Final = 10_000


@dataclass(frozen=True)
class _Deleted:
    times: int
    paused_until: float


class RepostBackoff:
    """Growing pauses between reposts of deleted boards, by channel.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._deleted: LRUCache[int, _Deleted] = LRUCache(_CHANNELS_REMEMBERED)

    def record_deletion(self, channel_id: int, posted_at: float | None) -> None:
        """Record a deleted board and its unix posting time."""
        now = self._now()
        stood = posted_at is not None and now - posted_at >= _STABLE_S
        times = 1 if stood else self.deletions(channel_id) + 1
        self._deleted[channel_id] = _Deleted(times, now + _PAUSES_S[min(times, len(_PAUSES_S)) - 1])

    def deletions(self, channel_id: int) -> int:
        """Return a channel's number of deletions in a row."""
        found = self._deleted.get(channel_id)
        return 0 if found is None else found.times

    def pause_s(self, channel_id: int) -> float:
        """Return the seconds before a channel's board is reposted."""
        found = self._deleted.get(channel_id)
        return 0.0 if found is None else max(0.0, found.paused_until - self._now())

    def end_pause(self, channel_id: int) -> None:
        """End the pause on request, without shortening the next."""
        found = self._deleted.get(channel_id)
        if found is not None:
            self._deleted[channel_id] = _Deleted(found.times, self._now())
