"""Measure the gain of naming each variant of Nos.

`python -m tests.benchmarks.nos_values` writes `games/nos/values.json`. Random deals are opened as computers open them.
Each variant that the opening tile allows is played to the end of that deal by shedding pips. It takes about three
minutes. The numbers are reproducible.
"""

import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Final

from games.core.moves import Move
from games.core.tiles import ALL_TILES, mask_of
from games.nos import Nos, prior
from games.nos.computers import opening_move
from games.nos.deal import Deal
from games.nos.kernel import number_of, worth_naming

FILE: Final = Path(prior.__file__).with_name("values.json")

_DEALS: Final = 8000


def opened(seats: int, rng: Random) -> Nos:
    """Return a random opened deal in which seat 0 names."""
    size = 8 - seats
    tiles = list(ALL_TILES)
    rng.shuffle(tiles)
    hands = [mask_of(tiles[seat * size : (seat + 1) * size]) for seat in range(seats)]
    match = Nos(seats=seats, seed=f"{rng.getrandbits(64)}")
    match.set_up(Deal(tuple(range(seats)), hands, tiles[seats * size :], 0, by_double=False))
    match.play(0, opening_move(match.moves(0)))
    return match


def counted(seats: int, deals: int, rng: Random) -> prior.VariantChips:
    """Measure the mean gain of variants over some deals."""
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for _ in range(deals):
        match = opened(seats, rng)
        before = match.kernel()
        opening = match.deal.line.tiles[0].tile
        for text in worth_naming(opening.index):
            kernel = before.copy()
            kernel.play(number_of(match.deal, Move.parse(f"variant={text}")))
            fitting = (kernel.fitting() & match.deal.hands[0]).bit_count()
            kernel.finish(rng.random, 0.0)
            found[prior.name_of(opening, text)].append((fitting, kernel.won[0]))
    return _averaged(found)


def _averaged(found: dict[str, list[tuple[int, float]]]) -> prior.VariantChips:
    chips = {name: sum(won for _, won in rows) / len(rows) for name, rows in found.items()}
    fitting = {name: sum(fits for fits, _ in rows) / len(rows) for name, rows in found.items()}
    both = spread = 0.0
    for name, rows in found.items():
        both += sum((fits - fitting[name]) * (won - chips[name]) for fits, won in rows)
        spread += sum((fits - fitting[name]) ** 2 for fits, _ in rows)
    slope = both / spread
    return {
        "a_fitting_tile": round(slope, 1),
        "none_fitting": {name: round(chips[name] - slope * fitting[name], 1) for name in sorted(found)},
    }


def main() -> None:
    """Count and write the file."""
    rng = Random("nos")
    values = {str(seats): counted(seats, _DEALS, rng) for seats in Nos.seat_counts}
    FILE.write_text(json.dumps(values, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
