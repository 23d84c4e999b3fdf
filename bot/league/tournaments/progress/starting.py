"""The start of a tournament: who plays, the teams, and their order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.formats.settling import with_taken_back
from bot.league.tournaments.waiting_list import with_places_given
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKind,
    EntryState,
    Participant,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentStage,
)

MOST_LIVE: Final = 10
"""The most running tournaments of a server."""


class WrongNumber(Exception):
    """Too few people, or no even division: `lacking` more would do."""

    def __init__(self, lacking: int) -> None:
        super().__init__(lacking)
        self.lacking = lacking


class TeamsIncomplete(Exception):
    """Too few people without a team to fill all teams."""


def plan_start(
    tournament: Tournament, lot: Random, now: float, skills: Mapping[int, float] | None = None
) -> Tournament:
    """Plan the start: draw the teams, and make the first pairings.

    Free places go to the waiting list; people who still wait stay on it, withdrawn.

    :param lot: draws teams for people without one, the numbers of unseeded teams, and the order that decides the last
        ties in groups.
    :param skills: the ratings of people for seeding; unrated people come last.
    :raises WrongNumber: if there are too few people, or they cannot be divided into teams.
    :raises TeamsIncomplete: if teams that lack members cannot all be filled.
    """
    filled = with_places_given(tournament)
    waiting = tuple(replace(one, team=0, withdrawn=True) for one in filled.people if one.waits)
    people = _drawn(replace(filled, people=filled.placed), lot, skills or {})
    running = replace(tournament, stage=TournamentStage.RUNNING, people=people, withdrawals=())
    if running.kind is TournamentKind.GROUPS:
        order = list(running.teams)
        lot.shuffle(order)
        running = replace(running, rules=replace(running.rules, lots=tuple(order)))
    begun = with_taken_back(kind_of(running).begin(running, now))
    return replace(begun, people=(*people, *waiting), taken_back=())


CHECK_IN_S: Final = 1800.0
"""The seconds between the call to check in and the start."""

_LATEST_S: Final = 3600.0
"""The seconds after its time in which a tournament still starts automatically."""


def check_in_is_open(tournament: Tournament, now: float) -> bool:
    """Return True if people must check in for the start."""
    return (
        tournament.stage is TournamentStage.OPEN
        and tournament.starts_at is not None
        and tournament.starts_at - CHECK_IN_S <= now
    )


def start_key(starts_at: float) -> tuple[int, ...]:
    """Return the start for which a call to check in was made, as `Announcement.teams` has it."""
    return (int(starts_at),)


def is_called(tournament: Tournament) -> bool:
    """Return True if people were asked to check in for the start."""
    calls = [one.teams for one in tournament.announcements if one.kind is AnnouncementKind.CHECK_IN]
    return tournament.starts_at is not None and (start_key(tournament.starts_at),) in calls


def with_needless_call(tournament: Tournament, now: float) -> Tournament:
    """Return a new tournament without a call to check in if that is open: people who sign up now are present."""
    if tournament.starts_at is None or not check_in_is_open(tournament, now):
        return tournament
    called = Announcement(AnnouncementKind.CHECK_IN, 0, (), (start_key(tournament.starts_at),), tournament.revision)
    return replace(tournament, announcements=(called,))


def plan_timed_start(
    tournament: Tournament, lot: Random, now: float, skills: Mapping[int, float] | None = None
) -> Tournament | None:
    """Plan the automatic start; None if not due, or too late.

    People who have not checked in stay on the list without a team. Without a call to check in, all play.

    :raises WrongNumber: as `plan_start`.
    :raises TeamsIncomplete: as `plan_start`.
    """
    starts_at = tournament.starts_at
    if tournament.stage is not TournamentStage.OPEN or starts_at is None or not 0 <= now - starts_at <= _LATEST_S:
        return None
    present = tuple(one for one in tournament.people if one.checked_in or not is_called(tournament))
    absent = tuple(replace(one, team=0, withdrawn=True) for one in tournament.people if one not in present)
    begun = plan_start(replace(tournament, people=present), lot, now, skills)
    return replace(begun, people=(*begun.people, *absent))


def plan_moving_up(tournament: Tournament) -> Tournament | None:
    """Plan the places of people who move up; None if no one does."""
    after = with_places_given(tournament)
    return None if tournament.stage is not TournamentStage.OPEN or after == tournament else after


def why_not_started(tournament: Tournament, now: float) -> WrongNumber | TeamsIncomplete | None:
    """Return the error that prevents a start; None if long overdue."""
    try:
        plan_timed_start(tournament, Random(), now)  # noqa: S311  # nothing is drawn with it
    except (WrongNumber, TeamsIncomplete) as error:
        return error
    return None


def absent(tournament: Tournament) -> tuple[Participant, ...]:
    """Return the people who had a place and did not check in."""
    return tuple(one for one in tournament.placed if one.withdrawn and not one.team)


def _drawn(tournament: Tournament, lot: Random, skills: Mapping[int, float]) -> tuple[Participant, ...]:
    """Return all people with a team: chosen together, or drawn."""
    size = tournament.entry_size
    count = len(tournament.people)
    fewest = size * kind_of(tournament).fewest_teams(tournament)
    if count < fewest or count % size:
        raise WrongNumber(max(fewest - count, -count % size))
    together = list(tournament.teams.values())
    alone = [one for one in tournament.people if not one.team]
    alone += [replace(team[0], team_name="") for team in together if len(team) == 1 < size]
    teams = [list(team) for team in together if not len(team) == 1 < size]
    lot.shuffle(alone)
    for team in teams:
        while len(team) < size:
            if not alone:
                raise TeamsIncomplete
            team.append(alone.pop())
    teams += [alone[start : start + size] for start in range(0, len(alone), size)]
    lot.shuffle(teams)
    seeded = _seeded(tournament.rules.seeding, teams, skills)
    names = [next((one.team_name for one in team if one.team_name), "") for team in seeded]
    return tuple(
        replace(one, team=number, entry=EntryState.PLACED, team_name=name, asks_id=None)
        for number, (team, name) in enumerate(zip(seeded, names, strict=True), 1)
        for one in team
    )


def _seeded(
    seeding: Seeding, teams: Sequence[list[Participant]], skills: Mapping[int, float]
) -> Sequence[list[Participant]]:
    """Return the teams by seed, highest first; ties as drawn."""
    if seeding is Seeding.ENTRY:
        return sorted(teams, key=lambda team: min(one.signed_at for one in team))
    if seeding is Seeding.RATING:
        return sorted(teams, key=lambda team: -sum(skills.get(one.user_id, 0.0) for one in team))
    return teams
