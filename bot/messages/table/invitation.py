"""Messages that lead to a table from elsewhere: cards of threads and invitations."""

from typing import Final

from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Style
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, place_link
from bot.messages.table.lobby import options_text
from bot.tables.state import Table
from bot.tables.time_controls import has_own_tempo
from storage.matches import Status


def opening_text(host: str, game: str, w: Words) -> str:
    """Return the first text of the card from which a thread is started, before its table is open."""
    return w("announcement.opening", name=bold(host), game=w(f"game.{game}.name"))


def thread_card(table: Table, reader: Reader) -> Message:
    """Return the card of a table in a thread, as the table is now: the message from which the thread was started."""
    w = reader.words
    if not table.is_known:
        return Message(place_of(table))
    names, game = w.list(list(PlayerNames.at(table, w).spoken)), w(f"game.{table.game.key}.name")
    if table.status is Status.LOBBY and free_seats(table):
        return Message(f"{_looking(table, w)}\n{_settings(table, w)}", rows=_join(table, w))
    state = "full" if table.status is Status.LOBBY else "playing" if table.status.is_live else table.status.value
    return Message(f"{w(f'announcement.{state}', game=game, names=names)} {place_of(table)}")


def role_call(table: Table, role_id: int, reader: Reader) -> Message:
    """Return the call for players, mentioning the role."""
    text = f"<@&{role_id}>: {_looking(table, reader.words)}\n{_settings(table, reader.words)}"
    return Message(text, role_mentions=(role_id,), rows=_join(table, reader.words))


def invitation(table: Table, host: str, user_id: int, reader: Reader) -> Message:
    """Return the invitation of one person, whom it mentions.

    :param host: the name of the person who invites.
    """
    w = reader.words
    text = w("invitation.text", person=f"<@{user_id}>", name=bold(host), game=w(f"game.{table.game.key}.name"))
    rows = _join(table, w, str(user_id))
    return Message(f"{text} {place_of(table)}\n{_settings(table, w)}", rows=rows, mentions=(user_id,))


def rematch_call(table: Table, host: str, host_id: int, reader: Reader) -> Message:
    """Return the call of the players of a match to its rematch in another channel.

    :param host: the name of the person who asks for it.
    """
    others = tuple(seat.user_id for seat in table.persons if seat.user_id not in (None, host_id))
    people = reader.words.list([f"<@{user_id}>" for user_id in others])
    return Message(reader.words("invitation.rematch", people=people, name=bold(host)), mentions=others)


def place_of(table: Table) -> str:
    """Return a link to the table."""
    return place_link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)


def _looking(table: Table, w: Words) -> str:
    free, game = w.count("lobby.free_seats", free_seats(table)), w(f"game.{table.game.key}.name")
    return f"{w('lobby.call', name=bold(table.host_name), game=game, free=free)} {place_of(table)}"


def free_seats(table: Table) -> int:
    """Return the number of people who can still join."""
    return max(0, max(table.game.seat_counts) - len(table.seats))


def _settings(table: Table, w: Words) -> str:
    """Return the options and the clock in one line."""
    clock = [] if has_own_tempo(table.game) else [f"{w('clock.name')}: {w(f'clock.{table.stored.clock}')}"]
    return f"-# {' · '.join((*options_text(table, w).splitlines(), *clock))}"


def _join(table: Table, w: Words, rest: str = "") -> tuple[Row, ...]:
    """Return the button that takes a seat from elsewhere.

    :param rest: the invited person; "" for all.
    """
    return ((Button(ClickAddress(Kind.JOIN_INVITED, table.id, 0, rest), w("lobby.button.join"), Style.GO),),)


COMPLETES: Final = {"announcement.{}": ("full", "playing", "over", "cancelled")}
