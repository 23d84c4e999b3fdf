"""Deals of the day, and solutions of deals that are over."""

from collections.abc import Callable
from datetime import date
from functools import partial

from bot.messages.parts.components import ClickAddress, Kind
from bot.messages.parts.reader import Reader
from bot.messages.sharing import SharedResult
from bot.messages.solo.board import solution_message
from bot.messages.solo.daily import DailyPage, PastDeal, daily_message, seeds_message, shared_solo
from bot.requests.handlers import on
from bot.requests.people.sharing import post_share, show_share
from bot.requests.request import Click, Request
from bot.requests.solo.solitaires import compare, find_finished, require_solitaire, show_solo
from bot.tables.errors import TableError
from bot.tables.solo.results import day_streak, day_table, solved_days
from bot.tables.solo.state import Solo, day_of
from storage import solo as solos


def today(request: Request) -> date:
    """Return the day whose deal is current."""
    return day_of(request.services.now())


async def day_for(request: Request, game: str) -> DailyPage:
    """Return today's deal, and list the person in this server's tables."""
    day = today(request)
    deal = await request.services.solo.dealer.deal(game, day)
    if request.guild_id:
        async with request.services.database.write() as tx:
            await solos.meet(tx, request.guild_id, request.user_id, request.person.name)
    async with request.services.database.read() as tx:
        tries = await solos.of_day(tx, request.user_id, game, deal.day)
        here = await solos.day_in(tx, request.guild_id, game, deal.day) if request.guild_id else None
        results = await solos.counted_of(tx, request.user_id)
    streak = day_streak(solved_days(results, game), day)
    return DailyPage(deal, tries, None if here is None else day_table(here), streak)


async def play_day(request: Request, game: str) -> Solo:
    """Return today's unfinished attempt, or a new one."""
    day = today(request)
    deal = await request.services.solo.dealer.deal(game, day)
    for stored in await request.services.solo.live.open_of(request.user_id):
        if (stored.game, stored.day) == (game, deal.day):
            return await request.services.solo.live.find(stored.id)
    return await request.services.solo.live.begin(
        request.person, guild_id=request.guild_id, game=game, seed=deal.seed, day=deal.day
    )


@on(Kind.DAILY_PAGE)
async def _page(click: Click) -> None:
    """Show the page of a day; beside a solitaire, in private."""
    day = await day_for(click, require_solitaire(click.value or click.address.rest))
    message = daily_message(day, click.reader, click.user_id)
    if click.value or click.reply.is_private:
        await click.reply.renew(message)
    else:
        await click.reply.whisper(message)


@on(Kind.DAILY_PLAY)
async def _play(click: Click) -> None:
    await show_solo(click, await play_day(click, require_solitaire(click.address.rest)))


@on(Kind.DAILY_SHARE)
async def _share(click: Click) -> None:
    """Show a result of a solitaire to copy, or to post here."""
    await show_share(click, await _result(click), ClickAddress(Kind.DAILY_POST, click.match_id))


@on(Kind.DAILY_POST)
async def _post(click: Click) -> None:
    await post_share(click, await _result(click))


async def _result(click: Click) -> Callable[[Reader], SharedResult]:
    """Return the addressed solitaire's result, without spoilers.

    :raises TableError: if it is not over, or belongs to another person.
    """
    solo = await find_finished(click)
    found = await click.services.database.run_read(lambda tx: solos.load(tx, solo.id))
    log, deal = () if found is None else found[1], None
    if solo.stored.day:
        deal = await click.services.solo.dealer.deal(solo.stored.game, date.fromisoformat(solo.stored.day))
    return partial(shared_solo, solo, log, deal, await compare(click, solo))


# --- Solutions --------------------------------------------------------------------------------------------------------


@on(Kind.SOLUTION)
async def _solution(click: Click) -> None:
    """Show the solution of a deal in private."""
    game, seed, source = await _deal(click)
    solution = await click.services.solo.solving.solution(game, seed, click.user_id)
    await click.reply.whisper(solution_message(game, seed, solution, 0, click.reader, source))


@on(Kind.SOLUTION_STEP)
async def _step(click: Click) -> None:
    game, seed, source = await _deal(click)
    solution = await click.services.solo.solving.solution(game, seed, click.user_id)
    message = solution_message(game, seed, solution, click.address.number, click.reader, source)
    await click.reply.renew(message)


async def _deal(click: Click) -> tuple[str, str, str]:
    """Return the game, seed and address name of a deal.

    :raises TableError: if the person may still play it, or it belongs to another person.
    """
    if click.match_id:
        solo = await find_finished(click)
        return solo.stored.game, solo.stored.seed, solo.id
    past = PastDeal.parse(click.address.rest)
    if past.day >= today(click):
        raise TableError("solo.not_over")
    deal = await click.services.solo.dealer.past(*past)
    if deal is None:
        raise TableError("error.button_unknown")
    return past.game, deal.seed, str(past)


@on(Kind.DAILY_SEEDS)
async def _seeds(click: Click) -> None:
    """Show the public fingerprints and seeds of daily deals."""
    months = await click.services.solo.dealer.months(today(click))
    await click.reply.whisper(seeds_message(months, click.words))
