"""The running deal of a chain game on integers. Read `ChainPosition` first.

A position is the single truth for legal moves, points and turns. A match (`games.chain.match`) wraps one and names its
moves; computers search in copies.

Tiles are their indices, hands are masks. An open end is a *code*: seven times the open number plus the other half of
the tile there. A move is a number: ``32 * arm + tile`` for a tile laid at the left, right, upper or lower end (an
opening tile is laid "at the left"), or one of the numbers from `DRAW` on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Protocol, Self

from games.core.tiles import ALL_TILES, HIGHEST, WITH_NUMBER, Tile, pips_in, tiles_in

from .value import EVEN

DRAW: Final = 128
PASS: Final = 129
CHOICE: Final = 130
"""The first of the moves that only one game has."""

OVER: Final = -1
"""The value of `ChainPosition.turn` once the deal is over."""

NO_SEAT: Final = -1
"""The winner of a deal without one."""

EMPTY: Final = -1
"""The code of an end that is not open."""

NUMBERS: Final = HIGHEST + 1
ARM: Final = 32
"""The distance between the moves that lay one tile at neighbouring arms."""
TILE: Final = ARM - 1
"""The bits of a move that are the index of its tile."""
_ARMS: Final = 4


def placement(tile: int, arm: int) -> int:
    """Return a placement at an arm: 0 left, 1 right, 2 up, 3 down."""
    return ARM * arm + tile


def code_of(number: int, inner: int) -> int:
    """Return the code of an end; `inner` is its tile's other half."""
    return NUMBERS * number + inner


def _offers(arm: int) -> list[dict[int, tuple[int, ...]]]:
    """Return an arm's moves by code and set of fitting tiles."""
    rows: list[dict[int, tuple[int, ...]]] = []
    for number in range(NUMBERS):
        row: dict[int, tuple[int, ...]] = {0: ()}
        for tile in tiles_in(WITH_NUMBER[number]):
            for mask, moves in list(row.items()):
                row[mask | tile.bit] = (*moves, placement(tile.index, arm))
        rows.append(row)
    return [rows[code // NUMBERS] for code in range(NUMBERS * NUMBERS)]


OFFERS: Final[list[list[dict[int, tuple[int, ...]]]]] = [_offers(arm) for arm in range(_ARMS)]
LEFT: Final[list[dict[int, tuple[int, ...]]]] = OFFERS[0]
RIGHT: Final[list[dict[int, tuple[int, ...]]]] = OFFERS[1]

FITTING: Final[list[int]] = [WITH_NUMBER[code // NUMBERS] for code in range(NUMBERS * NUMBERS)]
"""For each code the tiles that fit there, as a mask."""

BIT: Final[list[int]] = [1 << (move & TILE) for move in range(ARM * _ARMS)]
"""For each move the bit of its tile."""


def _after() -> list[list[int]]:
    """Return the new end's code by old code and tile index."""
    rows: list[list[int]] = []
    for code in range(NUMBERS * NUMBERS):
        number = code // NUMBERS
        rows.append(
            [code_of(tile.other(number), number) if tile.has(number) else EMPTY for tile in ALL_TILES]
            + [EMPTY] * (ARM - len(ALL_TILES))
        )
    return rows


AFTER: Final[list[list[int]]] = _after()
OPENED_LEFT: Final[list[int]] = [code_of(tile.high, tile.low) for tile in ALL_TILES]
OPENED_RIGHT: Final[list[int]] = [code_of(tile.low, tile.high) for tile in ALL_TILES]

DRAWS: Final[tuple[int, ...]] = (DRAW,)
PASSES: Final[tuple[int, ...]] = (PASS,)

DOUBLE_BIT: Final[list[int]] = [Tile(number, number).bit for number in range(NUMBERS)]
IS_DOUBLE: Final[list[bool]] = [tile.is_double for tile in ALL_TILES]


def weights(weight: Callable[[Tile], int]) -> list[float]:
    """Return the tile's weight for each move that lays one."""
    row = [float(weight(tile)) for tile in ALL_TILES] + [0.0] * (ARM - len(ALL_TILES))
    return row * _ARMS


WEIGHT: Final[list[float]] = weights(lambda tile: tile.pips + (4 + tile.pips if tile.is_double else 0))
"""For each move that lays a tile, the relief for its hand: pips, and doubles first, which fit at fewer ends."""

SHEDDING: Final = 0.25
"""The weight of a tile laid, relative to points scored at once."""


class MatchValue(Protocol):
    """The chances to win the match when another deal follows."""

    def chances(self, scores: Sequence[int], opener: int, caught: Sequence[int] = ()) -> list[float]:
        """Return each side's winning chance; `opener` is the next opening side."""


class DealSetting:
    """The fixed facts of a deal.

    :ivar side_of: for each seat its side.
    :ivar opener: the seat that opened the deal.
    :ivar following: for each seat in play the next one; `OVER` for a seat that sits out.
    :ivar in_play: the number of seats that were dealt tiles.
    :ivar draws: whether a player who cannot play draws.
    :ivar reserve: the number of boneyard tiles that are never drawn.
    :ivar limit: the score at which the match ends.
    :ivar value: the chances to win the match from the scores, if another deal follows.
    """

    __slots__ = ("draws", "following", "in_play", "limit", "opener", "reserve", "side_of", "value")

    def __init__(
        self,
        side_of: Sequence[int],
        opener: int,
        playing: Sequence[int],
        *,
        limit: int,
        value: MatchValue = EVEN,
        draws: bool = True,
        reserve: int = 0,
    ) -> None:
        seats = len(side_of)
        self.side_of = list(side_of)
        self.opener = opener
        self.in_play = len(playing)
        self.draws = draws
        self.reserve = reserve
        self.limit = limit
        self.value = value
        self.following = [
            next(other % seats for other in range(seat + 1, seat + 1 + seats) if other % seats in playing)
            if seat in playing
            else OVER
            for seat in range(seats)
        ]


class ChainPosition(ABC):
    """A deal in play; the base for all chain games.

    It has neither a spinner nor points for placements. A game adds its scoring: `play` for points of placements, and
    `settlement` for the end of the deal.

    :ivar hands: the hand of each seat, as a mask.
    :ivar boneyard: the indices of its tiles, drawn from the end.
    :ivar left: the code of the left end, or `EMPTY`.
    :ivar right: the code of the right end.
    :ivar turn: the seat to move; `OVER` once the deal is over.
    :ivar passes: the number of passes since the last tile was laid.
    :ivar scores: the score of each side, including this deal so far.
    :ivar winner: the seat that has won the deal; `NO_SEAT` if none has.
    :ivar points: the points of each side for the end of the deal; empty before it.
    :ivar cut_off: whether the match ended in the middle of the deal.
    :cvar KEEPING: the value of a tile that will fit, relative to the weight of a move.
    :cvar SOFTNESS: of two moves that differ by this weight, others choose the better-looking one 2.7 times as often.
    :cvar SIMPLE_SHARE: the share of moves that others are assumed to choose by simple rules alone.
    :cvar TRUST: the power to which the likelihood of hands is raised in inference. It is below 1 where good players
        often prefer a worse-looking move (`tests/benchmarks/chain_trust.py`).
    """

    KEEPING: ClassVar[float] = 2.0
    SOFTNESS: ClassVar[float] = 16.0
    SIMPLE_SHARE: ClassVar[float] = 0.0
    TRUST: ClassVar[float] = 1.0

    __slots__ = (
        "boneyard",
        "cut_off",
        "hands",
        "left",
        "passes",
        "points",
        "right",
        "scores",
        "setting",
        "turn",
        "winner",
    )

    def __init__(
        self, setting: DealSetting, hands: Sequence[int], boneyard: Sequence[int], scores: Sequence[int], turn: int
    ) -> None:
        self.setting = setting
        self.hands = list(hands)
        self.boneyard = list(boneyard)
        self.scores = list(scores)
        self.turn = turn
        self.begin()

    def begin(self) -> None:
        """Reset all changing attributes for a new deal."""
        self.left = self.right = EMPTY
        self.passes = 0
        self.winner = NO_SEAT
        self.points: Sequence[int] = ()
        self.cut_off = False

    def copy(self) -> Self:
        """Return an independent position in the same state."""
        twin = type(self)(self.setting, self.hands, self.boneyard, self.scores, self.turn)
        twin.left, twin.right, twin.passes = self.left, self.right, self.passes
        twin.winner, twin.points, twin.cut_off = self.winner, self.points, self.cut_off
        return twin

    # --- Moves -----------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[int, ...]:
        """Return the legal moves in a fixed order."""
        left = self.left
        hand = self.hands[self.turn]
        if left == EMPTY:
            return tuple([tile.index for tile in tiles_in(hand)])
        right = self.right
        found = LEFT[left][hand & FITTING[left]] + RIGHT[right][hand & FITTING[right]]
        if found:
            return found
        return PASSES if self.boneyard_closed() else DRAWS

    def choices(self) -> tuple[int, ...]:
        """Return the legal moves, one of each equivalent group."""
        left = self.left
        if left != EMPTY and left // NUMBERS == self.right // NUMBERS:
            return LEFT[left][self.hands[self.turn] & FITTING[left]] or self.moves()
        return self.moves()

    def codes(self) -> list[int]:
        """Return the codes of the open ends, arm by arm."""
        return [] if self.left == EMPTY else [self.left, self.right]

    def fitting(self) -> int:
        """Return the mask of tiles that fit an open end."""
        mask = 0
        for code in self.codes():
            mask |= FITTING[code]
        return mask

    def drawable(self) -> int:
        """Return the number of tiles that may still be drawn."""
        return max(0, len(self.boneyard) - self.setting.reserve) if self.setting.draws else 0

    def boneyard_closed(self) -> bool:
        """Return True if no more tiles will be drawn."""
        return not self.setting.draws or len(self.boneyard) <= self.setting.reserve

    def play(self, move: int) -> int:
        """Play a legal move of the seat to move.

        :returns: the index of a drawn tile plus one, which only this seat sees; else 0.
        """
        turn = self.turn
        if move < DRAW:  # `lay` and `end_turn`, written out: most of the time of a playout is spent here
            hand = self.hands[turn] ^ BIT[move]
            self.hands[turn] = hand
            self.passes = 0
            if self.left == EMPTY:
                self.left, self.right = OPENED_LEFT[move], OPENED_RIGHT[move]
            elif move < ARM:
                self.left = AFTER[self.left][move]
            else:
                self.right = AFTER[self.right][move & TILE]
            if hand:
                self.turn = self.setting.following[turn]
            else:
                self.end(turn)
            return 0
        if move == DRAW:
            tile = self.boneyard.pop()
            self.hands[turn] |= 1 << tile
            return tile + 1
        self.passes += 1
        if self.passes == self.setting.in_play:
            self.end(self.winner_if_blocked())
        else:
            self.turn = self.setting.following[turn]
        return 0

    def remove_from_hand(self, move: int) -> None:
        """Remove a move's tile from the mover's hand."""
        self.hands[self.turn] ^= BIT[move]
        self.passes = 0

    def lay(self, move: int) -> None:
        """Lay a tile at the left or right end, or the opening tile."""
        self.remove_from_hand(move)
        if self.left == EMPTY:
            self.left, self.right = OPENED_LEFT[move], OPENED_RIGHT[move]
        elif move < ARM:
            self.left = AFTER[self.left][move]
        else:
            self.right = AFTER[self.right][move & TILE]

    def end_turn(self, seat: int) -> None:
        """Pass the turn on, or end the deal if the seat is out."""
        if self.hands[seat]:
            self.turn = self.setting.following[seat]
        else:
            self.end(seat)

    # --- The end of the deal ---------------------------------------------------------------------------------------

    def end(self, winner: int) -> None:
        """End the deal and add the points of its end."""
        self.turn = OVER
        self.winner = winner
        self.points = points = self.settlement(winner)
        for side, gain in enumerate(points):
            self.scores[side] += gain

    def cut_off_match(self) -> None:
        """End the match in mid-deal, without end-of-deal points."""
        self.turn = OVER
        self.cut_off = True

    def winner_if_blocked(self) -> int:
        """Return the seat with the fewest pips; `NO_SEAT` if opponents tie."""
        best, fewest, tied = NO_SEAT, 1000, False
        for seat, hand in enumerate(self.hands):
            if hand:
                pips = pips_in(hand)
                if pips < fewest:
                    best, fewest, tied = seat, pips, False
                elif pips == fewest and self.setting.side_of[seat] != self.setting.side_of[best]:
                    tied = True
        return NO_SEAT if tied else best

    @abstractmethod
    def settlement(self, winner: int) -> list[int]:
        """Return each side's end-of-deal points; `winner` may be `NO_SEAT`."""

    def hand_values(self) -> list[int]:
        """Return the value of the tiles left in each hand."""
        return [pips_in(hand) for hand in self.hands]

    def price_of(self, tile: Tile) -> int:
        """Return the points of a tile that is left in hand, as far as can be known now."""
        return tile.pips

    def worths(self) -> Sequence[float]:
        """Return each seat's chance of a match win after the deal."""
        chances = self.chances()
        return [chances[side] for side in self.setting.side_of]

    def chances(self) -> list[float]:
        """Return each side's winning chance; most points win."""
        setting = self.setting
        if max(self.scores) >= setting.limit:
            most = max(self.scores)
            share = 1 / self.scores.count(most)
            return [share if score == most else 0.0 for score in self.scores]
        return setting.value.chances(self.scores, setting.side_of[self.next_opener()])

    def next_opener(self) -> int:
        """Return the seat that opens the next deal."""
        return (self.setting.opener + 1) % len(self.hands)

    def key(self) -> tuple[int, ...]:
        """Return a transposition key, valid after the last draw."""
        return (*self.hands, *self.scores, self.left, self.right, 4 * self.turn + self.passes)

    def key_without_points(self) -> tuple[int, ...]:
        """Return `key` with two unordered numbers for the ends."""
        left, right = self.left // NUMBERS, self.right // NUMBERS
        ends = NUMBERS * left + right if left < right else NUMBERS * right + left
        return (*self.hands, 4 * (NUMBERS * NUMBERS * self.turn + ends) + self.passes)

    # --- Sensible play ---------------------------------------------------------------------------------------------

    def weight(self, move: int) -> float:
        """Return a move's appeal by simple rules, from the mover's view."""
        return WEIGHT[move]

    def looks(self, move: int) -> float:
        """Return `weight` plus a beginner's bonus for keeping fitting tiles."""
        if move >= DRAW:
            return self.weight(move)
        hand = self.hands[self.turn] & ~BIT[move]
        fitting = 0
        for code in self.ends_after(move):
            fitting |= FITTING[code]
        return self.weight(move) + self.KEEPING * (hand & fitting).bit_count()

    def ends_after(self, move: int) -> list[int]:
        """Return the left and right codes after a placement."""
        if self.left == EMPTY:
            return [OPENED_LEFT[move], OPENED_RIGHT[move]]
        if move < ARM:
            return [AFTER[self.left][move], self.right]
        return [self.left, AFTER[self.right][move & TILE]]

    def finish(self, random: Callable[[], float]) -> None:
        """Play the deal out; each move is the better-looking of two samples."""
        while self.turn >= 0:
            moves = self.moves()
            move = moves[0]
            if len(moves) > 1:
                move = moves[int(random() * len(moves))]
                other = moves[int(random() * len(moves))]
                if other != move and self.weight(other) > self.weight(move):
                    move = other
            self.play(move)
