"""Creating, listing, changing and cancelling club nights."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.league.changes import log_change
from bot.league.club_nights.calendar import is_paused, moved_on, moved_to, moved_with, next_start
from bot.league.club_nights.clicks import ClubNightClick
from bot.league.club_nights.messages import DAY, ask_cancel, evening_title, name_of, nights_message, saved_message
from bot.league.club_nights.posts import ClubNights
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.creation.requests import NewTournament, plan_tournament, read_start, require_role
from bot.league.tournaments.hosting.editing import TournamentEdit, plan_edit
from bot.league.tournaments.hosting.requests import action_entry
from bot.league.tournaments.progress.saving import change
from bot.league.tournaments.requests import load_tournament, require_organiser
from bot.league.tournaments.series.requests import series_needed
from bot.locales import Words
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.message import Message
from bot.messages.parts.people import is_meant
from bot.messages.parts.text import bold, timestamp
from bot.messages.welcome import Wishes
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.services import Services
from bot.requests.typed_text import read_name
from bot.requests.typed_times import time_zone_of, without_every
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import audit_log, club_nights, leagues, tournaments
from storage.league.audit_log import NIGHT_SETTINGS, AuditAction
from storage.league.club_nights import ClubNight
from storage.league.tournament_values import Tournament, TournamentKind, TournamentStage
from storage.league.tournaments import settings_of

MOST_NIGHTS: Final = 10
"""The most club nights of a server."""

LONGEST_TITLE: Final = 50
"""The most characters of a title, to which the date is added."""

USUAL_OPEN_HOURS: Final = 48
MOST_OPEN_HOURS: Final = 14 * 24

_MAX_DIGITS: Final = 18


@dataclass(frozen=True)
class NewClubNight:
    """The values of a command for a new club night.

    :ivar start: the first evening, as typed.
    :ivar games: the games, which take turns.
    :ivar kind: None for free play.
    :ivar title: "" for the names of the games.
    :ivar once: whether there is one evening only.
    :ivar open_hours: the hours between the announcement and the start.
    :ivar series: the series of its tournaments, as typed.
    :ivar role_id: the role to mention.
    :ivar of_format: the values of a new tournament that only some formats have, by name.
    """

    start: str
    games: tuple[str, ...]
    kind: TournamentKind | None = TournamentKind.SWISS
    title: str = ""
    once: bool = False
    open_hours: int = USUAL_OPEN_HOURS
    clock: str | None = None
    rounds: int = 0
    round_minutes: int | None = None
    players_per_table: int | None = None
    series: str | None = None
    role_id: int | None = None
    of_format: Mapping[str, Any] = field(default_factory=dict)


async def create_night(request: Request, wanted: NewClubNight) -> ClubNight:
    """Save a new club night of this channel, and announce it.

    :raises TableError: if the person may not, the time is unreadable, or no tournament could have these settings.
    """
    require_organiser(request)
    zone = await time_zone_of(request.services, request.guild_id)
    first = await _read_start(request, wanted.start, zone)
    if wanted.role_id is not None:
        require_role(request, wanted.role_id)
    planned = [await _plan_evening(request, wanted, game) for game in wanted.games]
    night = ClubNight(
        id=0,
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        host_id=request.user_id,
        title=read_name(wanted.title),
        locale=planned[0].locale,
        created_at=request.services.now(),
        first_day=first.date(),
        clock=first.time().replace(second=0, microsecond=0),
        open_s=3600 * wanted.open_hours,
        evenings=tuple(map(settings_of, planned)),
        weekly=not wanted.once,
        free_play=wanted.kind is None,
        series_id=None if wanted.series is None else (await series_needed(request, wanted.series)).id,
        next_day=first.date(),
        role_id=wanted.role_id,
    )
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        if len(await club_nights.in_guild(tx, request.guild_id)) >= MOST_NIGHTS:
            raise TableError("club.refusal.too_many", count=MOST_NIGHTS, command="club-night cancel")
        night = replace(night, id=await club_nights.add(tx, night))
        await _log(tx, request, night, "created")
    await request.reply.post(saved_message(night, zone, request.services.now(), request.reader, "created"))
    request.services.of(ClubNights).changed_in(request.guild_id)
    return night


async def _plan_evening(request: Request, wanted: NewClubNight, game: str) -> Tournament:
    """Return the tournament of an evening; of free play only its game counts."""
    if wanted.kind is None:
        return await plan_tournament(request, NewTournament(game))
    new = NewTournament(
        game,
        wanted.kind,
        rounds=wanted.rounds,
        round_minutes=wanted.round_minutes,
        players_per_table=wanted.players_per_table,
        wishes=Wishes({}, wanted.clock),
        **wanted.of_format,
    )
    return await plan_tournament(request, new)


async def _read_start(request: Request, typed: str, zone: str) -> datetime:
    """Return the local time of the first evening.

    :raises TableError: if it is unreadable, past or too far away.
    """
    found = await read_start(request, without_every(typed), request.services.now())
    return datetime.fromtimestamp(found, ZoneInfo(zone))


async def nights_of(services: Services, guild_id: int) -> tuple[ClubNight, ...]:
    """Return the club nights of a server."""
    async with services.database.read() as tx:
        return await club_nights.in_guild(tx, guild_id)


def parts_of_night_names(services: Services, found: Iterable[ClubNight], w: Words) -> dict[int, tuple[str, ...]]:
    """Return for `told_apart` the name, channel, day and number of club nights, by id."""
    return {
        one.id: (
            name_of(one, w),
            services.channels.name(one.channel_id),
            f"{w.weekday(one.first_day)} {one.clock:%H:%M}",
            f"#{one.id}",
        )
        for one in found
    }


async def night_needed(request: Request, text: str | None) -> ClubNight:
    """Return the named club night, else the only one.

    :param text: its number or its name, or a choice as it was shown.
    :raises TableError: if there is none, or several.
    """
    found = await nights_of(request.services, request.guild_id)
    if text is not None:
        names, channel = parts_of_night_names(request.services, found, request.words), request.services.channels.name
        found = tuple(one for one in found if text == str(one.id) or is_meant(text, names[one.id], channel))
    if len(found) != 1:
        raise TableError("club.refusal.which", command="club-night list")
    return found[0]


async def list_nights(request: Request) -> Message:
    """Return the list of club nights."""
    async with request.services.database.read() as tx:
        zone = (await leagues.load(tx, request.guild_id)).time_zone
        found = await club_nights.in_guild(tx, request.guild_id)
        last = [one for night in found if (one := await _last_of(tx, night)) is not None]
        now = request.services.now()
        paused = {one.id for one in found if await is_paused(tx, one, now)}
    return nights_message(found, {one.id: one for one in last}, paused, zone, now, request.reader)


async def change_night(
    request: Request,
    night_id: int,
    *,
    start: str | None = None,
    title: str | None = None,
    open_hours: int | None = None,
    series: str | None = None,
    role_id: int | None = None,
    no_role: bool = False,
) -> None:
    """Change a club night from its next evening on, and tell the channel.

    An evening that is announced moves with its tournament, unless the start is after the following one. The person
    becomes the host if the host deleted their data, left the server or is kept out.

    :param start: the next evening, as typed.
    :param no_role: whether it mentions no role any more.
    :raises TableError: if the person may not, the time is unreadable, or nothing would change.
    """
    require_organiser(request)
    zone = await time_zone_of(request.services, request.guild_id)
    first = None if start is None else await _read_start(request, start, zone)
    wanted = None if series is None else await series_needed(request, series)
    if role_id is not None:
        require_role(request, role_id)
    async with request.services.database.write() as tx:
        before = await _lock_night(tx, request, night_id)
        now, day, moved_id = request.services.now(), None, None
        opened = await _open_evening(tx, before, now)
        announced = before.calls_at if opened is None else opened.starts_at
        after = before if first is None else moved_to(before, first)
        if first is not None and announced is not None and first.date() < (before.next_day or date.max):
            day = datetime.fromtimestamp(announced, ZoneInfo(zone)).date()
            calls_at = None if before.calls_at is None else first.timestamp()
            after = replace(moved_with(before, day, first), calls_at=calls_at)
        if before.host_id <= 0 or await is_paused(tx, before, now):
            after = replace(after, host_id=request.user_id)
        if title is not None:
            after = replace(after, title=read_name(title))
        if open_hours is not None:
            after = replace(after, open_s=3600 * open_hours)
        if wanted is not None:
            after = replace(after, series_id=wanted.id)
        if role_id is not None or no_role:
            after = replace(after, role_id=role_id)
        if opened is not None and first is not None and day is not None:
            moved_id = await _move(tx, request, opened, (before, day), (after, first))
        if after == before and moved_id is None:
            raise TableError("club.refusal.nothing")
        await club_nights.save(tx, after)
        await _log(tx, request, before, "changed", settings=_changed_settings(before, after))
    message = saved_message(after, zone, now, request.reader, "changed", None if day is None else first)
    await request.reply.post(message)
    request.services.of(ClubNights).changed_in(request.guild_id)
    if moved_id is not None:
        request.services.of(TournamentMessages).changed_in(request.guild_id)
        await request.services.of(TournamentMessages).update_event(await load_tournament(request, moved_id))


async def _open_evening(tx: Transaction, night: ClubNight, now: float) -> Tournament | None:
    """Return the tournament of the evening that is open for sign-up and has not begun."""
    last = await _last_of(tx, night)
    is_ahead = last is not None and last.stage is TournamentStage.OPEN and (last.starts_at or 0.0) > now
    return last if is_ahead else None


async def _move(
    tx: Transaction,
    request: Request,
    opened: Tournament,
    before: tuple[ClubNight, date],
    after: tuple[ClubNight, datetime],
) -> int | None:
    """Move the tournament of an evening; return its id, None if nothing changes."""
    w = request.services.preferences.reader_in(opened.locale).words
    titles = evening_title(*before, w), evening_title(after[0], after[1].date(), w)
    wanted = TournamentEdit(title=titles[1] if opened.title == titles[0] else None, starts_at=after[1].timestamp())
    if wanted.title in (None, opened.title) and wanted.starts_at == opened.starts_at:
        return None
    step = plan_edit(opened, wanted, request.services.now())
    await change(tx, opened.id, lambda one, now: plan_edit(one, wanted, now).after, now=request.services.now())
    await audit_log.add(tx, action_entry(request, step.after, step.action, step.about))
    return opened.id


async def ask_before_cancel(request: Request, text: str | None) -> Message:
    """Return the question which evenings to cancel.

    :raises TableError: if the person may not, or there is no such club night.
    """
    require_organiser(request)
    night = await night_needed(request, text)
    async with request.services.database.read() as tx:
        zone = (await leagues.load(tx, request.guild_id)).time_zone
        last = await _last_of(tx, night)
    return ask_cancel(night, last, zone, request.reader)


async def skip_evening(request: Request, night_id: int, day: date) -> tuple[ClubNight, float | None]:
    """Skip an evening; return the club night and the start of the next one.

    :raises TableError: if the person may not, or another evening is the next by now.
    """
    require_organiser(request)
    async with request.services.database.write() as tx:
        before = await _lock_night(tx, request, night_id)
        if before.next_day != day:
            raise TableError("club.refusal.other_day", command="club-night list")
        zone = (await leagues.load(tx, request.guild_id)).time_zone
        after = moved_on(before, zone, request.services.now())
        await club_nights.save(tx, after)
        await _log(tx, request, before, "skipped", day=day.isoformat())
    request.services.of(ClubNights).changed_in(request.guild_id)
    return after, next_start(after, zone)


async def end_night(request: Request, night_id: int) -> ClubNight:
    """Delete a club night; tournaments that exist go on.

    :raises TableError: if the person may not, or there is none.
    """
    require_organiser(request)
    async with request.services.database.write() as tx:
        night = await _lock_night(tx, request, night_id)
        await club_nights.remove(tx, request.guild_id, night_id)
        await _log(tx, request, night, "ended")
    return night


def _changed_settings(before: ClubNight, after: ClubNight) -> list[str]:
    """Return the changed settings, as `NIGHT_SETTINGS` has them."""
    changed = {
        "start": (before.next_day, before.clock) != (after.next_day, after.clock),
        "title": before.title != after.title,
        "open_hours": before.open_s != after.open_s,
        "series": before.series_id != after.series_id,
        "role": before.role_id != after.role_id,
    }
    return [name for name in NIGHT_SETTINGS if changed[name]]


async def _log(tx: Transaction, request: Request, night: ClubNight, what: str, **more: Any) -> None:
    """Write a change of a club night to the audit log.

    :param what: one of `NIGHT_CHANGES`.
    """
    about = {"what": what, "title": night.title, "games": list(night.games), **more}
    await log_change(tx, request, AuditAction.CLUB_NIGHT, about=about)


async def _lock_night(tx: Transaction, request: Request, night_id: int) -> ClubNight:
    await leagues.hold(tx, request.guild_id)
    found = await club_nights.load(tx, request.guild_id, night_id)
    if found is None:
        raise TableError("club.refusal.which", command="club-night list")
    return found


async def _last_of(tx: Transaction, night: ClubNight) -> Tournament | None:
    return None if night.tournament_id is None else await tournaments.load(tx, night.guild_id, night.tournament_id)


def _clicked_id(click: Click) -> int:
    return parse_number(click.match_id, _MAX_DIGITS)


@on(ClubNightClick.SKIP)
async def _skip(click: Click) -> None:
    """Skip the evening of the button."""
    try:
        day = datetime.strptime(str(click.address.number), DAY).date()  # noqa: DTZ007  # a date
    except ValueError as error:
        raise TableError("error.button_unknown") from error
    night, following = await skip_evening(click, _clicked_id(click), day)
    text = click.words("club.skipped", title=bold(name_of(night, click.words)), day=click.words.long_day(day))
    if following is not None:
        text = f"{text} {click.words('club.missed.next', when=timestamp(following, 'F'))}"
    await click.reply.renew(Message(text))


@on(ClubNightClick.END)
async def _end(click: Click) -> None:
    """End the club night of the button."""
    night = await end_night(click, _clicked_id(click))
    await click.reply.renew(Message(click.words("club.ended", title=bold(name_of(night, click.words)))))
