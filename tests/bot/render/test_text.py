"""Text boards: narrow, complete and readable."""

from __future__ import annotations

import random
import re

from hypothesis import given
from hypothesis import strategies as st

from bot.render import board_text
from games.core.line import LineView, OpenEnd, Placed
from games.core.tiles import Tile
from tests.bot.render.sample_lines import line_of, random_line


@given(st.integers(0, 2**32), st.sampled_from((2, 3, 4)), st.integers(1, 28), st.booleans())
def test_a_text_board_is_at_most_34_columns_wide_and_names_every_tile_once(
    seed: int, arms: int, tiles: int, spinner_later: bool
) -> None:
    line = random_line(random.Random(seed), arms=arms, tiles=tiles, spinner_later=spinner_later)
    text = board_text(line)
    assert max(map(len, text.splitlines())) <= 34
    named = [Tile.parse(name) for name in re.findall(r"\d\|\d", text)]
    assert sorted(named) == sorted(placed.tile for placed in line.tiles)
    assert [int(number) for number in re.findall(r"\((\d)\)", text)] == [
        end.number for end in sorted(line.ends, key=lambda end: ("left", "right", "up", "down").index(end.at))
    ]


def test_an_empty_line_is_no_text() -> None:
    assert board_text(LineView()) == ""


def test_a_line_has_doubles_in_brackets_and_letters_at_its_ends() -> None:
    assert board_text(line_of(["6-4", "6-6@left", "4-1@right", "1-1@right"])) == "A(6) [6|6] 6|4 4|1 [1|1] (1)B"


def test_a_long_line_is_wrapped_between_tiles() -> None:
    line = line_of(["6-4", "4-1@right", "1-2@right", "2-3@right", "3-5@right", "5-0@right", "0-4@right", "4-3@right"])
    assert board_text(line) == "A(6) 6|4 4|1 1|2 2|3 3|5 5|0 0|4\n↳ 4|3 (3)B"


def test_four_arms_have_a_row_each_below_the_spinner() -> None:
    tiles = (
        Placed(Tile(5, 5), "", None, 5),
        Placed(Tile(5, 3), "left", 0, 3),
        Placed(Tile(5, 2), "up", 0, 2),
        Placed(Tile(3, 1), "left", 1, 1),
    )
    ends = (OpenEnd("left", 1, 3), OpenEnd("right", 5, 0), OpenEnd("up", 2, 2, locked=True), OpenEnd("down", 5, 0))
    rows = board_text(LineView(tiles, ends, 0)).splitlines()
    assert rows == [
        "  [5|5]",
        "A 5|3 3|1 (1)",
        "B (5)",
        "C 5|2 (2×)",
        "D (5)",
    ]


def test_a_continued_arm_is_marked() -> None:
    line = line_of(["6-4", "4-1@right", "1-2@right", "2-3@right", "3-5@right", "5-0@right", "0-4@right", "4-3@right"])
    ends = (*line.ends, OpenEnd("up", 6, 0))
    # Seven tiles, each after a space, make 29 columns with the letter, and the end 33; an eighth would make 37.
    assert board_text(LineView(line.tiles, ends, 0)).splitlines() == [
        "  6|4",
        "A (6)",
        "B 4|1 1|2 2|3 3|5 5|0 0|4 4|3 (3)",
        "C (6)",
    ]
    longer = line_of(
        ["6-4", "4-1@right", "1-2@right", "2-3@right", "3-5@right", "5-0@right", "0-4@right", "4-3@right", "3-6@right"]
    )
    assert board_text(LineView(longer.tiles, (*longer.ends, OpenEnd("up", 6, 0)), 0)).splitlines()[2:4] == [
        "B 4|1 1|2 2|3 3|5 5|0 0|4 4|3 3|6",
        "↳ (6)",
    ]


def test_a_demanded_end_is_marked() -> None:
    line = line_of(["6-4"])
    assert board_text(LineView(line.tiles, (line.ends[0]._replace(demanded=True), line.ends[1]))) == "A(6!) 6|4 (4)B"
