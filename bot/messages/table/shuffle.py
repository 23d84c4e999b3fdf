"""Where the shuffle of a match comes from, in a few small lines: its fingerprint, who has cut, and the seeds."""

from __future__ import annotations

from collections.abc import Iterator

from bot.locales import Words
from bot.messages.parts.components import ClickAddress, Form, Kind, TextField
from bot.messages.parts.text import escape
from bot.tables.state import Table
from games.core.shuffle import LONGEST_WORD, NO_CUT, split_cut

CUT_FIELD = "word"


def fingerprint_lines(table: Table, w: Words) -> Iterator[str]:
    """The fingerprint of a shuffle of version 2."""
    if table.origin is not None:
        yield f"-# 🔒 {w('shuffle.fingerprint', hash=f'`{table.origin.fingerprint}`')}"


def word_of(table: Table, user_id: int | None) -> str:
    """The word by which somebody has cut, with its sign, as it stands beside their name; "" if they gave none."""
    text = next((cut.text for cut in table.stored.cuts if cut.user_id == user_id is not None), NO_CUT)
    word = split_cut(text)[1]
    return f"✂️ {escape(word)}" if word else ""


def cut_lines(table: Table, names: tuple[str, ...]) -> Iterator[str]:
    """What each player has added to the shuffle of a match that has begun; nothing for those who have not cut.

    :param names: of those who sit in the seats now, as they are shown. Who took over a seat later has not cut.
    """
    for cut, seat, now in zip(table.cuts, table.seats, names, strict=False):
        number, word = split_cut(cut.text)
        name = now if cut.user_id == seat.user_id else "…"
        if number != NO_CUT:
            yield f"-# ✂️ {name} `{number}`{f' {escape(word)}' if word else ''}"


def revealed_lines(table: Table, names: tuple[str, ...], w: Words) -> Iterator[str]:
    """The seed of a lobby that was closed or a match that was abandoned, so that nobody can deal again unseen."""
    seed = table.stored.server_seed or table.stored.seed
    if seed is not None:
        yield f"-# {w('shuffle.revealed', seed=f'`{seed}`')}"
    if table.stored.started_at is not None:
        yield from cut_lines(table, names)
    yield from next_lines(table, w)


def next_lines(table: Table, w: Words) -> Iterator[str]:
    """The fingerprint of the next match in the channel."""
    if table.stored.next_fingerprint is not None:
        yield f"-# 🔒 {w('shuffle.next', hash=f'`{table.stored.next_fingerprint}`')}"


def cut_form(match_id: str, w: Words) -> Form:
    """The form that asks for a word."""
    word = TextField(CUT_FIELD, w("shuffle.word"), LONGEST_WORD)
    return Form(ClickAddress(Kind.TAKE_CUT, match_id), w("shuffle.cut"), (word,))
