"""The running deal of Bingo on integers. Read `BingoPosition` first.

A position is the single truth for legal moves, points and turns. The match (`games.bingo.match`) wraps one and names
its moves; computers search in copies.

Tiles are their indices, hands are masks. A move is a tile, a tile + `MELD` (led and declared), or `CLOSE`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from games.core.tiles import ALL_TILES, BLANK, DOUBLES, WITH_NUMBER, Tile, mask_of, tiles_in
from games.core.tricks import led_number

from .value import TARGET, chances

MELD: Final = 32
"""Added to a tile that is led and declared."""

CLOSE: Final = 64

OVER: Final = -1
"""The value of `BingoPosition.turn` once the deal is over."""

NO_SEAT: Final = -1
"""The value in place of a seat, where there is none."""

NO_TILE: Final = -1

FEWEST_DOUBLES: Final = 2
"""The fewest doubles in hand of which one can be declared."""

TO_REACH: Final = 70
"""The points that a player who closes the boneyard has to reach."""

BIT: Final = tuple(tile.bit for tile in ALL_TILES)
BINGO: Final = Tile(0, 0)

# --- Points -----------------------------------------------------------------------------------------------------------

_MELD_POINTS: Final = {2: 20, 3: 40, 4: 50, 5: 60, 6: 70, 7: 210}
_MELD_SETS: Final = {6: 1, 7: 3}
_FEWEST_FOR_SETS: Final = 6
_WATER: Final = 20
_SPECIAL: Final = {Tile(6, 4): 10, Tile(3, 0): 10}
_POINTS_OF_BINGO: Final = 14
_POINTS_OF_TRUMP_DOUBLE: Final = 24
_POINTS_OF_BLANK_HALF: Final = 7


class Award(StrEnum):
    """The reason for a deal's number of sets."""

    WATER = "water"
    """The loser has more than 20 points."""
    NO_WATER = "no_water"
    """The loser has 20 points at most."""
    NOTHING = "nothing"
    """The loser has no point at all."""
    CLOSER_SHORT = "closer_short"
    """The loser closed the boneyard and did not reach 70."""
    EQUAL = "equal"
    """Equal points: no player wins the deal."""
    CUT_OFF = "cut_off"
    """The match ended in the middle of the deal."""


SETS: Final = {
    Award.WATER: 1,
    Award.NO_WATER: 2,
    Award.NOTHING: 3,
    Award.CLOSER_SHORT: 2,
    Award.EQUAL: 0,
    Award.CUT_OFF: 0,
}
"""The sets that the winner of a deal scores."""


def award_against(points: int) -> Award:
    """Return the award for beating a side with these points."""
    if not points:
        return Award.NOTHING
    return Award.NO_WATER if points <= _WATER else Award.WATER


def meld_score(doubles: int, *, as_sets: bool) -> tuple[int, int]:
    """Return the points and sets of a meld.

    :param as_sets: whether big melds score sets instead of points.
    """
    if as_sets and doubles in _MELD_SETS:
        return 0, _MELD_SETS[doubles]
    return _MELD_POINTS[doubles], 0


def points_of(tile: Tile, trump: int) -> int:
    """Return the points of a taken tile."""
    if tile.is_double and tile.high == trump:
        return _POINTS_OF_TRUMP_DOUBLE
    if tile == BINGO:
        return _POINTS_OF_BINGO
    if tile.is_double:
        return tile.pips
    if tile.has(trump):
        return tile.pips + (_POINTS_OF_BLANK_HALF if tile.low == BLANK else 0)
    return _SPECIAL.get(tile, 0)


_MELDS_AT_MOST: Final = tuple(
    sum([_MELD_POINTS[number] for number in range(FEWEST_DOUBLES, doubles + 1)]) for doubles in range(8)
)
"""The most points that melds can score, by number of doubles in hand."""

# --- The order of tiles -----------------------------------------------------------------------------------------------

# Added to pips, so that each group is above the one before.
_DOUBLE_OF_NUMBER: Final = 20
_TRUMP: Final = 40
_TRUMP_DOUBLE: Final = 60
_STRONGEST: Final = 80


def _strength(tile: Tile, other: Tile, trump: int, *, doubles_high: bool) -> int:
    """Return a tile's strength in its trick; ties go to the tile led.

    :param doubles_high: whether a double beats any other non-trump that carries its number.
    """
    if tile == BINGO:
        return _STRONGEST
    if tile.has(trump):
        return _TRUMP_DOUBLE if tile.is_double else _TRUMP + tile.pips
    if doubles_high and tile.is_double and other.has(tile.high):
        return _DOUBLE_OF_NUMBER + tile.pips
    return tile.pips


class DealTables(NamedTuple):
    """Look-up tables for one deal.

    Tuples are indexed by a tile, except the last three.

    :ivar trump: the trump number.
    :ivar meld_sets: whether big melds score sets instead of points.
    :ivar points: the points of a tile.
    :ivar beaten_by: for each led tile the mask of those that take the trick.
    :ivar asked_by: for each led tile the mask of those that have its number.
    :ivar trumps: the mask of the trumps.
    :ivar plain: the mask of tiles that are neither trumps nor 0-0.
    :ivar by_waste: the tiles, from the first to throw away to the last.
    :ivar by_might: the tiles, the weakest first.
    :ivar by_points: the tiles, those with the most points first.
    """

    trump: int
    meld_sets: bool
    points: tuple[int, ...]
    beaten_by: tuple[int, ...]
    asked_by: tuple[int, ...]
    trumps: int
    plain: int
    by_waste: tuple[int, ...]
    by_might: tuple[int, ...]
    by_points: tuple[int, ...]


@cache
def tables_of(trump: int, *, doubles_high: bool = False, meld_sets: bool = False) -> DealTables:
    """Return the tables for a trump number and these options."""

    def strength(tile: Tile, other: Tile) -> int:
        return _strength(tile, other, trump, doubles_high=doubles_high)

    tiles = range(len(ALL_TILES))
    points = tuple([points_of(tile, trump) for tile in ALL_TILES])
    might = tuple([strength(tile, tile) for tile in ALL_TILES])
    return DealTables(
        trump,
        meld_sets,
        points,
        tuple(mask_of(tile for tile in ALL_TILES if strength(tile, led) > strength(led, tile)) for led in ALL_TILES),
        tuple([WITH_NUMBER[led_number(led, trump)] for led in ALL_TILES]),
        WITH_NUMBER[trump],
        ~(WITH_NUMBER[trump] | BINGO.bit),
        tuple(sorted(tiles, key=lambda tile: 3 * points[tile] + might[tile])),
        tuple(sorted(tiles, key=lambda tile: might[tile])),
        tuple(sorted(tiles, key=lambda tile: -points[tile])),
    )


# --- The deal ---------------------------------------------------------------------------------------------------------

# Numbers of the simple rules.
_WORTH_A_TRUMP: Final = 8
"""The points on the table for which a trump is spent in the first part."""

_SURE_TO_TRY: Final = 10
"""Hasty players lead doubles with this many pips with a meld, though a trump would take them."""

_LAST_DRAWS: Final = 2
"""The number of tiles in the boneyard from which patient players no longer wait for more doubles."""

_IN_SIGHT: Final = 65
"""The points in sight with which patient players close: the tricks that follow score more than is guessed."""

_A_LOSER: Final = 3
"""The average points of the other seat's tile in a trick that is taken for certain."""


def _first(order: Sequence[int], tiles: int) -> int:
    """Return the first tile of an order in a non-empty mask."""
    for tile in order:
        if tiles & BIT[tile]:
            return tile
    raise ValueError("there is no tile")


class BingoPosition:
    """A deal in play.

    :ivar tables: the points and the order of the tiles in this deal.
    :ivar hands: for each seat the mask of its tiles.
    :ivar boneyard: the tiles left, drawn from the end; the first lies face up.
    :ivar face_down: the mask of all its tiles but the first.
    :ivar scores: the sets of both sides, including this deal so far.
    :ivar opener: the seat that opened the deal.
    :ivar turn: the seat to move; `OVER` once the deal is over.
    :ivar led: the tile led; `NO_TILE` between tricks.
    :ivar declared: the doubles declared with it; 0 without a meld.
    :ivar taker: the seat that has taken the last trick; `NO_SEAT` before the first.
    :ivar closer: the seat that has closed the boneyard; `NO_SEAT` if none has.
    :ivar totals: the points of both sides.
    :ivar winner: the seat that has won the deal; `NO_SEAT` before its end, or if none has.
    :ivar award: the reason for the sets of the end; `CUT_OFF` unless the deal was played out.
    :ivar ends_when_decided: whether the deal ends as soon as no play changes its sets, for computers.
    :ivar a_point: the worth of a point relative to the chance to win the match.
    :ivar patient: whether simple rules keep doubles until many can be declared, with one that takes the trick for
        certain. Otherwise they declare at the first chance, as beginners do.
    """

    __slots__ = (
        "a_point", "award", "boneyard", "closer", "declared", "ends_when_decided", "face_down", "hands", "led",
        "opener", "patient", "scores", "tables", "taker", "totals", "turn", "winner",
    )  # fmt: skip

    def __init__(
        self,
        tables: DealTables,
        hands: Sequence[int],
        boneyard: Sequence[int],
        scores: Sequence[int],
        opener: int,
        face_down: int = -1,
    ) -> None:
        self.tables = tables
        self.hands = list(hands)
        self.boneyard = list(boneyard)
        self.face_down = face_down if face_down >= 0 else sum([BIT[tile] for tile in boneyard[1:]])
        self.scores = list(scores)
        self.opener = self.turn = opener
        self.led = NO_TILE
        self.declared = 0
        self.taker = self.closer = NO_SEAT
        self.totals = [0, 0]
        self.winner = NO_SEAT
        self.award = Award.CUT_OFF
        self.ends_when_decided = False
        self.a_point = 0.0
        self.patient = True

    def copy(self) -> BingoPosition:
        """Return an independent position in the same state."""
        twin = BingoPosition(self.tables, self.hands, self.boneyard, self.scores, self.opener, self.face_down)
        twin.turn, twin.led, twin.declared = self.turn, self.led, self.declared
        twin.taker, twin.closer, twin.totals = self.taker, self.closer, self.totals.copy()
        twin.winner, twin.award = self.winner, self.award
        twin.ends_when_decided, twin.a_point, twin.patient = self.ends_when_decided, self.a_point, self.patient
        return twin

    def key(self) -> tuple[int, ...]:
        """Return a transposition key, valid after the last draw."""
        hands, totals, scores = self.hands, self.totals, self.scores
        return (
            hands[0], hands[1], self.turn, self.led, self.declared, self.closer,
            totals[0], totals[1], scores[0], scores[1],
        )  # fmt: skip

    # --- Moves -----------------------------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """Return the legal moves in order: plays, melds, closing."""
        found = [tile.index for tile in tiles_in(self.playable())]
        if self.led < 0:
            found += [tile.index + MELD for tile in tiles_in(self.declarable())]
            if self.may_close():
                found.append(CLOSE)
        return found

    def choices(self) -> list[int]:
        """Return the moves worth considering, the most promising first.

        A double that can be declared is never led undeclared: a meld costs only the knowledge of its size.
        """
        legal, tables = self.playable(), self.tables
        if self.led >= 0:
            winners = legal & tables.beaten_by[self.led]
            found = [tile for tile in tables.by_might if winners & BIT[tile]]
            losers = legal & ~winners
            return found + [tile for tile in tables.by_waste if losers & BIT[tile]] if losers else found
        order = tables.by_waste if self.boneyard_open() else reversed(tables.by_might)
        melds = self.declarable()
        found = [tile + MELD if melds & BIT[tile] else tile for tile in order if legal & BIT[tile]]
        if self.may_close():
            found.append(CLOSE)
        return found

    def boneyard_open(self) -> bool:
        """Return True while both seats draw after each trick."""
        return self.closer < 0 and bool(self.boneyard)

    def playable(self) -> int:
        """Return the playable tiles as a mask, following suit if required."""
        hand = self.hands[self.turn]
        if self.led < 0 or self.boneyard_open():
            return hand
        tables = self.tables
        return hand & tables.asked_by[self.led] or hand & tables.trumps or hand

    def declarable(self) -> int:
        """Return the mask of the doubles that the leader may declare."""
        doubles = self.hands[self.turn] & DOUBLES
        return doubles if self.led < 0 and doubles.bit_count() >= FEWEST_DOUBLES else 0

    def may_close(self) -> bool:
        """Return True if the leader may close, after the first trick."""
        return self.led < 0 and self.taker >= 0 and self.boneyard_open()

    def play(self, move: int) -> int:
        """Play a legal move; return 0, as no move shows secrets."""
        turn, hands, led = self.turn, self.hands, self.led
        if move == CLOSE:
            self.closer = turn
            return 0
        tile = move
        if move >= MELD:
            tile = move - MELD
            self.declared = (hands[turn] & DOUBLES).bit_count()
        hands[turn] ^= BIT[tile]
        if led < 0:
            self.led = tile
            self.turn = 1 - turn
            return 0
        tables = self.tables
        taker = turn if tables.beaten_by[led] & BIT[tile] else 1 - turn
        self.totals[taker] += tables.points[led] + tables.points[tile]
        if self.declared:
            if taker != turn:
                points, sets = meld_score(self.declared, as_sets=tables.meld_sets)
                self.totals[taker] += points
                self.scores[taker] += sets
            self.declared = 0
        self.led = NO_TILE
        self.turn = self.taker = taker
        if max(self.scores) >= TARGET:
            self.turn = OVER
        elif not (hands[0] or hands[1]):
            self._end()
        elif self.boneyard_open():
            first, second = BIT[self.boneyard.pop()], BIT[self.boneyard.pop()]
            hands[1 - taker] |= first
            hands[taker] |= second
            self.face_down &= ~(first | second)
        elif self.ends_when_decided and self._is_decided():
            self._end()
        return 0

    # --- The end of the deal ---------------------------------------------------------------------------------------

    def _end(self) -> None:
        """End the deal and add the sets of its end."""
        self.turn = OVER
        self.winner, self.award = self._result()
        if self.winner >= 0:
            self.scores[self.winner] += SETS[self.award]

    def _result(self) -> tuple[int, Award]:
        """Return the deal's winner by current points, and the award."""
        totals, closer = self.totals, self.closer
        if closer >= 0:
            if totals[closer] < TO_REACH:
                return 1 - closer, Award.CLOSER_SHORT
            return closer, award_against(totals[1 - closer])
        if totals[0] == totals[1]:
            return NO_SEAT, Award.EQUAL
        winner = int(totals[1] > totals[0])
        return winner, award_against(totals[1 - winner])

    def _is_decided(self) -> bool:
        """Return True if the second part cannot change the deal's sets."""
        hands, tables, totals = self.hands, self.tables, self.totals
        doubles = [(hand & DOUBLES).bit_count() for hand in hands]
        if max(doubles) >= _FEWEST_FOR_SETS and tables.meld_sets:
            return False
        left = 0
        tiles = hands[0] | hands[1]
        while tiles:
            bit = tiles & -tiles
            left += tables.points[bit.bit_length() - 1]
            tiles ^= bit
        most = [totals[seat] + left + _MELDS_AT_MOST[doubles[seat]] for seat in (0, 1)]
        closer = self.closer
        if closer >= 0:
            if most[closer] < TO_REACH:
                return True
            if totals[closer] < TO_REACH:
                return False
            winner = closer
        elif totals[0] > most[1]:
            winner = 0
        elif totals[1] > most[0]:
            winner = 1
        else:
            return False
        loser = 1 - winner
        return award_against(totals[loser]) is award_against(most[loser])

    def worths(self) -> tuple[float, float]:
        """Return each seat's winning chance plus a little for points."""
        first, second = chances(self.scores, 1 - self.opener)
        lead = self.a_point * (self.totals[0] - self.totals[1])
        return first + lead, second - lead

    # --- Sensible play ---------------------------------------------------------------------------------------------
    #
    # The simple rules use nothing but what the seat to move may know. In place of the other hand they take all tiles
    # that may be in it.

    def finish(self, random: Callable[[], float]) -> None:  # noqa: ARG002  # these rules leave nothing to chance
        """Play the deal to its end by simple rules."""
        while self.turn >= 0:
            self.play(self.simple())

    def weight(self, move: int) -> float:
        """Return a move's appeal: 1 by simple rules, -1 for closing."""
        if move == self.simple():
            return 1.0
        return -1.0 if move == CLOSE else 0.0

    def simple(self) -> int:
        """Return the simple rules' move, based on the mover's knowledge."""
        return self._lead() if self.led < 0 else self._answer()

    def _lead(self) -> int:
        tables = self.tables
        hand = self.hands[self.turn]
        outside = self._outside()
        draws = self.boneyard_open()
        if self.may_close() and self._reaches(hand, outside):
            return CLOSE
        melds = self.declarable()
        if melds and not (self.patient and draws and len(self.boneyard) > _LAST_DRAWS):
            best = self._strongest(melds)
            hasty = draws and not self.patient and ALL_TILES[best].pips >= _SURE_TO_TRY
            if hasty or self._is_sure(best, outside, draws=draws):
                return best + MELD
        if not draws:
            for tile in reversed(tables.by_might):
                if hand & BIT[tile] and self._is_sure(tile, outside, draws=False):
                    return tile
        return _first(tables.by_waste, hand)

    def _strongest(self, tiles: int) -> int:
        return next(tile for tile in reversed(self.tables.by_might) if tiles & BIT[tile])

    def _reaches(self, hand: int, outside: int) -> bool:
        """Return True if points and unbeatable tiles suffice to close."""
        tables = self.tables
        total = self.totals[self.turn]
        if total >= TO_REACH:
            return True
        doubles = 0
        for tile in reversed(tables.by_might):
            if hand & BIT[tile]:
                if outside & tables.beaten_by[tile]:
                    break
                total += tables.points[tile] + _A_LOSER
                doubles |= BIT[tile] & DOUBLES
        if doubles and self.declarable():
            total += _MELD_POINTS[(hand & DOUBLES).bit_count()]
        return total >= (_IN_SIGHT if self.patient else TO_REACH)

    def _outside(self) -> int:
        """Return the mask of the opponent's possible tiles."""
        return self.hands[1 - self.turn] | self.face_down

    def _is_sure(self, tile: int, outside: int, *, draws: bool) -> bool:
        """Return True if no legal answer from outside takes this tile."""
        tables = self.tables
        beating = outside & tables.beaten_by[tile]
        if not beating or draws:
            return not beating
        if self.closer >= 0 and beating & tables.trumps:
            return False  # the other hand may be void of the suit
        return not (outside & tables.asked_by[tile] or outside & tables.trumps or outside) & beating

    def _answer(self) -> int:
        tables, led = self.tables, self.led
        legal = self.playable()
        winners = legal & tables.beaten_by[led]
        if not winners:
            return _first(tables.by_waste, legal)
        if not self.boneyard_open():
            return _first(tables.by_might, winners)
        plain = winners & tables.plain
        if plain:
            if self.patient and plain & ~DOUBLES and self._keeps_a_meld(self.hands[self.turn] & DOUBLES):
                plain &= ~DOUBLES
            return _first(tables.by_points, plain)
        if tables.points[led] >= _WORTH_A_TRUMP or self.declared:
            return _first(tables.by_might, winners)
        return _first(tables.by_waste, legal)

    def _keeps_a_meld(self, doubles: int) -> bool:
        """Return True if enough doubles are held and one is unbeatable."""
        if doubles.bit_count() < FEWEST_DOUBLES:
            return False
        return not self._outside() & self.tables.beaten_by[self._strongest(doubles)]
