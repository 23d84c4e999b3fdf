"""Whole Kent deals of computers, without tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest

import games
from games import Match
from games.computers import players
from games.core.moves import Move
from storage.matches import Player
from tests.strength.kent_signs import SignedMatch

PAIRS = 2
DEALS = 10


@dataclass
class Calls:
    """The outcome of signs and calls in many deals.

    :ivar made: the numbers of `true` signs and of `decoys`.
    :ivar calls: the number of calls by pair, kind and truth.
    """

    made: Counter[str] = field(default_factory=Counter)
    calls: Counter[tuple[int, str, bool]] = field(default_factory=Counter)

    def points(self, pair: int) -> int:
        """Return the points of a pair from its calls."""
        return sum(
            number * (2 if call.endswith("biskent") else 1)
            for (caller, call, right), number in self.calls.items()
            if pair == (caller if right else 1 - caller)
        )

    def false_stops(self, pair: int) -> float:
        """Return the false share of a pair's *Stop* calls."""
        return self.calls[pair, "stop", False] / (self.calls[pair, "stop", False] + self.calls[pair, "stop", True])


def simulated(one: Player, other: Player, deals: int) -> Calls:
    """Play two pairs' first deals of many matches."""
    rng = Random(f"{one} {other}")
    found = Calls()
    levels = (one, other) * 2
    for number in range(deals // DEALS):
        match = games.new_match("kent", seats=len(levels), seed=f"signs {number}", options={"target": 25})

        def passing(seat: int, match: Match = match) -> Move:
            return players.choose(levels[seat].value, match, seat, rng, lambda: True)

        signed = SignedMatch(match, levels, rng, passing, made=found.made, calls=found.calls)
        for _ in range(DEALS):
            signed.play_deal()
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("better", "worse"),
    [(Player.STRONG, Player.REGULAR), (Player.REGULAR, Player.CASUAL), (Player.STRONG, Player.CASUAL)],
)
def test_who_reads_signs_better_scores_more(better: Player, worse: Player) -> None:
    # With this share of the points a match to 10 is won three times out of four.
    found = simulated(better, worse, 400)
    assert found.points(0) > 0.55 * (found.points(0) + found.points(1))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("level", "most"), [(Player.CASUAL, 0.2), (Player.REGULAR, 0.4), (Player.STRONG, 0.15), (Player.MASTER, 0.15)]
)
def test_few_calls_of_stop_are_false(level: Player, most: float) -> None:
    # A false one brings the others a point, as a true one brings it: worse than an even chance is never right.
    found = simulated(level, level, 300)
    assert sum(found.calls[pair, "stop", True] for pair in range(PAIRS)) > 50
    assert max(map(found.false_stops, range(PAIRS))) <= most


@pytest.mark.thorough
@pytest.mark.parametrize("level", [Player.REGULAR, Player.STRONG, Player.MASTER])
def test_about_every_second_sign_means_nothing(level: Player) -> None:
    made = simulated(level, level, 300).made
    assert 0.6 < made["decoys"] / made["true"] < 1.6
