"""Running tables for tests of messages, without Discord."""

import games
from bot.locales import words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.reader import Reader
from bot.tables.state import Table
from storage.matches import Player, Status, StoredMatch, StoredSeat

PEOPLE = ("Ada", "Borys", "Celina", "Dmitri", "Ewa", "Feliks")
READER = Reader(words("en"))


def table_of(match: games.Match) -> Table:
    """Return a running table of users 10, 11, 12 ..."""
    return table(match.key, match.seats, match)


def nos_table() -> Table:
    """Return a plain table of Nos for three."""
    return table("nos", 3)


def table(game: str, seats: int, match: games.Match | None = None) -> Table:
    stored = StoredMatch(
        id="m",
        guild_id=1,
        channel_id=2,
        host_id=10,
        game=game,
        options=dict(match.options) if match else {},
        status=Status.PLAYING,
        seed="s",
        revision=0,
        clock="none",
        deadline=None,
        warned=False,
        created_at=0,
        started_at=0,
        ended_at=None,
        board_id=None,
        board_at=None,
        locale="en",
        rematch_of=None,
    )
    taken = tuple(
        StoredSeat(seat=seat, user_id=10 + seat, player=Player.PERSON, name=PEOPLE[seat], late=0, away=False)
        for seat in range(seats)
    )
    return Table(stored, taken, match)


def presenter(table: Table) -> Presenter:  # type: ignore[type-arg]  # of any game
    """Return the English presenter of a table's game."""
    return presenter_at(table, READER)
