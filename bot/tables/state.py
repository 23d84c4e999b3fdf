"""The table as a value, and the changes of a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

import games
from games import Event, Match
from games.core.events import DealBegan
from games.core.shuffle import NO_CUT, ShuffleOrigin
from games.core.view import DealEnd, View
from storage.league.results import MatchEntry
from storage.matches import Cut, DealResult, LogEntry, MatchResult, Player, Status, StoredMatch, StoredSeat
from storage.signs import Pact, Pad, Sign

from .errors import TableError, TableUnknown
from .time_controls import CLOCKS, Clock, clock_of, has_own_tempo

__all__ = [
    "NOTHING_SHOWN",
    "RECENT",
    "ChipPayment",
    "Location",
    "Note",
    "Person",
    "Settlement",
    "Sign",
    "Step",
    "Table",
]

NOTHING_SHOWN = -1
"""The `shown_revision` of a table whose board is out of date, even if its revision has not changed."""

RECENT = 25
"""The number of latest events that a table remembers for its board."""

MOST_OFFENCES = 2
"""The number of offences that a table with fines accepts from a seat in one deal."""


@dataclass(frozen=True)
class Person:
    """A user of the bot.

    :ivar moderator: whether they may end and change tables that are not theirs.
    :ivar click_id: the id of their click or command; 0 without one.
    """

    user_id: int
    name: str
    moderator: bool = False
    click_id: int = 0


@dataclass(frozen=True)
class Location:
    """A place of requests: a channel or direct messages.

    :ivar guild_id: the id of the server; 0 in direct messages.
    :ivar message_id: the id of the clicked message, and of the thread started from it, if any; 0 without one.
    """

    guild_id: int
    channel_id: int
    message_id: int = 0


LEFT_SEAT: Final = "left_seat"
"""The value of a note that names the seat which a person left; its events before are theirs."""


@dataclass(frozen=True)
class Note:
    """An event outside the game: a text's key and values."""

    key: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """One session in one channel, from lobby to end.

    :ivar match: the running match, never changed in place; None in the lobby, or if it cannot be rebuilt.
    :ivar recent: the latest public events and notes, oldest first.
    :ivar endings: the ended deals that are not announced yet.
    :ivar booked: the number of the match's last payment in the ledger, or 0.
    :ivar accounts: with chips, the known balances of the seats' accounts after the last deal.
    :ivar pacts: the agreements of the pairs, if partners make secret signs.
    :ivar pads: the messages in which people make their signs.
    :ivar signs: each seat's last sign in the running deal.
    :ivar entry: whether the match counts in the league; None until it begins.
    :ivar of_pairing: whether an unrated match counts for a pairing of a tournament.
    :ivar newcomers: the users who have never finished a deal of the game, if its matches have a tempo of their own.
    """

    stored: StoredMatch
    seats: tuple[StoredSeat, ...]
    match: Match | None = None
    recent: tuple[Event | Note, ...] = ()
    endings: tuple[DealEnd, ...] = ()
    booked: int = 0
    accounts: Mapping[int, int] = field(default_factory=dict)
    pacts: tuple[Pact, ...] = ()
    pads: tuple[Pad, ...] = ()
    signs: tuple[Sign, ...] = ()
    entry: MatchEntry | None = None
    of_pairing: bool = False
    newcomers: frozenset[int] = frozenset()

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def status(self) -> Status:
        return self.stored.status

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def revision(self) -> int:
        return self.stored.revision

    @property
    def is_known(self) -> bool:
        """True if this version of the bot knows the game."""
        return self.stored.game in games.CATALOGUE

    @property
    def game(self) -> type[Match]:
        """:raises TableError: if this version does not know the game."""
        if not self.is_known:
            raise self.unreadable
        return games.CATALOGUE[self.stored.game]

    @property
    def has_signs(self) -> bool:
        """True if partners make secret signs."""
        return self.is_known and self.game.info.signs

    @property
    def has_chips(self) -> bool:
        """True if the match is played for chips."""
        return self.is_known and self.game.info.chips

    @property
    def pays_chips(self) -> bool:
        """True if its points are paid from the players' accounts, whose balance would show a shared deal's result."""
        return self.has_chips and not self.stored.helped and self.stored.shared is None

    @property
    def is_solitary(self) -> bool:
        """True if the match is for one person, so its seats stay as they are."""
        stored = self.stored
        return stored.continues is not None or stored.ladder is not None or stored.shared is not None

    @property
    def is_alone(self) -> bool:
        """True if the only person began alone among computers, and shares no deals: no one else waits for them."""
        if len(self.persons) != 1 or self.stored.shared is not None:
            return False
        if self.entry is None:  # it began before that was stored
            return any(seat.player is not Player.PERSON for seat in self.seats)
        return all(user_id == self.persons[0].user_id for user_id in self.entry.entrants.values())

    @property
    def clock(self) -> Clock:
        """The clock of its turns; a person alone has only that of the game, if any."""
        untimed = self.is_known and self.is_alone and not has_own_tempo(self.game)
        return CLOCKS["none"] if untimed else clock_of(self.stored)

    @property
    def turn_deadline(self) -> float | None:
        """The deadline of a person's turn, if limited."""
        return None if self.clock.seconds is None else self.stored.deadline

    @property
    def unreadable(self) -> TableError:
        """The reason why a running match cannot be shown."""
        if self.is_known:
            return TableError("table.broken")
        return TableError("table.game_unknown", command="table show", game=self.stored.game)

    @property
    def is_done(self) -> bool:
        """True if the table is over and its end was shown."""
        seen = self.stored.board_id is None and self.stored.shown_revision == self.revision
        return not self.status.is_live and not self.endings and seen

    @property
    def persons(self) -> tuple[StoredSeat, ...]:
        """The seats of people."""
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    @property
    def beginners(self) -> tuple[StoredSeat, ...]:
        """The seats of people whose first deal of the game this is; they make all times longer."""
        return tuple(seat for seat in self.persons if seat.user_id in self.newcomers)

    def seat_of(self, user_id: int) -> StoredSeat | None:
        """Return the seat in which this user sits."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def entrant_of(self, seat: StoredSeat) -> int | None:
        """Return the user to whom the result of a seat belongs."""
        entrants = {} if self.entry is None else self.entry.entrants
        return entrants.get(seat.seat, seat.user_id if seat.former_id is None else seat.former_id)

    def has_played(self, user_id: int) -> bool:
        """Return True if a user has a seat of the match, or has ever had one."""
        had_one = any(mark.endswith(self.mark_of(user_id)) for mark in self.marks)
        return had_one or any(user_id in (one.user_id, one.former_id, self.entrant_of(one)) for one in self.seats)

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks of seats that people have left, kept with the offers: the deal, the seat, and `mark_of`."""
        return tuple(one for one in self.stored.offers if "/" in one)

    def mark_of(self, user_id: int) -> str:
        """Return a digest of a user, which no one can compute without the seed."""
        return sha256(f"{self.stored.seed}/{user_id}".encode()).hexdigest()[:24]

    def require_seat(self, person: Person, key: str = "table.not_sitting") -> StoredSeat:
        """Return the seat of a person who must have one.

        :raises TableError: with the text `key` if they have no seat here.
        """
        seat = self.seat_of(person.user_id)
        if seat is None:
            raise TableError(key)
        return seat

    def require_host(self, person: Person) -> None:
        """Check that the person is the host or a moderator.

        :raises TableError: unless the person is the host or a moderator.
        """
        if person.user_id != self.stored.host_id and not person.moderator:
            raise TableError("table.host_only", name=self.host_name)

    def require_seen(self, person: Person, place: Location) -> None:
        """Check that a person may see the table at this place.

        All people see a table in its own channel, and from the message that announces its thread. Its players also see
        it elsewhere in its server and in direct messages. A finished match is visible in its whole server, unless its
        deals are played at other tables. The id alone is not enough, because addresses can be forged.

        :raises TableUnknown: as for an unknown match.
        """
        seated, here = self.seat_of(person.user_id) is not None, self.stored.guild_id == place.guild_id
        in_server = here and (seated or (self.status is Status.OVER and self.stored.shared is None))
        if not (
            self.stored.channel_id in (place.channel_id, place.message_id)
            or in_server
            or (seated and not place.guild_id)
        ):
            raise TableUnknown

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The seats' contributions to the shuffle; none where tables share their deals."""
        if self.stored.started_at is not None:
            return self.stored.cuts
        made = () if self.stored.shared is not None else self.stored.cuts
        added = {cut.user_id: cut for cut in made}
        return tuple(added.get(seat.user_id) or Cut(seat.user_id, NO_CUT) for seat in self.seats)

    @property
    def origin(self) -> ShuffleOrigin | None:
        """The origin of the seed, secret until the end."""
        if self.stored.server_seed is None:
            return None
        return ShuffleOrigin(self.stored.server_seed, tuple(cut.text for cut in self.cuts))

    @property
    def shuffle_id(self) -> str:
        """The id in the record: the match, or that of the deals that it shares with other tables."""
        return self.origin.match_id if self.stored.shared is not None and self.origin is not None else self.id

    @property
    def host_name(self) -> str:
        host = self.seat_of(self.stored.host_id)
        return host.name if host else "—"

    def view(self, user_id: int | None) -> View | None:
        """Return a user's view: their own hand, or a spectator's."""
        if self.match is None:
            return None
        seat = None if user_id is None else self.seat_of(user_id)
        view = self.match.view(seat.seat if seat else None)
        if seat is None or self.may_offend(seat.seat):
            return view
        offences = self.match.offences(seat.seat)
        return replace(view, moves=tuple(move for move in view.moves if move not in offences))

    def may_offend(self, seat: int) -> bool:
        """Return True if this seat may still commit an offence."""
        return self.match is not None and self.match.offence_count(seat) < MOST_OFFENCES

    def to_move(self) -> StoredSeat | None:
        """Return the only seat to move, if any."""
        if self.match is None or self.status is not Status.PLAYING or self.agreeing:
            return None
        seat = self.match.to_move()
        return None if seat is None else self.seats[seat]

    @property
    def deal(self) -> int:
        """The number of the running deal, from 1."""
        return self.stored.deals_ended + 1

    @property
    def agreeing(self) -> bool:
        """True while play waits for a pair's agreement on its sign."""
        return any(pact.open for pact in self.pacts)

    @property
    def untouched(self) -> bool:
        """True until a player acts in the running deal."""
        return self.match is not None and not any(True for _ in self._done_in_deal())

    @property
    def deal_began(self) -> DealBegan | None:
        """The beginning of the running deal."""
        events = reversed(self.match.events if self.match is not None else ())
        return next((event for event in events if isinstance(event, DealBegan)), None)

    def has_acted(self, seat: int) -> bool:
        """Return True if this seat has acted in the deal."""
        return any(event.seat == seat for event in self._done_in_deal())

    def _done_in_deal(self) -> Iterator[Event]:
        """Yield the running deal's events, newest first."""
        for event in reversed(self.match.events if self.match is not None else ()):
            if isinstance(event, DealBegan):
                return
            if not event.prepares:
                yield event

    @property
    def pairs(self) -> int:
        """The number of pairs, where partners sit opposite."""
        return len(self.seats) // 2

    def partner_of(self, seat: int) -> int:
        """Return the seat opposite."""
        return (seat + self.pairs) % len(self.seats)

    def pact_of(self, seat: int) -> Pact:
        """Return the pact of a seat's pair.

        :raises TableError: if partners make no signs here.
        """
        pair = seat % self.pairs if self.pairs else 0
        found = next((pact for pact in self.pacts if pact.pair == pair), None)
        if found is None:
            raise TableError("signs.none")
        return found

    def pad_of(self, seat: int) -> Pad | None:
        """Return the message in which a seat's person makes signs."""
        return next((pad for pad in self.pads if pad.seat == seat), None)

    @property
    def without_private_parts(self) -> Table:
        """The table without parts whose change alone must not edit the board."""
        return replace(self.with_stored(helped=False), signs=())

    @property
    def signs_made(self) -> int:
        """Return the number of signs made in the running deal."""
        return max((sign.number for sign in self.signs), default=0)

    def sign_of(self, seat: int) -> Sign | None:
        """Return a seat's last sign in the running deal."""
        return next((sign for sign in self.signs if sign.seat == seat), None)

    def with_pact(self, pact: Pact) -> Table:
        """Return the table with a pact replaced."""
        others = (old for old in self.pacts if old.pair != pact.pair)
        return replace(self, pacts=tuple(sorted((*others, pact), key=lambda one: one.pair)))

    def noted(self, *happened: Event | Note) -> Table:
        """Return the table with these recent events and notes added."""
        return replace(self, recent=(*self.recent, *happened)[-RECENT:])

    def with_stored(self, **changes: object) -> Table:
        """Return the table with changed columns of its match."""
        return replace(self, stored=replace(self.stored, **changes))  # type: ignore[arg-type]  # checked by replace

    def with_seat(self, seat: StoredSeat) -> Table:
        """Return the table with one seat replaced."""
        return replace(self, seats=tuple(seat if old.seat == seat.seat else old for old in self.seats))


def automatic(seat: StoredSeat) -> bool:
    """Return True if a computer plays in this seat now."""
    return seat.player is not Player.PERSON or seat.away


@dataclass(frozen=True)
class ChipPayment:
    """Chips that one account pays to another in a deal."""

    deal: int
    payer: int
    receiver: int
    amount: int
    reason: str


@dataclass(frozen=True)
class Settlement:
    """The payments of a step in a game with chips.

    :ivar deals_begun: the numbers of the deals that began; empty accounts are topped up before each.
    :ivar deal_ended: the number of the last deal that ended; balances are read after its payment.
    """

    at: float
    payments: tuple[ChipPayment, ...] = ()
    deals_begun: tuple[int, ...] = ()
    deal_ended: int | None = None
    sitting_down: tuple[StoredSeat, ...] = ()


@dataclass(frozen=True)
class Step:
    """A table after a step, and further changes to save.

    :ivar umpire: the user who ended a match between others that counts, for the audit log.
    """

    table: Table
    entries: tuple[LogEntry, ...] = ()
    deal_results: tuple[DealResult, ...] = ()
    match_results: tuple[MatchResult, ...] = ()
    chips: Settlement | None = None
    umpire: int | None = None
