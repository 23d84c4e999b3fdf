"""Posts about moderators' actions: the log channel, and word to hosts of people kept out.

Both follow from what is stored: the last entry that was posted, and the people kept out who are not settled yet. So a
restart goes on where a kill has interrupted.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.league.administration.audit_log import AuditNames, log_line, log_message
from bot.league.administration.kept_out_messages import host_message
from bot.league.seasons.messages import season_name
from bot.locales import Words
from bot.posts.budget import RequestBudget
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_gone
from bot.posts.live_messages import ServerMessages
from bot.posts.outgoing import nonce_of
from bot.posts.unsaved_messages import Post, PostKind
from bot.posts.update_queue import UpdateOutcome
from bot.tables import lobby
from bot.tables.errors import TableError
from bot.tables.state import Person
from storage import kept_out
from storage.database import Transaction
from storage.kept_out import KeptOut
from storage.league import audit_log, leagues, people, results, seasons, tournaments
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.leagues import League
from storage.league.tournament_values import Tournament, TournamentStage
from storage.matches import Status
from storage.privacy.people import tables_of

logger = logging.getLogger(__name__)

_BUNDLING_S = 2.0
"""The seconds without a change after which the changes are posted together."""
_MOST_LINES = 20
"""The most entries in one message."""

_LOG: Final = 0
"""The key of the log in a server, in the place of a person kept out."""


async def audit_names(tx: Transaction, guild_id: int, entries: Sequence[AuditEntry], w: Words) -> AuditNames:
    """Return the names of the things in entries of the audit log."""
    numbers = {entry.result_id for entry in entries if entry.result_id is not None}
    changed = await results.load_all(tx, guild_id, numbers)
    ids = {entry.user_id for entry in entries if entry.user_id is not None}
    ids |= {user_id for entry in entries for user_id in entry.people}
    ids |= {user_id for result in changed.values() for user_id in result.people}
    called = await people.names(tx, guild_id, ids)
    named = {season.id: season_name(season, w) for season in await seasons.spans(tx, guild_id)}
    return AuditNames(called, changed, named)


class ModerationPosts(ServerMessages[tuple[int, int]]):
    """The posts about moderators' actions, by server and person kept out; `_LOG` is the log channel.

    :param client: has the servers of this process; others post for the rest.
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
        subject = "word of the moderators (server, person) {}"
        super().__init__(services, channels, budget, subject=subject, looked_after=looked_after, pause=pause)
        self._client = client

    def _mark(self, key: tuple[int, int], guild_id: int) -> None:
        """Post new entries of the audit log once no more follow."""
        self.queue.mark_after(_BUNDLING_S, key, guild_id)

    async def refresh(self) -> None:
        """Post what is missing in all servers, and let people in whose time is over."""
        await super().refresh()
        async with self._services.database.write() as tx:
            await kept_out.delete_expired(tx, self._services.now())

    async def settle(self, guild_id: int, user_id: int) -> None:
        """Tell the hosts of a person kept out, and wait for it."""
        await self.queue.update_now((guild_id, user_id), guild_id)

    async def _find_due(self, guild_id: int | None) -> Iterable[tuple[tuple[int, int], int]]:
        async with self._services.database.read() as tx:
            unsettled = await kept_out.load_unsettled(tx, self._services.now(), guild_id)
            logs = await leagues.with_unposted_log(tx) if guild_id is None else (guild_id,)
        keys = *((one.guild_id, one.user_id) for one in unsettled), *((one, _LOG) for one in logs)
        return [(key, key[0]) for key in keys]

    async def _show(self, key: tuple[int, int], guild_id: int) -> UpdateOutcome:
        while key == (guild_id, _LOG) and await self._post_log(guild_id):
            pass
        unsettled = await self._services.database.run_read(
            lambda tx: kept_out.load_unsettled(tx, self._services.now(), guild_id)
        )
        for one in unsettled:
            if key == (guild_id, one.user_id):
                await self._settle(one)
        return UpdateOutcome.DONE

    # --- People kept out -------------------------------------------------------------------------------------------

    async def _settle(self, one: KeptOut) -> None:
        """Take a person out of lobbies, and tell the hosts of their running tournaments."""
        async with self._services.database.read() as tx:
            sitting = await tables_of(tx, one.user_id)
            names = await people.names(tx, one.guild_id, [one.user_id])
            playing = await running_with(tx, one.guild_id, one.user_id)
            by = await audit_log.last_actor(tx, one.guild_id, AuditAction.KEEP_OUT, one.user_id)
        person = Person(one.user_id, names.get(one.user_id, ""))
        for stored in sitting:
            if stored.guild_id == one.guild_id and stored.status is Status.LOBBY:
                try:
                    await self._services.tables.apply(stored.id, lobby.leave, by=person)
                except TableError as refusal:
                    logger.info("a person kept out has no seat in lobby %s any more: %s", stored.id, refusal)
        for tournament in playing:
            for host_id in (host for host in tournament.hosts if host not in (one.user_id, by)):
                reader = await self._services.preferences.reader_for(one.guild_id, host_id, tournament.locale)
                message = host_message(tournament, one, names, reader)
                nonce = nonce_of("kept out", tournament.id, one.user_id, one.since, host_id)
                post = Post(PostKind.PERSONAL_NEWS, (one.guild_id, one.user_id), 0, one.since, nonce=nonce)
                await self._unsaved.post_direct(post, host_id, message)
        async with self._services.database.write() as tx:
            await kept_out.save_settled(tx, one)

    # --- The log channel -------------------------------------------------------------------------------------------

    async def _post_log(self, guild_id: int) -> bool:
        """Post the next entries in one message; return False if none are left.

        :raises discord.HTTPException: if they could not be posted.
        """
        guild = self._client.get_guild(guild_id)
        async with self._services.database.read() as tx:
            league = await leagues.load(tx, guild_id)
            if not league.log_channel_id or guild is None:
                return False
            entries = await audit_log.following(tx, guild_id, league.logged_id, _MOST_LINES)
        if not entries:
            return False
        locale = await self._services.preferences.server_locale(guild_id, guild.preferred_locale.value)
        reader = self._services.preferences.reader_in(locale)
        names = await self._services.database.run_read(lambda tx: audit_names(tx, guild_id, entries, reader.words))
        message, count = log_message(entries, names, reader)
        first = log_line(entries[0], names, reader.words)
        last_id = entries[count - 1].id
        nonce = nonce_of(PostKind.MODERATOR_LOG, league.log_channel_id, entries[0].id, last_id)
        post = Post(
            PostKind.MODERATOR_LOG,
            (guild_id, _LOG),
            league.log_channel_id,
            entries[0].at,
            nonce=nonce,
            is_it=lambda found: _begins_with(found, first),
        )
        try:
            await self._unsaved.post(post, message)
        except REQUEST_ERRORS as error:
            if not is_gone(error):
                raise
            await self._turn_off(league)
            return False
        await self._unsaved.save((guild_id, _LOG), partial(self._save_logged, league, last_id))
        return True

    async def _save_logged(self, posted: League, last_id: int) -> None:
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, posted.guild_id)
            if league.log_channel_id == posted.log_channel_id and league.logged_id < last_id:
                await leagues.save(tx, replace(league, logged_id=last_id))

    async def _turn_off(self, before: League) -> None:
        """End the log of a league whose channel is gone."""
        logger.warning("server %d: the channel of the moderators' log was deleted", before.guild_id)
        async with self._services.database.write() as tx:
            league = await leagues.hold(tx, before.guild_id)
            if league.log_channel_id == before.log_channel_id:
                await leagues.save(tx, replace(league, log_channel_id=0))
                now, about = self._services.now(), {"log": 0}
                await audit_log.add(tx, AuditEntry(0, league.guild_id, now, None, AuditAction.SETTINGS, about=about))


async def running_with(tx: Transaction, guild_id: int, user_id: int) -> tuple[Tournament, ...]:
    """Return the running tournaments in which a person still plays."""
    found = [await tournaments.load(tx, guild_id, one) for one in await tournaments.live_with(tx, guild_id, user_id)]
    return tuple(
        one
        for one in found
        if one is not None
        and one.stage is TournamentStage.RUNNING
        and any(person.user_id == user_id and not person.withdrawn for person in one.people)
    )


def _begins_with(found: discord.Message, line: str) -> bool:
    """Return True if a message of the log begins with a line."""
    text = found.embeds[0].description or "" if found.embeds else found.content.partition("\n")[2]
    return text.startswith(line)
