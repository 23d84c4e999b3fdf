"""/play: opening a table or a solitaire."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import command, localised_choices, localised_text
from bot.cogs.suggestions import AnyGame, GameOptions
from bot.messages.welcome import Wishes, game_menu, game_page
from bot.requests.request import Request, answering
from bot.requests.solo.solitaires import open_solo
from bot.requests.table.opening import open_lobby
from bot.requests.table.welcome import menu_here, show_menu
from bot.requests.typed_options import read_options
from bot.tables.errors import ChannelTaken, TableError
from bot.tables.time_controls import CLOCKS
from storage.matches import COMPUTER_LEVELS, Player


class PlayCog(commands.Cog):
    """Opens tables."""

    def __init__(self) -> None:
        self.menu = app_commands.ContextMenu(name=localised_text("context.play_with"), callback=self.play_with)
        self.menu.guild_only = True

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @command("command.play", anywhere=True, quiet=lambda given: given["game"] is None)
    @app_commands.choices(
        clock=localised_choices("clock.{}", CLOCKS),
        computer=localised_choices("lobby.computer.{}", map(str, COMPUTER_LEVELS)),
    )
    async def play(
        self,
        request: Request,
        game: app_commands.Transform[str, AnyGame] | None = None,
        clock: str | None = None,
        computer: str | None = None,
        options: app_commands.Transform[str, GameOptions] | None = None,
    ) -> None:
        """Open a lobby or a solitaire here; without a game, the menu. In direct messages there are solitaires."""
        is_member = request.reply.interaction.client.get_guild(request.guild_id) is not None
        if game in games.SOLITAIRES or (game is None and not is_member):
            await open_solo(request, game or "")
            return
        if not is_member:
            raise TableError("error.not_in_direct_messages")
        if game is None:
            await show_menu(request, game_menu(request.reader, await menu_here(request)))
            return
        kind = games.TABLE_GAMES[game]
        level = Player(computer) if computer is not None else None
        wishes = Wishes(read_options(kind, options, request.words), clock, level)
        try:
            table = await open_lobby(request, game, wishes)
        except ChannelTaken:
            menu = await menu_here(request, wishes=wishes)
            if not menu.taken:
                raise
            await show_menu(request, game_page(request.reader, menu, kind))
            return
        await request.services.publisher.post_with(table, request.reply.post)

    async def play_with(self, interaction: discord.Interaction[Any], person: discord.Member) -> None:
        """Let the user choose a game for a person."""
        async with answering(interaction.client.services, interaction) as request:
            if person.bot:
                raise TableError("table.replace.bot", name=person.display_name)
            partner = None if person.id == request.user_id else person.id
            await show_menu(request, game_menu(request.reader, await menu_here(request, partner=partner)))
