"""Sample records: matches of every game, number of seats and option value, with digests of their course.

They hold the engine to its past: stored matches must replay to the same moves and events in later versions. Never make
them again to get a test to pass; `python -m tests.games.sample_records` adds those of new games and options.
"""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import games
from games import Event, Match
from games.core.record import Record
from tests.games import walks

FILE = Path(__file__).with_name("sample_records.jsonl")

_PLIES = 240
_SAMPLES = 2
_SOLITAIRE_SAMPLES = 8
_WILD = 0.1
_ADDED = frozenset({"takes"})
"""Names that views have only had since the samples were made; the digests leave them out."""


def read() -> list[dict[str, Any]]:
    """Return the samples: a record as text, and the digests of `course_of`."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def course_of(record: Record) -> dict[str, str]:
    """Replay a record and return the digests of its legal moves, its events and its views after the last move."""
    moves, match = sha256(), None
    match = games.CATALOGUE[record.game].from_record(Record(**{**_setup_of(record), "log": ()}))
    for seat, text in record.log:
        legal = [f"{actor}: {' '.join(map(str, match.moves(actor)))}" for actor in match.actors()]
        moves.update("\n".join([*legal, ""]).encode())
        match.apply(seat, text)
    return {"moves": moves.hexdigest(), "events": _digest(map(_line, match.events)), "views": _digest(_views(match))}


def _setup_of(record: Record) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _digest(lines: Any) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def _line(event: Event) -> str:
    values = (getattr(event, name) for name in sorted(event.__match_args__))  # type: ignore[attr-defined]
    return " ".join([event.kind, *(_text(value) for value in values)])


def _text(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return f"({','.join(map(_text, value))})"
    return str(value)


def _views(match: Match) -> list[str]:
    views = (match.view(seat).as_dict() for seat in (None, *range(match.seats)))
    return [json.dumps(_without_added(view), sort_keys=True) for view in views]


def _without_added(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _without_added(value) for name, value in part.items() if name not in _ADDED}
    return [_without_added(value) for value in part] if isinstance(part, list) else part


def _walk(setup: walks.Setup, number: int) -> Match:
    """Play a match at random: with number 0 by sensible moves alone, with others now and then by any legal one."""
    seed = f"sample {number} {setup}"
    match, rng = walks.new(setup, seed), Random(seed)
    for _ in range(_PLIES):
        wild = number > 0 and rng.random() < _WILD
        choices = [
            (seat, move) for seat in match.actors() for move in (match.moves if wild else match.sensible_moves)(seat)
        ]
        if not choices:
            break
        match.play(*rng.choice(choices))
    return match


def main() -> None:
    """Add the samples that are missing."""
    samples = read() if FILE.exists() else []
    known = {Record.parse(sample["record"]).seed for sample in samples}
    for setup in walks.SETUPS:
        for number in range(_SOLITAIRE_SAMPLES if setup[1] == 1 else _SAMPLES):
            record = _walk(setup, number).record()
            if record.seed not in known:
                samples.append({"record": record.text(), **course_of(record)})
    FILE.write_text("".join(json.dumps(sample) + "\n" for sample in samples), encoding="utf-8")


if __name__ == "__main__":
    main()
