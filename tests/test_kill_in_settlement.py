"""After kills in settlements, the ledger still matches the logs."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

import games
from games.core import events
from storage import ledger, matches
from storage.database import Database
from storage.ledger import BANK
from storage.schema import matches as match_rows
from tests.killed_settlements import GUILD, PEOPLE, gamble_on
from tests.processes import Program

Paid = tuple[int, int, int, int, str]
"""Deal, payer, receiver, amount and reason."""


async def a_life(url: str, seed: int, settlements: int) -> dict[str, tuple[int, int]]:
    """Run the program until it kills itself in a settlement.

    Return the last revision and payment number of each match.
    """
    program = Program(gamble_on, url, str(seed), str(settlements))
    await program.start()
    said, errors, code = await asyncio.wait_for(program.end(), 60)
    assert (code, errors) == (-signal.SIGKILL, b"")
    lines = (line.split() for line in said.decode().splitlines())
    return {match_id: (int(revision), int(booked)) for match_id, revision, booked in lines}


@dataclass
class Books:
    """The people's balances, computed from the logs of moves."""

    held: dict[int, int]

    def pay(self, *payment: int | str) -> Paid:
        deal, payer, receiver, amount, reason = payment
        assert isinstance(deal, int)
        assert isinstance(payer, int)
        assert isinstance(receiver, int)
        assert isinstance(amount, int)
        for account, change in ((payer, -amount), (receiver, amount)):
            if account != BANK:
                self.held[account] += change
        return deal, payer, receiver, amount, str(reason)

    def top_ups(self, deal: int, people: tuple[int, ...]) -> list[Paid]:
        poor = [person for person in people if self.held[person] <= 0]
        return [self.pay(deal, BANK, person, 500 - self.held[person], "top_up") for person in poor]

    def of_match(self, match: games.Match, people: tuple[int, ...]) -> list[Paid]:
        """Return the payments that a match caused so far."""
        deal, paid = 0, list[Paid]()
        for event in match.events:
            if isinstance(event, events.DealBegan):
                deal = event.number
                paid += self.top_ups(deal, people)
            elif isinstance(event, events.Paid):
                paid.append(self.pay(deal, people[event.payer], people[event.receiver], event.amount, event.reason))
        return paid


async def examine(url: str, acknowledged: dict[str, tuple[int, int]]) -> int:
    """Check the ledger against all logs; count the payments."""
    database = await Database.open(url)
    try:
        async with database.read() as tx:
            assert await ledger.audit(tx) == ()
            ids = (await tx.execute(select(match_rows.c.id).order_by(match_rows.c.created_at))).scalars().all()
            books = Books({person: 500 for people in PEOPLE.values() for person in people})
            count = 0
            for match_id in ids:
                found = await matches.load(tx, match_id)
                log = await matches.log(tx, match_id)
                assert found is not None
                stored, _ = found
                revision, booked = acknowledged.get(match_id, (0, 0))
                rows = await ledger.rows(tx, GUILD, match_id=match_id)
                assert (len(log) >= revision, len(rows) >= booked) == (True, True)
                if stored.seed is None:
                    assert rows == ()
                    continue
                match = games.new_match(stored.game, seats=3, options=stored.options, seed=stored.seed)
                for entry in log:
                    match.apply(entry.seat if entry.seat is not None else -1, entry.move)
                expected = books.of_match(match, PEOPLE[stored.channel_id])
                assert [(row.deal, row.payer, row.receiver, row.amount, row.reason) for row in rows] == expected
                assert [row.number for row in rows] == list(range(1, len(rows) + 1))
                count += len(rows)
            held = await ledger.balances(tx, GUILD)
            assert {person: held.get(person, 500) for person in books.held} == books.held
            return count
    finally:
        await database.close()


async def killed_again_and_again(url: str, lives: int) -> int:
    rng, payments = Random(), 0
    acknowledged: dict[str, tuple[int, int]] = {}
    for number in range(lives):
        acknowledged |= await a_life(url, number, rng.randrange(30))
        payments = await examine(url, acknowledged)
    return payments


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_kill_in_the_middle_of_a_settlement_leaves_all_or_nothing_of_it(tmp_path: Path) -> None:
    assert await killed_again_and_again(f"sqlite:///{tmp_path}/boneyard.db", 10) > 100


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.postgresql
async def test_a_kill_in_a_settlement_leaves_all_or_nothing_on_postgresql(
    postgres_address: str,
) -> None:
    assert await killed_again_and_again(postgres_address, 4) > 10
