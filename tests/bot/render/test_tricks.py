"""Pictures of tricks, trumps and piles, and sizes."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot import render
from bot.render import BoneyardPanel, PanelCounting, PanelTally, Pile, TrickSeat, TrickSide
from games.core.tiles import ALL_TILES, Tile
from tests.bot.render.sample_circles import NAMES

SIX = tuple(
    TrickSeat(name, seat % 2, "AB"[seat % 2], 9, laid=ALL_TILES[-1 - seat], leads=seat == 0, is_marked=seat == 5)
    for seat, name in enumerate(NAMES)
)
TWO = tuple(replace(laying, letter="", tiles=7, group=seat) for seat, laying in enumerate(SIX[:2]))
RACE = PanelTally(124, 250, PanelCounting.RACE)
SIDES = (TrickSide("A", "3 tricks, 28 points", RACE), TrickSide("B", "2 tricks, 12 points", replace(RACE, score=87)))
CENTRE = ("trumps: 5 · led: 6", "Święcisława: bid 55, needs 27 more")
PILE = BoneyardPanel(9, Tile(6, 4), is_closed=False)


def _size(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


def test_a_trick_of_six_is_smaller_than_20_kilobytes_and_of_two_than_16() -> None:
    assert len(render.trick(SIX, centre=CENTRE, sides=SIDES)) < 15_000
    assert len(render.trick(TWO, centre=CENTRE, sides=SIDES, boneyard=PILE)) < 15_000


def test_a_trick_is_as_wide_as_a_board_and_no_higher_than_wide() -> None:
    for layings in (TWO, SIX):
        for sides in ((), SIDES):
            width, height = _size(render.trick(layings, centre=CENTRE, sides=sides))
            assert width == 720
            assert 400 < height < 720


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5])
def test_a_trick_has_two_or_six_players(count: int) -> None:
    with pytest.raises(ValueError, match="2 or 6"):
        render.trick(SIX[:count], centre=())


def test_every_fact_of_a_trick_is_seen() -> None:
    changes = (
        {"tiles": 8},
        {"laid": None},
        {"laid": Tile(0, 0)},
        {"laid": None, "call": "55"},
        {"laid": None, "call": "55", "is_marked": True},
        {"is_lit": True},
        {"leads": True},
        {"is_marked": True},
        {"is_over": True},
        {"sits_out": True},
    )
    pictures = {render.trick((SIX[0], replace(SIX[1], **change), *SIX[2:]), centre=CENTRE) for change in ({}, *changes)}
    assert len(pictures) == 1 + len(changes)


_CLEARLY = 60
"""Two pictures may have other steps at edges, because each has its own sixteen colours."""


def test_tiles_lie_before_their_players_clockwise_from_the_middle_below() -> None:
    empty = [replace(laying, laid=None) for laying in SIX]
    bare = Image.open(io.BytesIO(render.trick(empty, centre=()))).convert("RGB")
    found = []
    for seat in range(6):
        layings = [SIX[at] if at == seat else one for at, one in enumerate(empty)]
        image = Image.open(io.BytesIO(render.trick(layings, centre=()))).convert("RGB")
        changed = ImageChops.difference(image, bare).convert("L").point([value > _CLEARLY for value in range(256)])
        spots = [
            (x, y) for y in range(0, image.height, 4) for x in range(0, image.width, 4) if changed.getpixel((x, y))
        ]
        x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
        found.append((int(3 * x / image.width), int(2 * y / image.height)))
    assert found == [(1, 1), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1)]


def test_the_boneyard_shows_its_trump_count_and_whether_it_is_closed() -> None:
    piles = (PILE, replace(PILE, tiles=8), replace(PILE, trump=Tile(5, 4)), replace(PILE, is_closed=True))
    gone = BoneyardPanel(0, None, is_closed=False)
    assert len({render.trick(TWO, centre=CENTRE, boneyard=pile) for pile in (None, gone, *piles)}) == 6


@pytest.mark.parametrize("counting", PanelCounting)
def test_every_score_looks_different_until_the_target(counting: PanelCounting) -> None:
    pictures = {
        render.trick(TWO, centre=(), sides=(TrickSide("A", "", PanelTally(score, 9, counting)),)) for score in range(10)
    }
    assert len(pictures) == 10


@pytest.mark.parametrize("counting", PanelCounting)
def test_a_score_beyond_the_target_is_drawn(counting: PanelCounting) -> None:
    side = TrickSide("A", "", PanelTally(12, 9, counting))
    assert _size(render.trick(TWO, centre=(), sides=(side, side)))[0] == 720


def test_trumps_stand_apart_in_a_hand() -> None:
    tiles = ALL_TILES[:9]
    assert len({render.hand(tiles, playable=(), trumps=trumps) for trumps in range(10)}) == 10


def test_a_hand_with_the_count_of_each_number_is_smaller_than_15_kilobytes() -> None:
    plain = render.hand(ALL_TILES[:9], playable=())
    counted = render.hand(ALL_TILES[:9], playable=(), numbers=(4, 3, 2, 0, 0, 0, 0))
    assert len(counted) < 15_000
    assert _size(counted)[1] > _size(plain)[1]
    assert counted != render.hand(ALL_TILES[:9], playable=(), numbers=(3, 4, 2, 0, 0, 0, 0))


def test_all_tiles_of_two_sets_go_into_the_picture_of_two_piles() -> None:
    rows = [Pile("Team A", ALL_TILES[:5], ALL_TILES, "5 + 35 = 40"), Pile("Team B", (), ALL_TILES[:21], "4 + 35 = 39")]
    png = render.piles(rows)
    assert len(png) < 15_000
    assert png != render.piles([replace(rows[0], is_best=True), rows[1]])
    assert png != render.piles([replace(rows[0], text="6 + 35 = 41"), rows[1]])


def test_a_trick_in_letters_names_the_table_the_players_and_the_scores() -> None:
    layings = (replace(SIX[0], name="Ada", is_lit=True), replace(SIX[1], name="Bo", laid=None, sits_out=True))
    assert render.trick_text(layings, centre=("trumps: 5",), sides=SIDES).splitlines() == [
        "trumps: 5",
        "▶ A Ada 6|6*",
        "· B Bo",
        "A 124/250  3 tricks, 28 points",
        "B 87/250  2 tricks, 12 points",
    ]
