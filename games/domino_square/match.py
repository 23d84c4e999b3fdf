"""A match of Domino Square: starters for four, places and passes, and who placed the last tile."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Final

from games.core import events
from games.core.dealt import DealtMatch
from games.core.events import DealBegan, Dealt, Event, Shown
from games.core.match import Computer, Family
from games.core.moves import PASS, PLAY, Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import MustPlay, NotInHand, NotNow, OpeningHasNoPlace, Refusal, TileNeeded, UnknownVerb
from games.core.tiles import ALL_TILES, Tile, mask_of, pips_in, tiles_in
from games.core.unseen import Limits, deal_hidden

from .kernel import OPENINGS, SquareKernel, laying
from .kernel import PASS as PASSING
from .layout import IN_PLAY, SIZE, Hindrance, SquareLayout, cells_at, cells_of, place_of, text_of
from .player import computer_of
from .view import DominoSquareView, SquareDealEnd

_HANDS: Final = {2: 9, 3: 6, 4: 4}
"""For each number of players the tiles that each holds."""
_WITH_STARTERS: Final = 4
"""The number of players with which two tiles are laid before the hands are dealt."""
_TARGET: Final = 3

_OPENINGS: Final = {tile: Move(PLAY, tile) for tile in ALL_TILES}


class LastTile(Event):
    """Nobody can place anything any more: `seat` placed the last tile."""

    seat: int


class _CellsNeeded(Refusal):
    sentence = "say which cells {tile} covers, that of the higher half first, such as {tile}@0,2>1,2"
    tile: Tile


class _NotCells(Refusal):
    sentence = "{at!r} does not name two neighbouring cells such as 0,2>1,2"
    at: str


class _Hindered(Refusal):
    tile: Tile
    at: str


class _CellTaken(_Hindered):
    sentence = "{tile} cannot lie at {at}: a tile lies there already"


class _OutsideSquare(_Hindered):
    sentence = "{tile} cannot lie at {at}: the layout would no longer fit into six rows and six columns"


class _HalfOverlap(_Hindered):
    sentence = "{tile} cannot lie at {at}: it would touch a tile by half of their long sides"


class _NoContact(_Hindered):
    sentence = "{tile} cannot lie at {at}: it would touch no tile there"


class _NumberInRow(_Hindered):
    sentence = "{tile} cannot lie at {at}: a number would stand twice in a row"


class _NumberInColumn(_Hindered):
    sentence = "{tile} cannot lie at {at}: a number would stand twice in a column"


@cache
def _placements(place: int, *, high_first: bool) -> tuple[Move, ...]:
    """For each tile, at its index, the move that lays it at a place of the layout."""
    at = text_of(*cells_at(place, high_first=high_first))
    return tuple(Move(PLAY, tile, at) for tile in ALL_TILES)


_HINDERED: Final = {
    Hindrance(refusal.code): refusal
    for refusal in (_CellTaken, _OutsideSquare, _HalfOverlap, _NoContact, _NumberInRow, _NumberInColumn)
}
"""For each hindrance, the refusal that explains it."""


class DominoSquare(DealtMatch):
    """The player who places the last tile wins the deal; 18 of the 21 tiles that are not doubles are in play."""

    key = "domino_square"
    former_keys = ("latin_square",)
    number = 9
    family = Family.PLACING
    minutes = 20
    seat_counts = (2, 3, 4)
    option_list = (Option("target", tuple(range(1, 26)), _TARGET),)
    tile_set = IN_PLAY
    last_deal: SquareDealEnd | None
    mutable = DealtMatch.mutable | {"_hands", "_layout", "_lacks"}

    _target: int
    """The number of deals to win."""
    _hands: list[int]
    """The hand of each seat, as a mask."""
    _boneyard: list[Tile]
    """The next tile to draw is the last."""
    _layout: SquareLayout
    _turn: int
    """The seat to move."""
    _last_placer: int
    """Who placed the last tile."""
    _starting: bool
    """Whether the second starter is still to be placed."""
    _lacks: list[int]
    """For each seat the tiles that its passes have shown it not to hold, as a mask."""
    _legal: tuple[Move, ...] | None
    """The legal moves of the seat to move; None until they are asked for."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._target = int(self.options["target"])

    def _begin(self) -> None:
        self._begin_deal(self._draw_lot("opener"))

    def _begin_deal(self, opener: int) -> None:
        self._deal_number += 1
        self._opener = opener
        self._layout = SquareLayout()
        self._last_placer = opener
        self._lacks = [0] * self.seats
        self._hands = [0] * self.seats
        self._legal = None
        self._tell(DealBegan(opener, self._deal_number))
        tiles = self._next_permutation()
        self._starting = self.seats == _WITH_STARTERS
        if self._starting:
            self._lay_first_starter(tiles)
        else:
            self._deal_hands(tiles)
            self._turn = opener

    def _lay_first_starter(self, tiles: Sequence[Tile]) -> None:
        """The first two tiles are starters: the opener's lies, the next player has one to place."""
        opener = self._opener
        first, second, *self._boneyard = tiles
        self._boneyard.reverse()
        self._tell(Dealt(opener, (first,), 1))
        self._layout.open(first)
        self.events.append(events.played(opener, first, ""))
        self._turn = (opener + 1) % self.seats
        self._hands[self._turn] = second.bit
        self._tell(Dealt(self._turn, (second,), 1, (self._turn,)))

    def _deal_hands(self, tiles: Sequence[Tile]) -> None:
        size = _HANDS[self.seats]
        for seat in range(self.seats):
            hand = mask_of(tiles[seat * size : (seat + 1) * size])
            self._hands[seat] = hand
            self._tell(Dealt(seat, tiles_in(hand), size, (seat,)))
        self._boneyard = list(tiles[self.seats * size :])
        self._boneyard.reverse()

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self._turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self._turn or self.outcome:
            return ()
        if self._legal is None:
            self._legal = self._find_moves()
        return self._legal

    def _find_moves(self) -> tuple[Move, ...]:
        hand = self._hands[self._turn]
        if not self._layout.tiles:
            return tuple([_OPENINGS[tile] for tile in tiles_in(hand)])
        found: list[Move] = []
        for place, high_first, high_second in self._layout.fits():
            if high_first & hand:
                moves = _placements(place, high_first=True)
                found += [moves[tile.index] for tile in tiles_in(high_first & hand)]
            if high_second & hand:
                moves = _placements(place, high_first=False)
                found += [moves[tile.index] for tile in tiles_in(high_second & hand)]
        return tuple(found) or (PASS,)

    def _reason(self, seat: int, move: Move) -> Refusal:
        if move == PASS:
            return MustPlay()
        if move.verb != PLAY:
            return UnknownVerb(verb=move.verb)
        if move.tile is None:
            return TileNeeded(verb=move.verb)
        if not self._hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        if not self._layout.tiles:
            return OpeningHasNoPlace()
        if not move.at:
            return _CellsNeeded(tile=move.tile)
        cells = cells_of(move.at)
        if not cells:
            return _NotCells(at=move.at)
        hindrance = self._layout.hindrance(move.tile, *cells)
        return _HINDERED[hindrance](tile=move.tile, at=move.at) if hindrance else NotNow(move=move)

    def hindrances(self, tile: Tile) -> dict[Hindrance, int]:
        """How many places of the layout each reason forbids to a tile; public. See `SquareLayout.hindrances`."""
        return self._layout.hindrances(tile)

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _do(self, seat: int, move: Move) -> None:
        self._legal = None
        if move.tile is not None:
            self._place(seat, move.tile, move.at)
            return
        self._lacks[seat] |= self._layout.fitting()
        self.events.append(events.passed(seat))
        self._turn = self._after(seat)

    def _place(self, seat: int, tile: Tile, at: str) -> None:
        cells = cells_of(at)
        if cells:
            self._layout.lay(tile, *cells)
        else:
            self._layout.open(tile)
        self._hands[seat] &= ~tile.bit
        self._last_placer = seat
        self.events.append(events.played(seat, tile, at))
        if self._starting:
            self._starting = False
            self._deal_hands(self._boneyard[::-1])
            self._turn = self._opener
        else:
            self._turn = self._after(seat)
        if not self._somebody_can_place():
            self._end_deal()

    def _after(self, seat: int) -> int:
        """The next seat to the left that has tiles; the same seat if no other has."""
        for step in range(1, self.seats):
            following = (seat + step) % self.seats
            if self._hands[following]:
                return following
        return seat

    def _somebody_can_place(self) -> bool:
        held = 0
        for hand in self._hands:
            held |= hand
        return any((high_first | high_second) & held for _, high_first, high_second in self._layout.fits())

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self) -> None:
        winner = self._last_placer
        first = len(self.events)
        self._tell(LastTile(winner))
        for seat, hand in enumerate(self._hands):
            if hand:
                self._tell(Shown(seat, tiles_in(hand), pips_in(hand)))
        self._scores[winner] += 1
        self.events.append(events.scored(winner, 1, events.ScoreReason.LAST_TILE))
        self.last_deal = SquareDealEnd(
            number=self._deal_number,
            reason=DealEndReason.LAST_TILE,
            winners=(winner,),
            layout=self._layout.tiles,
            hands=tuple(map(tiles_in, self._hands)),
            points=tuple(int(seat == winner) for seat in range(self.seats)),
            scores=self.scores,
            events=tuple(self.events[first:]),
        )
        if self._scores[winner] >= self._target:
            self._finish(ranked(self._scores), EndReason.TARGET)
        else:
            self._begin_deal((self._opener + 1) % self.seats)

    # --- The view and copies ---------------------------------------------------------------------------------------

    def _held(self) -> list[int]:
        return self._hands

    def _undrawn(self) -> list[Tile]:
        return self._boneyard

    def _lying(self) -> list[Tile]:
        return [laid.tile for laid in self._layout.tiles]

    def view(self, seat: int | None) -> DominoSquareView:
        facts = self._facts(seat)
        layout = self._layout
        hand = 0 if seat is None else self._hands[seat]
        (top, bottom), (left, right) = layout.rows, layout.columns
        return DominoSquareView(
            **facts,
            layout=layout.tiles,
            rows=layout.rows,
            columns=layout.columns,
            room=(SIZE - 1 - bottom + top, SIZE - 1 - right + left),
            starting=self._starting,
            placeable=tiles_in(hand & layout.fitting() if layout.tiles else hand),
            target=self._target,
        )

    def _redeal(self, seat: int, rng: Random) -> None:
        """The hidden tiles dealt again: no hand holds what a pass ruled out, and somebody can place a tile.

        The deal would be over if nobody could.
        """
        others = [other for other in range(self.seats) if other != seat]
        limits: list[Limits] = [{lacks: 0} if (lacks := self._lacks[other]) else {} for other in others]
        true_hands = [tiles_in(self._hands[other]) for other in others]
        fitting = self._layout.fitting() if self._layout.tiles and not self.outcome else 0
        while True:
            hands, rest = deal_hidden(true_hands, limits, self._boneyard, rng)
            masks = [mask_of(hand) for hand in hands]
            if not fitting or fitting & (self._hands[seat] | sum(masks)):
                break
        self._boneyard = rest
        for other, mask in zip(others, masks, strict=True):
            self._hands[other] = mask
        self._legal = None

    # --- For its computers -----------------------------------------------------------------------------------------

    @classmethod
    def computer(cls, level: str) -> Computer | None:
        return computer_of(level)

    def number_of(self, move: Move) -> int:
        """A legal move as the kernel knows it."""
        if move.tile is None:
            return PASSING
        cells = cells_of(move.at)
        if not cells:
            return OPENINGS[move.tile.index]
        place = place_of(*cells)
        if place is None:
            raise ValueError(f"{move} lies off the board")
        return laying(place, move.tile.index, high_first=cells[0] < cells[1])

    def known(self, seat: int) -> SquareKernel:
        """The running deal as if only this seat held tiles."""
        return self._kernel([hand if other == seat else 0 for other, hand in enumerate(self._hands)])

    def world(self, seat: int, rng: Random) -> SquareKernel:
        """The running deal with all that the seat cannot know dealt again."""
        return self.redeal_unseen(seat, rng).kernel()

    def kernel(self) -> SquareKernel:
        """The running deal as it is."""
        if not self._starting:
            return self._kernel(self._hands)
        size = _HANDS[self.seats]
        next_first = self._boneyard[::-1]
        return self._kernel(
            self._hands, [mask_of(next_first[seat * size : (seat + 1) * size]) for seat in range(self.seats)]
        )

    def worlds(self, seat: int, most: int) -> list[SquareKernel]:
        """Every world for two that the seat cannot rule out; none if there are more than `most`."""
        other = 1 - seat
        size = self._hands[other].bit_count()
        may_hold = tiles_in((self._hands[other] | mask_of(self._boneyard)) & ~self._lacks[other])
        if comb(len(may_hold), size) > most:
            return []
        hands = [self._hands[seat]] * 2
        worlds = []
        for tiles in combinations(may_hold, size):
            hands[other] = mask_of(tiles)
            worlds.append(self._kernel(hands))
        return [world for world in worlds if world.turn >= 0]

    def _kernel(self, hands: Sequence[int], undealt: Sequence[int] = ()) -> SquareKernel:
        return SquareKernel(
            self._layout.masks() if self._layout.tiles else None,
            hands,
            self._turn,
            last=self._last_placer,
            opener=self._opener,
            missing=tuple(max(0, self._target - score) for score in self._scores),
            undealt=undealt,
        )
