"""Standings as a picture or text, and the leaders over time."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord

import games
from bot import render
from bot.league.charts import date_of, marked, plot_alt, table_alt
from bot.league.seasons.clicks import SeasonClick
from bot.league.seasons.kinds import SeasonKind, season_kind
from bot.league.seasons.messages import counting_text, games_text, season_name, span, state
from bot.league.seasons.podium import MEDALS
from bot.league.standings.clicks import StandingsClick
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Row, Select, SelectOption, page_buttons
from bot.messages.parts.message import COLOUR, GOLD, Drawing, Message, add_page_number, embedded
from bot.messages.parts.people import names_drawn
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import (
    MAX_DESCRIPTION,
    MAX_OPTION_TEXT,
    MAX_PLACEHOLDER,
    MAX_TITLE,
    bold,
    code_block,
    escape,
    truncate,
)
from bot.render import Curve, TableRow, Value
from storage.league.ratings import Rating
from storage.league.seasons import Season

LINES: Final = 10
"""The people on a page."""

NOW: Final = "now"
"""The current season in an address."""


@dataclass(frozen=True)
class SolvedDays:
    """The days of solved daily deals, and the total moves."""

    days: int
    moves: int


@dataclass(frozen=True)
class StandingsRow:
    """A person in the table.

    :ivar moved: the places won since the week began; None: unknown.
    :ivar medal: 1 for gold; only in closed seasons.
    """

    place: int
    user_id: int
    name: str
    has: Rating | SolvedDays
    moved: int | None = None
    medal: int | None = None


@dataclass(frozen=True)
class StandingsPage:
    """A page of standings.

    :ivar of: their scope in an address: a season's scope, a game's key, or all games.
    :ivar season: their season; of a solitaire, the quarter as an unsaved season.
    :ivar running: whether that season is still open.
    :ivar total: the number of people in all.
    :ivar own: the reader's line; None if they have none.
    :ivar choices: the seasons to choose from, the last begun first.
    :ivar now: the time of reading.
    :ivar zone: the time zone of the season's days.
    :ivar podium: the people with medals in a closed season, on all pages.
    :ivar medal_matches: the matches that a medal needs.
    :ivar may_keep: whether the reader may make it the channel's leaderboard.
    :ivar computing: the results done and in all during a recomputation; None: the numbers are current.
    """

    of: str
    season: Season | None
    number: int
    total: int
    lines: tuple[StandingsRow, ...]
    own: StandingsRow | None
    choices: tuple[Season, ...]
    computing: tuple[int, int] | None = None
    now: float = 0.0
    zone: str = "UTC"
    podium: tuple[StandingsRow, ...] = ()
    medal_matches: int = 1
    may_keep: bool = False

    @property
    def kind(self) -> SeasonKind:
        return season_kind(self.season)

    def is_provisional(self, line: StandingsRow) -> bool:
        """Return True if the place rests on too few matches."""
        return isinstance(line.has, Rating) and self.kind.is_provisional(line.has)

    def best_of(self, rating: Rating) -> int | None:
        """Return the number of results that score; None if all do."""
        best = None if self.season is None else self.season.best
        return best if best is not None and best < rating.matches else None

    @property
    def is_solitaire(self) -> bool:
        return self.of in games.SOLITAIRES


@dataclass(frozen=True)
class Plot:
    """The leaders over time.

    :ivar page: the page beside the plot.
    :ivar curves: people's curves: the name, points of time and value, and the current number.
    :ivar zone: the time zone of the dates below.
    """

    page: StandingsPage
    curves: tuple[Curve, ...]
    since: float
    until: float
    zone: str


def standings_message(page: StandingsPage, reader: Reader) -> Message:
    """Return a page of standings for one person."""
    pages = max(1, -(-page.total // LINES))
    return _table(page, reader, _own(page, reader.words), (*_selects(page, reader), *_buttons(page, reader, pages)))


def leaderboard_message(page: StandingsPage, reader: Reader, *, kept: bool) -> Message:
    """Return a page of public standings.

    :param kept: whether the message keeps itself up to date.
    """
    remark = f"-# {reader.words('leaderboard.kept')}" if kept else ""
    return _table(page, reader, remark, _private_view(page, reader.words))


def season_end_message(page: StandingsPage, reader: Reader) -> Message:
    """Return the public message with a season's podium and table."""
    w = reader.words
    message = _table(page, reader, "", _private_view(page, w))
    if message.embed is not None:
        named = [
            f"{MEDALS[one.medal - 1]} {bold(one.name)} · {_number(page, one, w)}" for one in page.podium if one.medal
        ]
        if any(line.place <= len(MEDALS) and not line.medal for line in page.lines):
            named.append(f"-# {w.count('league.standings.medals', page.medal_matches)}")
        message.embed.title = truncate(f"🏁 {w('league.season.over', name=escape(_name(page, w)))}", MAX_TITLE)
        message.embed.colour = GOLD
        message.embed.description = truncate("\n".join([*named, message.embed.description or ""]), MAX_DESCRIPTION)
    return message


def _private_view(page: StandingsPage, w: Words) -> tuple[Row, ...]:
    """Return the button from public standings to a private view."""
    address = ClickAddress(StandingsClick.PAGE, "", page.number, page.of)
    return ((Button(address, w("leaderboard.button.look"), emoji="🔍"),),)


def _table(page: StandingsPage, reader: Reader, remark: str, rows_below: tuple[Row, ...]) -> Message:
    """Return a page of standings.

    :param remark: the text below the scope of the standings.
    """
    w = reader.words
    embed = discord.Embed(
        colour=COLOUR, title=truncate(w("league.standings.title", of=escape(_name(page, w))), MAX_TITLE)
    )
    titles = _titles(page, w)
    rows = [_row(page, line) for line in page.lines]
    said = [_of_what(page, w), remark, *_notes(page, w)]
    pages = max(1, -(-page.total // LINES))
    add_page_number(embed, page.number, pages, w)
    drawing = None
    if not rows:
        said.insert(1, w("league.standings.nobody", daily=reader.command("daily"), play=reader.command("play")))
    elif reader.board == "text":
        said.insert(1, code_block(render.table_text(titles, rows)))
    else:
        names = _names_drawn(page, w)
        drawn = [replace(row, name=names[line.user_id]) for row, line in zip(rows, page.lines, strict=True)]
        drawing = Drawing(partial(render.standings_table, titles, drawn), table_alt(w, titles, rows))
    embed.description = truncate("\n".join(line for line in said if line), MAX_DESCRIPTION)
    return embedded(embed, drawing, rows_below)


def plot_message(plot: Plot, reader: Reader) -> Message:
    """Return the leaders over time, with a button back."""
    w, page = reader.words, plot.page
    embed = discord.Embed(colour=COLOUR, title=truncate(w("league.plot.title", of=escape(_name(page, w))), MAX_TITLE))
    since, until = (date_of(at, plot.zone, w) for at in (plot.since, plot.until))
    back = Button(ClickAddress(StandingsClick.PAGE, "", page.number, page.of), w("league.plot.back"), emoji="◀️")
    if not plot.curves:
        embed.description = w("league.plot.nobody")
        return Message(embed=embed, rows=((back,),))
    alt = plot_alt(w, plot.curves, since=since, until=until)
    if reader.board == "text":
        embed.description = truncate(escape(alt), MAX_DESCRIPTION)
        return Message(embed=embed, rows=((back,),))
    marks = tuple((at, date_of(at, plot.zone, w)) for at in marked(plot.since, plot.until, plot.zone))
    names = _names_drawn(page, w)
    drawn = [replace(one, name=names[line.user_id]) for one, line in zip(plot.curves, page.lines, strict=False)]
    paint = partial(render.plot, drawn, since=plot.since, until=plot.until, marks=marks)
    return embedded(embed, Drawing(paint, alt), ((back,),))


# --- Words ------------------------------------------------------------------------------------------------------------


def _names_drawn(page: StandingsPage, w: Words) -> dict[int, str]:
    """Return the names of the lines by id, as pictures draw them."""
    return names_drawn({line.user_id: line.name for line in page.lines}, (line.user_id for line in page.lines), w)


def _name(page: StandingsPage, w: Words) -> str:
    """Return the name of the season, game or games."""
    if page.of in games.CATALOGUE:
        return w(f"game.{page.of}.name")
    return w("league.standings.all") if page.season is None else season_name(page.season, w)


def _of_what(page: StandingsPage, w: Words) -> str:
    """Return the days, the games and the kind of ranking."""
    season = page.season
    if season is None:
        return w("league.standings.ever")
    if page.is_solitaire:
        return f"{span(season, page.zone, w)} · {w('league.standings.by_days')}"
    closed = "" if season.closed_at is None else f" · {w('league.season.closed')}"
    return f"{span(season, page.zone, w)} · {games_text(season, w)} · {counting_text(season, w)}{closed}"


def _own(page: StandingsPage, w: Words) -> str:
    if page.own is None:
        return w("league.standings.own_none")
    number = _number(page, page.own, w)
    mark = "\\*" if page.is_provisional(page.own) else ""
    return w("league.standings.own", place=f"{page.own.place}{mark}", total=page.total, number=number)


def _number(page: StandingsPage, line: StandingsRow, w: Words) -> str:
    """Return the points or rating with the number of matches."""
    if isinstance(line.has, SolvedDays):
        return f"{w.count('league.solved_days', line.has.days)} · {w.count('solo.moves', line.has.moves)}"
    best = page.best_of(line.has)
    played = line.has.matches
    matches = w.count("league.matches", played) if best is None else w("league.best_of", best=best, matches=played)
    return f"{page.kind.number(line.has, w)} · {matches}"


def _notes(page: StandingsPage, w: Words) -> list[str]:
    notes = []
    if any(line.moved is not None for line in page.lines):
        notes.append(w("league.standings.moved"))
    is_open = page.season is not None and page.season.closed_at is None
    if is_open and any(isinstance(line.has, Rating) and line.has.matches < page.medal_matches for line in page.lines):
        notes.append(w.count("league.standings.medals", page.medal_matches))
    if page.lines and not page.is_solitaire and (note := page.kind.note(w)):
        notes.append(note)
    if any(page.is_provisional(line) for line in page.lines):
        notes.append(w.count("league.standings.provisional", page.kind.established))
    if page.computing is not None:
        done, total = page.computing
        notes.append(w("league.standings.computing", done=done, total=total))
    return [f"-# {note}" for note in notes]


def _titles(page: StandingsPage, w: Words) -> tuple[str, ...]:
    if page.is_solitaire:
        return w("league.column.days"), w("solo.fact.moves")
    return w(page.kind.title), w("league.column.matches"), w("league.column.wins")


def _row(page: StandingsPage, line: StandingsRow) -> TableRow:
    lit = page.own is not None and line.user_id == page.own.user_id
    provisional = page.is_provisional(line)
    place = f"{line.place}*" if provisional else str(line.place)
    if isinstance(line.has, SolvedDays):
        values: tuple[Value, ...] = (Value(str(line.has.days)), Value(str(line.has.moves)))
    else:
        best = page.best_of(line.has)
        matches = Value(str(line.has.matches)) if best is None else Value(str(best), f"/{line.has.matches}")
        values = (page.kind.value(line.has), matches, Value(str(line.has.wins)))
    return TableRow(place, line.name, values, line.moved, lit=lit, quiet=provisional)


# --- Components -------------------------------------------------------------------------------------------------------


def _selects(page: StandingsPage, reader: Reader) -> tuple[Row, ...]:
    w = reader.words
    of_season = [
        SelectOption(
            truncate(season_name(season, w), MAX_OPTION_TEXT),
            f"season:{season.id}",
            state(season, page.now, w),
            default=page.of == f"season:{season.id}",
        )
        for season in page.choices
    ]
    ever = SelectOption(w("league.standings.all"), "all", w("league.standings.ever_short"), default=page.of == "all")
    of_game = [
        SelectOption(truncate(w(f"game.{game}.name"), MAX_OPTION_TEXT), game, default=page.of == game)
        for game in (*games.TABLE_GAMES, *games.SOLITAIRES)
    ]
    seasons = Select(
        ClickAddress(SeasonClick.STANDINGS_OF, "", 0, "season"),
        (*of_season, ever),
        truncate(w("league.choose.season"), MAX_PLACEHOLDER),
    )
    of = Select(
        ClickAddress(SeasonClick.STANDINGS_OF, "", 0, "game"),
        tuple(of_game),
        truncate(w("league.choose.game"), MAX_PLACEHOLDER),
    )
    return (seasons,), (of,)


def _buttons(page: StandingsPage, reader: Reader, pages: int) -> tuple[Row, ...]:
    def at(number: int) -> ClickAddress:
        return ClickAddress(StandingsClick.PAGE, "", number, page.of)

    plot = Button(
        ClickAddress(StandingsClick.PLOT, "", page.number, page.of), reader.words("league.button.plot"), emoji="📈"
    )
    plots = () if page.is_solitaire or not page.lines else (plot,)
    turned = page_buttons(reader, at, page.number, pages)
    post = Button(
        ClickAddress(StandingsClick.POST, "", page.number, page.of), reader.words("share.button.post"), emoji="📣"
    )
    keep = Button(
        ClickAddress(StandingsClick.KEEP, "", 0, page.of), reader.words("leaderboard.button.keep"), emoji="📌"
    )
    shared = (*((post,) if page.lines else ()), *((keep,) if page.may_keep else ()))
    return tuple(row for row in ((*(turned[0] if turned else ()), *plots), shared) if row)
