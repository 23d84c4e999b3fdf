"""The private answer to a spectator who asks for a hand."""

from bot.messages.parts.components import Button, ClickAddress, Kind, Style
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.table.board import seat_buttons
from bot.tables.staffing import seat_to_take_back
from bot.tables.state import Table


def watching_message(table: Table, user_id: int, reader: Reader) -> Message:
    """Return who plays, with the ways to play too: an entrant can have their seat back."""
    w = reader.words
    names, game = w.list(list(PlayerNames.at(table, w).spoken)), w(f"game.{table.stored.game}.name")
    back = Button(ClickAddress(Kind.RETURN, table.id, table.revision), w("hand.button.return"), Style.GO)
    free = seat_buttons(table, w)
    seats = free if seat_to_take_back(table, user_id) is None else (back,)
    title = f"👀 **{w('watching.title')}** {w('announcement.playing', names=names, game=game)}"
    further = w("watching.seat" if free else "watching.no_seat")
    own = Button(ClickAddress(Kind.CHOOSE_GAME, rest=table.stored.game), w("watching.button.own_table"))
    return Message(f"{title}\n{further}", rows=((*seats, own),))
