"""Seats that change hands: leaving, offers, requests and computers."""

from bot.messages.errors import table_error_text
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.table.menu import (
    confirm_leave,
    confirm_take_seat,
    parse_given_seat,
    parse_seat_offer,
    parse_seat_request,
    seat_given,
    seat_offer_expired,
    seat_offer_withdrawn,
    seat_request,
    seat_request_declined,
    seat_requested,
    seat_taken,
)
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.tables import staffing
from bot.tables.errors import KeptOutError, OfferOver, SeatRequestOver, TableError
from bot.tables.staffing import OFFER_S, SeatRequest
from bot.tables.state import Person


@on(Kind.ASK_LEAVE)
async def _ask_leave(click: Click) -> None:
    table = await click.live_table()
    table.require_seat(click.person)
    await click.reply.renew(confirm_leave(table, click.person, click.reader))


@on(Kind.LEAVE)
async def _leave(click: Click) -> None:
    after = await click.apply(click.match_id, staffing.leave)
    done = "table.leave.done" if after.status.is_live else "table.end.done"
    await click.reply.renew(Message(click.words(done)))


@on(Kind.ASK_SEAT)
async def _ask_seat(click: Click) -> None:
    """Ask about taking over the first seat a computer plays."""
    await click.require_admitted()
    table = await click.live_table()
    free = staffing.free_seat(table)
    seat = staffing.seat_wanted(table, click.person, 0 if free is None else free.seat)
    await click.reply.whisper(confirm_take_seat(table, seat.seat, click.person, click.reader))


@on(Kind.TAKE_SEAT)
async def _take_seat(click: Click) -> None:
    """Take a computer's seat, or ask the table for it."""
    await click.require_admitted()
    before = await click.table()
    seat = staffing.seat_wanted(before, click.person, click.number)
    if not staffing.is_open(before, seat, click.user_id):
        asked = staffing.deciders(before, seat)
        click.services.limits.quotas.mention(click.user_id, asked, before.stored.channel_id)
        request = SeatRequest(seat.seat, seat.user_id, before.deal)
        public_reader = click.services.preferences.table_reader(before)
        question = seat_request(before, request, click.user_id, public_reader)
        await click.services.channels.send(before.stored.channel_id, question)
        await click.reply.renew(seat_requested(before, seat.seat, click.reader))
        return
    await click.apply(click.match_id, staffing.replace_by_person, click.number)
    await click.reply.renew(seat_taken(before, click.number, click.person, click.reader))


@on(Kind.GIVE_SEAT)
async def _give_seat(click: Click) -> None:
    seat, player = parse_given_seat(click.address)
    before = await click.table()
    after = await click.apply(click.match_id, staffing.replace_by_computer, seat, player)
    await click.reply.renew(seat_given(before, after, seat, click.reader))


@on(Kind.ACCEPT_SEAT)
async def _accept_seat(click: Click) -> None:
    """Accept an offered seat; close an expired offer."""
    before = await click.live_table()
    try:
        offer = parse_seat_offer(click.address)
        if click.user_id != offer.invited:
            raise TableError("table.replace.not_for_you")
        _needs_fresh(click)
        await click.apply(click.match_id, staffing.accept_seat, offer)
    except OfferOver:
        await click.reply.renew(seat_offer_expired(click.reader))
    else:
        await click.reply.renew(seat_taken(before, offer.seat, click.person, click.reader))


@on(Kind.END_OFFER)
async def _end_offer(click: Click) -> None:
    """Withdraw or decline an offer; close an expired one."""
    try:
        offer = parse_seat_offer(click.address)
        table = await click.apply(click.match_id, staffing.end_offer, offer)
    except OfferOver:
        await click.reply.renew(seat_offer_expired(click.reader))
        return
    if click.user_id == offer.invited:
        await click.reply.renew(seat_request_declined(table, offer.seat, offer.invited, click.reader))
    else:
        await click.reply.renew(seat_offer_withdrawn(table, offer.seat, offer.by, click.reader))


@on(Kind.ADMIT)
async def _admit(click: Click) -> None:
    """Let a person take the seat that they requested."""
    request, user_id = parse_seat_request(click.address)
    mentioned = click.reply.interaction.message.mentions if click.reply.interaction.message is not None else []
    newcomer = next((Person(user.id, user.display_name) for user in mentioned if user.id == user_id), None)
    if newcomer is None:
        raise TableError("error.button_unknown")
    before = await click.live_table()
    public_reader = click.services.preferences.table_reader(before)
    try:
        await click.apply(click.match_id, staffing.admit, newcomer, request)
    except SeatRequestOver as error:
        await click.reply.renew(Message(table_error_text(error, public_reader)))
    except KeptOutError as error:
        raise error.for_reader(click.user_id, newcomer.name) from None
    else:
        await click.reply.renew(seat_taken(before, request.seat, newcomer, public_reader))


@on(Kind.TURN_AWAY)
async def _turn_away(click: Click) -> None:
    """Refuse or withdraw a request for a seat."""
    request, user_id = parse_seat_request(click.address)
    table = await click.live_table()
    staffing.require_decider(table, click.person, request.seat, user_id)
    await click.reply.renew(
        seat_request_declined(table, request.seat, user_id, click.services.preferences.table_reader(table))
    )


def _needs_fresh(click: Click) -> None:
    """Check that the clicked offer is the current one.

    :raises OfferOver: if the clicked offer is too old.
    """
    offered = click.reply.interaction.message
    if offered is None or click.services.now() - offered.created_at.timestamp() > OFFER_S:
        raise OfferOver
