"""Tournaments in their channels: one public message each, with announcements.

The database stores which messages are outdated, so an edit missed in a crash is made after the restart. This module
also starts the next round, once all matches of a round are played or its time is up.

Announcements are posted below, as `notices` names them: each new round, a reminder before its deadline, the end and
others. They mention people or send direct messages, as each person prefers. They are saved after sending, so a crash
may repeat one, but with the nonce by which Discord recognises it. A corrected round is edited where it stands, with one
line for those concerned. The buttons of an announcement are removed once its pairings are settled.
Where the bot may, it pins the message of a tournament until the end; elsewhere it moves it below the earlier news when
a new round is announced.
"""

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

from cachetools import LRUCache

from bot.league.tournaments.after_match import pairing_of_entry, result_at_table
from bot.league.tournaments.announcing.claims import ClaimQuestions
from bot.league.tournaments.announcing.news import abandoned_message, event_description
from bot.league.tournaments.announcing.notices import (
    begins_round,
    concerned_by_new_pairings,
    given_up,
    is_news_of_round,
    people_of,
)
from bot.league.tournaments.announcing.reconciling import TournamentAnnouncements
from bot.league.tournaments.announcing.sending import NewsSender, ShownTournament, post_of
from bot.league.tournaments.hosting.messages import ANNOUNCED_OTHERWISE, action_message
from bot.league.tournaments.live import Tournaments
from bot.league.tournaments.messages import tournament_message
from bot.league.tournaments.progress.clock import next_instant, plan_leaving
from bot.league.tournaments.progress.saving import leave_hosting
from bot.league.tournaments.results.claims import ANSWER_S
from bot.league.tournaments.scheduled_events import ScheduledEvents
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.posts.budget import RequestBudget
from bot.posts.channels import FOR_PINS, Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, may_succeed_later
from bot.posts.live_messages import ServerMessages
from bot.posts.outgoing import Nonce, nonce_of
from bot.posts.unsaved_messages import PostKind
from bot.posts.update_queue import UpdateOutcome
from bot.tables.state import NOTHING_SHOWN, Table
from storage import matches
from storage.database import Transaction
from storage.league import audit_log, leagues, pairing_tables, people, result_claims, tournaments
from storage.league.audit_log import AuditEntry
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKind,
    Tournament,
    TournamentStage,
    WithdrawalCause,
)

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
"""The number of running matches that are remembered."""


class TournamentMessages(ServerMessages[int]):
    """The public messages of tournaments in their channels, by id.

    :param may_mention: counts a mention of a person or role by a cause, such as a host's user id; False at a limit.
    :param pause: the seconds between two updates of a tournament.
    """

    def __init__(
        self,
        services: CoreServices,
        live: Tournaments,
        channels: Channels,
        events: ScheduledEvents,
        budget: RequestBudget,
        *,
        may_mention: Callable[[Hashable, int], bool],
        looked_after: Callable[[int], bool] = lambda _: True,
        pause: float = 1.0,
    ) -> None:
        super().__init__(services, channels, budget, subject="tournament {}", looked_after=looked_after, pause=pause)
        self._live = live
        self._events = events
        self._sender = NewsSender(services, self._unsaved, may_mention)
        self._announcements = TournamentAnnouncements(services, channels, self._sender, events)
        self._claims = ClaimQuestions(services, channels, self._unsaved, self._sender)
        self._counting: MutableMapping[str, tuple[bool, bool]] = LRUCache(_REMEMBERED)  # what boards say
        self._abandoned: list[Table] = []  # matches without a result, of which the tournament is not known yet
        self._to_look_up: set[int] = set()  # tournaments whose hosts may have left the server
        self._unreported: dict[int, list[Table]] = {}  # these by tournament, before the note to the hosts

    def on_change(self, table: Table, before: Table | None) -> None:
        """Update the tournament of a match that this process ended."""
        if not table.status.is_live and (before is None or before.status.is_live):
            if table.stored.end_reason is not None:
                self._abandoned.append(table)
            self.changed_in(table.stored.guild_id)

    def on_refresh(self, table: Table) -> None:
        """Update the tournament of a match that another process ended."""
        self.on_change(table, None)

    def changed(self, tournament: Tournament) -> None:
        """Show possible changes of a tournament soon."""
        self.queue.mark(tournament.id, tournament.guild_id)

    async def schedule_event(self, tournament: Tournament) -> bool:
        """Create a scheduled event; return True if the bot may.

        :raises StorageError: if the event could not be saved.
        """
        if not self._events.allowed(tournament.guild_id):
            return False
        reader = self._services.preferences.reader_in(tournament.locale)
        event_id = await self._events.create(tournament, event_description(tournament, reader))
        if event_id is not None:
            async with self._services.database.write() as tx:
                await tournaments.save_event(tx, tournament.id, event_id)
        return True

    async def update_event(self, tournament: Tournament) -> bool:
        """Update the scheduled event to edited settings, or create it; return True if the bot may.

        :raises StorageError: if a new event could not be saved.
        """
        if tournament.event_id is not None:
            await self._events.edit(tournament)
        elif tournament.starts_at is not None and tournament.stage is TournamentStage.OPEN:
            return await self.schedule_event(tournament)
        return True

    # --- Showing ---------------------------------------------------------------------------------------------------

    async def _find_due(self, guild_id: int | None) -> Iterable[tuple[int, int]]:
        abandoned = [one for one in self._abandoned if guild_id in (None, one.stored.guild_id)]

        async def read(
            tx: Transaction,
        ) -> tuple[set[tuple[int, int]], Sequence[tuple[int, int]], list[Tournament | None]]:
            news = set(await tournaments.with_news(tx, guild_id))
            hosted = await tournaments.with_host(tx) if guild_id is None else ()
            return news, hosted, [await pairing_tables.of_table(tx, one.stored.guild_id, one.id) for one in abandoned]

        found, hosted, of_abandoned = await self._services.database.run_read(read)
        self._to_look_up.update(one for one, _ in hosted)
        found.update(hosted)
        for table, tournament in zip(abandoned, of_abandoned, strict=True):
            if tournament is not None and table in self._abandoned:  # else another search has found it meanwhile
                self._unreported.setdefault(tournament.id, []).append(table)
                found.add((tournament.id, tournament.guild_id))
        self._abandoned = [one for one in self._abandoned if one not in abandoned]
        return sorted(found)

    async def _show(self, key: int, guild_id: int) -> UpdateOutcome:
        """Show a tournament, and plan its next update."""
        tournament = await self._show_one(guild_id, key)
        claims = await self._services.database.run_read(lambda tx: result_claims.load_unfinished(tx, key))
        now = self._services.now()
        instant = None if tournament is None else next_instant(tournament, now)
        instants = [] if instant is None else [instant]
        instants += [one.at + ANSWER_S for one in claims if one.host_message_id is None and one.at + ANSWER_S > now]
        if instants:
            self.queue.mark_after(max(1.0, min(instants) - now), key, guild_id)
        return UpdateOutcome.DONE

    async def _show_one(self, guild_id: int, tournament_id: int) -> Tournament | None:
        """Show a tournament and return it as it is shown; raise an HTTPException if a retry may help."""
        tournament = await self._live.advance(tournament_id)
        if tournament is None:
            return None
        await self._report_abandoned(tournament)
        now = self._services.now()
        begins = is_news_of_round(tournament, now)
        playing = people_of(tournament, tournament.open_pairings) if begins else ()
        looks_up = begins or tournament_id in self._to_look_up
        self._to_look_up.discard(tournament_id)
        if looks_up and await self._withdraw_those_who_left(tournament, playing):
            tournament = await self._live.advance(tournament_id) or tournament
        if tournament.revision > tournament.shown_revision:
            await self._show_tables(tournament)
        actions = await self._services.database.run_read(
            lambda tx: audit_log.host_actions(tx, guild_id, tournament_id, tournament.told_entry)
        )
        told = max((one.id for one in actions), default=tournament.told_entry)
        progress = ShownTournament(tournament, self._save)
        try:
            await progress.save(message_id=await self._post(tournament, await self.message_of(tournament)))
            await self._post_actions(tournament, actions)
            await progress.save(told_entry=told)
            if self._card_is_far_up(progress.tournament):
                await progress.save(message_id=await self._move_card(progress.tournament))
                await self._events.edit(progress.tournament)  # it has a link to the card
            await self._announcements.reconcile(progress)
            await self._pin(progress)
            await self._claims.show(tournament)
        except REQUEST_ERRORS as error:
            if may_succeed_later(error):
                raise
            logger.warning("tournament %d cannot be shown: %s", tournament_id, error)
            given = given_up(progress.tournament, now)  # it can still be asked for
            await progress.save(told_entry=told, starts_at=given.starts_at, announcements=given.announcements)
        await progress.save(shown_revision=tournament.revision)
        return progress.tournament

    async def _save(self, shown: Tournament, before: Tournament) -> None:
        """Save what was shown of a tournament since it was loaded or saved."""
        save = partial(tournaments.save_shown, tournament=shown, before=before)
        await self._unsaved.save(shown.id, partial(self._services.database.run_write, save))

    async def _show_tables(self, tournament: Tournament) -> None:
        """Update the game's lobbies, which show their possible pairings, and boards whose match counts or not since.

        This is saved first, so that a restart shows them, too.
        """
        tables = self._services.tables
        async with self._services.database.read() as tx:
            found = await matches.lobbies(tx, tournament.guild_id, tournament.game)
            in_play = await pairing_tables.of_tables_in_play(tx, tournament.id)
        now = {one.match_id: (one.is_open, one.waits) for one in in_play if one.match_id is not None}
        turned = [match_id for match_id, counts in now.items() if self._counting.get(match_id) != counts]
        self._counting.update(now)
        for match_id in (*found, *turned):
            await tables.record_display(match_id, shown_revision=NOTHING_SHOWN)
            table = await tables.find(match_id)
            if table is not None:
                tables.show(table)

    async def _withdraw_those_who_left(self, tournament: Tournament, playing: Sequence[int] = ()) -> bool:
        """Withdraw people and hosts who left the server; return True if any did.

        Discord reports leavers only with a privileged intent. So each announced round looks the players up, and the
        search for due tournaments, which runs each hour, looks the hosts up.
        """
        absent = await self._services.members.absent(tournament.guild_id, (*playing, *tournament.hosts))
        gone = tuple(one for one in absent if one in playing)
        for host_id in set(absent) & set(tournament.hosts):
            async with self._services.database.write() as tx:
                await leagues.hold(tx, tournament.guild_id)
                await leave_hosting(tx, tournament.guild_id, host_id, self._services.now())
            self.changed_in(tournament.guild_id)  # they may have hosted others
        for user_id in gone:
            await self._live.apply(tournament.id, plan_leaving, user_id, WithdrawalCause.LEFT, while_closing=True)
        return bool(absent)

    async def _report_abandoned(self, tournament: Tournament) -> None:
        """Notify the hosts of matches without a result."""
        reader = self._services.preferences.reader_in(tournament.locale)
        for table in self._unreported.pop(tournament.id, ()):
            message = abandoned_message(tournament, table, reader)
            await self._tell_hosts(tournament, message, nonce_of("abandoned", table.id))

    async def _tell_hosts(self, tournament: Tournament, message: Message, nonce: Nonce | None = None) -> None:
        told = self._sender.limited(tournament, message, "hosts", nonce)
        try:
            await self._channels.send(tournament.channel_id, told, nonce=nonce)
        except REQUEST_ERRORS as error:
            logger.warning("the hosts of tournament %d could not be notified: %s", tournament.id, error)

    async def _post_actions(self, tournament: Tournament, actions: Sequence[AuditEntry]) -> None:
        """Post the host's actions; people whom a new pairing mentions below are named here.

        :raises discord.HTTPException: if a line could not be posted.
        """
        reader = self._sender.reader(tournament)
        mentioned_below = concerned_by_new_pairings(tournament, self._services.now())
        told = (one for one in actions if one.about["what"] not in ANNOUNCED_OTHERWISE)
        for _, action in groupby(told, key=lambda one: (one.user_id, one.at, one.about["what"])):
            entries = list(action)
            entry, involved = entries[0], frozenset[int]().union(*(one.people for one in entries))
            concerned = involved | {*tournament.hosts} | {one.user_id for one in tournament.people}
            audience = await self._sender.audience(tournament, sorted(concerned))
            async with self._services.database.read() as tx:
                named = await people.names(tx, tournament.guild_id, involved | {entry.user_id or 0})
            names = audience.names | named
            message = action_message(tournament, entries, names, audience.mentioned - mentioned_below, reader)
            await self._sender.send(tournament, message, f"action:{entry.id}", entry.user_id, entry.at)
            for one in entries:
                await self._tell_table(tournament, one, names, reader)

    async def _tell_table(
        self, tournament: Tournament, entry: AuditEntry, names: Mapping[int, str], reader: Reader
    ) -> None:
        """Post a result that a host entered in the thread of its match, too, if it has one.

        :raises discord.HTTPException: if the line may be posted later.
        """
        pairing = pairing_of_entry(tournament, entry)
        if pairing is None:
            return
        match_id = await self._services.database.run_read(lambda tx: pairing_tables.table_of(tx, pairing.id))
        table = None if match_id is None else await self._services.tables.find(match_id)
        if table is None or table.stored.channel_id == tournament.channel_id:
            return
        post = replace(post_of(tournament, PostKind.TOURNAMENT_NEWS, f"action:{entry.id}:table"), since=entry.at)
        post = replace(post, channel_id=table.stored.channel_id)
        try:
            await self._unsaved.post(post, result_at_table(tournament, entry, pairing, names, reader))
        except REQUEST_ERRORS as error:
            if may_succeed_later(error):
                raise
            logger.info("tournament %d: a result cannot be posted at its table: %s", tournament.id, error)

    # --- The card ----------------------------------------------------------------------------------------------------

    async def message_of(self, tournament: Tournament) -> Message:
        """Return the public message of a tournament."""
        names = await self._services.database.run_read(lambda tx: tournaments.names(tx, tournament))
        return tournament_message(tournament, names, self._sender.reader(tournament))

    async def _post(self, tournament: Tournament, message: Message) -> int:
        """Edit or post the message of a tournament; return its id."""
        before, channel_id = tournament.message_id, tournament.channel_id
        if before is not None and await self._edit(channel_id, before, message):
            return before
        post = post_of(tournament, PostKind.TOURNAMENT, str(before), after=before or 0)
        message_id = await self._unsaved.post(post, message)
        await self._record_look(channel_id, message_id, message)
        if before is not None:
            await self._channels.delete(channel_id, before)
        return message_id

    async def _pin(self, progress: ShownTournament) -> None:
        """Pin the tournament's message until its end.

        Each message is pinned once, so a person may unpin it. Noting it may fail: pinning it again has no effect.

        :raises discord.HTTPException: if it may succeed later.
        """
        tournament = progress.tournament
        card, is_live = tournament.message_id, tournament.stage.is_live
        pinned = [one for one in tournament.announcements if one.kind is AnnouncementKind.CARD]
        if card is None or [one.messages[0] for one in pinned] == ([card] if is_live else []):
            return
        if self._channels.missing(tournament.channel_id, FOR_PINS):
            return
        await self._channels.set_pinned(tournament.channel_id, card, pinned=is_live)
        others = [one for one in tournament.announcements if one not in pinned]
        now = [Announcement(AnnouncementKind.CARD, 0, (card,), (), tournament.revision)] if is_live else []
        await progress.save(announcements=(*now, *others))

    def _card_is_far_up(self, tournament: Tournament) -> bool:
        """Return True if a new round is due, and earlier news are below the message of the tournament.

        It never is where the message is pinned, or in an arena, whose pairings are announced all the time.
        """
        may_pin = not self._channels.missing(tournament.channel_id, FOR_PINS)
        if may_pin or not begins_round(tournament, self._services.now()):
            return False
        card, below = tournament.message_id, {one for news in tournament.announcements for one in news.messages}
        return card is not None and card not in below and max(below, default=0) > card

    async def _move_card(self, tournament: Tournament) -> int:
        """Post the tournament's message below the earlier news, and delete the old one; return the new id.

        :raises discord.HTTPException: if it could not be posted.
        """
        before, message = tournament.message_id or 0, await self.message_of(tournament)
        newest = max(one for news in tournament.announcements for one in news.messages)
        post = post_of(tournament, PostKind.TOURNAMENT, f"below:{newest}", after=newest)
        message_id = await self._unsaved.post(post, message)
        await self._record_look(tournament.channel_id, message_id, message)
        await self._channels.delete(tournament.channel_id, before)
        return message_id
