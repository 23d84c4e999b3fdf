"""Why a move of Seventy-Nine is not legal, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.errors import Refusal
from games.core.moves import PASS, PLAY, Move

from .suits import DOUBLES_SUIT

__all__ = ["BID", "NELLO", "TRUMP", "of_call", "of_play", "of_trump"]

BID: Final = "bid"
TRUMP: Final = "trump"
NELLO: Final = "nello"

_CALLS: Final = frozenset({BID, PASS.verb})


def of_call(move: Move, bids: Sequence[Move], numbers: Sequence[Move], *, nello: bool) -> Refusal:
    """Why a move is none of the auction.

    :param bids: the bids that are legal now.
    :param numbers: all bids of a number.
    :param nello: whether Nel-O is played at this table.
    """
    if move.verb in {PLAY, TRUMP}:
        return Refusal("bid_first")
    if move.verb not in _CALLS:
        return Refusal("unknown_verb", verb=move.verb)
    if move.verb == PASS.verb or move.tile or move.at:
        return Refusal("not_now", move=move)
    if move.value == NELLO and not nello:
        return Refusal("no_nello")
    if move.value != NELLO and move not in numbers:
        return Refusal("bid_out_of_range")
    return Refusal("bid_higher", text=bids[0].value) if bids else Refusal("only_pass")


def of_trump(move: Move) -> Refusal:
    """Why a move does not name trumps."""
    if move.verb in _CALLS:
        return Refusal("bidding_over")
    if move.verb == PLAY:
        return Refusal("name_trump")
    if move.verb != TRUMP:
        return Refusal("unknown_verb", verb=move.verb)
    return Refusal("unknown_trump")


def of_play(move: Move, seat: int, *, held: int, led: int) -> Refusal:
    """Why a tile may not be laid, or a move lays none.

    :param held: the tiles in hand, as a mask.
    :param led: the led suit.
    """
    if move.verb in _CALLS:
        return Refusal("bidding_over")
    if move.verb == TRUMP:
        return Refusal("trump_named")
    if move.verb != PLAY:
        return Refusal("unknown_verb", verb=move.verb)
    if move.tile is None:
        return Refusal("tile_needed", verb=move.verb)
    if not held & move.tile.bit:
        return Refusal("not_in_hand", tile=move.tile, seat=seat)
    if move.at or move.value:
        return Refusal("not_now", move=move)
    if led == DOUBLES_SUIT:
        return Refusal("must_follow_double", tile=move.tile)
    return Refusal("must_follow", tile=move.tile, text=led)
