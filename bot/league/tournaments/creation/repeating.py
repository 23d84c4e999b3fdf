"""New tournaments with the settings of another one."""

import asyncio
import re
from dataclasses import replace
from typing import Final

import games
from bot.league.tournaments.creation.requests import ARENA_MINUTES, LONGEST_TITLE, NewTournament
from bot.league.tournaments.formats.duplicate import USUAL_DEALS, is_among_people
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.formats.sides import formats_of
from bot.messages.welcome import Wishes
from bot.requests.request import Request
from storage.league import series
from storage.league.tournament_values import Opponents, ScoreComparison, Tournament
from storage.matches import Player

_NUMBERED: Final = re.compile(r"(?P<name>.*?)(?P<number>[0-9]{1,9})")
_DATED: Final = re.compile(r" · [^·]*\b20[0-9]{2}\b[^·]*$")
"""The date in the title of an evening of a club night."""


def counted_up(title: str) -> str:
    """Return the title of the next tournament: "Cup 4" after "Cup 3", "Cup 2" after "Cup".

    The date of an evening is left out.
    """
    undated = _DATED.sub("", title)
    found = _NUMBERED.fullmatch(undated)
    name, number = (found["name"], str(int(found["number"]) + 1)) if found else (f"{undated} ", "2")
    room = LONGEST_TITLE - len(number)
    return f"{name}{number}" if len(name) <= room else f"{name[: room - 1].rstrip()} {number}"


async def _with_wished_rounds(tournament: Tournament) -> Tournament:
    """Return a tournament with the number of rounds that its host chose.

    A start replaces a missing number by that of its teams. Pairing many teams takes a while, so a thread does it.
    """
    if not tournament.round:
        return tournament
    kind = kind_of(tournament)
    if "rounds" not in kind.settings:
        return replace(tournament, rounds=0)
    unpaired = replace(tournament, rounds=0, round=0, pairings=(), taken_back=())
    usual = (await asyncio.to_thread(kind.begin, unpaired, tournament.created_at)).rounds
    return replace(tournament, rounds=0 if tournament.rounds == usual else tournament.rounds)


async def wanted_again(request: Request, tournament: Tournament) -> NewTournament:
    """Return the values of a tournament with the same settings and the next title, without a start."""
    wanted = await settings_wanted(request, await _with_wished_rounds(tournament))
    return replace(wanted, title=counted_up(tournament.title))


async def settings_wanted(request: Request, tournament: Tournament) -> NewTournament:
    """Return the values that make a tournament, each default as such; a role or a series that is gone is left out."""
    rules, kind, game = tournament.rules, kind_of(tournament), games.TABLE_GAMES[tournament.game]
    [usual_size, *_] = [one.sides * one.team_size for one in formats_of(tournament.game)]
    size = tournament.sides * tournament.team_size
    if kind.shares_deals and not is_among_people(rules):
        usual_size, size = min(game.seat_counts), rules.seats
    points = ",".join(map(str, rules.points)) if rules.draw_points is None else f"{rules.points[0]}/{rules.draw_points}"
    minutes = None if rules.duration_s is None else rules.duration_s // 60
    of_series, series_id = None, tournament.series_id
    if series_id is not None:
        of_series = await request.services.database.run_read(lambda tx: series.load(tx, tournament.guild_id, series_id))
    guild = request.reply.interaction.guild
    has_role = tournament.role_id is not None and guild is not None and guild.get_role(tournament.role_id) is not None
    return NewTournament(
        tournament.game,
        tournament.kind,
        tournament.title,
        rounds=tournament.rounds,
        players_per_table=None if size == usual_size else size,
        round_minutes=None if tournament.round_s is None else tournament.round_s // 60,
        wishes=Wishes(tournament.options, tournament.clock),
        seeding=None if rules.seeding is kind.seeding else rules.seeding,
        points="" if "points" not in kind.settings or points == f"{kind.win_points}/1" else points,
        third_place=rules.third_place,
        groups=rules.groups,
        arena_minutes=None if minutes == ARENA_MINUTES else minutes,
        no_streak=kind.is_timed and not rules.streak,
        deals=0 if rules.deals == USUAL_DEALS else rules.deals,
        opponents=None if rules.opponents is Opponents.COMPUTERS else rules.opponents,
        level="" if rules.level == Player.REGULAR else rules.level,
        comparison=None if rules.comparison is ScoreComparison.MATCHPOINTS else rules.comparison,
        series=None if of_series is None else of_series.name,
        limit=rules.limit,
        best_of=rules.best_of,
        role_id=tournament.role_id if has_role else None,
    )
