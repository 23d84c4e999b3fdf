"""Worlds drawn by how likely they are."""

import pytest

from games.computers.worlds import trusted


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([3.0, 1.0], [3.0, 1.0]),
        ([1.0, *[0.0] * 4], [1.0, *[0.0] * 4]),  # one of five carries all the weight: more than a tenth
        ([1.0, *[0.0] * 19], [1.0] * 20),  # one of twenty: less
        ([10_000.0, *[1.0] * 19], [10.0, *[1.0] * 19]),  # 1.004 and 1.4 of twenty carry all, and only then 7.1
        ([0.0, 0.0], [1.0, 1.0]),
    ],
    ids=["ordinary", "few", "too few", "tempered twice", "none"],
)
def test_weights_are_tempered_if_few_worlds_carry_them(weights: list[float], expected: list[float]) -> None:
    assert trusted(weights) == expected
