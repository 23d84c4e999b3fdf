"""Kinds of clicks on what is about tournaments."""

from bot.messages.parts.components import ClickKind


class TournamentClick(ClickKind):
    """Kinds of clicks on what is about tournaments."""

    # In lobbies; `number` is the pairing for which a match may count.
    ACCEPT_PAIRING = "countfor"

    # Tournaments. `match` is the number of the tournament. ASK is the question before one of the last four; `number`
    # is the round to close, or the revision to undo. `number` of PERSON and HAND_OVER is a person, of SWAP the
    # revision; `rest` of NAME and NAMED is a person whose team a host names, that of EDITED has checksums of what was
    # shown. `rest` of RESULTS has the lines that were typed before; ENTER is their submitted form.
    VIEW = "fixtures"
    PAGE = "fixpage"
    SIGN = "fixsign"
    TEAMS = "fixteams"
    CHECK_IN = "fixcheckin"
    TEAM = "fixteam"
    PARTNER = "fixpartner"
    UNASK = "fixunask"
    NAME = "fixname"
    NAMED = "fixnamed"
    START = "fixstart"
    TABLE = "fixtable"
    REPORT = "fixreport"
    SCORE = "fixscore"
    CLAIM = "fixclaim"
    ASK = "fixask"
    WITHDRAW = "fixwithdraw"
    REMOVE = "fixremove"
    ADD = "fixadd"
    CLOSE = "fixclose"
    CANCEL = "fixcancel"
    UNDO = "fixundo"
    RESULT = "fixresult"
    RESULTS = "fixresults"
    ENTER = "fixenter"
    HOST = "fixhost"
    PERSON = "fixperson"
    EDIT = "fixedit"
    EDITED = "fixedited"
    HAND_OVER = "fixhandover"
    PAUSE = "fixpause"
    SWAP = "fixswap"
    LIST = "fixlist"
    CROSSTABLE = "fixcross"
    FILES = "fixfiles"

    # Series of tournaments. `match` is the number of the series, "" for all or a new one; `number` is the page.
    SERIES = "series"
    SERIES_EDIT = "seriesedit"
    SERIES_SAVE = "seriessave"
    SERIES_DELETE = "seriesdelete"

    # The form of a new tournament. `rest` is the changed option, and after a point piece `number` of the chosen values.
    # AGAIN opens it with the settings of a tournament. CREATE_NIGHT is its button *Create* for a club night.
    FORM = "fixform"
    CREATE_NIGHT = "fixnight"
    TYPED = "fixtyped"
    AGAIN = "fixagain"
