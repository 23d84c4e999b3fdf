"""Many tables that are alike, stored at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import RowMapping, insert, select

from bot.tables.chips import settle, settlement
from bot.tables.state import Settlement, Table
from storage import matches, schema
from storage import signs as stored_signs
from storage.database import Transaction
from storage.matches import LogEntry, StoredMatch
from tests.bot.tables.tabletop import CHANNEL, GUILD, NOON


async def store_copies(tx: Transaction, table: Table, names: Sequence[str]) -> list[Table]:
    """Store copies of a table, each with its own server.

    Each has an id and a channel of its own, too. One is stored step by step; the others' rows differ only in what names
    them.
    """
    taken = len((await tx.execute(select(schema.matches.c.id))).all())
    first, *others = [
        table.with_stored(id=name, guild_id=GUILD + number, channel_id=CHANNEL + number)
        for number, name in enumerate(names, taken)
    ]
    first = await _store(tx, first)
    for rows in (schema.matches, schema.seats, schema.match_log, schema.kent_pacts, schema.chip_payments):
        found = await tx.execute(
            select(rows).where(rows.c.guild_id == first.stored.guild_id).order_by(*rows.primary_key)
        )
        originals = found.mappings().all()
        copies = [_renamed(row, copy.stored) for copy in others for row in originals]
        if copies:
            await tx.execute(insert(rows), copies)
    version, booked = first.stored.version, first.booked
    return [first, *(replace(copy.with_stored(version=version), booked=booked) for copy in others)]


def _renamed(row: RowMapping, match: StoredMatch) -> dict[str, Any]:
    """Return a row as another match has it."""
    own = {**row, "guild_id": match.guild_id}
    if "channel_id" in own:
        return own | {"id": match.id, "channel_id": match.channel_id}
    own.pop("id", None)  # the database counts them
    return own | {"match_id": row["match_id"] and match.id}


async def _store(tx: Transaction, table: Table) -> Table:
    """Store a table as it is, with all payments."""
    await matches.add(tx, replace(table.stored, revision=0), table.seats)
    made = table.match.record().log if table.match is not None else ()
    log = [LogEntry(number, seat, move, table.seats[seat].user_id, NOON) for number, (seat, move) in enumerate(made, 1)]
    if log:
        await matches.update(tx, table.id, table.stored.version, log)
        table = table.with_stored(version=table.stored.version + 1)
    if table.pacts:
        await stored_signs.save_pacts(tx, table.id, table.pacts)
    if table.match is None or not table.game.info.chips:
        return table
    due = settlement(table, table.match.events, NOON) or Settlement(NOON)
    return await settle(tx, table, replace(due, sitting_down=table.persons))
