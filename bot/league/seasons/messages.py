"""Messages about opening, closing and listing seasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.league.seasons.clicks import SeasonClick
from bot.league.seasons.kinds import season_kind
from bot.local_time import days_of
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Select, SelectOption, Style, page_buttons
from bot.messages.parts.message import COLOUR, Message
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
from storage.league.seasons import Season

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


def opened_message(
    season: Season, zone: str, reader: Reader, *, computing: bool, main: bool = False, for_all: bool = False
) -> Message:
    """Return the message about an opened season.

    :param computing: whether earlier matches are being added.
    :param main: whether it is the main season.
    :param for_all: whether it is announced to the players, who cannot close it.
    """
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=truncate(w("league.opened.title", name=escape(season.name)), MAX_TITLE))
    lines = [f"{span(season, zone, w)} · {games_text(season, w)} · {_scoring(season, w)}"]
    if main:
        lines.append(w("league.main.set"))
    commands = {"standings": reader.command("leaderboard"), "close": reader.command("league-admin season-close")}
    lines.append(w("league.opened.announced" if for_all else "league.opened.next", **commands))
    if computing:
        lines.append(f"-# {w('league.opened.computing')}")
    embed.description = "\n".join(lines)
    return Message(embed=embed)


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


def edited_text(season: Season, zone: str, w: Words, *, computing: bool, main: bool = False) -> str:
    """Return a season as it is after it was edited.

    :param computing: whether its matches are being counted again.
    :param main: whether it is the main season.
    """
    text = w("league.edited", season=bold(season_name(season, w)), span=span(season, zone, w))
    text += f"\n{_scoring(season, w)}" if season.best else ""
    text += f"\n{w('league.main.set')}" if main and season.closed_at is None else ""
    return f"{text}\n-# {w('league.opened.computing')}" if computing else text


def seasons_message(page: SeasonsPage, reader: Reader) -> Message:
    """Return a page of seasons, each with its standings to open."""
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w("league.seasons.title"))
    lines = [_line(season, page, w) for season in page.seasons]
    embed.description = truncate("\n".join(lines) or w("league.seasons.none"), MAX_DESCRIPTION)
    pages = max(1, -(-page.total // LINES))
    if pages > 1:
        embed.set_footer(text=w("rules.page", number=page.number + 1, total=pages))

    def at(number: int) -> ClickAddress:
        return ClickAddress(SeasonClick.PAGE, "", number)

    return Message(embed=embed, rows=(*_select(page, w), *page_buttons(reader, at, page.number, pages)))


def _select(page: SeasonsPage, w: Words) -> tuple[Row, ...]:
    options = tuple(
        SelectOption(
            truncate(season_name(season, w), MAX_OPTION_TEXT), f"season:{season.id}", state(season, page.now, w)
        )
        for season in page.seasons
    )
    address = ClickAddress(SeasonClick.STANDINGS_OF, "", 0, "seasons")
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
