"""Prior values of naming a variant of Nos, before any search.

`values.json` has each variant's average gain in chips, and the additional gain for each fitting tile in hand. It was
counted by `python -m tests.benchmarks.nos_values` in deals that the kernel played by shedding pips.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypedDict

from games.core.tiles import Tile


class VariantChips(TypedDict):
    """The average chips by variant, and for each fitting tile."""

    a_fitting_tile: float
    none_fitting: dict[str, float]


def chips(players: int, opening: Tile, variant: str, fitting: int) -> float:
    """Return the average gain in chips from naming a variant.

    :param fitting: the number of tiles in hand that fit at once.
    """
    brings = _values()[str(players)]
    return brings["none_fitting"][name_of(opening, variant)] + fitting * brings["a_fitting_tile"]


def name_of(opening: Tile, variant: str) -> str:
    """Return a variant's name without its half, which averages out."""
    plain = "/".join(part for part in variant.split("/") if part not in ("left", "right"))
    return f"{'double' if opening.is_double and opening.pips else opening if opening.is_double else 'other'} {plain}"


@cache
def _values() -> Mapping[str, VariantChips]:
    found: dict[str, VariantChips] = json.loads(files(__package__).joinpath("values.json").read_text("utf-8"))
    return found
