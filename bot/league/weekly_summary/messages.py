"""The weekly summary, posted in a channel of the server's choice."""

from collections.abc import Iterable, Sequence
from itertools import islice

import discord

from bot.league.seasons.kinds import season_kind
from bot.league.seasons.messages import season_name
from bot.league.seasons.podium import MEDALS, medal_of
from bot.league.tournaments.showing.names import podium_text
from bot.league.tournaments.showing.standings import first_lines
from bot.league.weekly_summary.week import Week
from bot.locales import Words
from bot.messages.parts.message import GOLD, Message
from bot.messages.parts.people import called, called_in
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_FIELD_VALUE, bold, escape, message_link, truncate
from storage.league.ratings import shown
from storage.league.seasons import Season
from storage.league.standings import PlayerStanding
from storage.league.tournament_values import Tournament


def summary_message(week: Week, reader: Reader) -> Message:
    """Return the weekly summary of a league."""
    w = reader.words
    embed = discord.Embed(colour=GOLD, title=w("league.week.title"))
    played = f"{w.count('league.matches', week.matches)} · {w.count('league.week.players', week.players)}\n"
    more = w("league.week.more", standings=reader.command("leaderboard"))
    embed.description = f"{w.days(week.first_day, week.last_day)}\n{played if week.matches else ''}-# {more}"
    main = "" if week.main is None else season_name(week.main, w)
    parts: tuple[tuple[str, Iterable[str]], ...] = (
        (main, _leaders(week, week.main_leaders, week.main, w)),
        (w("league.week.leaders"), _leaders(week, week.leaders, None, w)),
        (w("league.week.busiest"), _busiest(week, w)),
        (w("league.week.rises"), _rises(week, w)),
        (w("league.week.records"), _records(week, w)),
        (w("tournament.list.title"), (_tournament(one, week, w) for one in week.tournaments)),
        (w("league.week.closed"), (_closed(season, w) for season in week.closed)),
    )
    for title, lines in parts:
        text = first_lines(list(lines), w)
        if text:
            embed.add_field(name=escape(title), value=truncate(text, MAX_FIELD_VALUE), inline=False)
    return Message(embed=embed)


def _leaders(week: Week, leaders: Sequence[PlayerStanding], season: Season | None, w: Words) -> Iterable[str]:
    kind = season_kind(season)
    for one in leaders:
        mark = "\\*" if kind.is_provisional(one.rating) else ""
        yield f"{one.place}{mark}. {_name(week, one.rating.user_id, w)} · {kind.number(one.rating, w)}"
    if any(kind.is_provisional(one.rating) for one in leaders):
        yield f"-# {w.count('league.standings.provisional', kind.established)}"


def _busiest(week: Week, w: Words) -> Iterable[str]:
    for place, user_id, matches in week.busiest:
        yield f"{place}. {_name(week, user_id, w)} · {w.count('league.matches', matches)}"


def _rises(week: Week, w: Words) -> Iterable[str]:
    for place, one, points in week.rises:
        name = _name(week, one.user_id, w)
        yield f"{place}. {name} · {shown(one.before)} → **{shown(one.after)}** (+{points})"


def _records(week: Week, w: Words) -> Iterable[str]:
    for _, user_id, wins in week.streaks:
        yield w.count("league.week.streak", wins, name=_name(week, user_id, w))


def _closed(season: Season, w: Words) -> str:
    """Return a closed season with its winners."""
    final = season.final or ()
    won = islice(((medal, row) for row in final if (medal := medal_of(row))), len(MEDALS))
    names = [f"{MEDALS[medal - 1]} {bold(called_in(row, w))}" for medal, row in won]
    return " · ".join([bold(season_name(season, w)), *names])


def _tournament(tournament: Tournament, week: Week, w: Words) -> str:
    """Return a finished tournament with its podium."""
    link = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    head = f"{bold(tournament.title)} [↗]({link}) · {w(f'game.{tournament.game}.name')}"
    return f"{head}\n{podium_text(tournament, week.names, w)}"


def _name(week: Week, user_id: int, w: Words) -> str:
    return bold(called(week.names, user_id, w))
