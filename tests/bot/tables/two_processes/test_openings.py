"""Simultaneous openings leave one live table per channel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from bot.tables import ending
from bot.tables.errors import ChannelTaken
from bot.tables.state import Person, Table
from storage import matches
from tests.bot.tables.tabletop import ADA, BORYS, CHANNEL, EWA, GUILD, TableProcess
from tests.bot.tables.two_processes.pair import Pair

Opening = Callable[[TableProcess, Person, Table], Coroutine[object, object, Table]]


async def new_table(process: TableProcess, person: Person, old: Table) -> Table:
    return await process.open(person, channel_id=old.stored.channel_id)


async def again(process: TableProcess, person: Person, old: Table) -> Table:
    return await process.tables.rematch(old.id, person)


@pytest.mark.parametrize("second", [new_table, again])
@pytest.mark.parametrize("first", [new_table, again])
async def test_of_two_tables_that_are_opened_at_once_in_a_channel_one_is(
    pair: Pair, first: Opening, second: Opening
) -> None:
    for number in range(3):
        channel = CHANNEL + number
        old = await pair.one.begin(ADA, BORYS, channel_id=channel)
        await pair.other.tables.newest(old.id)
        await pair.one.apply(old, ending.end, EWA, None)
        ends = await asyncio.gather(first(pair.one, ADA, old), second(pair.other, BORYS, old), return_exceptions=True)
        (table,) = [end for end in ends if isinstance(end, Table)]
        (refusal,) = [end for end in ends if isinstance(end, BaseException)]
        assert isinstance(refusal, ChannelTaken)
        assert refusal.match_id == table.id
        async with pair.one.database.read() as tx:
            hosted = {person.user_id: await matches.live_of_host(tx, GUILD, person.user_id) for person in (ADA, BORYS)}
        assert [host for host, channels in hosted.items() if channel in channels] == [table.stored.host_id]
        for process in (pair.one, pair.other):
            seen = await process.tables.in_channel(channel)
            assert seen is not None
            assert (seen.stored, seen.seats) == (table.stored, table.seats)
