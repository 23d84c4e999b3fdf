"""Puzzles from matches of the bot, first attempts at any puzzle, and ratings of puzzles.

Every function works in the caller's transaction. All times are unix seconds. The texts of puzzles, games, days and
moves are opaque here.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import ColumnElement, Table, exists, or_, select

from storage.database import Transaction
from storage.schema import (
    league_entrants,
    matches,
    player_settings,
    puzzle_attempts,
    puzzle_ratings,
    puzzle_solvers,
    puzzles,
    seats,
    solo_players,
)
from storage.transactions import field_columns, to_row

_P = puzzles.c
_A = puzzle_attempts.c

_DAY_AND_ID = ":"
"""The separator between the day and the id of a puzzle, in the key of an attempt."""


@dataclass(frozen=True)
class StoredPuzzle:
    """A puzzle from a match of a server.

    :ivar number: its number in the database, which may be used again after its deletion.
    :ivar ply: the number of entries of the log before it.
    :ivar margin: the margin of the best move, in the units of a review.
    """

    match_id: str
    guild_id: int
    game: str
    ply: int
    seat: int
    best: str
    margin: int
    at: float
    number: int = 0

    @property
    def id(self) -> str:
        """The id for addresses and attempts. It names no match, and is never used again."""
        return f"p{self.number}-{sha256(f'{self.match_id} {self.ply}'.encode()).hexdigest()[:6]}"


@dataclass(frozen=True)
class Attempt:
    """The first attempt of a person at a puzzle, or at the puzzle of a day.

    :ivar guild_id: the server where it was made; 0 for direct messages.
    :ivar puzzle: the id of the puzzle.
    :ivar day: the date if it was the puzzle of the day, else "".
    """

    user_id: int
    guild_id: int
    puzzle: str
    game: str
    day: str
    move: str
    solved: bool
    at: float


@dataclass(frozen=True)
class PuzzleSolver:
    """The puzzle rating of a person.

    :ivar attempts: the number of attempts that count for it.
    """

    user_id: int
    guild_id: int
    mu: float
    sigma: float
    attempts: int = 0
    solved: int = 0


@dataclass(frozen=True)
class PuzzleRating:
    """The rating of a puzzle."""

    puzzle: str
    mu: float
    sigma: float
    attempts: int = 0


# --- Puzzles from matches ---------------------------------------------------------------------------------------------


async def add(tx: Transaction, puzzle: StoredPuzzle) -> bool:
    """Save a puzzle; return False if a player does not allow it."""
    if not await is_allowed(tx, puzzle.match_id):
        return False
    return await tx.add_new(puzzles, to_row(puzzle, without=("number",)))


async def is_allowed(tx: Transaction, match_id: str) -> bool:
    """Return True if all people who were seated give puzzles.

    A match that was played on from another one has moves of other people, so it gives none.
    """
    own = matches.c.continues.is_(None) & matches.c.shared.is_(None) & ~_refused_in(match_id)
    known = select(matches.c.id).where(matches.c.id == match_id, own)
    return (await tx.execute(known)).first() is not None


async def load(tx: Transaction, guild_id: int, puzzle_id: str) -> StoredPuzzle | None:
    """Return a puzzle of a server, or None."""
    number = puzzle_id.removeprefix("p").partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 18):  # a number of 64 bits
        return None
    found = await _select(tx, (_P.id == int(number)) & (_P.guild_id == guild_id))
    return next((one for one in found if one.id == puzzle_id), None)


async def of_server(tx: Transaction, guild_id: int, game: str = "") -> Sequence[StoredPuzzle]:
    """Return the puzzles of a server, of one game or of all.

    Those of people who no longer allow it are left out.
    """
    wanted = (_P.guild_id == guild_id) & (_P.game == game if game else True)
    return await _select(tx, wanted & ~_refused_in(_P.match_id))


async def _select(tx: Transaction, wanted: ColumnElement[bool]) -> Sequence[StoredPuzzle]:
    columns = field_columns(puzzles, StoredPuzzle, without=("number",))
    rows = await tx.execute(select(*columns, _P.id.label("number")).where(wanted).order_by(_P.id))
    return [StoredPuzzle(**row) for row in rows.mappings()]


def _refused_in(match_id: str | ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a person who was seated gives no puzzles."""
    return or_(*(_refusing(table, match_id) for table in (seats, league_entrants)))


def _refusing(table: Table, match_id: str | ColumnElement[str]) -> ColumnElement[bool]:
    own, settings = table.c, player_settings.c
    gives = exists().where(settings.guild_id == own.guild_id, settings.user_id == own.user_id, settings.gives_puzzles)
    return exists().where(own.match_id == match_id, own.user_id.is_not(None), ~gives)


# --- Attempts ---------------------------------------------------------------------------------------------------------


async def attempts_of(tx: Transaction, user_id: int) -> Sequence[Attempt]:
    """Return the attempts of a person, the oldest first."""
    rows = await tx.execute(select(puzzle_attempts).where(_A.user_id == user_id).order_by(_A.at, _A.puzzle))
    return [
        Attempt(**{**row, "puzzle": row["puzzle"].removeprefix(f"{row['day']}{_DAY_AND_ID}")})
        for row in rows.mappings()
    ]


async def add_attempt(tx: Transaction, attempt: Attempt) -> bool:
    """Save an attempt; return False if there is one already.

    An attempt at the puzzle of a day is another one than that at the same puzzle without a day.
    """
    key = f"{attempt.day}{_DAY_AND_ID}{attempt.puzzle}" if attempt.day else attempt.puzzle
    return await tx.add_new(puzzle_attempts, to_row(attempt) | {"puzzle": key})


async def solvers_of_day(tx: Transaction, guild_id: int, day: str) -> Mapping[int, str]:
    """Return the members of a server who solved the puzzle of a day, the earliest first: user id -> name."""
    wanted = (
        select(_A.user_id, solo_players.c.name)
        .join(solo_players, solo_players.c.user_id == _A.user_id)
        .where(solo_players.c.guild_id == guild_id, _A.day == day, _A.solved)
        .order_by(_A.at, _A.user_id)
    )
    return {int(row.user_id): row.name for row in await tx.execute(wanted)}


# --- Ratings ----------------------------------------------------------------------------------------------------------


async def lock_person(tx: Transaction, user_id: int) -> None:
    """Lock the attempts and the rating of a person until the transaction ends."""
    await tx.lock("puzzles of", user_id)


async def solver(tx: Transaction, user_id: int) -> PuzzleSolver | None:
    """Return the puzzle rating of a person, or None without attempts."""
    wanted = select(puzzle_solvers).where(puzzle_solvers.c.user_id == user_id)
    row = (await tx.execute(wanted)).mappings().one_or_none()
    return None if row is None else PuzzleSolver(**row)


async def save_solver(tx: Transaction, found: PuzzleSolver) -> None:
    """Save the puzzle rating of a person."""
    await tx.save(puzzle_solvers, to_row(found))


async def ratings_of(tx: Transaction, ids: Collection[str]) -> Mapping[str, PuzzleRating]:
    """Return the ratings of puzzles that have been tried."""
    rows = await tx.execute(select(puzzle_ratings).where(puzzle_ratings.c.puzzle.in_(list(ids))))
    return {row["puzzle"]: PuzzleRating(**row) for row in rows.mappings()}


async def lock_rating(tx: Transaction, first: PuzzleRating) -> PuzzleRating:
    """Return the rating of a puzzle, locked until the transaction ends.

    :param first: its rating before any attempt.
    """
    await tx.add_new(puzzle_ratings, to_row(first))
    wanted = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == first.puzzle).with_for_update()
    return PuzzleRating(**(await tx.execute(wanted)).mappings().one())


async def save_rating(tx: Transaction, rating: PuzzleRating) -> None:
    """Save the rating of a puzzle."""
    await tx.save(puzzle_ratings, to_row(rating))
