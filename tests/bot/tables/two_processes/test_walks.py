"""Random play by two processes equals one process."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.tables import lobby, play
from bot.tables.errors import TableError
from bot.tables.state import Person, Table
from games import GameError
from storage import ledger
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, GUILD, TableProcess
from tests.bot.tables.two_processes.pair import Pair
from tests.chance import fixed

PEOPLE = {person.user_id: person for person in (ADA, BORYS, CELINA)}


async def click(process: TableProcess, seen: Table, person: Person, text: str) -> tuple[int, str] | None:
    """Click on a picture; return revision and move if taken."""
    try:
        await process.apply(seen, play.move, person, seen.revision, text)
    except (TableError, GameError):
        return None
    return seen.revision + 1, text


@pytest.mark.parametrize("game", ["double_trouble", "nos"])
async def test_no_accepted_move_is_lost_with_clicks_in_two_processes(pair: Pair, game: str) -> None:
    rng, processes = Random(game), (pair.one, pair.other)
    table = await pair.one.open(game=game)
    await pair.one.tables.newest(table.id)
    await asyncio.gather(pair.one.apply(table, lobby.join, BORYS), pair.other.apply(table, lobby.join, CELINA))
    starts = (process.apply(table, lobby.start, ADA, fixed(f"seed {place}")) for place, process in enumerate(processes))
    await asyncio.gather(*starts, return_exceptions=True)
    taken: dict[int, str] = {}
    for _ in range(60):
        seen = await rng.choice(processes).tables.newest(table.id)
        assert seen is not None
        mover = seen.to_move()
        if seen.match is None or mover is None:
            break
        person, moves = PEOPLE[mover.user_id or 0], [str(move) for move in seen.match.moves(mover.seat)]
        where = [rng.choice(processes) for _ in range(rng.choice((1, 2, 2, 3)))]
        ends = await asyncio.gather(*(click(process, seen, person, rng.choice(moves)) for process in where))
        done = [end for end in ends if end is not None]
        assert len(done) == 1, "one of the clicks on one picture is taken"
        taken.update(done)
    left = await pair.load_left(table.id)
    assert left.match is not None
    log = dict(enumerate((text for _, text in left.match.record().log), 1))
    assert len(taken) > 10
    assert {revision: log[revision] for revision in taken} == taken
    async with pair.one.database.read() as tx:
        assert await ledger.audit(tx, GUILD) == ()
