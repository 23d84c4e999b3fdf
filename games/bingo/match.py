"""A match of Bingo. Read `Bingo` first.

`Bingo` wraps a position, the single truth for legality, points and turns. It names the moves, keeps the log, and
derives events, refusals, views and records from the position. The play that ends a deal also deals the next.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Any, Final

from games.core.dealt import DealtMatch
from games.core.events import CutOff, DealBegan, Dealt, Drew, Event, NoScore, ScoreReason, Shown, drew, played, scored
from games.core.match import Family, GameInfo
from games.core.moves import PLAY, Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import MustFollow, NotInHand, Refusal, TileNeeded, UnknownVerb, superfluous
from games.core.tiles import ALL_TILES, DOUBLES, Tile, mask_of, pips_in, tiles_in
from games.core.tricks import Counted, PlayedOut, PlayedTile, Trick, TrickTaken, led_number, shown_void

from .hidden import HandKnowledge
from .inference import Omission, omissions
from .position import CLOSE, MELD, NO_SEAT, OVER, SETS, TO_REACH, Award, BingoPosition, meld_score, tables_of
from .value import TARGET
from .view import BingoDealEnd, BingoView, Meld

_HAND: Final = 7

_MELD: Final = "meld"
_CLOSE: Final = Move("close")
_MOVES: Final = (
    {tile.index: Move(PLAY, tile) for tile in ALL_TILES}
    | {tile.index + MELD: Move(PLAY, tile, value=_MELD) for tile in ALL_TILES}
    | {CLOSE: _CLOSE}
)
"""The moves by their numbers in a position."""


class TurnedUp(Event):
    """`seat` turns up a boneyard tile; its higher half is `trump`."""

    prepares = True
    seat: int
    tiles: tuple[Tile, ...]
    trump: int


class ClosedBoneyard(Event):
    """`seat` closes the boneyard, in which `count` tiles remain."""

    seat: int
    count: int


class UsedUp(Event):
    """The boneyard is used up; suits must be followed from now on."""


class Declared(Event):
    """`seat` leads a double and declares `count` doubles in hand."""

    seat: int
    tiles: tuple[Tile, ...]
    count: int


class MeldCounts(Event):
    """The declared double took its trick: the meld scores `points`."""

    seat: int
    points: int


class MeldLost(Event):
    """The declared double lost its trick: the meld scores nothing."""

    seat: int


class FellShort(Event):
    """`seat` closed the boneyard but has too few `points`."""

    seat: int | None
    points: int


class _MustTrump(Refusal):
    sentence = "{tile} is no trump: who cannot follow and has a trump ({text}) must play one"
    tile: Tile
    text: int


class _NotOnLead(Refusal):
    sentence = "only who leads to a trick may do that"


class _BoneyardNotOpen(Refusal):
    sentence = "the boneyard is used up or closed already"


class _CloseAfterATrick(Refusal):
    sentence = "the boneyard may be closed only after the first trick of the deal"


class _MeldWithADouble(Refusal):
    sentence = "{tile} is no double: a meld is declared with a double"
    tile: Tile


class _TooFewDoubles(Refusal):
    sentence = "a meld takes two doubles in hand or more"


class Bingo(DealtMatch):
    """A match to seven sets, with seven tiles a hand.

    >>> match = Bingo(seats=2, seed="an example", lots=[0])
    >>> match.view(0).boneyard
    14
    >>> match.refusal(0, "close").code
    'close_after_a_trick'
    """

    key = "bingo"
    number = 1
    info = GameInfo(Family.TRICKS, minutes=25)
    seat_counts = (2,)
    option_list = (
        Option("doubles_high", (False, True), default=False),
        Option("big_meld_as_sets", (False, True), default=False),
    )
    computers = "games.bingo.computers"
    last_deal: BingoDealEnd | None
    mutable = DealtMatch.mutable | {"position", "_tricks", "_knowledge"}

    position: BingoPosition
    """The running deal, secrets included."""
    _trump_tile: Tile
    """The tile that was turned up."""
    _tricks: list[Trick]
    """The tricks of this deal, in order."""
    _melds: tuple[Meld, ...]
    """The melds declared in this deal, in order."""
    _knowledge: list[HandKnowledge]
    """For each hand, the conclusions about its tiles, except for the turned-up one."""
    _named: tuple[Move, ...] | None
    """The legal moves of the seat to move; None until they are asked for."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._begin_deal(self._draw_lot("opener"))

    def _begin_deal(self, opener: int) -> None:
        self._deal_number += 1
        tiles = self._next_permutation()
        self._opener = opener
        self._emit(DealBegan(opener, self._deal_number))
        hands = [mask_of(tiles[:_HAND]), mask_of(tiles[_HAND : 2 * _HAND])]
        for seat, hand in enumerate(hands):
            self._emit(Dealt(seat, tiles_in(hand), _HAND, (seat,)))
        boneyard = tiles[: 2 * _HAND - 1 : -1]
        self._trump_tile = boneyard[0]
        self._emit(TurnedUp(1 - opener, (self._trump_tile,), self._trump_tile.high))
        tables = tables_of(
            self._trump_tile.high,
            doubles_high=bool(self.options["doubles_high"]),
            meld_sets=bool(self.options["big_meld_as_sets"]),
        )
        self.position = BingoPosition(tables, hands, [tile.index for tile in boneyard], self._scores, opener)
        self._tricks, self._melds, self._knowledge, self._named = [], (), [HandKnowledge(), HandKnowledge()], None

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.position.scores)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self.position.turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self.position.turn or self.outcome:
            return ()
        if self._named is None:
            self._named = tuple([_MOVES[number] for number in self.position.moves()])
        return self._named

    def sensible_moves(self, seat: int) -> tuple[Move, ...]:
        """Return all moves but closing, a gamble for random players."""
        moves = self.moves(seat)
        return moves[:-1] if moves and moves[-1] == _CLOSE else moves

    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        position = self.position
        if move.verb == _CLOSE.verb:
            return self._reason_of_closing(move)
        if move.verb != PLAY:
            return UnknownVerb(verb=move.verb)
        if move.tile is None:
            return TileNeeded(verb=move.verb)
        if not position.hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        extra = superfluous(move, "tile", *(("value",) if move.value == _MELD else ()))
        if extra:
            return extra
        if move.value == _MELD:
            return self._reason_of_meld(move.tile)
        trump = position.tables.trump
        if position.playable() & position.tables.asked_by[position.led]:
            return MustFollow(tile=move.tile, text=led_number(ALL_TILES[position.led], trump))
        return _MustTrump(tile=move.tile, text=trump)

    def _reason_of_closing(self, move: Move) -> Refusal:
        extra = superfluous(move)
        if extra:
            return extra
        if self.position.led >= 0:
            return _NotOnLead()
        return _CloseAfterATrick() if self.position.boneyard_open() else _BoneyardNotOpen()

    def _reason_of_meld(self, tile: Tile) -> Refusal:
        if self.position.led >= 0:
            return _NotOnLead()
        if not tile.is_double:
            return _MeldWithADouble(tile=tile)
        return _TooFewDoubles()

    # --- Playing a move --------------------------------------------------------------------------------------------

    def _apply_move(self, seat: int, move: Move) -> None:
        position, tile, self._named = self.position, move.tile, None
        if tile is None:
            position.play(CLOSE)
            self._emit(ClosedBoneyard(seat, len(position.boneyard)))
            return
        if move.value == _MELD:
            self._declare(seat, tile)
        self._update_knowledge(seat, tile)
        self._emit(played(seat, tile, ""))
        if position.led < 0:
            position.play(tile.index + MELD if move.value else tile.index)
        else:
            self._answer(seat, tile)

    def _declare(self, seat: int, tile: Tile) -> None:
        doubles = self.position.declarable()
        hidden = doubles & ~self.open_tiles(seat)
        self._melds += (Meld(seat, tile, doubles.bit_count()),)
        self._knowledge[seat] = self._knowledge[seat].declared(hidden.bit_count())
        self._emit(Declared(seat, (tile,), doubles.bit_count()))

    def _update_knowledge(self, seat: int, tile: Tile) -> None:
        """Update a hand's knowledge before it lays a tile."""
        position, known = self.position, self._knowledge[seat]
        if position.led >= 0 and not position.boneyard_open():
            known = known.lacks(shown_void(tile, position.tables.asked_by[position.led], position.tables.trumps))
        if tile is not self._trump_tile:
            known = known.laid(tile, (position.hands[seat] & ~self.open_tiles(seat)).bit_count())
        self._knowledge[seat] = known

    def _answer(self, seat: int, tile: Tile) -> None:
        """Play a trick's second tile and emit the trick's events."""
        position, tables = self.position, self.position.tables
        led, doubles = ALL_TILES[position.led], position.declared
        drawn = position.boneyard[:-3:-1] if position.boneyard_open() else []
        position.play(tile.index)
        taker = position.taker
        points = tables.points[led.index] + tables.points[tile.index]
        self._tricks.append(Trick((PlayedTile(1 - seat, led), PlayedTile(seat, tile)), taker, points))
        self._emit(TrickTaken(taker, (led, tile), points, (1 - seat, seat)))
        if doubles:
            self._count_meld(won=taker != seat)
        if position.turn == OVER:
            self._end_deal()
        else:
            for drawer, index in zip((1 - taker, taker), drawn, strict=False):
                self._draw(drawer, ALL_TILES[index])

    def _count_meld(self, *, won: bool) -> None:
        """Emit the events of a meld whose trick is complete."""
        meld = self._melds[-1]
        if not won:
            self._emit(MeldLost(meld.seat))
            return
        points, sets = meld_score(meld.doubles, as_sets=self.position.tables.meld_sets)
        self._melds = (*self._melds[:-1], meld._replace(points=points, sets=sets))
        self._emit(scored(meld.seat, sets, ScoreReason.MELD) if sets else MeldCounts(meld.seat, points))

    def _draw(self, seat: int, tile: Tile) -> None:
        """Emit the event of a draw."""
        if tile is self._trump_tile:
            self._emit(Drew(seat, (tile,)))
            self._emit(UsedUp())
        else:
            self._knowledge[seat] = self._knowledge[seat].drew()
            self._emit(drew(seat, tile))

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self) -> None:
        position, first = self.position, len(self.events)
        if position.award == Award.CUT_OFF:
            self._emit(CutOff())
            for seat, hand in enumerate(position.hands):
                if hand:
                    self._emit(Shown(seat, tiles_in(hand), pips_in(hand)))
        else:
            self._emit_result()
        self._keep_end(first)
        if max(position.scores) >= TARGET:
            self._finish(ranked(self.scores), EndReason.TARGET)
        else:
            self._scores = list(position.scores)
            self._begin_deal(1 - self._opener)

    def _emit_result(self) -> None:
        """Emit the events of a deal that was played out."""
        position = self.position
        self._emit(PlayedOut())
        for side, points in enumerate(position.totals):
            self._emit(Counted(side, points))
        if position.award == Award.CLOSER_SHORT:
            self._emit(FellShort(position.closer, position.totals[position.closer]))
        if position.winner == NO_SEAT:
            self._emit(NoScore())
        else:
            self._emit(scored(position.winner, SETS[position.award], position.award))

    def _keep_end(self, first: int) -> None:
        """Keep the deal's end, with its events from index `first`."""
        position, sides = self.position, range(self.seats)
        meld_sets = tuple(sum(meld.sets for meld in self._melds if meld.seat == side) for side in sides)
        self.last_deal = BingoDealEnd(
            number=self._deal_number,
            reason=DealEndReason.CUT_OFF if position.award == Award.CUT_OFF else DealEndReason.PLAYED_OUT,
            winners=tuple(side for side in sides if side == position.winner),
            hands=tuple(map(tiles_in, position.hands)),
            points=tuple(SETS[position.award] if side == position.winner else 0 for side in sides),
            scores=self.scores,
            events=tuple(self.events[first:]),
            meld_sets=meld_sets,
            during=meld_sets if any(meld_sets) else (),
            award=position.award,
            **self._counted(),
        )

    def _counted(self) -> dict[str, Any]:
        """Return the fields common to views and deal ends."""
        totals, sides = tuple(self.position.totals), range(self.seats)
        melds = tuple(sum(meld.points for meld in self._melds if meld.seat == side) for side in sides)
        return {
            "trump": self.position.tables.trump,
            "trump_tile": self._trump_tile,
            "closer": None if self.position.closer == NO_SEAT else self.position.closer,
            "taken": tuple(
                tuple(laid.tile for trick in self._tricks if trick.taker == side for laid in trick.laid)
                for side in sides
            ),
            "tricks": tuple(sum(trick.taker == side for trick in self._tricks) for side in sides),
            "tile_points": tuple(total - points for total, points in zip(totals, melds, strict=True)),
            "meld_points": melds,
            "totals": totals,
        }

    # --- Views -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> BingoView:
        position, table = self.position, self._table()
        return BingoView(
            trump_tile_lies=bool(position.boneyard),
            open_tiles=tuple(tiles_in(self.open_tiles(other)) for other in range(self.seats)),
            following=not position.boneyard_open(),
            leader=table[0].seat if table else position.taker if position.turn == OVER else position.turn,
            table=table,
            winning=table[0].seat if table else None,
            last_trick=self._tricks[-1] if self._tricks else None,
            melds=self._melds,
            meld_now=position.declarable().bit_count() if seat in self.actors() else 0,
            to_reach=TO_REACH,
            target=TARGET,
            **self._counted(),
            **self._view_fields(seat),
        )

    def _table(self) -> tuple[PlayedTile, ...]:
        """Return the tiles of the running trick."""
        position = self.position
        return () if position.led < 0 else (PlayedTile(1 - position.turn, ALL_TILES[position.led]),)

    def _laid(self) -> list[PlayedTile]:
        """Return the tiles laid in this deal, in order."""
        return [*(laid for trick in self._tricks for laid in trick.laid), *self._table()]

    def _held(self) -> list[int]:
        return self.position.hands

    def _boneyard_tiles(self) -> list[Tile]:
        return [ALL_TILES[index] for index in self.position.boneyard]

    def _table_tiles(self) -> list[Tile]:
        return [laid.tile for laid in self._laid()]

    # --- Hidden tiles, for computers -------------------------------------------------------------------------------

    @staticmethod
    def named(number: int) -> Move:
        """Return the move with this number in the position."""
        return _MOVES[number]

    def open_tiles(self, seat: int) -> int:
        """Return the mask of the turned-up tile if in this hand."""
        return self.position.hands[seat] & self._trump_tile.bit

    def determinization(self, seat: int, rng: Random) -> BingoPosition:
        """Return a random determinization of the running deal for a seat."""
        other = 1 - seat
        hidden = self.position.hands[other] & ~self.open_tiles(other)
        tiles = tiles_in(hidden | self.position.face_down)
        hand, rest = self._knowledge[other].deal_afresh(hidden.bit_count(), tiles, rng)
        return self._with_hidden(other, mask_of(hand), rest)

    def _with_hidden(self, seat: int, hand: int, face_down: Sequence[Tile]) -> BingoPosition:
        """Return the running deal with these hidden tiles."""
        world = self.position.copy()
        world.hands[seat] = self.open_tiles(seat) | hand
        world.boneyard[1:] = [tile.index for tile in face_down]
        world.face_down = mask_of(face_down)
        return world

    def _redeal(self, seat: int, rng: Random) -> None:
        self.position, self._named = self.determinization(seat, rng), None

    def possible_positions(self, seat: int, most: int) -> list[BingoPosition]:
        """Return a position for each possible hand of the opponent.

        :returns: none if there may be more than `most`, if they are not equally likely or if tiles are still drawn.
        """
        position, other = self.position, 1 - seat
        known = self._knowledge[other]
        if position.boneyard_open() or len(known.courses or (0,)) > 1:
            return []
        hidden = position.hands[other] & ~self.open_tiles(other)
        size, hidden = hidden.bit_count(), hidden | position.face_down
        tiles = tiles_in(hidden & ~known.void)
        if comb(len(tiles), size) > most:
            return []
        return [
            self._with_hidden(other, hand, tiles_in(hidden & ~hand))
            for hand in map(mask_of, combinations(tiles, size))
            if known.courses is None or (hand & DOUBLES).bit_count() in known.courses
        ]

    def omissions_of(self, seat: int) -> list[Omission]:
        """Return a seat's omissions in the running deal's first part."""
        drawn = len(ALL_TILES) - 2 * _HAND - len(self.position.boneyard)
        laid = self._laid()[: drawn + self.position.boneyard_open()]
        return omissions(laid, seat, self.position.tables)
