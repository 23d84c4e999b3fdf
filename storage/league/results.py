"""Results: outcomes of matches, and people's places in them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    delete,
    exists,
    false,
    func,
    insert,
    literal,
    select,
    tuple_,
    union_all,
    update,
)

from storage.database import Transaction
from storage.league import tournaments
from storage.league.tournament_values import EntryState, Tournament
from storage.matches import AbandonReason
from storage.schema import (
    league_entrants,
    league_entries,
    league_imports,
    league_places,
    league_results,
    matches,
    tournament_people,
)
from storage.schema import tournaments as tournaments_table
from storage.transactions import field_columns


class ResultOrigin(StrEnum):
    """The stored source of a result."""

    TABLE = "table"
    """Played at a table of the bot."""
    FORM = "form"
    """Played at a real table and entered by hand."""
    IMPORT = "import"
    """Read from a file."""


class NotCounted(StrEnum):
    """The stored reason for a result not to count, or ""."""

    COMPUTERS = "computers"
    """A computer had a seat."""
    SOLITARY = "solitary"
    """Only one side has people."""
    OFTEN = "often"
    """The daily limit of these people was reached."""
    OFF = "off"
    """The game does not count in this server."""
    SHORT = "short"
    """The table stopped it before half of it was played."""
    HELPED = "helped"
    """A player took a hint."""
    CONTINUED = "continued"
    """It began in the middle of another match."""
    DUPLICATE = "duplicate"
    """Duplicate tournaments compare results seat by seat."""
    CROWDED = "crowded"
    """The result has more people or sides than its game can have."""


PRACTICE: Final = (NotCounted.HELPED, NotCounted.CONTINUED)
"""The reasons of matches that count nowhere, not even in totals."""

MOST_PEOPLE = 32
"""The most people read of a result; no game seats more."""

_R, _P, _M, _T = league_results.c, league_places.c, matches.c, tournaments_table.c

_AT_ONCE = 500


@dataclass(frozen=True)
class Place:
    """A person's place in a result.

    :ivar side: their side of the match, from 0.
    :ivar place: 1 is the best; equal sides share it.
    :ivar score: the final score of their side, if known.
    """

    user_id: int
    side: int
    place: int
    won: bool
    score: int | None = None


@dataclass(frozen=True)
class Result:
    """The result of a match.

    :ivar id: 0 for an unsaved result; results of one instant are in the order of their ids.
    :ivar match_id: the match at a table; None for an added or imported result.
    :ivar sides: the number of sides, including those of computers.
    :ivar why_not: the reason for not counting; None if it counts.
    :ivar crowded: whether it has too many people to be read; then none is read.
    """

    id: int
    guild_id: int
    match_id: str | None
    game: str
    at: float
    origin: ResultOrigin
    places: tuple[Place, ...]
    sides: int
    why_not: NotCounted | None = None
    void: bool = False
    crowded: bool = False

    @property
    def counts(self) -> bool:
        return self.why_not is None and not self.void

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(place.user_id for place in self.places)


@dataclass(frozen=True)
class Abandoned:
    """A match at a table that ended without a result.

    :ivar at: its end.
    :ivar people: the players at its start.
    :ivar reason: the reason for its end; None if that was not stored yet.
    :ivar by: the person who ended it.
    """

    match_id: str
    game: str
    at: float
    people: tuple[int, ...]
    reason: AbandonReason | None
    by: int | None


@dataclass(frozen=True)
class MatchEntry:
    """A match's entry in the league, settled at its start.

    :ivar entrants: seat -> the person there at the start.
    """

    match_id: str
    guild_id: int
    game: str
    started_at: float
    why_not: NotCounted | None
    entrants: Mapping[int, int]


@dataclass(frozen=True)
class Wanted:
    """A filter of results; None and empty: any.

    :ivar people: the people who all must have played.
    :ivar unplayed: whether the history names matches that were abandoned in their first deal.
    """

    guild_id: int
    game: str | None = None
    people: tuple[int, ...] = ()
    since: float | None = None
    until: float | None = None
    counting_only: bool = False
    unplayed: bool = True


# --- Matches that begin ----------------------------------------------------------------------------------------------


async def enter(tx: Transaction, entry: MatchEntry) -> None:
    """Save whether a starting match counts, and its seats."""
    row = {part: getattr(entry, part) for part in ("match_id", "guild_id", "game", "started_at")}
    row |= {"why_not": entry.why_not or "", "people": _people(entry.entrants.values())}
    await tx.execute(insert(league_entries), row)
    where = {"match_id": entry.match_id, "guild_id": entry.guild_id}
    rows = [where | {"seat": seat, "user_id": user_id} for seat, user_id in sorted(entry.entrants.items())]
    if rows:
        await tx.execute(insert(league_entrants), rows)


async def entry(tx: Transaction, match_id: str) -> MatchEntry | None:
    """Return the entry of a match, if there is one."""
    found = (await tx.execute(select(league_entries).where(league_entries.c.match_id == match_id))).one_or_none()
    if found is None:
        return None
    seats = await tx.execute(
        select(league_entrants.c.seat, league_entrants.c.user_id).where(league_entrants.c.match_id == match_id)
    )
    entrants = {int(row.seat): int(row.user_id) for row in seats}
    return MatchEntry(found.match_id, found.guild_id, found.game, found.started_at, _why_not(found.why_not), entrants)


async def begun_between(tx: Transaction, guild_id: int, people: Iterable[int], since: float) -> int:
    """Return the number of counting matches of exactly these people."""
    mine = (league_entries.c.guild_id == guild_id) & (league_entries.c.people == _people(people))
    recent = mine & (league_entries.c.started_at >= since) & (league_entries.c.why_not == "")
    return int((await tx.execute(select(func.count()).select_from(league_entries).where(recent))).scalar_one())


def _people(people: Iterable[int]) -> str:
    return ",".join(map(str, sorted(people)))


# --- Results ----------------------------------------------------------------------------------------------------------


async def add(tx: Transaction, result: Result) -> int:
    """Save a result; return its id. The league must be held.

    :raises Conflict: if the match has a result already.
    """
    added = await tx.execute(insert(league_results).values(**_row(result)).returning(_R.id))
    result_id = int(added.scalar_one())
    common = {"result_id": result_id, "guild_id": result.guild_id, "game": result.game, "at": result.at}
    rows = [common | {"sides": result.sides} | vars(place) for place in result.places]
    if rows:
        await tx.execute(insert(league_places), rows)
    return result_id


async def add_all(tx: Transaction, found: Sequence[Result], import_id: int = 0) -> None:
    """Save many results at once, in this order.

    Their leagues must be held, except for a running import, whose results are not visible yet.

    :raises Conflict: if a match has a result already.
    """
    for start in range(0, len(found), _AT_ONCE):
        some = found[start : start + _AT_ONCE]
        rows = [_row(one) | {"import_id": import_id} for one in some]
        wanted = insert(league_results).returning(_R.id, sort_by_parameter_order=True)
        ids = (await tx.execute(wanted, rows)).scalars().all()
        places = [
            {"result_id": result_id, "guild_id": one.guild_id, "game": one.game, "at": one.at, "sides": one.sides}
            | vars(place)
            for result_id, one in zip(ids, some, strict=True)
            for place in one.places
        ]
        if places:
            await tx.execute(insert(league_places), places)


async def load(tx: Transaction, guild_id: int, result_id: int) -> Result | None:
    """Return a result of a server."""
    found = await _read(tx, _headers().where(_R.guild_id == guild_id, _R.id == result_id))
    return found[0] if found else None


async def load_all(tx: Transaction, guild_id: int, result_ids: Collection[int]) -> dict[int, Result]:
    """Return results of a server by id."""
    found = await _read(tx, _headers().where(_R.guild_id == guild_id, _R.id.in_(result_ids)))
    return {one.id: one for one in found}


async def of_match(tx: Transaction, match_id: str) -> Result | None:
    """Return the result of a match at a table."""
    found = await _read(tx, _headers().where(_R.match_id == match_id))
    return found[0] if found else None


async def set_void(tx: Transaction, result_id: int, *, void: bool) -> bool:
    """Void or restore a result; return True if it changed."""
    wanted = update(league_results).where(_R.id == result_id, _R.void.is_not(void))
    return (await tx.execute(wanted.values(void=void))).rowcount > 0


async def following(tx: Transaction, guild_id: int, after: tuple[float, int] | None, count: int) -> tuple[Result, ...]:
    """Return the next counting results in the order of rating.

    :param after: the time and the id of the result before; None: from the first.
    """
    wanted = _headers().where(_R.guild_id == guild_id, _counting())
    if after is not None:
        wanted = wanted.where(tuple_(_R.at, _R.id) > tuple_(*map(literal, after)))
    return await _read(tx, wanted.order_by(_R.at, _R.id).limit(count))


async def keys_following(
    tx: Transaction, guild_id: int, after: tuple[float, int] | None, count: int
) -> tuple[tuple[float, int], ...]:
    """Return times and ids of the next results, counting or not."""
    wanted = select(_R.at, _R.id).where(_R.guild_id == guild_id)
    if after is not None:
        wanted = wanted.where(tuple_(_R.at, _R.id) > tuple_(*map(literal, after)))
    return tuple((row.at, row.id) for row in await tx.execute(wanted.order_by(_R.at, _R.id).limit(count)))


async def between(
    tx: Transaction, guild_id: int, after: tuple[float, int], until: float, count: int
) -> tuple[Result, ...]:
    """Return the next results by time and id, including void ones.

    :param after: the time and the id of the result before.
    """
    wanted = _headers().where(_R.guild_id == guild_id, tuple_(_R.at, _R.id) > tuple_(*map(literal, after)))
    return await _read(tx, wanted.where(_R.at <= until).order_by(_R.at, _R.id).limit(count))


async def exclude(tx: Transaction, result_ids: Collection[int], why_not: NotCounted) -> None:
    """Exclude results from the league for a reason."""
    await tx.execute(update(league_results).where(_R.id.in_(result_ids)).values(why_not=why_not))


async def page(tx: Transaction, wanted: Wanted, *, first: int = 0, count: int = 10) -> tuple[Result, ...]:
    """Return a page of results from the place `first`, newest first."""
    at, result_id = (_P.at, _P.result_id) if wanted.people else (_R.at, _R.id)
    field_columns = _chosen(_headers(), wanted).order_by(at.desc(), result_id.desc())
    return await _read(tx, field_columns.limit(count).offset(first))


async def count(tx: Transaction, wanted: Wanted) -> int:
    """Return the number of results that match a query."""
    counted = _chosen(select(func.count()).select_from(league_results).where(is_there()), wanted)
    return int((await tx.execute(counted)).scalar_one())


HistoryEntry = Result | Abandoned | Tournament


async def history(tx: Transaction, wanted: Wanted, *, first: int = 0, count: int = 10) -> tuple[HistoryEntry, ...]:
    """Return results, abandoned matches and finished tournaments, newest first; see `page`."""
    at = _P.at if wanted.people else _R.at
    played = _chosen(select(*_keys(at, result_id=_R.id)), wanted)
    if not wanted.people:
        played = played.where(is_there())
    dropped = _abandoned(select(*_keys(_M.ended_at, match_id=_M.id)), wanted)
    over = _over(select(*_keys(_T.ended_at, tournament_id=_T.id)), wanted)
    entries = union_all(played, dropped, over).subquery()
    # A tournament ends with its last match, and comes after it.
    keys_newest_first = (entries.c[name].desc() for name in ("at", "tournament_id", "result_id", "match_id"))
    newest = select(entries).order_by(*keys_newest_first)
    keys = (await tx.execute(newest.limit(count).offset(first))).all()
    found = await load_all(tx, wanted.guild_id, [row.result_id for row in keys if row.result_id])
    ended = await _read_abandoned(tx, [row.match_id for row in keys if row.match_id])
    held = [row.tournament_id for row in keys if row.tournament_id]
    of_tournament = await tournaments.load_all(tx, wanted.guild_id, held)
    lines = (
        found.get(row.result_id) or ended.get(row.match_id) or of_tournament.get(row.tournament_id) for row in keys
    )
    return tuple(line for line in lines if line is not None)


def _keys(at: Any, *, result_id: Any = 0, match_id: Any = "", tournament_id: Any = 0) -> list[ColumnElement[Any]]:
    """Return the columns that sort and identify an entry of the history."""
    ids = {"result_id": result_id, "match_id": match_id, "tournament_id": tournament_id}
    columns = {name: literal(one) if isinstance(one, int | str) else one for name, one in ids.items()}
    return [at.label("at"), *(column.label(name) for name, column in columns.items())]


class HistorySize(NamedTuple):
    """The numbers of entries in a history."""

    matches: int
    tournaments: int


async def count_history(tx: Transaction, wanted: Wanted) -> HistorySize:
    """Return the numbers of wanted matches and finished tournaments."""
    dropped = await tx.execute(_abandoned(select(func.count()).select_from(matches), wanted))
    over = await tx.execute(_over(select(func.count()).select_from(tournaments_table), wanted))
    return HistorySize(await count(tx, wanted) + int(dropped.scalar_one()), int(over.scalar_one()))


async def _read_abandoned(tx: Transaction, match_ids: Sequence[str]) -> dict[str, Abandoned]:
    began = select(league_entrants.c.match_id, league_entrants.c.user_id).order_by(league_entrants.c.seat)
    people: dict[str, list[int]] = {}
    for row in await tx.execute(began.where(league_entrants.c.match_id.in_(match_ids))):
        people.setdefault(row.match_id, []).append(int(row.user_id))
    wanted = select(_M.id, _M.game, _M.ended_at, _M.end_reason, _M.ended_by).where(_M.id.in_(match_ids))
    return {
        row.id: Abandoned(
            row.id,
            row.game,
            row.ended_at,
            tuple(people.get(row.id, ())),
            None if row.end_reason is None else AbandonReason(row.end_reason),
            row.ended_by,
        )
        for row in await tx.execute(wanted)
    }


def _abandoned(some: Select[Any], wanted: Wanted) -> Select[Any]:
    """Select matches that began and ended without a result."""
    some = some.where(_M.guild_id == wanted.guild_id, _M.status == "cancelled", _M.started_at.is_not(None))
    if not wanted.unplayed:
        some = some.where(_M.deals_ended > 0)
    if wanted.game is not None:
        some = some.where(_M.game == wanted.game)
    for person in wanted.people:
        sat = league_entrants.alias()
        some = some.where(exists().where(sat.c.match_id == _M.id, sat.c.user_id == person))
    return some


def _over(some: Select[Any], wanted: Wanted) -> Select[Any]:
    """Select finished tournaments."""
    some = some.where(*tournaments.over_in(wanted.guild_id))
    if wanted.game is not None:
        some = some.where(_T.game == wanted.game)
    for person in wanted.people:
        signed = tournament_people.alias()
        plays = (signed.c.user_id == person) & (signed.c.entry != EntryState.WAITING.value)
        some = some.where(exists().where(signed.c.tournament_id == _T.id, plays))
    return some


_COLUMNS = ("id", "guild_id", "match_id", "game", "at", "origin", "why_not", "void")


def _row(result: Result) -> dict[str, Any]:
    """Return the row of a result without its places."""
    return {part: getattr(result, part) for part in _COLUMNS if part != "id"} | {"why_not": result.why_not or ""}


def _why_not(stored: str) -> NotCounted | None:
    return NotCounted(stored) if stored else None


def is_there() -> ColumnElement[bool]:
    """Return a condition for visible results, not in a running import."""
    return _R.import_id.not_in(select(league_imports.c.id))


def _headers() -> Select[Any]:
    return select(*(_R[name] for name in _COLUMNS), _crowded().label("crowded")).where(is_there())


def _crowded() -> ColumnElement[bool]:
    """Return a cheap condition for results with too many people."""
    crowd = league_places.alias("crowd")
    one_too_many = select(literal(1)).where(crowd.c.result_id == _R.id).limit(1).offset(MOST_PEOPLE)
    return one_too_many.correlate(league_results).exists()


def _counting() -> ColumnElement[bool]:
    return (_R.why_not == "") & (_R.void == false())


def _chosen(results: Select[Any], wanted: Wanted) -> Select[Any]:
    """Select the wanted results, by their people if given."""
    at = _R.at
    if wanted.people:
        first, *others = wanted.people
        results = results.join(league_places, _P.result_id == _R.id)
        results = results.where(_P.guild_id == wanted.guild_id, _P.user_id == first)
        at = _P.at
        for other in others:
            beside = league_places.alias()
            results = results.where(exists().where(beside.c.result_id == _R.id, beside.c.user_id == other))
    return results.where(*_conditions(wanted, at))


def _conditions(wanted: Wanted, at: Any) -> Sequence[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [] if wanted.people else [_R.guild_id == wanted.guild_id]
    if wanted.game is not None:
        conditions.append(_R.game == wanted.game)
    if wanted.since is not None:
        conditions.append(at >= wanted.since)
    if wanted.until is not None:
        conditions.append(at < wanted.until)
    if wanted.counting_only:
        conditions.append(_counting())
    return conditions


async def _read(tx: Transaction, headers: Select[Any]) -> tuple[Result, ...]:
    """Return results with their places."""
    rows = (await tx.execute(headers)).mappings().all()
    if not rows:
        return ()
    of_place = field_columns(league_places, Place)
    wanted = select(_P.result_id, _P.sides, *of_place).where(
        _P.result_id.in_([row["id"] for row in rows if not row["crowded"]])
    )
    places: dict[int, list[Place]] = {}
    sides: dict[int, int] = {}
    for row in (await tx.execute(wanted.order_by(_P.result_id, _P.side, _P.user_id))).mappings():
        place = Place(**{column.name: row[column] for column in of_place})
        places.setdefault(row["result_id"], []).append(place)
        sides[row["result_id"]] = row["sides"]
    found = []
    for row in rows:
        typed = {"origin": ResultOrigin(row["origin"]), "why_not": _why_not(row["why_not"])}
        here = tuple(places.get(row["id"], ()))
        found.append(Result(**{**row, **typed}, places=here, sides=sides.get(row["id"], 0)))
    return tuple(found)


_I = league_imports.c

_GIVEN_UP: Final = -1.0
"""The time of a file whose results are being deleted."""


async def begin_import(tx: Transaction, guild_id: int, import_id: int, now: float) -> None:
    """Begin the import of a file.

    :param import_id: a new number.
    :raises Conflict: if another import of the server is running.
    """
    await tx.execute(insert(league_imports).values(id=import_id, guild_id=guild_id, touched_at=now))


async def touch_import(tx: Transaction, import_id: int, now: float) -> bool:
    """Note an import's progress; False if it was discarded."""
    mine = (_I.id == import_id) & (_I.touched_at != _GIVEN_UP)
    return (await tx.execute(update(league_imports).where(mine).values(touched_at=now))).rowcount > 0


async def finish_import(tx: Transaction, import_id: int) -> bool:
    """Make an import's results visible together; False if discarded."""
    mine = (_I.id == import_id) & (_I.touched_at != _GIVEN_UP)
    return (await tx.execute(delete(league_imports).where(mine))).rowcount > 0


async def abandoned_imports(tx: Transaction, before: float, guild_id: int | None = None) -> tuple[int, ...]:
    """Return imports without progress, of a server or of all."""
    wanted = select(_I.id).where(_I.touched_at < before)
    if guild_id is not None:
        wanted = wanted.where(_I.guild_id == guild_id)
    return tuple((await tx.execute(wanted.order_by(_I.id))).scalars())


async def drop_import(tx: Transaction, import_id: int, count: int) -> bool:
    """Delete up to `count` results, then the import; False if gone."""
    given_up = update(league_imports).where(_I.id == import_id).values(touched_at=_GIVEN_UP)
    if not (await tx.execute(given_up)).rowcount:
        return False
    some = select(_R.id).where(_R.import_id == import_id).limit(count)
    if not (await tx.execute(delete(league_results).where(_R.id.in_(some)))).rowcount:
        await tx.execute(delete(league_imports).where(_I.id == import_id))
    return True
