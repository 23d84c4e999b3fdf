"""Requests for the review of a finished match of Kent, one deal a page."""

from __future__ import annotations

from bot.coach.clicks import CoachClick
from bot.coach.late_answers import answer_when_ready
from bot.coach.reviews.requests import opens_review_of
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.tables.errors import TableError
from games.kent import Kent
from games.kent.timeline import deals_of
from storage import matches

from .messages import kent_review_message


@opens_review_of("kent")
async def _open(click: Click, match_id: str) -> None:
    await _show(click, match_id, 0, in_new_message=True)


@on(CoachClick.KENT_REVIEW)
async def _deal(click: Click) -> None:
    await _show(click, click.match_id, click.address.number)


async def _show(click: Click, match_id: str, number: int, *, in_new_message: bool = False) -> None:
    waiting = Message(click.words("review.working"))
    await answer_when_ready(click, _page(click, match_id, number), waiting, in_new_message=in_new_message)


async def _page(click: Click, match_id: str, number: int) -> Message:
    """Return a deal; to replay hundreds of passes may take a while.

    :param number: the deal, from 0; a number beyond the last shows the last.
    :raises TableError: unless the match is over, and one of Kent.
    """
    replays = click.services.replays
    table, course = await replays.load_course(click.guild_id, match_id, click.user_id)
    match = course.match
    if not isinstance(match, Kent):
        raise TableError("error.button_unknown")
    async with click.services.database.read() as tx:
        times = [entry.at for entry in await matches.log(tx, match_id)]
    deals = await replays.compute(click.user_id, deals_of, match)
    number = min(number, len(deals) - 1)
    return await replays.compute(click.user_id, kent_review_message, table, course, times, deals, number, click.reader)
