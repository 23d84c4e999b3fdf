"""Tournaments: formats, standings, rounds, and saving what a step comes to.

Planning is pure: a `Plan` says what a step changes, and `save_plan` saves it.

What places score is a rule of the tournament. In a round robin, teams with equal points are ranked by their points
against each other; in a Swiss tournament by Buchholz, the points of all opponents. Then the number of opponents counts
that a team came in ahead of. Teams that are equal in that too share a place. A team that has withdrawn comes after all
others.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from random import Random
from typing import Any, Final, NamedTuple

import games
from bot.league.tournament_pairing import Round, round_robin, swiss_round, swiss_rounds
from storage.database import Database, Transaction
from storage.league import leagues, tournaments
from storage.league.results import Origin, Result
from storage.league.tournaments import (
    Pairing,
    PairingSide,
    PairingState,
    Participant,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
    key_of,
)


class Format(NamedTuple):
    """A way to sit down at a game.

    :ivar sides: how many sides meet.
    :ivar team_size: how many people a side has.
    """

    sides: int
    team_size: int


@cache
def formats_of(game: str) -> tuple[Format, ...]:
    """The ways in which a table game is played with its usual options, the smallest first."""
    found = []
    for seats in sorted(games.TABLE_GAMES[game].seat_counts):
        sides = len(set(_sides(game, seats)))
        found.append(Format(sides, seats // sides))
    return tuple(found)


def sides_fit(game: str, sides: int, team_size: int) -> bool:
    """Whether so many sides of so many people can play a game."""
    return Format(sides, team_size) in formats_of(game)


def options_fit(game: str, sides: int, team_size: int, options: Mapping[str, Any]) -> bool:
    """Whether a game with these options has the sides that it usually has.

    :raises SetupError: if it is not played with them by so many.
    """
    match = games.new_match(game, seats=sides * team_size, options=options, seed="the sides of the seats")
    return [match.side_of(seat) for seat in range(sides * team_size)] == _sides(game, sides * team_size)


def seat_order(game: str, sides: list[list[int]]) -> tuple[int, ...]:
    """The people of a match seat by seat, so that each side sits as the game has it."""
    waiting = [list(side) for side in sides]
    return tuple(waiting[side].pop(0) for side in _sides(game, sum(map(len, sides))))


def _sides(game: str, seats: int) -> list[int]:
    """The side of each seat."""
    match = games.new_match(game, seats=seats, seed="the sides of the seats")
    return [match.side_of(seat) for seat in range(seats)]


_REMINDED_S: Final = 3 * 3600.0


@dataclass(frozen=True)
class TeamStanding:
    """How a team stands.

    :ivar place: from 1; equal teams share it.
    :ivar tie_break: the points against those with equal points in a round robin, Buchholz in a Swiss tournament.
    :ivar beaten: how many opponents came in behind it.
    :ivar byes: how many matches it won without playing.
    """

    team: int
    place: int
    points: int
    tie_break: int
    beaten: int
    played: int
    byes: int


def standings(tournament: Tournament) -> tuple[TeamStanding, ...]:
    """The teams, the best first; equal ones in the order of their numbers, which are drawn by lot."""
    teams = list(tournament.teams)
    rules = tournament.rules
    points = {team: sum(_points(pairing, team, rules) for pairing in tournament.pairings) for team in teams}
    breaks = _breaks(tournament, points)
    found = [
        TeamStanding(
            team,
            0,
            points[team],
            breaks[team],
            sum(_beaten(pairing, team) for pairing in tournament.pairings),
            sum(pairing.state is PairingState.PLAYED and team in pairing.teams for pairing in tournament.pairings),
            sum(pairing.state is PairingState.BYE and _place(pairing, team) == 1 for pairing in tournament.pairings),
        )
        for team in teams
    ]

    def merit(one: TeamStanding) -> tuple[bool, int, int, int]:
        return one.team not in tournament.withdrawn, one.points, one.tie_break, one.beaten

    ranked: list[TeamStanding] = []
    for _, equals in groupby(sorted(found, key=merit, reverse=True), key=merit):
        place = len(ranked) + 1
        ranked += [TeamStanding(**{**vars(one), "place": place}) for one in equals]
    return tuple(ranked)


def meetings(pairings: Iterable[Pairing]) -> list[frozenset[int]]:
    """The pairs of teams that were paired to meet, once for each time, also where they did not play."""
    return [
        frozenset((one, other))
        for pairing in pairings
        for number, one in enumerate(pairing.teams)
        for other in pairing.teams[number + 1 :]
    ]


def _breaks(tournament: Tournament, points: Mapping[int, int]) -> dict[int, int]:
    played = [pairing for pairing in tournament.pairings if pairing.state is PairingState.PLAYED]
    if tournament.kind is TournamentKind.SWISS:
        return {
            team: sum(points[other] for one in played if team in one.teams for other in one.teams if other != team)
            for team in points
        }
    return {
        team: sum(
            _between(pairing, team, other, tournament.rules)
            for pairing in played
            for other, has in points.items()
            if has == points[team] and other != team
        )
        for team in points
    }


def _points(pairing: Pairing, team: int, rules: TournamentRules) -> int:
    """What a team scores for a pairing; a bye is worth a win."""
    place = _place(pairing, team)
    if place is None or pairing.state not in (PairingState.PLAYED, PairingState.BYE):
        return 0
    sharing = sum(side.place == place for side in pairing.sides) if pairing.state is PairingState.PLAYED else 1
    return rules.score(place, sharing)


def _between(pairing: Pairing, team: int, other: int, rules: TournamentRules) -> int:
    """What a team scores against another one alone."""
    own, others = _place(pairing, team), _place(pairing, other)
    if own is None or others is None:
        return 0
    return rules.score(1) if own < others else rules.score(1, 2) if own == others else 0


def _beaten(pairing: Pairing, team: int) -> int:
    own = _place(pairing, team)
    if pairing.state is not PairingState.PLAYED or own is None:
        return 0
    return sum(side.place is not None and side.place > own for side in pairing.sides)


def _place(pairing: Pairing, team: int) -> int | None:
    return next((side.place for side in pairing.sides if side.team == team), None)


MOST_TEAMS: Final = {TournamentKind.ROUND_ROBIN: 16, TournamentKind.SWISS: 64}
"""How many teams a tournament takes at most: more would take too many rounds, or too long to pair."""


class WrongNumber(Exception):
    """People cannot be divided into teams, or are too few: `lacking` more would do, or are needed."""

    def __init__(self, lacking: int) -> None:
        super().__init__(lacking)
        self.lacking = lacking


class TeamsIncomplete(Exception):
    """There are not enough people without a team for the teams that lack somebody."""


@dataclass(frozen=True)
class Plan:
    """What a step makes of a tournament, to be saved.

    :ivar tournament: the tournament itself as it is then, without its pairings.
    :ivar people: whose teams are settled now.
    :ivar new: pairings to be made,
    :ivar settled: and such as have changed.
    :ivar gone: who is not signed up any more.
    """

    tournament: Tournament
    people: tuple[Participant, ...] = ()
    new: tuple[Pairing, ...] = ()
    settled: tuple[Pairing, ...] = ()
    gone: int | None = None


def current_round(tournament: Tournament) -> int:
    """The first round in which somebody has still to play; the last if nobody has."""
    return min((pairing.round for pairing in tournament.open_pairings), default=tournament.round)


def plan_start(tournament: Tournament, lot: Random, now: float) -> Plan:
    """The tournament with its teams drawn, and its first pairings.

    :param lot: draws the teams of those who have none, and the numbers of all teams.
    :raises WrongNumber: if there are too few people, or they cannot be divided into teams.
    :raises TeamsIncomplete: if teams that lack members cannot all be filled.
    """
    people = _drawn(tournament, lot)
    running = replace(tournament, stage=TournamentStage.RUNNING, people=people)
    teams = list(running.teams)
    if tournament.kind is TournamentKind.SWISS:
        rounds = tournament.rounds or swiss_rounds(len(teams), tournament.sides)
        running = replace(running, rounds=min(rounds, max(1, len(teams) - 1)))
        return replace(_next_round(running, now), people=people)
    timetable = round_robin(teams, tournament.sides)
    timetable = timetable[: tournament.rounds or len(timetable)]
    running = replace(running, rounds=len(timetable), round=len(timetable))
    new = [one for number, tables in enumerate(timetable, 1) for one in _pairings(running, number, tables, now)]
    return Plan(running, people, tuple(new))


def plan_next(tournament: Tournament, now: float) -> Plan | None:
    """What comes when all pairings are settled: the next round, or the end; None while something is to be played."""
    if tournament.stage is not TournamentStage.RUNNING or tournament.open_pairings:
        return None
    left = len(tournament.teams.keys() - tournament.withdrawn)
    if tournament.round < tournament.rounds and left >= tournament.sides:
        return _next_round(tournament, now)
    return Plan(replace(tournament, stage=TournamentStage.OVER, ended_at=now))


def plan_due(tournament: Tournament, now: float) -> Plan | None:
    """What is due by the clock, or because all pairings are settled; None while nothing is.

    The first time that a round is the current one its deadline is set; what is open then is never played.
    """
    if tournament.stage is not TournamentStage.RUNNING or not tournament.open_pairings:
        return plan_next(tournament, now)
    current = current_round(tournament)
    if tournament.round_s is not None and tournament.timed_round != current:
        return Plan(replace(tournament, timed_round=current, deadline=now + tournament.round_s))
    if tournament.deadline is not None and tournament.deadline <= now:
        return plan_close_round(tournament, current, now)
    return None


def reminder_at(tournament: Tournament) -> float | None:
    """When people are reminded of the deadline of a round, in unix seconds: a quarter of it before, at most 3 hours."""
    if tournament.deadline is None or tournament.round_s is None:
        return None
    return tournament.deadline - min(tournament.round_s / 4, _REMINDED_S)


def next_instant(tournament: Tournament, now: float) -> float | None:
    """When something is due next in a tournament by the clock alone; None if nothing is."""
    if tournament.stage is not TournamentStage.RUNNING or tournament.deadline is None:
        return None
    reminder = reminder_at(tournament)
    is_next = reminder is not None and reminder > now and tournament.reminded_round < tournament.timed_round
    return reminder if is_next else tournament.deadline


def plan_close_round(tournament: Tournament, number: int, now: float) -> Plan:
    """All that is open up to a round counts as never played: it brings nobody anything."""
    missed = [replace(one, state=PairingState.MISSED) for one in tournament.open_pairings if one.round <= number]
    return _gone_on(tournament, missed, now)


def plan_cancel(tournament: Tournament, now: float) -> Plan:
    """The tournament ends as it is; no match settles its pairings any more."""
    missed = tuple(replace(one, state=PairingState.MISSED) for one in tournament.open_pairings)
    return Plan(replace(tournament, stage=TournamentStage.CANCELLED, ended_at=now), settled=missed)


def plan_withdrawal(tournament: Tournament, team: int, now: float) -> Plan:
    """A team withdraws. What it has played stays; its opponent wins without playing.

    At a table of more than two, the others play on alone if the game can be played so.
    """
    people = tuple(replace(one, withdrawn=one.withdrawn or one.team == team) for one in tournament.people)
    fewer = replace(tournament, people=people)
    settled = [_left_alone(fewer, one, team) for one in tournament.open_pairings if team in one.teams]
    plan = _gone_on(fewer, settled, now)
    return replace(plan, people=tuple(one for one in people if one.team == team))


def plan_result(tournament: Tournament, pairing: Pairing, winner: int | None, now: float) -> Plan:
    """The host says what a pairing came to, or corrects it.

    :param winner: the team that has won; None: all share the first place.
    """
    sides = tuple(replace(one, place=1 if winner in (None, one.team) else 2) for one in pairing.sides)
    played = replace(pairing, state=PairingState.PLAYED, sides=sides, result_id=None)
    return _gone_on(tournament, [played], now)


def plan_walkover(tournament: Tournament, pairing: Pairing, winner: int, now: float) -> Plan:
    """A team wins a pairing without playing."""
    sides = tuple(replace(one, place=1 if one.team == winner else None) for one in pairing.sides)
    return _gone_on(tournament, [replace(pairing, state=PairingState.BYE, sides=sides, result_id=None)], now)


def plan_late_entry(tournament: Tournament, user_id: int, now: float, *, points: bool) -> Plan:
    """Somebody joins a Swiss tournament of single people that runs: they are paired from the next round on.

    :param points: whether the rounds until then count as byes won, or bring nothing.
    """
    late = Participant(user_id, 1 + max(tournament.teams), now)
    state, place = (PairingState.BYE, 1) if points else (PairingState.REST, None)
    missed = tuple(
        Pairing(0, number, state, (PairingSide(late.team, place),), "", now)
        for number in range(1, tournament.round + 1)
    )
    return Plan(replace(tournament, people=(*tournament.people, late)), (late,), missed)


def _gone_on(tournament: Tournament, settled: Sequence[Pairing], now: float) -> Plan:
    changed = {one.id: one for one in settled}
    after = replace(tournament, pairings=tuple(changed.get(one.id, one) for one in tournament.pairings))
    plan = plan_next(after, now) or Plan(after)
    return replace(plan, settled=tuple(settled))


def _left_alone(tournament: Tournament, pairing: Pairing, team: int) -> Pairing:
    rest = tuple(side for side in pairing.sides if side.team != team)
    if sides_fit(tournament.game, len(rest), tournament.team_size):
        return replace(pairing, sides=rest, people=_people(tournament, [side.team for side in rest]))
    won = tuple(replace(side, place=None if side.team == team else 1) for side in pairing.sides)
    return replace(pairing, state=PairingState.BYE, sides=won)


def _next_round(tournament: Tournament, now: float) -> Plan:
    """The next round of a Swiss tournament."""
    number = tournament.round + 1
    gone = tournament.withdrawn
    ranking = [one.team for one in standings(tournament) if one.team not in gone]
    points = {one.team: one.points for one in standings(tournament)}
    free = Counter(side.team for one in tournament.pairings if one.state is PairingState.BYE for side in one.sides)
    tables = swiss_round(ranking, points, meetings(tournament.pairings), free, tournament.sides)
    after = replace(tournament, round=number)
    return Plan(after, new=_pairings(after, number, tables, now))


def _pairings(tournament: Tournament, number: int, tables: Round, now: float) -> tuple[Pairing, ...]:
    """The pairings of a round, with a free round for a team that meets nobody: in a Swiss tournament it is a win."""
    made = [
        Pairing(0, number, PairingState.OPEN, tuple(map(PairingSide, teams)), _people(tournament, teams), now)
        for teams in tables
    ]
    playing = {team for teams in tables for team in teams} | tournament.withdrawn
    swiss = tournament.kind is TournamentKind.SWISS
    state, place = (PairingState.BYE, 1) if swiss else (PairingState.REST, None)
    free = [team for team in tournament.teams if team not in playing]
    return (*made, *(Pairing(0, number, state, (PairingSide(team, place),), "", now) for team in free))


def _people(tournament: Tournament, teams: Sequence[int]) -> str:
    members = tournament.teams
    return key_of([one.user_id for one in members[team]] for team in teams)


def _drawn(tournament: Tournament, lot: Random) -> tuple[Participant, ...]:
    """Everybody with a team. People who go together stay together; the others are put into teams by lot."""
    size = tournament.team_size
    count = len(tournament.people)
    fewest = size * tournament.sides
    if count < fewest or count % size:
        raise WrongNumber(max(fewest - count, -count % size))
    together = list(tournament.teams.values())
    alone = [one for one in tournament.people if not one.team]
    alone += [team[0] for team in together if len(team) == 1 < size]
    groups = [list(team) for team in together if not len(team) == 1 < size]
    lot.shuffle(alone)
    for group in groups:
        while len(group) < size:
            if not alone:
                raise TeamsIncomplete
            group.append(alone.pop())
    groups += [alone[start : start + size] for start in range(0, len(alone), size)]
    lot.shuffle(groups)
    return tuple(replace(one, team=number) for number, group in enumerate(groups, 1) for one in group)


async def save_plan(tx: Transaction, plan: Plan) -> None:
    """Save what a step made of a tournament. The league must be held."""
    tournament = plan.tournament
    if plan.gone is not None:
        await tournaments.remove_participant(tx, tournament, plan.gone)
    await tournaments.save_participants(tx, tournament, plan.people)
    await tournaments.save_pairings(tx, tournament.guild_id, plan.settled)
    await tournaments.add_pairings(tx, tournament, plan.new)
    await tournaments.save(tx, tournament)


async def withdraw_participant(tx: Transaction, tournament: Tournament, signed: Participant, now: float) -> None:
    """Let somebody who has signed up play no more, and their team with them once the tournament runs.

    The league must be held.
    """
    if tournament.stage is TournamentStage.OPEN:
        await tournaments.remove_participant(tx, tournament, signed.user_id)
        await tournaments.save(tx, tournament)
    else:
        await save_plan(tx, plan_withdrawal(tournament, signed.team, now))


async def withdraw_everywhere(tx: Transaction, guild_id: int, user_id: int, now: float) -> None:
    """Let somebody play no more in any tournament of a server."""
    if not await tournaments.live_with(tx, guild_id, user_id):
        return
    await leagues.hold(tx, guild_id)
    for tournament_id in await tournaments.live_with(tx, guild_id, user_id):
        tournament = await tournaments.load(tx, guild_id, tournament_id)
        signed = None if tournament is None else tournament.participant(user_id)
        if tournament is not None and signed is not None and not signed.withdrawn:
            await withdraw_participant(tx, tournament, signed, now)


async def settle_pairing(tx: Transaction, result: Result, began: float) -> int | None:
    """Let a match count for the oldest open pairing of these very people; its tournament, None if there is none.

    What was entered by hand counts as well as a match at a table. It need not count for ratings: it may have been
    played too often today, or its game be left out of them. The league must be held.

    :param began: when the match began; it was not played for a pairing that was made later.
    """
    sides = {place.side for place in result.places}
    if result.origin is Origin.IMPORT or len(sides) < 2:
        return None
    people = key_of([place.user_id for place in result.places if place.side == side] for side in sides)
    found = await tournaments.find_open_pairing(tx, result.guild_id, result.game, people, began)
    if found is None:
        return None
    await tournaments.record_played(tx, *found, result.id, {place.user_id: place.place for place in result.places})
    return found[0]


async def advance(database: Database, guild_id: int, tournament_id: int, now: float) -> Tournament | None:
    """A tournament, with what is due by the clock, its next round or its end; None if there is none.

    Pairing may take a while, so it is done beside the loop, and saved if nothing else has happened meanwhile.

    :raises StorageError: if it could not be read or saved.
    """
    while True:
        async with database.read() as tx:
            tournament = await tournaments.load(tx, guild_id, tournament_id)
        if tournament is None:
            return None
        plan = await asyncio.to_thread(plan_due, tournament, now)
        if plan is None:
            return tournament
        async with database.write() as tx:
            await leagues.hold(tx, guild_id)
            newest = await tournaments.load(tx, guild_id, tournament_id)
            if newest == tournament:
                await save_plan(tx, plan)
