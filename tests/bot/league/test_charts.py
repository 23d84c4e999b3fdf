"""Charts in words."""

from __future__ import annotations

from bot.league.charts import plot_alt, table_alt
from bot.locales import words
from bot.render import Curve, TableRow, Value


def test_a_plot_is_told_by_where_each_line_begins_ends_and_goes() -> None:
    curves = [Curve("Ann", ((0.0, 1000.0), (1.0, 1100.4), (2.0, 960.0), (3.0, 1050.6)), "1051 ±80")]
    assert plot_alt(words("en"), curves, since="1 Oct", until="22 Nov") == (
        "Lines over time, from 1 Oct to 22 Nov. Ann: from 1000 to 1051, lowest 960, highest 1100."
    )


def test_a_table_is_told_row_by_row_with_what_stands_above_each_number() -> None:
    rows = [
        TableRow("1", "Ann", (Value("1100", "±80"), Value("12")), moved=2),
        TableRow("2", "Bob", (Value("1050", "±90"), Value("11")), moved=-1),
        TableRow("", "Cid", (Value("1000", "±666"), Value("0")), moved=0),
    ]
    assert table_alt(words("en"), ("Rating", "Matches"), rows) == (
        "Standings. 1. Ann (up 2 places): Rating 1100 ±80, Matches 12. "
        "2. Bob (down 1 place): Rating 1050 ±90, Matches 11. Cid: Rating 1000 ±666, Matches 0."
    )
