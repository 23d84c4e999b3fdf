"""Circles and revealed hands, as pictures and text."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot import render
from bot.render import CircleSeat, RevealedHand
from bot.render.circle import GESTURES
from bot.render.drawing.colours import ALPHAS, PALETTE
from bot.tables.pacts import SIGNS
from games.core.tiles import Tile
from tests.bot.render.sample_circles import places

LONG_LINE = "Święcisława & Łucja Wiśniewska 3 : 2 Дмитрий Ёлкин & Brzęczyszczykiewicz"
MELD = [Tile(6, 2), Tile(6, 3), Tile(6, 5)]


def _size(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


def _circle(
    around: list[CircleSeat], *, boneyard: int = 15, thrown: int = 2, centre: tuple[str, ...] = ("A 3 : 2 B",)
) -> bytes:
    return render.circle(around, boneyard=boneyard, thrown=thrown, centre=centre)


@pytest.mark.parametrize("holder", range(4))
def test_a_circle_of_four_is_smaller_than_15_kilobytes(holder: int) -> None:
    assert len(_circle(places(4, holder=holder), centre=("Ada & Celina 3 : 2 Borys & Dmitri",))) < 15_000


@pytest.mark.parametrize("holder", range(6))
def test_a_circle_of_six_is_smaller_than_18_kilobytes(holder: int) -> None:
    around = places(6, holder=holder)
    assert len(_circle(around, centre=("A 3 · B 10 · C 7",))) < 15_000
    assert len(_circle(around, centre=(LONG_LINE,) * 3)) < 16_000


def test_a_circle_is_as_wide_as_a_board_and_no_higher_than_wide() -> None:
    for count in (4, 6):
        for lines in range(4):
            width, height = _size(_circle(places(count), centre=(LONG_LINE,) * lines))
            assert width == 720
            assert 400 < height < 720


def test_every_fact_of_a_circle_is_seen() -> None:
    around = places(4)
    pictures = {_circle(places(4, holder=holder)) for holder in range(4)}
    pictures |= {_circle(around, boneyard=boneyard) for boneyard in (0, 1, 14)}
    pictures |= {_circle(around, thrown=thrown) for thrown in (0, 1, 3)}
    pictures |= {_circle([replace(around[0], pair=pair), *around[1:]]) for pair in (1, 2)}
    pictures |= {_circle([replace(around[0], tiles=tiles), *around[1:]]) for tiles in (2, 3)}
    assert len(pictures) == 4 + 3 + 3 + 2 + 2


def test_seats_go_clockwise_from_the_lower_edge() -> None:
    """A seat's panel changes with its holder."""
    for count, sides in ((4, "below left above right"), (6, "below left left above right right")):
        nobody = [replace(place, tiles=3, holder=False) for place in places(count)]
        empty = Image.open(io.BytesIO(_circle(nobody))).convert("RGBA")
        heights = []
        for seat, side in enumerate(sides.split()):
            changed = [replace(place, tiles=4 if at == seat else 3) for at, place in enumerate(nobody)]
            image = Image.open(io.BytesIO(_circle(changed))).convert("RGBA")
            spots = [
                (x, y)
                for y in range(0, image.height, 3)
                for x in range(0, image.width, 3)
                if image.getpixel((x, y)) != empty.getpixel((x, y))
            ]
            x, y = spots[len(spots) // 2]
            across = "left" if x < 240 else "right" if x >= 480 else "above" if y < image.height / 2 else "below"
            assert across == side
            heights.append(y)
        if count == 6:
            assert heights[1] > heights[2]
            assert heights[4] < heights[5]


def test_every_sign_has_a_bubble_of_its_own_beside_its_player() -> None:
    assert set(GESTURES) == set(SIGNS)
    around = places(4)
    pictures = {
        _circle([*around[:seat], replace(around[seat], sign=sign), *around[seat + 1 :]])
        for seat in range(4)
        for sign in (*SIGNS, "")
    }
    assert len(pictures) == 4 * 9
    assert _circle(around) not in pictures


def test_four_signs_cost_less_than_4_kilobytes() -> None:
    for signs in (SIGNS[:4], SIGNS[4:]):
        signed = [replace(place, sign=sign) for place, sign in zip(places(4), signs, strict=True)]
        assert len(_circle(signed)) < len(_circle(places(4))) + 4_000


@pytest.mark.parametrize("count", [0, 2, 3, 5, 7])
def test_a_circle_has_four_or_six_players(count: int) -> None:
    with pytest.raises(ValueError, match="4 or 6"):
        _circle([CircleSeat("Ann", 3, 0, False)] * count)


def test_the_palette_has_room() -> None:
    assert len(PALETTE) <= 256
    assert len(set(PALETTE[len(ALPHAS) :])) == len(PALETTE) - len(ALPHAS)


def test_hands_shown_are_smaller_than_18_kilobytes() -> None:
    rows = [
        RevealedHand("Święcisława Brzęczyszczykiewicz", [*MELD, Tile(4, 4)], MELD),
        RevealedHand("Дмитрий Ёлкин", [Tile(5, 5), Tile(5, 4), Tile(5, 6)], [Tile(5, 5), Tile(5, 4), Tile(5, 6)]),
    ]
    for verdict in (True, False):
        png = render.reveal(rows, heading=LONG_LINE, verdict=verdict)
        assert len(png) < 18_000
        assert _size(png)[0] == 720


def test_shown_hands_mark_calls_the_meld_and_true_calls() -> None:
    hand = [*MELD, Tile(6, 6)]
    melds: tuple[list[Tile], ...] = ([], MELD, [*MELD[:2], Tile(6, 6)])
    pictures = {
        render.reveal([RevealedHand("Ann", hand, meld)], heading=heading, verdict=verdict)
        for meld in melds
        for heading in ("Ann: Kent!", "Ben: Kent!", "Ann: Biskent!")
        for verdict in (True, False)
    }
    assert len(pictures) == 3 * 3 * 2


def test_a_circle_in_letters_has_a_row_per_player_and_boneyard() -> None:
    around = places(4, holder=1, names=("Ada", "Борис", "Celina", "Dmitri"))
    assert render.circle_text(around, boneyard=15, thrown=0).splitlines() == [
        "  A Ada    ▯▯▯",
        "▶ B Борис  ▯▯▯▯",
        "  A Celina ▯▯▯",
        "  B Dmitri ▯▯▯",
        "  ▤ 15",
    ]
    assert render.circle_text(around, boneyard=0, thrown=3).splitlines()[-1] == "  ▤ 0  ↺ 3"


def test_a_name_cannot_end_the_code_block_or_the_row() -> None:
    around = places(4, names=("```a", "b\nc\td", "\u202eright", ""))
    rows = render.circle_text(around, boneyard=1, thrown=1).splitlines()
    assert [row[4:9].strip() for row in rows[:4]] == ["'''a", "b c d", "right", "◆"]


@given(st.lists(st.text(max_size=60), min_size=6, max_size=6))
def test_a_circle_in_letters_is_at_most_40_columns_wide(names: list[str]) -> None:
    rows = render.circle_text(places(6, names=names), boneyard=9, thrown=19).splitlines()
    assert len(rows) == 7
    assert max(map(len, rows)) <= 40
