"""Creating, changing, showing and deleting series of tournaments."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.requests import require_organiser
from bot.league.tournaments.series.messages import LONGEST_NAME, ask_delete, series_form, series_list, series_message
from bot.league.tournaments.series.table import series_table
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.services import Services
from bot.requests.typed_text import read_name
from bot.tables.errors import TableError
from storage.league import leagues, people, series
from storage.league.series import TournamentSeries

MOST_SERIES: Final = 25
"""The most series of a server."""

_POINTS: Final = re.compile(r"\d{1,3}(,\d{1,3}){0,63}", re.ASCII)
_MAX_DIGITS: Final = 18
_MOST_PAGES: Final = 1000


async def all_series(services: Services, guild_id: int) -> tuple[TournamentSeries, ...]:
    """Return the series of a server, newest first."""
    return await services.database.run_read(lambda tx: series.in_guild(tx, guild_id))


async def find_series(request: Request, text: str) -> TournamentSeries | None:
    """Return the series with this number or name."""
    wanted = text.strip().casefold()
    found = await all_series(request.services, request.guild_id)
    return next((one for one in found if wanted in (f"series:{one.id}", one.name.casefold())), None)


async def series_needed(request: Request, text: str) -> TournamentSeries:
    """Return the named series.

    :raises TableError: if there is none.
    """
    found = await find_series(request, text)
    if found is None:
        raise TableError("series.refusal.unknown", command="tournament view")
    return found


def read_place_points(text: str) -> tuple[int, ...]:
    """Parse the points of the places, such as "10,7,5".

    :raises TableError: if they are no numbers, or a place scores more than a better one.
    """
    found = _POINTS.fullmatch("".join(text.split()))
    points = tuple(map(int, found[0].split(","))) if found else ()
    if not points or not points[0] or any(one < other for one, other in pairwise(points)):
        raise TableError("series.refusal.points", value=text.strip() or "—")
    return points


async def _page(request: Request, shown: TournamentSeries, number: int) -> Message:
    async with request.services.database.read() as tx:
        played = await series.finished_in(tx, shown)
        table = series_table(shown, played)
        names = await people.names(tx, request.guild_id, [one.user_id for one in table])
    may_edit = request.person.moderator
    return series_message(shown, table, played, names, number, request.reader, may_edit=may_edit)


async def _clicked_series(click: Click) -> TournamentSeries:
    found = await click.services.database.run_read(
        lambda tx: series.load(tx, click.guild_id, parse_number(click.value or click.match_id, _MAX_DIGITS))
    )
    if found is None:
        raise TableError("series.refusal.unknown", command="tournament view")
    return found


@on(TournamentClick.SERIES)
async def _show_series(click: Click) -> None:
    """Show a page of a series, or the choice of all unless there is only one."""
    found = () if click.match_id or click.value else await all_series(click.services, click.guild_id)
    if click.match_id or click.value or len(found) == 1:
        one = found[0] if found else await _clicked_series(click)
        await click.reply.show(await _page(click, one, min(click.address.number, _MOST_PAGES)))
    else:
        await click.reply.show(series_list(found, click.reader, may_edit=click.person.moderator))


@on(TournamentClick.SERIES_EDIT)
async def _edit_series(click: Click) -> None:
    """Open the form of a series, or of a new one."""
    require_organiser(click)
    new = TournamentSeries(0, click.guild_id, "", click.services.now())
    await click.reply.ask(series_form(await _clicked_series(click) if click.match_id else new, click.reader))


@on(TournamentClick.SERIES_SAVE)
async def _save_series(click: Click) -> None:
    """Create or change a series as the form says, and show its table."""
    require_organiser(click)
    new = TournamentSeries(0, click.guild_id, "", click.services.now())
    known = await _clicked_series(click) if click.match_id else new
    title, points, best = (click.filled.texts.get(key, "") for key in ("title", "points", "best"))
    if best and not (best.isascii() and best.isdecimal() and len(best) <= 2):
        raise TableError("league.open.bad_best", value=best, most=99)
    name, scores = read_name(title)[:LONGEST_NAME], read_place_points(points)
    if not name:
        raise TableError("tournament.refusal.team_name_empty")
    saved = replace(known, name=name, points=scores, best=int(best or 0))
    async with click.services.database.write() as tx:
        await leagues.hold(tx, click.guild_id)
        others = [one for one in await series.in_guild(tx, click.guild_id) if one.id != known.id]
        if any(one.name.casefold() == name.casefold() for one in others):
            raise TableError("series.refusal.taken", name=name)
        if known.id:
            await series.save(tx, saved)
        elif len(others) >= MOST_SERIES:
            raise TableError("series.refusal.too_many", count=MOST_SERIES)
        else:
            saved = replace(saved, id=await series.add(tx, saved))
    await click.reply.show(await _page(click, saved, 0))


@on(TournamentClick.SERIES_DELETE)
async def _delete_series(click: Click) -> None:
    """Delete a series after the question."""
    require_organiser(click)
    found = await _clicked_series(click)
    if click.address.rest == "ask":
        await click.reply.whisper(ask_delete(found, click.reader))
        return
    async with click.services.database.write() as tx:
        await leagues.hold(tx, click.guild_id)
        await series.remove(tx, click.guild_id, found.id)
    await click.reply.renew(Message(click.words("series.deleted", series=bold(found.name))))
