"""Ratings of computer levels, measured by `make strength`: docs/strength.md."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from storage.matches import Player

_RATINGS: Final[Mapping[str, Mapping[str, int]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)


def computer_rating(game: str, level: Player) -> int | None:
    """Return a level's rating at a game, if measured."""
    return _RATINGS.get(game, {}).get(level.value)
