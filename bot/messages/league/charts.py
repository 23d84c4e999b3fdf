"""Charts in words: the alternative texts of plots and tables, which say the same as what is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.locales import Words
from bot.render import Curve, TableRow

__all__ = ["moved_text", "plot_alt", "table_alt"]


def plot_alt(words: Words, curves: Sequence[Curve], *, since: str, until: str) -> str:
    """A plot in words: where every line begins and ends, and how far up and down it goes.

    :param since: the date at its left edge, and `until` at its right one.
    """
    told = [words("league.alt.plot", since=since, until=until)]
    for curve in curves:
        values = [value for _, value in curve.points]
        lowest, highest = f"{min(values):.0f}", f"{max(values):.0f}"
        first, last = f"{values[0]:.0f}", f"{values[-1]:.0f}"
        told.append(words("league.alt.curve", name=curve.name, first=first, last=last, lowest=lowest, highest=highest))
    return " ".join(told)


def table_alt(words: Words, titles: Sequence[str], rows: Sequence[TableRow]) -> str:
    """A table in words, row by row."""
    told = [words("league.alt.table")]
    for row in rows:
        numbers = ", ".join(
            f"{title} {value.text}{f' {value.aside}' if value.aside else ''}"
            for title, value in zip(titles, row.values, strict=True)
        )
        place = f"{row.place}. " if row.place else ""
        moved = f" ({moved_text(words, row.moved)})" if row.moved else ""
        told.append(f"{place}{row.name}{moved}: {numbers}.")
    return " ".join(told)


def moved_text(words: Words, moved: int) -> str:
    """By how many places somebody has risen or, below zero, fallen."""
    return words.count("league.moved.up" if moved > 0 else "league.moved.down", abs(moved))
