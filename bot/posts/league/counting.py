"""Whether a match counts in the league, and what it has changed there, as the messages of its table tell it."""

from __future__ import annotations

from bot.league import booking
from bot.league.scopes import ALL
from bot.locales import Words
from bot.messages.league.names import called
from bot.messages.league.rated import Rated
from bot.posts.core_services import CoreServices
from bot.tables.state import Table
from storage.league import people, ratings, results

__all__ = ["foreseen", "rated"]


async def foreseen(services: CoreServices, table: Table) -> str:
    """Why the match of a lobby would not count if it began now; "" if it would.

    :raises StorageError: if that cannot be read.
    """
    async with services.database.read() as tx:
        return await booking.foreseen(tx, table.stored, table.seats, services.now())


async def rated(services: CoreServices, table: Table, words: Words) -> tuple[Rated, ...]:
    """What a match that is over has changed of ratings, the sides by their places; nothing if it does not count.

    :raises StorageError: if that cannot be read.
    """
    async with services.database.read() as tx:
        result = await results.of_match(tx, table.id)
        if result is None or not result.counts:
            return ()
        changes = {(one.scope, one.user_id): one for one in await ratings.of_result(tx, result.id)}
        names = await people.names(tx, result.guild_id, result.people)
    return tuple(
        Rated(called(names, user_id, words), changes[result.game, user_id], changes[ALL, user_id])
        for user_id in (place.user_id for place in sorted(result.places, key=lambda one: (one.place, one.side)))
        if (result.game, user_id) in changes and (ALL, user_id) in changes
    )
