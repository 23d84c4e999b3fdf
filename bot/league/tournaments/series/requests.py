"""Creating, changing, showing and deleting series of tournaments."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.requests import require_organiser
from bot.league.tournaments.series.messages import ask_delete, series_list, series_message
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

LONGEST_NAME: Final = 50
MOST_BEST: Final = 99

_POINTS: Final = re.compile(r"\d{1,3}(,\d{1,3}){0,63}", re.ASCII)
_MAX_DIGITS: Final = 18
_MOST_PAGES: Final = 1000


async def all_series(services: Services, guild_id: int) -> tuple[TournamentSeries, ...]:
    """Return the series of a server, newest first."""
    async with services.database.read() as tx:
        return await series.in_guild(tx, guild_id)


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
        raise TableError("series.refusal.unknown", command="tournament series")
    return found


async def show_series(request: Request, text: str | None) -> Message:
    """Return the table of a series; without a name of the only one, or a list.

    :raises TableError: if there is no such series.
    """
    if text is not None:
        return await _page(request, await series_needed(request, text), 0)
    found = await all_series(request.services, request.guild_id)
    return await _page(request, found[0], 0) if len(found) == 1 else series_list(found, request.reader)


async def save_series(request: Request, name: str, points: str | None, best: int | None) -> Message:
    """Create a series, or change the one with this name; return its table.

    :raises TableError: if the person may not, the points cannot be read, or there are too many series.
    """
    require_organiser(request)
    name = read_name(name)
    scores = None if points is None else read_place_points(points)
    known = await find_series(request, name)
    async with request.services.database.write() as tx:
        await leagues.hold(tx, request.guild_id)
        if known is None:
            if len(await series.in_guild(tx, request.guild_id)) >= MOST_SERIES:
                raise TableError("series.refusal.too_many", count=MOST_SERIES, command="tournament-host series")
            new = TournamentSeries(0, request.guild_id, name, request.services.now())
            known = replace(new, points=scores or new.points, best=best or 0)
            known = replace(known, id=await series.add(tx, known))
        else:
            known = replace(known, points=scores or known.points, best=known.best if best is None else best)
            await series.save(tx, known)
    return await _page(request, known, 0)


def read_place_points(text: str) -> tuple[int, ...]:
    """Parse the points of the places, such as "10,7,5".

    :raises TableError: if they are no numbers, or a place scores more than a better one.
    """
    found = _POINTS.fullmatch("".join(text.split()))
    points = tuple(map(int, found[0].split(","))) if found else ()
    if not points or not points[0] or any(one < other for one, other in pairwise(points)):
        raise TableError("series.refusal.points", value=text.strip() or "—")
    return points


async def ask_before_delete(request: Request, name: str) -> Message:
    """Return the question before a series is deleted.

    :raises TableError: if the person may not, or there is none.
    """
    require_organiser(request)
    return ask_delete(await series_needed(request, name), request.reader)


async def _page(request: Request, shown: TournamentSeries, number: int) -> Message:
    async with request.services.database.read() as tx:
        played = await series.finished_in(tx, shown)
        table = series_table(shown, played)
        names = await people.names(tx, request.guild_id, [one.user_id for one in table])
    return series_message(shown, table, played, names, number, request.reader)


async def _clicked_series(click: Click) -> TournamentSeries:
    async with click.services.database.read() as tx:
        found = await series.load(tx, click.guild_id, parse_number(click.match_id, _MAX_DIGITS))
    if found is None:
        raise TableError("series.refusal.unknown", command="tournament series")
    return found


@on(TournamentClick.SERIES)
async def _turn_series(click: Click) -> None:
    """Show a page of a series."""
    message = await _page(click, await _clicked_series(click), min(click.address.number, _MOST_PAGES))
    await click.reply.show(message)


@on(TournamentClick.SERIES_DELETE)
async def _delete_series(click: Click) -> None:
    """Delete a series after the question."""
    require_organiser(click)
    found = await _clicked_series(click)
    async with click.services.database.write() as tx:
        await leagues.hold(tx, click.guild_id)
        await series.remove(tx, click.guild_id, found.id)
    await click.reply.renew(Message(click.words("series.deleted", series=bold(found.name))))
