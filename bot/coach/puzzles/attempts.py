"""Attempts: the first is stored and rates its person and the puzzle against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.skills import START, Skill, duel
from bot.tables.solo.results import day_streak
from storage import puzzles
from storage.database import Transaction
from storage.puzzles import Attempt, PuzzleRating, PuzzleSolver

from .stock import ListedPuzzle

_SHARED_DAYS: Final = 7


@dataclass(frozen=True)
class Answered:
    """A stored attempt and the rating of its person.

    :ivar before: the rating before the attempt; None unless this attempt has changed it just now.
    :ivar streak: the number of consecutive days whose puzzle was solved; 0 if it was not the puzzle of a day.
    """

    attempt: Attempt
    rating: PuzzleSolver | None
    before: PuzzleSolver | None = None
    streak: int = 0


def attempt_at(attempts: Iterable[Attempt], puzzle_id: str, day: str = "") -> Attempt | None:
    """Return the attempt at the puzzle of a day, or without a day the first one at a puzzle."""
    found = (one for one in attempts if (one.day == day if day else one.puzzle == puzzle_id))
    return next(found, None)


async def record(tx: Transaction, puzzle: ListedPuzzle, attempt: Attempt) -> Answered:
    """Save an attempt, or return the earlier one in its place.

    Only the first attempt at a puzzle changes ratings.
    """
    await puzzles.lock_person(tx, attempt.user_id)
    earlier = await puzzles.attempts_of(tx, attempt.user_id)
    rating = await puzzles.solver(tx, attempt.user_id)
    if (known := attempt_at(earlier, attempt.puzzle, attempt.day)) is not None:
        return Answered(known, rating, streak=streak_after(earlier, known))
    await puzzles.add_attempt(tx, attempt)
    streak = streak_after([*earlier, attempt], attempt)
    if attempt_at(earlier, attempt.puzzle) is not None:
        return Answered(attempt, rating, streak=streak)
    before = rating or PuzzleSolver(attempt.user_id, attempt.guild_id, *START)
    of_puzzle = await puzzles.lock_rating(tx, PuzzleRating(puzzle.id, *puzzle.skill))
    own, its = rated(Skill(before.mu, before.sigma), Skill(of_puzzle.mu, of_puzzle.sigma), solved=attempt.solved)
    after = replace(
        before, mu=own.mu, sigma=own.sigma, attempts=before.attempts + 1, solved=before.solved + attempt.solved
    )
    await puzzles.save_solver(tx, after)
    await puzzles.save_rating(tx, replace(of_puzzle, mu=its.mu, sigma=its.sigma, attempts=of_puzzle.attempts + 1))
    return Answered(attempt, after, before, streak)


def rated(person: Skill, puzzle: Skill, *, solved: bool) -> tuple[Skill, Skill]:
    """Return the ratings of a person and a puzzle after an attempt. Solving the puzzle counts as beating it."""
    if solved:
        return duel(person, puzzle)
    its, own = duel(puzzle, person)
    return own, its


def streak_after(attempts: Sequence[Attempt], attempt: Attempt) -> int:
    """Return the streak of days on the day of an attempt."""
    return streak(attempts, date.fromisoformat(attempt.day)) if attempt.day else 0


def streak(attempts: Iterable[Attempt], today: date) -> int:
    """Return the number of consecutive days whose puzzle was solved; today cannot break it before an attempt."""
    attempts = tuple(attempts)
    if any(one.day == today.isoformat() and not one.solved for one in attempts):
        return 0
    return day_streak({date.fromisoformat(one.day) for one in attempts if one.day and one.solved}, today)


def last_days(attempts: Iterable[Attempt], today: date) -> list[bool | None]:
    """Return whether the puzzles of the last days were solved, the oldest first; None for a day without attempt."""
    solved = {one.day: one.solved for one in attempts if one.day}
    days = (today - timedelta(days=back) for back in reversed(range(_SHARED_DAYS)))
    return [solved.get(day.isoformat()) for day in days]
