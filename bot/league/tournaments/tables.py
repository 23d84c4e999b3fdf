"""Tables of pairings: opening, seating, and starting the match."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.duplicate import is_played_alone, seat_in_round
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.formats.sides import seat_order
from bot.league.tournaments.live import Tournaments
from bot.league.tournaments.progress.saving import offered_pairings
from bot.league.tournaments.questions import call_to_start, call_to_table, choose_pairing, round_ended
from bot.league.tournaments.requests import (
    MAX_DIGITS,
    clicked_tournament,
    names_in,
    require_not_paused,
    require_stage,
)
from bot.league.tournaments.showing.names import thread_name
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, message_link
from bot.messages.welcome import Wishes, opened_text
from bot.posts.channels import FOR_THREADS
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.table.hand import show_hand
from bot.requests.table.opening import open_lobby, open_shared_table, post_board
from bot.requests.table.rules import TableRules
from bot.tables import lobby
from bot.tables.continuing import seats_of
from bot.tables.errors import ChannelTaken, TableError
from bot.tables.lobby import ReservedSeats
from bot.tables.state import Table
from storage.league import pairing_tables, people, round_deals, tournaments
from storage.league.tournament_values import Pairing, Tournament, TournamentStage
from storage.matches import Player, SharedDeals, Status, StoredSeat

logger = logging.getLogger(__name__)

_opening: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""Locks of pairings, so that two people who open a table simultaneously get one."""


def own_pairings(tournament: Tournament, user_id: int) -> tuple[int, tuple[Pairing, ...]]:
    """Return the person's team number and its open pairings.

    :raises TableError: if they play in no team of the tournament, or have nothing to play.
    """
    own = tournament.participant(user_id)
    if own is None or own.withdrawn:
        raise TableError("tournament.refusal.not_signed")
    require_stage(tournament, TournamentStage.RUNNING)
    found = tuple(pairing for pairing in tournament.open_pairings if pairing.side_of(own.team) is not None)
    if not found:
        if not kind_of(tournament).plays_on(tournament, own.team):
            raise TableError("tournament.refusal.nothing_left")
        raise TableError("tournament.refusal.nothing_to_play")
    return own.team, found


async def open_table(request: Request, tournament: Tournament, pairing: Pairing) -> Table:
    """Open and post a table for a pairing, preferably in a thread.

    Its seats are reserved, and it has the options and clock of the tournament.

    :raises TableError: if the pairing still has a table, or none can be opened here.
    """
    async with _opening.setdefault(pairing.id, asyncio.Lock()):
        return await _new_table(request, tournament, pairing)


async def _new_table(request: Request, tournament: Tournament, pairing: Pairing) -> Table:
    match_id = await request.services.database.run_read(lambda tx: pairing_tables.table_of(tx, pairing.id))
    earlier = await request.services.tables.find(match_id) if match_id is not None else None
    if earlier is not None and earlier.status.is_live:
        stored = earlier.stored
        where = message_link(stored.guild_id, stored.channel_id, stored.board_id)
        raise TableError("tournament.refusal.table_open", link=where)
    if kind_of(tournament).shares_deals:
        return await _open_shared(request, tournament, pairing)
    wishes = Wishes(tournament.options, tournament.clock)
    names = await request.services.database.run_read(lambda tx: tournaments.names(tx, tournament))
    named = thread_name(tournament, pairing, names, request.services.preferences.reader_in(tournament.locale).words)
    # The button below the end of a match is in its thread; the next table gets one of its own.
    # Only the further matches of a pairing that is the best of several are in the thread of the first.
    channels = request.services.channels
    channel_id = channels.parent_of(request.channel_id) or request.channel_id
    stays = (
        tournament.rules.best_of > 1
        and earlier is not None
        and earlier.stored.channel_id == request.channel_id != channel_id
        and await request.services.tables.in_the_way(request.channel_id) is None
    )
    in_thread = not stays and channels.can_open_thread(channel_id)
    try:
        table = await open_lobby(
            request, tournament.game, wishes, in_thread=in_thread, named=named, pairing_id=pairing.id
        )
    except ChannelTaken:
        lacking = channels.missing(request.channel_id, FOR_THREADS)
        if in_thread or not lacking:
            raise
        named_so = request.words.list([request.words(f"permission.{permission}") for permission in lacking])
        raise TableError("tournament.refusal.no_thread", permissions=named_so) from None
    await post_board(request, table)
    return await request.services.tables.find(table.id) or table


async def _open_shared(request: Request, tournament: Tournament, pairing: Pairing) -> Table:
    """Open a table with the deals of the round; against computers its match starts."""
    services, rules = request.services, tournament.rules
    tournament = (
        await services.of(Tournaments).advance(tournament.id) or tournament
    )  # draws the deals if none are drawn
    async with services.database.read() as tx:
        round_id = await round_deals.row_of(tx, tournament.id, pairing.round)
        names = await tournaments.names(tx, tournament)
    named = thread_name(tournament, pairing, names, services.preferences.reader_in(tournament.locale).words)
    seats: tuple[StoredSeat, ...] = ()
    if is_played_alone(pairing):
        seat = seat_in_round(tournament, pairing.round)
        seats = seats_of(request.person, seat, rules.seats, Player(rules.level))
    others = [one for side in _sides_of(tournament, pairing) for one in side if one > 0 and one != request.user_id]
    table = await open_shared_table(
        request,
        tournament.game,
        Wishes(tournament.options, tournament.clock),
        named=named,
        people=(request.user_id, *others),
        seats=seats,
        pairing_id=pairing.id,
        shared=SharedDeals(round_id, rules.deals),
    )
    await post_board(request, table)
    return await services.tables.find(table.id) or table


class PairingRules(TableRules):
    """The rules of tables that were opened for a pairing."""

    async def reserved_seats(self, request: Request, match_id: str) -> ReservedSeats | None:
        """Return the reserved seats of a pairing's table; None if unreserved.

        :raises TableError: if the table is for a pairing of others than the person who asks.
        """
        async with request.services.database.read() as tx:
            pairing = await pairing_tables.pairing_of_table(tx, match_id)
            sides = () if pairing is None or not pairing.is_open else pairing.sides
            agreed = [one for side in sides for one in side]
            names = await people.names(tx, request.guild_id, agreed) if agreed else {}
        table = await request.services.tables.find(match_id) if agreed else None
        if table is None or pairing is None:
            return None
        if request.user_id not in agreed:
            reserved = request.words.list([bold(called(names, one, request.words)) for one in agreed])
            raise TableError("tournament.refusal.reserved", names=reserved)
        if table.stored.shared is not None:
            seated = await _sides_by_seat(request, match_id, pairing.id)
            return ReservedSeats(pairing.id, seat_order(table.stored.game, seated))
        return ReservedSeats(pairing.id, seat_order(table.stored.game, list(map(list, sides))))

    async def require_free(self, request: Request, match_id: str) -> None:
        """Refuse to change the seats or settings of a pairing's table.

        :raises TableError: if the table was opened for a pairing.
        """
        async with request.services.database.read() as tx:
            if await pairing_tables.sides_of_table(tx, match_id):
                raise TableError("tournament.refusal.set")

    async def require_complete(self, request: Request, match_id: str) -> None:
        """Refuse to begin a pairing's match without all players.

        :raises TableError: if players are missing, with their names.
        """
        sides = await request.services.database.run_read(lambda tx: pairing_tables.sides_of_table(tx, match_id))
        table = await request.services.tables.find(match_id) if sides else None
        if table is None:
            return
        missing = [one for side in sides for one in side if table.seat_of(one) is None]
        if missing:
            names = await request.services.database.run_read(lambda tx: people.names(tx, request.guild_id, missing))
            said = request.words.list([bold(called(names, one, request.words)) for one in missing])
            raise TableError("tournament.refusal.missing", names=said)

    async def call_absent(self, click: Click, table: Table) -> None:
        """Call the players of a pairing's full table who sat down long ago to press Start."""
        present = table.stored.pairing_consent
        seated = [seat.user_id for seat in table.persons if seat.user_id is not None]
        tournament = await click.services.database.run_read(
            lambda tx: pairing_tables.of_table(tx, click.guild_id, table.id)
        )
        if tournament is None:
            return
        for pairing in (one for one in tournament.open_pairings if one.id == present.pairing_id):
            if len(seated) == sum(map(len, _sides_of(tournament, pairing))):
                absent = [one for one in seated if one not in present.user_ids]
                call = partial(call_to_start, tournament, pairing, click.person.name)
                await _call(click, tournament, table, absent, call)


async def _sides_by_seat(request: Request, match_id: str, pairing_id: int) -> list[list[int]]:
    """Return the people of a duplicate pairing in the order in which it was drawn, which gives their seats."""
    tournament = await request.services.database.run_read(
        lambda tx: pairing_tables.of_table(tx, request.guild_id, match_id)
    )
    found = [one for one in tournament.open_pairings if one.id == pairing_id] if tournament is not None else []
    if tournament is None or not found:
        raise TableError("tournament.refusal.played")
    return _sides_of(tournament, found[0])


async def _require_offered(request: Request, match_id: str, pairing_id: int) -> None:
    """Refuse a pairing for which the lobby's match cannot count.

    :raises TableError: if the players, the options or the clock differ, or the pairing is settled.
    """
    table = await request.services.tables.find(match_id)
    if table is None or table.status is not Status.LOBBY:
        return  # the step refuses it
    clock = await request.services.usual_clock(request.guild_id)
    offered = await request.services.database.run_read(
        lambda tx: offered_pairings(tx, table.stored, table.seats, clock)
    )
    if all(one.id != pairing_id for one in offered):
        request.services.tables.show(table)
        raise TableError("tournament.refusal.not_offered")


@on(TournamentClick.ACCEPT_PAIRING)
async def _accept_pairing(click: Click) -> None:
    """Accept that this match counts for a tournament."""
    pairing_id = click.address.number
    await _require_offered(click, click.match_id, pairing_id)
    await click.apply(click.match_id, lobby.accept_pairing, pairing_id)
    table = await click.apply(click.match_id, lobby.start_accepted, click.services.chance.seed)
    if table.status is Status.LOBBY:
        await click.reply.acknowledge()
    else:
        await show_hand(click, table, new=True)


async def chosen_pairing(click: Click, tournament: Tournament) -> tuple[int, Pairing | None]:
    """Return the person's team number and the open pairing that they mean, asking which if several.

    A button of a round that has ended leads to the pairing now.

    :return: no pairing if they were asked.
    :raises TableError: as `own_pairings` does, or if the chosen one is not open any more, or moderators keep them out.
    """
    await click.require_admitted()
    own, found = own_pairings(tournament, click.user_id)
    if chosen := click.value or click.address.rest:
        wanted = parse_number(chosen, MAX_DIGITS)
        found = tuple(one for one in found if one.id == wanted)
        if not found:
            raise TableError("tournament.refusal.played")
    elif 0 < click.address.number < (now := current_round(tournament)) and not kind_of(tournament).is_timed:
        names = await names_in(click, tournament)
        shown = [one for one in found if one.round == now] or found
        await click.reply.whisper(round_ended(tournament, shown, names, click.reader, click.address))
        return own, None
    elif len(found) > 1:
        names = await names_in(click, tournament)
        await click.reply.whisper(choose_pairing(tournament, found, own, names, click.reader, click.address.kind))
        return own, None
    return own, found[0]


@on(TournamentClick.TABLE)
async def _open_table(click: Click) -> None:
    """Open a table for the person's pairing."""
    tournament = await clicked_tournament(click)
    require_not_paused(tournament)
    _, pairing = await chosen_pairing(click, tournament)
    if pairing is not None:
        await _open_for(click, tournament, pairing)


async def _open_for(click: Click, tournament: Tournament, pairing: Pairing) -> None:
    click.services.limits.quotas.mention(click.user_id, (), tournament.channel_id)
    table = await open_table(click, tournament, pairing)
    said = Message(opened_text(table, click.channel_id, click.words))
    await (click.reply.renew(said) if click.value else click.reply.whisper(said))
    if is_played_alone(pairing):
        return  # there is no one else to call
    seats = seat_order(tournament.game, _sides_of(tournament, pairing))
    others = [one for one in seats if one > 0 and one != click.user_id]
    await _call(click, tournament, table, others, partial(call_to_table, tournament, pairing, click.person.name))


def _sides_of(tournament: Tournament, pairing: Pairing) -> list[list[int]]:
    members = tournament.teams
    return [[one.user_id for one in members[team]] for team in pairing.teams]


async def _call(
    click: Click,
    tournament: Tournament,
    table: Table,
    others: Sequence[int],
    call: Callable[[Mapping[int, str], str, Reader], Message],
) -> None:
    """Call people to a table by mention, direct message or not at all; leave out people who were called often.

    :param call: makes the message from the people's names, the link to the board and the reader.
    """
    preferences, stored = click.services.preferences, table.stored
    others = [one for one in others if click.services.limits.quotas.may_mention(click.user_id, one)]
    if not others:
        return
    names = await names_in(click, tournament)
    notices = {one: (await preferences.player(click.guild_id, one)).notice for one in others}
    board = message_link(stored.guild_id, stored.channel_id, stored.board_id)
    named = {one: "" if notice == "mention" else called(names, one, click.words) for one, notice in notices.items()}
    try:
        await click.services.channels.send(stored.channel_id, call(named, board, preferences.table_reader(table)))
        for one in (one for one, notice in notices.items() if notice == "dm"):
            own = await preferences.reader_for(click.guild_id, one, stored.locale)
            await click.services.channels.direct(one, call({one: called(names, one, own.words)}, board, own))
    except REQUEST_ERRORS as error:
        logger.warning("the call to a table could not be sent: %s", error)
