"""Puzzles: positions of matches in which one move beats all others clearly, and a beginner does not find it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final, Self

import games
from games.core.match import TABLE_ENTRIES, Match
from games.core.moves import Move

from . import players
from .decisions import Decision, decision_of
from .judging import CHIP, POINT, UNITS, duel, gain_at_once, loss_and_error, mean, select
from .review import positions

_MARGIN: Final = 15 * POINT
_MARGIN_CHIPS: Final = 30 * CHIP
"""The least margin of the best move over every other, in units, with `_CERTAINTY` standard errors to spare."""

_FEWEST_MOVES: Final = 3
"""The least number of legal moves of a puzzle."""

_CERTAINTY: Final = 2.0

_GLANCES: Final = 0.02, 0.1
"""The shares of the playouts of a review that look whether a decision may be a puzzle."""

_LOOK: Final = 0.2
"""The share of them that looks closer, once the favourite leads by half the margin and beginners go wrong."""

_MORE: Final = 5
"""The playouts that must agree, relative to those of a review."""

_ASKED: Final = 20
"""The number of players of a level who are asked. More than half of the casual ones must go wrong."""

_WEAKER: Final = ("casual", "regular")
"""The levels whose failures are the difficulty."""

_QUICKLY: Final = 60
"""The playouts of a regular player who is asked."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its only good move.

    :ivar record: the record of the match up to the position; secret, as it holds the seed.
    :ivar ply: the number of moves in it.
    :ivar seat: the seat to move.
    :ivar best: the text of the best move.
    :ivar margin: the margin over the second-best move, in the units of the review.
    :ivar difficulty: the share of weaker computers that go wrong, in percent.
    """

    record: str
    ply: int
    seat: int
    best: str
    margin: int
    difficulty: int

    def match(self) -> Match:
        """Return the match in the position of the puzzle."""
        return games.replay(self.record)

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Return the puzzle from the plain JSON of `as_dict`."""
        return cls(**plain)


@cache
def puzzles_of(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that the package ships; none for a game without a file of them."""
    file = files("games").joinpath(key, "puzzles.json")
    plain: Sequence[Mapping[str, Any]] = json.loads(file.read_text("utf-8")) if file.is_file() else []
    return tuple(map(Puzzle.from_dict, plain))


def puzzles_in(match: Match, name: str, effort: float = 1.0) -> Iterator[Puzzle]:
    """Yield the puzzles of a finished match.

    :param name: a text from which the randomness comes.
    :param effort: the factor of the usual number of playouts.
    """
    for ply, running, seat in choices(match):
        puzzle = puzzle_at(running, ply, seat, name, effort)
        if puzzle is not None:
            yield puzzle


def choices(match: Match) -> Iterator[tuple[int, Match, int]]:
    """Yield the decisions of a match with a choice: the index in the log, the match so far and the seat.

    The match so far is one object that changes.
    """
    for ply, running, seat, text in positions(match):
        if text not in TABLE_ENTRIES and len(running.moves(seat)) > 1:
            yield ply, running, seat


def puzzle_at(match: Match, ply: int, seat: int, name: str, effort: float = 1.0) -> Puzzle | None:
    """Return the puzzle of a decision, or None.

    :param match: the match just before the decision.
    """
    found = only_move(match, seat, f"{name} {ply}", effort)
    if found is None:
        return None
    best, margin = found
    hard = difficulty(match, seat, best, Random(f"{name} {ply}"))  # noqa: S311  # repeatable
    return Puzzle(replace(match.record(), stated={}).text(), ply, seat, str(best), margin, hard)


def only_move(match: Match, seat: int, name: str, effort: float = 1.0) -> tuple[Move, int] | None:
    """Return the move that beats all others, and its margin in units; None if the position is not a puzzle."""
    rng = Random(name)  # noqa: S311  # repeatable
    decision = decision_of(match, seat, rng)
    if decision is None:
        return None
    least = (_MARGIN_CHIPS if match.info.chips else _MARGIN) / UNITS
    worths = decision.solved()
    if worths is not None:
        best, second = sorted(worths, key=lambda number: -worths[number])[:2]
        margin = worths[best] - worths[second]
        if margin < least or not _is_puzzle(match, decision, best, rng):
            return None
        return decision.moves[best], round(UNITS * margin)
    playouts = effort * decision.playouts
    for share in _GLANCES:
        selection = select(decision, round(share * playouts))
        best, second = list(selection)[:2]
        lead = mean(selection[best]) - mean(selection[second])
        if lead < least / 2 or not _is_puzzle(match, decision, best, rng):
            return None
    if _margin(decision, best, round(_LOOK * playouts)) < least:
        return None
    again = decision_of(match, seat, rng)
    assert again is not None  # noqa: S101  # as it was before
    margin = _margin(again, best, round(_MORE * playouts))
    return (decision.moves[best], round(UNITS * margin)) if margin >= least else None


def is_worth_asking(match: Match, decision: Decision, best: int) -> bool:
    """Return True if there are three legal moves, and the best does not simply score more at once than the others."""
    gains = {number: gain_at_once(match, decision, number) for number in decision.moves}
    others = max(gain for number, gain in gains.items() if number != best)
    return len(match.moves(decision.seat)) >= _FEWEST_MOVES and gains[best] <= others


def _margin(decision: Decision, best: int, playouts: int) -> float:
    """Return the least certain lead of a move over another."""
    least = 1.0
    pairs = max(32, playouts // 2 // len(decision.moves))
    for other in decision.moves:
        if other != best:
            rows = duel(decision, best, other, pairs)
            lead, error = loss_and_error(rows[best], rows[other])
            least = min(least, lead - _CERTAINTY * error)
            if lead <= 0:
                break
    return least


def _is_puzzle(match: Match, decision: Decision, best: int, rng: Random) -> bool:
    """Return True if a move is worth asking for, and beginners miss it."""
    if not is_worth_asking(match, decision, best):
        return False
    return 2 * _failures("casual", match, decision.seat, decision, best, rng) > _ASKED


def difficulty(match: Match, seat: int, best: Move, rng: Random) -> int:
    """Return the share of casual and quick regular players that miss the best move, in percent."""
    decision = decision_of(match, seat, rng, best)
    assert decision is not None  # noqa: S101  # it has a best move
    number = decision.number_of(best)
    failures = sum(_failures(level, match, seat, decision, number, rng) for level in _WEAKER)
    return round(100 * failures / _ASKED / len(_WEAKER))


def _failures(level: str, match: Match, seat: int, decision: Decision, best: int, rng: Random) -> int:
    """Return the number of players of a level that miss the best move."""
    choices = (players.choose(level, match, seat, rng, players.playouts(_QUICKLY)) for _ in range(_ASKED))
    return sum(not _is(decision, move, best) for move in choices)


def _is(decision: Decision, move: Move, number: int) -> bool:
    try:
        return decision.number_of(move) == number
    except KeyError:
        return False
