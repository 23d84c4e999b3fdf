"""Kinds of clicks on what is about seasons."""

from bot.messages.parts.components import ClickKind


class SeasonClick(ClickKind):
    """Kinds of clicks on what is about seasons."""

    STANDINGS_OF = "standingsof"

    # Seasons for managers. `number` is the page or the season, `rest` of ASK_NEW and OPEN the kind. OPEN and EDIT are
    # submitted forms.
    PAGE = "seasons"
    MANAGE = "season"
    ASK_NEW = "seasonnew"
    OPEN = "seasonopen"
    ASK_EDIT = "seasonaskedit"
    EDIT = "seasonedit"
    SET_MAIN = "seasonmain"
    ANNOUNCE = "seasontell"
    ASK_DELETE = "seasonaskdelete"
    DELETE = "seasondelete"
    ASK_CLOSE = "seasonaskclose"
    CLOSE = "closeseason"
