"""The tables of a tournament's pairings: which match belongs to which pairing."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, RowMapping, bindparam, exists, select, update

from storage.database import Transaction
from storage.league import tournaments
from storage.league.tournament_values import (
    PairingLobby,
    PairingState,
    TablePairing,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from storage.matches import Status
from storage.schema import LIVE, league_results, matches, pairing_matches, seats, tournament_pairings
from storage.schema import tournaments as headers

_T, _P, _M = headers.c, tournament_pairings.c, pairing_matches.c


async def of_tables_in_play(tx: Transaction, tournament_id: int) -> tuple[TablePairing, ...]:
    """Return a tournament's pairings whose match is running, also those that no longer count."""
    is_running = exists().where(matches.c.id == _P.match_id, LIVE, matches.c.status != Status.LOBBY.value)
    return await _table_pairings(tx, (_P.tournament_id == tournament_id) & is_running)


async def have_ended(tx: Transaction, pairing_ids: Collection[int], since: float) -> bool:
    """Return True if a match of these pairings' tables was played to its end after a time."""
    over = (matches.c.status == Status.OVER.value) & (matches.c.ended_at >= since)
    linked = select(_P.id).join(matches, _P.match_id == matches.c.id).where(_P.id.in_(pairing_ids), over)
    return (await tx.execute(linked.limit(1))).first() is not None


async def in_play(tx: Transaction, tournament: Tournament) -> dict[int, str]:
    """Return the running matches of open pairings, by the pairing's id."""
    linked = select(_P.id, _P.match_id).join(matches, matches.c.id == _P.match_id)
    running = (_P.state == PairingState.OPEN.value) & LIVE & (matches.c.status != Status.LOBBY.value)
    return {
        int(row.id): row.match_id for row in await tx.execute(linked.where(_P.tournament_id == tournament.id, running))
    }


async def waiting_at_tables(tx: Transaction, tournament: Tournament) -> dict[int, PairingLobby]:
    """Return each open pairing's lobby, by pairing id."""
    about = (matches.c.cuts, matches.c.pairing_consent, matches.c.deadline)
    linked = select(_P.id, seats.c.user_id, *about).join(matches, matches.c.id == _P.match_id)
    joined = linked.join(seats, (seats.c.match_id == matches.c.id) & seats.c.user_id.is_not(None))
    in_lobby = (_P.state == PairingState.OPEN.value) & LIVE & (matches.c.status == Status.LOBBY.value)
    found: dict[int, PairingLobby] = {}
    wanted = joined.where(_P.tournament_id == tournament.id, in_lobby).order_by(_P.id, seats.c.seat)
    for row in await tx.execute(wanted):
        before = found[row.id].users if row.id in found else ()
        joined_at = {user_id: number for number, (user_id, _) in enumerate(row.cuts)}  # a click to sit down is a cut
        users = sorted((*before, row.user_id), key=lambda one: joined_at.get(one, len(joined_at)))
        found[row.id] = PairingLobby(tuple(users), tuple(row.pairing_consent[1:]), row.deadline or 0.0)
    return found


async def find_open_pairing(
    tx: Transaction, guild_id: int, game: str, people: str, began: float
) -> tuple[int, int] | None:
    """Return the (tournament, pairing) ids of these people's oldest open pairing.

    Pairings of duplicate tournaments are left out: only their own tables have the deals.

    :param people: all players, see `tournaments.key_of`.
    :param began: the start of the match; it never counts for a later pairing.
    """
    mine = (_P.guild_id == guild_id) & (_P.game == game) & (_P.people == people) & (_P.opened_at <= began)
    usual = select(_T.id).where(_T.guild_id == guild_id, _T.kind != TournamentKind.DUPLICATE.value)
    return await _open_pairing(tx, mine & _P.tournament_id.in_(usual))


async def find_pairing_of_match(tx: Transaction, match_id: str, people: str | None = None) -> tuple[int, int] | None:
    """Return the (tournament, pairing) ids of a match's pairing that is open, or waits to be paired again.

    :param people: all players, see `key_of`; None for any.
    """
    condition = _P.match_id == match_id
    waits = _waits() & (_P.state == PairingState.MISSED.value) & (_T.stage == TournamentStage.RUNNING.value)
    return await _open_pairing(tx, condition if people is None else condition & (_P.people == people), waits)


def _waits() -> ColumnElement[bool]:
    """Return the condition that a pairing was taken back, but may be paired again."""
    return (_P.round > _T.round) & (_P.state != PairingState.GONE.value) & tournaments.is_live()


async def _open_pairing(
    tx: Transaction, condition: ColumnElement[bool], also: ColumnElement[bool] | None = None
) -> tuple[int, int] | None:
    of_tournament = select(_P.tournament_id, _P.id).join(headers, _T.id == _P.tournament_id)
    is_open = _P.state == PairingState.OPEN.value
    wanted = of_tournament.where(condition, is_open if also is None else is_open | also)
    found = (await tx.execute(wanted.order_by(_P.opened_at, _P.id).limit(1))).one_or_none()
    return None if found is None else (int(found.tournament_id), int(found.id))


async def save_table(tx: Transaction, pairing_id: int, match_id: str) -> bool:
    """Link an open pairing to a table, and to no other.

    Returns False if the pairing is settled or has another live table.
    """
    here = (_P.id == pairing_id) & (_P.state == PairingState.OPEN.value) & _has_no_live_table()
    linked = await tx.execute(update(tournament_pairings).where(here).values(match_id=match_id))
    others = (_P.match_id == match_id) & (_P.id != pairing_id)
    if linked.rowcount:
        await tx.execute(update(tournament_pairings).where(others).values(match_id=None))
    return linked.rowcount > 0


def _has_no_live_table() -> ColumnElement[bool]:
    return ~exists().where(matches.c.id == _P.match_id, LIVE)


async def of_counted(tx: Transaction, result_id: int) -> tuple[tuple[int, int], ...]:
    """Return (tournament, pairing) ids of a result, void or not."""
    wanted = select(_P.tournament_id, _P.id).where(tournaments.counts(result_id)).order_by(_P.id)
    return tuple((int(row.tournament_id), int(row.id)) for row in await tx.execute(wanted))


async def table_of(tx: Transaction, pairing_id: int) -> str | None:
    """Return the last match to which a pairing was linked."""
    return (await tx.execute(select(_P.match_id).where(_P.id == pairing_id))).scalar_one_or_none()


async def sides_of_table(tx: Transaction, match_id: str) -> tuple[tuple[int, ...], ...]:
    """Return the sides of a table's open pairing, if any."""
    found = await pairing_of_table(tx, match_id)
    return () if found is None or not found.is_open else found.sides


async def pairing_of_table(tx: Transaction, match_id: str) -> TablePairing | None:
    """Return a table's pairing, even if settled."""
    rows = (await tx.execute(_READ_OF_TABLE, {"match": match_id})).mappings().all()
    return _table_pairing(rows[0]) if rows else None


async def has_settled(tx: Transaction, pairing_id: int, match_id: str) -> bool:
    """Return True if a match's result counts for a pairing, alone or with others."""
    of_match = select(league_results.c.id).where(league_results.c.match_id == match_id)
    settled = _P.state.in_([PairingState.PLAYED.value, PairingState.BYE.value])
    alone = settled & _P.result_id.in_(of_match)
    counts = (_P.id == pairing_id) & (alone | _P.id.in_(select(_M.pairing_id).where(_M.result_id.in_(of_match))))
    return (await tx.execute(select(_P.id).where(counts))).scalar_one_or_none() is not None


async def free_pairings(tx: Transaction, guild_id: int, game: str, people: str) -> tuple[TablePairing, ...]:
    """Return these users' open pairings without a table, oldest first; none of duplicate tournaments.

    :param people: see `key_of`.
    """
    mine = (_P.guild_id == guild_id) & (_P.game == game) & (_P.people == people)
    mine &= _T.kind != TournamentKind.DUPLICATE.value
    return await _table_pairings(tx, mine & (_P.state == PairingState.OPEN.value) & _has_no_live_table())


async def _table_pairings(tx: Transaction, condition: ColumnElement[bool]) -> tuple[TablePairing, ...]:
    return tuple(map(_table_pairing, (await tx.execute(_READ_AT_TABLES.where(condition))).mappings()))


_READ_AT_TABLES = (
    select(
        *(_P[name] for name in ("id", "round", "state", "people", "match_id", "tournament_id")),
        *(_T.title, _T.options, _T.clock, _waits().label("waits")),
    )
    .join(headers, _T.id == _P.tournament_id)
    .order_by(_P.opened_at, _P.id)
)


_READ_OF_TABLE = _READ_AT_TABLES.where(_P.match_id == bindparam("match"))


def _table_pairing(row: RowMapping) -> TablePairing:
    return TablePairing(**{**row, "state": PairingState(row["state"]), "options": row["options"] or {}})


async def of_table(tx: Transaction, guild_id: int, match_id: str) -> Tournament | None:
    """Return the tournament of a table's open pairing."""
    wanted = select(_P.tournament_id).where(_P.match_id == match_id, _P.state == PairingState.OPEN.value)
    found = (await tx.execute(wanted)).scalar_one_or_none()
    return None if found is None else await tournaments.load(tx, guild_id, int(found))
