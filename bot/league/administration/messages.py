"""Messages about manual changes: match, reason, change and progress."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Self

import discord

import games
from bot.league.administration.clicks import ModeratorClick
from bot.league.entered_results import Recorded, shapes
from bot.league.import_export import REASONS, BadLine
from bot.league.players.history import why_not_text
from bot.league.ratings.rating import sides_of
from bot.locales import Words
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import (
    MAX_FORM_FIELDS,
    Button,
    ClickAddress,
    Form,
    Kind,
    PeopleField,
    Row,
    Select,
    SelectOption,
    Style,
    TextField,
)
from bot.messages.parts.message import COLOUR, Message, attachments
from bot.messages.parts.names import person_named
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, MAX_PLACEHOLDER, escape, timestamp, truncate
from bot.messages.results import label_of, name_of, when
from bot.tables.errors import TableError
from storage.league.merging import StoredMerge
from storage.league.results import Result

_LARGEST_ID: Final = 2**63 - 1
LARGEST_REASON: Final = 200
"""The most characters of a reason."""

_QUOTED: Final = 200
"""The most quoted characters of a bad line."""

Names = Mapping[int, str]
"""Names of people by their ids."""


def result_text(result: Result, names: Names, w: Words) -> str:
    """Return a result as a sentence with game, places and time."""
    sides = sorted(sides_of(result), key=lambda side: side[0].place)
    spoken = [f"{side[0].place}. {w.list([person_named(place.user_id, names, w) for place in side])}" for side in sides]
    return f"{w(f'game.{result.game}.name')} · {' · '.join(spoken)} · {timestamp(result.at, 'f')}"


# --- Taking out and putting in ----------------------------------------------------------------------------------------


def choose_result(found: Sequence[Result], names: Names, reader: Reader) -> Message:
    """Return the choice of a match to void or restore."""
    w = reader.words
    if not found:
        return Message(w("league.amend.none"))
    options = tuple(
        SelectOption(
            truncate(label_of(one, names, w), MAX_OPTION_TEXT),
            str(one.id),
            truncate(f"{w('history.void')} · {when(one)}" if one.void else when(one), MAX_OPTION_TEXT),
        )
        for one in found
    )
    asked = w("league.amend.choose")
    more = w("league.amend.older", command=reader.command("league-admin match"))
    select = Select(ClickAddress(ModeratorClick.CHOOSE_RESULT), options, truncate(asked, MAX_PLACEHOLDER))
    return Message(f"{asked}\n-# {more}", rows=((select,),))


def result_message(result: Result, names: Names, w: Words) -> Message:
    """Return a match as it counts, with a button to void or restore it."""
    counts = why_not_text(result, w) or w("league.footer.yes")
    text = f"{w('league.amend.match', match=f'`{name_of(result)}`')}\n{result_text(result, names, w)}\n-# {counts}"
    if result.why_not:
        return Message(text)
    address = ClickAddress(ModeratorClick.ASK_REASON, rest=str(Amendment(not result.void, result.id)))
    void, restore = Button(address, w("league.amend.void"), Style.DANGER), Button(address, w("league.amend.restore"))
    return Message(text, rows=((restore if result.void else void,),))


class Amendment(NamedTuple):
    """A result to be voided or restored, stored in an address."""

    void: bool
    result_id: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the end of an address.

        :raises TableError: if it names no amendment.
        """
        action, _, number = text.partition("/")
        if action not in ("void", "restore"):
            raise TableError("error.button_unknown")
        return cls(action == "void", parse_stored_id(number))

    def __str__(self) -> str:
        return f"{'void' if self.void else 'restore'}/{self.result_id}"


def parse_stored_id(text: str) -> int:
    """Parse an id that the database can hold.

    :raises TableError: if the text is none.
    """
    return stored_id(parse_number(text, len(str(_LARGEST_ID))))


def stored_id(number: int) -> int:
    """Return an id that the database can hold.

    :raises TableError: if the number is none.
    """
    if number > _LARGEST_ID:
        raise TableError("error.button_unknown")
    return number


def reason_form(amendment: Amendment, name: str, w: Words, note: str) -> Form:
    """Return the form for the reason of a change.

    :param note: the effect on a finished tournament.
    """
    address = ClickAddress(ModeratorClick.AMEND, rest=str(amendment))
    title = w("league.amend.title_void" if amendment.void else "league.amend.title_restore", match=name)
    return Form(address, title, (TextField("reason", w("league.amend.reason"), LARGEST_REASON),), note)


def amended(result: Result, names: Names, reason: str, w: Words) -> str:
    """Return the message that a match was voided or restored."""
    done = w("league.amend.voided" if result.void else "league.amend.restored", match=f"`{name_of(result)}`")
    return f"{done}\n{result_text(result, names, w)}\n> {escape(reason)}"


# --- What was played elsewhere ----------------------------------------------------------------------------------------


def add_form(game: str, days_ago: int, w: Words) -> Form:
    """Return the form for the places in a real game."""
    sizes = shapes(game)
    sides, people = max(map(len, sizes)), max(map(sum, sizes))
    fields = tuple(
        PeopleField(
            f"place{place}",
            w("league.add.place", place=place),
            w("league.add.together") if place == 1 else "",
            most=people,
            required=place == 1,
        )
        for place in range(1, min(sides, MAX_FORM_FIELDS) + 1)
    )
    has_two_sides = any(len(one) == 2 for one in sizes)
    several = (TextField(GAMES_FIELD, w("league.add.games"), LONGEST_GAMES, required=False),)
    title = w("league.add.title", game=w(f"game.{game}.name"))
    address = ClickAddress(ModeratorClick.ADD_GAME, "", days_ago, game)
    return Form(address, title, fields + (several if has_two_sides and len(fields) < MAX_FORM_FIELDS else ()))


GAMES_FIELD: Final = "games"
LONGEST_GAMES: Final = 5
MOST_GAMES: Final = 5
"""The most games of the same people that a form adds."""

_GAMES: Final = re.compile(r"([0-9])(?:\s*[:\-–−]\s*([0-9]))?", re.ASCII)


def read_games(text: str) -> tuple[int, int]:
    """Parse how many games the first and the second place have won: "2:1", or "3" for the first alone.

    Without a text the first place has won one game.

    :raises TableError: if it cannot be read, or there are too many games.
    """
    found = _GAMES.fullmatch(text.strip() or "1")
    won = (0, 0) if found is None else (int(found[1]), int(found[2] or 0))
    if not 0 < sum(won) <= MOST_GAMES:
        raise TableError("league.add.games_unread", value=text.strip(), most=MOST_GAMES)
    return won


def shape_text(shape: Sequence[int]) -> str:
    """Return the sizes of sides, such as ``2 + 2``."""
    return " + ".join(map(str, shape))


def taken_in(added: Sequence[Result], names: Names, w: Words) -> str:
    """Return the confirmation of added external games."""
    return "\n".join(
        f"{w('league.add.done', match=f'`{name_of(one)}`')}\n{result_text(one, names, w)}" for one in added
    )


def record_message(recorded: Recorded, days_ago: int, reader: Reader) -> Message:
    """Return a recorded match, with a button to enter its players."""
    w = reader.words
    scores = w.list([str(score) for score in recorded.scores])
    text = w("league.record.read", game=w(f"game.{recorded.game}.name"), scores=scores)
    address = ClickAddress(ModeratorClick.ASK_RECORD, "", days_ago, recorded_in(recorded))
    return Message(text, rows=((Button(address, w("league.record.button"), Style.MAIN),),))


def record_form(recorded: Recorded, days_ago: int, w: Words) -> Form:
    """Return the form for the seats of a recorded match."""
    sides = len(recorded.places)
    fields = tuple(
        PeopleField(
            f"place{side + 1}",
            w("league.record.seats", seats=w.list([str(1 + side + sides * row) for row in range(recorded.size)])),
            w("league.record.came", place=recorded.places[side], score=recorded.scores[side]),
            least=recorded.size,
            most=recorded.size,
        )
        for side in range(sides)
    )
    title = w("league.add.title", game=w(f"game.{recorded.game}.name"))
    return Form(ClickAddress(ModeratorClick.TAKE_RECORD, "", days_ago, recorded_in(recorded)), title, fields)


def recorded_in(recorded: Recorded) -> str:
    """Return a recorded match as text for an address."""
    places, scores = (",".join(map(str, numbers)) for numbers in (recorded.places, recorded.scores))
    return f"{recorded.game}/{recorded.size}/{places}/{scores}/{recorded.mark}"


def parse_recorded(text: str) -> Recorded:
    """Parse a recorded match in an address.

    :raises TableError: if such a match is impossible, as in a forged address.
    """
    found = _RECORDED.fullmatch(text)
    if found is None or found[1] not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    places, scores = (tuple(map(int, found[part].split(","))) for part in (3, 4))
    if len(places) != len(scores) or len(places) > MAX_FORM_FIELDS:
        raise TableError("error.button_unknown")
    return Recorded(found[1], int(found[2]), places, scores, found[5])


_RECORDED: Final = re.compile(r"([a-z_]+)/([1-9])/(\d(?:,\d)+)/(-?\d{1,6}(?:,-?\d{1,6})+)/([0-9a-f]{12})")


def bad_line(error: BadLine, w: Words) -> str:
    """Return the number of an unreadable line and the reason."""
    values = {key: escape(truncate(value, _QUOTED)) for key, value in error.values_of_reason.items()}
    return w("league.import.bad_line", line=error.number, reason=w(f"league.import.wrong.{error.reason}", **values))


# --- Accounts and files -----------------------------------------------------------------------------------------------


class MergedAccounts(NamedTuple):
    """Two accounts to be merged, stored in an address."""

    old: int
    new: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the end of an address.

        :raises TableError: if it names no two accounts.
        """
        old, _, new = text.partition("/")
        return cls(parse_stored_id(old), parse_stored_id(new))

    def __str__(self) -> str:
        return f"{self.old}/{self.new}"


def ask_merge(old: int, new: int, count: int, reader: Reader) -> Message:
    """Return the question before merging two accounts."""
    w = reader.words
    accounts = {"old": f"<@{old}>", "new": f"<@{new}>"}
    said = [w.count("league.merge.ask", count, **accounts), w("league.merge.stays"), w("league.merge.undo")]
    embed = discord.Embed(colour=discord.Colour.red(), title=w("league.merge.title"), description="\n".join(said))
    yes = Button(
        ClickAddress(ModeratorClick.MERGE, rest=str(MergedAccounts(old, new))),
        w("league.merge.button"),
        Style.DANGER,
    )
    no = Button(ClickAddress(Kind.KEEP), w("league.merge.keep"))
    return Message(embed=embed, rows=((yes, no),))


def ask_unmerge(one: StoredMerge, reader: Reader) -> Message:
    """Return the question before undoing a merge."""
    w = reader.words
    accounts = {"old": f"<@{one.user_id}>", "new": f"<@{one.into_id}>"}
    text = w.count("league.unmerge.ask", len(one.result_ids), **accounts)
    yes = Button(ClickAddress(ModeratorClick.UNMERGE, "", one.id), w("league.unmerge.button"), Style.DANGER)
    no = Button(ClickAddress(Kind.KEEP), w("table.button.keep"))
    return Message(text, rows=((yes, no),))


def unmerge_button(one: StoredMerge, w: Words) -> Row:
    """Return the button that asks whether to undo a merge."""
    return (Button(ClickAddress(ModeratorClick.UNMERGE_ASK, "", one.id), w("league.unmerge.button"), emoji="↩️"),)


def merged(old: int, new: int, count: int, w: Words) -> str:
    """Return the message that two accounts were merged."""
    return w.count("league.merge.done", count, old=f"<@{old}>", new=f"<@{new}>")


def export_message(as_json: str, as_csv: str, results_csv: str, w: Words, *, due: bool) -> Message:
    """Return the league as files.

    :param due: whether its ratings are still to be recomputed.
    """
    texts = {"league.json": as_json, "ratings.csv": as_csv, "results.csv": results_csv}
    files = [(name, content.encode()) for name, content in texts.items()]
    text = w("league.export.done")
    return Message(f"{text}\n-# {w('league.recompute.wait')}" if due else text, files=attachments("league.zip", *files))


def working(head: str, said: str, rows: tuple[Row, ...] = ()) -> Message:
    """Return a change with the recomputation's progress below it."""
    return Message(embed=discord.Embed(colour=COLOUR, description=f"{head}\n-# {said}"), rows=rows)


COMPLETES: Final = {
    "league.import.wrong.{}": REASONS,
}
