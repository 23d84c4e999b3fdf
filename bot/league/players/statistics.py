"""Personal statistics: totals, streaks, head-to-head and rating over time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Self

import discord

import games
from bot import render
from bot.league.charts import date_of, marked, plot_alt
from bot.league.players.clicks import PlayersClick
from bot.league.players.history import Filters
from bot.league.ratings.rating import ALL, is_provisional, uncertainty
from bot.locales import Words
from bot.messages.luck import luck_lines
from bot.messages.parts.components import Button, ClickAddress, Kind, Row, Select, SelectOption
from bot.messages.parts.message import COLOUR, Drawing, Message, embedded
from bot.messages.parts.names import names_in_pictures
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, MAX_TITLE, escape, place_text, star_text, timestamp, truncate
from bot.tables.ladder import Climb
from storage.league.player_records import BEST_DEAL, MADE, MISSED, RIGHT, WRONG, Achievement, Meeting, Streaks, Total
from storage.league.ratings import Rating, shown
from storage.puzzles import PuzzleSolver
from storage.reviews import StoredReview

_TITLES: Final = 3
"""The most won tournaments in a list."""


@dataclass(frozen=True)
class StatsFilters:
    """A filter of results by person, opponent and game.

    :ivar other: 0: none.
    :ivar game: the key of a game; "": all together.
    """

    person: int
    other: int = 0
    game: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the end of an address; an unreadable person is 0."""
        filters = Filters.parse(text)
        return cls(filters.person, filters.other, filters.game)

    def __str__(self) -> str:
        return f"{self.person}/{self.other}/{self.game}"


@dataclass(frozen=True)
class TournamentFinish:
    """A person's place in a finished tournament.

    :ivar on_podium: whether the place is one of the first three, and was not lost by withdrawing.
    """

    game: str
    title: str
    place: int
    on_podium: bool


@dataclass(frozen=True)
class Career:
    """The results of a person in a server.

    :ivar ratings: by scope.
    :ivar chips: the balance of their account; None without one.
    :ivar zone: the time zone of dates.
    :ivar finishes: their places in finished tournaments, the newest first.
    :ivar curve: the shown rating over time.
    :ivar reviews: their reviewed matches of the running season; without one all.
    :ivar reviewed_since: the beginning of that season; 0 without one.
    :ivar meetings: the matches with another person; empty if none is chosen.
    :ivar puzzles: the puzzle rating; None without attempts.
    :ivar climbs: their progress on the ladders, by game.
    """

    name: str
    totals: Sequence[Total]
    streaks: Streaks
    achievements: Sequence[Achievement]
    ratings: Mapping[str, Rating]
    chips: int | None = None
    zone: str = "UTC"
    finishes: Sequence[TournamentFinish] = ()
    curve: Sequence[tuple[float, float]] = ()
    reviews: Sequence[StoredReview] = ()
    reviewed_since: float = 0.0
    other_name: str = ""
    meetings: Sequence[Meeting] = field(default=())
    puzzles: PuzzleSolver | None = None
    climbs: Mapping[str, Climb] = field(default_factory=dict)

    @property
    def games(self) -> tuple[str, ...]:
        """The games with matches or tournaments, the most played ones first."""
        played = [total.game for total in self.totals]
        return tuple(dict.fromkeys([*played, *(one.game for one in self.finishes)]))


def stats_message(career: Career, filters: StatsFilters, reader: Reader) -> Message:
    """Return all games in short, or one in full."""
    w = reader.words
    title = w("stats.title", name=escape(career.name))
    if filters.game:
        title = f"{title} · {w(f'game.{filters.game}.name')}"
    embed = discord.Embed(colour=COLOUR, title=truncate(title, MAX_TITLE))
    if not career.games:
        none = w("stats.none", play=reader.command("play"), join=w("lobby.button.join"))
        embed.description = "\n".join((none, *_puzzles(career.puzzles, w)))
        return Message(embed=embed, rows=((_solitaires(filters, w),),))
    lines = list(_of_game(career, filters.game, w) if filters.game else _of_all(career, w))
    reviewed = list(luck_lines(career.reviews, w))
    if reviewed:
        since = career.reviewed_since
        title = w("stats.coach.since", day=timestamp(since, "D")) if since else w("stats.coach")
        lines += ["", f"**{title}**", *reviewed]
    if filters.other:
        lines += ["", *_against(career, filters.game, w)]
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    embed.set_footer(text=w("stats.counts"))
    drawing = _plot(career, w)
    rows = _rows(career, filters, w)
    return embedded(embed, None if reader.board == "text" else drawing, rows)


def _of_all(career: Career, w: Words) -> Iterator[str]:
    overall = career.ratings.get(ALL)
    if overall is not None:
        yield f"{w('league.column.rating')}: {_rating(overall, w)}"
    if career.totals:
        yield w("stats.streak", running=career.streaks.running, longest=career.streaks.longest)
    yield from _puzzles(career.puzzles, w)
    yield from _tournaments(career.finishes, w)
    totals = {total.game: total for total in career.totals}
    for game in career.games:
        yield ""
        rating = career.ratings.get(game)
        behind = f" · {_rating(rating, w)}" if rating is not None else ""
        climb = career.climbs.get(game)
        stars = f" {star_text(climb.stars)}" if climb is not None else ""
        yield f"**{w(f'game.{game}.name')}**{stars}{behind}"
        if game in totals:
            yield _played(totals[game], w)
        if len(career.games) > 1:
            yield from _tournaments([one for one in career.finishes if one.game == game], w, titles=0)


def _puzzles(solver: PuzzleSolver | None, w: Words) -> Iterator[str]:
    """Yield the puzzle rating, which is the same in all servers."""
    if solver is not None:
        yield w("stats.puzzles", rating=shown(solver.mu), solved=solver.solved, attempts=solver.attempts)


def _of_game(career: Career, game: str, w: Words) -> Iterator[str]:
    total = next((one for one in career.totals if one.game == game), None)
    finishes = [one for one in career.finishes if one.game == game]
    if total is None:
        yield w("stats.none_of_game")
        yield from _tournaments(finishes, w)
        return
    rating = career.ratings.get(game)
    if rating is not None:
        yield f"{w('league.column.rating')}: {_rating(rating, w)}"
    if game in career.climbs:
        yield f"🪜 {w('ladder.title')}: {star_text(career.climbs[game].stars)}"
    yield _played(total, w)
    place = w("stats.place", place=_decimal(total.place, w), sides=_decimal(total.sides, w))
    if total.score is not None:
        place += f" · {w('stats.score', score=_decimal(total.score, w))}"
    yield place
    yield w("stats.streak", running=career.streaks.running, longest=career.streaks.longest)
    yield from _tournaments(finishes, w)
    achieved = {one.kind: one for one in career.achievements if one.game == game}
    if BEST_DEAL in achieved:
        yield w.count("stats.best_deal", achieved[BEST_DEAL].best)
    for good, bad, key in ((RIGHT, WRONG, "stats.calls"), (MADE, MISSED, "stats.bids")):
        if good in achieved or bad in achieved:
            numbers = [achieved[one].total if one in achieved else 0 for one in (good, bad)]
            yield w(key, good=numbers[0], bad=numbers[1])
    if games.CATALOGUE[game].info.chips:
        yield w("stats.chips_won", amount=_signed(total.score_sum, plus=True))
        if career.chips is not None:
            yield w("stats.chips_held", amount=_signed(career.chips))


def _tournaments(finishes: Sequence[TournamentFinish], w: Words, titles: int = _TITLES) -> Iterator[str]:
    """Yield the numbers of tournaments played and of each medal, and the newest titles."""
    if not finishes:
        return
    medals = Counter(one.place for one in finishes if one.on_podium)
    won = [escape(one.title) for one in finishes if one.on_podium and one.place == 1]
    named = f" ({', '.join(won[:titles])}{', …' if len(won) > titles else ''})" if won and titles else ""
    parts = [f"{place_text(place)} {medals[place]}{named if place == 1 else ''}" for place in sorted(medals)]
    yield " · ".join([f"🏆 {w.count('stats.tournaments', len(finishes))}", *parts])


def _played(total: Total, w: Words) -> str:
    """Return matches and wins, counting ones first."""
    parts = []
    if total.counted:
        share = round(100 * total.counted_wins / total.counted)
        parts.append(w.count("stats.counted", total.counted, won=total.counted_wins, share=share))
    others = total.matches - total.counted
    if others:
        key = "stats.others" if total.counted else "stats.uncounted"
        parts.append(w.count(key, others, won=total.wins - total.counted_wins))
    return " · ".join(parts)


def _against(career: Career, game: str, w: Words) -> Iterator[str]:
    """Yield the head-to-head at one game or all."""
    yield f"**{w('stats.with', name=escape(career.other_name))}**"
    meetings = [one for one in career.meetings if not game or one.game == game]
    if not meetings:
        yield w("stats.never_met")
    for one in meetings:
        parts = []
        if one.against:
            equal = one.against - one.better - one.worse
            key = "stats.against.drawn" if equal else "stats.against"
            parts.append(w.count(key, one.against, better=one.better, worse=one.worse, equal=equal))
        if one.together:
            parts.append(w.count("stats.together", one.together, won=one.won))
        line = " · ".join(parts)
        yield line if game else f"{w(f'game.{one.game}.name')}: {line}"


def _rating(rating: Rating, w: Words) -> str:
    text = f"**{shown(rating.mu)}** ± {uncertainty(rating.sigma)}"
    return f"{text} ({w('stats.provisional')})" if is_provisional(rating) else text


def _plot(career: Career, w: Words) -> Drawing | None:
    """Return the rating over time; None below two counting matches."""
    points = tuple(career.curve)
    if len(points) < 2:
        return None
    curve = render.Curve(career.name, points, f"{points[-1][1]:.0f}")
    since, until = points[0][0], points[-1][0]
    if until <= since:
        return None
    first, last = (date_of(at, career.zone, w) for at in (since, until))
    marks = tuple((at, date_of(at, career.zone, w)) for at in marked(since, until, career.zone))
    [name] = names_in_pictures([career.name], [w("name.seat", number=1)])
    paint = partial(render.plot, (replace(curve, name=name),), since=since, until=until, marks=marks)
    return Drawing(paint, plot_alt(w, [curve], since=first, until=last))


def _rows(career: Career, filters: StatsFilters, w: Words) -> tuple[Row, ...]:
    options = [SelectOption(w("league.standings.all"), "-", default=not filters.game)]
    options += [SelectOption(w(f"game.{game}.name"), game, default=game == filters.game) for game in career.games]
    address = ClickAddress(PlayersClick.STATS_GAME, "", 0, str(replace(filters, game="")))
    history = Filters(filters.person, filters.other, filters.game)
    return (
        (Select(address, tuple(options), w("welcome.choose")),),
        (
            Button(ClickAddress(PlayersClick.HISTORY, "", 1, str(history)), w("stats.button.history")),
            _solitaires(filters, w),
        ),
    )


def _solitaires(filters: StatsFilters, w: Words) -> Button:
    return Button(ClickAddress(Kind.SOLO_STATS, rest=str(filters.person)), w("solo.button.stats"), emoji="📈")


def _decimal(value: float, w: Words) -> str:
    return f"{value:.1f}".replace(".", w("stats.decimal")).replace("-", "−")


def _signed(amount: int, *, plus: bool = False) -> str:
    return (f"{amount:+d}" if plus else str(amount)).replace("-", "−")
