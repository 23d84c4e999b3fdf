"""The picture of the page's first screen."""

from functools import cache

import games
from bot.locales import LOCALES, words


@cache
def door_picture() -> tuple[bytes, dict[str, str]]:
    """Return a board as a PNG, and its alternative texts by language.

    It takes a second when called first.
    """
    from bot.tools.site import still_of  # imported late: only this picture needs it

    first = next(iter(games.TABLE_GAMES))
    boards = {locale: still_of(first, words(locale)) for locale in LOCALES}
    return boards[LOCALES[0]].paint(), {locale: board.alt for locale, board in boards.items()}
