"""/help, /rules, /learn, /privacy, /report and /owner."""

from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command
from bot.cogs.suggestions import AnyGame
from bot.messages.help import help_message, rules_message
from bot.messages.installation import installation_message
from bot.messages.privacy import personal_data_message
from bot.messages.report import report_form
from bot.requests.limits import REPORTS
from bot.requests.people.installation import installation
from bot.requests.people.lessons import all_lessons, first_lesson
from bot.requests.people.personal_data import personal_data_counts
from bot.requests.request import Request


class HelpCog(commands.Cog):
    """Explains the bot."""

    @command("command.help", anywhere=True)
    async def help(self, request: Request) -> None:
        """Show how to use the bot."""
        settings = request.services.settings
        links = {"site": settings.site_url, "support": settings.support_url, "policy": settings.privacy_url}
        await request.reply.whisper(help_message(request.reader, links))


class RulesCog(commands.Cog):
    """Shows the rules."""

    @command("command.rules", anywhere=True)
    async def rules(self, request: Request, game: app_commands.Transform[str, AnyGame]) -> None:
        """Show the first page of the rules of a game."""
        await request.reply.whisper(rules_message(game, 0, request.reader))


class LearnCog(commands.Cog):
    """Teaches the games."""

    @command("command.learn", anywhere=True)
    async def learn(self, request: Request, game: app_commands.Transform[str, AnyGame] | None = None) -> None:
        """Begin the lesson of a game, or list the lessons."""
        await request.reply.whisper(await all_lessons(request) if game is None else first_lesson(request, game))


class PrivacyCog(commands.Cog):
    """Shows users their stored data, in any place."""

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @command("command.privacy", anywhere=True)
    async def privacy(self, request: Request) -> None:
        """Show the user's stored data."""
        counts = await personal_data_counts(request)
        settings = request.services.settings
        links = {"policy": settings.privacy_url, "terms": settings.terms_url}
        await request.reply.whisper(personal_data_message(counts, request.reader, links))


class ReportCog(commands.Cog):
    """Takes reports of problems, in any place."""

    @command("command.report", anywhere=True)
    async def report(self, request: Request) -> None:
        """Ask for a report on the channel's live or last match."""
        request.services.limits.quotas.require(REPORTS, request.user_id)
        tables = request.services.tables
        table = await tables.in_channel(request.channel_id)
        if table is None and (last := await request.last_match_here()):
            table = await tables.find(last)
        match_id, revision = ("", 0) if table is None else (table.id, table.revision)
        await request.reply.ask(report_form(match_id, revision, request.reader))


class OwnerCog(commands.Cog):
    """Tells the owner of the application how the bot is, in direct messages."""

    @app_commands.allowed_contexts(guilds=False, dms=True, private_channels=False)
    @command("command.owner", anywhere=True)
    async def owner(self, request: Request) -> None:
        """Show the state of the installation, without any play."""
        await request.reply.whisper(installation_message(await installation(request), request.reader))
