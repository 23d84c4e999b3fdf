"""The single entry point for commands and clicks.

Read `answering` and `answer_click` first. Every error is logged and reported to the person who asked.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, TypeVarTuple, Unpack

import discord

from bot.locales import Words
from bot.messages.errors import error_text
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import ClickAddress, ClickKind
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import place_link, timestamp
from bot.metrics import ClickResult, Metrics, StorageFault
from bot.posts.core_services import CoreServices
from bot.posts.discord_components import NOTHING, Filled
from bot.posts.discord_errors import (
    BLOCKED_BY_AUTOMOD,
    REQUEST_ERRORS,
    THREAD_SHUT,
    code_of,
    is_expired,
    is_forbidden,
    is_gone,
    may_succeed_later,
)
from bot.posts.replies import Reply
from bot.requests.limits import Admitted
from bot.requests.services import Services
from bot.tables.errors import ChannelTaken, Stale, TableError, TableOver, TableUnknown
from bot.tables.state import Location, Person, Step, Table
from games import IllegalMove, SetupError
from storage import matches
from storage.database import Busy, Full, StorageError, Unavailable
from storage.matches import StoredSeat

logger = logging.getLogger(__name__)
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True)
class Request:
    """A command or a click of a person.

    :ivar reader: the person as the reader of the answer.
    :ivar person: the person as a player at tables.
    """

    services: Services
    reply: Reply
    reader: Reader
    person: Person

    @property
    def words(self) -> Words:
        return self.reader.words

    @property
    def user_id(self) -> int:
        return self.person.user_id

    @property
    def guild_id(self) -> int:
        """The server of the request; 0 in direct messages."""
        return self.reply.interaction.guild_id or 0

    @property
    def channel_id(self) -> int:
        return self.reply.interaction.channel_id or 0

    @property
    def place(self) -> Location:
        """The place of the request."""
        clicked = self.reply.interaction.message
        return Location(self.guild_id, self.channel_id, clicked.id if clicked is not None else 0)

    async def apply(
        self, match_id: str, step: Callable[[Table, Person, Unpack[Ts], float], Step], *values: *Ts
    ) -> Table:
        """Apply a step on behalf of the person who asks.

        :param step: a function of the table, the person, the values, and the time.
        """
        self.services.hands.record_click(match_id, self.user_id)
        change = await self.services.tables.apply(match_id, step, *values, by=self.person, seen_from=self.place)
        return change.after

    async def require_admitted(self) -> None:
        """Check that moderators do not keep the person out.

        Saving a seat or an entry checks it again; this is for what happens before.

        :raises KeptOutError: if they do.
        """
        await self.services.tables.require_admitted(self.guild_id, self.user_id)

    def seen_here(self, table: Table) -> Table:
        """Return a table that the person may see here.

        :raises TableUnknown: if they may not, as for an unknown match.
        """
        table.require_seen(self.person, self.place)
        return table

    async def table_here(self) -> Table:
        """Return the live table of the channel.

        :raises TableError: if there is none.
        """
        table = await self.services.tables.in_channel(self.channel_id)
        if table is None:
            raise TableError("table.none")
        return table

    async def last_match_here(self) -> str | None:
        """Return the id of this channel's last ended match.

        :raises StorageError: if it cannot be read.
        """
        return await self.services.database.run_read(lambda tx: matches.last_over_in(tx, self.channel_id))


@dataclass(frozen=True)
class Click(Request):
    """A click, with the address and the chosen values.

    :ivar filled: the values of a submitted form, or the people chosen in a select.
    """

    address: ClickAddress
    values: Sequence[str]
    filled: Filled = NOTHING

    @property
    def value(self) -> str:
        """The choice made in a select; "" for a button."""
        return self.values[0] if self.values else ""

    @property
    def match_id(self) -> str:
        return self.address.match_id

    async def table(self) -> Table:
        """Return the addressed match's table as stored now.

        :raises TableError: if there is no such match, or it may not be seen in this place.
        """
        table = await self.services.tables.newest(self.match_id)
        if table is None:
            raise TableUnknown
        return self.seen_here(table)

    async def live_table(self) -> Table:
        """Return the live table of the addressed match.

        :raises TableError: if there is no such match, or it is over.
        """
        table = await self.table()
        if not table.status.is_live:
            raise TableOver
        return table

    def seat_at(self, table: Table) -> StoredSeat:
        """Return the seat of the person who clicked.

        :raises TableError: if they have none.
        """
        return table.require_seat(self.person, "hand.you_are_not_at_this_table")

    @property
    def number(self) -> int:
        """The number chosen in the select, else in the address.

        :raises TableError: if it is not a number, as in a forged address.
        """
        return parse_number(self.value or self.address.rest)


_REFUSED_TEXTS: Final = {THREAD_SHUT: "error.thread_shut", BLOCKED_BY_AUTOMOD: "error.automod"}

Handler = Callable[[Click], Awaitable[None]]

_TURNED_AWAY: Final = {Admitted.BUSY: ClickResult.BUSY, Admitted.LATE: ClickResult.LATE}


@asynccontextmanager
async def answering(
    services: Services,
    interaction: discord.Interaction[Any],
    *,
    quiet: bool = True,
    match_id: str = "",
    ready: Callable[[], None] = lambda: None,
) -> AsyncIterator[Request]:
    """A block that answers a request and reports its errors.

    :param quiet: whether a command's answer is private.
    :param match_id: the match of a click. In direct messages the settings of its server apply.
    :param ready: called once the answer or a deferral is being sent.
    """
    start, result = perf_counter(), ClickResult.DONE
    reply = Reply(interaction, services.channels.tokens, quiet=quiet, ready=ready)
    services.hands.record_in_channel(interaction.channel_id or 0, interaction.user.id)
    reader, person = await _reader_and_person(services, interaction, match_id)
    try:
        yield Request(services, reply, reader, person)
    except Exception as error:  # noqa: BLE001  # the last place where the person can still be informed
        result = click_result(error)
        await _answer_error(services, reader, reply, error)
    finally:
        reply.close()
        services.metrics.count_click(result, perf_counter() - start)


async def answer_click(
    services: Services,
    handlers: Mapping[ClickKind, Handler],
    interaction: discord.Interaction[Any],
    address: ClickAddress | None,
    values: Sequence[str],
    filled: Filled = NOTHING,
) -> None:
    """Handle a click, or answer that the bot is busy; never raise.

    A submitted form is always accepted.
    """
    with ExitStack() as place:
        if interaction.type is not discord.InteractionType.modal_submit:
            start = perf_counter()
            admitted = await services.limits.admission.enter(interaction.created_at.timestamp(), interaction.user.id)
            if admitted is not Admitted.IN:
                await _turn_away(services, interaction, admitted)
                services.metrics.count_click(_TURNED_AWAY[admitted], perf_counter() - start)
                return
            place.callback(services.limits.admission.leave)
        await _dispatch(services, handlers, interaction, address, values, filled, ready=place.close)


async def _dispatch(
    services: Services,
    handlers: Mapping[ClickKind, Handler],
    interaction: discord.Interaction[Any],
    address: ClickAddress | None,
    values: Sequence[str],
    filled: Filled,
    *,
    ready: Callable[[], None],
) -> None:
    match_id = address.match_id if address is not None else ""
    async with answering(services, interaction, match_id=match_id, ready=ready) as request:
        if address is None:
            raise TableError("error.button_unknown")
        click = Click(request.services, request.reply, request.reader, request.person, address, values, filled)
        services.hands.record_click(click.match_id, click.user_id)
        with services.hands.answering(click.match_id, click.user_id):
            await handlers[address.kind](click)


async def _turn_away(services: Services, interaction: discord.Interaction[Any], admitted: Admitted) -> None:
    """Answer that nothing was done, without reading the database."""
    if admitted is Admitted.LATE:
        return
    reply = Reply(interaction, services.channels.tokens)
    try:
        await reply.whisper(services.preferences.cached_reader(interaction).words("error.crowded"))
    except REQUEST_ERRORS as error:
        logger.info("the busy notice could not be sent: %s", error)
    finally:
        reply.close()


async def _reader_and_person(
    services: Services, interaction: discord.Interaction[Any], match_id: str
) -> tuple[Reader, Person]:
    """Return the reader and the person; defaults if unreadable."""
    try:
        guild_id = await _guild_of(services, match_id) if match_id and interaction.guild_id is None else None
        reader = await services.preferences.reader_of(interaction, guild_id)
        return reader, await _person(services, interaction)
    except Exception:
        logger.exception("the person who asks cannot be read")
        user = interaction.user
        return services.preferences.default_reader(interaction), Person(
            user.id, user.display_name, click_id=interaction.id
        )


async def _guild_of(services: Services, match_id: str) -> int | None:
    """Return the server of a match, or None."""
    table = await services.tables.find(match_id)
    return None if table is None else table.stored.guild_id


async def _person(services: Services, interaction: discord.Interaction[Any]) -> Person:
    """Return the person who asks, and update their moderator flag."""
    user = interaction.user
    moderator = interaction.permissions.manage_guild
    if not moderator and interaction.guild_id is not None and isinstance(user, discord.Member):
        role = (await services.preferences.server(interaction.guild_id)).ender_role_id
        moderator = role is not None and user.get_role(role) is not None
    return Person(user.id, user.display_name, moderator, interaction.id)


async def _answer_error(services: CoreServices, reader: Reader, reply: Reply, error: Exception) -> None:
    if is_expired(error):
        logger.info("an answer came too late: %s", error)
        return
    try:
        await reply.whisper(await error_answer(services, reader, error))
    except REQUEST_ERRORS as failure:
        logger.warning("the error %r could not be reported to the person: %s", error, failure)
    except Exception:
        logger.exception("the error %r could not be reported to the person", error)


async def error_answer(services: CoreServices, reader: Reader, error: Exception) -> str:
    """Return an error's text; log an unexpected error."""
    if isinstance(error, StorageError):
        log_unsaved(services.metrics, error)
    where = await place_of(services, error) if isinstance(error, ChannelTaken) else "—"
    text = error_text(error, reader, where=where)
    if text is not None:
        return text
    if is_gone(error):
        return reader.words("error.channel_gone")
    if code_of(error) in _REFUSED_TEXTS:
        return reader.words(_REFUSED_TEXTS[code_of(error)])
    if is_forbidden(error):
        return reader.words("error.permissions_missing", permissions=reader.words("permission.send_messages"))
    if isinstance(error, discord.RateLimited):
        logger.warning("Discord delays an answer: %s", error)
        return reader.words("error.rate_limited", when=timestamp(services.now() + error.retry_after, "R"))
    if may_succeed_later(error):
        logger.warning("a request to Discord failed: %s", error)
        return reader.words("error.unreachable")
    reference = secrets.token_hex(4)
    if isinstance(error, discord.HTTPException):  # it names the fault, and a traceback nothing more
        logger.error("reference %s: %s", reference, error)
    else:
        logger.error("reference %s", reference, exc_info=error)
    return reader.words("error.generic", reference=f"`{reference}`")


def click_result(error: Exception) -> ClickResult:
    """Return the result under which an error is counted."""
    if isinstance(error, Stale):
        return ClickResult.STALE
    if isinstance(error, TableOver | TableUnknown):
        return ClickResult.OVER
    return ClickResult.REFUSED if isinstance(error, TableError | SetupError | IllegalMove) else ClickResult.FAILED


def log_unsaved(metrics: Metrics, error: StorageError) -> None:
    """Log and count a failed write."""
    logger.warning("not saved: %s", error)
    kinds = ((Full, StorageFault.FULL), (Unavailable, StorageFault.LOST), (Busy, StorageFault.LOCKED))
    metrics.count_storage_fault(next((fault for kind, fault in kinds if isinstance(error, kind)), StorageFault.OTHER))


async def place_of(services: CoreServices, error: ChannelTaken) -> str:
    """Return a link to the table that has the channel."""
    table = await services.tables.newest(error.match_id)
    if table is None:
        return "—"
    return place_link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)
