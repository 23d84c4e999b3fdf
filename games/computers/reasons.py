"""Reasons: facts counted in playouts, or read from the record, that say why a move is better or worse.

A `Fact` is one observation in one playout. A `Reason` is the count of such observations, or a fact of the record. No
reason has words: texts are found by its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Final, NamedTuple, Self

from games.core.names import snake_case


class Fact(NamedTuple):
    """An observation in one playout.

    :ivar kind: the class of reason that counts it.
    :ivar tile: the tile concerned; "" if there is none.
    """

    kind: type[CountedReason]
    tile: str = ""


@dataclass(frozen=True)
class Reason:
    """A fact about a move.

    :ivar move: the text of the move.
    """

    kind: ClassVar[str]
    move: str

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.kind = snake_case(cls.__name__)
        KINDS[cls.kind] = cls

    def as_dict(self) -> dict[str, Any]:
        """Return the reason as plain JSON."""
        return {"kind": self.kind, **asdict(self)}

    @staticmethod
    def from_dict(plain: Mapping[str, Any]) -> Reason:
        """Return the reason from the plain JSON of `as_dict`."""
        kind = KINDS[plain["kind"]]
        return kind(**{field.name: plain[field.name] for field in fields(kind)})


KINDS: Final[dict[str, type[Reason]]] = {}
"""The kinds of reasons by their names."""


@dataclass(frozen=True)
class CountedReason(Reason):
    """A fact that was true in `count` of `of` playouts."""

    count: int
    of: int

    @classmethod
    def counted(cls, move: str, _tile: str, count: int, of: int) -> Self:
        """Return the reason for `count` playouts of `of`."""
        return cls(move, count, of)


@dataclass(frozen=True)
class AnsweredIn(CountedReason):
    """The next player could lay a tile at once, without drawing."""


@dataclass(frozen=True)
class WonDealIn(CountedReason):
    """The own side won the deal."""


@dataclass(frozen=True)
class TookTrickIn(CountedReason):
    """The own side took the trick to which the move belongs."""


@dataclass(frozen=True)
class MadeBidIn(CountedReason):
    """The bidder's side made its bid."""


@dataclass(frozen=True)
class LastTileIn(CountedReason):
    """The own seat placed the last tile of the deal."""


@dataclass(frozen=True)
class WentOutIn(CountedReason):
    """The own seat played its last tile."""


@dataclass(frozen=True)
class KeptTile(CountedReason):
    """A tile was still in hand when the deal ended.

    :ivar tile: the tile.
    """

    tile: str

    @classmethod
    def counted(cls, move: str, tile: str, count: int, of: int) -> Self:
        return cls(move, count, of, tile)


@dataclass(frozen=True)
class ScoredAtOnce(Reason):
    """The move itself scored for a side.

    :ivar side: the side that scored.
    :ivar points: the points; below zero if the side lost them.
    """

    side: int
    points: int


@dataclass(frozen=True)
class GaveExactly(Reason):
    """The move gave another side exactly the points that it missed for the end of the match.

    :ivar side: the side that scored.
    :ivar points: the points.
    """

    side: int
    points: int


_TELLING: Final = 0.1
"""The least difference between the shares of two moves that is worth telling."""


def counted(playouts: Iterable[Iterator[Fact]]) -> Counter[Fact]:
    """Return the number of playouts in which each fact was observed."""
    counts: Counter[Fact] = Counter()
    for facts in playouts:
        counts.update(set(facts))
    return counts


def compared(moves: tuple[str, str], counts: tuple[Counter[Fact], Counter[Fact]], of: int) -> tuple[CountedReason, ...]:
    """Return the facts in which two moves differ clearly, a reason for each move, the greatest difference first.

    :param moves: the texts of the moves.
    :param counts: for each move the number of playouts, of `of`, in which each fact was observed.
    """
    found = []
    for fact in sorted(counts[0] | counts[1], key=lambda one: (one.kind.kind, one.tile)):
        difference = abs(counts[0][fact] - counts[1][fact]) / of
        if difference >= _TELLING:
            pair = [
                fact.kind.counted(move, fact.tile, count[fact], of) for move, count in zip(moves, counts, strict=True)
            ]
            found.append((difference, pair))
    found.sort(key=lambda one: -one[0])
    return tuple(reason for _, pair in found for reason in pair)
