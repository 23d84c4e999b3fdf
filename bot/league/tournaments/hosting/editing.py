"""Corrections of a tournament's settings by its hosts: the steps, and the page with its form."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from zlib import crc32
from zoneinfo import ZoneInfo

import discord

from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.creation.repeating import settings_wanted
from bot.league.tournaments.creation.requests import (
    LONGEST_TITLE,
    MOST_ROUNDS,
    MOST_TEAMS,
    of_kind,
    plan_tournament,
    read_start,
    require_best_of,
    require_limit,
)
from bot.league.tournaments.formats.format import BEST_OF
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.hosting.requests import require_host, take_step
from bot.league.tournaments.progress.starting import CHECK_IN_S, start_key
from bot.league.tournaments.requests import (
    clicked_id,
    clicked_tournament,
    done_text,
    names_in,
    require_live,
    require_stage,
)
from bot.league.tournaments.results.entering import HostStep
from bot.league.tournaments.showing.about import about_lines
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Form, Row, Select, SelectOption, Style, TextField
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.text import MAX_TITLE, escape, timestamp, truncate
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.typed_text import read_name
from bot.requests.typed_times import time_zone_of
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
            raise TableError("tournament.refusal.edit.closed")
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
        raise TableError("tournament.refusal.edit.kind_begun")
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


# --- The page ---------------------------------------------------------------------------------------------------------

_NUMBERS: Final = {
    "rounds": (1, MOST_ROUNDS),
    "round_minutes": (10, 14 * 1440),
    "more_minutes": (1, 14 * 1440),
    "limit": (2, MOST_TEAMS),
}
"""The typed numbers with their least and greatest values."""


def _edit_message(tournament: Tournament, names: Mapping[int, str], w: Words, said: str = "") -> Message:
    """Return the settings of a tournament, with what its hosts may change at its stage."""
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    embed.description = "\n".join(about_lines(tournament, names, w))
    rows: list[Row] = []

    if tournament.stage is TournamentStage.OPEN:
        kinds = {str(kind): w(f"tournament.kind.{kind}") for kind in TournamentKind}
        rows.append((_select(tournament, "kind", kinds, tournament.kind, w),))
    if "best_of" in kind_of(tournament).settings and tournament.sides == 2:
        numbers = {str(best_of): w(f"tournament.best_of.{best_of}") for best_of in BEST_OF}
        rows.append((_select(tournament, "best_of", numbers, str(tournament.rules.best_of), w),))
    rows.append((Button(_at(tournament, "typed"), w("tournament.edit.typed"), Style.MAIN, emoji="✏️"),))
    return Message(said, embed=embed, rows=tuple(rows))


def _select(tournament: Tournament, what: str, labels: Mapping[str, str], now: str, w: Words) -> Select:
    options = (SelectOption(label, value, default=value == now) for value, label in labels.items())
    return Select(_at(tournament, what), tuple(options), w(f"tournament.form.{what}"))


def _at(tournament: Tournament, what: str) -> ClickAddress:
    return ClickAddress(TournamentClick.EDIT, str(tournament.id), 0, what)


def _typed_settings(tournament: Tournament, zone: ZoneInfo) -> dict[str, str]:
    """Return the settings that are typed at the tournament's stage, as they are now."""
    kind, is_open = kind_of(tournament), tournament.stage is TournamentStage.OPEN
    found = {"title": tournament.title}
    if is_open:
        start = tournament.starts_at
        found["start"] = "" if start is None else f"{datetime.fromtimestamp(start, zone):%Y-%m-%d %H:%M}"
    if "rounds" in kind.settings and (is_open or not kind.paired_ahead(tournament)):
        found["rounds"] = str(tournament.rounds or "")
    if "round_minutes" in kind.settings:
        found["round_minutes"] = str((tournament.round_s or 0) // 60 or "")
    if tournament.deadline is not None:
        found["more_minutes"] = ""
    if is_open:
        found["limit"] = str(tournament.rules.limit or "")
    return found


def _edit_form(tournament: Tournament, zone: ZoneInfo, w: Words) -> Form:
    """Return the form of the typed settings. Its address tells which of them are changed."""
    typed = _typed_settings(tournament, zone)
    fields = [
        TextField(key, w(f"tournament.edit.{key}"), _LONGEST.get(key, 5), required=bool(filled), filled=filled)
        for key, filled in typed.items()
    ]
    shown = ".".join(_checksum(key, text) for key, text in typed.items())
    address = ClickAddress(TournamentClick.EDITED, str(tournament.id), 0, shown)
    return Form(address, w("tournament.edit.typed"), tuple(fields))


_LONGEST: Final = {"title": LONGEST_TITLE, "start": 100}


def _checksum(key: str, text: str) -> str:
    return f"{crc32(f'{key}={text}'.encode()):x}"


def _number(key: str, text: str) -> int:
    """Return a typed number.

    :raises TableError: if it is none, or not possible.
    """
    least, most = _NUMBERS[key]
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if not least <= number <= most:
        raise TableError("tournament.refusal.edit.number", value=text or "—", least=least, most=most)
    return number


async def edit_page(request: Request, tournament: Tournament) -> Message:
    """Return the page on which a host corrects the settings of a tournament.

    :raises TableError: if the person may not, or the tournament is over.
    """
    require_host(request, tournament)
    require_live(tournament)
    return _edit_message(tournament, await names_in(request, tournament), request.words)


@on(TournamentClick.EDIT)
async def _edit(click: Click) -> None:
    """Show the page, open its form, or save what was chosen."""
    tournament, what = await clicked_tournament(click), click.address.rest
    page = await edit_page(click, tournament)
    match what:
        case "":
            await click.reply.whisper(page)
        case "typed":
            zone = ZoneInfo(await time_zone_of(click.services, click.guild_id))
            await click.reply.ask(_edit_form(tournament, zone, click.words))
        case "kind" if click.value in [*TournamentKind]:
            same = replace(await settings_wanted(click, tournament), seeding=None)
            planned = await plan_tournament(click, of_kind(same, TournamentKind(click.value)))
            await _save(click, TournamentEdit(planned=planned))
        case "best_of" if click.value in map(str, BEST_OF):
            await _save(click, TournamentEdit(best_of=int(click.value)))
        case _:
            raise TableError("error.button_unknown")


@on(TournamentClick.EDITED)
async def _take_typed(click: Click) -> None:
    """Save the settings that were changed in the form."""
    require_host(click, await clicked_tournament(click))
    shown = click.address.rest.split(".")
    typed = {key: text for key, text in click.filled.texts.items() if _checksum(key, text) not in shown}
    numbers = {key: _number(key, text) for key, text in typed.items() if key in _NUMBERS}
    start = await read_start(click, typed["start"], click.services.now()) if "start" in typed else None
    wanted = TournamentEdit(
        title=read_name(typed.get("title", "")) or None,
        starts_at=start,
        rounds=numbers.get("rounds"),
        round_s=60 * numbers["round_minutes"] if "round_minutes" in numbers else None,
        more_s=60 * numbers["more_minutes"] if "more_minutes" in numbers else None,
        limit=numbers.get("limit"),
    )
    await _save(click, wanted)


async def _save(click: Click, wanted: TournamentEdit) -> None:
    """Correct the settings of a tournament and its scheduled event, and show the page again.

    :raises TableError: if the person may not, or see `plan_edit`.
    """
    edited: set[str] = set()

    def plan(tournament: Tournament, now: float) -> HostStep:
        step = plan_edit(tournament, wanted, now)
        edited.update(step.about["edits"])
        return step

    after, w = await take_step(click, clicked_id(click), plan), click.words
    said = done_text(click, "tournament.host.edited", after)
    if edited & _IN_EVENT and not await click.services.of(TournamentMessages).update_event(after):
        said += "\n" + w("tournament.no_event", permission=w("permission.create_events"))
    await click.reply.show(_edit_message(after, await names_in(click, after), w, said))


COMPLETES: Final = {
    "tournament.edit.{}": ("title", "start", *_NUMBERS),
    "tournament.form.{}": ("kind", "best_of"),
}
