"""Creating, listing, changing and cancelling club nights."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any, Final
from zlib import crc32
from zoneinfo import ZoneInfo

from bot.league.changes import log_change
from bot.league.club_nights.calendar import is_paused, moved_on, moved_to, moved_with, next_start
from bot.league.club_nights.clicks import ClubNightClick
from bot.league.club_nights.messages import (
    DAY,
    ask_cancel,
    evening_title,
    name_of,
    nights_message,
    saved_message,
)
from bot.league.club_nights.posts import ClubNights
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.creation.form import LONGEST_TEXT, create_from_form
from bot.league.tournaments.creation.requests import (
    LONGEST_NIGHT_TITLE,
    USUAL_OPEN_HOURS,
    NewTournament,
    plan_evenings,
    read_start,
    require_role,
)
from bot.league.tournaments.hosting.editing import TournamentEdit, plan_edit
from bot.league.tournaments.hosting.requests import action_entry
from bot.league.tournaments.progress.saving import change
from bot.league.tournaments.requests import load_tournament, require_organiser
from bot.league.tournaments.series.requests import series_needed
from bot.locales import Words
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import ClickAddress, Form, RoleField, TextField
from bot.messages.parts.message import Message
from bot.messages.parts.people import told_apart
from bot.messages.parts.text import bold, timestamp
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.typed_text import read_name
from bot.requests.typed_times import time_zone_of
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import audit_log, club_nights, leagues, series, tournaments
from storage.league.audit_log import NIGHT_SETTINGS, AuditAction
from storage.league.club_nights import ClubNight
from storage.league.tournament_values import Tournament, TournamentStage
from storage.league.tournaments import settings_of

MOST_NIGHTS: Final = 10
"""The most club nights of a server."""

_MOST_OPEN_HOURS: Final = 14 * 24
_MAX_DIGITS: Final = 18


@on(TournamentClick.CREATE_NIGHT)
async def _create(click: Click) -> None:
    """Create a club night with the values of the form."""
    await create_from_form(click, _create_night)


async def _create_night(request: Request, wanted: NewTournament) -> str:
    """Save a new club night of this channel, and announce it; return its name.

    :raises TableError: if the person may not, no start is set, or no tournament could have these settings.
    """
    require_organiser(request)
    zone = await time_zone_of(request.services, request.guild_id)
    planned, *others = await plan_evenings(request, wanted)
    if planned.starts_at is None:
        raise TableError("tournament.form.first_evening", button=request.words("tournament.form.button.typed"))
    first = datetime.fromtimestamp(planned.starts_at, ZoneInfo(zone))
    night = ClubNight(
        id=0,
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        host_id=request.user_id,
        title=read_name(wanted.title),
        locale=planned.locale,
        created_at=planned.created_at,
        first_day=first.date(),
        clock=first.time().replace(second=0, microsecond=0),
        open_s=3600 * (wanted.open_hours or USUAL_OPEN_HOURS),
        evenings=tuple(map(settings_of, (planned, *others))),
        free_play=wanted.free_play,
        series_id=planned.series_id,
        next_day=first.date(),
        role_id=planned.role_id,
    )
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        known = await club_nights.in_guild(tx, request.guild_id)
        if any((one.host_id, one.created_at) == (night.host_id, night.created_at) for one in known):
            raise TableError("tournament.form.done")
        if len(known) >= MOST_NIGHTS:
            raise TableError("club.refusal.too_many", count=MOST_NIGHTS, command="club-nights")
        night = replace(night, id=await club_nights.add(tx, night))
        await _log(tx, request, night, "created")
    message = saved_message(night, zone, request.services.now(), request.reader, "created")
    request.services.of(ClubNights).changed_in(request.guild_id)
    await request.services.channels.send(request.channel_id, message)
    return name_of(night, request.words)


async def list_nights(request: Request, chosen: int | None = None) -> Message:
    """Return the list of club nights; people who may change them choose one.

    :param chosen: the chosen one; the only one needs no choice.
    """
    async with request.services.database.read() as tx:
        zone = (await leagues.load(tx, request.guild_id)).time_zone
        found = await club_nights.in_guild(tx, request.guild_id)
        last = [one for night in found if (one := await _last_of(tx, night)) is not None]
        now = request.services.now()
        paused = {one.id for one in found if await is_paused(tx, one, now)}
    labels = told_apart(_parts_of_names(request, found)) if request.person.moderator else {}
    if len(found) == 1:
        chosen = found[0].id
    return nights_message(found, {one.id: one for one in last}, paused, labels, chosen, zone, now, request.reader)


def _parts_of_names(request: Request, found: Iterable[ClubNight]) -> dict[int, tuple[str, ...]]:
    """Return for `told_apart` the name, channel, day and number of club nights, by id."""
    w, channel = request.words, request.services.channels.name
    return {
        one.id: (
            name_of(one, w),
            channel(one.channel_id),
            f"{w.weekday(one.first_day)} {one.clock:%H:%M}",
            f"#{one.id}",
        )
        for one in found
    }


@on(ClubNightClick.CHOOSE)
async def _choose(click: Click) -> None:
    await click.reply.renew(await list_nights(click, parse_number(click.value, _MAX_DIGITS)))


def _mark(night: ClubNight) -> int:
    """Return a number for the settings that the form shows, to notice a change of them."""
    return crc32(repr((night.title, night.open_s, night.series_id, night.role_id)).encode())


def _change_form(night: ClubNight, series: str, role: Sequence[int], w: Words) -> Form:
    """Return the form with the settings of a club night.

    :param series: its series, "" for none.
    :param role: the role that it mentions, if any.
    """
    address = ClickAddress(ClubNightClick.CHANGE, str(night.id), _mark(night))
    fields = (
        TextField("start", w("club.form.start"), LONGEST_TEXT, required=False),
        TextField("title", w("tournament.form.typed.title"), LONGEST_NIGHT_TITLE, required=False, filled=night.title),
        TextField("open_hours", w("club.form.open_hours"), 3, filled=str(night.open_s // 3600)),
        TextField("series", w("tournament.form.typed.series"), LONGEST_TEXT, required=False, filled=series),
        RoleField("role", w("tournament.form.role"), tuple(role)),
    )
    return Form(address, name_of(night, w), fields)


@on(ClubNightClick.EDIT)
async def _edit(click: Click) -> None:
    """Open the form with the settings of a club night."""
    require_organiser(click)
    async with click.services.database.read() as tx:
        night = await _load(tx, click)
        its_series = None if night.series_id is None else await series.load(tx, click.guild_id, night.series_id)
    guild = click.reply.interaction.guild
    role = [one.id for one in guild.roles if one.id == night.role_id] if guild is not None else []
    await click.reply.ask(_change_form(night, "" if its_series is None else its_series.name, role, click.words))


@on(ClubNightClick.CHANGE)
async def _change(click: Click) -> None:
    """Change a club night from its next evening on, and tell its channel.

    An evening that is announced moves with its tournament, unless the start is after the following one. The person
    becomes the host if the host deleted their data, left the server or is kept out.

    :raises TableError: if the person may not, a value cannot be read, the settings have changed meanwhile, or nothing
        would change.
    """
    require_organiser(click)
    typed = {key: click.filled.texts.get(key, "") for key in ("start", "title", "open_hours", "series")}
    zone = await time_zone_of(click.services, click.guild_id)
    first = None
    if typed["start"]:
        found = await read_start(click, typed["start"], click.services.now())
        first = datetime.fromtimestamp(found, ZoneInfo(zone))
    role = click.filled.roles.get("role", ())
    settings: dict[str, Any] = {
        "title": read_name(typed["title"]),
        "open_s": 3600 * _read_hours(click, typed["open_hours"]),
        "series_id": (await series_needed(click, typed["series"])).id if typed["series"] else None,
        "role_id": role[0] if role else None,
    }
    async with click.services.database.write() as tx:
        before = await _hold(tx, click)
        if _mark(before) != click.address.number:
            raise TableError("club.refusal.changed", command="club-nights")
        if settings["role_id"] not in (None, before.role_id):
            require_role(click, settings["role_id"])
        now, day, moved_id = click.services.now(), None, None
        opened = await _open_evening(tx, before, now)
        announced = before.calls_at if opened is None else opened.starts_at
        after = before if first is None else moved_to(before, first)
        if first is not None and announced is not None and first.date() < (before.next_day or date.max):
            day = datetime.fromtimestamp(announced, ZoneInfo(zone)).date()
            calls_at = None if before.calls_at is None else first.timestamp()
            after = replace(moved_with(before, day, first), calls_at=calls_at)
        if before.host_id <= 0 or await is_paused(tx, before, now):
            after = replace(after, host_id=click.user_id)
        after = replace(after, **settings)
        if opened is not None and first is not None and day is not None:
            moved_id = await _move(tx, click, opened, (before, day), (after, first))
        if after == before and moved_id is None:
            raise TableError("tournament.refusal.edit.nothing")
        await club_nights.save(tx, after)
        await _log(tx, click, before, "changed", settings=_changed_settings(before, after))
    await click.reply.renew(await list_nights(click, after.id))
    message = saved_message(after, zone, now, click.reader, "changed", None if day is None else first)
    click.services.of(ClubNights).changed_in(click.guild_id)
    if moved_id is not None:
        click.services.of(TournamentMessages).changed_in(click.guild_id)
        await click.services.of(TournamentMessages).update_event(await load_tournament(click, moved_id))
    await click.services.channels.send(after.channel_id, message)


def _read_hours(request: Request, text: str) -> int:
    """Parse the hours from the announcement to the start.

    :raises TableError: if they are no number, or too many.
    """
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= _MOST_OPEN_HOURS):
        option = request.words("club.setting.open_hours")
        raise TableError("error.unknown_value", value=text, option=option, allowed=f"1–{_MOST_OPEN_HOURS}")
    return int(text)


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


@on(ClubNightClick.ASK)
async def _ask_before_cancel(click: Click) -> None:
    """Ask which evenings to cancel."""
    require_organiser(click)
    async with click.services.database.read() as tx:
        night = await _load(tx, click)
        zone = (await leagues.load(tx, click.guild_id)).time_zone
        last = await _last_of(tx, night)
    await click.reply.renew(ask_cancel(night, last, zone, click.reader))


@on(ClubNightClick.SKIP)
async def _skip(click: Click) -> None:
    """Skip the evening of the button, unless another one is the next by now."""
    require_organiser(click)
    try:
        day = datetime.strptime(str(click.address.number), DAY).date()  # noqa: DTZ007  # a date
    except ValueError as error:
        raise TableError("error.button_unknown") from error
    async with click.services.database.write() as tx:
        before = await _hold(tx, click)
        if before.next_day != day:
            raise TableError("club.refusal.changed", command="club-nights")
        zone = (await leagues.load(tx, click.guild_id)).time_zone
        after = moved_on(before, zone, click.services.now())
        await club_nights.save(tx, after)
        await _log(tx, click, before, "skipped", day=day.isoformat())
    click.services.of(ClubNights).changed_in(click.guild_id)
    text = click.words("club.skipped", title=bold(name_of(after, click.words)), day=click.words.long_day(day))
    following = next_start(after, zone)
    if following is not None:
        text = f"{text} {click.words('club.missed.next', when=timestamp(following, 'F'))}"
    await click.reply.renew(Message(text))


@on(ClubNightClick.END)
async def _end(click: Click) -> None:
    """Delete the club night of the button; tournaments that exist go on."""
    require_organiser(click)
    async with click.services.database.write() as tx:
        night = await _hold(tx, click)
        await club_nights.remove(tx, click.guild_id, night.id)
        await _log(tx, click, night, "ended")
    await click.reply.renew(Message(click.words("club.ended", title=bold(name_of(night, click.words)))))


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


async def _hold(tx: Transaction, click: Click) -> ClubNight:
    """Lock the league; return the club night of a click.

    :raises TableError: if it has ended.
    """
    await leagues.hold(tx, click.guild_id)
    return await _load(tx, click)


async def _load(tx: Transaction, click: Click) -> ClubNight:
    """Return the club night of a click.

    :raises TableError: if it has ended.
    """
    found = await club_nights.load(tx, click.guild_id, parse_number(click.match_id, _MAX_DIGITS))
    if found is None:
        raise TableError("club.refusal.ended", command="club-nights")
    return found


async def _last_of(tx: Transaction, night: ClubNight) -> Tournament | None:
    return None if night.tournament_id is None else await tournaments.load(tx, night.guild_id, night.tournament_id)
