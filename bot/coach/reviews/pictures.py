"""The picture of a review: the curve of the match, and the position of the shown moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot import render
from bot.coach.positions import decision_view, focus_on_verdict, position_drawing
from bot.coach.reasons import move_names
from bot.locales import Words
from bot.messages.games import Presenter
from bot.messages.parts.alt import hands_alt
from bot.messages.parts.message import Drawing
from bot.messages.parts.text import signed, strip_markup
from bot.messages.replay.course import Frame, MatchCourse
from games import Match, Move, View
from games.computers.judging import CHIP, POINT, Judgement, MoveVerdict

from .judging import FinishedReview

_GRADES: Final = (MoveVerdict.INACCURACY, MoveVerdict.MISTAKE, MoveVerdict.BLUNDER)
_NARROWEST: Final = 20
"""The least number of chips between both ends of the axis."""


@dataclass(frozen=True)
class Moment:
    """A moment of a review, as its seat saw it.

    :ivar frame: the picture of the replay before the move.
    :ivar match: the match before the move.
    """

    judgement: Judgement
    frame: Frame
    match: Match
    view: View

    @classmethod
    def of(cls, course: MatchCourse, seat: int, judgement: Judgement) -> Moment:
        """Return the moment of a judged move of a seat."""
        match = course.match_before(judgement.ply)
        return cls(judgement, frame_before(course, judgement.ply), match, decision_view(match, seat))

    @property
    def moves(self) -> tuple[Move, Move]:
        """The move played and the best one."""
        return Move.parse(self.judgement.played), Move.parse(self.judgement.best)

    def names(self, presenter: Presenter[Any, Any]) -> list[str]:
        """Return the move played and the best one in words."""
        return move_names(self.moves, presenter, self.view)


def frame_before(course: MatchCourse, ply: int) -> Frame:
    """Return the picture before an entry of the log."""
    return next(frame for frame in reversed(course.frames) if frame.moves == ply and frame.ending is None)


def in_units(units: int, *, chips: bool) -> int:
    """Return a worth in whole chips or points of winning chance."""
    return round(units / (CHIP if chips else POINT))


def worth_text(value: int, w: Words, *, chips: bool) -> str:
    """Return chips with their sign, or a percentage."""
    if chips:
        return f"{signed(f'{value:+d}') if value else value} $"
    return w("review.percent", number=value)


def review_drawing(
    course: MatchCourse, review: FinishedReview, moment: Moment | None, presenter: Presenter[Any, Any], *, own: bool
) -> Drawing:
    """Return the curve of a match, with the position of a moment below it.

    :param own: whether the reader had the seat.
    """
    curve, moments = review_curve(course, review, presenter.w), review.summary.moments
    alt = _curve_alt(course, review, presenter.w)
    if moment is None:
        return Drawing(partial(render.review, curve), alt)
    position = position_drawing(moment.match, moment.view, presenter, focus_on_verdict(*moment.moves))
    names = [strip_markup(name) for name in moment.names(presenter)]
    alt = f"{presenter.w('review.alt.moves', played=names[0], best=names[1])} {alt}"
    shown = moments.index(moment.judgement)
    if position is None:
        return Drawing(partial(render.review, curve, shown=shown), alt)
    seen = position.alt
    if not own:
        seen = f"{presenter.description(moment.view)} {named_hand(moment.view, presenter)}"
    return Drawing(partial(render.review, curve, position.paint, shown=shown), f"{alt} {seen}")


def named_hand(view: View, presenter: Presenter[Any, Any]) -> str:
    """Return the hand of a view in words, for other people."""
    name = "" if view.seat is None else presenter.names.plain[view.seat]
    return hands_alt(presenter.w, [(name, view.hand)])


def review_curve(course: MatchCourse, review: FinishedReview, w: Words) -> render.ReviewCurve:
    """Return the worth of a match over its moves, with the moments."""
    summary, chips = review.summary, review.summary.chips
    unit = CHIP if chips else POINT
    points = ((0.0, summary.start / unit), *((float(one.ply), one.worth / unit) for one in summary.curve))
    values = [value for _, value in points]
    ends = (0, 100) if not chips else (round(min(values)), round(max(values)))
    if ends[1] - ends[0] < _NARROWEST:
        ends = min(0, ends[0] - _NARROWEST // 2), max(0, ends[1] + _NARROWEST // 2)
    start = in_units(summary.start, chips=chips)
    lowest, middle, highest = (
        (float(value), worth_text(value, w, chips=chips)) for value in (min(0, ends[0]), start, max(0, ends[1]))
    )
    moments = tuple(
        render.CurveMoment(one.ply + 1, one.after / unit, _GRADES.index(one.verdict)) for one in summary.moments
    )
    return render.ReviewCurve(points, tuple(frame.moves for frame in course.deals), lowest, middle, highest, moments)


def _curve_alt(course: MatchCourse, review: FinishedReview, w: Words) -> str:
    summary, chips = review.summary, review.summary.chips

    def text(units: int) -> str:
        return worth_text(in_units(units, chips=chips), w, chips=chips)

    key = "review.alt.chips" if chips else "review.alt.chances"
    parts = [w(key, start=text(summary.start), result=text(summary.result))]
    for number, one in enumerate(summary.moments, 1):
        deal = frame_before(course, one.ply).deal
        parts.append(w("review.alt.moment", number=number, deal=deal, before=text(one.before), after=text(one.after)))
    return " ".join(parts)
