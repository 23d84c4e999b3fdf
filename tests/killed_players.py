"""A killed program: people who play at several tables.

It waits while another process has the locks. It continues the live tables that it finds and opens new ones for those
that are over. Only after an accepted move it prints one line: the match, the revision of the move, its seat and its
text.
"""

from __future__ import annotations

import asyncio
import time
from random import Random

from bot.league.recording import record_step
from bot.tables import lobby, play
from bot.tables.clocks import Clocks, LoopTimers
from bot.tables.computers import Computers, Thinker
from bot.tables.errors import ChannelTaken
from bot.tables.live import Tables
from bot.tables.lobby import TableSetup
from bot.tables.processes import Processes
from bot.tables.state import Person, Table
from storage.database import Database
from storage.matches import Player
from storage.shard_locks import make_locks
from tests.chance import fixed
from tests.storage.lock_holders import wait_for

_GUILD = 7
_TABLES = 4
_PEOPLE = {1: Person(1, "Ada"), 2: Person(2, "Борис")}


async def _table(tables: Tables, channel_id: int, rng: Random) -> Table:
    """Return a channel's live table, or a new one."""
    found = await tables.in_channel(channel_id)
    if found is None:
        five = rng.random() < 0.5
        try:
            found = await tables.open(
                _PEOPLE[1],
                TableSetup(
                    guild_id=_GUILD,
                    channel_id=channel_id,
                    game="five_to_fourteen" if five else "block",
                    options={"rounds": "one"} if five else {},
                    clock="slow",
                    locale="en",
                ),
            )
        except ChannelTaken as taken:
            raise SystemExit(f"two tables for channel {channel_id}: {taken.match_id}") from taken
    if found.match is None and found.stored.seed is None:
        if len(found.seats) < 2 and channel_id == 1:
            await tables.apply(found.id, lobby.add_computer, _PEOPLE[1], Player.CASUAL)
        elif len(found.seats) < 2:
            await tables.apply(found.id, lobby.join, _PEOPLE[2])
        seed = f"{rng.random()}"
        found = (await tables.apply(found.id, lobby.start, _PEOPLE[1], fixed(seed))).after
    if found.match is None:
        raise SystemExit(f"the log of {found.id} does not fit the rules")
    return found


async def _play(tables: Tables, channel_id: int, rng: Random) -> None:
    """Play one table after another in a channel for ever."""
    while True:
        table = await _table(tables, channel_id, rng)
        while (mover := table.to_move()) is not None and table.match is not None:
            if mover.user_id is None:
                await asyncio.sleep(0.002)
                table = await tables.find(table.id) or table
                continue
            table = await _move(tables, table, mover.seat, mover.user_id, rng)


async def _move(tables: Tables, table: Table, seat: int, user_id: int, rng: Random) -> Table:
    if table.match is None:
        raise SystemExit(f"{table.id} has no match")
    move = str(rng.choice(table.match.moves(seat)))
    revision = table.revision
    change = await tables.apply(table.id, play.move, _PEOPLE[user_id], revision, move)
    print(table.id, revision + 1, seat, move, flush=True)
    return change.after


async def _main(url: str, seed: str) -> None:
    vars(play)["COMPUTER_TURN_S"] = 0.001  # nobody looks on
    locks = make_locks(url, 1, [0])
    await wait_for(locks)
    database = await Database.open(url, locks.fence)
    tables = Tables(database, now=time.time, record=record_step)
    tables.set_timekeeper(Clocks(tables, Computers(tables, Thinker(Processes(0))), LoopTimers(), now=time.time))
    await tables.start()
    rng = Random(seed)
    await asyncio.gather(*(_play(tables, channel_id, rng) for channel_id in range(1, _TABLES + 1)))


def play_on(url: str, seed: str) -> None:
    """Play on this database by this seed for ever."""
    asyncio.run(_main(url, seed))
