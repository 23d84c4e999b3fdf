"""Requests for the review of a solitaire that is over, by its owner only."""

from __future__ import annotations

from bot.coach.clicks import CoachClick
from bot.coach.late_answers import answer_when_ready
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.solo.board import SoloNotes, resume_question
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.requests.solo.solitaires import find_finished, show_solo
from bot.tables.solo import steps
from bot.tables.solo.state import Solo

from .messages import moves_to, searching_message, solo_review_message


@on(Kind.SOLO_REVIEW)
async def _open(click: Click) -> None:
    """Show the review in a new private message."""
    await _show(click, await find_finished(click), in_new_message=True)


@on(CoachClick.SOLO_REVIEW_STEP)
async def _step(click: Click) -> None:
    await _show(click, await find_finished(click))


@on(CoachClick.SOLO_REVIEW_STOP)
async def _stop(click: Click) -> None:
    click.services.solo.solving.call_off(click.user_id)
    await click.reply.acknowledge()


@on(CoachClick.SOLO_PLAY_ON)
async def _play_on(click: Click) -> None:
    """Begin a solitaire that does not count, from the position shown."""
    solo = await find_finished(click)
    review = await click.services.solo.solving.review(solo)
    if review is None or click.address.number >= len(review.solution):
        await _show(click, solo)
        return
    live, game = click.services.solo.live, solo.stored.game
    for other in await live.open_of(click.user_id):
        if (other.game, other.day) == (game, "") and other.revision:
            await click.reply.show(resume_question(await live.find(other.id), click.reader))
            return
    moves = moves_to(solo, review, click.address.number)
    begun = await live.begin(click.person, guild_id=click.guild_id, game=game, seed=solo.stored.seed)
    begun = await live.apply(begun.id, steps.play_on, click.person, moves)
    await show_solo(click, begun, SoloNotes(f"-# {click.words('review.solo.goes_on')}"))


async def _show(click: Click, solo: Solo, *, in_new_message: bool = False) -> None:
    """Show a step of the review."""
    page, waiting = _page(click, solo), searching_message(solo, click.words)
    await answer_when_ready(click, page, waiting, in_new_message=in_new_message)


async def _page(click: Click, solo: Solo) -> Message:
    review = await click.services.solo.solving.review(solo)
    if review is None:
        return Message(click.words("review.stopped"))
    return solo_review_message(solo, review, click.address.number, click.reader)
