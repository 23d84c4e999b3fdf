"""Members of servers: their presence, and unknown names.

Discord is asked by ids, which needs no privileged intent.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from math import inf
from typing import Final

import discord
from cachetools import TTLCache

from bot.posts.discord_errors import REQUEST_ERRORS
from storage.database import Database
from storage.league import people

logger = logging.getLogger(__name__)

_AT_ONCE: Final = 100
"""The number of members in one request to Discord."""
_MOST: Final = 12
"""The number of names in one request to Discord: about as many as on a page."""
_UNKNOWN_S: Final = 3600.0
"""The seconds before a user who was not found is looked up again."""
_SEEN_S: Final = 600.0
"""The seconds after which a player for whom others wait is looked up again."""
_REMEMBERED: Final = 10_000


class Members:
    """Asks Discord for members, and saves their names."""

    def __init__(self, client: discord.Client, database: Database) -> None:
        self._client = client
        self._database = database
        self._looks: TTLCache[tuple[int, int], tuple[bool, float]] = TTLCache(_REMEMBERED, 24 * _UNKNOWN_S)
        self._unknown: TTLCache[tuple[int, int], bool] = TTLCache(_REMEMBERED, _UNKNOWN_S)

    async def absent(self, guild_id: int, user_ids: Sequence[int]) -> tuple[int, ...]:
        """Return the people not in a server; none if unknown."""
        guild = self._client.get_guild(guild_id)
        if guild is None or not user_ids:
            return ()
        found, bot = set[int](), self._client.user
        wanted = [*user_ids, *([] if bot is None else [bot.id])]  # an answer without the bot itself is no answer
        try:
            for first in range(0, len(wanted), _AT_ONCE):
                some = wanted[first : first + _AT_ONCE]
                members = await guild.query_members(user_ids=some, limit=_AT_ONCE, cache=False)
                found.update(one.id for one in members)
        except (TimeoutError, discord.ClientException) as error:
            logger.warning("server %d: its members could not be asked for: %s", guild_id, error)
            return ()
        return tuple(one for one in user_ids if one not in found) if found else ()

    async def gone_for(self, guild_id: int, user_id: int, asking: int, now: float) -> float | None:
        """Return the seconds since a user was first found to be no member; None for a member.

        :param asking: a member, without whom an answer is not trusted.
        """
        was_gone, since = self._looks.get((guild_id, user_id), (False, -inf))
        if not was_gone and now - since < _SEEN_S:
            return None
        gone = user_id in await self.absent(guild_id, (user_id, asking))
        if not (gone and was_gone):
            self._looks[guild_id, user_id], since = (gone, now), now
        return now - since if gone else None

    async def find_names(self, guild_id: int, user_ids: Collection[int]) -> bool:
        """Find and save unknown names; return True if any was found.

        :raises StorageError: if they could not be saved.
        """
        wanted = [one for one in user_ids if one > 0 and (guild_id, one) not in self._unknown][:_MOST]
        guild = self._client.get_guild(guild_id)
        if not wanted or guild is None:
            return False
        found = await asyncio.gather(*(self._name(guild, one) for one in wanted))
        names = {user_id: name for user_id, name in zip(wanted, found, strict=True) if name}
        self._unknown.update(((guild_id, one), True) for one in wanted if one not in names)
        if names:
            async with self._database.write() as tx:
                await people.name_new(tx, guild_id, names)
        return bool(names)

    async def _name(self, guild: discord.Guild, user_id: int) -> str:
        """Return a user's name in a server or Discord, else ""."""
        try:
            return (await guild.fetch_member(user_id)).display_name
        except REQUEST_ERRORS as error:
            logger.debug("no member of server %d: %s", guild.id, error)
        try:
            return (await self._client.fetch_user(user_id)).display_name
        except REQUEST_ERRORS as error:
            logger.info("Discord does not know a person in the league of server %d: %s", guild.id, error)
            return ""
