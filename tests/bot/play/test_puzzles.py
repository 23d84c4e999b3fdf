"""Puzzles by clicks: one try each, the puzzle of the day, sharing, and puzzles from people's matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import delete

import games
from bot.coach.clicks import CoachClick
from bot.coach.positions import decision_view
from bot.coach.puzzles import finding, requests, stock
from bot.coach.puzzles.looking import FoundPiece
from bot.coach.puzzles.stock import OpenPuzzle, games_with_puzzles, is_right, listed, of_day
from bot.messages.parts.components import ClickKind
from bot.tables.solo.state import day_of
from games.computers.puzzles import Puzzle
from games.computers.review import decisions
from storage import guilds, matches, puzzles
from storage.guilds import PlayerSettings
from storage.matches import Continuation
from storage.puzzles import Attempt, StoredPuzzle
from storage.schema import puzzles as rows
from tests import simulation
from tests.bot.play.at_table import (
    bot_of,
    buttons,
    end_table,
    everything_said,
    forged,
    hand_of,
    match_in,
    mover,
    open_match,
    play_one,
    play_to_the_end,
    said,
    seat_number,
    shown,
    table_in,
    texts_in,
    tiles_in,
    title_of,
    user_id,
    words_in,
)
from tests.bot.play.league.past_matches import save_past_match
from tests.discord_world import DiscordWorld
from tests.games.finished import finished

pytestmark = pytest.mark.thorough

DAY = 24 * 60 * 60.0
OVER = "AAAAAAAAAAA"


def opened(puzzle_id: str) -> OpenPuzzle:
    puzzle = stock.open_shipped(puzzle_id)
    assert puzzle is not None
    return puzzle


def wrong_move(puzzle: OpenPuzzle) -> str:
    moves = decision_view(puzzle.match, puzzle.seat).moves
    return next(str(move) for move in moves if not is_right(puzzle, move))


def daily(world: DiscordWorld) -> OpenPuzzle:
    """Return today's puzzle."""
    return opened(of_day(day_of(bot_of(world).services.now())).id)


def ordinal(world: DiscordWorld, days: int = 0) -> str:
    return str(day_of(bot_of(world).services.now()).toordinal() + days)


def private(world: DiscordWorld, name: str = "Ada", channel: str = "dominoes") -> dict[str, Any]:
    message = hand_of(world, name, channel)
    assert message is not None
    return message


def shown_id(world: DiscordWorld, name: str = "Ada", channel: str = "dominoes") -> str:
    """Return the id of the puzzle that a person sees."""
    kinds = (f"b:{CoachClick.PUZZLE_MOVE}:", f"b:{CoachClick.PUZZLE_ASK}:")
    return next(
        one.custom_id.split(":")[2] for one in buttons(private(world, name, channel)) if one.custom_id.startswith(kinds)
    )


async def press(
    world: DiscordWorld,
    puzzle_id: str,
    text: str,
    name: str = "Ada",
    *,
    day: str = "0",
    kind: ClickKind = CoachClick.PUZZLE_MOVE,
) -> str:
    """Make a click on a puzzle; return the newest private text."""
    if not shown(world):
        await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
    await simulation.deliver(world.env, forged(world, name, "b", kind, puzzle_id, day, text, ""))
    await world.pass_time(1)
    return texts_in(private(world, name))


async def attempts_of(world: DiscordWorld, name: str = "Ada") -> Sequence[Attempt]:
    async with bot_of(world).services.database.read() as tx:
        return await puzzles.attempts_of(tx, user_id(world, name))


async def test_a_puzzle_is_shown_to_one_person_only(world: DiscordWorld) -> None:
    await world.slash("Ada", "puzzle", game="block")
    assert title_of(private(world)) == "Block with Bonus: a puzzle"
    assert "Player 1" in texts_in(private(world))
    assert everything_said(world, "Celina") == ""
    assert stock.shipped()[shown_id(world)].match().key == "block"


async def test_a_button_of_the_puzzle_makes_the_attempt(world: DiscordWorld) -> None:
    await world.slash("Ada", "puzzle", game="bingo")
    puzzle = opened(shown_id(world))
    move = next(one for one in buttons(private(world)) if one.custom_id.startswith(f"b:{CoachClick.PUZZLE_MOVE}:"))
    await world.press("Ada", move)
    await world.pass_time(1)
    [attempt] = await attempts_of(world)
    assert (attempt.puzzle, attempt.game, attempt.day) == (puzzle.id, "bingo", "")
    assert ("Right!" in texts_in(private(world))) is attempt.solved
    await world.click("Ada", "Next puzzle")
    assert shown_id(world) != puzzle.id


async def test_the_right_move_raises_the_rating(world: DiscordWorld) -> None:
    puzzle = opened(next(one.id for one in listed() if one.game == "block"))
    text = await press(world, puzzle.id, str(puzzle.best))
    assert "Right!" in text
    assert "more matches in 100 than any other move" in text
    assert "Your puzzle rating: **15" in text
    assert "(+" in text
    assert [(one.solved, one.move) for one in await attempts_of(world)] == [(True, str(puzzle.best))]


async def test_a_wrong_move_shows_the_best_one_and_reasons(world: DiscordWorld) -> None:
    puzzle = opened(next(one.id for one in listed() if one.game == "block"))
    text = await press(world, puzzle.id, wrong_move(puzzle))
    assert "The good move was" in text
    assert "of 100" in text
    assert "Your puzzle rating: **14" in text
    assert "(−" in text


async def test_two_clicks_at_once_save_one_attempt(world: DiscordWorld) -> None:
    await world.slash("Dmitri", "play", game="block")
    puzzle = opened(next(one.id for one in listed() if one.game == "block"))
    clicks = [
        forged(world, "Ada", "b", CoachClick.PUZZLE_MOVE, puzzle.id, "0", move, "")
        for move in (wrong_move(puzzle), str(puzzle.best))
    ]
    await simulation.deliver(world.env, *clicks)
    await world.pass_time(1)
    [attempt] = await attempts_of(world)
    async with bot_of(world).services.database.read() as tx:
        solver = await puzzles.solver(tx, user_id(world, "Ada"))
    assert solver is not None
    assert (solver.attempts, solver.solved) == (1, attempt.solved)
    verdict = "Right!" if attempt.solved else "The good move was"
    assert everything_said(world, "Ada").count(verdict) == 2


@pytest.mark.parametrize(
    ("puzzle_id", "text"),
    [("0000000000", "6-4"), ("p1-abcdef", "6-4"), ("p", ""), ("", "6-4"), ("known", "6-6@nowhere"), ("known", "")],
)
async def test_a_forged_click_is_answered_and_saves_nothing(world: DiscordWorld, puzzle_id: str, text: str) -> None:
    known = next(one.id for one in listed() if one.game == "block")
    answer = await press(world, known if puzzle_id == "known" else puzzle_id, text)
    assert "no longer" in answer or "unknown" in answer or "button" in answer
    assert await attempts_of(world) == []


@pytest.mark.parametrize("days", [-1, 1, 9_999_999])
async def test_another_day_is_not_accepted(world: DiscordWorld, days: int) -> None:
    puzzle = daily(world)
    await press(world, puzzle.id, str(puzzle.best), day=ordinal(world, days))
    assert await attempts_of(world) == []


async def test_another_puzzle_is_not_that_of_the_day(world: DiscordWorld) -> None:
    other = opened(next(one.id for one in listed() if one.id != daily(world).id))
    await press(world, other.id, str(other.best), day=ordinal(world))
    assert await attempts_of(world) == []


async def test_a_late_click_after_midnight_does_not_count(world: DiscordWorld) -> None:
    puzzle, yesterday = daily(world), ordinal(world)
    await world.pass_time(DAY)
    assert "This puzzle is no longer open" in await press(world, puzzle.id, str(puzzle.best), day=yesterday)
    assert await attempts_of(world) == []


# --- The puzzle of the day --------------------------------------------------------------------------------------------


async def test_without_a_game_the_puzzle_of_the_day_comes_first(world: DiscordWorld) -> None:
    await world.slash("Ada", "puzzle")
    assert "the puzzle of the day" in title_of(private(world))
    puzzle = daily(world)
    assert shown_id(world) == puzzle.id
    text = await press(world, puzzle.id, str(puzzle.best), day=ordinal(world))
    assert "1 day in a row" in text
    assert "Solved today on this server: **Ada**" in text
    await world.slash("Ada", "puzzle")
    assert "the puzzle of the day" not in title_of(private(world))


async def test_the_page_of_the_day_opens_its_puzzle_and_its_result(world: DiscordWorld) -> None:
    await world.slash("Ada", "daily")
    await world.click("Ada", "Puzzle of the day")
    puzzle = daily(world)
    assert shown_id(world) == puzzle.id
    await press(world, puzzle.id, wrong_move(puzzle), day=ordinal(world))
    await world.slash("Ada", "daily")
    await world.click("Ada", "Puzzle of the day")
    await world.pass_time(1)
    assert "The good move was" in texts_in(private(world))
    assert len(await attempts_of(world)) == 1


async def test_a_streak_is_shared_as_a_grid_without_tiles(world: DiscordWorld) -> None:
    for right in (True, False, True, True):
        puzzle = daily(world)
        await world.slash("Ada", "puzzle")
        await press(world, puzzle.id, str(puzzle.best) if right else wrong_move(puzzle), day=ordinal(world))
        await world.pass_time(DAY)
    await simulation.deliver(world.env, forged(world, "Ada", "b", CoachClick.PUZZLE_SHARE, "", "0", "", ""))
    await world.pass_time(1)
    text = texts_in(private(world))
    assert "⬜⬜🟩🟥🟩🟩⬜ · 🔥 2" in text
    assert not tiles_in(text.replace(day_of(bot_of(world).services.now()).isoformat(), ""))
    await world.click("Ada", "Post here")
    assert "⬜⬜🟩🟥🟩🟩⬜ · 🔥 2" in everything_said(world)


@pytest.mark.parametrize("kind", [CoachClick.PUZZLE_SHARE, CoachClick.PUZZLE_POST])
async def test_without_an_attempt_there_is_nothing_to_share(world: DiscordWorld, kind: ClickKind) -> None:
    await press(world, "", "", kind=kind)
    assert "⬜" not in everything_said(world, "Ada")


async def test_members_who_solved_it_are_listed_and_others_are_not(world: DiscordWorld) -> None:
    puzzle = daily(world)
    for name, move in (("Ada", str(puzzle.best)), ("Borys", wrong_move(puzzle)), ("Celina", str(puzzle.best))):
        await world.slash(name, "puzzle")
        text = await press(world, puzzle.id, move, name, day=ordinal(world))
    assert "Solved today on this server: **Ada**, **Celina**" in text


async def test_an_earlier_try_does_not_spoil_the_day(world: DiscordWorld) -> None:
    puzzle = daily(world)
    await press(world, puzzle.id, wrong_move(puzzle))
    text = await press(world, puzzle.id, str(puzzle.best), day=ordinal(world))
    assert "1 day in a row" in text
    assert "(+" not in text
    async with bot_of(world).services.database.read() as tx:
        solver = await puzzles.solver(tx, user_id(world, "Ada"))
    assert solver is not None
    assert solver.attempts == 1


async def test_puzzles_work_in_direct_messages(world: DiscordWorld) -> None:
    ada = world.person("Ada").user
    await ada.slash("puzzle")
    message = private(world, channel="dm")
    assert "the puzzle of the day" in title_of(message)
    move = next((one for one in buttons(message) if one.custom_id.startswith(f"b:{CoachClick.PUZZLE_MOVE}:")), None)
    if move is None:
        await world.press("Ada", next(one for one in buttons(message) if f":{CoachClick.PUZZLE_ASK}:" in one.custom_id))
        message = private(world, channel="dm")
        move = next(one for one in buttons(message) if one.custom_id.startswith(f"b:{CoachClick.PUZZLE_MOVE}:"))
    await world.press("Ada", move)
    await world.pass_time(1)
    [attempt] = await attempts_of(world)
    assert attempt.guild_id == 0
    assert "Your puzzle rating" in texts_in(private(world, channel="dm"))


# --- The stock --------------------------------------------------------------------------------------------------------


async def test_a_game_without_puzzles_says_so(world: DiscordWorld) -> None:
    answer = said(await world.slash("Ada", "puzzle", game="kent"))
    assert "Kent has no puzzles yet" in answer
    assert "Bingo" in answer


async def test_after_the_last_puzzle_other_games_are_offered(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = (*[one for one in listed() if one.game == "block"][:1], *[one for one in listed() if one.game == "nos"][:2])
    monkeypatch.setattr(requests, "listed", lambda: few)
    monkeypatch.setattr(requests, "of_day", lambda _: few[2])
    puzzle = opened(few[0].id)
    await press(world, puzzle.id, str(puzzle.best))
    await world.slash("Ada", "puzzle", game="block")
    assert "you have tried all puzzles" in texts_in(private(world))
    await world.select("Ada", ["nos"], id_prefix=f"s:{CoachClick.PUZZLE}:")
    assert shown_id(world) == few[1].id


async def test_only_games_with_puzzles_are_suggested(world: DiscordWorld) -> None:
    found = await world.person("Ada").autocomplete(world.channel, "puzzle", "game", "")
    assert {one["value"] for one in found} == set(games_with_puzzles())


async def test_statistics_show_the_puzzle_rating(world: DiscordWorld) -> None:
    puzzle = opened(next(one.id for one in listed() if one.game == "block"))
    await press(world, puzzle.id, str(puzzle.best))
    assert "Puzzles: **15" in said(await world.slash("Ada", "stats"))


@pytest.mark.parametrize("key", games_with_puzzles())
async def test_no_tile_that_the_seat_cannot_see_is_in_a_puzzle(world: DiscordWorld, key: str) -> None:
    puzzle = opened(next(one.id for one in listed() if one.game == key))
    view = decision_view(puzzle.match, puzzle.seat)
    known = tiles_in(f"{view.as_dict()} {puzzle.match.view(None).as_dict()}")
    hidden = {str(tile) for tile in puzzle.match.tile_set} - known
    for kind, text in ((CoachClick.PUZZLE_ASK, ""), (CoachClick.PUZZLE_MOVE, str(puzzle.best))):
        await press(world, puzzle.id, text, kind=kind)
        assert not tiles_in(words_in(private(world))) & hidden


@pytest.mark.parametrize(("locale", "title", "verdict"), [("pl", "zadanie", "Dobrze!"), ("ru", "задача", "Верно!")])
async def test_puzzles_speak_the_language_of_the_person(
    world: DiscordWorld, locale: str, title: str, verdict: str
) -> None:
    world.speak("Ada", locale)
    await world.slash("Ada", "puzzle", game="block")
    assert title_of(private(world)).endswith(f": {title}")
    puzzle = opened(shown_id(world))
    assert verdict in await press(world, puzzle.id, str(puzzle.best))


# --- Playing on ------------------------------------------------------------------------------------------------------


async def test_a_tried_puzzle_is_played_on_against_computers_and_counts_nowhere(world: DiscordWorld) -> None:
    puzzle = opened(next(one.id for one in listed() if one.game == "block"))
    assert "I don't know" in await press(world, puzzle.id, "", kind=CoachClick.PUZZLE_PLAY), "before the attempt"
    await press(world, puzzle.id, str(puzzle.best))
    taken = await world.click("Ada", "Play on from here")
    assert "A table is already open here" in said(taken)
    await end_table(world, "Dmitri")
    await press(world, puzzle.id, "", kind=CoachClick.PUZZLE_PLAY)
    table = table_in(world)
    assert table.stored.helped
    assert match_in(world).record().log == puzzle.match.record().log
    assert (mover(world), seat_number(world, "Ada")) == ("Ada", puzzle.seat)
    assert "played on from a lesson or puzzle" in everything_said(world, "Ada")
    await play_one(world)
    assert table_in(world).revision > len(puzzle.match.record().log)


async def test_the_puzzle_of_the_day_is_not_played_on_before_the_eyes_of_others(world: DiscordWorld) -> None:
    puzzle = daily(world)
    await press(world, puzzle.id, str(puzzle.best), day=ordinal(world))
    assert "Play on from here" not in world.labels("Ada")
    assert "I don't know" in await press(world, puzzle.id, "", kind=CoachClick.PUZZLE_PLAY)


# --- Puzzles from people's matches ------------------------------------------------------------------------------------


async def give(world: DiscordWorld, *names: str) -> None:
    async with bot_of(world).services.database.write() as tx:
        for name in names:
            await guilds.save_player(tx, PlayerSettings(world.guild.id, user_id(world, name), gives_puzzles=True))


async def save_puzzle(world: DiscordWorld) -> StoredPuzzle:
    """Save a puzzle from a past match of Ada and Borys; return it."""
    match = await save_past_match(world, OVER, match=finished("block"))
    await give(world, "Ada", "Borys")
    ply = decisions(match, 1)[3]
    best = match.record().log[ply][1]
    async with bot_of(world).services.database.write() as tx:
        assert await puzzles.add(tx, StoredPuzzle(OVER, world.guild.id, "block", ply, 1, best, 2000, at=5.0))
        [found] = await puzzles.of_server(tx, world.guild.id)
    return found


async def test_a_puzzle_from_a_match_names_no_one(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = await save_puzzle(world)
    monkeypatch.setattr(requests, "listed", lambda: ())
    await world.slash("Celina", "puzzle", game="block")
    assert shown_id(world, "Celina") == puzzle.id
    text = words_in(private(world, "Celina"))
    assert "Player 2 (you)" in text
    assert not any(one in text for one in ("Ada", "Borys", OVER))
    answer = await press(world, puzzle.id, puzzle.best, "Celina")
    assert "Right!" in answer
    assert not any(one in words_in(private(world, "Celina")) for one in ("Ada", "Borys", OVER))
    assert "Play on from here" not in world.labels("Celina"), "its beginning would tell whose match it was"
    assert "I don't know" in await press(world, puzzle.id, "", "Celina", kind=CoachClick.PUZZLE_PLAY)


async def test_a_puzzle_of_a_deleted_match_is_gone(world: DiscordWorld) -> None:
    puzzle = await save_puzzle(world)
    async with bot_of(world).services.database.write() as tx:
        await tx.execute(delete(rows))
    assert "no longer open" in await press(world, puzzle.id, puzzle.best)


async def test_a_puzzle_is_looked_for_in_a_match_whose_players_allow_it(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def look(record: games.Record, _name: str, first: int, _seconds: float, *, signals: object) -> FoundPiece:
        looked.append(first)
        if first == 0:
            return FoundPiece(None, 2)
        return FoundPiece(Puzzle(record.text(), 2, 0, record.log[2][1], 2000, 50), 3)

    monkeypatch.setattr(finding, "look_at_piece", look)
    await give(world, "Ada", "Borys")
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    await play_to_the_end(world)
    await world.pass_time(60)
    async with bot_of(world).services.database.read() as tx:
        [found] = await puzzles.of_server(tx, world.guild.id)
    assert looked == [0, 2]
    assert (found.match_id, found.ply, found.seat) == (match_id, 2, 0)


async def test_a_played_on_match_gives_no_puzzle(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    await give(world, "Ada", "Borys")
    ply = decisions(match, 1)[3]
    async with bot_of(world).services.database.write() as tx:
        version = await matches.newest_version(tx, OVER)
        await matches.update(tx, OVER, version or 0, continues=Continuation("BBBBBBBBBBB", 9))
        best = match.record().log[ply][1]
        assert not await puzzles.add(tx, StoredPuzzle(OVER, world.guild.id, "block", ply, 1, best, 2000, at=5.0))


async def test_no_puzzle_is_looked_for_without_consent(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(*_: object, **__: object) -> FoundPiece:
        pytest.fail("the match is not to be searched")

    monkeypatch.setattr(finding, "look_at_piece", look)
    await give(world, "Ada")
    await open_match(world, "Borys", clock="none")
    await play_to_the_end(world)
    await world.pass_time(60)
    async with bot_of(world).services.database.read() as tx:
        assert await puzzles.of_server(tx, world.guild.id) == []
