"""Disclosure of a person's stored data, as plain values.

Others are in it only as the ids of accounts that they paid or were paid by. Seeds stay out: the seed of a running match
reveals all hidden tiles, and that of a finished match is in its record.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Select, Table, Text, cast, func, literal, or_, select

from storage.database import Transaction
from storage.privacy import personal_data
from storage.schema import (
    kent_pacts,
    league_deeds,
    matches,
    seasons,
    seats,
    solo_log,
    solos,
)

_SECRET: Final = frozenset({"seed", "server_seed"})
_OF_OTHERS: Final = frozenset(
    {"host_id", "paused_by", "ended_by", "final", "cuts", "pairing_consent", "into_id", "asks_id", "moved"}
)


async def counts(tx: Transaction, user_id: int) -> dict[str, int]:
    """Count rows that name a person, except in slow tables."""
    found: dict[str, int] = {}
    for table in personal_data.tables():
        if table not in personal_data.LONG:
            rows = _rows_of(table, user_id, (literal(1),)).order_by(None).subquery()
            found[table.name] = int((await tx.execute(select(func.count()).select_from(rows))).scalar_one())
    found["seasons_final"] = len(await _final_tables(tx, user_id))
    found["league_deeds"] = len(await _audit_entries(tx, user_id))
    return {name: number for name, number in found.items() if number}


async def of_person(tx: Transaction, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return a person's rows by table, including moves and pacts."""
    found: dict[str, list[dict[str, Any]]] = {}
    for table in personal_data.tables():
        if table is not matches:
            found[table.name] = _plain((await tx.execute(_rows_of(table, user_id, tuple(table.c)))).mappings())
    # Others have rows that name them: an account merged into theirs, and a person who asks to join their team.
    for name in ("league_merges", "tournament_people"):
        found[name] = [row for row in found[name] if row["user_id"] == user_id]
    found["seats"] = [_own_seat(row, user_id) for row in found["seats"]]
    mine = personal_data.matches_of(user_id) | (matches.c.host_id == user_id) | (matches.c.ended_by == user_id)
    played = (await tx.execute(select(matches).where(mine).order_by(matches.c.created_at, matches.c.id))).mappings()
    found["matches"] = [
        {
            "hosted": row["host_id"] == user_id,
            "ended": row["ended_by"] == user_id,
            "cut": next((text for who, text in row["cuts"] if who == user_id), None),
        }
        | one
        for row, one in ((row, _plain([row])[0]) for row in played.all())
    ]
    of_solos = select(solo_log).join(solos).where(solos.c.user_id == user_id)
    moves = await tx.execute(of_solos.order_by(solo_log.c.solo_id, solo_log.c.revision))
    found["solo_log"] = _plain(moves.mappings())
    found["kent_pacts"] = await _pacts(tx, user_id)
    found["seasons_final"] = await _final_tables(tx, user_id)
    found["league_deeds"] = await _audit_entries(tx, user_id)
    return {name: rows for name, rows in sorted(found.items()) if rows}


def _rows_of(table: Table, user_id: int, wanted: tuple[Any, ...]) -> Select[Any]:
    named = or_(*(table.c[name] == user_id for name in sorted(personal_data.IDS) if name in table.c))
    return select(*wanted).where(named).order_by(*table.primary_key)


def _own_seat(row: dict[str, Any], user_id: int) -> dict[str, Any]:
    """Return the part of a seat's row about the person, who may share the seat with another."""
    if row["user_id"] == user_id:
        return {name: value for name, value in row.items() if not name.startswith("former_")}
    return {name: row[name] for name in ("match_id", "guild_id", "seat", "former_name")}


def _plain(rows: Iterable[Mapping[Any, Any]]) -> list[dict[str, Any]]:
    return [{str(name): row[name] for name in row if name not in _SECRET | _OF_OTHERS} for row in rows]


async def _pacts(tx: Transaction, user_id: int) -> list[dict[str, Any]]:
    """Return the signs that their pairs agreed on."""
    wanted = (
        select(kent_pacts.c.match_id, kent_pacts.c.pair, kent_pacts.c.sign, kent_pacts.c.drawn, seats.c.seat)
        .join(seats, seats.c.match_id == kent_pacts.c.match_id)
        .where(seats.c.user_id == user_id)
        .order_by(kent_pacts.c.match_id, kent_pacts.c.pair)
    )
    found: dict[str, list[Any]] = {}
    for row in await tx.execute(wanted):
        found.setdefault(row.match_id, []).append(row)
    return [
        {"match_id": row.match_id, "sign": row.sign, "drawn": row.drawn}
        for rows in found.values()
        for row in rows
        if row.seat % len({one.pair for one in rows}) == row.pair
    ]


async def _final_tables(tx: Transaction, user_id: int) -> list[dict[str, Any]]:
    """Their rows in the tables of closed seasons."""
    named = cast(seasons.c.final, Text).like(f"%{user_id}%")
    wanted = select(seasons.c.guild_id, seasons.c.name, seasons.c.final).where(named).order_by(seasons.c.id)
    return [
        {"guild_id": season.guild_id, "season": season.name} | row
        for season in await tx.execute(wanted)
        for row in season.final
        if row.get("user_id") == user_id
    ]


async def _audit_entries(tx: Transaction, user_id: int) -> list[dict[str, Any]]:
    """Return audit log entries by a person or about them."""
    wanted = select(league_deeds).where(personal_data.in_audit_log(user_id)).order_by(league_deeds.c.id)
    return [
        one | {"user_id": user_id if row["user_id"] == user_id else None}
        for row, one in ((row, _plain([row])[0]) for row in (await tx.execute(wanted)).mappings().all())
    ]
