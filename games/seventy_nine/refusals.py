"""Why a move of Seventy-Nine is not legal, phase by phase."""

from collections.abc import Sequence
from typing import Final

from games.core.moves import PASS, PLAY, Move
from games.core.refusals import MustFollow, NotInHand, NotNow, Refusal, TileNeeded, UnknownVerb
from games.core.tiles import Tile

from .suits import DOUBLES_SUIT

BID: Final = "bid"
TRUMP: Final = "trump"
NELLO: Final = "nello"

_CALLS: Final = frozenset({BID, PASS.verb})


class _MustFollowDouble(Refusal):
    sentence = "{tile} does not follow: a double was led, and there is a double in hand"
    tile: Tile


class _BidFirst(Refusal):
    sentence = "the bidding is not over: bid or pass"


class _BidOutOfRange(Refusal):
    sentence = "a bid is a number from 50 to 79, or nello"


class _BidHigher(Refusal):
    sentence = "a bid must be higher than those before: {text} at least"
    text: str


class _OnlyPass(Refusal):
    sentence = "no bid is higher than those before, so pass"


class _NoNello(Refusal):
    sentence = "Nel-O is not played at this table"


class _BiddingOver(Refusal):
    sentence = "the bidding is over"


class _NameTrump(Refusal):
    sentence = "name trumps first"


class _UnknownTrump(Refusal):
    sentence = "trumps are one of the numbers from 0 to 6"


class _TrumpNamed(Refusal):
    sentence = "trumps are not named any more in this deal"


def of_call(move: Move, bids: Sequence[Move], numbers: Sequence[Move], *, nello: bool) -> Refusal:
    """Why a move is not part of the auction.

    :param bids: the bids that are legal now.
    :param numbers: all bids of a number.
    :param nello: whether Nel-O is played at this table.
    """
    if move.verb in {PLAY, TRUMP}:
        return _BidFirst()
    if move.verb not in _CALLS:
        return UnknownVerb(verb=move.verb)
    if move.verb == PASS.verb or move.tile or move.at:
        return NotNow(move=move)
    if move.value == NELLO and not nello:
        return _NoNello()
    if move.value != NELLO and move not in numbers:
        return _BidOutOfRange()
    return _BidHigher(text=bids[0].value) if bids else _OnlyPass()


def of_trump(move: Move) -> Refusal:
    """Why a move does not name trumps."""
    if move.verb in _CALLS:
        return _BiddingOver()
    if move.verb == PLAY:
        return _NameTrump()
    if move.verb != TRUMP:
        return UnknownVerb(verb=move.verb)
    return _UnknownTrump()


def of_play(move: Move, seat: int, *, held: int, led: int) -> Refusal:
    """Why a tile may not be laid, or a move lays none.

    :param held: the tiles in hand, as a mask.
    :param led: the led suit.
    """
    if move.verb in _CALLS:
        return _BiddingOver()
    if move.verb == TRUMP:
        return _TrumpNamed()
    if move.verb != PLAY:
        return UnknownVerb(verb=move.verb)
    if move.tile is None:
        return TileNeeded(verb=move.verb)
    if not held & move.tile.bit:
        return NotInHand(tile=move.tile, seat=seat)
    if move.at or move.value:
        return NotNow(move=move)
    if led == DOUBLES_SUIT:
        return _MustFollowDouble(tile=move.tile)
    return MustFollow(tile=move.tile, text=led)
