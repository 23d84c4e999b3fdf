"""The record of a match that is over, as a file."""

from __future__ import annotations

from collections.abc import Iterator

from bot.messages.games import presenter_of
from bot.messages.parts.components import Address, Button, Kind, Style
from bot.messages.parts.message import Message
from bot.messages.parts.names import Names
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import Course
from bot.tables.state import Table
from games import Match
from games.verifying import stated_of

__all__ = ["record_message", "record_text"]


def record_message(table: Table, course: Course, reader: Reader) -> Message:
    """The record of a match that is over, with its seed.

    :param table: the table of the match.
    """
    w, text = reader.words, record_text(table, course, reader)
    here = w("record.here", match=table.id)
    seed = w("record.seed", seed=f"`{course.match.seed}`")
    buttons = (
        Button(Address(Kind.CHECK_SHUFFLE, table.id), w("record.button.check")),
        Button(Address(Kind.OPEN_REPLAY, table.id), w("record.button.replay"), Style.MAIN),
    )
    return Message(f"{here}\n{seed}", files=((f"boneyard-{table.id}.txt", text.encode()),), rows=(buttons,))


def record_text(table: Table, course: Course, reader: Reader) -> str:
    """The record with remarks that tell who played, how each deal ended and how the match did, and the fingerprint."""
    return course.match.record().text(_comments(table, course, reader), stated_of(course.match))


def _comments(table: Table, course: Course, reader: Reader) -> Iterator[str]:
    match = course.match
    w, names = reader.words, _unformatted(Names.at(table, reader.words), match, reader)
    presenter = presenter_of(table.game, reader, names)
    yield w(f"game.{match.key}.name")
    for seat, name in enumerate(names.plain):
        yield f"{seat}: {name}"
    yield w("record.fingerprint", hash=match.commitment)
    for ending in (frame.ending for frame in course.frames if frame.ending is not None):
        yield f"{w('summary.deal.title', number=ending.number)}: {' '.join(presenter.deal_end(ending).lines)}"
        yield _scores(ending.scores, names)
    if match.outcome is not None:
        yield presenter.won(match.outcome)
        yield _scores(match.outcome.scores, names)


def _unformatted(names: Names, match: Match, reader: Reader) -> Names:
    """The names as they stand in a file: nothing escaped, nothing bold."""
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(names.plain):
        sides.setdefault(match.side_of(seat), []).append(name)
    return Names(names.plain, names.plain, tuple(reader.words.list(sides[side]) for side in sorted(sides)))


def _scores(scores: tuple[int, ...], names: Names) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names.sides, scores, strict=True))
