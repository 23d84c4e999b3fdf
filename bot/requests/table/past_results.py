"""Newest results of a server, to choose one."""

from collections.abc import Sequence

from bot.requests.services import Services
from storage.league import people, results
from storage.league.results import Result, Wanted


async def named_results(
    services: Services, guild_id: int, count: int, *, void: bool | None = None, person: int | None = None
) -> tuple[Sequence[Result], dict[int, str]]:
    """Return the newest results and the names of their people.

    :param void: True: only void results; False: only results that count; None: both.
    :param person: a person who must have played; None: any.
    """
    async with services.database.read() as tx:
        if void:
            found = await results.void_results(tx, guild_id, count)
        else:
            who = () if person is None else (person,)
            wanted = Wanted(guild_id, people=who, counting_only=void is not None)
            found = await results.page(tx, wanted, count=count)
        return found, await people.names(tx, guild_id, {one for result in found for one in result.people})
