"""Messages about opening, closing and listing seasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.league.seasons.clicks import SeasonClick
from bot.league.seasons.kinds import SEASON_KINDS, SeasonKind, season_kind
from bot.local_time import days_of
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Form,
    Kind,
    Row,
    Select,
    SelectOption,
    Style,
    TextField,
    page_buttons,
)
from bot.messages.parts.message import COLOUR, Message, add_page_number
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import (
    MAX_DESCRIPTION,
    MAX_OPTION_TEXT,
    MAX_PLACEHOLDER,
    MAX_TITLE,
    bold,
    escape,
    truncate,
)
from storage.league.leagues import League
from storage.league.seasons import Season

LONGEST_NAME: Final = 60
LINES: Final = 10
"""The seasons on a page."""


@dataclass(frozen=True)
class SeasonsPage:
    """A page of a server's seasons, the last begun first.

    :ivar total: the number on all pages.
    :ivar zone: the time zone of the server.
    :ivar main_id: the id of the main season.
    """

    seasons: tuple[Season, ...]
    number: int
    total: int
    now: float
    zone: str
    main_id: int | None = None


def season_name(season: Season, w: Words) -> str:
    """Return the unescaped name; a quarter's follows the language."""
    if season.quarter is None:
        return season.name
    year, number = season.quarter.split("-")
    return w("league.quarter", year=year, number=number)


def games_text(season: Season, w: Words) -> str:
    """Return the games that count in a season."""
    return w.list([w(f"game.{game}.name") for game in season.games]) or w("league.standings.all")


def span(season: Season, zone: str, w: Words) -> str:
    """Return the first and last day of a season, in the server's time zone."""
    return w.days(*days_of(season.starts_at, season.ends_at, zone))


def counting_text(season: Season | None, w: Words) -> str:
    """Return the kind of ranking, such as "by rating"."""
    name = season_kind(season).name(w)
    return f"{name} · {w.count('league.best', season.best)}" if season and season.best else name


def opened_message(season: Season, zone: str, reader: Reader, *, computing: bool, main: bool = False) -> Message:
    """Return the announcement of an opened season.

    :param computing: whether earlier matches are being added.
    :param main: whether it is the main season.
    """
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=truncate(w("league.opened.title", name=escape(season.name)), MAX_TITLE))
    lines = [f"{span(season, zone, w)} · {games_text(season, w)} · {_scoring(season, w)}"]
    if main:
        lines.append(w("league.main.set"))
    lines.append(w("league.opened.announced", standings=reader.command("leaderboard")))
    if computing:
        lines.append(f"-# {w('league.opened.computing')}")
    embed.description = "\n".join(lines)
    return Message(embed=embed)


def season_message(season: Season, league: League, now: float, reader: Reader, note: str = "") -> Message:
    """Return a season with the buttons of managers.

    :param note: the first line, about what was just done.
    """
    w, is_open, is_quarter = reader.words, season.closed_at is None, season.quarter is not None
    is_main = is_open and league.main_season_id == season.id
    about = (span(season, league.time_zone, w), games_text(season, w), _scoring(season, w), state(season, now, w))
    lines = [" · ".join(about), *([w("league.main.set")] if is_main else [])]
    if is_open:
        lines.append(w("league.opened.announced", standings=reader.command("leaderboard")))
    if league.is_due:
        lines.append(f"-# {w('league.opened.computing')}")
    embed = discord.Embed(
        colour=COLOUR, title=truncate(escape(season_name(season, w)), MAX_TITLE), description="\n".join(lines)
    )

    def button(kind: SeasonClick, key: str, style: Style = Style.PLAIN, emoji: str = "") -> Button:
        return Button(ClickAddress(kind, "", season.id), w(key), style, emoji)

    edits = [] if is_quarter else [button(SeasonClick.ASK_EDIT, "league.season.edit", Style.MAIN, "✏️")]
    if is_open and not is_quarter:
        edits.append(button(SeasonClick.SET_MAIN, "league.season.not_main" if is_main else "league.season.main"))
        edits.append(button(SeasonClick.ANNOUNCE, "league.season.announce", emoji="📣"))
    ends = [button(SeasonClick.ASK_CLOSE, "league.close.button", Style.DANGER)] if is_open else []
    if not (is_open and is_quarter):
        ends.append(button(SeasonClick.ASK_DELETE, "league.delete.button", Style.DANGER))
    ends.append(Button(ClickAddress(SeasonClick.PAGE), w("league.season.list")))
    return Message(note, embed=embed, rows=tuple(row for row in (edits, ends) if row))


def season_form(kind: SeasonKind, w: Words) -> Form:
    """Return the form for a new season of a kind."""
    fields = [
        TextField("title", w("league.season.name"), LONGEST_NAME),
        TextField("until", w("league.season.last")),
        TextField("since", w("league.season.first"), required=False),
        TextField("games", w("league.season.games"), 1000, required=False),
    ]
    if kind.takes_points:
        fields.append(TextField("points", w("league.season.points"), required=False))
    return Form(ClickAddress(SeasonClick.OPEN, rest=kind.key), w("league.season.new", kind=kind.name(w)), tuple(fields))


def edit_form(season: Season, zone: str, w: Words) -> Form:
    """Return the form for a season's name and, while it is open, its days and scoring."""
    fields = [TextField("title", w("league.season.name"), LONGEST_NAME, filled=season.name)]
    if season.closed_at is None:
        first, last = days_of(season.starts_at, season.ends_at, zone)
        fields.append(TextField("since", w("league.season.first"), required=False, filled=str(first)))
        fields.append(TextField("until", w("league.season.last"), filled=str(last)))
        if season_kind(season).takes_points:
            fields.append(TextField("best", w("league.season.best"), 3, required=False, filled=str(season.best or "")))
    return Form(ClickAddress(SeasonClick.EDIT, "", season.id), season_name(season, w), tuple(fields))


def ask_close(season: Season, zone: str, reader: Reader) -> Message:
    """Return the question before closing a season."""
    w = reader.words
    yes = Button(ClickAddress(SeasonClick.CLOSE, "", season.id), w("league.close.button"), Style.DANGER)
    no = Button(ClickAddress(Kind.KEEP), w("table.button.keep"))
    _, last = days_of(season.starts_at, season.ends_at, zone)
    text = w("league.close.confirm", season=bold(season_name(season, w)), until=w.long_day(last))
    return Message(text, rows=((yes, no),))


def ask_delete(season: Season, reader: Reader) -> Message:
    """Return the question before deleting a season."""
    w = reader.words
    yes = Button(ClickAddress(SeasonClick.DELETE, "", season.id), w("league.delete.button"), Style.DANGER)
    no = Button(ClickAddress(Kind.KEEP), w("table.button.keep"))
    text = w("league.delete.confirm", season=bold(season_name(season, w)))
    return Message(text, rows=((yes, no),))


def seasons_message(page: SeasonsPage, reader: Reader, note: str = "") -> Message:
    """Return a page of seasons, each to open, and the buttons of new ones.

    :param note: the first line, about what was just done.
    """
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w("league.seasons.title"))
    lines = [_line(season, page, w) for season in page.seasons]
    embed.description = truncate("\n".join(lines) or w("league.seasons.none"), MAX_DESCRIPTION)
    pages = max(1, -(-page.total // LINES))
    add_page_number(embed, page.number, pages, w)

    def at(number: int) -> ClickAddress:
        return ClickAddress(SeasonClick.PAGE, "", number)

    new = tuple(
        Button(ClickAddress(SeasonClick.ASK_NEW, rest=kind.key), w("league.season.new", kind=kind.name(w)), emoji="➕")
        for kind in SEASON_KINDS.values()
    )
    return Message(note, embed=embed, rows=(*_select(page, w), new, *page_buttons(reader, at, page.number, pages)))


def _select(page: SeasonsPage, w: Words) -> tuple[Row, ...]:
    options = tuple(
        SelectOption(truncate(season_name(season, w), MAX_OPTION_TEXT), str(season.id), state(season, page.now, w))
        for season in page.seasons
    )
    address = ClickAddress(SeasonClick.MANAGE)
    return ((Select(address, options, truncate(w("league.seasons.look"), MAX_PLACEHOLDER)),),) if options else ()


def _line(season: Season, page: SeasonsPage, w: Words) -> str:
    name = bold(season_name(season, w))
    if season.id == page.main_id and season.closed_at is None:
        name = f"⭐ {name} · {w('league.main')}"
    return f"{name} · {span(season, page.zone, w)} · {games_text(season, w)} · {state(season, page.now, w)}"


def state(season: Season, now: float, w: Words) -> str:
    """Return the state of a season: upcoming, open, over or closed."""
    if season.closed_at is not None:
        return w("league.season.closed")
    if season.starts_at > now:
        return w("league.season.to_come")
    return w("league.season.open" if now < season.ends_at else "league.season.ending")


def _scoring(season: Season, w: Words) -> str:
    """Return the kind of ranking, with the points for places."""
    if not season_kind(season).takes_points:
        return counting_text(season, w)
    best = f" · {w.count('league.best', season.best)}" if season.best else ""
    return f"{season_kind(season).name(w)}: {_points(season.points, w)}{best}"


def _points(points: Sequence[int], w: Words) -> str:
    """Return the points of a win between two sides and those for places; the last place never scores."""
    win = w.count("league.points.win", points[0])
    if len(points) == 1:
        return win
    places = zip(w("league.points.ordinals").split(), points, strict=False)
    return w("league.points.places", win=win, places=", ".join(f"{place} {number}" for place, number in places))
