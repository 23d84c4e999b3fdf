"""The deals of the days as commands and clicks ask for them."""

from __future__ import annotations

from datetime import date

from bot.messages.solo.daily import DailyPage
from bot.tables.solo.results import day_streak, day_table, solved_days
from bot.tables.solo.state import Solo, day_of
from storage import solo as solos
from storage.solo import StoredSolo

from .request import Request

__all__ = ["day_for", "play_day", "results_of", "streak_of", "today"]


def today(request: Request) -> date:
    """The day whose deal is played now."""
    return day_of(request.services.now())


async def day_for(request: Request, game: str) -> DailyPage:
    """Today's deal of a solitaire as whoever asks sees it; he stands in this server's tables from now on."""
    day = today(request)
    deal = await request.services.dealer.deal(game, day)
    if request.guild_id:
        async with request.services.database.write() as tx:
            await solos.meet(tx, request.guild_id, request.user_id, request.person.name)
    async with request.services.database.read() as tx:
        tries = await solos.of_day(tx, request.user_id, game, deal.day)
        here = await solos.day_in(tx, request.guild_id, game, deal.day) if request.guild_id else None
        results = await solos.counted_of(tx, request.user_id)
    streak = day_streak(solved_days(results, game), day)
    return DailyPage(deal, tries, None if here is None else day_table(here), streak)


async def streak_of(request: Request, game: str) -> int:
    """How many days in a row whoever asks has solved."""
    results = await results_of(request, request.user_id)
    return day_streak(solved_days(results, game), today(request))


async def results_of(request: Request, user_id: int) -> tuple[StoredSolo, ...]:
    """All solitaires of a person that count, the oldest first.

    :raises StorageError: if they cannot be read.
    """
    async with request.services.database.read() as tx:
        return await solos.counted_of(tx, user_id)


async def play_day(request: Request, game: str) -> Solo:
    """The try at today's deal that is half played, or a new one."""
    day = today(request)
    deal = await request.services.dealer.deal(game, day)
    for stored in await request.services.solos.open_of(request.user_id):
        if (stored.game, stored.day) == (game, deal.day):
            return await request.services.solos.find(stored.id)
    return await request.services.solos.begin(
        request.person, guild_id=request.guild_id, game=game, seed=deal.seed, day=deal.day
    )
