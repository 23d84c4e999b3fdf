"""Kinds of clicks on standings."""

from bot.messages.parts.components import ClickKind


class StandingsClick(ClickKind):
    """Kinds of clicks on standings."""

    # The standings. `rest` is their subject, a season, a game or all games; `number` is the page.
    PAGE = "standings"
    PLOT = "standingsplot"

    POST = "standingspost"
    KEEP = "standingskeep"
