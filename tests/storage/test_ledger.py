"""The chips' ledger: booked once, and summing to zero."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from storage import ledger
from storage.database import Conflict, Database, StorageError
from storage.ledger import BANK, COMPUTERS, AccountBalance
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
    sat_down_and_paid,
    start_match,
    top_up,
)
from tests.storage.samples import GUILD


async def test_who_sits_down_first_gets_500_from_the_bank_once_in_each_server(database: Database) -> None:
    async with database.write() as tx:
        assert await ledger.sit_down(tx, GUILD, [BORYS, ADA, ADA], NOON) == {ADA, BORYS}
    async with database.write() as tx:
        assert await ledger.sit_down(tx, GUILD, [ADA, CELINA], NOON + 9) == {CELINA}
        assert await ledger.sit_down(tx, GUILD + 1, [ADA], NOON) == {ADA}
    assert await balances(database) == {BANK: -1500, ADA: 500, BORYS: 500, CELINA: 500}
    assert await balances(database, GUILD + 1) == {BANK: -500, ADA: 500}
    assert [(row.receiver, row.amount, row.reason, row.match_id, row.number) for row in await rows(database)] == [
        (ADA, 500, "sit_down", None, None),
        (BORYS, 500, "sit_down", None, None),
        (CELINA, 500, "sit_down", None, None),
    ]
    assert await audit(database) == ()


@pytest.mark.parametrize("account", [BANK, COMPUTERS])
async def test_neither_the_bank_nor_computers_sit_down(database: Database, account: int) -> None:
    with pytest.raises(ValueError, match="not a person's"):
        async with database.write() as tx:
            await ledger.sit_down(tx, GUILD, [account], NOON)


async def test_first_chips_from_several_tables_at_once_are_given_once(database: Database) -> None:
    async def sit(people: Sequence[int]) -> frozenset[int]:
        async with database.write() as tx:
            return await ledger.sit_down(tx, GUILD, people, NOON)

    given = await asyncio.gather(*(sit(people) for people in ([ADA, BORYS], [BORYS, ADA], [CELINA, ADA], [ADA])))
    assert sorted(account for accounts in given for account in accounts) == [ADA, BORYS, CELINA]
    assert await balances(database) == {BANK: -1500, ADA: 500, BORYS: 500, CELINA: 500}


async def test_balances_are_what_the_payments_add_up_to(database: Database) -> None:
    match_id = await start_match(database, ADA, BORYS)
    await paid(database, match_id, payment(1, ADA, BORYS, 14), payment(2, COMPUTERS, ADA, 40))
    await paid(database, match_id, payment(3, BORYS, COMPUTERS, 600))
    # Ada 500 - 14 + 40; Borys 500 + 14 - 600; the computers -40 + 600; the bank gave 500 twice
    assert await balances(database) == {ADA: 526, BORYS: -86, COMPUTERS: 560, BANK: -1000}
    async with database.read() as tx:
        assert await ledger.balance(tx, GUILD, BORYS) == -86
        assert await ledger.balance(tx, GUILD, CELINA) == 0
        assert await ledger.balances(tx, GUILD, [ADA, CELINA]) == {ADA: 526, CELINA: 0}
        assert await ledger.last_number(tx, match_id) == 3
        assert await ledger.last_number(tx, "nothing") == 0
    assert await audit(database) == ()


async def test_random_payments_leave_the_sum_of_all_accounts_at_zero(database: Database) -> None:
    match_id = await start_match(database, ADA, BORYS, CELINA)
    rng, expected = Random(1), {BANK: -1500, ADA: 500, BORYS: 500, CELINA: 500, COMPUTERS: 0}
    payments = []
    for number in range(1, 101):
        payer, receiver = rng.sample(sorted(expected), 2)
        payments.append(payment(number, payer, receiver, rng.randint(1, 500)))
        expected[payer] -= payments[-1].amount
        expected[receiver] += payments[-1].amount
    await paid(database, match_id, *payments)
    assert await balances(database) == expected
    assert sum(expected.values()) == 0
    assert await audit(database) == ()


async def test_a_payment_is_booked_once_only_and_nothing_beside_a_repeated_one(database: Database) -> None:
    match_id = await start_match(database, ADA, BORYS)
    await paid(database, match_id, payment(1, ADA, BORYS, 10))
    before = await rows(database)
    with pytest.raises(Conflict):
        await paid(database, match_id, payment(2, ADA, BORYS, 5), payment(1, ADA, BORYS, 10))
    with pytest.raises(Conflict):
        await sat_down_and_paid(database, match_id, CELINA, payment(1, BORYS, ADA, 3))
    assert await rows(database) == before
    other = await start_match(database, ADA, name="other")
    await paid(database, other, payment(1, ADA, BORYS, 10))  # every match counts for itself
    assert await balances(database) == {BANK: -1000, ADA: 480, BORYS: 520}


async def test_of_several_that_settle_the_same_at_once_one_succeeds(database: Database) -> None:
    match_id = await start_match(database, ADA, BORYS)
    tries = (paid(database, match_id, payment(1, ADA, BORYS, 10), payment(2, BORYS, ADA, 3)) for _ in range(5))
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 4 + ["NoneType"]
    assert await balances(database) == {BANK: -1000, ADA: 493, BORYS: 507}


@pytest.mark.parametrize(("payer", "receiver", "amount"), [(ADA, ADA, 5), (ADA, BORYS, 0), (ADA, BORYS, -5)])
async def test_nobody_pays_themselves_or_nothing(database: Database, payer: int, receiver: int, amount: int) -> None:
    with pytest.raises(ValueError, match="between two accounts"):
        payment(1, payer, receiver, amount)
    match_id = await start_match(database, ADA, BORYS)
    forced = payment(1, ADA, BORYS, 1)
    for name, value in {"payer": payer, "receiver": receiver, "amount": amount}.items():
        object.__setattr__(forced, name, value)
    with pytest.raises(StorageError):
        await paid(database, match_id, forced)


async def test_a_payment_belongs_to_a_match_that_exists(database: Database) -> None:
    await start_match(database, ADA, BORYS)
    with pytest.raises(StorageError):
        await paid(database, "unknown", payment(1, ADA, BORYS, 1))


# --- Top-ups ----------------------------------------------------------------------------------------------------------


async def test_accounts_at_or_below_zero_are_topped_up_to_500_and_counted(database: Database) -> None:
    match_id = await start_match(database, ADA, BORYS, CELINA)
    await paid(database, match_id, payment(1, ADA, CELINA, 500), payment(2, BORYS, CELINA, 537))
    assert await top_up(database, match_id, 3, CELINA, BORYS, ADA) == [(3, ADA, 500), (4, BORYS, 537)]
    assert await top_up(database, match_id, 5, CELINA, BORYS, ADA) == []
    await paid(database, match_id, payment(5, ADA, BORYS, 499))
    assert await top_up(database, match_id, 6, ADA, BORYS) == []  # 1 $ is above zero
    await paid(database, match_id, payment(6, ADA, BORYS, 1))
    assert await top_up(database, match_id, 7, ADA, BORYS) == [(7, ADA, 500)]
    async with database.read() as tx:
        assert await ledger.standing(tx, GUILD, ADA) == AccountBalance(ADA, 500, 2, 1000)
        assert await ledger.standing(tx, GUILD, BORYS) == AccountBalance(BORYS, 1000, 1, 537)
        assert await ledger.standing(tx, GUILD, CELINA) == AccountBalance(CELINA, 1537, 0, 0)
        assert await ledger.standing(tx, GUILD, DORA) is None
    assert await audit(database) == ()


async def test_two_tables_settling_at_once_top_up_a_player_only_once(database: Database) -> None:
    one = await start_match(database, ADA, BORYS)
    other = await start_match(database, name="other")
    await paid(database, one, payment(1, ADA, BORYS, 400))  # Ada has 100
    at_once = asyncio.Barrier(1 if database._address.is_sqlite else 2)  # SQLite lets one write after the other

    async def settle(match_id: str, number: int, amount: int) -> int:
        async with database.write() as tx:
            await ledger.pay(tx, GUILD, match_id, [payment(number, ADA, BORYS, amount)])
            await at_once.wait()
            made = await ledger.top_up(tx, ledger.PaymentContext(GUILD, match_id, 1, number + 1, NOON), [ADA])
            await asyncio.sleep(0.05)
            return len(made)

    assert sorted(await asyncio.gather(settle(one, 2, 150), settle(other, 1, 200))) == [0, 1]
    # -50 is topped up to 500, then 200 are paid; or -100 is, then 150
    assert (await balances(database))[ADA] in (300, 350)
    assert await audit(database) == ()


async def test_two_tables_with_the_same_players_settle_side_by_side(database: Database) -> None:
    people = (ADA, BORYS, CELINA)
    tables = [await start_match(database, *people, name=name) for name in ("one", "other")]
    rng = Random(4)
    changes = dict.fromkeys(people, 0)
    settlements = []
    for number in range(1, 31):
        for match_id in tables:
            payer, receiver = rng.sample(people, 2)
            settlements.append((match_id, payment(number, payer, receiver, amount := rng.randint(1, 9))))
            changes[payer] -= amount
            changes[receiver] += amount

    async def play(match_id: str) -> None:
        for table, one in settlements:
            if table == match_id:
                await paid(database, match_id, one)

    await asyncio.gather(*map(play, tables))
    assert await balances(database) == {BANK: -1500} | {person: 500 + changes[person] for person in people}
    assert len(await rows(database)) == 3 + 60
    assert await audit(database) == ()
