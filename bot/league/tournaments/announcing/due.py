"""The announcements of a tournament that a correction or an undo made wrong."""

from dataclasses import replace
from itertools import groupby

from bot.league.tournaments.formats.kinds import current_round, podium_of
from storage.league.tournament_values import Announcement, AnnouncementKind, Tournament, TournamentStage


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
