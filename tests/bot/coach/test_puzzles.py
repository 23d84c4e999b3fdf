"""Puzzles: ids, the choice of the next one, the puzzle of the day, ratings and streaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from bot.coach.clicks import CoachClick
from bot.coach.positions import decision_view
from bot.coach.puzzles import looking, stock
from bot.coach.puzzles.attempts import Answered, attempt_at, last_days, rated, record, streak
from bot.coach.puzzles.finding import PuzzleFinder
from bot.coach.puzzles.looking import look_at_piece
from bot.coach.puzzles.messages import PuzzleResult, puzzle_message, result_message, shared_puzzles
from bot.coach.puzzles.stock import ListedPuzzle, games_with_puzzles, id_of, is_right, listed, next_of, of_day
from bot.coach.reasons import exact_names
from bot.coach.reviews.reviewing import Reviews
from bot.locales import words
from bot.messages.games import presenter_of
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import MAX_CUSTOM_ID, Button, ClickKind, MessageFormat, Select
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.skills import START, Skill
from bot.tables.processes import Processes, Signals
from games import Move
from games.computers.decisions import decision_of
from games.computers.puzzles import Puzzle, choices, puzzles_of
from storage import puzzles
from storage.database import Database
from storage.league.ratings import shown
from storage.matches import Continuation, Status
from storage.puzzles import Attempt, PuzzleRating
from tests.bot.messages.tables import table_of
from tests.bot.play.at_table import tiles_in
from tests.games.finished import finished
from tests.needs import some_of

TODAY = date(2026, 11, 25)
EASY, MIDDLE, HARD = (
    ListedPuzzle(name, "block", Skill(mu, START.sigma)) for name, mu in (("a", 22.0), ("b", 25.0), ("c", 28.0))
)
ATTEMPT = Attempt(101, 1, "b", "block", "", "6-4", solved=True, at=5.0)


def tried_on(back: int, *, solved: bool = True) -> Attempt:
    """Return an attempt at the puzzle of a day before today."""
    return replace(ATTEMPT, day=(TODAY - timedelta(days=back)).isoformat(), solved=solved)


def test_an_id_stays_when_the_file_of_its_puzzle_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    [first, second, *_] = puzzles_of("block")
    before = id_of(second)
    added = replace(first, ply=first.ply + 1)
    monkeypatch.setattr(stock, "puzzles_of", lambda key: (added, first, second) if key == "block" else ())
    found = stock.shipped.__wrapped__()
    assert found[before] == second
    assert len(found) == 3


def test_all_puzzles_have_ids_of_their_own() -> None:
    assert len(listed()) == sum(len(puzzles_of(key)) for key in games_with_puzzles())


@pytest.mark.parametrize(("mu", "expected"), [(20.0, "a"), (24.0, "b"), (26.4, "b"), (26.6, "c"), (40.0, "c")])
def test_the_next_puzzle_is_the_nearest_to_the_rating(mu: float, expected: str) -> None:
    found = next_of([HARD, EASY, MIDDLE], (), {}, mu)
    assert found is not None
    assert found.id == expected


def test_the_next_puzzle_has_not_been_tried() -> None:
    assert next_of([EASY, MIDDLE, HARD], {"b", "c"}, {}, 28.0) == EASY
    assert next_of([EASY], {"a"}, {}, 28.0) is None


def test_a_puzzle_that_was_tried_is_chosen_by_its_new_rating() -> None:
    rated_since = {"a": PuzzleRating("a", 29.0, 7.0, 3)}
    assert next_of([EASY, MIDDLE, HARD], (), rated_since, 30.0) == EASY


def test_the_puzzle_of_the_day_comes_again_only_after_all_others() -> None:
    days = [TODAY + timedelta(days=number) for number in range(len(listed()))]
    assert len({of_day(day).id for day in days}) == len(listed())
    assert of_day(days[-1] + timedelta(days=1)) == of_day(TODAY)


def test_a_harder_puzzle_begins_with_a_higher_rating() -> None:
    # A difficulty of 75 is half of the way from the middle to the hardest, which differ by 5 units: 25 + 2.5.
    puzzle = Puzzle("", 0, 0, "6-4", 2000, 75)
    assert stock._skill(puzzle.difficulty) == Skill(27.5, START.sigma)


@pytest.mark.parametrize(("solved", "own", "its"), [(True, 1563, 1437), (False, 1437, 1563)])
def test_a_first_attempt_at_an_equal_puzzle_is_worth_63(solved: bool, own: int, its: int) -> None:
    # c = sqrt(2 (8.333² + 4.167²)) = 13.176; a win against an equal gains 8.333² / c x 0.5 = 2.635 units of 24 points.
    person, puzzle = rated(START, START, solved=solved)
    assert (shown(person.mu), shown(puzzle.mu)) == (own, its)
    assert person.sigma < START.sigma > puzzle.sigma


async def test_only_the_first_attempt_at_a_puzzle_is_rated(database: Database) -> None:
    async with database.write() as tx:
        first = await record(tx, MIDDLE, ATTEMPT)
        again = await record(tx, MIDDLE, replace(ATTEMPT, move="3-1", solved=False))
        daily = await record(tx, MIDDLE, replace(ATTEMPT, day=TODAY.isoformat()))
        of_puzzle = await puzzles.ratings_of(tx, ["b"])
    assert first.rating is not None
    assert first.before is not None
    assert (shown(first.before.mu), shown(first.rating.mu)) == (1500, 1563)
    assert (first.rating.attempts, first.rating.solved) == (1, 1)
    assert again == Answered(ATTEMPT, first.rating)
    assert daily == Answered(replace(ATTEMPT, day=TODAY.isoformat()), first.rating, streak=1)
    assert of_puzzle["b"].attempts == 1


async def test_a_late_click_on_the_puzzle_of_the_day_rates_nothing(database: Database) -> None:
    daily = replace(ATTEMPT, day=TODAY.isoformat())
    async with database.write() as tx:
        first = await record(tx, MIDDLE, daily)
        late = await record(tx, MIDDLE, replace(ATTEMPT, move="3-1", solved=False))
        assert await puzzles.attempts_of(tx, 101) == [daily]
    assert late.attempt == daily
    assert late.rating == first.rating


async def test_a_day_has_one_attempt_even_if_its_puzzle_changes(database: Database) -> None:
    daily = replace(ATTEMPT, day=TODAY.isoformat())
    async with database.write() as tx:
        await record(tx, MIDDLE, daily)
        assert (await record(tx, HARD, replace(daily, puzzle="c"))).attempt == daily


def test_the_attempt_of_a_day_is_another_one() -> None:
    daily = tried_on(0)
    assert attempt_at([daily], "b") == daily
    assert attempt_at([ATTEMPT], "b", TODAY.isoformat()) is None
    assert attempt_at([ATTEMPT, daily], "b", TODAY.isoformat()) == daily


@pytest.mark.parametrize(
    ("attempts", "expected"),
    [
        ([], 0),
        ([ATTEMPT], 0),
        ([tried_on(0)], 1),
        ([tried_on(1), tried_on(2)], 2),
        ([tried_on(0), tried_on(1), tried_on(3)], 2),
        ([tried_on(0), tried_on(1, solved=False), tried_on(2)], 1),
        ([tried_on(0, solved=False), tried_on(1)], 0),
    ],
)
def test_a_streak_is_of_days_in_a_row_solved(attempts: list[Attempt], expected: int) -> None:
    assert streak(attempts, TODAY) == expected


def test_a_shared_grid_shows_seven_days_and_no_tile() -> None:
    attempts = [tried_on(0), tried_on(1), tried_on(2, solved=False), tried_on(6), tried_on(7)]
    shared = shared_puzzles(last_days(attempts, TODAY), TODAY, streak(attempts, TODAY), Reader(words("en")))
    assert shared.lines == ("Boneyard · Puzzle of the day · 2026-11-25", "🟩⬜⬜⬜🟥🟩🟩 · 🔥 2")
    assert shared.leads_to == "Play it too: `/puzzle`"


@pytest.mark.parametrize("puzzle_id", some_of([one.id for one in listed()], 6))
def test_the_best_move_and_its_equivalents_are_right(puzzle_id: str) -> None:
    puzzle = stock.open_shipped(puzzle_id)
    assert puzzle is not None
    assert is_right(puzzle, puzzle.best)
    right = [move for move in puzzle.match.moves(puzzle.seat) if is_right(puzzle, move)]
    assert puzzle.best in right
    assert len(right) < len(puzzle.match.moves(puzzle.seat))


@pytest.mark.parametrize("key", games_with_puzzles())
def test_the_good_move_is_named_as_no_wrong_one_is(key: str) -> None:
    for puzzle_id in some_of([one.id for one in listed() if one.game == key], 3):
        puzzle = stock.open_shipped(puzzle_id)
        assert puzzle is not None
        view, presenter = (
            decision_view(puzzle.match, puzzle.seat),
            presenter_of(type(puzzle.match), Reader(words("en")), PlayerNames.numbered(puzzle.match.seats)),
        )
        [name] = exact_names([puzzle.best], presenter, view)
        same = [move for move in view.moves if exact_names([move], presenter, view) == [name]]
        assert all(is_right(puzzle, move) for move in same), name


def test_a_search_goes_on_where_it_stopped_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    match, looked = finished("block"), list[int]()
    plies = [ply for ply, *_ in choices(match)]
    monkeypatch.setattr(looking, "puzzle_at", lambda _match, ply, *_: looked.append(ply))
    first: int | None = 0
    while first is not None:
        puzzle, first = look_at_piece(match.record(), "a name", first, 0.0, signals=Signals([1], 0))
        assert puzzle is None
    assert looked == plies


def test_a_search_stops_at_a_puzzle_and_when_it_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished("block")
    [first, second, third, *_] = [ply for ply, *_ in choices(match)]
    found = Puzzle("", second, 0, "6-4", 2000, 50)
    monkeypatch.setattr(looking, "puzzle_at", lambda _match, ply, *_: found if ply == second else None)
    about = match.record(), "a name"
    assert look_at_piece(*about, 0, 60.0, signals=Signals([1], 0)) == (found, second + 1)
    assert look_at_piece(*about, third, 60.0, signals=Signals([0], 0)) == (None, third + 1)
    assert first < second


async def test_a_match_that_continues_another_gives_no_puzzle(database: Database) -> None:
    finder = PuzzleFinder(database, Reviews(database, Processes(0), lambda: 0.0), lambda: 0.0, pause_s=60.0)
    running = table_of(finished("block"))
    over = running.with_stored(status=Status.OVER)
    finder.on_change(over.with_stored(continues=Continuation("another", 7)), running)
    assert not finder._waiting
    finder.on_change(over, over)
    assert not finder._waiting
    for _ in range(2):
        finder.on_change(over, running)
    assert len(finder._waiting) == 1
    await finder.close()


def clicks_in(message: Message) -> Iterator[tuple[ClickKind, str]]:
    """Yield the kinds and texts of all clicks that a puzzle offers."""
    for part in (part for row in message.rows for part in row):
        if isinstance(part, Button):
            assert len(part.address.custom_id("b")) <= MAX_CUSTOM_ID
            yield part.address.kind, part.address.rest
        elif isinstance(part, Select):
            for option in part.options:
                key = asked_key(option.value)
                yield (part.address.kind, option.value) if key is None else (CoachClick.PUZZLE_ASK, key)


def number_of(puzzle: stock.OpenPuzzle, move: str) -> int | str:
    """Return the number that equivalent moves share; the move itself if no computer considers it."""
    decision = decision_of(puzzle.match, puzzle.seat, Random("any"))
    assert decision is not None
    try:
        return decision.number_of(Move.parse(move))
    except KeyError:
        return move


MATADORS = "6-1, 5-2, 4-3 and 0-0 go anywhere"
"""A rule of Nos that names tiles, whoever holds them."""


def texts_of(message: Message) -> str:
    assert message.embed is not None
    text = f"{message.embed.to_dict()} {[drawing.alt for drawing in message.drawings]}"
    return text.replace(MATADORS, "")


@pytest.mark.parametrize("puzzle_id", some_of([one.id for one in listed()], 20))
def test_a_puzzle_offers_every_different_move_and_no_hidden_tile(puzzle_id: str) -> None:
    puzzle, reader = stock.open_shipped(puzzle_id), Reader(words("en"))
    assert puzzle is not None
    view = decision_view(puzzle.match, puzzle.seat)
    known = tiles_in(f"{view.as_dict()} {puzzle.match.view(None).as_dict()}")
    hidden = {str(tile) for tile in puzzle.match.tile_set} - known
    moves, asked, waiting = set[str](), set[str](), [""]
    while waiting:
        asked.add(key := waiting.pop())
        message = puzzle_message(puzzle, TODAY, reader, asked=key, in_format=MessageFormat.LAYOUT)
        assert not tiles_in(texts_of(message)) & hidden
        for kind, text in clicks_in(message):
            moves |= {text} if kind is CoachClick.PUZZLE_MOVE else set()
            waiting += [text] if kind is CoachClick.PUZZLE_ASK and text not in asked else []
    legal = {str(move) for move in view.moves}
    assert moves <= legal
    assert {number_of(puzzle, move) for move in moves} == {number_of(puzzle, move) for move in legal}
    for move in moves:
        attempt = replace(ATTEMPT, puzzle=puzzle_id, move=move, solved=move == str(puzzle.best))
        result = result_message(PuzzleResult(puzzle, Answered(attempt, None), ()), reader, MessageFormat.LAYOUT)
        assert not tiles_in(texts_of(result)) & hidden
