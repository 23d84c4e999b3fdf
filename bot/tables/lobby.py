"""The lobby: who sits where, computers, options, and the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import games
from games import SetupError
from games.core.options import chosen
from storage.matches import Player, Status, StoredMatch, StoredSeat

from . import play
from .clock import CLOCKS, LOBBY_TIME
from .errors import TableError
from .state import Note, Person, Step, Table

__all__ = [
    "add_computer",
    "cancel",
    "choose_level",
    "configure",
    "expire",
    "fill_seats",
    "join",
    "leave",
    "new",
    "obstacle",
    "opened",
    "remove",
    "seats_for_rematch",
    "start",
]


def opened(
    host: Person,
    match_id: str,
    now: float,
    *,
    guild_id: int,
    channel_id: int,
    game: str,
    options: Mapping[str, object],
    clock: str,
    locale: str,
    seats: tuple[StoredSeat, ...] = (),
    rematch_of: str | None = None,
) -> Table:
    """A lobby of this host, who has the first seat unless `seats` are given.

    :raises SetupError: for an unknown game or clock, or an option that the game does not allow.
    """
    if game not in games.TABLE_GAMES:
        raise SetupError("game", game, ", ".join(games.TABLE_GAMES))
    first = StoredSeat(seat=0, user_id=host.user_id, player=Player.PERSON, name=host.name, late=0, away=False)
    stored = StoredMatch(
        id=match_id,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.user_id,
        game=game,
        options={},
        status=Status.LOBBY,
        seed=None,
        revision=0,
        clock=clock,
        deadline=None,
        warned=False,
        created_at=now,
        started_at=None,
        ended_at=None,
        board_id=None,
        board_at=None,
        locale=locale,
        rematch_of=rematch_of,
    )
    return configure(new(stored, seats or (first,), now), host, now, options=options, clock=clock).table


def new(stored: StoredMatch, seats: tuple[StoredSeat, ...], now: float) -> Table:
    """A lobby that has just been opened."""
    return Table(replace(stored, deadline=now + LOBBY_TIME), seats)


def join(table: Table, person: Person, now: float) -> Step:
    """The person takes the next free seat."""
    _needs_lobby(table)
    if table.seat_of(person.user_id):
        raise TableError("lobby.refusal.already_sitting")
    return _add(table, person.user_id, Player.PERSON, person.name, now)


def add_computer(table: Table, person: Person, level: Player | None, now: float) -> Step:
    """A computer player takes the next free seat.

    :param level: how well it plays; None: as was chosen last.
    """
    _needs_host(table, person)
    return _add(table, None, level or table.computer_level, "", now)


def fill_seats(table: Table, person: Person, now: float) -> Step:
    """Computers take as many seats as are lacking to the next number of players that the game is played by."""
    _needs_host(table, person)
    present = len(table.seats)
    wanted = next((count for count in sorted(table.game.seat_counts) if count > present), None)
    if wanted is None:
        raise TableError("lobby.refusal.full")
    for _ in range(wanted - present):
        table = _add(table, None, table.computer_level, "", now).table
    return Step(table)


def choose_level(table: Table, person: Person, level: Player, now: float) -> Step:
    """The host chooses how well computers play that are added from now on."""
    _needs_host(table, person)
    return Step(_touched(replace(table, computer_level=level), now))


def leave(table: Table, person: Person, now: float) -> Step:
    """The person gives his seat up; the last one to leave closes the lobby, and a host is followed by the next."""
    _needs_lobby(table)
    seat = table.seat_needed(person, "lobby.refusal.not_sitting")
    return _without(table, seat, now)


def remove(table: Table, person: Person, number: int, now: float) -> Step:
    """The host sends the player in the seat `number` away."""
    _needs_host(table, person)
    if not 0 <= number < len(table.seats):
        raise TableError("lobby.refusal.nobody_to_remove")
    return _without(table, table.seats[number], now)


def configure(
    table: Table, person: Person, now: float, *, options: Mapping[str, object] | None = None, clock: str | None = None
) -> Step:
    """The host changes options of the game or the clock.

    :raises SetupError: for a value that the game does not allow.
    """
    _needs_host(table, person)
    wanted = {**table.stored.options, **(options or {})}
    values = chosen(table.game.option_list, wanted, max(table.game.seat_counts))
    if clock is not None and clock not in CLOCKS:
        raise SetupError("clock", clock, ", ".join(CLOCKS))
    return Step(_touched(table.with_stored(options=dict(values), clock=clock or table.stored.clock), now))


def obstacle(table: Table) -> TableError | None:
    """Why the match cannot start yet; None if it can."""
    counts, present = table.game.seat_counts, len(table.seats)
    if not table.persons:
        return TableError("lobby.refusal.no_person")
    if present < min(counts):
        return TableError("lobby.refusal.too_few", count=min(counts) - present)
    if present > max(counts):
        return TableError("lobby.refusal.too_many", count=present - max(counts))
    if present not in counts:
        allowed = ", ".join(map(str, counts))
        return TableError("lobby.refusal.wrong_number", allowed=allowed, present=present)
    return None


def start(table: Table, person: Person, seed: str, now: float) -> Step:
    """The host begins the match.

    :raises SetupError: if the options do not suit the number of players.
    """
    _needs_host(table, person)
    reason = obstacle(table)
    if reason:
        raise reason
    match = games.new_match(table.stored.game, seats=len(table.seats), options=table.stored.options, seed=seed)
    begun = table.with_stored(status=Status.PLAYING, seed=seed, started_at=now, options=dict(match.options))
    return play.begin(replace(begun, match=match), now)


def cancel(table: Table, person: Person, now: float) -> Step:
    """The host, or a moderator, closes the lobby."""
    _needs_lobby(table)
    table.host_needed(person)
    return _closed(table.noted(Note("lobby.cancelled", {"name": person.name})), now)


def expire(table: Table, now: float) -> Step:
    """The lobby closes because nothing has happened in it for long; not if something has happened just now."""
    _needs_lobby(table)
    if table.stored.deadline is None or table.stored.deadline > now:
        return Step(table)
    return _closed(table.noted(Note("lobby.expired")), now)


def seats_for_rematch(table: Table) -> tuple[StoredSeat, ...]:
    """The players of a match where they will sit in the next one.

    Where the game's option for it is on, everybody gets another partner. The seats are read as a circle in which
    partners are mirrored, all but one move on by a place, and so within one match less than there are players
    everybody has sat with everybody (the circle method of round robins).
    """
    players = list(table.seats)
    rotation = table.game.rotation_option
    if rotation is not None and table.stored.options.get(rotation) is True:
        pairs = len(players) // 2
        circle = [*players[:pairs], *reversed(players[pairs:])]
        circle = [circle[0], circle[-1], *circle[1:-1]]
        players = [*circle[:pairs], *reversed(circle[pairs:])]
    return tuple(replace(player, seat=number, late=0, away=False) for number, player in enumerate(players))


def _needs_lobby(table: Table) -> None:
    if table.status in (Status.PLAYING, Status.PAUSED):
        raise TableError("lobby.refusal.already_started")
    if table.status is not Status.LOBBY:
        raise TableError("lobby.refusal.over")


def _needs_host(table: Table, person: Person) -> None:
    _needs_lobby(table)
    if person.user_id != table.stored.host_id:
        raise TableError("lobby.refusal.only_host", name=table.host_name)


def _add(table: Table, user_id: int | None, player: Player, name: str, now: float) -> Step:
    if len(table.seats) >= max(table.game.seat_counts):
        raise TableError("lobby.refusal.full")
    seat = StoredSeat(seat=len(table.seats), user_id=user_id, player=player, name=name, late=0, away=False)
    return Step(_touched(replace(table, seats=(*table.seats, seat)), now))


def _without(table: Table, gone: StoredSeat, now: float) -> Step:
    seats = tuple(replace(seat, seat=number) for number, seat in enumerate(s for s in table.seats if s != gone))
    left = _touched(replace(table, seats=seats), now)
    if not left.persons:
        return _closed(left, now)
    if gone.user_id == table.stored.host_id:
        left = left.with_stored(host_id=left.persons[0].user_id)
    return Step(left)


def _touched(table: Table, now: float) -> Table:
    return table.with_stored(deadline=now + LOBBY_TIME)


def _closed(table: Table, now: float) -> Step:
    return Step(table.with_stored(status=Status.CANCELLED, ended_at=now, deadline=None))
