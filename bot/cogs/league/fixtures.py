"""/league fixtures: tournaments of people who sign up."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.translated import in_words, localised
from bot.league.fixtures.formats import Format, formats_of
from bot.messages.league.fixtures_choices import choose_fixtures
from bot.messages.parts.components import MAX_OPTIONS
from bot.requests.league.fixtures import create
from bot.requests.opening import needs_channel
from bot.requests.request import Request, answering
from bot.requests.services import Services
from bot.tables.errors import TableError
from storage.league import fixtures
from storage.league.fixtures import Kind, Stage, Tournament

__all__ = ["FixtureCommands"]

_TITLE: Final = 80
"""How many letters a title has at most."""


class FixtureCommands(commands.Cog):
    """Makes and shows tournaments."""

    _services: Services

    @localised("command.league.fixtures")
    @app_commands.choices(
        game=[app_commands.Choice(name=in_words(f"game.{key}.name"), value=key) for key in games.TABLE_GAMES],
        kind=[app_commands.Choice(name=in_words(f"league.fixtures.kind.{kind}"), value=kind.value) for kind in Kind],
    )
    async def fixtures(
        self,
        interaction: discord.Interaction[Any],
        game: str | None = None,
        kind: str | None = None,
        title: app_commands.Range[str, 1, _TITLE] | None = None,
        rounds: app_commands.Range[int, 1, 63] | None = None,
        sides: app_commands.Range[int, 2, 5] | None = None,
    ) -> None:
        """Begin a tournament in this channel; without a game, look at those that there are."""
        async with answering(self._services, interaction, quiet=game is None) as request:
            if game is None:
                await request.reply.whisper(choose_fixtures(await _newest(request), request.reader))
                return
            await needs_channel(request)
            wanted = _format(game, sides, request)
            tournament = Tournament(
                id=0,
                guild_id=request.guild_id,
                channel_id=request.channel_id,
                message_id=None,
                host_id=request.user_id,
                title=" ".join((title or request.words(f"game.{game}.name")).split()),
                game=game,
                kind=Kind(kind or Kind.ROUND_ROBIN),
                sides=wanted.sides,
                team_size=wanted.team_size,
                rounds=rounds or 0,
                round=0,
                stage=Stage.OPEN,
                locale=await _locale(request),
                created_at=request.shared.now(),
            )
            tournament = await create(request, tournament)
            await request.services.fixtures.post_through(tournament, request.reply.post)


async def _newest(request: Request) -> tuple[Tournament, ...]:
    """The tournaments that run, then the latest of those that are over."""
    over = [stage for stage in Stage if not stage.is_live]
    async with request.shared.database.read() as tx:
        live = await fixtures.listed(tx, request.guild_id, stages=[stage for stage in Stage if stage.is_live])
        past = await fixtures.listed(tx, request.guild_id, stages=over, count=MAX_OPTIONS - len(live))
    return (*live, *past)


def _format(game: str, sides: int | None, request: Request) -> Format:
    """The way in which the game is played with so many people or teams at a table; without a number with the fewest.

    :raises TableError: if it is not played so.
    """
    known = formats_of(game)
    found = next((one for one in known if sides is None or one.sides == sides), None)
    if found is None:
        allowed = ", ".join(str(one.sides) for one in known)
        name = request.words(f"game.{game}.name")
        raise TableError("league.fixtures.refusal.sides", game=name, allowed=allowed)
    return found


async def _locale(request: Request) -> str:
    guild_locale = request.reply.interaction.guild_locale
    return await request.shared.preferences.server_locale(
        request.guild_id, guild_locale.value if guild_locale else None
    )
