"""Lettering: shortening, stand-ins, right-to-left text."""

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.render.drawing import lettering
from bot.render.drawing.lettering import as_name, as_whole, drawable, text_mask

LONG = "Bartholomew-Maximilian Featherstonehaugh"
needs_shaping = pytest.mark.skipif(not lettering.SHAPES, reason="FriBiDi is not installed")


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def unordered(text: str) -> Image.Image:
    """Return letters in DejaVu Sans in logical order."""
    font = lettering._font(1, 40)
    ascent, descent = lettering._font(0, 40).getmetrics()
    mask = Image.new("L", (round(font.getlength(text)), ascent + descent), 0)
    ImageDraw.Draw(mask).text((0, ascent), text, fill=255, font=font, anchor="ls")
    return mask


def right_end(mask: Image.Image, width: int) -> Image.Image:
    return mask.crop((mask.width - width, 0, mask.width, mask.height))


def test_a_fact_that_is_too_long_is_written_smaller_and_whole() -> None:
    fact = "bid 53, needs 12 more"
    mask = text_mask(fact, 32, width=200)
    assert mask.width <= 200
    assert any(same(mask, text_mask(fact, size)) for size in range(8, 32))


def test_only_the_name_of_a_sentence_is_shortened() -> None:
    mask = text_mask(f"{as_name(LONG)}  121 points", 30, width=340)
    assert mask.width <= 340
    whole = text_mask("121 points", 30)
    assert same(right_end(mask, whole.width - 2), right_end(whole, whole.width - 2))


def test_of_three_long_names_in_a_caption_all_scores_are_seen() -> None:
    names = [f"{letter}{LONG}" for letter in "ABC"]
    caption = " · ".join(f"{as_name(name)} 1{number}7" for number, name in enumerate(names))
    parts, size = lettering._fitted(lettering._parts(caption), 25, 500)
    assert size == 25
    text = "".join(part.text for part in parts)
    assert [score in text for score in (" 107", " 117", " 127")] == [True] * 3
    assert text.count("…") == 3


def test_a_stand_in_is_never_shortened() -> None:
    mask = text_mask(as_name(as_whole("Player 4")), 30, width=60)
    assert mask.width <= 60
    assert any(same(mask, text_mask("Player 4", size)) for size in range(8, 30))


@pytest.mark.parametrize("name", ["天野", "한국", "🌟🌟", "ไทย", "", "\u202e", "– …"])
def test_a_wholly_undrawable_name_differs_from_a_partly_drawable_one(name: str) -> None:
    assert drawable(name) == ""


def test_drawable_letters_of_a_name_stay_and_ornaments_become_plain() -> None:
    assert [drawable(name) for name in ("Ada 🌟", "天野 Yuki", "𝓐𝓭𝓪", "Ａｄａ")] == ["Ada", "Yuki", "Ada", "Ada"]


@needs_shaping
def test_hebrew_begins_at_the_right() -> None:
    drawn = text_mask(as_name("אוו"), 40)
    from_the_right, mirrored = (sum(ImageChops.difference(drawn, unordered(text)).tobytes()) for text in ("ווא", "אוו"))
    assert from_the_right * 3 < mirrored


@needs_shaping
def test_the_letters_of_an_arabic_word_are_joined() -> None:
    alone = sum(text_mask(as_name(letter), 40).width for letter in "ننن")
    assert text_mask(as_name("ننن"), 40).width < 0.9 * alone


def test_without_fribidi_a_hebrew_name_counts_as_one_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "SHAPES", False)
    lettering._font_for.cache_clear()
    try:
        assert [drawable("דוד"), drawable("Ada דוד")] == ["", "Ada"]
    finally:
        lettering._font_for.cache_clear()
