"""The seventeen variants and their sub-choices: what every open end takes, worked out by hand."""

from __future__ import annotations

import pytest

from games.nos.variants import VARIANTS
from tests.games.nos.tables import laid, takes

FIVES = "5-0 5-1 5-2 5-3 5-4 6-5"
"""The tiles that join 5-5 traditionally."""

TO_FIVE = "0-0 2-0 2-1 2-2 3-2 4-2 4-3=3 4-3=4 5-2=2 5-2=5 6-1=1 6-1=6 6-2"
"""The tiles that join a five by matador: the twos and the matadors."""

BLANKS = "1-0 2-0 3-0 4-0 5-0 6-0"
MATADORS = "4-3=3 4-3=4 5-2=2 5-2=5 6-1=1 6-1=6"
"""The tiles that join 0-0 by matador."""

FIVES_CROSS = ("5-0@left", "5-1@right", "5-2@up", "5-3@down")
MATADOR_CROSS = ("2-0@left", "2-2@right", "0-0@up", "4-3@down=4")
TRIANGLE = ("4-3@left=4", "5-2@right=2", "6-1@up=6")
FOUR = ("left", "right", "up", "down")

Case = tuple[str, str, tuple[str, ...], dict[str, str]]

CASES: list[Case] = [
    # 1. Traditional
    ("1", "6-4", (), {"left": "6-0 6-1 6-2 6-3 6-5 6-6", "right": "4-0 4-1 4-2 4-3 4-4 5-4"}),
    ("1", "6-4", ("6-1@left",), {"left": "1-0 1-1 2-1 3-1 4-1 5-1", "right": "4-0 4-1 4-2 4-3 4-4 5-4"}),
    # 2. Traditional with cross
    ("2", "5-5", (), dict.fromkeys(FOUR, FIVES)),
    ("2", "5-5", ("5-0@up",), dict.fromkeys(("left", "right", "down"), "5-1 5-2 5-3 5-4 6-5")),
    ("2", "5-5", FIVES_CROSS[:3], {"down": "5-3 5-4 6-5"}),
    (
        "2",
        "5-5",
        FIVES_CROSS,
        {
            "left": "0-0 1-0 2-0 3-0 4-0 6-0",
            "right": "1-0 1-1 2-1 3-1 4-1 6-1",
            "up": "2-0 2-1 2-2 3-2 4-2 6-2",
            "down": "3-0 3-1 3-2 3-3 4-3 6-3",
        },
    ),
    ("2", "0-0", (), dict.fromkeys(FOUR, BLANKS)),
    # 3. Traditional with cross of doubles
    ("3", "5-5", FIVES_CROSS[:3], {"down": "5-3 5-4 6-5"}),
    ("3", "5-5", FIVES_CROSS, {"left": "0-0", "right": "1-1", "up": "2-2", "down": "3-3"}),
    (
        "3",
        "5-5",
        (*FIVES_CROSS, "1-1@right"),
        {"left": "0-0", "right": "1-0 2-1 3-1 4-1 6-1", "up": "2-2", "down": "3-3"},
    ),
    (
        "3",
        "5-5",
        (*FIVES_CROSS, "1-1@right", "2-1@right"),
        {"left": "0-0", "right": "2-0 2-2 3-2 4-2 6-2", "up": "2-2", "down": "3-3"},
    ),
    # 4. Matador
    ("4", "5-0", (), {"left": TO_FIVE, "right": f"0-0 {MATADORS}"}),
    (
        "4",
        "5-0",
        ("5-2@right=5", "4-3@left=3"),
        {"left": "0-0 4-0 4-1 4-2 4-4 5-4 6-1=1 6-1=6 6-4", "right": "0-0 2-0 2-1 2-2 3-2 4-2 6-1=1 6-1=6 6-2"},
    ),
    ("4", "5-0", ("0-0@left",), {"left": MATADORS, "right": MATADORS}),
    # 5. Matador with cross
    ("5", "5-5", (), dict.fromkeys(FOUR, TO_FIVE)),
    (
        "5",
        "5-5",
        MATADOR_CROSS,
        {
            "left": "5-2=2 5-2=5 6-1=1 6-1=6",
            "right": "5-0 5-1 5-2=2 5-2=5 5-3 5-4 6-1=1 6-1=6 6-5",
            "up": "5-2=2 5-2=5 6-1=1 6-1=6",
            "down": "3-0 3-1 3-2 3-3 5-2=2 5-2=5 5-3 6-1=1 6-1=6 6-3",
        },
    ),
    # 6. Matador with cross of doubles: also the arms of 2-2 and 0-0 are locked; a matador unlocks
    (
        "6",
        "5-5",
        MATADOR_CROSS,
        {
            "left": "5-2=2 5-2=5 6-1=1 6-1=6",
            "right": "5-2=2 5-2=5 6-1=1 6-1=6",
            "up": "5-2=2 5-2=5 6-1=1 6-1=6",
            "down": "3-3 5-2=2 5-2=5 6-1=1 6-1=6",
        },
    ),
    (
        "6",
        "5-5",
        (*MATADOR_CROSS, "3-3@down", "5-2@left=2"),
        {
            "left": "5-0 5-1 5-3 5-4 6-1=1 6-1=6 6-5",
            "right": "6-1=1 6-1=6",
            "up": "6-1=1 6-1=6",
            "down": "4-0 4-1 4-2 4-4 5-4 6-1=1 6-1=6 6-4",
        },
    ),
    # 7. Traditional cross, then matador
    ("7", "5-5", (), dict.fromkeys(FOUR, FIVES)),
    (
        "7",
        "5-5",
        FIVES_CROSS,
        {
            "left": "0-0 4-3=3 4-3=4 6-1=1 6-1=6",
            "right": "0-0 4-3=3 4-3=4 6-0 6-1=1 6-1=6 6-2 6-3 6-4 6-5 6-6",
            "up": "0-0 4-3=3 4-3=4 5-4 6-1=1 6-1=6 6-5",
            "down": "0-0 4-0 4-1 4-2 4-3=3 4-3=4 4-4 5-4 6-1=1 6-1=6 6-4",
        },
    ),
    # 8. Traditional cross, then matador with cross of doubles
    (
        "8",
        "5-5",
        FIVES_CROSS,
        {
            "left": "0-0 4-3=3 4-3=4 6-1=1 6-1=6",
            "right": "0-0 4-3=3 4-3=4 6-1=1 6-1=6 6-6",
            "up": "0-0 4-3=3 4-3=4 6-1=1 6-1=6",
            "down": "0-0 4-3=3 4-3=4 4-4 6-1=1 6-1=6",
        },
    ),
    # 9. Matador cross, then traditional
    ("9", "5-5", (), dict.fromkeys(FOUR, TO_FIVE)),
    (
        "9",
        "5-5",
        MATADOR_CROSS,
        {
            "left": "1-0 3-0 4-0 5-0 6-0",
            "right": "2-1 3-2 4-2 5-2 6-2",
            "up": "1-0 3-0 4-0 5-0 6-0",
            "down": "4-0 4-1 4-2 4-4 5-4 6-4",
        },
    ),
    # 10. Matador cross, then traditional with cross of doubles: 0-0 and 2-2 lie, so three arms stay locked for ever
    ("10", "5-5", MATADOR_CROSS, {"down": "4-4"}),
    ("10", "5-5", (*MATADOR_CROSS, "4-4@down"), {"down": "4-0 4-1 4-2 5-4 6-4"}),
    # 11. Demands: the three examples of the seed
    ("11/a/right/t/t", "2-0", (), {"right": "0-0 1-0 3-0 4-0 5-0 6-0"}),
    ("11/a/right/t/t", "2-0", ("1-0@right",), {"left": "2-1 2-2 3-2 4-2 5-2 6-2"}),
    (
        "11/a/right/t/t",
        "2-0",
        ("1-0@right", "2-2@left"),
        {"left": "2-1 3-2 4-2 5-2 6-2", "right": "1-1 2-1 3-1 4-1 5-1 6-1"},
    ),
    ("11/b/left/3/t/t", "5-4", (), {"left": "5-0 5-1 5-2 5-3 5-5 6-5"}),
    ("11/b/left/3/t/t", "5-4", ("5-1@left", "1-1@left"), {"left": "1-0 2-1 3-1 4-1 6-1"}),
    (
        "11/b/left/3/t/t",
        "5-4",
        ("5-1@left", "1-1@left", "6-1@left"),
        {"left": "6-0 6-2 6-3 6-4 6-5 6-6", "right": "4-0 4-1 4-2 4-3 4-4 6-4"},
    ),
    ("11/a/right/t/m", "5-0", (), {"right": "0-0 1-0 2-0 3-0 4-0 6-0"}),
    ("11/a/right/t/m", "5-0", ("3-0@right",), {"left": "5-1 5-2 5-3 5-4 5-5 6-5"}),
    (
        "11/a/right/t/m",
        "5-0",
        ("3-0@right", "5-4@left"),
        {
            "left": "0-0 3-1 3-2 3-3 4-3=3 4-3=4 5-2=2 5-2=5 5-3 6-1=1 6-1=6 6-3",
            "right": "0-0 4-0 4-1 4-2 4-3=3 4-3=4 4-4 5-2=2 5-2=5 6-1=1 6-1=6 6-4",
        },
    ),
    ("11/b/right/1/m/t", "5-0", (), {"right": f"0-0 {MATADORS}"}),
    (
        "11/b/right/1/m/t",
        "5-0",
        ("4-3@right=3",),
        {"left": "5-1 5-2 5-3 5-4 5-5 6-5", "right": "3-0 3-1 3-2 3-3 5-3 6-3"},
    ),
    (
        "11/b/left/4/m/m",
        "5-5",
        ("2-2@left", "0-0@left", "5-2@left=5"),
        {"left": "2-0 2-1 3-2 4-2 4-3=3 4-3=4 6-1=1 6-1=6 6-2"},
    ),
    ("11/a/left/m/m", "5-5", (), {"left": TO_FIVE}),
    # 12. Volapük
    ("12/a/left", "5-4", (), {"left": TO_FIVE, "right": "4-0 4-1 4-2 4-3 4-4 6-4"}),
    (
        "12/a/right",
        "5-4",
        (),
        {
            "left": "5-0 5-1 5-2 5-3 5-5 6-5",
            "right": "0-0 3-0 3-1 3-2 3-3 4-3=3 4-3=4 5-2=2 5-2=5 5-3 6-1=1 6-1=6 6-3",
        },
    ),
    ("12/b", "5-5", (), {"left": TO_FIVE, "right": TO_FIVE, "up": FIVES, "down": FIVES}),
    ("12/b", "0-0", (), {"left": MATADORS, "right": MATADORS, "up": BLANKS, "down": BLANKS}),
    (
        "12/b",
        "5-5",
        ("2-0@left", "6-1@right=6", "5-2@up", "5-3@down"),
        {
            "left": "0-0 4-3=3 4-3=4",
            "right": "0-0 1-0 1-1 2-1 3-1 4-1 4-3=3 4-3=4 5-1",
            "up": "2-1 2-2 3-2 4-2 6-2",
            "down": "3-0 3-1 3-2 3-3 4-3 6-3",
        },
    ),
    (
        "12/c",
        "5-5",
        ("2-0@left", "6-1@right=6", "5-2@up", "5-3@down"),
        {"left": "0-0", "right": "0-0 1-1", "up": "2-2", "down": "3-3"},
    ),
    # 13-16. Triangles
    ("13", "0-0", (), dict.fromkeys(FOUR[:3], MATADORS)),
    ("13", "0-0", TRIANGLE[:1], dict.fromkeys(("right", "up"), "5-2=2 5-2=5 6-1=1 6-1=6")),
    (
        "13",
        "0-0",
        TRIANGLE,
        {"left": "3-0 3-1 3-2 3-3 5-3 6-3", "right": "5-0 5-1 5-3 5-4 5-5 6-5", "up": "1-0 1-1 2-1 3-1 4-1 5-1"},
    ),
    ("14", "0-0", TRIANGLE, {"left": "3-3", "right": "5-5", "up": "1-1"}),
    (
        "14",
        "0-0",
        (*TRIANGLE, "3-3@left"),
        {"left": "4-0 4-1 4-2 4-4 5-4 6-4", "right": "5-5", "up": "1-1"},
    ),
    (
        "15",
        "0-0",
        TRIANGLE,
        {"left": "4-0 4-1 4-2 4-4 5-4 6-4", "right": "2-0 2-1 2-2 3-2 4-2 6-2", "up": "6-0 6-2 6-3 6-4 6-5 6-6"},
    ),
    ("16", "0-0", TRIANGLE[:2], {"up": "6-1=1 6-1=6"}),
    ("16", "0-0", TRIANGLE, {"down": BLANKS}),
    (
        "16",
        "0-0",
        (*TRIANGLE, "3-0@down"),
        {
            "left": "4-0 4-1 4-2 4-4 5-4 6-4",
            "right": "2-0 2-1 2-2 3-2 4-2 6-2",
            "up": "6-0 6-2 6-3 6-4 6-5 6-6",
            "down": "3-1 3-2 3-3 5-3 6-3",
        },
    ),
    # 17. Broken cross
    (
        "17",
        "5-5",
        (),
        dict.fromkeys(
            FOUR,
            "0-0 2-0=0m 2-1=1m 2-2 3-2=3m 4-2=4m 4-3=3m 4-3=4m 5-0=0t 5-1=1t 5-2=2m 5-2=2t 5-2=5m 5-3=3t 5-4=4t "
            "6-1=1m 6-1=6m 6-2=6m 6-5=6t",
        ),
    ),
    (
        "17",
        "5-5",
        ("5-0@left=0t", "5-2@up=2t"),
        dict.fromkeys(("right", "down"), "0-0 2-0=0m 2-1=1m 2-2 3-2=3m 4-2=4m 4-3=3m 4-3=4m 6-1=1m 6-1=6m 6-2=6m"),
    ),
    ("17", "5-5", ("2-2@left", "5-2@right=5m"), dict.fromkeys(("up", "down"), "5-0=0t 5-1=1t 5-3=3t 5-4=4t 6-5=6t")),
    ("17", "5-5", ("2-2@left", "5-2@right=5m", "5-0@up=0t"), {"down": "5-1=1t 5-3=3t 5-4=4t 6-5=6t"}),
    (
        "17",
        "0-0",
        (),
        dict.fromkeys(FOUR, "1-0=1t 2-0=2t 3-0=3t 4-0=4t 4-3=3m 4-3=4m 5-0=5t 5-2=2m 5-2=5m 6-0=6t 6-1=1m 6-1=6m"),
    ),
    (
        "17",
        "5-5",
        ("2-2@left", "5-0@up=0t", "6-1@right=6m", "5-3@down=3t"),
        {
            "left": "2-0 2-1 3-2 4-2 5-2 6-2",
            "right": "6-0 6-2 6-3 6-4 6-5 6-6",
            "up": "0-0 1-0 2-0 3-0 4-0 6-0",
            "down": "3-0 3-1 3-2 3-3 4-3 6-3",
        },
    ),
    (
        "17/doubles",
        "5-5",
        ("2-2@left", "5-0@up=0t", "6-1@right=6m", "5-3@down=3t"),
        {"right": "6-6", "up": "0-0", "down": "3-3"},
    ),
]


@pytest.mark.parametrize(("variant", "opening", "moves", "ends"), CASES)
def test_the_open_ends_take_just_what_the_variant_says(
    variant: str, opening: str, moves: tuple[str, ...], ends: dict[str, str]
) -> None:
    assert takes(laid(variant, opening, *moves)) == ends


def test_every_variant_has_a_case() -> None:
    """Of 11 and 12a, where the halves and joins are all alike, one of each schema will do."""
    tried = {variant for variant, *_ in CASES}
    assert {text.split("/")[0] for text in VARIANTS} == {text.split("/")[0] for text in tried}
    assert {text for text in VARIANTS if not text.startswith("11/")} <= tried


@pytest.mark.parametrize(
    ("variant", "opening", "moves", "shown"),
    [
        ("1", "5-0", (), {"left": "5", "right": "0"}),
        ("4", "5-0", (), {"left": "2", "right": "M"}),  # an open blank takes only matadors
        ("12/a/left", "5-5", (), {"left": "2", "right": "5"}),  # Volapük: matador on the left, traditional on the right
        ("12/c", "0-0", (), {"left": "M", "right": "M", "up": "0", "down": "0"}),
        ("17", "5-5", (), dict.fromkeys(FOUR, "5/2")),
        ("11/a/left/m/t", "5-3", (), {"left": "2", "right": "–"}),  # the first tile goes to the left
        # Each arm is locked to a double that sums to 7 with its end, and to matadors.
        ("6", "5-5", MATADOR_CROSS, {"left": "M", "right": "5", "up": "M", "down": "3"}),
    ],
)
def test_an_end_shows_the_half_that_it_takes(
    variant: str, opening: str, moves: tuple[str, ...], shown: dict[str, str]
) -> None:
    assert {end.at: end.shown for end in laid(variant, opening, *moves).view(None).line.ends} == shown
