"""Posting a board again at the bottom of its channel because somebody asks for it."""

from bot.messages.parts.text import message_link, timestamp
from bot.posts.publisher import OFTEN_DELETED
from bot.tables.errors import TableError
from bot.tables.state import Table

from .request import Request


def repost_board(request: Request, table: Table) -> str:
    """Post a table's board at the bottom of its channel; what the person who asks for it is told.

    :raises TableError: if it was posted just now.
    """
    stored, services = table.stored, request.services
    until = services.cooldowns.until(stored.channel_id, request.user_id)
    if until is not None:
        board = message_link(stored.guild_id, stored.channel_id, stored.board_id)
        raise TableError("table.shown_lately", board=board, when=timestamp(until + 1, "R"))
    services.cooldowns.asked(stored.channel_id, request.user_id)
    times = services.publisher.repost_backoff.deletions(stored.channel_id)
    services.publisher.repost(table)
    if times < OFTEN_DELETED:
        return request.words("table.shown")
    return request.words.count("table.shown_in_vain", times)
