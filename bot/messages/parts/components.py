"""Components as plain values; their limits depend on `MessageFormat`."""

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


class ClickKind(StrEnum):
    """The action of a click, each with one handler. Each subject declares its own."""

    def __init_subclass__(cls) -> None:
        for kind in cls:
            if kind.value in _KINDS:
                raise RuntimeError(f"two kinds of clicks are called {kind.value!r}")
            _KINDS[kind.value] = kind


_KINDS: Final[dict[str, ClickKind]] = {}


def click_kind(name: str) -> ClickKind:
    """Return the kind of a subject by its name in addresses.

    :raises ValueError: if there is none.
    """
    if name not in _KINDS:
        raise ValueError(f"there is no kind of click {name!r}")
    return _KINDS[name]


def all_kinds() -> tuple[ClickKind, ...]:
    """Return the kinds of all subjects that are imported."""
    return tuple(_KINDS.values())


class Kind(ClickKind):
    """The kinds of clicks of the core."""

    # Before there is a table. `rest` is the game shown, and after a slash the person to play it with.
    WELCOME = "welcome"
    CHOOSE_GAME = "choosegame"
    PLAY_COMPUTER = "playcomputer"
    OPEN_TABLE = "opentable"

    # The tables of a server. `number` is the page.
    TABLES = "tables"

    # The ladder. `rest` is as above; `match` of LADDER_PLAY is the match before, where its end has the button.
    LADDER = "ladder"
    LADDER_PLAY = "ladderplay"

    # The lobby. JOIN_INVITED is on messages that lead to it; `rest` is the invited person, "" for all.
    JOIN = "join"
    JOIN_INVITED = "joininvited"
    LEAVE_LOBBY = "leave"
    ADD_COMPUTER = "computer"
    CHOOSE_LEVEL = "level"
    FILL_SEATS = "fill"
    LOBBY_MENU = "lobbymenu"
    CALL_PLAYERS = "callplayers"
    INVITE = "invite"
    CHOOSE_TEAM = "team"
    DRAW_TEAMS = "drawteams"
    CHANGE_PAIRS = "changepairs"
    TAKE_UP = "takeup"
    CHOOSE_REMOVED = "whom"
    REMOVE = "remove"
    SET_UP = "setup"
    SET_CLOCK = "clock"
    SET_OPTION = "option"
    ASK_NUMBER = "asknumber"
    TAKE_NUMBER = "takenumber"
    START = "start"
    CANCEL = "cancel"

    # The hand. Every game uses MOVE and ASK, and DRAW_ON if it allows drawing at will.
    HAND = "hand"
    MOVE = "move"
    ASK = "ask"
    DRAW_ON = "drawon"
    RETURN = "back"

    # Open tiles that can be looked at again; `rest` names them. Valid for the running deal.
    LOOK = "look"

    # Calls; `number` is the deal for which they are valid. CALL is on the board or a pad, CALL_HAND in the hand, and
    # CALL_WHOM in the question that a call has raised.
    CALL = "call"
    CALL_HAND = "handcall"
    CALL_WHOM = "accuse"

    # Secret signs between partners. SIGN is valid for a deal, as calls are.
    OPEN_PAD = "pad"
    SIGN = "sign"
    PROPOSE = "propose"
    NEW_SIGN = "newsign"
    TRY_DIRECT = "trydm"

    # The menu of a table; ASK_SEAT is on the board, and so may be RESUME. ADMIT and TURN_AWAY answer a request for a
    # seat, ACCEPT_SEAT and END_OFFER an offer of one, AGREE_END and PLAY_ON a request to the table; `number` is the
    # deal of the request or offer.
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
    TAKE_BACK = "takeback"
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

    # Solitaires. `match` is the solitaire's id; before there is one, `rest` is a game and its future player.
    SOLO_MENU = "solomenu"
    SOLO_OPEN = "soloopen"
    SOLO_NEW = "solonew"
    SOLO_ANY_DEAL = "soloany"
    SOLO_ONLY_ME = "soloonlyme"
    SOLO_STATS = "solostats"
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

    SOLO_REVIEW = "soloreview"

    # Daily deals. `rest` is the game.
    DAILY_PAGE = "dailypage"
    DAILY_PLAY = "dailyplay"
    DAILY_SHARE = "dailyshare"
    DAILY_POST = "dailypost"
    DAILY_SEEDS = "dailyseeds"

    # Permanent messages and reading. `number` of a LESSON_STEP is the step, `rest` the game, the answer and the number
    # of the lesson; `rest` of LESSON_PLAY is the game, the number of the lesson and the place of the table.
    RULES = "rules"
    RULES_PAGE = "rulespage"
    LEARN = "learn"
    LESSON_STEP = "lessonstep"
    LESSON_PLAY = "lessonplay"
    LESSONS = "lessons"
    REMATCH = "rematch"
    RECORD = "record"
    SHARE = "share"
    SHARE_POST = "sharepost"
    CHIPS = "chips"
    CHIPS_FILE = "chipsfile"
    STATEMENT_PAGE = "statement"
    STATEMENT_OF = "statementof"
    LEADERS_PAGE = "leaders"
    SETTING = "setting"
    SERVER_SETTING = "serversetting"
    SERVER_SETTINGS_PAGE = "serversettings"
    LEAGUE_SETTING = "leaguesetting"
    LEAGUE_SETTINGS_PAGE = "leaguesettings"
    ASK_ZONE = "askzone"

    # Reports of suspicious matches; `number` is the number of moves so far. TAKE_REPORT is a submitted form.
    REPORT = "report"
    TAKE_REPORT = "takereport"

    # The stored data of the person who clicks.
    PRIVACY_FILE = "privacyfile"
    PRIVACY_ASK = "privacyask"
    PRIVACY_FORGET = "privacyforget"

    # Finished matches. `number` is the requested picture; REPLAY_TO and OPEN_REPLAY take it from a select.
    OPEN_REPLAY = "openreplay"
    REPLAY = "replay"
    REPLAY_TO = "replayto"
    ANIMATION = "film"  # as in messages already sent
    POST_STEP = "poststep"
    POST_ANIMATION = "postfilm"
    CHECK_SHUFFLE = "checkshuffle"

    # All about the shuffle of a table, in any state.
    SHUFFLE = "shuffle"

    OPEN_REVIEW = "openreview"

    # Hints in matches against computers. `rest` of HINT is "" or the consent to a match that counts nowhere.
    HINT = "hint"

    PUZZLE_DAY = "puzzleday"


_WORD = re.compile(r"[a-z_]+")


@dataclass(frozen=True)
class ClickAddress:
    """The address of a click: action, match and arguments.

    :ivar number: the table's revision, or the deal for kinds valid for one deal.
    """

    kind: ClickKind
    match_id: str = ""
    number: int = 0
    rest: str = ""

    def custom_id(self, component: str) -> str:
        """Return the custom_id of a `BUTTON`, `SELECT` or `FORM`.

        :raises ValueError: if it is longer than Discord allows.
        """
        text = f"{component}:{self.kind}:{self.match_id}:{self.number}:{self.rest}"
        if len(text) > MAX_CUSTOM_ID:
            raise ValueError(f"a custom_id has at most {MAX_CUSTOM_ID} characters: {text!r}")
        return text

    @classmethod
    def parse(cls, custom_id: str) -> ClickAddress:
        """Parse the address in a custom_id.

        :raises ValueError: if it contains none.
        """
        found = re.fullmatch(f"[{BUTTON}{SELECT}{FORM}]:{PATTERN}", custom_id, re.DOTALL)
        if not found:
            raise ValueError(f"{custom_id!r} is not an address")
        rest = _WORD.sub(lambda word: current_key(word[0]), found["rest"])  # a button may name a game by a former key
        return cls(click_kind(found["kind"]), found["match"], int(found["number"]), rest)


class MessageFormat(Enum):
    """Discord's two message formats, which edits cannot change.

    :cvar EMBED: a text, an embed, and below it at most `MAX_ROWS` rows.
    :cvar LAYOUT: Components V2: only components, including headings between rows, `MAX_COMPONENTS` in all.
    """

    EMBED = "embed"
    LAYOUT = "layout"


MAX_ROWS: Final = 5
"""The most rows of components in an embed message."""
MAX_COMPONENTS: Final = 40
"""The most components of a layout: rows and their contents, texts, pictures and their containers."""
MAX_ROW_BUTTONS: Final = 5
"""The most buttons in a row; a select fills a row."""
MAX_OPTIONS: Final = 25
"""The most options of a select."""


class Style(Enum):
    """The emphasis of a button."""

    PLAIN = "plain"
    MAIN = "main"
    GO = "go"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """A button that sends its clicks to an address.

    :ivar label: None for a button with only an emoji.
    :ivar emoji: a unicode emoji, or one of the application's in Discord's notation; "" for none.
    """

    address: ClickAddress
    label: str | None
    style: Style = Style.PLAIN
    emoji: str = ""
    disabled: bool = False


@dataclass(frozen=True)
class SelectOption:
    """An option of a select; the click carries its value."""

    label: str
    value: str
    description: str = ""
    emoji: str = ""
    default: bool = False


@dataclass(frozen=True)
class Select:
    """A select of up to `MAX_OPTIONS` options for an address.

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
    """The server's entities that Discord lists in a select."""

    CHANNEL = "channel"
    ROLE = "role"
    USER = "user"


@dataclass(frozen=True)
class EntitySelect:
    """A select of channels, roles or people, sending their ids.

    :raises ValueError: if `most` exceeds Discord's limit, or more are chosen than `most`.
    """

    address: ClickAddress
    of: Entity
    chosen: tuple[int, ...]
    placeholder: str
    most: int = 1
    least: int = 0

    def __post_init__(self) -> None:
        if not len(self.chosen) <= self.most <= MAX_OPTIONS:
            raise ValueError(f"{len(self.chosen)} of {self.most} are chosen, and Discord allows {MAX_OPTIONS}")


@dataclass(frozen=True)
class Heading:
    """A text row above other rows; only in a layout.

    :ivar text: "" for a line that ends the previous heading's section.
    """

    text: str


Part = Button | Select | EntitySelect | Heading
Row = Sequence[Part]
"""A row of a message: buttons, or one select, or one heading."""


def require_fitting(rows: Sequence[Row], in_format: MessageFormat, around: int = 0) -> None:
    """Check that rows fit into one message.

    :param around: the number of components besides the rows; they count in a layout.
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
    """Return buttons in as few rows as possible."""
    return tuple(tuple(buttons[start : start + MAX_ROW_BUTTONS]) for start in range(0, len(buttons), MAX_ROW_BUTTONS))


def select_rows(address: ClickAddress, options: Sequence[SelectOption], placeholder: str) -> tuple[Row, ...]:
    """Return options in the fewest selects, with consecutive address numbers."""
    starts = range(0, len(options), MAX_OPTIONS)
    return tuple(
        (Select(replace(address, number=number), tuple(options[start : start + MAX_OPTIONS]), placeholder),)
        for number, start in enumerate(starts, address.number)
    )


MAX_FORM_FIELDS: Final = 5
"""The most fields of a form."""
MAX_FORM_TITLE: Final = 45
"""The most characters of a form's title."""
MAX_FORM_LABEL: Final = 45
"""The most characters of a field's label."""
MAX_FORM_DESCRIPTION: Final = 100
"""The most characters of a field's description."""


@dataclass(frozen=True)
class TextField:
    """A field for a text.

    :ivar key: the key of the text for the handler.
    """

    key: str
    label: str
    longest: int = 200
    required: bool = True
    filled: str = ""
    """The initial text."""


@dataclass(frozen=True)
class PeopleField:
    """A field for people of the server.

    :ivar key: the key of the people for the handler.
    """

    key: str
    label: str
    description: str = ""
    least: int = 1
    most: int = 1
    required: bool = True


@dataclass(frozen=True)
class RoleField:
    """A field for a role of the server, or none.

    :ivar key: the key of the role for the handler.
    :ivar chosen: the role that is chosen already, if any.
    """

    key: str
    label: str
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True)
class Form:
    """A form that sends its values to an address.

    :raises ValueError: if it has more fields than Discord allows; the note counts as one.
    """

    address: ClickAddress
    title: str
    fields: tuple[TextField | PeopleField | RoleField, ...]
    note: str = ""
    """The text above the fields."""

    def __post_init__(self) -> None:
        if len(self.fields) + bool(self.note) > MAX_FORM_FIELDS:
            raise ValueError(f"a form holds {MAX_FORM_FIELDS} fields, not {len(self.fields)}, and a note takes one")


def page_buttons(reader: Reader, at: Callable[[int], ClickAddress], number: int, pages: int) -> tuple[Row, ...]:
    """Return the page-turning row; none for a single page.

    :param at: returns the address of a page, counted from 0.
    """
    if pages <= 1:
        return ()
    back = Button(at(max(number - 1, 0)), reader.words("rules.button.previous"), disabled=number == 0)
    on = Button(at(min(number + 1, pages - 1)), reader.words("rules.button.next"), disabled=number == pages - 1)
    return ((back, on),)


def last_page(total: int, lines: int) -> int:
    """Return the index of the last page of `total` items."""
    return max(0, (total - 1) // lines)


def parse_page(text: str) -> int:
    """Parse a page number; anything else is page 0."""
    return int(text) if text.isascii() and text.isdecimal() else 0
