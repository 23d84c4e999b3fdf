"""Kinds of clicks on what is about players."""

from bot.messages.parts.components import ClickKind


class PlayersClick(ClickKind):
    """Kinds of clicks on what is about players."""

    # Lists of matches and statistics. `rest` is the request, with slashes between its parts.
    HISTORY = "history"
    HISTORY_GAME = "historygame"
    ASK_CODE = "historycode"
    SHOW_CODE = "historyshow"
    STATS = "stats"
    STATS_GAME = "statsgame"
    TALLY = "tally"
    TALLY_GAME = "tallygame"
    TALLY_POST = "tallypost"
