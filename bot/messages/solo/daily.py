"""Daily deals: the day's page, results and share text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple, Self, cast

import discord

import games
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Select, SelectOption, Style
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.names import display_name
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, timestamp, truncate
from bot.messages.sharing import SharedResult, ShareSquare, shortened_course
from bot.tables.errors import TableError
from bot.tables.solo.results import DayTable
from bot.tables.solo.solving import MonthSeeds
from bot.tables.solo.state import Solo, end_of, is_help
from games.core.match import FINISH
from games.core.solitaire import SolitaireView
from games.solitaires.solver import STARS
from storage.solo import SoloEntry, SoloStatus, StoredDeal, StoredSolo

from .board import solo_presenter
from .solved import Comparison, duration, solved_drawing

_LINES: Final = 10
"""The most lines in a part of a table, besides the reader's."""
_LONGEST_NAME: Final = 32
"""The most characters of a name in a part of a table, so that its lines fit."""
_HALF_A_DAY: Final = 12 * 60 * 60
"""Seconds from noon UTC, when nearly all players have the same date, to the end of the day."""
_MEDALS: Final = ("🥇", "🥈", "🥉")


class PastDeal(NamedTuple):
    """An address's daily deal; its solution is visible the next day."""

    game: str
    day: date

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an address's start; a solution's buttons append to it.

        :raises TableError: if it names no solitaire or no day.
        """
        game, day = (*text.split("/"), "")[:2]
        if game not in games.SOLITAIRES or not _DAY.fullmatch(day):
            raise TableError("error.button_unknown")
        try:
            return cls(game, date.fromisoformat(day))
        except ValueError:
            raise TableError("error.button_unknown") from None

    def __str__(self) -> str:
        return f"{self.game}/{self.day.isoformat()}"


_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class DailyPage:
    """The page of a day for one person.

    :ivar tries: their own attempts, the earliest first.
    :ivar table: the results in the server; None in direct messages.
    :ivar streak: the number of consecutive days that they have solved.
    """

    deal: StoredDeal
    tries: tuple[StoredSolo, ...]
    table: DayTable | None
    streak: int

    @property
    def date(self) -> date:
        return date.fromisoformat(self.deal.day)


def daily_message(day: DailyPage, reader: Reader, user_id: int) -> Message:
    """Return the page of a day for one solitaire."""
    w, deal = reader.words, day.deal
    name = w(f"game.{deal.game}.name")
    embed = discord.Embed(colour=COLOUR, title=w("daily.title", game=name))
    turn = end_of(day.date)
    lines = [
        f"{timestamp(turn - _HALF_A_DAY, 'D')} · {_stars(deal.stars)}",
        f"-# {w('daily.stars')}",
        _own_result(day, w),
        w.count("daily.streak", day.streak) if day.streak else "",
        f"-# {w('daily.next', time=timestamp(turn, 't'), when=timestamp(turn, 'R'))}",
    ]
    embed.description = "\n".join(line for line in lines if line)
    if day.table is not None:
        _add_results(embed, day.table, w, user_id)
    return Message(embed=embed, rows=(_games(deal.game, reader), _buttons(day, reader)))


def shared_solo(
    solo: Solo, log: Sequence[SoloEntry], deal: StoredDeal | None, compared: Comparison, reader: Reader
) -> SharedResult:
    """Return the result of a solitaire that is over, without spoilers.

    :param log: its log; the squares show where help was taken, and no move.
    :param deal: the deal of the day; None for another deal. If it counts, no one else has it, so its picture is shared.
    """
    w, stored = reader.words, solo.stored
    name, solved = w(f"game.{stored.game}.name"), stored.status is SoloStatus.SOLVED
    first = ["Boneyard", name, *([deal.day, _stars(deal.stars)] if deal else [])]
    result = [_result(stored, w), *([f"🔥 {compared.streak}"] if compared.streak else [])]
    drawing = None
    if deal is None and solved and stored.counted and solo.match is not None:
        presenter = solo_presenter(solo.kind, reader, stored.name)
        drawing = solved_drawing(solo, cast("SolitaireView", solo.match.view(0)), compared, presenter)
    return SharedResult(
        (" · ".join(first), " · ".join(result), shortened_course(_squares(log, solved=solved))),
        leads_to=w("share.play", command=reader.command("daily" if deal else "play")),
        drawing=drawing,
        legend=w("share.legend.solo"),
    )


def _squares(log: Sequence[SoloEntry], *, solved: bool) -> list[ShareSquare]:
    """Return a square for each entry, and one for a deal that is not solved."""
    squares = [ShareSquare.HELPED if is_help(entry.move) else ShareSquare.GOOD for entry in log if entry.move != FINISH]
    return squares if solved else [*squares, ShareSquare.BAD]


def seeds_message(months: MonthSeeds, w: Words) -> Message:
    """Return the coming days' fingerprints and last month's seed."""
    lines = [w("daily.seeds", command="`python -m bot daily SEED GAME DATE`", page="`docs/verify.html`")]
    for month, fingerprint in months.fingerprints.items():
        lines.append(w("daily.fingerprint", month=month, hash=f"`{fingerprint}`"))
    if months.revealed is not None:
        lines.append(w("daily.revealed", month=months.last, seed=f"`{months.revealed}`"))
    return Message("\n".join(lines))


def puzzle_of_day_button(w: Words) -> Button:
    """Return the button that opens the puzzle of the day."""
    return Button(ClickAddress(Kind.PUZZLE_DAY), w("puzzle.of_day"), emoji="🧩")


def _stars(number: int) -> str:
    return "★" * number + "☆" * (STARS - number)


def _result(solo: StoredSolo, w: Words) -> str:
    """Return a result in a few words."""
    moves = w.count("solo.moves", solo.moves)
    if solo.status is not SoloStatus.SOLVED:
        return f"❌ {moves}"
    helped = f" · 💡 {w('solo.helped')}" if solo.helped else ""
    return f"✅ {moves} · {duration(solo.seconds)}{helped}"


def _own_result(day: DailyPage, w: Words) -> str:
    if not day.tries:
        return w("daily.not_tried")
    first = day.tries[0]
    if first.status is SoloStatus.PLAYING:
        return w("daily.half_played", moves=w.count("solo.moves", first.moves))
    return w("daily.yours", result=_result(first, w))


# --- The table --------------------------------------------------------------------------------------------------------


def _add_results(embed: discord.Embed, table: DayTable, w: Words, user_id: int) -> None:
    empty = not (table.alone or table.helped or table.unsolved)
    alone = w("daily.nobody") if empty else "\n".join(_places(table.alone, w, user_id)) or w("daily.nobody_alone")
    embed.add_field(name=w("daily.table"), value=alone, inline=False)
    if table.helped:
        text = "\n".join(_places(table.helped, w, user_id))
        embed.add_field(name=w("daily.table_helped"), value=text, inline=False)
    if table.unsolved:
        text = w.count("daily.unsolved", len(table.unsolved))
        embed.add_field(name=w("daily.table_unsolved"), value=text, inline=False)


def _places(results: Sequence[StoredSolo], w: Words, user_id: int) -> Iterator[str]:
    """Yield the first places, the reader's, and the others' count."""
    shown = 0
    for place, solo in enumerate(results, 1):
        if place > _LINES and solo.user_id != user_id:
            continue
        shown += 1
        medal = "" if solo.helped or place > len(_MEDALS) else f"{_MEDALS[place - 1]} "
        name, moves = bold(truncate(display_name(solo.name, w), _LONGEST_NAME)), w.count("solo.moves", solo.moves)
        yield f"{medal}{place}. {name} · {moves} · {duration(solo.seconds)}"
    if len(results) > shown:
        yield w.count("daily.others", len(results) - shown)


# --- Buttons ----------------------------------------------------------------------------------------------------------


def _games(chosen: str, reader: Reader) -> Row:
    w = reader.words
    options = tuple(SelectOption(w(f"game.{key}.name"), key, default=key == chosen) for key in games.SOLITAIRES)
    return (Select(ClickAddress(Kind.DAILY_PAGE), options, w("daily.choose")),)


def _buttons(day: DailyPage, reader: Reader) -> Row:
    w, deal = reader.words, day.deal
    running = [one for one in day.tries if one.open]
    if not day.tries:
        label, style = w("welcome.button.play"), Style.GO
    elif running:
        label, style = w("solo.button.go_on"), Style.GO
    else:
        label, style = w("daily.button.again"), Style.MAIN
    yesterday = PastDeal(deal.game, day.date - timedelta(days=1))
    first = day.tries[0] if day.tries else None
    return (
        Button(ClickAddress(Kind.DAILY_PLAY, rest=deal.game), label, style),
        *(
            (Button(ClickAddress(Kind.DAILY_SHARE, first.id), w("solo.button.share"), emoji="📣"),)
            if first is not None and first.counted and not first.open
            else ()
        ),
        Button(ClickAddress(Kind.SOLUTION, rest=str(yesterday)), w("daily.button.yesterday"), emoji="🧭"),
        Button(ClickAddress(Kind.DAILY_SEEDS), w("shuffle.title"), emoji="🔒"),
        puzzle_of_day_button(w),
    )
