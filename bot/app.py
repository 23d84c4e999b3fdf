"""The bot: the one place where all parts are put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.clicks.handlers import HANDLERS
from bot.clicks.signs import reacted
from bot.cogs import ALL
from bot.cogs.translated import CommandTranslator
from bot.health import HealthServer
from bot.messages.parts.addresses import Address
from bot.messages.welcome import greeting
from bot.metrics import Metrics
from bot.posts.channels import Channels
from bot.posts.components import AddressedButton, AddressedSelect
from bot.posts.open_hands import OpenHands
from bot.posts.pads import Pads
from bot.posts.publisher import Publisher
from bot.posts.readers import Readers
from bot.posts.shared import Shared
from bot.posts.tile_emojis import TileEmojis
from bot.requests.request import answering, take
from bot.requests.second_clicks import SecondClicks
from bot.requests.services import Services
from bot.settings import Settings
from bot.tables.computing.computers import Computers
from bot.tables.computing.processes import Processes
from bot.tables.computing.thinking import Thinker
from bot.tables.errors import TableError
from bot.tables.kent.computers import KentComputers
from bot.tables.live import Tables
from bot.tables.solo.live import Solos
from bot.tables.solo.solving import Dealer, Solving
from bot.tables.time.clocks import Clocks
from bot.tables.time.timers import LoopTimers
from storage import matches
from storage.database import Database, StorageError

__all__ = ["Boneyard"]

logger = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = False  # nobody speaks at these tables
discord.VoiceClient.warn_dave = False

_AGAIN: Final = 10.0
_INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, dm_reactions=True)


class Boneyard(commands.Bot):
    """The bot with everything it is made of; `setup_hook` opens what has to be opened and `close` closes it.

    :param pause: seconds between two edits of a board.
    """

    services: Services

    def __init__(self, settings: Settings, *, pause: float = 1.0) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=_INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        self.settings = settings
        self.metrics = Metrics()
        self._pause = pause
        self._database: Database | None = None
        self._health: HealthServer | None = None
        self._background: set[asyncio.Task[None]] = set()
        self._started = False
        self._catching_up = False
        self._retries: set[asyncio.TimerHandle] = set()

    # --- Opening and closing ---------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Open the database and the tables, register the commands, and open the pages for machines.

        :raises StorageError: if the database cannot be opened.
        """
        if not self.settings.database_url:
            self.settings.data_dir.mkdir(parents=True, exist_ok=True)
        self._database = await Database.open(self.settings.database)
        processes = Processes(self.settings.computer_processes)
        thinker = Thinker(processes, self.settings.computer_seconds, self.metrics)
        timers = LoopTimers()
        tables = Tables(self._database, now=_now)
        tables.timed_by(Clocks(tables, Computers(tables, thinker), timers, now=_now))
        self._emojis = TileEmojis()
        self._readers = Readers(self._database, self.settings.default_locale.value, self._emojis.texts)
        shared = Shared(
            settings=self.settings,
            database=self._database,
            tables=tables,
            solos=Solos(self._database, now=_now),
            solving=Solving(processes),
            dealer=Dealer(self._database, processes),
            metrics=self.metrics,
            readers=self._readers,
            hands=OpenHands(_now),
            now=_now,
        )
        channels = Channels(self)
        publisher = Publisher(shared, channels, pause=self._pause)
        pads = Pads(shared, channels)
        self._kent_computers = KentComputers(tables, timers)
        for listener in (publisher, pads, self._kent_computers):
            tables.listen(listener)
        self.services = Services(shared, publisher, channels, pads, SecondClicks(_now), self.tree)
        self.add_dynamic_items(AddressedButton, AddressedSelect)
        self.tree.error(self._command_failed)
        await self.tree.set_translator(CommandTranslator())
        for cog in ALL:
            await self.add_cog(cog(self.services))
        self._readers.commands = _mentions(await self.tree.sync())
        if self.settings.http_port is not None:
            checks = {"database": self._database_ready, "discord": self._discord_ready}
            self._health = await HealthServer(
                self.metrics, checks, self.settings.http_host, self.settings.http_port
            ).start()

    async def close(self) -> None:
        """Take no more clicks, finish and show what is under way, and close everything."""
        for retry in self._retries:
            retry.cancel()
        if self._database is not None:
            await self._kent_computers.close()
            await self.services.shared.solos.close()
            await self.services.shared.tables.close()
            await self.services.pads.close()
            await self.services.publisher.close()
            for task in list(self._background):
                task.cancel()
            await asyncio.gather(*self._background, return_exceptions=True)
        if self._health is not None:
            await self._health.close()
        await super().close()
        if self._database is not None:
            await self._database.close()
            self._database = None

    async def on_ready(self) -> None:
        """Set the clocks of the tables and see to the tile faces; once, however often the gateway reconnects."""
        self._catching_up = False
        if self._started:
            return
        self._started = True
        logger.info("here as %s; servers: %d", self.user, len(self.guilds))
        self._in_background(self._emojis.upload(self))
        await self._start_tables()

    async def _start_tables(self) -> None:
        """Set the clocks of the tables; again and again until the database lets them be read."""
        try:
            await self.services.shared.tables.start()
        except StorageError as error:
            logger.warning("the tables cannot be read now, in %d seconds again: %s", _AGAIN, error)
            self._again(self._start_tables)

    # --- What happens in Discord -----------------------------------------------------------------------------------

    async def clicked(
        self, interaction: discord.Interaction[Any], address: Address | None, values: Sequence[str]
    ) -> None:
        """Take a click on one of our buttons or selects."""
        await take(self.services, HANDLERS, interaction, address, values)

    async def _command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer a command that failed before or after it was in our hands."""
        if interaction.type is discord.InteractionType.autocomplete:
            logger.warning("no suggestions could be made: %s", error)
            return
        async with answering(self.services, interaction):
            raise getattr(error, "original", error)

    async def on_message(self, message: discord.Message, /) -> None:
        """Count what people write below a board; the bot's own calls go again."""
        if message.guild is not None and message.author != self.user:
            self.services.publisher.message_below(message.channel.id)

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Take a sign that somebody makes, or proposes, in direct messages."""
        await self._reacted(event, added=True)

    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        """Take a proposal back."""
        await self._reacted(event, added=False)

    async def _reacted(self, event: discord.RawReactionActionEvent, *, added: bool) -> None:
        own = self.user is not None and event.user_id == self.user.id
        if event.guild_id is None and not own and not self._catching_up:
            await reacted(self.services, event.user_id, event.message_id, event.emoji.name, added=added)

    async def on_disconnect(self) -> None:
        """What comes when the connection is resumed was done while we were away: such reactions count no more."""
        self._catching_up = self._started

    async def on_resumed(self) -> None:
        """From here on what comes is new."""
        self._catching_up = False

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a board anew that somebody has deleted."""
        self._deleted(event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post a board anew that somebody has deleted together with much else."""
        self._deleted(event.channel_id, event.message_ids)

    def _deleted(self, channel_id: int, message_ids: AbstractSet[int]) -> None:
        table = self.services.shared.tables.at_hand(channel_id)
        if table is not None and table.stored.board_id in message_ids:
            self.services.publisher.post_anew(table)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a channel that is gone."""
        await self._end_table_in(channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """End the table of a thread that is gone."""
        await self._end_table_in(event.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server once, where the bot may write."""
        channel = next((one for one in _places(guild) if one.permissions_for(guild.me).send_messages), None)
        if channel is None:
            return
        try:
            await self.services.channels.send(channel.id, greeting(guild.preferred_locale.value))
        except discord.HTTPException as error:
            logger.info("a server could not be greeted: %s", error)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server that the bot is no longer in."""
        await self._end_tables_of(guild.id)

    async def _end_tables_of(self, guild_id: int) -> None:
        try:
            async with self.services.shared.database.read() as tx:
                here = [stored.id for stored in await matches.live(tx) if stored.guild_id == guild_id]
        except StorageError as error:
            logger.warning("the tables of a server that is gone cannot be read, in %d seconds again: %s", _AGAIN, error)
            self._again(partial(self._end_tables_of, guild_id))
            return
        await self._end_tables(here)

    async def _end_table_in(self, channel_id: int) -> None:
        try:
            async with self.services.shared.database.read() as tx:
                match_id = await matches.live_in(tx, channel_id)
        except StorageError as error:
            logger.warning("the table of a channel that is gone cannot be read, in %d seconds again: %s", _AGAIN, error)
            self._again(partial(self._end_table_in, channel_id))
            return
        if match_id is not None:
            await self._end_tables([match_id])

    async def _end_tables(self, match_ids: Sequence[str]) -> None:
        """End tables that nobody can see any more; what cannot be saved is tried again, and no other waits for it."""
        left: list[str] = []
        for match_id in match_ids:
            try:
                await self.services.shared.tables.abandon(match_id)
            except StorageError as error:
                logger.warning("table %s of a channel that is gone, in %d seconds again: %s", match_id, _AGAIN, error)
                left.append(match_id)
            except TableError as error:
                logger.warning("table %s of a channel that is gone was not ended: %s", match_id, error.key)
            except Exception:
                logger.exception("table %s of a channel that is gone could not be ended", match_id)
        if left:
            self._again(partial(self._end_tables, left))

    # --- Health ----------------------------------------------------------------------------------------------------

    async def _database_ready(self) -> str | None:
        if self._database is None:
            return "the database is not open"
        await self._database.ping()
        return None

    async def _discord_ready(self) -> str | None:
        return None if self.is_ready() else "not connected to Discord"

    def _again(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do this in a while, unless the bot is closed before."""

        def due() -> None:
            self._retries.discard(handle)
            self._in_background(work())

        handle = asyncio.get_running_loop().call_later(_AGAIN, due)
        self._retries.add(handle)

    def _in_background(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


def _now() -> float:
    return discord.utils.utcnow().timestamp()


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The channels in which a greeting may stand, the best first."""
    if guild.system_channel is not None:
        yield guild.system_channel
    yield from guild.text_channels


def _mentions(registered: list[app_commands.AppCommand]) -> dict[str, str]:
    """How each command and subcommand is mentioned, by its English name."""
    mentions = {}
    for command in registered:
        mentions[command.name] = command.mention
        for option in command.options:
            if isinstance(option, app_commands.AppCommandGroup):
                mentions[f"{command.name} {option.name}"] = option.mention
    return mentions
