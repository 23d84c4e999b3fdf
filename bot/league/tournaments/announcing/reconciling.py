"""The loop that makes the announcements of a tournament those of `notices`; see `TournamentAnnouncements`."""

from collections.abc import Collection, Hashable
from dataclasses import replace

from bot.league.tournaments.announcing.news import (
    change_message,
    check_in_messages,
    corrected_round,
    early_messages,
    end_message,
    moved_up_message,
    not_started_message,
    outdated_message,
    personal_check_in,
    personal_message,
    personal_place,
    reminder_messages,
    round_messages,
    sign_up_message,
    with_role,
)
from bot.league.tournaments.announcing.notices import (
    Notice,
    asking,
    changed,
    concerned_by_change,
    correction_of,
    due_notices,
    has_old_buttons,
    outdated,
    podium_teams,
    posted,
    replaces,
)
from bot.league.tournaments.announcing.sending import Audience, NewsSender, ShownTournament
from bot.league.tournaments.announcing.withdrawals import withdrawn_message
from bot.league.tournaments.formats.kinds import winners
from bot.league.tournaments.progress.starting import why_not_started
from bot.league.tournaments.scheduled_events import ScheduledEvents
from bot.league.tournaments.series.messages import with_series
from bot.league.tournaments.series.table import series_table
from bot.league.tournaments.sign_up.messages import partner_question
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from storage.league import people, series
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKind,
    PairingState,
    Tournament,
    TournamentStage,
)

_TO_ROLE = {AnnouncementKind.SIGN_UP, AnnouncementKind.CHECK_IN, AnnouncementKind.ROUND}
"""The announcements that mention the role; of rounds only the first."""

_ONCE = {
    AnnouncementKind.SIGN_UP,
    AnnouncementKind.CHECK_IN,
    AnnouncementKind.PLACES,
    AnnouncementKind.NOT_STARTED,
    AnnouncementKind.WITHDRAWN,
}
"""The announcements that are never repeated, whatever changes until they are saved."""

_ENDS_SILENTLY = {
    AnnouncementKind.PLACES,
    AnnouncementKind.PAIRINGS,
    AnnouncementKind.PARTNER,
    AnnouncementKind.WITHDRAWN,
}
"""The announcements that are kept as they are, without buttons, when they concern no one any more."""


_PASSES = 3
"""The most passes of the loop: what is struck in one may make something due in the next."""


class TournamentAnnouncements:
    """The announcements of tournaments in their channels."""

    def __init__(self, services: CoreServices, channels: Channels, sender: NewsSender, events: ScheduledEvents) -> None:
        self._services = services
        self._channels = channels
        self._sender = sender
        self._events = events

    async def reconcile(self, progress: ShownTournament) -> None:
        """Post, edit and strike announcements until they are those of `notices`.

        :raises discord.HTTPException: if a message could not be posted or edited.
        """
        for _ in range(_PASSES):
            await self._reconcile_once(progress)
            if not due_notices(progress.tournament, self._services.now()):
                break

    async def _reconcile_once(self, progress: ShownTournament) -> None:
        for notice in due_notices(progress.tournament, self._services.now()):
            await self._post(progress, notice)
        for one in changed(progress.tournament):
            await self._change(progress, one)
        for old in outdated(progress.tournament, self._services.now()):
            await self._strike(progress, old)
        for one in progress.tournament.announcements:
            if one.buttons is not None and has_old_buttons(progress.tournament, one):
                await self._channels.remove_buttons(progress.tournament.channel_id, one.buttons)
                await _keep(progress, one, replace(one, buttons=None))

    async def _post(self, progress: ShownTournament, notice: Notice) -> None:
        tournament = progress.tournament
        if notice.kind is AnnouncementKind.END or (notice.kind, notice.round) == (AnnouncementKind.ROUND, 1):
            await self._events.update(tournament)
        audience = await self._sender.audience(tournament, notice.people)
        messages = () if notice.is_silent else await self._messages(tournament, notice, audience)
        what, sent, buttons = _name_of(tournament, notice), list[int](), None
        # A person may withdraw twice, and people who deleted their data are called the same.
        since = notice.teams[0][1] / 1000 if notice.kind is AnnouncementKind.WITHDRAWN else None
        for number, message in enumerate(messages):
            calls_role = number == 0 and notice.kind in _TO_ROLE and notice.round <= 1
            named = with_role(message, tournament) if calls_role else message
            sent.append(await self._sender.send(tournament, named, f"{what}:{number}", _cause_of(notice), since))
            buttons = sent[-1] if message.rows and notice.kind is not AnnouncementKind.END else buttons
        if sent:
            await self._send_directly(tournament, notice, audience, what)
        noted = posted(tournament, notice, tuple(sent), buttons)
        if noted is None:
            await progress.save(starts_at=None)  # it could not start; its host starts it
        else:
            await progress.save(announcements=(*tournament.announcements, noted))

    async def _messages(self, tournament: Tournament, notice: Notice, audience: Audience) -> tuple[Message, ...]:
        reader, about = self._sender.reader(tournament), (audience.names, audience.mentioned)
        match notice.kind:
            case AnnouncementKind.SIGN_UP:
                return (sign_up_message(tournament, reader),)
            case AnnouncementKind.NOT_STARTED:
                return (not_started_message(tournament, why_not_started(tournament, self._services.now()), reader),)
            case AnnouncementKind.CHECK_IN:
                return check_in_messages(tournament, *about, reader)
            case AnnouncementKind.PLACES:
                return (moved_up_message(tournament, notice.people, *about, reader),)
            case AnnouncementKind.PARTNER:
                asker = asking(tournament)[notice.teams[0]].user_id
                people_asked = [one for one in notice.people if one > 0]
                return (partner_question(tournament, asker, people_asked, *about, reader),)
            case AnnouncementKind.WITHDRAWN:
                return (withdrawn_message(tournament, notice.teams[0], *about, reader),)
            case AnnouncementKind.ROUND | AnnouncementKind.PAIRINGS:
                correction = correction_of(tournament, notice.round)
                return round_messages(tournament, notice.pairings, *about, reader, correction)
            case AnnouncementKind.REMINDER:
                return reminder_messages(tournament, *about, reader)
            case AnnouncementKind.EARLY:
                correction = correction_of(tournament, notice.round)
                return early_messages(tournament, notice.pairings, *about, reader, correction)
        return (await self._with_series(tournament, end_message(tournament, *about, reader), reader),)

    async def _send_directly(self, tournament: Tournament, notice: Notice, audience: Audience, what: str) -> None:
        names, kind = audience.names, notice.kind

        def message_for(user_id: int, own: Reader) -> Message:
            if kind is AnnouncementKind.CHECK_IN:
                return personal_check_in(tournament, own)
            if kind is AnnouncementKind.PLACES:
                return personal_place(tournament, own)
            if kind is AnnouncementKind.WITHDRAWN:
                return withdrawn_message(tournament, notice.teams[0], names, (), own)
            if kind is AnnouncementKind.PARTNER:
                asker = asking(tournament)[notice.teams[0]].user_id
                return partner_question(tournament, asker, [user_id], names, (), own, direct=True)
            early = notice.pairings if kind is AnnouncementKind.EARLY else ()
            is_reminder = kind is AnnouncementKind.REMINDER
            return personal_message(tournament, user_id, names, own, reminder=is_reminder, early=early)

        if kind is not AnnouncementKind.END:
            await self._sender.send_directly(tournament, audience.direct, what, message_for, _cause_of(notice))

    # --- Changes -----------------------------------------------------------------------------------------------------

    async def _change(self, progress: ShownTournament, old: Announcement) -> None:
        """Edit an announcement where it stands, and notify those whom the change concerns."""
        tournament, reader = progress.tournament, self._sender.reader(progress.tournament)
        names = (await self._sender.audience(tournament, ())).names
        messages: tuple[Message, ...]
        if old.kind is AnnouncementKind.END:
            end = await self._with_series(tournament, end_message(tournament, names, (), reader), reader)
            teams, messages = podium_teams(tournament), (end,)
        elif old.kind is AnnouncementKind.ROUND:
            of_round = (one for one in tournament.pairings if one.round == old.round)
            on_it = [one for one in of_round if len(one.sides) > 1 or one.state is PairingState.OPEN]
            teams, messages = tuple(one.teams for one in on_it), corrected_round(tournament, old, names, reader)
        else:
            teams = tuple(one.teams for one in tournament.open_pairings if one.round == old.round)
            messages = reminder_messages(tournament, names, (), reader)
        after = replace(old, teams=teams, revision=tournament.revision)
        if old.messages:
            sent = await self._edit(tournament, old, messages)
            with_rows = [number for number, message in enumerate(messages) if message.rows]
            has_buttons = bool(with_rows) and old.kind is not AnnouncementKind.END
            after = replace(after, messages=sent, buttons=sent[with_rows[-1]] if has_buttons else None)
        if old.teams != teams or old.kind is AnnouncementKind.ROUND:
            await self._tell_change(tournament, replace(old, messages=after.messages))
        await _keep(progress, old, after)

    async def _edit(self, tournament: Tournament, old: Announcement, messages: Collection[Message]) -> tuple[int, ...]:
        """Edit the messages of an announcement; return their ids.

        Those that Discord does not edit are posted anew, and surplus ones deleted.
        """
        found = list[int]()
        for number, message in enumerate(messages):
            before = old.messages[number] if number < len(old.messages) else None
            if before is not None and await self._channels.edit(tournament.channel_id, before, message):
                found.append(before)
                continue
            what = f"{_name_of(tournament, old)}:changed:{number}"
            found.append(await self._sender.send(tournament, replace(message, mentions=()), what))
        for message_id in set(old.messages) - set(found):
            await self._channels.delete(tournament.channel_id, message_id)
        return tuple(found)

    async def _tell_change(self, tournament: Tournament, old: Announcement) -> None:
        """Post one line for those whom a change concerns, if any."""
        reader, what = self._sender.reader(tournament), f"{_name_of(tournament, old)}:news"
        if old.kind is AnnouncementKind.END:
            first = old.teams[0] if old.teams else ()
            if first == winners(tournament):
                return
            before = [one.user_id for team in first for one in tournament.teams.get(team, ())]
            audience = await self._sender.audience(tournament, [one.user_id for one in tournament.people])
            end = end_message(tournament, audience.names, audience.mentioned, reader, before)
            await self._sender.send(tournament, Message(end.content, mentions=end.mentions), what, _cause_of(old))
        elif old.kind is AnnouncementKind.ROUND:
            audience = await self._sender.audience(tournament, concerned_by_change(tournament, old))
            line = change_message(tournament, old, audience.names, audience.mentioned, reader)
            if line is not None:
                await self._sender.send(tournament, line, what, _cause_of(old))
                await self._sender.send_directly(
                    tournament,
                    audience.direct,
                    what,
                    lambda user_id, own: personal_message(tournament, user_id, audience.names, own, reminder=False),
                    _cause_of(old),
                )

    async def _strike(self, progress: ShownTournament, old: Announcement) -> None:
        """Replace an announcement by a line, or remove its buttons, and forget it."""
        tournament = progress.tournament
        if old.kind in _ENDS_SILENTLY:
            if old.buttons is not None:
                await self._channels.remove_buttons(tournament.channel_id, old.buttons)
        elif old.messages:
            others = (one for one in tournament.announcements if one != old and one.messages)
            newer = next((one.messages[0] for one in others if replaces(one, old)), None)
            line = outdated_message(tournament, old, newer, self._sender.reader(tournament))
            first, *rest = old.messages
            if not await self._channels.edit(tournament.channel_id, first, line):
                rest.append(first)
            for message_id in rest:
                await self._channels.delete(tournament.channel_id, message_id)
        await _keep(progress, old, None)

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


async def _keep(progress: ShownTournament, old: Announcement, new: Announcement | None) -> None:
    """Save an announcement in the place of another, or without it."""
    kept = [new if one == old else one for one in progress.tournament.announcements]
    await progress.save(announcements=tuple(one for one in kept if one is not None))


def _cause_of(one: Notice | Announcement) -> Hashable:
    """Return the cause of the mentions of a notice; see `NewsSender.limited`. Questions were counted at the click."""
    return None if one.kind is AnnouncementKind.PARTNER else (one.kind, one.round)


def _name_of(tournament: Tournament, one: Notice | Announcement) -> str:
    """Return what identifies the posts of a notice at this revision."""
    about = ",".join("-".join(map(str, part)) for part in one.teams)
    revision = "" if one.kind in _ONCE else tournament.revision
    return f"{one.kind}:{one.round}:{about}:{revision}"
