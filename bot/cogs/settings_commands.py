"""/settings and /server-settings: the choices of a user and of a server."""

from collections.abc import Sequence
from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_label
from bot.messages.settings_pages import PLAYER_SETTINGS, SERVER_SETTINGS, Choice, EntityChoice
from bot.requests.people.server_settings import own_settings, server_settings
from bot.requests.request import Request


def _choices(settings: Sequence[Choice | EntityChoice]) -> dict[str, list[app_commands.Choice[str]]]:
    """Return the values that a command can set."""
    return {
        setting.key: [
            app_commands.Choice(name=localised_label(partial(setting.label, value)), value=str(value))
            for value in setting.values
        ]
        for setting in settings
        if isinstance(setting, Choice)
    }


class SettingsCog(commands.Cog):
    """Shows and changes the settings of a person."""

    @command("command.settings")
    @app_commands.choices(**_choices(PLAYER_SETTINGS))
    async def settings(
        self,
        request: Request,
        language: str | None = None,
        notices: str | None = None,
        board: str | None = None,
        computer: str | None = None,
        coach: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
        puzzles: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
        calls: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
    ) -> None:
        """Change the given settings, and show the user's own."""
        given = {"language": language, "notices": notices, "board": board, "computer": computer}
        toggled = {"coach": coach, "puzzles": puzzles, "calls": calls}
        given |= {key: str(int(value)) for key, value in toggled.items() if value is not None}
        chosen = {key: (value,) for key, value in given.items() if value is not None}
        await request.reply.whisper(await own_settings(request, chosen))


class ServerSettingsCog(commands.Cog):
    """Shows and changes the settings of a server."""

    @app_commands.default_permissions(manage_guild=True)
    @command("command.server_settings")
    @app_commands.choices(**_choices(SERVER_SETTINGS))
    async def server_settings(
        self,
        request: Request,
        language: str | None = None,
        clock: str | None = None,
        computer: str | None = None,
    ) -> None:
        """Change the given settings, and show all of them."""
        given = {"language": language, "clock": clock, "computer": computer}
        chosen = {key: (value,) for key, value in given.items() if value is not None}
        await request.reply.whisper(await server_settings(request, chosen))
