"""A match's shuffle in small lines: fingerprint, cuts and seeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.locales import Words
from bot.messages.parts.components import ClickAddress, Form, Kind, TextField
from bot.messages.parts.text import escape
from bot.tables.state import Table
from games.core.shuffle import LONGEST_WORD, NO_CUT, split_cut

CUT_FIELD = "word"

_DIGITS: Final = 8
"""The digits of a fingerprint in the lobby; its menu has all."""


def fingerprint_lines(table: Table, w: Words, *, whole: bool = False) -> Iterator[str]:
    """Yield the fingerprint of a shuffle of version 2.

    :param whole: whether all digits are shown, and not only the first.
    """
    if table.origin is not None:
        digits = table.origin.fingerprint
        shown = f"`{digits}`" if whole else f"`{digits[:_DIGITS]}…`"
        yield f"-# 🔒 {w('shuffle.fingerprint', hash=shown)}"


def word_of(table: Table, user_id: int | None) -> str:
    """Return the word of a player's cut, if any."""
    text = next((cut.text for cut in table.stored.cuts if cut.user_id == user_id is not None), NO_CUT)
    word = split_cut(text)[1]
    return f"✂️ {escape(word)}" if word else ""


def cut_lines(table: Table, names: tuple[str, ...]) -> Iterator[str]:
    """Yield each player's cut, if any.

    :param names: the names of the people seated now; one who took over a seat has not cut.
    """
    for cut, seat, now in zip(table.cuts, table.seats, names, strict=False):
        number, word = split_cut(cut.text)
        name = now if cut.user_id == seat.user_id else "…"
        if number != NO_CUT:
            yield f"-# ✂️ {name} `{number}`{f' {escape(word)}' if word else ''}"


def revealed_lines(table: Table, names: tuple[str, ...], w: Words) -> Iterator[str]:
    """Yield the seed of an unfinished match, against secret redeals.

    A seed that other tables share stays secret.
    """
    if table.stored.shared is not None:
        yield f"-# {w('shuffle.shared')}"
        return
    seed = table.stored.server_seed or table.stored.seed
    if seed is not None:
        yield f"-# {w('shuffle.revealed', seed=f'`{seed}`')}"
    if table.stored.started_at is not None:
        yield from cut_lines(table, names)
    yield from next_lines(table, w)


def next_lines(table: Table, w: Words) -> Iterator[str]:
    """Yield the fingerprint of the next match in the channel."""
    if table.stored.next_fingerprint is not None:
        yield f"-# 🔒 {w('shuffle.next', hash=f'`{table.stored.next_fingerprint}`')}"


def cut_form(match_id: str, w: Words) -> Form:
    """Return the form that asks for a word."""
    word = TextField(CUT_FIELD, w("shuffle.word"), LONGEST_WORD)
    return Form(ClickAddress(Kind.TAKE_CUT, match_id), w("shuffle.cut"), (word,))
