"""Clicks: one click with everything needed to take it, and the one place where all of them pass.

Whatever goes wrong, the person who clicked is told, and nothing goes unlogged.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import discord

from bot.locales import Words
from bot.messages.addresses import Address
from bot.metrics import ClickResult
from bot.posts.channels import Channels
from bot.posts.pads import Pads
from bot.posts.publisher import Publisher
from bot.posts.replies import Reply, is_expired
from bot.posts.shared import Shared
from bot.tables.errors import TableError
from bot.tables.state import Person

from .answers import explained, result_of

__all__ = ["Call", "Click", "Handler", "Services", "answering", "take"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Services:
    """What the buttons work on: the shared, and who shows tables where."""

    shared: Shared
    publisher: Publisher
    channels: Channels
    pads: Pads


@dataclass(frozen=True)
class Call:
    """A command that somebody has given."""

    services: Services
    reply: Reply
    words: Words
    person: Person

    @property
    def shared(self) -> Shared:
        return self.services.shared

    @property
    def user_id(self) -> int:
        return self.person.user_id


@dataclass(frozen=True)
class Click(Call):
    """A click of somebody: a call with the address of its button and, from a select, what was chosen."""

    address: Address
    values: Sequence[str]

    @property
    def value(self) -> str:
        """The choice made in a select."""
        return self.values[0]


Handler = Callable[[Click], Awaitable[None]]


@asynccontextmanager
async def answering(
    services: Services, interaction: discord.Interaction[Any], *, quiet: bool = True
) -> AsyncIterator[Call]:
    """A block in which a command or a click is answered; whatever error leaves it is told to the person.

    :param quiet: whether only the person who acted will see the answer to a command.
    """
    shared, start, result = services.shared, perf_counter(), ClickResult.DONE
    reply = Reply(interaction, quiet=quiet)
    words = await shared.words_of(interaction)
    try:
        yield Call(services, reply, words, await shared.person_of(interaction))
    except Exception as error:  # noqa: BLE001  # the last place where somebody can still be told
        result = result_of(error)
        await _tell(shared, words, reply, error)
    finally:
        reply.close()
        shared.metrics.clicked(result, perf_counter() - start)


async def take(
    services: Services,
    handlers: Mapping[str, Handler],
    interaction: discord.Interaction[Any],
    address: Address,
    values: Sequence[str],
) -> None:
    """Do what a click asks and answer it; never raises."""
    async with answering(services, interaction) as call:
        handler = handlers.get(address.kind)
        if handler is None:
            raise TableError("error.button_unknown")
        await handler(Click(call.services, call.reply, call.words, call.person, address, values))


async def _tell(shared: Shared, words: Words, reply: Reply, error: Exception) -> None:
    if isinstance(error, discord.HTTPException) and is_expired(error):
        logger.info("an answer came too late: %s", error)
        return
    try:
        await reply.whisper(await explained(shared, words, error))
    except discord.HTTPException as failure:
        logger.warning("somebody could not be told of %r: %s", error, failure)
