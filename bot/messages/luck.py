"""Luck and play over several reviewed matches, with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from bot.locales import Words
from bot.messages.parts.text import signed
from games.computers.judging import CHIP, POINT
from storage.reviews import StoredReview

_FEWEST: Final = 3
"""The fewest matches for which an interval is stated."""

_STANDARD_ERRORS: Final = 2.0
"""The half-width of an interval: about 95 % of the means."""


def luck_lines(found: Sequence[StoredReview], w: Words) -> Iterator[str]:
    """Yield the accuracy, luck and play of a person's reviewed matches.

    Matches for chips have a line of their own, as their unit differs.
    """
    if not found:
        return
    accuracies = [one.accuracy for one in found if one.accuracy is not None]
    yield w.count("stats.reviewed", len(found), accuracy=round(fmean(accuracies)) if accuracies else 100)
    for chips in (False, True):
        some = [one for one in found if one.chips is chips]
        if some:
            unit = CHIP if chips else POINT
            sums = (mean_text([(getattr(one, name) or 0) / unit for one in some]) for name in ("luck", "play"))
            luck, play = sums
            yield w("stats.luck.chips" if chips else "stats.luck", luck=luck, play=play)


def mean_text(values: Sequence[float]) -> str:
    """Return the mean of some values, with its interval if they are enough."""
    text = signed(f"{round(fmean(values)):+d}")
    if len(values) < _FEWEST:
        return text
    return f"{text} ± {round(_STANDARD_ERRORS * stdev(values) / sqrt(len(values)))}"
