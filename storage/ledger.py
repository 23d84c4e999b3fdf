"""The double-entry ledger of chips.

Every payment is one row, from one account to another. Rows are added and never changed. A balance is the sum of the
rows and is not stored. So the accounts of a server, with the bank's, sum to zero. A person's account is their user id.
The first 500 from the bank open it, and locking that row locks the account.

Every function works in the caller's transaction. All times are unix seconds, all amounts whole $.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, Subquery, false, func, insert, literal, select, union_all

from storage.database import Transaction
from storage.schema import SITTING_DOWN, chip_payments, league_entries, matches
from storage.transactions import field_columns

BANK: Final = 0
"""The account of the bank."""

COMPUTERS: Final = -1
"""The one account of all computer players of a server. Discord's ids, and so people's accounts, are greater than 0;
the accounts of deleted people are below this."""

START: Final = 500
"""The chips of a new account, and of one that was topped up."""

SIT_DOWN: Final = "sit_down"
TOP_UP: Final = "top_up"
LEAVING: Final = "leaving"

_DAY_S: Final = 86_400.0

T = TypeVar("T")

_HERE = chip_payments.c


@dataclass(frozen=True)
class Payment:
    """A payment of a match.

    :raises ValueError: an amount that is not above zero, or an account that would pay itself.
    """

    number: int
    """Its place among the payments of the match, counted from 1."""
    deal: int | None
    payer: int
    receiver: int
    amount: int
    reason: str
    at: float

    def __post_init__(self) -> None:
        if self.amount <= 0 or self.payer == self.receiver:
            raise ValueError(f"a payment is of something, between two accounts, not {self!r}")


@dataclass(frozen=True)
class PaymentContext:
    """The context of payments made together in a match.

    :ivar deal: the deal in which they are made; None outside one.
    :ivar number: the number of the first payment.
    """

    guild_id: int
    match_id: str
    deal: int | None
    number: int
    at: float

    def payment(self, index: int, payer: int, receiver: int, amount: int, reason: str) -> Payment:
        """Return the payment at this index, counted from 0."""
        return Payment(self.number + index, self.deal, payer, receiver, amount, reason, self.at)


@dataclass(frozen=True)
class LedgerRow:
    """A payment in the ledger; match, deal and number are optional."""

    id: int
    match_id: str | None
    deal: int | None
    number: int | None
    payer: int
    receiver: int
    amount: int
    reason: str
    at: float


@dataclass(frozen=True)
class StatementLine:
    """A payment seen from one account; negative if it paid."""

    id: int
    match_id: str | None
    deal: int | None
    counterpart: int
    amount: int
    reason: str
    at: float
    balance: int
    """The balance of the account after the payment."""


@dataclass(frozen=True)
class AccountBalance:
    """An account with its balance."""

    account: int
    balance: int
    top_ups: int
    """The number of top-ups by the bank."""
    helped: int
    """The chips that it got by that."""
    uncounted: int = 0
    """The chips that it won from accounts with top-ups in matches beyond the daily limit."""

    @property
    def net(self) -> int:
        """The balance without the top-ups, and without what does not count."""
        return self.balance - self.helped - self.uncounted


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of an ordered list, and the whole's length."""

    items: tuple[T, ...]
    total: int


# --- Payments ---------------------------------------------------------------------------------------------------------


async def pay(tx: Transaction, guild_id: int, match_id: str, payments: Sequence[Payment]) -> None:
    """Add payments of a match.

    :raises Conflict: one of the numbers is booked already. Nothing of the transaction is saved then.
    """
    if payments:
        where = {"guild_id": guild_id, "match_id": match_id}
        await tx.execute(insert(chip_payments), [where | vars(payment) for payment in payments])


async def sit_down(tx: Transaction, guild_id: int, people: Iterable[int], at: float) -> frozenset[int]:
    """Open missing accounts with 500 $ each; return their owners.

    :raises ValueError: an account that is not a person's.
    """
    opened = set()
    for account in sorted(set(people)):  # in one order everywhere: no deadlocks
        if account <= 0:
            raise ValueError(f"{account} is not a person's account")
        row = {"guild_id": guild_id, "payer": BANK, "receiver": account, "amount": START, "reason": SIT_DOWN, "at": at}
        if await tx.add_new(chip_payments, row):
            opened.add(account)
    return frozenset(opened)


async def top_up(tx: Transaction, context: PaymentContext, people: Iterable[int]) -> tuple[Payment, ...]:
    """Raise balances of zero or below to 500 $; return payments.

    Tables cannot top up an account simultaneously: the second waits for the first.
    """
    found = await _lock_balances(tx, context.guild_id, people)
    poor = [(account, balance) for account, balance in sorted(found.items()) if balance <= 0]
    payments = tuple(
        context.payment(index, BANK, account, START - balance, TOP_UP) for index, (account, balance) in enumerate(poor)
    )
    await pay(tx, context.guild_id, context.match_id, payments)
    return payments


# --- Balances -----------------------------------------------------------------------------------------------


async def last_number(tx: Transaction, match_id: str) -> int:
    """Return the number of a match's last payment, or 0."""
    last = await tx.execute(select(func.coalesce(func.max(_HERE.number), 0)).where(_HERE.match_id == match_id))
    return int(last.scalar_one())


async def balances(tx: Transaction, guild_id: int, accounts: Iterable[int] | None = None) -> dict[int, int]:
    """Return these balances, or all with a payment (computers too)."""
    here = _HERE.guild_id == guild_id
    wanted = None if accounts is None else list(accounts)

    def side(own: Any, amount: Any) -> Any:  # only columns of the index
        mine = select(own.label("account"), amount.label("amount")).group_by(own)
        return mine.where(here if wanted is None else here & own.in_(wanted))

    total = func.sum(_HERE.amount)
    sides = union_all(side(_HERE.receiver, total), side(_HERE.payer, -total)).subquery()
    sums = select(sides.c.account, func.sum(sides.c.amount).label("held")).group_by(sides.c.account)
    found = {int(row.account): int(row.held) for row in await tx.execute(sums)}
    return found if wanted is None else {account: found.get(account, 0) for account in wanted}


async def balance(tx: Transaction, guild_id: int, account: int) -> int:
    """Return an account's balance, 0 if it was never opened."""
    return (await balances(tx, guild_id, [account]))[account]


async def standing(tx: Transaction, guild_id: int, person: int) -> AccountBalance | None:
    """Return a person's account; None without games with chips."""
    helped = _help(guild_id).subquery()
    sums = _sums(guild_id, [person]).subquery()
    found = (await tx.execute(_with_help(sums, helped))).one_or_none()
    return None if found is None else _account_balance(found)


async def leaders(
    tx: Transaction, guild_id: int, *, limit: int = 0, midnight: float = 0.0, first: int = 0, count: int = 10
) -> Page[AccountBalance]:
    """Return the people with the most chips, net of top-ups.

    Chips won from accounts with top-ups do not count in matches that the same people begin beyond a daily limit.

    :param limit: that limit; 0: none.
    :param midnight: the beginning of a day.
    """
    helped, won = _help(guild_id).subquery(), _won_beyond(guild_id, limit, midnight).subquery()
    sums = _sums(guild_id, None).subquery()
    uncounted = func.coalesce(won.c.amount, 0)
    net = sums.c.balance - func.coalesce(helped.c.amount, 0) - uncounted
    ranked = _with_help(sums, helped).add_columns(uncounted.label("uncounted"))
    ranked = ranked.outerjoin(won, won.c.account == sums.c.account).order_by(net.desc(), sums.c.account)
    found = (await tx.execute(ranked.limit(count).offset(first))).all()
    opened = (
        select(func.count())
        .select_from(chip_payments)
        .where(_HERE.guild_id == guild_id, SITTING_DOWN, _HERE.receiver > 0)
    )
    total = await tx.execute(opened)
    standings = tuple(replace(_account_balance(row), uncounted=int(row.uncounted)) for row in found)
    return Page(standings, int(total.scalar_one()))


async def statement(
    tx: Transaction, guild_id: int, account: int, *, match_id: str | None = None, first: int = 0, count: int = 10
) -> Page[StatementLine]:
    """Return an account's payments with balances, newest first.

    These balances are computed backwards from the current one, so a page costs no more than the payments up to it.

    :param match_id: only those of this match.
    """
    if match_id is not None:
        return await _statement_of_match(tx, guild_id, account, match_id, first, count)
    paid, received = _own_sides(guild_id, account)
    newest = union_all(
        *(select(side.order_by(_HERE.id.desc()).limit(first + count).subquery()) for side in (paid, received))
    ).subquery()
    own = select(newest).order_by(newest.c.id.desc()).limit(first + count)
    found = (await tx.execute(own)).all()
    held = await balance(tx, guild_id, account)
    lines = []
    for row in found:
        lines.append(_statement_line(row, held))
        held -= int(row.amount)
    payments = select(func.count()).select_from(chip_payments).where(_HERE.guild_id == guild_id)
    counts = [(await tx.execute(payments.where(own == account))).scalar_one() for own in (_HERE.payer, _HERE.receiver)]
    return Page(tuple(lines[first:]), sum(map(int, counts)))


async def _statement_of_match(
    tx: Transaction, guild_id: int, account: int, match_id: str, first: int, count: int
) -> Page[StatementLine]:
    """Return one match's payments with the ledger's running sum."""
    paid, received = (side.where(_HERE.match_id == match_id) for side in _own_sides(guild_id, account))
    sides = union_all(paid, received).subquery()
    found = (await tx.execute(select(sides).order_by(sides.c.id.desc()))).all()
    lines = []
    for row in found[first : first + count]:
        later = select(func.coalesce(func.sum(_HERE.amount), 0)).where(_HERE.guild_id == guild_id, _HERE.id <= row.id)
        got = (await tx.execute(later.where(_HERE.receiver == account))).scalar_one()
        gave = (await tx.execute(later.where(_HERE.payer == account))).scalar_one()
        lines.append(_statement_line(row, int(got) - int(gave)))
    return Page(tuple(lines), len(found))


def _own_sides(guild_id: int, account: int) -> tuple[Any, Any]:
    """Return queries for payments from (negative) and to an account."""

    def side(own: Any, other: Any, amount: Any) -> Any:
        columns = (_HERE.id, _HERE.match_id, _HERE.deal, _HERE.reason, _HERE.at)
        mine = select(*columns, other.label("counterpart"), amount.label("amount"))
        return mine.where(_HERE.guild_id == guild_id, own == account)

    return side(_HERE.payer, _HERE.receiver, -_HERE.amount), side(_HERE.receiver, _HERE.payer, _HERE.amount)


def _statement_line(row: Any, held: int) -> StatementLine:
    amount = int(row.amount)
    return StatementLine(row.id, row.match_id, row.deal, row.counterpart, amount, row.reason, row.at, held)


async def rows(
    tx: Transaction, guild_id: int, *, account: int | None = None, match_id: str | None = None
) -> tuple[LedgerRow, ...]:
    """Return a server's ledger, oldest first, by account or match."""
    wanted = select(*field_columns(chip_payments, LedgerRow)).where(_HERE.guild_id == guild_id)
    if account is not None:
        wanted = wanted.where((_HERE.payer == account) | (_HERE.receiver == account))
    if match_id is not None:
        wanted = wanted.where(_HERE.match_id == match_id)
    return tuple(LedgerRow(**row) for row in (await tx.execute(wanted.order_by(_HERE.id))).mappings())


# --- Audit -----------------------------------------------------------------------------------------------------


async def audit(tx: Transaction, guild_id: int | None = None) -> tuple[str, ...]:
    """Return the faults of ledgers, in English; empty if sound.

    A sound ledger sums to zero. No payment is of nothing or to the payer. The payments of a match are numbered without
    a gap and belong to its server. Only people with an account pay or get chips.
    """
    of_guild = literal(value=True) if guild_id is None else _HERE.guild_id == guild_id
    sides = _sides(of_guild, None)
    opened = chip_payments.alias()
    opening = (opened.c.guild_id == sides.c.guild_id) & (opened.c.receiver == sides.c.account)
    has_sat_down = select(opened.c.id).where(opening & (opened.c.reason == SIT_DOWN)).exists()
    of_match = select(_HERE.match_id).where(of_guild & _HERE.match_id.is_not(None)).group_by(_HERE.match_id)
    gaps = of_match.having((func.max(_HERE.number) != func.count()) | (func.min(_HERE.number) != 1)).subquery()
    payments = select(func.count()).select_from(chip_payments).where(of_guild)
    questions = {
        "{n} payments are of nothing or to oneself": payments.where(
            (_HERE.amount <= 0) | (_HERE.payer == _HERE.receiver)
        ),
        "all accounts and the bank together hold {n} $ instead of nothing": select(
            func.coalesce(func.sum(sides.c.amount), 0)
        ),
        "payments are missing in {n} matches": select(func.count()).select_from(gaps),
        "{n} payments stand in another server's ledger than their match": payments.join(matches).where(
            _HERE.guild_id != matches.c.guild_id
        ),
        "{n} people have payments but never sat down": select(func.count(sides.c.account.distinct())).where(
            sides.c.account.not_in((BANK, COMPUTERS)) & ~has_sat_down
        ),
    }
    answers = {sentence: int((await tx.execute(question)).scalar_one()) for sentence, question in questions.items()}
    return tuple(sentence.format(n=answer) for sentence, answer in answers.items() if answer)


async def _lock_balances(tx: Transaction, guild_id: int, people: Iterable[int]) -> dict[int, int]:
    """Lock people's accounts and return their balances.

    The lock is on the row that opened the account, in one order. SQLite has one writer at a time and needs none.
    """
    wanted = sorted(set(people))
    opening = (_HERE.guild_id == guild_id) & _HERE.receiver.in_(wanted) & SITTING_DOWN
    await tx.execute(select(_HERE.id).where(opening).order_by(_HERE.receiver).with_for_update())
    return await balances(tx, guild_id, wanted)


def _sides(condition: ColumnElement[bool], accounts: Sequence[int] | None) -> Subquery:
    """Query each payment once per account; the payer's is negative."""

    def side(own: Any, other: Any, amount: Any) -> Any:
        columns = (_HERE.id, _HERE.guild_id, _HERE.match_id, _HERE.deal, _HERE.reason, _HERE.at)
        mine = select(*columns, own.label("account"), other.label("counterpart"), amount.label("amount"))
        return mine.where(condition if accounts is None else condition & own.in_(accounts))

    paid = side(_HERE.payer, _HERE.receiver, -_HERE.amount)
    return union_all(side(_HERE.receiver, _HERE.payer, _HERE.amount), paid).subquery()


def _sums(guild_id: int, people: Sequence[int] | None) -> Any:
    """Query people's accounts and balances from indexes alone."""

    def side(own: Any, amount: Any) -> Any:
        mine = select(own.label("account"), amount.label("amount")).where(_HERE.guild_id == guild_id)
        return mine.where(own > 0 if people is None else own.in_(people)).group_by(own)

    total = func.sum(_HERE.amount)
    sides = union_all(side(_HERE.receiver, total), side(_HERE.payer, -total)).subquery()
    return select(sides.c.account, func.sum(sides.c.amount).label("balance")).group_by(sides.c.account)


def _help(guild_id: int) -> Any:
    """Query the few top-ups: number and sum by account."""
    helped = (_HERE.guild_id == guild_id) & (_HERE.payer == BANK) & (_HERE.reason == TOP_UP)
    top_ups, amount = func.count().label("top_ups"), func.sum(_HERE.amount).label("amount")
    return select(_HERE.receiver.label("account"), top_ups, amount).where(helped).group_by(_HERE.receiver)


def _won_beyond(guild_id: int, limit: int, midnight: float) -> Any:
    """Query what each account won from accounts with top-ups in matches beyond the daily limit."""
    entry = league_entries.c
    day = func.floor((entry.started_at - midnight) / _DAY_S)
    number = func.row_number().over(partition_by=(entry.people, day), order_by=(entry.started_at, entry.match_id))
    of_day = select(entry.match_id, number.label("number")).where(entry.guild_id == guild_id).subquery()
    beyond = select(of_day.c.match_id).where(of_day.c.number > limit if limit else false())
    poor = select(_help(guild_id).subquery().c.account)

    def side(own: Any, other: Any, amount: Any) -> Any:
        mine = select(own.label("account"), _HERE.match_id, amount.label("amount"))
        return mine.where(_HERE.guild_id == guild_id, own > 0, other.in_(poor), _HERE.match_id.in_(beyond))

    paid = side(_HERE.payer, _HERE.receiver, -_HERE.amount)
    sides = union_all(side(_HERE.receiver, _HERE.payer, _HERE.amount), paid).subquery()
    amount = func.sum(sides.c.amount).label("amount")
    won = select(sides.c.account, amount).group_by(sides.c.account, sides.c.match_id).having(amount > 0).subquery()
    return select(won.c.account, func.sum(won.c.amount).label("amount")).group_by(won.c.account)


def _with_help(sums: Subquery, helped: Subquery) -> Any:
    """Query for the accounts of `sums` with the bank's help."""
    columns = (func.coalesce(helped.c.top_ups, 0).label("top_ups"), func.coalesce(helped.c.amount, 0).label("helped"))
    return select(sums, *columns).outerjoin_from(sums, helped, helped.c.account == sums.c.account)


def _account_balance(row: Any) -> AccountBalance:
    return AccountBalance(int(row.account), int(row.balance), int(row.top_ups), int(row.helped))
