"""A decision tried again: the question, and the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import discord

from bot.coach.clicks import CoachClick
from bot.coach.positions import decision_view, focus_on_verdict, position_drawing, position_message
from bot.coach.reasons import exact_names, reason_lines
from bot.locales import Words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.choices import Clicks
from bot.messages.parts.components import Button, ClickAddress, ClickKind, MessageFormat, Row, Style
from bot.messages.parts.message import COLOUR, GREY, Message, embedded
from bot.messages.parts.reader import Reader
from bot.messages.table.hand import as_text
from bot.tables.state import Table
from games import Match, Move
from games.computers.judging import CHIP, POINT

from .judging import TriedMove


@dataclass(frozen=True)
class Retry:
    """A decision that is tried again.

    :ivar table: the table of the finished match.
    :ivar match: the match just before the decision.
    :ivar ply: the index of the decision in the log.
    :ivar moment: the number of the moment in the review.
    """

    table: Table
    match: Match
    seat: int
    ply: int
    moment: int

    def address(self, kind: ClickKind, rest: str = "") -> ClickAddress:
        """Return the address of a click for this decision."""
        return ClickAddress(kind, self.table.id, self.ply, rest)

    @property
    def review(self) -> ClickAddress:
        """The address of the moment in the review."""
        return ClickAddress(CoachClick.REVIEW, self.table.id, self.moment, str(self.seat))


def question_message(
    retry: Retry, reader: Reader, in_format: MessageFormat, *, asked: str = "", note: str = ""
) -> Message:
    """Return the decision with its usual choices.

    :param asked: the key of a question to be put.
    :param note: the first text: why a click had no effect.
    """
    w = reader.words
    return position_message(
        retry.match,
        retry.seat,
        presenter_at(retry.table, reader),
        Clicks(retry.table.id, retry.ply, CoachClick.RETRY_MOVE, CoachClick.RETRY_ASK),
        title=w("retry.title"),
        lines=(
            note,
            w("retry.task.chips" if retry.match.info.chips else "retry.task"),
        ),
        asked=asked,
        fixed=((back_button(retry, w),),),
        in_format=in_format,
    )


def answer_message(retry: Retry, tried: TriedMove, reader: Reader, in_format: MessageFormat) -> Message:
    """Return the verdict on a tried move, with the best move and the reasons."""
    w, presenter = reader.words, presenter_at(retry.table, reader)
    view = decision_view(retry.match, retry.seat)
    title = f"✅ {w('retry.right')}" if tried.is_right else f"❌ {w('retry.wrong')}"
    embed = discord.Embed(colour=COLOUR if tried.is_right else GREY, title=title)
    embed.description = "\n".join(_answer_lines(retry, tried, presenter))
    again = Button(retry.address(CoachClick.RETRY), w("retry.button"), Style.MAIN, "🎯")
    play, back = play_on_button(retry, w), back_button(retry, w)
    rows: tuple[Row, ...] = ((play, back) if tried.is_right else (again, play, back),)
    if reader.board == "text":
        embed.add_field(name=presenter.text_board_title(), value=as_text(view, presenter), inline=False)
        return Message(embed=embed, rows=rows, format=in_format)
    focus = focus_on_verdict(Move.parse(tried.move), Move.parse(tried.best))
    return embedded(embed, position_drawing(retry.match, view, presenter, focus), rows, in_format)


def play_on_button(retry: Retry, w: Words, rest: str = "") -> Button:
    """Return the button that plays on from the decision.

    :param rest: `IN_THREAD`, or "" for this channel.
    """
    return Button(retry.address(CoachClick.PLAY_FROM, rest), w("retry.button.play"), Style.GO)


def back_button(retry: Retry, w: Words) -> Button:
    """Return the button back to the review."""
    return Button(retry.review, w("retry.button.back"))


def _answer_lines(retry: Retry, tried: TriedMove, presenter: Presenter[Any, Any]) -> Iterator[str]:
    w, view = presenter.w, decision_view(retry.match, retry.seat)
    if tried.move == tried.best:
        yield w("retry.best", move=exact_names([Move.parse(tried.move)], presenter, view)[0])
    else:
        move, best = exact_names([Move.parse(tried.move), Move.parse(tried.best)], presenter, view)
        unit = CHIP if retry.match.info.chips else POINT
        before, after = round(tried.before / unit), round(tried.after / unit)
        if retry.match.info.chips:
            yield w("retry.costs", move=move, best=best, amount=before - after)
        else:
            yield w("retry.wins", move=move, best=best, after=after, before=before)
    yield from (f"• {line}" for line in reason_lines(tried.reasons, presenter, view))
