"""Leagues: settings, and requests to recompute ratings."""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, exists, select, update

from storage.database import Transaction
from storage.schema import current_key, league_deeds, leagues
from storage.transactions import field_columns

_C = leagues.c


@dataclass(frozen=True)
class League:
    """The settings and state of a league.

    :ivar time_zone: the IANA name of the zone in which days and quarters begin.
    :ivar daily_limit: the number of matches a day between the same people that count; 0: no limit.
    :ivar quarterly: whether each quarter has a season, opened automatically.
    :ivar games_off: the games that do not count.
    :ivar summary_channel_id: the channel for the weekly summary; None: no summary.
    :ivar summary_at: when the last one was due.
    :ivar podium_role_id: the role for the first three of a closed season; None: none.
    :ivar medal_matches: the matches in a season that a medal and the role need.
    :ivar main_season_id: the season shown first while it runs; None: the one that began first.
    :ivar log_channel_id: the channel in which moderators read the audit log; None: none; 0: it was deleted.
    :ivar logged_id: the last entry of the audit log that was posted there.
    :ivar last_at: the time of the latest result.
    :ivar generation: the current generation of ratings.
    :ivar asked: the number of requested recomputations of the ratings.
    :ivar answered: the number of those requests that were met.
    :ivar anew_from: the time from which on ratings may be wrong; None while all requests are met.
    """

    guild_id: int
    time_zone: str = "UTC"
    daily_limit: int = 5
    quarterly: bool = True
    games_off: tuple[str, ...] = ()
    summary_channel_id: int | None = None
    summary_at: float | None = None
    podium_role_id: int | None = None
    medal_matches: int = 5
    main_season_id: int | None = None
    log_channel_id: int | None = None
    logged_id: int = 0
    last_at: float = 0.0
    generation: int = 0
    asked: int = 0
    answered: int = 0
    anew_from: float | None = None

    @property
    def is_due(self) -> bool:
        """True while the ratings must be recomputed."""
        return self.asked > self.answered


_CHOSEN = field_columns(leagues, League)
_READ = select(*_CHOSEN).where(_C.guild_id == bindparam("guild"))
_HOLD = _READ.with_for_update()
_RUN = {"run_by": None, "run_until": None, "run_done": 0, "run_total": 0}


async def load(tx: Transaction, guild_id: int) -> League:
    """Return the league of a server, or one with defaults."""
    row = (await tx.execute(_READ, {"guild": guild_id})).mappings().one_or_none()
    return League(guild_id) if row is None else _league(row)


async def hold(tx: Transaction, guild_id: int) -> League:
    """Load a league, and lock it until the transaction ends."""
    row = (await tx.execute(_HOLD, {"guild": guild_id})).mappings().one_or_none()
    if row is None:
        await tx.add_new(leagues, _row(League(guild_id)) | _RUN)
        row = (await tx.execute(_HOLD, {"guild": guild_id})).mappings().one()
    return _league(row)


async def save(tx: Transaction, league: League) -> None:
    """Save a held league."""
    await tx.execute(update(leagues).where(_C.guild_id == league.guild_id).values(**_row(league)))


async def request_recompute(tx: Transaction, guild_id: int, since: float) -> League:
    """Request recomputed ratings from a time on; return the locked league."""
    league = await hold(tx, guild_id)
    first = since if league.anew_from is None else min(since, league.anew_from)
    after = replace(league, asked=league.asked + 1, anew_from=first)
    await save(tx, after)
    return after


async def advance_clock(tx: Transaction, guild_id: int, at: float) -> None:
    """Advance a held league's clock to an external result."""
    await tx.execute(update(leagues).where(_C.guild_id == guild_id, _C.last_at < at).values(last_at=at))


async def due(tx: Transaction) -> tuple[int, ...]:
    """Return the servers whose ratings must be recomputed."""
    return tuple((await tx.execute(select(_C.guild_id).where(_C.asked > _C.answered).order_by(_C.guild_id))).scalars())


async def with_summaries(tx: Transaction) -> tuple[League, ...]:
    """Return the leagues that have a channel for weekly summaries."""
    rows = await tx.execute(select(*_CHOSEN).where(_C.summary_channel_id.is_not(None)).order_by(_C.guild_id))
    return tuple(_league(row) for row in rows.mappings())


async def with_unposted_log(tx: Transaction) -> tuple[int, ...]:
    """Return the servers with a log channel and entries that it lacks."""
    newer = exists().where(league_deeds.c.guild_id == _C.guild_id, league_deeds.c.id > _C.logged_id)
    wanted = select(_C.guild_id).where(_C.log_channel_id > 0, newer).order_by(_C.guild_id)
    return tuple((await tx.execute(wanted)).scalars())


# --- The run that recomputes ratings -------------------------------------------------------------------------------


async def claim_run(tx: Transaction, guild_id: int, runner: str, now: float, lease: float) -> bool:
    """Claim a recomputation for `lease` seconds; False while another runs."""
    free = (_C.run_by == runner) | _C.run_until.is_(None) | (_C.run_until < now)
    claim = update(leagues).where(_C.guild_id == guild_id, free)
    return (await tx.execute(claim.values(run_by=runner, run_until=now + lease))).rowcount > 0


async def save_run_progress(tx: Transaction, guild_id: int, runner: str, until: float, done: int, total: int) -> bool:
    """Save a run's progress and extend its lease; False if lost."""
    mine = (_C.guild_id == guild_id) & (_C.run_by == runner)
    values = {"run_until": until, "run_done": done, "run_total": total}
    return (await tx.execute(update(leagues).where(mine).values(**values))).rowcount > 0


async def end_run(tx: Transaction, guild_id: int, runner: str) -> bool:
    """Release a run's lease; False if it was lost."""
    mine = (_C.guild_id == guild_id) & (_C.run_by == runner)
    return (await tx.execute(update(leagues).where(mine).values(**_RUN))).rowcount > 0


async def progress(tx: Transaction, guild_id: int) -> tuple[int, int] | None:
    """Return the done and total results; None if nothing is due."""
    wanted = select(_C.run_done, _C.run_total).where(_C.guild_id == guild_id, _C.asked > _C.answered)
    found = (await tx.execute(wanted)).one_or_none()
    return None if found is None else (int(found.run_done), int(found.run_total))


def _league(row: Any) -> League:
    return League(**{**row, "games_off": tuple(map(current_key, row["games_off"]))})


def _row(league: League) -> dict[str, Any]:
    return vars(league) | {"games_off": list(league.games_off)}
