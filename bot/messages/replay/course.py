"""A finished match as a sequence of pictures.

There is one picture for each deal's beginning, move and end. One move may end a deal and begin the next.
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

_MARK_INTERVAL: Final = 100
"""The number of moves in a deal between two marks of the match."""

_VISIBLE = (Dealt, Shown, LaidOut)
"""Events whose tiles are visible in the pictures."""


@dataclass(frozen=True)
class Frame:
    """One picture in the course of a match.

    :ivar number: the index of the picture, from 0.
    :ivar moves: the number of moves of the match made so far.
    :ivar deal: the number of the deal, from 1; deals that are dealt again count each time.
    :ivar move: the number of the move in its deal; 0 for the beginning.
    :ivar ending: the ending of the deal, if the picture shows it.
    :ivar events: the events since the previous picture, secret tiles included.
    """

    number: int
    moves: int
    deal: int
    move: int
    ending: DealEnd | None
    events: tuple[Event, ...]

    @property
    def hidden(self) -> tuple[Event, ...]:
        """Events with tiles that some players could not see."""
        return tuple(
            event
            for event in self.events
            if event.known_to is not None and event.tiles and not isinstance(event, _VISIBLE)
        )


@dataclass(frozen=True)
class MatchCourse:
    """A finished match as its pictures.

    :ivar match: the match at its end; `log` has its moves.
    :ivar marks: copies of the match, with their numbers of moves, from which pictures are replayed.
    """

    match: Match
    log: tuple[tuple[int, str], ...]
    frames: tuple[Frame, ...]
    marks: tuple[tuple[int, Match], ...]

    @property
    def deals(self) -> tuple[Frame, ...]:
        """The first frame of each deal."""
        return tuple(frame for frame in self.frames if not frame.move and frame.ending is None)

    def in_deal(self, deal: int) -> tuple[Frame, ...]:
        """Return the frames of a deal."""
        return tuple(frame for frame in self.frames if frame.deal == deal)

    def frame(self, number: int) -> Frame:
        """Return a frame by number, clamped to the last."""
        return self.frames[max(0, min(number, len(self.frames) - 1))]

    def scene(self, frame: Frame) -> Scene:
        """Return the scene of a frame."""
        return next(self.scenes((frame,)))

    def scenes(self, frames: Sequence[Frame]) -> Iterator[Scene]:
        """Yield scenes of ascending frames, replaying only once."""
        done, match = self._before(frames[0])
        for frame in frames:
            hands: tuple[tuple[Tile, ...], ...] = ()
            for seat, move in self.log[done : frame.moves]:
                done += 1
                if frame.ending is not None and done == frame.moves:
                    hands = _without_last_tile(_hands(match), seat, move)
                match.apply(seat, move)
            yield Scene(frame, match, hands or _hands(match))

    def match_before(self, ply: int) -> Match:
        """Return the match before the entry of the log with this index."""
        done, match = self.marks[bisect_right(self.marks, ply, key=itemgetter(0)) - 1]
        match = match.copy()
        for seat, move in self.log[done:ply]:
            match.apply(seat, move)
        return match

    def _before(self, frame: Frame) -> tuple[int, Match]:
        """Return the last mark before a frame or its ending move."""
        latest = frame.moves if frame.ending is None else frame.moves - 1
        done, match = self.marks[bisect_right(self.marks, latest, key=itemgetter(0)) - 1]
        return done, match.copy()


@dataclass(frozen=True)
class Scene:
    """The visible state in a frame.

    :ivar match: the match after the frame's moves. The next scene modifies it.
    """

    frame: Frame
    match: Match
    hands: tuple[tuple[Tile, ...], ...]


def course_of(record: Record) -> MatchCourse:
    """Return the course of a recorded match.

    :raises GameError: if the record breaks the rules.
    """
    match = _initial_match(record)
    frames, marks = [Frame(0, 0, 1, 0, None, tuple(match.events))], [(0, match.copy())]
    deal, move = 1, 0
    for moves, (seat, text) in enumerate(record.log, 1):
        last, mark = match.last_deal, len(match.events)
        match.apply(seat, text)
        move += 1
        events = tuple(match.events[mark:])
        frame = Frame(len(frames), moves, deal, move, None, events)
        begins = next((index for index, event in enumerate(events) if isinstance(event, DealBegan)), len(events))
        if match.last_deal is not last:
            frame = replace(frame, ending=match.last_deal, events=events[:begins])
            frames.append(frame)
            if match.outcome is None:
                deal, move = deal + 1, 0
                marks.append((moves, match.copy()))
                frames.append(Frame(len(frames), moves, deal, 0, None, events[begins:]))
        elif begins < len(events):  # a deal without a play: it is dealt again
            deal, move = deal + 1, 0
            marks.append((moves, match.copy()))
            frames.append(replace(frame, deal=deal, move=0))
        else:
            frames.append(frame)
            if moves - marks[-1][0] == _MARK_INTERVAL:
                marks.append((moves, match.copy()))
    return MatchCourse(match, record.log, tuple(frames), tuple(marks))


def _initial_match(record: Record) -> Match:
    return games.CATALOGUE[record.game].from_record(replace(record, log=()))


def _hands(match: Match) -> tuple[tuple[Tile, ...], ...]:
    return tuple(match.view(seat).hand for seat in range(match.seats))


def _without_last_tile(hands: Sequence[tuple[Tile, ...]], seat: int, move: str) -> tuple[tuple[Tile, ...], ...]:
    """Return the hands without the tile that ended the deal."""
    played = None if move in TABLE_ENTRIES else games.Move.parse(move).tile
    return tuple(tuple(tile for tile in hand if (other, tile) != (seat, played)) for other, hand in enumerate(hands))
