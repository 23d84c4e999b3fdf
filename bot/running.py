"""The run of the bot from the command line, from its start to a signal."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import time
from contextlib import suppress
from typing import Final

import discord

from bot.app import Boneyard
from bot.operating import alerts
from bot.posts.discord_errors import may_succeed_later
from bot.settings import EX_CONFIG, HOW_TO_START, Settings
from bot.shards import StoodDown
from bot.tools import doctor
from bot.version import command
from storage.errors import Busy, Damaged, DiskError, Full, LoginRefused, StorageError, Unavailable

logger = logging.getLogger(__name__)

FIRST_RETRY_S: Final = 2.0
LAST_RETRY_S: Final = 60.0
"""The shortest and the longest delay between two attempts to start while Discord or the database is down."""

_FIRST_ALERTS_S: Final = 10.0
"""The longest wait for the first alerts of a program that ends at once."""

_REFUSALS: Final = (4004, 4010, 4011, 4012, 4013, 4014)
"""Gateway close codes after which reconnecting is useless.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""

GC_THRESHOLD: Final = 10_000
"""The number of new objects between two garbage collections. One click soon exceeds Python's default of 700."""


async def run(settings: Settings) -> int:
    """Run the bot until SIGTERM or Ctrl-C ends it."""
    if settings.sentry_dsn is not None:
        from bot.operating import error_reports  # a slow import

        error_reports.set_up(settings.sentry_dsn.get_secret_value())
    if settings.token is None:
        logger.error(HOW_TO_START)
        return EX_CONFIG
    for finding in doctor.local_findings(settings):
        if finding.verdict is doctor.CheckVerdict.FAULT:
            logger.warning("%s: %s. %s", finding.subject, finding.found, finding.advice)
    _tune_garbage_collector()
    try:
        await _run_until_stopped(settings, settings.token)
    except StoodDown:
        return 0
    except discord.LoginFailure:
        logger.error("Discord rejects this DISCORD_TOKEN. `%s doctor` explains how to get one.", command())  # noqa: TRY400  # a sentence is enough
        return EX_CONFIG
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        logger.error("Discord refuses the bot's settings: %s", error)  # noqa: TRY400  # a sentence is enough
        return EX_CONFIG
    except (discord.HTTPException, discord.RateLimited) as error:
        logger.error("Discord refuses the bot: %s", error)  # noqa: TRY400  # a sentence is enough
        return 1
    except StorageError as error:
        logger.error("The database cannot be opened: %s. Run `%s doctor` for details.", error, command())  # noqa: TRY400  # a sentence is enough
        return (
            1 if isinstance(error, Unavailable | Full) and not isinstance(error, Damaged | LoginRefused) else EX_CONFIG
        )
    return 0


def _passing_fault(error: Exception, settings: Settings) -> str | None:
    """Return a description of a fault that may pass."""
    if isinstance(error, Busy) or (
        isinstance(error, Unavailable)
        and not isinstance(error, Damaged | DiskError | LoginRefused)
        and settings.database.startswith("postgresql")
    ):
        return f"The database does not answer: {error}."
    if isinstance(error, discord.ConnectionClosed):
        return None if error.code in _REFUSALS else f"Discord has closed the connection: {error}."
    if isinstance(error, discord.GatewayNotFound):
        return "Discord does not say how many shards it recommends."
    if may_succeed_later(error) or isinstance(error, OSError):
        return f"Discord cannot be reached: {str(error) or type(error).__name__}."
    return None


async def _run_until_stopped(settings: Settings, token: str) -> None:
    """Run the bot until a signal closes or cancels it."""
    loop = asyncio.get_running_loop()
    bots = _Bots(settings, token)
    running = loop.create_task(bots.run())
    cancelled: set[asyncio.Task[None]] = set()

    def stop() -> None:
        if not bots.close_running() and not cancelled:
            cancelled.add(running)
            running.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    watched = settings.alert_webhook or settings.ping_url
    begun = asyncio.Event()
    watching = loop.create_task(alerts.watch(settings, bots.problems, time.time, begun)) if watched else None
    try:
        await running
    except asyncio.CancelledError:
        if running not in cancelled:
            raise
    finally:
        if watching is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(begun.wait(), _FIRST_ALERTS_S)
            watching.cancel()
        await bots.wait_until_closed()
    logger.info("Boneyard has stopped")


class _Bots:
    """A sequence of bots; a new one follows a stand-by or a temporary fault."""

    def __init__(self, settings: Settings, token: str) -> None:
        self._settings = settings
        self._token = token
        self._bot: Boneyard | None = None
        self._fault: str | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Run bots until one is closed for another reason.

        :raises Exception: a permanent fault.
        """
        delay = FIRST_RETRY_S
        while True:
            bot = self._bot = Boneyard(self._settings)
            try:
                await _run_once(bot, self._token)
                if not bot.superseded or self._closing:
                    return
            except Exception as error:
                fault = _passing_fault(error, self._settings)
                if fault is None:
                    raise
                if self._closing:
                    return
                if bot.is_set_up:
                    delay = FIRST_RETRY_S
                self._bot, self._fault = None, fault
                logger.warning("%s Trying again in %d seconds.", fault, delay)
                await asyncio.sleep(delay)
                delay = min(2 * delay, LAST_RETRY_S)

    async def problems(self) -> dict[str, str]:
        """Return the problems of the running bot, or why it cannot start. A stand-by has none."""
        if self._bot is not None and self._bot.is_set_up:
            return await self._bot.problems()
        if self._fault is None or (self._bot is not None and self._bot.shards_here is not None):
            return {}
        return {"Start": self._fault.removesuffix(".")}

    def close_running(self) -> bool:
        """Close the bot in order; return False if none is set up."""
        if self._bot is None or not self._bot.is_set_up:
            return False
        self._closing.add(asyncio.get_running_loop().create_task(self._bot.close()))
        return True

    async def wait_until_closed(self) -> None:
        await asyncio.gather(*self._closing)


def _tune_garbage_collector() -> None:
    """Make garbage collections rarer and shorter.

    Imported objects stay, so they are skipped. No one gets an answer during a full collection, which takes 60 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, *gc.get_threshold()[1:])


async def _run_once(bot: Boneyard, token: str) -> None:
    """Run the bot until it is closed."""
    async with bot:
        await bot.start(token)
