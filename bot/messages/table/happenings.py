"""What happened at a table, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from bot.locales import Words
from bot.messages.games import Presenter
from bot.messages.parts.names import Names
from bot.messages.parts.text import bold
from bot.tables.state import Note
from games import Event, Match

from .sign_emojis import EMOJIS

__all__ = ["event_lines", "term_lines"]


def event_lines(presenter: Presenter[Any, Any], happened: Iterable[Event | Note]) -> list[str]:
    """The happenings in words, a line for each or for several that the game puts together."""
    lines: list[str] = []
    for is_event, group in groupby(happened, key=lambda one: isinstance(one, Event)):
        if is_event:
            lines += presenter.told([one for one in group if isinstance(one, Event)])
        else:
            lines += [_note_line(presenter.names, presenter.w, one) for one in group if isinstance(one, Note)]
    return lines


def term_lines(presenter: Presenter[Any, Any], shown: Sequence[Event | Note], match: Match | None) -> list[str]:
    """The special words that the match used for the first time in what is shown, each in a line."""
    if match is None:
        return []
    here = Counter(presenter.term(one) for one in shown if isinstance(one, Event))
    terms = [term for term in here if term]
    if not terms:
        return []
    ever = Counter(presenter.term(event) for event in match.lately(None))
    return [f"-# {presenter.w(f'word.{term}')}" for term in terms if ever[term] == here[term]]


def _note_line(names: Names, w: Words, note: Note) -> str:
    """What happened at the table but not in the game; people stand in it by their names or by their seats."""
    values: dict[str, str] = {}
    for name, value in note.values.items():
        if name == "seat":
            values["name"] = names.spoken[int(value)]
        elif name == "seats":
            values["names"] = w.list([names.spoken[int(seat)] for seat in value.split()])
        else:
            values[name] = EMOJIS[value] if name == "sign" else bold(value)
    return w(note.key, **values)
