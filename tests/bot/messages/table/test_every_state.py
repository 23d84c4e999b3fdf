"""Boards, hands and menus can be made in every state of every game, also where they have the most buttons."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.messages.parts.components import MessageFormat
from bot.messages.table.board import ChannelPermissions, board_message
from bot.messages.table.hand import deal_over_message, hand_message, look_message
from bot.messages.table.menu import menu_message
from bot.messages.table.signs import pad_buttons
from bot.tables.state import Person, Table
from storage.matches import Player, Status
from storage.signs import Pact
from tests.bot.messages.parts.test_choices import SETUPS
from tests.bot.messages.tables import PEOPLE, READER, presenter
from tests.bot.tables.tabletop import a_match
from tests.needs import THOROUGH, some_of

_STRIDE = 5 if THOROUGH else 3
"""Messages are made at every so many plies."""

PERSONS = [Person(10 + number, name, moderator=not number) for number, name in enumerate(PEOPLE)]


@pytest.mark.parametrize(("game", "seats", "options"), some_of(SETUPS, 24, share=3), ids=str)
def test_no_message_of_a_match_holds_more_than_discord_takes(game: str, seats: int, options: dict[str, object]) -> None:
    """Too many components fail; the last seat is a computer's."""
    rng = Random(f"{game} {seats} {options}")
    persons = PERSONS[: max(1, seats - 1)]
    table = a_match(*persons, *[Player.REGULAR] * (seats - len(persons)), game=game, options=options)
    match = table.match
    assert match is not None
    if match.info.signs:
        table = replace(table, pacts=tuple(Pact(pair, "wink", open=False) for pair in range(table.pairs)))
    for ply in range(60 if THOROUGH else 12):
        for state in states(table) if ply % _STRIDE == 0 else ():
            make_all(state, persons)
        if match.outcome is not None:
            break
        seat = match.to_move()
        seat = match.actors()[0] if seat is None else seat
        match.play(seat, rng.choice(match.sensible_moves(seat) or match.moves(seat)))


def states(table: Table) -> Iterator[Table]:
    for status in (Status.PLAYING, Status.PAUSED):
        yield replace(table, stored=replace(table.stored, status=status))
    yield replace(table, pacts=tuple(replace(pact, open=True) for pact in table.pacts))


def make_all(table: Table, persons: list[Person]) -> None:
    board_message(table, READER, ChannelPermissions())
    view = table.view(None)
    assert view is not None
    for look in presenter(table).review_buttons(view):
        look_message(table, look.key, READER)
    for person in persons:
        menu_message(table, person, READER, is_umpire=False)
        deal_over_message(table, person.user_id, READER)
        for in_format in MessageFormat:
            for opens in (False, True):
                hand_message(table, person.user_id, READER, opens=opens, in_format=in_format)
        seat = table.seat_of(person.user_id)
        if table.pacts and seat is not None:
            pad_buttons(table, seat, READER)
