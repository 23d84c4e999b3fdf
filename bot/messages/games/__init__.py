"""Presenters of the games, one file per game or family.

A chain game without a file uses `ChainPresenter`, any other game `DealtPresenter`.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.tables.signs import signs_seen
from bot.tables.state import Table, automatic
from games import Match
from games.chain.match import ChainMatch

from .chain import ChainPresenter
from .dealt import DealtPresenter
from .presenter import NO_SIGNS, Completes, DealEndShown, Fill, Presenter

__all__ = ["PRESENTERS", "Completes", "DealEndShown", "Fill", "Presenter", "presenter_at", "presenter_of"]


def _find_presenters() -> tuple[type[Presenter[Any, Any]], ...]:
    found: dict[type[Presenter[Any, Any]], None] = {}
    for module_info in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(module_info.name)
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Presenter):
                found[thing] = None
    return tuple(found)


PRESENTERS: Final = _find_presenters()
"""All presenter classes, including their base classes."""

_BY_GAME: Final = MappingProxyType({key: presenter for presenter in PRESENTERS for key in presenter.presents})


def presenter_of(
    game: type[Match],
    reader: Reader,
    names: PlayerNames,
    automatic: frozenset[int] = frozenset(),
    signs: Mapping[int, str] = NO_SIGNS,
) -> Presenter[Any, Any]:
    """Return the presenter of a game for a reader."""
    usual = ChainPresenter if issubclass(game, ChainMatch) else DealtPresenter
    return _BY_GAME.get(game.key, usual)(game, reader, names, automatic, signs)


def presenter_at(table: Table, reader: Reader) -> Presenter[Any, Any]:
    """Return the presenter of a table's game for a reader."""
    computers = frozenset(seat.seat for seat in table.seats if automatic(seat))
    return presenter_of(table.game, reader, PlayerNames.at(table, reader.words), computers, signs_seen(table))
