"""Tournament steps: seating, starting, continuing, ending, and saving results.

A step is a pure function: it returns the tournament after it, and `tournaments.save_step` saves the difference.
`formats` has the differences between the kinds.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from itertools import groupby
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import games
from bot.league.tournaments.formats.kinds import (
    current_round,
    kind_of,
    new_pairings,
    people_key,
    podium_of,
    winners,
    with_changed,
    with_round_ahead,
)
from bot.league.tournaments.waiting_list import with_places_given
from bot.tables.time_controls import LOBBY_S, READY_S
from storage.database import Database, Transaction
from storage.league import leagues, ratings, round_deals, tournaments
from storage.league.results import Result, ResultOrigin
from storage.league.tournaments import (
    Announcement,
    AnnouncementKind,
    EntryState,
    Pairing,
    PairingLobby,
    PairingSide,
    PairingState,
    Participant,
    Seeding,
    TablePairing,
    Tournament,
    TournamentStage,
    key_of,
)
from storage.matches import PairingConsent, StoredMatch, StoredSeat


class Format(NamedTuple):
    """The number of sides in a game, and the people on each."""

    sides: int
    team_size: int


@cache
def formats_of(game: str) -> tuple[Format, ...]:
    """Return the formats of a game by default options, smallest first."""
    found = []
    for seats in sorted(games.TABLE_GAMES[game].seat_counts):
        sides = len(set(_sides(game, seats)))
        found.append(Format(sides, seats // sides))
    return tuple(found)


def sides_fit(game: str, sides: int, team_size: int) -> bool:
    """Return True if a game has this number of such sides."""
    return Format(sides, team_size) in formats_of(game)


def options_fit(game: str, sides: int, team_size: int, options: Mapping[str, Any]) -> bool:
    """Return True if the options keep the default sides.

    :raises SetupError: if this many people cannot play with these options.
    """
    match = games.new_match(game, seats=sides * team_size, options=options, seed="the sides of the seats")
    return [match.side_of(seat) for seat in range(sides * team_size)] == _sides(game, sides * team_size)


def seat_order(game: str, sides: list[list[int]]) -> tuple[int, ...]:
    """Return the people by seat, in the game's order of sides."""
    waiting = [list(side) for side in sides]
    return tuple(waiting[side].pop(0) for side in _sides(game, sum(map(len, sides))))


def _sides(game: str, seats: int) -> list[int]:
    """Return the side of each seat."""
    match = games.new_match(game, seats=seats, seed="the sides of the seats")
    return [match.side_of(seat) for seat in range(seats)]


MOST_LIVE: Final = 10
"""The most running tournaments of a server."""

_REMINDED_S: Final = 3 * 3600.0


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

    :param lot: draws teams for people without one, and the numbers of unseeded teams.
    :param skills: the ratings of people for seeding; unrated people come last.
    :raises WrongNumber: if there are too few people, or they cannot be divided into teams.
    :raises TeamsIncomplete: if teams that lack members cannot all be filled.
    """
    filled = with_places_given(tournament)
    waiting = tuple(replace(one, team=0, withdrawn=True) for one in filled.people if one.waits)
    people = _drawn(replace(filled, people=filled.placed), lot, skills or {})
    running = replace(tournament, stage=TournamentStage.RUNNING, people=people)
    begun = kind_of(running).begin(running, now)
    return replace(begun, people=(*people, *waiting))


def plan_next(tournament: Tournament, now: float) -> Tournament | None:
    """Plan new pairings or the end; None while other pairings must be played first, and no new ones in a pause."""
    kind = kind_of(tournament)
    waits = bool(tournament.open_pairings) and not kind.is_timed
    if tournament.stage is not TournamentStage.RUNNING or (waits and not kind.pairs_early):
        return None
    if kind.is_timed and tournament.is_paused:
        return None
    after = kind.next(tournament, now)
    if after is None:
        return None if waits else _stopped(tournament, TournamentStage.OVER, now)
    return _with_taken_back(after) if new_pairings(after) and not tournament.is_paused else None


def _with_taken_back(tournament: Tournament) -> Tournament:
    """Return the tournament with undone pairings instead of new ones of equal teams."""
    new = {frozenset(one.teams): one for one in new_pairings(tournament)}
    again = {
        frozenset(one.teams): one if one.state is PairingState.PLAYED else replace(one, state=PairingState.OPEN)
        for one in tournament.taken_back
        if one.round == tournament.round and frozenset(one.teams) in new
    }
    saved = [one for one in tournament.pairings if one.id]
    left = [one for teams, one in new.items() if teams not in again]
    later = tuple(one for one in tournament.taken_back if one.round > tournament.round)
    return replace(tournament, pairings=(*saved, *again.values(), *left), taken_back=later)


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
    present = tuple(one for one in tournament.people if one.checked_in or not tournament.check_in_told)
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


_NOBODY_WAITS: Final[Mapping[int, Sequence[int]]] = MappingProxyType({})


def plan_due(
    tournament: Tournament,
    now: float,
    in_play: Collection[int] = (),
    waiting: Mapping[int, Sequence[int]] = _NOBODY_WAITS,
) -> Tournament | None:
    """Plan the due step; None if none is due.

    A round's deadline is set when it becomes current; pairings open at the deadline are never played.

    :param in_play: the ids of pairings whose match is running.
    :param waiting: the users in the lobby of each pairing, by the pairing's id; see `waiting_users`.
    """
    present = teams_present(tournament, in_play, waiting)
    if deserted := [one for one in tournament.open_pairings if tournament.withdrawn & set(one.teams)]:
        return _gone_on(tournament, [_without_withdrawn(tournament, one, present) for one in deserted], now)
    plan = plan_next(tournament, now)
    if tournament.is_paused:
        return plan
    if kind_of(tournament).is_timed:
        return plan or plan_no_shows(tournament, now, present)
    if plan is not None or not tournament.open_pairings:
        return plan
    current = current_round(tournament)
    if current <= tournament.closed_round:
        ended = any(one.id not in in_play for one in tournament.open_pairings if one.round <= tournament.closed_round)
        return plan_close_round(tournament, tournament.closed_round, now, in_play, waiting) if ended else None
    if tournament.round_s is not None and tournament.timed_round != current:
        return replace(tournament, timed_round=current, deadline=now + tournament.round_s)
    if tournament.deadline is not None and tournament.deadline <= now:
        return plan_close_round(tournament, current, now, in_play, waiting)
    return None


def podium_teams(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the teams at each podium place of a finished tournament."""
    by_place = groupby(podium_of(tournament), key=lambda one: one.place)
    return tuple(tuple(one.team for one in equals) for _, equals in by_place)


def outdated_announcements(tournament: Tournament) -> tuple[Announcement, ...]:
    """Return announcements made wrong by a correction or an undo."""
    found, known = tournament.announcements, set[tuple[AnnouncementKind, int]]()
    outdated = []
    for one in reversed(found):
        if one.kind in (AnnouncementKind.CARD, AnnouncementKind.PAIRINGS, AnnouncementKind.PARTNER):
            continue
        key = (one.kind, 0 if one.kind is AnnouncementKind.END else one.round)
        if key in known or not _is_true(tournament, one):
            outdated.append(one)
        if one.kind is not AnnouncementKind.EARLY:  # a round may have several
            known.add(key)
    return tuple(reversed(outdated))


def _is_true(tournament: Tournament, announcement: Announcement) -> bool:
    if announcement.kind is AnnouncementKind.END:
        return tournament.stage is TournamentStage.OVER and announcement.teams == podium_teams(tournament)
    if announcement.kind is AnnouncementKind.CHECK_IN:
        return True
    announced = {
        AnnouncementKind.ROUND: tournament.announced_round,
        AnnouncementKind.REMINDER: tournament.reminded_round,
        AnnouncementKind.EARLY: tournament.round,
    }
    if announcement.round > announced[announcement.kind]:
        return False
    paired = [set(one.teams) for one in tournament.pairings if one.round == announcement.round]
    return all(any(teams <= set(announced) for teams in paired) for announced in announcement.teams)


def has_old_buttons(tournament: Tournament, announcement: Announcement) -> bool:
    """Return True if an announcement has buttons without a use.

    Its pairings are settled, a newer announcement of them has the buttons, or its question is answered.
    """
    if announcement.buttons is None:
        return False
    if announcement.kind is AnnouncementKind.CHECK_IN:
        return tournament.stage is not TournamentStage.OPEN
    if announcement.kind is AnnouncementKind.PARTNER:
        asking = [one for one in tournament.people if one.question_id == announcement.buttons]
        return not any(tournament.asked_team(one) is not None for one in asking)
    if not tournament.stage.is_live:
        return True
    all_announced = tournament.announcements
    newer = [one for one in all_announced[all_announced.index(announcement) + 1 :] if one.buttons is not None]
    if announcement.kind is AnnouncementKind.PAIRINGS:
        left = {frozenset(one.teams) for one in tournament.open_pairings}
    else:
        newer = [one for one in newer if one.round == announcement.round]
        left = {frozenset(one.teams) for one in tournament.open_pairings if one.round == announcement.round}
    if announcement.kind in (AnnouncementKind.ROUND, AnnouncementKind.REMINDER):  # also for those who enter late
        return not left or any(one.kind is not AnnouncementKind.EARLY for one in newer)
    renewed = {frozenset(teams) for one in newer for teams in one.teams}
    return not any(frozenset(teams) in left - renewed for teams in announcement.teams)


def replaces(newer: Announcement, old: Announcement) -> bool:
    """Return True if an announcement is the correct one instead of an outdated one."""
    of_round = (AnnouncementKind.ROUND, AnnouncementKind.EARLY)
    if AnnouncementKind.EARLY in (newer.kind, old.kind) and newer.kind in of_round and old.kind in of_round:
        named, wrong = ({team for teams in one.teams for team in teams} for one in (newer, old))
        return newer.round == old.round and bool(named & wrong)
    return newer.kind is old.kind and (newer.round == old.round or old.kind is AnnouncementKind.END)


def with_corrections_due(tournament: Tournament) -> Tournament:
    """Return the tournament with wrong announcements marked as unsent.

    Only the announcements of the current round and of the end are sent again.
    """
    outdated = outdated_announcements(tournament)
    if tournament.stage is TournamentStage.OVER and any(one.kind is AnnouncementKind.END for one in outdated):
        ends = [one for one in tournament.announcements if one.kind is AnnouncementKind.END]
        return replace(tournament, end_announced=False) if ends[-1] in outdated else tournament
    current = current_round(tournament)
    rounds = [one for one in tournament.announcements if (one.kind, one.round) == (AnnouncementKind.ROUND, current)]
    if tournament.stage is TournamentStage.RUNNING and rounds and rounds[-1] in outdated:
        return replace(tournament, announced_round=min(tournament.announced_round, current - 1))
    return tournament


NO_SHOW_S: Final = 300.0
"""The seconds that an arena pairing waits for both teams at its table."""


def no_show_at(tournament: Tournament, pairing: Pairing) -> float:
    """Return when the teams of an arena pairing are late; after a pause they have the whole time again."""
    return max(pairing.opened_at, tournament.resumed_at or 0.0) + NO_SHOW_S


def plan_no_shows(tournament: Tournament, now: float, present: Mapping[int, frozenset[int]]) -> Tournament | None:
    """Plan the removal of late teams' arena pairings; None without any.

    A team at the table wins without playing. An absent team pauses until it signs up again.

    :param present: see `teams_present`.
    """
    absent_from = {
        pairing: frozenset(pairing.teams) - present.get(pairing.id, frozenset())
        for pairing in tournament.open_pairings
        if no_show_at(tournament, pairing) <= now
    }
    gone = frozenset[int]().union(*absent_from.values())
    if tournament.stage is not TournamentStage.RUNNING or not gone:
        return None
    people = tuple(replace(one, withdrawn=one.withdrawn or one.team in gone) for one in tournament.people)
    settled = [_forfeited(pairing, missing) for pairing, missing in absent_from.items() if missing]
    return _gone_on(replace(tournament, people=people), settled, now)


def reminder_at(tournament: Tournament) -> float | None:
    """Return a reminder's unix time, at most 3 hours before the deadline."""
    if tournament.deadline is None or tournament.round_s is None:  # an arena has no lasting rounds
        return None
    return tournament.deadline - min(tournament.round_s / 4, _REMINDED_S)


def next_instant(tournament: Tournament, now: float) -> float | None:
    """Return the time of the next due step; None without one.

    :param tournament: with its pairings.
    """
    if tournament.stage is TournamentStage.OPEN and tournament.starts_at is not None:
        return tournament.starts_at if tournament.check_in_told else tournament.starts_at - CHECK_IN_S
    if tournament.stage is not TournamentStage.RUNNING or tournament.deadline is None or tournament.is_paused:
        return None
    if tournament.timed_round <= tournament.closed_round:
        return None  # wait for the end of a match
    if kind_of(tournament).is_timed:
        late = (no_show_at(tournament, pairing) for pairing in tournament.open_pairings)
        return min((at for at in late if now < at < tournament.deadline), default=tournament.deadline)
    reminder = reminder_at(tournament)
    is_next = reminder is not None and reminder > now and tournament.reminded_round < tournament.timed_round
    return reminder if is_next else tournament.deadline


def plan_close_round(
    tournament: Tournament,
    number: int,
    now: float,
    in_play: Collection[int] = (),
    waiting: Mapping[int, Sequence[int]] = _NOBODY_WAITS,
) -> Tournament:
    """Plan the end of a round: its open pairings stay unplayed.

    A team that leads after some of several matches wins. One with a walkover by `team_with_walkover` has it. An arena
    ends.

    :param in_play: the ids of pairings with a running match: they still count, except in an arena, and where the others
        wait for the deals to be shown. There people who share a table score the average unless they are absent.
    :param waiting: the users in the lobby of each pairing, by the pairing's id; see `waiting_users`.
    """
    if kind_of(tournament).is_timed:
        return _stopped(tournament, TournamentStage.OVER, now)
    kept = () if kind_of(tournament).shares_deals else in_play
    late = [one for one in tournament.open_pairings if one.round <= number and one.id not in kept]
    if kind_of(tournament).shares_deals and tournament.sides > 1:
        present = teams_present(tournament, in_play, waiting)
        settled = [_forfeited(one, frozenset(one.teams) - present[one.id]) for one in late]
    else:
        settled = [_closed(tournament, one, waiting.get(one.id, ())) for one in late]
    return _gone_on(replace(tournament, closed_round=number), settled, now)


def _closed(tournament: Tournament, pairing: Pairing, sitting: Sequence[int]) -> Pairing:
    if pairing.leader is not None:
        return pairing.won_by(pairing.leader)
    winner = team_with_walkover(tournament, pairing, sitting)
    return replace(pairing, state=PairingState.MISSED) if winner is None else _walkover(pairing, winner)


def team_with_walkover(tournament: Tournament, pairing: Pairing, sitting: Sequence[int]) -> int | None:
    """Return the complete team at the table of a round that closes, if any.

    If two wait for each other, it is the one with the better claim, so no one gains by coming late or not starting.

    :param sitting: the users in the lobby of the pairing, the best claim first; see `waiting_users`.
    """
    complete = _complete_teams(tournament, pairing, sitting)
    if not complete or len(pairing.sides) == 1 or (len(complete) > 1 and len(pairing.sides) > 2):
        return None
    return min(complete, key=lambda team: max(sitting.index(one.user_id) for one in tournament.teams[team]))


def waiting_users(lobby: PairingLobby, now: float) -> tuple[int, ...]:
    """Return the users in a pairing's lobby, those with the best claim to a walkover first.

    Those who alone are ready come first, once the others had time to press *Start*; then those who waited longest.
    """
    if now - (lobby.deadline - LOBBY_S) < READY_S:
        return lobby.users
    return tuple(sorted(lobby.users, key=lambda one: one not in lobby.ready))


def _complete_teams(tournament: Tournament, pairing: Pairing, sitting: Collection[int]) -> list[int]:
    teams = tournament.teams
    return [team for team in pairing.teams if all(member.user_id in sitting for member in teams[team])]


def teams_present(
    tournament: Tournament, in_play: Collection[int], waiting: Mapping[int, Collection[int]]
) -> Mapping[int, frozenset[int]]:
    """Return each open pairing's teams that are complete or playing.

    :param in_play: the ids of pairings whose match is running.
    :param waiting: the users in the lobby of each pairing, by the pairing's id; see `waiting_users`.
    """
    return {
        one.id: frozenset(one.teams if one.id in in_play else _complete_teams(tournament, one, waiting.get(one.id, ())))
        for one in tournament.open_pairings
    }


def plan_cancel(tournament: Tournament, now: float) -> Tournament:
    """Plan the cancellation, after which no match settles a pairing."""
    return _stopped(tournament, TournamentStage.CANCELLED, now)


def _stopped(tournament: Tournament, stage: TournamentStage, now: float) -> Tournament:
    missed = [replace(one, state=PairingState.MISSED) for one in tournament.open_pairings]
    return replace(with_changed(tournament, missed), stage=stage, ended_at=now, paused_at=None, paused_by=None)


def plan_withdrawal(
    tournament: Tournament, team: int, now: float, present: Mapping[int, frozenset[int]] = MappingProxyType({})
) -> Tournament:
    """Plan a withdrawal. Played matches stay; opponents get walkovers.

    In an arena only opponents at the table get one. With more than two sides, the others play on if the game allows it.

    :param present: see `plan_no_shows`.
    """
    people = tuple(replace(one, withdrawn=one.withdrawn or one.team == team) for one in tournament.people)
    fewer = replace(tournament, people=people)
    own = [one for one in tournament.pairings if one.side_of(team) is not None and _is_undecided(fewer, one)]
    settled = [_without_withdrawn(fewer, one, present) for one in own]
    return _gone_on(fewer, settled, now)


class UndoStep(StrEnum):
    """The effect of undoing."""

    START = "start"
    """All pairings are removed, and sign-up is open again."""
    CLOSING = "closing"
    """Pairings missed at the closing of a round are open again."""
    PAIRING = "pairing"
    """The current round is paired again by the current results of earlier rounds."""


class Undo(NamedTuple):
    """The effect of undoing the last step.

    :ivar round: the reopened or repaired round.
    :ivar reopened: the number of pairings to be played again.
    :ivar played: the number of played pairings that are undone.
    """

    step: UndoStep
    round: int
    reopened: int
    played: int
    after: Tournament


class NothingToUndo(Exception):
    """No round can be reopened or paired again."""


def plan_undo(tournament: Tournament, now: float) -> Undo:
    """Plan to reopen the last closed round, or undo the pairing.

    Results of an undone round are kept if equal teams are paired again.

    :raises NothingToUndo: if neither is possible.
    """
    over, last = tournament.stage is TournamentStage.OVER, tournament.round
    if kind_of(tournament).pairs_early:
        last = current_round(tournament)
    in_advance = _is_paired_ahead(tournament)
    if kind_of(tournament).is_timed or kind_of(tournament).shares_deals:
        raise NothingToUndo
    missed = [one for one in tournament.pairings if _can_reopen(tournament, one)]
    latest = max((one.round for one in missed), default=0)
    number = latest if over or in_advance or latest == last else last - 1
    reopened = [one for one in missed if one.round == number]
    if reopened and (in_advance or not over or number == last):
        return _reopened(tournament, number, reopened)
    if over or (in_advance and current_round(tournament) > 1):
        raise NothingToUndo
    undone = [one for one in tournament.pairings if one.round >= last or in_advance]
    played = [one for one in undone if _is_kept(one)]
    if last > 1 and not in_advance:
        before = replace(_before_round(tournament, last), taken_back=_taken_back(tournament, played))
        after = plan_next(before, now) or before
        after = replace(after, taken_back=(*after.taken_back, *tournament.taken_back))
        return Undo(UndoStep.PAIRING, last, 0, len(played), after)
    return Undo(UndoStep.START, 1, 0, len(played), _sign_up_again(tournament))


def _is_paired_ahead(tournament: Tournament) -> bool:
    return tournament.round == kind_of(tournament).paired_ahead(tournament)


def _can_reopen(tournament: Tournament, pairing: Pairing) -> bool:
    is_closed = pairing.state is PairingState.MISSED or was_closed(tournament, pairing)
    return is_closed and not tournament.withdrawn & set(pairing.teams)


def was_closed(tournament: Tournament, pairing: Pairing) -> bool:
    """Return True if a team won a pairing because it led when the round was closed."""
    is_short = max(pairing.scores.values(), default=0) < tournament.rules.wins_needed
    return pairing.state is PairingState.PLAYED and bool(pairing.matches) and is_short


def _is_kept(pairing: Pairing) -> bool:
    """Return True if the result or the score of a pairing outlasts the undoing of its round."""
    return pairing.state is PairingState.PLAYED or bool(pairing.matches)


def _taken_back(tournament: Tournament, kept: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """Return pairings of an undone round; those that matches have not decided wait without being open."""
    return tuple(
        one
        if one.state is PairingState.PLAYED and not was_closed(tournament, one)
        else _without_places(one, PairingState.MISSED)
        for one in kept
    )


def _without_places(pairing: Pairing, state: PairingState) -> Pairing:
    return replace(pairing, state=state, sides=tuple(replace(side, place=None) for side in pairing.sides))


def _before_round(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament as before a round was paired."""
    return replace(
        with_round_ahead(tournament, number),
        stage=TournamentStage.RUNNING,
        ended_at=None,
        end_announced=False,
        round=number - 1,
        pairings=tuple(one for one in tournament.pairings if one.round < number),
    )


def _reopened(tournament: Tournament, number: int, reopened: Sequence[Pairing]) -> Undo:
    in_advance = _is_paired_ahead(tournament)
    later = [one for one in tournament.pairings if one.round > number and not in_advance]
    played = [one for one in later if _is_kept(one)]
    opened = [
        _without_places(one, PairingState.OPEN) if one.matches else replace(one, state=PairingState.OPEN)
        for one in reopened
    ]
    kept = tuple(one for one in with_changed(tournament, opened).pairings if one.id not in {one.id for one in later})
    after = replace(
        _before_round(tournament, number),
        round=tournament.round if in_advance else number,
        pairings=kept,
        taken_back=(*tournament.taken_back, *_taken_back(tournament, played)),
    )
    return Undo(UndoStep.CLOSING, number, len(reopened), len(played), after)


def _sign_up_again(tournament: Tournament) -> Tournament:
    gone = [one for one in tournament.people if one.withdrawn and one.team]
    single = tournament.entry_size == 1
    people = tuple(
        replace(one, team=0 if single else one.team, withdrawn=False, checked_in=False)
        for one in tournament.people
        if one not in gone
    )
    usual = kind_of(tournament).begin(replace(tournament, rounds=0, round=0, pairings=()), 0.0).rounds
    return replace(
        _before_round(tournament, 1),
        stage=TournamentStage.OPEN,
        starts_at=None,
        check_in_told=False,
        rounds=0 if tournament.rounds == usual else tournament.rounds,
        people=people,
    )


class EnteredOutcome(NamedTuple):
    """An outcome of a pairing that a host enters.

    :ivar winner: the winning team; None: all share the first place.
    :ivar played: whether it was played; else the winner has a walkover.
    :ivar text: the outcome as `outcome_of` returns it.
    """

    winner: int | None
    played: bool
    text: str


class EnteredResult(NamedTuple):
    """A result that is entered for a pairing.

    :ivar winner: the winning team; None: all share the first place.
    :ivar scores: the score of each team, if there is one.
    """

    pairing: Pairing
    winner: int | None
    scores: Mapping[int, int] = MappingProxyType({})


def outcome_of(pairing: Pairing) -> str:
    """Return the outcome of a pairing for the audit log.

    :return: "open", "missed", "draw", "won:" or "walkover:" with the indices of the sides that won.
    """
    first = [number for number, side in enumerate(pairing.sides) if side.place == 1]
    if pairing.state is PairingState.PLAYED:
        return "draw" if len(first) == len(pairing.sides) else f"won:{','.join(map(str, first))}"
    if pairing.state is PairingState.BYE:
        return f"walkover:{','.join(map(str, first))}"
    return "open" if pairing.state is PairingState.OPEN else "missed"


def outcome_token(pairing: Pairing) -> str:
    """Return a short text that changes with the outcome."""
    places = ",".join(str(side.place or 0) for side in pairing.sides)
    return f"{pairing.state}.{places}.{pairing.result_id or 0}"


def entered_outcome(pairing: Pairing, winner: int | None, *, played: bool) -> EnteredOutcome:
    """Return the outcome that a host enters for a pairing."""
    if winner is None:
        return EnteredOutcome(None, played=True, text="draw")
    return EnteredOutcome(winner, played, f"{'won' if played else 'walkover'}:{pairing.teams.index(winner)}")


def plan_result(
    tournament: Tournament,
    pairing: Pairing,
    winner: int | None,
    now: float,
    scores: Mapping[int, int] = MappingProxyType({}),
) -> Tournament:
    """Plan an outcome that the host enters or corrects, or that players report.

    :param winner: the winning team; None: all share the first place.
    :param scores: the reported score of each team, if there is one.
    """
    return plan_results(tournament, [EnteredResult(pairing, winner, scores)], now)


def plan_results(tournament: Tournament, entered: Iterable[EnteredResult], now: float) -> Tournament:
    """Plan the outcomes of several pairings; see `plan_result`."""
    return _gone_on(tournament, [_played(*one) for one in entered], now)


def _played(pairing: Pairing, winner: int | None, scores: Mapping[int, int]) -> Pairing:
    sides = tuple(PairingSide(team, 1 if winner in (None, team) else 2, scores.get(team)) for team in pairing.teams)
    return replace(pairing.without_matches(), state=PairingState.PLAYED, sides=sides)


def plan_walkover(tournament: Tournament, pairing: Pairing, winner: int, now: float) -> Tournament:
    """Plan a walkover for a team."""
    return _gone_on(tournament, [_walkover(pairing, winner)], now)


def _walkover(pairing: Pairing, winner: int) -> Pairing:
    sides = tuple(PairingSide(team, 1 if team == winner else None) for team in pairing.teams)
    return replace(pairing.without_matches(), state=PairingState.BYE, sides=sides)


def plan_late_entry(tournament: Tournament, user_id: int, now: float, *, points: bool) -> Tournament:
    """Plan a person's late entry, paired from the next round.

    :param points: whether the rounds until then count as byes won, or score nothing.
    """
    if kind_of(tournament).is_timed:
        return plan_walk_in(tournament, user_id, now)
    others = tuple(one for one in tournament.people if one.user_id != user_id)
    late = Participant(user_id, 1 + max(tournament.teams), now)
    state, place = (PairingState.BYE, 1) if points else (PairingState.REST, None)
    missed = tuple(
        Pairing(0, number, state, (PairingSide(late.team, place),), "", now)
        for number in range(1, tournament.round + 1)
    )
    return replace(tournament, people=(*others, late), pairings=(*tournament.pairings, *missed))


def plan_walk_in(tournament: Tournament, user_id: int, now: float) -> Tournament:
    """Plan an entry or return to an arena."""
    before = tournament.participant(user_id)
    team = before.team if before is not None and before.team else 1 + max(tournament.teams)
    own = tournament.teams.get(team, (Participant(user_id, team, now),))
    back = tuple(replace(one, withdrawn=False) for one in own)
    people = (*(one for one in tournament.people if one.team != team and one != before), *back)
    return _gone_on(replace(tournament, people=people), [], now)


def _gone_on(tournament: Tournament, settled: Sequence[Pairing], now: float) -> Tournament:
    after = with_changed(tournament, settled)
    if tournament.stage is TournamentStage.RUNNING:
        repaired = kind_of(tournament).repaired(after, settled, now)
        if repaired.pairings != after.pairings:
            return repaired
    if tournament.stage is TournamentStage.OVER and winners(after) != winners(tournament):
        return replace(after, end_announced=False)
    return plan_next(after, now) or after


def _is_undecided(tournament: Tournament, pairing: Pairing) -> bool:
    """Return True if a pairing is open or lacks a winner."""
    if pairing.state is not PairingState.MISSED:
        return pairing.state is PairingState.OPEN
    teams = set(pairing.teams)
    is_latest = not any(one.round > pairing.round and teams & set(one.teams) for one in tournament.pairings)
    needs_winner = is_latest and kind_of(tournament).needs_winner(tournament, pairing)
    return needs_winner and any(team not in tournament.withdrawn for team in pairing.teams)


def _forfeited(pairing: Pairing, absent: frozenset[int]) -> Pairing:
    """Return the pairing with walkovers over absent teams."""
    sides = tuple(PairingSide(team, None if team in absent else 1) for team in pairing.teams)
    state = PairingState.BYE if any(side.place for side in sides) else PairingState.MISSED
    return replace(pairing.without_matches(), state=state, sides=sides)


def _without_withdrawn(tournament: Tournament, pairing: Pairing, present: Mapping[int, frozenset[int]]) -> Pairing:
    """Return the pairing without withdrawn teams; others play on or win."""
    left = tuple(side for side in pairing.sides if side.team not in tournament.withdrawn)
    if kind_of(tournament).is_timed:
        return _forfeited(
            pairing, frozenset(pairing.teams) - (present.get(pairing.id, frozenset()) - tournament.withdrawn)
        )
    plays_on = pairing.state is PairingState.OPEN and not kind_of(tournament).shares_deals
    if plays_on and sides_fit(tournament.game, len(left), tournament.team_size):
        return replace(pairing, sides=left, people=people_key(tournament, [side.team for side in left]))
    return _forfeited(pairing, tournament.withdrawn)


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


async def seeding_ratings(tx: Transaction, tournament: Tournament) -> dict[int, float]:
    """Return the ratings for seeding; unrated people are missing."""
    if tournament.rules.seeding is not Seeding.RATING:
        return {}
    league = await leagues.load(tx, tournament.guild_id)
    people = [one.user_id for one in tournament.people]
    found = await ratings.standing_of(tx, tournament.guild_id, league.generation, [tournament.game], people)
    return {one.user_id: float(ratings.shown(one.mu)) for one in found.values()}


async def withdraw_participant(tx: Transaction, tournament: Tournament, signed: Participant, now: float) -> None:
    """Withdraw a person, and their team if the tournament runs.

    The league must be held.
    """
    if tournament.stage is TournamentStage.OPEN:
        await tournaments.remove_participants(tx, tournament, [signed.user_id])
        await tournaments.save(tx, tournament)
    else:
        present = await load_teams_present(tx, tournament)
        await tournaments.save_step(tx, tournament, plan_withdrawal(tournament, signed.team, now, present))


async def withdraw_everywhere(tx: Transaction, guild_id: int, user_id: int, now: float) -> tuple[Tournament, ...]:
    """Withdraw a person; return their running tournaments as they were."""
    if not await tournaments.live_with(tx, guild_id, user_id):
        return ()
    await leagues.hold(tx, guild_id)
    left = []
    for tournament_id in await tournaments.live_with(tx, guild_id, user_id):
        tournament = await tournaments.load(tx, guild_id, tournament_id)
        signed = None if tournament is None else tournament.participant(user_id)
        if tournament is not None and signed is not None and not signed.withdrawn:
            await withdraw_participant(tx, tournament, signed, now)
            if tournament.stage is TournamentStage.RUNNING:
                left.append(tournament)
    return tuple(left)


async def settle_pairing(tx: Transaction, result: Result, began: float) -> int | None:
    """Count a match for its table's pairing; return the tournament's id.

    A result without a match was entered by hand: it counts for the oldest open pairing of exactly these people. A match
    may count here but not for ratings, as beyond the daily limit or in an excluded game. The league must be held.

    :param began: the start of the match; it never counts for a later pairing.
    """
    sides = {place.side for place in result.places}
    if result.origin is ResultOrigin.IMPORT or len(sides) < 2:
        return None
    people = key_of([place.user_id for place in result.places if place.side == side] for side in sides)
    if result.match_id is None:
        found = await tournaments.find_open_pairing(tx, result.guild_id, result.game, people, began)
    else:
        found = await tournaments.find_pairing_of_match(tx, result.match_id, people)
    if found is None or (_is_drawn(result) and await _is_played_again(tx, result.guild_id, *found)):
        return None
    await tournaments.record_played(tx, *found, result.id, {place.user_id: place.place for place in result.places})
    return found[0]


async def settle_shared(tx: Transaction, result: Result, scores: Mapping[int, int]) -> None:
    """Count a duplicate match for its pairing. The league must be held.

    :param scores: the score of each person.
    """
    sides = {place.side for place in result.places}
    people = key_of([place.user_id for place in result.places if place.side == side] for side in sides)
    found = await tournaments.find_pairing_of_match(tx, result.match_id or "", people)
    if found is not None:
        await tournaments.record_scores(tx, *found, result.id, scores)


async def draw_deals(database: Database, tournament: Tournament, seed: Callable[[], str]) -> Tournament:
    """Draw the seeds of paired rounds that have none; return the tournament with all fingerprints.

    :param seed: makes a new secret, see `Chance.server_seed`.
    """
    lacking = set(range(1, tournament.round + 1)) - tournament.fingerprints.keys()
    if not kind_of(tournament).shares_deals or not lacking:
        return tournament
    async with database.write() as tx:
        for number in sorted(lacking):
            await round_deals.draw(tx, tournament.guild_id, tournament.id, number, seed())
        return await tournaments.load(tx, tournament.guild_id, tournament.id) or tournament


def _is_drawn(result: Result) -> bool:
    return len({place.side for place in result.places if place.place == 1}) > 1


async def _is_played_again(tx: Transaction, guild_id: int, tournament_id: int, pairing_id: int) -> bool:
    """Return True if a drawn match of a pairing counts for neither side."""
    tournament = await tournaments.load(tx, guild_id, tournament_id)
    if tournament is None:
        return False
    pairing = next(one for one in tournament.pairings if one.id == pairing_id)
    return tournament.rules.best_of > 1 or kind_of(tournament).needs_winner(tournament, pairing)


async def offered_pairings(
    tx: Transaction, match: StoredMatch, players: Sequence[StoredSeat], clock: str
) -> tuple[TablePairing, ...]:
    """Return the pairings that the players may agree on, oldest first.

    They are open and have no table. Players, sides, options and clock are equal to the tournament's.

    :param clock: the clock of tournaments that have none.
    """
    everybody = [seat.user_id for seat in players if seat.user_id is not None]
    if not everybody or len(everybody) < len(players) or match.game not in games.TABLE_GAMES:
        return ()
    made = _match_of(match.game, len(players), match.options)
    if made is None:
        return ()
    sides: dict[int, list[int]] = {}
    for number, user_id in enumerate(everybody):
        sides.setdefault(made.side_of(number), []).append(user_id)

    def is_equal(pairing: TablePairing) -> bool:
        wanted = _match_of(match.game, len(players), pairing.options)
        own_tempo = games.TABLE_GAMES[match.game].info.tempo_option is not None
        same_clock = own_tempo or match.clock == (pairing.clock or clock)
        return same_clock and wanted is not None and dict(wanted.options) == dict(made.options)

    found = await tournaments.free_pairings(tx, match.guild_id, match.game, key_of(sides.values()))
    return tuple(filter(is_equal, found))


def _match_of(game: str, seats: int, options: Mapping[str, Any]) -> games.Match | None:
    """Return a match with these sides and options, None if impossible."""
    try:
        return games.new_match(game, seats=seats, options=options, seed="the sides of the seats")
    except games.SetupError:
        return None


async def link_agreed_pairing(
    tx: Transaction, match: StoredMatch, players: Sequence[StoredSeat], consent: PairingConsent
) -> None:
    """Link a new match to its players' agreed pairing, if open."""
    if not {seat.user_id for seat in players} <= set(consent.user_ids):
        return
    offered = await offered_pairings(tx, match, players, match.clock)
    if any(one.id == consent.pairing_id for one in offered):
        await tournaments.save_table(tx, consent.pairing_id, match.id)


_LOT: Final = SystemRandom()


async def advance(
    database: Database, guild_id: int, tournament_id: int, now: float, lot: Random = _LOT
) -> Tournament | None:
    """Take the due steps; return the tournament, None if missing.

    Pairing may be slow, so it runs in a thread, and is saved unless the tournament changed in between.

    :param lot: see `plan_start`.
    """
    while True:
        async with database.read() as tx:
            tournament = await tournaments.load(tx, guild_id, tournament_id)
            timed = tournament is not None and (tournament.deadline is not None or tournament.closed_round > 0)
            tables = await tables_of(tx, tournament, now) if tournament is not None and timed else _NO_TABLES
            starts = tournament is not None and tournament.stage is TournamentStage.OPEN
            skills = await seeding_ratings(tx, tournament) if tournament is not None and starts else {}
        if tournament is None:
            return None
        after = await asyncio.to_thread(_plan_by_clock, tournament, now, tables, lot, skills)
        if after is None:
            return tournament
        async with database.write() as tx:
            await leagues.hold(tx, guild_id)
            newest = await tournaments.load(tx, guild_id, tournament_id)
            if newest == tournament and (not timed or tables == await tables_of(tx, tournament, now)):
                await tournaments.save_step(tx, tournament, after)


class _Tables(NamedTuple):
    """The open pairings in play, and the users in other lobbies."""

    in_play: frozenset[int]
    waiting: Mapping[int, Sequence[int]]


_NO_TABLES: Final = _Tables(frozenset(), _NOBODY_WAITS)


async def load_teams_present(tx: Transaction, tournament: Tournament) -> Mapping[int, frozenset[int]]:
    """Return the teams at each open pairing's table; see `teams_present`."""
    return teams_present(tournament, *await tables_of(tx, tournament, 0.0))


async def tables_of(tx: Transaction, tournament: Tournament, now: float) -> _Tables:
    """Return the tables of the open pairings, as `plan_close_round` takes them."""
    lobbies = await tournaments.waiting_at_tables(tx, tournament)
    waiting = {pairing_id: waiting_users(one, now) for pairing_id, one in lobbies.items()}
    return _Tables(await tournaments.in_play(tx, tournament), waiting)


def _plan_by_clock(
    tournament: Tournament, now: float, tables: _Tables, lot: Random, skills: Mapping[int, float]
) -> Tournament | None:
    """Plan the due step or start; failed starts are announced elsewhere."""
    try:
        moving = plan_moving_up(tournament)
        return moving or plan_timed_start(tournament, lot, now, skills) or plan_due(tournament, now, *tables)
    except (WrongNumber, TeamsIncomplete):
        return None
