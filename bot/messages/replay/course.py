"""The course of a match that is over: its pictures one after another, from the first deal to the end.

There is one for the beginning of each deal, one after each move, and one for the end of each deal, which the next deal
follows within one move.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

import games
from games import Event, Match, Record, Tile
from games.core.events import DealBegan, Dealt, Shown
from games.core.match import TABLE_ENTRIES
from games.core.solitaire import LaidOut
from games.core.view import DealEnd

_MARKED: Final = 100
"""The match is marked again after this many moves of a deal."""

_TOLD_BY_THEMSELVES = (Dealt, Shown, LaidOut)
"""Of these the tiles are seen in the pictures."""


@dataclass(frozen=True)
class Frame:
    """A picture in the course of a match.

    :ivar number: which one, from 0.
    :ivar moves: how many moves of the match have been made.
    :ivar deal: the number of the deal, from 1, counting every time that it was dealt.
    :ivar move: which move of that deal it shows; 0 for its beginning.
    :ivar ending: how the deal ended, if the picture shows that.
    :ivar events: what has happened since the picture before, secret tiles included.
    """

    number: int
    moves: int
    deal: int
    move: int
    ending: DealEnd | None
    events: tuple[Event, ...]

    @property
    def hidden(self) -> tuple[Event, ...]:
        """What has happened with tiles that not everybody saw then."""
        return tuple(
            event
            for event in self.events
            if event.known_to is not None and event.tiles and not isinstance(event, _TOLD_BY_THEMSELVES)
        )


@dataclass(frozen=True)
class MatchCourse:
    """A match that is over, as its pictures.

    :ivar match: the match at its end, and `log` its moves.
    :ivar marks: the match as each deal begins, and every so often in a long one, with how many moves it has: so that
        a picture need not be played to from the first move on.
    """

    match: Match
    log: tuple[tuple[int, str], ...]
    frames: tuple[Frame, ...]
    marks: tuple[tuple[int, Match], ...]

    @property
    def deals(self) -> tuple[Frame, ...]:
        """The frames with which the deals begin."""
        return tuple(frame for frame in self.frames if not frame.move and frame.ending is None)

    def in_deal(self, deal: int) -> tuple[Frame, ...]:
        """The frames of a deal."""
        return tuple(frame for frame in self.frames if frame.deal == deal)

    def frame(self, number: int) -> Frame:
        """The frame with a number; the last for a number beyond it."""
        return self.frames[max(0, min(number, len(self.frames) - 1))]

    def scene(self, frame: Frame) -> Scene:
        """What is to be seen in a frame."""
        return next(self.scenes((frame,)))

    def scenes(self, frames: Sequence[Frame]) -> Iterator[Scene]:
        """What is to be seen in frames, which are in their order; the match is played once for all of them."""
        done, match = self._before(frames[0])
        for frame in frames:
            hands: tuple[tuple[Tile, ...], ...] = ()
            for seat, move in self.log[done : frame.moves]:
                done += 1
                if frame.ending is not None and done == frame.moves:
                    hands = _left(_hands(match), seat, move)
                match.apply(seat, move)
            yield Scene(frame, match, hands or _hands(match))

    def _before(self, frame: Frame) -> tuple[int, Match]:
        """The last mark before a frame, to be played on from. The end of a deal is seen while its last move is made."""
        latest = frame.moves if frame.ending is None else frame.moves - 1
        done, match = self.marks[bisect_right(self.marks, latest, key=itemgetter(0)) - 1]
        return done, match.copy()


@dataclass(frozen=True)
class Scene:
    """What is to be seen in a frame.

    :ivar match: the match after the frame's moves. It is played on for the next scene, so look at it before.
    :ivar hands: what every seat holds.
    """

    frame: Frame
    match: Match
    hands: tuple[tuple[Tile, ...], ...]


def course_of(record: Record) -> MatchCourse:
    """The course of a match that a record tells.

    :raises GameError: if the record breaks the rules.
    """
    match = _begun(record)
    frames, marks = [Frame(0, 0, 1, 0, None, tuple(match.events))], [(0, match.copy())]
    deal, move = 1, 0
    for moves, (seat, text) in enumerate(record.log, 1):
        last, mark = match.last_deal, len(match.events)
        match.apply(seat, text)
        move += 1
        happened = tuple(match.events[mark:])
        frame = Frame(len(frames), moves, deal, move, None, happened)
        begins = next((index for index, event in enumerate(happened) if isinstance(event, DealBegan)), len(happened))
        if match.last_deal is not last:
            frame = replace(frame, ending=match.last_deal, events=happened[:begins])
            frames.append(frame)
            if match.outcome is None:
                deal, move = deal + 1, 0
                marks.append((moves, match.copy()))
                frames.append(Frame(len(frames), moves, deal, 0, None, happened[begins:]))
        elif begins < len(happened):  # nobody played the deal: it is dealt again
            deal, move = deal + 1, 0
            marks.append((moves, match.copy()))
            frames.append(replace(frame, deal=deal, move=0))
        else:
            frames.append(frame)
            if moves - marks[-1][0] == _MARKED:
                marks.append((moves, match.copy()))
    return MatchCourse(match, record.log, tuple(frames), tuple(marks))


def _begun(record: Record) -> Match:
    return games.CATALOGUE[record.game].from_record(replace(record, log=()))


def _hands(match: Match) -> tuple[tuple[Tile, ...], ...]:
    return tuple(match.view(seat).hand for seat in range(match.seats))


def _left(hands: Sequence[tuple[Tile, ...]], seat: int, move: str) -> tuple[tuple[Tile, ...], ...]:
    """Hands after the move that ends a deal; its tile, if it has one, leaves the hand of its seat."""
    played = None if move in TABLE_ENTRIES else games.Move.parse(move).tile
    return tuple(tuple(tile for tile in hand if (other, tile) != (seat, played)) for other, hand in enumerate(hands))
