"""A record checked, for the command line."""

from __future__ import annotations

from collections.abc import Iterator

from bot.locales import words
from bot.messages.parts.text import strip_markup
from bot.messages.replay.checked import lines_of, ways_to_check
from games.verifying import Verification

__all__ = ["told"]


def told(checked: Verification, language: str, shown: str = "") -> Iterator[str]:
    """What was checked, what every seat was dealt, and how to do the same without this program.

    :param shown: the fingerprint that was shown when the match began, where somebody has given it.
    """
    w = words(language)
    yield w(f"game.{checked.match.key}.name")
    if checked.is_sound:
        for one in checked.dealt:
            tiles = " ".join(map(str, one.tiles))
            yield "  " + w("verify.hand", number=one.deal, seat=one.seat, tiles=tiles)
    for line in [*lines_of(checked, w, shown=shown), ways_to_check(checked, w)]:
        yield strip_markup(line)
