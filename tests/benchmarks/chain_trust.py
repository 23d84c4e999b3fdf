"""Measure the information in others' moves, for `TRUST` of positions.

    python -m tests.benchmarks.chain_trust [games/seats ...]

`regular` players play matches of the chain games. At every choice the likelihood of the others' real hands
(`games/chain/inference.py`) is compared with its mean over their possible hands. The logarithm of that ratio is the
information, in nats: 0 is nothing, and less misleads. A line is printed for each number of seats: the mean for some
powers of the likelihood, with its 95 % interval. It takes some minutes. The numbers are reproducible.
"""

import sys
from collections.abc import Sequence
from math import exp, fsum, log, sqrt
from random import Random
from typing import Final

import games
from games import Match
from games.chain.inference import likelihood
from games.chain.match import ChainMatch
from games.computers import players
from tests.strength.playing import SETTINGS, Setting

POWERS: Final = (0.2, 0.3, 0.4, 0.6, 0.8, 1.0, 1.3)

_MATCHES: Final = 20
_TRIALS: Final = 100
_WORLDS: Final = 200

Told = list[list[float]]
"""For each choice of a match the nats told, by powers."""


def told_in_match(setting: Setting, number: int) -> Told:
    """Return the information of moves in one match."""
    match = games.new_match(
        setting.game, seats=setting.seats, options=dict(setting.options), seed=f"{setting} {number}"
    )
    rng = Random(f"{setting} {number}")
    found = []
    while match.outcome is None:
        seat = match.to_move()
        if seat is None:
            seat = match.actors()[0]
        told = _told(match, seat, rng) if len(match.moves(seat)) > 1 else None
        if told:
            found.append(told)
        match.play(seat, players.choose("regular", match, seat, rng, players.playouts(_TRIALS)))
    return found


def _told(match: Match, seat: int, rng: Random) -> list[float] | None:
    """Return a seat's information from moves, after its first choice."""
    if not isinstance(match, ChainMatch):
        raise TypeError(f"{match.key} is no chain game")
    choices = match.choices_of_others(seat)
    if not choices:
        return None
    possible = [match.determinization(seat, rng).hands for _ in range(_WORLDS)]
    return nats(likelihood(match.position.hands, choices), [likelihood(hands, choices) for hands in possible])


def nats(real: float, possible: Sequence[float]) -> list[float]:
    """Return the real hands' log likelihood gain, for each power.

    It is relative to the mean of possible hands. A likelihood too small to tell from 0 counts as the smallest possible.
    """
    least = sys.float_info.min
    logarithms = [log(max(one, least)) for one in possible]
    return [
        power * log(max(real, least)) - log(fsum([exp(power * one) for one in logarithms]) / len(logarithms))
        for power in POWERS
    ]


def _means(matches: Sequence[Told]) -> str:
    """Return the mean for each power, by independent matches."""
    count = sum(map(len, matches))
    parts = []
    for column, power in enumerate(POWERS):
        sums = [fsum([told[column] for told in match]) for match in matches]
        mean = fsum(sums) / count
        error = sqrt(fsum([(one - mean * len(match)) ** 2 for one, match in zip(sums, matches, strict=True)])) / count
        parts.append(f"{power:g}: {mean:.3f} ± {1.96 * error:.3f}")
    return f"{count} choices; {', '.join(parts)}"


def main() -> None:
    """Print a line for each number of seats asked for."""
    settings = [setting for setting in SETTINGS if issubclass(games.CATALOGUE[setting.game], ChainMatch)]
    names = {f"{setting.game}/{setting.seats}" for setting in settings}
    asked = set(sys.argv[1:]) or names
    if not asked <= names:
        sys.exit(f"there is no {', '.join(sorted(asked - names))}; there are {', '.join(sorted(names))}")
    for setting in settings:
        if f"{setting.game}/{setting.seats}" in asked:
            matches = [told_in_match(setting, number) for number in range(_MATCHES)]
            print(f"{setting}: {_means(matches)}", flush=True)


if __name__ == "__main__":
    main()
