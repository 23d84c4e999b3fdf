"""Verification of records: the shuffle and the moves.

The fingerprint is shown before anyone sits down, so a player who kept it knows that the server's seed was not chosen
later. The seed of the deals combines the server's seed with the players' cuts. Everything else follows from that seed
and the moves, and is computed again here. In version 1 the server's seed is that of the deals.

>>> import games
>>> from games import verifying
>>> verifying.verify(games.new_match("block", seats=2, seed="an example").record().text()).faults[0].key
'not_over'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

import games
from games.solitaires.daily import winnable_seed

from .core import events, shuffle
from .core.errors import GameError, IllegalMove, RecordError
from .core.match import Match
from .core.names import quoted
from .core.record import ABANDONED, DEALS, FINGERPRINT, MOVES, NEXT, SCORES, Record
from .core.refusals import Refusal, UnknownSeat
from .core.shuffle import ShuffleOrigin
from .core.solitaire import LaidOut, Solitaire
from .core.tiles import Tile

FAULTS: Final = (
    "fingerprint",
    "shown",
    "match",
    "seed",
    "deal",
    "lot",
    "moves",
    "illegal",
    "not_over",
    "deals",
    "scores",
)
"""The keys of everything that may be wrong."""

_HASH: Final = re.compile(r"\b[0-9a-f]{64}\b")
_SHORTEST: Final = 8
"""A fingerprint with fewer characters than this proves nothing."""


@dataclass(frozen=True)
class Fault:
    """A difference: one of `FAULTS`, with values for its text.

    :ivar refusal: the refusal of a move that is not legal, if that is the fault.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    refusal: Refusal | None = None


@dataclass(frozen=True)
class DealtTiles:
    """The tiles dealt to a seat; `deal` is 0 for solitaires."""

    deal: int
    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Verification:
    """The result of a check.

    :ivar fingerprint: the SHA-256 of the server's seed, in hexadecimal.
    :ivar stated: the values that the record states: the fingerprint, the scores, the SHA-256 of the moves.
    :ivar match: the replayed match, up to the first illegal move.
    :ivar faults: the differences; none if the record is sound.
    """

    record: Record
    fingerprint: str
    stated: Mapping[str, str]
    match: Match
    faults: tuple[Fault, ...]

    @property
    def is_sound(self) -> bool:
        return not self.faults

    @property
    def deals(self) -> int:
        """The number of deals."""
        return sum(isinstance(event, events.DealBegan) for event in self.match.events)

    @property
    def dealt(self) -> tuple[DealtTiles, ...]:
        """The tiles dealt to every seat, deal by deal."""
        found, number = [], 0
        for event in self.match.events:
            if isinstance(event, events.DealBegan):
                number = event.number
            elif isinstance(event, events.Dealt | LaidOut):
                found.append(DealtTiles(number, event.seat or 0, event.tiles))
        return tuple(found)


def stated_of(match: Match, origin: ShuffleOrigin | None = None, following: str = "") -> dict[str, str]:
    """Return a record's derived values, for comparison.

    :param origin: the origin of its seed, in version 2.
    :param following: the fingerprint of the next match in the channel; "": not known.
    """
    fingerprint = shuffle.commitment(match.seed) if origin is None else origin.fingerprint
    stated = {FINGERPRINT: fingerprint} | ({NEXT: following} if following else {})
    stated[MOVES] = moves_hash(match.record())
    if match.dealt_by_seed:
        stated[DEALS] = str(len(match.dealt_by_seed))
    return stated if match.outcome is None else stated | {SCORES: _spelled(match.outcome.scores)}


def moves_hash(record: Record) -> str:
    """Return the SHA-256 of a record's move lines with line breaks."""
    return sha256("".join(f"{seat} {move}\n" for seat, move in record.log).encode()).hexdigest()


def verify(text: str, *, shown: str = "", scores: tuple[int, ...] | None = None) -> Verification:
    """Check a record.

    :param shown: the fingerprint that was shown when the match began, its first characters or its code; "": not known.
    :param scores: the scores that were kept elsewhere; None: not known.
    :raises RecordError: if the text is no record, or not of a match that can be set up.
    """
    record = Record.parse(text)
    if record.game not in games.CATALOGUE:
        raise RecordError(f"unknown game {quoted(record.game)}; known are {', '.join(games.CATALOGUE)}")
    kind = games.CATALOGUE[record.game]
    by_seed = Record(record.game, record.seats, record.seed, record.options, log=record.log, stated=record.stated)
    match = kind.from_record(Record(record.game, record.seats, record.seed, record.options))
    origin = record.origin
    fingerprint = shuffle.commitment(record.seed) if origin is None else origin.fingerprint
    of_moves = _of_moves(by_seed, match)
    faults = [
        *_of_fingerprint(text, record, fingerprint, shown),
        *_of_origin(record),
        *_of_deals(kind, record, match),
        *of_moves,
        *_of_scores(record, match, scores),
    ]
    return Verification(record, fingerprint, record.stated, match, tuple(faults))


def _of_fingerprint(text: str, record: Record, fingerprint: str, shown: str) -> list[Fault]:
    """Return faults of fingerprints: stated, in remarks, and shown."""
    remarks = "\n".join(line for line in text.splitlines() if line.startswith("#"))
    stated = dict.fromkeys([record.stated.get(FINGERPRINT, fingerprint), *_HASH.findall(remarks)])
    faults = [
        Fault("fingerprint", {"stated": one, "computed": fingerprint}) for one in stated if one.lower() != fingerprint
    ]
    seen = shown.strip().lower().rstrip(".…")
    is_right = len(seen) >= _SHORTEST and (fingerprint.startswith(seen) or seen == shuffle.code_of(fingerprint).lower())
    if seen and not is_right:
        faults.append(Fault("shown", {"shown": seen, "computed": fingerprint}))
    return faults


def _of_origin(record: Record) -> list[Fault]:
    """Return the faults of the server's seed and its deal seed."""
    origin, faults = record.origin, []
    if origin is not None and origin.match_id != record.match_id:
        faults.append(Fault("match", {"stated": record.match_id, "computed": origin.match_id}))
    if origin is not None and record.seed != origin.seed and not _is_winnable_seed(record, origin):
        faults.append(Fault("seed", {"stated": record.seed, "computed": origin.seed}))
    return faults


def _is_winnable_seed(record: Record, origin: ShuffleOrigin) -> bool:
    """Return True if a solitaire's seed skipped only unwinnable deals."""
    solitaire = issubclass(games.CATALOGUE[record.game], Solitaire)
    return solitaire and record.seed == winnable_seed(record.game, origin.seed)


def _of_deals(kind: type[Match], record: Record, by_seed: Match) -> list[Fault]:
    """Return the faults of lots and the first wrong deal.

    :param by_seed: the match as the seed deals it, played as far as its moves are legal.
    """
    faults = []
    given = kind.from_record(Record(record.game, record.seats, record.seed, record.options, record.deals))
    for theirs, ours in zip(given.record().deals, by_seed.dealt_by_seed, strict=False):  # some may not be dealt
        if theirs != ours:
            faults.append(Fault("deal", {"stated": theirs, "computed": ours, "count": len(record.deals)}))
            break
    drawn = tuple(event.seat for event in by_seed.events if isinstance(event, events.Lot))
    if record.lots[: len(drawn)] != drawn[: len(record.lots)]:
        faults.append(Fault("lot", {"stated": " ".join(map(str, record.lots))}))
    return faults


def _of_moves(record: Record, match: Match) -> list[Fault]:
    """Replay the moves and return their faults."""
    for number, (seat, move) in enumerate(record.log, 1):
        try:
            match.apply(seat, move)
        except GameError as error:
            last = match.seats - 1
            refusal = error.refusal if isinstance(error, IllegalMove) else UnknownSeat(seat=seat, last=last)
            return [Fault("illegal", {"number": number, "seat": seat, "move": move}, refusal)]
    theirs, ours = record.stated.get(DEALS), str(len(match.dealt_by_seed))
    if theirs is not None and theirs != ours:
        return [Fault("deals", {"stated": theirs, "computed": ours})]
    ends = match.outcome is not None or ABANDONED in record.stated
    return [] if ends else [Fault("not_over", {"count": len(record.log)})]


def _of_scores(record: Record, match: Match, scores: tuple[int, ...] | None) -> list[Fault]:
    """Return the differences from the stated moves and scores."""
    faults, computed = [], moves_hash(record)
    stated = record.stated.get(MOVES, computed)
    if stated.lower() != computed:
        faults.append(Fault("moves", {"stated": stated, "computed": computed}))
    if match.outcome is not None:
        ours = _spelled(match.outcome.scores)
        theirs = {record.stated.get(SCORES, ours), ours if scores is None else _spelled(scores)} - {ours}
        faults += [Fault("scores", {"stated": one, "computed": ours}) for one in sorted(theirs)]
    return faults


def _spelled(scores: tuple[int, ...]) -> str:
    return " : ".join(map(str, scores))
