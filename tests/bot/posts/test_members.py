"""Members are requested by ids, in large groups."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.posts.members import Members

GUILD = 7


class Guild:
    """A server of limited answers: 100 ids, `limit` members."""

    def __init__(self, here: range, error: Exception | None = None) -> None:
        self.here = here
        self.error = error
        self.asked: list[int] = []

    async def query_members(self, *, user_ids: list[int], limit: int, cache: bool) -> list[SimpleNamespace]:
        assert not cache
        if self.error is not None and self.asked:
            raise self.error
        self.asked.append(len(user_ids))
        assert len(user_ids) <= 100
        return [SimpleNamespace(id=one) for one in user_ids if one in self.here][:limit]


def members_of(guild: Guild) -> Members:
    bot = SimpleNamespace(id=1000)
    client: Any = SimpleNamespace(get_guild=lambda guild_id: guild if guild_id == GUILD else None, user=bot)
    no_database: Any = None
    return Members(client, no_database)


async def test_members_are_asked_for_a_hundred_at_once_and_nobody_is_missed() -> None:
    guild = Guild(range(1, 250))
    assert await members_of(guild).absent(GUILD, range(1, 252)) == (250, 251)
    assert guild.asked == [100, 100, 52]


@pytest.mark.parametrize("error", [TimeoutError(), discord.ClientException("closed")])
async def test_nobody_is_absent_if_discord_answers_only_in_part(error: Exception) -> None:
    guild = Guild(range(1, 50), error)
    assert await members_of(guild).absent(GUILD, range(1, 201)) == ()
    assert guild.asked == [100]


async def test_no_one_is_absent_if_discord_knows_no_one_or_not_the_server() -> None:
    assert await members_of(Guild(range(0))).absent(GUILD, range(1, 3)) == ()
    assert await members_of(Guild(range(0))).absent(GUILD + 1, range(1, 3)) == ()
