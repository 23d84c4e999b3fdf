"""Kinds of clicks of moderators."""

from bot.messages.parts.components import ClickKind


class ModeratorClick(ClickKind):
    """Kinds of clicks of moderators."""

    # Changes of a league. `rest` names the object; AMEND, ADD_GAME and TAKE_RECORD are submitted forms.
    AUDIT_LOG_PAGE = "deeds"  # as in messages already sent
    CHOOSE_RESULT = "chooseresult"
    ASK_REASON = "askreason"
    AMEND = "amend"
    ADD_GAME = "addgame"
    ASK_RECORD = "askrecord"
    TAKE_RECORD = "takerecord"
    MERGE = "merge"
    UNMERGE_ASK = "unmergeask"
    UNMERGE = "unmerge"

    # People kept out. `number` is the page; `rest` is the person. KEEP_OUT is a submitted form.
    KEPT_OUT_PAGE = "keptout"
    LET_IN = "letin"
    ASK_KEEP_OUT = "askkeepout"
    KEEP_OUT = "keepout"
