"""Compute the chances to win Seventy-Nine from its scores.

    python -m tests.benchmarks.seventy_nine_values

It writes `games/seventy_nine/values.json`. Deals are played by simple rules, and their points are counted. The chances
follow backwards from the target. It takes about a minute of processor time. The numbers are reproducible.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from games.core.tiles import HIGHEST
from games.core.tricks import TWO_SETS, indices_in, two_sets_of
from games.seventy_nine import value
from games.seventy_nine.computers import bid_at_sight
from games.seventy_nine.inference import promises
from games.seventy_nine.position import SEATS, Contract, SeventyNinePosition
from games.seventy_nine.suits import suits
from games.seventy_nine.value import TARGETS, WinningChances

FILE: Final = Path(value.__file__).with_name("values.json")

_DEALS: Final = 20_000
_HAND: Final = 9
_STEPS: Final = {"points": 10, "tricks": 1, "marks": 1}
"""The steps of the scores for which the file has a chance."""


def auction(hands: list[list[int]], opener: int) -> tuple[int, int]:
    """Return bidder and bid by simple rules, if any."""
    bidder, bid = -1, 0
    for seat in range(opener, opener + SEATS):
        above_partner = bid > 0 and (seat - bidder) % 2 == 0
        called = bid_at_sight(max(promises(hands[seat % SEATS])), bid, above_partner=above_partner)
        if called:
            bidder, bid = seat % SEATS, called
    return bidder, bid


def _any_value(scoring: str) -> WinningChances:
    return WinningChances(scoring, [[0.5, 0.5], [0.5, 0.5]])


def deals(rng: Random) -> Iterator[SeventyNinePosition]:
    """Yield played deals, without those in which all passed."""
    tiles = list(TWO_SETS)
    for number in range(_DEALS):
        rng.shuffle(tiles)
        hands = [two_sets_of(tiles[_HAND * seat : _HAND * (seat + 1)]) for seat in range(SEATS)]
        bidder, bid = auction([indices_in(hand) for hand in hands], number % SEATS)
        if not bid:
            continue
        promised = promises(indices_in(hands[bidder]))
        trump = max(range(HIGHEST + 1), key=promised.__getitem__)
        deal = SeventyNinePosition(Contract(bidder, bid, suits(trump), (0, 0), _any_value("points")), hands, bidder)
        deal.finish(rng.random)
        yield deal


def gains(played: SeventyNinePosition, scoring: str) -> tuple[int, int]:
    """Return the deal's points of bidders and others."""
    contract, scored = played.contract, played.copy()
    scored.contract = Contract(contract.bidder, contract.bid, contract.suits, (0, 0), _any_value(scoring))
    points, side = scored.points(), contract.bidder % 2
    return points[side], points[1 - side]


def chances(shares: dict[tuple[int, int], float], target: int) -> list[list[float]]:
    """Return the chance to win from every pair of scores.

    A side has a score below the target. Both sides bid equally often. Each deal scores for one side.
    """
    found = [[0.0] * target for _ in range(target)]

    def chance(own: int, other: int, bids: bool) -> float:
        if own >= target or other >= target:
            return float(bids if own >= target and other >= target else own > other)
        return found[own][other]

    for whole in range(2 * target - 2, -1, -1):
        for own in range(max(0, whole - target + 1), min(target - 1, whole) + 1):
            other = whole - own
            found[own][other] = 0.5 * sum(
                share * (chance(own + bidders, other + others, True) + chance(own + others, other + bidders, False))
                for (bidders, others), share in shares.items()
            )
    return found


def main() -> None:
    """Work out and write all."""
    played = list(deals(Random("seventy_nine")))
    made = sum(deal.made() for deal in played)
    print(f"{len(played)} deals with a bid, {made} made")
    values = {}
    for scoring, target in TARGETS.items():
        counted = Counter(gains(deal, scoring) for deal in played)
        shares = {gain: number / len(played) for gain, number in counted.items()}
        all_ = chances(shares, target)
        steps = range(0, target + 1, _STEPS[scoring])
        values[scoring] = [
            [
                round(all_[own][other], 4) if max(own, other) < target else 0.5 if own == other else float(own > other)
                for other in steps
            ]
            for own in steps
        ]
    lines = ",\n".join(
        f'  "{scoring}": [\n' + ",\n".join(f"    {json.dumps(row)}" for row in rows) + "\n  ]"
        for scoring, rows in values.items()
    )
    FILE.write_text(f"{{\n{lines}\n}}\n", "utf-8")


if __name__ == "__main__":
    main()
