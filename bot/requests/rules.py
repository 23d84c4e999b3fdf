"""Rules, lessons and help."""

import games
from bot.messages.help import help_message, parse_rules_page, rules_message
from bot.messages.lesson import lesson_message, parse_answer
from bot.messages.parts.components import Kind, parse_page
from bot.messages.parts.message import Message
from bot.tables.errors import TableError

from .handlers import on
from .request import Click, Request


def lesson_of(request: Request, game: str, number: int = 0, answer: int = 0) -> Message:
    """Return a step of a game's lesson.

    :raises TableError: if there is no such game.
    """
    if game not in games.CATALOGUE:
        raise TableError("error.button_unknown")
    name, user_id = request.person.name, request.user_id
    return lesson_message(game, number, request.reader, name, user_id=user_id, answer=answer)


@on(Kind.RULES)
async def _open_rules(click: Click) -> None:
    table = await click.table()
    await click.reply.whisper(rules_message(table.stored.game, 0, click.reader))


@on(Kind.RULES_PAGE)
async def _turn_rules(click: Click) -> None:
    game, page = parse_rules_page(click.address)
    await click.reply.renew(rules_message(game, page, click.reader))


@on(Kind.LEARN)
async def _begin_lesson(click: Click) -> None:
    await click.reply.whisper(lesson_of(click, click.address.rest))


@on(Kind.LESSON_STEP)
async def _go_on_with_lesson(click: Click) -> None:
    await click.reply.renew(lesson_of(click, *parse_answer(click.address)))


@on(Kind.HELP_PAGE)
async def _turn_help(click: Click) -> None:
    await click.reply.renew(help_message(click.reader, parse_page(click.address.rest)))
