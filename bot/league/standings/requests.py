"""Standings for a person, and in the channel for everybody."""

from dataclasses import replace

from bot.league.standings.messages import NOW, standings_message
from bot.league.standings.pages import standings_page
from bot.messages.parts.message import Message
from bot.requests.limits import POSTS
from bot.requests.opening import require_channel
from bot.requests.request import Request
from bot.requests.server_settings import require_league_manager


async def standings_for(request: Request, of: str, number: int = 0) -> Message:
    """A page of standings for the person who asks, counted from 0; a number beyond the last page shows the last.

    :raises TableError: if there is no such season or game.
    :raises StorageError: if they cannot be read.
    """
    page = await standings_page(request, of, number)
    may_keep = request.reply.interaction.permissions.manage_guild
    return standings_message(replace(page, may_keep=may_keep), request.reader)


async def post_standings(request: Request, of: str, number: int) -> None:
    """Post a page of standings in the channel, in the language of the server.

    :raises TableError: if the bot may not post here, or the person has posted here too often.
    """
    await require_channel(request)
    who = request.channel_id, request.user_id
    request.services.quotas.needs(POSTS, who)
    message = await request.services.leaderboards.message_of(request.guild_id, of, number, kept=False)
    request.services.quotas.used(POSTS, who)
    await request.services.channels.send(request.channel_id, message)


async def keep_standings(request: Request, of: str) -> None:
    """Make standings the leaderboard of the channel, which keeps itself up to date.

    The standings of the season that runs go on with the season after it.

    :raises TableError: if the person may not, or the bot may not post here.
    """
    require_league_manager(request)
    await require_channel(request)
    running = await standings_page(request, NOW)
    await request.services.leaderboards.keep(
        request.guild_id, request.channel_id, NOW if of in (NOW, running.of) else of
    )
