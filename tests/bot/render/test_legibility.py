"""Letters in pictures on a phone, 390 pixels wide: their size, their contrast, and whole names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from bot import render
from bot.render import Chips, Curve, Highlight, Pile, RevealedHand, chips
from bot.render.deal_end import _Rows
from bot.render.drawing import canvas, colours, lettering
from bot.render.drawing.canvas import WIDTH
from games.core.line import LineView
from games.core.tiles import ALL_TILES

SHOWN = 341
"""The width of a picture on the phone, in pixels."""
NAMES = (
    "Święcisława Brzęczyszczykiewiczx",
    "Владислав Щегольков-Преображенск",
    "Bo",
    "Źdźbło-Gżegżółka Wąchockaszczykie",
    "Я",
)
"""Names of 32 characters, the most that Discord allows, and short ones."""
ROWS = [(name, ALL_TILES[4 * seat : 4 * seat + 4]) for seat, name in enumerate(NAMES)]
CURVES = [Curve(name, ((0.0, 0.0), (1.0, 20.0 * seat)), str(20 * seat)) for seat, name in enumerate(NAMES)]
SENTENCE = f"{render.as_name(NAMES[0])} i {render.as_name(NAMES[1])} zdobywają najwięcej punktów w rozdaniu 12: 145."

PICTURES: dict[str, Callable[[], bytes]] = {
    "deal of two": partial(render.deal_end, LineView(), ROWS[:2], best=(0,), counted=(88, 99)),
    "deal of five": partial(render.deal_end, LineView(), ROWS, best=(1,)),
    "replay of five": partial(render.with_hands, partial(render.board, LineView(), last=None), ROWS),
    "piles": partial(render.piles, [Pile(name, ALL_TILES[:9], (), "92 + 40 = 132") for name in NAMES[:2]]),
    "hands shown": partial(
        render.reveal, [RevealedHand(name, ALL_TILES[:4], ()) for name in NAMES[:2]], heading=SENTENCE, verdict=True
    ),
    "match": partial(render.match_end, SENTENCE, CURVES, 1, [Highlight(SENTENCE, ALL_TILES[3]), Highlight(SENTENCE)]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_letters_have_12_pixels_on_a_phone_and_names_are_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = _spied(monkeypatch, PICTURES[name])
    assert min(size for _, size, _ in written) * SHOWN / WIDTH >= 12
    cut = [text for text, size, width in written if width and lettering.text_mask(text, size).width > width]
    assert cut == []
    letters = "".join(text for text, *_ in written).replace(" ", "")
    for player in NAMES[:2]:
        assert player.replace(" ", "") in letters.replace("\u2068", "").replace("\u2069", "")


def test_debts_are_legible() -> None:
    assert contrast(chips.DEBT, colours.FELT) >= 4.5


def test_figures_of_chips_have_12_pixels_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [Chips(name, amount, f"{amount} $") for name, amount in zip(NAMES, (-404, -7, 0, 12, 1250), strict=True)]
    paint = partial(render.board_with_tiles, LineView(), [], last=None, chips=players)
    written = _spied(monkeypatch, paint)
    assert min(size for _, size, _ in written) * SHOWN / WIDTH >= 12
    figures = [(text, size, width) for text, size, width in written if text.endswith("$")]
    assert len(figures) == 5
    assert not [text for text, size, width in figures if lettering.text_mask(text, size).width > (width or 0)]


def _spied(monkeypatch: pytest.MonkeyPatch, paint: Callable[[], bytes]) -> list[tuple[str, int, int | None]]:
    """Return the texts that a picture writes, each with its size and greatest width."""
    written: list[tuple[str, int, int | None]] = []

    def spy(text: str, size: int, *, width: int | None = None) -> object:
        written.append((text, size, width))
        return lettering.text_mask(text, size, width=width)

    monkeypatch.setattr(canvas, "text_mask", spy)
    paint()
    return written


def contrast(ink: colours.Colour, ground: colours.Colour) -> float:
    """Return the contrast of two colours as WCAG defines it."""
    lighter, darker = sorted((_luminance(ink), _luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: colours.Colour) -> float:
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_contrast_of_black_on_white_is_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize(("tiles", "least"), [(4, 19), (9, 15)])
def test_tiles_in_a_replay_of_six_are_large(tiles: int, least: int) -> None:
    rows = [(name, ALL_TILES[:tiles]) for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")]
    assert _Rows.of(rows, (), ()).unit * SHOWN / WIDTH >= least
