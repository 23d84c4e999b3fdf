"""A kernel of Bingo: a deal on integers and masks in which all tiles are known, without events and without checks.

Search plays it by its own moves, and simple rules play it to the end. Those rules are also the casual player. They use
nothing but what the seat to move may know: in place of the other hand they take all tiles that may be in it.

A tile is its index. A move is a tile, a tile + `MELD` (led and declared), or `CLOSE`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from games.core.tiles import ALL_TILES, DOUBLES, WITH_NUMBER, Tile
from games.core.tricks import led_number

from .value import TARGET, chances
from .worth import BINGO, MELD_SETS, MELDS, SETS, TO_REACH, Award, points_of, strength

MELD: Final = 32
"""Added to a tile that is led and declared."""

CLOSE: Final = 64

_WORTH_A_TRUMP: Final = 8
"""From this many points on the table on, a trump is spent in the first part."""

_SURE_TO_TRY: Final = 10
"""Hasty players lead doubles with this many pips with a meld, though a trump would take them."""

_LAST_DRAWS: Final = 2
"""The number of tiles in the boneyard from which patient players no longer wait for more doubles."""

_IN_SIGHT: Final = 65
"""The points in sight with which patient players close: the tricks that follow bring more than is guessed."""

_A_LOSER: Final = 3
"""What the other seat's tile brings on average in a trick that is taken for certain."""

_FEWEST_DOUBLES: Final = 2

BIT: Final = tuple(tile.bit for tile in ALL_TILES)


class Rules(NamedTuple):
    """Look-up tables for one deal; all lists but the last three are indexed by a tile.

    :ivar points: what a tile counts.
    :ivar beaten_by: for each led tile the mask of those that take the trick.
    :ivar asked_by: for each led tile the mask of those that have its number.
    :ivar trumps: the mask of the trumps.
    :ivar plain: the mask of tiles that are neither trumps nor 0-0.
    :ivar by_waste: the tiles, those first that are rather thrown away.
    :ivar by_might: the tiles, the weakest first.
    :ivar by_points: the tiles, those first that count most.
    """

    points: tuple[int, ...]
    beaten_by: tuple[int, ...]
    asked_by: tuple[int, ...]
    trumps: int
    plain: int
    meld_sets: bool
    by_waste: tuple[int, ...]
    by_might: tuple[int, ...]
    by_points: tuple[int, ...]


@cache
def rules_of(trump: int, *, doubles_high: bool, meld_sets: bool) -> Rules:
    """The rules with these trumps and options."""

    def takes(led: Tile, answer: Tile) -> bool:
        return strength(answer, led, trump, doubles_high=doubles_high) > strength(
            led, answer, trump, doubles_high=doubles_high
        )

    tiles = range(len(ALL_TILES))
    points = tuple(points_of(tile, trump) for tile in ALL_TILES)
    might = tuple(strength(tile, tile, trump, doubles_high=doubles_high) for tile in ALL_TILES)
    return Rules(
        points,
        tuple(sum(tile.bit for tile in ALL_TILES if takes(led, tile)) for led in ALL_TILES),
        tuple(WITH_NUMBER[led_number(led, trump)] for led in ALL_TILES),
        WITH_NUMBER[trump],
        ~(WITH_NUMBER[trump] | BINGO.bit),
        meld_sets,
        tuple(sorted(tiles, key=lambda tile: 3 * points[tile] + might[tile])),
        tuple(sorted(tiles, key=lambda tile: might[tile])),
        tuple(sorted(tiles, key=lambda tile: -points[tile])),
    )


def _first(order: Sequence[int], tiles: int) -> int:
    """The first tile of an order that is in the mask, in which there is one."""
    for tile in order:
        if tiles & BIT[tile]:
            return tile
    raise ValueError("there is no tile")


def _most_by_melds(doubles: int) -> int:
    """The most points that melds can bring to a hand with this number of doubles."""
    return sum([MELDS[number] for number in range(_FEWEST_DOUBLES, doubles + 1)])


_MELDS_AT_MOST: Final = tuple(_most_by_melds(doubles) for doubles in range(8))


class BingoPlayout:
    """A deal from some point of its play on.

    :ivar turn: the seat to move; negative once nothing can change what the deal brings.
    :ivar hands: for each seat the mask of its tiles.
    :ivar boneyard: the tiles left, drawn from the end; the first lies face up.
    :ivar totals: the points of both sides.
    :ivar scores: the sets of both sides, with those that melds have brought.
    :ivar opener: who opened the deal.
    :ivar led: the tile led; -1 between tricks.
    :ivar closer: who has closed the boneyard; -1 if nobody.
    :ivar a_point: what a point counts beside the chance to win the match.
    :ivar patient: whether simple rules keep doubles until many can be declared, with one that takes the trick for
        certain. Else they declare at the first chance, as beginners do.
    """

    __slots__ = (
        "_face_down", "_first", "_meld", "_rules", "a_point", "boneyard", "closer", "hands", "led", "opener", "patient",
        "scores", "totals", "turn",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[int],
        boneyard: Sequence[int],
        turn: int,
        *,
        totals: Sequence[int] = (0, 0),
        scores: Sequence[int] = (0, 0),
        opener: int = 0,
        closer: int = -1,
        first: bool = False,
        face_down: int = -1,
    ) -> None:
        self._rules = rules
        self.hands = list(hands)
        self.boneyard = list(boneyard)
        self.turn = turn
        self.totals = list(totals)
        self.scores = list(scores)
        self.opener = opener
        self.closer = closer
        self.a_point = 0.0
        self.patient = True
        self._face_down = face_down if face_down >= 0 else sum([BIT[tile] for tile in boneyard[1:]])
        self._first = first
        self.led = -1
        self._meld = 0

    def copy(self) -> BingoPlayout:
        """An independent playout from the same point."""
        twin = BingoPlayout(
            self._rules,
            self.hands,
            self.boneyard,
            self.turn,
            totals=self.totals,
            scores=self.scores,
            opener=self.opener,
            closer=self.closer,
            first=self._first,
            face_down=self._face_down,
        )
        twin.led, twin._meld = self.led, self._meld
        twin.a_point, twin.patient = self.a_point, self.patient
        return twin

    def key(self) -> tuple[int, ...]:
        """What the rest of the deal depends on, once there is no chance in it any more."""
        hands, totals, scores = self.hands, self.totals, self.scores
        return (
            hands[0], hands[1], self.turn, self.led, self._meld, self.closer, totals[0], totals[1], scores[0], scores[1]
        )  # fmt: skip

    # --- Moves -----------------------------------------------------------------------------------------------------

    def choices(self) -> list[int]:
        """The moves of the seat to move, the most promising first. Who could declare a double does not lead it mutely.

        To declare costs nothing but telling how many doubles there are.
        """
        hand, rules = self.hands[self.turn], self._rules
        if self.led >= 0:
            legal = hand if self._draws() else self._following(hand)
            winners = legal & rules.beaten_by[self.led]
            found = [tile for tile in rules.by_might if winners & BIT[tile]]
            losers = legal & ~winners
            return found + [tile for tile in rules.by_waste if losers & BIT[tile]] if losers else found
        order = rules.by_waste if self._draws() else reversed(rules.by_might)
        melds = hand & DOUBLES if (hand & DOUBLES).bit_count() >= _FEWEST_DOUBLES else 0
        found = [tile + MELD if melds & BIT[tile] else tile for tile in order if hand & BIT[tile]]
        if self._draws() and not self._first:
            found.append(CLOSE)
        return found

    def play(self, move: int) -> int:
        """Do a move. Nothing that it shows to one seat alone is told."""
        if move == CLOSE:
            self.closer = self.turn
            return 0
        doubles = 0
        tile = move
        hands, turn = self.hands, self.turn
        if move >= MELD:
            tile = move - MELD
            doubles = (hands[turn] & DOUBLES).bit_count()
        hands[turn] ^= BIT[tile]
        led = self.led
        if led < 0:
            self.led, self._meld = tile, doubles
            self.turn = 1 - turn
            return 0
        rules = self._rules
        answered = rules.beaten_by[led] & BIT[tile]
        taker = turn if answered else 1 - turn
        self.totals[taker] += rules.points[led] + rules.points[tile]
        if self._meld and not answered:
            self._count_meld(taker)
        self.led, self._meld, self._first = -1, 0, False
        self.turn = taker
        if max(self.scores) >= TARGET:
            self.turn = -1
        elif self._draws():
            first, second = BIT[self.boneyard.pop()], BIT[self.boneyard.pop()]
            hands[1 - taker] |= first
            hands[taker] |= second
            self._face_down &= ~(first | second)
        elif self._is_decided():
            self.turn = -1
        return 0

    def _count_meld(self, taker: int) -> None:
        sets = MELD_SETS.get(self._meld, 0) if self._rules.meld_sets else 0
        if sets:
            self.scores[taker] += sets
        else:
            self.totals[taker] += MELDS[self._meld]

    def _draws(self) -> bool:
        """Whether the first part goes on."""
        return bool(self.boneyard) and self.closer < 0

    def _following(self, hand: int) -> int:
        """What may be laid in the second part."""
        rules = self._rules
        return hand & rules.asked_by[self.led] or hand & rules.trumps or hand

    # --- The end ---------------------------------------------------------------------------------------------------

    def _is_decided(self) -> bool:
        """Whether no play of the rest of the second part changes what the deal brings."""
        hands = self.hands
        if not hands[0]:
            return True
        doubles = [(hand & DOUBLES).bit_count() for hand in hands]
        if max(doubles) >= 6 and self._rules.meld_sets:
            return False
        left = 0
        points = self._rules.points
        tiles = hands[0] | hands[1]
        while tiles:
            bit = tiles & -tiles
            left += points[bit.bit_length() - 1]
            tiles ^= bit
        totals = self.totals
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
        return Award.against(totals[loser]) is Award.against(most[loser])

    def result(self) -> tuple[int | None, Award]:
        """Who wins the deal as it stands, if anybody does, and why it brings what it does."""
        totals, closer = self.totals, self.closer
        if closer >= 0:
            if totals[closer] < TO_REACH:
                return 1 - closer, Award.CLOSER_SHORT
            return closer, Award.against(totals[1 - closer])
        if totals[0] == totals[1]:
            return None, Award.EQUAL
        winner = int(totals[1] > totals[0])
        return winner, Award.against(totals[1 - winner])

    def worths(self) -> tuple[float, float]:
        """For each seat the chance to win the match, once the deal is over."""
        scores = list(self.scores)
        if max(scores) < TARGET:
            winner, award = self.result()
            if winner is not None:
                scores[winner] += SETS[award]
        first, second = chances(scores, 1 - self.opener)
        lead = self.a_point * (self.totals[0] - self.totals[1])
        return first + lead, second - lead

    # --- Simple rules ----------------------------------------------------------------------------------------------

    def finish(self, random: Callable[[], float]) -> None:  # noqa: ARG002  # these rules leave nothing to chance
        """Play to the end by simple rules."""
        while self.turn >= 0:
            self.play(self.simple())

    def weight(self, move: int) -> float:
        """How good a move looks: what simple rules do comes first, to close last."""
        if move == self.simple():
            return 1.0
        return -1.0 if move == CLOSE else 0.0

    def simple(self) -> int:
        """The move that simple rules make, from what the seat to move may know."""
        return self._lead() if self.led < 0 else self._answer()

    def _lead(self) -> int:
        rules, turn = self._rules, self.turn
        hand = self.hands[turn]
        outside = self._outside()
        draws = self._draws()
        if draws and not self._first and self._reaches(hand, outside):
            return CLOSE
        doubles = hand & DOUBLES
        waits = self.patient and draws and len(self.boneyard) > _LAST_DRAWS
        if doubles.bit_count() >= _FEWEST_DOUBLES and not waits:
            best = self._strongest(doubles)
            hasty = draws and not self.patient and ALL_TILES[best].pips >= _SURE_TO_TRY
            if hasty or self._is_sure(best, outside, draws=draws):
                return best + MELD
        if not draws:
            for tile in reversed(rules.by_might):
                if hand & BIT[tile] and self._is_sure(tile, outside, draws=False):
                    return tile
        return _first(rules.by_waste, hand)

    def _strongest(self, tiles: int) -> int:
        return next(tile for tile in reversed(self._rules.by_might) if tiles & BIT[tile])

    def _reaches(self, hand: int, outside: int) -> bool:
        """Whether the seat has reached what a closer needs, or does so with tiles that nothing takes."""
        rules = self._rules
        total = self.totals[self.turn]
        if total >= TO_REACH:
            return True
        doubles = 0
        for tile in reversed(rules.by_might):
            if hand & BIT[tile]:
                if outside & rules.beaten_by[tile]:
                    break
                total += rules.points[tile] + _A_LOSER
                doubles |= BIT[tile] & DOUBLES
        if doubles and (hand & DOUBLES).bit_count() >= _FEWEST_DOUBLES:
            total += MELDS[(hand & DOUBLES).bit_count()]
        return total >= (_IN_SIGHT if self.patient else TO_REACH)

    def _outside(self) -> int:
        """The tiles that the other hand may hold, as far as tiles seen tell."""
        return self.hands[1 - self.turn] | self._face_down

    def _is_sure(self, tile: int, outside: int, *, draws: bool) -> bool:
        """Whether nothing outside takes this tile, or may be laid to it where suits are followed."""
        rules = self._rules
        beating = outside & rules.beaten_by[tile]
        if not beating or draws:
            return not beating
        if self.closer >= 0 and beating & rules.trumps:
            return False  # the other hand may be void of the suit
        return not (outside & rules.asked_by[tile] or outside & rules.trumps or outside) & beating

    def _answer(self) -> int:
        rules, led = self._rules, self.led
        hand = self.hands[self.turn]
        draws = self._draws()
        legal = hand if draws else self._following(hand)
        winners = legal & rules.beaten_by[led]
        if not winners:
            return _first(rules.by_waste, legal)
        if not draws:
            return _first(rules.by_might, winners)
        plain = winners & rules.plain
        if plain:
            if self.patient and plain & ~DOUBLES and self._keeps_a_meld(hand & DOUBLES):
                plain &= ~DOUBLES
            return _first(rules.by_points, plain)
        if rules.points[led] >= _WORTH_A_TRUMP or self._meld:
            return _first(rules.by_might, winners)
        return _first(rules.by_waste, legal)

    def _keeps_a_meld(self, doubles: int) -> bool:
        """Whether enough doubles are held, and one takes its trick for certain."""
        if doubles.bit_count() < _FEWEST_DOUBLES:
            return False
        return not self._outside() & self._rules.beaten_by[self._strongest(doubles)]
