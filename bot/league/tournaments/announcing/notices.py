"""The messages that belong in the channel of a tournament; see `notices`.

The posted ones are `Tournament.announcements`. What is due, what has changed and what is outdated follows from both.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from bot.league.tournaments.formats.kinds import current_round, kind_of, podium_of
from bot.league.tournaments.progress.clock import reminder_at
from bot.league.tournaments.progress.rounds import people_left_by
from bot.league.tournaments.progress.starting import absent, check_in_is_open, start_key
from bot.league.tournaments.waiting_list import left_out
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKey,
    AnnouncementKind,
    EntryState,
    Pairing,
    PairingState,
    Participant,
    Tournament,
    TournamentStage,
    WithdrawalCause,
    announcement_key,
    partners_of,
)

_OF_ROUND: Final = (AnnouncementKind.ROUND, AnnouncementKind.EARLY)


@dataclass(frozen=True)
class Correction:
    """The changes of a round since it was announced.

    :ivar announced: the teams of each announced pairing; None if the round was not announced.
    :ivar replaced: the announced pairing that a new one replaces, by the teams of the new one.
    :ivar dropped: the people of an announced pairing who have no match in the round now.
    """

    announced: tuple[tuple[int, ...], ...] | None = None
    replaced: Mapping[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    dropped: tuple[int, ...] = ()

    def concerns(self, pairing: Pairing) -> bool:
        """Return True if the pairing is not announced yet."""
        return self.announced is None or not any(set(pairing.teams) <= set(one) for one in self.announced)


NO_CORRECTION: Final = Correction()


@dataclass(frozen=True)
class Notice:
    """A message that should stand, or its parts.

    :ivar round: the current round.
    :ivar teams: see `Announcement`.
    :ivar pairings: the pairings that it names.
    :ivar people: the people to notify.
    :ivar is_silent: whether all is said already, so that only the notice is noted.
    """

    kind: AnnouncementKind
    round: int = 0
    teams: tuple[tuple[int, ...], ...] = ()
    pairings: tuple[Pairing, ...] = ()
    people: tuple[int, ...] = ()
    is_silent: bool = False

    @property
    def key(self) -> AnnouncementKey:
        return announcement_key(self.kind, self.round, self.teams)


def notices(tournament: Tournament, now: float) -> tuple[Notice, ...]:
    """Return the messages that should stand: the posted ones that still hold, and the due ones."""
    posted = (one for one in tournament.announcements if _stands(tournament, one, now))
    standing = {one.key: Notice(one.kind, one.round, one.teams) for one in posted}
    return (*standing.values(), *(one for one in _current(tournament, now) if one.key not in standing))


def due_notices(tournament: Tournament, now: float) -> tuple[Notice, ...]:
    """Return the notices that are not posted yet."""
    known = {one.key for one in tournament.announcements}
    return tuple(one for one in notices(tournament, now) if one.key not in known)


def outdated(tournament: Tournament, now: float) -> tuple[Announcement, ...]:
    """Return the posted announcements that should no longer stand."""
    wanted = {one.key for one in notices(tournament, now)}
    return tuple(one for one in tournament.announcements if one.key not in wanted)


def changed(tournament: Tournament) -> tuple[Announcement, ...]:
    """Return the posted announcements that have to be edited where they stand."""
    return tuple(one for one in tournament.announcements if _differs(tournament, one))


def is_news_of_round(tournament: Tournament, now: float) -> bool:
    """Return True if a round or its deadline must be announced."""
    of_round = {AnnouncementKind.ROUND, AnnouncementKind.PAIRINGS, AnnouncementKind.REMINDER}
    return any(one.kind in of_round for one in due_notices(tournament, now)) or any(
        one.kind is AnnouncementKind.ROUND for one in changed(tournament)
    )


def begins_round(tournament: Tournament, now: float) -> bool:
    """Return True if a new round must be announced."""
    return any(one.kind is AnnouncementKind.ROUND for one in due_notices(tournament, now))


def concerned_by_new_pairings(tournament: Tournament, now: float) -> frozenset[int]:
    """Return the people whom the due announcements of pairings notify."""
    kinds = (AnnouncementKind.ROUND, AnnouncementKind.PAIRINGS, AnnouncementKind.EARLY)
    found = {one for due in due_notices(tournament, now) if due.kind in kinds for one in due.people}
    for old in changed(tournament):
        if old.kind is AnnouncementKind.ROUND:
            found.update(concerned_by_change(tournament, old))
    return frozenset(found)


def given_up(tournament: Tournament, now: float) -> Tournament:
    """Return the tournament with the due notices noted as posted."""
    due = due_notices(tournament, now)
    noted = tuple(one for one in (posted(tournament, one, ()) for one in due) if one is not None)
    late = any(one.kind is AnnouncementKind.NOT_STARTED for one in due)
    starts_at = None if late else tournament.starts_at
    return replace(tournament, announcements=(*tournament.announcements, *noted), starts_at=starts_at)


def posted(
    tournament: Tournament, notice: Notice, messages: tuple[int, ...], buttons: int | None = None
) -> Announcement | None:
    """Return the record of a posted notice; None for one that ends with its posting."""
    if notice.kind is AnnouncementKind.NOT_STARTED:
        return None
    return Announcement(notice.kind, notice.round, messages, notice.teams, tournament.revision, buttons)


# --- Due notices ------------------------------------------------------------------------------------------------------


def _current(tournament: Tournament, now: float) -> Iterator[Notice]:
    if tournament.stage is not TournamentStage.CANCELLED:
        yield from _of_withdrawals(tournament)
    if tournament.stage is TournamentStage.OPEN:
        yield from _before_start(tournament, now)
    elif not tournament.stage.is_live:
        people, podium = _people(tournament), podium_teams(tournament)
        yield Notice(
            AnnouncementKind.END, current_round(tournament), podium, people=people, is_silent=not tournament.people
        )
    elif not tournament.is_paused:
        yield from _of_rounds(tournament, now)


def _people(tournament: Tournament) -> tuple[int, ...]:
    return tuple(one.user_id for one in tournament.people if one.user_id > 0)


def _of_withdrawals(tournament: Tournament) -> Iterator[Notice]:
    is_open = tournament.stage is TournamentStage.OPEN
    for one in tournament.withdrawals:
        concerned, own = people_left_by(tournament, one), tournament.signed(one.sign_up)
        hosts = () if is_open or one.cause is WithdrawalCause.HOST else tournament.hosts
        if concerned or not (is_open or own is None or kind_of(tournament).is_timed):
            people = (user_id for user_id in (*concerned, *hosts) if own is None or user_id != own.user_id)
            yield Notice(AnnouncementKind.WITHDRAWN, teams=(one.key,), people=tuple(dict.fromkeys(people)))


def _before_start(tournament: Tournament, now: float) -> Iterator[Notice]:
    starts_at = tournament.starts_at
    if tournament.role_id is not None:
        yield Notice(AnnouncementKind.SIGN_UP)
    if starts_at is not None and starts_at <= now:
        yield Notice(AnnouncementKind.NOT_STARTED, is_silent=not tournament.people)
    elif (
        starts_at is not None
        and check_in_is_open(tournament, now)
        and not all(one.checked_in for one in tournament.people)
    ):
        yield Notice(AnnouncementKind.CHECK_IN, teams=(start_key(starts_at),), people=_people(tournament))
    told = {key for one in tournament.announcements if one.kind is AnnouncementKind.PLACES for key in one.teams}
    moved = [one for one in tournament.people if one.entry is EntryState.MOVED_UP and (one.sign_up,) not in told]
    if moved:
        keys, people = tuple((one.sign_up,) for one in moved), tuple(one.user_id for one in moved)
        yield Notice(AnnouncementKind.PLACES, teams=keys, people=people)
    for key, asker in asking(tournament).items():
        team = tournament.teams[key[1]]
        yield Notice(AnnouncementKind.PARTNER, teams=(key,), people=tuple(one.user_id for one in team if one != asker))


def asking(tournament: Tournament) -> dict[tuple[int, ...], Participant]:
    """Return the people who ask a team for a place, by their sign-up and the team."""
    asked = ((one, tournament.asked_team(one)) for one in tournament.people)
    return {(one.sign_up, team): one for one, team in asked if team is not None}


def _of_rounds(tournament: Tournament, now: float) -> Iterator[Notice]:
    number, pairings = current_round(tournament), current_pairings(tournament)
    teams = tuple(one.teams for one in pairings)
    if kind_of(tournament).is_timed:
        yield Notice(AnnouncementKind.PAIRINGS, number, teams, pairings, people_of(tournament, pairings))
        return
    correction = correction_of(tournament, number)
    news = _news_of_round(tournament)
    people = (*people_of(tournament, news), *(_left_behind(tournament) if number == 1 else ()), *correction.dropped)
    is_silent = bool(pairings) and not news and correction == NO_CORRECTION
    yield Notice(AnnouncementKind.ROUND, number, teams, pairings, people, is_silent=is_silent)
    reminder = reminder_at(tournament)
    if reminder is not None and reminder <= now and tournament.timed_round == number:
        # Only in a short round would the reminder be due with the round: never both.
        begins = all((one.kind, one.round) != (AnnouncementKind.ROUND, number) for one in tournament.announcements)
        people = people_of(tournament, pairings)
        yield Notice(AnnouncementKind.REMINDER, number, teams, pairings, people, is_silent=begins)
    for early, found in groupby(early_pairings(tournament), key=lambda one: one.round):
        opened = tuple(found)
        people = (*people_of(tournament, opened), *correction_of(tournament, early).dropped)
        yield Notice(AnnouncementKind.EARLY, early, tuple(one.teams for one in opened), opened, people)


def current_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the round's open pairings; in an arena the unannounced ones."""
    number, announced = current_round(tournament), tournament.announced_round
    if kind_of(tournament).is_timed:
        return tuple(one for one in tournament.open_pairings if one.round > announced)
    return tuple(one for one in tournament.open_pairings if one.round == number)


def early_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the open bracket pairings that must be announced apart from their round."""
    kind, number = kind_of(tournament), current_round(tournament)
    if not kind.pairs_early or tournament.stage is not TournamentStage.RUNNING:
        return ()
    rounds = [one for one in tournament.announcements if (one.kind, one.round) == (AnnouncementKind.ROUND, number)]
    begun = number + 1 if not rounds or _differs(tournament, rounds[0]) else number
    first = max(begun, kind.paired_ahead(tournament) + 1)
    return tuple(one for one in tournament.open_pairings if one.round >= first and not is_announced(tournament, one))


def is_announced(tournament: Tournament, pairing: Pairing, kinds: Collection[AnnouncementKind] = _OF_ROUND) -> bool:
    """Return True if an announcement of these kinds names the pairing."""
    about = [one for one in tournament.announcements if one.kind in kinds and one.round == pairing.round]
    return any(set(teams) == set(pairing.teams) for one in about for teams in one.teams)


def _news_of_round(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the current pairings that are news for their players.

    Those that were announced early are none, except for their deadline.
    """
    early = (AnnouncementKind.EARLY,)
    found = current_pairings(tournament)
    return tuple(one for one in found if tournament.round_s or not is_announced(tournament, one, early))


def _left_behind(tournament: Tournament) -> tuple[int, ...]:
    missing = (*absent(tournament), *left_out(tournament))
    return tuple(one.user_id for one in missing if one.user_id > 0)


def people_of(tournament: Tournament, pairings: Collection[Pairing]) -> tuple[int, ...]:
    """Return the people in some pairings, except for deleted ones."""
    teams = tournament.teams
    found = [one.user_id for pairing in pairings for team in pairing.teams for one in teams[team]]
    return tuple(one for one in dict.fromkeys(found) if one > 0)


# --- Posted announcements ---------------------------------------------------------------------------------------------


def podium_teams(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the teams at each podium place of a finished tournament."""
    if tournament.stage is not TournamentStage.OVER:
        return ()
    by_place = groupby(podium_of(tournament), key=lambda one: one.place)
    return tuple(tuple(one.team for one in equals) for _, equals in by_place)


def _stands(tournament: Tournament, one: Announcement, now: float) -> bool:
    """Return True if a posted announcement still holds, maybe after an edit."""
    stage, number = tournament.stage, current_round(tournament)
    match one.kind:
        case AnnouncementKind.CHECK_IN:
            starts_at = tournament.starts_at if stage is TournamentStage.OPEN else None
            return starts_at is None or one.teams == (start_key(starts_at),)
        case AnnouncementKind.PLACES:
            return stage is TournamentStage.OPEN
        case AnnouncementKind.PARTNER:
            return one.teams[0] in asking(tournament)
        case AnnouncementKind.WITHDRAWN:
            return one.teams[0] in [gone.key for gone in tournament.withdrawals]
        case AnnouncementKind.PAIRINGS:
            return one.buttons is not None or one.round == tournament.announced_round
        case AnnouncementKind.ROUND | AnnouncementKind.REMINDER:
            is_current = stage is TournamentStage.RUNNING and one.round == number
            if one.kind is AnnouncementKind.REMINDER and is_current and not tournament.is_paused:
                reminder = reminder_at(tournament)
                if tournament.timed_round == number and reminder is not None and reminder > now:
                    return False  # the deadline was moved
            has_begun = stage is not TournamentStage.OPEN and one.round <= number
            return has_begun and (is_current or not _has_lost_pairings(tournament, one))
        case AnnouncementKind.EARLY:
            return one.round <= tournament.round and not _has_lost_pairings(tournament, one)
        case AnnouncementKind.END:
            return not stage.is_live
    return True


def _has_lost_pairings(tournament: Tournament, one: Announcement) -> bool:
    """Return True if an announced pairing is not one of the round."""
    paired = [set(pairing.teams) for pairing in tournament.pairings if pairing.round == one.round]
    return not all(any(teams <= set(announced) for teams in paired) for announced in one.teams)


def _differs(tournament: Tournament, one: Announcement) -> bool:
    if one.kind is AnnouncementKind.END:
        is_outdated = one.teams != podium_teams(tournament) or one.revision < tournament.revision
        return tournament.stage is TournamentStage.OVER and bool(one.messages) and is_outdated
    is_current = tournament.stage is TournamentStage.RUNNING and one.round == current_round(tournament)
    if one.kind not in (AnnouncementKind.ROUND, AnnouncementKind.REMINDER) or not is_current:
        return False
    if _has_lost_pairings(tournament, one):
        return True
    return one.kind is AnnouncementKind.ROUND and bool(newly_paired(tournament, one))


def newly_paired(tournament: Tournament, announced: Announcement) -> tuple[Pairing, ...]:
    """Return the open pairings of an announced round that its announcement lacks, or whose buttons are gone."""
    number, is_early = announced.round, kind_of(tournament).pairs_early
    opened = [one for one in tournament.open_pairings if one.round == number]
    of_round = [one for one in tournament.announcements if one.round == number]
    if announced.messages and not any(one.buttons is not None for one in of_round):
        return tuple(opened)  # they are open again
    if not announced.teams or (is_early and not _has_lost_pairings(tournament, announced)):
        return ()
    correction = Correction(announced.teams)
    return tuple(one for one in opened if correction.concerns(one) and not is_announced(tournament, one))


def concerned_by_change(tournament: Tournament, announced: Announcement) -> tuple[int, ...]:
    """Return the people to notify of the changes of an announced round."""
    dropped = correction_of(tournament, announced.round).dropped
    return (*people_of(tournament, newly_paired(tournament, announced)), *dropped)


def has_old_buttons(tournament: Tournament, announcement: Announcement) -> bool:
    """Return True if an announcement has buttons without a use.

    Its pairings are settled, or a newer announcement of them has the buttons.
    """
    if announcement.buttons is None:
        return False
    if announcement.kind is AnnouncementKind.CHECK_IN:
        return tournament.stage is not TournamentStage.OPEN
    if announcement.kind is AnnouncementKind.PARTNER:
        return False
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
    if AnnouncementKind.EARLY in (newer.kind, old.kind) and newer.kind in _OF_ROUND and old.kind in _OF_ROUND:
        named, wrong = ({team for teams in one.teams for team in teams} for one in (newer, old))
        return newer.round == old.round and bool(named & wrong)
    return newer.kind is old.kind and newer.round == old.round


def correction_of(tournament: Tournament, number: int) -> Correction:
    """Return the changes of a round since its pairings were announced."""
    of_round = [one for one in tournament.announcements if one.kind in _OF_ROUND and one.round == number]
    wrong = [one for one in of_round if one.round > tournament.round or _has_lost_pairings(tournament, one)]
    paired = [one for one in tournament.pairings if one.round == number]
    pairings_now = [one for one in paired if one.state is PairingState.OPEN]
    playing = {one for pairing in pairings_now for team in pairing.teams for one in partners_of(team)}
    left = [teams for one in wrong for teams in one.teams if not any(set(now.teams) <= set(teams) for now in paired)]
    named = {one for teams in left for team in teams for one in partners_of(team)}
    lost = (one for team in sorted(named - playing) for one in tournament.teams.get(team, ()))
    rounds = [one.teams for one in wrong if one.kind is AnnouncementKind.ROUND]
    found = Correction(
        announced=rounds[-1] if rounds else None,
        dropped=tuple(dict.fromkeys(one.user_id for one in lost if one.user_id > 0)),
    )
    replaced = {}
    for one in paired:
        before = next((teams for teams in left if set(teams) & set(one.teams)), None)
        if one.state is PairingState.OPEN and found.concerns(one) and before is not None:
            left.remove(before)
            replaced[one.teams] = before
    return replace(found, replaced=replaced)


def lost_pairings(tournament: Tournament, announced: Announcement) -> tuple[tuple[int, ...], ...]:
    """Return the announced pairings that the round no longer has, except for replaced ones."""
    paired = [set(one.teams) for one in tournament.pairings if one.round == announced.round]
    replaced = correction_of(tournament, announced.round).replaced.values()
    return tuple(
        teams for teams in announced.teams if teams not in replaced and not any(now <= set(teams) for now in paired)
    )
