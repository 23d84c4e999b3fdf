"""Tournaments, their people, and the results of their pairings.

Every change needs the lock of the server's league (`leagues.hold`), like added results.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, bindparam, delete, exists, func, insert, select, update

from storage.database import Transaction
from storage.league import leagues, people, result_claims, round_deals
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKind,
    EntryState,
    Forfeit,
    Opponents,
    Pairing,
    PairingMatch,
    PairingSide,
    PairingState,
    Participant,
    ScoreComparison,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
    Withdrawal,
    WithdrawalCause,
    key_of,
    merged_announcements,
    sides_of,
)
from storage.matches import Status
from storage.schema import (
    LIVE,
    current_key,
    league_results,
    matches,
    pairing_matches,
    tournament_co_hosts,
    tournament_pairings,
    tournament_people,
    tournament_places,
    tournaments,
)
from storage.transactions import field_columns, to_row

_T, _H, _C = tournaments.c, tournament_people.c, tournament_co_hosts.c
_P, _S, _M = tournament_pairings.c, tournament_places.c, pairing_matches.c


_CONTENTS = ("co_hosts", "people", "pairings", "taken_back", "fingerprints", "around")
_HEADER = (_T.kind, *field_columns(tournaments, Tournament, without=_CONTENTS))
SHOWN = ("message_id", "event_id", "shown_revision", "announcements", "told_entry")
"""The fields that say how a tournament is shown."""

_DISPLAY = (*SHOWN, "starts_at", "revision")
"""The fields that showing a tournament changes, saved separately."""


_SETTINGS = ("title", "game", "kind", "rules", "sides", "team_size", "rounds", "round_s", "clock", "options")
"""The fields that a later tournament with the same settings shares."""

# What loading a tournament reads, built once: it is read at almost every step.
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_PERSON = field_columns(tournament_people, Participant)
_READ_HEADERS = select(*_HEADER).where(_T.id.in_(_IDS))
_READ_HEADERS_HERE = _READ_HEADERS.where(_T.guild_id == bindparam("guild"))
_READ_PEOPLE = select(_H.tournament_id, *_PERSON).where(_H.tournament_id.in_(_IDS)).order_by(_H.signed_at, _H.user_id)
_READ_CO_HOSTS = select(_C.tournament_id, _C.user_id).where(_C.tournament_id.in_(_IDS)).order_by(_C.number)
_IS_READ = _P.tournament_id.in_(_IDS) & (_P.state != PairingState.GONE.value)
_READ_PAIRINGS = (
    select(_P.tournament_id, *field_columns(tournament_pairings, Pairing, without=("sides", "matches")))
    .where(_IS_READ)
    .order_by(_P.round, _P.id)
)
_READ_SIDES = (
    select(_S.pairing_id, _S.team, _S.place, _S.score)
    .join(tournament_pairings, _P.id == _S.pairing_id)
    .where(_IS_READ)
    .order_by(_S.pairing_id, _S.side)
)
_READ_MATCHES = (
    select(_M.pairing_id, _M.result_id, _M.team, league_results.c.void)
    .join(tournament_pairings, _P.id == _M.pairing_id)
    .join(league_results, league_results.c.id == _M.result_id)
    .where(_IS_READ)
    .order_by(_M.result_id)
)


# --- Tournaments ------------------------------------------------------------------------------------------------------


async def add(tx: Transaction, tournament: Tournament) -> int:
    """Save a new tournament; return its id."""
    added = await tx.execute(insert(tournaments).values(**_row(tournament)).returning(_T.id))
    return int(added.scalar_one())


async def save(tx: Transaction, tournament: Tournament) -> None:
    """Save a tournament's changed fields and raise its revision."""
    row = {name: value for name, value in _row(tournament).items() if name not in _DISPLAY}
    await tx.execute(update(tournaments).where(_T.id == tournament.id).values(**row, revision=_T.revision + 1))


async def save_step(tx: Transaction, before: Tournament, after: Tournament) -> None:
    """Save the changes of a step. The league must be held.

    New pairings are added before others are removed, so that no id of a removed one is used again: an old button or
    option may still have it.
    """
    old = {one.id: one for one in (*before.pairings, *before.taken_back)}
    kept = {one.id: one for one in (*after.pairings, *after.taken_back) if one.id}
    people_left = {one.user_id for one in after.people}
    await add_pairings(tx, after, [one for one in after.pairings if not one.id])
    if gone := [one.user_id for one in before.people if one.user_id not in people_left]:
        await remove_participants(tx, after, gone)
    if removed := old.keys() - kept.keys():
        await remove_pairings(tx, removed)
    await save_participants(tx, after, [one for one in after.people if one not in before.people])
    await save_pairings(tx, after.guild_id, [one for one in kept.values() if one != old.get(one.id)])
    if after.co_hosts != before.co_hosts:
        await save_co_hosts(tx, after)
    await save(tx, after)
    if values := _shown(after, before):
        await tx.execute(update(tournaments).where(_T.id == after.id).values(**values))


async def load(tx: Transaction, guild_id: int | None, tournament_id: int) -> Tournament | None:
    """Return a tournament with its people and pairings.

    :param guild_id: its server; None for any.
    """
    return (await load_all(tx, guild_id, [tournament_id])).get(tournament_id)


async def load_all(tx: Transaction, guild_id: int | None, tournament_ids: Collection[int]) -> dict[int, Tournament]:
    """Return tournaments with their people and pairings, by id."""
    if not tournament_ids:
        return {}
    asked: dict[str, Any] = {"ids": list(tournament_ids)}
    if guild_id is None:
        headers = await tx.execute(_READ_HEADERS, asked)
    else:
        headers = await tx.execute(_READ_HEADERS_HERE, asked | {"guild": guild_id})
    signed: dict[int, list[Participant]] = {}
    for row in (await tx.execute(_READ_PEOPLE, asked)).mappings():
        person = {column.name: row[column] for column in _PERSON} | {"entry": EntryState(row["entry"])}
        signed.setdefault(row["tournament_id"], []).append(Participant(**person))
    co_hosts: dict[int, list[int]] = {}
    for row in (await tx.execute(_READ_CO_HOSTS, asked)).mappings():
        co_hosts.setdefault(row["tournament_id"], []).append(row["user_id"])
    pairings = await _pairings(tx, asked)
    found = {}
    for header in headers.mappings():
        paired, last = pairings.get(header["id"], ()), header["round"]
        is_duplicate = header["kind"] == TournamentKind.DUPLICATE
        shared = await round_deals.seeds(tx, header["id"]) if is_duplicate else {}
        read = _tournament(
            {
                **header,
                "co_hosts": tuple(one for one in co_hosts.get(header["id"], ()) if one != header["host_id"]),
                "fingerprints": {number: sha256(seed.encode()).hexdigest() for number, seed in shared.items()},
                "people": tuple(signed.get(header["id"], ())),
                "pairings": tuple(one for one in paired if one.round <= last),
                "taken_back": tuple(one for one in paired if one.round > last),
            }
        )
        found[read.id] = replace(read, withdrawals=await _with_void_matches(tx, read.withdrawals))
    return found


async def _with_void_matches(tx: Transaction, withdrawals: tuple[Withdrawal, ...]) -> tuple[Withdrawal, ...]:
    """Return withdrawals with the matches whose results are void by now marked."""
    result_ids = [won.result_id for one in withdrawals for part in one.settled for won in part.matches]
    if not result_ids:
        return withdrawals
    is_void = league_results.c.id.in_(result_ids) & league_results.c.void
    void = set((await tx.execute(select(league_results.c.id).where(is_void))).scalars())

    def marked(part: Forfeit) -> Forfeit:
        return part._replace(matches=tuple(replace(won, void=won.result_id in void) for won in part.matches))

    return tuple(replace(one, settled=tuple(map(marked, one.settled))) for one in withdrawals)


async def page(
    tx: Transaction, guild_id: int, *, stages: Collection[TournamentStage], first: int = 0, count: int = 25
) -> tuple[Tournament, ...]:
    """Return tournaments without people and pairings, newest first."""
    wanted = select(*_HEADER).where(_T.guild_id == guild_id, _T.stage.in_([stage.value for stage in stages]))
    rows = await tx.execute(wanted.order_by(_T.id.desc()).limit(count).offset(first))
    return tuple(_tournament(row) for row in rows.mappings())


async def count(tx: Transaction, guild_id: int, stages: Collection[TournamentStage]) -> int:
    """Return the number of tournaments at these stages."""
    here = (_T.guild_id == guild_id) & _T.stage.in_([stage.value for stage in stages])
    wanted = select(func.count()).select_from(tournaments).where(here)
    return int((await tx.execute(wanted)).scalar_one())


async def is_created(tx: Transaction, guild_id: int, host_id: int, created_at: float) -> bool:
    """Return True if a host has created a tournament at exactly this time."""
    found = select(_T.id).where(_T.guild_id == guild_id, _T.host_id == host_id, _T.created_at == created_at)
    return (await tx.execute(found)).first() is not None


async def live_with(tx: Transaction, guild_id: int, user_id: int) -> tuple[int, ...]:
    """Return the unfinished tournaments in which a person plays."""
    wanted = select(_T.id).join(tournament_people, _H.tournament_id == _T.id)
    mine = wanted.where(_T.guild_id == guild_id, is_live(), _H.user_id == user_id).order_by(_T.id)
    return tuple((await tx.execute(mine)).scalars())


async def finished_with(tx: Transaction, guild_id: int, user_id: int) -> tuple[int, ...]:
    """Return a person's finished tournaments, newest first."""
    wanted = select(_T.id).join(tournament_people, _H.tournament_id == _T.id)
    mine = wanted.where(*over_in(guild_id), _H.user_id == user_id)
    return tuple((await tx.execute(mine.order_by(_T.ended_at.desc(), _T.id.desc()))).scalars())


async def finished_between(tx: Transaction, guild_id: int, since: float, until: float) -> tuple[int, ...]:
    """Return the tournaments that ended in a period, oldest first."""
    wanted = select(_T.id).where(*over_in(guild_id), _T.ended_at >= since, _T.ended_at < until)
    return tuple((await tx.execute(wanted.order_by(_T.ended_at, _T.id))).scalars())


def over_in(guild_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of a server's finished tournaments."""
    return _T.guild_id == guild_id, _T.stage == TournamentStage.OVER.value, _T.ended_at.is_not(None)


async def of_result(tx: Transaction, result_id: int) -> int | None:
    """Return the finished tournament of a result, even a void one."""
    joined = select(_T.id).join(tournament_pairings, _P.tournament_id == _T.id)
    wanted = joined.where(counts(result_id), _T.stage == TournamentStage.OVER.value)
    found: int | None = (await tx.execute(wanted.limit(1))).scalar_one_or_none()
    return found


async def with_news(tx: Transaction, guild_id: int | None = None) -> tuple[tuple[int, int], ...]:
    """Return (tournament, server) ids that await a start, a deadline or an answer, or whose message is outdated."""
    wanted = _READ_NEWS if guild_id is None else _READ_NEWS.where(_T.guild_id == guild_id)
    return tuple((int(row.id), int(row.guild_id)) for row in await tx.execute(wanted))


_READ_NEWS = (
    select(_T.id, _T.guild_id)
    .where(
        ((_T.stage == TournamentStage.OPEN.value) & _T.starts_at.is_not(None))
        | ((_T.stage == TournamentStage.RUNNING.value) & (_T.deadline.is_not(None) | (_T.closed_round > 0)))
        | _T.id.in_(result_claims.with_unfinished())
        | (_T.revision > _T.shown_revision)
    )
    .order_by(_T.id)
)


async def with_host(tx: Transaction) -> tuple[tuple[int, int], ...]:
    """Return the (tournament, server) ids of unfinished tournaments that have a host."""
    wanted = select(_T.id, _T.guild_id).where(is_live(), _T.host_id > 0).order_by(_T.id)
    return tuple((int(row.id), int(row.guild_id)) for row in await tx.execute(wanted))


async def save_shown(tx: Transaction, tournament: Tournament, before: Tournament | None = None) -> None:
    """Save a tournament's shown messages and announcements.

    :param before: the tournament as it was loaded or saved. Equal values are not saved, as newer ones may be stored.
        A start that has changed since stays, and so do announcements.
    """
    values, own = _shown(tournament, before), _T.id == tournament.id
    if before is not None and "announcements" in values:
        await leagues.hold(tx, tournament.guild_id)
        row = (await tx.execute(select(_T.announcements).where(own))).first()
        stored = [_announcement(one) for one in (row.announcements if row is not None else None) or ()]
        values["announcements"] = _announcements_row(
            merged_announcements(stored, before.announcements, tournament.announcements)
        )
    if before is not None and "starts_at" in values:
        as_before = own & _T.starts_at.is_not_distinct_from(before.starts_at)
        await tx.execute(update(tournaments).where(as_before).values(starts_at=values.pop("starts_at")))
    if values:
        await tx.execute(update(tournaments).where(own).values(**values))


def _shown(tournament: Tournament, before: Tournament | None) -> dict[str, Any]:
    """Return the values of what showing changes; only the changed ones if it is known how it was."""
    row, old = _row(tournament), {} if before is None else _row(before)
    fields = (name for name in _DISPLAY if name not in ("revision", "event_id"))
    return {name: row[name] for name in fields if before is None or row[name] != old[name]}


async def save_event(tx: Transaction, tournament_id: int, event_id: int) -> None:
    """Save the scheduled event of a tournament."""
    await tx.execute(update(tournaments).where(_T.id == tournament_id).values(event_id=event_id))


async def save_co_hosts(tx: Transaction, tournament: Tournament) -> None:
    """Save the co-hosts of a tournament."""
    await tx.execute(delete(tournament_co_hosts).where(_C.tournament_id == tournament.id))
    common = {"tournament_id": tournament.id, "guild_id": tournament.guild_id}
    rows = [common | {"user_id": one, "number": number} for number, one in enumerate(tournament.co_hosts)]
    if rows:
        await tx.execute(insert(tournament_co_hosts), rows)


async def co_hosted_by_both(tx: Transaction, guild_id: int, one: int, other: int) -> list[list[int]]:
    """Return the tournaments that two people host together as co-hosts, each with the first person's number."""
    theirs = select(_C.tournament_id).where(_C.user_id == other)
    wanted = select(_C.tournament_id, _C.number).where(_C.guild_id == guild_id, _C.user_id == one)
    rows = await tx.execute(wanted.where(_C.tournament_id.in_(theirs)).order_by(_C.tournament_id))
    return [[int(row.tournament_id), int(row.number)] for row in rows]


async def restore_co_host(tx: Transaction, guild_id: int, tournament_id: int, user_id: int, number: int) -> None:
    """Make a person a co-host again, with their number."""
    row = {"guild_id": guild_id, "tournament_id": tournament_id, "user_id": user_id, "number": number}
    await tx.add_new(tournament_co_hosts, row)


# --- People -----------------------------------------------------------------------------------------------------------


async def save_participants(tx: Transaction, tournament: Tournament, signed: Iterable[Participant]) -> None:
    """Save the participants of a tournament, and their teams."""
    common = {"tournament_id": tournament.id, "guild_id": tournament.guild_id}
    await tx.save_all(tournament_people, [common | vars(one) | {"entry": one.entry.value} for one in signed])


async def remove_participants(tx: Transaction, tournament: Tournament, user_ids: Collection[int]) -> None:
    """Delete participants of a tournament."""
    await tx.execute(delete(tournament_people).where(_H.tournament_id == tournament.id, _H.user_id.in_(user_ids)))


async def names(tx: Transaction, tournament: Tournament) -> dict[int, str]:
    """Return the last known names of participants and hosts."""
    hosts = {tournament.host_id, *tournament.co_hosts, tournament.paused_by or tournament.host_id}
    return await people.names(tx, tournament.guild_id, hosts | {one.user_id for one in tournament.people})


# --- Pairings ---------------------------------------------------------------------------------------------------------


async def add_pairings(tx: Transaction, tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Save new pairings."""
    common = {"tournament_id": tournament.id, "guild_id": tournament.guild_id, "game": tournament.game}
    places: list[dict[str, Any]] = []
    for one in pairings:
        row = {name: getattr(one, name) for name in ("round", "state", "people", "opened_at", "result_id")}
        added = await tx.execute(insert(tournament_pairings).values(**common, **row).returning(_P.id))
        places += _places(tournament.guild_id, int(added.scalar_one()), one.sides)
    if places:
        await tx.execute(insert(tournament_places), places)


async def save_pairings(tx: Transaction, guild_id: int, pairings: Collection[Pairing]) -> None:
    """Save changed pairings."""
    await tx.execute(delete(pairing_matches).where(_M.pairing_id.in_([one.id for one in pairings])))
    for one in pairings:
        row = {"round": one.round, "state": one.state.value, "people": one.people, "result_id": one.result_id}
        await tx.execute(update(tournament_pairings).where(_P.id == one.id).values(**row))
        await tx.execute(delete(tournament_places).where(_S.pairing_id == one.id))
        await tx.execute(insert(tournament_places), _places(guild_id, one.id, one.sides))
    won = [(pairing.id, one) for pairing in pairings for one in pairing.matches]
    if won:
        values = [
            {"result_id": one.result_id, "pairing_id": pairing_id, "guild_id": guild_id, "team": one.team}
            for pairing_id, one in won
        ]
        await tx.execute(insert(pairing_matches), values)


async def remove_pairings(tx: Transaction, pairing_ids: Collection[int]) -> None:
    """Delete pairings; claims of their results are superseded.

    Those with a running match are kept without people, so that its table says that it no longer counts.
    """
    await result_claims.supersede(tx, pairing_ids)
    is_running = exists().where(matches.c.id == _P.match_id, LIVE, matches.c.status != Status.LOBBY.value)
    gone = {"state": PairingState.GONE.value, "people": "", "result_id": None}
    await tx.execute(update(tournament_pairings).where(_P.id.in_(pairing_ids), is_running).values(**gone))
    await tx.execute(delete(tournament_pairings).where(_P.id.in_(pairing_ids), _P.state != PairingState.GONE.value))
    await tx.execute(delete(tournament_places).where(_S.pairing_id.in_(pairing_ids)))
    await tx.execute(delete(pairing_matches).where(_M.pairing_id.in_(pairing_ids)))


async def revision_of(tx: Transaction, tournament_id: int) -> int | None:
    """Return the stored revision of a tournament, if any."""
    found: int | None = (await tx.execute(select(_T.revision).where(_T.id == tournament_id))).scalar_one_or_none()
    return found


async def _pairings(tx: Transaction, asked: Mapping[str, Any]) -> dict[int, list[Pairing]]:
    """Return the pairings of tournaments, by tournament."""
    rows = (await tx.execute(_READ_PAIRINGS, asked)).mappings().all()
    if not rows:
        return {}
    sides: dict[int, list[PairingSide]] = {}
    for row in await tx.execute(_READ_SIDES, asked):
        sides.setdefault(int(row.pairing_id), []).append(PairingSide(row.team, row.place, row.score))
    won: dict[int, list[PairingMatch]] = {}
    for row in await tx.execute(_READ_MATCHES, asked):
        won.setdefault(int(row.pairing_id), []).append(PairingMatch(row.result_id, row.team, row.void))
    found: dict[int, list[Pairing]] = {}
    for pairing in map(dict, rows):
        about = {
            "state": PairingState(pairing["state"]),
            "sides": tuple(sides.get(pairing["id"], ())),
            "matches": tuple(won.get(pairing["id"], ())),
        }
        found.setdefault(pairing.pop("tournament_id"), []).append(Pairing(**{**pairing, **about}))
    return found


def _places(guild_id: int, pairing_id: int, sides: Sequence[PairingSide]) -> list[dict[str, Any]]:
    common = {"pairing_id": pairing_id, "guild_id": guild_id}
    return [common | {"side": number} | vars(side) for number, side in enumerate(sides)]


def is_live() -> ColumnElement[bool]:
    """Return the condition that a tournament is not over."""
    return _T.stage.in_([stage.value for stage in TournamentStage if stage.is_live])


def _tournament(row: Any) -> Tournament:
    stored = dict(row)
    rules = _rules(TournamentKind(stored.pop("kind")), stored["rules"] or {})
    stage = TournamentStage(row["stage"])
    announced = tuple(_announcement(one) for one in row["announcements"] or ())
    options = row["options"] or {}
    gone = tuple(map(_withdrawal, row.get("withdrawals") or ()))
    known = {"rules": rules, "stage": stage, "options": options, "announcements": announced, "withdrawals": gone}
    return Tournament(**{**stored, **known})


def _announcement(stored: Mapping[str, Any]) -> Announcement:
    teams = tuple(tuple(one) for one in stored["teams"])
    known = {**stored, "kind": AnnouncementKind(stored["kind"]), "messages": tuple(stored["messages"]), "teams": teams}
    return Announcement(**known)


def _withdrawal(stored: Mapping[str, Any]) -> Withdrawal:
    settled = tuple(Forfeit(one, tuple(PairingMatch(*won) for won in matches)) for one, matches in stored["settled"])
    known = {"cause": WithdrawalCause(stored["cause"]), "partners": tuple(stored["partners"]), "settled": settled}
    return Withdrawal(**{**stored, **known})


def _rules(kind: TournamentKind, stored: Mapping[str, Any]) -> TournamentRules:
    """Parse stored rules: defaults for missing fields, unknown ones ignored."""
    known = {part.name: stored[part.name] for part in fields(TournamentRules) if part.name in stored}
    found = TournamentRules(**{**known, "kind": kind})
    return replace(
        found,
        seeding=Seeding(found.seeding),
        points=tuple(found.points),
        lots=tuple(found.lots),
        comparison=ScoreComparison(found.comparison),
        opponents=Opponents(found.opponents),
    )


def _row(tournament: Tournament) -> dict[str, Any]:
    return to_row(tournament, without=("id", *_CONTENTS)) | {
        "kind": tournament.kind.value,
        "rules": to_row(tournament.rules, without=("kind",)),
        "stage": tournament.stage.value,
        "options": dict(tournament.options),
        "announcements": _announcements_row(tournament.announcements),
        "withdrawals": [
            vars(one)
            | {
                "settled": [
                    (part.pairing_id, [(won.result_id, won.team) for won in part.matches]) for part in one.settled
                ]
            }
            for one in tournament.withdrawals
        ],
    }


def _announcements_row(announcements: Iterable[Announcement]) -> list[dict[str, Any]]:
    return [vars(one) | {"kind": one.kind.value} for one in announcements]


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament's settings as JSON, without time, place and people."""
    row = _row(tournament)
    return {name: row[name] for name in _SETTINGS}


def with_settings(settings: Mapping[str, Any], **state: Any) -> Tournament:
    """Return an unsaved tournament with stored settings.

    :param state: all fields that are no settings, see `settings_of`.
    """
    defaults = {"id": 0, "message_id": None, "round": 0, "stage": TournamentStage.OPEN, "announcements": ()}
    return _tournament({**defaults, **settings, "game": current_key(settings["game"]), **state})


def counts(result_id: int) -> ColumnElement[bool]:
    """Return the condition that a result is one of a pairing."""
    return (_P.result_id == result_id) | _P.id.in_(select(_M.pairing_id).where(_M.result_id == result_id))


async def title_of_both(tx: Transaction, guild_id: int, one: int, other: int) -> str | None:
    """Return the title of the newest tournament of both people."""
    a, b = tournament_people.alias(), tournament_people.alias()
    both = (a.c.user_id == one) & (b.c.user_id == other) & (_T.guild_id == guild_id)
    joined = tournaments.join(a, a.c.tournament_id == _T.id).join(b, b.c.tournament_id == _T.id)
    wanted = select(_T.title).select_from(joined).where(both).order_by(_T.id.desc()).limit(1)
    found: str | None = (await tx.execute(wanted)).scalar_one_or_none()
    return found


async def roles_of(tx: Transaction, guild_id: int, user_id: int) -> dict[str, list[int]]:
    """Return a person's tournaments by role: `host`, `paused`, `co_host`, `player` and `asked`."""
    here = select(_T.id).where(_T.guild_id == guild_id).order_by(_T.id)
    of_person = select(_H.tournament_id).where(_H.guild_id == guild_id)
    co_hosting = select(_C.tournament_id).where(_C.guild_id == guild_id, _C.user_id == user_id)
    roles = {
        "host": _T.host_id == user_id,
        "paused": _T.paused_by == user_id,
        "co_host": _T.id.in_(co_hosting),
        "player": _T.id.in_(of_person.where(_H.user_id == user_id)),
        "asked": _T.id.in_(of_person.where(_H.asks_id == user_id)),
    }
    return {role: list((await tx.execute(here.where(of_role))).scalars()) for role, of_role in roles.items()}


async def replace_person(
    tx: Transaction, guild_id: int, old: int, new: int, among: Mapping[str, Collection[int]] | None = None
) -> None:
    """Replace a person by another in the server's tournaments.

    If both play in a tournament, the person is replaced only as a host. An id below zero is of no co-host. The league
    must be held.

    :param among: the tournaments by role, as `roles_of` returns them; None for all.
    """
    roles = await roles_of(tx, guild_id, old)
    if among is not None:
        roles = {role: [one for one in ids if one in among.get(role, ())] for role, ids in roles.items()}
    for role, column in (("host", _T.host_id), ("paused", _T.paused_by)):
        own = _T.id.in_(roles[role])
        await tx.execute(update(tournaments).where(own).values({column.name: new, "revision": _T.revision + 1}))
    co_hosting = _C.tournament_id.in_(roles["co_host"]) & (_C.user_id == old)
    if new > 0:
        taken = select(_C.tournament_id).where(_C.user_id == new)
        await tx.execute(
            update(tournament_co_hosts).where(co_hosting, _C.tournament_id.not_in(taken)).values(user_id=new)
        )
    await tx.execute(delete(tournament_co_hosts).where(co_hosting))
    await tx.execute(update(tournaments).where(_T.id.in_(roles["co_host"])).values(revision=_T.revision + 1))
    asked = _H.tournament_id.in_(roles["asked"]) & (_H.asks_id == old)
    await tx.execute(update(tournament_people).where(asked).values(asks_id=None if new < 0 else new))
    for tournament_id in roles["player"]:
        tournament = await load(tx, guild_id, tournament_id)
        signed = None if tournament is None else tournament.participant(old)
        if tournament is None or signed is None or tournament.participant(new) is not None:
            continue
        await remove_participants(tx, tournament, [old])
        partners = tournament.teams.get(signed.team, (signed,)) if new < 0 else (signed,)
        renamed = (replace(one, user_id=new if one == signed else one.user_id) for one in partners)
        # A forgotten person may have put anything about themselves into the name of the team.
        await save_participants(tx, tournament, [replace(one, team_name="") if new < 0 else one for one in renamed])
        await result_claims.replace_person(tx, tournament.id, old, new)
        pairings = (*tournament.pairings, *tournament.taken_back)
        mine = [one for one in pairings if one.people and any(old in side for side in sides_of(one.people))]
        await save_pairings(tx, guild_id, [replace(one, people=_renamed(one.people, old, new)) for one in mine])
        await save(tx, tournament)


def _renamed(people: str, old: int, new: int) -> str:
    return key_of([new if one == old else one for one in side] for side in sides_of(people))
