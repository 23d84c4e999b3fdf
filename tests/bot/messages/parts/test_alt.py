from bot.locales import words
from bot.messages.parts.alt import line_alt
from games.core.line import LineView, OpenEnd, Placed
from games.core.tiles import Tile


def test_a_line_is_told_from_left_to_right_with_each_tile_as_it_lies() -> None:
    line = LineView(
        tiles=(
            Placed(Tile(5, 1), "", None, 1),
            Placed(Tile(6, 5), "left", 0, 6),
            Placed(Tile(3, 1), "right", 0, 3),
        ),
        ends=(OpenEnd("left", 6, 1), OpenEnd("right", 3, 2)),
    )
    assert line_alt(words("en"), line) == (
        "Line of play, left to right: 6-5 5-1 1-3. Open ends: A 6 and B 3. Last tile: 3-1."
    )


def test_arms_of_a_cross_are_described_outwards_with_their_locks() -> None:
    line = LineView(
        tiles=(
            Placed(Tile(5, 5), "", None, 5),
            Placed(Tile(5, 4), "up", 0, 4),
            Placed(Tile(4, 2), "up", 1, 2),
        ),
        ends=(
            OpenEnd("left", 5, 0),
            OpenEnd("right", 5, 0, demanded=True),
            OpenEnd("up", 2, 2),
            OpenEnd("down", 5, 0, locked=True),
        ),
        spinner=0,
    )
    assert line_alt(words("en"), line) == (
        "Line of play, left to right: 5-5. Arm C: 5-4 4-2. "
        "Open ends: A 5, B 5 (must be played first), C 2 and D 5 (locked). Last tile: 4-2."
    )


def test_an_empty_line_is_told_too() -> None:
    assert line_alt(words("en"), LineView()) == "No tile lies on the table yet."
