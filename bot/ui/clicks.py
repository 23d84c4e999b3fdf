"""Clicks: one click with everything needed to take it, and the one place where all of them pass.

Whatever goes wrong, the person who clicked is told, and nothing goes unlogged.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import discord

from bot.locales import Words
from bot.metrics import Click as Result
from bot.tables.state import Person

from .addresses import Address
from .answers import explained, result_of
from .channels import Channels
from .desk import Desk
from .publisher import Publisher
from .replies import Reply, is_expired

__all__ = ["Click", "Handler", "Parlour", "take"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Parlour:
    """What the buttons work on: the desk, and who shows tables where."""

    desk: Desk
    publisher: Publisher
    channels: Channels


@dataclass(frozen=True)
class Click:
    """One click of one person."""

    parlour: Parlour
    reply: Reply
    address: Address
    values: Sequence[str]
    words: Words
    person: Person

    @property
    def desk(self) -> Desk:
        return self.parlour.desk

    @property
    def user_id(self) -> int:
        return self.person.user_id

    @property
    def value(self) -> str:
        """The choice made in a select."""
        return self.values[0]


Handler = Callable[[Click], Awaitable[None]]


async def take(
    parlour: Parlour,
    handlers: Mapping[str, Handler],
    interaction: discord.Interaction[Any],
    address: Address,
    values: Sequence[str],
) -> None:
    """Do what a click asks and answer it; never raises."""
    desk, start, result = parlour.desk, perf_counter(), Result.DONE
    reply = Reply(interaction)
    words = await desk.words_of(interaction)
    try:
        handler = handlers.get(address.kind)
        if handler is None:
            result = Result.OVER
            await reply.whisper(words("error.button_unknown", command=desk.command("help")))
            return
        person = await desk.person_of(interaction)
        await handler(Click(parlour, reply, address, values, words, person))
    except Exception as error:  # noqa: BLE001  # the last place where somebody can still be told
        result = result_of(error)
        await _tell(desk, words, reply, error)
    finally:
        reply.close()
        desk.metrics.clicked(result, perf_counter() - start)


async def _tell(desk: Desk, words: Words, reply: Reply, error: Exception) -> None:
    if isinstance(error, discord.HTTPException) and is_expired(error):
        logger.info("an answer came too late: %s", error)
        return
    try:
        await reply.whisper(await explained(desk, words, error))
    except discord.HTTPException as failure:
        logger.warning("somebody could not be told of %r: %s", error, failure)
