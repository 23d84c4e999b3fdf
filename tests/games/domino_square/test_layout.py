"""Where a tile may lie in Domino Square: contacts, half overlaps, numbers, and the square that floats."""

from __future__ import annotations

from random import Random

import pytest

from games.core.moves import Move
from games.core.tiles import Tile, mask_of
from games.domino_square.layout import IN_PLAY, SIZE, Hindrance, above_row, cells_of, text_of
from tests.games.deals import tiles
from tests.games.domino_square.tables import FULL, Table, layout, places, why_not

# --- The text of a place ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["6-4@0,2>0,3", "6-4@-1,0>0,0", "1-0@-5,-4>-5,-3", "4-3@3,-2>2,-2"])
def test_a_move_names_the_cell_of_the_higher_half_and_that_of_the_lower(text: str) -> None:
    move = Move.parse(text)
    assert str(move) == text
    cells = cells_of(move.at)
    assert cells
    assert text_of(*cells) == move.at


@pytest.mark.parametrize(
    "text",
    ["", "left", "0,2", "0,2>", "0,2>0,2", "0,2>0,4", "0,2>1,3", "00,2>0,3", "0,2>0,3>0,4", "-0,2>0,3", "+0,2>0,3"],
)
def test_what_names_no_two_neighbouring_cells_is_no_place(text: str) -> None:
    assert cells_of(text) is None


def test_the_opening_tile_lies_with_its_higher_half_at_0_0() -> None:
    (laid,) = layout("6-4").tiles
    assert (laid.tile, laid.high, laid.low) == (Tile(6, 4), (0, 0), (0, 1))


# --- Contacts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["5-3@0,2>0,3", "5-3@0,3>0,2", "5-3@0,-1>0,-2", "5-3@0,-2>0,-1"])
def test_a_tile_may_touch_in_line_by_short_sides(place: str) -> None:
    assert why_not(layout("6-4"), place) is None


@pytest.mark.parametrize("place", ["5-3@1,0>1,1", "5-3@1,1>1,0", "5-3@-1,0>-1,1", "5-3@-1,1>-1,0"])
def test_a_tile_may_touch_by_its_whole_long_side(place: str) -> None:
    assert why_not(layout("6-4"), place) is None


@pytest.mark.parametrize(
    "place",
    [
        "5-3@1,0>2,0",  # its short side under either half
        "5-3@1,1>2,1",
        "5-3@-1,0>-2,0",
        "5-3@-2,1>-1,1",
        "5-3@0,2>1,2",  # its long side beside the short one, upwards and downwards
        "5-3@-1,2>0,2",
        "5-3@0,-1>1,-1",
        "5-3@-1,-1>0,-1",
    ],
)
def test_every_contact_at_a_right_angle_is_an_l(place: str) -> None:
    assert why_not(layout("6-4"), place) is None


@pytest.mark.parametrize("place", ["5-3@1,1>1,2", "5-3@1,-1>1,0", "5-3@-1,1>-1,2", "5-3@-1,0>-1,-1"])
def test_a_tile_may_not_touch_by_half_of_a_long_side(place: str) -> None:
    assert why_not(layout("6-4"), place) is Hindrance.HALF_OVERLAP


def test_upright_tiles_may_not_touch_by_half_of_a_long_side_either() -> None:
    on = layout("6-4", "5-3@1,0>2,0")
    assert why_not(on, "2-1@2,1>3,1") is Hindrance.HALF_OVERLAP
    assert why_not(on, "2-1@2,-1>3,-1") is Hindrance.HALF_OVERLAP
    assert why_not(on, "2-0@1,1>2,1") is None


def test_half_overlap_is_forbidden_whatever_else_the_tile_touches() -> None:
    # beside 5-3, which stands at the end of 6-4, a tile may lie under the whole of 6-4
    assert why_not(layout("6-4", "5-3@0,2>1,2"), "1-0@1,0>1,1") is None
    assert why_not(layout("6-4", "5-3@0,2>0,3"), "2-1@1,1>1,2") is Hindrance.HALF_OVERLAP
    assert why_not(layout("6-4", "5-3@1,1>2,1"), "2-1@1,0>1,-1") is Hindrance.HALF_OVERLAP
    assert why_not(layout("6-4", "5-3@1,1>2,1"), "2-1@-1,1>-1,2") is Hindrance.HALF_OVERLAP


@pytest.mark.parametrize("place", ["5-3@1,2>2,2", "5-3@1,2>1,3", "5-3@-1,-1>-1,-2", "5-3@-1,2>-2,2"])
def test_touching_at_a_corner_only_is_no_contact(place: str) -> None:
    assert why_not(layout("6-4"), place) is Hindrance.NO_CONTACT


def test_no_contact_at_all_is_none_either() -> None:
    assert why_not(layout("6-4"), "5-3@3,0>3,1") is Hindrance.NO_CONTACT


@pytest.mark.parametrize("place", ["5-3@0,0>0,1", "5-3@0,1>0,2", "5-3@-1,0>0,0"])
def test_two_tiles_cannot_share_a_cell(place: str) -> None:
    assert why_not(layout("6-4"), place) is Hindrance.TAKEN


# --- Numbers ----------------------------------------------------------------------------------------------------------


def test_no_number_stands_twice_in_a_row() -> None:
    on = layout("6-4")
    assert why_not(on, "4-3@0,2>0,3") is Hindrance.ROW
    assert why_not(on, "4-3@0,3>0,2") is Hindrance.ROW
    assert why_not(on, "4-3@0,2>1,2") is Hindrance.ROW
    assert why_not(on, "4-3@1,2>0,2") is None


def test_no_number_stands_twice_in_a_column() -> None:
    on = layout("6-4")
    assert why_not(on, "6-5@1,0>2,0") is Hindrance.COLUMN
    assert why_not(on, "6-5@2,0>1,0") is Hindrance.COLUMN
    assert why_not(on, "6-5@1,0>1,1") is Hindrance.COLUMN
    assert why_not(on, "6-5@1,1>1,0") is None


def test_gaps_in_a_row_or_column_do_not_let_a_number_repeat() -> None:
    # row 1: a five at its left end; cells 1,0 and 1,1 stay empty
    on = layout("6-4", "5-3@1,-1>0,-1", "2-1@0,2>1,2")
    assert why_not(on, "5-0@1,3>1,4") is Hindrance.ROW
    assert why_not(on, "5-0@1,4>1,3") is Hindrance.ROW
    assert why_not(on, "5-0@0,3>1,3") is None
    # column -1: a three in row 0, a five in row 1; cell 2,-1 stays empty
    on = layout("6-4", "5-3@1,-1>0,-1", "2-1@1,0>1,1", "3-0@2,0>3,0")
    assert why_not(on, "5-4@3,-1>3,-2") is Hindrance.COLUMN
    assert why_not(on, "5-4@3,-2>3,-1") is None


def test_the_first_reason_told_is_the_row() -> None:
    # in row 1 a three, in column 0 a six: 6-3 upright under the six would break both
    on = layout("6-4", "5-3@0,2>1,2")
    assert why_not(on, "6-3@1,0>1,1") is Hindrance.ROW


# --- The square -------------------------------------------------------------------------------------------------------


def test_the_layout_may_take_up_six_columns_and_no_more() -> None:
    on = layout("6-4", "5-3@0,2>0,3", "2-1@0,4>0,5")
    assert on.layout.columns == (0, 5)
    # in line 6 4 5 3 2 1 uses six numbers up; 0 fits in the row, and a seventh column is none of the square
    assert why_not(on, "4-0@1,6>0,6") is Hindrance.OUTSIDE
    assert why_not(on, "5-0@1,-1>0,-1") is Hindrance.OUTSIDE
    assert why_not(on, "5-0@1,0>2,0") is None


def test_the_square_floats_upwards_and_to_the_left_too() -> None:
    on = layout("6-4", "5-3@0,-2>0,-1", "2-1@0,-4>0,-3")
    assert on.layout.columns == (-4, 1)
    assert why_not(on, "5-0@1,2>0,2") is Hindrance.OUTSIDE
    on = layout("6-4", "5-3@-2,0>-1,0", "2-1@-4,0>-3,0")
    assert on.layout.rows == (-4, 0)
    assert why_not(on, "2-0@1,1>2,1") is Hindrance.OUTSIDE
    assert why_not(on, "2-0@-4,1>-4,2") is Hindrance.ROW
    assert why_not(on, "5-4@-5,0>-5,1") is Hindrance.COLUMN
    assert why_not(on, "6-0@-5,1>-5,0") is None


def test_a_tile_half_in_the_square_is_outside() -> None:
    on = layout("6-4", "5-3@0,2>0,3", "2-1@0,4>1,4")
    assert on.layout.columns == (0, 4)
    assert why_not(on, "5-0@1,5>1,6") is Hindrance.OUTSIDE
    assert why_not(on, "4-0@1,5>0,5") is None


def test_full_rows_of_the_square_take_nothing_more() -> None:
    # 6 5 4 3 2 1 above 5 4 3 2 1 6: not a cell of these rows is left within six columns
    on = layout("6-5", "4-3@0,2>0,3", "2-1@0,4>0,5", "5-4@1,0>1,1", "3-2@1,2>1,3", "6-1@1,5>1,4")
    assert (on.layout.rows, on.layout.columns) == ((0, 1), (0, 5))
    offered = [place for tile in IN_PLAY for place in places(on, str(tile))]
    assert offered
    assert not any(cells_in_rows(place, {0, 1}) for place in offered)
    # below, 4 is new to column 0 and 6 to column 1, but not the other way round
    assert why_not(on, "6-4@2,1>2,0") is None
    assert why_not(on, "6-4@2,0>2,1") is Hindrance.COLUMN


def cells_in_rows(place: str, rows: set[int]) -> bool:
    cells = cells_of(place.partition("@")[2])
    assert cells
    return any(row in rows for row, _ in cells)


def test_the_whole_square_can_be_filled() -> None:
    moves = [move for row in FULL for move in row]
    on = layout(*moves)
    assert len(on.tiles) == 18
    assert on.position.fitting() == 0
    assert layout(*moves[:17]).position.fitting() == Tile(5, 0).bit
    assert layout(*moves[:16]).position.fitting() == mask_of(tiles("3-1 5-0"))
    assert layout(*moves[:15]).position.fitting() == mask_of(tiles("6-2 5-3 3-1 5-0"))


@pytest.mark.parametrize("seed", range(20))
def test_a_layout_stays_within_six_rows_and_six_columns_without_repeating(seed: int) -> None:
    rng = Random(seed)
    on = Table()
    on.lay(str(rng.choice(IN_PLAY)))
    while True:
        moves = [place for tile in IN_PLAY for place in places(on, str(tile))]
        if not moves:
            break
        on.lay(rng.choice(moves))
    numbers = {cell: half for t in on.tiles for cell, half in ((t.high, t.tile.high), (t.low, t.tile.low))}
    for axis in (0, 1):
        lines = {cell[axis] for cell in numbers}
        assert max(lines) - min(lines) < SIZE
        for line in lines:
            halves = [half for cell, half in numbers.items() if cell[axis] == line]
            assert len(set(halves)) == len(halves)


# --- Why a tile fits nowhere ------------------------------------------------------------------------------------------


def test_places_are_counted_under_the_reason_that_forbids_them() -> None:
    # Round a lone 6-4 lie, both ways each: 4 places of half overlap; 8 at corners only: two more to the side in the
    # rows above and below, and four upright that begin at a corner. 6-4 itself, were it to come again: in line 4
    # placements repeat a number in the row; beside the short sides an L with either half in row 0: 4 places x 2 ways,
    # all repeat one in the row. Whole sides: 2 places, one way each repeats in columns, the other way does not; upright
    # under and over a half: 4 places, and each way a number stands in the column of its equal.
    counts = layout("6-4").layout.hindrances(Tile(6, 4))
    assert counts == {
        Hindrance.OUTSIDE: 0,
        Hindrance.HALF_OVERLAP: 4 * 2,
        Hindrance.NO_CONTACT: 8 * 2,
        Hindrance.ROW: 2 * 2 + 4 * 2,
        Hindrance.COLUMN: 2 + 4 * 2,
    }


def test_places_beyond_the_square_are_counted_as_such() -> None:
    on = layout("6-4", "5-3@0,2>0,3", "2-1@0,4>0,5")
    assert on.layout.hindrances(Tile(1, 0))[Hindrance.OUTSIDE] > 0
    assert layout("6-4", "5-3@0,2>0,3").layout.hindrances(Tile(1, 0))[Hindrance.OUTSIDE] == 0


@pytest.mark.parametrize("seed", range(10))
def test_reasons_and_places_make_up_all_that_lies_about_the_layout(seed: int) -> None:
    rng = Random(seed)
    on = layout("6-4")
    for _ in range(6):
        on.lay(rng.choice([place for tile in IN_PLAY for place in places(on, str(tile))]))
    covered = {cell for laid in on.tiles for cell in (laid.high, laid.low)}
    around = {(r + i, c + j) for r, c in covered for i in (-1, 0, 1) for j in (-1, 0, 1)} - covered
    ways = [
        (high, low)
        for high in {(r + i, c + j) for r, c in around for i in (-1, 0, 1) for j in (-1, 0, 1)} - covered
        for low in ((high[0] + 1, high[1]), (high[0] - 1, high[1]), (high[0], high[1] + 1), (high[0], high[1] - 1))
        if low not in covered and (high in around or low in around)
    ]
    for tile in IN_PLAY:
        if all(laid.tile != tile for laid in on.tiles):
            assert sum(on.layout.hindrances(tile).values()) + len(places(on, str(tile))) == len(ways)


@pytest.mark.parametrize(
    ("move", "above"),
    [
        ("5-3@1,0>1,1", "5-3@-1,0>-1,1"),
        ("5-3@1,0>0,0", "5-3@-1,0>0,0"),
        ("5-3@0,2>0,3", "5-3@0,2>0,3"),
        ("5-3@-1,0>-2,0", "5-3@-1,0>-2,0"),
        ("6-4", "6-4"),
        ("pass", "pass"),
    ],
)
def test_a_move_below_the_opening_row_has_its_mirror_image_above(move: str, above: str) -> None:
    assert str(above_row(Move.parse(move))) == above
