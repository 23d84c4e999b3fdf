"""Corrections of a tournament's settings by its hosts."""

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.creation.repeating import settings_wanted
from bot.league.tournaments.creation.requests import (
    of_kind,
    plan_tournament,
    read_start,
    require_best_of,
    require_limit,
)
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.hosting.requests import require_host, take_step
from bot.league.tournaments.progress.starting import CHECK_IN_S, start_key
from bot.league.tournaments.requests import load_tournament, require_live, require_stage
from bot.league.tournaments.results.entering import HostStep
from bot.messages.parts.text import timestamp
from bot.requests.request import Request
from bot.tables.errors import TableError
from storage.league.audit_log import HostAction
from storage.league.tournament_values import (
    AnnouncementKind,
    PairingState,
    Tournament,
    TournamentKind,
    TournamentStage,
)

_IN_EVENT: Final = frozenset({"title", "start", "rounds", "round_time"})
"""The edits that the scheduled event shows."""


@dataclass(frozen=True)
class TournamentEdit:
    """The wished settings of a tournament; None for those that stay.

    :ivar planned: an unsaved tournament of the wished format, before the start.
    :ivar starts_at: the time of the automatic start, in unix seconds.
    :ivar round_s: the seconds of a round, the running one included.
    :ivar limit: the most teams, before the start.
    :ivar best_of: the most decided matches of a pairing, before the first match.
    :ivar more_s: the seconds by which the running round, or the arena, is longer.
    """

    title: str | None = None
    starts_at: float | None = None
    rounds: int | None = None
    round_s: int | None = None
    more_s: int | None = None
    limit: int | None = None
    best_of: int | None = None
    planned: Tournament | None = None


def plan_edit(tournament: Tournament, wanted: TournamentEdit, now: float) -> HostStep:
    """Plan the correction of a tournament's settings.

    :raises TableError: if the format or the stage does not allow it, or nothing would change.
    """
    require_live(tournament)
    after = replace(tournament, title=wanted.title or tournament.title)
    if wanted.planned is not None:
        after = _with_kind(after, wanted.planned)
    if wanted.starts_at is not None:
        after = _with_start(after, wanted.starts_at, now)
    if wanted.rounds is not None:
        after = replace(after, rounds=_possible_rounds(after, wanted.rounds))
    if wanted.round_s is not None:
        after = _with_round_time(after, wanted.round_s, now)
    if wanted.limit is not None:
        after = _with_limit(after, wanted.limit)
    if wanted.best_of is not None:
        after = _with_best_of(after, wanted.best_of)
    if wanted.more_s is not None:
        require_stage(tournament, TournamentStage.RUNNING)
        if tournament.deadline is None:
            raise TableError("tournament.refusal.edit.no_deadline")
        if _is_closed(tournament):
            raise TableError("tournament.refusal.edit.closed", command="tournament-host undo")
        after = _with_deadline(after, (after.deadline or now) + wanted.more_s, tournament.paused_at or now)
    compared = {
        "title": (tournament.title, after.title),
        "kind": (tournament.kind, after.kind),
        "start": (tournament.starts_at, after.starts_at),
        "rounds": (tournament.rounds, after.rounds),
        "round_time": (tournament.round_s, after.round_s),
        "deadline": (tournament.deadline, after.deadline),
        "limit": (tournament.rules.limit, after.rules.limit),
        "best_of": (tournament.rules.best_of, after.rules.best_of),
    }
    edits: dict[str, Any] = {key: list(values) for key, values in compared.items() if values[0] != values[1]}
    if not edits:
        raise TableError("tournament.refusal.edit.nothing")
    return HostStep(after, HostAction.EDIT, {"edits": edits})


def _with_kind(tournament: Tournament, planned: Tournament) -> Tournament:
    """Return the tournament with the format of another one; the people who signed up stay."""
    if tournament.stage is not TournamentStage.OPEN:
        raise TableError("tournament.refusal.edit.kind_begun", command="tournament-host undo")
    if tournament.people and (planned.entry_size, planned.team_size) != (tournament.entry_size, tournament.team_size):
        raise TableError("tournament.refusal.edit.kind_teams")
    return replace(
        tournament,
        rules=planned.rules,
        sides=planned.sides,
        team_size=planned.team_size,
        rounds=planned.rounds,
        round_s=planned.round_s,
        options=planned.options,
    )


def _with_start(tournament: Tournament, starts_at: float, now: float) -> Tournament:
    """Return the tournament with another start; a call to check in is repeated.

    It stays if it would be due already.
    """
    if tournament.stage is not TournamentStage.OPEN:
        raise TableError("tournament.refusal.edit.begun")
    if starts_at - CHECK_IN_S <= now:
        called = tuple(
            replace(one, teams=(start_key(starts_at),)) if one.kind is AnnouncementKind.CHECK_IN else one
            for one in tournament.announcements
        )
        return replace(tournament, starts_at=starts_at, announcements=called)
    people = tuple(replace(one, checked_in=False) for one in tournament.people)
    return replace(tournament, starts_at=starts_at, people=people)


def _with_limit(tournament: Tournament, limit: int) -> Tournament:
    """Return the tournament with another limit, which takes no one's place."""
    if tournament.stage is not TournamentStage.OPEN:
        raise TableError("tournament.refusal.edit.limit_begun")
    if limit * tournament.entry_size < len(tournament.placed):
        raise TableError("tournament.refusal.edit.limit", count=len(tournament.placed))
    after = replace(tournament, rules=replace(tournament.rules, limit=limit))
    require_limit(after)
    return after


def _with_best_of(tournament: Tournament, best_of: int) -> Tournament:
    """Return the tournament with another number of matches of each pairing."""
    if "best_of" not in kind_of(tournament).settings:
        raise TableError("tournament.refusal.best_of")
    require_best_of(tournament.sides, best_of)
    if any(one.state is PairingState.PLAYED or one.scores for one in (*tournament.pairings, *tournament.taken_back)):
        raise TableError("tournament.refusal.edit.best_of")
    return replace(tournament, rules=replace(tournament.rules, best_of=best_of))


def _possible_rounds(tournament: Tournament, rounds: int) -> int:
    kind = kind_of(tournament)
    if "rounds" not in kind.settings:
        raise TableError("tournament.refusal.edit.no_rounds")
    if tournament.stage is TournamentStage.RUNNING:
        if kind.paired_ahead(tournament):
            raise TableError("tournament.refusal.edit.paired_ahead")
        most = max(tournament.rounds, len(tournament.teams) - 1)
        if not tournament.round <= rounds <= most:
            raise TableError("tournament.refusal.edit.rounds", fewest=tournament.round, most=most)
    return rounds


def _with_round_time(tournament: Tournament, round_s: int, now: float) -> Tournament:
    """Return the tournament with another time of its rounds, the running one included."""
    before, after = tournament.round_s, replace(tournament, round_s=round_s)
    if "round_minutes" not in kind_of(tournament).settings:
        raise TableError("tournament.refusal.edit.arena")
    if before is None or tournament.deadline is None or _is_closed(tournament) or before == round_s:
        return after
    return _with_deadline(after, tournament.deadline - before + round_s, tournament.paused_at or now)


def _with_deadline(tournament: Tournament, deadline: float, now: float) -> Tournament:
    """Return the tournament with another deadline."""
    if deadline <= now:
        raise TableError("tournament.refusal.edit.past", when=timestamp(deadline, "f"))
    return replace(tournament, deadline=deadline)


def _is_closed(tournament: Tournament) -> bool:
    """Return True if the deadline is not that of a round that runs on."""
    return tournament.timed_round <= tournament.closed_round or tournament.timed_round != current_round(tournament)


async def edit_tournament(
    request: Request,
    tournament_id: int,
    wanted: TournamentEdit,
    start: str | None = None,
    kind: TournamentKind | None = None,
) -> Tournament:
    """Correct the settings of a tournament, and its scheduled event.

    :param start: the time of the automatic start, as typed.
    :raises TableError: if the person may not, the start is unreadable, the format is not possible, or see `plan_edit`.
    """
    before = await load_tournament(request, tournament_id)
    await require_host(request, before)
    if kind is not None:
        same = replace(await settings_wanted(request, before), seeding=None)
        wanted = replace(wanted, planned=await plan_tournament(request, of_kind(same, kind)))
    if start is not None:
        wanted = replace(wanted, starts_at=await read_start(request, start, request.services.now()))
    edited: set[str] = set()

    def plan(tournament: Tournament, now: float) -> HostStep:
        step = plan_edit(tournament, wanted, now)
        edited.update(step.about["edits"])
        return step

    after = await take_step(request, tournament_id, plan)
    if edited & _IN_EVENT and not await request.services.of(TournamentMessages).update_event(after):
        await request.reply.whisper(
            request.words("tournament.no_event", permission=request.words("permission.create_events"))
        )
    return after
