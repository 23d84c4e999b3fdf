"""Moves as one line of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Move, Tile
from games.core.moves import DRAW, PASS
from games.core.refusals import DoesNotFit
from games.core.tiles import ALL_TILES
from tests.games.walks import many

WORDS = st.from_regex(r"[a-z][a-z-]{0,8}", fullmatch=True)
PARTS = st.from_regex(r"[^@=\s]{1,8}", fullmatch=True)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("6-4", Move("play", Tile(6, 4))),
        ("6-4@left", Move("play", Tile(6, 4), "left")),
        ("draw", DRAW),
        ("pass", PASS),
        ("bid=55", Move("bid", None, "", "55")),
        ("close 6-4@left", Move("close", Tile(6, 4), "left")),
        ("4-3@left=4", Move("play", Tile(4, 3), "left", "4")),
        ("5-5=meld", Move("play", Tile(5, 5), "", "meld")),
        ("thirteen@1", Move("thirteen", None, "1")),
        ("stop-biskent@2", Move("stop-biskent", None, "2")),
        ("variant=11/b/left/3/t/t", Move("variant", None, "", "11/b/left/3/t/t")),
        ("6-4@-1,2>0,2", Move("play", Tile(6, 4), "-1,2>0,2")),
        ("pair 6-5=1-0", Move("pair", Tile(6, 5), "", "1-0")),
        ("shift 4-3@2", Move("shift", Tile(4, 3), "2")),
    ],
)
def test_the_moves_of_the_rules_are_written_and_read(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text


@pytest.mark.parametrize("text", ["4-6@left", "[6|4]@left", "64@left", " 6-4@left ", "play 6-4@left"])
def test_a_tile_in_a_move_is_read_either_way_round(text: str) -> None:
    assert Move.parse(text) == Move("play", Tile(6, 4), "left")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "@left",
        "=5",
        "6-7",
        "DRAW",
        "6-4 @left",
        "6-4@",
        "6-4@left=",
        "draw draw",
        "[6|4",
        "play",
        "play@left",
        "x" * 81,
    ],
)
def test_what_is_no_move_is_an_error_that_shows_some(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a move such as 6-4@left, draw or pass|is not a tile such as 6-4"):
        Move.parse(text)


@many
@given(verb=WORDS, tile=st.none() | st.sampled_from(ALL_TILES), at=st.just("") | PARTS, value=st.just("") | PARTS)
def test_every_move_is_read_as_it_is_written(verb: str, tile: Tile | None, at: str, value: str) -> None:
    move = Move(verb, tile, at, value)
    if verb == "play" and tile is None:
        return  # to lay no tile is no move
    assert Move.parse(str(move)) == move


@many
@given(st.text())
def test_any_text_is_a_move_or_a_value_error(text: str) -> None:
    try:
        move = Move.parse(text)
    except ValueError:
        return
    assert Move.parse(str(move)) == move


def test_a_refusal_is_a_sentence_with_a_code_and_values() -> None:
    refusal = DoesNotFit(tile=Tile(6, 4), at="left")
    assert refusal == "6-4 does not fit at left"
    assert refusal.code == "does_not_fit"
    assert refusal.values == {"tile": Tile(6, 4), "at": "left"}
