"""/help: how to play dominoes here."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.locales import Words
from bot.messages.message import COLOUR, Message
from bot.posts.shared import Shared
from bot.requests.request import Services, answering

from .translated import in_words

__all__ = ["HelpCog", "help_message"]


class HelpCog(commands.Cog):
    """Explains the bot."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(name=in_words("command.help.name"), description=in_words("command.help.description"))
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Show how the bot is used."""
        async with answering(self._services, interaction) as call:
            await call.reply.whisper(help_message(call.shared, call.words))


def help_message(shared: Shared, w: Words) -> Message:
    """How the bot is used, with the commands to press."""
    embed = discord.Embed(colour=COLOUR, title=w("help.title"))
    start = w(
        "help.start.text",
        play=shared.command("play"),
        join=w("lobby.button.join"),
        add_computer=w("lobby.button.add_computer"),
        start=w("lobby.button.start"),
    )
    table = w("help.table.text", **{f"table_{name}": shared.command(f"table {name}") for name in _TABLE})
    settings = w(
        "help.settings.text",
        settings_player=shared.command("settings player"),
        settings_server=shared.command("settings server"),
    )
    embed.add_field(name=w("help.start.title"), value=start, inline=False)
    embed.add_field(
        name=w("help.move.title"), value=w("help.move.text", my_hand=w("board.button.my_hand")), inline=False
    )
    embed.add_field(name=w("help.table.title"), value=table, inline=False)
    embed.add_field(name=w("help.rules.title"), value=w("help.rules.text", rules=shared.command("rules")), inline=False)
    embed.add_field(name=w("help.settings.title"), value=settings, inline=False)
    chips = w("help.chips.text", balance=shared.command("chips balance"), leaders=shared.command("chips leaders"))
    embed.add_field(name=w("help.chips.title"), value=chips, inline=False)
    embed.add_field(name=w("help.games.title"), value=_games(w), inline=False)
    embed.add_field(name=w("help.fair.title"), value=w("help.fair.text"), inline=False)
    return Message(embed=embed)


_TABLE = ("show", "leave", "replace", "pause")


def _games(w: Words) -> str:
    return "\n".join(f"**{w(f'game.{key}.name')}** — {w(f'game.{key}.blurb')}" for key in games.CATALOGUE)[:1024]
