"""Tiles: their texts, their places in the set, and sets of them as masks."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Tile
from games.core.tiles import ALL_TILES, DOUBLES, FULL_SET, WITH_NUMBER, mask_of, pips_in, tiles_in
from tests.games.deals import tiles
from tests.games.walks import many


def test_the_double_six_set_has_28_tiles_and_168_pips() -> None:
    assert len(set(ALL_TILES)) == 28
    assert sum(tile.pips for tile in ALL_TILES) == 168
    assert [str(tile) for tile in ALL_TILES][:4] == ["0-0", "1-0", "1-1", "2-0"]
    assert [tile.index for tile in ALL_TILES] == list(range(28))


def test_a_tile_is_written_with_its_higher_half_first() -> None:
    assert str(Tile(4, 6)) == str(Tile(6, 4)) == "6-4"
    assert repr(Tile(4, 6)) == "Tile(6, 4)"
    assert (Tile(4, 6).high, Tile(4, 6).low, Tile(4, 6).pips) == (6, 4, 10)


@pytest.mark.parametrize("text", ["6-4", "4-6", "[6|4]", "[4|6]", "64", "46", "6|4", " 6 - 4 ", "[ 6 | 4 ]"])
def test_a_tile_is_read_either_way_round(text: str) -> None:
    assert Tile.parse(text) is Tile(6, 4)


@pytest.mark.parametrize("text", ["", "6", "7-1", "6-7", "6--4", "[6|4", "6|4]", "[64]", "6-4-1", "a-b", "٦-٤", "-6-4"])
def test_what_is_no_tile_is_an_error_that_shows_one(text: str) -> None:
    with pytest.raises(ValueError, match="is not a tile such as 6-4"):
        Tile.parse(text)


@many
@given(st.text())
def test_any_text_is_a_tile_or_a_value_error(text: str) -> None:
    try:
        tile = Tile.parse(text)
    except ValueError:
        return
    assert {str(tile.high), str(tile.low)} <= set(text)


@pytest.mark.parametrize("halves", [(7, 0), (0, -1), (6, 7), ("6", "4"), (None, 1)])
def test_a_half_is_a_number_from_0_to_6(halves: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="numbers from 0 to 6"):
        Tile(*halves)


def test_a_double_is_the_same_on_both_halves() -> None:
    assert [str(tile) for tile in ALL_TILES if tile.is_double] == ["0-0", "1-1", "2-2", "3-3", "4-4", "5-5", "6-6"]


def test_the_half_across() -> None:
    assert Tile(6, 4).other(6) == 4
    assert Tile(6, 4).other(4) == 6
    assert Tile(5, 5).other(5) == 5
    assert Tile(6, 4).has(4)
    assert not Tile(6, 4).has(5)
    with pytest.raises(ValueError, match="6-4 has no half 5"):
        Tile(6, 4).other(5)


def test_a_tile_cannot_be_changed_and_there_is_one_of_each() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Tile(6, 4).high = 5
    assert pickle.loads(pickle.dumps(Tile(6, 4))) is Tile(6, 4)  # noqa: S301  # our own
    assert copy.copy(Tile(6, 4)) is copy.deepcopy(Tile(6, 4)) is Tile(6, 4)


def test_a_set_of_tiles_is_a_mask() -> None:
    assert mask_of(tiles("0-0 1-1")) == 0b101
    assert tiles_in(0b101) == tiles("0-0 1-1")
    assert pips_in(mask_of(tiles("6-6 5-0 1-1"))) == 19
    assert tiles_in(0) == ()
    assert pips_in(0) == 0


@many
@given(st.sets(st.sampled_from(ALL_TILES)))
def test_masks_and_tiles_tell_the_same(chosen: set[Tile]) -> None:
    assert set(tiles_in(mask_of(chosen))) == chosen
    assert list(tiles_in(mask_of(chosen))) == sorted(chosen)
    assert pips_in(mask_of(chosen)) == sum(tile.pips for tile in chosen)


def test_each_number_is_on_seven_tiles() -> None:
    assert tiles_in(WITH_NUMBER[6]) == tiles("6-0 6-1 6-2 6-3 6-4 6-5 6-6")
    assert all(mask.bit_count() == 7 for mask in WITH_NUMBER)
    assert DOUBLES.bit_count() == 7
    assert tiles_in(FULL_SET) == ALL_TILES
