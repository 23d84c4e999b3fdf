"""Why a move of Nos is not legal, for the player whose turn it is."""

from __future__ import annotations

from typing import Final

from games.core.errors import Refusal
from games.core.layout.line import Line
from games.core.moves import DRAW, PASS, PLAY, Move
from games.core.tiles import Tile

from .gates import CLOSE
from .variants import VARIANTS
from .view import Phase

__all__ = ["in_play", "of_answer", "of_opening"]

_VERBS: Final = frozenset({PLAY, CLOSE, "draw", "pass", "variant", "meld"})


def of_opening(seat: int, move: Move, hand: int, doubles: int) -> Refusal:
    """Why a move will not open the deal. `doubles` are those with which the opener may open, as a mask."""
    if move == DRAW:
        return Refusal("opener_has_double")
    if move.verb != PLAY:
        return _other_verb(move)
    if move.tile is None:
        return Refusal("tile_needed", verb=str(move))
    if not hand & move.tile.bit:
        return Refusal("not_in_hand", tile=move.tile, seat=seat)
    if not doubles:
        return Refusal("no_double")
    if not doubles & move.tile.bit:
        return Refusal("double_needed", tile=move.tile)
    return Refusal("opening_has_no_place")


def of_answer(move: Move, phase: Phase) -> Refusal:
    """Why a move does not name a variant, or does not answer whether doubles are declared."""
    if move.verb not in _VERBS:
        return _other_verb(move)
    if phase is Phase.MELD:
        return Refusal("answer_meld")
    if move.verb != "variant" or move.tile is not None or move.at or not move.value:
        return Refusal("name_variant")
    return Refusal("variant_not_allowed" if move.value in VARIANTS else "unknown_variant", text=move.value)


def in_play(
    seat: int,
    move: Move,
    line: Line,
    hand: int,
    face_up: int,
    not_yet: int,
    proper: tuple[Move, ...],
) -> Refusal:
    """Why a move cannot be made in play.

    :param hand: his tiles, of which those in `face_up` lie face up and `not_yet` is barred in this turn; all masks.
    :param proper: the moves that he may make.
    """
    urgent = face_up & ~not_yet & line.fitting()
    if move in (DRAW, PASS):
        if urgent:
            return Refusal("face_up_first")
        if move == DRAW:
            return Refusal("boneyard_closed")
        return Refusal("must_play" if proper[0].tile else "must_draw")
    if move.verb not in (PLAY, CLOSE):
        return _other_verb(move)
    if move.tile is None:
        return Refusal("tile_needed", verb=str(move))
    if not hand & move.tile.bit:
        return Refusal("not_in_hand", tile=move.tile, seat=seat)
    places = ", ".join(line.gates)
    if not move.at:
        return Refusal("place_needed", tile=move.tile, places=places)
    if move.at not in line.gates:
        return Refusal("unknown_place", at=move.at, places=places)
    if not_yet & move.tile.bit:
        return Refusal("not_at_once", tile=move.tile)
    if line.gates[move.at].mask & move.tile.bit and urgent and not urgent & move.tile.bit:
        return Refusal("face_up_first")
    return _of_place(move, move.tile, line)


def _of_place(move: Move, tile: Tile, line: Line) -> Refusal:
    """Why a tile of the hand cannot be laid at an end of the line in the way that the move says."""
    gate = line.gates[move.at]
    if tile in gate.ways:
        ways = [str(move._replace(value=value)) for value in gate.ways[tile]]
        return Refusal("way_needed", tile=tile, at=move.at, text=", ".join(ways))
    demanded = [at for at, other in line.gates.items() if other.demanded]
    if demanded and move.at not in demanded:
        return Refusal("demanded_elsewhere", places=", ".join(demanded))
    if gate.locked:
        return Refusal("end_locked", tile=tile, at=move.at)
    return Refusal("does_not_fit", tile=tile, at=move.at)


def _other_verb(move: Move) -> Refusal:
    if move.verb in _VERBS:
        return Refusal("not_now", move=move)
    return Refusal("unknown_verb", verb=str(move))
