"""Messages about series of tournaments."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot import render
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.questions import confirmation
from bot.league.tournaments.series.table import SeriesStanding
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Form,
    Row,
    SelectOption,
    Style,
    TextField,
    last_page,
    page_buttons,
    select_rows,
)
from bot.messages.parts.message import COLOUR, Drawing, Message, add_page_number, embedded
from bot.messages.parts.people import called, names_drawn
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, MAX_TITLE, bold, escape, truncate
from storage.league.series import TournamentSeries
from storage.league.tournament_values import Tournament

LONGEST_NAME: Final = 50

LINES: Final = 10
"""The people on a page."""

_COLUMNS: Final = 8
"""The newest tournaments that a page shows side by side."""

_LEADERS: Final = 3
"""The people in the line below the end of a tournament."""


def series_message(
    series: TournamentSeries,
    table: Sequence[SeriesStanding],
    played: Sequence[Tournament],
    names: Mapping[int, str],
    number: int,
    reader: Reader,
    *,
    may_edit: bool,
) -> Message:
    """Return a page of a series: people with their scores in each tournament.

    :param number: the page, from 0; clamped to the last.
    """
    w, pages = reader.words, last_page(len(table), LINES) + 1
    number = min(number, pages - 1)
    rows = page_buttons(reader, partial(series_address, series), number, pages)
    if may_edit:
        edit = Button(ClickAddress(TournamentClick.SERIES_EDIT, str(series.id)), w("series.button.edit"))
        ask = ClickAddress(TournamentClick.SERIES_DELETE, str(series.id), 0, "ask")
        delete = Button(ask, w("series.button.delete"), Style.DANGER)
        rows += ((edit, delete, _new_button(w)),)
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(series.name)}", MAX_TITLE))
    add_page_number(embed, number, pages, w)
    if not table:
        embed.description = f"{w('series.empty')}\n{_rules(series, w)}"
        return Message(embed=embed, rows=rows)
    first = max(0, len(played) - _COLUMNS)
    columns = [f"`{n}` {escape(one.title)}" for n, one in enumerate(played[first:], first + 1)]
    embed.description = truncate("\n".join([*columns, _rules(series, w)]), MAX_DESCRIPTION)
    shown = table[number * LINES : (number + 1) * LINES]
    titles = [*(str(n + 1) for n in range(first, len(played))), w("series.total")]
    drawn = names_drawn(names, [one.user_id for one in shown], w)
    lines = [
        render.TableRow(str(one.place), called(names, one.user_id, w), tuple(map(render.Value, _cells(one, first))))
        for one in shown
    ]
    said = "; ".join(f"{one.place}. {one.name}: {', '.join(value.text for value in one.values)}" for one in lines)
    pictured = [replace(row, name=drawn[one.user_id]) for row, one in zip(lines, shown, strict=True)]
    return embedded(embed, Drawing(partial(render.standings_table, titles, pictured), f"{series.name}: {said}"), rows)


def _cells(one: SeriesStanding, first: int) -> list[str]:
    """Return the scores of the newest tournaments, and the total; scores that do not count are in brackets."""
    found = []
    for number, score in enumerate(one.scores[first:], first):
        found.append("–" if score is None else str(score) if number in one.counted else f"({score})")
    return [*found, str(one.total)]


def _rules(series: TournamentSeries, w: Words) -> str:
    points = ", ".join(map(str, series.points))
    best = f" {w.count('series.best', series.best)}" if series.best else ""
    return f"-# {w('series.rules', points=points)}{best} {w('series.ties')}"


def series_address(series: TournamentSeries | None, page: int) -> ClickAddress:
    """Return the address of a page of a series; None for the choice of all."""
    return ClickAddress(TournamentClick.SERIES, str(series.id) if series else "", page)


def with_series(
    message: Message, series: TournamentSeries, table: Sequence[SeriesStanding], names: Mapping[int, str], w: Words
) -> Message:
    """Return the end of a tournament with the leaders of its series, and a button."""
    leaders = [
        f"{one.place}. {bold(called(names, one.user_id, w))} {one.total}" for one in table if one.place <= _LEADERS
    ]
    line = w("series.now", series=bold(series.name), leaders=", ".join(leaders[:_LEADERS]))
    button = Button(series_address(series, 0), w("series.button"), Style.PLAIN)
    rows: tuple[Row, ...] = ((*message.rows[0], button), *message.rows[1:]) if message.rows else ((button,),)
    return replace(message, content=f"{message.content}\n{line}", rows=rows)


def _new_button(w: Words) -> Button:
    return Button(ClickAddress(TournamentClick.SERIES_EDIT), w("series.button.new"))


def series_list(found: Sequence[TournamentSeries], reader: Reader, *, may_edit: bool) -> Message:
    """Return the choice of all series."""
    w = reader.words
    new: tuple[Row, ...] = ((_new_button(w),),) if may_edit else ()
    if not found:
        return Message(w("series.none"), rows=new)
    options = [SelectOption(one.name, str(one.id)) for one in found]
    return Message(w("series.which"), rows=(*select_rows(series_address(None, 0), options, w("series.which")), *new))


def series_form(series: TournamentSeries, reader: Reader) -> Form:
    """Return the form of a series, or of a new one without an id."""
    w = reader.words
    fields = (
        TextField("title", w("league.season.name"), LONGEST_NAME, filled=series.name),
        TextField("points", w("series.form.points"), 100, filled=",".join(map(str, series.points))),
        TextField("best", w("series.form.best"), 2, required=False, filled=str(series.best or "")),
    )
    address = ClickAddress(TournamentClick.SERIES_SAVE, str(series.id or ""))
    return Form(address, w("series.button.edit" if series.id else "series.button.new"), fields)


def ask_delete(series: TournamentSeries, reader: Reader) -> Message:
    """Return the question before a series is deleted."""
    w = reader.words
    text = w("series.ask_delete", series=bold(series.name))
    return confirmation([text], ClickAddress(TournamentClick.SERIES_DELETE, str(series.id)), w)
