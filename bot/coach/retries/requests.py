"""Requests to try a decision of a reviewed match again, and to play on from it."""

from __future__ import annotations

from typing import NamedTuple

from bot.coach.clicks import CoachClick
from bot.coach.late_answers import answer_when_ready
from bot.coach.reviews.reviewing import Reviews
from bot.messages.errors import refusal_text, table_error_text
from bot.messages.parts.addresses import IN_THREAD
from bot.messages.parts.choices import asked_key
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.limits import RETRIES
from bot.requests.request import Click
from bot.requests.table.opening import play_on, show_opened, show_taken
from bot.tables.continuing import Beginning
from bot.tables.errors import ChannelTaken, TableError
from games import Move
from games.computers.decisions import are_judged
from games.computers.judging import Judgement

from .judging import try_move
from .messages import Retry, answer_message, back_button, play_on_button, question_message


class _Found(NamedTuple):
    """A decision with its judgement.

    :ivar log: the moves of the match before it.
    """

    retry: Retry
    judgement: Judgement
    log: tuple[tuple[int, str], ...]


async def _find(click: Click) -> _Found:
    """Return the decision of an address.

    :raises TableError: if the match is not over here, its review is not made, or there is no such decision.
    """
    table, course = await click.services.replays.load_course(click.guild_id, click.match_id, click.user_id)
    ply = click.address.number
    if not are_judged(course.match):
        raise TableError("review.none")
    if ply >= len(course.log):
        raise TableError("error.button_unknown")
    seat = course.log[ply][0]
    review = await click.services.of(Reviews).find(table, course.match, seat)
    if review is None:
        raise TableError("retry.no_review")
    judgement = next((one for one in review.judgements if one.ply == ply), None)
    if judgement is None:
        raise TableError("error.button_unknown")
    moments = [one.ply for one in review.summary.moments]
    moment = moments.index(ply) if ply in moments else 0
    return _Found(Retry(table, course.match_before(ply), seat, ply, moment), judgement, course.log[:ply])


@on(CoachClick.RETRY)
async def _open(click: Click) -> None:
    """Show the decision as it was."""
    await _show_question(click, (await _find(click)).retry)


@on(CoachClick.RETRY_ASK)
async def _ask(click: Click) -> None:
    """Show a question before a move, or another page of choices."""
    await _show_question(click, (await _find(click)).retry, asked=click.address.rest)


@on(CoachClick.RETRY_MOVE)
async def _try(click: Click) -> None:
    """Judge the chosen move."""
    retry, judgement, _ = await _find(click)
    asked = asked_key(click.value)
    if asked is not None:
        await _show_question(click, retry, asked=asked)
        return
    text = click.value or click.address.rest
    refusal = retry.match.refusal(retry.seat, text)
    if refusal is not None:
        await _show_question(click, retry, note=refusal_text(refusal, click.reader))
        return
    if Move.parse(text) in retry.match.offences(retry.seat):
        raise TableError("error.button_unknown")
    quotas = click.services.limits.quotas
    quotas.require(RETRIES, click.user_id)
    quotas.record(RETRIES, click.user_id)
    waiting = Message(click.words("retry.working"))
    question = question_message(retry, click.reader, click.reply.shown_format)
    await answer_when_ready(click, _verdict(click, retry, judgement, text), waiting, failed=question)


async def _verdict(click: Click, retry: Retry, judgement: Judgement, text: str) -> Message:
    """Return the verdict on a move; the question again if there is none."""
    in_format = click.reply.shown_format
    tried = await click.services.of(Reviews).judge_now(
        try_move, retry.match, retry.seat, text, click.match_id, judgement
    )
    if tried is not None:
        return answer_message(retry, tried, click.reader, in_format)
    note = table_error_text(TableError("retry.unjudged"), click.reader)
    return question_message(retry, click.reader, in_format, note=note)


async def _show_question(click: Click, retry: Retry, *, asked: str = "", note: str = "") -> None:
    await click.reply.show(question_message(retry, click.reader, click.reply.shown_format, asked=asked, note=note))


@on(CoachClick.PLAY_FROM)
async def _play_on(click: Click) -> None:
    """Open a table that goes on from the decision, here or in a thread."""
    found = await _find(click)
    retry, in_thread = found.retry, click.address.rest == IN_THREAD
    try:
        beginning = Beginning.of_match(retry.table, found.log)
        table = await play_on(click, retry.match, beginning, retry.seat, in_thread=in_thread)
    except ChannelTaken as error:
        thread, back = play_on_button(retry, click.words, IN_THREAD), back_button(retry, click.words)
        await show_taken(click, error, thread, back)
        return
    await show_opened(click, table)
