"""Fixtures: tournaments, who plays in them, and what their pairings came to.

Whoever changes anything here must hold the league of the server (`leagues.hold`), as whoever adds results does.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from storage.database import Transaction
from storage.league import people
from storage.schema import tournament_pairings, tournament_people, tournament_places, tournaments

_T, _H = tournaments.c, tournament_people.c
_P, _S = tournament_pairings.c, tournament_places.c


class Kind(StrEnum):
    """How teams are paired."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class Stage(StrEnum):
    """How far a tournament is."""

    OPEN = "open"
    """People may sign up."""
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def is_live(self) -> bool:
        return self in (Stage.OPEN, Stage.RUNNING)


class State(StrEnum):
    """What has become of a pairing."""

    OPEN = "open"
    """It is still to be played."""
    PLAYED = "played"
    MISSED = "missed"
    """It was never played, and brings nobody anything."""
    BYE = "bye"
    """Whoever has a place won without playing."""
    REST = "rest"
    """A free round, which brings nothing."""


@dataclass(frozen=True)
class Signed:
    """Somebody who plays in a tournament.

    :ivar team: the number of his team, from 1; 0 while he has none. Until the start it only says who goes together.
    """

    user_id: int
    team: int
    signed_at: float
    withdrawn: bool = False


@dataclass(frozen=True)
class Side:
    """A team in a pairing; `place` is where it came in, from 1, which equal ones share."""

    team: int
    place: int | None = None


@dataclass(frozen=True)
class Pairing:
    """Teams that are to meet.

    :ivar id: 0 for one that has not been saved.
    :ivar people: who all plays in it, see `key_of`; "" where nobody will.
    :ivar result_id: the result that says what it came to, or did before it was made void.
    """

    id: int
    round: int
    state: State
    sides: tuple[Side, ...]
    people: str
    opened_at: float
    result_id: int | None = None

    @property
    def teams(self) -> tuple[int, ...]:
        return tuple(side.team for side in self.sides)


@dataclass(frozen=True)
class Tournament:
    """A tournament.

    :ivar id: 0 for one that has not been saved.
    :ivar message_id: the public message that shows it.
    :ivar sides: how many teams meet in a match,
    :ivar team_size: and of how many people each is.
    :ivar rounds: how many rounds are wished for, 0 for as many as it takes; from the start on how many there are.
    :ivar round: the latest round that has been paired; 0 before the start.
    :ivar revision: counts changes; `shown_revision` is the one that the public message shows.
    :ivar people: in the order in which they signed up; empty in a list of tournaments,
    :ivar pairings: as are these, in the order of the rounds.
    """

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    title: str
    game: str
    kind: Kind
    sides: int
    team_size: int
    rounds: int
    round: int
    stage: Stage
    locale: str
    created_at: float
    ended_at: float | None = None
    revision: int = 1
    shown_revision: int = 0
    people: tuple[Signed, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    @property
    def teams(self) -> dict[int, tuple[Signed, ...]]:
        """The members of each team that has a number, by that number."""
        found: dict[int, list[Signed]] = {}
        for one in self.people:
            if one.team:
                found.setdefault(one.team, []).append(one)
        return {team: tuple(found[team]) for team in sorted(found)}

    @property
    def withdrawn(self) -> frozenset[int]:
        """The teams that play no more."""
        return frozenset(one.team for one in self.people if one.withdrawn)

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.state is State.OPEN)

    def signed(self, user_id: int) -> Signed | None:
        """How a person plays in it; None if he does not."""
        return next((one for one in self.people if one.user_id == user_id), None)


_HEADER = tuple(_T[part.name] for part in fields(Tournament) if part.name not in ("people", "pairings"))
_UNSAVED = ("id", "people", "pairings")


def key_of(sides: Iterable[Collection[int]]) -> str:
    """All people of a match as one text, side by side, the same whichever side is first."""
    return "|".join(sorted(",".join(map(str, sorted(side))) for side in sides))


def sides_of(key: str) -> list[list[int]]:
    """The people side by side again."""
    return [[int(one) for one in side.split(",")] for side in key.split("|")]


# --- Tournaments ------------------------------------------------------------------------------------------------------


async def add(tx: Transaction, tournament: Tournament) -> int:
    """Keep a new tournament; its id."""
    added = await tx.execute(insert(tournaments).values(**_row(tournament)).returning(_T.id))
    return int(added.scalar_one())


async def save(tx: Transaction, tournament: Tournament) -> None:
    """Save what has changed of a tournament itself, and that something has."""
    unsaved = ("message_id", "revision", "shown_revision")
    row = {name: value for name, value in _row(tournament).items() if name not in unsaved}
    await tx.execute(update(tournaments).where(_T.id == tournament.id).values(**row, revision=_T.revision + 1))


async def load(tx: Transaction, guild_id: int, tournament_id: int) -> Tournament | None:
    """A tournament of a server with its people and pairings."""
    row = (await tx.execute(select(*_HEADER).where(_T.id == tournament_id, _T.guild_id == guild_id))).mappings()
    found = row.one_or_none()
    if found is None:
        return None
    found_people = await tx.execute(
        select(*(_H[part.name] for part in fields(Signed)))
        .where(_H.tournament_id == tournament_id)
        .order_by(_H.signed_at, _H.user_id)
    )
    signed = tuple(Signed(**one) for one in found_people.mappings())
    return _tournament({**found, "people": signed, "pairings": await _pairings(tx, tournament_id)})


async def listed(
    tx: Transaction, guild_id: int, *, stages: Collection[Stage], first: int = 0, count: int = 25
) -> tuple[Tournament, ...]:
    """Tournaments of a server without what is in them, the newest first."""
    wanted = select(*_HEADER).where(_T.guild_id == guild_id, _T.stage.in_([stage.value for stage in stages]))
    rows = await tx.execute(wanted.order_by(_T.id.desc()).limit(count).offset(first))
    return tuple(_tournament(row) for row in rows.mappings())


async def live_count(tx: Transaction, guild_id: int) -> int:
    """How many tournaments of a server are not over."""
    wanted = select(func.count()).select_from(tournaments).where(_T.guild_id == guild_id, _live())
    return int((await tx.execute(wanted)).scalar_one())


async def live_of(tx: Transaction, guild_id: int, user_id: int) -> tuple[int, ...]:
    """The tournaments of a server that are not over and in which a person plays."""
    wanted = select(_T.id).join(tournament_people, _H.tournament_id == _T.id)
    mine = wanted.where(_T.guild_id == guild_id, _live(), _H.user_id == user_id).order_by(_T.id)
    return tuple((await tx.execute(mine)).scalars())


async def unshown(tx: Transaction, guild_id: int | None = None) -> tuple[tuple[int, int], ...]:
    """The tournaments, of a server or of all, whose message is out of date: server and tournament."""
    wanted = select(_T.guild_id, _T.id).where(_T.revision > _T.shown_revision)
    if guild_id is not None:
        wanted = wanted.where(_T.guild_id == guild_id)
    return tuple((int(row.guild_id), int(row.id)) for row in await tx.execute(wanted.order_by(_T.id)))


async def shown(tx: Transaction, tournament_id: int, *, message_id: int | None, revision: int) -> None:
    """Keep which message shows which state of a tournament."""
    values = {"message_id": message_id, "shown_revision": revision}
    await tx.execute(update(tournaments).where(_T.id == tournament_id).values(**values))


# --- People -----------------------------------------------------------------------------------------------------------


async def sign(tx: Transaction, tournament: Tournament, signed: Iterable[Signed]) -> None:
    """Keep that people play in a tournament, or in which teams."""
    common = {"tournament_id": tournament.id, "guild_id": tournament.guild_id}
    await tx.save_all(tournament_people, [common | vars(one) for one in signed])


async def unsign(tx: Transaction, tournament: Tournament, user_id: int) -> None:
    """Forget that somebody has signed up."""
    await tx.execute(delete(tournament_people).where(_H.tournament_id == tournament.id, _H.user_id == user_id))


async def names(tx: Transaction, tournament: Tournament) -> dict[int, str]:
    """What the people of a tournament, and its host, were called last; who is not known is missing."""
    return await people.names(
        tx, tournament.guild_id, {tournament.host_id, *(one.user_id for one in tournament.people)}
    )


# --- Pairings ---------------------------------------------------------------------------------------------------------


async def pair(tx: Transaction, tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Keep new pairings."""
    common = {"tournament_id": tournament.id, "guild_id": tournament.guild_id, "game": tournament.game}
    places: list[dict[str, Any]] = []
    for one in pairings:
        row = {name: getattr(one, name) for name in ("round", "state", "people", "opened_at", "result_id")}
        added = await tx.execute(insert(tournament_pairings).values(**common, **row).returning(_P.id))
        places += _places(tournament.guild_id, int(added.scalar_one()), one.sides)
    if places:
        await tx.execute(insert(tournament_places), places)


async def settle(tx: Transaction, guild_id: int, pairings: Iterable[Pairing]) -> None:
    """Save what has become of pairings."""
    for one in pairings:
        row = {"state": one.state.value, "people": one.people, "result_id": one.result_id}
        await tx.execute(update(tournament_pairings).where(_P.id == one.id).values(**row))
        await tx.execute(delete(tournament_places).where(_S.pairing_id == one.id))
        await tx.execute(insert(tournament_places), _places(guild_id, one.id, one.sides))


async def _pairings(tx: Transaction, tournament_id: int) -> tuple[Pairing, ...]:
    columns = (_P[part.name] for part in fields(Pairing) if part.name != "sides")
    found = await tx.execute(select(*columns).where(_P.tournament_id == tournament_id).order_by(_P.round, _P.id))
    wanted = select(_S.pairing_id, _S.team, _S.place).join(tournament_pairings, _P.id == _S.pairing_id)
    sides: dict[int, list[Side]] = {}
    for row in await tx.execute(wanted.where(_P.tournament_id == tournament_id).order_by(_S.pairing_id, _S.side)):
        sides.setdefault(int(row.pairing_id), []).append(Side(row.team, row.place))
    return tuple(
        Pairing(**{**row, "state": State(row["state"]), "sides": tuple(sides.get(row["id"], ()))})
        for row in found.mappings()
    )


def _places(guild_id: int, pairing_id: int, sides: Sequence[Side]) -> list[dict[str, Any]]:
    common = {"pairing_id": pairing_id, "guild_id": guild_id}
    return [common | {"side": number} | vars(side) for number, side in enumerate(sides)]


def _live() -> ColumnElement[bool]:
    return _T.stage.in_([stage.value for stage in Stage if stage.is_live])


def _tournament(row: Any) -> Tournament:
    return Tournament(**{**row, "kind": Kind(row["kind"]), "stage": Stage(row["stage"])})


def _row(tournament: Tournament) -> dict[str, Any]:
    row = {name: value for name, value in vars(tournament).items() if name not in _UNSAVED}
    return row | {"kind": tournament.kind.value, "stage": tournament.stage.value}
