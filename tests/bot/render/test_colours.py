"""Colours of pictures with few of them."""

from bot.render.drawing import colours


def _counts(pixels: dict[colours.Colour, int]) -> list[int]:
    counts = [0] * len(colours.PALETTE)
    for colour, number in pixels.items():
        counts[colours.index_of(colour)] += number
    return counts


def test_a_rare_colour_that_is_like_no_other_is_kept_before_steps_at_edges() -> None:
    step = colours.mix(colours.FELT, colours.FELT_LIGHT, 0.5)
    pixels = {colours.FELT: 9000, colours.FELT_LIGHT: 900, step: 100, colours.RED: 20}
    chosen, places = colours.reduce_palette(_counts(pixels), 3)
    felt, light, red = map(colours.index_of, (colours.FELT, colours.FELT_LIGHT, colours.RED))
    assert chosen == sorted({felt, light, red})
    assert chosen[places[red]] == red
    assert chosen[places[colours.index_of(step)]] in (felt, light)


def test_what_can_be_seen_through_comes_first_and_stays_so() -> None:
    counts = _counts({colours.WOOD_DARK: 500, colours.FELT: 9000})
    counts[0] = 40
    chosen, places = colours.reduce_palette(counts, 16)
    assert chosen[0] == 0
    assert places[0] == 0
    assert len(chosen) == 3
