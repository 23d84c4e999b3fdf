"""The base of solitaires: one seat, counted moves.

A solitaire lays out all its tiles, in reading order, and never deals again. It is solved or stuck by the rules of its
game. Giving up is an entry of the log, `games.core.match.FINISH`, not a move. For undo the table replays the log
without the moves taken back.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from games.core.match import FinishableMatch

from .events import Event
from .match import Family, GameInfo
from .moves import Move
from .outcome import EndReason
from .refusals import LargerFirst, NotTwelve, Refusal, TileNeeded, TwoTilesNeeded, UnknownVerb, superfluous
from .solution import NodeBudget, Solution
from .tiles import Tile
from .view import View

PAIR: Final = "pair"
SHIFT: Final = "shift"
TWELVE: Final = 12
"""The pips of two tiles that are removed together."""


class LaidOut(Event):
    """`count` tiles are laid out in order, secretly if face down."""

    tiles: tuple[Tile, ...]
    count: int
    known_to: tuple[int, ...] | None


class Moved(Event):
    """`seat` moved a tile to the place or column `at`."""

    seat: int
    tiles: tuple[Tile, ...]
    at: str


class TurnedFaceUp(Event):
    """A tile at the place or column `at` turned face up."""

    tiles: tuple[Tile, ...]
    at: str


class Paired(Event):
    """`seat` removed the pair `tiles`, in the order of the move."""

    seat: int
    tiles: tuple[Tile, ...]


class Solved(Event):
    """`seat` has solved the solitaire in `moves` moves."""

    seat: int
    moves: int


class Stuck(Event):
    """No move is left: `seat` has lost after `moves` moves."""

    seat: int
    moves: int


class GaveUp(Event):
    """`seat` has given up after `moves` moves."""

    seat: int
    moves: int


_ENDS: Final[Mapping[EndReason, type[Solved | Stuck | GaveUp]]] = {
    EndReason.SOLVED: Solved,
    EndReason.STUCK: Stuck,
    EndReason.GAVE_UP: GaveUp,
}


@dataclass(frozen=True)
class SolitaireLayout(ABC):
    """All tiles in place, secret ones too: only for the solver."""

    @abstractmethod
    def solve(self, budget: NodeBudget) -> Solution:
        """Search for a winning line within the budget."""


@dataclass(frozen=True, kw_only=True)
class SolitaireView(View):
    """The view of a solitaire; `scores` is the count of moves.

    :ivar playable: the tiles of the legal moves, lowest first.
    """

    playable: tuple[Tile, ...]


class Solitaire(FinishableMatch):
    """A solitaire: a match of one player against the layout."""

    info = GameInfo(Family.SOLITAIRE, minutes=10)
    seat_counts = (1,)
    fewer_is_better = True
    verbs: ClassVar[frozenset[str]]
    """The verbs of the game's moves."""
    most_plays_won: ClassVar[tuple[int, ...]] = ()
    """The most random plays won with which a deal has two, three, four and five stars; see `stars` of the solver."""
    fewest_nodes: ClassVar[tuple[int, ...]] = ()
    """Where luck does not distinguish deals: the fewest positions that the solver looks at for these stars."""

    _move_count: int
    _legal: tuple[Move, ...]
    """The legal moves of the position."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._move_count = 0

    def _begin(self) -> None:
        self._lay_out(self._next_permutation())
        self._continue()

    @abstractmethod
    def _lay_out(self, tiles: list[Tile]) -> None:
        """Lay the tiles out, given in dealing order."""

    def _emit_layout(self, tiles: Iterable[Tile], *, face_down: bool = False) -> None:
        laid = tuple(tiles)
        self._emit(LaidOut(laid, len(laid), () if face_down else None))

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (0,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        return self._legal if seat == 0 and not self.outcome else ()

    @abstractmethod
    def _find_moves(self) -> tuple[Move, ...]:
        """Return the position's legal moves in a fixed order."""

    def _refusal_of(self, seat: int, move: Move) -> Refusal:  # noqa: ARG002  # there is only one seat
        if move.verb not in self.verbs:
            return UnknownVerb(verb=move.verb)
        if move.tile is None:
            return TileNeeded(verb=move.verb)
        return self._reason_of_tile(move.tile, move)

    @abstractmethod
    def _reason_of_tile(self, tile: Tile, move: Move) -> Refusal:
        """Return the reason why a move with this tile is illegal."""

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _apply_move(self, seat: int, move: Move) -> None:
        self._move_count += 1
        if move.tile is not None:  # every move of a solitaire names a tile
            self._carry_out(seat, move.tile, move)
        self._continue()

    @abstractmethod
    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        """Apply a legal move with this tile and emit its events."""

    # --- The end of the match --------------------------------------------------------------------------------------

    @abstractmethod
    def _solved(self) -> bool:
        """Return True if the goal is reached."""

    def _continue(self) -> None:
        """Find the next legal moves, or end the match."""
        self._legal = ()
        if self._solved():
            self._end(EndReason.SOLVED)
            return
        self._legal = self._find_moves()
        if not self._legal:
            self._end(EndReason.STUCK)

    def _end(self, reason: EndReason) -> None:
        winners = (0,) if reason is EndReason.SOLVED else ()
        self._emit(_ENDS[reason](0, self._move_count))
        self._finish((frozenset({0}),), reason, winners=winners)

    def _apply_finish(self) -> None:
        self._end(EndReason.GAVE_UP)

    # --- The view and copies ---------------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        """The count of moves; fewer are better."""
        return (self._move_count,)

    def evaluation(self) -> tuple[float, ...]:
        return (-self._move_count,)

    @abstractmethod
    def layout(self) -> SolitaireLayout:
        """Return all tiles in place, including face-down ones."""

    def _playable(self) -> tuple[Tile, ...]:
        found: set[Tile] = set()
        for move in self.moves(0):
            found |= {move.tile} if move.tile else set()
            found |= {Tile.parse(move.value)} if move.verb == PAIR else set()
        return tuple(sorted(found))

    def _view_fields(self, seat: int | None) -> dict[str, Any]:
        """Return the view's fields common to all solitaires."""
        return {**super()._view_fields(seat), "playable": self._playable()}

    def _redeal(self, seat: int, rng: Random) -> None:
        self._redeal_face_down(rng)
        self.events = [event.seen_by(seat) for event in self.events]

    def _redeal_face_down(self, rng: Random) -> None:
        """Deal the face-down tiles again, if the game has any."""


def place_text(row: int, column: int) -> str:
    """Return ``row.column``, counted from 1, for indices from 0."""
    return f"{row + 1}.{column + 1}"


def pair_move(one: Tile, other: Tile) -> Move:
    """Return the move that removes a pair, with more pips first.

    With equal pips the tile with the larger half comes first.
    """
    first, second = sorted((one, other), key=lambda tile: (tile.pips, tile.high), reverse=True)
    return Move(PAIR, first, value=str(second))


def pair_refusal(move: Move, tile: Tile, hindrance: Callable[[Tile], type[Refusal] | None]) -> Refusal:
    """Return the reason why two tiles cannot be removed.

    :param tile: the first tile of the move.
    :param hindrance: the reason why a tile cannot be removed with any other; None if it can.
    """
    extra = superfluous(move, "tile", "value")
    if extra:
        return extra
    try:
        other = Tile.parse(move.value)
    except ValueError:
        return TwoTilesNeeded()
    if other is tile:
        return TwoTilesNeeded()
    if tile.pips + other.pips != TWELVE:
        return NotTwelve(tile=tile, other=other, pips=tile.pips + other.pips)
    if move != pair_move(tile, other):
        return LargerFirst(text=pair_move(tile, other))
    return next(reason.about(tile=named) for named in (tile, other) if (reason := hindrance(named)))
