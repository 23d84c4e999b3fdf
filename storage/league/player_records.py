"""Player records: totals in a server, and achievements in single matches.

The database adds them up. They exclude void and helped matches and those whose deals other tables still play, and
separate matches that do not count in the league.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Integer, case, cast, exists, false, func, insert, select

from storage.database import Transaction
from storage.league import round_deals
from storage.league.results import PRACTICE, is_there
from storage.schema import league_feats, league_places, league_results, matches

_P, _R = league_places.c, league_results.c
_SHOWN = (_R.void == false()) & ~round_deals.is_secret(_R.match_id)
_STANDS = _SHOWN & _R.why_not.not_in(PRACTICE) & is_there()
_COUNTS = (_R.why_not == "") & _STANDS


@dataclass(frozen=True)
class Total:
    """A person's matches of one game.

    :ivar matches: all of them, and `wins` among them.
    :ivar counted: those that count in the league, and `counted_wins` among them.
    :ivar place: the average place, from 1; `sides` is the average number of sides.
    :ivar score: the average score; None if none is known.
    :ivar score_sum: all scores together: at a game for chips, the winnings or losses.
    """

    game: str
    matches: int
    wins: int
    counted: int
    counted_wins: int
    place: float
    sides: float
    score: float | None
    score_sum: int


@dataclass(frozen=True)
class Streaks:
    """Consecutive wins in counting matches.

    :ivar running: the number of wins since the last match not won.
    :ivar longest: the length of the longest streak.
    """

    running: int = 0
    longest: int = 0


@dataclass(frozen=True)
class Meeting:
    """Two people's matches of a game, as opponents or partners.

    :ivar against: the matches as opponents, the first person ahead in `better`, behind in `worse`, else equal.
    :ivar together: the matches as partners, of which `won` were won.
    """

    game: str
    against: int
    better: int
    worse: int
    together: int
    won: int


async def totals(tx: Transaction, guild_id: int, user_id: int) -> tuple[Total, ...]:
    """Return a person's totals, the most played game first."""
    number = func.count().label("matches")
    wanted = (
        select(
            _P.game,
            number,
            _many(_P.won),
            _many(_COUNTS),
            _many(_COUNTS & _P.won),
            func.avg(_P.place),
            func.avg(_P.sides),
            func.avg(_P.score),
            func.coalesce(func.sum(_P.score), 0),
        )
        .join(league_results, _R.id == _P.result_id)
        .where(_P.guild_id == guild_id, _P.user_id == user_id, _STANDS)
        .group_by(_P.game)
        .order_by(number.desc(), _P.game)
    )
    return tuple(_total(*row) for row in await tx.execute(wanted))


async def streaks(tx: Transaction, guild_id: int, user_id: int, game: str | None = None) -> Streaks:
    """Return a person's winning streaks in one game or all."""
    order = (_P.at, _P.result_id)
    number = func.row_number().over(order_by=order)
    number_of_its_kind = func.row_number().over(partition_by=_P.won, order_by=order)
    mine = (_P.guild_id == guild_id) & (_P.user_id == user_id) & _COUNTS
    if game is not None:
        mine &= _P.game == game
    each = (
        select(_P.won, number.label("number"), (number - number_of_its_kind).label("run"))
        .join(league_results, _R.id == _P.result_id)
        .where(mine)
        .subquery()
    )
    runs = (
        select(each.c.won, func.count().label("length"), func.max(each.c.number).label("last"))
        .group_by(each.c.won, each.c.run)
        .subquery()
    )
    lost_last = func.coalesce(func.max(case((runs.c.won, 0), else_=runs.c.last)), 0)
    longest = func.coalesce(func.max(case((runs.c.won, runs.c.length), else_=0)), 0)
    running = func.coalesce(func.max(runs.c.last), 0) - lost_last
    found = (await tx.execute(select(longest.label("longest"), running.label("running")).select_from(runs))).one()
    return Streaks(int(found.running), int(found.longest))


async def last_game(tx: Transaction, guild_id: int, user_id: int) -> tuple[str, float] | None:
    """Return a person's last finished game, and its unix time."""
    mine = (_P.guild_id == guild_id) & (_P.user_id == user_id)
    newest = select(_P.game, _P.at).where(mine).order_by(_P.at.desc(), _P.result_id.desc()).limit(1)
    found = (await tx.execute(newest)).one_or_none()
    return None if found is None else (found.game, found.at)


async def meetings(tx: Transaction, guild_id: int, user_id: int, other_id: int) -> tuple[Meeting, ...]:
    """Return two people's matches, the most played game first."""
    theirs = league_places.alias()
    same = theirs.c.side == _P.side
    wanted = (
        select(
            _P.game,
            _many(~same),
            _many(~same & (_P.place < theirs.c.place)),
            _many(~same & (_P.place > theirs.c.place)),
            _many(same),
            _many(same & _P.won),
        )
        .join(theirs, (theirs.c.result_id == _P.result_id) & (theirs.c.user_id == other_id))
        .join(league_results, _R.id == _P.result_id)
        .where(_P.guild_id == guild_id, _P.user_id == user_id, _STANDS)
        .group_by(_P.game)
        .order_by(func.count().desc(), _P.game)
    )
    return tuple(_meeting(*row) for row in await tx.execute(wanted))


def _total(game: str, *numbers: Any) -> Total:
    matches, wins, counted, counted_wins, place, sides, score, score_sum = numbers
    return Total(
        game,
        matches=int(matches),
        wins=int(wins),
        counted=int(counted),
        counted_wins=int(counted_wins),
        place=float(place),
        sides=float(sides),
        score=None if score is None else float(score),
        score_sum=int(score_sum),
    )


def _meeting(game: str, *numbers: Any) -> Meeting:
    return Meeting(game, *map(int, numbers))


def _many(condition: Any) -> Any:
    """Return the number of rows that satisfy a condition."""
    return func.coalesce(func.sum(cast(case((condition, 1), else_=0), Integer)), 0)


BEST_DEAL = "best_deal"
"""The points of the best deal, if more points are better."""

RIGHT = "right"
WRONG = "wrong"
"""The numbers of right and wrong calls."""

MADE = "made"
MISSED = "missed"
"""The numbers of bids made and missed."""

_F = league_feats.c


@dataclass(frozen=True)
class Achievement:
    """A person's achievement over all matches of a game.

    :ivar total: the sum of the numbers.
    :ivar best: the largest number.
    """

    game: str
    kind: str
    total: int
    best: int


async def add_achievements(
    tx: Transaction, guild_id: int, result_id: int, game: str, numbers: Mapping[tuple[int, str], int]
) -> None:
    """Save the achievements in a match.

    :param numbers: (user id, kind) -> number.
    :raises Conflict: if they are saved already.
    """
    where = {"result_id": result_id, "guild_id": guild_id, "game": game}
    rows = [where | {"user_id": one, "feat": kind, "number": number} for (one, kind), number in sorted(numbers.items())]
    if rows:
        await tx.execute(insert(league_feats), rows)


@dataclass(frozen=True)
class PersonTally:
    """A person's matches of one game in a period.

    :ivar score: all final scores together; None if none is known.
    :ivar counts: the sums of their achievements by kind.
    """

    user_id: int
    game: str
    matches: int = 0
    wins: int = 0
    score: int | None = None
    counts: Mapping[str, int] = field(default_factory=dict)


async def tally(
    tx: Transaction, guild_id: int, since: float, channel_ids: Collection[int] | None = None
) -> tuple[PersonTally, ...]:
    """Return people's finished matches since a time, by person and game.

    :param channel_ids: the channels of the tables; None: the whole server, with results entered by hand.
    """
    of_period = (_R.guild_id == guild_id) & (_R.at >= since) & _STANDS
    if channel_ids is not None:
        there = matches.alias()
        of_period &= exists().where(there.c.id == _R.match_id, there.c.channel_id.in_(channel_ids))
    achieved = select(_F.user_id, _F.game, _F.feat, func.sum(_F.number))
    achieved = achieved.join(league_results, _R.id == _F.result_id).where(of_period, _F.feat != BEST_DEAL)
    counts: dict[tuple[int, str], dict[str, int]] = {}
    rows: Any = await tx.execute(achieved.group_by(_F.user_id, _F.game, _F.feat))
    for user_id, game, kind, total in rows:
        counts.setdefault((user_id, game), {})[kind] = int(total)
    wanted = (
        select(_P.user_id, _P.game, func.count(), _many(_P.won), func.sum(_P.score))
        .join(league_results, _R.id == _P.result_id)
        .where(of_period)
        .group_by(_P.user_id, _P.game)
        .order_by(_P.user_id, _P.game)
    )
    rows = await tx.execute(wanted)
    return tuple(PersonTally(*row, counts=counts.get((row[0], row[1]), {})) for row in map(_tallied, rows))


def _tallied(row: Any) -> tuple[int, str, int, int, int | None]:
    user_id, game, number, wins, score = row
    return user_id, game, int(number), int(wins), None if score is None else int(score)


async def achievements_of(tx: Transaction, guild_id: int, user_id: int) -> tuple[Achievement, ...]:
    """Return achievements by game and kind, without void and secret matches."""
    wanted = (
        select(_F.game, _F.feat, func.sum(_F.number), func.max(_F.number))
        .join(league_results, _R.id == _F.result_id)
        .where(_F.guild_id == guild_id, _F.user_id == user_id, _SHOWN)
        .group_by(_F.game, _F.feat)
        .order_by(_F.game, _F.feat)
    )
    rows: Any = await tx.execute(wanted)
    return tuple(Achievement(game, kind, int(total), int(best)) for game, kind, total, best in rows)
