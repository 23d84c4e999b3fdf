"""The menu of games as commands and clicks show it: what it depends on, and the thread that a table may open in."""

import logging

import games
from bot.messages.parts.message import Message
from bot.messages.parts.text import message_link
from bot.messages.welcome import NO_WISHES, Menu, Wishes
from bot.requests.request import Request
from storage import solo as solos
from storage.errors import StorageError
from storage.league import player_records

logger = logging.getLogger(__name__)


async def show_menu(request: Request, message: Message) -> None:
    """Show the menu of games or a page of it to the person who asks, where they have it already if they do."""
    request.services.menus.record(await request.reply.show(message))


async def menu_here(
    request: Request, *, partner: int | None = None, friends: bool = False, wishes: Wishes = NO_WISHES
) -> Menu:
    """What the menu of the person who asks depends on, where they ask.

    :param partner: the user that they want to play with.
    :param friends: whether they want to play with anybody who joins.
    :param wishes: what they said that a table should begin with.
    """
    taken = await request.services.tables.in_channel(request.channel_id)
    return Menu(
        request.user_id,
        partner,
        friends,
        "" if taken is None else message_link(taken.stored.guild_id, taken.stored.channel_id, taken.stored.board_id),
        request.services.channels.can_open_thread(request.channel_id),
        await _last_game(request),
        wishes,
    )


async def _last_game(request: Request) -> str:
    """The game that the person who asks played last, here or alone; "" if there is none, or it cannot be read."""
    try:
        async with request.services.database.read() as tx:
            found = (
                await player_records.last_game(tx, request.guild_id, request.user_id),
                await solos.last_begun(tx, request.user_id),
            )
    except StorageError as error:
        logger.warning("the game that somebody played last cannot be read: %s", error)
        return ""
    game, _ = max((one for one in found if one is not None), key=lambda one: one[1], default=("", 0.0))
    return game if game in games.CATALOGUE else ""
