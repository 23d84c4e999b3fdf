"""`python -m tests.benchmarks.bingo_values` writes `games/bingo/values.json`.

Deals are played out by simple rules. The frequency of sets per side determines the chance to win a match from any score
(`games/bingo/value.py`). It takes about ten seconds. The numbers are reproducible.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from games.bingo import value
from games.bingo.position import BingoPosition, tables_of
from games.core.tiles import ALL_TILES

FILE: Final = Path(value.__file__).with_name("values.json")

_DEALS: Final = 40_000
_HAND: Final = 7


def sets_of_opener(rng: Random) -> int:
    """Return the opener's sets in one deal, negative if lost."""
    tiles = list(range(len(ALL_TILES)))
    rng.shuffle(tiles)
    hands = [sum(1 << tile for tile in tiles[start : start + _HAND]) for start in (0, _HAND)]
    boneyard = tiles[2 * _HAND :]
    deal = BingoPosition(tables_of(ALL_TILES[boneyard[0]].high), hands, boneyard, (0, 0), 0)
    deal.finish(rng.random)
    return deal.scores[0] - deal.scores[1]


def main() -> None:
    """Count and write the file."""
    rng = Random("bingo")
    counts = Counter(sets_of_opener(rng) for _ in range(_DEALS))
    FILE.write_text(json.dumps({str(sets): counts[sets] for sets in sorted(counts)}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
