"""Payments in chips, and saving them in the ledger.

A person at a table uses their own account in the server, even while a computer makes their moves. All computer players
share one account and never pay each other.

A person who gives up their seat, also by being late, is replaced by a computer. This stand-in uses the computers'
account, and the score stays with the seat. Earlier payments stay, and the person pays the stand-in the stake of the
running deal (`Match.at_stake`). No one else gains chips, so a person cannot give chips away by leaving. The stake
depends on public facts only; otherwise the public balances could reveal a hand.

Nothing is at stake in two cases: another person takes over the running deal, or a match with several people ends and
the deal is dropped for all.

A person who sits down again without chips is topped up, as between deals.

A helped match pays nothing. A person who takes the first hint pays the stake of the running deal, as if they left.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games import Event
from games.core.events import DealBegan, Paid
from storage import ledger
from storage.database import Transaction
from storage.matches import StoredSeat

from .state import ChipPayment, Note, Settlement, Step, Table


def settlement(table: Table, happened: Sequence[Event], now: float, ended: int | None = None) -> Settlement | None:
    """Return the payments after events, if there are chips.

    :param table: the table before the events.
    :param ended: the number of the last deal that they ended.
    """
    if not table.pays_chips:
        return None
    deal = table.stored.deals_ended + 1
    payments: list[ChipPayment] = []
    begun: list[int] = []
    for event in happened:
        if isinstance(event, DealBegan):
            deal = event.number
            begun.append(deal)
        elif isinstance(event, Paid):
            payer, receiver = _account(table.seats[event.payer]), _account(table.seats[event.receiver])
            if payer != receiver:
                payments.append(ChipPayment(deal, payer, receiver, event.amount, event.reason.value))
    return Settlement(now, tuple(payments), tuple(begun), ended)


def seating(table: Table, people: tuple[StoredSeat, ...], now: float) -> Settlement | None:
    """Return the settlement when people sit down."""
    return Settlement(now, sitting_down=people) if table.pays_chips else None


def at_stake(table: Table, seat: StoredSeat) -> int:
    """Return the chips that a person pays for leaving now."""
    if seat.user_id is None or table.match is None or not table.pays_chips:
        return 0
    return table.match.at_stake(seat.seat)


def given_up(table: Table, seat: StoredSeat, step: Step, now: float) -> Step:
    """Return the step of a leaving person who pays the stake.

    :param table: the table before the step.
    """
    amount = at_stake(table, seat)
    if not amount:
        return step
    due = step.chips or Settlement(now)
    payment = ChipPayment(table.deal, _account(seat), ledger.COMPUTERS, amount, ledger.LEAVING)
    told = step.table.noted(Note("event.table.stake_paid", {"name": seat.name, "amount": str(amount)}))
    return replace(step, table=told, chips=replace(due, payments=(*due.payments, payment)))


async def settle(tx: Transaction, table: Table, due: Settlement) -> Table:
    """Save a step's payments; return the table with new balances.

    :param table: the table after the step.
    :raises Conflict: if the ledger has some of it already.
    """
    deal = table.stored.deals_ended + 1
    if due.sitting_down:
        people = [seat.user_id for seat in due.sitting_down if seat.user_id is not None]
        await ledger.sit_down(tx, table.stored.guild_id, people, due.at)
        table = await _topped_up(tx, table, due.sitting_down, deal, due.at)
    ended = () if due.deal_ended is None else (due.deal_ended,)
    for number in sorted({payment.deal for payment in due.payments}.union(due.deals_begun, ended)):
        if number in due.deals_begun:
            table = await _topped_up(tx, table, table.persons, number, due.at)
        table = await _paid(tx, table, [payment for payment in due.payments if payment.deal == number], due.at)
        if number == due.deal_ended:
            table = replace(table, accounts=await _accounts(tx, table))
    return table


async def _accounts(tx: Transaction, table: Table) -> dict[int, int]:
    """Return the balances of the people at the table, by their seats."""
    people = {seat.seat: seat.user_id for seat in table.seats if seat.user_id is not None}
    held = await ledger.balances(tx, table.stored.guild_id, people.values())
    return {seat: held[user_id] for seat, user_id in people.items()}


async def _paid(tx: Transaction, table: Table, payments: Sequence[ChipPayment], at: float) -> Table:
    numbered = [
        ledger.Payment(number, one.deal, one.payer, one.receiver, one.amount, one.reason, at)
        for number, one in enumerate(payments, table.booked + 1)
    ]
    await ledger.pay(tx, table.stored.guild_id, table.id, numbered)
    return replace(table, booked=table.booked + len(numbered))


async def _topped_up(tx: Transaction, table: Table, seats: Iterable[StoredSeat], deal: int, at: float) -> Table:
    """Top up the people without chips; return the table."""
    names = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    made = await ledger.top_up(tx, _context(table, deal, at), names)
    notes = (Note("event.table.topped_up", {"name": names[one.receiver], "amount": str(one.amount)}) for one in made)
    return replace(table, booked=table.booked + len(made)).noted(*notes)


def _context(table: Table, deal: int, at: float) -> ledger.PaymentContext:
    return ledger.PaymentContext(table.stored.guild_id, table.id, deal, table.booked + 1, at)


def _account(seat: StoredSeat) -> int:
    return ledger.COMPUTERS if seat.user_id is None else seat.user_id
