"""A match of a chain game. Read `ChainMatch` first.

`ChainMatch` wraps a position, the single truth for legality, points and turns. It names the moves, keeps the log, and
derives events, refusals, views and records. A tile is added to an open end so that the touching halves are equal, one a
turn. A player who can play must. A player who cannot play draws, if the game draws, until a tile fits or no more may be
drawn; then passes. A deal ends when a player goes out or when all players have passed in succession.
"""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from games.core import events
from games.core.dealt import DealtMatch
from games.core.events import CutOff, DealBegan, Dealt, NoScore, Played, Shown
from games.core.line import ARMS, LineView
from games.core.moves import DRAW as DRAW_MOVE
from games.core.moves import PASS as PASS_MOVE
from games.core.moves import PLAY, Move
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import (
    BoneyardClosed,
    DoesNotFit,
    MustDraw,
    MustPlay,
    NotInHand,
    OpeningHasNoPlace,
    PlaceNeeded,
    Refusal,
    TileNeeded,
    UnknownPlace,
    UnknownVerb,
    superfluous,
)
from games.core.tiles import ALL_TILES, FULL_SET, Tile, mask_of, pips_in, tiles_in
from games.core.unseen import Limits, deal_hidden, drawn, played, shown_to_lack
from games.core.view import ChainView, DealEnd, LineDealEnd

from .inference import ObservedChoice, choices_of_others
from .line import line_view
from .position import ARM, DRAW, EMPTY, NO_SEAT, OVER, PASS, TILE, ChainPosition

HAND: Final = 7
"""The tiles dealt to each seat, unless a game says otherwise."""

_OPENINGS: Final = [Move(PLAY, tile) for tile in ALL_TILES]
_MOVES: Final = [
    Move(PLAY, ALL_TILES[number % ARM], ARMS[number // ARM]) if number % ARM < len(ALL_TILES) else PASS_MOVE
    for number in range(len(ARMS) * ARM)
] + [DRAW_MOVE, PASS_MOVE]
"""The moves by their numbers in a position; the gaps between the arms are unused."""

Numbered = tuple[tuple[int, ...], tuple[Move, ...]]


class _DealEnd(NamedTuple):
    """The end of a deal, described only on demand for speed.

    :ivar position: the deal at its end.
    :ivar made: its moves, each with its seat.
    :ivar before: the scores when it began.
    :ivar points: the points of each side for its end.
    """

    number: int
    reason: DealEndReason
    position: ChainPosition
    made: Sequence[tuple[int, int]]
    before: Sequence[int]
    points: tuple[int, ...]
    events: tuple[events.Event, ...]


def _line(made: Sequence[tuple[int, int]], *, has_spinner: bool) -> LineView:
    placements = ((ALL_TILES[number & TILE], ARMS[number // ARM]) for _, number in made if number < DRAW)
    return line_view(placements, has_spinner=has_spinner)


class ChainMatch(DealtMatch):
    """The base of all chain games; a game adds its scoring."""

    computers = "games.chain.computers"
    mutable = DealtMatch.mutable | {"position", "_limits", "_made"}
    has_spinner: ClassVar[bool] = False
    """Whether the first double opens its short sides."""

    position: ChainPosition
    """The running deal, secrets included."""
    _made: list[tuple[int, int]]
    """The moves of this deal, each with its seat."""
    _limits: list[Limits]
    """For each seat, the conclusions from its draws and passes."""
    _scores: list[int]
    """The scores when the running deal began."""
    _last_deal: LineDealEnd | None
    _end: "_DealEnd | None"
    """The end of the deal before the running one; None in the first."""
    _numbered: Numbered | None
    """The legal moves of the seat to move, as numbers and named; None until first use."""

    # --- What a game fills in --------------------------------------------------------------------------------------

    @abstractmethod
    def _new_position(self, opener: int, hands: Sequence[int], boneyard: Sequence[int]) -> ChainPosition:
        """Return the position at the beginning of a deal.

        :param hands: the hand of each seat, as a mask; empty for a seat that sits out.
        :param boneyard: the indices of its tiles; the next to draw is the last.
        """

    def _hand_sizes(self) -> tuple[int, ...]:
        """Return each seat's hand size; 0 if it sits out."""
        return (HAND,) * self.seats

    def _opener_of(self, opener: int, hands: Sequence[int]) -> int:  # noqa: ARG002  # for games whose tiles decide
        """Return the deal's opener, by default the seat in turn."""
        return opener

    def _decision(self, number: int) -> Move:
        """Return the game-specific move with this number."""
        raise AssertionError(f"{self.key} has no move {number}")

    @abstractmethod
    def _end_reason(self) -> EndReason | None:
        """Return the match's end reason; None if another deal follows."""

    def _ranking(self) -> tuple[frozenset[int], ...]:
        """Return the sides from best to worst, ties grouped."""
        return ranked(self.scores, fewest_first=self.fewer_is_better)

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        self._end = None
        super()._reset()

    def _begin(self) -> None:
        self._begin_deal(self._draw_lot("opener"))

    def _begin_deal(self, opener: int) -> None:
        self._deal_number += 1
        self._made, self._limits, self._numbered = [], [{}] * self.seats, None
        tiles = self._next_permutation()
        hands, start = [], 0
        for size in self._hand_sizes():
            hands.append(mask_of(tiles[start : start + size]))
            start += size
        self._opener = self._opener_of(opener, hands)
        self._emit(DealBegan(self._opener, self._deal_number))
        for seat, hand in enumerate(hands):
            if hand:
                self._emit(Dealt(seat, tiles_in(hand), hand.bit_count(), (seat,)))
        boneyard = [tile.index for tile in reversed(tiles[start:])]
        self.position = self._new_position(self._opener, hands, boneyard)

    def _playing(self) -> list[int]:
        """Return the seats that are dealt tiles."""
        return [seat for seat, size in enumerate(self._hand_sizes()) if size]

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.position.scores)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self.position.turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self.position.turn or self.outcome:
            return ()
        if self._numbered is None:
            self._numbered = self._number_moves()
        return self._numbered[1]

    def _number_moves(self) -> Numbered:
        numbers = self.position.moves()
        if self.position.left == EMPTY:
            return numbers, tuple(map(_OPENINGS.__getitem__, numbers))
        if numbers[0] <= PASS:
            return numbers, tuple(map(_MOVES.__getitem__, numbers))
        return numbers, tuple(map(self._decision, numbers))

    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        position = self.position
        if move.verb in (DRAW_MOVE.verb, PASS_MOVE.verb):
            extra = superfluous(move)
            if extra:
                return extra
            if self.moves(seat)[0].tile is not None:
                return MustPlay()
            return MustDraw() if move == PASS_MOVE else BoneyardClosed()
        if move.verb != PLAY:
            return UnknownVerb(verb=str(move))
        if move.tile is None:
            return TileNeeded(verb=str(move))
        if not position.hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        ends = dict(zip(ARMS, position.codes(), strict=False))
        places = ", ".join(ends)
        if not places:
            return OpeningHasNoPlace()
        if not move.at:
            return PlaceNeeded(tile=move.tile, places=places)
        if move.at not in ends:
            return UnknownPlace(at=move.at, places=places)
        return superfluous(move, "tile", "at") or DoesNotFit(tile=move.tile, at=move.at)

    # --- Playing a move --------------------------------------------------------------------------------------------

    def _apply_move(self, seat: int, move: Move) -> None:
        position, tile = self.position, move.tile
        numbers, names = self._numbered or self._number_moves()
        number = numbers[names.index(move)]
        self._numbered = None
        self._made.append((seat, number))
        if tile is not None:
            if self._limits[seat]:
                self._limits[seat] = played(self._limits[seat], tile)
            self.events.append(events.played(seat, tile, move.at))
            self._play_placement(seat, number)
        elif number == DRAW:
            limits = shown_to_lack(self._limits[seat], position.fitting())
            self._limits[seat] = drawn(limits)
            self.events.append(events.drew(seat, ALL_TILES[position.play(number) - 1]))
        elif number == PASS:
            self._limits[seat] = shown_to_lack(self._limits[seat], position.fitting())
            self.events.append(events.passed(seat))
            position.play(number)
        else:
            self._decide(seat, number)
        if position.turn == OVER:
            if position.cut_off:
                self._cut_off()
            else:
                self._end_deal(seat, blocked=number == PASS)

    def _play_placement(self, seat: int, number: int) -> None:  # noqa: ARG002  # for games with points for placements
        """Play a placement, and emit the events of its points."""
        self.position.play(number)

    def _decide(self, seat: int, number: int) -> None:
        """Play a game-specific move and emit its events."""
        raise AssertionError(f"{self.key} has no move {number} for seat {seat}")

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self, seat: int, *, blocked: bool) -> None:
        position, first = self.position, len(self.events)
        self.events.append(events.blocked() if blocked else events.out(seat))
        self._show_hands()
        winner = None if position.winner == NO_SEAT else position.winner
        self._emit_end(tuple(position.points), winner)
        self._keep_end(DealEndReason.BLOCKED if blocked else DealEndReason.OUT, tuple(position.points), first)
        self._close_deal()
        over = self._end_reason()
        if over:
            self._finish(self._ranking(), over)
        else:
            self._scores = list(position.scores)
            self._begin_deal(position.next_opener())

    def _cut_off(self) -> None:
        """End the match in mid-deal, with events from the last tile on."""
        first = max(index for index, event in enumerate(self.events) if isinstance(event, Played))
        self._emit(CutOff())
        self._show_hands()
        self._keep_end(DealEndReason.CUT_OFF, (0,) * len(self.scores), first)
        over = self._end_reason()
        if over is None:
            raise AssertionError(f"{self.key} was cut off without a reason")
        self._finish(self._ranking(), over)

    def _show_hands(self) -> None:
        for seat, hand in enumerate(self.position.hands):
            if hand:
                self._emit(Shown(seat, tiles_in(hand), pips_in(hand)))

    def _emit_end(self, points: tuple[int, ...], winner: int | None) -> None:
        """Emit the events of the end-of-deal points.

        :param points: of each side.
        :param winner: the seat that won the deal; None if none did.
        """
        for side, value in enumerate(points):
            if value or (winner is not None and side == self.side_of(winner)):
                self.events.append(events.scored(side, value, events.ScoreReason.DEAL))
        if winner is None and not any(points):
            self._emit(NoScore())

    def _keep_end(self, reason: DealEndReason, points: tuple[int, ...], first: int) -> None:
        """Keep the deal's end, with its events from index `first`."""
        happened = tuple(self.events[first:])
        self._end = _DealEnd(self._deal_number, reason, self.position, self._made, self._scores, points, happened)
        self.last_deal = None

    @property
    def last_deal(self) -> LineDealEnd | None:
        """The end of the previous deal, described on first access."""
        if self._last_deal is None and self._end is not None:
            self._last_deal = self._described(self._end)
        return self._last_deal

    @last_deal.setter
    def last_deal(self, end: DealEnd | None) -> None:
        self._last_deal = end if isinstance(end, LineDealEnd) else None

    def _described(self, end: "_DealEnd") -> LineDealEnd:
        position = end.position
        booked = zip(position.scores, end.before, end.points, strict=True)
        return LineDealEnd(
            number=end.number,
            reason=end.reason,
            winners=() if position.winner == NO_SEAT else (self.side_of(position.winner),),
            line=_line(end.made, has_spinner=self.has_spinner),
            hands=tuple(map(tiles_in, position.hands)),
            counted=tuple(position.hand_values()),
            points=end.points,
            scores=tuple(position.scores),
            events=end.events,
            during=tuple(now - before - gain for now, before, gain in booked),
        )

    def _close_deal(self) -> None:
        """Update a game's own state between scoring and `_end_reason`."""

    # --- Views -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> ChainView:
        return ChainView(**self._view_fields(seat))

    def _view_fields(self, seat: int | None) -> dict[str, Any]:
        line = _line(self._made, has_spinner=self.has_spinner)
        double_alone = len(line.tiles) == 1 and line.tiles[0].tile.is_double
        return {
            **super()._view_fields(seat),
            "line": line,
            "drawable": self.position.drawable(),
            "alike": (ARMS[:2],) if double_alone else (),
        }

    def _held(self) -> list[int]:
        return self.position.hands

    def _boneyard_tiles(self) -> list[Tile]:
        return [ALL_TILES[index] for index in self.position.boneyard]

    def _table_tiles(self) -> list[Tile]:
        return [ALL_TILES[number & TILE] for _, number in self._made if number < DRAW]

    # --- Hidden tiles, for computers -------------------------------------------------------------------------------

    def named(self, number: int) -> Move:
        """Return the legal move with this number in the position."""
        numbers, names = self._numbered or self._number_moves()
        return names[numbers.index(number)]

    def determinization(self, seat: int, rng: Random) -> ChainPosition:
        """Return a random determinization of the running deal for a seat."""
        world = self.position.copy()
        others = [other for other in range(self.seats) if other != seat]
        hands, boneyard = deal_hidden(
            [tiles_in(world.hands[other]) for other in others],
            [self._limits[other] for other in others],
            self._boneyard_tiles(),
            rng,
        )
        for other, hand in zip(others, hands, strict=True):
            world.hands[other] = mask_of(hand)
        world.boneyard = [tile.index for tile in boneyard]
        return world

    def _redeal(self, seat: int, rng: Random) -> None:
        self.position, self._numbered = self.determinization(seat, rng), None

    def position_known_to(self, seat: int) -> ChainPosition:
        """Return the running deal with the seat's own hand alone."""
        known = self.position.copy()
        known.hands = [hand if other == seat else 0 for other, hand in enumerate(known.hands)]
        known.boneyard = []
        return known

    def possible_positions(self, seat: int, most: int) -> list[ChainPosition]:
        """Return a position for each possible hand, with two seats.

        :returns: none if there may be more than `most`.
        """
        return [self._with_hand(1 - seat, hand) for hand in self.possible_hands(seat, most) or ()]

    def _with_hand(self, seat: int, hand: int) -> ChainPosition:
        position = self.position.copy()
        hidden = position.hands[seat] | mask_of(self._boneyard_tiles())
        position.hands[seat] = hand
        position.boneyard = [tile.index for tile in tiles_in(hidden & ~hand)]
        return position

    def possible_hands(self, seat: int, most: int) -> list[int] | None:
        """Return the opponent's possible hands as masks, with two seats.

        :returns: None if there may be more than `most`.
        """
        other = 1 - seat
        hidden = self.position.hands[other] | mask_of(self._boneyard_tiles())
        limits = self._limits[other]
        lacked = 0
        for mask, held in limits.items():
            if not held:
                lacked |= mask
        tiles, size = tiles_in(hidden & ~lacked), self.position.hands[other].bit_count()
        if comb(len(tiles), size) > most:
            return None
        hands = map(mask_of, combinations(tiles, size))
        return [hand for hand in hands if all((hand & mask).bit_count() <= held for mask, held in limits.items())]

    def choices_of_others(self, seat: int) -> list[ObservedChoice]:
        """Return the other seats' choices in the running deal."""
        begun = self.position_known_to(seat)  # a copy keeps the facts that a game fixes for the deal
        begun.scores, begun.turn = list(self._scores), self._opener
        begun.begin()
        hidden = FULL_SET & ~begun.hands[seat] & ~mask_of(self._table_tiles())
        return choices_of_others(seat, begun, self._made, hidden)
