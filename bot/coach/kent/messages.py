"""A deal of a finished match of Kent: its call with the result, and who held a meld since when."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, cast

import discord

from bot import render
from bot.coach.clicks import CoachClick
from bot.coach.reviews.pictures import frame_before
from bot.messages.games import presenter_at
from bot.messages.games.kent import KentPresenter
from bot.messages.parts.alt import hands_alt
from bot.messages.parts.components import Button, ClickAddress, Kind, Row
from bot.messages.parts.message import COLOUR, Drawing, Message, embedded
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_FIELD_VALUE, code_block, truncate
from bot.messages.replay.course import MatchCourse
from bot.messages.solo.solved import duration
from bot.tables.state import Table
from games.kent import KentView
from games.kent.match import Called, Right, Wrong
from games.kent.timeline import HeldMeld, KentDeal

_MOST_MELDS: Final = 3
"""The most lines about melds, so that a phone shows a page at once."""


def kent_review_message(
    table: Table,
    course: MatchCourse,
    times: Sequence[float],
    deals: Sequence[KentDeal],
    number: int,
    reader: Reader,
) -> Message:
    """Return a deal of a finished match.

    :param times: the times of the entries of the log.
    :param number: the deal, from 0.
    """
    presenter, w = cast("KentPresenter", presenter_at(table, reader)), reader.words
    deal, before = deals[number], course.match_before(deals[number].last)
    embed = discord.Embed(colour=COLOUR)
    embed.title = w("review.kent.title", game=w(f"game.{course.match.key}.name"), number=number + 1, total=len(deals))
    lines = [_call_line(deal, presenter), *_meld_lines(deal, times, presenter)]
    embed.description = "\n".join([*lines, f"-# {w('review.kent.times')}"])
    rows = (_buttons(table.id, number, len(deals), frame_before(course, deal.last).number, presenter),)
    seat = None if deal.call is None else deal.call[0]
    view = cast("KentView", before.view(seat))
    hands = [] if seat is None else [(presenter.names.plain[seat], view.hand)]
    if reader.board == "text":
        letters = "\n".join([hands_alt(w, hands), code_block(presenter.text_board(view))])
        embed.add_field(name=presenter.text_board_title(), value=truncate(letters, MAX_FIELD_VALUE), inline=False)
        return Message(embed=embed, rows=rows)
    drawing = presenter.board(view)
    if drawing is not None and seat is not None:
        drawn = [(presenter.in_pictures().names.plain[seat], view.hand)]
        paint = partial(render.with_hands, drawing.paint, drawn)
        drawing = Drawing(paint, f"{drawing.alt} {hands_alt(w, hands)}")
    return embedded(embed, drawing, rows)


def _call_line(deal: KentDeal, presenter: KentPresenter) -> str:
    """Return the call and its result."""
    if deal.ending is None:
        return presenter.w("review.kent.no_call")
    told = [event.seen_by(None) for event in deal.ending.events if isinstance(event, Called | Right | Wrong)]
    return " ".join(presenter.event_texts(told))


def _meld_lines(deal: KentDeal, times: Sequence[float], presenter: KentPresenter) -> list[str]:
    """Return the melds that seats held, with the time until the call: those that decided it, then the latest."""
    if not deal.melds:
        return [presenter.w("review.kent.no_melds")]

    def decided(one: HeldMeld) -> bool:
        return one.until is None and deal.ending is not None and bool(deal.ending.melds[one.seat])

    latest = sorted(deal.melds, key=decided)[-_MOST_MELDS:]
    lines = [_meld_line(one, deal, times, presenter) if one in latest else "…" for one in deal.melds]
    return [line for line, following in zip(lines, (*lines[1:], ""), strict=True) if line != "…" or following != "…"]


def _meld_line(held: HeldMeld, deal: KentDeal, times: Sequence[float], presenter: KentPresenter) -> str:
    def to_call(entry: int) -> str:
        return f"−{duration(max(0, round(times[min(deal.last, len(times) - 1)] - times[entry - 1])))}"

    w, name, tiles = presenter.w, presenter.names.spoken[held.seat], " ".join(map(str, held.meld))
    since = w("review.kent.deal") if held.since == deal.start else to_call(held.since)
    time = since if held.until is None else f"{since} … {to_call(held.until)}"
    return w("review.kent.meld", time=f"`{time}`", name=name, tiles=tiles)


def _buttons(match_id: str, number: int, total: int, frame: int, presenter: KentPresenter) -> Row:
    back = ClickAddress(CoachClick.KENT_REVIEW, match_id, max(0, number - 1), "back")
    onward = ClickAddress(CoachClick.KENT_REVIEW, match_id, min(total - 1, number + 1), "on")
    replay = ClickAddress(Kind.OPEN_REPLAY, match_id, frame)
    return (
        Button(back, None, emoji="◀️", disabled=number == 0),
        Button(onward, None, emoji="▶️", disabled=number == total - 1),
        Button(replay, presenter.w("review.button.replay"), emoji="🎞️"),
    )
