"""Counting what deals of Bingo bring: `python -m tests.benchmarks.bingo_values` writes `games/bingo/values.json`.

The kernel plays deals against itself by simple rules. From how often each side gets how many sets follows the chance to
win a match from any score (`games/bingo/value.py`). It takes about ten seconds. The same numbers come out each time.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from games.bingo import value
from games.bingo.playout import BingoPlayout, rules_of
from games.bingo.worth import SETS
from games.core.tiles import ALL_TILES

FILE: Final = Path(value.__file__).with_name("values.json")

_DEALS: Final = 40_000
_HAND: Final = 7


def sets_of_opener(rng: Random) -> int:
    """The sets that one deal brings its opener; fewer than none: the other side."""
    tiles = list(range(len(ALL_TILES)))
    rng.shuffle(tiles)
    hands = [sum(1 << tile for tile in tiles[start : start + _HAND]) for start in (0, _HAND)]
    boneyard = tiles[2 * _HAND :]
    rules = rules_of(ALL_TILES[boneyard[0]].high, doubles_high=False, meld_sets=False)
    deal = BingoPlayout(rules, hands, boneyard, 0, first=True)
    deal.finish(rng.random)
    winner, award = deal.result()
    return 0 if winner is None else SETS[award] if winner == 0 else -SETS[award]


def main() -> None:
    """Count and write the file."""
    rng = Random("bingo")
    counts = Counter(sets_of_opener(rng) for _ in range(_DEALS))
    FILE.write_text(json.dumps({str(sets): counts[sets] for sets in sorted(counts)}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
