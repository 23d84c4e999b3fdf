"""Parsing of a game's options as people type them: `read_options`."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.locales import LOCALES, Words, words
from bot.messages.table.lobby import option_name, option_value
from bot.tables.errors import TableError
from games import Match, Option
from games.core.options import OptionValue

_SEPARATOR: Final = re.compile(r"\s*[,;]\s*")


def read_options(game: type[Match], text: str | None, w: Words) -> Mapping[str, OptionValue]:
    """Parse options such as "rounds=one, limit=60".

    :raises TableError: for an unknown option or value, naming the allowed ones, or for missing commas.
    """
    plain = _plain(game, text or "").strip()
    corrected = with_commas(game, plain)
    chosen = dict(_read_part(game, part, w) for part in _SEPARATOR.split(corrected) if part)
    if corrected != plain:
        raise TableError("error.option_commas", corrected=typed_options(game, chosen))
    return chosen


def typed_options(game: type[Match], chosen: Mapping[str, OptionValue]) -> str:
    """Return options as `read_options` parses them, in the game's order."""
    return ", ".join(typed_option(option, chosen[option.key]) for option in game.option_list if option.key in chosen)


def typed_option(option: Option, value: OptionValue) -> str:
    """Return an option with its value as `read_options` parses it."""
    return f"{option.key}={('on' if value else 'off') if isinstance(value, bool) else value}"


def split_last(game: type[Match], text: str) -> tuple[list[str], str]:
    """Split typed options before the last part, which may be unfinished."""
    plain = _plain(game, text)
    found = re.fullmatch(rf"(.*(?:{_keys(game)})\s*=\s*[^\s,;=]+)\s+(.*)", plain, re.DOTALL)
    *before, last = _SEPARATOR.split(with_commas(game, f"{found[1]},{found[2]}" if found else plain).strip())
    return [part for part in before if part], last


def with_commas(game: type[Match], text: str) -> str:
    """Return typed options with a comma before each further one."""
    return re.sub(rf"(?<=[^\s,;])\s+(?=(?:{_keys(game)})\s*=)", ", ", text)


def _plain(game: type[Match], text: str) -> str:
    """Return typed options with keys in place of the names that suggestions show."""
    typed = _shown(game)
    shown = "|".join(map(re.escape, sorted(typed, key=len, reverse=True)))
    return re.sub(shown, lambda found: typed[found[0].casefold()], text, flags=re.IGNORECASE) if shown else text


@cache
def _shown(game: type[Match]) -> Mapping[str, str]:
    """Return the typed form of each name and value that suggestions show in any language."""
    found = {}
    for w in map(words, LOCALES):
        for option in game.option_list:
            name = option_name(game, option, w)
            found[f"{name}: ".casefold()] = f"{option.key}="
            for value in option.values:
                found[f"{name}: {option_value(game, option, value, w)}".casefold()] = typed_option(option, value)
    return found


def _keys(game: type[Match]) -> str:
    """Return a pattern of the keys of options."""
    return "|".join(re.escape(option.key) for option in game.option_list) or "(?!)"


def _read_part(game: type[Match], part: str, w: Words) -> tuple[str, OptionValue]:
    key, _, text = (piece.strip() for piece in part.partition("="))
    known = {option.key: option for option in game.option_list}
    if not known:
        raise TableError("error.no_options", game=w(f"game.{game.key}.name"))
    if key not in known:
        raise TableError("error.unknown_option", game=w(f"game.{game.key}.name"), option=key, allowed=", ".join(known))
    return key, _read_value(known[key], text)


def _read_value(option: Option, text: str) -> OptionValue:
    spelled: dict[str, OptionValue] = {str(value).lower(): value for value in option.values}
    if bool in map(type, option.values):
        spelled |= {"on": True, "off": False}
    if text.lower() in spelled:
        return spelled[text.lower()]
    number = option.number(text)
    if number is None:
        allowed = option.allowed if option.between else ", ".join(spelled)
        raise TableError("error.unknown_value", value=text, option=option.key, allowed=allowed)
    return number
