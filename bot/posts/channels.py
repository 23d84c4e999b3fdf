"""The publisher's channels: sending, editing and deleting."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

import discord
from cachetools import LRUCache

from bot.messages.parts.message import Message
from bot.messages.table.board import ChannelPermissions
from bot.messages.welcome import greeting
from bot.posts.board_tokens import BoardTokens
from bot.posts.budget import RequestBudget
from bot.posts.discord_errors import (
    CANNOT_SEND_TO_USER,
    REQUEST_ERRORS,
    UNEDITABLE,
    UNKNOWN_MESSAGE,
    code_of,
    in_time,
    is_expired,
    may_succeed_later,
)
from bot.posts.outgoing import Nonce, OutgoingMessage, prepare
from storage.database import Unavailable

logger = logging.getLogger(__name__)

NEEDED: Final = ("view_channel", "send_messages")
"""The permissions without which no table is opened."""

IN_THREADS: Final = MappingProxyType({"send_messages": "send_messages_in_threads"})
"""The permissions that have another name in a thread."""

FOR_THREADS: Final = ("view_channel", "create_public_threads", "send_messages_in_threads")
"""The permissions without which no table is opened in a thread of its own."""

FOR_PRIVATE_THREADS: Final = ("view_channel", "create_private_threads", "send_messages_in_threads")
"""The permissions without which no table is opened that only its players may see."""

FOR_PICTURES: Final = ("embed_links", "attach_files")
"""The permissions without which boards are shown as text."""

FOR_ANNOUNCEMENTS: Final = ("send_messages", "read_message_history")
"""The permissions without which a thread is not started from a message."""

FOR_PINS: Final = ("pin_messages",)
"""The permission without which no message is pinned."""

_REMEMBERED: Final = 1000
"""The number of new threads remembered."""

_LOOKED_THROUGH: Final = 20
"""Among how many messages of a channel the bot looks for its own."""


class Channels:
    """Discord's channels, by id. Failures raise `REQUEST_ERRORS`.

    :param tokens: the clicks by which messages are edited without counting in Discord's limit on the whole bot.
    :param may_write: whether this process may act now. If not, another may be showing the same tables, so all but
        `missing` and `medium` raise `Unavailable`.
    """

    def __init__(
        self,
        client: discord.Client,
        budget: RequestBudget,
        tokens: BoardTokens,
        may_write: Callable[[], bool] = lambda: True,
    ) -> None:
        self._client = client
        self._budget = budget
        self.tokens = tokens
        self._may_write = may_write
        self._parents: LRUCache[int, int] = LRUCache(_REMEMBERED)  # of new threads, which discord.py may not know yet

    def name(self, channel_id: int) -> str:
        """Return the name of a channel with its sign; that of an unknown channel is its id."""
        channel = self._client.get_channel(channel_id)
        return f"#{getattr(channel, 'name', channel_id)}"

    def missing(self, channel_id: int, wanted: tuple[str, ...]) -> tuple[str, ...]:
        """Return the bot's missing permissions; none for unknown channels."""
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return ()
        if isinstance(channel, discord.Thread):
            wanted = tuple(IN_THREADS.get(one, one) for one in wanted)
        allowed = channel.permissions_for(channel.guild.me)
        return tuple(permission for permission in wanted if not getattr(allowed, permission))

    def can_open_thread(self, channel_id: int) -> bool:
        """Return True if the bot can open threads and write there."""
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            return False
        return not self.missing(channel_id, FOR_THREADS)

    def can_hold_private_threads(self, channel_id: int) -> bool:
        """Return True for a text channel; threads and news channels have no private threads."""
        channel = self._client.get_channel(channel_id)
        return isinstance(channel, discord.TextChannel) and not channel.is_news()

    async def open_private_thread(self, channel_id: int, name: str, people: Sequence[int]) -> int:
        """Open a thread that only some people see, beside the moderators of the server; return its id.

        A thread of this name that is left by a failed attempt is not reused: another person may be in it.

        :param people: the ids of the people; all but the first are left out if they have left the server.
        :raises discord.HTTPException: if it could not be opened, or a person not be added.
        """
        self._needs_leave()
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise TypeError("threads are opened in text channels")
        self._budget.spend()
        thread = await channel.create_thread(name=name, type=discord.ChannelType.private_thread, invitable=False)
        try:
            for number, user_id in enumerate(people):
                self._budget.spend()
                try:
                    await thread.add_user(discord.Object(user_id))
                except discord.NotFound:
                    if number == 0:
                        raise
                    logger.info("a player of a private thread is not in the server")
        except BaseException:
            await self.archive_thread(thread.id)
            raise
        return thread.id

    async def archive_thread(self, thread_id: int) -> None:
        """Archive a thread that the bot has opened in vain, if possible."""
        thread = self._client.get_channel(thread_id)
        if isinstance(thread, discord.Thread):
            self._budget.spend()
            try:
                await thread.edit(archived=True)
            except REQUEST_ERRORS as error:
                logger.info("a thread could not be archived: %s", error)

    async def open_thread(self, channel_id: int, name: str, announcement: Message | None = None) -> int:
        """Open a public thread; return its id.

        :param announcement: the message from which to start it, if the bot may. The thread has the id of that message.
        :raises discord.HTTPException: if it could not be opened.
        """
        self._needs_leave()
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise TypeError("threads are opened in text channels")
        if announcement is None or self.missing(channel_id, FOR_ANNOUNCEMENTS):
            self._budget.spend()
            return (await channel.create_thread(name=name, type=discord.ChannelType.public_thread)).id
        message_id = await self.send(channel_id, announcement)
        self._budget.spend()
        try:
            thread = await channel.get_partial_message(message_id).create_thread(name=name)
        except BaseException:
            await self.delete(channel_id, message_id)
            raise
        self._parents[thread.id] = channel_id
        return thread.id

    def parent_of(self, thread_id: int) -> int | None:
        """Return the channel of a thread that the bot has opened; None for others."""
        thread, own = self._client.get_channel(thread_id), self._client.user
        if isinstance(thread, discord.Thread) and own is not None and thread.owner_id == own.id:
            return thread.parent_id
        return self._parents.get(thread_id)

    def with_threads(self, channel_id: int) -> tuple[int, ...]:
        """Return a channel and its open threads."""
        channel = self._client.get_channel(channel_id)
        known = [thread.id for thread in channel.threads] if isinstance(channel, discord.TextChannel) else []
        opened = [thread_id for thread_id, parent_id in self._parents.items() if parent_id == channel_id]
        return tuple(dict.fromkeys((channel_id, *known, *opened)))

    def is_private(self, channel_id: int) -> bool:
        """Return True for a private thread, which no message in its channel announces."""
        channel = self._client.get_channel(channel_id)
        return isinstance(channel, discord.Thread) and channel.is_private()

    def own_threads(self, channel_id: int, name: str) -> tuple[int, ...]:
        """Return the bot's open threads of a name, oldest first."""
        channel, own = self._client.get_channel(channel_id), self._client.user
        if not isinstance(channel, discord.TextChannel) or own is None:
            return ()
        found = (one for one in channel.threads if one.owner_id == own.id and one.name == name and not one.archived)
        return tuple(sorted(one.id for one in found))

    async def medium(self, channel_id: int) -> ChannelPermissions:
        """Return the content allowed for the bot in a channel."""
        return ChannelPermissions(self.missing(channel_id, FOR_PICTURES))

    async def send(self, channel_id: int, message: Message, *, nonce: Nonce | None = None) -> int:
        """Post a message; return its id.

        :param nonce: a repeated send with the same one is harmless.
        :raises discord.HTTPException: if it could not be posted.
        """
        arguments = (await prepare(await self._fitting(channel_id, message), is_answer=False)).to_send()
        if nonce is not None:
            arguments["nonce"] = nonce
        self._budget.spend()
        return (await self._channel(channel_id).send(**arguments)).id

    async def own_after(
        self, channel_id: int, after: int, is_wanted: Callable[[discord.Message], bool]
    ) -> tuple[int, ...]:
        """Return the bot's latest wanted messages, if readable, newest first.

        :param after: the id of an earlier message, or `id_at` of a time.
        :raises discord.HTTPException: if they could not be read.
        """
        if self.missing(channel_id, ("read_message_history",)):
            return ()
        self._budget.spend()
        channel, own = self._channel(channel_id), self._client.user
        found = channel.history(limit=_LOOKED_THROUGH, after=discord.Object(after), oldest_first=False)
        return tuple([one.id async for one in found if one.author == own and is_wanted(one)])

    async def edit(self, channel_id: int, message_id: int, message: Message) -> bool:
        """Replace a message, by the token of a click on it if there is one; return False if Discord accepts no edits.

        :raises discord.HTTPException: if it could not be edited.
        """
        ready = await prepare(await self._fitting(channel_id, message), is_answer=False)
        channel = self._channel(channel_id)
        try:
            if await self._edit_by_token(message_id, ready):
                return True
            self._budget.spend()
            await channel.get_partial_message(message_id).edit(**ready.to_edit())
        except REQUEST_ERRORS as error:
            if code_of(error) in UNEDITABLE:
                return False
            raise
        return True

    async def remove_buttons(self, channel_id: int, message_id: int) -> None:
        """Remove the buttons of one of the bot's messages, if it still exists.

        :raises discord.HTTPException: if it could not be edited.
        """
        self._budget.spend()
        try:
            await self._channel(channel_id).get_partial_message(message_id).edit(view=None)
        except REQUEST_ERRORS as error:
            if code_of(error) not in UNEDITABLE:
                raise

    async def set_pinned(self, channel_id: int, message_id: int, *, pinned: bool) -> None:
        """Pin or unpin a message, unless Discord refuses: a channel has at most 50 pins.

        :raises discord.HTTPException: if the same request may succeed later.
        """
        message = self._channel(channel_id).get_partial_message(message_id)
        self._budget.spend()
        try:
            await (message.pin() if pinned else message.unpin())
        except REQUEST_ERRORS as error:
            if may_succeed_later(error):
                raise
            logger.info("channel %d: a message could not be pinned or unpinned: %s", channel_id, error)

    async def _edit_by_token(self, message_id: int, ready: OutgoingMessage) -> bool:
        """Edit a message by the token of a click on it; return False without a token that Discord accepts."""
        click = self.tokens.take(message_id)
        if click is None:
            return False
        try:
            await in_time(click.edit_original_response(**ready.to_edit()))
        except REQUEST_ERRORS as error:
            if not is_expired(error):
                raise
            logger.info("the token of a click is no longer accepted: %s", error)
            self.tokens.drop(message_id)
            return False
        return True

    async def is_there(self, channel_id: int, message_id: int) -> bool:
        """Return True if a message has not been deleted.

        :raises discord.HTTPException: if that could not be asked.
        """
        self._budget.spend()
        try:
            await self._channel(channel_id).fetch_message(message_id)
        except REQUEST_ERRORS as error:
            if code_of(error) == UNKNOWN_MESSAGE:
                return False
            raise
        return True

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete one of the bot's messages, if possible."""
        self._budget.spend()
        try:
            await self._channel(channel_id).get_partial_message(message_id).delete()
        except REQUEST_ERRORS as error:
            if code_of(error) != UNKNOWN_MESSAGE:
                logger.info("a message could not be deleted: %s", error)

    async def direct(self, user_id: int, message: Message, *, nonce: Nonce | None = None) -> bool:
        """Send a direct message; return False if none are accepted.

        :param nonce: a repeated send with the same one is harmless.
        """
        self._needs_leave()
        try:
            return await self.send_direct(user_id, message, nonce=nonce) is not None
        except REQUEST_ERRORS as error:
            logger.warning("a direct message could not be sent: %s", error)
            return False

    async def send_direct(
        self, user_id: int, message: Message, *, nonce: Nonce | None = None
    ) -> tuple[int, int] | None:
        """Send a direct message; return channel and message ids, if accepted.

        :param nonce: a repeated send with the same one is harmless.
        :raises discord.HTTPException: if it failed for another reason.
        """
        self._needs_leave()
        arguments = (await prepare(message)).to_send()
        if nonce is not None:
            arguments["nonce"] = nonce
        self._budget.spend()
        try:
            channel = await self._client.create_dm(discord.Object(user_id))  # a request only where it is not known
            sent = await channel.send(**arguments)
        except REQUEST_ERRORS as error:
            if code_of(error) not in CANNOT_SEND_TO_USER:
                raise
            return None
        return sent.channel.id, sent.id

    async def direct_channel(self, user_id: int) -> int | None:
        """Return a person's direct channel; None if they accept none.

        :raises discord.HTTPException: if it failed for another reason.
        """
        self._needs_leave()
        try:
            return (await self._client.create_dm(discord.Object(user_id))).id
        except REQUEST_ERRORS as error:
            if code_of(error) not in CANNOT_SEND_TO_USER:
                raise
            return None

    async def react(self, channel_id: int, message_id: int, emoji: str) -> None:
        """Add a reaction of the bot to a message.

        :raises discord.HTTPException: if it failed.
        """
        self._budget.spend()
        await self._channel(channel_id).get_partial_message(message_id).add_reaction(emoji)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        self._needs_leave()
        return self._client.get_partial_messageable(channel_id)

    def _needs_leave(self) -> None:
        if not self._may_write():
            raise Unavailable("the locks of this process are lost, and with them its right to write into channels")

    async def _fitting(self, channel_id: int, message: Message) -> Message:
        missing = (await self.medium(channel_id)).missing
        return message.as_text() if "embed_links" in missing else message


def id_at(seconds: float) -> int:
    """Return an id above all messages before a unix time."""
    return discord.utils.time_snowflake(datetime.fromtimestamp(seconds, UTC))


async def greet(guild: discord.Guild, channels: Channels, commands: Mapping[str, str]) -> None:
    """Greet a new server once, where the bot may write.

    :param commands: the mention of each command by its name.
    """
    channel = next((one for one in _places(guild) if one.permissions_for(guild.me).send_messages), None)
    if channel is None:
        return
    try:
        await channels.send(channel.id, greeting(guild.preferred_locale.value, commands))
    except REQUEST_ERRORS as error:
        logger.info("a server could not be greeted: %s", error)


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the channels suitable for a greeting, the best first."""
    if guild.system_channel is not None:
        yield guild.system_channel
    yield from guild.text_channels
