"""Hints in words, as lines of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.coach.reasons import move_names, reason_lines
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.components import Button, ClickAddress, Kind, MessageFormat, Style
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import signed
from bot.messages.table.ending import stake_text
from bot.messages.table.hand import REFRESH
from bot.tables.state import Table
from games import Move, View
from games.computers.judging import CHIP, POINT, Judgement

CONSENT: Final = "yes"
"""The rest of an address that agrees to a match that counts nowhere."""

_REASONS: Final = 2
"""The most reasons below a hint."""

_DOUBT: Final = 2
"""The standard errors within which two moves are equally good."""


def consent_question(table: Table, user_id: int, reader: Reader) -> Message:
    """Return the question before the first hint of a match for chips."""
    w = reader.words
    stake = stake_text(table, table.seat_of(user_id), user_id, reader)
    text = f"{w('hint.consent', command=reader.command('stats'))}{stake}"
    yes = Button(
        ClickAddress(Kind.HINT, table.id, table.revision, CONSENT), w("hint.button.consent"), Style.MAIN, emoji="💡"
    )
    back = Button(ClickAddress(Kind.HAND, table.id, table.revision, REFRESH), w("hand.button.back"))
    return Message(text, rows=((yes, back),), format=MessageFormat.LAYOUT)


def hint_text(table: Table, view: View, judgement: Judgement | None, reader: Reader, *, newly: bool) -> str:
    """Return the two best moves and the reasons, from the view of the seat.

    :param judgement: the judgement of the second-best move; None if there are no two moves to compare.
    :param newly: whether the match counts nowhere from this hint on.
    """
    presenter = presenter_at(table, reader)
    lines = [presenter.w("hint.no_choice")] if judgement is None else list(_comparison(judgement, view, presenter))
    return "\n".join([f"💡 {lines[0]}", *lines[1:], *_mark(reader, newly=newly)])


def _mark(reader: Reader, *, newly: bool) -> list[str]:
    return [f"-# {reader.words('hint.counts_nowhere')}"] if newly else []


def _comparison(judgement: Judgement, view: View, presenter: Presenter[Any, Any]) -> Iterator[str]:
    w = presenter.w
    best, other = move_names([Move.parse(text) for text in (judgement.best, judgement.played)], presenter, view)
    unit = CHIP if judgement.chips else POINT
    most, less = (round(units / unit) for units in (judgement.before, judgement.after))
    values = {"best": best, "other": other, "most": most, "less": less}
    if judgement.chips:
        values |= {"most": signed(f"{most:+d}"), "less": signed(f"{less:+d}")}
    is_equal = judgement.before - judgement.after <= _DOUBT * judgement.error
    yield w(f"hint.{'equal' if is_equal else 'better'}.{'chips' if judgement.chips else 'matches'}", **values)
    if not is_equal:
        yield from _reasons(judgement, view, presenter)[:_REASONS]


def _reasons(judgement: Judgement, view: View, presenter: Presenter[Any, Any]) -> list[str]:
    return [f"-# {line}" for line in reason_lines(judgement.reasons, presenter, view)]


COMPLETES: Final = {"hint.{}.{}": [(how, unit) for how in ("better", "equal") for unit in ("chips", "matches")]}
