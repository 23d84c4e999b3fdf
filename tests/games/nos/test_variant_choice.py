"""Nos: which variants an opening tile allows, and what the table sees of them."""

from __future__ import annotations

import pytest

from games import Tile
from games.nos.match import StageBegan
from games.nos.variants import ALLOWED
from tests.games.deals import of_kind
from tests.games.nos.tables import begun, laid

FIVES_CROSS = ("5-0@left", "5-1@right", "5-2@up", "5-3@down")
TRIANGLE = ("4-3@left=4", "5-2@right=2", "6-1@up=6")

# --- What the opening tile allows -------------------------------------------------------------------------------------

ANY = ["1", "4", "11/a", "11/b", "12/a"]
DOUBLE = ["2", "3", "7", "8", "12/b", "12/c", "17", "17/doubles"]


@pytest.mark.parametrize(
    ("opening", "allowed"),
    [
        ("5-4", ANY),
        ("6-1", ANY),
        ("5-5", [*ANY, *DOUBLE, "5", "6", "9", "10"]),
        ("0-0", [*ANY, *DOUBLE, "13", "14", "15", "16"]),
    ],
)
def test_only_what_the_opening_tile_allows_is_offered(opening: str, allowed: list[str]) -> None:
    offered = ALLOWED[Tile.parse(opening)]
    assert {"/".join(text.split("/")[:2]) if text.startswith(("11", "12")) else text for text in offered} == set(
        allowed
    )


def test_demands_name_schema_half_number_of_tiles_and_both_joins() -> None:
    offered = [text for text in ALLOWED[Tile.parse("5-5")] if text.startswith("11/")]
    first_here_then_there = {f"11/a/{half}/{one}/{rest}" for half in ("left", "right") for one in "tm" for rest in "tm"}
    so_many_here = {
        f"11/b/{half}/{count}/{one}/{rest}"
        for half in ("left", "right")
        for count in (1, 2, 3, 4)
        for one in "tm"
        for rest in "tm"
    }
    assert len(offered) == 8 + 32
    assert set(offered) == first_here_then_there | so_many_here


def test_volapuk_names_its_matador_side_only_in_the_plain_schema() -> None:
    offered = [text for text in ALLOWED[Tile.parse("5-5")] if text.startswith("12/")]
    assert offered == ["12/a/left", "12/a/right", "12/b", "12/c"]


# --- What the table sees of it ----------------------------------------------------------------------------------------


def marks(variant: str, opening: str, *moves: str) -> tuple[str, int, str, str]:
    """Return the stage, how many tiles it demands, and the arms that are demanded and locked."""
    view = laid(variant, opening, *moves).view(None)
    demanded = " ".join(end.at for end in view.line.ends if end.demanded)
    locked = " ".join(end.at for end in view.line.ends if end.locked)
    return view.stage, view.stage_left, demanded, locked


def test_a_cross_demands_its_sides_and_then_a_double_on_each_arm() -> None:
    assert marks("3", "5-5") == ("cross", 4, "left right up down", "")
    assert marks("3", "5-5", *FIVES_CROSS[:3]) == ("cross", 1, "down", "")
    assert marks("3", "5-5", *FIVES_CROSS) == ("doubles", 0, "", "left right up down")
    assert marks("3", "5-5", *FIVES_CROSS, "1-1@right") == ("doubles", 0, "", "left up down")


def test_a_triangle_has_three_arms_and_its_cross_a_fourth() -> None:
    assert marks("16", "0-0") == ("triangle", 3, "left right up", "")
    assert marks("16", "0-0", *TRIANGLE) == ("fourth", 1, "down", "")
    assert marks("16", "0-0", *TRIANGLE, "3-0@down") == ("free", 0, "", "")


def test_the_opener_s_demands_are_shown_one_after_the_other() -> None:
    assert marks("11/a/right/t/t", "2-0") == ("demand", 1, "right", "")
    assert marks("11/a/right/t/t", "2-0", "1-0@right") == ("demand", 1, "left", "")
    assert marks("11/b/left/3/t/t", "5-4", "5-1@left") == ("demand", 2, "left", "")
    assert marks("11/b/left/3/t/t", "5-4", "5-1@left", "1-1@left", "6-1@left") == ("free", 0, "", "")


def test_a_plain_line_demands_and_locks_nothing() -> None:
    assert marks("1", "6-4") == ("free", 0, "", "")


def test_an_opening_double_is_a_spinner_only_with_three_sides_or_more() -> None:
    assert begun("2", "5-5", "1-0", "2-0", "3-0").view(None).line.spinner == 0
    assert begun("1", "5-5", "1-0", "2-0", "3-0").view(None).line.spinner is None


def test_the_view_names_the_variant_with_its_sub_choices() -> None:
    view = begun("11/b/left/3/t/m", "5-5", "1-0", "2-0", "3-0").view(None)
    assert view.variant == "11/b/left/3/t/m"
    assert view.choice is not None
    assert view.choice._asdict() == {
        "number": 11, "schema": "b", "half": "left", "tiles": 3, "first": "t", "rest": "m",
    }  # fmt: skip


def test_a_stage_that_begins_is_told() -> None:
    match = laid("16", "0-0", *TRIANGLE, "3-0@down")
    told = [(event.stage, event.count) for event in of_kind(match.events, StageBegan)]
    assert told == [("fourth", 1), ("free", 0)]
