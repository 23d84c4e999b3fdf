"""The debt of a player who gives up a seat, for the running deal."""

from __future__ import annotations

import pytest

from tests.games.nos.tables import play, table


def test_each_tile_more_than_another_player_holds_costs_6() -> None:
    match = table("5-5 2-1", "3-1 2-0 4-2 6-3", "4-1 4-0 6-0")
    # 4 tiles against 2 and 3; 3 against 2 and 4
    assert [match.at_stake(seat) for seat in range(3)] == [0, 18, 6]


def test_nothing_is_at_stake_before_the_opening_of_a_deal() -> None:
    match = table("5-5 2-1", "3-1 2-0", "4-1 4-0")
    assert [match.at_stake(seat) for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("doubles", "others", "meld"),
    [
        ("0-0 1-1 2-2 3-3", ["4-1 4-0"], 200),
        ("0-0 1-1 2-2", ["4-1 4-0", "6-0 6-1"], 25),
        ("0-0 1-1 2-2", ["4-1 4-0", "6-0 6-1", "5-1 5-0"], 50),
    ],
)
def test_during_another_meld_question_its_least_cost_is_at_stake(doubles: str, others: list[str], meld: int) -> None:
    match = table("5-5 2-1", doubles, *others)
    play(match, "5-5", "variant=1")
    assert match.actors() == (1,)
    assert match.at_stake(0) == meld  # the opener holds 1 tile
    assert match.at_stake(2) == 6 + meld  # 2 tiles, one more than the opener
    count, last = len(doubles.split()), len(others)
    assert match.at_stake(1) == 6 * (count - 1) + 6 * (count - 2) * last  # who is asked pays nothing for the meld
    play(match, "pass")
    assert match.at_stake(2) == 6
