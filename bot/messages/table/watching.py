"""The private answer to a spectator who asks for a hand."""

from bot.messages.parts.components import Button, ClickAddress, Kind
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.table.board import seat_buttons
from bot.tables.state import Table


def watching_message(table: Table, reader: Reader) -> Message:
    """Return who plays, with the ways to play too."""
    w = reader.words
    names, game = w.list(list(PlayerNames.at(table, w).spoken)), w(f"game.{table.stored.game}.name")
    seats = seat_buttons(table, w)
    title = f"👀 **{w('watching.title')}** {w('announcement.playing', names=names, game=game)}"
    further = w("watching.seat" if seats else "watching.no_seat")
    own = Button(ClickAddress(Kind.CHOOSE_GAME, rest=table.stored.game), w("watching.button.own_table"))
    return Message(f"{title}\n{further}", rows=((*seats, own),))
