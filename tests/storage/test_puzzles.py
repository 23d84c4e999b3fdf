"""Puzzles of people who allow them, first attempts, and ratings."""

from dataclasses import replace

from sqlalchemy import delete

from storage import guilds, matches, puzzles
from storage.database import Database, Transaction
from storage.guilds import PlayerSettings
from storage.matches import Player, StoredSeat
from storage.puzzles import Attempt, PuzzleRating, PuzzleSolver, StoredPuzzle
from storage.schema import league_entrants, solo_players
from storage.schema import puzzles as puzzle_rows
from tests.storage.samples import GUILD, match

ADA, BEN = 101, 102
PUZZLE = StoredPuzzle("m", GUILD, "block", 12, 1, "6-4", 2000, at=5.0)
ATTEMPT = Attempt(ADA, GUILD, "3fa9", "block", "", "6-4", solved=True, at=5.0)


async def give(tx: Transaction, *people: int, gives: bool = True) -> None:
    for one in people:
        await guilds.save_player(tx, PlayerSettings(GUILD, one, gives_puzzles=gives))


async def save_match(tx: Transaction, *people: int | None, began: tuple[int, ...] = ()) -> None:
    """Save a match with these people, and computers for None."""
    seated = tuple(
        StoredSeat(seat, one, Player.PERSON if one else Player.CASUAL, "", late=0, away=False)
        for seat, one in enumerate(people)
    )
    await matches.add(tx, match("m"), seated)
    for seat, one in enumerate(began):
        entrant = {"match_id": "m", "guild_id": GUILD, "seat": seat, "user_id": one}
        await tx.add_new(league_entrants, entrant)


async def test_a_puzzle_needs_the_consent_of_all_people(database: Database) -> None:
    async with database.write() as tx:
        await save_match(tx, ADA, BEN)
        assert not await puzzles.add(tx, PUZZLE)
        await give(tx, ADA)
        assert not await puzzles.add(tx, PUZZLE)
        await give(tx, BEN)
        assert await puzzles.add(tx, PUZZLE)
        [found] = await puzzles.of_server(tx, GUILD)
        assert replace(found, number=0) == PUZZLE
        assert await puzzles.load(tx, GUILD, found.id) == found


async def test_computers_need_no_consent(database: Database) -> None:
    async with database.write() as tx:
        await save_match(tx, ADA, None)
        await give(tx, ADA)
        assert await puzzles.add(tx, PUZZLE)


async def test_a_person_who_left_the_match_is_asked_too(database: Database) -> None:
    async with database.write() as tx:
        await save_match(tx, ADA, None, began=(ADA, BEN))
        await give(tx, ADA)
        assert not await puzzles.add(tx, PUZZLE)


async def test_a_deleted_match_gives_no_puzzle(database: Database) -> None:
    async with database.write() as tx:
        await give(tx, ADA, BEN)
        assert not await puzzles.add(tx, PUZZLE)


async def test_a_withdrawn_consent_hides_the_puzzles(database: Database) -> None:
    async with database.write() as tx:
        await save_match(tx, ADA, BEN)
        await give(tx, ADA, BEN)
        assert await puzzles.add(tx, PUZZLE)
        await give(tx, BEN, gives=False)
        assert await puzzles.of_server(tx, GUILD) == []


async def test_puzzles_are_found_by_server_and_game(database: Database) -> None:
    async with database.write() as tx:
        await save_match(tx, ADA, BEN)
        await give(tx, ADA, BEN)
        assert await puzzles.add(tx, PUZZLE)
        assert len(await puzzles.of_server(tx, GUILD, "block")) == 1
        assert await puzzles.of_server(tx, GUILD, "nos") == []
        assert await puzzles.of_server(tx, GUILD + 1) == []


async def test_an_id_is_not_used_again_after_a_deletion(database: Database) -> None:
    async with database.write() as tx:
        await save_match(tx, ADA, BEN)
        await give(tx, ADA, BEN)
        await puzzles.add(tx, PUZZLE)
        [first] = await puzzles.of_server(tx, GUILD)
        await tx.execute(delete(puzzle_rows))
        await puzzles.add(tx, replace(PUZZLE, ply=14))
        assert await puzzles.load(tx, GUILD, first.id) is None
        assert await puzzles.load(tx, GUILD + 1, first.id) is None


async def test_forged_ids_find_no_puzzle(database: Database) -> None:
    async with database.read() as tx:
        for forged in ("", "p", "p1", "p-1", "p²-1", "p" + "9" * 40, "3fa9"):
            assert await puzzles.load(tx, GUILD, forged) is None


async def test_only_the_first_attempt_is_kept(database: Database) -> None:
    async with database.write() as tx:
        assert await puzzles.add_attempt(tx, ATTEMPT)
        assert not await puzzles.add_attempt(tx, replace(ATTEMPT, move="3-1", solved=False))
        assert await puzzles.add_attempt(tx, replace(ATTEMPT, user_id=BEN))
    async with database.read() as tx:
        assert await puzzles.attempts_of(tx, ADA) == [ATTEMPT]


async def test_the_puzzle_of_a_day_has_an_attempt_of_its_own(database: Database) -> None:
    daily = replace(ATTEMPT, day="2026-11-25", at=6.0)
    async with database.write() as tx:
        assert await puzzles.add_attempt(tx, ATTEMPT)
        assert await puzzles.add_attempt(tx, daily)
        assert not await puzzles.add_attempt(tx, replace(daily, move="3-1"))
        assert await puzzles.attempts_of(tx, ADA) == [ATTEMPT, daily]


async def test_the_solvers_of_a_day_are_members_of_the_server(database: Database) -> None:
    day = "2026-11-25"
    async with database.write() as tx:
        for person, name, guild_id in ((ADA, "Ada", GUILD), (BEN, "Ben", GUILD), (103, "Cleo", GUILD + 1)):
            await tx.add_new(solo_players, {"guild_id": guild_id, "user_id": person, "name": name})
            await puzzles.add_attempt(tx, replace(ATTEMPT, user_id=person, day=day, at=200.0 - person))
        await puzzles.add_attempt(tx, replace(ATTEMPT, user_id=BEN, day="2026-11-24"))
        assert list((await puzzles.solvers_of_day(tx, GUILD, day)).items()) == [(BEN, "Ben"), (ADA, "Ada")]
        assert await puzzles.solvers_of_day(tx, GUILD, "2026-11-24") == {BEN: "Ben"}


async def test_ratings_are_kept_for_people_and_puzzles(database: Database) -> None:
    ada, puzzle = PuzzleSolver(ADA, GUILD, 26.0, 7.5, attempts=2, solved=1), PuzzleRating("3fa9", 24.0, 7.0, 2)
    async with database.write() as tx:
        assert await puzzles.solver(tx, ADA) is None
        await puzzles.save_solver(tx, ada)
        assert await puzzles.lock_rating(tx, replace(puzzle, attempts=0)) == replace(puzzle, attempts=0)
        await puzzles.save_rating(tx, puzzle)
        assert await puzzles.lock_rating(tx, replace(puzzle, mu=25.0)) == puzzle
        assert await puzzles.solver(tx, ADA) == ada
        assert await puzzles.ratings_of(tx, ["3fa9", "unknown"]) == {"3fa9": puzzle}
