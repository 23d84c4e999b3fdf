"""Lessons, as commands and clicks show them."""

import games
from bot.messages.lesson import lesson_message
from bot.messages.parts.message import Message
from bot.requests.request import Request
from bot.tables.errors import TableError


def lesson_of(request: Request, game: str, number: int = 0, answer: int = 0) -> Message:
    """A step of the lesson of a game, for the person who asks.

    :raises TableError: if there is no such game.
    """
    if game not in games.CATALOGUE:
        raise TableError("error.button_unknown")
    name, user_id = request.person.name, request.user_id
    return lesson_message(game, number, request.reader, name, user_id=user_id, answer=answer)
