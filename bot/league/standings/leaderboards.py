"""Public standings: self-updating leaderboards, and ends of seasons.

The database stores the messages. They are checked after each match and once an hour, and edited only if changed.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, Final

import discord

from bot.league.ratings.rating import of_season
from bot.league.seasons.podium import medal_of
from bot.league.standings.messages import leaderboard_message, season_end_message
from bot.league.standings.pages import AllMembers, standings_page
from bot.messages.parts.message import Message
from bot.messages.parts.text import truncate
from bot.posts.budget import RequestBudget
from bot.posts.channels import Channels, id_at
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, code_of, is_forbidden, is_gone, may_succeed_later
from bot.posts.live_messages import ServerMessages
from bot.posts.outgoing import nonce_of
from bot.posts.unsaved_messages import CLOCK_SKEW_S, Post, PostKind, reads_like
from bot.posts.update_queue import UpdateOutcome
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage.database import StorageError
from storage.league import audit_log, leaderboards, leagues, seasons
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.leaderboards import Leaderboard
from storage.league.seasons import Season
from storage.matches import Status

logger = logging.getLogger(__name__)

_STALE_S: Final = 3 * 86_400.0
"""The seconds after which the end of a season is no longer announced."""

_ROLE_TRIES_S: Final = 86_400.0
"""The seconds in which the role of a podium is tried again after errors that may not come again."""
_LONGEST_REASON: Final = 100
_UNKNOWN_MEMBER: Final = 10007


class Leaderboards(ServerMessages[int]):
    """The public standings, by channel.

    :param client: has the servers of this process; season ends are announced only there.
    :param pause: the seconds between two updates in a channel.
    """

    def __init__(
        self,
        services: CoreServices,
        channels: Channels,
        client: discord.Client,
        budget: RequestBudget,
        *,
        looked_after: Callable[[int], bool] = lambda _: True,
        pause: float = 1.0,
    ) -> None:
        subject = "the leaderboard of channel {}"
        super().__init__(services, channels, budget, subject=subject, looked_after=looked_after, pause=pause)
        self._client = client
        self._announcing = asyncio.Lock()

    def on_change(self, table: Table, before: Table | None) -> None:
        """Update the leaderboards after a match that this process ended."""
        if table.status is Status.OVER and (before is None or before.status.is_live):
            self.changed_in(table.stored.guild_id)

    def on_refresh(self, table: Table) -> None:
        """Update the leaderboards after a match that another process ended."""
        self.on_change(table, None)

    async def refresh(self) -> None:
        """Check all leaderboards, and announce the ended seasons."""
        await super().refresh()
        async with self._announcing:
            ended = await self._services.database.run_read(seasons.to_announce)
            for season in ended:
                await self._announce(season)

    async def message_of(self, guild_id: int, of: str, number: int = 0, *, kept: bool) -> Message:
        """Return the public message of standings.

        :raises TableError: if there is no such season or game.
        """
        locale = await self._locale(guild_id)
        reader = self._services.preferences.reader_in(locale)
        page = await standings_page(AllMembers(self._services, guild_id, reader.words), of, number)
        return leaderboard_message(page, reader, kept=kept)

    async def keep(self, guild_id: int, channel_id: int, of: str) -> None:
        """Post a channel's leaderboard, in place of its last one.

        The wish is saved first, so that after a crash the message is posted or found.

        :raises TableError: if there is no such season or game.
        :raises discord.HTTPException: if it could not be posted.
        """
        message = await self.message_of(guild_id, of, kept=True)
        async with self.queue.held(channel_id):
            await self._unsaved.flush(channel_id)
            async with self._services.database.write() as tx:
                before = await leaderboards.of_channel(tx, channel_id)
                after = id_at(self._services.now() - CLOCK_SKEW_S) if before is None else abs(before.message_id)
                wanted = Leaderboard(channel_id, guild_id, of, -after)
                await leaderboards.save(tx, wanted)
            try:
                message_id = await self._unsaved.send(_post_of(wanted, message), message)
            except REQUEST_ERRORS:
                await (self._forget(wanted) if before is None else self._save(before))
                raise
            try:
                await self._save_posted(wanted, message_id, message)
            except StorageError:
                self.queue.mark(channel_id, guild_id)
                raise

    async def _locale(self, guild_id: int) -> str:
        guild = self._client.get_guild(guild_id)
        preferred = guild.preferred_locale.value if guild is not None else None
        return await self._services.preferences.server_locale(guild_id, preferred)

    # --- Keeping up to date ----------------------------------------------------------------------------------------

    async def _find_due(self, guild_id: int | None) -> Iterable[tuple[int, int]]:
        found = await self._services.database.run_read(lambda tx: leaderboards.in_guild(tx, guild_id))
        return [(one.channel_id, one.guild_id) for one in found]

    async def _show(self, key: int, _thing: int) -> UpdateOutcome:
        board = await self._services.database.run_read(lambda tx: leaderboards.of_channel(tx, key))
        if board is not None:
            await self._show_board(board)
        return UpdateOutcome.DONE

    async def _show_board(self, board: Leaderboard) -> None:
        """Post or edit a leaderboard; one that is refused for good waits for the next change.

        :raises discord.HTTPException: if a retry may help.
        """
        try:
            message = await self.message_of(board.guild_id, board.of, kept=True)
        except TableError:  # the season has been deleted
            await self._forget(board)
            return
        try:
            if board.message_id < 0:
                await self._save_posted(board, await self._unsaved.post(_post_of(board, message), message), message)
                return
            place = board.channel_id, board.message_id
            if not await self._edit(*place, message) and not await self._channels.is_there(*place):
                await self._forget(board)
        except REQUEST_ERRORS as error:
            if may_succeed_later(error):
                raise
            logger.warning("the leaderboard of channel %d cannot be shown: %s", board.channel_id, error)
            if is_gone(error):
                await self._forget(board)

    async def _save_posted(self, wanted: Leaderboard, message_id: int, message: Message) -> None:
        """Delete the replaced leaderboard, and save the new message."""
        await self._record_look(wanted.channel_id, message_id, message)
        await self._channels.delete(wanted.channel_id, -wanted.message_id)
        await self._unsaved.save(wanted.channel_id, partial(self._save, replace(wanted, message_id=message_id)))

    async def _save(self, board: Leaderboard) -> None:
        async with self._services.database.write() as tx:
            await leaderboards.save(tx, board)

    async def _forget(self, board: Leaderboard) -> None:
        async with self._services.database.write() as tx:
            await leaderboards.forget(tx, board)

    # --- Ends of seasons -------------------------------------------------------------------------------------------

    async def _announce(self, season: Season) -> None:
        """Announce a season's end in this process's servers; retry on failure."""
        owner = "season", season.id
        if await self._unsaved.flush(owner):
            return
        guild, now = self._client.get_guild(season.guild_id), self._services.now()
        if guild is None:  # another process serves it, or the bot has left it
            return
        async with self._services.database.read() as tx:
            league = await leagues.load(tx, guild.id)
            boards = await leaderboards.in_guild(tx, guild.id)
        is_fresh = bool(season.final) and now - (season.closed_at or now) <= _STALE_S
        if is_fresh:
            summary = league.summary_channel_id
            channel_id = summary if summary is not None else next((one.channel_id for one in boards), None)
            if channel_id is not None and not await self._is_announced(season, channel_id):
                return
        with_roles = is_fresh and league.podium_role_id is not None
        await self._unsaved.save(owner, partial(self._save_announced, season, now, with_roles=with_roles))

    async def _save_announced(self, season: Season, at: float, *, with_roles: bool) -> None:
        async with self._services.database.write() as tx:
            await seasons.set_announced(tx, season.id, at, with_roles=with_roles)

    async def _is_announced(self, season: Season, channel_id: int) -> bool:
        """Post a season's end; return False to retry later."""
        try:
            reader = self._services.preferences.reader_in(await self._locale(season.guild_id))
            page = await standings_page(AllMembers(self._services, season.guild_id, reader.words), of_season(season))
            nonce = nonce_of(PostKind.SEASON_END, season.id, channel_id)
            since = season.closed_at or season.ends_at
            post = Post(PostKind.SEASON_END, ("season", season.id), channel_id, since, nonce=nonce)
            await self._unsaved.post(post, season_end_message(page, reader))
        except REQUEST_ERRORS as error:
            logger.warning("the end of season %d cannot be announced: %s", season.id, error)
            return is_gone(error) or is_forbidden(error)
        return True

    # --- Roles of podiums ------------------------------------------------------------------------------------------

    async def give_roles(self) -> None:
        """Move the podium roles that are due from earlier seasons to the newest one, in this process's servers.

        :raises Exception: one of `REQUEST_ERRORS` that may not come again. The caller repeats all for a day.
        """
        due = await self._services.database.run_read(seasons.with_due_roles)
        failed = [await self._give_role(list(group)) for _, group in groupby(due, key=lambda one: one.guild_id)]
        for error in filter(None, failed):
            raise error

    async def _give_role(self, due: Sequence[Season]) -> Exception | None:
        """Move the role in a server; return an error that may not come again, if any.

        All on the newest podium get it, also those who were on an earlier one and may have missed it.

        :param due: the seasons whose roles are due, in the order of their ends.
        """
        season, now = due[-1], self._services.now()
        if self._client.get_guild(season.guild_id) is None:
            return None
        async with self._services.database.read() as tx:
            league = await leagues.load(tx, season.guild_id)
            earlier = [*due[:-1], *filter(None, [await seasons.announced_before(tx, one) for one in due])]
        entries: list[AuditEntry] = []
        later: Exception | None = None
        new, old, http = _podium(season), {one for before in earlier for one in _podium(before)}, self._client.http
        for user_id, change, action in (
            *((one, http.remove_role, AuditAction.ROLE_KEPT) for one in sorted(old - new)),
            *((one, http.add_role, AuditAction.ROLE_MISSED) for one in sorted(new)),
        ):
            if league.podium_role_id is None:
                break
            try:
                await change(season.guild_id, user_id, league.podium_role_id)
            except REQUEST_ERRORS as error:
                logger.info("a role for the first three of season %d could not be changed: %s", season.id, error)
                is_refused = isinstance(error, discord.HTTPException) and not may_succeed_later(error)
                if not is_refused and now - (season.roles_since or now) < _ROLE_TRIES_S:
                    later = error
                elif action is AuditAction.ROLE_MISSED or code_of(error) != _UNKNOWN_MEMBER:
                    about: dict[str, Any] = {"person": user_id, "season": season.id, "name": season.name}
                    about["forbidden"] = is_forbidden(error)
                    reason = error.text if isinstance(error, discord.HTTPException) else ""
                    reason = truncate(reason or type(error).__name__, _LONGEST_REASON)
                    entries.append(AuditEntry(0, season.guild_id, now, None, action, reason, about=about))
        if later is None:
            async with self._services.database.write() as tx:
                if await seasons.settle_roles(tx, [one.id for one in due]):
                    for entry in entries:
                        await audit_log.add(tx, entry)
        return later


def _post_of(board: Leaderboard, message: Message) -> Post:
    """Return the post of an unposted leaderboard."""
    after = -board.message_id
    since = discord.utils.snowflake_time(after).timestamp()
    nonce = nonce_of(PostKind.LEADERBOARD, board.channel_id, board.of, board.message_id)
    is_it = partial(_is_kept, message)
    return Post(PostKind.LEADERBOARD, board.channel_id, board.channel_id, since, after, nonce, is_it)


def _is_kept(message: Message, found: discord.Message) -> bool:
    """Return True for a leaderboard like this, not plain standings."""
    return reads_like(message, found) and _remarks(message) <= _remarks(found)


def _remarks(message: Message | discord.Message) -> set[str]:
    """Return the small print of a message."""
    embeds = message.embeds if isinstance(message, discord.Message) else [message.embed or discord.Embed()]
    texts = (message.content, *(one.description or "" for one in embeds))
    return {line for text in texts for line in text.split("\n") if line.startswith("-# ")}


def _podium(season: Season) -> set[int]:
    """Return the people on the podium, except deleted ones."""
    return {int(row["user_id"]) for row in season.final or () if medal_of(row) and int(row["user_id"]) > 0}
