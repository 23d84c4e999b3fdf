"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.locales import Words
from bot.tables.state import Note, Table
from games import Event

from .emojis import EMOJIS
from .names import escaped, side_names, spoken_names
from .variants import variant_text

__all__ = ["sentence", "sentences"]

_UNTOLD = frozenset({"dealt"})
_BY_SIDE = frozenset({"scored", "lost", "bust", "round", "over"})


def sentences(table: Table, words: Words, happened: Iterable[Event | Note]) -> list[str]:
    """The happenings in words, one line each; several tiles drawn in succession by one player make one line."""
    lines: list[str] = []
    for paid, group in groupby(_gathered(happened), key=_is_payment):
        if paid:
            lines += _paid(table, words, [event for event in group if isinstance(event, Event)])
        else:
            lines += [line for happening in group if (line := sentence(table, words, happening))]
    return lines


def _is_payment(happening: Event | Note) -> bool:
    return isinstance(happening, Event) and happening.kind == "paid"


def sentence(table: Table, words: Words, happening: Event | Note) -> str | None:
    """One happening in words; None for what is not worth a line."""
    if isinstance(happening, Note):
        if "seat" in happening.values or "seats" in happening.values:
            return _of_seats(table, words, happening)
        return words(happening.key, **{name: f"**{escaped(value)}**" for name, value in happening.values.items()})
    if happening.kind in _UNTOLD:
        return None
    if happening.kind == "match":
        return words("event.match.fingerprint", hash=f"`{happening.commitment}`")
    names = side_names(table, words) if happening.kind in _BY_SIDE else spoken_names(table, words)
    values: dict[str, object] = {"number": happening.value, "tiles": words.list([str(t) for t in happening.tiles])}
    who = happening.side if happening.kind in _BY_SIDE else happening.seat
    if who is not None:
        values["name"] = names[who]
    if happening.tiles:
        values["tile"] = f"`{happening.tiles[0]}`"
    if happening.kind == "over":
        return _over(words, [names[side] for side in happening.sides])
    if happening.kind == "passed_on":
        values["to"] = names[happening.seats[0]]
    if happening.kind == "called":
        values["names"] = words.list([names[seat] for seat in _pair(table, happening.side or 0)])
    if happening.kind == "variant" and happening.move:
        values["variant"] = variant_text(words, happening.move.value)
    key = _key(words, happening)
    if words.is_counted(key):
        return words.count(key, happening.value, **values)
    return words(key, **values)


def _of_seats(table: Table, words: Words, note: Note) -> str:
    """A note that names people by their seats, and a sign by its key."""
    names = spoken_names(table, words)
    values: dict[str, str] = {}
    if "seat" in note.values:
        values["name"] = names[int(note.values["seat"])]
    if "seats" in note.values:
        values["names"] = words.list([names[int(seat)] for seat in note.values["seats"].split()])
    if "sign" in note.values:
        values["sign"] = EMOJIS[note.values["sign"]]
    return words(note.key, **values)


def _gathered(happened: Iterable[Event | Note]) -> list[Event | Note]:
    lines: list[Event | Note] = []
    for happening in happened:
        last = lines[-1] if lines else None
        joined = _joined(last, happening) if isinstance(last, Event) and isinstance(happening, Event) else None
        if joined is None:
            lines.append(happening)
        else:
            lines[-1] = joined
    return lines


def _joined(last: Event, event: Event) -> Event | None:
    """Two events as one: several tiles drawn, or the same payment to several or by several."""
    if last.kind != event.kind:
        return None
    if event.kind == "drew" and last.seat == event.seat:
        return last._replace(value=last.value + event.value, tiles=(*last.tiles, *event.tiles))
    return None


def _paid(table: Table, words: Words, payments: Sequence[Event]) -> list[str]:
    """Payments in words: those for the same reason and of the same amount by one, or to one, in one line."""
    names = spoken_names(table, words)
    lines: list[tuple[str, int, list[int], list[int]]] = []
    for event in payments:
        payer, receiver = event.seat or 0, event.seats[0]
        for reason, amount, payers, receivers in lines:
            if (reason, amount) != (event.reason, event.value):
                continue
            if payers == [payer] and receiver not in receivers:
                receivers.append(receiver)
                break
            if receivers == [receiver] and payer not in payers:
                payers.append(payer)
                break
        else:
            lines.append((event.reason, event.value, [payer], [receiver]))
    return [
        words(
            f"event.paid.{reason}",
            name=words.list([names[seat] for seat in payers]),
            to=words.list([names[seat] for seat in receivers]),
            amount=words("event.paid.each", number=amount) if len(payers) + len(receivers) > 2 else f"{amount} $",
        )
        for reason, amount, payers, receivers in lines
    ]


def _pair(table: Table, pair: int) -> tuple[int, int]:
    return pair, pair + table.pairs


def _key(words: Words, event: Event) -> str:
    """The most exact text that there is for an event."""
    base = f"event.{event.kind}"
    if event.kind == "played":
        return f"{base}.{event.at or 'opening'}"
    if event.kind == "scored" and event.value < 0:
        return f"{base}.negative"
    if event.kind == "round" and event.side is None:
        return f"{base}.drawn"
    exact = f"{base}.{_detail(event)}"
    return exact if exact in words else base


def _detail(event: Event) -> str:
    """What, beside the kind of an event, its text may depend on."""
    if event.kind == "called" and event.move:
        return event.move.verb
    if event.kind == "claim":
        return "right" if event.right else "wrong"
    if event.right is not None:
        return "meld" if event.right else "nothing"
    return event.stage or event.reason


def _over(words: Words, winners: list[str]) -> str:
    if not winners:
        return words("event.over.nobody")
    if len(winners) == 1:
        return words("event.over", name=winners[0])
    return words("event.over.shared", names=words.list(winners))
