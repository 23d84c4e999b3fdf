"""Kinds of clicks on what is about seasons."""

from bot.messages.parts.components import ClickKind


class SeasonClick(ClickKind):
    """Kinds of clicks on what is about seasons."""

    STANDINGS_OF = "standingsof"

    # Seasons. `number` is the page or the season.
    PAGE = "seasons"
    DELETE = "seasondelete"
    CLOSE = "closeseason"
