"""Messages sent to Discord and not saved yet; see `UnsavedMessages`.

After a database outage, a sent message must not be sent again, and the message it replaces must be deleted. So its
place is saved before anything else is shown there. If the bot is killed before that, the next run finds the message in
its channel and adopts it.
"""

import logging
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Hashable, Iterable, Iterator, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import Final

import discord
from cachetools import LRUCache

from bot.messages.parts.components import ClickAddress, ClickKind, Heading
from bot.messages.parts.message import Message, within_limits

from .channels import Channels, id_at
from .core_services import CoreServices
from .discord_errors import REQUEST_ERRORS
from .outgoing import Nonce

logger = logging.getLogger(__name__)

Poster = Callable[[Message], Awaitable[int]]
"""Posts a message as the answer to a command; returns the id of the message."""

_REMEMBERED: Final = 10_000
"""The number of owners remembered."""

CLOCK_SKEW_S: Final = 60.0
"""By how many seconds the clocks of Discord and the bot may differ."""

_TIMESTAMP: Final = re.compile(r"<t:\d+(:\w)?>")


class PostKind(Enum):
    """The kinds of messages that are posted once."""

    BOARD = auto()
    """A board or a lobby."""
    DEAL_END = auto()
    MATCH_END = auto()
    TURN_CALL = auto()
    PACT = auto()
    PAD = auto()
    TOURNAMENT = auto()
    TOURNAMENT_NEWS = auto()
    PERSONAL_NEWS = auto()
    """News of a tournament in a direct message."""
    CLUB_NIGHT = auto()
    """The announcement of an evening of free play, or of one that is left out."""
    LEADERBOARD = auto()
    SEASON_END = auto()
    WEEKLY_SUMMARY = auto()
    MODERATOR_LOG = auto()


@dataclass(frozen=True)
class Post:
    """A message to post once, with its identification.

    :ivar owner: the key of the thing it shows; see `UnsavedMessages`.
    :ivar channel_id: 0 for a direct message.
    :ivar since: the earliest time at which it can have been posted, in unix seconds.
    :ivar after: the id of a message that was posted before it; 0 if none is known.
    :ivar nonce: a repeated send with the same one is harmless.
    :ivar is_it: tells whether a message is this post; None: if it reads like the message to be posted.
    """

    kind: PostKind
    owner: Hashable
    channel_id: int
    since: float
    after: int = 0
    nonce: Nonce | None = None
    is_it: Callable[[discord.Message], bool] | None = None


class UnsavedMessages:
    """Posts messages, saves their places, and adopts unsaved ones.

    All of an owner's messages are saved in order, by one caller at a time.
    """

    def __init__(self, services: CoreServices, channels: Channels) -> None:
        self._services = services
        self._channels = channels
        self._began_at = services.now()
        self._left: dict[Hashable, deque[Callable[[], Awaitable[object]]]] = {}
        self._in_doubt: MutableMapping[Hashable, bool] = LRUCache(_REMEMBERED)  # whether unsaved posts may exist

    # --- Posting ---------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def showing(self, owner: Hashable) -> AsyncIterator[None]:
        """A block to show an owner's messages, after saving earlier ones.

        Earlier posts are looked for until such a block has succeeded once in this run, and after one that has failed.

        :raises StorageError: if something could not be saved.
        """
        await self.flush(owner)
        try:
            yield
        except BaseException:
            self._in_doubt[owner] = True
            raise
        self._in_doubt[owner] = False

    async def post(self, post: Post, message: Message, poster: Poster | None = None) -> int:
        """Adopt an existing post or send it; return its id.

        :raises discord.HTTPException: if it could not be posted.
        """
        found = await self.adopt(post, message)
        return await self.send(post, message, poster) if found is None else found

    async def send(self, post: Post, message: Message, poster: Poster | None = None) -> int:
        """Send a post, preferably as an answer; return its id.

        :raises discord.HTTPException: if it could not be posted.
        """
        if poster is not None:
            try:
                return await poster(message)
            except REQUEST_ERRORS as error:
                logger.warning("channel %s: a command could not be answered with a post: %s", post.channel_id, error)
        return await self._channels.send(post.channel_id, message, nonce=post.nonce)

    async def post_direct(self, post: Post, user_id: int, message: Message) -> tuple[int, int] | None:
        """Adopt an existing direct message, or send one.

        :return: the ids of its channel and of itself; None if the person accepts none.
        :raises discord.HTTPException: if it failed for another reason.
        """
        if self._may_be_there(post):
            channel_id = await self._channels.direct_channel(user_id)
            found = None if channel_id is None else await self.adopt(replace(post, channel_id=channel_id), message)
            if channel_id is not None and found is not None:
                return channel_id, found
        return await self._channels.send_direct(user_id, message, nonce=post.nonce)

    async def adopt(self, post: Post, message: Message) -> int | None:
        """Find and update an unsaved post, deleting copies; return its id."""
        found = await self.find(post, message)
        if not found:
            return None
        logger.info("channel %s: a %s was posted but not saved", post.channel_id, post.kind.name)
        await self._channels.edit(post.channel_id, found[0], message)
        await self._delete(post.channel_id, set(found[1:]))
        return found[0]

    async def find(self, post: Post, message: Message | None = None) -> tuple[int, ...]:
        """Return an unsaved post and its copies, newest first.

        :param message: the message to be posted, if the post has no `is_it`.
        """
        if not self._may_be_there(post):
            return ()
        is_it = post.is_it
        if is_it is None:
            if message is None:
                raise TypeError("a post without `is_it` is known by its message")
            is_it = partial(reads_like, message)
        after = max(post.after, id_at(post.since - CLOCK_SKEW_S))
        return await self._channels.own_after(post.channel_id, after, is_it)

    def _may_be_there(self, post: Post) -> bool:
        return self._in_doubt.get(post.owner, post.since < self._began_at)

    # --- Saving ----------------------------------------------------------------------------------------------------

    async def save_table(
        self, match_id: str, channel_id: int, *, replaced: Iterable[int | None] = (), **columns: object
    ) -> None:
        """Save a table's posts, and delete replaced messages.

        :param columns: see `Tables.record_display`.
        :raises StorageError: if saving failed, or deleting for lost locks; `flush` tries again.
        """
        ids = {one for one in replaced if one is not None}
        left = self._left.setdefault(match_id, deque())
        left.append(partial(self._save_columns, match_id, columns, ids))
        left.append(partial(self._delete, channel_id, ids))
        await self.flush(match_id)

    async def save(self, owner: Hashable, work: Callable[[], Awaitable[object]]) -> None:
        """Run a saving function; `flush` retries a failed one.

        :param work: saves it. It is called until it does not raise, so it must be harmless to repeat.
        :raises StorageError: if it could not be saved.
        """
        self._left.setdefault(owner, deque()).append(work)
        await self.flush(owner)

    async def flush(self, owner: Hashable) -> bool:
        """Save an owner's messages; return True if any were unsaved.

        :raises StorageError: if something could not be saved.
        """
        left, was_left = self._left.get(owner), owner in self._left
        while left:
            await left[0]()
            left.popleft()
        self._left.pop(owner, None)
        return was_left

    async def _save_columns(self, match_id: str, columns: dict[str, object], replaced: set[int]) -> None:
        before = await self._services.tables.record_display(match_id, **columns)
        board_id = columns.get("board_id")
        if board_id is not None and before is not None and before.stored.board_id not in (None, board_id):
            replaced.add(before.stored.board_id)  # another process has posted one meanwhile

    async def _delete(self, channel_id: int, message_ids: set[int]) -> None:
        while message_ids:
            message_id = next(iter(message_ids))
            await self._channels.delete(channel_id, message_id)
            message_ids.discard(message_id)


# --- Recognising posts ------------------------------------------------------------------------------------------------


def carries(kinds: Collection[ClickKind], match_id: str, found: discord.Message) -> bool:
    """Return True if a message has one of these buttons."""
    return any(one.kind in kinds and one.match_id == match_id for one in _addresses(found))


def reads_like(message: Message, found: discord.Message) -> bool:
    """Return True if a message was sent as this one.

    Its content begins with this one's, its embed title is equal, and its buttons are of the same match. Times and embed
    texts may have changed.
    """
    parts = (part for row in message.rows for part in row if not isinstance(part, Heading))
    owners = {part.address.match_id for part in parts} - {""}
    of_found = {one.match_id for one in _addresses(found)} - {""}
    if owners and of_found and owners != of_found:
        return False
    sent = within_limits(message)
    return any(_has_text(found, one) for one in (sent, within_limits(sent.as_text())))


def _has_text(found: discord.Message, sent: Message) -> bool:
    title = None if sent.embed is None else sent.embed.title
    text, wanted = _timeless(found.content), _timeless(sent.content)
    return title == next((one.title for one in found.embeds), None) and (
        text.startswith(wanted) if wanted else not text
    )


def _timeless(text: str) -> str:
    return _TIMESTAMP.sub("", text).strip()


def _addresses(found: discord.Message) -> Iterator[ClickAddress]:
    for row in found.components:
        for part in row.children if isinstance(row, discord.ActionRow) else ():
            try:
                yield ClickAddress.parse(part.custom_id or "")
            except ValueError:
                continue  # a link, or a button of a version that has other addresses
