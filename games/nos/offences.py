"""The offences of Nos that a table with fines accepts.

By the letters of the rules they are: (b) the opener draws although holding a double; (c) drawing from the closed
boneyard; (d) passing although the boneyard is open; (e) a tile that does not fit; (f) opening out of turn; (g) playing
out of turn. A tile that lies face up for an offence cannot be used for another. There are no offences while a variant
is named or melds are asked for.
"""

from typing import Final

from games.core.moves import DRAW, PASS, PLAY, Move
from games.core.tiles import tiles_in

from .line import Line
from .view import NosPhase

LETTERS: Final = "bcdefg"
"""The letters of all offences that a table fines."""


def in_turn(line: Line, hand: int, boneyard: int, drawable: int) -> tuple[Move, ...]:
    """Return the offences in play of the player to move.

    :param hand: the mask of the player's tiles, without those face up for an offence.
    :param boneyard: the number of its tiles.
    :param drawable: the number of them that may be drawn.
    """
    moves = [Move(PLAY, tile, at) for at, gate in line.gates.items() for tile in tiles_in(hand & ~gate.mask)]
    if drawable:
        moves.append(PASS)
    elif boneyard:
        moves.append(DRAW)
    return tuple(moves)


def out_of_turn(line: Line, hand: int, phase: NosPhase) -> tuple[Move, ...]:
    """Return the offences of other players: any tile anywhere.

    :param hand: as for `in_turn`.
    """
    if phase is NosPhase.OPENING:
        return tuple(Move(PLAY, tile) for tile in tiles_in(hand))
    if phase is not NosPhase.PLAY:
        return ()
    moves: list[Move] = []
    for at, gate in line.gates.items():
        moves += (move for move in gate.moves[at][hand & gate.mask] if move.verb == PLAY)
        moves += (Move(PLAY, tile, at) for tile in tiles_in(hand & ~gate.mask))
    return tuple(moves)


def letter(move: Move, phase: NosPhase, *, on_turn: bool) -> str:
    """Return the letter of an offence."""
    if phase is NosPhase.OPENING:
        return "b" if on_turn else "f"
    if not on_turn:
        return "g"
    return {DRAW: "c", PASS: "d"}.get(move, "e")
