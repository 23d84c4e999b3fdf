"""Kinds of clicks on questions about club nights."""

from bot.messages.parts.components import ClickKind


class ClubNightClick(ClickKind):
    """Kinds of clicks on questions about club nights."""

    # Club nights. `match` is the number of the club night; `number` of SKIP is the date of the evening, as 20261204.
    SKIP = "clubskip"
    END = "clubend"
