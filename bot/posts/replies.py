"""Replies to a click or command: within three seconds, once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import discord
from cachetools import TTLCache

from bot.messages.parts.components import Form, MessageFormat
from bot.messages.parts.message import Message
from bot.posts.board_tokens import TOKEN_LIFE_S, BoardTokens
from bot.posts.discord_components import format_of, modal_of
from bot.posts.discord_errors import (
    ALREADY_ANSWERED,
    REQUEST_ERRORS,
    code_of,
    in_time,
    is_dismissed,
    is_expired,
    retry_once,
)
from bot.posts.outgoing import OutgoingMessage, prepare
from bot.tables.errors import TableError

logger = logging.getLogger(__name__)
T = TypeVar("T")

_DEFER_AFTER_S = 1.8
"""The delay before Discord is asked for more time; it gives up after three seconds."""


@dataclass(frozen=True)
class Answer:
    """An answer to an interaction, editable while its token lives.

    :ivar message_id: None for the interaction's own answer. After a click was only deferred, that is the clicked
        message, so another message has an id.
    :ivar shown_in: the message that shows it; None if unknown because of a failure.
    """

    interaction: discord.Interaction[Any]
    message_id: int | None = None
    shown_in: int | None = None
    format: MessageFormat = MessageFormat.EMBED

    async def edit(self, message: Message) -> None:
        """Replace the message.

        :raises discord.HTTPException: if it could not be edited.
        """
        await self._edit(await prepare(message))

    async def finish(self, message: Message) -> None:
        """Replace the message, or send a new one if dismissed.

        :raises discord.HTTPException: if neither could be done.
        """
        ready = await prepare(message)
        try:
            await self._edit(ready)
        except REQUEST_ERRORS as error:
            if not is_dismissed(error):
                raise
            await _send_followup(self.interaction, ready)

    async def _edit(self, ready: OutgoingMessage) -> None:
        if self.message_id is None:
            await retry_once(lambda: self.interaction.edit_original_response(**ready.to_edit(self.format)))
        else:
            message_id = self.message_id
            await retry_once(lambda: self.interaction.followup.edit_message(message_id, **ready.to_edit(self.format)))

    async def follow(self, message: Message) -> Answer:
        """Send a further private message at the channel's bottom.

        :raises discord.HTTPException: if it could not be sent.
        """
        return await _send_followup(self.interaction, await prepare(message))

    def is_elsewhere(self, other: Answer) -> bool:
        """Return True if another answer is surely in another message."""
        return None not in (self.shown_in, other.shown_in) and self.shown_in != other.shown_in

    async def delete(self) -> None:
        """Delete a replaced answer; it stays if that fails."""
        try:
            if self.message_id is None:
                await self.interaction.delete_original_response()
            else:
                await self.interaction.followup.delete_message(self.message_id)
        except REQUEST_ERRORS as error:
            if not is_expired(error):
                logger.warning("an old answer could not be deleted: %s", error)


_MAX_MENUS: Final = 10_000


class ShownMenus:
    """The deletable answers with game menus, forgotten at a restart.

    :param now: the time in unix seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._answers: TTLCache[int, Answer] = TTLCache(_MAX_MENUS, TOKEN_LIFE_S, timer=now)

    def record(self, answer: Answer) -> None:
        """Record that an answer shows the menu."""
        if answer.shown_in is not None:
            self._answers[answer.shown_in] = answer

    def take(self, message_id: int) -> Answer | None:
        """Return and forget the answer that shows a menu."""
        return self._answers.pop(message_id, None)


async def _send_followup(interaction: discord.Interaction[Any], ready: OutgoingMessage) -> Answer:
    """Send a new private message to the user."""
    sent = await in_time(interaction.followup.send(**ready.to_send(), ephemeral=True, wait=True))
    return Answer(interaction, sent.id, shown_in=sent.id, format=ready.message.format)


@dataclass(frozen=True)
class _First(Generic[T]):
    """The outcome of a first answer: its acceptance and reply."""

    accepted: bool
    result: T | None


class Reply:
    """The answer to one interaction.

    :param tokens: takes the token of a deferred click on a public message.
    :param quiet: whether only the person who acted will see the answer to a command.
    :param ready: called before the first response to Discord; it may be called again.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        tokens: BoardTokens,
        *,
        quiet: bool = True,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self.interaction = interaction
        self._tokens = tokens
        self._quiet = quiet
        self._ready = ready
        # A submitted form answers on the message with the button that opened it.
        on_message = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        self._on_message = interaction.type in on_message and interaction.message is not None
        # Of the message that Discord takes as the answer; None while there is none.
        self._format = format_of(interaction.message) if self._on_message and interaction.message else None
        self._lock = asyncio.Lock()
        self._answered_unknown = False
        self._timer = asyncio.get_running_loop().call_later(_DEFER_AFTER_S, self._hold)
        self._holding: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Note that the answer was given, or will never be."""
        self._timer.cancel()

    @property
    def is_private(self) -> bool:
        """True if only the user sees the message to be renewed."""
        if self.interaction.guild_id is None:
            return True
        if self.interaction.message is not None:
            return self.interaction.message.flags.ephemeral
        return self._quiet

    @property
    def shown_format(self) -> MessageFormat:
        """The format in which `show` shows a layout."""
        clicked = self.interaction.message
        return format_of(clicked) if clicked is not None and self.is_on_private else MessageFormat.LAYOUT

    @property
    def answered(self) -> bool:
        """True if Discord has received any answer."""
        return self._answered_unknown or self.interaction.response.is_done()

    async def show(self, message: Message) -> Answer:
        """Show a private message, replacing a clicked one if private."""
        return await (self.renew(message) if self.is_on_private else self.whisper(message))

    @property
    def is_on_private(self) -> bool:
        """True if the clicked message is private."""
        clicked = self.interaction.message
        return clicked is not None and clicked.flags.ephemeral

    async def renew(self, message: Message) -> Answer:
        """Replace the clicked message, or answer a command.

        If that message was deleted, send a new private one.
        """
        ready = await prepare(message)
        async with self._lock:
            self.close()
            try:
                return await self._replace_message(ready)
            except REQUEST_ERRORS as error:
                if not is_dismissed(error):
                    raise
            return await self._reply_privately(ready, new_message=True)

    async def _replace_message(self, ready: OutgoingMessage) -> Answer:
        response = self.interaction.response
        if not self.answered:
            first = await self._first(
                lambda: (
                    response.edit_message(**ready.to_edit(self._format_for(ready)))
                    if self._on_message
                    else response.send_message(**ready.to_send(), ephemeral=self._quiet)
                )
            )
            if first.accepted:
                return self._as_first(first.result, self._format_for(ready))
        return await self._edit_answer(ready)

    async def _edit_answer(self, ready: OutgoingMessage) -> Answer:
        in_format = self._format_for(ready)
        edited = await retry_once(lambda: self.interaction.edit_original_response(**ready.to_edit(in_format)))
        return Answer(self.interaction, shown_in=edited.id, format=in_format)

    def _format_for(self, ready: OutgoingMessage) -> MessageFormat:
        """Return the answer's format, else the first message's."""
        return self._format or ready.message.format

    async def whisper(self, message: Message | str) -> Answer:
        """Send a message that only the person who acted sees."""
        ready = await prepare(message if isinstance(message, Message) else Message(message))
        async with self._lock:
            self.close()
            return await self._reply_privately(ready)

    async def whisper_below(self, message: Message) -> Answer:
        """Send a private message, and let the click's token edit the public message that was clicked.

        For that, Discord must be told first that the click was received. Without a need for a token, this is `whisper`.
        """
        async with self._lock:
            if not self.answered and self._tokens.is_wanted(self.interaction):
                self.close()
                await self._defer_click(with_follow_up=True)
        return await self.whisper(message)

    async def _defer_click(self, *, with_follow_up: bool = False) -> None:
        first = await self._first(self.interaction.response.defer)
        if first.accepted:
            self._tokens.record(self.interaction, with_follow_up=with_follow_up)

    async def _reply_privately(self, ready: OutgoingMessage, *, new_message: bool = False) -> Answer:
        """Send a message that only the user sees.

        :param new_message: whether the earlier answer is gone.
        """
        if not self.answered:
            response = self.interaction.response
            first = await self._first(lambda: response.send_message(**ready.to_send(), ephemeral=True))
            if first.accepted:
                return self._as_first(first.result, ready.message.format)
        if self._held_by_command and not new_message:
            try:
                return await self._edit_answer(ready)
            except REQUEST_ERRORS as error:
                if not is_dismissed(error):
                    raise
        return await _send_followup(self.interaction, ready)

    async def post(self, message: Message) -> int:
        """Post a public message; return its id."""
        ready = await prepare(message)
        async with self._lock:
            self.close()
            ours = not self._on_message  # of a click that was only held, the answer is the message on which it was made
            if not self.answered:
                response = self.interaction.response
                first = await self._first(lambda: response.send_message(**ready.to_send()))
                if first.result is not None and first.result.message_id is not None:
                    return first.result.message_id
                ours = ours or first.accepted
            if ours:
                try:
                    edited = await retry_once(
                        lambda: self.interaction.edit_original_response(**ready.to_edit(ready.message.format))
                    )
                except REQUEST_ERRORS as error:
                    if not is_dismissed(error):
                        raise
                else:
                    return edited.id
            return (await in_time(self.interaction.followup.send(**ready.to_send(), wait=True))).id

    async def ask(self, form: Form) -> None:
        """Open a form, possible only as a first answer.

        :raises TableError: if Discord was already asked for more time.
        """
        async with self._lock:
            self.close()
            if self.answered:
                raise TableError("error.form_late")
            await self._first(lambda: self.interaction.response.send_modal(modal_of(form)))

    async def acknowledge(self) -> None:
        """Acknowledge the click; its result is shown elsewhere."""
        async with self._lock:
            self.close()
            if not self.answered:
                await self._defer_click()

    async def dismiss(self, *, public: bool = False) -> None:
        """Delete the private message that was clicked: its question is settled.

        :param public: whether a public message is deleted, too.
        """
        await self.acknowledge()
        if not (public or self.is_private):
            return
        try:
            await self.interaction.delete_original_response()
        except REQUEST_ERRORS as error:
            if not is_dismissed(error):
                raise

    def _as_first(self, heard: discord.InteractionCallbackResponse[Any] | None, in_format: MessageFormat) -> Answer:
        self._format = in_format
        return Answer(self.interaction, shown_in=heard.message_id if heard else None, format=in_format)

    async def _first(self, answer: Callable[[], Awaitable[T]]) -> _First[T]:
        """Give the first answer, unless Discord has one, perhaps unconfirmed."""
        self._ready()
        try:
            return _First(accepted=True, result=await retry_once(answer))
        except REQUEST_ERRORS as error:
            if code_of(error) != ALREADY_ANSWERED:
                raise
            self._answered_unknown = True
            return _First(accepted=False, result=None)

    @property
    def _held_by_command(self) -> bool:
        return self._holding is not None and not self._on_message

    def _hold(self) -> None:
        self._holding = asyncio.get_running_loop().create_task(self._defer(), name="hold an answer")

    async def _defer(self) -> None:
        async with self._lock:
            if self.answered:
                return
            self._ready()
            try:
                if self._on_message:
                    await self.interaction.response.defer()
                    self._tokens.record(self.interaction)
                else:
                    await self.interaction.response.defer(ephemeral=self._quiet, thinking=True)
            except REQUEST_ERRORS as error:
                logger.warning("could not hold an answer: %s", error)
