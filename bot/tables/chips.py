"""Chips at a table: what a step brings into the ledger, and writing it there.

A person at a table pays from and into his own account of the server, whether he or the computer makes his moves; a
computer player pays from and into the account of all computers, and two of them have nothing to pay each other.

Who leaves of his own will leaves to the computer, at once, and the match goes on for the others with the stand-in,
which plays on from the computers' account; the score of the seat stays with the seat. His chips are divided at once
too: what he has above 500 $ he keeps, the rest goes in equal shares to all other seats, the computers' among them.
Nothing is divided when the host or a moderator sends somebody away, or nobody would be safe from his host; nor when a
person takes a person's place, because then the table loses nobody; nor when the last person leaves, because then the
match ends. Who sits down again with nothing is topped up, as between deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games import Event
from games.core.events import DealBegan, Paid
from storage import ledger
from storage.database import Transaction
from storage.matches import StoredSeat

from .state import Note, Payment, Settlement, Table

__all__ = ["division", "seating", "settle", "settlement"]


def settlement(table: Table, happened: Sequence[Event], now: float) -> Settlement | None:
    """What the happenings at a table cost whom; None at a game without chips.

    :param table: as it was before them.
    """
    if not table.has_chips:
        return None
    deal = table.stored.deals_ended + 1
    payments: list[Payment] = []
    begun: list[int] = []
    for event in happened:
        if isinstance(event, DealBegan):
            deal = event.number
            begun.append(deal)
        elif isinstance(event, Paid):
            payer, receiver = _account(table.seats[event.payer]), _account(table.seats[event.receiver])
            if payer != receiver:
                payments.append(Payment(deal, payer, receiver, event.amount, event.reason))
    return Settlement(now, tuple(payments), tuple(begun))


def seating(table: Table, people: tuple[StoredSeat, ...], now: float) -> Settlement | None:
    """People sit down at a table; None if it is a game without chips."""
    return Settlement(now, sitting_down=people) if table.has_chips else None


def division(table: Table, leaving: StoredSeat, now: float) -> Settlement | None:
    """Somebody leaves of his own will; None at a game without chips."""
    return Settlement(now, leaving=leaving) if table.has_chips else None


async def settle(tx: Transaction, table: Table, due: Settlement) -> Table:
    """Write down what a step brings into the ledger; the table, which knows of it now.

    :param table: as it is after the step.
    :raises Conflict: if some of it is in the ledger already.
    """
    deal = table.stored.deals_ended + 1
    if due.sitting_down:
        people = [seat.user_id for seat in due.sitting_down if seat.user_id is not None]
        await ledger.sit_down(tx, table.stored.guild_id, people, due.at)
        table = await _topped_up(tx, table, due.sitting_down, deal, due.at)
    for number in sorted({payment.deal for payment in due.payments}.union(due.deals_begun)):
        if number in due.deals_begun:
            table = await _topped_up(tx, table, table.persons, number, due.at)
        table = await _paid(tx, table, [payment for payment in due.payments if payment.deal == number], due.at)
    if due.leaving is not None:
        table = await _divided(tx, table, due.leaving, deal, due.at)
    return replace(table, accounts=await _accounts(tx, table)) if table.endings else table


async def _accounts(tx: Transaction, table: Table) -> dict[int, int]:
    """The balances of the people at the table, by their seats."""
    people = {seat.seat: seat.user_id for seat in table.seats if seat.user_id is not None}
    held = await ledger.balances(tx, table.stored.guild_id, people.values())
    return {seat: held[user_id] for seat, user_id in people.items()}


async def _paid(tx: Transaction, table: Table, payments: Sequence[Payment], at: float) -> Table:
    numbered = [
        ledger.Payment(number, one.deal, one.payer, one.receiver, one.amount, one.reason, at)
        for number, one in enumerate(payments, table.booked + 1)
    ]
    await ledger.pay(tx, table.stored.guild_id, table.id, numbered)
    return replace(table, booked=table.booked + len(numbered))


async def _topped_up(tx: Transaction, table: Table, seats: Iterable[StoredSeat], deal: int, at: float) -> Table:
    """The table after those of the people who have nothing left got chips from the bank."""
    names = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    guild_id, number = table.stored.guild_id, table.booked + 1
    made = await ledger.top_up(tx, guild_id, table.id, names, number=number, deal=deal, at=at)
    notes = (Note("event.table.topped_up", {"name": names[one.receiver], "amount": str(one.amount)}) for one in made)
    return replace(table, booked=table.booked + len(made)).noted(*notes)


async def _divided(tx: Transaction, table: Table, leaving: StoredSeat, deal: int, at: float) -> Table:
    """The table after the chips of somebody who leaves went to those who stay, from his left on."""
    if leaving.user_id is None:
        return table
    staying = (*table.seats[leaving.seat + 1 :], *table.seats[: leaving.seat])
    guild_id, number, accounts = table.stored.guild_id, table.booked + 1, tuple(map(_account, staying))
    made = await ledger.leave(tx, guild_id, table.id, leaving.user_id, accounts, number=number, deal=deal, at=at)
    kept = await ledger.balance(tx, guild_id, leaving.user_id)
    after = replace(table, booked=table.booked + len(made))
    if made:
        divided = sum(one.amount for one in made)
        values = {"name": leaving.name, "kept": str(kept), "divided": str(divided)}
        return after.noted(Note("event.table.divided", values))
    return after.noted(Note("event.table.owes", {"name": leaving.name, "debt": str(-kept)})) if kept else after


def _account(seat: StoredSeat) -> int:
    return ledger.COMPUTERS if seat.user_id is None else seat.user_id
