"""Kinds of clicks on what is about club nights."""

from bot.messages.parts.components import ClickKind


class ClubNightClick(ClickKind):
    """Kinds of clicks on what is about club nights."""

    # Club nights. `match` is the number of the club night; CHOOSE takes it from the select of the list. EDIT opens the
    # form of CHANGE, whose `number` stands for the settings before. ASK is the question before the last two; `number`
    # of SKIP is the date of the evening, as 20261204.
    CHOOSE = "clubchoose"
    EDIT = "clubedit"
    CHANGE = "clubchange"
    ASK = "clubask"
    SKIP = "clubskip"
    END = "clubend"
