"""Whole deals of Kent without tables, between computers that make signs, read them and call."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from random import Random

import pytest

import games
from bot.tables.kent_decisions import NOTHING_LEARNT, Impulse, Memory, Sight, call_now, has_meld, impulse, sign_now
from bot.tables.state import Sign
from games import players
from games.core.moves import Move
from games.kent import Kent, KentDealEnd, KentView
from storage.matches import Player

SEATS, PAIRS = 4, 2
SIGNS = ("wink", "ear")
"""The signs of both pairs."""

BETWEEN_PASSES_S = 2.0
LONGEST_S = 600.0
DEALS = 10


@dataclass
class Simulation:
    """A match between four computers; `levels` are those of both pairs."""

    levels: tuple[Player, Player]
    rng: Random
    match: Kent
    memories: list[Memory] = field(default_factory=lambda: [NOTHING_LEARNT] * SEATS)
    made: Counter[str] = field(default_factory=Counter)
    """How many signs were `true`, and how many were `decoys`."""
    calls: Counter[tuple[int, str, bool]] = field(default_factory=Counter)
    """How often each pair called what, and was right or not."""

    def play_deal(self) -> None:
        """From the beginning of a deal until somebody calls."""
        deal, match, rng = self._view(0).deal, self.match, self.rng
        signs: dict[int, Sign] = {}
        before: list[Sight | None] = [None] * SEATS
        planned: list[int | None] = [None] * SEATS
        numbers = count()
        queue: list[tuple[float, int, int, Impulse | None]] = [(BETWEEN_PASSES_S, next(numbers), -1, None)]
        while self._view(0).deal == deal and match.outcome is None and queue[0][0] < LONGEST_S:
            now, number, seat, felt = heappop(queue)
            if felt is None:
                holder = match.to_move()
                assert holder is not None
                match.play(holder, players.choose(self.levels[holder % PAIRS].value, match, holder, rng, lambda: True))
                heappush(queue, (now + BETWEEN_PASSES_S, next(numbers), -1, None))
            elif planned[seat] != number:
                continue
            else:
                planned[seat] = None
                last = self._sight(seat, signs)
                if felt.call is None:
                    sign = sign_now(felt, last)
                    if sign is not None:
                        signs[seat] = Sign(seat, sign, now, next(numbers))
                        self.made["true" if has_meld(last.view.hand) else "decoys"] += 1
                elif call := call_now(felt, last):
                    self._call(seat, call, [self._sight(one, signs) for one in range(SEATS)])
                    return
            for one in range(SEATS):
                sight = self._sight(one, signs)
                feels = impulse(before[one], sight, self.levels[one % PAIRS], rng, self.memories[one])
                before[one] = sight
                if feels is not None and (planned[one] is None or feels.call is not None):
                    planned[one] = number = next(numbers)
                    heappush(queue, (now + feels.delay, number, one, feels))

    def _call(self, seat: int, call: str, sights: list[Sight]) -> None:
        self.match.play(seat, Move.parse(call))
        end = self.match.last_deal
        assert isinstance(end, KentDealEnd)
        self.calls[seat % PAIRS, call.partition("@")[0], end.right] += 1
        for one in range(SEATS):
            if self.levels[one % PAIRS] in (Player.STRONG, Player.MASTER):
                self.memories[one] = self.memories[one].after(sights[one], end)

    def _sight(self, seat: int, signs: dict[int, Sign]) -> Sight:
        seen = tuple((one.seat, one.sign) for one in signs.values() if one.seat % PAIRS != seat % PAIRS)
        partner = signs.get((seat + PAIRS) % SEATS)
        return Sight(self._view(seat), SIGNS[seat % PAIRS], partner, signs.get(seat), seen)

    def _view(self, seat: int) -> KentView:
        view = self.match.view(seat)
        assert isinstance(view, KentView)
        return view

    def points(self, pair: int) -> int:
        """What the calls brought a pair."""
        return sum(
            number * (2 if call.endswith("biskent") else 1)
            for (caller, call, right), number in self.calls.items()
            if pair == (caller if right else 1 - caller)
        )

    def false_stops(self, pair: int) -> float:
        """The share of a pair's calls of *Stop* that were false."""
        return self.calls[pair, "stop", False] / (self.calls[pair, "stop", False] + self.calls[pair, "stop", True])


def simulated(one: Player, other: Player, deals: int) -> Simulation:
    """So many deals, in matches of `DEALS`."""
    rng = Random(f"{one} {other}")
    made: Counter[str] = Counter()
    calls: Counter[tuple[int, str, bool]] = Counter()
    for number in range(deals // DEALS):
        match = games.new_match("kent", seats=SEATS, seed=f"signs {number}", options={"target": 25})
        assert isinstance(match, Kent)
        simulation = Simulation((one, other), rng, match, made=made, calls=calls)
        for _ in range(DEALS):
            simulation.play_deal()
    return simulation


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("better", "worse"),
    [(Player.STRONG, Player.REGULAR), (Player.REGULAR, Player.CASUAL), (Player.STRONG, Player.CASUAL)],
)
def test_who_reads_signs_better_scores_more(better: Player, worse: Player) -> None:
    # With this share of the points a match to 10 is won three times out of four.
    simulation = simulated(better, worse, 400)
    assert simulation.points(0) > 0.55 * (simulation.points(0) + simulation.points(1))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("level", "most"), [(Player.CASUAL, 0.2), (Player.REGULAR, 0.4), (Player.STRONG, 0.15), (Player.MASTER, 0.15)]
)
def test_few_calls_of_stop_are_false(level: Player, most: float) -> None:
    # A false one brings the others a point, as a true one brings it: worse than an even chance is never right.
    simulation = simulated(level, level, 300)
    assert sum(simulation.calls[pair, "stop", True] for pair in range(PAIRS)) > 50
    assert max(map(simulation.false_stops, range(PAIRS))) <= most


@pytest.mark.thorough
@pytest.mark.parametrize("level", [Player.REGULAR, Player.STRONG, Player.MASTER])
def test_about_every_second_sign_means_nothing(level: Player) -> None:
    made = simulated(level, level, 300).made
    assert 0.6 < made["decoys"] / made["true"] < 1.6
