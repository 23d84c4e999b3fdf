"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable

from bot.locales import Words
from bot.tables.state import Note, Table
from games import Event

from .names import escaped, side_names, spoken_names
from .variants import variant_text

__all__ = ["sentence", "sentences"]

_UNTOLD = frozenset({"dealt"})
_BY_SIDE = frozenset({"scored", "round", "over"})


def sentences(table: Table, words: Words, happened: Iterable[Event | Note]) -> list[str]:
    """The happenings in words, one line each; several tiles drawn in succession by one player make one line."""
    lines: list[str] = []
    for happening in _gathered(happened):
        line = sentence(table, words, happening)
        if line:
            lines.append(line)
    return lines


def sentence(table: Table, words: Words, happening: Event | Note) -> str | None:
    """One happening in words; None for what is not worth a line."""
    if isinstance(happening, Note):
        return words(happening.key, **{name: f"**{escaped(value)}**" for name, value in happening.values.items()})
    if happening.kind in _UNTOLD:
        return None
    if happening.kind == "match":
        return words("event.match.fingerprint", hash=f"`{happening.text}`")
    names = side_names(table, words) if happening.kind in _BY_SIDE else spoken_names(table, words)
    values: dict[str, object] = {"number": happening.value, "tiles": words.list([str(t) for t in happening.tiles])}
    if happening.seat is not None:
        values["name"] = names[happening.seat]
    if happening.tiles:
        values["tile"] = f"`{happening.tiles[0]}`"
    if happening.kind == "over":
        return _over(words, [names[side] for side in happening.seats])
    if happening.kind == "paid":
        values["to"] = words.list([names[seat] for seat in happening.seats])
    if happening.kind == "variant":
        values["variant"] = variant_text(words, happening.text)
    key = _key(words, happening)
    if words.is_counted(key):
        return words.count(key, happening.value, **values)
    return words(key, **values)


def _gathered(happened: Iterable[Event | Note]) -> list[Event | Note]:
    lines: list[Event | Note] = []
    for happening in happened:
        last = lines[-1] if lines else None
        if (
            isinstance(happening, Event)
            and isinstance(last, Event)
            and happening.kind == last.kind == "drew"
            and happening.seat == last.seat
        ):
            lines[-1] = last._replace(value=last.value + happening.value, tiles=(*last.tiles, *happening.tiles))
        else:
            lines.append(happening)
    return lines


def _key(words: Words, event: Event) -> str:
    """The most exact text that there is for an event."""
    base = f"event.{event.kind}"
    if event.kind == "played":
        return f"{base}.{event.at or 'opening'}"
    if event.kind == "scored" and event.value < 0:
        return f"{base}.negative"
    if event.kind == "round" and event.seat is None:
        return f"{base}.drawn"
    exact = f"{base}.{event.text}"
    return exact if event.text and exact in words else base


def _over(words: Words, winners: list[str]) -> str:
    if not winners:
        return words("event.over.nobody")
    if len(winners) == 1:
        return words("event.over", name=winners[0])
    return words("event.over.shared", names=words.list(winners))
