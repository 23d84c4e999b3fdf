"""Requests for the review of a finished match."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.coach.clicks import CoachClick
from bot.coach.reviews.reviewing import Reviews
from bot.messages.errors import table_error_text
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.replay.course import MatchCourse
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.tables.errors import TableError
from bot.tables.state import Table
from games.computers.decisions import are_judged

from .messages import progress_message, review_message

logger = logging.getLogger(__name__)

_MAX_DIGITS: Final = 2

_Opener = Callable[[Click, str], Awaitable[None]]

_OPENERS: Final[dict[str, _Opener]] = {}
"""Open the reviews of games whose decisions are not judged; for each game a function of the click and the match."""


def opens_review_of(game: str) -> Callable[[_Opener], _Opener]:
    """Register the function that opens the reviews of a game."""

    def register(opener: _Opener) -> _Opener:
        _OPENERS[game] = opener
        return opener

    return register


@on(Kind.OPEN_REVIEW)
async def _open(click: Click) -> None:
    """Show the review of the reader's seat, in a new message."""
    match_id = click.value or click.match_id
    table, _ = await click.services.replays.load_course(click.guild_id, match_id, click.user_id)
    opener = _OPENERS.get(table.stored.game)
    if opener is not None:
        await opener(click, match_id)
        return
    await _show(click, match_id, None, 0, in_new_message=True)


@on(CoachClick.REVIEW)
async def _moment(click: Click) -> None:
    await _show(click, click.match_id, parse_number(click.address.rest, _MAX_DIGITS), click.address.number)


@on(CoachClick.REVIEW_OF)
async def _seat(click: Click) -> None:
    await _show(click, click.match_id, parse_number(click.value, _MAX_DIGITS), 0)


async def _show(click: Click, match_id: str, seat: int | None, number: int, *, in_new_message: bool = False) -> None:
    """Show a moment of a review; judge the decisions first if that has not been done."""
    table, course = await click.services.replays.load_course(click.guild_id, match_id, click.user_id)
    seat = _require_seat(table, course, seat, click.user_id)
    own = table.seats[seat].user_id == click.user_id
    reviews = click.services.of(Reviews)
    found = await reviews.find(table, course.match, seat)
    if found is not None:
        message = review_message(table, course, found, number, click.reader, own=own)
        await (click.reply.whisper(message) if in_new_message else click.reply.show(message))
        return
    waiting = progress_message(0, 0, click.words)
    answer = await (click.reply.whisper(waiting) if in_new_message else click.reply.show(waiting))

    async def progress(done: int, total: int) -> None:
        try:
            await answer.edit(progress_message(done, total, click.words))
        except REQUEST_ERRORS as error:  # it may have been dismissed; the result follows in a new message
            logger.info("the progress of a review could not be shown: %s", error)

    try:
        found = await reviews.make(table, course.match, seat, click.user_id, progress)
    except TableError as error:
        await answer.finish(Message(table_error_text(error, click.reader)))
        return
    except BaseException:
        await answer.finish(Message(click.words("review.stopped")))
        raise
    await answer.finish(review_message(table, course, found, number, click.reader, own=own))


def _require_seat(table: Table, course: MatchCourse, seat: int | None, user_id: int) -> int:
    """Return the seat to review: the requested one, the reader's own, or the first of a person.

    :raises TableError: if there is no such seat, or the game has no reviews.
    """
    if not are_judged(course.match):
        raise TableError("review.none")
    if seat is None:
        own = table.seat_of(user_id)
        people = [one.seat for one in table.seats if one.user_id is not None]
        seat = own.seat if own is not None else next(iter(people), 0)
    if seat >= course.match.seats:
        raise TableError("error.button_unknown")
    return seat
