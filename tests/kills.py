"""Programs killed at random, and their data checked against their output."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from sqlalchemy import select

import games
from storage import matches
from storage.database import Database
from storage.matches import Status
from storage.schema import matches as match_rows
from tests.processes import Program

_MOMENT_S = 0.02

Playing = Callable[[str, str], None]
"""A program: it plays on the database at an address, by chance of a seed, for ever.

Of each move that was taken, and only then, it prints a line: the match, the revision of the move, its seat and text.
"""


@dataclass
class Witness:
    """The knowledge from all lives of the program.

    :ivar acknowledged: match -> revision -> seat and move.
    :ivar over: the matches that were found over, examined for the last time.
    :ivar logs: match -> the length of its log when it was examined.
    """

    acknowledged: dict[str, dict[int, tuple[int, str]]] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    logs: dict[str, int] = field(default_factory=dict)

    def hear(self, lines: Iterable[bytes]) -> int:
        """Note and count a life's lines, without an incomplete last one."""
        count = 0
        for line in lines:
            if line.endswith(b"\n"):
                match_id, revision, seat, move = line.decode().split()
                entries = self.acknowledged.setdefault(match_id, {})
                assert int(revision) not in entries, f"{match_id} acknowledged revision {revision} twice"
                entries[int(revision)] = int(seat), move
                count += 1
        return count


async def a_life(main: Playing, url: str, seed: int, moves: int, seconds: float, witness: Witness) -> int:
    """Run a program, kill it, return its acknowledged moves."""
    program = Program(main, url, str(seed))
    await program.start()
    heard = []
    for _ in range(moves):
        heard.append(await asyncio.wait_for(program.output.readline(), 100))
        assert heard[-1], (await program.errors.read()).decode()
    await asyncio.sleep(seconds)
    program.kill()
    rest, errors, code = await program.end()
    assert not errors, errors.decode()
    assert code == -signal.SIGKILL, "the program ended by itself"
    return witness.hear([*heard, *rest.splitlines(keepends=True)])


async def examine(database: Database, witness: Witness) -> None:
    """Check that nothing acknowledged is lost, and changed matches replay."""
    async with database.read() as tx:
        ids = list((await tx.execute(select(match_rows.c.id))).scalars())
        channels = Counter(match.channel_id for match in await matches.live(tx))
    assert witness.acknowledged.keys() <= set(ids)
    assert all(count == 1 for count in channels.values())
    for match_id in ids:
        if match_id not in witness.over:
            await examine_match(database, match_id, witness)


async def examine_match(database: Database, match_id: str, witness: Witness) -> None:
    async with database.read() as tx:
        found = await matches.load(tx, match_id)
        log = await matches.log(tx, match_id)
        deals, results = await matches.results(tx, match_id)
    assert found is not None
    stored, seats = found
    saved = {entry.revision: (entry.seat, entry.move) for entry in log}
    for revision, move in witness.acknowledged.get(match_id, {}).items():
        assert saved.get(revision) == move
    assert list(saved) == list(range(1, stored.revision + 1))
    assert len(log) >= witness.logs.get(match_id, 0)
    witness.logs[match_id] = len(log)
    if stored.seed is None:
        assert (stored.status, log, deals, results) == (Status.LOBBY, (), (), ())
        return
    match = games.new_match(stored.game, seats=len(seats), options=stored.options, seed=stored.seed)
    ended = []
    for entry in log:
        before = match.last_deal
        match.apply(entry.seat if entry.seat is not None else -1, entry.move)
        if match.last_deal is not None and match.last_deal is not before:
            ended.append(match.last_deal)
    assert stored.deals_ended == len(ended)
    assert [(one.deal, one.seat, one.points, one.score) for one in deals] == [
        (end.number, seat, end.points[seat], end.scores[seat]) for end in ended for seat in range(len(seats))
    ]
    if match.outcome is None:
        assert (stored.status, stored.ended_at, results) == (Status.PLAYING, None, ())
    else:
        assert stored.status is Status.OVER
        assert [(one.seat, one.won, one.score) for one in results] == [
            (seat, seat in match.outcome.winners, match.outcome.scores[seat]) for seat in range(len(seats))
        ]
        witness.over.add(match_id)


def is_sound(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return sound and connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def killed_again_and_again(
    main: Playing, url: str, lives: int, rng: Random, file: Path | None = None, longest: int = 80
) -> tuple[Witness, int]:
    """Let a program live many times; return witness and moves.

    :param file: the file of an SQLite database, whose soundness is looked at too.
    :param longest: how many moves a life lasts at most, and then a part of `_MOMENT_S`. So a kill may come between any
        two instructions, and a life has done something however slow the machine is.
    """
    witness, moves = Witness(), 0
    for number in range(lives):
        moves += await a_life(main, url, number, rng.randint(1, longest), rng.uniform(0, _MOMENT_S), witness)
        if file is not None:
            assert is_sound(file)
        database = await Database.open(url)
        try:
            await examine(database, witness)
        finally:
            await database.close()
    return witness, moves
