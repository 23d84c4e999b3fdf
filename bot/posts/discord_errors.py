"""Errors of requests to Discord: refused, or of unknown outcome."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

T = TypeVar("T")

_CONNECTION_ERRORS: Final = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""The connection broke, or took too long; discord.py repeats few of these. Other errors of the system are ours."""

REQUEST_ERRORS: Final = (discord.HTTPException, discord.RateLimited, *_CONNECTION_ERRORS)
"""Everything that a request to Discord raises."""

UNKNOWN_MESSAGE: Final = 10008
TOO_OLD_TO_EDIT: Final = 30046
THREAD_SHUT: Final = 50083
"""The thread is archived or locked: a new message opens it again if it is only archived, an edit never does."""
BLOCKED_BY_AUTOMOD: Final = 200000
UNEDITABLE: Final = (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, THREAD_SHUT)
"""No edit will succeed, but a new message may."""
ALREADY_ANSWERED: Final = 40060
CANNOT_SEND_TO_USER: Final = (50007, 50278)

_UNKNOWN_CHANNEL: Final = 10003
_UNKNOWN_WEBHOOK: Final = 10015
_UNKNOWN_INTERACTION: Final = 10062
_MISSING_ACCESS: Final = 50001
_MISSING_PERMISSIONS: Final = 50013
_EXPIRED_TOKEN: Final = 50027

_TOO_MANY_REQUESTS: Final = 429
_INTERNAL_SERVER_ERROR: Final = 500

MAX_RATE_LIMIT_S: Final = 30.0
"""The longest wait within a request that Discord asks for; for more, `discord.RateLimited` is raised."""

_RETRY_DELAY_S: Final = 0.2
"""The delay before a request is repeated that may not have arrived."""


def code_of(error: Exception) -> int:
    """Return Discord's JSON error code, or 0."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_expired(error: Exception) -> bool:
    """Return True if the interaction, token or message is gone."""
    return code_of(error) in (_EXPIRED_TOKEN, _UNKNOWN_WEBHOOK, _UNKNOWN_INTERACTION, UNKNOWN_MESSAGE)


def is_dismissed(error: Exception) -> bool:
    """Return True if the message was deleted; its token may live."""
    return code_of(error) == UNKNOWN_MESSAGE


def is_gone(error: Exception) -> bool:
    """Return True if the channel no longer exists."""
    return code_of(error) == _UNKNOWN_CHANNEL


def is_forbidden(error: Exception) -> bool:
    """Return True if people of the server forbid it; retrying is useless until they change that."""
    return code_of(error) in (_MISSING_ACCESS, _MISSING_PERMISSIONS, THREAD_SHUT, BLOCKED_BY_AUTOMOD)


def may_succeed_later(error: Exception) -> bool:
    """Return True if the same request may succeed later."""
    if isinstance(error, discord.HTTPException):
        return error.status == _TOO_MANY_REQUESTS or error.status >= _INTERNAL_SERVER_ERROR
    return isinstance(error, (discord.RateLimited, *_CONNECTION_ERRORS))


def is_rate_limited(client: discord.Client) -> bool:
    """Return True at Discord's global limit, when discord.py delays silently."""
    over = getattr(client.http, "_global_over", None)
    return isinstance(over, asyncio.Event) and not over.is_set()


async def in_time(request: Awaitable[T]) -> T:
    """Make a request by a token, in which discord.py would sleep as long as Discord asks for.

    :raises discord.RateLimited: if it takes too long.
    """
    try:
        async with asyncio.timeout(MAX_RATE_LIMIT_S) as limit:
            return await request
    except TimeoutError:
        if limit.expired():
            raise discord.RateLimited(MAX_RATE_LIMIT_S) from None
        raise


async def retry_once(ask: Callable[[], Awaitable[T]]) -> T:
    """Make a harmlessly repeatable request; retry once after connection failures.

    :raises discord.HTTPException: if it was refused; or `discord.RateLimited`.
    :raises ConnectionError: if the connection failed twice; or `TimeoutError`, or `aiohttp.ClientError`.
    """
    try:
        return await in_time(ask())
    except _CONNECTION_ERRORS:
        await asyncio.sleep(_RETRY_DELAY_S)
    return await in_time(ask())
