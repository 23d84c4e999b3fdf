"""Scopes: in what a result counts. One game, all games together, and the seasons that it falls into."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from storage.league.results import Result
from storage.league.seasons import Season

__all__ = ["ALL", "of_season", "scopes_of"]

ALL: Final = "all"
"""The scope of all games together."""


def of_season(season: Season | int) -> str:
    """The scope of a season."""
    return f"season:{season if isinstance(season, int) else season.id}"


def scopes_of(result: Result, seasons: Iterable[Season]) -> dict[str, Season | None]:
    """The scopes in which a result counts, each with its season if it is one's."""
    common: dict[str, Season | None] = {ALL: None, result.game: None}
    return common | {of_season(season): season for season in seasons if season.holds(result.game, result.at)}
