"""/table: show, leave or hand over the table."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_choices, localised_text
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.text import MAX_OPTION_TEXT, truncate
from bot.messages.table.menu import confirm_computer, confirm_leave, confirm_take_seat, seat_offer
from bot.requests.request import Request
from bot.requests.table.list import tables_page
from bot.requests.table.lobby import show_lobby_menu
from bot.requests.table.menu import repost_board, table_menu
from bot.tables import lobby, staffing
from bot.tables.errors import TableError
from bot.tables.staffing import SeatOffer
from bot.tables.state import Person, Table
from storage.matches import COMPUTER_LEVELS, Player, Status


@app_commands.guild_only()
class TableCog(
    commands.GroupCog,
    group_name=localised_text("command.table.name"),
    group_description=localised_text("command.table.description"),
):
    """Commands for the table of a channel."""

    @command("command.table.show")
    async def show(self, request: Request) -> None:
        """Post the board again and show its menu; without a table, list those of the server."""
        table = await request.services.tables.in_channel(request.channel_id)
        if table is None:
            await request.reply.whisper(await tables_page(request, 0))
            return
        note = repost_board(request, table)
        if table.status is Status.LOBBY and table.is_known:
            await show_lobby_menu(request, table, note)
        else:
            await request.reply.whisper(await table_menu(request, table, note))

    @command("command.table.leave")
    async def leave(self, request: Request) -> None:
        """Leave the lobby, or ask whether to leave the match."""
        table = await request.table_here()
        table.require_seat(request.person)
        if table.status is Status.LOBBY:
            await request.apply(table.id, lobby.leave)
            await request.reply.whisper(request.words("lobby.left"))
        else:
            await request.reply.whisper(confirm_leave(table, request.person, request.reader))

    @command("command.table.replace", quiet=lambda given: given["person"] is None)
    @app_commands.choices(computer=localised_choices("lobby.computer.{}", map(str, COMPUTER_LEVELS)))
    async def replace(
        self,
        request: Request,
        seat: app_commands.Range[int, 1, 6] | None = None,
        person: discord.Member | None = None,
        computer: str | None = None,
    ) -> None:
        """Hand a seat to a computer or a person. Another person is asked first."""
        table = await request.table_here()
        if table.status is Status.LOBBY:
            raise TableError("table.not_begun")
        number = _number(table, request.person, seat)
        if computer is not None:
            staffing.replace_by_computer(table, request.person, number, Player(computer), request.services.now())
            await request.reply.whisper(
                confirm_computer(table, number, Player(computer), request.person, request.reader)
            )
        elif person is None or person.id == request.user_id:
            await request.require_admitted()
            staffing.seat_wanted(table, request.person, number)
            await request.reply.whisper(confirm_take_seat(table, number, request.person, request.reader))
        else:
            _may_be_invited(table, person)
            request.services.limits.quotas.mention(request.user_id, (person.id,), request.channel_id)
            offer_id = request.services.chance.offer_id()
            offer = SeatOffer(offer_id, number, table.deal, person.id, request.user_id)
            after = await request.apply(table.id, staffing.offer_seat, offer)
            await request.reply.post(seat_offer(after, offer, request.reader))

    @replace.autocomplete("seat")
    async def _seats(self, interaction: discord.Interaction[Any], _current: str) -> list[app_commands.Choice[int]]:
        """Return the seats of this channel's table, with their players."""
        services = interaction.client.services
        table = await services.tables.in_channel(interaction.channel_id or 0)
        if table is None:
            return []
        names = PlayerNames.at(table, (await services.preferences.reader_of(interaction)).words)
        return [
            app_commands.Choice(name=truncate(f"{number}. {name}", MAX_OPTION_TEXT), value=number)
            for number, name in enumerate(names.plain, 1)
        ]


def _number(table: Table, person: Person, seat: int | None) -> int:
    """Return the named seat, the user's, or a computer's."""
    if seat is not None:
        if seat > len(table.seats):
            raise TableError("refusal.no_such_seat", seat=seat)
        return seat - 1
    return (table.seat_of(person.user_id) or staffing.first_automatic(table)).seat


def _may_be_invited(table: Table, new: discord.Member) -> None:
    """Check that a person can be offered a seat."""
    if new.bot:
        raise TableError("table.replace.bot", name=new.display_name)
    if table.seat_of(new.id) is not None:
        raise TableError("table.replace.already_sitting", name=new.display_name)
