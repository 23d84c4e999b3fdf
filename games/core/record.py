"""The record of a match, as a text that replays it.

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

The lines before the empty one are the setup of the match (``deal`` and ``lot`` lines only where these were given).
They may also state derived values for verification: ``fingerprint``, the SHA-256 of the seed, ``moves``, the SHA-256
of the lines of moves, and ``scores``, the final ones; see `games.verifying`. Then comes one line for each move: the
seat and the text of the move. Lines after the first that begin with ``#`` are remarks for people and are not read.

A record of version 2 includes the origin of its seed; see `games.core.shuffle.ShuffleOrigin`::

    Boneyard record 2
    game: block
    seats: 2
    options: {}
    match: uVxE9Zl2q0A
    server seed: "uVxE9Zl2q0A.5f2c..."
    cut: 1309876543210987654 luck
    cut: -
    seed: "93ab..."

It has a ``cut`` line for each seat. Its ``fingerprint`` is the SHA-256 of the server's seed, and ``next`` is the
fingerprint of the next match in the same channel.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from .errors import RecordError
from .names import quoted, shortened
from .options import OptionValue
from .shuffle import ShuffleOrigin, is_cut

FINGERPRINT: Final = "fingerprint"
MOVES: Final = "moves"
SCORES: Final = "scores"
NEXT: Final = "next"
DEALS: Final = "deals"
ABANDONED: Final = "abandoned"
"""The names of the statements of a record."""

_TITLES: Final = ("Boneyard record 1", "Boneyard record 2")
_STATED: Final = (FINGERPRINT, NEXT, MOVES, DEALS, SCORES, ABANDONED)
_REMARK: Final = "#"
_SEAT_DIGITS: Final = 2


@dataclass(frozen=True)
class Record:
    """A match as data.

    >>> record = Record("block", seats=2, seed="an example", log=((0, "6-4"),))
    >>> record.text().splitlines()[-1]
    '0 6-4'
    >>> Record.parse(record.text()) == record
    True

    :ivar log: the moves in order, each with its seat.
    :ivar stated: the derived values that were read; they do not affect equality.
    :ivar origin: the origin of the seed, which does not affect play; None in version 1.
    :ivar match_id: the id of the match as the record states it; "" in version 1.
    """

    game: str
    seats: int
    seed: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    deals: tuple[str, ...] = ()
    lots: tuple[int, ...] = ()
    log: tuple[tuple[int, str], ...] = ()
    stated: Mapping[str, str] = field(default_factory=dict, compare=False)
    origin: ShuffleOrigin | None = field(default=None, compare=False)
    match_id: str = field(default="", compare=False)

    @property
    def version(self) -> int:
        """1 if the server alone drew the seed, 2 with cuts."""
        return 1 if self.origin is None else 2

    def text(self, remarks: Iterable[str] = (), stated: Mapping[str, str] | None = None) -> str:
        """Return the record as a text that `parse` reads back.

        :param remarks: lines for people below the title, which `parse` skips.
        :param stated: the derived values; None: those that were read.
        """
        lines = [
            _TITLES[self.version - 1],
            *(f"{_REMARK} {' '.join(remark.split())}".rstrip() for remark in remarks),
            f"game: {self.game}",
            f"seats: {self.seats}",
            f"options: {json.dumps(dict(self.options), ensure_ascii=False)}",
            *self._origin_lines(),
            f"seed: {_quoted(self.seed)}",
            *(f"deal: {deal}" for deal in self.deals),
            *(f"lot: {lot}" for lot in self.lots),
            *(f"{name}: {value}" for name, value in (self.stated if stated is None else stated).items()),
            "",
            *(f"{seat} {move}" for seat, move in self.log),
        ]
        return "\n".join(lines) + "\n"

    def _origin_lines(self) -> list[str]:
        if self.origin is None:
            return []
        return [
            f"match: {self.match_id}",
            f"server seed: {_quoted(self.origin.server_seed)}",
            *(f"cut: {cut}" for cut in self.origin.cuts),
        ]

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record in a text.

        :raises RecordError: naming the line that cannot be read.
        """
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        if lines[0] not in _TITLES:
            raise RecordError(f"a record begins with the line {' or '.join(map(repr, _TITLES))}")
        version = 1 + _TITLES.index(lines[0])
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
                    raise RecordError(f"line {number}: {quoted(line)} is not a seat and a move")
                log.append((int(seat), move.strip()))
            else:
                name, colon, value = line.partition(":")
                if not colon:
                    raise RecordError(f"line {number}: {quoted(line)} is not a name and a value")
                facts.setdefault(name.strip(), []).append(value.strip())
        return cls._from_facts(version, facts, tuple(log))

    @classmethod
    def _from_facts(cls, version: int, facts: dict[str, list[str]], log: tuple[tuple[int, str], ...]) -> Record:
        for name in ("game", "seats", "options", "seed", *(("match", "server seed") if version > 1 else ())):
            if len(facts.get(name, ())) != 1:
                raise RecordError(f"a record has one line {name!r}")
        try:
            options = json.loads(facts["options"][0])
            seed = json.loads(facts["seed"][0])
            server_seed = json.loads(facts["server seed"][0]) if version > 1 else ""
            seats = int(facts["seats"][0])
            lots = tuple(int(lot) for lot in facts.get("lot", ()))
        except (ValueError, RecursionError) as error:
            raise RecordError(f"the head of the record cannot be read: {shortened(str(error))}") from error
        if not isinstance(options, dict) or not isinstance(seed, str) or not isinstance(server_seed, str):
            raise RecordError("options are a JSON object, a seed is a JSON text")
        stated: dict[str, str] = {name: facts[name][0] for name in _STATED if name in facts}
        record = cls(facts["game"][0], seats, seed, options, tuple(facts.get("deal", ())), lots, log, stated)
        if version == 1:
            return record
        cuts = tuple(facts.get("cut", ()))
        if not server_seed.isprintable():
            raise RecordError("the server's seed is a text of printable characters")
        if len(cuts) != seats or not all(map(is_cut, cuts)):
            raise RecordError("a record of version 2 has a line 'cut' for each seat: a number, perhaps a word; or '-'")
        return replace(record, origin=ShuffleOrigin(server_seed, cuts), match_id=facts["match"][0])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
