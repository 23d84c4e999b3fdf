"""What an engine answers to a request that the rules do not allow."""

from __future__ import annotations

from functools import partial
from typing import Final, Self

__all__ = ["REFUSALS", "GameError", "IllegalMove", "NoSuchSeat", "RecordError", "Refusal", "SetupError"]

REFUSALS: Final = {
    "not_a_move": "{text!r} is not a move such as 6-4@left, draw or pass",
    "no_such_seat": "there is no seat {seat}; the seats are 0 to {last}",
    "match_over": "the match is over",
    "not_your_turn": "seat {seat} is not to move now",
    "unknown_verb": "{verb!r} is not a move of this game",
    "tile_needed": "{verb!r} needs a tile",
    "not_in_hand": "{tile} is not in the hand of seat {seat}",
    "opening_has_no_place": "the opening tile is laid without a place",
    "place_needed": "say where {tile} goes: {places}",
    "unknown_place": "{at!r} is not an open place; open are {places}",
    "does_not_fit": "{tile} does not fit at {at}",
    "must_play": "a tile in hand can be played",
    "must_draw": "the boneyard is open, so draw",
    "boneyard_closed": "no tile may be drawn",
    "thirteen_first": "first decide about the thirteen",
    "no_opponent": "{at!r} is no opponent's side; opponents are {places}",
    "not_now": "{move} is not possible now",
    "double_needed": "the opener leads a double from his hand; {tile} is none",
    "opener_has_double": "the opener holds a double and must lead it",
    "no_double": "without a double in hand the opener draws the opening tile",
    "name_variant": "name a variant first",
    "unknown_variant": "{text!r} is not a variant of this game",
    "variant_not_allowed": "the opening tile does not allow variant {text}",
    "answer_meld": "declare the doubles or pass first",
    "demanded_elsewhere": "the variant demands a tile at {places} first",
    "end_locked": "the end at {at} is locked: {tile} does not unlock it",
    "way_needed": "say how {tile} lies at {at}: {text}",
    "face_up_first": "a tile that lies face up fits and must be played now",
    "not_at_once": "{tile} was drawn from the closed boneyard and cannot be played at once",
    "not_holder": "seat {seat} does not hold four tiles now, so it has none to pass or to throw away",
    "not_been_round": "{tile} may not be thrown away: it has not come back to seat {seat} after a pass",
    "pair_needed": "say which pair: {places}",
    "own_pair": "{at!r} is the caller's own pair; the others are {places}",
    "not_a_hole": "{at!r} is not a hole; the holes are {places}",
    "under_a_hole": "the hole {at} lies under a hole and takes nothing",
    "top_row": "the hole {at} in the top row takes {tile} only",
    "comes_back_last": "0-0 goes back only when that completes the final order",
    "no_exit": "{tile} is never taken out: the exits are 1-1 and then 2-2",
    "exit_used": "{tile} has been taken out once already",
    "exit_order": "1-1 is taken out before 2-2",
    "not_stuck": "a move is left that leads to a new position, so nothing is taken out",
    "two_tiles_needed": "name two tiles, as in pair 6-5=1-0",
    "not_twelve": "{tile} and {other} have {pips} pips together, not 12",
    "larger_first": "the larger tile is named first: {text}",
    "removed": "{tile} has been removed",
    "covered": "{tile} is not the bottom tile of a column",
    "face_down": "{tile} does not lie face up",
    "loose": "{tile} is loose; only the bottom tile of a column is shifted",
    "alone": "{tile} is alone in its column and stays there",
    "not_a_column": "{at!r} is not a column; the columns are {places}",
    "not_empty": "column {at!r} is not empty; empty are: {places}",
    "same_column": "{tile} lies in column {at} already",
    "column_full": "column {at} has as many tiles as it may have",
    "double_only": "only a double may move to the empty column {at}; {tile} is none",
    "must_follow": "{tile} does not follow: the led number is {text}, and there is a tile of it in hand",
    "must_trump": "{tile} is no trump: who cannot follow and has a trump ({text}) must play one",
    "must_follow_double": "{tile} does not follow: a double was led, and there is a double in hand",
    "not_on_lead": "only who leads to a trick may do that",
    "boneyard_not_open": "the boneyard is used up or closed already",
    "close_after_a_trick": "the boneyard may be closed only after the first trick of the deal",
    "meld_with_a_double": "{tile} is no double: a meld is declared with a double",
    "too_few_doubles": "a meld takes two doubles in hand or more",
    "bid_first": "the bidding is not over: bid or pass",
    "bid_out_of_range": "a bid is a number from 50 to 79, or nello",
    "bid_higher": "a bid must be higher than those before: {text} at least",
    "only_pass": "no bid is higher than those before, so pass",
    "no_nello": "Nel-O is not played at this table",
    "bidding_over": "the bidding is over",
    "name_trump": "name trumps first",
    "unknown_trump": "trumps are one of the numbers from 0 to 6",
    "trump_named": "trumps are not named any more in this deal",
    "has_left": "seat {seat} is leaving the match or has left it",
    "cells_needed": "say which cells {tile} covers, that of the higher half first, such as {tile}@0,2>1,2",
    "not_cells": "{at!r} does not name two neighbouring cells such as 0,2>1,2",
    "cell_taken": "{tile} cannot lie at {at}: a tile lies there already",
    "outside_square": "{tile} cannot lie at {at}: the layout would no longer fit into six rows and six columns",
    "half_overlap": "{tile} cannot lie at {at}: it would touch a tile by half of their long sides",
    "no_contact": "{tile} cannot lie at {at}: it would touch no tile there",
    "number_in_row": "{tile} cannot lie at {at}: a number would stand twice in a row",
    "number_in_column": "{tile} cannot lie at {at}: a number would stand twice in a column",
}
"""The sentence of every refusal, by its code."""


class Refusal(str):
    """Why a move is not legal: a plain English sentence with a `code` and `values` for words in other languages."""

    __slots__ = ("code", "values")

    code: str
    values: dict[str, object]

    def __new__(cls, code: str, /, **values: object) -> Self:
        refusal = super().__new__(cls, REFUSALS[code].format(**values))
        refusal.code = code
        refusal.values = values
        return refusal

    def __reduce__(self) -> tuple[partial[Self], tuple[str]]:
        return partial(type(self), **self.values), (self.code,)


class GameError(ValueError):
    """Whatever an engine refuses."""


class IllegalMove(GameError):
    """A move that the rules do not allow now; nothing was changed. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[Self], tuple[Refusal]]:
        return type(self), (self.refusal,)


class NoSuchSeat(GameError):
    """A seat that this match does not have."""


class SetupError(GameError):
    """A match that cannot be made: an unknown game, wrong seats, options, deals or lots.

    `what` names the faulty part (``game``, ``seats``, ``options``, ``seed``, ``deals``, ``lots`` or an option's key),
    `got` what was given and `allowed` what would do.
    """

    def __init__(self, what: str, got: object, allowed: str) -> None:
        super().__init__(f"{what}: {got!r} will not do; allowed: {allowed}")
        self.what = what
        self.got = got
        self.allowed = allowed

    def __reduce__(self) -> tuple[type[Self], tuple[str, object, str]]:
        return type(self), (self.what, self.got, self.allowed)


class RecordError(GameError):
    """A text that is not the record of a match."""
