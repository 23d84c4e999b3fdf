"""Retries of a step overtaken by another process."""

import pytest

from bot.tables import lobby
from bot.tables.state import Step, Table
from storage.database import Missing, Outdated
from tests.bot.tables.tabletop import ADA, BORYS, TableProcess


@pytest.mark.parametrize("error", [Outdated, Missing])
@pytest.mark.parametrize(("overtaken", "is_taken"), [(4, True), (5, False)])
async def test_a_step_is_worked_out_five_times_and_then_given_up(
    process: TableProcess, error: type[Exception], overtaken: int, is_taken: bool
) -> None:
    table = await process.open()
    tried: list[Table] = []

    def join(before: Table, now: float) -> Step:
        tried.append(before)
        if len(tried) <= overtaken:
            raise error("another process was first")
        return lobby.join(before, BORYS, now)

    if is_taken:
        await process.tables.apply(table.id, join)
    else:
        with pytest.raises(error):
            await process.tables.apply(table.id, join)
    assert len(tried) == 5
    seated = {seat.user_id for seat in (await process.agrees(table.id)).seats if seat.user_id is not None}
    assert seated == ({ADA.user_id, BORYS.user_id} if is_taken else {ADA.user_id})
