"""Requests for puzzles: the next one, the puzzle of the day, an attempt, and sharing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, MutableMapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

from cachetools import LRUCache

import games
from bot.coach.clicks import CoachClick
from bot.coach.late_answers import answer_when_ready
from bot.coach.positions import decision_view
from bot.coach.reviews.judging import judge_best, judge_move
from bot.coach.reviews.reviewing import Reviews
from bot.messages.parts.addresses import IN_THREAD
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import ClickAddress, Kind, MessageFormat
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.sharing import SharedResult
from bot.requests.handlers import on
from bot.requests.people.sharing import post_share, show_share
from bot.requests.request import Click, Request
from bot.requests.solo.daily import today
from bot.requests.table.opening import play_on, show_opened, show_taken
from bot.skills import START
from bot.tables.continuing import Beginning
from bot.tables.errors import ChannelTaken, TableError
from games import Move
from games.computers.reasons import Reason
from storage import puzzles
from storage import solo as solos
from storage.puzzles import Attempt

from .attempts import Answered, attempt_at, last_days, record, streak, streak_after
from .messages import PuzzleResult, all_tried_message, play_on_button, puzzle_message, result_message, shared_puzzles
from .stock import (
    ListedPuzzle,
    OpenPuzzle,
    games_with_puzzles,
    is_right,
    listed,
    listed_from,
    next_of,
    of_day,
    open_shipped,
)

logger = logging.getLogger(__name__)

_EXPLAINED: Final = 1000
_explained: MutableMapping[tuple[str, str], Sequence[Reason]] = LRUCache(_EXPLAINED)
"""The reasons by puzzle and move tried, "" for a right one. They are the same for all people."""


async def show_puzzle(request: Request, game: str) -> None:
    """Show the next puzzle of a game in private.

    :param game: the key of a game; "" for the puzzle of the day if it has not been tried, else for any game.
    :raises TableError: if the game has no puzzles.
    """
    if game or attempt_at(await _attempts(request), "", today(request).isoformat()) is not None:
        await _show_next(request, game)
    else:
        await _show_day(request)


@on(CoachClick.PUZZLE)
async def _next(click: Click) -> None:
    game = click.value or click.address.rest
    if game and game not in games.CATALOGUE:
        raise TableError("error.button_unknown")
    await _show_next(click, game)


async def _show_next(request: Request, game: str) -> None:
    """Show the puzzle nearest to the person's rating that they have not tried."""
    async with request.services.database.read() as tx:
        attempts = await puzzles.attempts_of(tx, request.user_id)
        stock = [*listed(), *map(listed_from, await puzzles.of_server(tx, request.guild_id))]
        rated = await puzzles.ratings_of(tx, [one.id for one in stock])
        own = await puzzles.solver(tx, request.user_id)
    if game and not any(one.game == game for one in stock):
        name = request.words(f"game.{game}.name")
        with_puzzles = request.words.list([request.words(f"game.{key}.name") for key in games_with_puzzles()])
        raise TableError("puzzle.none", game=name, games=with_puzzles)
    kept = of_day(today(request)).id  # for today's button
    tried = {one.puzzle for one in attempts} | {kept}
    wanted = [one for one in stock if game in ("", one.game)]
    found = next_of(wanted, tried, rated, START.mu if own is None else own.mu)
    if found is not None:
        puzzle = await _open(request, found.id)
        await request.reply.show(puzzle_message(puzzle, None, request.reader, in_format=request.reply.shown_format))
        return
    others = [key for key in games.TABLE_GAMES if any(one.game == key and one.id not in tried for one in stock)]
    day_is_open = attempt_at(attempts, "", today(request).isoformat()) is None
    await request.reply.show(
        all_tried_message(game, others, request.reader, request.reply.shown_format, day_is_open=day_is_open)
    )


@on(Kind.PUZZLE_DAY)
async def _day(click: Click) -> None:
    await _show_day(click)


async def _show_day(request: Request) -> None:
    """Show the puzzle of the day in a new message, or its result."""
    day = today(request)
    if request.guild_id:
        async with request.services.database.write() as tx:
            await solos.meet(tx, request.guild_id, request.user_id, request.person.name)
    attempts = await _attempts(request)
    known = attempt_at(attempts, "", day.isoformat())
    if known is None:
        puzzle = await _open(request, of_day(day).id)
        await request.reply.whisper(puzzle_message(puzzle, day, request.reader, in_format=MessageFormat.LAYOUT))
        return
    await _show_known(request, known, attempts, in_new_message=True)


@on(CoachClick.PUZZLE_ASK)
async def _ask(click: Click) -> None:
    await _show_question(click, click.address.rest)


async def _show_question(click: Click, asked: str) -> None:
    """Show a question before a move, or the result of an earlier attempt."""
    day = _day_of(click)
    puzzle = await _open_untried(click, day)
    if puzzle is None:
        return
    message = puzzle_message(puzzle, day, click.reader, asked=asked, in_format=click.reply.shown_format)
    await click.reply.show(message)


@on(CoachClick.PUZZLE_MOVE)
async def _try(click: Click) -> None:
    """Save the first move as the attempt, then show its result."""
    text = click.value or click.address.rest
    key = asked_key(text)
    if key is not None:
        await _show_question(click, key)
        return
    day = _day_of(click)
    puzzle = await _open_untried(click, day)
    if puzzle is None:
        return
    move = _require_legal(puzzle, text)
    solved = await asyncio.to_thread(is_right, puzzle, move)
    attempt = Attempt(
        user_id=click.user_id,
        guild_id=click.guild_id,
        puzzle=puzzle.id,
        game=puzzle.listed.game,
        day="" if day is None else day.isoformat(),
        move=str(move),
        solved=solved,
        at=click.services.now(),
    )
    async with click.services.database.write() as tx:
        answered = await record(tx, puzzle.listed, attempt)
    await _show_result(click, puzzle, answered)


async def _open_untried(click: Click, day: date | None) -> OpenPuzzle | None:
    """Return the clicked puzzle; if it was tried before, show that result and return None."""
    attempts = await _attempts(click)
    known = attempt_at(attempts, click.match_id, "" if day is None else day.isoformat())
    if known is not None:
        await _show_known(click, known, attempts)
        return None
    _require_current(click, day)
    return await _open(click, click.match_id)


@on(CoachClick.PUZZLE_PLAY)
async def _play_on(click: Click) -> None:
    """Open a table that goes on from a puzzle that the person has tried, here or in a thread.

    It must be one of the package: the moves before one from people's matches would tell whose match it was. That of
    the day would be spoilt for others, who see the board.
    """
    puzzle, in_thread = await asyncio.to_thread(open_shipped, click.match_id), click.address.rest == IN_THREAD
    tried = {one.puzzle for one in await _attempts(click)} - {of_day(today(click)).id}
    if puzzle is None or puzzle.id not in tried:
        raise TableError("error.button_unknown")
    try:
        beginning = Beginning.of_puzzle(puzzle.match)
        table = await play_on(click, puzzle.match, beginning, puzzle.seat, in_thread=in_thread)
    except ChannelTaken as error:
        await show_taken(click, error, play_on_button(puzzle.id, click.words, IN_THREAD))
        return
    await show_opened(click, table)


@on(CoachClick.PUZZLE_SHARE)
async def _share(click: Click) -> None:
    """Show the results of the last days to copy, or to post here."""
    await show_share(click, await _load_results(click), ClickAddress(CoachClick.PUZZLE_POST))


@on(CoachClick.PUZZLE_POST)
async def _post(click: Click) -> None:
    await post_share(click, await _load_results(click))


async def _load_results(click: Click) -> Callable[[Reader], SharedResult]:
    """Return the results to share.

    :raises TableError: if no puzzle of these days has been tried.
    """
    attempts, day = await _attempts(click), today(click)
    days = last_days(attempts, day)
    if days.count(None) == len(days):
        raise TableError("error.button_unknown")
    return partial(shared_puzzles, days, day, streak(attempts, day))


# --- Results ----------------------------------------------------------------------------------------------------------


async def _show_known(
    request: Request, known: Attempt, attempts: Sequence[Attempt], *, in_new_message: bool = False
) -> None:
    """Show the result of an earlier attempt."""
    puzzle = await _open(request, known.puzzle)
    rating = await request.services.database.run_read(lambda tx: puzzles.solver(tx, request.user_id))
    answered = Answered(known, rating, streak=streak_after(attempts, known))
    await _show_result(request, puzzle, answered, in_new_message=in_new_message)


async def _show_result(
    request: Request, puzzle: OpenPuzzle, answered: Answered, *, in_new_message: bool = False
) -> None:
    """Show a result, and the reasons once they are counted."""
    solvers = None
    if answered.attempt.day and request.guild_id:
        solvers = await request.services.database.run_read(
            lambda tx: puzzles.solvers_of_day(tx, request.guild_id, answered.attempt.day)
        )
    result = PuzzleResult(puzzle, answered, None, solvers)
    in_format = MessageFormat.LAYOUT if in_new_message else request.reply.shown_format

    async def explain() -> Message:
        reasons = await _reasons(request, puzzle, answered.attempt)
        return result_message(replace(result, reasons=reasons), request.reader, in_format)

    waiting = result_message(result, request.reader, in_format)
    await answer_when_ready(request, explain(), waiting, in_new_message=in_new_message)


async def _reasons(request: Request, puzzle: OpenPuzzle, attempt: Attempt) -> Sequence[Reason]:
    """Return the reasons why the best move is better than the one tried, or than the second-best."""
    key = puzzle.id, "" if attempt.solved else attempt.move
    if key in _explained:
        return _explained[key]
    about = puzzle.match.copy(), puzzle.seat, puzzle.id, puzzle.ply
    reviews = request.services.of(Reviews)
    try:
        if attempt.solved:
            judgement = await reviews.judge_now(judge_best, *about)
        else:
            judgement = await reviews.judge_now(judge_move, *about, attempt.move)
    except (TableError, BrokenProcessPool) as error:
        logger.warning("the reasons of puzzle %s could not be counted: %r", puzzle.id, error)
        return ()
    agrees = judgement is not None and await asyncio.to_thread(is_right, puzzle, Move.parse(judgement.best))
    found = _explained[key] = judgement.reasons if judgement is not None and agrees else ()
    return found


# --- What a click names -----------------------------------------------------------------------------------------------


async def _attempts(request: Request) -> Sequence[Attempt]:
    return await request.services.database.run_read(lambda tx: puzzles.attempts_of(tx, request.user_id))


def _day_of(click: Click) -> date | None:
    """Return the day if the click is on the puzzle of a day.

    :raises TableError: if there is no such day, as in a forged address.
    """
    if not click.address.number:
        return None
    try:
        return date.fromordinal(click.address.number)
    except (ValueError, OverflowError):
        raise TableError("error.button_unknown") from None


def _require_current(click: Click, day: date | None) -> None:
    """Check that a puzzle can be tried as that of the day.

    :raises TableError: if the day is over, or another puzzle is that of the day.
    """
    if day is None:
        return
    if day != today(click):
        raise TableError("puzzle.gone", command="puzzle")
    if click.match_id != of_day(day).id:
        raise TableError("error.button_unknown")


def _require_legal(puzzle: OpenPuzzle, text: str) -> Move:
    """Return a legal move.

    :raises TableError: for any other text, as in a forged address.
    """
    for move in decision_view(puzzle.match, puzzle.seat).moves:
        if str(move) == text:
            return move
    raise TableError("error.button_unknown")


async def _open(request: Request, puzzle_id: str) -> OpenPuzzle:
    """Return a puzzle of the package or of the server.

    :raises TableError: if there is none, or no longer.
    """
    found = await asyncio.to_thread(open_shipped, puzzle_id)
    if found is not None:
        return found
    stored = await request.services.database.run_read(lambda tx: puzzles.load(tx, request.guild_id, puzzle_id))
    if stored is None:
        raise TableError("puzzle.gone", command="puzzle")
    known: ListedPuzzle = listed_from(stored)
    _, course = await request.services.replays.load_course(stored.guild_id, stored.match_id, request.user_id)
    match = course.match_before(stored.ply)
    return OpenPuzzle(known, match, stored.ply, stored.seat, Move.parse(stored.best), stored.margin)
