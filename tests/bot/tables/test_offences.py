"""Two offences per deal; then regular moves only."""

from __future__ import annotations

import pytest

from bot.tables.errors import TableError
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, TableProcess, seed_of
from tests.games.deals import deal

FIRST = deal("5-5 6-5 5-4 5-3 5-2", "6-4 6-3 6-2 6-1 6-0", "4-3 4-2 4-1 4-0 3-2")


async def test_a_third_offence_in_a_deal_is_refused_and_costs_nothing(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, CELINA, seed=seed_of(FIRST), game="nos", options={"fines": True})
    for tile in ("6-4", "6-3"):  # Borys opens out of turn
        table = await process.move(table, BORYS, tile, table.revision)
    assert table.match is not None
    assert table.match.scores == (80, -160, 80)
    with pytest.raises(TableError, match="offences_over") as refused:
        await process.move(table, BORYS, "6-2", table.revision)
    assert refused.value.count == 2
    with pytest.raises(TableError, match="offences_over"):
        await process.move(table, BORYS, "2-6", table.revision)
    after = await process.agrees(table.id)
    assert after.match is not None
    assert (after.match.scores, after.revision, after.booked) == ((80, -160, 80), table.revision, table.booked)
    # the engine still takes it, and so does the table from the others
    assert after.match.refusal(1, "6-2") is None
    after = await process.move(after, CELINA, "4-3", after.revision)
    assert after.match is not None
    assert after.match.scores == (120, -120, 0)


async def test_who_has_committed_two_offences_is_offered_regular_moves_only(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, CELINA, seed=seed_of(FIRST), game="nos", options={"fines": True})
    one = await process.move(table, BORYS, "6-4", table.revision)
    view = one.view(BORYS.user_id)
    assert view is not None
    assert view.moves
    two = await process.move(one, BORYS, "6-3", one.revision)
    view = two.view(BORYS.user_id)
    assert view is not None
    assert view.moves == ()
    for move in ("5-5", "variant=1"):
        two = await process.move(two, ADA, move, two.revision)
    view = two.view(BORYS.user_id)
    assert view is not None
    assert list(map(str, view.moves)) == ["draw"]  # nothing of his fits a five
