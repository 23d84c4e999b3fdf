"""Errors of Discord: what each lets the bot try again, and what a person is told."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.locales import words
from bot.messages.parts.reader import Reader
from bot.posts import discord_errors
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, in_time, is_forbidden, may_succeed_later, retry_once
from bot.requests.request import error_answer

NOW = 1_800_000_000.0


def refusal(status: int, code: int) -> discord.HTTPException:
    response = cast("Any", SimpleNamespace(status=status, reason="refused", headers={}))
    return discord.HTTPException(response, {"code": code, "message": "refused"})


@pytest.mark.parametrize(
    ("error", "forbidden", "later", "text"),
    [
        (refusal(403, 50013), True, False, "I lack permissions here"),
        (refusal(400, 50083), True, False, "This thread is archived or locked"),
        (refusal(400, 200000), True, False, "AutoMod blocked my message"),
        (refusal(400, 99999), False, False, "Something went wrong on my side"),
        (refusal(404, 10003), False, False, "no longer exists"),
        (refusal(429, 0), False, True, "The connection to Discord broke"),
        (refusal(502, 0), False, True, "The connection to Discord broke"),
        (discord.RateLimited(1200), False, True, "Try again <t:1800001200:R>"),
        (ConnectionResetError(), False, True, "The connection to Discord broke"),
    ],
    ids=repr,
)
async def test_a_refusal_is_told_in_a_sentence_and_logged_in_a_line(
    error: Exception, forbidden: bool, later: bool, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert isinstance(error, REQUEST_ERRORS)
    assert (is_forbidden(error), may_succeed_later(error)) == (forbidden, later)
    services = cast("CoreServices", SimpleNamespace(now=lambda: NOW))
    assert text in await error_answer(services, Reader(words("en")), error)
    assert [record for record in caplog.records if record.exc_info] == []
    assert len(caplog.records) <= 1


async def test_a_request_by_a_token_does_not_sleep_through_a_long_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_errors, "MAX_RATE_LIMIT_S", 0)
    asked = list[str]()

    async def sleep_through() -> None:
        asked.append("edit")
        await asyncio.get_running_loop().create_future()

    for request in (in_time(sleep_through()), retry_once(sleep_through)):
        with pytest.raises(discord.RateLimited):
            await request
    assert len(asked) == 2, "it is not repeated"


async def test_a_broken_connection_is_not_taken_for_a_limit() -> None:
    async def break_off() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        await in_time(break_off())
