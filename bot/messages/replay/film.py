"""The replay of a match as an animated picture, within what Discord takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.parts.message import Drawing, Message
from bot.messages.parts.reader import Reader
from bot.render.animation import Shot, film
from bot.tables.state import Table
from games import Record
from storage.matches import StoredMatch, StoredSeat

from .course import Course, Frame, course_of
from .replay import drawing_of

__all__ = ["Film", "Order", "film_message", "filmed", "first_of"]

_MOST: Final = 240
"""How many pictures a film has at most."""
_LARGEST: Final = 9_500_000
"""How many bytes: Discord takes 10 MiB."""

_MOVE, _BEGINNING, _ENDING, _END = 1_100, 1_800, 3_500, 6_000
"""How long the pictures stand, in milliseconds."""


@dataclass(frozen=True)
class Order:
    """What is to be filmed, so that another process can do it.

    :ivar seats: who sat there.
    :ivar number: the picture that was looked at; a film that cannot hold all begins with its deal.
    """

    stored: StoredMatch
    seats: tuple[StoredSeat, ...]
    record: Record
    number: int
    locale: str


@dataclass(frozen=True)
class Film:
    """An animated picture of the pictures from `first` to `last` of a course, which has `total` of them.

    :ivar deals: the first and the last deal of which it shows something, and how many there are.
    """

    file: bytes
    first: int
    last: int
    total: int
    deals: tuple[int, int, int]

    @property
    def is_whole(self) -> bool:
        return self.last - self.first + 1 == self.total


def filmed(order: Order, most: int = _MOST, largest: int = _LARGEST) -> Film | None:
    """The film that was ordered; None of a game of which there is nothing to see.

    :param most: how many pictures it may have,
    :param largest: and how many bytes.
    """
    course = course_of(order.record)
    table = Table(replace(order.stored, seed=None), order.seats, course.match)
    presenter = presenter_at(table, Reader(words(order.locale)))
    frames = _chosen(course, course.frame(order.number), most)
    shots = []
    for scene in course.scenes(frames):
        drawing = drawing_of(scene, presenter)
        if drawing is None:
            return None
        shots.append(Shot(drawing.paint(), _time(scene.frame, len(course.frames) - 1)))
    file = film(shots)
    while len(file) > largest and len(shots) > 1:
        shots = shots[: max(1, len(shots) * largest // len(file) * 9 // 10)]
        file = film(shots)
    first, last = frames[0], frames[len(shots) - 1]
    deals = first.deal, last.deal, course.frames[-1].deal
    return Film(file, first.number, last.number, len(course.frames), deals)


def first_of(course: Course, number: int, most: int = _MOST) -> int:
    """The number of the picture with which a film begins that is asked for while one looks at a picture."""
    return _chosen(course, course.frame(number), most)[0].number


def film_message(made: Film, match_id: str, reader: Reader) -> Message:
    """A film with what it shows; what it does not show is said."""
    w = reader.words
    first, last, deals = made.deals
    text = w("film.here", match=match_id)
    if not made.is_whole:
        pictures = made.last - made.first + 1
        text += f"\n{w('film.part', number=pictures, total=made.total, first=first, last=last, deals=deals)}"
    name = f"boneyard-{match_id}.gif"
    return Message(text, drawings=(Drawing(partial(bytes, made.file), w("film.alt", match=match_id), name),))


def _chosen(course: Course, shown: Frame, most: int) -> Sequence[Frame]:
    """All frames, or as many as may be from the beginning of the deal that was looked at; whole deals, if any is."""
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
