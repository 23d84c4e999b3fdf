"""The chance to win a match of Bingo between deals.

Search maximizes it. `values.json` has the frequency of each number of sets for the deal's opener and for the other
side, counted by `python -m tests.benchmarks.bingo_values` in deals played out by simple rules.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

TARGET: Final = 7
"""The sets that win the match."""


@cache
def _shares() -> dict[int, float]:
    """Return the distribution of a deal's sets, positive for its opener."""
    counts: dict[str, int] = json.loads(files(__package__).joinpath("values.json").read_text("utf-8"))
    whole = sum(counts.values())
    return {int(sets): count / whole for sets, count in counts.items()}


@cache
def _opener_wins(opener: int, other: int) -> float:
    """Return the opener's winning chance with these sets."""
    if opener >= TARGET or other >= TARGET:
        return float(opener > other)
    # A deal without sets is followed by one that the other side opens, so each chance is in the equation of the other.
    even = _shares()[0]
    mine, theirs = _if_decided(opener, other), _if_decided(other, opener)
    return (mine + even - even * (theirs + even)) / (1 - even * even)


def _if_decided(opener: int, other: int) -> float:
    """Return the opener's winning chance from deals that score."""
    return sum(
        share * (1 - (_opener_wins(other, opener + sets) if sets > 0 else _opener_wins(other - sets, opener)))
        for sets, share in _shares().items()
        if sets
    )


def chances(scores: Sequence[int], opener: int) -> tuple[float, float]:
    """Return each side's chance to win the match.

    :param scores: the sets of both sides.
    :param opener: the side that opens the next deal.
    """
    won = _opener_wins(min(TARGET, scores[opener]), min(TARGET, scores[1 - opener]))
    return (won, 1 - won) if opener == 0 else (1 - won, won)
