"""Reasons: facts counted in playouts, or read from the record, that say why a move is better or worse.

A `Fact` is one observation in one playout. A `Reason` is the count of such observations, or a fact of the record. No
reason has words: texts are found by its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from math import sqrt
from typing import Any, ClassVar, Final, NamedTuple, Self

from games.core.names import snake_case


class Fact(NamedTuple):
    """An observation in one playout.

    :ivar kind: the class of reason that counts it.
    :ivar tile: the tile concerned; "" if there is none.
    :ivar worth: its price or gain in points, if it has one.
    """

    kind: type[CountedReason]
    tile: str = ""
    worth: float = 0.0


class FactTally(NamedTuple):
    """The number of playouts in which a fact was observed, with the sums of its worths and of their squares."""

    playouts: float = 0.0
    worth: float = 0.0
    square: float = 0.0


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
        return kind(**{field.name: plain[field.name] for field in fields(kind) if field.name in plain})


_OF: Final = 100
"""The number of cases to which counts of playouts are scaled."""

KINDS: Final[dict[str, type[Reason]]] = {}
"""The kinds of reasons by their names."""


@dataclass(frozen=True)
class CountedReason(Reason):
    """A fact that was true in `count` of `of` cases."""

    count: int
    of: int

    @classmethod
    def counted(cls, move: str, tile: str, tally: FactTally, of: int) -> Self:
        """Return the reason for the tally of `of` playouts."""
        values: dict[str, Any] = {
            "move": move,
            "count": round(_OF * (tally.worth if issubclass(cls, ClaimRightIn) else tally.playouts) / of),
            "of": _OF,
            "tile": tile,
            "worth": round(tally.worth / (tally.playouts or 1)),
            "tenths": round(10 * tally.worth / of),
        }
        return cls(**{field.name: values[field.name] for field in fields(cls)})


@dataclass(frozen=True)
class AnsweredIn(CountedReason):
    """The next player could lay a tile at once, without drawing."""


@dataclass(frozen=True)
class WonDealIn(CountedReason):
    """The own side won the deal."""


@dataclass(frozen=True)
class WonMatchIn(CountedReason):
    """The own side won the match with this deal."""


@dataclass(frozen=True)
class LostMatchIn(CountedReason):
    """The own side lost the match with this deal."""


@dataclass(frozen=True)
class TookTrickIn(CountedReason):
    """The own side took the trick to which the move belongs."""


@dataclass(frozen=True)
class MadeBidIn(CountedReason):
    """The bidder's side made its bid."""


@dataclass(frozen=True)
class LostNelloIn(CountedReason):
    """The bidder of a Nel-O took the trick to which the move belongs, and so lost it."""


@dataclass(frozen=True)
class LastTileIn(CountedReason):
    """The own seat placed the last tile of the deal."""


@dataclass(frozen=True)
class ClearedScoreIn(CountedReason):
    """The own seat went out with a double, which set its penalty points to zero."""


@dataclass(frozen=True)
class WentOutIn(CountedReason):
    """The own seat played its last tile."""


@dataclass(frozen=True)
class ClaimRightIn(CountedReason):
    """The undertaking of a move that closes was right: the layout was blocked, or the points were reached.

    Only moves that close have it.
    """


@dataclass(frozen=True)
class KeptTile(CountedReason):
    """A tile was still in hand when the deal ended.

    :ivar tile: the tile.
    :ivar worth: its price there, in points; 0 in reviews that were saved without it.
    """

    tile: str
    worth: int = 0


@dataclass(frozen=True)
class LeadGained(CountedReason):
    """The points by which the own side gained on the others in the deal, on average.

    :ivar tenths: ten times the mean.
    """

    tenths: int


@dataclass(frozen=True)
class Effect(Reason):
    """Points that the move itself scored, whatever is hidden.

    :ivar side: the side that scored.
    :ivar points: the points; below zero if the side lost them.
    """

    side: int
    points: int


@dataclass(frozen=True)
class ScoredAtOnce(Effect):
    """The points count at once."""


@dataclass(frozen=True)
class EndedMatch(Effect):
    """The points end the match."""


KINDS["gave_exactly"] = EndedMatch  # the name in reviews that were saved earlier

_TELLING: Final = 0.1
"""The least difference between the shares of two moves that is worth telling.

Half of it is enough for the match, as for an inaccuracy, and where there is no other.
"""

_TELLING_POINTS: Final = 1.5
"""The least difference, in points on average, by which the price of a tile is worth telling."""

_CERTAINTY: Final = 2.0
"""The number of standard errors by which two means must differ to be told."""


def tallied(playouts: Iterable[tuple[Iterator[Fact], float]]) -> dict[Fact, FactTally]:
    """Return the tally of each fact, whose worth is left out of the key.

    :param playouts: the facts of each playout, and the number of playouts that it stands for.
    """
    tallies: dict[Fact, FactTally] = {}
    for facts, share in playouts:
        for fact in set(facts):
            key, worth = fact._replace(worth=0.0), fact.worth
            count, total, square = tallies.get(key, FactTally())
            tallies[key] = FactTally(count + share, total + share * worth, square + share * worth * worth)
    return tallies


def facts_of_match(worth: float) -> Iterator[Fact]:
    """Yield the fact that the match is won or lost, from the own chance at the end of a deal."""
    if worth in (0.0, 1.0):
        yield Fact(WonMatchIn if worth else LostMatchIn)


def compared(
    moves: tuple[str, str], tallies: tuple[Mapping[Fact, FactTally], Mapping[Fact, FactTally]], of: int
) -> tuple[CountedReason, ...]:
    """Return the facts that clearly favour the second of two moves, a reason for each move.

    The match comes first, then the greatest difference, and then the points that are gained.

    :param moves: the texts of the moves.
    :param tallies: for each move the tally of each fact in `of` playouts.
    """
    found = _found(moves, tallies, of, _TELLING) or _found(moves, tallies, of, _TELLING / 2)
    pairs = [pair for _, pair in sorted(found, key=lambda one: -one[0])]
    of_match = [pair for pair in pairs if isinstance(pair[0], WonMatchIn | LostMatchIn)]
    gained = [pair for pair in pairs if isinstance(pair[0], LeadGained)]
    of_deal = (WonDealIn, LastTileIn) if of_match else ()  # where the match is decided, the deal says no more
    others = [pair for pair in pairs if pair not in (*of_match, *gained) and not isinstance(pair[0], of_deal)]
    return tuple(reason for pair in (*of_match[:1], *others[:1], *gained, *others[1:]) for reason in pair)


def favours_second(one: CountedReason, other: CountedReason) -> bool:
    """Return True unless a fact that was counted after two moves speaks for the first."""
    if isinstance(one, LeadGained) and isinstance(other, LeadGained):
        return one.tenths < other.tenths
    if isinstance(one, TookTrickIn | LostNelloIn | ClaimRightIn):  # it may be good or bad
        return True
    return (one.count > other.count) == isinstance(one, AnsweredIn | KeptTile | LostMatchIn)


def _found(
    moves: tuple[str, str], tallies: tuple[Mapping[Fact, FactTally], Mapping[Fact, FactTally]], of: int, least: float
) -> list[tuple[float, list[CountedReason]]]:
    """Return the facts whose shares favour the second move by `least`, each with the difference and both reasons."""
    found = []
    for fact in sorted(tallies[0].keys() | tallies[1].keys(), key=lambda one: (one.kind.kind, one.tile)):
        both = [each.get(fact, FactTally()) for each in tallies]
        if _differ(fact, both[0], both[1], of, least):
            pair = [
                fact.kind.counted(move, fact.tile, tally, of)
                for move, tally in zip(moves, both, strict=True)
                if fact.kind is not ClaimRightIn or _explains(tally, of, is_better=move == moves[1])
            ]
            if pair and favours_second(pair[0], pair[-1]):
                found.append((abs(both[0].playouts - both[1].playouts), pair))
    return found


def _explains(claim: FactTally, of: int, *, is_better: bool) -> bool:
    """Return True if the better move's claim is mostly right, or the worse one's mostly wrong."""
    return 2 * claim.worth > of if is_better else bool(claim.playouts) and 2 * claim.worth < of


def _differ(fact: Fact, one: FactTally, other: FactTally, of: int, least: float) -> bool:
    if fact.kind is KeptTile and abs(one.worth - other.worth) < _TELLING_POINTS * of:
        return False
    if issubclass(fact.kind, WonMatchIn | LostMatchIn):
        least = _TELLING / 2
    if fact.kind is not LeadGained:
        return abs(one.playouts - other.playouts) >= least * of
    spread = one.square + other.square - (one.worth**2 + other.worth**2) / of
    return abs(one.worth - other.worth) > max(0.1 * of, _CERTAINTY * sqrt(max(0.0, spread)))
