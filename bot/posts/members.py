"""Who is still in a server. Discord is asked by ids, a hundred at once, which needs no privileged intent."""

import logging
from collections.abc import Sequence
from typing import Final

import discord

logger = logging.getLogger(__name__)

_AT_ONCE: Final = 100


class Members:
    """The members of servers."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def absent(self, guild_id: int, user_ids: Sequence[int]) -> tuple[int, ...]:
        """Which of these people are not in a server; none if Discord does not say, or knows none of them at all."""
        guild = self._client.get_guild(guild_id)
        if guild is None or not user_ids:
            return ()
        found: set[int] = set()
        try:
            for first in range(0, len(user_ids), _AT_ONCE):
                some = list(user_ids[first : first + _AT_ONCE])
                members = await guild.query_members(user_ids=some, limit=_AT_ONCE, cache=False)
                found.update(one.id for one in members)
        except (TimeoutError, discord.ClientException) as error:
            logger.warning("server %d: its members could not be asked for: %s", guild_id, error)
            return ()
        return tuple(one for one in user_ids if one not in found) if found else ()
