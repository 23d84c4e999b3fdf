"""Parsing of games as people type them."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.locales import LOCALES, words
from bot.tables.errors import TableError

_BETWEEN_WORDS: Final = re.compile(r"[\s_-]+")


def read_game(text: str, among: Iterable[str], key: str = "error.unknown_game") -> str:
    """Return the game with this key or name in any language.

    :param among: the keys of the possible games.
    :param key: the text that refuses all others.
    :raises TableError: if there is no such game among them.
    """
    wanted = _plain(text)
    found = next((game for game in among if wanted in _names(game)), None)
    if found is None:
        raise TableError(key, value=text.strip() or "—")
    return found


def fitting_games(text: str, among: Iterable[str]) -> list[str]:
    """Return games whose names contain the text, prefixes first."""
    wanted = _plain(text)
    found = [game for game in among if any(wanted in name for name in _names(game))]
    return sorted(found, key=lambda game: not any(name.startswith(wanted) for name in _names(game)))


@cache
def _names(game: str) -> frozenset[str]:
    """Return a game's `_plain` names, with and without bracketed remarks."""
    names = {_plain(game), *(_plain(words(locale)(f"game.{game}.name")) for locale in LOCALES)}
    return frozenset(names | {name.partition(" (")[0] for name in names})


def _plain(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text.strip()).casefold()
