"""A table of Nos at which Ada, Borys and Celina sit, for tests of messages."""

import games
from bot.tables.state import Table
from storage.matches import Player, Status, StoredMatch, StoredSeat


def nos_table(match: games.Match | None = None) -> Table:
    """The running table; its users are 10, 11 and 12."""
    stored = StoredMatch(
        id="m",
        guild_id=1,
        channel_id=2,
        host_id=10,
        game="nos",
        options={},
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
    seats = tuple(
        StoredSeat(seat=seat, user_id=10 + seat, player=Player.PERSON, name=name, late=0, away=False)
        for seat, name in enumerate(("Ada", "Borys", "Celina"))
    )
    return Table(stored, seats, match)
