"""A match of Bingo: tricks, melds, the closing of the boneyard, and the sets that deals bring."""

from random import Random
from typing import Final

from games.core.dealt import DealtMatch
from games.core.events import CutOff, DealBegan, Dealt, Drew, Event, NoScore, ScoreReason, Shown, drew, played, scored
from games.core.match import Computer, Family
from games.core.moves import PLAY, Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import MustFollow, NotInHand, NotNow, Refusal, TileNeeded, UnknownVerb
from games.core.tiles import ALL_TILES, DOUBLES, WITH_NUMBER, Tile, mask_of, pips_in, tiles_in
from games.core.tricks import Counted, Laid, PlayedOut, Trick, TrickTaken, led_number, must_play, shown_void

from .hidden import Knowledge
from .player import computer_of
from .value import TARGET
from .view import BingoDealEnd, BingoView, Meld
from .worth import MELD_SETS, MELDS, SETS, TO_REACH, Award, points_of, strength

_HAND: Final = 7
_FEWEST_DOUBLES: Final = 2

_MELD: Final = "meld"
_CLOSE: Final = Move("close")
_PLAYS: Final = tuple(Move(PLAY, tile) for tile in ALL_TILES)
_MELDS: Final = tuple(Move(PLAY, tile, value=_MELD) for tile in ALL_TILES)


class TurnedUp(Event):
    """`seat` turns up a tile of the boneyard, whose higher half is the `trump` number."""

    prepares = True
    seat: int
    tiles: tuple[Tile, ...]
    trump: int


class ClosedBoneyard(Event):
    """`seat` closes the boneyard, in which `count` tiles remain."""

    seat: int
    count: int


class UsedUp(Event):
    """The boneyard is used up, so that from now on the led number is followed."""


class Declared(Event):
    """`seat` leads a double and declares that it holds `count` doubles."""

    seat: int
    tiles: tuple[Tile, ...]
    count: int


class MeldCounts(Event):
    """The double declared by `seat` has taken its trick: the meld counts `points`."""

    seat: int
    points: int


class MeldLost(Event):
    """The double declared by `seat` has lost its trick: the meld counts nothing."""

    seat: int


class FellShort(Event):
    """`seat` closed the boneyard and has too few `points` in the end."""

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
    """Seven tiles each; the taker of a trick leads to the next; the first to seven sets wins."""

    key = "bingo"
    number = 1
    family = Family.TRICKS
    minutes = 25
    seat_counts = (2,)
    option_list = (
        Option("doubles_high", (False, True), default=False),
        Option("big_meld_as_sets", (False, True), default=False),
    )
    last_deal: BingoDealEnd | None
    mutable = DealtMatch.mutable | {"_hands", "_boneyard", "_taken", "_tile_points", "_open", "_knowledge"}

    _doubles_high: bool
    """Whether the option of that name is chosen."""
    _melds_as_sets: bool
    """Whether big melds bring sets at once."""
    _hands: list[int]
    """The hand of each seat, as a mask."""
    _boneyard: list[Tile]
    """The next tile to draw is the last, so the turned-up one is the first."""
    _turn: int
    """The seat to move."""
    _trump_tile: Tile
    """The tile that was turned up."""
    _trump: int
    """The trump number."""
    _closer: int | None
    """Who closed the boneyard; None if nobody has."""
    _table: tuple[Laid, ...]
    """The tiles of the running trick."""
    _last_trick: Trick | None
    _melds: tuple[Meld, ...]
    """The melds declared in this deal, in order."""
    _taken: list[tuple[Tile, ...]]
    """The tiles that each seat has taken in this deal, in order."""
    _tile_points: list[int]
    """What these tiles count."""
    _open: list[int]
    """The tiles in each hand that everybody knows of, as masks."""
    _knowledge: list[Knowledge]
    """What has been shown of the rest of each hand."""

    @classmethod
    def computer(cls, level: str) -> Computer | None:
        return computer_of(level)

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._doubles_high = bool(self.options["doubles_high"])
        self._melds_as_sets = bool(self.options["big_meld_as_sets"])

    def _begin(self) -> None:
        self._begin_deal(self._draw_lot("opener"))

    def _begin_deal(self, opener: int) -> None:
        self._deal_number += 1
        self._opener = opener
        self._turn = opener
        self._tell(DealBegan(opener, self._deal_number))
        tiles = self._next_permutation()
        self._hands = [mask_of(tiles[:_HAND]), mask_of(tiles[_HAND : 2 * _HAND])]
        for seat, hand in enumerate(self._hands):
            self._tell(Dealt(seat, tiles_in(hand), _HAND, (seat,)))
        self._boneyard = tiles[: 2 * _HAND - 1 : -1]
        self._trump_tile = self._boneyard[0]
        self._trump = self._trump_tile.high
        self._tell(TurnedUp(1 - opener, (self._trump_tile,), self._trump))
        self._closer = None
        self._table = ()
        self._last_trick = None
        self._melds = ()
        self._taken = [(), ()]
        self._tile_points = [0, 0]
        self._open = [0, 0]
        self._knowledge = [Knowledge(), Knowledge()]

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self._turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self._turn or self.outcome:
            return ()
        plays = tuple([_PLAYS[tile.index] for tile in tiles_in(self._playable())])
        if self._table:
            return plays
        melds = tuple([_MELDS[tile.index] for tile in tiles_in(self._declarable())])
        return (*plays, *melds, _CLOSE) if self._may_close() else plays + melds

    def sensible(self, seat: int) -> tuple[Move, ...]:
        """All moves but closing the boneyard: undertaking to reach 70 at random is a gamble."""
        moves = self.moves(seat)
        return moves[:-1] if moves and moves[-1] == _CLOSE else moves

    def _playable(self) -> int:
        hand = self._hands[self._turn]
        if not self._table or not self._following():
            return hand
        return must_play(hand, *self._suits())

    def _following(self) -> bool:
        """Whether the second part of the deal has begun."""
        return self._closer is not None or not self._boneyard

    def _suits(self) -> tuple[int, int]:
        """The tiles with the led number, and the trumps."""
        return WITH_NUMBER[led_number(self._table[0].tile, self._trump)], WITH_NUMBER[self._trump]

    def _declarable(self) -> int:
        """The doubles of the seat on lead, if they are enough to be declared."""
        doubles = self._hands[self._turn] & DOUBLES
        return doubles if doubles.bit_count() >= _FEWEST_DOUBLES and not self._table else 0

    def _may_close(self) -> bool:
        return not self._table and self._last_trick is not None and not self._following()

    def _reason(self, seat: int, move: Move) -> Refusal:
        if move.verb == _CLOSE.verb:
            return self._reason_of_closing(move)
        if move.verb != PLAY:
            return UnknownVerb(verb=move.verb)
        if move.tile is None:
            return TileNeeded(verb=move.verb)
        if not self._hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        if move.at or move.value not in {"", _MELD}:
            return NotNow(move=move)
        if move.value == _MELD:
            return self._reason_of_meld(move.tile)
        led, _ = self._suits()
        if self._hands[seat] & led:
            return MustFollow(tile=move.tile, text=led_number(self._table[0].tile, self._trump))
        return _MustTrump(tile=move.tile, text=self._trump)

    def _reason_of_closing(self, move: Move) -> Refusal:
        if move != _CLOSE:
            return NotNow(move=move)
        if self._table:
            return _NotOnLead()
        if self._following():
            return _BoneyardNotOpen()
        return _CloseAfterATrick()

    def _reason_of_meld(self, tile: Tile) -> Refusal:
        if self._table:
            return _NotOnLead()
        if not tile.is_double:
            return _MeldWithADouble(tile=tile)
        return _TooFewDoubles()

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _do(self, seat: int, move: Move) -> None:
        if move.tile is None:
            self._closer = seat
            self._tell(ClosedBoneyard(seat, len(self._boneyard)))
            return
        if move.value == _MELD:
            self._declare(seat, move.tile)
        self._lay(seat, move.tile)
        if len(self._table) < self.seats:
            self._turn = 1 - seat
        else:
            self._take()

    def _declare(self, seat: int, tile: Tile) -> None:
        doubles = self._hands[seat] & DOUBLES
        self._melds += (Meld(seat, tile, doubles.bit_count()),)
        self._knowledge[seat] = self._knowledge[seat].declared((doubles & ~self._open[seat]).bit_count())
        self._tell(Declared(seat, (tile,), doubles.bit_count()))

    def _lay(self, seat: int, tile: Tile) -> None:
        known = self._knowledge[seat]
        if self._table and self._following():
            known = known.lacks(shown_void(tile, *self._suits()))
        if self._open[seat] & tile.bit:
            self._open[seat] ^= tile.bit
        else:
            known = known.laid(tile, (self._hands[seat] & ~self._open[seat]).bit_count())
        self._knowledge[seat] = known
        self._hands[seat] ^= tile.bit
        self._table += (Laid(seat, tile),)
        self._tell(played(seat, tile, ""))

    def _take(self) -> None:
        led, answer = self._table
        trump, doubles_high = self._trump, self._doubles_high
        answered = strength(answer.tile, led.tile, trump, doubles_high=doubles_high)
        taker = (
            answer.seat if answered > strength(led.tile, answer.tile, trump, doubles_high=doubles_high) else led.seat
        )
        tiles = (led.tile, answer.tile)
        points = points_of(led.tile, trump) + points_of(answer.tile, trump)
        self._last_trick = Trick(self._table, taker, points)
        self._tell(TrickTaken(taker, tiles, points, (led.seat, answer.seat)))
        declared = bool(self._melds) and self._melds[-1].tile == led.tile
        self._table = ()
        self._turn = taker
        self._taken[taker] += tiles
        self._tile_points[taker] += points
        if declared:
            self._count_meld(won=taker == led.seat)
        if max(self._scores) >= TARGET:
            self._cut_off()
        elif not any(self._hands):
            self._end_deal()
        elif self._closer is None and self._boneyard:
            self._draw(1 - taker)
            self._draw(taker)
            if not self._boneyard:
                self._tell(UsedUp())

    def _count_meld(self, *, won: bool) -> None:
        """Count the meld whose trick has fallen, if its double has taken it."""
        meld = self._melds[-1]
        if not won:
            self._tell(MeldLost(meld.seat))
            return
        sets = MELD_SETS.get(meld.doubles, 0) if self._melds_as_sets else 0
        meld = meld._replace(points=0 if sets else MELDS[meld.doubles], sets=sets)
        self._melds = (*self._melds[:-1], meld)
        if sets:
            self._scores[meld.seat] += sets
            self._tell(scored(meld.seat, sets, ScoreReason.MELD))
        else:
            self._tell(MeldCounts(meld.seat, meld.points))

    def _draw(self, seat: int) -> None:
        tile = self._boneyard.pop()
        self._hands[seat] |= tile.bit
        if self._boneyard:
            self._knowledge[seat] = self._knowledge[seat].drew()
            self._tell(drew(seat, tile))
        else:  # the turned-up tile
            self._open[seat] = tile.bit
            self._tell(Drew(seat, (tile,)))

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self) -> None:
        first = len(self.events)
        self._tell(PlayedOut())
        totals = self._totals()
        for side, points in enumerate(totals):
            self._tell(Counted(side, points))
        winner, award = self._result(totals)
        if award == Award.CLOSER_SHORT:
            self._tell(FellShort(self._closer, totals[self._closer or 0]))
        if winner is None:
            self._tell(NoScore())
        else:
            self._scores[winner] += SETS[award]
            self._tell(scored(winner, SETS[award], award))
        self._keep_end(DealEndReason.PLAYED_OUT, winner, award, first)
        if max(self._scores) >= TARGET:
            self._finish(ranked(self._scores), EndReason.TARGET)
        else:
            self._begin_deal(1 - self._opener)

    def _result(self, totals: tuple[int, ...]) -> tuple[int | None, Award]:
        """Who has won the deal, if anybody has, and why it brings what it does."""
        if self._closer is not None:
            if totals[self._closer] < TO_REACH:
                return 1 - self._closer, Award.CLOSER_SHORT
            return self._closer, Award.against(totals[1 - self._closer])
        if totals[0] == totals[1]:
            return None, Award.EQUAL
        return totals.index(max(totals)), Award.against(min(totals))

    def _cut_off(self) -> None:
        """End the match in the middle of a deal, which brings nothing more."""
        first = len(self.events)
        self._tell(CutOff())
        for seat, hand in enumerate(self._hands):
            if hand:
                self._tell(Shown(seat, tiles_in(hand), pips_in(hand)))
        self._keep_end(DealEndReason.CUT_OFF, None, Award.CUT_OFF, first)
        self._finish(ranked(self._scores), EndReason.TARGET)

    def _keep_end(self, reason: DealEndReason, winner: int | None, award: Award, first: int) -> None:
        """Save how the deal ended. The events from the index `first` on tell of its end."""
        self.last_deal = BingoDealEnd(
            number=self._deal_number,
            reason=reason,
            winners=() if winner is None else (winner,),
            hands=tuple(map(tiles_in, self._hands)),
            points=tuple(SETS[award] if side == winner else 0 for side in range(self.seats)),
            scores=self.scores,
            events=tuple(self.events[first:]),
            trump=self._trump,
            trump_tile=self._trump_tile,
            closer=self._closer,
            taken=tuple(self._taken),
            tricks=self._tricks(),
            tile_points=tuple(self._tile_points),
            meld_points=self._meld_points(),
            totals=self._totals(),
            meld_sets=tuple(sum(meld.sets for meld in self._melds if meld.seat == side) for side in range(self.seats)),
            award=award,
        )

    def _tricks(self) -> tuple[int, ...]:
        return tuple(len(tiles) // self.seats for tiles in self._taken)

    def _meld_points(self) -> tuple[int, ...]:
        return tuple(sum(meld.points for meld in self._melds if meld.seat == side) for side in range(self.seats))

    def _totals(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(self._tile_points, self._meld_points(), strict=True)))

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> BingoView:
        facts = self._facts(seat)
        return BingoView(
            trump=self._trump,
            trump_tile=self._trump_tile,
            trump_tile_lies=bool(self._boneyard),
            open_tiles=tuple(map(tiles_in, self._open)),
            closer=self._closer,
            following=self._following(),
            leader=self._table[0].seat if self._table else self._turn,
            table=self._table,
            winning=self._table[0].seat if self._table else None,
            last_trick=self._last_trick,
            taken=tuple(self._taken),
            tricks=self._tricks(),
            tile_points=tuple(self._tile_points),
            meld_points=self._meld_points(),
            totals=self._totals(),
            melds=self._melds,
            meld_now=self._declarable().bit_count() if seat in self.actors() else 0,
            to_reach=TO_REACH,
            target=TARGET,
            **facts,
        )

    def _held(self) -> list[int]:
        return self._hands

    def _undrawn(self) -> list[Tile]:
        return self._boneyard

    def _lying(self) -> list[Tile]:
        return [*(tile for tiles in self._taken for tile in tiles), *(laid.tile for laid in self._table)]

    def knowledge_of(self, seat: int) -> Knowledge:
        """What has been shown of a hand, but for the tiles in it that lie open."""
        return self._knowledge[seat]

    def deal_unseen(self, seat: int, rng: Random) -> tuple[list[int], list[Tile]]:
        """The hands and the boneyard, with all that a seat cannot know dealt again."""
        other = 1 - seat
        hidden = self._hands[other] & ~self._open[other]
        face_down = self._boneyard[1:]
        tiles = tiles_in(hidden | mask_of(face_down))
        hand, rest = self._knowledge[other].deal_afresh(hidden.bit_count(), tiles, rng)
        hands = self._hands.copy()
        hands[other] = mask_of(hand) | self._open[other]
        return hands, [*self._boneyard[:1], *rest]

    def _redeal(self, seat: int, rng: Random) -> None:
        self._hands, self._boneyard = self.deal_unseen(seat, rng)
