"""Steps for tests of the league: named, stored results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.league.recording import add_result
from storage.database import Transaction
from storage.league import leagues, people
from storage.league.leagues import League
from storage.league.results import Result
from tests.bot.league.league_samples import result
from tests.bot.play.at_table import bot_of, user_id
from tests.discord_world import DiscordWorld

DAY = 86_400.0


def now(world: DiscordWorld) -> float:
    return bot_of(world).services.now()


async def save_matches(world: DiscordWorld, *sides: Sequence[str | int], times: int = 1, **about: Any) -> None:
    """Save matches of these sides (names or ids), best first."""
    ids = [[_id(world, person) for person in side] for side in sides]
    about = {"at": now(world), **about}
    made: list[Result] = [result(*ids, guild_id=world.guild.id, **about) for _ in range(times)]
    async with bot_of(world).services.database.write() as tx:
        named = {user_id(world, name): name for name in world.names}
        await people.name(tx, world.guild.id, named | {one: f"P{one}" for side in ids for one in side if one < 1000})
        for one in made:
            await add_result(tx, one)


async def league_of(world: DiscordWorld) -> League:
    async with bot_of(world).services.database.read() as tx:
        return await leagues.load(tx, world.guild.id)


def writing(world: DiscordWorld) -> Any:
    """Return a transaction in the bot's database."""
    return bot_of(world).services.database.write()


def reading(world: DiscordWorld) -> Any:
    return bot_of(world).services.database.read()


async def change_league(tx: Transaction, league: League) -> None:
    await leagues.hold(tx, league.guild_id)
    await leagues.save(tx, league)


def _id(world: DiscordWorld, person: str | int) -> int:
    return person if isinstance(person, int) else user_id(world, person)
