"""Answers that may take a while: a message says so, and the result replaces it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Final

from bot.messages.errors import table_error_text
from bot.messages.parts.message import Message
from bot.requests.request import Request
from bot.tables.errors import TableError

_PATIENCE_S: Final = 1.0
"""Seconds after which the person is told that it takes a while."""


async def answer_when_ready(
    request: Request,
    work: Awaitable[Message],
    waiting: Message,
    *,
    failed: Message | None = None,
    in_new_message: bool = False,
) -> None:
    """Show a message as soon as it is ready, and another one until then.

    :param failed: takes the place of `waiting` after any error, which is raised; None: a text about the error.
    :raises TableError: if the work raises it soon; later it is shown in the message, unless `failed` is.
    """
    show = request.reply.whisper if in_new_message else request.reply.show
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=_PATIENCE_S)
    if task.done():
        await show(await task)
        return
    answer = await show(waiting)
    try:
        message = await task
    except BaseException as error:
        if isinstance(error, TableError) and failed is None:
            await answer.finish(Message(table_error_text(error, request.reader)))
            return
        await answer.finish(failed or Message(request.words("review.stopped")))
        raise
    await answer.finish(message)
