"""Learn the chances to win a chain game from its scores.

    python -m tests.benchmarks.chain_values [games/sides ...]

It writes the `values.json` of each game. Matches begin at random scores and are played to their end by sensible play.
The scores at the beginning of every deal and the winner are recorded; strengths (`games/chain/value.py`) are fitted to
them. It takes about a minute of processor time for each line. The numbers are reproducible.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import games
from games.block.position import BlockPosition
from games.chain import value
from games.chain.position import ChainPosition, DealSetting
from games.chain.value import Strengths
from games.double_trouble.position import DoubleTroublePosition, DoubleTroubleSetting
from games.five_to_fourteen.position import FiveToFourteenPosition
from games.full_speed.position import FullSpeedPosition
from games.plus_minus.position import PlusMinusPosition

_GAMES: Final = Path(games.__file__).parent

_MATCHES: Final = 40_000
_DEALS: Final = 4_000
_EPOCHS: Final = 6
_NEAR: Final = 18
"""Within so many points of the limit every score is on its own."""
_REACH: Final = 12
"""Scores farther away share what is learnt with so many on both sides."""
_TILES: Final = 28


class Line(NamedTuple):
    """A game with a number of sides."""

    key: str
    seats: int
    sides: int
    limit: int
    kind: type[ChainPosition]
    draws: bool = True
    steps: int = 25
    """Into how many steps scores are divided, from nothing to the limit."""


LINES: Final = (
    Line("block", 2, 2, 100, BlockPosition, draws=False),
    Line("plus_minus", 2, 2, 100, PlusMinusPosition),
    Line("full_speed", 2, 2, 121, FullSpeedPosition, steps=121),
    Line("full_speed", 3, 3, 121, FullSpeedPosition, steps=121),
    Line("full_speed", 4, 4, 121, FullSpeedPosition, steps=121),
    Line("double_trouble", 2, 2, 999, DoubleTroublePosition),
    Line("double_trouble", 3, 3, 666, DoubleTroublePosition),
    Line("double_trouble", 4, 4, 333, DoubleTroublePosition),
)


class Sample(NamedTuple):
    """A deal's starting scores, doubles caught, opener, and final shares."""

    scores: tuple[int, ...]
    caught: tuple[int, ...]
    opener: int
    shares: Sequence[float]


def dealt(
    kind: type[ChainPosition], setting: DealSetting, sizes: Sequence[int], scores: Sequence[int], rng: Random
) -> ChainPosition:
    """Return a deal at its beginning."""
    tiles = list(range(_TILES))
    rng.shuffle(tiles)
    hands = []
    for size in sizes:
        hands.append(sum(1 << tile for tile in tiles[:size]))
        del tiles[:size]
    return kind(setting, hands, tiles, scores, setting.opener)


def play_match(line: Line, rng: Random) -> Iterator[Sample]:
    """Yield the deals of one match from random scores."""
    even = Strengths(line.limit, [0.0] * (line.limit + 1), [0.0] * 8, [0.0] * line.sides)
    side_of = [seat % line.sides for seat in range(line.seats)]
    scores = [rng.randrange(line.limit) for _ in range(line.sides)]
    if rng.random() < 0.3:
        scores = [0] * line.sides
    caught = [0] * line.seats
    opener = rng.randrange(line.seats)
    begun = []
    while True:
        playing = [seat for seat in range(line.seats) if caught[seat].bit_count() < 7]
        setting = (
            DoubleTroubleSetting(opener, caught, playing, limit=line.limit, value=even)
            if line.key == "double_trouble"
            else DealSetting(side_of, opener, playing, limit=line.limit, value=even, draws=line.draws)
        )
        sizes = [7 if seat in playing else 0 for seat in range(line.seats)]
        begun.append((tuple(scores), tuple(doubles.bit_count() for doubles in caught), opener))
        deal = dealt(line.kind, setting, sizes, scores, rng)
        deal.finish(rng.random)
        scores = deal.scores
        chances = deal.chances()
        opener = deal.next_opener()
        if isinstance(deal, DoubleTroublePosition):
            caught = deal.caught
        if max(chances) in {1.0, 0.5} and (min(chances) == 0.0):
            break
    for before, doubles, first in begun:
        yield Sample(before, doubles, side_of[first], chances)


def learnt(line: Line, samples: Sequence[Sample], rng: Random) -> dict[str, list[float]]:
    """Fit strengths to samples by stochastic gradient descent."""
    score = [0.0] * (line.steps + 1)
    caught = [0.0] * 8
    place = [0.0] * line.sides
    order = list(range(len(samples)))
    for epoch in range(_EPOCHS):
        rng.shuffle(order)
        rate = 0.06 / (1 + 3 * epoch)
        for number in order:
            sample = samples[number]
            parts = []
            for side, points in enumerate(sample.scores):
                at = max(0, min(line.limit, points)) * line.steps / line.limit
                lower = min(int(at), line.steps - 1)
                doubles = sample.caught[side] if line.key == "double_trouble" else 0
                parts.append((lower, at - lower, doubles, (side - sample.opener) % line.sides))
            weights = [
                exp(score[lower] * (1 - part) + score[lower + 1] * part + caught[doubles] + place[seat])
                for lower, part, doubles, seat in parts
            ]
            whole = sum(weights)
            for (lower, part, doubles, seat), weight, share in zip(parts, weights, sample.shares, strict=True):
                step = rate * (share - weight / whole)
                score[lower] += step * (1 - part)
                score[lower + 1] += step * part
                caught[doubles] += step / 4
                place[seat] += step / 8
        if line.steps < line.limit:
            score = _smooth(score)
    if line.steps == line.limit:
        score = _smooth_far(score)
    base, first = score[0], place[0]
    found = {
        "score": [round(entry - base, 3) for entry in score],
        "place": [round(entry - first, 3) for entry in place],
    }
    if line.key == "double_trouble":
        found["caught"] = [round(entry - caught[0], 3) for entry in caught]
    return found


def _smooth(row: Sequence[float]) -> list[float]:
    """Smooth each entry by its neighbours; keep the ends."""
    inner = [0.25 * row[at - 1] + 0.5 * row[at] + 0.25 * row[at + 1] for at in range(1, len(row) - 1)]
    return [row[0], *inner, row[-1]]


def _smooth_far(row: Sequence[float]) -> list[float]:
    """Return the row, averaged far from the limit."""
    found = list(row)
    for at in range(len(row) - _NEAR):
        reach = min(_REACH, (len(row) - _NEAR - at + 1) // 2)
        around = row[max(0, at - reach) : at + reach + 1]
        found[at] = sum(around) / len(around)
    return found


def loss(line: Line, values: dict[str, list[float]], samples: Sequence[Sample]) -> float:
    """Return the mean negative log-likelihood of the samples."""
    strengths = value.strengths_from(values, line.limit)
    total = 0.0
    for sample in samples:
        chances = strengths.chances(sample.scores, sample.opener, sample.caught if "caught" in values else ())
        total -= sum(share * log(chance) for share, chance in zip(sample.shares, chances, strict=True))
    return total / len(samples)


def spreads(rng: Random) -> list[float]:
    """Return the score deviations in Five to Fourteen, by hand size."""
    found = []
    for size in range(5, 15):
        squares = 0
        for number in range(_DEALS):
            setting = DealSetting((0, 1), number % 2, (0, 1), limit=0)
            deal = dealt(FiveToFourteenPosition, setting, (size, size), (0, 0), rng)
            deal.finish(rng.random)
            squares += (deal.scores[0] - deal.scores[1]) ** 2
        found.append(round(sqrt(squares / _DEALS), 1))
    return found


def main(wanted: Sequence[str]) -> None:
    """Learn the wanted lines, or all."""
    for line in LINES:
        name = f"{line.key}/{line.sides}"
        if wanted and name not in wanted:
            continue
        rng = Random(name)
        samples = [sample for _ in range(_MATCHES) for sample in play_match(line, rng)]
        held_out = len(samples) // 10
        found = learnt(line, samples[held_out:], rng)
        _write(line.key, line.sides, found)
        print(f"{name}: {len(samples)} deals, loss {loss(line, found, samples[:held_out]):.4f}")
    if not wanted or "five_to_fourteen/2" in wanted:
        _write("five_to_fourteen", 2, {"spread": spreads(Random("five_to_fourteen"))})


def _write(key: str, sides: int, found: dict[str, list[float]]) -> None:
    values = {**value.values_of(key), str(sides): found}
    value.values_of.cache_clear()
    text = ",\n".join(f'  "{name}": {json.dumps(values[name])}' for name in sorted(values))
    (_GAMES / key / "values.json").write_text(f"{{\n{text}\n}}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
