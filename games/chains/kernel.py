"""A deal of a chain game on integers, for computers that try moves out: all tiles known, nothing checked, nothing told.

Tiles are their indices, hands are masks. An open end is a code: seven times the number that lies open plus the other
half of the tile there. A move is a number too: ``32 * arm + tile`` for a tile at the left, right, upper or lower end
(an opening tile is laid "at the left"), or one of the numbers from `DRAW` on. Tests play random deals in a kernel and
in the engine and compare both at every ply.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Self

from games.core.tiles import ALL_TILES, DOUBLES, HIGHEST, WITH_NUMBER, Tile, pips_in, tiles_in

from .patterns import THIRTEEN, made_by
from .value import EVEN, Strengths, margin_chances

DRAW: Final = 128
PASS: Final = 129
CHOICE: Final = 130
"""The first of the moves that only one game has."""

OVER: Final = -1
"""Whose turn it is when the deal is over."""

EMPTY: Final = -1
"""The ends of a line without tiles."""

NUMBERS: Final = HIGHEST + 1
_ARM: Final = 32
_TILE: Final = _ARM - 1
_ARMS: Final = 4


def laying(tile: int, arm: int) -> int:
    """The move that lays the tile with this index at an arm: 0 left, 1 right, 2 up, 3 down."""
    return _ARM * arm + tile


def code_of(number: int, inner: int) -> int:
    """The code of an end where `number` lies open and `inner` is the other half of the tile."""
    return NUMBERS * number + inner


def _offers(arm: int) -> list[dict[int, tuple[int, ...]]]:
    """For every code and every set of fitting tiles the moves that lay one of them at this arm."""
    rows: list[dict[int, tuple[int, ...]]] = []
    for number in range(NUMBERS):
        row: dict[int, tuple[int, ...]] = {0: ()}
        for tile in tiles_in(WITH_NUMBER[number]):
            for mask, moves in list(row.items()):
                row[mask | tile.bit] = (*moves, _ARM * arm + tile.index)
        rows.append(row)
    return [rows[code // NUMBERS] for code in range(NUMBERS * NUMBERS)]


OFFERS: Final[list[list[dict[int, tuple[int, ...]]]]] = [_offers(arm) for arm in range(_ARMS)]
LEFT: Final[list[dict[int, tuple[int, ...]]]] = OFFERS[0]
RIGHT: Final[list[dict[int, tuple[int, ...]]]] = OFFERS[1]

FITTING: Final[list[int]] = [WITH_NUMBER[code // NUMBERS] for code in range(NUMBERS * NUMBERS)]
"""For every code the tiles that fit there."""

BIT: Final[list[int]] = [1 << (move & _TILE) for move in range(_ARM * _ARMS)]
"""For every move the bit of its tile."""


def _after() -> list[list[int]]:
    """For every code, and the index of a tile laid there, the code of the new end."""
    rows: list[list[int]] = []
    for code in range(NUMBERS * NUMBERS):
        number = code // NUMBERS
        rows.append(
            [code_of(tile.other(number), number) if tile.has(number) else EMPTY for tile in ALL_TILES]
            + [EMPTY] * (_ARM - len(ALL_TILES))
        )
    return rows


AFTER: Final[list[list[int]]] = _after()
OPENED_LEFT: Final[list[int]] = [code_of(tile.high, tile.low) for tile in ALL_TILES]
OPENED_RIGHT: Final[list[int]] = [code_of(tile.low, tile.high) for tile in ALL_TILES]

DRAWS: Final[tuple[int, ...]] = (DRAW,)
PASSES: Final[tuple[int, ...]] = (PASS,)

BONUS: Final = 8
"""What the highest double counts above its pips, for each pip of a half: ten times the half instead of twice."""

DOUBLE_BIT: Final[list[int]] = [Tile(number, number).bit for number in range(NUMBERS)]


def _weights(weight: Callable[[Tile], int]) -> list[float]:
    """For every move that lays a tile what the tile weighs."""
    row = [float(weight(tile)) for tile in ALL_TILES] + [0.0] * (_ARM - len(ALL_TILES))
    return row * _ARMS


WEIGHT: Final[list[float]] = _weights(lambda tile: tile.pips + (4 + tile.pips if tile.is_double else 0))
"""For every move that lays a tile how much its hand is relieved: pips, and doubles, which fit at fewer ends, first."""

BLOCK_WEIGHT: Final[list[float]] = _weights(lambda tile: tile.pips + (BONUS * tile.high if tile.is_double else 0))
"""`WEIGHT` at Block: what a tile may cost."""

UP: Final[list[dict[int, tuple[int, ...]]]] = OFFERS[2]
DOWN: Final[list[dict[int, tuple[int, ...]]]] = OFFERS[3]

CAUGHT: Final[list[int]] = [100, 11, 22, 33, 44, 55, 66]
"""What a double caught in hand counts at Double Trouble, by its number."""

IS_DOUBLE: Final[list[bool]] = [tile.is_double for tile in ALL_TILES]
CODE_OF_DOUBLE: Final[list[int]] = [code_of(tile.high, tile.low) for tile in ALL_TILES]
PIPS: Final[list[int]] = [tile.pips for tile in ALL_TILES]

TROUBLE: Final[list[float]] = _weights(lambda tile: tile.pips + (CAUGHT[tile.high] if tile.is_double else 0))
"""`WEIGHT` at Double Trouble."""

TARGET: Final = 121
"""The score that wins at Full Speed."""

SHEDDING: Final = 0.25
"""What the weight of a tile laid is worth beside points at once."""

WINS: Final = 1000.0
"""How good a move looks that wins the match."""

PATTERN: Final = 1000
MAKES_THIRTEEN: Final = -13


def _made() -> list[list[int]]:
    """What two ends make at Full Speed: their sum, or `MAKES_THIRTEEN`, or `PATTERN` plus what the patterns are worth.

    No two tiles have the same code, so that ends on one tile mean that it lies alone.
    """
    rows: list[list[int]] = []
    for left in range(NUMBERS * NUMBERS):
        row: list[int] = []
        for right in range(NUMBERS * NUMBERS):
            tiles = Tile(*divmod(left, NUMBERS)), Tile(*divmod(right, NUMBERS))
            made = made_by(tiles[0], left // NUMBERS, tiles[1], right // NUMBERS)
            thirteen = not made.patterns and made.total == THIRTEEN
            row.append(PATTERN + made.worth if made.patterns else MAKES_THIRTEEN if thirteen else made.total)
        rows.append(row)
    return rows


MADE: Final[list[list[int]]] = _made()

COUNT: Final[list[int]] = [
    code // NUMBERS * (2 if code % (NUMBERS + 1) == 0 else 1) for code in range(NUMBERS * NUMBERS)
]
"""What an end counts where a double counts whole."""


class Setting:
    """What does not change during a deal.

    :ivar side_of: for each seat its side.
    :ivar opener: who opened the deal.
    :ivar following: for each seat in play the next one; `OVER` for a seat that sits out.
    :ivar in_play: how many seats were dealt tiles.
    :ivar draws: whether a player who cannot play draws.
    :ivar reserve: how many tiles of the boneyard are never drawn.
    :ivar limit: the score at which the match ends.
    :ivar strengths: tells the chances to win from the scores when another deal follows.
    """

    __slots__ = ("draws", "following", "in_play", "limit", "opener", "reserve", "side_of", "strengths")

    def __init__(
        self,
        side_of: Sequence[int],
        opener: int,
        playing: Sequence[int],
        *,
        limit: int,
        strengths: Strengths = EVEN,
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
        self.strengths = strengths
        self.following = [
            next(other % seats for other in range(seat + 1, seat + 1 + seats) if other % seats in playing)
            if seat in playing
            else OVER
            for seat in range(seats)
        ]


class ChainKernel(ABC):
    """A deal from some point of its play on, as games without a spinner and without points for tiles laid have it.

    Games add what differs: what a tile brings at once (`placed`), and what the end of a deal brings (`settle`).

    :ivar hands: the hand of each seat, as a mask.
    :ivar boneyard: the indices of its tiles, drawn from the end.
    :ivar left: the code of the left end, or `EMPTY`.
    :ivar right: the code of the right end.
    :ivar turn: the seat to move; `OVER` once the deal is over.
    :ivar passes: how many have passed since the last tile was laid.
    :ivar scores: of the sides, with everything that this deal has brought so far.
    :ivar winner: the seat that has won the deal; `OVER` if none has.
    :ivar cut_off: whether the match ended in the middle of the deal.
    :cvar KEEPING: what a tile that will fit looks worth beside the weight of a move.
    :cvar SOFTNESS: of two moves that differ by this much others choose the better-looking one 2.7 times as often.
    :cvar SIMPLE_SHARE: the share of moves that others are thought to choose by simple rules alone.
    :cvar TRUST: how far what moves say of hands is trusted: the power to which the likelihood of hands is raised. It is
        below 1 where good players often prefer what looks worse (`tests/benchmarks/chain_trust.py`).
    """

    KEEPING: ClassVar[float] = 2.0
    SOFTNESS: ClassVar[float] = 16.0
    SIMPLE_SHARE: ClassVar[float] = 0.0
    TRUST: ClassVar[float] = 1.0

    __slots__ = ("boneyard", "cut_off", "hands", "left", "passes", "right", "scores", "setting", "turn", "winner")

    def __init__(
        self,
        setting: Setting,
        hands: Sequence[int],
        boneyard: Sequence[int],
        scores: Sequence[int],
        turn: int,
    ) -> None:
        self.setting = setting
        self.hands = list(hands)
        self.boneyard = list(boneyard)
        self.scores = list(scores)
        self.turn = turn
        self.begin()

    def begin(self) -> None:
        """Set what changes during play, and what only one game has, to its values at the beginning of a deal."""
        self.left = self.right = EMPTY
        self.passes = 0
        self.winner = OVER
        self.cut_off = False

    def copy(self) -> Self:
        """An independent deal in the same state."""
        twin = type(self)(self.setting, self.hands, self.boneyard, self.scores, self.turn)
        twin.left, twin.right, twin.passes = self.left, self.right, self.passes
        return twin

    # --- Moves -----------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[int, ...]:
        """The legal moves of the seat to move, in the order of the engine."""
        left = self.left
        hand = self.hands[self.turn]
        if left == EMPTY:
            return tuple([tile.index for tile in tiles_in(hand)])
        right = self.right
        found = LEFT[left][hand & FITTING[left]] + RIGHT[right][hand & FITTING[right]]
        if found:
            return found
        return PASSES if self.nothing_drawn() else DRAWS

    def choices(self) -> tuple[int, ...]:
        """The moves of the seat to move that do not come to the same thing."""
        left = self.left
        if left != EMPTY and left // NUMBERS == self.right // NUMBERS:
            return LEFT[left][self.hands[self.turn] & FITTING[left]] or self.moves()
        return self.moves()

    def nothing_drawn(self) -> bool:
        """Whether no tile will be drawn any more."""
        return not self.setting.draws or len(self.boneyard) <= self.setting.reserve

    def play(self, move: int) -> int:
        """Do a move of the seat to move.

        :returns: what this seat alone has seen: one more than the index of a tile drawn, else 0.
        """
        turn = self.turn
        if move < DRAW:
            hand = self.hands[turn] ^ BIT[move]
            self.hands[turn] = hand
            self.passes = 0
            if self.left == EMPTY:
                self.left, self.right = OPENED_LEFT[move], OPENED_RIGHT[move]
            elif move < _ARM:
                self.left = AFTER[self.left][move]
            else:
                self.right = AFTER[self.right][move & _TILE]
            if hand:
                self.turn = self.setting.following[turn]
            else:
                self._end(turn)
            return 0
        if move == DRAW:
            tile = self.boneyard.pop()
            self.hands[turn] |= 1 << tile
            return tile + 1
        self._pass()
        return 0

    def _put(self, move: int) -> None:
        """Take the tile of a move out of the hand of the seat to move."""
        self.hands[self.turn] ^= BIT[move]
        self.passes = 0

    def _lay(self, move: int) -> None:
        """Lay a tile at the left or right end, or the opening tile."""
        self._put(move)
        if self.left == EMPTY:
            self.left, self.right = OPENED_LEFT[move], OPENED_RIGHT[move]
        elif move < _ARM:
            self.left = AFTER[self.left][move]
        else:
            self.right = AFTER[self.right][move & _TILE]

    def _pass(self) -> None:
        self.passes += 1
        if self.passes == self.setting.in_play:
            self._end(self.winner_if_blocked())
        else:
            self.turn = self.setting.following[self.turn]

    # --- The end of the deal ---------------------------------------------------------------------------------------

    def _end(self, winner: int) -> None:
        self.turn = OVER
        self.winner = winner
        self.settle(winner)

    def winner_if_blocked(self) -> int:
        """The seat with the fewest pips; of equal partners the first. `OVER` if opponents are equal."""
        best, fewest, tied = OVER, 1000, False
        for seat, hand in enumerate(self.hands):
            if hand:
                pips = pips_in(hand)
                if pips < fewest:
                    best, fewest, tied = seat, pips, False
                elif pips == fewest and self.setting.side_of[seat] != self.setting.side_of[best]:
                    tied = True
        return OVER if tied else best

    @abstractmethod
    def settle(self, winner: int) -> None:
        """Write down what the end of the deal brings."""

    def worths(self) -> Sequence[float]:
        """Once the deal is over: for each seat the chance that its side wins the match."""
        chances = self.chances()
        return [chances[side] for side in self.setting.side_of]

    def chances(self) -> list[float]:
        """Once the deal is over: for each side the chance to win the match. The most points win it."""
        setting = self.setting
        if max(self.scores) >= setting.limit:
            most = max(self.scores)
            share = 1 / self.scores.count(most)
            return [share if score == most else 0.0 for score in self.scores]
        return setting.strengths.chances(self.scores, self.next_opener())

    def next_opener(self) -> int:
        """The side that opens the next deal."""
        return self.setting.side_of[(self.setting.opener + 1) % len(self.hands)]

    def key(self) -> tuple[int, ...]:
        """What the further course depends on once nothing can be drawn: hands, ends, turn, passes, points."""
        return (*self.hands, *self.scores, self.left, self.right, 4 * self.turn + self.passes)

    def key_without_points(self) -> tuple[int, ...]:
        """The same where tiles laid bring no points: of the ends only the numbers count, either way round."""
        left, right = self.left // NUMBERS, self.right // NUMBERS
        ends = NUMBERS * left + right if left < right else NUMBERS * right + left
        return (*self.hands, 4 * (NUMBERS * NUMBERS * self.turn + ends) + self.passes)

    # --- Sensible play ---------------------------------------------------------------------------------------------

    def weight(self, move: int) -> float:
        """How good a move looks by simple rules; the mover's own hand and what lies open decide."""
        return WEIGHT[move]

    def looks(self, move: int) -> float:
        """What `weight` says and a beginner's next thought: to keep tiles that fit the ends."""
        if move >= DRAW:
            return self.weight(move)
        hand = self.hands[self.turn] & ~BIT[move]
        fitting = 0
        for code in self.ends_after(move):
            fitting |= FITTING[code]
        return self.weight(move) + self.KEEPING * (hand & fitting).bit_count()

    def ends_after(self, move: int) -> list[int]:
        """The codes of the ends once a tile is laid."""
        if self.left == EMPTY:
            return [OPENED_LEFT[move], OPENED_RIGHT[move]]
        if move < _ARM:
            return [AFTER[self.left][move], self.right]
        return [self.left, AFTER[self.right][move & _TILE]]

    def finish(self, random: Callable[[], float]) -> None:
        """Play to the end of the deal: of two moves drawn by lot each takes the one that looks better."""
        while self.turn >= 0:
            moves = self.moves()
            move = moves[0]
            if len(moves) > 1:
                move = moves[int(random() * len(moves))]
                other = moves[int(random() * len(moves))]
                if other != move and self.weight(other) > self.weight(move):
                    move = other
            self.play(move)


class BlockKernel(ChainKernel):
    """Block with Bonus: the winner scores the difference of the hands, the highest double counting ten times a half."""

    __slots__ = ()
    KEEPING = 4.0  # nothing is drawn
    SOFTNESS = 24.0
    SIMPLE_SHARE = 0.5

    def key(self) -> tuple[int, ...]:
        return self.key_without_points()

    def weight(self, move: int) -> float:
        return BLOCK_WEIGHT[move]

    def settle(self, winner: int) -> None:
        if winner == OVER:
            return
        loser = 1 - winner
        own, others = self.hands[winner], self.hands[loser]
        gain = pips_in(others) - pips_in(own)
        number = HIGHEST
        while number > 0:
            double = DOUBLE_BIT[number]
            if others & double:
                gain += BONUS * number
                break
            if own & double:
                gain -= BONUS * number
                break
            number -= 1
        self.scores[winner] += gain


class FiveToFourteenKernel(ChainKernel):
    """Five to Fourteen: the winner scores all pips left in the opponent's hand.

    :ivar coming: the sizes of the hands in the later deals of the round.
    :ivar worth_of_round: what it is worth to each side to lose, to draw and to win the round: chances to win the match.
    """

    __slots__ = ("coming", "worth_of_round")

    def begin(self) -> None:
        super().begin()
        self.coming: Sequence[tuple[int, int]] = ()
        self.worth_of_round = (0.0, 0.5, 1.0)

    def copy(self) -> Self:
        twin = super().copy()
        twin.coming, twin.worth_of_round = self.coming, self.worth_of_round
        return twin

    def key(self) -> tuple[int, ...]:
        return self.key_without_points()

    def settle(self, winner: int) -> None:
        if winner != OVER:
            self.scores[winner] += pips_in(self.hands[1 - winner])

    def chances(self) -> list[float]:
        lost, drawn, won = self.worth_of_round
        margin = self.scores[0] - self.scores[1]
        if not self.coming:
            chance = drawn if not margin else won if margin > 0 else lost
        else:
            chance = lost + (won - lost) * margin_chances(margin, self.coming)
        return [chance, 1 - chance]


class DoubleTroubleKernel(ChainKernel):
    """Double Trouble: everybody writes the tiles left in hand, doubles much more, and going out with a double clears.

    :ivar caught: for each seat the doubles with which it has been caught, as a mask; this deal's too once it is over.
    :ivar last: the last tile laid.
    """

    __slots__ = ("caught", "last")
    TRUST = 0.3

    def begin(self) -> None:
        super().begin()
        self.caught = [0] * len(self.hands)
        self.last = 0

    def copy(self) -> Self:
        twin = super().copy()
        twin.caught = list(self.caught)
        return twin

    def play(self, move: int) -> int:
        if move < DRAW:
            self.last = move & _TILE
        return super().play(move)

    def key(self) -> tuple[int, ...]:
        return self.key_without_points()

    def winner_if_blocked(self) -> int:
        return OVER

    def settle(self, winner: int) -> None:
        hidden = 0
        for tile in self.boneyard:
            hidden |= 1 << tile
        for hand in self.hands:
            hidden |= hand
        for seat, hand in enumerate(self.hands):
            if hand:
                points = pips_in(hand & ~DOUBLES)
                for number in range(NUMBERS):
                    if hand & DOUBLE_BIT[number]:
                        worth = CAUGHT[number]
                        points += worth if hidden & WITH_NUMBER[number] & ~DOUBLE_BIT[number] else 2 * worth
                self.scores[seat] += points
                self.caught[seat] |= hand & DOUBLES
        if winner != OVER and IS_DOUBLE[self.last]:
            self.scores[winner] = 0

    def chances(self) -> list[float]:
        """The fewest points win, of those who are not out; if all are, the fewest of those who went out last."""
        setting = self.setting
        played = [seat for seat, score in enumerate(self.scores) if setting.following[seat] != OVER]
        still_in = [seat for seat in played if self.caught[seat] != DOUBLES]
        above = any(self.scores[seat] > setting.limit for seat in played)
        if above or len(still_in) < 2:
            fewest = min([self.scores[seat] for seat in still_in or played])
            winners = [seat for seat in still_in or played if self.scores[seat] == fewest]
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.scores))]
        caught = [doubles.bit_count() for doubles in self.caught]
        return setting.strengths.chances(self.scores, self.next_opener(), caught)

    def next_opener(self) -> int:
        """The seat still in with the fewest points; of equals the first to the left of the last opener."""
        seats = len(self.scores)
        best, fewest = self.setting.opener, 10**6
        for step in range(1, seats + 1):
            seat = (self.setting.opener + step) % seats
            if self.caught[seat] != DOUBLES and self.scores[seat] < fewest:
                best, fewest = seat, self.scores[seat]
        return best

    def weight(self, move: int) -> float:
        return TROUBLE[move]


class FullSpeedKernel(ChainKernel):
    """Full Speed: points for what the ends make, to exactly 121, singly or in pairs.

    :ivar choosing: whether the seat to move has to decide about a thirteen.
    """

    __slots__ = ("choosing",)
    SOFTNESS = 4.0  # of points
    TRUST = 0.4

    def begin(self) -> None:
        super().begin()
        self.choosing = False

    def copy(self) -> Self:
        twin = super().copy()
        twin.choosing = self.choosing
        return twin

    def key(self) -> tuple[int, ...]:
        return (*super().key(), int(self.choosing))

    def moves(self) -> tuple[int, ...]:
        """The legal moves; of a thirteen: to score it, and to take it off each of the others."""
        if not self.choosing:
            return super().moves()
        own = self.setting.side_of[self.turn]
        return (CHOICE, *[CHOICE + 1 + side for side in range(len(self.scores)) if side != own])

    def choices(self) -> tuple[int, ...]:
        if self.left != EMPTY and self.left == self.right and not self.choosing:
            return LEFT[self.left][self.hands[self.turn] & FITTING[self.left]] or self.moves()
        return self.moves()

    def play(self, move: int) -> int:
        turn = self.turn
        if move < DRAW:
            opening = self.left == EMPTY
            self._lay(move)
            made = MADE[self.left][self.right]
            if made == MAKES_THIRTEEN:
                self.choosing = True
                return 0
            if made >= PATTERN:
                self._credit(self.setting.side_of[turn], made - PATTERN)
            elif not opening:
                self._credit(self.setting.side_of[turn - 1], made)
        elif move >= CHOICE:
            self.choosing = False
            if move == CHOICE:
                self._credit(self.setting.side_of[turn], THIRTEEN)
            else:
                self.scores[move - CHOICE - 1] -= THIRTEEN
        else:
            return super().play(move)
        if self.turn >= 0:
            if self.hands[turn]:
                self.turn = self.setting.following[turn]
            else:
                self._end(turn)
        return 0

    def _credit(self, side: int, amount: int) -> None:
        score = self.scores[side] + amount
        if score <= TARGET:
            self.scores[side] = score
            if score == TARGET:
                self.turn = OVER
                self.cut_off = True

    def settle(self, winner: int) -> None:
        if winner != OVER:
            side_of = self.setting.side_of
            own = side_of[winner]
            gain = sum([pips_in(hand) for seat, hand in enumerate(self.hands) if side_of[seat] != own])
            if self.scores[own] + gain <= TARGET:
                self.scores[own] += gain

    def weight(self, move: int) -> float:
        """What it brings at once, an opponent's gain the other way round, and a little for the pips laid."""
        if move >= CHOICE:
            return self._weight_of_thirteen(move)
        own = self.setting.side_of[self.turn]
        left, right = self.ends_after(move)
        made = MADE[left][right]
        if made >= PATTERN:
            gain = made - PATTERN
        elif made == MAKES_THIRTEEN:
            gain = THIRTEEN
        elif self.left == EMPTY:
            gain = 0
        else:
            previous = self.setting.side_of[self.turn - 1]
            if previous != own:
                return WEIGHT[move] * SHEDDING - (made if self.scores[previous] + made <= TARGET else 0)
            gain = made
        score = self.scores[own] + gain
        if score == TARGET:
            return WINS
        return WEIGHT[move] * SHEDDING + (gain if score < TARGET else 0)

    def _weight_of_thirteen(self, move: int) -> float:
        if move > CHOICE:
            return float(self.scores[move - CHOICE - 1]) / TARGET
        score = self.scores[self.setting.side_of[self.turn]] + THIRTEEN
        return -1.0 if score > TARGET else WINS if score == TARGET else 1.0


class PlusMinusKernel(ChainKernel):
    """Plus-Minus: half of an even sum of the ends is a penalty; the first double is a spinner.

    :ivar spinner: the code of the spinner's sides; `EMPTY` while there is none.
    :ivar up: the code of the upper end, the spinner's while nothing lies there; `EMPTY` until the short sides open.
    :ivar down: the code of the lower end.
    """

    __slots__ = ("down", "spinner", "up")
    KEEPING = 1.0  # beside penalties
    SOFTNESS = 6.0

    def begin(self) -> None:
        super().begin()
        self.spinner = self.up = self.down = EMPTY

    def copy(self) -> Self:
        twin = super().copy()
        twin.spinner, twin.up, twin.down = self.spinner, self.up, self.down
        return twin

    def moves(self) -> tuple[int, ...]:
        up = self.up
        if up == EMPTY:
            return super().moves()
        hand = self.hands[self.turn]
        left, right, down = self.left, self.right, self.down
        found = (
            LEFT[left][hand & FITTING[left]]
            + RIGHT[right][hand & FITTING[right]]
            + UP[up][hand & FITTING[up]]
            + DOWN[down][hand & FITTING[down]]
        )
        if found:
            return found
        return PASSES if self.nothing_drawn() else DRAWS

    def key(self) -> tuple[int, ...]:
        return (*super().key(), self.spinner, self.up, self.down)

    def choices(self) -> tuple[int, ...]:
        if self.left == EMPTY:
            return self.moves()
        hand = self.hands[self.turn]
        found: tuple[int, ...] = ()
        codes = self.codes()
        for arm, code in enumerate(codes):
            if not any(self._alike(code, earlier) for earlier in codes[:arm]):
                found += OFFERS[arm][code][hand & FITTING[code]]
        return found or self.moves()

    def codes(self) -> list[int]:
        """The codes of the ends, arm by arm."""
        if self.up == EMPTY:
            return [self.left, self.right]
        return [self.left, self.right, self.up, self.down]

    def _alike(self, one: int, other: int) -> bool:
        """Whether it is the same to lay a tile at the one end or at the other; both short sides are alike."""
        if one == other:
            return True
        if self.spinner in (one, other):
            return False
        return one // NUMBERS == other // NUMBERS and COUNT[one] == COUNT[other]

    def play(self, move: int) -> int:
        if move >= DRAW:
            return super().play(move)
        turn = self.turn
        arm = move // _ARM
        if self.left == EMPTY or arm < 2:
            opening = self.left == EMPTY
            self._lay(move)
        elif arm == 2:
            opening = False
            self._put(move)
            self.up = AFTER[self.up][move & _TILE]
        else:
            opening = False
            self._put(move)
            self.down = AFTER[self.down][move & _TILE]
        self._turn_spinner(move & _TILE)
        total = PIPS[move] if opening else self._total()
        if total % 2 == 0 and total:
            self.scores[turn] += total // 2
            if self.scores[turn] >= self.setting.limit:
                self.turn = OVER
                self.cut_off = True
                return 0
        if self.hands[turn]:
            self.turn = self.setting.following[turn]
        else:
            self._end(turn)
        return 0

    def _turn_spinner(self, tile: int) -> None:
        """The first double becomes the spinner; its short sides open once both long ones are taken."""
        spinner = self.spinner
        if spinner == EMPTY:
            if IS_DOUBLE[tile]:
                self.spinner = CODE_OF_DOUBLE[tile]
        elif self.up == EMPTY and spinner not in (self.left, self.right):
            self.up = self.down = spinner

    def _total(self) -> int:
        total = COUNT[self.left] + COUNT[self.right]
        if self.up != EMPTY:
            spinner = self.spinner
            if self.up != spinner:
                total += COUNT[self.up]
            if self.down != spinner:
                total += COUNT[self.down]
        return total

    def settle(self, winner: int) -> None:
        if winner != OVER:
            loser = 1 - winner
            pips = pips_in(self.hands[loser])
            if pips % 2 == 0:
                self.scores[loser] += pips // 2

    def chances(self) -> list[float]:
        if max(self.scores) >= self.setting.limit:
            return [1.0, 0.0] if self.scores[0] < self.scores[1] else [0.0, 1.0]
        return self.setting.strengths.chances(self.scores, self.next_opener())

    def weight(self, move: int) -> float:
        """The penalty that it costs at once, and a little for the pips laid."""
        tile = move & _TILE
        if self.left == EMPTY:
            total = PIPS[tile]
        else:
            codes = self.codes()
            arm = move // _ARM
            codes[arm] = AFTER[codes[arm]][tile]
            total = COUNT[codes[0]] + COUNT[codes[1]]
            if self.up != EMPTY:
                total += COUNT[codes[2]] if codes[2] != self.spinner else 0
                total += COUNT[codes[3]] if codes[3] != self.spinner else 0
        penalty = 0 if total % 2 else total // 2
        return WEIGHT[move] * SHEDDING - penalty
