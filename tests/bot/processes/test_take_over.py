"""Take-overs lose nothing, and nothing happens twice."""

from __future__ import annotations

import asyncio
import signal
from random import Random

import pytest

from storage.database import Database
from tests.killed_players import play_on
from tests.killed_settlements import gamble_on
from tests.kills import Witness
from tests.kills import examine as examine_matches
from tests.processes import Program
from tests.test_kill_in_settlement import examine as examine_ledger

WITHIN = 10
"""Seconds in which a stand-by has to be playing."""


async def taken_over_again_and_again(url: str, times: int) -> int:
    """Kill the playing process repeatedly; return acknowledged moves."""
    rng, witness, moves = Random(), Witness(), 0
    player = Program(play_on, url, "0")
    await player.start()
    first = await asyncio.wait_for(player.output.readline(), 30)
    for number in range(1, times + 1):
        stand_by = Program(play_on, url, str(number))
        await stand_by.start()
        await asyncio.sleep(rng.uniform(0.3, 0.8))
        player.kill()
        rest, errors, code = await player.end()
        assert (errors, code) == (b"", -signal.SIGKILL)
        moves += witness.hear([first, *rest.splitlines(keepends=True)])
        player, first = stand_by, await asyncio.wait_for(stand_by.output.readline(), WITHIN)
        assert first
    player.kill()
    rest, _, _ = await player.end()
    moves += witness.hear([first, *rest.splitlines(keepends=True)])
    database = await Database.open(url)
    try:
        await examine_matches(database, witness)
    finally:
        await database.close()
    return moves


async def taken_over_while_it_hangs(url: str, times: int) -> int:
    """Stop and resume the playing process; return the moves.

    Moves printed before a stop are saved, later ones are not.
    """
    rng, witness, moves = Random(), Witness(), 0
    player = Program(play_on, url, "0")
    await player.start()
    first = await asyncio.wait_for(player.output.readline(), 30)
    for number in range(1, times + 1):
        stand_by = Program(play_on, url, str(number))
        await stand_by.start()
        await asyncio.sleep(rng.uniform(0.3, 0.8))
        player.send(signal.SIGSTOP)
        try:
            played = await asyncio.wait_for(stand_by.output.readline(), WITHIN)
        finally:
            player.send(signal.SIGCONT)
        assert played
        rest, _, code = await asyncio.wait_for(player.end(), 30)
        assert code == 1  # the first move that it cannot save ends it
        moves += witness.hear([first, *rest.splitlines(keepends=True)])
        player, first = stand_by, played
    player.kill()
    rest, _, _ = await player.end()
    moves += witness.hear([first, *rest.splitlines(keepends=True)])
    database = await Database.open(url)
    try:
        await examine_matches(database, witness)
    finally:
        await database.close()
    return moves


async def taken_over_in_settlements(url: str, times: int) -> int:
    """Kill processes half-way through settlements; return the payments."""
    rng = Random()
    acknowledged: dict[str, tuple[int, int]] = {}
    programs = [Program(gamble_on, url, str(number), str(rng.randrange(3, 20))) for number in range(times)]
    await programs[0].start()
    for number, player in enumerate(programs):
        if number + 1 < times:
            await programs[number + 1].start()
        said, errors, code = await asyncio.wait_for(player.end(), 60)
        assert (code, errors) == (-signal.SIGKILL, b"")
        lines = (line.split() for line in said.decode().splitlines())
        acknowledged |= {match_id: (int(revision), int(booked)) for match_id, revision, booked in lines}
    return await examine_ledger(url, acknowledged)


@pytest.mark.slow
async def test_take_overs_within_deals_lose_and_repeat_nothing(address: str) -> None:
    assert await taken_over_again_and_again(address, 4) > 20


@pytest.mark.slow
async def test_take_overs_within_settlements_keep_all_or_nothing_of_each(address: str) -> None:
    assert await taken_over_in_settlements(address, 4) > 10


@pytest.mark.slow
@pytest.mark.postgresql
async def test_a_hanging_process_is_replaced_and_repeats_nothing_later(postgres_address: str) -> None:
    assert await taken_over_while_it_hangs(postgres_address, 2) > 10
