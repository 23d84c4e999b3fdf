"""The bot class, which assembles all services."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.coach.feature import CoachFeature
from bot.cogs import find_cogs
from bot.cogs.localisation import CommandTranslator, command_mentions
from bot.gateway import connection_of
from bot.league.feature import LeagueFeature
from bot.metrics import Metrics
from bot.operating.health import HealthServer, run_check
from bot.posts import request_bodies
from bot.posts.board_tokens import BoardTokens
from bot.posts.budget import RequestBudget
from bot.posts.channels import Channels, greet
from bot.posts.core_services import CoreServices, SoloServices
from bot.posts.discord_components import clicked, submitted
from bot.posts.discord_errors import MAX_RATE_LIMIT_S, is_rate_limited
from bot.posts.hand_refresh import HandRefresh
from bot.posts.members import Members
from bot.posts.open_hands import OpenHands
from bot.posts.publisher import Publisher
from bot.posts.replies import ShownMenus
from bot.posts.sign_pads import SignPads
from bot.posts.thread_cards import ThreadCards
from bot.posts.tile_emojis import TileEmojis
from bot.preferences import Preferences
from bot.removed_guilds import AGAIN, RemovedGuilds
from bot.requests.features import Feature, Posting
from bot.requests.handlers import load_handlers
from bot.requests.limits import Admission, Cooldowns, Limits, Quotas, SecondClicks
from bot.requests.people.personal_data import GuildRetention
from bot.requests.request import answer_click, answering
from bot.requests.services import Services
from bot.requests.table.replays import Replays
from bot.requests.table.signs import handle_reaction
from bot.requests.typed_text import storable
from bot.settings import Settings
from bot.shards import Shards, shard_of
from bot.tables.chance import Chance
from bot.tables.clocks import Clocks, LoopTimers
from bot.tables.computers import Computers, Thinker
from bot.tables.kent_computers import KentComputers
from bot.tables.live import Tables
from bot.tables.observers import Observer
from bot.tables.processes import Processes
from bot.tables.solo.live import Solos
from bot.tables.solo.solving import Dealer, Solving
from bot.tables.state import Step, Table
from bot.version import VERSION
from storage.backup import delete_former_copies
from storage.database import Database, StorageError, Transaction
from storage.engines import read_address
from storage.ledger import audit
from storage.notifications import ChangeNotifications, notify
from storage.shard_locks import PostgresLocks, make_locks

logger = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = False  # the bot uses no voice channels
discord.VoiceClient.warn_dave = False

FEATURES: Final[tuple[type[Feature], ...]] = (LeagueFeature, CoachFeature)
"""The subjects beside the core."""

PACKAGES: Final = tuple(feature.package() for feature in FEATURES)

HANDLERS: Final = load_handlers("bot.requests", *PACKAGES)

_EMOJIS_RETRY_S: Final = 60.0
_HEALTH_RETRY_S: Final = 60.0
_FIRST_AUDIT_S: Final = 600.0
_AUDIT_INTERVAL_S: Final = 86_400.0
_SOLVER_NICENESS: Final = 15
"""The Unix niceness of the solver's process; computers have ten."""
_FINISH_TIMEOUT_S: Final = 4.0
"""Seconds that closing waits for work in progress. Then the database is closed, and the rest of the work fails."""
_CLOSE_TIMEOUT_S: Final = 1.5
"""Seconds to wait for Discord while the connections are closed."""
_INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, dm_reactions=True)


async def _record(tx: Transaction, before: Table, step: Step, after: Table) -> Table:
    """Save what the features keep of a step."""
    for feature in FEATURES:
        after = await feature.record(tx, before, step, after)
    return after


class _Commands(app_commands.CommandTree[Any]):
    """The tree through which all commands and completions pass."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Clean the typed texts before they are read."""
        interaction.data = storable(interaction.data)
        return True


class Boneyard(commands.AutoShardedBot):
    """The bot; `setup_hook` opens its services, `close` closes them.

    :param pause: seconds between two edits of a board or a pad.
    :param playouts: playouts per move of a computer, in this process. Without it, other processes think for a limited
        time. For tests, which must not depend on the speed of the machine.
    :param chance: the source of seeds and random choices; None for a secret one.
    :ivar is_set_up: whether all services can be closed in order; until then, closing cancels the start.
    :ivar superseded: whether the bot was closed because another process has its shards now.
    """

    services: Services
    shards_here: Shards | None = None
    superseded = False
    is_set_up = False

    def __init__(
        self, settings: Settings, *, pause: float = 1.0, playouts: int | None = None, chance: Chance | None = None
    ) -> None:
        request_bodies.make_at_once()
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=_Commands,
            help_command=None,
            intents=_INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            max_ratelimit_timeout=MAX_RATE_LIMIT_S,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            shard_count=settings.shard_count,
            shard_ids=None if settings.shard_ids is None else list(settings.shard_ids),  # type: ignore[arg-type]  # None means all
        )
        self.settings = settings
        self.metrics = Metrics()
        if settings.backup_dir is not None:
            self.metrics.backups(settings.backup_dir)
        self.metrics.disk(settings.data_dir)
        self._reported_faults = 0
        self._lost_at: dict[int, float] = {}
        self._pause = pause
        self._playouts = playouts
        self._chance = chance or Chance()
        self._database: Database | None = None
        self._health: HealthServer | None = None
        self._background: set[asyncio.Task[None]] = set()
        self._started = False
        self._catching_up = False
        self._retries: set[asyncio.TimerHandle] = set()

    # --- Opening and closing ---------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Acquire the shards, open all services and register the commands.

        :raises StorageError: if the database cannot be opened.
        :raises StoodDown: if the bot was closed while another process had the shards.
        """
        logging.getLogger().addHandler(self.metrics.recent_errors)
        self._make_data_folder()
        kind = "SQLite" if read_address(self.settings.database).is_sqlite else "PostgreSQL"
        logger.info("Boneyard %s starts on %s", VERSION, kind)
        shards = await self._hold_shards()
        logger.info("running shards %s of %d", ", ".join(map(str, shards.ids)), shards.count)
        self._database = await Database.open(self.settings.database, shards.fence, self.settings.backup_dir)
        self._database.allow_writes_while(lambda: shards.held)
        count = self.settings.computer_processes if self._playouts is None else 0
        core = self._make_core(self._database, shards, count)
        self.services = self._make_services(core, shards, count)
        self._removed_guilds = RemovedGuilds(
            self._database, core.tables, GuildRetention(core), self._run_later, self._present, shards.look_after
        )
        await self._register_commands()
        shards.when_lost(self._resume, self._give_way)
        self.is_set_up = True

    def _make_data_folder(self) -> None:
        """Create the folder of an SQLite database.

        :raises StorageError: if it cannot be created.
        """
        file = read_address(self.settings.database).file
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageError(f"the folder {file.parent} cannot be created: {error.strerror}") from error

    def _make_core(self, database: Database, shards: Shards, processes: int) -> CoreServices:
        """Return the tables and solitaires with their clocks and computers.

        :param processes: the number of processes for computers' thinking.
        """

        async def notify_owner(tx: Transaction, guild_id: int, match_id: str, version: int) -> None:
            await notify(tx, shard_of(guild_id, shards.count), match_id, version)

        tables = Tables(
            database, now=_now, owns=shards.look_after, notify=notify_owner, chance=self._chance, record=_record
        )
        self.metrics.tables(lambda: tables.live_count)
        thinker = Thinker(Processes(processes), self.settings.computer_seconds, self.metrics, most=self._playouts)
        self.metrics.computers_waiting(lambda: thinker.waiting)
        timers = LoopTimers()
        tables.set_timekeeper(Clocks(tables, Computers(tables, thinker), timers, now=_now))
        self._kent_computers = KentComputers(tables, timers)
        # A separate process: no computer waits for the solver, and the solver uses the time that computers leave.
        searching = Processes(min(1, processes), niceness=_SOLVER_NICENESS)
        self._emojis = TileEmojis()
        self._preferences = Preferences(database, self.settings.default_locale, self._emojis.texts)
        return CoreServices(
            settings=self.settings,
            database=database,
            tables=tables,
            solo=SoloServices(
                live=Solos(database, now=_now, secret=self.settings.token or "", chance=self._chance),
                solving=Solving(searching),
                dealer=Dealer(database, searching, self._chance),
            ),
            metrics=self.metrics,
            preferences=self._preferences,
            hands=OpenHands(_now),
            members=Members(self, database),
            chance=self._chance,
            now=_now,
        )

    def _make_services(self, core: CoreServices, shards: Shards, processes: int) -> Services:
        """Return the Discord services, registered as observers of the tables."""
        # Discord's limit is for the whole bot, so each process gets the share of its shards.
        rate = self.settings.requests_per_second * len(shards.ids) / shards.count
        budget = RequestBudget(rate, _now, held=partial(is_rate_limited, self))
        self.metrics.edits_waiting(lambda: len(budget))
        tokens = BoardTokens(_now, enabled=self.settings.board_tokens)
        channels = Channels(self, budget, tokens, may_write=lambda: shards.held)
        self._hand_refresh = hand_refresh = HandRefresh(core)
        core.hands.on_answered = hand_refresh.answered
        self._thread_cards = thread_cards = ThreadCards(core, channels, budget, pause=self._pause)
        quotas = Quotas(_now)
        posting = Posting(self, channels, budget, shards, quotas, self._pause, processes)
        self._features = features = [feature(core, posting) for feature in FEATURES]
        admission = Admission(_monotonic)
        publisher = Publisher(
            core,
            channels,
            budget,
            pause=self._pause,
            calm=admission.calm,
            posted=hand_refresh.on_posted,
            subjects=[feature.notes for feature in features],
        )
        pads = SignPads(core, channels, budget, pause=self._pause)
        core_observers: tuple[Observer, ...] = (hand_refresh, publisher, thread_cards, pads, self._kent_computers)
        for observer in (*core_observers, *(one for feature in features for one in feature.observers)):
            core.tables.add_observer(observer)
        return Services(
            **vars(core),
            publisher=publisher,
            channels=channels,
            pads=pads,
            limits=Limits(admission, SecondClicks(_now), Cooldowns(_now), quotas),
            replays=Replays(core.database, Processes(min(1, processes))),
            menus=ShownMenus(_now),
            features=features,
        )

    async def _register_commands(self) -> None:
        """Load the commands and register them with Discord."""
        self.tree.error(self._on_command_error)
        await self.tree.set_translator(CommandTranslator())
        for cog in find_cogs(*PACKAGES):
            loaded = cog()
            await self.add_cog(loaded)
            for menu in vars(loaded).values():
                if isinstance(menu, app_commands.ContextMenu):  # discord.py does not look for them in cogs
                    self.tree.add_command(menu)
        self._preferences.commands = command_mentions(await self.tree.sync())

    async def _hold_shards(self) -> Shards:
        """Wait until no other process runs these shards."""
        if not self.shard_count:  # None until Discord was asked
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        ids = self.shard_ids or range(self.shard_count)
        locks = make_locks(self.settings.database, self.shard_count, ids)
        self._notifications = ChangeNotifications(self._reload_table, self._reload_tables)
        if isinstance(locks, PostgresLocks):
            self._notifications.listen(locks)
        self.shards_here = Shards(locks, self.shard_count, ids)
        if self.settings.http_port is not None:
            checks = {"shards": self._shards_ready, "database": self._database_ready, "discord": self._discord_ready}
            self.metrics.shards(self.shard_count)
            self._health = HealthServer(
                self.metrics, checks, self.settings.http_host, self.settings.http_port, self._export_shards
            )
            await self._health.open()  # the port may be used by the process that holds the shards
        await self.shards_here.hold()
        if self._health is not None:
            await self._health.open(retry_s=_HEALTH_RETRY_S)
        return self.shards_here

    async def close(self) -> None:
        """Finish the work in progress and close everything.

        No more clicks are accepted. If the database does not answer, the work in progress fails, as after a kill.
        """
        logging.getLogger().removeHandler(self.metrics.recent_errors)
        for retry in self._retries:
            retry.cancel()
        if self._database is not None:
            await self._finish(self._database)
        if self._health is not None:
            await self._health.close()
        await self._close_discord()
        if self._database is not None:
            if not self._database.is_closed:
                await self._database.close()
            self._database = None
        if self.shards_here is not None:  # at the very end: from now on another process may run them
            await self.shards_here.close()

    async def _finish(self, database: Database) -> None:
        """Close the database's users, with short timeouts."""
        finishing = asyncio.get_running_loop().create_task(self._finish_all(), name="finish")
        await asyncio.wait([finishing], timeout=_FINISH_TIMEOUT_S)
        if not finishing.done():
            logger.warning("the work in progress does not end: closing the database anyway")
            await database.close(0.0)
            await asyncio.wait([finishing], timeout=_CLOSE_TIMEOUT_S)
            finishing.cancel()
            await asyncio.wait([finishing], timeout=_CLOSE_TIMEOUT_S)
        if finishing.done() and not finishing.cancelled() and (error := finishing.exception()) is not None:
            logger.error("the work in progress could not be finished", exc_info=error)

    async def _finish_all(self) -> None:
        try:
            await self._notifications.close()
            await self._kent_computers.close()
            for feature in self._features:
                await feature.stop()
            await self.services.solo.live.close()
            await self.services.tables.close()
            showing = (self.services.pads, self._hand_refresh, self._thread_cards, self.services.publisher)
            await asyncio.gather(*(one.close() for one in showing), *(feature.close() for feature in self._features))
            for task in list(self._background):
                task.cancel()
            await asyncio.gather(*self._background, return_exceptions=True)
        finally:  # else their processes would keep running
            self.services.replays.close()
            self.services.solo.solving.close()
            for feature in self._features:
                feature.end_processes()

    async def _close_discord(self) -> None:
        """Close the connections to Discord with a short timeout."""
        leaving = asyncio.get_running_loop().create_task(super().close(), name="leave Discord")
        done, _ = await asyncio.wait([leaving], timeout=_CLOSE_TIMEOUT_S)
        if done:
            await leaving
        else:
            logger.warning("Discord does not confirm that the connections are closed")

    async def on_ready(self) -> None:
        """Start the clocks and find the emojis, only once."""
        if self._started:
            return
        self._started = True
        logger.info("logged in as %s; servers: %d", self.user, len(self.guilds))
        self._in_background(self._find_emojis())
        await self._start_with_retries(self.services.tables.start)
        for feature in self._features:
            await self._start_with_retries(feature.start)
        self._in_background(self._removed_guilds.forget())
        if self.shards_here is not None and 0 in self.shards_here.ids:
            self._run_later(self._audit_ledger, _FIRST_AUDIT_S)

    def _present(self) -> list[int]:
        return [guild.id for guild in self.guilds]

    async def _find_emojis(self) -> None:
        """Find the tile emojis; with shard 0, upload missing ones."""
        uploads = self.shards_here is not None and 0 in self.shards_here.ids
        if not await self._emojis.find(self, upload=uploads) and not uploads:
            self._run_later(self._find_emojis, _EMOJIS_RETRY_S)

    async def _audit_ledger(self) -> None:
        """Audit the chips and delete former copies daily, in one process for all servers."""
        try:
            faults = await self.services.database.run_read(audit)
        except StorageError as error:
            logger.warning("the ledger of chips cannot be audited now: %s", error)
        else:
            self.metrics.record_audit(len(faults))
            for fault in faults:
                logger.error("the ledger of chips is inconsistent: %s", fault)
        if (file := read_address(self.settings.database).file) is not None:
            delete_former_copies(file)
        self._run_later(self._audit_ledger, _AUDIT_INTERVAL_S)

    async def _start_with_retries(self, start: Callable[[], Awaitable[None]]) -> None:
        """Start a service that reads the database. Failures are retried; nothing is raised."""
        try:
            await start()
        except StorageError as error:
            logger.warning("running tables cannot be loaded now, next attempt in %d seconds: %s", AGAIN, error)
            self._run_later(partial(self._start_with_retries, start))
        except Exception:
            logger.exception("running tables cannot be resumed, next attempt in %d seconds", AGAIN)
            self._run_later(partial(self._start_with_retries, start))

    # --- Other processes -------------------------------------------------------------------------------------------

    async def _reload_table(self, match_id: str) -> None:
        if self._database is not None:  # else the table is loaded when the tables are started
            await self.services.tables.catch_up(match_id)

    async def _reload_tables(self) -> None:
        if self._database is not None:
            await self.services.tables.catch_up_all()

    async def _resume(self) -> None:
        """Resume with reloaded data. Another process may have had the shards meanwhile."""
        await self._start_with_retries(self.services.tables.restart)

    def _give_way(self) -> None:
        """Close for another process; the next bot is its stand-by."""
        self.superseded = True
        self._giving_way = asyncio.get_running_loop().create_task(self.close(), name="giving way")

    # --- What happens in Discord -----------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a click or form, however old its message."""
        interaction.data = storable(interaction.data)
        if interaction.type is discord.InteractionType.component:
            address, values, chosen = clicked(interaction)
            await answer_click(self.services, HANDLERS, interaction, address, values, chosen)
        elif interaction.type is discord.InteractionType.modal_submit:
            address, filled = submitted(interaction)
            await answer_click(self.services, HANDLERS, interaction, address, (), filled)

    async def _on_command_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that failed outside the request itself."""
        if interaction.type is discord.InteractionType.autocomplete:
            logger.warning("autocomplete failed: %s", error)
            return
        async with answering(self.services, interaction):
            raise getattr(error, "original", None) or error.__cause__ or error

    async def on_message(self, message: discord.Message, /) -> None:
        """Count messages below a board; delete the bot's own mentions."""
        if message.guild is not None and message.author != self.user:
            self.services.publisher.count_message_below(message.channel.id)

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Handle a sign, made or proposed in direct messages."""
        await self._handle_reaction(event, added=True)

    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        """Handle the withdrawal of a proposal."""
        await self._handle_reaction(event, added=False)

    async def _handle_reaction(self, event: discord.RawReactionActionEvent, *, added: bool) -> None:
        own = self.user is not None and event.user_id == self.user.id
        if event.guild_id is None and not own and not self._catching_up:
            await handle_reaction(self.services, event.user_id, event.message_id, event.emoji.name, added=added)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Ignore reactions that Discord replays after a reconnect."""
        self._lost_at.setdefault(shard_id, _monotonic())
        if shard_id == 0:  # the shard of all direct messages
            self._catching_up = self._started

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Handle reactions again, because replayed ones are over."""
        if (lost_at := self._lost_at.pop(shard_id, None)) is not None:
            logger.info("shard %d is connected to Discord again, after %.0f seconds", shard_id, _monotonic() - lost_at)
        if shard_id == 0:
            self._catching_up = False

    async def on_shard_ready(self, shard_id: int) -> None:
        """Handle reactions again after a new connection."""
        await self.on_shard_resumed(shard_id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Repost a deleted board."""
        self._deleted(event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Repost a board that was deleted together with other messages."""
        self._deleted(event.channel_id, event.message_ids)

    def _deleted(self, channel_id: int, message_ids: AbstractSet[int]) -> None:
        table = self.services.tables.cached_in(channel_id)
        if table is not None and table.stored.board_id in message_ids:
            self.services.publisher.board_deleted(table)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a deleted channel."""
        await self._removed_guilds.channel(channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """End the table of a deleted thread."""
        await self._removed_guilds.channel(event.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server, and keep the data of one that is back."""
        if not await self._removed_guilds.note_return(guild.id):
            await greet(guild, self.services.channels, self._preferences.commands)

    async def on_thread_join(self, thread: discord.abc.Snowflake) -> None:
        """Show the board of a thread that is not archived any more: until then nothing in it could be edited."""
        table = await self.services.tables.in_channel(thread.id)
        if table is not None:
            self.services.tables.show(table)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Show the board of a thread that wakes."""
        if not event.data["thread_metadata"]["archived"]:
            await self.on_thread_join(discord.Object(event.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that a server removed the bot."""
        await self._removed_guilds.server(guild.id)

    # --- Health ----------------------------------------------------------------------------------------------------

    async def _shards_ready(self) -> str | None:
        return None if self.shards_here is None else self.shards_here.standby_reason()

    async def _database_ready(self) -> str | None:
        if self._database is None:
            return "the database is not open"
        await self._database.ready()
        return None

    async def _discord_ready(self) -> str | None:
        if self.shards_here is None or not self.is_ready():
            return "not connected to Discord"
        faults = {shard_id: connection_of(self, shard_id).fault for shard_id in self.shards_here.ids}
        return "; ".join(f"shard {shard_id}: {fault}" for shard_id, fault in faults.items() if fault) or None

    async def problems(self) -> dict[str, str]:
        """Return what alerts tell the operator: a sentence for each subject, and failed writes since the last call."""
        checks = {"Discord": self._discord_ready, "Database": self._database_ready}
        found = {name: reason for name, check in checks.items() if (reason := await run_check(name, check))}
        failed = self.metrics.storage_faults - self._reported_faults
        self._reported_faults += failed
        return found | ({"Writes": f"{failed} failed within a minute; see the log"} if failed else {})

    def _export_shards(self, reasons: Mapping[str, str | None]) -> None:
        """Set the metrics of each shard from the health checks."""
        if self.shards_here is None:
            return
        held = self.shards_here.held
        for shard_id in self.shards_here.ids:
            connection = connection_of(self, shard_id)
            connected = self.is_ready() and connection.fault is None
            ready = held and connected and reasons["database"] is None
            self.metrics.shard(shard_id, held=held, connected=connected, ready=ready, latency_s=connection.latency_s)

    def _run_later(self, work: Callable[[], Coroutine[Any, Any, object]], seconds: float = AGAIN) -> None:
        """Run a function after a delay, unless the bot closes."""

        def due() -> None:
            self._retries.discard(handle)
            self._in_background(work())

        handle = asyncio.get_running_loop().call_later(seconds, due)
        self._retries.add(handle)

    def _in_background(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


def _monotonic() -> float:
    """Return the seconds of the monotonic clock."""
    return time.monotonic()


def _now() -> float:
    return discord.utils.utcnow().timestamp()
