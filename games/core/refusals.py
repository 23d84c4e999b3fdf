"""Refusals: one class for each reason why a move is illegal.

A reason of a single game is declared in that game's package.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Self, dataclass_transform

from .moves import Move
from .names import snake_case
from .tiles import Tile


@dataclass_transform(frozen_default=True, eq_default=False)
class Refusal(str):  # noqa: SLOT000  # its subclasses are dataclasses, and a match makes few
    """The reason why a move is illegal, as a plain English sentence.

    :ivar code: the key of the translations: the class name in snake case unless the class sets another.
    :ivar sentence: the sentence, with the fields of the subclass (a frozen dataclass) in braces.
    """

    code: ClassVar[str]
    sentence: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, eq=False, repr=False)(cls)
        if "sentence" in vars(cls):
            cls.code = vars(cls).get("code") or snake_case(cls.__name__)
            REFUSALS[cls.code] = cls

    def __new__(cls, *fields: object, **named: object) -> Self:
        return super().__new__(cls, cls.sentence.format(**dict(zip(cls._names(), fields, strict=False)), **named))

    @property
    def values(self) -> dict[str, object]:
        """The fields by their names."""
        return {name: getattr(self, name) for name in self._names()}

    @classmethod
    def about(cls, **values: object) -> Self:
        """Return the refusal, given values that include its fields."""
        return cls(**{name: values[name] for name in cls._names()})

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        names: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]  # a dataclass has it
        return names

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), tuple(self.values.values())


REFUSALS: Final[dict[str, type[Refusal]]] = {}
"""All reasons by their codes, those of the games included once these are imported."""


class NotAMove(Refusal):
    sentence = "{text!r} is not a move such as 6-4@left, draw or pass"
    text: str


class UnknownSeat(Refusal):
    code = "no_such_seat"
    sentence = "there is no seat {seat}; the seats are 0 to {last}"
    seat: int
    last: int


class MatchOver(Refusal):
    sentence = "the match is over"


class NotYourTurn(Refusal):
    sentence = "seat {seat} is not to move now"
    seat: int


class UnknownVerb(Refusal):
    sentence = "{verb!r} is not a move of this game"
    verb: str


class TileNeeded(Refusal):
    sentence = "{verb!r} needs a tile"
    verb: str


class NotInHand(Refusal):
    sentence = "{tile} is not in the hand of seat {seat}"
    tile: Tile
    seat: int


class OpeningHasNoPlace(Refusal):
    sentence = "the opening tile is laid without a place"


class PlaceNeeded(Refusal):
    sentence = "say where {tile} goes: {places}"
    tile: Tile
    places: str


class UnknownPlace(Refusal):
    sentence = "{at!r} is not an open place; open are {places}"
    at: str
    places: str


class DoesNotFit(Refusal):
    sentence = "{tile} does not fit at {at}"
    tile: Tile
    at: str


class MustPlay(Refusal):
    sentence = "a tile in hand can be played"


class MustDraw(Refusal):
    sentence = "the boneyard is open, so draw"


class BoneyardClosed(Refusal):
    sentence = "no tile may be drawn"


class NoOpponent(Refusal):
    sentence = "{at!r} is no opponent's side; opponents are {places}"
    at: str
    places: str


class Superfluous(Refusal):
    sentence = "{text!r} does not belong to this move"
    text: str


def superfluous(move: Move, *taken: str) -> Superfluous | None:
    """Return a refusal of the first part foreign to the move's verb.

    :param taken: the names of the parts that the verb takes.

    >>> superfluous(Move("pass", at="left"))
    "'@left' does not belong to this move"
    >>> superfluous(Move("bid", value="55"), "value") is None
    True
    """
    texts = {"tile": str(move.tile or ""), "at": f"@{move.at}", "value": f"={move.value}"}
    for part, text in texts.items():
        if part not in taken and getattr(move, part):
            return Superfluous(text)
    return None


class MustFollow(Refusal):
    sentence = "{tile} does not follow: the led number is {text}, and there is a tile of it in hand"
    tile: Tile
    text: int


class TwoTilesNeeded(Refusal):
    sentence = "name two tiles, as in pair 6-5=1-0"


class NotTwelve(Refusal):
    sentence = "{tile} and {other} have {pips} pips together, not 12"
    tile: Tile
    other: Tile
    pips: int


class LargerFirst(Refusal):
    sentence = "the larger tile is named first: {text}"
    text: Move


class Removed(Refusal):
    sentence = "{tile} has been removed"
    tile: Tile


class Covered(Refusal):
    sentence = "{tile} is not the bottom tile of a column"
    tile: Tile


class FaceDown(Refusal):
    sentence = "{tile} does not lie face up"
    tile: Tile


class Alone(Refusal):
    sentence = "{tile} is alone in its column and stays there"
    tile: Tile
