"""Statistics: shares with intervals, gaps closed and ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log10, sqrt
from typing import Final

from .results import Pairing, Result

_NORMAL: Final = 1.96
"""Within so many standard deviations lie 95 of 100."""

_MIDDLE: Final = 1500
"""The rating of `regular` at every game."""

_TENFOLD: Final = 400
"""A player with so much more wins ten times as often as the other."""


@dataclass(frozen=True)
class Tally:
    """The score of the first player of a pairing.

    :ivar pairs: the mean share of each two matches with exchanged seats.
    """

    pairs: tuple[float, ...]

    @property
    def matches(self) -> int:
        return 2 * len(self.pairs)

    @property
    def won(self) -> float:
        """The number of matches won, drawn ones in part."""
        return 2 * sum(self.pairs)

    @property
    def share(self) -> float:
        return self.won / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true share."""
        return interval(self.won, self.matches)

    @property
    def z(self) -> float:
        """Standard errors above one half, deals compared with themselves."""
        count = len(self.pairs)
        mean = sum(self.pairs) / count - 0.5
        spread = sum((pair - 0.5 - mean) ** 2 for pair in self.pairs)
        if count < 2 or not spread:
            return inf if mean > 0 else -inf if mean < 0 else 0.0
        return mean / sqrt(spread / (count * (count - 1)))


def tallies(results: Iterable[Result]) -> dict[Pairing, Tally]:
    """Return the results of each pairing, each number once."""
    found: dict[Pairing, dict[int, float]] = defaultdict(dict)
    for result in results:
        found[result.pairing][result.number] = sum(result.shares) / 2
    return {pairing: Tally(tuple(numbers[number] for number in sorted(numbers))) for pairing, numbers in found.items()}


def interval(won: float, of: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for an observed share."""
    share, square = won / of, _NORMAL**2
    middle = share + square / (2 * of)
    spread = _NORMAL * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max(0.0, (middle - spread) / (1 + square / of)), min(1.0, (middle + spread) / (1 + square / of))


def gap_closed(strong: Tally, cheater: Tally) -> float | None:
    """Return the share of sees-all's lead that `strong` closes.

    :param strong: against `regular`, as `cheater` is.
    """
    gap = cheater.share - 0.5
    return (strong.share - 0.5) / gap if gap > 0 else None


def ratings(contests: Mapping[tuple[str, str], Tally], middle: str = "regular") -> dict[str, int]:
    """Return Bradley-Terry ratings of players linked to `middle`.

    A drawn match is added to each pairing, so that a player who won everything has a rating too.

    :param contests: by the two players; the first one's results.
    """
    games: dict[str, dict[str, float]] = defaultdict(dict)
    won: dict[str, float] = defaultdict(float)
    for (one, other), tally in contests.items():
        played = games[one].get(other, 0.0) + tally.matches + 1
        games[one][other] = games[other][one] = played
        won[one] += tally.won + 0.5
        won[other] += tally.matches - tally.won + 0.5
    linked = _linked(games, middle)
    worth = dict.fromkeys(linked, 1.0)
    for _ in range(2_000):
        for player in linked:
            worth[player] = won[player] / sum(
                played / (worth[player] + worth[other]) for other, played in games[player].items()
            )
        size = exp(sum(map(log, worth.values())) / len(worth)) if worth else 1.0
        worth = {player: value / size for player, value in worth.items()}
    return {player: round(_MIDDLE + _TENFOLD * log10(worth[player] / worth[middle])) for player in linked}


def _linked(games: Mapping[str, Mapping[str, float]], player: str) -> Sequence[str]:
    """Return the players linked by matches, in order."""
    found = {player} & games.keys()
    while True:
        more = {other for one in found for other in games[one]} - found
        if not more:
            return sorted(found)
        found |= more
