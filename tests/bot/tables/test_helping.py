"""Help against computers: whom it may concern, and when it comes too late."""

from __future__ import annotations

import pytest

from bot.tables import staffing
from bot.tables.errors import Stale, TableError
from bot.tables.helping import lone_player, take_hint
from storage.matches import Player
from tests.bot.tables.tabletop import ADA, BORYS, OUT_IN_A_ROW, SEAT_0_WINS_94, TableProcess


async def test_only_the_only_person_can_be_helped(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_94])
    assert lone_player(table) == table.seats[0]
    with pytest.raises(TableError):
        await process.apply(table, take_hint, BORYS, 0)
    assert (await process.apply(table, take_hint, ADA, 0)).stored.helped


async def test_a_hint_is_for_the_newest_turn(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_94])
    await process.move(table, ADA, OUT_IN_A_ROW[0])
    with pytest.raises(Stale):
        await process.apply(table, take_hint, ADA, 0)
    assert not (await process.table(table.id)).stored.helped


async def test_who_stays_in_a_match_between_people_has_no_hint(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94])
    table = await process.apply(table, staffing.replace_by_computer, BORYS, 1, Player.REGULAR)
    assert [seat.user_id for seat in table.persons] == [ADA.user_id]
    with pytest.raises(TableError, match="alone"):
        await process.apply(table, take_hint, ADA, 0)


async def test_whose_result_it_is_decides_and_not_who_sits_there(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, Player.CASUAL, game="full_speed")
    table = await process.apply(table, staffing.replace_by_computer, BORYS, 1, Player.CASUAL)
    assert [seat.user_id for seat in table.persons] == [ADA.user_id]
    assert lone_player(table) is None
