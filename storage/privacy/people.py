"""Forgetting a person; matches stay as a former player's.

Names and ids are removed. In each server a different id below zero replaces theirs, so that no one can tell that it was
one person. Ratings, standings and chips of others stay unchanged, and recomputing a league changes nothing. Solitaires
are kept only as results of daily deals. Settings and direct messages are deleted. A person whom moderators keep out
stays so until the end: their id and the reason are kept.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, select, update

from games.core.shuffle import hidden_cut
from storage.database import Transaction
from storage.league import leagues as stored_leagues
from storage.league import tournaments as stored_tournaments
from storage.matches import StoredMatch, load
from storage.privacy import personal_data
from storage.privacy.personal_data import Trace
from storage.schema import (
    LIVE,
    deal_results,
    kent_pads,
    kept_out,
    league_entrants,
    league_merges,
    league_people,
    league_results,
    leagues,
    match_log,
    matches,
    player_settings,
    puzzle_attempts,
    puzzle_solvers,
    puzzles,
    rating_changes,
    ratings,
    reports,
    reviews,
    seats,
    solo_players,
    solo_seeds,
    solos,
    tournament_co_hosts,
    tournament_people,
    tournaments,
)

_DELETED: Final = (
    league_merges,
    player_settings,
    league_people,
    kent_pads,
    solo_seeds,
    reports,
    reviews,
    puzzle_attempts,
    puzzle_solvers,
)
"""Tables whose rows mean nothing without the person."""

_TOURNAMENTS: Final = (tournaments, tournament_co_hosts, tournament_people)

_SOLITARY: Final = (solos, solo_players)
"""Tables in which a person is the same in all servers."""


@dataclass(frozen=True)
class Forgotten:
    """The summary of a forgotten person.

    :ivar former: server -> the id that has replaced theirs.
    :ivar live: the live matches that named them, as they are stored now; copies in memory must be read again.
    """

    former: Mapping[int, int]
    live: tuple[StoredMatch, ...] = ()


def former_id() -> int:
    """Return a new id below all special accounts."""
    return -2 - secrets.randbelow(2**62)


async def tables_of(tx: Transaction, user_id: int) -> tuple[StoredMatch, ...]:
    """Return a person's live matches, including lobbies."""
    wanted = select(matches.c.id).join(seats).where(LIVE, seats.c.user_id == user_id).order_by(matches.c.created_at)
    return await _load_matches(tx, (await tx.execute(wanted)).scalars().all())


async def _load_matches(tx: Transaction, ids: Sequence[str]) -> tuple[StoredMatch, ...]:
    found = [await load(tx, match_id) for match_id in ids]
    return tuple(one[0] for one in found if one is not None)


async def long_traces(tx: Transaction, user_id: int, since: float | None = None) -> tuple[Trace, ...]:
    """Find a person in the slow tables, for `forget`.

    :param since: only in matches of theirs that are live or have ended since then, which is found quickly.
    """
    if since is None:
        return await personal_data.find(tx, user_id, personal_data.LONG)
    of_late = LIVE | (matches.c.ended_at >= since)
    own = select(matches.c.guild_id, matches.c.id).where(of_late, personal_data.matches_of(user_id))
    played = (await tx.execute(own)).all()
    ended = league_results.c.match_id.in_([row.id for row in played])
    booked = rating_changes.c.result_id.in_(select(league_results.c.id).where(ended))
    own_changes = select(rating_changes.c.guild_id, rating_changes.c.id).where(
        rating_changes.c.user_id == user_id, booked
    )
    changed = (await tx.execute(own_changes)).all() if played else []
    return tuple(
        Trace(table.c.user_id, personal_data.by_server(rows))
        for table, rows in ((match_log, played), (deal_results, played), (rating_changes, changed))
        if rows
    )


async def forget(tx: Transaction, user_id: int, known: tuple[Trace, ...], since: float) -> Forgotten:
    """Forget a person who has no seat at a live table.

    :param known: where they are named in the long tables,
    :param since: as they were found at this time or later.
    """
    live = await _lock_former_matches(tx, user_id)
    quick = tuple(table for table in personal_data.tables() if table not in personal_data.LONG)
    found = personal_data.join(
        known, await long_traces(tx, user_id, since), await personal_data.find(tx, user_id, quick)
    )
    names = await personal_data.known_names(tx, user_id, found)
    former = {guild_id: former_id() for trace in found for guild_id in trace.keys}
    await _forget_solitaires(tx, user_id)
    playing = {guild_id for trace in found if trace.table in _TOURNAMENTS for guild_id in trace.keys}
    for guild_id in sorted(playing):
        await stored_leagues.hold(tx, guild_id)
        await stored_tournaments.replace_person(tx, guild_id, user_id, former[guild_id])
    await tx.execute(
        delete(puzzles).where(puzzles.c.match_id.in_(select(matches.c.id).where(personal_data.matches_of(user_id))))
    )
    await _forget_cuts(tx, user_id, former)
    await tx.execute(delete(kept_out).where(kept_out.c.user_id == user_id, kept_out.c.until <= since))
    for trace in found:
        for guild_id in trace.keys:
            await _forget_trace(tx, trace, guild_id, user_id, former[guild_id])
    await personal_data.rewrite_json(tx, user_id, lambda guild_id: former.setdefault(guild_id, former_id()), names)
    return Forgotten(former, await _raise_versions(tx, live))


async def _forget_trace(tx: Transaction, trace: Trace, guild_id: int, user_id: int, new: int) -> None:
    if trace.table in _SOLITARY or trace.table is kept_out:
        return
    if trace.table is league_entrants:
        await personal_data.rename_in_entries(tx, trace.keys[guild_id], user_id, new)
    if trace.table not in _DELETED:
        nameless = {} if trace.name is None else {trace.name.name: ""}
        await personal_data.rename(tx, trace, guild_id, user_id, new, **nameless)
        return
    for condition in trace.conditions(guild_id, user_id):
        await tx.execute(delete(trace.table).where(condition))


async def _forget_cuts(tx: Transaction, user_id: int, former: Mapping[int, int]) -> None:
    """Replace a person's cuts by hashes that still verify shuffles."""
    own = select(matches.c.id, matches.c.guild_id, matches.c.cuts).where(personal_data.matches_of(user_id))
    for row in (await tx.execute(own)).all():
        cuts = [[former[row.guild_id], hidden_cut(text)] if who == user_id else [who, text] for who, text in row.cuts]
        if cuts != row.cuts:
            await tx.execute(update(matches).where(matches.c.id == row.id).values(cuts=cuts))


async def _forget_solitaires(tx: Transaction, user_id: int) -> None:
    """Delete a person's solitaires except daily results."""
    own = solos.c.user_id == user_id
    ranked = solos.c.counted & solos.c.ended_at.is_not(None) & (solos.c.day != "")
    await tx.execute(delete(solos).where(own, ~ranked))
    new = former_id()
    await tx.execute(update(solos).where(own).values(user_id=new, name=""))
    await tx.execute(update(solo_players).where(solo_players.c.user_id == user_id).values(user_id=new, name=""))


async def _raise_versions(tx: Transaction, ids: Sequence[str]) -> tuple[StoredMatch, ...]:
    """Raise matches' versions, to make copies in memory outdated."""
    if ids:
        await tx.execute(update(matches).where(matches.c.id.in_(ids)).values(version=matches.c.version + 1))
    return await _load_matches(tx, ids)


async def _lock_former_matches(tx: Transaction, user_id: int) -> Sequence[str]:
    """Lock left matches, and restart running recomputations of leagues.

    :return: the live matches that name them.
    """
    left = select(league_entrants.c.match_id).where(league_entrants.c.user_id == user_id)
    formerly = select(seats.c.match_id).where(seats.c.former_id == user_id)
    own = LIVE & (matches.c.id.in_(left) | matches.c.id.in_(formerly) | (matches.c.host_id == user_id))
    live = select(matches.c.id).where(own).order_by(matches.c.id).with_for_update()
    named: Sequence[str] = (await tx.execute(live)).scalars().all()
    rated = select(ratings.c.guild_id).where(ratings.c.user_id == user_id)
    running = select(leagues.c.guild_id).where(leagues.c.run_by.is_not(None), leagues.c.guild_id.in_(rated))
    for guild_id in (await tx.execute(running.order_by(leagues.c.guild_id))).scalars().all():
        league = await stored_leagues.hold(tx, guild_id)  # what the run has read of them it must read again
        await stored_leagues.request_recompute(
            tx, guild_id, league.last_at if league.anew_from is None else league.anew_from
        )
    return named
