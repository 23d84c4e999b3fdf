"""The buttons for stored personal data: getting it as a file, and deleting it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.messages.parts.components import Kind
from bot.messages.privacy import confirm_erasure, erased_message, personal_data_file
from bot.requests.personal_data import forget_person, personal_data
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _file(click: Click) -> None:
    kept = await personal_data(click)
    # Many thousands of rows take a while to write.
    await click.reply.whisper(await asyncio.to_thread(personal_data_file, click.user_id, kept, click.reader))


async def _ask(click: Click) -> None:
    await click.reply.show(confirm_erasure(click.reader))


async def _forget(click: Click) -> None:
    await forget_person(click)
    await click.reply.renew(erased_message(click.reader))


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.PRIVACY_FILE: _file,
    Kind.PRIVACY_ASK: _ask,
    Kind.PRIVACY_FORGET: _forget,
}
