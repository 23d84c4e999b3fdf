"""Lessons, and playing on from their last position."""

from dataclasses import replace

from bot.messages.games.lesson import READER
from bot.messages.lesson import (
    LESSONS,
    LessonPlace,
    back_button,
    lesson_message,
    lessons_message,
    parse_play,
    thread_button,
)
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.table.opening import play_on, show_opened, show_taken
from bot.tables.continuing import Beginning
from bot.tables.errors import ChannelTaken, TableError
from storage.guilds import PlayerSettings
from storage.matches import Player


def first_lesson(request: Request, game: str) -> Message:
    """Return the beginning of a game's first lesson.

    :raises TableError: if there is no such game.
    """
    lessons = LESSONS.get(game)
    if lessons is None:
        raise TableError("error.button_unknown")
    return _shown(request, LessonPlace(lessons[0]))


async def all_lessons(request: Request) -> Message:
    """Return the list of lessons with the finished ones."""
    settings = await request.services.preferences.player(request.guild_id, request.user_id)
    return lessons_message(request.reader, settings.lessons)


def _shown(request: Request, place: LessonPlace) -> Message:
    return lesson_message(place, request.reader, request.person.name, user_id=request.user_id)


@on(Kind.LEARN)
async def _begin(click: Click) -> None:
    await click.reply.whisper(first_lesson(click, click.address.rest))


@on(Kind.LESSONS)
async def _list(click: Click) -> None:
    await click.reply.renew(await all_lessons(click))


@on(Kind.LESSON_STEP)
async def _go_on(click: Click) -> None:
    """Show a step, and note a lesson that is finished."""
    place = LessonPlace.parse(click.address, click.value)
    if place.is_end:
        await _note_finished(click, place.lesson.name)
    await click.reply.renew(_shown(click, place))


async def _note_finished(click: Click, name: str) -> None:
    def change(old: PlayerSettings) -> PlayerSettings:
        return replace(old, lessons=tuple(sorted({*old.lessons, name})))

    await click.services.preferences.change_player(click.guild_id, click.user_id, change)


@on(Kind.LESSON_PLAY)
async def _play(click: Click) -> None:
    """Open a table that goes on from the lesson, here or in a thread."""
    place, in_thread = parse_play(click.address)
    match = place.position()
    beginning = Beginning.of_lesson(match, click.services.chance.seed())
    try:
        table = await play_on(click, match, beginning, READER, level=Player.CASUAL, in_thread=in_thread)
    except ChannelTaken as error:
        await show_taken(click, error, thread_button(place, click.words), back_button(place, click.words))
        return
    await show_opened(click, table)
