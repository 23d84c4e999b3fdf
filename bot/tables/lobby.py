"""The lobby: seats, computers, options, and the start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from random import Random
from typing import TypeAlias

import games
from bot.tables.time_controls import CALL_PAUSE_S, CLOCKS, LOBBY_S, READY_S, has_live_clock
from games import SetupError
from games.core import shuffle
from games.core.options import chosen
from games.core.shuffle import ShuffleOrigin
from storage.matches import (
    NO_CONSENT,
    Cut,
    LadderState,
    PairingConsent,
    Player,
    SharedDeals,
    Status,
    StoredMatch,
    StoredSeat,
)

from . import play
from .errors import TableError
from .ladder import is_regular
from .state import NOTHING_SHOWN, Note, Person, Step, Table

Seeding: TypeAlias = Callable[[ShuffleOrigin | None], str]


@dataclass(frozen=True)
class TableSetup:
    """The settings of a new table.

    :ivar options: the options of the game by key; others have their defaults.
    :ivar clock: the key of the pace.
    :ivar seats: the initial seats; empty for the host alone.
    :ivar rematch_of: the id of the previous match.
    :ivar computer: the level of computers that are added.
    :ivar pairing_id: the pairing of a tournament, if any.
    :ivar ladder: whether it is for a match of the ladder, see `ladder`.
    :ivar shared: the deals of a duplicate tournament's round.
    """

    guild_id: int
    channel_id: int
    game: str
    clock: str
    locale: str
    options: Mapping[str, object] = field(default_factory=dict)
    seats: tuple[StoredSeat, ...] = ()
    rematch_of: str | None = None
    computer: Player = Player.REGULAR
    pairing_id: int | None = None
    ladder: bool = False
    shared: SharedDeals | None = None


def open_lobby(
    host: Person, match_id: str, setup: TableSetup, now: float, *, server_seed: str | None = None, following: str = ""
) -> Table:
    """Return a lobby; the host's click cuts the tiles.

    :param server_seed: the secret drawn for the shuffle; None: version 1.
    :param following: the fingerprint of the next match in the channel.
    :raises SetupError: for an unknown game or clock, or a wrong option.
    """
    if setup.game not in games.TABLE_GAMES:
        raise SetupError("game", setup.game, ", ".join(games.TABLE_GAMES))
    first = StoredSeat(seat=0, user_id=host.user_id, player=Player.PERSON, name=host.name, late=0, away=False)
    stored = StoredMatch(
        id=match_id,
        guild_id=setup.guild_id,
        channel_id=setup.channel_id,
        host_id=host.user_id,
        game=setup.game,
        options={},
        status=Status.LOBBY,
        seed=None,
        revision=0,
        clock=setup.clock,
        deadline=None,
        warned=False,
        created_at=now,
        started_at=None,
        ended_at=None,
        board_id=None,
        board_at=None,
        locale=setup.locale,
        rematch_of=setup.rematch_of,
        shown_revision=NOTHING_SHOWN,
        computer_level=setup.computer,
        server_seed=server_seed,
        next_fingerprint=following or None,
        ladder=LadderState.PLAYING if setup.ladder else None,
        shared=setup.shared,
    )
    table = _cut(new(stored, setup.seats or (first,), now), host)
    table = configure(table, host, now, options=setup.options, clock=setup.clock).table
    if setup.pairing_id is None:
        return table
    return table.with_stored(pairing_consent=PairingConsent(setup.pairing_id, (host.user_id,)))


def new(stored: StoredMatch, seats: tuple[StoredSeat, ...], now: float) -> Table:
    """Return a newly opened lobby."""
    return Table(replace(stored, deadline=now + LOBBY_S), seats)


def join(table: Table, person: Person, now: float) -> Step:
    """Take the next free seat; the click cuts the tiles."""
    _needs_lobby(table)
    if table.seat_of(person.user_id):
        raise TableError("lobby.refusal.already_sitting")
    return Step(_cut(_add(table, person.user_id, Player.PERSON, person.name, now).table, person))


@dataclass(frozen=True)
class ReservedSeats:
    """The seats of a tournament pairing's table.

    :ivar users: the expected users, seat by seat.
    """

    pairing_id: int
    users: tuple[int, ...]


def join_reserved(table: Table, person: Person, reserved: ReservedSeats, seed: Seeding, now: float) -> Step:
    """Join a pairing's table; the last player's click begins the match, see `get_ready`."""
    joined = join(table, person, now).table
    sitting = {seat.user_id: seat for seat in joined.seats}
    if sitting.keys() == set(reserved.users):
        seats = [replace(sitting[user_id], seat=number) for number, user_id in enumerate(reserved.users)]
        joined = _seat_people(joined, seats, now).table
    return _begin_if_ready(joined, person, reserved, _present(table, now), seed, now)


def get_ready(table: Table, person: Person, reserved: ReservedSeats, seed: Seeding, now: float) -> Step:
    """Note that a player of a pairing's table is present; begin the match once all are.

    So no clock runs for a player who sat down long ago. Without a live clock all seated players count as present.
    """
    _needs_lobby(table)
    table.require_seat(person)
    present = _present(table, now)
    absent = [seat.name for seat in table.persons if seat.user_id not in present]
    if person.user_id in present and absent:
        raise TableError("lobby.refusal.not_all_ready", names=", ".join(absent))
    return _begin_if_ready(table, person, reserved, present, seed, now)


def _present(table: Table, now: float) -> tuple[int, ...]:
    """Return the users at a pairing's table who count as present."""
    if not has_live_clock(table.stored):
        return tuple(seat.user_id for seat in table.seats if seat.user_id is not None)
    last_action = (table.stored.deadline or now) - LOBBY_S
    return table.stored.pairing_consent.user_ids if now - last_action <= READY_S else ()


def _begin_if_ready(
    table: Table, person: Person, reserved: ReservedSeats, present: tuple[int, ...], seed: Seeding, now: float
) -> Step:
    ready = (*(one for one in present if one != person.user_id), person.user_id)
    sitting = {seat.user_id for seat in table.seats}
    if sitting == set(reserved.users) and sitting <= set(ready):
        return begin(table, seed, now)
    consent = PairingConsent(reserved.pairing_id, ready)
    return Step(table.with_stored(pairing_consent=consent, deadline=now + LOBBY_S))


def accept_pairing(table: Table, person: Person, pairing_id: int, now: float) -> Step:
    """Accept that the match counts for a tournament pairing.

    A change of players, options or clock cancels all consent.
    """
    _needs_lobby(table)
    table.require_seat(person)
    before = table.stored.pairing_consent
    others = before.user_ids if before.pairing_id == pairing_id else ()
    if person.user_id in others:
        return Step(table)
    consent = PairingConsent(pairing_id, (*others, person.user_id))
    return Step(table.with_stored(pairing_consent=consent, deadline=now + LOBBY_S))


def start_accepted(table: Table, person: Person, seed: Seeding, now: float) -> Step:
    """Begin a match for a pairing that all at the table have accepted, so that no one delays it; else do nothing."""
    _needs_lobby(table)
    table.require_seat(person)
    accepted = {seat.user_id for seat in table.seats} == set(table.stored.pairing_consent.user_ids)
    return begin(table, seed, now) if accepted and obstacle(table) is None else Step(table)


def add_computer(table: Table, person: Person, level: Player | None, now: float) -> Step:
    """Add a computer player in the next free seat.

    :param level: its level; None for the level chosen last.
    """
    _needs_host(table, person)
    return _add(table, None, level or table.stored.computer_level, "", now)


def fill_seats(table: Table, person: Person, now: float) -> Step:
    """Add computers to all free seats."""
    _needs_host(table, person)
    free = max(table.game.seat_counts) - len(table.seats)
    if free <= 0:
        raise TableError("lobby.refusal.full")
    for _ in range(free):
        table = _add(table, None, table.stored.computer_level, "", now).table
    return Step(table)


def choose_level(table: Table, person: Person, level: Player, now: float) -> Step:
    """Choose the level of new computers, as the host."""
    _needs_host(table, person)
    return Step(_with_new_deadline(table.with_stored(computer_level=level), now))


def team_of(table: Table, seat: int) -> int:
    """Return the team of a seat; teams alternate seat by seat."""
    return seat % table.game.info.teams


def choose_team(table: Table, person: Person, team: int, now: float) -> Step:
    """Take a seat of a team, free or a computer's.

    The computer moves to another seat. A person without a seat joins.
    """
    _needs_lobby(table)
    _needs_teams(table)
    if not 0 <= team < table.game.info.teams:
        raise TableError("error.button_unknown")
    own = table.seat_of(person.user_id)
    if own is not None and team_of(table, own.seat) == team:
        return Step(table)
    free = list(_free_seats(table))
    wanted = next((number for number in free if team_of(table, number) == team), None)
    if wanted is not None:
        others = [seat for seat in table.seats if seat != own]
        return Step(_with_cut_of(own, person, _seat_people(table, [*others, _seat_at(own, person, wanted)], now).table))
    computer = next((one for one in table.seats if one.user_id is None and team_of(table, one.seat) == team), None)
    elsewhere = own.seat if own is not None else next(iter(free), None)
    if computer is None or elsewhere is None:
        raise TableError("lobby.refusal.full" if elsewhere is None else "lobby.refusal.team_full")
    others = [seat for seat in table.seats if seat not in (own, computer)]
    seats = [*others, replace(computer, seat=elsewhere), _seat_at(own, person, computer.seat)]
    return Step(_with_cut_of(own, person, _seat_people(table, seats, now).table))


def draw_teams(table: Table, person: Person, rng: Random, now: float) -> Step:
    """Draw teams of nearly equal size at random, as the host."""
    _needs_host(table, person)
    _needs_teams(table)
    players = list(table.seats)
    rng.shuffle(players)
    return _seat_people(table, [replace(player, seat=number) for number, player in enumerate(players)], now)


def pairs_in(table: Table) -> tuple[tuple[StoredSeat, ...], ...]:
    """Return the partners in a lobby of a game with signs, and last a player without one; () for too few players."""
    seats, pairs = table.seats, len(table.seats) // 2
    if not table.has_signs or len(seats) < min(table.game.seat_counts):
        return ()
    return (*zip(seats[:pairs], seats[pairs : 2 * pairs], strict=True), *((one,) for one in seats[2 * pairs :]))


def change_pairs(table: Table, person: Person, now: float) -> Step:
    """Give all players other partners, as the host; after all possible partners the first come again."""
    _needs_host(table, person)
    pairs = pairs_in(table)
    if not pairs or len(pairs[-1]) == 1:
        raise TableError("error.button_unknown")
    return _seat_people(table, _numbered(_rotated(table.seats)), now)


def _seated_in_pairs(pairs: Iterable[tuple[StoredSeat, ...]]) -> list[StoredSeat]:
    """Return partners in their seats, opposite each other, and last a player without one."""
    whole, alone = [one for one in pairs if len(one) > 1], [one[0] for one in pairs if len(one) == 1]
    return _numbered([*(first for first, _ in whole), *(second for _, second in whole), *alone])


def _numbered(players: Iterable[StoredSeat]) -> list[StoredSeat]:
    return [replace(player, seat=number) for number, player in enumerate(players)]


def leave(table: Table, person: Person, now: float) -> Step:
    """Give up a seat.

    If the host leaves, the next person becomes the host. Without people the lobby closes.
    """
    _needs_lobby(table)
    seat = table.require_seat(person)
    return _without(table, seat, now)


def remove(table: Table, person: Person, number: int, now: float) -> Step:
    """Remove the player in the seat `number`, as the host."""
    _needs_host(table, person)
    gone = next((seat for seat in table.seats if seat.seat == number), None)
    if gone is None:
        raise TableError("lobby.refusal.nobody_to_remove")
    return _without(table, gone, now)


def configure(
    table: Table, person: Person, now: float, *, options: Mapping[str, object] | None = None, clock: str | None = None
) -> Step:
    """Change the game's options or the clock, as the host.

    :raises SetupError: for a value that the game does not allow.
    """
    _needs_host(table, person)
    wanted = {**table.stored.options, **(options or {})}
    values = chosen(table.game.option_list, wanted, max(table.game.seat_counts))
    if clock is not None and clock not in CLOCKS:
        raise SetupError("clock", clock, ", ".join(CLOCKS))
    changed = table.with_stored(options=dict(values), clock=clock or table.stored.clock, pairing_consent=NO_CONSENT)
    return Step(_with_new_deadline(changed, now))


def obstacle(table: Table) -> TableError | None:
    """Return the reason why the match cannot start yet."""
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


def call_players(table: Table, person: Person, last_call: float | None, now: float) -> Step:
    """Call for players, once per lobby.

    :param last_call: the channel's last call for players; another must not follow too soon.
    """
    _needs_host(table, person)
    if table.stored.players_called_at is not None:
        raise TableError("lobby.refusal.called")
    if len(table.seats) >= max(table.game.seat_counts):
        raise TableError("lobby.refusal.full")
    if last_call is not None and now - last_call < CALL_PAUSE_S:
        minutes = ceil((CALL_PAUSE_S - (now - last_call)) / 60)
        raise TableError("lobby.refusal.called_lately", count=minutes)
    return Step(_with_new_deadline(table.with_stored(players_called_at=now), now))


def invite(table: Table, person: Person, invited: int, name: str, now: float) -> Step:
    """Invite a person to a free seat, as a player.

    :param name: the name of the invited person.
    """
    _needs_lobby(table)
    table.require_seat(person)
    if table.seat_of(invited) is not None:
        raise TableError("table.replace.already_sitting", name=name)
    if len(table.seats) >= max(table.game.seat_counts):
        raise TableError("lobby.refusal.full")
    return Step(_with_new_deadline(table, now))


def start(table: Table, person: Person, seed: Seeding, now: float) -> Step:
    """Begin the match, as the host.

    :param seed: makes the seed of its origin, see `Chance.seed`.
    :raises SetupError: if the options do not suit the number of players.
    """
    _needs_host(table, person)
    reason = obstacle(table)
    if reason:
        raise reason
    return begin(table, seed, now)


def start_in_language(table: Table, person: Person, seed: Seeding, own: str, public: str, now: float) -> Step:
    """Begin the match; a host alone gets their own language.

    :param own: the language of the host.
    :param public: the language of tables at which several people sit.
    """
    step = start(table, person, seed, now)
    return replace(step, table=step.table.with_stored(locale=own if len(table.persons) == 1 else public))


def begin(table: Table, seed: Seeding, now: float) -> Step:
    """Begin the match, even with computers only; hosts use `start`.

    A lobby from an old version has no server's seed, so its shuffle is of version 1.

    :raises SetupError: if the options or the number of players do not suit the game.
    """
    _needs_lobby(table)
    made, cuts = seed(table.origin), table.cuts if table.origin is not None else ()
    match = games.new_match(table.stored.game, seats=len(table.seats), options=table.stored.options, seed=made)
    running = table.with_stored(
        status=Status.PLAYING,
        seed=made,
        cuts=cuts,
        started_at=now,
        options=dict(match.options),
        pairing_consent=NO_CONSENT,
        ladder=table.stored.ladder if is_regular(table) else None,
    )
    return play.begin(replace(running, match=match), now)


def cancel(table: Table, person: Person, now: float) -> Step:
    """Close the lobby, as the host or a moderator."""
    _needs_lobby(table)
    table.require_host(person)
    return _close(table.noted(Note("lobby.cancelled", {"name": person.name})), now)


def expire(table: Table, now: float) -> Step:
    """Close the lobby if its idle time is over."""
    _needs_lobby(table)
    if table.stored.deadline is None or table.stored.deadline > now:
        return Step(table)
    return _close(table.noted(Note("lobby.expired")), now)


def rematch_setup(table: Table) -> TableSetup:
    """Return the setup for one more match of the same players."""
    old = table.stored
    return TableSetup(
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        game=old.game,
        clock=old.clock,
        locale=old.locale,
        options=old.options,
        seats=seats_for_rematch(table),
        rematch_of=table.id,
        computer=old.computer_level,
    )


def rematch_is_agreed(table: Table, person: Person) -> bool:
    """Return True if a rematch needs no one else's consent."""
    return [seat.user_id for seat in table.persons] == [person.user_id] and obstacle(table) is None


def seats_for_rematch(table: Table) -> tuple[StoredSeat, ...]:
    """Return the players in their seats of the next match.

    If the game's option is on, partners change by the circle method of round robins: partners mirror each other in
    the circle, and all players but one move on by one place. So all n players have been partners after n - 1 matches.
    """
    rotation = table.game.info.rotation_option
    rotates = rotation is not None and table.stored.options.get(rotation) is True
    players = _rotated(table.seats) if rotates else table.seats
    known = [player for player in players if player.user_id is None or player.user_id > 0]  # others were forgotten
    return tuple(replace(player, seat=number, late=0, away=False) for number, player in enumerate(known))


def _rotated(players: Sequence[StoredSeat]) -> list[StoredSeat]:
    """Return players with new partners, see `seats_for_rematch`."""
    pairs = len(players) // 2
    circle = [*players[:pairs], *reversed(players[pairs:])]
    circle = [circle[0], circle[-1], *circle[1:-1]]
    return [*circle[:pairs], *reversed(circle[pairs:])]


def _needs_lobby(table: Table) -> None:
    if table.status in (Status.PLAYING, Status.PAUSED):
        raise TableError("lobby.refusal.already_started")
    if table.status is not Status.LOBBY:
        raise TableError("lobby.refusal.over")


def _needs_host(table: Table, person: Person) -> None:
    _needs_lobby(table)
    if person.user_id != table.stored.host_id:
        raise TableError("lobby.refusal.only_host", name=table.host_name)


def _needs_teams(table: Table) -> None:
    if not table.game.info.teams:
        raise TableError("error.button_unknown")


def _free_seats(table: Table) -> Iterator[int]:
    """Return the free seats; with teams, gaps are possible."""
    taken = {seat.seat for seat in table.seats}
    return (number for number in range(max(table.game.seat_counts)) if number not in taken)


def _add(table: Table, user_id: int | None, player: Player, name: str, now: float) -> Step:
    number = next(_free_seats(table), None)
    if number is None:
        raise TableError("lobby.refusal.full")
    seat = StoredSeat(seat=number, user_id=user_id, player=player, name=name, late=0, away=False)
    return _seat_people(table, _with_partner(table, seat), now)


def _with_partner(table: Table, new: StoredSeat) -> list[StoredSeat]:
    """Return the players with a new one, who becomes the partner of one without; no one else's partner changes."""
    pairs = pairs_in(table)
    if not pairs or len(pairs[-1]) > 1:
        return [*table.seats, new]
    return _seated_in_pairs([*pairs[:-1], (*pairs[-1], new)])


def _without_partner(table: Table, gone: StoredSeat) -> list[StoredSeat]:
    """Return the players without one; the one without a partner becomes that of the one who was left."""
    left = [tuple(one for one in pair if one != gone) for pair in pairs_in(table)]
    alone = tuple(one for pair in left if len(pair) == 1 for one in pair)
    whole = [pair for pair in left if len(pair) > 1]
    return _seated_in_pairs([*whole, alone] if alone else whole)


def _seat_at(own: StoredSeat | None, person: Person, number: int) -> StoredSeat:
    """Return the person's seat under another number, or a new one."""
    if own is not None:
        return replace(own, seat=number)
    return StoredSeat(seat=number, user_id=person.user_id, player=Player.PERSON, name=person.name, late=0, away=False)


def _with_cut_of(own: StoredSeat | None, person: Person, table: Table) -> Table:
    """Return the table with the cut of a person who sat down."""
    return _cut(table, person) if own is None else table


def _cut(table: Table, person: Person) -> Table:
    """Return the table with a seated person's cut, if any."""
    if not person.click_id or table.seat_of(person.user_id) is None or table.stored.server_seed is None:
        return table
    cuts = {one.user_id: one for one in table.stored.cuts}  # in the order in which their people sat down
    cuts[person.user_id] = Cut(person.user_id, shuffle.cut(person.click_id))
    return table.with_stored(cuts=tuple(cuts.values()))


def _seat_people(table: Table, seats: list[StoredSeat], now: float) -> Step:
    """Return the lobby with these seats and their people's cuts."""
    sitting = {seat.user_id for seat in seats}
    cuts = tuple(cut for cut in table.stored.cuts if cut.user_id in sitting)
    stays = table.with_stored(cuts=cuts, pairing_consent=NO_CONSENT)
    seated = replace(stays, seats=tuple(sorted(seats, key=lambda seat: seat.seat)))
    return Step(_with_new_deadline(seated, now))


def _without(table: Table, gone: StoredSeat, now: float) -> Step:
    """Return the lobby without a player; close gaps unless there are teams."""
    staying = [seat for seat in table.seats if seat != gone]
    if pairs_in(table):
        staying = _without_partner(table, gone)
    elif not table.game.info.teams:
        staying = _numbered(staying)
    left = _seat_people(table, staying, now).table
    if not left.persons:
        return _close(left, now)
    if gone.user_id == table.stored.host_id:
        left = left.with_stored(host_id=left.persons[0].user_id)
    return Step(left)


def _with_new_deadline(table: Table, now: float) -> Table:
    """Put off the end of a lobby, unless a player is ready: the time since then decides on a walkover."""
    return table if table.stored.pairing_consent.user_ids else table.with_stored(deadline=now + LOBBY_S)


def _close(table: Table, now: float) -> Step:
    closed = table.with_stored(status=Status.CANCELLED, ended_at=now, deadline=None, pairing_consent=NO_CONSENT)
    return Step(closed)
