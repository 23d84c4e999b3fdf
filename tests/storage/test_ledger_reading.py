"""The ledger read: statements, leaders, exports, and the audit."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from storage import ledger
from storage.database import Database, Transaction
from storage.league import results
from storage.league.results import MatchEntry, NotCounted
from storage.ledger import BANK, COMPUTERS, AccountBalance, Page
from storage.privacy import servers
from tests.storage.payments import (
    ADA,
    BORYS,
    CELINA,
    DORA,
    NOON,
    audit,
    balances,
    paid,
    payment,
    rows,
    start_match,
    statement,
    top_up,
)
from tests.storage.samples import GUILD

# --- Reading ----------------------------------------------------------------------------------------------------------


async def a_story(database: Database) -> tuple[str, str]:
    """Save two matches; Ada has 500, 486, 514, -86, 500 and 470."""
    one = await start_match(database, ADA, BORYS, CELINA)
    await paid(database, one, payment(1, ADA, BORYS, 14), payment(2, CELINA, ADA, 28), payment(3, BORYS, CELINA, 7))
    await paid(database, one, payment(4, ADA, BORYS, 600, deal=2, reason="settlement"))
    await top_up(database, one, 5, ADA, BORYS, CELINA)
    other = await start_match(database, ADA, BORYS, name="other")
    await paid(database, other, payment(1, ADA, COMPUTERS, 30))
    return one, other


async def test_a_statement_lists_the_newest_first_with_running_balances(database: Database) -> None:
    one, other = await a_story(database)
    page = await statement(database, ADA)
    assert page.total == 6
    told = [(line.match_id, line.deal, line.counterpart, line.amount, line.reason, line.balance) for line in page.items]
    assert told == [
        (other, 1, COMPUTERS, -30, "opening", 470),
        (one, 2, BANK, 586, "top_up", 500),
        (one, 2, BORYS, -600, "settlement", -86),
        (one, 1, CELINA, 28, "opening", 514),
        (one, 1, BORYS, -14, "opening", 486),
        (None, None, BANK, 500, "sit_down", 500),
    ]
    assert [line.at for line in page.items] == [NOON + 1, NOON, NOON + 4, NOON + 2, NOON + 1, NOON]


async def test_a_statement_of_one_match_still_tells_the_whole_balance(database: Database) -> None:
    one, other = await a_story(database)
    page = await statement(database, ADA, match_id=other)
    assert ([line.balance for line in page.items], page.total) == ([470], 1)
    page = await statement(database, ADA, match_id=one)
    assert ([line.balance for line in page.items], page.total) == ([500, -86, 514, 486], 4)
    assert await statement(database, ADA, match_id="unknown") == Page((), 0)
    assert await statement(database, DORA) == Page((), 0)


async def test_a_statement_comes_in_pages(database: Database) -> None:
    await a_story(database)
    whole = (await statement(database, ADA)).items
    for first, count in ((0, 2), (2, 2), (4, 2), (5, 2), (6, 2)):
        page = await statement(database, ADA, first=first, count=count)
        assert page == Page(whole[first : first + count], 6)


async def test_leaders_have_the_most_chips_without_what_the_bank_gave_as_top_ups(
    database: Database,
) -> None:
    await a_story(database)
    async with database.read() as tx:
        # Borys 500 + 14 - 7 + 600; Celina 500 - 28 + 7; Ada as in her statement, of which 586 are a top-up
        expected = (
            AccountBalance(BORYS, 1107, 0, 0),
            AccountBalance(CELINA, 479, 0, 0),
            AccountBalance(ADA, 470, 1, 586),
        )
        assert [one.net for one in expected] == [1107, 479, -116]
        assert await ledger.leaders(tx, GUILD) == Page(expected, 3)
        assert await ledger.leaders(tx, GUILD, first=1, count=1) == Page(expected[1:2], 3)
        assert await ledger.leaders(tx, GUILD + 1) == Page((), 0)


async def test_who_holds_more_only_by_the_banks_help_comes_after(database: Database) -> None:
    match_id = await start_match(database, ADA, BORYS, CELINA)
    # Ada loses 500 to Celina and is topped up by 500, Borys loses 20: with the help 500 against 480, without it 0.
    await paid(database, match_id, payment(1, ADA, CELINA, 500), payment(2, BORYS, CELINA, 20))
    await top_up(database, match_id, 3, ADA)
    async with database.read() as tx:
        found = (await ledger.leaders(tx, GUILD)).items
    assert [(one.account, one.net, one.balance) for one in found] == [
        (CELINA, 1020, 1020),
        (BORYS, 480, 480),
        (ADA, 0, 500),
    ]


async def test_wins_from_topped_up_accounts_count_up_to_the_daily_limit(database: Database) -> None:
    midnight = NOON - NOON % 86_400
    # Borys and Dora lose to Celina in each match; the bank has helped Borys alone.
    begun = [midnight - 1, midnight, midnight + 1, midnight + 2, midnight + 86_399, midnight + 86_400]
    for number, at in enumerate(begun):
        match_id = await start_match(database, ADA, BORYS, CELINA, DORA, name=f"M{number}")
        lost = [payment(1, BORYS, CELINA, 100 + number), payment(2, DORA, CELINA, 10), payment(3, CELINA, BORYS, 1)]
        await paid(database, match_id, *lost, *([payment(4, BORYS, CELINA, 500)] if number == 0 else []))
        if number == 0:
            await top_up(database, match_id, 5, BORYS)
        async with database.write() as tx:
            everybody = dict(enumerate((ADA, BORYS, CELINA, DORA)))
            await results.enter(tx, MatchEntry(match_id, GUILD, "nos", at, NotCounted.COMPUTERS, everybody))
    async with database.read() as tx:
        for limit, uncounted in ((2, 103 - 1 + 104 - 1), (3, 104 - 1), (4, 0), (0, 0)):
            found = {
                one.account: one for one in (await ledger.leaders(tx, GUILD, limit=limit, midnight=midnight)).items
            }
            assert found[CELINA].uncounted == uncounted
            assert found[CELINA].net == found[CELINA].balance - uncounted
            assert [found[one].uncounted for one in (ADA, BORYS, DORA)] == [0, 0, 0]
        assert await ledger.audit(tx) == ()


async def test_rows_of_servers_accounts_and_matches_are_read_oldest_first(database: Database) -> None:
    one, other = await a_story(database)
    async with database.read() as tx:
        everything = await ledger.rows(tx, GUILD)
        assert [row.amount for row in everything] == [500, 500, 500, 14, 28, 7, 600, 586, 30]
        assert await ledger.rows(tx, GUILD, account=CELINA) == tuple(everything[index] for index in (2, 4, 5))
        assert await ledger.rows(tx, GUILD, match_id=one) == everything[3:8]
        assert await ledger.rows(tx, GUILD, match_id=other, account=BORYS) == ()
        assert await ledger.rows(tx, GUILD + 1) == ()


async def test_a_server_is_forgotten_with_its_ledger(database: Database) -> None:
    await a_story(database)
    await start_match(database, ADA, name="there", guild_id=GUILD + 1)
    async with database.write() as tx:
        await servers.forget(tx, GUILD, 1000)
    assert await rows(database) == ()
    assert await balances(database, GUILD + 1) == {BANK: -500, ADA: 500}
    assert await audit(database) == ()


# --- The audit --------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def tampering(database: Database) -> AsyncIterator[Transaction]:
    """A manual write into the database."""
    async with database.write() as tx:
        if database._address.is_sqlite:
            await tx.execute(text("PRAGMA ignore_check_constraints = ON"))
        else:
            for name in ("something", "between_two"):
                await tx.execute(text(f"ALTER TABLE chip_payments DROP CONSTRAINT ck_chip_payments_{name}"))
        yield tx


@pytest.mark.parametrize(
    ("statement_sql", "fault"),
    [
        ("UPDATE chip_payments SET amount = 0 WHERE number = 2", "1 payments are of nothing or to oneself"),
        ("UPDATE chip_payments SET payer = receiver WHERE number > 2", "3 payments are of nothing or to oneself"),
        ("DELETE FROM chip_payments WHERE number = 2", "payments are missing in 1 matches"),
        ("UPDATE chip_payments SET number = 9 WHERE number = 4", "payments are missing in 1 matches"),
        (
            "UPDATE matches SET guild_id = guild_id + 1 WHERE id = 'other'",
            "1 payments stand in another server's ledger than their match",
        ),
        (
            "DELETE FROM chip_payments WHERE reason = 'sit_down' AND receiver <> 101",
            "2 people have payments but never sat down",
        ),
    ],
)
async def test_the_audit_finds_what_somebody_did_by_hand(database: Database, statement_sql: str, fault: str) -> None:
    await a_story(database)
    async with database.read() as tx:
        assert await ledger.audit(tx) == ()
    async with tampering(database) as tx:
        await tx.execute(text(statement_sql))
    assert await audit(database) == (fault,)
    assert await audit(database, GUILD) == (fault,)
    assert await audit(database, GUILD + 5) == ()
