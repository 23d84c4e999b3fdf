"""Refusals of the moves of the player to move at Nos."""

from typing import Final

from games.core.moves import DRAW, PASS, PLAY, Move
from games.core.refusals import (
    BoneyardClosed,
    DoesNotFit,
    MustDraw,
    MustPlay,
    NotInHand,
    OpeningHasNoPlace,
    PlaceNeeded,
    Refusal,
    Superfluous,
    TileNeeded,
    UnknownPlace,
    UnknownVerb,
    superfluous,
)
from games.core.tiles import Tile
from games.nos.variants import CLOSE

from .line import Line
from .variants import VARIANTS
from .view import NosPhase

_VERBS: Final = frozenset({PLAY, CLOSE, "draw", "pass", "variant", "meld"})


class _DoubleNeeded(Refusal):
    sentence = "the opener leads a double from the hand; {tile} is none"
    tile: Tile


class _OpenerHasDouble(Refusal):
    sentence = "the opener holds a double and must lead it"


class _NoDouble(Refusal):
    sentence = "without a double in hand the opener draws the opening tile"


class _OpenFirst(Refusal):
    sentence = "lead or draw the opening tile first"


class _NameVariant(Refusal):
    sentence = "name a variant first"


class _UnknownVariant(Refusal):
    sentence = "{text!r} is not a variant of this game"
    text: str


class _VariantNotAllowed(Refusal):
    sentence = "the opening tile does not allow variant {text}"
    text: str


class _AnswerMeld(Refusal):
    sentence = "declare the doubles or pass first"


class _VariantIsNamed(Refusal):
    sentence = "the variant has been named already"


class _MeldsAreOver(Refusal):
    sentence = "doubles are declared before play begins"


class _DemandedElsewhere(Refusal):
    sentence = "the variant demands a tile at {places} first"
    places: str


class _EndLocked(Refusal):
    sentence = "the end at {at} is locked: {tile} does not unlock it"
    at: str
    tile: Tile


class _WayNeeded(Refusal):
    sentence = "say how {tile} lies at {at}: {text}"
    tile: Tile
    at: str
    text: str


class _FaceUpFirst(Refusal):
    sentence = "a tile that lies face up fits and must be played now"


class _NotAtOnce(Refusal):
    sentence = "{tile} was drawn from the closed boneyard and cannot be played at once"
    tile: Tile


_LATE: Final = {"variant": _VariantIsNamed, "meld": _MeldsAreOver}
"""For each verb of the time before play, the refusal in play."""


def of_opening(seat: int, move: Move, hand: int, doubles: int) -> Refusal:
    """Return the reason against an opening; `doubles` are the possible ones."""
    if move.verb == DRAW.verb:
        return superfluous(move) or _OpenerHasDouble()
    if move.verb != PLAY:
        return _OpenFirst() if move.verb in _VERBS else UnknownVerb(verb=str(move))
    if move.tile is None:
        return TileNeeded(verb=str(move))
    if not hand & move.tile.bit:
        return NotInHand(tile=move.tile, seat=seat)
    if not doubles:
        return _NoDouble()
    if not doubles & move.tile.bit:
        return _DoubleNeeded(tile=move.tile)
    return OpeningHasNoPlace()


def of_answer(move: Move, phase: NosPhase) -> Refusal:
    """Return the reason against an answer on variant or meld."""
    if move.verb not in _VERBS:
        return UnknownVerb(verb=str(move))
    if phase is NosPhase.MELD:
        return _AnswerMeld()
    if move.verb != "variant" or move.tile is not None or move.at or not move.value:
        return _NameVariant()
    return (_VariantNotAllowed if move.value in VARIANTS else _UnknownVariant)(text=move.value)


def in_play(
    seat: int,
    move: Move,
    line: Line,
    hand: int,
    face_up: int,
    not_yet: int,
    proper: tuple[Move, ...],
) -> Refusal:
    """Return the reason why a move is illegal in play.

    :param hand: the mask of the tiles in hand; those in `face_up` lie face up, and `not_yet` is barred in this turn.
    :param proper: the moves that may be made.
    """
    urgent = face_up & ~not_yet & line.fitting()
    if move.verb in (DRAW.verb, PASS.verb):
        return superfluous(move) or (_FaceUpFirst() if urgent else _of_no_tile(move, proper))
    if move.verb not in (PLAY, CLOSE):
        return _LATE[move.verb]() if move.verb in _LATE else UnknownVerb(verb=str(move))
    if move.tile is None:
        return TileNeeded(verb=str(move))
    if not hand & move.tile.bit:
        return NotInHand(tile=move.tile, seat=seat)
    places = ", ".join(line.gates)
    if not move.at:
        return PlaceNeeded(tile=move.tile, places=places)
    if move.at not in line.gates:
        return UnknownPlace(at=move.at, places=places)
    if move._replace(value="") in proper:
        return Superfluous(f"={move.value}")
    if not_yet & move.tile.bit:
        return _NotAtOnce(tile=move.tile)
    if line.gates[move.at].mask & move.tile.bit and urgent and not urgent & move.tile.bit:
        return _FaceUpFirst()
    return _of_place(move, move.tile, line)


def _of_no_tile(move: Move, proper: tuple[Move, ...]) -> Refusal:
    if move == DRAW:
        return BoneyardClosed()
    return MustPlay() if proper[0].tile else MustDraw()


def _of_place(move: Move, tile: Tile, line: Line) -> Refusal:
    """Return the reason why the place or join is illegal."""
    gate = line.gates[move.at]
    if tile in gate.ways:
        ways = [str(move._replace(value=value)) for value in gate.ways[tile]]
        return _WayNeeded(tile=tile, at=move.at, text=", ".join(ways))
    demanded = [at for at, other in line.gates.items() if other.demanded]
    if demanded and move.at not in demanded:
        return _DemandedElsewhere(places=", ".join(demanded))
    if gate.locked:
        return _EndLocked(tile=tile, at=move.at)
    return DoesNotFit(tile=tile, at=move.at)
