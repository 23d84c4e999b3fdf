"""Standings for one person, and public ones in the channel."""

from dataclasses import replace

from bot.league.ratings.rating import of_season
from bot.league.seasons.clicks import SeasonClick
from bot.league.seasons.requests import close
from bot.league.standings.clicks import StandingsClick
from bot.league.standings.leaderboards import Leaderboards
from bot.league.standings.messages import NOW, plot_message, standings_message
from bot.league.standings.pages import plot_of, standings_page
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.limits import POSTS
from bot.requests.people.server_settings import require_manager
from bot.requests.request import Click, Request
from bot.requests.table.opening import require_channel


async def standings_for(request: Request, of: str, number: int = 0) -> Message:
    """Return a page of standings, from 0, clamped to the last.

    :raises TableError: if there is no such season or game.
    """
    page = await standings_page(request, of, number)
    may_keep = request.reply.interaction.permissions.manage_guild
    return standings_message(replace(page, may_keep=may_keep), request.reader)


async def post_standings(request: Request, of: str, number: int) -> None:
    """Post standings in the channel, in the server's language.

    :raises TableError: if the bot may not post here, or the person has posted here too often.
    """
    await require_channel(request)
    who = request.channel_id, request.user_id
    request.services.limits.quotas.require(POSTS, who)
    message = await request.services.of(Leaderboards).message_of(request.guild_id, of, number, kept=False)
    request.services.limits.quotas.record(POSTS, who)
    await request.services.channels.send(request.channel_id, message)


async def keep_standings(request: Request, of: str) -> None:
    """Make standings the channel's self-updating leaderboard.

    The standings of the current season continue with the next season.

    :raises TableError: if the person may not, or the bot may not post here.
    """
    require_manager(request)
    await require_channel(request)
    running = await standings_page(request, NOW)
    await request.services.of(Leaderboards).keep(
        request.guild_id, request.channel_id, NOW if of in (NOW, running.of) else of
    )


@on(StandingsClick.PAGE)
async def _turn_standings(click: Click) -> None:
    await click.reply.show(await standings_for(click, click.address.rest, click.address.number))


@on(SeasonClick.STANDINGS_OF)
async def _choose_standings(click: Click) -> None:
    await click.reply.show(await standings_for(click, click.value))


@on(StandingsClick.POST)
async def _post_standings(click: Click) -> None:
    await post_standings(click, click.address.rest, click.address.number)
    await click.reply.whisper(click.words("share.posted"))


@on(StandingsClick.KEEP)
async def _keep_standings(click: Click) -> None:
    await keep_standings(click, click.address.rest)
    await click.reply.whisper(click.words("leaderboard.is_kept"))


@on(StandingsClick.PLOT)
async def _show_plot(click: Click) -> None:
    plot = await plot_of(click, click.address.rest, click.address.number)
    await click.reply.show(plot_message(plot, click.reader))


@on(SeasonClick.CLOSE)
async def _close_season(click: Click) -> None:
    """Close a season and show its final table."""
    season = await close(click, click.address.number)
    await click.reply.show(await standings_for(click, of_season(season)))
