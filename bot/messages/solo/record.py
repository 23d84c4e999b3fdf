"""The record of a finished solitaire, as a file."""

from __future__ import annotations

from dataclasses import replace

from bot.messages.parts.components import Button, ClickAddress, Kind
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.tables.errors import TableError
from bot.tables.solo.state import Solo
from games.verifying import stated_of


def solo_record_message(solo: Solo, reader: Reader) -> Message:
    """Return the record with its seed and verification button."""
    w, stored = reader.words, solo.stored
    lines = [w("record.here", match=solo.id), w("record.seed", seed=f"`{stored.server_seed or stored.seed}`")]
    if stored.next_fingerprint is not None:
        lines.append(f"-# 🔒 {w('shuffle.next.solo', hash=f'`{stored.next_fingerprint}`')}")
    check = Button(ClickAddress(Kind.SOLO_CHECK, solo.id), w("record.button.check"))
    file = (f"boneyard-{solo.id}.txt", solo_record_text(solo, reader).encode())
    return Message("\n".join(lines), files=(file,), rows=((check,),))


def solo_record_text(solo: Solo, reader: Reader) -> str:
    """Return the record: counted moves and seed origin.

    :raises TableError: if the solitaire cannot be read.
    """
    if solo.match is None:
        raise TableError("table.broken")
    w, origin = reader.words, solo.origin
    record = replace(solo.match.record(), origin=origin, match_id=solo.id)
    remarks = [w(f"game.{solo.stored.game}.name"), *([solo.stored.day] if solo.stored.day else [])]
    return record.text(remarks, stated_of(solo.match, origin, solo.stored.next_fingerprint or ""))
