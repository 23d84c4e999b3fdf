"""Tournaments in their channels: one public message each, with announcements.

The database stores which messages are outdated, so an edit missed in a crash is made after the restart. This module
also starts the next round, once all matches of a round are played or its time is up.

Announcements are posted below: each new round, a reminder before its deadline, and the end. They mention people or
send direct messages, as each person prefers. They are saved after sending, so a crash may repeat one, but with the
nonce by which Discord recognises it. If a correction or an undone round makes one wrong, a line replaces it and a new
one is sent. The buttons of an announcement are removed once its pairings are settled.
Where the bot may, it pins the message of a tournament until the end; elsewhere it moves it below the earlier news when
a new round is announced.
"""

import logging
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

from cachetools import LRUCache

from bot.league.names import called
from bot.league.tournaments.after_match import pairing_of_entry, result_at_table
from bot.league.tournaments.announcing.due import (
    has_old_buttons,
    outdated_announcements,
    podium_teams,
    replaces,
    with_corrections_due,
)
from bot.league.tournaments.announcing.news import (
    NO_CORRECTION,
    Correction,
    abandoned_message,
    check_in_messages,
    concerned_by_new_pairings,
    concerned_by_round,
    correction_of,
    current_pairings,
    early_messages,
    early_pairings,
    end_message,
    event_description,
    left_message,
    moved_up_message,
    news_of_round,
    not_started_message,
    outdated_message,
    people_of,
    personal_check_in,
    personal_message,
    personal_place,
    reminder_messages,
    round_messages,
    sign_up_message,
    with_role,
)
from bot.league.tournaments.formats.kinds import current_round, kind_of, winners
from bot.league.tournaments.hosting.messages import ANNOUNCED_OTHERWISE, action_message
from bot.league.tournaments.messages import tournament_message
from bot.league.tournaments.progress.clock import next_instant, plan_leaving, reminder_at
from bot.league.tournaments.progress.starting import check_in_is_open, why_not_started
from bot.league.tournaments.reporting.messages import claim_message, host_question, personal_claim
from bot.league.tournaments.results.claims import ANSWER_S, is_open, other_side, pairing_of
from bot.league.tournaments.scheduled_events import ScheduledEvents
from bot.league.tournaments.series.messages import with_series
from bot.league.tournaments.series.table import series_table
from bot.league.tournaments.sign_up.messages import partner_question
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold
from bot.posts.budget import RequestBudget
from bot.posts.channels import FOR_PINS, Channels
from bot.posts.core_services import CoreServices
from bot.posts.discord_errors import REQUEST_ERRORS, is_forbidden, is_gone, may_succeed_later
from bot.posts.live_messages import LiveMessages
from bot.posts.outgoing import Nonce, nonce_of
from bot.posts.unsaved_messages import Post, Poster, PostKind
from bot.posts.update_queue import UpdateOutcome
from bot.tables.state import NOTHING_SHOWN, Table
from storage import matches
from storage.database import StorageError, Transaction
from storage.league import audit_log, people, result_claims, series, tournaments
from storage.league.audit_log import AuditEntry
from storage.league.result_claims import ClaimState, ResultClaim
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKind,
    EntryState,
    Pairing,
    Tournament,
    TournamentStage,
)

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
"""The number of posts whose mentions are remembered for retries."""

_RoundMessages = Callable[[Tournament, Mapping[int, str], Collection[int], Reader, Correction], tuple[Message, ...]]


class TournamentMessages(LiveMessages[int, int]):
    """The public messages of tournaments in their channels.

    :param may_mention: counts a mention of a person or role by a cause, such as a host's user id; False at a limit.
    :param looked_after: whether this process shows the tournaments of the server with this id.
    :param pause: the seconds between two updates in a server.
    """

    def __init__(
        self,
        services: CoreServices,
        channels: Channels,
        events: ScheduledEvents,
        budget: RequestBudget,
        *,
        may_mention: Callable[[Hashable, int], bool],
        looked_after: Callable[[int], bool] = lambda _: True,
        pause: float = 1.0,
    ) -> None:
        super().__init__(services, channels, budget, subject="the tournaments of server {}", pause=pause)
        self._events = events
        self._may_mention = may_mention
        self._mentioned: MutableMapping[Hashable, set[int]] = LRUCache(_REMEMBERED)
        self._looked_after = looked_after
        self._posters: dict[int, Poster] = {}
        self._abandoned: dict[str, Table] = {}  # matches without a result, before the note to the hosts

    def on_change(self, table: Table, before: Table | None) -> None:
        """Update the tournament of a match that this process ended."""
        if not table.status.is_live and (before is None or before.status.is_live):
            if table.stored.end_reason is not None:
                self._abandoned[table.id] = table
            self.changed_in(table.stored.guild_id)

    def on_refresh(self, table: Table) -> None:
        """Update the tournament of a match that another process ended."""
        self.on_change(table, None)

    def changed_in(self, guild_id: int) -> None:
        """Show possible changes in a server's tournaments soon."""
        self.queue.mark(guild_id, guild_id)

    async def refresh(self) -> None:
        """Show unshown changes, and check all rounds with a deadline."""
        async with self._services.database.read() as tx:
            found = {guild_id for guild_id, _ in await tournaments.with_outdated_message(tx)}
            found |= {one.guild_id for one in await tournaments.with_deadline(tx)}
            found |= {one.guild_id for one in await result_claims.load_unfinished(tx)}
        for guild_id in filter(self._looked_after, found):
            self.changed_in(guild_id)

    async def post_with(self, tournament: Tournament, poster: Poster) -> None:
        """Post a new tournament as an answer, and wait for it."""
        self._posters[tournament.id] = poster
        try:
            await self.queue.update_now(tournament.guild_id, tournament.guild_id)
        finally:
            self._posters.pop(tournament.id, None)

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

    async def _show(self, _key: int, guild_id: int) -> UpdateOutcome:
        """Show changed or due tournaments of a server."""
        await self._report_abandoned(guild_id)
        async with self._services.database.read() as tx:
            found = {tournament_id for _, tournament_id in await tournaments.with_outdated_message(tx, guild_id)}
            found |= {one.id for one in await tournaments.with_deadline(tx, guild_id)}
            found |= {one.tournament_id for one in await result_claims.load_unfinished(tx, guild_id)}
        done = [await self._is_shown(guild_id, tournament_id) for tournament_id in sorted(found)]
        async with self._services.database.read() as tx:
            timed = [
                await tournaments.load(tx, guild_id, one.id) for one in await tournaments.with_deadline(tx, guild_id)
            ]
            claims = await result_claims.load_unfinished(tx, guild_id)
        now = self._services.now()
        instants = [at for one in timed if one is not None and (at := next_instant(one, now)) is not None]
        instants += [one.at + ANSWER_S for one in claims if one.host_message_id is None and one.at + ANSWER_S > now]
        if instants:
            self.queue.mark_after(max(1.0, min(instants) - now), guild_id, guild_id)
        return UpdateOutcome.DONE if all(done) else UpdateOutcome.FAILED

    async def _is_shown(self, guild_id: int, tournament_id: int) -> bool:
        """Show a tournament; log its errors, and return success."""
        try:
            async with self._unsaved.showing(tournament_id):
                await self._show_one(guild_id, tournament_id)
        except REQUEST_ERRORS as error:
            logger.warning("tournament %d cannot be shown: %s", tournament_id, error)
        except StorageError as error:
            logger.warning("tournament %d cannot be read or saved: %s", tournament_id, error)
        except Exception:
            logger.exception("showing tournament %d failed", tournament_id)
        else:
            return True
        return False

    async def _show_one(self, guild_id: int, tournament_id: int) -> None:
        """Show a tournament; raise an HTTPException if a retry may help."""
        tournament = await self._advance(guild_id, tournament_id)
        if tournament is None:
            return
        if is_news_of_round(tournament, self._services.now()) and await self._withdraw_those_who_left(tournament):
            tournament = await self._advance(guild_id, tournament_id) or tournament
        if tournament.revision > tournament.shown_revision:
            await self._show_lobbies(tournament)
        saved, shown = tournament, with_corrections_due(tournament)
        async with self._services.database.read() as tx:
            actions = await audit_log.host_actions(tx, guild_id, tournament_id, tournament.told_entry)
        try:
            shown = replace(shown, message_id=await self._post(tournament, await self.message_of(tournament)))
            if shown.message_id != tournament.message_id:
                saved = await self._save(shown, saved)
            shown = await self._post_actions(shown, actions)
            if self._card_is_far_up(shown):
                shown = replace(shown, message_id=await self._move_card(shown))
                saved = await self._save(shown, saved)
                await self._events.edit(shown)  # it has a link to the card
            shown = await self._announce(shown)
            await self._notify_moved_up(tournament)
            shown = await self._ask_partners(shown)
            if shown.announcements != tournament.announcements:
                saved = await self._save(shown, saved)
            shown = await self._pin(await self._correct(shown))
            await self._show_claims(tournament)
        except REQUEST_ERRORS as error:
            if not (is_gone(error) or is_forbidden(error)):
                raise
            logger.warning("tournament %d cannot be shown: %s", tournament_id, error)
            told = max((one.id for one in actions), default=shown.told_entry)
            shown = _all_announced(replace(shown, told_entry=told), self._services.now())  # it can still be asked for
        shown = replace(shown, shown_revision=tournament.revision)
        if shown != saved:
            await self._save(shown, saved)

    async def _show_lobbies(self, tournament: Tournament) -> None:
        """Update the game's lobbies, which show their possible pairings.

        This is saved first, so that a restart shows them, too.
        """
        tables = self._services.tables
        async with self._services.database.read() as tx:
            found = await matches.lobbies(tx, tournament.guild_id, tournament.game)
        for match_id in found:
            await tables.record_display(match_id, shown_revision=NOTHING_SHOWN)
            table = tables.cached(match_id)
            if table is not None:
                tables.show(table)

    async def _advance(self, guild_id: int, tournament_id: int) -> Tournament | None:
        found = await self._services.tournaments.advance(tournament_id)
        return found if found is not None and found.guild_id == guild_id else None

    async def _withdraw_those_who_left(self, tournament: Tournament) -> bool:
        """Withdraw people who left the server; notify hosts if any did.

        Discord reports leavers only with a privileged intent, so each announced round looks them up.
        """
        playing = people_of(tournament, tournament.open_pairings)
        gone = await self._services.members.absent(tournament.guild_id, playing)
        for user_id in gone:
            await self._services.tournaments.apply(tournament.id, plan_leaving, user_id)
        if gone:
            async with self._services.database.read() as tx:
                names = await tournaments.names(tx, tournament)
            reader = self._services.preferences.reader_in(tournament.locale)
            called_so = [bold(called(names, one, reader.words)) for one in gone]
            await self._tell_hosts(tournament, left_message(tournament, called_so, reader))
        return bool(gone)

    async def tell_hosts_of_deletion(self, tournament: Tournament) -> None:
        """Notify the hosts that a player deleted their data."""
        reader = self._services.preferences.reader_in(tournament.locale)
        await self._tell_hosts(tournament, left_message(tournament, (), reader))

    async def _report_abandoned(self, guild_id: int) -> None:
        """Notify tournament hosts of matches without a result.

        :raises StorageError: if reading fails; the next run then notifies the hosts.
        """
        for table in [one for one in self._abandoned.values() if one.stored.guild_id == guild_id]:
            async with self._services.database.read() as tx:
                tournament = await tournaments.of_table(tx, guild_id, table.id)
            del self._abandoned[table.id]
            if tournament is not None:
                reader = self._services.preferences.reader_in(tournament.locale)
                message = abandoned_message(tournament, table, reader)
                await self._tell_hosts(tournament, message, nonce_of("abandoned", table.id))

    async def _tell_hosts(self, tournament: Tournament, message: Message, nonce: Nonce | None = None) -> None:
        told = tuple(one for one in message.mentions if self._may_mention((tournament.id, "hosts"), one))
        try:
            await self._channels.send(tournament.channel_id, replace(message, mentions=told), nonce=nonce)
        except REQUEST_ERRORS as error:
            logger.warning("the hosts of tournament %d could not be notified: %s", tournament.id, error)

    async def _save(self, shown: Tournament, before: Tournament) -> Tournament:
        """Save what was shown of a tournament since it was loaded or saved; return it."""
        save = partial(tournaments.save_shown, tournament=shown, before=before)
        await self._unsaved.save(shown.id, partial(self._services.database.run_write, save))
        return shown

    # --- Claimed results -------------------------------------------------------------------------------------------

    async def _show_claims(self, tournament: Tournament) -> None:
        """Ask about claimed results, and show the ends of such questions.

        :raises discord.HTTPException: if a question could not be posted or edited.
        """
        async with self._services.database.read() as tx:
            claims = await self._claims_of(tx, tournament)
        if any(one.state is ClaimState.OPEN and not is_open(tournament, one) for one in claims):
            async with self._services.database.write() as tx:
                await result_claims.supersede_settled(tx, tournament.id)
                claims = await self._claims_of(tx, tournament)
        for claim in claims:
            shown = await self._show_claim(tournament, claim)
            if shown != claim:
                save = partial(result_claims.save_shown, claim=shown)
                await self._unsaved.save(tournament.id, partial(self._services.database.run_write, save))

    @staticmethod
    async def _claims_of(tx: Transaction, tournament: Tournament) -> list[ResultClaim]:
        found = await result_claims.load_unfinished(tx, tournament.guild_id)
        return [one for one in found if one.tournament_id == tournament.id]

    async def _show_claim(self, tournament: Tournament, claim: ResultClaim) -> ResultClaim:
        """Show a claim as it is now; return it with its messages."""
        reader, pairing = self._services.preferences.reader_in(tournament.locale), pairing_of(tournament, claim)
        asked = () if pairing is None else other_side(tournament, pairing, claim.user_id)
        names, mentioned, direct = await self._wishes(tournament, asked)
        question = claim_message(tournament, claim, names, mentioned, reader)
        to_hosts = host_question(tournament, claim, names, reader)
        if claim.state is not ClaimState.OPEN:
            for message_id, message in ((claim.message_id, question), (claim.host_message_id, to_hosts)):
                if message_id is not None:
                    await self._channels.edit(tournament.channel_id, message_id, message)
            return replace(claim, end_shown=True)
        if not is_open(tournament, claim):
            return claim  # settled meanwhile; the next run shows that
        if claim.message_id is None:
            what = f"claim:{claim.id}"
            claim = replace(claim, message_id=await self._unsaved.post(_claim_post(tournament, claim, what), question))
            for user_id in direct:
                own = await self._services.preferences.reader_for(tournament.guild_id, user_id, tournament.locale)
                await self._send_direct(tournament, user_id, personal_claim(tournament, claim, names, own), what)
        elif claim.host_message_id is None and claim.at + ANSWER_S <= self._services.now():
            post = _claim_post(tournament, claim, f"claim:{claim.id}:host")
            to_hosts = self._limited(tournament, post, to_hosts, claim.user_id)
            claim = replace(claim, host_message_id=await self._unsaved.post(post, to_hosts))
        return claim

    # --- Announcements ---------------------------------------------------------------------------------------------

    async def _post_actions(self, tournament: Tournament, actions: Sequence[AuditEntry]) -> Tournament:
        """Post the host's actions; return the tournament with them noted.

        People whom a new pairing mentions below are named here.

        :raises discord.HTTPException: if a line could not be posted.
        """
        reader = self._services.preferences.reader_in(tournament.locale)
        mentioned_below = concerned_by_new_pairings(tournament, _all_announced(tournament, self._services.now()))
        for entry in actions:
            if entry.about["what"] in ANNOUNCED_OTHERWISE:
                continue
            concerned = entry.people | {one.user_id for one in tournament.people}
            names, mentioned, _ = await self._wishes(tournament, sorted(one for one in concerned if one > 0))
            async with self._services.database.read() as tx:
                names |= await people.names(tx, tournament.guild_id, entry.people | {entry.user_id or 0})
            message = action_message(tournament, entry, names, mentioned - mentioned_below, reader)
            await self._send(tournament, message, f"action:{entry.id}", entry.user_id)
            await self._tell_table(tournament, entry, names, reader)
        return replace(tournament, told_entry=max((one.id for one in actions), default=tournament.told_entry))

    async def _tell_table(
        self, tournament: Tournament, entry: AuditEntry, names: Mapping[int, str], reader: Reader
    ) -> None:
        """Post a result that a host entered in the thread of its match, too, if it has one.

        :raises discord.HTTPException: if the line may be posted later.
        """
        pairing = pairing_of_entry(tournament, entry)
        if pairing is None:
            return
        async with self._services.database.read() as tx:
            match_id = await tournaments.table_of(tx, pairing.id)
        table = None if match_id is None else await self._services.tables.find(match_id)
        if table is None or table.stored.channel_id == tournament.channel_id:
            return
        post = replace(_post_of(tournament, PostKind.TOURNAMENT_NEWS, f"action:{entry.id}:table"), since=entry.at)
        post = replace(post, channel_id=table.stored.channel_id)
        try:
            await self._unsaved.post(post, result_at_table(tournament, entry, pairing, names, reader))
        except REQUEST_ERRORS as error:
            if may_succeed_later(error):
                raise
            logger.info("tournament %d: a result cannot be posted at its table: %s", tournament.id, error)

    async def _correct(self, tournament: Tournament) -> Tournament:
        """Replace outdated announcements; return the tournament with the rest.

        An end with the right podium gets the current final table.

        :raises discord.HTTPException: if one could not be edited.
        """
        reader, outdated = self._services.preferences.reader_in(tournament.locale), outdated_announcements(tournament)
        kept = [one for one in tournament.announcements if one not in outdated]
        for old in outdated:
            newer = next((one.messages[0] for one in kept if replaces(one, old)), None)
            await self._replace(tournament, old, outdated_message(tournament, old, newer, reader))
        for place, one in enumerate(kept):
            if one.buttons is not None and has_old_buttons(replace(tournament, announcements=tuple(kept)), one):
                await self._channels.remove_buttons(tournament.channel_id, one.buttons)
                kept[place] = replace(one, buttons=None)
            if one.kind is AnnouncementKind.END and one.revision < tournament.revision:
                names, _, _ = await self._wishes(tournament, ())
                message = await self._with_series(tournament, end_message(tournament, names, (), reader), reader)
                if await self._channels.edit(tournament.channel_id, one.messages[0], message):
                    kept[place] = replace(one, revision=tournament.revision)
        passing = (AnnouncementKind.PAIRINGS, AnnouncementKind.PARTNER)
        kept = [one for one in kept if one.buttons is not None or one.kind not in passing]
        return replace(tournament, announcements=tuple(kept))

    async def _pin(self, tournament: Tournament) -> Tournament:
        """Pin the tournament's message until its end; return the tournament with that noted.

        Each message is pinned once, so a person may unpin it. Noting it may fail: pinning it again has no effect.

        :raises discord.HTTPException: if it may succeed later.
        """
        card, is_live = tournament.message_id, tournament.stage.is_live
        pinned = [one for one in tournament.announcements if one.kind is AnnouncementKind.CARD]
        if card is None or [one.messages[0] for one in pinned] == ([card] if is_live else []):
            return tournament
        if self._channels.missing(tournament.channel_id, FOR_PINS):
            return tournament
        await self._channels.set_pinned(tournament.channel_id, card, pinned=is_live)
        others = [one for one in tournament.announcements if one not in pinned]
        now = [Announcement(AnnouncementKind.CARD, 0, (card,), (), tournament.revision)] if is_live else []
        return replace(tournament, announcements=(*now, *others))

    def _card_is_far_up(self, tournament: Tournament) -> bool:
        """Return True if a new round is due, and earlier news are below the message of the tournament.

        It never is where the message is pinned, or in an arena, whose pairings are announced all the time.
        """
        is_due = _all_announced(tournament, self._services.now()).announced_round > tournament.announced_round
        if not is_due or tournament.stage is not TournamentStage.RUNNING or kind_of(tournament).is_timed:
            return False
        if not self._channels.missing(tournament.channel_id, FOR_PINS):
            return False
        card, below = tournament.message_id, {one for news in tournament.announcements for one in news.messages}
        return card is not None and card not in below and max(below, default=0) > card

    async def _move_card(self, tournament: Tournament) -> int:
        """Post the tournament's message below the earlier news, and delete the old one; return the new id.

        :raises discord.HTTPException: if it could not be posted.
        """
        before, message = tournament.message_id or 0, await self.message_of(tournament)
        newest = max(one for news in tournament.announcements for one in news.messages)
        post = _post_of(tournament, PostKind.TOURNAMENT, f"below:{newest}", after=newest)
        message_id = await self._unsaved.post(post, message)
        await self._record_look(tournament.channel_id, message_id, message)
        await self._channels.delete(tournament.channel_id, before)
        return message_id

    async def _replace(self, tournament: Tournament, old: Announcement, message: Message) -> None:
        """Edit an announcement; delete the messages that cannot be edited."""
        first, *others = old.messages
        if not await self._channels.edit(tournament.channel_id, first, message):
            others.append(first)
        for message_id in others:
            await self._channels.delete(tournament.channel_id, message_id)

    async def _announce(self, tournament: Tournament) -> Tournament:
        """Send the due announcements; return the updated tournament.

        :raises discord.HTTPException: if sending fails.
        """
        posted: Announcement | None = None
        after = _all_announced(tournament, self._services.now())
        reader = self._services.preferences.reader_in(tournament.locale)
        if after.starts_at != tournament.starts_at:
            why_not = why_not_started(tournament, self._services.now())
            await self._send(tournament, not_started_message(tournament, why_not, reader), "not started", "hosts")
        elif after.role_told > tournament.role_told:
            await self._send(tournament, sign_up_message(tournament, reader), "sign-up", "role", to_role=True)
        elif after.check_in_told > tournament.check_in_told:
            posted = await self._announce_check_in(tournament, reader)
        elif after.announced_round > tournament.announced_round:
            if not tournament.announced_round:
                await self._events.update(tournament)
            posted = await self._announce_round(tournament, round_messages, reader, reminder=False)
        elif after.reminded_round > tournament.reminded_round:
            posted = await self._announce_round(tournament, reminder_messages, reader, reminder=True)
        elif after.end_announced > tournament.end_announced:
            await self._events.update(tournament)
            posted = await self._announce_end(tournament, reader)
        if posted is not None:
            after = replace(after, announcements=(*after.announcements, posted))
        for _, pairings in groupby(early_pairings(after), key=lambda one: one.round):
            posted = await self._announce_early(tournament, tuple(pairings), reader)
            after = replace(after, announcements=(*after.announcements, posted))
        return after

    async def _announce_early(
        self, tournament: Tournament, pairings: Sequence[Pairing], reader: Reader
    ) -> Announcement:
        """Announce bracket pairings of a later round that can be played now."""
        number = pairings[0].round
        correction = correction_of(tournament, number)
        concerned = (*people_of(tournament, pairings), *correction.dropped)
        names, mentioned, direct = await self._wishes(tournament, concerned)
        what = f"{AnnouncementKind.EARLY}:{number}:{','.join(str(one.id) for one in pairings)}"
        messages = early_messages(tournament, pairings, names, mentioned, reader, correction)
        cause = AnnouncementKind.EARLY, number
        sent = [
            await self._send(tournament, message, f"{what}:{place}", cause) for place, message in enumerate(messages)
        ]
        await self._send_directly(tournament, direct, names, what, cause, early=pairings)
        teams = tuple(one.teams for one in pairings)
        return Announcement(AnnouncementKind.EARLY, number, tuple(sent), teams, tournament.revision, sent[0])

    async def _announce_end(self, tournament: Tournament, reader: Reader) -> Announcement | None:
        """Announce the end; return None for a cancelled tournament."""
        everybody = [one.user_id for one in tournament.people if one.user_id > 0]
        names, mentioned, _ = await self._wishes(tournament, everybody)
        is_over = tournament.stage is TournamentStage.OVER
        ends = [one for one in tournament.announcements if one.kind is AnnouncementKind.END and is_over]
        first = () if not ends else ends[-1].teams[0]
        before = [one.user_id for team in first for one in tournament.teams.get(team, ())]
        if first == winners(tournament):
            before = []
        message = end_message(tournament, names, mentioned, reader, before)
        message = await self._with_series(tournament, message, reader)
        message_id = await self._send(tournament, message, f"end:{tournament.revision}", "end")
        if not is_over:
            return None
        podium = podium_teams(tournament)
        return Announcement(AnnouncementKind.END, tournament.round, (message_id,), podium, tournament.revision)

    async def _with_series(self, tournament: Tournament, message: Message, reader: Reader) -> Message:
        """Return the end of a tournament with the leaders of its series, if it belongs to one."""
        if tournament.series_id is None or tournament.stage is not TournamentStage.OVER:
            return message
        async with self._services.database.read() as tx:
            found = await series.load(tx, tournament.guild_id, tournament.series_id)
            if found is None:
                return message
            table = series_table(found, await series.finished_in(tx, found))
            names = await people.names(tx, tournament.guild_id, [one.user_id for one in table])
        return with_series(message, found, table, names, reader.words) if table else message

    async def _announce_round(
        self, tournament: Tournament, messages: _RoundMessages, reader: Reader, *, reminder: bool
    ) -> Announcement | None:
        """Announce the current round; return None if all its pairings were announced early, without a deadline."""
        pairings = current_pairings(tournament)
        correction = NO_CORRECTION if reminder else correction_of(tournament, current_round(tournament))
        if correction == NO_CORRECTION and pairings and not news_of_round(tournament, correction, reminder=reminder):
            return None
        concerned = concerned_by_round(tournament, correction, reminder=reminder)
        names, mentioned, direct = await self._wishes(tournament, concerned)
        kind = AnnouncementKind.REMINDER if reminder else AnnouncementKind.ROUND
        if kind_of(tournament).is_timed:
            kind = AnnouncementKind.PAIRINGS
        cause = kind, current_round(tournament)
        what = f"{kind}:{current_round(tournament)}:{tournament.revision}"
        sent, buttons = [], None
        starts = not reminder and not tournament.announced_round
        for number, message in enumerate(messages(tournament, names, mentioned, reader, correction)):
            to_role = starts and number == 0
            sent.append(await self._send(tournament, message, f"{what}:{number}", cause, to_role=to_role))
            buttons = sent[-1] if message.rows else buttons
        await self._send_directly(tournament, direct, names, what, cause, reminder=reminder)
        teams = tuple(one.teams for one in pairings)
        return Announcement(kind, current_round(tournament), tuple(sent), teams, tournament.revision, buttons)

    async def _send_directly(
        self,
        tournament: Tournament,
        direct: Sequence[int],
        names: Mapping[int, str],
        what: str,
        cause: Hashable,
        *,
        reminder: bool = False,
        early: Sequence[Pairing] = (),
    ) -> None:
        for user_id in direct:
            own = await self._services.preferences.reader_for(tournament.guild_id, user_id, tournament.locale)
            message = personal_message(tournament, user_id, names, own, reminder=reminder, early=early)
            await self._send_direct(tournament, user_id, message, what, cause)

    async def _send_direct(
        self, tournament: Tournament, user_id: int, message: Message, what: str, cause: Hashable = None
    ) -> None:
        post = _post_of(tournament, PostKind.PERSONAL_NEWS, f"{what}:{user_id}")
        try:
            if self._to_mention(tournament, post, cause, (user_id,)):
                await self._unsaved.post_direct(post, user_id, message)
        except REQUEST_ERRORS as error:  # the others need not wait for it, and the channel says the same
            logger.warning("tournament %d: a direct message could not be sent: %s", tournament.id, error)

    async def _announce_check_in(self, tournament: Tournament, reader: Reader) -> Announcement:
        names, mentioned, direct = await self._wishes(
            tournament, [one.user_id for one in tournament.people if one.user_id > 0]
        )
        sent = [
            await self._send(tournament, message, f"check-in:{number}", "check-in", to_role=number == 0)
            for number, message in enumerate(check_in_messages(tournament, names, mentioned, reader))
        ]
        for user_id in direct:
            own = await self._services.preferences.reader_for(tournament.guild_id, user_id, tournament.locale)
            await self._send_direct(tournament, user_id, personal_check_in(tournament, own), "check-in", "check-in")
        return Announcement(AnnouncementKind.CHECK_IN, 0, tuple(sent), (), tournament.revision, sent[-1])

    async def _notify_moved_up(self, tournament: Tournament) -> None:
        """Notify people from the waiting list of their place, once.

        :raises discord.HTTPException: if it could not be posted.
        """
        moved = [one for one in tournament.people if one.entry is EntryState.MOVED_UP]
        if not moved or tournament.stage is not TournamentStage.OPEN:
            return
        people = [one.user_id for one in moved]
        names, mentioned, direct = await self._wishes(tournament, [one for one in people if one > 0])
        reader = self._services.preferences.reader_in(tournament.locale)
        what = f"places:{','.join(f'{one.user_id}@{one.signed_at}' for one in moved)}"
        await self._send(tournament, moved_up_message(tournament, people, names, mentioned, reader), what, "places")
        for user_id in direct:
            own = await self._services.preferences.reader_for(tournament.guild_id, user_id, tournament.locale)
            await self._send_direct(tournament, user_id, personal_place(tournament, own), what, "places")
        save = partial(tournaments.save_notified, tournament=tournament, user_ids=people)
        await self._unsaved.save(tournament.id, partial(self._services.database.run_write, save))

    async def _ask_partners(self, tournament: Tournament) -> Tournament:
        """Post the new questions to partners; return the tournament with them.

        :raises discord.HTTPException: if one could not be posted.
        """
        for asker in tournament.people:
            team = tournament.asked_team(asker)
            if team is None or asker.question_id is not None:
                continue
            members = [one.user_id for one in tournament.teams[team] if one.user_id > 0]
            names, mentioned, direct = await self._wishes(tournament, members)
            reader = self._services.preferences.reader_in(tournament.locale)
            what = f"partner:{asker.user_id}:{tournament.revision}"
            question = partner_question(tournament, asker.user_id, members, names, mentioned, reader)
            message_id = await self._send(tournament, question, what)
            for user_id in direct:
                own = await self._services.preferences.reader_for(tournament.guild_id, user_id, tournament.locale)
                message = partner_question(tournament, asker.user_id, [user_id], names, (), own, direct=True)
                await self._send_direct(tournament, user_id, message, what)
            save = partial(tournaments.save_question, tournament_id=tournament.id, asker=asker, message_id=message_id)
            await self._unsaved.save(tournament.id, partial(self._services.database.run_write, save))
            asked = replace(asker, question_id=message_id)
            posted = Announcement(AnnouncementKind.PARTNER, 0, (message_id,), (), tournament.revision, message_id)
            tournament = replace(
                tournament,
                people=tuple(asked if one == asker else one for one in tournament.people),
                announcements=(*tournament.announcements, posted),
            )
        return tournament

    async def _wishes(
        self, tournament: Tournament, people: Sequence[int]
    ) -> tuple[dict[int, str], set[int], tuple[int, ...]]:
        """Return names, people to mention, and people to message directly."""
        async with self._services.database.read() as tx:
            names = await tournaments.names(tx, tournament)
        notices = {one: (await self._services.preferences.player(tournament.guild_id, one)).notice for one in people}
        mentioned = {one for one, notice in notices.items() if notice == "mention"}
        return names, mentioned, tuple(one for one, notice in notices.items() if notice == "dm")

    async def _send(
        self, tournament: Tournament, message: Message, what: str, cause: Hashable = None, *, to_role: bool = False
    ) -> int:
        """Post news of a tournament; return the message's id.

        :param cause: see `_to_mention`.
        :param to_role: whether to mention the role of the tournament, too.
        """
        post = _post_of(tournament, PostKind.TOURNAMENT_NEWS, what)
        sent = with_role(message, tournament) if to_role else message
        return await self._unsaved.post(post, self._limited(tournament, post, sent, cause))

    def _limited(self, tournament: Tournament, post: Post, message: Message, cause: Hashable) -> Message:
        """Return a message that names people and roles without a mention if the cause has mentioned them often."""
        told = self._to_mention(tournament, post, cause, (*message.mentions, *message.role_mentions))
        people, roles = ([one for one in ids if one in told] for ids in (message.mentions, message.role_mentions))
        return replace(message, mentions=tuple(people), role_mentions=tuple(roles))

    def _to_mention(self, tournament: Tournament, post: Post, cause: Hashable, ids: Iterable[int]) -> set[int]:
        """Return the people and roles that a post may mention; a retry counts once.

        :param cause: the user who acted, or the subject of the tournament's own news, which a host can have repeated;
            None if the mention was counted at the click.
        """
        if cause is None:
            return set(ids)
        this = post.nonce, tournament.revision
        if this not in self._mentioned:
            by = cause if isinstance(cause, int) else (tournament.id, cause)
            self._mentioned[this] = {one for one in set(ids) if self._may_mention(by, one)}
        return self._mentioned[this]

    async def message_of(self, tournament: Tournament) -> Message:
        """Return the public message of a tournament."""
        async with self._services.database.read() as tx:
            names = await tournaments.names(tx, tournament)
        return tournament_message(tournament, names, self._services.preferences.reader_in(tournament.locale))

    async def _post(self, tournament: Tournament, message: Message) -> int:
        """Edit or post the message of a tournament; return its id."""
        before, channel_id = tournament.message_id, tournament.channel_id
        if before is not None and await self._edit(channel_id, before, message):
            return before
        post = _post_of(tournament, PostKind.TOURNAMENT, str(before), after=before or 0)
        message_id = await self._unsaved.post(post, message, self._posters.pop(tournament.id, None))
        await self._record_look(channel_id, message_id, message)
        if before is not None:
            await self._channels.delete(channel_id, before)
        return message_id


def _post_of(tournament: Tournament, kind: PostKind, what: str, *, after: int = 0) -> Post:
    """Return a post about a tournament, identified by `what`."""
    nonce = nonce_of(kind, tournament.id, what)
    return Post(kind, tournament.id, tournament.channel_id, tournament.created_at, after, nonce)


def _claim_post(tournament: Tournament, claim: ResultClaim, what: str) -> Post:
    """Return a post about a claim, which is no older than the claim."""
    return replace(_post_of(tournament, PostKind.TOURNAMENT_NEWS, what), since=claim.at)


def is_news_of_round(tournament: Tournament, now: float) -> bool:
    """Return True if a round or its deadline must be announced."""
    tournament = with_corrections_due(tournament)
    after = _all_announced(tournament, now)
    is_new = after.announced_round > tournament.announced_round or after.reminded_round > tournament.reminded_round
    return tournament.stage is TournamentStage.RUNNING and is_new


def _all_announced(tournament: Tournament, now: float) -> Tournament:
    """Return the tournament with all due announcements marked as sent."""
    if tournament.stage is TournamentStage.OPEN:
        starts_at = tournament.starts_at
        if tournament.role_id is not None and not tournament.role_told:
            return replace(tournament, role_told=True)
        if starts_at is not None and starts_at <= now:
            return replace(tournament, starts_at=None)  # it could not start; its host starts it
        return replace(tournament, check_in_told=True) if check_in_is_open(tournament, now) else tournament
    if tournament.stage is not TournamentStage.RUNNING:
        return replace(tournament, end_announced=True)
    if tournament.is_paused:
        return tournament
    current = current_round(tournament)
    if tournament.announced_round < current:  # only in a short round would the reminder be due at once: never both
        reminded = current if (reminder_at(tournament) or now + 1) <= now else tournament.reminded_round
        return replace(tournament, announced_round=current, reminded_round=reminded)
    reminder = reminder_at(tournament)
    if reminder is not None and reminder <= now and tournament.timed_round == current > tournament.reminded_round:
        return replace(tournament, reminded_round=current)
    return tournament
