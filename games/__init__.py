"""The rules of domino games, without I/O or clock.

>>> import games
>>> match = games.new_match("block", seats=2, seed="an example")
>>> match.actors() == (match.view(None).opener,)
True

Every module of this package that defines a game is in the catalogue; adding a game is adding a file.
"""

import importlib
import pkgutil
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import isabstract
from typing import Final, TypeVar

from .core.errors import GameError, IllegalMove, NoSuchSeat, RecordError, SetupError
from .core.events import Event
from .core.match import Family, GameInfo, Match
from .core.moves import Move
from .core.names import quoted
from .core.options import Option
from .core.outcome import DealEndReason, EndReason, Outcome
from .core.record import Record
from .core.refusals import Refusal
from .core.solitaire import Solitaire
from .core.tiles import Tile
from .core.view import View

__all__ = [
    "CATALOGUE",
    "FAMILIES",
    "SOLITAIRES",
    "TABLE_GAMES",
    "DealEndReason",
    "EndReason",
    "Event",
    "Family",
    "GameError",
    "GameInfo",
    "IllegalMove",
    "Match",
    "Move",
    "NoSuchSeat",
    "Option",
    "Outcome",
    "Record",
    "RecordError",
    "Refusal",
    "SetupError",
    "Tile",
    "View",
    "current_key",
    "new_match",
    "replay",
]

_SEED_BYTES: Final = 16


_M = TypeVar("_M", bound=Match)


class _Games(Mapping[str, type[_M]]):
    """Games by key, in the given order.

    Iteration yields current keys only. A look-up accepts former keys, too.
    """

    def __init__(self, games: Iterable[type[_M]]) -> None:
        self._games = {game.key: game for game in games}
        self._by_any_key = {key: game for game in self._games.values() for key in (game.key, *game.info.former_keys)}

    def __getitem__(self, key: str) -> type[_M]:
        return self._by_any_key[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def _find_games() -> Mapping[str, type[Match]]:
    found: dict[str, type[Match]] = {}
    for module_info in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(module_info.name)
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Match) and not isabstract(thing):
                found[thing.key] = thing
    return _Games(sorted(found.values(), key=lambda game: game.number))


CATALOGUE: Final = _find_games()
"""All games by their keys, in the order of the rules. A look-up takes former keys, too."""

FAMILIES: Final[Mapping[Family, tuple[type[Match], ...]]] = {
    family: tuple(game for game in CATALOGUE.values() if game.info.family is family) for family in Family
}
"""All games in the order in which people see them: family by family, and in the order of the rules within each."""

_SHOWN: Final = tuple(game for family in FAMILIES.values() for game in family)

TABLE_GAMES: Final[Mapping[str, type[Match]]] = _Games(game for game in _SHOWN if max(game.seat_counts) > 1)
"""The games that people play with each other at a table, in the order in which people see them."""

SOLITAIRES: Final[Mapping[str, type[Solitaire]]] = _Games(game for game in _SHOWN if issubclass(game, Solitaire))
"""The games that one plays alone."""


def current_key(key: str) -> str:
    """Return a game's current key; unknown texts are returned unchanged."""
    return CATALOGUE[key].key if key in CATALOGUE else key


def new_match(
    game: str,
    *,
    seats: int,
    options: Mapping[str, object] | None = None,
    seed: str | int | bytes | None = None,
    deals: Sequence[str] | None = None,
    lots: Sequence[int] | None = None,
) -> Match:
    """Return a new match, dealt and ready for its first move.

    >>> new_match("kent", seats=4, options={"target": 3}).options["target"]
    3

    :param game: a key of `CATALOGUE`.
    :param seed: the secret of all shuffles and lots; None: a fresh one. A number or bytes are used as their decimal or
        hexadecimal text.
    :param deals: the first deals, each a text of all tiles in dealing order; later deals come from the seed.
    :param lots: the results of the first things decided by lot.
    :raises SetupError: naming the bad argument and the accepted values.
    """
    if game not in CATALOGUE:
        raise SetupError("game", game, ", ".join(CATALOGUE))
    return CATALOGUE[game](
        seats=seats,
        options=options,
        seed=_text_of(seed),
        deals=deals or (),
        lots=lots or (),
    )


def _text_of(seed: str | int | bytes | None) -> str:
    if seed is None:
        return secrets.token_hex(_SEED_BYTES)
    if isinstance(seed, bytes):
        return seed.hex()
    return str(seed) if type(seed) is int else seed  # type: ignore[return-value]  # the match refuses anything else


def replay(text: str) -> Match:
    """Return a match equal to the one recorded.

    >>> match = new_match("bingo", seats=2)
    >>> replay(match.record().text()) == match
    True

    :raises RecordError: if the text is no record, or a move in it breaks the rules.
    """
    record = Record.parse(text)
    if record.game not in CATALOGUE:
        raise RecordError(f"unknown game {quoted(record.game)}; known are {', '.join(CATALOGUE)}")
    return CATALOGUE[record.game].from_record(record)
