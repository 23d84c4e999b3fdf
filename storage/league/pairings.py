"""What a match means for pairings: which one it was played for, and what follows if its result is taken out again."""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import select, update

from storage.database import Transaction
from storage.league import fixtures
from storage.league.fixtures import Stage, State, key_of, sides_of
from storage.schema import tournament_pairings, tournament_people, tournament_places, tournaments

_T, _H, _P = tournaments.c, tournament_people.c, tournament_pairings.c


async def waiting_for(tx: Transaction, guild_id: int, game: str, people: str, began: float) -> tuple[int, int] | None:
    """The oldest open pairing of these very people: its tournament and itself; None if there is none.

    :param people: who all played, see `fixtures.key_of`.
    :param began: when the match began; one that began before a pairing was made was not played for it.
    """
    mine = (_P.guild_id == guild_id) & (_P.game == game) & (_P.people == people) & (_P.state == State.OPEN.value)
    wanted = select(_P.tournament_id, _P.id).where(mine, _P.opened_at <= began)
    found = (await tx.execute(wanted.order_by(_P.opened_at, _P.id).limit(1))).one_or_none()
    return None if found is None else (int(found.tournament_id), int(found.id))


async def played(
    tx: Transaction, tournament_id: int, pairing_id: int, result_id: int, places: Mapping[int, int]
) -> None:
    """A pairing has been played. The league must be held.

    :param places: where each person in it came in.
    """
    members = select(_H.user_id, _H.team).where(_H.tournament_id == tournament_id, _H.user_id.in_(list(places)))
    came_in = {int(row.team): places[int(row.user_id)] for row in await tx.execute(members)}
    settled = {"state": State.PLAYED.value, "result_id": result_id}
    await tx.execute(update(tournament_pairings).where(_P.id == pairing_id).values(**settled))
    for team, place in came_in.items():
        side = (tournament_places.c.pairing_id == pairing_id) & (tournament_places.c.team == team)
        await tx.execute(update(tournament_places).where(side).values(place=place))
    await tx.execute(update(tournaments).where(_T.id == tournament_id).values(revision=_T.revision + 1))


async def result_voided(tx: Transaction, result_id: int, *, void: bool) -> None:
    """Open the pairing again whose result is taken out, or let it be played when the result is put in again.

    A pairing of a tournament that is over is not opened: it counts as never played. The league must be held.
    """
    wanted = select(_P.id, _P.state, _P.tournament_id, _T.stage).join(tournaments, _T.id == _P.tournament_id)
    for row in (await tx.execute(wanted.where(_P.result_id == result_id))).all():
        taken_out = State.OPEN if Stage(row.stage) is Stage.RUNNING else State.MISSED
        state = taken_out if void else State.PLAYED
        await tx.execute(update(tournament_pairings).where(_P.id == row.id).values(state=state.value))
        changed = update(tournaments).where(_T.id == row.tournament_id)
        await tx.execute(changed.values(revision=_T.revision + 1))


async def opened(tx: Transaction, pairing_id: int, match_id: str) -> None:
    """Keep that a table was opened for a pairing."""
    await tx.execute(update(tournament_pairings).where(_P.id == pairing_id).values(match_id=match_id))


async def table_of(tx: Transaction, pairing_id: int) -> str | None:
    """The match whose table was opened last for a pairing."""
    return (await tx.execute(select(_P.match_id).where(_P.id == pairing_id))).scalar_one_or_none()


async def meant_for(tx: Transaction, match_id: str) -> tuple[tuple[int, ...], ...]:
    """The sides for whose pairing a table was opened, as long as that is to be played; none for any other table."""
    wanted = select(_P.people).where(_P.match_id == match_id, _P.state == State.OPEN.value)
    found = (await tx.execute(wanted)).scalar_one_or_none()
    return () if found is None else tuple(map(tuple, sides_of(found)))


async def replace_person(tx: Transaction, guild_id: int, old: int, new: int) -> None:
    """Put another id in place of a person's everywhere in the fixtures of a server.

    Where both play in a tournament already nobody is replaced but in what he is host of. The league must be held.
    """
    own = (_T.guild_id == guild_id) & (_T.host_id == old)
    await tx.execute(update(tournaments).where(own).values(host_id=new, revision=_T.revision + 1))
    his = select(_H.tournament_id).where(_H.guild_id == guild_id, _H.user_id == old)
    for tournament_id in (await tx.execute(his)).scalars().all():
        tournament = await fixtures.load(tx, guild_id, int(tournament_id))
        signed = None if tournament is None else tournament.signed(old)
        if tournament is None or signed is None or tournament.signed(new) is not None:
            continue
        await fixtures.unsign(tx, tournament, old)
        await fixtures.sign(tx, tournament, [replace(signed, user_id=new)])
        mine = [one for one in tournament.pairings if signed.team in one.teams and one.people]
        await fixtures.settle(tx, guild_id, [replace(one, people=_renamed(one.people, old, new)) for one in mine])
        await fixtures.save(tx, tournament)


def _renamed(people: str, old: int, new: int) -> str:
    return key_of([new if one == old else one for one in side] for side in sides_of(people))
