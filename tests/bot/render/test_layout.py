"""Layouts: no overlap, touching halves, stable growth."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.line import Slot, branches, lay_out
from games.core.line import LineView
from games.core.tiles import Tile
from tests.bot.render.sample_lines import line_of, random_line

Box = tuple[float, float, float, float]

FULL_SET = 28


def _any_line(*, arms: tuple[int, ...] = (2, 3, 4)) -> st.SearchStrategy[LineView]:
    return st.builds(
        lambda seed, arms, tiles, lean, spinner_later: random_line(
            random.Random(seed), arms=arms, tiles=tiles, lean=lean, spinner_later=spinner_later
        ),
        seed=st.integers(0, 2**32),
        arms=st.sampled_from(arms),
        tiles=st.one_of(st.just(FULL_SET), st.integers(1, FULL_SET)),
        lean=st.sampled_from((0, 2, 40)),
        spinner_later=st.booleans(),
    )


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _room(line: LineView, *indices: int) -> float:
    """Return the neighbours' gap, wider near a middle with arms."""
    places = {tile.at for tile in line.tiles} | {end.at for end in line.ends}
    crossed = bool(places & {"up", "down"})
    return 0.25 if crossed and (line.spinner or 0) in indices else 0.0


def _shared_edge(one: Box, other: Box, gap: float) -> float:
    """Return the edge length that boxes share at this gap."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    along = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, along) if min(across, along) == -gap else 0.0


def _half(slot: Slot, number: int, tile: Tile) -> Box:
    """Return the box of a number's half, or whole double."""
    left, top, right, bottom = slot.box
    if tile.is_double:
        return left, top, right, bottom
    if slot.upright:
        return (left, top, right, slot.y) if slot.first == number else (left, slot.y, right, bottom)
    return (left, top, slot.x, bottom) if slot.first == number else (slot.x, top, right, bottom)


@given(_any_line())
def test_nothing_on_the_table_overlaps(line: LineView) -> None:
    layout = lay_out(line)
    boxes = [part.box for part in layout.slots] + [part.box for part in layout.sockets]
    assert len(boxes) == len(line.tiles) + len(line.ends)
    for place, box in enumerate(boxes):
        assert not [other for other in boxes[:place] if _overlap(box, other)]


@given(_any_line())
def test_every_tile_touches_its_neighbour_with_the_joined_halves(line: LineView) -> None:
    slots = lay_out(line).slots
    for index, (placed, slot) in enumerate(zip(line.tiles, slots, strict=True)):
        assert {slot.first, slot.second} == {placed.tile.high, placed.tile.low}
        if placed.on is None:
            continue
        parent = line.tiles[placed.on]
        outward = parent.outward
        if not parent.at:
            outward = parent.tile.high if placed.at == "left" else parent.tile.low
        near = placed.tile.other(placed.outward)
        gap = _room(line, index, placed.on)
        joined = _shared_edge(_half(slot, near, placed.tile), _half(slots[placed.on], outward, parent.tile), gap)
        assert joined >= 1


@given(_any_line())
def test_every_open_end_has_its_socket_where_the_number_lies(line: LineView) -> None:
    layout = lay_out(line)
    assert {socket.end for socket in layout.sockets} == set(line.ends)
    for socket in layout.sockets:
        tile = line.tiles[socket.end.on].tile
        half = _half(layout.slots[socket.end.on], socket.end.number, tile)
        assert _shared_edge(socket.box, half, _room(line, socket.end.on)) >= 1
        assert abs(socket.dx) + abs(socket.dy) == 1


@given(_any_line(arms=(2,)))
def test_a_line_of_two_arms_fits_a_phone(line: LineView) -> None:
    left, top, right, bottom = lay_out(line).box
    assert right - left <= 18
    assert bottom - top <= 18


@given(_any_line())
def test_a_line_of_many_arms_has_bounded_width_and_height(line: LineView) -> None:
    left, top, right, bottom = lay_out(line).box
    assert right - left <= 22 + 3
    assert bottom - top <= 33


@given(_any_line(arms=(2,)))
def test_a_growing_line_without_spinner_moves_no_tile(line: LineView) -> None:
    tiles = line.tiles
    whole = lay_out(LineView(tiles)).slots
    for count in range(1, len(tiles)):
        assert lay_out(LineView(tiles[:count])).slots == whole[:count]


@given(_any_line())
def test_the_same_line_is_always_laid_out_alike(line: LineView) -> None:
    assert lay_out(line) == lay_out(line)


def test_an_empty_line_has_no_slots() -> None:
    layout = lay_out(LineView())
    assert (layout.slots, layout.sockets, layout.box) == ((), (), (0, 0, 0, 0))


def test_tiles_lie_lengthwise_and_doubles_crosswise() -> None:
    slots = lay_out(line_of(["6-4", "6-6@left", "4-1@right"])).slots
    assert slots == (
        Slot(0, 0, 0, upright=False, first=6, second=4),
        Slot(1, -1.5, 0, upright=True, first=6, second=6),
        Slot(2, 2, 0, upright=False, first=4, second=1),
    )


def test_the_right_arm_turns_down_at_the_edge_and_comes_back_below() -> None:
    line = line_of(["6-4", "4-1@right", "1-2@right", "2-3@right", "3-5@right", "5-0@right"])
    assert lay_out(line).slots[3:] == (
        Slot(3, 6, 0, upright=False, first=2, second=3),
        Slot(4, 6.5, 1.5, upright=True, first=3, second=5),
        Slot(5, 6, 3, upright=False, first=0, second=5),
    )


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_spinner_that_is_joined_later_becomes_the_middle(side: str) -> None:
    other = {"left": "right", "right": "left"}[side]
    line = LineView(line_of(["6-4", f"4-4@{side}" if side == "right" else f"6-6@{side}"]).tiles, (), 1)
    parts = branches(line)
    assert parts.middle == 1
    assert parts.sides[side] == ()
    assert [(link.index, link.near, link.far) for link in parts.sides[other]] == [
        (0, 4, 6) if side == "right" else (0, 6, 4)
    ]
    assert (lay_out(line).slots[1].x, lay_out(line).slots[1].y) == (0, 0)


def test_a_line_without_tiles_has_no_branches() -> None:
    with pytest.raises(ValueError, match="no branches"):
        branches(LineView())
