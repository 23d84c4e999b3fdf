"""Newest results of a server, to choose one."""

from collections.abc import Sequence

from bot.requests.services import Services
from storage.league import people, results
from storage.league.results import Result, Wanted


async def named_results(services: Services, guild_id: int, count: int) -> tuple[Sequence[Result], dict[int, str]]:
    """Return the newest results and the names of their people."""
    async with services.database.read() as tx:
        found = await results.page(tx, Wanted(guild_id), count=count)
        return found, await people.names(tx, guild_id, {one for result in found for one in result.people})
