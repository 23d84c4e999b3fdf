"""What can be clicked, before it is Discord's: addresses, buttons, selects, forms and the buttons that turn pages.

How much fits into a message depends on its format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final

from bot.messages.parts.reader import Reader
from games import current_key

MAX_CUSTOM_ID: Final = 100
"""Discord's limit for a custom_id."""

BUTTON: Final = "b"
SELECT: Final = "s"
FORM: Final = "f"
PATTERN: Final = r"(?P<kind>[a-z]+):(?P<match>[A-Za-z0-9_-]*):(?P<number>[0-9]+):(?P<rest>.*)"


class Kind(StrEnum):
    """What a click asks for; each has one handler."""

    # Before there is a table. `rest` is the game that is looked at, and after a stroke the person to play it with.
    WELCOME = "welcome"
    CHOOSE_GAME = "choosegame"
    PLAY_COMPUTER = "playcomputer"
    OPEN_TABLE = "opentable"

    # The lobby. `number` of ACCEPT_PAIRING is the pairing of a tournament.
    JOIN = "join"
    LEAVE_LOBBY = "leave"
    ADD_COMPUTER = "computer"
    CHOOSE_LEVEL = "level"
    FILL_SEATS = "fill"
    CALL_PLAYERS = "callplayers"
    CHOOSE_TEAM = "team"
    DRAW_TEAMS = "drawteams"
    CHOOSE_REMOVED = "whom"
    REMOVE = "remove"
    SET_UP = "setup"
    SET_CLOCK = "clock"
    SET_OPTION = "option"
    ASK_NUMBER = "asknumber"
    TAKE_NUMBER = "takenumber"
    SET_OPEN = "openall"
    CUT = "cut"
    TAKE_CUT = "takecut"
    ACCEPT_PAIRING = "countfor"
    START = "start"
    CANCEL = "cancel"

    # The hand. The kinds of click that every game is played by are MOVE, ASK, and DRAW_ON where one may draw at will.
    HAND = "hand"
    MOVE = "move"
    ASK = "ask"
    DRAW_ON = "drawon"
    RETURN = "back"

    # What lies open and can be looked at again; `rest` says what. It holds for the deal that runs when it is clicked.
    LOOK = "look"

    # Calls, which hold for a deal: `number` is the number of that deal. CALL stands on the board or a pad, CALL_HAND in
    # the hand, and CALL_WHOM in the question that a call has raised.
    CALL = "call"
    CALL_HAND = "handcall"
    CALL_WHOM = "accuse"

    # Secret signs between partners. SIGN holds for a deal, as calls do.
    OPEN_PAD = "pad"
    SIGN = "sign"
    PROPOSE = "propose"
    NEW_SIGN = "newsign"
    TRY_DIRECT = "trydm"

    # The menu of a table; ASK_SEAT stands on the board, and so may RESUME. ADMIT and TURN_AWAY answer somebody who asks
    # for a seat, ACCEPT_SEAT and END_OFFER an offer of one, AGREE_END and PLAY_ON a request to end the match; `number`
    # is the deal in which that was.
    MENU = "menu"
    SHOW = "show"
    LETTERS = "letters"
    PAUSE = "pause"
    RESUME = "resume"
    ASK_LEAVE = "askleave"
    LEAVE = "leaveseat"
    ASK_END = "askend"
    END = "endmatch"
    RESIGN = "resign"
    ASK_ALL = "askall"
    AGREE_END = "agreeend"
    PLAY_ON = "playon"
    ASK_SEAT = "askseat"
    TAKE_SEAT = "takeseat"
    GIVE_SEAT = "giveseat"
    ACCEPT_SEAT = "acceptseat"
    END_OFFER = "endoffer"
    ADMIT = "admit"
    TURN_AWAY = "turnaway"
    KEEP = "keep"

    # Solitaires. `match` is the solitaire's id; where there is none yet, `rest` is a game and whose it will be.
    SOLO_MENU = "solomenu"
    SOLO_OPEN = "soloopen"
    SOLO_NEW = "solonew"
    SOLO_SHOW = "soloshow"
    SOLO_MOVE = "solomove"
    SOLO_ASK = "soloask"
    SOLO_UNDO = "soloundo"
    SOLO_REDO = "soloredo"
    SOLO_RESTART = "solorestart"
    SOLO_HINT = "solohint"
    SOLO_CALL_OFF = "solocalloff"
    SOLO_ASK_GIVE_UP = "soloaskgiveup"
    SOLO_GIVE_UP = "sologiveup"
    SOLO_RECORD = "solorecord"
    SOLO_CHECK = "solocheck"

    # Solutions, step by step: `number` is the step; without a solitaire `rest` is the game and the day of a deal.
    SOLUTION = "solution"
    SOLUTION_STEP = "solutionstep"

    # The deals of the days. `rest` is the game.
    DAILY_PAGE = "dailypage"
    DAILY_PLAY = "dailyplay"
    DAILY_SHARE = "dailyshare"
    DAILY_POST = "dailypost"
    DAILY_SEEDS = "dailyseeds"

    # The standings. `rest` is what they are of, a season, a game or all games; `number` is the page.
    STANDINGS = "standings"
    STANDINGS_OF = "standingsof"
    STANDINGS_PLOT = "standingsplot"

    # Seasons. `number` is the page or the season.
    SEASONS_PAGE = "seasons"
    SEASON_DELETE = "seasondelete"
    SEASON_CLOSE = "closeseason"

    # Fixtures. `match` is the number of the tournament. ASK is the question before one of the last four; `number` is
    # the round that is to be closed, or the revision that is to be undone.
    TOURNAMENT = "fixtures"
    TOURNAMENT_PAGE = "fixpage"
    TOURNAMENT_SIGN = "fixsign"
    TOURNAMENT_TEAMS = "fixteams"
    TOURNAMENT_CHECK_IN = "fixcheckin"
    TOURNAMENT_TEAM = "fixteam"
    TOURNAMENT_START = "fixstart"
    TOURNAMENT_TABLE = "fixtable"
    TOURNAMENT_ASK = "fixask"
    TOURNAMENT_WITHDRAW = "fixwithdraw"
    TOURNAMENT_CLOSE = "fixclose"
    TOURNAMENT_CANCEL = "fixcancel"
    TOURNAMENT_UNDO = "fixundo"
    TOURNAMENT_RESULT = "fixresult"
    TOURNAMENT_LIST = "fixlist"
    TOURNAMENT_CROSSTABLE = "fixcross"
    TOURNAMENT_FILES = "fixfiles"

    # What stays, and what can be read. Of a LESSON_STEP `number` is the step, `rest` the game and the answer given.
    RULES = "rules"
    RULES_PAGE = "rulespage"
    LEARN = "learn"
    LESSON_STEP = "lessonstep"
    HELP_PAGE = "helppage"
    REMATCH = "rematch"
    RECORD = "record"
    SHARE = "share"
    STATEMENT_PAGE = "statement"
    LEADERS_PAGE = "leaders"
    SETTING = "setting"
    SERVER_SETTING = "serversetting"
    LEAGUE_SETTING = "leaguesetting"
    STANDINGS_POST = "standingspost"
    STANDINGS_KEEP = "standingskeep"

    # What somebody finds odd about a match; `number` is how many moves of it had been made. TAKE_REPORT is a form that
    # has been filled in.
    REPORT = "report"
    TAKE_REPORT = "takereport"

    # What is stored about the person who clicks.
    PRIVACY_FILE = "privacyfile"
    PRIVACY_ASK = "privacyask"
    PRIVACY_FORGET = "privacyforget"

    # Changing a league. `rest` says what; AMEND, ADD_GAME and TAKE_RECORD are forms that have been filled in.
    AUDIT_LOG_PAGE = "deeds"  # as in messages already sent
    CHOOSE_RESULT = "chooseresult"
    AMEND = "amend"
    ADD_GAME = "addgame"
    ASK_RECORD = "askrecord"
    TAKE_RECORD = "takerecord"
    MERGE = "merge"

    # Matches that are over. `number` is the picture that is asked for; of a REPLAY_TO and an OPEN_REPLAY it is chosen.
    OPEN_REPLAY = "openreplay"
    REPLAY = "replay"
    REPLAY_TO = "replayto"
    FILM = "film"
    POST_STEP = "poststep"
    POST_FILM = "postfilm"
    CHECK_SHUFFLE = "checkshuffle"

    # Lists of matches and what people have done. `rest` holds what is asked for, with strokes between.
    HISTORY = "history"
    HISTORY_GAME = "historygame"
    STATS = "stats"
    STATS_GAME = "statsgame"


_WORD = re.compile(r"[a-z_]+")


@dataclass(frozen=True)
class ClickAddress:
    """Where a click goes: what to do, at which match, and with what.

    :ivar number: the revision of the table that the button shows; for kinds that hold for a deal, that deal's number.
    """

    kind: Kind
    match_id: str = ""
    number: int = 0
    rest: str = ""

    def custom_id(self, component: str) -> str:
        """The address as the custom_id of a `BUTTON`, a `SELECT` or a `FORM`.

        :raises ValueError: if it is longer than Discord allows.
        """
        text = f"{component}:{self.kind}:{self.match_id}:{self.number}:{self.rest}"
        if len(text) > MAX_CUSTOM_ID:
            raise ValueError(f"a custom_id has at most {MAX_CUSTOM_ID} characters: {text!r}")
        return text

    @classmethod
    def parse(cls, custom_id: str) -> ClickAddress:
        """The address that a custom_id carries.

        :raises ValueError: if it carries none.
        """
        found = re.fullmatch(f"[{BUTTON}{SELECT}{FORM}]:{PATTERN}", custom_id, re.DOTALL)
        if not found:
            raise ValueError(f"{custom_id!r} is not an address")
        rest = _WORD.sub(lambda word: current_key(word[0]), found["rest"])  # a button may name a game by a former key
        return cls(Kind(found["kind"]), found["match"], int(found["number"]), rest)


class MessageFormat(Enum):
    """In which of Discord's two formats a message is sent. A message never changes from one to the other.

    :cvar EMBED: a text, an embed, and below it at most `MAX_ROWS` rows.
    :cvar LAYOUT: Components V2: everything is a component, headings between rows too, `MAX_COMPONENTS` in all.
    """

    EMBED = "embed"
    LAYOUT = "layout"


MAX_ROWS: Final = 5
"""How many rows of components an embed message holds."""
MAX_COMPONENTS: Final = 40
"""How many components a layout holds: rows and what is in them, texts, pictures and what is round them."""
MAX_ROW_BUTTONS: Final = 5
"""How many buttons a row holds; a select fills a row by itself."""
MAX_OPTIONS: Final = 25
"""How many options a select holds."""


class Style(Enum):
    """How a button stands out."""

    PLAIN = "plain"
    MAIN = "main"
    GO = "go"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """A button that sends its clicks to an address.

    :ivar label: None for one that has only an emoji.
    :ivar emoji: a unicode emoji, or one of the application's own as it is written in a text; "" for none.
    """

    address: ClickAddress
    label: str | None
    style: Style = Style.PLAIN
    emoji: str = ""
    disabled: bool = False


@dataclass(frozen=True)
class SelectOption:
    """One choice in a select; its value comes with the click."""

    label: str
    value: str
    description: str = ""
    emoji: str = ""
    default: bool = False


@dataclass(frozen=True)
class Select:
    """A select of up to `MAX_OPTIONS` options that sends the choice to an address.

    :ivar least: how many of the options have to be chosen, and
    :ivar most: how many of them can be.
    :raises ValueError: if it has no options, or more than Discord allows.
    """

    address: ClickAddress
    options: tuple[SelectOption, ...]
    placeholder: str
    least: int = 1
    most: int = 1

    def __post_init__(self) -> None:
        if not 0 < len(self.options) <= MAX_OPTIONS:
            raise ValueError(f"a select has 1 to {MAX_OPTIONS} options, not {len(self.options)}: {self.placeholder!r}")


class Entity(Enum):
    """What of a server a select offers; Discord lists it."""

    CHANNEL = "channel"
    ROLE = "role"


@dataclass(frozen=True)
class EntitySelect:
    """A select of channels or roles of the server that sends their ids to an address; none may be chosen, too.

    :ivar chosen: the ids that are chosen now.
    :ivar most: how many can be chosen, at most `MAX_OPTIONS`.
    :raises ValueError: if more can be chosen than Discord allows, or more are chosen than can be.
    """

    address: ClickAddress
    of: Entity
    chosen: tuple[int, ...]
    placeholder: str
    most: int = 1

    def __post_init__(self) -> None:
        if not len(self.chosen) <= self.most <= MAX_OPTIONS:
            raise ValueError(f"{len(self.chosen)} of {self.most} are chosen, and Discord allows {MAX_OPTIONS}")


@dataclass(frozen=True)
class Heading:
    """A text above the rows that follow, in a row of its own; only in a layout.

    :ivar text: "" for a line that ends what stands under the heading before.
    """

    text: str


Part = Button | Select | EntitySelect | Heading
Row = Sequence[Part]
"""What stands beside each other: buttons, or one select, or one heading."""


def require_fitting(rows: Sequence[Row], in_format: MessageFormat, around: int = 0) -> None:
    """Check that Discord takes rows in one message.

    :param around: the components of the message beside the rows; they count in a layout.
    :raises ValueError: if a row is too wide, or there are too many rows or components.
    """
    for row in rows:
        if len(row) > (MAX_ROW_BUTTONS if all(isinstance(part, Button) for part in row) else 1):
            raise ValueError(f"a row holds {MAX_ROW_BUTTONS} buttons or one other component, not {len(row)}: {row}")
    headings = sum(isinstance(part, Heading) for row in rows for part in row)
    filled = sum(map(bool, rows)) - headings
    if in_format is MessageFormat.EMBED:
        if filled > MAX_ROWS:
            raise ValueError(f"a message holds {MAX_ROWS} rows, not {filled}")
    elif (components := around + filled + sum(map(len, rows))) > MAX_COMPONENTS:
        raise ValueError(f"a layout holds {MAX_COMPONENTS} components, not {components}")


def button_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in as few rows as hold them."""
    return tuple(tuple(buttons[start : start + MAX_ROW_BUTTONS]) for start in range(0, len(buttons), MAX_ROW_BUTTONS))


def select_rows(address: ClickAddress, options: Sequence[SelectOption], placeholder: str) -> tuple[Row, ...]:
    """Options in as few selects as hold them, one below the other; the numbers of their addresses count up."""
    starts = range(0, len(options), MAX_OPTIONS)
    return tuple(
        (Select(replace(address, number=number), tuple(options[start : start + MAX_OPTIONS]), placeholder),)
        for number, start in enumerate(starts, address.number)
    )


MAX_FORM_FIELDS: Final = 5
"""How many fields a form holds."""
MAX_FORM_TITLE: Final = 45
"""How many letters the title of a form may have."""
MAX_FORM_LABEL: Final = 45
"""How many letters stand over a field,"""
MAX_FORM_DESCRIPTION: Final = 100
"""and below that."""


@dataclass(frozen=True)
class TextField:
    """A field for a text.

    :ivar key: by which the handler finds what was written.
    """

    key: str
    label: str
    longest: int = 200
    required: bool = True
    filled: str = ""
    """What stands in it at first."""


@dataclass(frozen=True)
class PeopleField:
    """A field for people of the server.

    :ivar key: by which the handler finds who was chosen.
    """

    key: str
    label: str
    description: str = ""
    least: int = 1
    most: int = 1
    required: bool = True


@dataclass(frozen=True)
class Form:
    """A form that is sent to an address when it is filled in.

    :raises ValueError: if it has more fields than Discord allows; the note counts as one.
    """

    address: ClickAddress
    title: str
    fields: tuple[TextField | PeopleField, ...]
    note: str = ""
    """What stands above the fields."""

    def __post_init__(self) -> None:
        if len(self.fields) + bool(self.note) > MAX_FORM_FIELDS:
            raise ValueError(f"a form holds {MAX_FORM_FIELDS} fields, not {len(self.fields)}, and a note takes one")


def page_buttons(reader: Reader, at: Callable[[int], ClickAddress], number: int, pages: int) -> tuple[Row, ...]:
    """The row that turns pages; nothing if there is only one.

    :param at: the address of a page, counted from 0.
    :param number: the page that is shown.
    """
    if pages <= 1:
        return ()
    back = Button(at(max(number - 1, 0)), reader.words("rules.button.previous"), disabled=number == 0)
    on = Button(at(min(number + 1, pages - 1)), reader.words("rules.button.next"), disabled=number == pages - 1)
    return ((back, on),)


def last_page(total: int, lines: int) -> int:
    """The number of the last page, counted from 0, for this many things and lines a page."""
    return max(0, (total - 1) // lines)


def parse_page(text: str) -> int:
    """The number of a page as an address carries it; the first for what is no number."""
    return int(text) if text.isascii() and text.isdecimal() else 0
