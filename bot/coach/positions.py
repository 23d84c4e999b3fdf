"""A decision of a match as it was for its seat: the picture, the question and the usual choices.

All of it is made from the view of the seat before the decision, so it shows no other hand and no later event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord

from bot import render
from bot.messages.errors import refusal_text, table_error_text
from bot.messages.games import Presenter
from bot.messages.parts.alt import hands_alt
from bot.messages.parts.choices import (
    Ask,
    Clicks,
    DrawOn,
    Focus,
    Group,
    fits,
    focus_of_page,
    lay_out,
    move_asked_about,
    without_page,
)
from bot.messages.parts.components import Button, MessageFormat, Row
from bot.messages.parts.message import COLOUR, Drawing, Message, embedded
from bot.messages.table.hand import as_text, room_beside
from bot.tables.errors import TableError
from games import Event, Match, Move, View
from games.core.events import DealBegan, PassedOn, Played

_LOOK: Final = "="
"""The prefix of a question key that looks at open tiles again; no game's own key starts with it."""
_EVENTS: Final = 4
"""The most events since the seat's last turn that a position tells."""


def position_message(
    match: Match,
    seat: int,
    presenter: Presenter[Any, Any],
    clicks: Clicks,
    *,
    title: str,
    lines: Sequence[str] = (),
    asked: str = "",
    fixed: Sequence[Row] = (),
    in_format: MessageFormat = MessageFormat.LAYOUT,
) -> Message:
    """Return a decision of a seat with its usual choices.

    A click on a choice has the kinds of `clicks`: `move` for a move, in a select perhaps a question (`asked_key`);
    `ask` for a question, whose key is to be passed as `asked`.

    :param match: the match just before the decision.
    :param lines: the texts above the question.
    :param asked: the key of a question to be put, or a page of the choices.
    :param fixed: the rows below the choices.
    :param in_format: the format of the message that it replaces, if any.
    """
    view, w = decision_view(match, seat), presenter.w
    key = without_page(asked)
    seen = presenter.review_content(match.view(None), key.removeprefix(_LOOK)) if key.startswith(_LOOK) else None
    question = presenter.question(view, key) if key and seen is None else None
    embed = discord.Embed(colour=COLOUR, title=title)
    before = clicks.address(Ask(question.before if question is not None else ""))
    back = (Button(before, w("hand.button.back")),)
    if seen is not None:
        embed.description = "\n".join((*lines, seen.text))
        return embedded(embed, None if presenter.reader.board == "text" else seen.drawing, (back, *fixed), in_format)
    if question is not None:
        shown, groups, below = [question.text], question.groups, (back, *fixed)
    else:
        shown = [*_why_nothing_is_asked(match, seat, key, presenter), *_situation(match, view, presenter)]
        looks = tuple(
            Button(clicks.address(Ask(f"{_LOOK}{look.key}")), look.label, emoji=look.emoji)
            for look in presenter.review_buttons(match.view(None))
        )
        groups = (*presenter.choices(view), Group(presenter.queries(view)))
        below = (*((looks,) if looks else ()), *fixed)
    room = room_beside(in_format, below)
    if question is None and in_format is MessageFormat.LAYOUT:
        headed = presenter.choices_by_place(view)
        with_queries = (*headed, Group(presenter.queries(view)))
        groups = with_queries if headed and fits(with_queries, room=room, in_format=in_format) else groups
    groups = tuple(map(_without_drawing_on, groups))
    rows = (*lay_out(groups, clicks, presenter.reader, room=room, in_format=in_format, asked=asked), *below)
    embed.description = "\n".join(line for line in (*lines, *shown) if line)
    if presenter.reader.board == "text":
        embed.add_field(name=presenter.text_board_title(), value=as_text(view, presenter), inline=False)
        return Message(embed=embed, rows=rows, format=in_format)
    focus = focus_of_page(question, room=room, asked=asked, in_format=in_format) if question is not None else None
    return embedded(embed, position_drawing(match, view, presenter, focus), rows, in_format)


def decision_view(match: Match, seat: int) -> View:
    """Return the view of a decision, without moves that cost a fine."""
    view, offences = match.view(seat), match.offences(seat)
    return replace(view, moves=tuple(move for move in view.moves if move not in offences))


def focus_on_verdict(move: Move, best: Move) -> Focus:
    """Return the picture marks of a move and the best one."""
    places = (best.at,) if best.at and best.tile == move.tile else ()
    return Focus(places=places, judged=((best, True), *(((move, False),) if move != best else ())))


def position_drawing(
    match: Match, view: View, presenter: Presenter[Any, Any], focus: Focus | None = None
) -> Drawing | None:
    """Return the hand with the table as far as it matters."""
    hand = presenter.with_whole_table().hand(view, focus)
    if hand is None:
        return presenter.board(match.view(None))
    if presenter.table_beside_hand or (focus is not None and focus.tile is not None):
        return replace(hand, alt=f"{presenter.description(view)} {hand.alt}".lstrip())
    board = presenter.board(match.view(None), focus)
    if board is None or view.seat is None:
        return hand
    named, drawn = presenter.names.plain[view.seat], presenter.in_pictures().names.plain[view.seat]
    judged = focus.judged_tiles if focus is not None else ()
    paint = partial(render.with_hands, board.paint, ((drawn, view.hand),), judged=judged)
    return Drawing(paint, f"{board.alt} {hands_alt(presenter.w, [(named, view.hand)])}")


def _situation(match: Match, view: View, presenter: Presenter[Any, Any]) -> Iterator[str]:
    """Yield what the player knew: the latest events, all players, the question."""
    yield from presenter.event_texts(reversed(list(_events_since_last_turn(match, view))))[-_EVENTS:]
    yield from presenter.remarks(view)
    public = match.view(None)
    for seat, name in enumerate(presenter.names.spoken):
        yield f"{'➤' if seat == view.seat else '·'} {name} · {' · '.join(presenter.seat(public, seat))}"
    yield f"-# {' · '.join(presenter.facts(public))}"
    yield presenter.at_stake(view)
    yield f"**{presenter.w('hand.your_turn')}** {presenter.prompt(view)}"


def _events_since_last_turn(match: Match, view: View) -> Iterator[Event]:
    """Yield the public events since the seat's last turn, newest first."""
    for event in match.recent_events(None):
        if isinstance(event, DealBegan) or (event.seat == view.seat and isinstance(event, Played | PassedOn)):
            return
        yield event


def _why_nothing_is_asked(match: Match, seat: int, key: str, presenter: Presenter[Any, Any]) -> Iterator[str]:
    """Yield the reason why a key has no question."""
    text = move_asked_about(key)
    refusal = None if text is None else match.refusal(seat, text)
    if refusal is not None:
        yield refusal_text(refusal, presenter.reader)
    elif key and text is None:
        yield table_error_text(TableError("error.button_unknown"), presenter.reader)


def _without_drawing_on(group: Group) -> Group:
    """Return choices without drawing on, which is several moves."""
    return replace(group, choices=tuple(choice for choice in group.choices if not isinstance(choice.does, DrawOn)))
