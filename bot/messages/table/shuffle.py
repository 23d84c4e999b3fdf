"""A match's shuffle: its code in the lobby, and the page with fingerprint, cuts and seeds."""

from __future__ import annotations

from collections.abc import Iterator

from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Style
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import escape
from bot.messages.replay.checked import known_deals_text
from bot.tables.state import Table
from games.core.shuffle import NO_CUT, code_of, split_cut
from storage.matches import Status


def code_line(fingerprint: str, w: Words) -> str:
    """Return the line against which a shuffle can be held later, shown before anything of it is."""
    return f"-# 🔒 {w('shuffle.code', code=f'`{code_of(fingerprint)}`')}"


def shuffle_button(match_id: str, w: Words) -> Button:
    """Return the button that shows all about a shuffle."""
    return Button(ClickAddress(Kind.SHUFFLE, match_id), w("shuffle.title"), emoji="🔒")


def shuffle_message(table: Table, reader: Reader) -> Message:
    """Return all that is known of a shuffle: before the end the fingerprint and the cuts, then also the seed."""
    w = reader.words
    return Message("\n".join([f"🔒 **{w('shuffle.title')}**", *_facts(table, w)]), rows=_ways(table, w))


def _facts(table: Table, w: Words) -> Iterator[str]:
    if table.stored.continues is not None:
        yield known_deals_text(table.stored.continues, w)
        return
    origin, is_over = table.origin, not table.status.is_live
    fingerprint = origin.fingerprint if origin is not None else table.match.commitment if table.match else ""
    if fingerprint:
        yield w("shuffle.fingerprint", hash=f"`{fingerprint}`")
    if table.stored.started_at is not None:
        yield from cut_lines(table, PlayerNames.at(table, w).spoken)
    if is_over and table.stored.shared is not None:
        yield w("shuffle.shared")
        return
    seed = table.stored.server_seed or table.stored.seed
    if is_over and seed is not None:
        yield w("shuffle.revealed", seed=f"`{seed}`")
    elif fingerprint:
        yield f"-# {w('shuffle.later', code=f'`{code_of(fingerprint)}`')}"
    if is_over:
        yield from next_lines(table, w)


def _ways(table: Table, w: Words) -> tuple[Row, ...]:
    """Return the buttons that check an ended match."""
    if table.status.is_live or table.stored.started_at is None or table.stored.shared is not None or not table.is_known:
        return ()
    check = Button(ClickAddress(Kind.CHECK_SHUFFLE, table.id), w("record.button.check"), Style.MAIN)
    if table.status is Status.OVER:
        return ((check,),)  # the replay has the record
    return ((check, Button(ClickAddress(Kind.RECORD, table.id), w("summary.button.record"))),)


def cut_lines(table: Table, names: tuple[str, ...]) -> Iterator[str]:
    """Yield each player's cut, if any.

    :param names: the names of the people seated now; one who took over a seat has not cut.
    """
    for cut, seat, now in zip(table.cuts, table.seats, names, strict=False):
        number, word = split_cut(cut.text)
        name = now if cut.user_id == seat.user_id else "…"
        if number != NO_CUT:
            yield f"-# ✂️ {name} `{number}`{f' {escape(word)}' if word else ''}"


def next_lines(table: Table, w: Words) -> Iterator[str]:
    """Yield the fingerprint of the next match in the channel."""
    if table.stored.next_fingerprint is not None:
        yield f"-# 🔒 {w('shuffle.next', hash=f'`{table.stored.next_fingerprint}`')}"
