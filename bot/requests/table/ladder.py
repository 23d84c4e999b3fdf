"""The ladder's page, and the start of its matches."""

from typing import Final

import games
from bot.messages.ladder import ladder_message
from bot.messages.parts.components import Kind
from bot.messages.parts.text import message_link
from bot.messages.welcome import THREAD, TableChoice, Wishes
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.requests.table.opening import open_match
from bot.requests.table.welcome import menu_here, show_begun, show_menu
from bot.tables.errors import ChannelTaken, LadderRunning, TableError
from bot.tables.ladder import Climb, climb_of
from bot.tables.time_controls import has_own_tempo
from storage import ladder

_NO_CLOCK: Final = "none"


@on(Kind.LADDER)
async def _ladder(click: Click) -> None:
    """Show the ladder of a game, or of all."""
    key = click.value or TableChoice.parse(click.address.rest).game
    await _show_ladder(click, _game(key) if key else None)


@on(Kind.LADDER_PLAY)
async def _play(click: Click) -> None:
    """Start the next match on the rung of the person who clicked.

    At the end of another person's match, and where none can start, they see their own ladder instead.
    """
    choice = TableChoice.parse(click.address.rest)
    game = _game(choice.game)
    is_own = not click.match_id or (await click.table()).stored.host_id == click.user_id
    climb = await _climb(click, game)
    level = climb.level
    if not is_own or level is None or climb.running:
        await _show_ladder(click, game)
        return
    wishes = Wishes(clock=None if has_own_tempo(game) else _NO_CLOCK, computer=level)
    try:
        table = await open_match(click, game.key, wishes, in_thread=choice.place == THREAD, ladder=True)
    except (ChannelTaken, LadderRunning):
        await _show_ladder(click, game)
        return
    await show_begun(click, table)


async def _show_ladder(click: Click, game: type[games.Match] | None) -> None:
    menu = await menu_here(click)
    running = ""
    if game is not None:
        climb = menu.climbs.get(game.key)
        table = await click.services.tables.find(climb.running) if climb is not None and climb.running else None
        if table is not None:
            stored = table.stored
            link = message_link(stored.guild_id, stored.channel_id, stored.board_id)
            running = f"<#{stored.channel_id}> [↗]({link})"
    await show_menu(click, ladder_message(click.reader, menu, game, running))


async def _climb(click: Click, game: type[games.Match]) -> Climb:
    async with click.services.database.read() as tx:
        return climb_of(await ladder.of_person(tx, click.guild_id, click.user_id, game.key))


def _game(key: str) -> type[games.Match]:
    """Return a game with a ladder.

    :raises TableError: if there is none, as in a forged address.
    """
    game = games.TABLE_GAMES.get(key)
    if game is None:
        raise TableError("error.button_unknown")
    return game
