"""A finished match's replay: pictures with all hands, and navigation."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import discord

from bot import render
from bot.locales import Words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.alt import hands_alt
from bot.messages.parts.components import MAX_OPTIONS, Button, ClickAddress, Kind, Row, Select, SelectOption, Style
from bot.messages.parts.message import COLOUR, GOLD, Drawing, Message, embedded
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import (
    MAX_DESCRIPTION,
    MAX_FIELD_VALUE,
    MAX_FOOTER,
    MAX_OPTION_TEXT,
    MAX_TITLE,
    code_block,
    strip_markup,
    truncate,
)
from bot.messages.table.shuffle import shuffle_button
from bot.tables.state import Table
from games import Event, Tile

from .course import Frame, MatchCourse, Scene

DEAL_ONLY: Final = "deal"
"""The rest of an address that asks for the GIF of one deal."""

_WINDOW: Final = MAX_OPTIONS - 2
"""The most options of a select that lead to a place; two more may lead to the options before and after."""


def replay_message(table: Table, course: MatchCourse, number: int, reader: Reader) -> Message:
    """Return a picture of a finished match.

    :param number: the picture, from 0, clamped to the last.
    """
    w, frame = reader.words, course.frame(number)
    presenter = presenter_at(table, reader)
    scene = course.scene(frame)
    is_last = frame.number == len(course.frames) - 1
    embed = discord.Embed(colour=GOLD if is_last else COLOUR)
    embed.title = truncate(w("replay.title", game=w(f"game.{course.match.key}.name")), MAX_TITLE)
    lines = shown_lines(frame, presenter)
    outcome = course.match.outcome
    if is_last and outcome is not None:
        lines += ["", presenter.won_text(outcome.winners), *presenter.ranking(course.match, outcome)]
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    if frame.ending is None:
        value = truncate("\n".join(_players(scene, presenter)), MAX_FIELD_VALUE)
        embed.add_field(name=w("board.players"), value=value, inline=False)
    place = _place(frame, len(course.in_deal(frame.deal)), w)
    embed.set_footer(text=truncate(" · ".join([place, w("replay.match", match=table.id)]), MAX_FOOTER))
    rows = tuple(_rows(table.id, course, frame, presenter))
    drawing = drawing_of(scene, presenter)
    if reader.board == "text":
        embed.add_field(name=presenter.text_board_title(), value=_letters(scene, presenter), inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, drawing, rows)


def shown_lines(frame: Frame, presenter: Presenter[Any, Any]) -> list[str]:
    """Return the events since the previous picture, with secret tiles."""
    if frame.ending is not None:
        return list(presenter.deal_end(frame.ending).lines)
    lines = presenter.event_texts([event.seen_by(None) for event in frame.events])
    return lines + [_hidden(event, presenter) for event in frame.hidden]


def drawing_of(scene: Scene, presenter: Presenter[Any, Any]) -> Drawing | None:
    """Return the table or deal's end, with all hands."""
    ending = scene.frame.ending
    drawing = presenter.deal_end(ending).drawing if ending else presenter.board(scene.match.view(None))
    rows = _hands(scene, presenter)
    if drawing is None or not rows:
        return drawing
    to_move = None if ending else scene.match.to_move()
    drawn = _hands(scene, presenter.in_pictures())
    paint = partial(render.with_hands, drawing.paint, drawn, lit=() if to_move is None else (to_move,))
    return Drawing(paint, f"{drawing.alt} {hands_alt(presenter.w, rows)}")


def _hands(scene: Scene, presenter: Presenter[Any, Any]) -> list[tuple[str, Sequence[Tile]]]:
    """Return the hands missing from the table's picture, if any."""
    ending = scene.frame.ending
    rows: list[tuple[str, Sequence[Tile]]] = list(zip(presenter.names.plain, scene.hands, strict=True))
    if not any(scene.hands):
        return []
    if ending is not None and all(shown or not held for shown, held in zip(ending.hands, scene.hands, strict=True)):
        return []
    return rows


def _letters(scene: Scene, presenter: Presenter[Any, Any]) -> str:
    """Return the picture as text, hands first to always fit."""
    ending = scene.frame.ending
    rows = _hands(scene, presenter)
    hands = hands_alt(presenter.w, rows) if rows else ""
    if ending is not None:
        table = presenter.deal_end(ending).text_board or "—"
    else:
        letters = presenter.text_board(scene.match.view(None))
        table = code_block(letters) if letters else "—"
    return truncate("\n".join(part for part in (hands, table) if part), MAX_FIELD_VALUE)


def _players(scene: Scene, presenter: Presenter[Any, Any]) -> Iterator[str]:
    view, to_move = scene.match.view(None), scene.match.to_move()
    for seat, name in enumerate(presenter.names.spoken):
        turn = "➤" if seat == to_move else "·"
        yield f"{turn} {name} · {' · '.join(presenter.seat(view, seat))}"


def _hidden(event: Event, presenter: Presenter[Any, Any]) -> str:
    tiles = " ".join(f"`{tile}`" for tile in event.tiles)
    return f"-# {presenter.w('replay.hidden', tiles=tiles)}"


def _place(frame: Frame, in_deal: int, w: Words) -> str:
    """Return the position of a picture in the match."""
    return w("replay.place", number=frame.deal, move=frame.move, moves=in_deal - 1)


# --- The ways to other pictures ---------------------------------------------------------------------------------------


def _rows(match_id: str, course: MatchCourse, frame: Frame, presenter: Presenter[Any, Any]) -> Iterator[Row]:
    w = presenter.w
    yield (*_stepping(match_id, frame.number, len(course.frames) - 1), shuffle_button(match_id, w))
    starts = course.deals
    if len(starts) > 1:
        here = next(index for index, one in enumerate(starts) if one.deal == frame.deal)
        yield _place_select(match_id, "deals", w("replay.jump.deal"), starts, here, partial(_deal_label, w), w)
    in_deal = course.in_deal(frame.deal)
    if len(in_deal) > 1:
        here, named = frame.number - in_deal[0].number, partial(_frame_label, presenter)
        yield _place_select(match_id, "moves", w("replay.jump.move"), in_deal, here, named, w)
    yield (
        Button(ClickAddress(Kind.OPEN_REVIEW, match_id), w("review.button"), Style.MAIN),
        Button(ClickAddress(Kind.RECORD, match_id), w("summary.button.record")),
        Button(ClickAddress(Kind.ANIMATION, match_id, frame.number), w("replay.button.film"), emoji="🎞️"),
        Button(ClickAddress(Kind.POST_STEP, match_id, frame.number), w("replay.button.post"), emoji="📣"),
    )


def _stepping(match_id: str, number: int, last: int) -> Row:
    can_go_back, can_go_on = number > 0, number < last
    leads = (
        ("⏮️", 0, can_go_back),
        ("◀️", number - 1, can_go_back),
        ("▶️", number + 1, can_go_on),
        ("⏭️", last, can_go_on),
    )
    return tuple(
        Button(ClickAddress(Kind.REPLAY, match_id, max(0, to), str(place)), None, emoji=emoji, disabled=not leads_on)
        for place, (emoji, to, leads_on) in enumerate(leads)
    )


def _place_select(
    match_id: str, what: str, asked: str, places: Sequence[Frame], here: int, named: Callable[[Frame], str], w: Words
) -> Row:
    """Return a select of places near the current one.

    :param here: the index of the current place.
    :param named: returns the label of a place; called only for places in the select.
    """
    first = here // _WINDOW * _WINDOW if len(places) > MAX_OPTIONS else 0
    window = places[first : first + _WINDOW] if len(places) > MAX_OPTIONS else places
    options = [
        SelectOption(truncate(named(one), MAX_OPTION_TEXT), str(one.number), default=index == here)
        for index, one in enumerate(window, first)
    ]
    if first:
        options.insert(0, SelectOption(f"◀ {w('choices.previous')}", str(places[first - 1].number)))
    if first + len(window) < len(places):
        options.append(SelectOption(f"▶ {w('choices.next')}", str(places[first + len(window)].number)))
    return (Select(ClickAddress(Kind.REPLAY_TO, match_id, 0, what), tuple(options), asked),)


def _deal_label(w: Words, frame: Frame) -> str:
    return w("board.deal", number=frame.deal)


def _frame_label(presenter: Presenter[Any, Any], frame: Frame) -> str:
    """Return the label of a picture in a select."""
    if not frame.move:
        return presenter.w("replay.begins", number=frame.deal)
    lines = presenter.event_texts([event.seen_by(None) for event in frame.events])
    return f"{frame.move}. {strip_markup(lines[0]) if lines else '—'}"
