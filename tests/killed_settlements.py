"""A program that kills itself in a settlement of Nos.

It plays at two tables for test_kill_in_settlement. It waits while another process has the locks. It continues the live
tables that it finds and opens new ones for those that are over. After each saved move, and only then, it prints one
line: the match, its revision and the number of its last payment. Of the settlement after so many others it writes the
first half of the payments and ends with SIGKILL, in the open transaction.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from random import Random

from bot.league.recording import record_step
from bot.tables import lobby, play
from bot.tables.live import Tables
from bot.tables.lobby import TableSetup
from bot.tables.state import Person, Table
from storage import ledger
from storage.database import Database, Transaction
from storage.ledger import Payment
from storage.shard_locks import make_locks
from tests.chance import fixed
from tests.storage.lock_holders import wait_for

GUILD = 7
PEOPLE = {1: (11, 12, 13), 2: (21, 22, 23)}
"""The players of each channel; their tables are disjoint so that every top-up is predictable."""


def _person(user_id: int) -> Person:
    return Person(user_id, f"player {user_id}")


def _die_while_settling(settlements: int) -> None:
    """End the process half-way through a later settlement."""
    pay, left = ledger.pay, settlements

    async def pay_and_die(tx: Transaction, guild_id: int, match_id: str, payments: Sequence[Payment]) -> None:
        nonlocal left
        if len(payments) > 1:
            left -= 1
        if left < 0:
            await pay(tx, guild_id, match_id, payments[: len(payments) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        await pay(tx, guild_id, match_id, payments)

    vars(ledger)["pay"] = pay_and_die


async def _table(tables: Tables, channel_id: int, rng: Random) -> Table:
    """Return a channel's running table, or a new one."""
    host, *others = PEOPLE[channel_id]
    found = await tables.in_channel(channel_id)
    if found is None:
        found = await tables.open(
            _person(host),
            TableSetup(
                guild_id=GUILD,
                channel_id=channel_id,
                game="nos",
                options={"deals": 3},
                clock="none",
                locale="en",
            ),
        )
    if found.stored.seed is None:
        for user_id in others:
            if found.seat_of(user_id) is None:
                await tables.apply(found.id, lobby.join, _person(user_id))
        seed = f"{rng.random()}"
        found = (await tables.apply(found.id, lobby.start, _person(host), fixed(seed))).after
    return found


async def _play(tables: Tables, channel_id: int, rng: Random) -> None:
    """Play one match after another in a channel for ever."""
    while True:
        table = await _table(tables, channel_id, rng)
        while (mover := table.to_move()) is not None and table.match is not None and mover.user_id is not None:
            move = str(rng.choice(table.match.moves(mover.seat)))
            table = (await tables.apply(table.id, play.move, _person(mover.user_id), table.revision, move)).after
            print(table.id, table.revision, table.booked, flush=True)


async def _main(url: str, seed: str, settlements: str) -> None:
    _die_while_settling(int(settlements))
    locks = make_locks(url, 1, [0])
    await wait_for(locks)
    tables = Tables(await Database.open(url, locks.fence), now=time.time, record=record_step)
    await tables.start()
    rng = Random(seed)
    await asyncio.gather(*(_play(tables, channel_id, rng) for channel_id in PEOPLE))


def gamble_on(url: str, seed: str, settlements: str) -> None:
    """Play by this seed until a number of settlements is made."""
    asyncio.run(_main(url, seed, settlements))
