"""/kent: a rematch, a new sign."""

from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_text
from bot.messages.table.signs import new_sign_text
from bot.requests.request import Request
from bot.tables import signs
from bot.tables.errors import TableError


@app_commands.guild_only()
class KentCog(
    commands.GroupCog,
    group_name=localised_text("command.kent.name"),
    group_description=localised_text("command.kent.description"),
):
    """Commands for people who play Kent together."""

    @command("command.kent.rematch", quiet=False)
    async def rematch(self, request: Request) -> None:
        """Open a lobby with the channel's last Kent players."""
        last = await request.last_match_here(game="kent")
        if last is None:
            raise TableError("kent.rematch.none")
        table = await request.services.tables.rematch(last, request.person)
        await request.services.publisher.post_with(table, request.reply.post)

    @command("command.kent.new_sign")
    async def new_sign(self, request: Request) -> None:
        """Ask for a new secret sign."""
        table = await request.services.tables.in_channel(request.channel_id)
        if table is None or not table.game.info.signs:
            raise TableError("signs.none")
        seat = table.require_seat(request.person)
        after = await request.apply(table.id, signs.ask_for_new_sign)
        await request.reply.whisper(new_sign_text(after, seat, request.words))
