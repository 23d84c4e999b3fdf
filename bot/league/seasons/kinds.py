"""The kinds of seasons: a class for each way of ranking.

The database stores the key of a kind. `season_kind` finds the class of a season.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.league.ratings.rating import ESTABLISHED, best_scores, of_season, points_share, uncertainty
from bot.locales import Words
from bot.render import Value
from bot.skills import START
from storage.database import Transaction
from storage.league import standings
from storage.league.leagues import League
from storage.league.ratings import Rating, shown
from storage.league.seasons import Season
from storage.league.standings import Scope

_STEPS: Final = 160
"""The number of time steps of a curve."""

Curves = Mapping[int, tuple[tuple[float, float], ...]]
"""The numbers of people by time: user id -> (unix seconds, number)."""


@dataclass(frozen=True)
class Chart:
    """The leaders of a chart, and its first and last second.

    :ivar of: the scope of the standings if they are of no season.
    """

    league: League
    of: str
    season: Season | None
    leaders: Sequence[Rating]
    since: float
    until: float

    @property
    def user_ids(self) -> list[int]:
        return [leader.user_id for leader in self.leaders]


class SeasonKind(ABC):
    """A kind of season, without state.

    :cvar key: the value that the database stores, and the end of the key of its name.
    :cvar order: the columns of ratings that decide places, as in `Scope`.
    :cvar title: the key of the title of the column of numbers.
    :cvar established: the number of matches before which a place is provisional; 0: no place is.
    :cvar takes_points: whether a season of this kind may be opened with points for places. Only these add results up,
        so only in these the best results of a person can score alone.
    :cvar shows_rises: whether standings show the places won and lost since Monday.
    """

    key: ClassVar[str]
    order: ClassVar[tuple[str, ...]]
    title: ClassVar[str]
    established: ClassVar[int] = 0
    takes_points: ClassVar[bool] = False
    shows_rises: ClassVar[bool] = False

    def name(self, w: Words) -> str:
        """Return the name of the ranking, such as "by rating"."""
        return w(f"league.counting.{self.key}")

    def scope(self, league: League, name: str) -> Scope:
        """Return the database scope of a season, game or all games."""
        return Scope(league.guild_id, league.generation, name, self.order, self.established)

    def is_provisional(self, rating: Rating) -> bool:
        """Return True if the place rests on too few matches."""
        return rating.matches < self.established

    @abstractmethod
    def value(self, rating: Rating) -> Value:
        """Return the value that decides a place."""

    def number(self, rating: Rating, w: Words) -> str:
        """Return that value as text, with its title."""
        return f"{w(self.title)}: {self.value(rating).text}"

    def note(self, w: Words) -> str:
        """Return a sentence about the numbers; "" for none."""
        del w
        return ""

    @abstractmethod
    async def curves(self, tx: Transaction, chart: Chart) -> Curves:
        """Return the values of the leaders over time."""


class RatingSeason(SeasonKind):
    """A season by ratings, starting from scratch."""

    key = "rating"
    order = ("mu",)
    title = "league.column.rating"
    established = ESTABLISHED
    shows_rises = True

    def value(self, rating: Rating) -> Value:
        return Value(str(shown(rating.mu)), f"±{uncertainty(rating.sigma)}")

    def number(self, rating: Rating, w: Words) -> str:
        del w
        value = self.value(rating)
        return f"**{value.text}** {value.aside}"

    def note(self, w: Words) -> str:
        return w("league.standings.rating", start=shown(START.mu))

    async def curves(self, tx: Transaction, chart: Chart) -> Curves:
        """Return shown ratings; older ratings begin at the first second."""
        since, ids = chart.since, chart.user_ids
        step = max(1.0, (chart.until - since) / _STEPS)
        points: dict[int, list[tuple[float, float]]] = {user_id: [] for user_id in ids}
        scope = self.scope(chart.league, chart.of if chart.season is None else of_season(chart.season))
        for one in await standings.ratings_over_time(tx, scope, ids, since=since, step=step):
            of_person = points[one.user_id]
            if not of_person and one.value != START.mu:
                of_person.append((since, shown(one.value)))
            of_person.append((one.at, shown(one.value)))
        for leader in chart.leaders:
            if not points[leader.user_id]:
                points[leader.user_id].append((since, shown(leader.mu)))
        return {user_id: tuple(of_person) for user_id, of_person in points.items()}


class PointsSeason(SeasonKind):
    """A season by the sum of points for places."""

    key = "points"
    order = ("points", "wins", "-matches")
    title = "league.column.points"
    takes_points = True

    def value(self, rating: Rating) -> Value:
        return Value(f"{rating.points:.2f}".rstrip("0").rstrip("."))

    def note(self, w: Words) -> str:
        return w("league.standings.points")

    async def curves(self, tx: Transaction, chart: Chart) -> Curves:
        """Return the total points after each match of the season."""
        season, ids = chart.season, chart.user_ids
        if season is None:
            raise ValueError("only seasons have points for places")
        found = await standings.places_over_time(
            tx, season.guild_id, ids, since=season.starts_at, until=season.ends_at, games=season.games
        )
        points = {user_id: [(season.starts_at, 0.0)] for user_id in ids}
        scores: dict[int, tuple[float, ...]] = dict.fromkeys(ids, ())
        for one in found:
            gained = points_share(one.better, one.equal, one.sides, season.points)
            most = season.best or len(scores[one.user_id]) + 1
            scores[one.user_id] = best_scores(scores[one.user_id], gained, most)
            points[one.user_id].append((one.at, sum(scores[one.user_id])))
        return {user_id: tuple(of_person) for user_id, of_person in points.items()}


RATING: Final = RatingSeason()
"""The kind of seasonless standings, too."""

SEASON_KINDS: Final[dict[str, SeasonKind]] = {one.key: one for one in (RATING, PointsSeason())}
"""The kinds by their stored values, in the order in which `/league-admin season` offers them."""


def season_kind(season: Season | None) -> SeasonKind:
    """Return the kind of a season, or of seasonless standings."""
    return RATING if season is None else SEASON_KINDS[season.counting]


COMPLETES: Final = {"league.counting.{}": SEASON_KINDS}
