"""The stock of puzzles: their ids, the puzzle of the day, and the choice of the next one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from random import Random
from types import MappingProxyType
from typing import Final

import games
from bot.skills import START, Skill
from games import Match, Move
from games.computers.decisions import decision_of
from games.computers.puzzles import Puzzle, puzzles_of
from storage.puzzles import PuzzleRating, StoredPuzzle

_ID_LENGTH: Final = 10
_SPREAD: Final = 5.0
"""The rating, in units of the model, by which the hardest and the easiest puzzle differ from the middle at first."""
_MIDDLE: Final = 50
"""The middle difficulty, also of a puzzle whose difficulty is unknown."""
_POSITIONS: Final = 64
"""The most positions in memory."""


@dataclass(frozen=True)
class ListedPuzzle:
    """A puzzle that can be chosen.

    :ivar skill: its rating before any attempt.
    """

    id: str
    game: str
    skill: Skill


@dataclass(frozen=True)
class OpenPuzzle:
    """A puzzle in its position.

    :ivar margin: the margin over the second-best move, in the units of a review.
    """

    listed: ListedPuzzle
    match: Match
    ply: int
    seat: int
    best: Move
    margin: int

    @property
    def id(self) -> str:
        return self.listed.id


def id_of(puzzle: Puzzle) -> str:
    """Return the id of a puzzle that the package ships.

    It depends on the puzzle only, so it stays when a file grows.
    """
    return sha256(f"{puzzle.record}\n{puzzle.ply}".encode()).hexdigest()[:_ID_LENGTH]


@cache
def shipped() -> Mapping[str, Puzzle]:
    """Return all puzzles of the package by their ids, in the order of the ids."""
    found = {id_of(puzzle): puzzle for key in games.TABLE_GAMES for puzzle in puzzles_of(key)}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def listed() -> tuple[ListedPuzzle, ...]:
    """Return all puzzles of the package, in the order of their ids."""
    keys = {id_of(puzzle): key for key in games.TABLE_GAMES for puzzle in puzzles_of(key)}
    return tuple(ListedPuzzle(one, keys[one], _skill(puzzle.difficulty)) for one, puzzle in shipped().items())


def listed_from(stored: StoredPuzzle) -> ListedPuzzle:
    """Return a puzzle from a match of the bot, whose difficulty is unknown."""
    return ListedPuzzle(stored.id, stored.game, _skill(_MIDDLE))


def _skill(difficulty: int) -> Skill:
    return Skill(START.mu + _SPREAD * (difficulty - _MIDDLE) / _MIDDLE, START.sigma)


def games_with_puzzles() -> tuple[str, ...]:
    """Return the games of which the package ships puzzles."""
    return tuple(key for key in games.TABLE_GAMES if puzzles_of(key))


def of_day(day: date) -> ListedPuzzle:
    """Return the puzzle of a day, the same for all people.

    The order of the ids is random. No puzzle comes again before all others have come.
    """
    stock = listed()
    return stock[day.toordinal() % len(stock)]


@lru_cache(_POSITIONS)
def open_shipped(puzzle_id: str) -> OpenPuzzle | None:
    """Return a puzzle of the package in its position, or None."""
    puzzle = shipped().get(puzzle_id)
    if puzzle is None:
        return None
    [known] = [one for one in listed() if one.id == puzzle_id]
    return OpenPuzzle(known, puzzle.match(), puzzle.ply, puzzle.seat, Move.parse(puzzle.best), puzzle.margin)


def next_of(
    puzzles: Iterable[ListedPuzzle], tried: Collection[str], rated: Mapping[str, PuzzleRating], mu: float
) -> ListedPuzzle | None:
    """Return the puzzle nearest to a rating that has not been tried, or None.

    :param rated: the ratings of puzzles that anyone has tried.
    """
    left = (one for one in puzzles if one.id not in tried)
    return min(left, key=lambda one: (abs((rated.get(one.id) or one.skill).mu - mu), one.id), default=None)


def is_right(puzzle: OpenPuzzle, move: Move) -> bool:
    """Return True if a legal move is the best one or equivalent to it.

    It takes up to a tenth of a second.
    """
    if move == puzzle.best:
        return True
    rng = Random(puzzle.id)  # noqa: S311  # repeatable
    decision = decision_of(puzzle.match.copy(), puzzle.seat, rng, move)
    try:
        return decision is not None and decision.number_of(move) == decision.number_of(puzzle.best)
    except KeyError:
        return False
