"""/league fixtures: tournaments of people who sign up."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import localised, localised_text
from bot.messages.league.tournaments import choose_tournament
from bot.requests.league.tournaments import NewTournament, create, newest_tournaments
from bot.requests.request import answering
from bot.requests.services import Services
from storage.league.tournaments import TournamentKind

__all__ = ["TournamentCommands"]

_LONGEST_TITLE: Final = 80


class TournamentCommands(commands.Cog):
    """Makes and shows tournaments."""

    _services: Services

    @localised("command.league.fixtures")
    @app_commands.choices(
        game=[app_commands.Choice(name=localised_text(f"game.{key}.name"), value=key) for key in games.TABLE_GAMES],
        kind=[
            app_commands.Choice(name=localised_text(f"tournament.kind.{kind}"), value=kind.value)
            for kind in TournamentKind
        ],
    )
    async def tournaments(
        self,
        interaction: discord.Interaction[Any],
        game: str | None = None,
        kind: str | None = None,
        title: app_commands.Range[str, 1, _LONGEST_TITLE] | None = None,
        rounds: app_commands.Range[int, 1, 63] | None = None,
        sides: app_commands.Range[int, 2, 5] | None = None,
    ) -> None:
        """Begin a tournament in this channel; without a game, list the tournaments of the server."""
        async with answering(self._services, interaction, quiet=game is None) as request:
            if game is None:
                await request.reply.whisper(choose_tournament(await newest_tournaments(request), request.reader))
                return
            chosen = TournamentKind(kind or TournamentKind.ROUND_ROBIN)
            await create(request, NewTournament(game, chosen, title or "", rounds or 0, sides))
