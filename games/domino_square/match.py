"""A match of Domino Square, which wraps a `SquarePosition`.

The position is the single truth for legality, turns and the end of deals. The match names the moves, keeps the log, and
derives events, refusals, views and records.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Final

from games.core import events
from games.core.dealt import DealtMatch
from games.core.events import DealBegan, Dealt, Event, Shown
from games.core.match import Family, GameInfo
from games.core.moves import PASS as PASS_MOVE
from games.core.moves import PLAY, Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import (
    MustPlay,
    NotInHand,
    OpeningHasNoPlace,
    Refusal,
    Superfluous,
    TileNeeded,
    UnknownVerb,
    superfluous,
)
from games.core.tiles import ALL_TILES, Tile, mask_of, pips_in, tiles_in
from games.core.unseen import Limits, deal_hidden

from .layout import (
    IN_PLAY,
    OPENING_PLACE,
    SIZE,
    Hindrance,
    PlacedTile,
    SquareLayout,
    cells_at,
    cells_of,
    place_of,
    text_of,
)
from .position import OVER, PASS, TILES, SquarePosition, placement
from .view import DominoSquareView, SquareDealEnd

_HANDS: Final = {2: 9, 3: 6, 4: 4}
"""For each number of players the tiles that each holds."""
_WITH_STARTERS: Final = 4
"""The number of players with which two tiles are laid before the hands are dealt."""
_TARGET: Final = 3


class LastTile(Event):
    """No one can place a tile: `seat` placed the last one."""

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


_HINDERED: Final = {
    Hindrance(refusal.code): refusal
    for refusal in (_CellTaken, _OutsideSquare, _HalfOverlap, _NoContact, _NumberInRow, _NumberInColumn)
}
"""For each hindrance, the refusal that explains it."""


@cache
def named(number: int) -> Move:
    """Return the move with this number in positions."""
    if number == PASS:
        return PASS_MOVE
    way, index = divmod(number - 1, TILES)
    place, second = divmod(way, 2)
    # Nothing else is ever laid at the place of the opening tile, which moves do not name.
    at = "" if place == OPENING_PLACE else text_of(*cells_at(place, high_first=not second))
    return Move(PLAY, ALL_TILES[index], at)


@cache
def _laid(tile: Tile, at: str) -> tuple[PlacedTile, int]:
    """Return the placed tile and the number of a legal move."""
    high, low = cells_of(at) or cells_at(OPENING_PLACE, high_first=True)
    place = place_of(high, low)
    if place is None:
        raise ValueError(f"{at} is off the board")
    return PlacedTile(tile, high, low), placement(place, tile.index, high_first=high < low)


class DominoSquare(DealtMatch):
    """A match whose deals go to the placer of the last tile."""

    key = "domino_square"
    number = 9
    info = GameInfo(Family.PLACING, minutes=20, former_keys=("latin_square",))
    seat_counts = (2, 3, 4)
    option_list = (Option("target", tuple(range(1, 26)), _TARGET),)
    tile_set = IN_PLAY
    computers = "games.domino_square.computers"
    last_deal: SquareDealEnd | None
    mutable = DealtMatch.mutable | {"position", "_lacks"}

    position: SquarePosition
    """The running deal, secrets included."""
    _layout: tuple[PlacedTile, ...]
    """The tiles on the table in the order in which they were laid."""
    _lacks: list[int]
    """For each seat the tiles that its passes have ruled out, as a mask."""
    _legal: tuple[Move, ...] | None
    """The legal moves of the seat to move; None until they are asked for."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._begin_deal(self._draw_lot("opener"))

    def _begin_deal(self, opener: int) -> None:
        self._deal_number += 1
        self._opener = opener
        self._layout = ()
        self._lacks = [0] * self.seats
        self._legal = None
        self._emit(DealBegan(opener, self._deal_number))
        tiles = self._next_permutation()
        if self.seats == _WITH_STARTERS:
            self._lay_first_starter(tiles)
        else:
            self.position = self._new_position(self._hands_of(tiles), opener, tiles)
            self._emit_hands()

    def _new_position(
        self, hands: Sequence[int], turn: int, tiles: Sequence[Tile], undealt: Sequence[int] = ()
    ) -> SquarePosition:
        """Return the position at the beginning of a deal."""
        scores, target, opener = tuple(self._scores), int(self.options["target"]), self._opener
        return SquarePosition(hands, turn, mask_of(tiles), opener=opener, scores=scores, target=target, undealt=undealt)

    def _lay_first_starter(self, tiles: Sequence[Tile]) -> None:
        """Lay the opener's starter; give the next player the second."""
        opener = self._opener
        first, second, *rest = tiles
        turn = (opener + 1) % self.seats
        self._emit(Dealt(opener, (first,), 1))
        self.events.append(events.played(opener, first, ""))
        self._emit(Dealt(turn, (second,), 1, (turn,)))
        hands = [second.bit if seat == turn else 0 for seat in range(self.seats)]
        self.position = self._new_position(hands, turn, tiles[1:], self._hands_of(rest))
        starter, number = _laid(first, "")
        self._layout = (starter,)
        self.position.lay(number)

    def _hands_of(self, tiles: Sequence[Tile]) -> list[int]:
        """Return the hands dealt from these tiles."""
        size = _HANDS[self.seats]
        return [mask_of(tiles[seat * size : (seat + 1) * size]) for seat in range(self.seats)]

    def _emit_hands(self) -> None:
        for seat, hand in enumerate(self.position.hands):
            self._emit(Dealt(seat, tiles_in(hand), hand.bit_count(), (seat,)))

    @property
    def scores(self) -> tuple[int, ...]:
        return self.position.scores

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self.position.turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self.position.turn or self.outcome:
            return ()
        if self._legal is None:
            self._legal = tuple(map(named, self.position.choices()))
        return self._legal

    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        if move.verb == PASS_MOVE.verb:
            return superfluous(move) or MustPlay()
        if move.verb != PLAY:
            return UnknownVerb(verb=move.verb)
        if move.tile is None:
            return TileNeeded(verb=move.verb)
        if not self.position.hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        if not self._layout:
            return OpeningHasNoPlace()
        if not move.at:
            return _CellsNeeded(tile=move.tile)
        cells = cells_of(move.at)
        if not cells:
            return _NotCells(at=move.at)
        hindrance = SquareLayout(self._layout).hindrance(move.tile, *cells)
        return _HINDERED[hindrance](tile=move.tile, at=move.at) if hindrance else Superfluous(f"={move.value}")

    def hindrances(self, tile: Tile) -> dict[Hindrance, int]:
        """Return `SquareLayout.hindrances` of the running deal."""
        return SquareLayout(self._layout).hindrances(tile)

    # --- Playing a move --------------------------------------------------------------------------------------------

    def _apply_move(self, seat: int, move: Move) -> None:
        position = self.position
        self._legal = None
        if move.tile is None:
            self._lacks[seat] |= position.fitting()
            self.events.append(events.passed(seat))
            position.play(PASS)
            return
        starting = bool(position.undealt)
        laid, number = _laid(move.tile, move.at)
        self._layout = (*self._layout, laid)
        self.events.append(events.played(seat, move.tile, move.at))
        position.play(number)
        if starting:
            self._emit_hands()
        if position.turn == OVER:
            self._end_deal(position.last)

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self, winner: int) -> None:
        hands, first = self.position.hands, len(self.events)
        self._emit(LastTile(winner))
        for seat, hand in enumerate(hands):
            if hand:
                self._emit(Shown(seat, tiles_in(hand), pips_in(hand)))
        self.events.append(events.scored(winner, 1, events.ScoreReason.LAST_TILE))
        self.last_deal = SquareDealEnd(
            number=self._deal_number,
            reason=DealEndReason.LAST_TILE,
            winners=(winner,),
            layout=self._layout,
            hands=tuple(map(tiles_in, hands)),
            points=tuple(now - before for now, before in zip(self.scores, self._scores, strict=True)),
            scores=self.scores,
            events=tuple(self.events[first:]),
        )
        self._scores = list(self.scores)
        if self._scores[winner] >= self.position.target:
            self._finish(ranked(self._scores), EndReason.TARGET)
        else:
            self._begin_deal((self._opener + 1) % self.seats)

    # --- Views -----------------------------------------------------------------------------------------------------

    def _held(self) -> list[int]:
        return self.position.hands

    def _boneyard_tiles(self) -> list[Tile]:
        return list(tiles_in(self.position.pool & ~sum(self.position.hands)))

    def _table_tiles(self) -> list[Tile]:
        return [laid.tile for laid in self._layout]

    def view(self, seat: int | None) -> DominoSquareView:
        facts, layout, position = self._view_fields(seat), SquareLayout(self._layout), self.position
        (top, bottom), (left, right) = layout.rows, layout.columns
        hand = 0 if seat is None else position.hands[seat]
        return DominoSquareView(
            **facts,
            layout=self._layout,
            rows=layout.rows,
            columns=layout.columns,
            room=(SIZE - 1 - bottom + top, SIZE - 1 - right + left),
            starting=bool(position.undealt),
            placeable=tiles_in(hand & position.fitting() if self._layout else hand),
            target=position.target,
        )

    # --- Hidden tiles, for computers -------------------------------------------------------------------------------

    def _redealt_position(self, seat: int, rng: Random) -> SquarePosition:
        """Return the running deal with the seat's unseen tiles redealt.

        Passes rule out tiles. At least one hand has a tile that can be placed: else the deal would be over.
        """
        world = self.position.copy()
        others = [other for other in range(self.seats) if other != seat]
        limits: list[Limits] = [{lacks: 0} if (lacks := self._lacks[other]) else {} for other in others]
        true_hands = [tiles_in(world.hands[other]) for other in others]
        undrawn, fitting = self._boneyard_tiles(), 0 if self.outcome else world.fitting()
        while True:
            hands, rest = deal_hidden(true_hands, limits, undrawn, rng)
            masks = [mask_of(hand) for hand in hands]
            if not fitting or fitting & (world.hands[seat] | sum(masks)):
                break
        for other, mask in zip(others, masks, strict=True):
            world.hands[other] = mask
        if world.undealt:
            world.undealt = tuple(self._hands_of(rest[::-1]))
        return world

    def _redeal(self, seat: int, rng: Random) -> None:
        self.position, self._legal = self._redealt_position(seat, rng), None

    def determinization(self, seat: int, rng: Random) -> SquarePosition:
        """Return a random determinization of the running deal for a seat."""
        world = self._redealt_position(seat, rng)
        world.narrow()
        return world

    def position_known_to(self, seat: int) -> SquarePosition:
        """Return the running deal with the seat's own hand alone."""
        known = self.position.copy()
        known.hands = [hand if other == seat else 0 for other, hand in enumerate(known.hands)]
        known.undealt = ()
        known.narrow()
        return known

    def possible_positions(self, seat: int, most: int) -> list[SquarePosition]:
        """Return a position for each possible hand, with two seats.

        :returns: none if there may be more than `most`.
        """
        other, position = 1 - seat, self.position
        may_hold = tiles_in(position.pool & ~position.hands[seat] & ~self._lacks[other])
        size = position.hands[other].bit_count()
        if comb(len(may_hold), size) > most:
            return []
        worlds = []
        for tiles in combinations(may_hold, size):
            world = position.copy()
            world.hands[other] = mask_of(tiles)
            world.narrow()
            worlds.append(world)
        return [world for world in worlds if world.turn != OVER]
