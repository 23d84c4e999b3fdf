"""The record of a match that is over, as a file."""

from __future__ import annotations

from collections.abc import Iterator

import games
from bot.messages.games import presenter_of
from bot.messages.parts.addresses import Address, Kind
from bot.messages.parts.components import Button, Style
from bot.messages.parts.message import Message
from bot.messages.parts.names import Names
from bot.messages.parts.reader import Reader
from bot.tables.errors import TableError
from bot.tables.state import Table
from games import Match
from games.core.view import DealEnd
from games.verifying import stated_of
from storage.matches import Status

__all__ = ["record_message", "record_text"]


def record_message(table: Table, reader: Reader) -> Message:
    """The record of a match with its seed.

    :raises TableError: if the match is not over: its record shows all hands.
    """
    if table.match is None or table.stored.seed is None:
        raise TableError("table.not_begun")
    if table.status is not Status.OVER:
        raise TableError("record.not_over")
    w, text = reader.words, record_text(table, table.match, reader)
    here = w("record.here", match=table.id)
    seed = w("record.seed", seed=f"`{table.stored.seed}`")
    buttons = (
        Button(Address(Kind.CHECK_SHUFFLE, table.id), w("record.button.check")),
        Button(Address(Kind.OPEN_REPLAY, table.id), w("record.button.replay"), Style.MAIN),
    )
    return Message(f"{here}\n{seed}", files=((f"boneyard-{table.id}.txt", text.encode()),), rows=(buttons,))


def record_text(table: Table, match: Match, reader: Reader) -> str:
    """The record with remarks that tell who played, how each deal ended and how the match did, and the fingerprint."""
    return match.record().text(_remarks(table, match, reader), stated_of(match))


def _remarks(table: Table, match: Match, reader: Reader) -> Iterator[str]:
    w, names = reader.words, _in_a_file(Names.at(table, reader.words), match, reader)
    presenter = presenter_of(table.game, reader, names)
    yield w(f"game.{match.key}.name")
    for seat, name in enumerate(names.plain):
        yield f"{seat}: {name}"
    yield w("record.fingerprint", hash=match.events[0].commitment)
    for ending in _endings(match):
        yield f"{w('summary.deal.title', number=ending.number)}: {' '.join(presenter.deal_end(ending).lines)}"
        yield _scores(ending.scores, names)
    if match.outcome is not None:
        yield presenter.won(match.outcome)
        yield _scores(match.outcome.scores, names)


def _in_a_file(names: Names, match: Match, reader: Reader) -> Names:
    """The names as they stand in a file: nothing escaped, nothing bold."""
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(names.plain):
        sides.setdefault(match.side_of(seat), []).append(name)
    return Names(names.plain, names.plain, tuple(reader.words.list(sides[side]) for side in sorted(sides)))


def _endings(match: Match) -> Iterator[DealEnd]:
    """How the deals of a match ended, which it is played again to tell."""
    record = match.record()
    again = games.new_match(
        match.key, seats=match.seats, options=record.options, seed=record.seed, deals=record.deals, lots=record.lots
    )
    for seat, text in record.log:
        before = again.last_deal
        again.apply(seat, text)
        if again.last_deal is not None and again.last_deal is not before:
            yield again.last_deal


def _scores(scores: tuple[int, ...], names: Names) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names.sides, scores, strict=True))
