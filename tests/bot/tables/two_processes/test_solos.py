"""Two processes' solitaire steps apply to the stored state."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.errors import Stale, TableError
from bot.tables.solo import steps
from bot.tables.solo.live import Solos
from bot.tables.solo.state import rebuild
from storage import solo as stored_solos
from tests.bot.tables.tabletop import ADA
from tests.bot.tables.two_processes.pair import Pair

PYRAMID = "boneyard daily pyramid 2026-11-22/3"
"""Two of its first pairs: 5-2 3-2 and 4-4 2-2."""
FIRST, SECOND = "pair 5-2=3-2", "pair 4-4=2-2"


def processes(pair: Pair) -> tuple[Solos, Solos]:
    one, other = (Solos(process.database, now=pair.one.time) for process in (pair.one, pair.other))
    return one, other


async def test_a_move_in_one_process_is_seen_and_followed_in_the_other(pair: Pair) -> None:
    one, other = processes(pair)
    solo = await one.begin(ADA, guild_id=7, game="pyramid", seed=PYRAMID)
    await other.find(solo.id)
    await one.apply(solo.id, steps.move, ADA, 0, FIRST)
    assert (await other.find(solo.id)).line.played == (FIRST,)
    await one.apply(solo.id, steps.undo, ADA, 1, 1)
    after = await other.apply(solo.id, steps.move, ADA, 2, SECOND)
    assert (after.line.played, after.revision) == ((SECOND,), 3)
    assert await one.find(solo.id) == after


async def test_of_two_moves_on_one_picture_in_two_processes_one_is_taken(pair: Pair) -> None:
    one, other = processes(pair)
    solo = await one.begin(ADA, guild_id=7, game="pyramid", seed=PYRAMID)
    await other.find(solo.id)
    ends = await asyncio.gather(
        one.apply(solo.id, steps.move, ADA, 0, FIRST),
        other.apply(solo.id, steps.move, ADA, 0, SECOND),
        return_exceptions=True,
    )
    assert sum(isinstance(end, Stale) for end in ends) == 1
    async with pair.one.database.read() as tx:
        found = await stored_solos.load(tx, solo.id)
    assert found is not None
    assert rebuild(*found) == await one.find(solo.id) == await other.find(solo.id)
    assert found[0].revision == len(found[1]) == 1


async def test_what_was_given_up_in_one_process_is_over_in_the_other(pair: Pair) -> None:
    one, other = processes(pair)
    solo = await one.begin(ADA, guild_id=7, game="pyramid", seed=PYRAMID)
    await other.find(solo.id)
    await one.apply(solo.id, steps.drop)
    with pytest.raises(TableError) as caught:
        await other.apply(solo.id, steps.move, ADA, 0, FIRST)
    assert caught.value.key == "solo.over"
    assert not (await other.find(solo.id)).stored.open
