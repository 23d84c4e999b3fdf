"""Opening, closing and listing seasons for commands and clicks."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from bot.league.changes import LeagueCalls, log_change
from bot.league.seasons.clicks import SeasonClick
from bot.league.seasons.closing import NotYet, close_season
from bot.league.seasons.form import SeasonForm, edited_season, read_best, read_season
from bot.league.seasons.kinds import SEASON_KINDS, SeasonKind, season_kind
from bot.league.seasons.messages import (
    LINES,
    SeasonsPage,
    ask_close,
    ask_delete,
    edit_form,
    opened_message,
    season_form,
    season_message,
    season_name,
    seasons_message,
)
from bot.local_time import days_of
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.people.server_settings import require_manager
from bot.requests.people.sharing import server_reader
from bot.requests.request import Click, Request
from bot.requests.services import Services
from bot.tables.errors import TableError
from storage.league import leagues, results, seasons
from storage.league.audit_log import AuditAction
from storage.league.leagues import League
from storage.league.results import Wanted
from storage.league.seasons import Season

logger = logging.getLogger(__name__)

_MOST_OPEN: Final = 10
"""The most open seasons: a match is rated once for each of its seasons."""
_MOST_PAGES: Final = 1_000_000
_ID_DIGITS: Final = 18


async def league_of(request: Request) -> League:
    """Return the league of the server of the request."""
    return await request.services.database.run_read(lambda tx: leagues.load(tx, request.guild_id))


async def newest_seasons(services: Services, guild_id: int, most: int) -> tuple[Season, ...]:
    """Return the `most` newest seasons, without final tables."""
    async with services.database.read() as tx:
        return (await seasons.page(tx, guild_id, count=most))[0]


async def open_season(request: Request, form: SeasonForm) -> Season:
    """Open a season; earlier matches in its time count after recomputation.

    :raises TableError: if the season is not possible.
    """
    require_manager(request)
    now = request.services.now()
    season = read_season(form, await league_of(request), now)
    season = replace(season, opened_by=request.user_id)
    async with request.services.database.write() as tx:
        league = await leagues.hold(tx, request.guild_id)
        there = await seasons.open_ones(tx, request.guild_id)
        if any(one.name.casefold() == season.name.casefold() for one in there if one.quarter is None):
            raise TableError("league.open.same_name", value=season.name, command="league-admin season")
        if len(there) >= _MOST_OPEN:
            raise TableError("league.open.too_many", count=_MOST_OPEN, command="league-admin season")
        number = await seasons.add(tx, season)
        about = {"season": number, "name": season.name}
        await log_change(tx, request, AuditAction.OPEN_SEASON, about=about)
        span = Wanted(request.guild_id, since=season.starts_at, until=season.ends_at, counting_only=True)
        if season.starts_at <= league.last_at and await results.count(tx, span):
            await leagues.request_recompute(tx, request.guild_id, season.starts_at)
    request.services.of(LeagueCalls).due()
    return replace(season, id=number or 0)


async def announce_season(request: Request, season: Season, *, main: bool) -> str:
    """Announce an open season in the channel of the weekly summary, or here; return the line that says where."""
    league, public = await league_of(request), await server_reader(request)
    channel_id = league.summary_channel_id or request.channel_id
    message = opened_message(season, league.time_zone, public, computing=league.is_due, main=main)
    try:
        await request.services.channels.send(channel_id, message)
    except REQUEST_ERRORS as error:
        logger.warning("server %d: an opened season could not be announced: %s", request.guild_id, error)
        return request.words("league.opened.not_told", channel=f"<#{channel_id}>")
    return request.words("league.opened.told", channel=f"<#{channel_id}>")


async def close(request: Request, season_id: int) -> Season:
    """Close a season with its final table.

    :raises TableError: if it is no longer open, or cannot be closed now.
    """
    require_manager(request)
    now = request.services.now()
    if season_id > 2**62:
        raise TableError("league.close.not_open", command="league-admin season")
    try:
        async with request.services.database.write() as tx:
            season = await close_season(tx, request.guild_id, season_id, now)
            if season is None:
                raise TableError("league.close.not_open", command="league-admin season")
            about = {"season": season.id, "name": season.name}
            await log_change(tx, request, AuditAction.CLOSE_SEASON, about=about)
    except NotYet:
        request.services.of(LeagueCalls).due()
        raise TableError("league.recompute.wait") from None
    request.services.of(LeagueCalls).due()  # it announces the end
    return season


async def any_season_needed(request: Request, text: str) -> Season:
    """Return an open or closed season by suggestion or name.

    :raises TableError: if there is none.
    """
    wanted = text.strip().casefold()
    found = await request.services.database.run_read(lambda tx: seasons.spans(tx, request.guild_id))
    for one in reversed(found):
        if wanted in (f"season:{one.id}", season_name(one, request.words).casefold()):
            return one
    raise TableError("league.season.unknown", command="leaderboard")


async def edit(
    request: Request,
    season: Season,
    *,
    name: str = "",
    first_day: str = "",
    last_day: str = "",
    best: int | None = None,
    main: bool | None = None,
) -> Season:
    """Edit a season; return it.

    :param name: "" to keep it, as for the days.
    :param best: the results of a person that score, 0 for all; None to keep it.
    :param main: whether it becomes the main season, or no longer is; None to keep it.
    :raises TableError: if it is a quarter, it is closed and its days were to move, or a value is unreadable.
    """
    require_manager(request)
    if season.quarter is not None:
        raise TableError("league.edit.quarter")
    moves = bool(first_day.strip() or last_day.strip())
    if season.closed_at is not None and (moves or best is not None or main):
        raise TableError("league.edit.closed")
    now, league = request.services.now(), await league_of(request)
    after = edited_season(season, league, now, name=name, first_day=first_day, last_day=last_day)
    if best is not None:
        after = replace(after, best=best or None)
    recounts = after.best != season.best
    async with request.services.database.write() as tx:
        league = await leagues.hold(tx, request.guild_id)
        there = await seasons.open_ones(tx, request.guild_id)
        if any(one.name.casefold() == after.name.casefold() and one.id != season.id for one in there):
            raise TableError("league.open.same_name", value=after.name, command="league-admin season")
        await seasons.rename(tx, season.id, after.name)
        if moves and not await seasons.move(tx, season.id, after.starts_at, after.ends_at):
            raise TableError("league.edit.closed")
        if recounts and not await seasons.set_best(tx, season.id, after.best):
            raise TableError("league.edit.closed")
        if main is not None and main != (league.main_season_id == season.id):
            await leagues.save(tx, replace(league, main_season_id=season.id if main else None))
        if moves or recounts:
            await leagues.request_recompute(tx, request.guild_id, min(season.starts_at, after.starts_at))
        about = {"season": season.id, "name": after.name}
        await log_change(tx, request, AuditAction.EDIT_SEASON, about=about)
    request.services.of(LeagueCalls).due()
    return after


async def delete(request: Request, season_id: int) -> Season:
    """Delete a season with its table; its matches stay.

    :raises TableError: if there is none, or it is an open quarter, which would reopen with the next match.
    """
    require_manager(request)
    season = await any_season_needed(request, f"season:{season_id}")
    if season.quarter is not None and season.closed_at is None:
        raise TableError("league.delete.quarter", command="server-settings")
    async with request.services.database.write() as tx:
        league = await leagues.hold(tx, request.guild_id)
        if not await seasons.remove(tx, request.guild_id, season.id):
            raise TableError("league.season.unknown", command="leaderboard")
        if league.main_season_id == season.id:  # a later season may get its id
            await leagues.save(tx, replace(league, main_season_id=None))
        about = {"season": season.id, "name": season_name(season, request.words)}
        await log_change(tx, request, AuditAction.DELETE_SEASON, about=about)
    request.services.of(LeagueCalls).due()
    return season


async def seasons_page(request: Request, number: int) -> SeasonsPage:
    """Return a page of seasons, from 0, clamped to the last."""
    number = min(number, _MOST_PAGES)
    async with request.services.database.read() as tx:
        league = await leagues.load(tx, request.guild_id)
        found, total = await seasons.page(tx, request.guild_id, first=number * LINES, count=LINES)
        if not found and total:
            number = (total - 1) // LINES
            found, total = await seasons.page(tx, request.guild_id, first=number * LINES, count=LINES)
    return SeasonsPage(found, number, total, request.services.now(), league.time_zone, league.main_season_id)


async def season_page(request: Request, season: Season, note: str = "") -> Message:
    """Return a season with the buttons of managers."""
    league = await league_of(request)
    return season_message(season, league, request.services.now(), request.reader, note)


async def _season_of(click: Click) -> Season:
    """Return the season of a manager's click, by its address or the chosen value."""
    require_manager(click)
    number = parse_number(click.value, _ID_DIGITS) if click.value else click.address.number
    return await any_season_needed(click, f"season:{number}")


@on(SeasonClick.PAGE)
async def _turn_seasons(click: Click) -> None:
    require_manager(click)
    await click.reply.renew(seasons_message(await seasons_page(click, click.address.number), click.reader))


@on(SeasonClick.MANAGE)
async def _show_season(click: Click) -> None:
    await click.reply.renew(await season_page(click, await _season_of(click)))


@on(SeasonClick.ASK_NEW)
async def _ask_new(click: Click) -> None:
    require_manager(click)
    await click.reply.ask(season_form(_kind(click), click.words))


@on(SeasonClick.OPEN)
async def _open_season(click: Click) -> None:
    typed = click.filled.texts
    form = SeasonForm(
        typed.get("title", ""),
        typed.get("until", ""),
        games=typed.get("games", ""),
        since=typed.get("since", ""),
        counts=_kind(click).key,
        points=typed.get("points", ""),
    )
    season = await open_season(click, form)
    await click.reply.renew(
        await season_page(click, season, click.words("league.opened.title", name=bold(season.name)))
    )


def _kind(click: Click) -> SeasonKind:
    """Return the kind of season in an address.

    :raises TableError: if there is none, as in a forged address.
    """
    if click.address.rest not in SEASON_KINDS:
        raise TableError("error.button_unknown")
    return SEASON_KINDS[click.address.rest]


@on(SeasonClick.ASK_EDIT)
async def _ask_edit(click: Click) -> None:
    season, league = await _season_of(click), await league_of(click)
    await click.reply.ask(edit_form(season, league.time_zone, click.words))


@on(SeasonClick.EDIT)
async def _edit_season(click: Click) -> None:
    season, league = await _season_of(click), await league_of(click)
    typed, first_last = click.filled.texts, days_of(season.starts_at, season.ends_at, league.time_zone)
    shown = dict(zip(("since", "until"), map(str, first_last), strict=True))
    days = {key: "" if typed.get(key, "") == day else typed.get(key, "") for key, day in shown.items()}
    best = read_best(typed["best"]) if "best" in typed and season_kind(season).takes_points else None
    after = await edit(
        click,
        season,
        name=typed.get("title", ""),
        first_day=days["since"],
        last_day=days["until"],
        best=None if best == (season.best or 0) else best,
    )
    await click.reply.renew(await season_page(click, after, f"✓ {click.words('settings.saved')}"))


@on(SeasonClick.SET_MAIN)
async def _set_main(click: Click) -> None:
    season, league = await _season_of(click), await league_of(click)
    after = await edit(click, season, main=league.main_season_id != season.id)
    await click.reply.renew(await season_page(click, after))


@on(SeasonClick.ANNOUNCE)
async def _announce(click: Click) -> None:
    season, league = await _season_of(click), await league_of(click)
    if season.closed_at is not None:
        raise TableError("league.close.not_open", command="league-admin season")
    told = await announce_season(click, season, main=league.main_season_id == season.id)
    await click.reply.renew(await season_page(click, season, told))


@on(SeasonClick.ASK_CLOSE)
async def _ask_close(click: Click) -> None:
    season, league = await _season_of(click), await league_of(click)
    await click.reply.renew(ask_close(season, league.time_zone, click.reader))


@on(SeasonClick.ASK_DELETE)
async def _ask_delete(click: Click) -> None:
    await click.reply.renew(ask_delete(await _season_of(click), click.reader))


@on(SeasonClick.DELETE)
async def _delete_season(click: Click) -> None:
    season = await delete(click, click.address.number)
    note = click.words("league.deleted", season=bold(season_name(season, click.words)))
    await click.reply.renew(seasons_message(await seasons_page(click, 0), click.reader, note))
