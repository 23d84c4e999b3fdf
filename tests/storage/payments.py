"""Payments in a ledger, for tests."""

from storage import ledger, matches
from storage.database import Database
from storage.ledger import Page, Payment, StatementLine
from tests.storage.samples import GUILD, match

ADA, BORYS, CELINA, DORA = 101, 102, 103, 104

NOON = 1_763_000_000.0


def payment(number: int, payer: int, receiver: int, amount: int, *, deal: int = 1, reason: str = "opening") -> Payment:
    return Payment(number, deal, payer, receiver, amount, reason, NOON + number)


async def start_match(database: Database, *people: int, name: str = "M", guild_id: int = GUILD) -> str:
    """Start a match with these people seated; return it."""
    async with database.write() as tx:
        await matches.add(tx, match(name, guild_id=guild_id), ())
        await ledger.sit_down(tx, guild_id, people, NOON)
    return name


async def paid(database: Database, match_id: str, *payments: Payment, guild_id: int = GUILD) -> None:
    async with database.write() as tx:
        await ledger.pay(tx, guild_id, match_id, payments)


async def sat_down_and_paid(database: Database, match_id: str, person: int, one: Payment) -> None:
    async with database.write() as tx:
        await ledger.sit_down(tx, GUILD, [person], NOON)
        await ledger.pay(tx, GUILD, match_id, [one])


async def balances(database: Database, guild_id: int = GUILD) -> dict[int, int]:
    async with database.read() as tx:
        return await ledger.balances(tx, guild_id)


async def rows(database: Database) -> tuple[ledger.LedgerRow, ...]:
    async with database.read() as tx:
        return await ledger.rows(tx, GUILD)


async def audit(database: Database, guild_id: int | None = None) -> tuple[str, ...]:
    async with database.read() as tx:
        return await ledger.audit(tx, guild_id)


async def statement(
    database: Database, account: int, *, match_id: str | None = None, first: int = 0, count: int = 10
) -> Page[StatementLine]:
    async with database.read() as tx:
        return await ledger.statement(tx, GUILD, account, match_id=match_id, first=first, count=count)


async def top_up(database: Database, match_id: str, number: int, *people: int) -> list[tuple[int, int, int]]:
    async with database.write() as tx:
        made = await ledger.top_up(tx, ledger.PaymentContext(GUILD, match_id, 2, number, NOON), people)
    return [(one.number, one.receiver, one.amount) for one in made]
