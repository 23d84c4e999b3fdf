"""/settings and /server-settings: the choices of a user and of a server."""

from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command
from bot.requests.people.server_settings import own_settings, server_settings
from bot.requests.request import Request


class SettingsCog(commands.Cog):
    """Shows the settings of a person."""

    @command("command.settings")
    async def settings(self, request: Request) -> None:
        """Show the user's own settings, to change them."""
        await request.reply.whisper(await own_settings(request, {}))


class ServerSettingsCog(commands.Cog):
    """Shows the settings of a server."""

    @app_commands.default_permissions(manage_guild=True)
    @command("command.server_settings")
    async def server_settings(self, request: Request) -> None:
        """Show the settings of the server, to change them."""
        await request.reply.whisper(await server_settings(request, {}))
