"""Puzzles in messages: the question, the result, and what to share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import discord

from bot.coach.clicks import CoachClick
from bot.coach.positions import decision_view, focus_on_verdict, position_drawing, position_message
from bot.coach.reasons import exact_names, reason_lines
from bot.locales import Words
from bot.messages.games import Presenter, presenter_of
from bot.messages.parts.choices import Clicks
from bot.messages.parts.components import (
    MAX_OPTIONS,
    Button,
    ClickAddress,
    MessageFormat,
    Row,
    Select,
    SelectOption,
    Style,
)
from bot.messages.parts.message import COLOUR, Message, embedded
from bot.messages.parts.names import PlayerNames, display_name
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, signed, truncate
from bot.messages.sharing import SharedResult, ShareSquare
from bot.messages.solo.daily import puzzle_of_day_button
from bot.messages.table.hand import as_text
from games import Move
from games.computers.judging import CHIP, POINT
from games.computers.reasons import Reason
from storage.league.ratings import shown

from .attempts import Answered
from .stock import OpenPuzzle, shipped

_NAMES: Final = 10
"""The most people named who solved the puzzle of the day."""
_LONGEST_NAME: Final = 32
_MARKS: Final = {True: ShareSquare.GOOD, False: ShareSquare.BAD, None: ShareSquare.NONE}


@dataclass(frozen=True)
class PuzzleResult:
    """The result of an attempt.

    :ivar reasons: the reasons why the best move is better; None while they are counted.
    :ivar solvers: the members of the server who solved the puzzle of the day: user id -> name; None outside of servers
        and for other puzzles.
    """

    puzzle: OpenPuzzle
    answered: Answered
    reasons: Sequence[Reason] | None
    solvers: Mapping[int, str] | None = None


def puzzle_message(
    puzzle: OpenPuzzle, day: date | None, reader: Reader, *, asked: str = "", in_format: MessageFormat
) -> Message:
    """Return a puzzle with the usual choices.

    :param day: the day if it is the puzzle of a day.
    :param asked: the key of a question to be put.
    """
    number = 0 if day is None else day.toordinal()
    return position_message(
        puzzle.match,
        puzzle.seat,
        _presenter(puzzle, reader),
        Clicks(puzzle.id, number, CoachClick.PUZZLE_MOVE, CoachClick.PUZZLE_ASK),
        title=_title(puzzle, reader.words, of_day=day is not None),
        lines=(reader.words("puzzle.task"),),
        asked=asked,
        in_format=in_format,
    )


def result_message(result: PuzzleResult, reader: Reader, in_format: MessageFormat) -> Message:
    """Return the result of an attempt, with buttons once the reasons are counted."""
    puzzle, attempt = result.puzzle, result.answered.attempt
    presenter = _presenter(puzzle, reader)
    view = decision_view(puzzle.match, puzzle.seat)
    embed = discord.Embed(colour=COLOUR, title=_title(puzzle, reader.words, of_day=bool(attempt.day)))
    embed.description = "\n".join(_result_lines(result, presenter))
    rows = _next_row(result, reader.words) if result.reasons is not None else ()
    if reader.board == "text":
        embed.add_field(name=presenter.text_board_title(), value=as_text(view, presenter), inline=False)
        return Message(embed=embed, rows=rows, format=in_format)
    focus = focus_on_verdict(puzzle.best if attempt.solved else Move.parse(attempt.move), puzzle.best)
    return embedded(embed, position_drawing(puzzle.match, view, presenter, focus), rows, in_format)


def _result_lines(result: PuzzleResult, presenter: Presenter[Any, Any]) -> Iterator[str]:
    w, puzzle, attempt = presenter.w, result.puzzle, result.answered.attempt
    view = decision_view(puzzle.match, puzzle.seat)
    if attempt.solved:
        [best] = exact_names([puzzle.best], presenter, view)
        yield w("puzzle.right", best=best)
    else:
        played, best = exact_names([Move.parse(attempt.move), puzzle.best], presenter, view)
        yield w("puzzle.wrong", played=played, best=best)
    yield margin_text(puzzle, w)
    if result.reasons is None:
        yield f"-# {w('puzzle.counting')}"
    else:
        yield from (f"• {line}" for line in reason_lines(result.reasons, presenter, view))
    yield from _rating_line(result.answered, w)
    if attempt.day and result.answered.streak:
        yield w.count("puzzle.streak", result.answered.streak)
    if result.solvers:
        yield w("puzzle.solved_here", names=_named(result.solvers, w))


def margin_text(puzzle: OpenPuzzle, w: Words) -> str:
    """Return the margin of the best move: matches in a hundred, or chips."""
    if puzzle.match.info.chips:
        return w("puzzle.margin_chips", amount=round(puzzle.margin / CHIP))
    return w.count("puzzle.margin", round(puzzle.margin / POINT))


def _rating_line(answered: Answered, w: Words) -> Iterator[str]:
    if answered.rating is None:
        return
    now = shown(answered.rating.mu)
    change = "" if answered.before is None else f" ({signed(f'{now - shown(answered.before.mu):+d}')})"
    yield w("puzzle.rating", rating=now, change=change)


def _named(solvers: Mapping[int, str], w: Words) -> str:
    names = [bold(truncate(display_name(name, w), _LONGEST_NAME)) for name in list(solvers.values())[:_NAMES]]
    more = [w.count("daily.others", len(solvers) - _NAMES)] if len(solvers) > _NAMES else []
    return ", ".join([*names, *more])


def _next_row(result: PuzzleResult, w: Words) -> tuple[Row, ...]:
    of_day = bool(result.answered.attempt.day)
    following = ClickAddress(CoachClick.PUZZLE, rest="" if of_day else result.puzzle.listed.game)
    share = Button(ClickAddress(CoachClick.PUZZLE_SHARE), w("solo.button.share"), emoji="📣")
    play = (play_on_button(result.puzzle.id, w),) if result.puzzle.id in shipped() and not of_day else ()
    return ((Button(following, w("puzzle.button.next"), Style.MAIN, "🧩"), *play, *((share,) if of_day else ())),)


def play_on_button(puzzle_id: str, w: Words, rest: str = "") -> Button:
    """Return the button that plays on from a puzzle.

    :param rest: `IN_THREAD`, or "" for this channel.
    """
    return Button(ClickAddress(CoachClick.PUZZLE_PLAY, puzzle_id, rest=rest), w("retry.button.play"))


def all_tried_message(
    game: str, others: Sequence[str], reader: Reader, in_format: MessageFormat, *, day_is_open: bool
) -> Message:
    """Return that all puzzles of a game have been tried, with other games.

    :param game: the key of the game; "" for all.
    :param others: the keys of games with more puzzles.
    :param day_is_open: whether the puzzle of the day has not been tried.
    """
    w = reader.words
    text = w("puzzle.all_tried", game=w(f"game.{game}.name")) if game else w("puzzle.all_tried_anywhere")
    rows: list[Row] = []
    if others:
        options = tuple(SelectOption(w(f"game.{key}.name"), key) for key in others[:MAX_OPTIONS])
        rows.append((Select(ClickAddress(CoachClick.PUZZLE), options, w("puzzle.other_game")),))
    if day_is_open:
        rows.append((puzzle_of_day_button(w),))
    return Message(embed=discord.Embed(colour=COLOUR, description=text), rows=tuple(rows), format=in_format)


def shared_puzzles(days: Sequence[bool | None], today: date, streak: int, reader: Reader) -> SharedResult:
    """Return the results of the last days without any tile."""
    w, grid = reader.words, "".join(_MARKS[solved] for solved in days)
    lines = (
        f"Boneyard · {w('puzzle.of_day')} · {today.isoformat()}",
        f"{grid} · 🔥 {streak}" if streak else grid,
    )
    return SharedResult(lines, leads_to=w("share.play", command=reader.command("puzzle")))


def _title(puzzle: OpenPuzzle, w: Words, *, of_day: bool) -> str:
    return w("puzzle.title_of_day" if of_day else "puzzle.title", game=w(f"game.{puzzle.match.key}.name"))


def _presenter(puzzle: OpenPuzzle, reader: Reader) -> Presenter[Any, Any]:
    names = PlayerNames.nameless(puzzle.match, puzzle.seat, reader.words)
    return presenter_of(type(puzzle.match), reader, names)
