"""Charts: sizes, names, and errors."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

from bot.render import MOST_CURVES, Curve, TableRow, Value, plot, standings_table
from bot.render.charts import _ticks
from bot.render.drawing import colours
from bot.render.drawing.canvas import WIDTH
from bot.render.drawing.lettering import fitting_size
from tests.bot.render.test_review import count, open_png

NAMES = (
    "Święcisława Brzęczyszczykiewicz",
    "Дмитрий Ёлкин",
    "👑 Zoë 🇵🇱",
    "",
    "שלום",
    "Maximilian",
    "a\nb",
    "Ann",
    "Bo",
    "C",
)
LARGEST = 20_000
"""Bytes of a picture."""


def _wild(name: str, seed: int) -> Curve:
    rng, value, points = Random(seed), 1000.0, []
    for day in range(400):
        value += rng.randint(-60, 60)
        points.append((float(day), value))
    return Curve(name, tuple(points), f"{value:.0f} ±{rng.randint(60, 300)}")


def _row(number: int, name: str) -> TableRow:
    values = (Value(str(1400 - 37 * number), f"±{60 + number}"), Value(str(120 - number)), Value(str(80 - number)))
    return TableRow(str(number), name, values, moved=5 - number, lit=number == 4, quiet=number > 8)


def _size(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


def test_a_plot_of_six_wild_lines_is_as_wide_as_a_board_and_under_20_kb() -> None:
    curves = [_wild(name, seed) for seed, name in enumerate(NAMES[:MOST_CURVES])]
    png = plot(curves, since=0.0, until=400.0, marks=[(float(day), f"{day}") for day in range(0, 400, 3)])
    assert _size(png)[0] == WIDTH
    assert len(png) < LARGEST


def test_a_table_of_ten_is_as_wide_as_a_board_and_under_20_kb() -> None:
    png = standings_table(("Рейтинг", "Матчи", "Победы"), [_row(*row) for row in enumerate(NAMES, 1)])
    assert _size(png)[0] == WIDTH
    assert len(png) < LARGEST


def test_a_table_with_many_columns_is_wider_and_has_room_for_names() -> None:
    titles = [str(number) for number in range(1, 17)]
    rows = [TableRow(str(number), NAMES[0], (Value("½"),) * 16) for number in range(1, 17)]
    assert _size(standings_table(titles, rows))[0] > WIDTH


def test_a_long_name_is_rather_smaller_than_cut() -> None:
    assert fitting_size("Ann", (29, 26, 23), 180) == 29
    assert fitting_size("Fatima al-Fihriya", (29, 26, 23), 230) in (23, 26)
    assert fitting_size(NAMES[0], (29, 26, 23), 180) == 23


def test_the_same_numbers_are_drawn_alike_and_others_are_not() -> None:
    curve, other = Curve("Ann", ((0.0, 1.0), (5.0, 9.0)), "9"), Curve("Ann", ((0.0, 1.0), (5.0, 7.0)), "9")
    assert plot([curve], since=0.0, until=9.0) == plot([curve], since=0.0, until=9.0)
    assert plot([curve], since=0.0, until=9.0) != plot([other], since=0.0, until=9.0)


@pytest.mark.parametrize(
    "points", [((0.0, 0.0),), ((3.0, -5.0), (3.0, 5.0)), ((1.0, 1e6), (2.0, -1e6)), ((0.0, 0.4), (9.0, 0.5))]
)
@pytest.mark.parametrize("until", [0.0, 9.0])
def test_a_level_line_one_of_one_point_and_a_span_without_length_are_drawn(
    points: tuple[tuple[float, float], ...], until: float
) -> None:
    assert _size(plot([Curve("Ann", points, "")], since=0.0, until=until))[0] == WIDTH


def test_values_before_the_left_edge_count_only_at_the_edge() -> None:
    known = plot([Curve("Ann", ((-9.0, 5000.0), (-5.0, 10.0), (5.0, 20.0)), "")], since=0.0, until=9.0)
    assert known == plot([Curve("Ann", ((0.0, 10.0), (5.0, 20.0)), "")], since=0.0, until=9.0)


@pytest.mark.parametrize("count", [0, MOST_CURVES + 1])
def test_a_plot_of_nobody_or_of_too_many_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="a plot has 1 to 6 curves"):
        plot([Curve("Ann", ((0.0, 1.0),), "1")] * count, since=0.0, until=1.0)


def test_a_table_without_rows_or_with_a_value_too_few_is_refused() -> None:
    with pytest.raises(ValueError, match="a value below every title"):
        standings_table(("Rating",), [])
    with pytest.raises(ValueError, match="a value below every title"):
        standings_table(("Rating", "Matches"), [TableRow("1", "Ann", (Value("1"),))])


def test_curves_that_coincide_are_striped_in_all_their_colours() -> None:
    points = tuple((float(day), 10.0 * day) for day in range(10))
    names = "Ann", "Bo", "Cy"
    several, alone = (
        open_png(plot([Curve(name, points, "") for name in names[:count]], since=0.0, until=9.0)) for count in (3, 1)
    )
    inside = (80, 40, 460, 420)  # the curve without names and leads
    amounts = [count(several.crop(inside), colour) for colour in colours.CURVES[:3]]
    assert min(amounts) > sum(amounts) / 4
    assert count(alone.crop(inside), colours.CURVES[1]) == 0


def test_an_axis_of_few_points_begins_at_zero() -> None:
    assert _ticks([0.0, 1.0, 2.0, 3.0])[0] == 0
    assert _ticks([0.0])[0] == 0
    assert _ticks([0.0, -1.0])[0] < -1
    assert _ticks([1500.0, 1501.0])[0] > 1000
