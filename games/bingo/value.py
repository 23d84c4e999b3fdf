"""The chance to win a match of Bingo before the next deal, which search maximises.

`values.json` has the frequency with which a deal gives its opener, or the other side, each number of sets, counted by
`python -m tests.benchmarks.bingo_values` in deals that positions played out by simple rules.
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
    """Return the distribution of the sets that a deal gives its opener; negative numbers go to the other side."""
    counts: dict[str, int] = json.loads(files(__package__).joinpath("values.json").read_text("utf-8"))
    whole = sum(counts.values())
    return {int(sets): count / whole for sets, count in counts.items()}


@cache
def _opener_wins(opener: int, other: int) -> float:
    """Return the chance of the side that opens, if these are the sets of both sides."""
    if opener >= TARGET or other >= TARGET:
        return float(opener > other)
    # A deal without sets is followed by one that the other side opens, so each chance is in the equation of the other.
    even = _shares()[0]
    mine, theirs = _if_decided(opener, other), _if_decided(other, opener)
    return (mine + even - even * (theirs + even)) / (1 - even * even)


def _if_decided(opener: int, other: int) -> float:
    """Return the part of the opener's chance that comes from deals with a winner. After them the other side opens."""
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
