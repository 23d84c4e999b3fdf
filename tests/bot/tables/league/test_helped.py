"""Helped matches: they count nowhere from the first hint on."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables import play
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage import ledger
from storage.league import player_records, results
from storage.league.results import NotCounted, Wanted
from storage.ledger import BANK, COMPUTERS
from storage.matches import Player, Status
from tests.bot.tables.tabletop import ADA, BORYS, GUILD, OUT_IN_A_ROW, SEAT_0_WINS_117, TableProcess, seed_of
from tests.games.deals import deal

OPENED_BY_A_COMPUTER = deal("6-4 6-3 6-2 6-1 6-0", "5-5 6-5 5-4 5-3 5-2", "4-3 4-2 4-1 4-0 3-2")
"""Nos for three: each of the others pays 10 $ for the opening double of seat 1."""


async def play_out(process: TableProcess, table: Table) -> Table:
    """Play to the end, with random moves for people."""
    while table.status is Status.PLAYING:
        await process.play(table, Random(1))
        await process.pass_time(60)
        table = await process.table(table.id)
    return table


async def accounts(process: TableProcess) -> dict[int, int]:
    async with process.database.read() as tx:
        return await ledger.balances(tx, GUILD)


async def test_the_first_hint_costs_the_stake_and_then_nothing_is_paid(process: TableProcess) -> None:
    seats = (ADA, Player.CASUAL, Player.CASUAL)
    table = await process.begin(*seats, seed=seed_of(OPENED_BY_A_COMPUTER), game="nos", options={"deals": 2})
    await process.pass_time(1)
    # 10 for the opening; then 6 for the tile that she holds more than the opener, as for leaving
    paid = {BANK: -500, ADA.user_id: 484, COMPUTERS: 16}
    for _ in range(2):
        table = await process.apply(table, play.take_help, ADA)
        assert table.stored.helped
        assert await accounts(process) == paid
    table = await play_out(process, table)
    assert table.status is Status.OVER
    assert await accounts(process) == paid


async def test_a_helped_match_is_in_the_history_and_in_no_total(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_117])
    await process.apply(table, play.take_help, ADA)
    for text in OUT_IN_A_ROW:
        table = await process.move(table, ADA, text)
        await process.pass_time(10)
    assert (await process.table(table.id)).status is Status.OVER
    async with process.database.read() as tx:
        result = await results.of_match(tx, table.id)
        assert result is not None
        assert result.why_not is NotCounted.HELPED
        assert await results.history(tx, Wanted(GUILD, people=(ADA.user_id,))) == (result,)
        assert await player_records.totals(tx, GUILD, ADA.user_id) == ()
        assert await player_records.achievements_of(tx, GUILD, ADA.user_id) == ()


async def test_the_same_match_without_a_hint_is_in_the_totals(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_117])
    for text in OUT_IN_A_ROW:
        table = await process.move(table, ADA, text)
        await process.pass_time(10)
    async with process.database.read() as tx:
        (total,) = await player_records.totals(tx, GUILD, ADA.user_id)
        assert (total.matches, total.wins, total.counted) == (1, 1, 0)
        assert len(await player_records.achievements_of(tx, GUILD, ADA.user_id)) == 1


async def test_a_match_between_people_has_no_help(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS)
    with pytest.raises(TableError):
        await process.apply(table, play.take_help, ADA)
    assert not (await process.table(table.id)).stored.helped
