"""A match's end as picture and text: scores and highlights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final

from bot import render
from bot.locales import Words
from bot.messages.games import Presenter
from bot.messages.games.presenter import Round
from bot.messages.parts.message import Drawing
from bot.messages.parts.text import bold
from games import Event, Match, Outcome, Tile
from games.core.events import DealBegan, Lost, Paid, PaymentReason, Played, Scored, ScoreReason
from games.core.match import Family
from games.core.tricks import TrickTaken
from storage.matches import DealResult

_FOR_THE_END: Final = frozenset({ScoreReason.DEAL, ScoreReason.LEFT, ScoreReason.ENDS, ScoreReason.LAST_TILE})
"""Reasons of points that no laid tile scores, or of penalties."""
_CATCHING: Final = (Family.CHAIN, Family.GAMBLING)
"""The families of games in which a deal's winner gains by the tiles that others have left."""
_WORTH_TELLING: Final = 2
"""The lowest score of a tile that is a highlight."""

Scores = tuple[int, ...]


@dataclass(frozen=True)
class _Highlight:
    """One highlight, with a text `key`, of a `seat` or `side`."""

    key: str
    deal: int
    points: int = 0
    tile: Tile | None = None
    seat: int | None = None
    side: int = 0


@dataclass(frozen=True)
class MatchStory:
    """The public story of a finished match.

    :ivar scores: the scores at the beginning and after each deal.
    :ivar rounds: in a game whose scores restart from zero; the number of won rounds decides.
    """

    match: Match
    outcome: Outcome
    scores: tuple[Scores, ...]
    rounds: tuple[Round, ...] = ()

    @classmethod
    def of(
        cls, match: Match, outcome: Outcome, results: Sequence[DealResult], rounds: Sequence[Round] = ()
    ) -> MatchStory:
        """Return the story, from the points of each seat in each deal."""
        sides = len(outcome.scores)
        after: dict[int, list[int]] = {}
        for one in results:
            after.setdefault(one.deal, [0] * sides)[match.side_of(one.seat)] = one.score
        scores = [(0,) * sides, *(tuple(after[deal]) for deal in sorted(after))]
        if scores[-1] != outcome.scores or len(scores) == 1:
            scores.append(outcome.scores)  # the match ended in the middle of a deal
        return cls(match, outcome, tuple(scores), tuple(rounds))

    @property
    def _stretches(self) -> list[tuple[int, list[Scores]]]:
        """Each round's (or the match's) preceding deal and scores."""
        if not self.rounds:
            return [(0, list(self.scores))]
        ends = [0, *(one.last_deal for one in self.rounds)]
        none = (0,) * len(self.outcome.scores)
        return [(since, [none, *self.scores[since + 1 : until + 1]]) for since, until in pairwise(ends)]

    def round_lines(self, names: Sequence[str], w: Words) -> list[str]:
        """Return the end of each round, a line each."""
        return [
            w(
                "summary.round" if one.side is not None else "summary.round_drawn",
                round=one.title,
                name=names[one.side or 0],
                scores=" : ".join(map(_number, self.scores[one.last_deal])),
            )
            for one in self.rounds
        ]

    def drawing(self, presenter: Presenter[Any, Any]) -> Drawing:
        """Return the picture, with an equivalent alternative text."""
        w, names = presenter.w, presenter.plain_sides()
        shown = presenter.in_pictures()
        drawn = shown.plain_sides()
        found = tuple(self._highlights())
        order = [side for group in self.outcome.ranking for side in sorted(group)][: render.MOST_CURVES]
        in_play = self._scores_in_play()
        curves = tuple(self._curve(side, drawn[side], presenter, in_play) for side in order)
        sections = tuple(
            render.Section(one.title, since, one.last_deal, None if one.side is None else order.index(one.side))
            for one, (since, _) in zip(self.rounds, self._stretches, strict=False)
        )
        texts = [self._highlight_text(one, presenter, names, presenter.names.plain) for one in found]
        highlights = tuple(
            render.Highlight(self._highlight_text(one, shown, drawn, shown.names.plain), one.tile) for one in found
        )
        title = self._won(shown, drawn)
        paint = partial(render.match_end, title, curves, len(self.scores) - 1, highlights, sections)
        told = [f"{text}." for text in (*self.round_lines(names, w), *texts)]
        said = [self._won(presenter, names), *told, w("alt.match_end", scores="; ".join(self.course(names)))]
        return Drawing(paint, " ".join(said))

    def _curve(
        self, side: int, name: str, presenter: Presenter[Any, Any], in_play: Mapping[int, Sequence[Scores]]
    ) -> render.Curve:
        *earlier, last = (
            tuple(
                (at, float(scores[side]))
                for deal, after in enumerate(stretch, since)
                for at, scores in _timed(deal, in_play.get(deal, ()), after)
            )
            for since, stretch in self._stretches
        )
        said = presenter.standing_of(side, self.outcome, self.rounds) if self.rounds else None
        return render.Curve(name, last, said or _number(self.outcome.scores[side]), tuple(earlier))

    def _scores_in_play(self) -> dict[int, list[Scores]]:
        """Return the scores before each tile of the deals in which tiles score."""
        found: dict[int, list[Scores]] = {}
        for number, events in _deals(self.match):
            if number >= len(self.scores):
                continue
            running, course = list(self.scores[number - 1]), list[Scores]()
            for event in events:
                if isinstance(event, Played):
                    course.append(tuple(running))
                for side, points in _gains(self.match, event):
                    running[side] += points
            if len(set(course)) > 1 and tuple(running) == self.scores[number]:
                found[number] = course
        return found

    def highlights(self, presenter: Presenter[Any, Any]) -> list[str]:
        """Return the highlights, a line each."""
        sides = [bold(name) for name in presenter.plain_sides()] if self.match.info.teams else presenter.names.sides
        return [self._highlight_text(one, presenter, sides, presenter.names.spoken) for one in self._highlights()]

    def course(self, names: Sequence[str]) -> list[str]:
        """Return each side's scores after the last twenty deals."""
        first = max(1, len(self.scores) - 20)
        before = "… " if first > 1 else ""
        return [
            f"{name}: {before}{', '.join(_number(scores[side]) for scores in self.scores[first:])}"
            for side, name in enumerate(names)
        ]

    def _won(self, presenter: Presenter[Any, Any], names: Sequence[str]) -> str:
        """Return the winners, without markup."""
        w, winners = presenter.w, [names[side] for side in self.outcome.winners]
        if not winners:
            return w("event.over.nobody")
        if len(winners) == 1:
            people = 1 if self.match.info.teams else presenter.people_a_side
            return w(w.for_people("event.over", people), name=winners[0])
        return w("event.over.shared", names=w.list(winners))

    # --- Highlights ------------------------------------------------------------------------------------------------

    def _highlight_text(
        self, one: _Highlight, presenter: Presenter[Any, Any], sides: Sequence[str], seats: Sequence[str]
    ) -> str:
        w = presenter.w
        name = sides[one.side] if one.seat is None else seats[one.seat]
        points = _in_play(self.match, one.points, w) if one.tile is not None else presenter.score_text(one.points)
        return w(one.key, name=name, tile=str(one.tile), points=points, number=one.deal)

    def _highlights(self) -> Iterator[_Highlight]:
        yield from self._best_tile()
        yield from self._biggest_deal()
        yield from self._turning_point()

    @property
    def _fewest_win(self) -> bool:
        best, worst = (min(group) for group in (self.outcome.ranking[0], self.outcome.ranking[-1]))
        return self.outcome.scores[best] < self.outcome.scores[worst]

    def _best_tile(self) -> Iterator[_Highlight]:
        """Yield the tile with the highest score, first of ties."""
        if self._fewest_win:
            return
        found = max(_earned(self.match), key=lambda one: one.points, default=None)
        if found is not None and found.points >= _WORTH_TELLING:
            yield found

    def _biggest_deal(self) -> Iterator[_Highlight]:
        """Yield the deal with the highest gain, unless all are equal.

        Where the tiles left in hands decide deals, points made in play are no part of it.
        """
        catches = self.match.info.family in _CATCHING and not self._fewest_win
        in_play: Counter[tuple[int, int]] = Counter()
        for number, events in _deals(self.match) if catches else ():
            for event in events:
                if not _is_catch(event):
                    in_play.update({(number, side): points for side, points in _gains(self.match, event)})
        gains = [
            (gain, -deal, side)
            for since, stretch in self._stretches
            for deal, (before, after) in enumerate(pairwise(stretch), since + 1)
            for side in range(len(after))
            if (gain := after[side] - before[side] - in_play[deal, side]) > 0
        ]
        if len({gain for gain, _, _ in gains}) > 1:
            gain, deal, side = max(gains)
            key = "highlight.catch" if catches else "highlight.caught" if self._fewest_win else "highlight.deal"
            yield _Highlight(key, -deal, gain, side=side)

    def _turning_point(self) -> Iterator[_Highlight]:
        """Yield the deal from which the winners kept the lead."""
        if len(self.outcome.winners) != 1 or len(self.outcome.ranking) == 1 or self.rounds:
            return
        [winner] = self.outcome.winners
        deal = len(self.scores)
        while deal > 1 and self._leads(winner, self.scores[deal - 1]):
            deal -= 1
        if deal < len(self.scores):
            yield _Highlight("highlight.lead" if deal == 1 else "highlight.turn", deal, side=winner)

    def _leads(self, side: int, scores: Scores) -> bool:
        others = [score for other, score in enumerate(scores) if other != side]
        return scores[side] < min(others) if self._fewest_win else scores[side] > max(others)


def _deals(match: Match) -> Iterator[tuple[int, list[Event]]]:
    """Yield the number and the events of each deal."""
    number, events = 1, list[Event]()
    for event in match.events:
        if isinstance(event, DealBegan):
            if events:
                yield number, events
            number, events = event.number, []
        events.append(event)
    yield number, events


def _gains(match: Match, event: Event) -> Iterator[tuple[int, int]]:
    """Yield the sides whose scores an event changes, with the points."""
    if isinstance(event, Scored):
        yield event.side, event.points
    elif isinstance(event, Lost):
        yield event.side, -event.points
    elif isinstance(event, Paid):
        yield match.side_of(event.payer), -event.amount
        yield match.side_of(event.receiver), event.amount


def _is_catch(event: Event) -> bool:
    """Return True if an event counts the tiles that others have left."""
    if isinstance(event, Scored):
        return event.reason is ScoreReason.DEAL
    return isinstance(event, Paid) and event.reason is PaymentReason.SETTLEMENT


def _timed(deal: int, in_play: Sequence[Scores], after: Scores) -> Iterator[tuple[float, Scores]]:
    """Yield times of a deal, which lasts from `deal - 1` to `deal`, with the scores then."""
    for number, scores in enumerate(in_play):
        if number:
            yield deal - 1 + number / len(in_play), scores
    yield float(deal), after


def _earned(match: Match) -> Iterator[_Highlight]:
    """Yield the points of tiles from play, tricks or bonuses."""
    deal, tile, seat, points = 1, None, None, 0
    for event in match.events:
        if isinstance(event, DealBegan):
            deal = event.number
        elif isinstance(event, Played):
            tile, seat, points = event.tiles[0], event.seat, 0
        elif isinstance(event, TrickTaken):
            winning = event.tiles[event.seats.index(event.seat)]
            yield _Highlight("highlight.trick", deal, event.points, winning, event.seat)
            tile = None
        elif tile is not None and seat is not None:
            points += _points(match, event, seat)
            yield _Highlight("highlight.tile", deal, points, tile, seat)


def _points(match: Match, event: object, seat: int) -> int:
    """Return an event's points for the tile just laid."""
    if isinstance(event, Scored) and event.by is None and event.reason not in _FOR_THE_END:
        return event.points if event.side == match.side_of(seat) else 0
    if isinstance(event, Paid) and event.reason is PaymentReason.PREMIUM and event.receiver == seat:
        return event.amount
    return 0


def _in_play(match: Match, points: int, w: Words) -> str:
    return w.count("board.chips" if match.info.chips else "board.points", points)


def _number(score: int) -> str:
    return str(score).replace("-", "−")
