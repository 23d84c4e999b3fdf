"""Computing the ratings of a league anew, as a new generation beside the one that holds, which goes on meanwhile.

The work is done in short pieces, so that tables are kept waiting by none of them, and each piece is saved with how far
it is. In the end, under the league's lock, what was played meanwhile is added and the new generation holds. A run that
was broken off leaves a generation that never held; the next run deletes it and begins again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from storage.database import Database, Transaction
from storage.league import leagues, ratings, results, seasons
from storage.league.leagues import League
from storage.league.ratings import Change, Rating
from storage.league.results import Result
from storage.league.seasons import Season

from .reckoning import reckoned

__all__ = ["Progress", "compute_anew", "differences"]

logger = logging.getLogger(__name__)

_LEASE: Final = 60.0
"""So many seconds a run may be silent before another may begin."""

_PIECE: Final = 250
"""How many results are computed and saved at once."""

_BREATH: Final = 25
"""After so many results others have their turn in this process."""

_LAST: Final = 50
"""With no more results than this to come the league is held while they are computed."""

Progress = Callable[[int, int], None]
"""Told how many results of how many are through."""


class _Lost(Exception):
    """The run is somebody else's now."""


class _Run:
    """One computation of a league from its first result on."""

    def __init__(self, league: League, open_seasons: tuple[Season, ...], total: int) -> None:
        self.league = league
        self.generation = league.generation + 1
        self.total = total
        self.done = 0
        self.at: tuple[float, int] | None = None
        self.standings: dict[tuple[str, int], Rating] = {}
        self._seasons = open_seasons
        self._since = league.anew_from or 0.0
        self._unsaved: dict[tuple[str, int], Rating] = {}
        self._changes: list[Change] = []

    def take(self, result: Result) -> None:
        """Rate the next result."""
        after, changes = reckoned(result, self._seasons, self.standings)
        self.standings |= after
        self._unsaved |= after
        if result.at >= self._since:  # what was before is as it was
            self._changes += changes
        self.at = result.at, result.id
        self.done += 1

    async def save(self, tx: Transaction) -> None:
        """Save what has been rated since the last time."""
        guild_id = self.league.guild_id
        await ratings.save(tx, guild_id, self.generation, self._unsaved.values())
        await ratings.add_changes(tx, guild_id, self.generation, self._changes)
        self._unsaved, self._changes = {}, []


async def compute_anew(
    database: Database, guild_id: int, now: Callable[[], float], told: Progress | None = None
) -> bool:
    """Compute the ratings of a league anew if that is due, until nothing is; False if another process does it.

    :raises StorageError: if something could not be read or saved; the generation that held holds on.
    """
    runner = secrets.token_hex(8)
    try:
        while (run := await _begun(database, guild_id, runner, now)) is not None:
            await _computed(database, run, runner, now, told)
            await _tidied(database, run)
    except _Lost:
        return False
    return True


async def _begun(database: Database, guild_id: int, runner: str, now: Callable[[], float]) -> _Run | None:
    async with database.write() as tx:
        league = await leagues.hold(tx, guild_id)
        if not league.is_due:
            await leagues.end_run(tx, guild_id, runner)
            return None
        if not await leagues.claim_run(tx, guild_id, runner, now(), _LEASE):
            raise _Lost
        await ratings.drop_unfinished(tx, guild_id, league.generation)
        total = await results.count(tx, results.Wanted(guild_id, counting_only=True))
        return _Run(league, await seasons.all_of(tx, guild_id), total)


async def _computed(
    database: Database, run: _Run, runner: str, now: Callable[[], float], told: Progress | None
) -> None:
    guild_id = run.league.guild_id
    while True:
        async with database.read() as tx:
            piece = await results.following(tx, guild_id, run.at, _PIECE)
        for number, result in enumerate(piece, 1):
            run.take(result)
            if number % _BREATH == 0:
                await asyncio.sleep(0)
        if len(piece) < _LAST and await _holds_now(database, run, runner):
            return
        async with database.write() as tx:
            await run.save(tx)
            until = now() + _LEASE
            if not await leagues.tell_run(tx, guild_id, runner, until, run.done, max(run.done, run.total)):
                raise _Lost
        if told is not None:
            told(run.done, max(run.done, run.total))


async def _holds_now(database: Database, run: _Run, runner: str) -> bool:
    """Let the new generation hold; False if more results are to be computed first, or something was changed."""
    async with database.write() as tx:
        league = await leagues.hold(tx, run.league.guild_id)
        if league.asked != run.league.asked:
            return await _given_up(tx, run, runner)
        left = await results.following(tx, league.guild_id, run.at, _PIECE)
        if len(left) >= _PIECE:
            return False
        for result in left:
            run.take(result)
        await run.save(tx)
        if not await leagues.end_run(tx, league.guild_id, runner):
            raise _Lost
        met = replace(league, generation=run.generation, answered=league.asked, anew_from=None)
        await leagues.save(tx, met)
    logger.info("league of server %d computed anew: %d results", run.league.guild_id, run.done)
    return True


async def _given_up(tx: Transaction, run: _Run, runner: str) -> bool:
    """A result was changed that may have been computed already: begin again."""
    await leagues.end_run(tx, run.league.guild_id, runner)
    return True


async def _tidied(database: Database, run: _Run) -> None:
    """Delete the standings of generations that hold no more, a few at a time."""
    while True:
        async with database.write() as tx:
            league = await leagues.load(tx, run.league.guild_id)
            if not await ratings.drop_standings_before(tx, league.guild_id, league.generation, 1000):
                return


async def differences(database: Database, guild_id: int) -> tuple[str, ...]:
    """How the ratings that hold differ from what the results come to, in English; none if they do not."""
    async with database.read() as tx:
        league = await leagues.load(tx, guild_id)
        held = {(one.scope, one.user_id): one for one in await ratings.all_in(tx, guild_id, league.generation)}
        run = _Run(league, await seasons.all_of(tx, guild_id), 0)
        while piece := await results.following(tx, guild_id, run.at, _PIECE):
            for result in piece:
                run.take(result)
    return tuple(
        f"{scope}, user {user_id}: {held.get((scope, user_id))} is kept, {run.standings.get((scope, user_id))} is right"
        for scope, user_id in sorted(held.keys() | run.standings.keys())
        if held.get((scope, user_id)) != run.standings.get((scope, user_id))
    )
