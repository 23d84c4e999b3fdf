"""The record of a match: everything needed to play it again, as a text that people can read.

::

    Boneyard record 1
    game: block
    seats: 2
    options: {}
    seed: "5f2c..."
    deal: 6-4 3-1 ...
    lot: 0

    0 6-4
    1 6-5@left
    0 pass

The lines before the empty one say how the match was set up (``deal`` and ``lot`` lines only where these were given).
They may also state what follows from the rest, so that it can be compared: ``fingerprint``, the SHA-256 of the seed,
``moves``, the SHA-256 of the lines of moves, and ``scores``, those in the end; see `games.verifying`. Then comes one
line for each move: the seat and the text of the move. After the first line any line that begins with ``#`` is a remark
for people, which is not read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from .errors import RecordError
from .options import OptionValue

FINGERPRINT: Final = "fingerprint"
MOVES: Final = "moves"
SCORES: Final = "scores"
"""The names of what a record may state."""

_TITLE: Final = "Boneyard record 1"
_REMARK: Final = "#"
_SEAT_DIGITS: Final = 2


@dataclass(frozen=True)
class Record:
    """A match in writing. `log` holds the moves in order, each with its seat.

    :ivar stated: what the record states beside, as it was read; two records that differ in nothing else are equal.
    """

    game: str
    seats: int
    seed: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    deals: tuple[str, ...] = ()
    lots: tuple[int, ...] = ()
    log: tuple[tuple[int, str], ...] = ()
    stated: Mapping[str, str] = field(default_factory=dict, compare=False)

    def text(self, remarks: Iterable[str] = (), stated: Mapping[str, str] | None = None) -> str:
        """The record as a text, ending with a line break; `parse` reads it back.

        :param remarks: lines for people, which stand below the title and are skipped by `parse`.
        :param stated: what the record states beside; None: what it was read with.
        """
        lines = [
            _TITLE,
            *(f"{_REMARK} {' '.join(remark.split())}".rstrip() for remark in remarks),
            f"game: {self.game}",
            f"seats: {self.seats}",
            f"options: {json.dumps(dict(self.options), ensure_ascii=False)}",
            f"seed: {json.dumps(self.seed, ensure_ascii=False)}",
            *(f"deal: {deal}" for deal in self.deals),
            *(f"lot: {lot}" for lot in self.lots),
            *(f"{name}: {value}" for name, value in (self.stated if stated is None else stated).items()),
            "",
            *(f"{seat} {move}" for seat, move in self.log),
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record that a text holds.

        :raises RecordError: saying which line cannot be read.
        """
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        if lines[0] != _TITLE:
            raise RecordError(f"a record begins with the line {_TITLE!r}")
        facts: dict[str, list[str]] = {}
        log: list[tuple[int, str]] = []
        in_log = False
        for number, line in enumerate(lines[1:], 2):
            if line.startswith(_REMARK):
                continue
            if not line.strip():
                in_log = True
            elif in_log:
                seat, _, move = line.partition(" ")
                if not (seat.isascii() and seat.isdigit() and len(seat) <= _SEAT_DIGITS and move.strip()):
                    raise RecordError(f"line {number}: {line!r} is not a seat and a move")
                log.append((int(seat), move.strip()))
            else:
                name, colon, value = line.partition(":")
                if not colon:
                    raise RecordError(f"line {number}: {line!r} is not a name and a value")
                facts.setdefault(name.strip(), []).append(value.strip())
        return cls._from_facts(facts, tuple(log))

    @classmethod
    def _from_facts(cls, facts: dict[str, list[str]], log: tuple[tuple[int, str], ...]) -> Record:
        for name in ("game", "seats", "options", "seed"):
            if len(facts.get(name, ())) != 1:
                raise RecordError(f"a record has one line {name!r}")
        try:
            options = json.loads(facts["options"][0])
            seed = json.loads(facts["seed"][0])
            seats = int(facts["seats"][0])
            lots = tuple(int(lot) for lot in facts.get("lot", ()))
        except (ValueError, RecursionError) as error:
            raise RecordError(f"the head of the record cannot be read: {error}") from error
        if not isinstance(options, dict) or not isinstance(seed, str):
            raise RecordError("options are a JSON object, the seed is a JSON text")
        stated: dict[str, str] = {name: facts[name][0] for name in (FINGERPRINT, MOVES, SCORES) if name in facts}
        return cls(facts["game"][0], seats, seed, options, tuple(facts.get("deal", ())), lots, log, stated)
