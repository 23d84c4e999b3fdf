"""The menu of games and the greeting that opens it."""

import logging
from collections.abc import Mapping
from dataclasses import replace

import games
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.parts.text import place_link
from bot.messages.welcome import (
    FRIENDS,
    NO_WISHES,
    THREAD,
    Menu,
    TableChoice,
    Wishes,
    game_menu,
    game_page,
    opened_text,
)
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.limits import MENTIONS
from bot.requests.request import Click, Handler, Request
from bot.requests.table.hand import show_hand
from bot.requests.table.invitations import invite
from bot.requests.table.list import tables_seen
from bot.requests.table.opening import open_lobby, open_match, post_board
from bot.tables.errors import ChannelTaken, TableError
from bot.tables.ladder import Climb, climbs_of
from bot.tables.state import Table
from storage import ladder
from storage import solo as solos
from storage.errors import StorageError
from storage.league import player_records

logger = logging.getLogger(__name__)


async def show_menu(request: Request, message: Message) -> None:
    """Show the menu, or edit the person's existing one."""
    request.services.menus.record(await request.reply.show(message))


async def menu_here(
    request: Request, *, partner: int | None = None, friends: bool = False, wishes: Wishes = NO_WISHES
) -> Menu:
    """Return the menu's state for the person here.

    :param partner: the user to play with.
    :param friends: whether any users may join.
    """
    taken = await request.services.tables.in_the_way(request.channel_id)
    last, climbs, tables = await _history(request)
    return Menu(
        request.user_id,
        partner,
        friends,
        "" if taken is None else place_link(taken.stored.guild_id, taken.stored.channel_id, taken.stored.board_id),
        request.services.channels.can_open_thread(request.channel_id),
        last,
        wishes,
        climbs,
        tables,
    )


async def _history(request: Request) -> tuple[str, Mapping[str, Climb], int]:
    """Return the person's last game, here or alone, or "", their ladders, and the number of tables on the server."""
    try:
        async with request.services.database.read() as tx:
            climbs = climbs_of(await ladder.of_person(tx, request.guild_id, request.user_id))
            tables = len(await tables_seen(tx, request)) if request.guild_id else 0
            found = (
                await player_records.last_game(tx, request.guild_id, request.user_id),
                await solos.last_begun(tx, request.user_id),
            )
    except StorageError as error:
        logger.warning("the last game of a player cannot be read: %s", error)
        return "", {}, 0
    game, _ = max((one for one in found if one is not None), key=lambda one: one[1], default=("", 0.0))
    return game if game in games.CATALOGUE else "", climbs, tables


@on(Kind.WELCOME)
async def _welcome(click: Click) -> None:
    """Show the menu to the person, or return to it."""
    await show_menu(click, game_menu(click.reader, await _menu(click)))


@on(Kind.CHOOSE_GAME)
async def _choose_game(click: Click) -> None:
    """Show the page of a game."""
    game = games.CATALOGUE.get(click.value or _choice(click).game)
    if game is None:
        raise TableError("error.button_unknown")
    await show_menu(click, game_page(click.reader, await _menu(click), game))


def _unless_taken(handler: Handler) -> Handler:
    """Return a handler whose menu suggests alternatives if the channel is taken."""

    async def show_menu_if_taken(click: Click) -> None:
        try:
            await handler(click)
        except ChannelTaken:
            menu = replace(await _menu(click), wishes=_wishes(click))
            await show_menu(click, game_page(click.reader, menu, _game(click)))

    return show_menu_if_taken


@on(Kind.PLAY_COMPUTER)
@_unless_taken
async def _play_computer(click: Click) -> None:
    """Start a match against computers in place of the menu."""
    await show_begun(click, await open_match(click, _game(click).key, _wishes(click), in_thread=_in_thread(click)))


async def show_begun(click: Click, table: Table) -> None:
    """Show a match against computers in place of the menu, if the click was on one.

    The board is posted, and the hand below it. With a thread of its own, the menu becomes a link to it, which stays.
    """
    await post_board(click, table)
    table = await click.services.tables.find(table.id) or table
    if table.stored.channel_id != click.channel_id:
        await click.reply.renew(Message(opened_text(table, click.channel_id, click.words)))
        return
    if not click.reply.is_on_private:
        await show_hand(click, table, new=True)
        return
    clicked = click.reply.interaction.message
    menu = click.services.menus.take(clicked.id) if clicked is not None else None
    if menu is None:
        await click.reply.acknowledge()  # without this the menu could not be deleted after the hand is sent
    await show_hand(click, table, new=True)
    await (click.reply.dismiss() if menu is None else menu.delete())


@on(Kind.OPEN_TABLE)
@_unless_taken
async def _open_table(click: Click) -> None:
    """Open a lobby, and invite its intended partner."""
    game, partner = _game(click), _choice(click).partner
    if partner is not None:
        click.services.limits.quotas.require(MENTIONS, click.user_id)
    table = await open_lobby(click, game.key, _wishes(click), in_thread=_in_thread(click))
    await post_board(click, table)
    await click.reply.renew(Message(opened_text(table, click.channel_id, click.words)))
    if partner is None:
        return
    try:
        await invite(click, table.id, partner, "")
    except REQUEST_ERRORS as error:
        logger.warning("an invitation could not be sent: %s", error)


def _in_thread(click: Click) -> bool:
    """Return True if the table opens in its own thread."""
    return _choice(click).place == THREAD


def _wishes(click: Click) -> Wishes:
    """Return the wishes for the setup of the table."""
    return Wishes.parse(_game(click), _choice(click).wishes)


async def _menu(click: Click) -> Menu:
    """Return the state of the menu according to the address."""
    return await menu_here(click, partner=_choice(click).partner, friends=_choice(click).company == FRIENDS)


def _game(click: Click) -> type[games.Match]:
    game = games.TABLE_GAMES.get(_choice(click).game)
    if game is None:
        raise TableError("error.button_unknown")
    return game


def _choice(click: Click) -> TableChoice:
    return TableChoice.parse(click.address.rest)
