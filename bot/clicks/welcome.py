"""The buttons of the greeting and of the menu of games."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

import games
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.welcome import game_menu, invitation_message
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.opening import open_lobby, start_match
from bot.requests.request import Click, Handler
from bot.tables.errors import TableError
from bot.tables.state import Table

from .hand import show_hand

__all__ = ["HANDLERS"]

logger = logging.getLogger(__name__)


async def _welcome(click: Click) -> None:
    """Show the menu of games to the person who pressed Play."""
    await click.reply.whisper(game_menu(click.reader))


async def _choose_game(click: Click) -> None:
    """Look at another game."""
    await click.reply.renew(game_menu(click.reader, click.value, _partner(click)))


async def _play_computer(click: Click) -> None:
    """Begin a match against computers at once: the board is posted, and below it the hand."""
    game = _game(click)
    others = min(game.seat_counts) - 1
    table = await open_lobby(click, game.key, computers=others)
    table = await start_match(click, table.id)
    await _post(click, table)
    await show_hand(click, await click.services.tables.find(table.id) or table, new=True)


async def _open_table(click: Click) -> None:
    """Open a lobby, and call the person that it is meant for."""
    game, partner = _game(click), _partner(click)
    table = await open_lobby(click, game.key)
    await _post(click, table)
    await click.reply.renew(Message(click.words("welcome.opened", game=click.words(f"game.{game.key}.name"))))
    if partner is None:
        return
    words = click.services.preferences.table_reader(table).words
    try:
        await click.services.channels.send(
            click.channel_id, invitation_message(click.person.name, partner, game.key, words)
        )
    except REQUEST_ERRORS as error:
        logger.warning("somebody could not be asked to play: %s", error)


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.WELCOME: _welcome,
    Kind.CHOOSE_GAME: _choose_game,
    Kind.PLAY_COMPUTER: _play_computer,
    Kind.OPEN_TABLE: _open_table,
}


async def _post(click: Click, table: Table) -> None:
    """Post the board of a new table, so that whatever is said of it comes below."""
    channels = click.services.channels
    await click.services.publisher.post_with(table, lambda message: channels.send(click.channel_id, message))


def _game(click: Click) -> type[games.Match]:
    game = games.TABLE_GAMES.get(click.address.rest.partition("/")[0])
    if game is None:
        raise TableError("error.button_unknown")
    return game


def _partner(click: Click) -> int | None:
    text = click.address.rest.partition("/")[2]
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else None
