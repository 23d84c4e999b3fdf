"""The review of a match for the person who asks: the sums, and one moment at a time."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.locales import Words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Select, SelectOption, Style
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, signed, truncate
from bot.messages.replay.course import MatchCourse
from bot.tables.state import Table
from games import Move
from games.computers.judging import CHIP, POINT, Judgement, MoveVerdict

from .judging import FinishedReview


def review_message(table: Table, course: MatchCourse, review: FinishedReview, number: int, reader: Reader) -> Message:
    """Return the review of a seat, with one of its moments.

    :param number: the moment, from 0; a number beyond the last shows the last.
    """
    w, presenter = reader.words, presenter_at(table, reader)
    moments = review.summary.moments
    number = min(number, max(0, len(moments) - 1))
    embed = discord.Embed(colour=COLOUR)
    embed.title = w("review.title", game=w(f"game.{course.match.key}.name"), name=presenter.names.plain[review.seat])
    lines = [
        w("review.accuracy", accuracy=round(review.summary.accuracy), count=len(review.judgements)),
        w("review.sums", luck=amount(review, review.summary.luck, w), play=amount(review, review.summary.play, w)),
    ]
    if moments:
        lines += ["", *_moment_lines(course, moments[number], number, len(moments), presenter)]
    else:
        lines.append(w("review.no_moments"))
    embed.description = "\n".join(lines)
    return Message(embed=embed, rows=tuple(_rows(table, course, review, number, presenter)))


def progress_message(done: int, total: int, w: Words) -> Message:
    """Return the progress of a review."""
    return Message(w("review.progress", done=done, total=total) if total else w("review.working"))


def amount(review: FinishedReview, units: int, w: Words) -> str:
    """Return an amount of a review with its sign: chips, or points of winning chance."""
    if review.summary.chips:
        return f"{signed(f'{round(units / CHIP):+d}')} $"
    return w("review.points", points=signed(f"{round(units / POINT):+d}"))


def _moment_lines(
    course: MatchCourse, judgement: Judgement, number: int, total: int, presenter: Presenter[Any, Any]
) -> list[str]:
    w = presenter.w
    frame = frame_of(course, judgement.ply)
    view = course.scene(course.frame(frame)).match.view(course.log[judgement.ply][0])
    played, best = (presenter.label(view, Move.parse(text)) for text in (judgement.played, judgement.best))
    return [
        w("review.moment", number=number + 1, total=total, deal=course.frame(frame).deal),
        w(f"review.verdict.{judgement.verdict}", played=played, best=best, points=round(judgement.points)),
    ]


def frame_of(course: MatchCourse, ply: int) -> int:
    """Return the number of the picture before an entry of the log."""
    return max(frame.number for frame in course.frames if frame.moves == ply and frame.ending is None)


def _rows(
    table: Table, course: MatchCourse, review: FinishedReview, number: int, presenter: Presenter[Any, Any]
) -> list[Row]:
    w, moments = presenter.w, review.summary.moments
    rows: list[Row] = []
    if moments:
        moment = moments[number]
        following = ClickAddress(Kind.REVIEW, table.id, (number + 1) % len(moments), str(review.seat))
        replay = ClickAddress(Kind.OPEN_REPLAY, table.id, frame_of(course, moment.ply))
        rows.append(
            (
                Button(following, w("review.button.next"), Style.MAIN, disabled=len(moments) == 1),
                Button(replay, w("review.button.replay"), emoji="🎞️"),
            )
        )
    options = tuple(
        SelectOption(truncate(name, MAX_OPTION_TEXT), str(seat), default=seat == review.seat)
        for seat, name in enumerate(presenter.names.plain)
    )
    rows.append((Select(ClickAddress(Kind.REVIEW_OF, table.id), options, w("review.seats")),))
    return rows


COMPLETES: Final = {"review.verdict.{}": [one for one in MoveVerdict if one is not MoveVerdict.GOOD]}
