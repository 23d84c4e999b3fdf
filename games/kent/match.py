"""A match of Kent: tiles passed round, and calls."""

from enum import StrEnum
from random import Random
from typing import Final

from games.core.dealt import DealtMatch
from games.core.events import DealBegan, Dealt, Event, PassedOn, Shown, drew, scored
from games.core.match import Family, GameInfo
from games.core.moves import Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import NoOpponent, NotInHand, Refusal, TileNeeded, UnknownVerb, superfluous
from games.core.tiles import ALL_TILES, Tile, mask_of, pips_in, tiles_in

from . import hidden
from .hidden import Act, DealHistory
from .melds import meld_in
from .view import KentDealEnd, KentView

_HAND: Final = 3
_TARGET: Final = 10

_PASSES: Final = tuple(Move("pass", tile) for tile in ALL_TILES)
_SWAPS: Final = tuple(Move("swap", tile) for tile in ALL_TILES)
_KENT: Final = Move("kent")
_BISKENT: Final = Move("biskent")
_STOPS: Final = tuple(Move("stop", at=str(pair)) for pair in range(3))
_DOUBLE_STOPS: Final = tuple(Move("stop-biskent", at=str(pair)) for pair in range(3))


class KentCall(StrEnum):
    """The calls, with ``stop`` for those about another pair."""

    KENT = "kent"
    STOP = "stop"
    BISKENT = "biskent"
    STOP_BISKENT = "stop-biskent"


_WORTH: Final = {KentCall.KENT: 1, KentCall.STOP: 1, KentCall.BISKENT: 2, KentCall.STOP_BISKENT: 2}
_AGAINST: Final = frozenset({KentCall.STOP, KentCall.STOP_BISKENT})
_BOTH: Final = frozenset({KentCall.BISKENT, KentCall.STOP_BISKENT})


class Threw(Event):
    """`seat` threw a tile away, which only that seat knows."""

    seat: int
    tiles: tuple[Tile, ...]
    known_to: tuple[int, ...] | None


class Renewed(Event):
    """The thrown tiles, `count` of them, have become the boneyard."""

    count: int


class Called(Event):
    """`seat` made the call `move` about `pair`, worth `points`.

    :ivar seats: the seats that have to show their hands.
    """

    seat: int
    move: Move
    pair: int
    points: int
    seats: tuple[int, ...]


class ShownForCall(Shown):
    """`seat` shows its hand for a call; `meld` if it holds one."""

    meld: bool


class Right(Event):
    """The call of `seat`, by `move`, was true."""

    seat: int
    move: Move


class Wrong(Event):
    """The call of `seat`, by `move`, was false."""

    seat: int
    move: Move


class _NotHolder(Refusal):
    sentence = "seat {seat} does not hold four tiles now, so it has none to pass or to throw away"
    seat: int


class _NotBeenRound(Refusal):
    sentence = "{tile} may not be thrown away: it has not come back to seat {seat} after a pass"
    tile: Tile
    seat: int


class _PairNeeded(Refusal):
    sentence = "say which pair: {places}"
    places: str


class _OwnPair(Refusal):
    sentence = "{at!r} is the caller's own pair; the others are {places}"
    at: str
    places: str


class Kent(DealtMatch):
    """A match in which tiles are passed round until a call.

    The option ``tempo`` limits the seconds of a pass, ``tells`` sets what others see of a sign.

    >>> match = Kent(seats=4, seed="an example", lots=[0])
    >>> sum(match.view(None).counts)
    13
    >>> match.actors()
    (0, 1, 2, 3)
    """

    key = "kent"
    computers = "games.kent.computers"
    number = 11
    info = GameInfo(
        Family.PARTY,
        minutes=20,
        signs=True,
        tempo_option="tempo",
        sign_visibility_option="tells",
        rotation_option="rotate",
        computer_thinks=False,
    )
    seat_counts = (4, 6)
    option_list = (
        Option("target", tuple(range(1, 26)), _TARGET),
        Option("tempo", (20, 60, "none"), 20),
        Option("tells", ("sign", "gesture", "none"), "sign"),
        Option("rotate", (False, True), default=False),
    )
    last_deal: KentDealEnd | None
    mutable = DealtMatch.mutable | {"_hands", "_boneyard", "_passed", "_acts"}

    _pairs: int
    """The number of pairs."""
    _target: int
    """The score that ends the match."""
    _hands: list[int]
    """The hand of each seat, as a mask."""
    _boneyard: list[Tile]
    """The next tile to draw is the last."""
    _holder: int
    """The seat that holds four tiles."""
    _passed: list[int]
    """For each seat the mask of the tiles passed in this deal and not thrown since."""
    _thrown: int
    """The tiles that were thrown away and lie aside, as a mask."""
    _dealt: tuple[int, ...]
    """The hands as they were dealt."""
    _acts: list[Act]
    """The passes, throws and draws of this deal, in order."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._pairs = self._sides()
        self._target = int(self.options["target"])

    def _sides(self) -> int:
        return self.seats // 2

    def _begin(self) -> None:
        self._begin_deal(self._draw_lot("opener"))

    def _begin_deal(self, opener: int) -> None:
        self._deal_number += 1
        self._opener = opener
        self._holder = opener
        self._emit(DealBegan(opener, self._deal_number))
        tiles = self._next_permutation()
        self._hands = []
        for seat in range(self.seats):
            size = _HAND + 1 if seat == opener else _HAND
            hand, tiles = mask_of(tiles[:size]), tiles[size:]
            self._hands.append(hand)
            self._emit(Dealt(seat, tiles_in(hand), size, (seat,)))
        self._boneyard = tiles[::-1]
        self._passed = [0] * self.seats
        self._thrown = 0
        self._dealt = tuple(self._hands)
        self._acts = []

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else tuple(range(self.seats))

    def to_move(self) -> int | None:
        """Return the seat that holds four tiles."""
        return None if self.outcome else self._holder

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.actors():
            return ()
        others = [pair for pair in range(self._pairs) if pair != self.side_of(seat)]
        calls = (_KENT, _BISKENT, *(_STOPS[pair] for pair in others), *(_DOUBLE_STOPS[pair] for pair in others))
        return (*self.sensible_moves(seat), *calls)

    def sensible_moves(self, seat: int) -> tuple[Move, ...]:
        """Return the holder's passes and throws; random calls are gambles."""
        if self.outcome or seat != self._holder:
            return ()
        passes = tuple(_PASSES[tile.index] for tile in tiles_in(self._hands[seat]))
        return (*passes, *(_SWAPS[tile.index] for tile in tiles_in(self._may_throw(seat))))

    def side_of(self, seat: int) -> int:
        return seat % self._pairs

    def _may_throw(self, seat: int) -> int:
        """Return the holder's tiles that have come back to it."""
        return self._hands[seat] & self._passed[seat] if seat == self._holder and not self.outcome else 0

    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        if move.verb in {"pass", "swap"}:
            return self._reason_of_tile(seat, move)
        if move.verb not in _WORTH:
            return UnknownVerb(verb=move.verb)
        extra = superfluous(move, *(("at",) if move.verb in _AGAINST else ()))
        if extra:
            return extra
        own = self.side_of(seat)
        places = ", ".join(str(pair) for pair in range(self._pairs) if pair != own)
        if not move.at:
            return _PairNeeded(places=places)
        if move.at == str(own):
            return _OwnPair(at=move.at, places=places)
        return NoOpponent(at=move.at, places=places)

    def _reason_of_tile(self, seat: int, move: Move) -> Refusal:
        if seat != self._holder:
            return _NotHolder(seat=seat)
        if move.tile is None:
            return TileNeeded(verb=move.verb)
        if not self._hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        return superfluous(move, "tile") or _NotBeenRound(tile=move.tile, seat=seat)

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _apply_move(self, seat: int, move: Move) -> None:
        if move.tile is None:
            self._call(seat, move)
        elif move.verb == "pass":
            self._pass_on(seat, move.tile)
        else:
            self._throw(seat, move.tile)

    def _pass_on(self, seat: int, tile: Tile) -> None:
        following = (seat + 1) % self.seats
        self._hands[seat] ^= tile.bit
        self._hands[following] |= tile.bit
        self._passed[seat] |= tile.bit
        self._holder = following
        self._acts.append(Act("pass", seat, tile, returned=bool(self._passed[following] & tile.bit)))
        self._emit(PassedOn(seat, following, (tile,), (seat, following)))

    def _throw(self, seat: int, tile: Tile) -> None:
        """Throw a tile, wipe its history, and draw another."""
        self._hands[seat] ^= tile.bit
        self._passed = [passed & ~tile.bit for passed in self._passed]
        self._thrown |= tile.bit
        self._acts.append(Act("throw", seat, tile))
        self._emit(Threw(seat, (tile,), (seat,)))
        if not self._boneyard:
            self._boneyard = [each for each in self._next_permutation() if each.bit & self._thrown][::-1]
            self._thrown = 0
            self._acts.append(Act("renew", seat, None))
            self._emit(Renewed(len(self._boneyard)))
        drawn = self._boneyard.pop()
        self._hands[seat] |= drawn.bit
        self._acts.append(Act("draw", seat, drawn))
        self._emit(drew(seat, drawn))

    # --- Calls -----------------------------------------------------------------------------------------------------

    def _call(self, seat: int, move: Move) -> None:
        call, own = KentCall(move.verb), self.side_of(seat)
        pair = int(move.at) if call in _AGAINST else own
        partner = (seat + self._pairs) % self.seats
        looked_at = (partner,) if call is KentCall.KENT else (pair, pair + self._pairs)
        melds = tuple(meld_in(hand) if other in looked_at else () for other, hand in enumerate(self._hands))
        found = [bool(melds[other]) for other in looked_at]
        right = all(found) if call in _BOTH else any(found)
        first = len(self.events)
        self._emit(Called(seat, move, pair, _WORTH[call], looked_at))
        for other in looked_at:
            hand = self._hands[other]
            self._emit(ShownForCall(other, tiles_in(hand), pips_in(hand), bool(melds[other])))
        self._emit(Right(seat, move) if right else Wrong(seat, move))
        points = [0] * self._pairs
        credited = self._credited(own, pair, call, right=right)
        for side in credited:
            points[side] = _WORTH[call]
            self._scores[side] += points[side]
            self._emit(scored(side, points[side], call))
        self.last_deal = KentDealEnd(
            number=self._deal_number,
            reason=DealEndReason.CALLED,
            winners=credited,
            hands=tuple(tiles_in(hand) if other in looked_at else () for other, hand in enumerate(self._hands)),
            points=tuple(points),
            scores=self.scores,
            events=tuple(self.events[first:]),
            caller=seat,
            call=call,
            pair=pair,
            right=right,
            melds=melds,
        )
        if max(self._scores) >= self._target:
            self._finish(ranked(self._scores), EndReason.TARGET)
        else:
            self._begin_deal((self._opener + 1) % self.seats)

    def _credited(self, own: int, pair: int, call: KentCall, *, right: bool) -> tuple[int, ...]:
        """Return the scoring pairs: the caller's, or others if false."""
        if right:
            return (own,)
        return (pair,) if call in _AGAINST else tuple(side for side in range(self._pairs) if side != own)

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> KentView:
        facts = self._view_fields(seat)
        return KentView(
            holder=self.to_move(),
            pairs=self._pairs,
            passes=sum(act.kind == "pass" for act in self._acts),
            thrown=self._thrown.bit_count(),
            swaps=sum(act.kind == "throw" for act in self._acts),
            may_throw=() if seat is None else tiles_in(self._may_throw(seat)),
            target=self._target,
            **facts,
        )

    def _held(self) -> list[int]:
        return self._hands

    def _boneyard_tiles(self) -> list[Tile]:
        return self._boneyard

    def _table_tiles(self) -> tuple[Tile, ...]:
        return tiles_in(self._thrown)

    def _redeal(self, seat: int, rng: Random) -> None:
        known = DealHistory(
            dealt=self._dealt,
            acts=tuple(self._acts),
            hands=tuple(self._hands),
            boneyard=tuple(self._boneyard),
            passed=tuple(self._passed),
            thrown=self._thrown,
        )
        history = hidden.deal_again(known, seat, rng)
        self._dealt, self._acts = history.dealt, list(history.acts)
        self._hands, self._boneyard = list(history.hands), list(history.boneyard)
        self._passed, self._thrown = list(history.passed), history.thrown
