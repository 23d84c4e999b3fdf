"""Recomputing the ratings of a league as a new generation.

The current generation stays in use until the end. Short pieces, each saved with the progress, keep tables responsive.
The end locks the league, adds new matches and switches generations. The next run deletes the leftovers of an
interrupted one and starts again.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Final

from bot.league.entered_results import is_possible
from bot.league.ratings.rating import rate_result, scopes_of
from bot.league.throttle import LeagueThrottle, breathe
from storage.database import Database, StorageError, Transaction
from storage.league import audit_log, leagues, ratings, results, seasons
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.leagues import League
from storage.league.ratings import Rating, RatingChange
from storage.league.results import NotCounted, Result
from storage.league.seasons import Season

logger = logging.getLogger(__name__)

_LEASE: Final = 60.0
"""The seconds without progress of a run before another may start."""

_PIECE: Final = 100
"""The results computed and saved in one batch."""

_ROWS: Final = 500
"""The rows deleted in one batch."""

_LAST: Final = 50
"""The most results that are computed while the league is held."""

ProgressCallback = Callable[[int, int], None]
"""Called with the number of computed results, and of all results."""


class _Lost(Exception):
    """Another process has taken over the run."""


class _Run:
    """One computation of a league from its first result on.

    :ivar standings: the standings of the people in the next results.
    :ivar impossible: the number of results skipped because their game does not seat that many people.
    """

    def __init__(self, league: League, open_seasons: tuple[Season, ...], total: int) -> None:
        self.league = league
        self.generation = league.generation + 1
        self.total = total
        self.done = 0
        self.at: tuple[float, int] | None = None
        self.standings: dict[tuple[str, int], Rating] = {}
        self.impossible = 0
        self._seasons = open_seasons
        self._since = league.anew_from or 0.0
        self._unsaved: dict[tuple[str, int], Rating] = {}
        self._changes: list[RatingChange] = []
        self._aside: list[int] = []

    async def look_up(self, tx: Transaction, piece: tuple[Result, ...]) -> None:
        """Load the standings that the next results need, to save memory."""
        scopes = {scope for result in piece for scope in scopes_of(result, self._seasons)}
        everybody = {one for result in piece for one in result.people}
        standing = ratings.standing_of
        self.standings = await standing(tx, self.league.guild_id, self.generation, scopes, everybody) if piece else {}

    def take(self, result: Result) -> None:
        """Rate the next result."""
        self.at = result.at, result.id
        self.done += 1
        if not is_possible(result):
            self.impossible += 1
            self._aside.append(result.id)
            return
        after, changes = rate_result(result, self._seasons, self.standings)
        self.standings |= after
        self._unsaved |= after
        if result.at >= self._since:  # earlier results are unchanged
            self._changes += changes

    async def save(self, tx: Transaction) -> None:
        """Save the ratings and changes since the last save."""
        guild_id = self.league.guild_id
        await ratings.save(tx, guild_id, self.generation, self._unsaved.values())
        await ratings.add_changes(tx, guild_id, self.generation, self._changes)
        if self._aside:
            await results.exclude(tx, self._aside, NotCounted.CROWDED)
        self._unsaved, self._changes, self._aside = {}, [], []


async def recompute(
    database: Database,
    guild_id: int,
    now: Callable[[], float],
    on_progress: ProgressCallback | None = None,
    throttle: LeagueThrottle | None = None,
) -> bool:
    """Recompute ratings until none are due; False if another process does.

    :param throttle: the throttle if users wait for other work; None: full speed.
    :raises StorageError: if reading or saving failed; the old generation stays in use.
    """
    runner, throttle = secrets.token_hex(8), throttle or LeagueThrottle(rest=0.0)
    try:
        while await _is_due(database, guild_id):
            async with throttle.run(guild_id):
                run = await _begin(database, guild_id, runner, now)
                if run is None:
                    break
                await _clear(database, run, runner, now, throttle)
                await _compute(database, run, runner, now, on_progress, throttle)
                await _delete_outdated(database, run, throttle)
    except _Lost:
        return False
    except (Exception, asyncio.CancelledError):
        await _release_lease(database, guild_id, runner)
        raise
    return True


async def _is_due(database: Database, guild_id: int) -> bool:
    async with database.read() as tx:
        return (await leagues.load(tx, guild_id)).is_due


async def _release_lease(database: Database, guild_id: int, runner: str) -> None:
    """Release the lease after a failure, for other processes."""
    try:
        async with database.write() as tx:
            await leagues.end_run(tx, guild_id, runner)
    except StorageError as error:
        logger.warning("league of server %d: lease kept, next computation in %d seconds: %s", guild_id, _LEASE, error)


async def _begin(database: Database, guild_id: int, runner: str, now: Callable[[], float]) -> _Run | None:
    async with database.write() as tx:
        league = await leagues.hold(tx, guild_id)
        if not league.is_due:
            return None
        if not await leagues.claim_run(tx, guild_id, runner, now(), _LEASE):
            raise _Lost
        return _Run(league, await seasons.spans(tx, guild_id), 0)


async def _clear(
    database: Database, run: _Run, runner: str, now: Callable[[], float], throttle: LeagueThrottle
) -> None:
    """Delete leftovers of interrupted runs, and count the results."""
    guild_id = run.league.guild_id

    async def clear(tx: Transaction) -> bool:
        if not await leagues.save_run_progress(tx, guild_id, runner, now() + _LEASE, 0, run.total):
            raise _Lost
        return not await ratings.drop_unfinished(tx, guild_id, run.league.generation, _ROWS)

    run.total = await database.run_read(lambda tx: results.count(tx, results.Wanted(guild_id, counting_only=True)))
    done = False
    while not done:
        async with throttle.piece():
            done = await database.run_write(clear)


async def _compute(
    database: Database,
    run: _Run,
    runner: str,
    now: Callable[[], float],
    on_progress: ProgressCallback | None,
    throttle: LeagueThrottle,
) -> None:
    guild_id = run.league.guild_id

    async def read(tx: Transaction) -> tuple[Result, ...]:
        piece = await results.following(tx, guild_id, run.at, _PIECE)
        await run.look_up(tx, piece)
        return piece

    async def save(tx: Transaction) -> None:
        await run.save(tx)
        until = now() + _LEASE
        if not await leagues.save_run_progress(tx, guild_id, runner, until, run.done, max(run.done, run.total)):
            raise _Lost

    while True:
        async with throttle.piece():
            piece, since = await database.run_read(read), perf_counter()
            for result in piece:
                run.take(result)
                since = await breathe(since)
            await database.run_write(save)
        if on_progress is not None:
            on_progress(run.done, max(run.done, run.total))
        if len(piece) < _LAST and await database.run_write(lambda tx: _holds_now(tx, run, runner, now())):
            return


async def _holds_now(tx: Transaction, run: _Run, runner: str, now: float) -> bool:
    """Finish or abandon the run; return False if results are left."""
    guild_id = run.league.guild_id
    league = await leagues.hold(tx, guild_id)
    if league.asked != run.league.asked:  # a changed result may have been computed already: start again
        await leagues.end_run(tx, guild_id, runner)
        return True
    left = await results.following(tx, guild_id, run.at, _PIECE)
    if len(left) >= _PIECE:
        return False
    await run.look_up(tx, left)
    for result in left:
        run.take(result)
    await run.save(tx)
    if not await leagues.end_run(tx, guild_id, runner):
        raise _Lost
    if run.impossible:
        logger.warning("league of server %d: %d results skipped for too many people", guild_id, run.impossible)
        await audit_log.add(
            tx, AuditEntry(0, guild_id, now, None, AuditAction.CROWDED, about={"results": run.impossible})
        )
    await leagues.save(tx, replace(league, generation=run.generation, answered=league.asked, anew_from=None))
    logger.info("league of server %d recomputed: %d results", guild_id, run.done)
    return True


async def _delete_outdated(database: Database, run: _Run, throttle: LeagueThrottle) -> None:
    """Delete old standings and superseded changes in batches.

    All results are checked, so leftovers of earlier interruptions are deleted, too.
    """
    guild_id = run.league.guild_id
    at: tuple[float, int] | None = None

    async def standings_gone(tx: Transaction) -> bool:
        league = await leagues.load(tx, guild_id)
        return not await ratings.drop_standings_before(tx, guild_id, league.generation, _ROWS)

    async def changes_gone(tx: Transaction) -> bool:
        """Delete a batch; return True if no result is left."""
        nonlocal at
        league = await leagues.load(tx, guild_id)
        piece = await results.keys_following(tx, guild_id, at, _PIECE)
        ids = [result_id for _, result_id in piece]
        if await ratings.drop_superseded_changes(tx, guild_id, league.generation, ids, _ROWS) < _ROWS:
            at = piece[-1] if piece else at
            return not piece
        return False

    for gone in (standings_gone, changes_gone):
        done = False
        while not done:
            async with throttle.piece():
                done = await database.run_write(gone)


async def differences(database: Database, guild_id: int) -> tuple[str, ...]:
    """Return differences between current and recomputed ratings, in English."""
    async with database.read() as tx:
        league = await leagues.load(tx, guild_id)
        held = {(one.scope, one.user_id): one for one in await ratings.all_in(tx, guild_id, league.generation)}
        run = _Run(league, await seasons.spans(tx, guild_id), 0)
        while piece := await results.following(tx, guild_id, run.at, _PIECE):
            for result in piece:
                run.take(result)
    return tuple(
        f"{scope}, user {user_id}: {held.get((scope, user_id))} is kept, {run.standings.get((scope, user_id))} is right"
        for scope, user_id in sorted(held.keys() | run.standings.keys())
        if held.get((scope, user_id)) != run.standings.get((scope, user_id))
    )
