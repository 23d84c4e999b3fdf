"""Replays as GIFs within Discord's limits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from bot.locales import Words, words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.components import Button, ClickAddress, Kind, Row
from bot.messages.parts.message import Drawing, Message
from bot.messages.parts.reader import Reader
from bot.render.animation import AnimationFrame, animated_gif
from bot.tables.state import Table
from games import Record
from storage.matches import StoredMatch, StoredSeat

from .course import Frame, MatchCourse, Scene, course_of
from .replay import DEAL_ONLY, drawing_of

_MOST: Final = 240
"""The most pictures in a GIF."""
_LARGEST: Final = 9_500_000
"""The most bytes in a GIF: Discord accepts 10 MiB."""

_MOVE, _BEGINNING, _ENDING, _END = 1_100, 1_800, 3_500, 6_000
"""The duration of each picture in milliseconds."""


@dataclass(frozen=True)
class Order:
    """The input for a GIF, which another process can make.

    :ivar number: the viewed picture; a GIF that cannot hold all begins with its deal.
    """

    stored: StoredMatch
    seats: tuple[StoredSeat, ...]
    record: Record
    number: int
    locale: str
    deal_only: bool = False


@dataclass(frozen=True)
class Gif:
    """A GIF of pictures `first` to `last` of the course's `total`.

    :ivar deals: the first and last deal, and the match's number of deals.
    """

    file: bytes
    first: int
    last: int
    total: int
    deals: tuple[int, int, int]
    deal_only: bool = False

    @property
    def is_whole(self) -> bool:
        return self.last - self.first + 1 == self.total

    @property
    def address_rest(self) -> str:
        """The end of a button address for this GIF."""
        return DEAL_ONLY if self.deal_only else ""


def make_gif(order: Order, most: int = _MOST, largest: int = _LARGEST) -> Gif | None:
    """Make a GIF; return None without pictures.

    :param most: the most pictures.
    :param largest: the most bytes.
    """
    course = course_of(order.record)
    table = Table(replace(order.stored, seed=None), order.seats, course.match)
    presenter = presenter_at(table, Reader(words(order.locale)))
    frames = _chosen(course, course.frame(order.number), most, deal_only=order.deal_only)
    shots = []
    for scene in course.scenes(frames):
        drawing = drawing_of(scene, presenter)
        if drawing is None:
            return None
        shots.append(
            AnimationFrame(drawing.paint(), _time(scene.frame, len(course.frames) - 1), _caption(scene, presenter))
        )
    file = animated_gif(shots)
    while len(file) > largest and len(shots) > 1:
        shots = shots[: max(1, len(shots) * largest // len(file) * 9 // 10)]
        file = animated_gif(shots)
    first, last = frames[0], frames[len(shots) - 1]
    deals = first.deal, last.deal, course.frames[-1].deal
    total = len(course.in_deal(first.deal)) if order.deal_only else len(course.frames)
    return Gif(file, first.number, last.number, total, deals, order.deal_only)


def first_of(course: MatchCourse, number: int, most: int = _MOST, *, deal_only: bool = False) -> int:
    """Return the first picture's number in a GIF requested at `number`."""
    return _chosen(course, course.frame(number), most, deal_only=deal_only)[0].number


def gif_message(made: Gif, match_id: str, reader: Reader, *, asked_at: int | None = None) -> Message:
    """Return a GIF, its description, and the parts left out.

    :param asked_at: the picture below which it was asked for: buttons offer to post it, and a GIF of that deal.
    """
    w = reader.words
    first, last, deals = made.deals
    text = w("film.deal", number=first, match=match_id) if made.deal_only else w("film.here", match=match_id)
    if not made.is_whole:
        pictures = made.last - made.first + 1
        text += f"\n{w('film.part', number=pictures, total=made.total, first=first, last=last, deals=deals)}"
    name = f"boneyard-{match_id}.gif"
    drawing = Drawing(partial(bytes, made.file), w("film.alt", match=match_id), name)
    return Message(text, drawings=(drawing,), rows=() if asked_at is None else (_ways_on(made, match_id, asked_at, w),))


def _ways_on(made: Gif, match_id: str, asked_at: int, w: Words) -> Row:
    """Return the buttons to post the GIF or make another."""
    post = Button(
        ClickAddress(Kind.POST_ANIMATION, match_id, made.first, made.address_rest), w("replay.button.post"), emoji="📣"
    )
    deal = ClickAddress(Kind.ANIMATION, match_id, asked_at, DEAL_ONLY)
    shows_more = not made.deal_only and made.deals[2] > 1
    return (post, Button(deal, w("film.button.deal"), emoji="🎞️")) if shows_more else (post,)


def _caption(scene: Scene, presenter: Presenter[Any, Any]) -> str:
    """Return the deal and the score."""
    ending = scene.frame.ending
    scores = ending.scores if ending is not None else scene.match.scores
    sides = zip(presenter.in_pictures().plain_sides(), scores, strict=True)
    score = " · ".join(f"{name} {score}".replace("-", "−") for name, score in sides)
    return f"{presenter.w('board.deal', number=scene.frame.deal)} · {score}"


def _chosen(course: MatchCourse, shown: Frame, most: int, *, deal_only: bool = False) -> Sequence[Frame]:
    """Return all frames, or whole deals from the viewed one on."""
    if deal_only:
        return course.in_deal(shown.deal)[:most]
    if len(course.frames) <= most:
        return course.frames
    begins = course.in_deal(shown.deal)[0].number
    frames = course.frames[begins : begins + most]
    if frames[-1].number == len(course.frames) - 1:
        return frames
    ends = [index for index, frame in enumerate(frames, 1) if frame.ending is not None]
    return frames[: ends[-1]] if ends else frames


def _time(frame: Frame, last: int) -> int:
    if frame.number == last:
        return _END
    if frame.ending is not None:
        return _ENDING
    return _MOVE if frame.move else _BEGINNING
