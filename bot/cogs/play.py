"""/play: opening a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.locales import Words
from bot.posts.channels import NEEDED
from bot.requests.request import Request, answering
from bot.requests.services import Services
from bot.tables.clock import CLOCKS, has_own_tempo
from bot.tables.errors import ChannelTaken, TableError
from bot.tables.state import Person
from games import Option
from storage.matches import Player, StoredSeat

from .translated import in_words

__all__ = ["PlayCog"]


class PlayCog(commands.Cog):
    """Opens tables."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(name=in_words("command.play.name"), description=in_words("command.play.description"))
    @app_commands.guild_only()
    @app_commands.rename(
        game=in_words("command.play.game.name"),
        clock=in_words("command.play.clock.name"),
        computer=in_words("command.play.computer.name"),
        options=in_words("command.play.options.name"),
    )
    @app_commands.describe(
        game=in_words("command.play.game.description"),
        clock=in_words("command.play.clock.description"),
        computer=in_words("command.play.computer.description"),
        options=in_words("command.play.options.description"),
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=in_words(f"game.{key}.name"), value=key) for key in games.CATALOGUE],
        clock=[app_commands.Choice(name=in_words(f"clock.{key}"), value=key) for key in CLOCKS],
        computer=[
            app_commands.Choice(name=in_words(f"lobby.computer.{level}"), value=level.value)
            for level in (Player.REGULAR, Player.CASUAL)
        ],
    )
    async def play(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        clock: str | None = None,
        computer: str | None = None,
        options: str | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        async with answering(self._services, interaction, quiet=False) as request:
            if interaction.guild_id is None or interaction.channel_id is None:
                raise TableError("error.not_in_direct_messages")
            await self._needs_channel(request, interaction)
            if clock is not None and has_own_tempo(games.CATALOGUE[game]):
                raise TableError("kent.own_tempo")
            taken = await request.shared.tables.in_channel(interaction.channel_id)
            if taken is not None:
                raise ChannelTaken(taken.id)
            chosen = read_options(games.CATALOGUE[game], options, request.words)
            server = await request.shared.readers.server(request.guild_id)
            preferred = interaction.guild_locale.value if interaction.guild_locale else None
            table = await request.shared.tables.open(
                request.person,
                guild_id=interaction.guild_id,
                channel_id=interaction.channel_id,
                game=game,
                options=dict(chosen),
                clock=clock or server.clock or request.shared.settings.default_clock.value,
                locale=await request.shared.readers.locale_of(interaction.guild_id, preferred),
                seats=_seats(games.CATALOGUE[game], request.person, computer),
            )
            await request.services.publisher.post_through(table, request.reply.post)

    async def _needs_channel(self, request: Request, interaction: discord.Interaction[Any]) -> None:
        """Refuse a channel that the server does not allow, or where the bot may not speak."""
        channel_id = request.channel_id
        server = await request.shared.readers.server(request.guild_id)
        parent = getattr(interaction.channel, "parent_id", None)
        if server.channels and not {channel_id, parent} & set(server.channels):
            allowed = request.words.list([f"<#{channel}>" for channel in server.channels])
            raise TableError("lobby.refusal.channel_not_allowed", channels=allowed)
        missing = request.services.channels.missing(channel_id, NEEDED)
        if missing:
            names = request.words.list([request.words(f"permission.{permission}") for permission in missing])
            raise TableError("lobby.refusal.permissions", permissions=names)


def _seats(game: type[games.Match], host: Person, computer: str | None) -> tuple[StoredSeat, ...]:
    """The host's seat and, if a computer is wanted at once, that of the computer.

    :raises TableError: if the game has no seat for it.
    """
    seats = (StoredSeat(0, host.user_id, Player.PERSON, host.name, 0, away=False),)
    if computer is None:
        return seats
    if max(game.seat_counts) == len(seats):
        raise TableError("lobby.refusal.full")
    return (*seats, StoredSeat(1, None, Player(computer), "", 0, away=False))


def read_options(game: type[games.Match], text: str | None, words: Words) -> Mapping[str, Any]:
    """The options that a text such as "rounds=one, limit=60" names, with their typed values.

    :raises TableError: naming what is allowed, for an option or a value that is not.
    """
    known = {option.key: option for option in game.option_list}
    chosen: dict[str, Any] = {}
    for part in (text or "").replace(";", ",").split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if not key:
            continue
        if not known:
            raise TableError("error.no_options", game=words(f"game.{game.key}.name"))
        if key not in known:
            allowed = ", ".join(known)
            raise TableError("error.unknown_option", game=words(f"game.{game.key}.name"), option=key, allowed=allowed)
        chosen[key] = _read_value(known[key], value)
    return chosen


def _read_value(option: Option, text: str) -> Any:
    spelled = {str(value).lower(): value for value in option.values}
    spelled |= (
        {"on": True, "off": False} if option.default in (True, False) and bool in map(type, option.values) else {}
    )
    if text.lower() not in spelled:
        raise TableError("error.unknown_value", value=text, option=option.key, allowed=", ".join(spelled))
    return spelled[text.lower()]
