"""A match: all deals of one game between fixed seats.

A game sets class attributes and implements the abstract methods: dealing, the legal moves, applying a move, the
refusals and the view. Read `Match` first.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Final, Self

from . import shuffle
from .copying import Copyable
from .errors import GameError, IllegalMove, NoSuchSeat, RecordError, SetupError
from .events import Event, Lot, MatchBegan, Over, Resigned
from .moves import Move
from .names import quoted
from .options import Option, OptionValue, chosen
from .outcome import EndReason, Outcome, ranked
from .record import Record
from .refusals import MatchOver, NotAMove, NotYourTurn, Refusal, UnknownSeat
from .shuffle import Shuffler
from .tiles import ALL_TILES, Tile
from .view import DealEnd, View

FINISH: Final = "finish"
"""The log entry by which a table finishes a match."""

STOP: Final = "stop"
"""The log entry by which a table stops a match early: only complete deals count."""

RESIGN: Final = "resign"
"""The log entry by which a seat resigns. It is not a move."""

CLOSE: Final = "lastdeal"
"""The log entry by which a table ends a match between two deals, after the agreed number of deals."""

TABLE_ENTRIES: Final = frozenset({FINISH, STOP, RESIGN, CLOSE})
"""The log entries of tables that are not moves."""


class Family(StrEnum):
    """The families of games, as players look for them."""

    CHAIN = "chain"
    TRICKS = "tricks"
    GAMBLING = "gambling"
    PARTY = "party"
    PLACING = "placing"
    SOLITAIRE = "solitaire"


@dataclass(frozen=True)
class GameInfo:
    """The facts of a game that only tables use, never its rules.

    :ivar minutes: the usual length of a match between players who know the game.
    :ivar former_keys: the keys of earlier versions; stored matches, records and buttons may name the game by them.
    :ivar teams: the number of teams; 0 if seats do not decide who are partners. Teams take seats in turn: seat 0
        belongs to the first team, seat 1 to the second, and so on. A game with teams has only one number of players.
    :ivar chips: whether scores are chips won or lost.
    :ivar signs: whether partners, who sit opposite, make secret signs at each other; the table carries them.
    :ivar tempo_option: the key of the option for the seconds of a turn, which replaces the clock of the table.
    :ivar sign_visibility_option: the key of the option for what others see of a sign: `sign`, `gesture` or `none`.
    :ivar rotation_option: the key of the option, true or false, by which a rematch changes partners.
    :ivar forced_moves_are_public: whether a player who can play a tile must. A table may then draw or pass for a
        player with no other move.
    :ivar computer_thinks: whether computer players need time to think.

    >>> GameInfo(Family.CHAIN, minutes=10).table_only_options
    frozenset()
    """

    family: Family
    minutes: int
    former_keys: tuple[str, ...] = ()
    teams: int = 0
    chips: bool = False
    signs: bool = False
    tempo_option: str | None = None
    sign_visibility_option: str | None = None
    rotation_option: str | None = None
    forced_moves_are_public: bool = True
    computer_thinks: bool = True

    @property
    def table_only_options(self) -> frozenset[str]:
        """The keys of options that do not affect play."""
        keys = (self.tempo_option, self.sign_visibility_option, self.rotation_option)
        return frozenset(key for key in keys if key)


Computer = Callable[["Match", int, Random, Callable[[], bool]], Move]
"""A computer player, as `games.computers.players.choose` asks it for the move of a seat that has at least two."""


class Match(Copyable, ABC):
    """One match of one game.

    >>> import games
    >>> match = games.new_match("block", seats=2, seed="an example", lots=[0])
    >>> match.actors()
    (0,)
    >>> match.refusal(1, "pass").code
    'not_your_turn'

    :param seats: the number of seats; one of `seat_counts`.
    :param options: values for some of `option_list`.
    :param seed: the secret of all shuffles and lots.
    :param deals: the first deals, each a text of all tiles in dealing order; later deals come from the seed.
    :param lots: the results of the first things decided by lot.
    :raises SetupError: naming the bad argument and the accepted values.
    """

    key: ClassVar[str]
    number: ClassVar[int]
    """The place of the game in the catalogue."""
    info: ClassVar[GameInfo]
    seat_counts: ClassVar[tuple[int, ...]]
    option_list: ClassVar[tuple[Option, ...]] = ()
    fewer_is_better: ClassVar[bool] = False
    """Whether points are bad, so that the fewest win."""
    tile_set: ClassVar[tuple[Tile, ...]] = ALL_TILES
    computers: ClassVar[str] = ""
    """The module with the game's own computer players, in a function `computer_of(level)`; "" for the general ones."""
    mutable = frozenset({"events", "_log", "_shuffler"})

    seats: int
    options: Mapping[str, OptionValue]
    """The values of all options."""
    seed: str
    outcome: Outcome | None
    """The result of the match; None while it runs."""
    last_deal: DealEnd | None
    """The result of the previous deal; None in games without deals."""
    events: list[Event]
    """All events, secret tiles included; show `Event.seen_by` only."""
    _log: list[tuple[int, Move]]
    """The moves and other entries of the table in order, each with its seat."""
    _shuffler: Shuffler
    _given_deals: tuple[tuple[Tile, ...], ...]
    _deals_used: int
    """The number of given deals used."""
    _given_lots: tuple[int, ...]
    _lots_used: int
    """The number of given lots used."""
    _redealt: bool
    """Whether the record does not lead to this state, as in a redealt copy."""

    def __init__(
        self,
        *,
        seats: int,
        options: Mapping[str, object] | None = None,
        seed: str,
        deals: Sequence[str] = (),
        lots: Sequence[int] = (),
    ) -> None:
        if type(seats) is not int or seats not in self.seat_counts:
            raise SetupError("seats", seats, ", ".join(map(str, self.seat_counts)))
        if type(seed) is not str or not seed or not seed.isprintable():
            raise SetupError("seed", seed, "a text of printable characters")
        self.seats = seats
        self.options = chosen(self.option_list, options, seats)
        self.seed = seed
        self.outcome = None
        self.last_deal = None
        self.events = []
        self._log = []
        self._given_deals = tuple(self._read_deal(text) for text in deals)
        self._given_lots = tuple(self._read_lot(lot) for lot in lots)
        self._deals_used = 0
        self._lots_used = 0
        self._redealt = False
        self._shuffler = Shuffler(seed)
        self._reset()
        self._emit(MatchBegan(self.commitment))
        self._begin()

    @classmethod
    def computer(cls, level: str) -> Computer | None:
        """Return the game's own computer of a level, if any."""
        if not cls.computers:
            return None
        found: Computer | None = import_module(cls.computers).computer_of(level)
        return found

    # --- Queries ---------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The score of each side, by its first seat."""

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """Return the seats that may move now."""

    @abstractmethod
    def moves(self, seat: int) -> tuple[Move, ...]:
        """Return a seat's legal moves in a fixed order."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return the view of a seat, or of a spectator (None).

        :raises NoSuchSeat: if there is no such seat.
        """

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hexadecimal, for later verification."""
        return shuffle.commitment(self.seed)

    def recent_events(self, seat: int | None) -> Iterator[Event]:
        """Yield events newest first, as known to a seat or spectator (None)."""
        return (event.seen_by(seat) for event in reversed(self.events))

    def is_endless(self) -> bool:
        """Return True if only the table can end the match."""
        return False

    def is_cut_short(self) -> bool:
        """Return True if the table stopped the match before half-time."""
        return False

    def to_move(self) -> int | None:
        """Return the seat to move if there is exactly one."""
        actors = self.actors()
        return actors[0] if len(actors) == 1 else None

    def offences(self, _seat: int) -> tuple[Move, ...]:
        """Return the legal moves that a table accepts but fines."""
        return ()

    def offence_count(self, _seat: int) -> int:
        """Return the seat's number of `offences` in the running deal."""
        return 0

    def at_stake(self, _seat: int) -> int:
        """Return a leaver's debt to the successor, by public facts."""
        return 0

    def sensible_moves(self, seat: int) -> tuple[Move, ...]:
        """Return the legal moves for a random player to choose from.

        All legal moves, unless a game excludes offences or wild gambles; none for a seat that could only offend.
        """
        return self.moves(seat)

    def evaluation(self) -> tuple[float, ...]:
        """Return each side's value for computers at a deal's end."""
        return self.scores

    def side_of(self, seat: int) -> int:
        """Return a seat's side, by default the seat itself."""
        return seat

    def refusal(self, seat: int, move: Move | str) -> Refusal | None:
        """Return the reason why a move or text is illegal."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            return UnknownSeat(seat=seat, last=self.seats - 1)
        if isinstance(move, str):
            text = move
            try:
                move = Move.parse(text)
            except ValueError:
                return NotAMove(text[:40])
        if type(move) is not Move:
            return NotAMove(repr(move)[:40])
        if move in self.moves(seat):
            return None
        if self.outcome:
            return MatchOver()
        if seat not in self.actors():
            return NotYourTurn(seat=seat)
        return self._refusal_of(seat, move)

    # --- Actions ---------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move | str) -> list[Event]:
        """Make a move and return its events.

        :raises IllegalMove: with the reason; the match is unchanged.
        """
        if type(seat) is not int or type(move) is not Move or move not in self.moves(seat):
            refusal = self.refusal(seat, move)
            if refusal:
                raise IllegalMove(refusal)
            if isinstance(move, str):
                move = Move.parse(move)
        mark = len(self.events)
        self._log.append((seat, move))
        self._apply_move(seat, move)
        return self.events[mark:]

    def redeal_unseen(self, seat: int, rng: Random) -> Self:
        """Return a copy with everything hidden from a seat redealt.

        The hidden tiles and all that the seed would still decide are new. The result depends on the seat's knowledge
        and on `rng`, never on the true deal. The copy's record does not lead to its state, so it cannot be pickled.

        :raises NoSuchSeat: if there is no such seat.
        """
        self._check_seat(seat)
        twin = self.copy()
        twin._redealt = True
        twin.seed = f"{rng.getrandbits(128):032x}"
        twin._shuffler = Shuffler(twin.seed)
        twin._given_deals, twin._deals_used = (), 0
        twin._given_lots, twin._lots_used = (), 0
        twin._redeal(seat, rng)
        twin.events = [event.seen_by(seat) for event in twin.events]
        return twin

    def record(self) -> Record:
        """Return the match's record, which includes its secrets."""
        return Record(
            game=self.key,
            seats=self.seats,
            options=dict(self.options),
            seed=self.seed,
            deals=tuple(" ".join(map(str, deal)) for deal in self._given_deals),
            lots=self._given_lots,
            log=tuple((seat, str(move)) for seat, move in self._log),
        )

    @property
    def dealt_by_seed(self) -> tuple[str, ...]:
        """The tiles of each seeded deal in dealing order; secret."""
        return tuple(" ".join(map(str, deal)) for deal in self._shuffler.permutations)

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Return the match of a record.

        :raises RecordError: with the line, if the record breaks the rules.
        """
        try:
            match = cls(
                seats=record.seats, options=record.options, seed=record.seed, deals=record.deals, lots=record.lots
            )
        except SetupError as error:
            raise RecordError(str(error)) from error
        for number, (seat, text) in enumerate(record.log, 1):
            try:
                match.apply(seat, text)
            except GameError as error:
                raise RecordError(f"move {number}, seat {seat}, {quoted(text)}: {error}") from error
        return match

    def apply(self, seat: int, text: str) -> list[Event]:
        """Apply a log entry: a move, `RESIGN`, `CLOSE` or a game-specific one."""
        if text == CLOSE:
            return self.close(seat)
        return self.resign(seat) if text == RESIGN else self.play(seat, text)

    def close(self, seat: int = 0) -> list[Event]:
        """End the match between two deals; the side with the best score wins.

        :param seat: the seat to record as the one that ended it.
        :raises NoSuchSeat: if there is no such seat.
        :raises IllegalMove: if the match is over, or no deal has ended.
        """
        self._check_running(seat)
        if self.last_deal is None:
            raise IllegalMove(NotAMove(CLOSE))
        mark = len(self.events)
        self._log.append((seat, Move(CLOSE)))
        self._finish(ranked(self.scores, fewest_first=self.fewer_is_better), EndReason.DEALS)
        return self.events[mark:]

    def resign(self, seat: int) -> list[Event]:
        """End the match: the seat's side is last, others by `evaluation`.

        :raises NoSuchSeat: if there is no such seat.
        :raises IllegalMove: if the match is over, or has only one side.
        """
        self._check_running(seat)
        side, standing = self.side_of(seat), self.evaluation()
        others = {other: value for other, value in enumerate(standing) if other != side}
        if not others:
            raise IllegalMove(NotAMove(RESIGN))
        mark = len(self.events)
        self._log.append((seat, Move(RESIGN)))
        self._emit(Resigned(seat))
        places = [
            frozenset(other for other in others if others[other] == value)
            for value in sorted(set(others.values()), reverse=True)
        ]
        self._finish((*places, frozenset({side})), EndReason.RESIGNED)
        return self.events[mark:]

    def __reduce__(self) -> tuple[Callable[[Record], Self], tuple[Record]]:
        """Pickle the match as its record, which unpickling replays."""
        if self._redealt:
            raise TypeError("what was redealt or set up cannot be pickled: its record does not tell how it came about")
        return type(self).from_record, (self.record(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.record() == other.record() and self.events == other.events

    __hash__ = None  # type: ignore[assignment]  # a match changes, so it cannot be a key

    # --- Implemented by a game -------------------------------------------------------------------------------------

    def _reset(self) -> None:
        """Reset the game's own state; overrides call the base's first."""

    @abstractmethod
    def _begin(self) -> None:
        """Draw the first lots and deal the first deal."""

    @abstractmethod
    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        """Return the reason why an actor's move is illegal."""

    @abstractmethod
    def _apply_move(self, seat: int, move: Move) -> None:
        """Apply a legal move."""

    @abstractmethod
    def _redeal(self, seat: int, rng: Random) -> None:
        """Redeal the hidden tiles; the caller updates the events."""

    @abstractmethod
    def _every_tile(self) -> list[Tile]:
        """Return all tiles of the set, wherever they are."""

    def _hand(self, _seat: int, /) -> tuple[Tile, ...]:
        """Return a seat's hand, lowest tile first."""
        return ()

    # --- Called by a game ------------------------------------------------------------------------------------------

    def _check_running(self, seat: int) -> None:
        self._check_seat(seat)
        if self.outcome:
            raise IllegalMove(MatchOver())

    def _emit(self, event: Event) -> None:
        self.events.append(event)

    def _next_permutation(self) -> list[Tile]:
        """Return the tiles of the next deal in dealing order."""
        if self._deals_used < len(self._given_deals):
            deal = list(self._given_deals[self._deals_used])
            self._deals_used += 1
            return deal
        return self._shuffler.permutation(self.tile_set)

    def _draw_lot(self, what: str) -> int:
        """Draw a random seat and emit the event."""
        if self._lots_used < len(self._given_lots):
            seat = self._given_lots[self._lots_used]
            self._lots_used += 1
        else:
            seat = self._shuffler.below(self.seats)
        self._emit(Lot(seat, what))
        return seat

    def _finish(
        self, ranking: tuple[frozenset[int], ...], reason: EndReason, *, winners: tuple[int, ...] | None = None
    ) -> None:
        """End the match.

        :param winners: the sides that have won; None: the first group of the ranking.
        """
        if winners is None:
            winners = tuple(sorted(ranking[0]))
        self.outcome = Outcome(winners, self.scores, ranking, reason)
        self._emit(Over(winners))

    def _view_fields(self, seat: int | None) -> dict[str, Any]:
        """Return the fields of the view; games add more.

        :raises NoSuchSeat: if there is no such seat.
        """
        self._check_seat(seat)
        return {
            "game": self.key,
            "seats": self.seats,
            "options": dict(self.options),
            "seat": seat,
            "actors": self.actors(),
            "moves": () if seat is None else self.moves(seat),
            "hand": () if seat is None else self._hand(seat),
            "scores": self.scores,
            "outcome": self.outcome,
        }

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
            raise NoSuchSeat(f"there is no seat {seat!r}; the seats are 0 to {self.seats - 1}")

    def _read_deal(self, text: str) -> tuple[Tile, ...]:
        if not isinstance(text, str):
            raise SetupError("deals", text, "texts of tiles, one for each deal")
        try:
            tiles = tuple(Tile.parse(word) for word in text.split())
        except ValueError as error:
            raise SetupError("deals", text, f"tiles such as 6-4; {error}") from error
        wanted = Counter(self.tile_set)
        if Counter(tiles) != wanted:
            times = {1: "once", 2: "twice"}[max(wanted.values())]
            missing = " ".join(map(str, sorted((wanted - Counter(tiles)).elements()))) or "none"
            raise SetupError("deals", text, f"each of the {len(wanted)} tiles {times}; missing: {missing}")
        return tiles

    def _read_lot(self, lot: int) -> int:
        if type(lot) is not int or not 0 <= lot < self.seats:
            raise SetupError("lots", lot, f"seats from 0 to {self.seats - 1}")
        return lot


_FINISH: Final = Move(FINISH)


class FinishableMatch(Match):
    """A match that the table may finish by a log entry."""

    def finish(self, seat: int = 0) -> list[Event]:
        """End the match now, in the game's own way.

        :param seat: the seat to record as the one that ended it.
        :raises NoSuchSeat: if there is no such seat.
        :raises IllegalMove: if the match is over.
        """
        self._check_running(seat)
        mark = len(self.events)
        self._log.append((seat, _FINISH))
        self._apply_finish()
        return self.events[mark:]

    def apply(self, seat: int, text: str) -> list[Event]:
        """Apply a move, or ``finish``."""
        return self.finish(seat) if text == FINISH else super().apply(seat, text)

    @abstractmethod
    def _apply_finish(self) -> None:
        """Emit the events of the finish and end the match."""
