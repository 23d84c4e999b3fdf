"""Requests for the review of a finished match of Kent, one deal a page."""

from __future__ import annotations

from bot.coach.reviews.requests import opens_review_of
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.request import Click
from storage import matches

from .messages import kent_review_message


@opens_review_of("kent")
async def _open(click: Click, match_id: str) -> None:
    await click.reply.whisper(await _page(click, match_id, 0))


@on(Kind.KENT_REVIEW)
async def _deal(click: Click) -> None:
    await click.reply.show(await _page(click, click.match_id, click.address.number))


async def _page(click: Click, match_id: str, number: int) -> Message:
    """Return a deal; its odds take up to a second, in the thread of the replays.

    :raises TableError: unless the match is over, and one of Kent.
    """
    replays = click.services.replays
    table, course = await replays.load_course(click.guild_id, match_id, click.user_id)
    async with click.services.database.read() as tx:
        times = [entry.at for entry in await matches.log(tx, match_id)]
    return await replays.compute(click.user_id, kent_review_message, table, course, times, number, click.reader)
